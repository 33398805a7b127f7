"""The rules of a hand, ready to be played: a game's record with its structure, bets and options.

`table_rules` takes a filing's terms and the stakes of a hand and refuses what the filing does
not allow, naming the field. What a hand looks up at every action stands here as plain values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import gcd

from houseway.cards import CARDS, DECKS, Card
from houseway.errors import Refused
from houseway.families.poker.fees import FeePlan, fee_plan, game_of_the_day
from houseway.families.poker.schema import Blinds, Poker, PokerGame, Street
from houseway.filings.irregular import house_orders
from houseway.filings.permitted import (
    Objection,
    check_option,
    check_structure,
    day_objection,
    stakes_objection,
)
from houseway.filings.schedules import by_day
from houseway.filings.schema.base import Span, brief
from houseway.filings.schema.collection import BlindsGroup, Structure, WeekdayGame
from houseway.filings.schema.irregular import HouseOrder
from houseway.filings.terms import Terms

SHORT_DECK: tuple[Card, ...] = tuple(card for card in CARDS if card.rank >= 6)


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for, in cents; antes and blinds player by player.

    A blind below zero is a post: a live bet that does not move the opening of the action.
    """

    structure: Structure
    antes: tuple[int, ...]
    blinds: tuple[int, ...] = ()
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    min_bet: int = 0
    weekday: str = ""
    antes_in_full: bool = True  # one who cannot pay the ante wins only what it matches

    @property
    def players(self) -> int:
        return len(self.antes)

    def amounts(self) -> tuple[int, ...]:
        """Every amount the stakes name."""
        return (
            *self.antes,
            *map(abs, self.blinds),
            self.bring_in,
            self.small_bet,
            self.big_bet,
            self.min_bet,
        )


class Rules:
    """One game under one structure with its bets, fees and options."""

    __slots__ = (
        "after_blinds", "all_in_cite", "antes", "bets", "bets_cite", "big_blind", "blinds",
        "boards_low", "bring_in", "bring_in_worst",
        "cap", "cap_cite", "cap_lifts", "chip", "community_counts", "deck", "fees",
        "filed_blinds", "forced_in_full", "game", "jokers", "least_cite", "limit", "low_hand",
        "orders", "over_the_top", "pot_limit", "stakes", "streets", "structure",
    )  # fmt: skip

    def __init__(
        self,
        game: PokerGame,
        stakes: Stakes,
        deck: Sequence[Card],
        *,
        bets: Sequence[int] = (),
        bets_cite: str = "",
        chip: int | None = None,
        custom_heads_up: bool = False,
        bring_in_worst: bool = False,
        fees: FeePlan | None = None,
        orders: Sequence[HouseOrder] = (),
    ) -> None:
        self.game = game
        self.deck = tuple(deck)
        self.jokers = any(card.is_joker for card in self.deck)
        self.structure = stakes.structure
        self.limit = stakes.structure == "limit"
        self.pot_limit = stakes.structure == "pot-limit"
        self.streets: tuple[Street, ...] = tuple(game.street)
        self.bets = tuple(bets) or tuple(self._bet(street, stakes) for street in game.street)
        self.bets_cite = bets_cite  # where the day sets them; else the street's own clause
        self.chip = chip or _smallest_chip(stakes)
        self.stakes = stakes
        # By custom the button posts the small blind when two play, so the amounts change places.
        turned = -1 if custom_heads_up and stakes.players == 2 else 1
        self.antes = stakes.antes[::turned] if any(stakes.antes) else ()
        self.blinds = stakes.blinds[::turned] if any(stakes.blinds) else ()
        self.filed_blinds = tuple(game.blinds.amounts) if game.blinds is not None else ()
        counted = self.blinds[: len(self.filed_blinds) or None]  # the rest are posts
        self.big_blind = max((0, *counted))
        self.after_blinds = _after_largest(counted, stakes.players)
        self.bring_in = game.bring_in
        self.bring_in_worst = bring_in_worst
        self.boards_low = game.boards is not None and game.boards.order == "low"
        self.community_counts = game.boards is not None and game.boards.community_counts
        cap = game.raise_cap
        self.cap = cap.raises if self.structure in cap.holds_in else None
        self.cap_lifts = cap.lifted == "two-at-start"
        self.cap_cite = str(cap.cite)
        self.over_the_top = game.short_all_in.counts == "over-the-top"
        self.forced_in_full = game.short_all_in.forced_bets == "in-full"
        self.all_in_cite = str(game.short_all_in.cite)
        least = game.least_raise
        self.least_cite = str(least.cite) if least is not None else str(game.street[0].cite)
        self.low_hand = game.low is not None
        self.fees = fees
        self.orders = tuple(orders)  # when something goes wrong: filed ones, then the house's own

    def _bet(self, street: Street, stakes: Stakes) -> int:
        if not self.limit:
            return stakes.min_bet
        return stakes.small_bet if street.bet == "lower" else stakes.big_bet


def _after_largest(blinds: Sequence[int], players: int) -> int:
    """The player left of the last and largest blind."""
    if not blinds:
        return 0
    last = max(range(len(blinds)), key=lambda i: (max(blinds[i], 0), i))
    return (last + 1) % players


def _smallest_chip(stakes: Stakes) -> int:
    """A dollar, unless the stakes use smaller chips."""
    return gcd(100, *stakes.amounts())


def deck_of(kind: str) -> tuple[Card, ...]:
    return SHORT_DECK if kind == "short-36" else DECKS[kind]


def table_rules(terms: Terms[Poker], stakes: Stakes, procedures: str = "") -> Rules:
    """The rules of a hand under a filing; a field it does not allow is refused by name.

    `procedures` names the house's own, which hold where the filing is silent.
    """
    filing, game = terms.filing, terms.filing.game
    check_structure(filing, stakes.structure)
    _check_players(game, stakes)
    if terms.schedule is not None:
        check_option(filing, terms.schedule, structure=stakes.structure, players=stakes.players)
    days = by_day(filing)
    today = game_of_the_day(days, stakes.weekday)
    if stakes.structure != "limit":
        # The smallest bet is the big blind, or the bring-in (rulings G-7, M-10).
        least = max(stakes.min_bet, stakes.bring_in, *(0, *stakes.blinds))
        stakes = replace(stakes, min_bet=least)
    bets = tuple(today.bets[: len(game.street)]) if today is not None else ()
    _check_bets(terms, stakes, days, today)
    _check_forced_bets(game, stakes, bets)
    heads_up = terms.options.get("heads_up_blinds", game.blinds and game.blinds.heads_up)
    return Rules(
        game,
        stakes,
        deck_of(filing.deck.kind),
        bets=bets,
        bets_cite=str(game.structures.cite) if bets else "",
        chip=gcd(_smallest_chip(stakes), *bets) if bets else None,
        custom_heads_up=heads_up == "custom",
        bring_in_worst=terms.options.get("bring_in") == "worst",
        fees=fee_plan(terms, days),
        orders=(*filing.orders, *house_orders(filing, procedures)),
    )


def _check_players(game: PokerGame, stakes: Stakes) -> None:
    least, most = game.players.least, game.players.most
    if stakes.players < least or (most is not None and stakes.players > most):
        span = f"{least} to {most}" if most is not None else f"at least {least}"
        raise Refused(
            "players",
            f"{stakes.players} players are dealt in; the game is for {span}",
            where="starting_stacks",
            cite=str(game.players.cite),
        )


def _check_bets(
    terms: Terms[Poker], stakes: Stakes, days: BlindsGroup | None, today: WeekdayGame | None
) -> None:
    """Bets that make a game, and one that a table may offer."""
    filing, cite = terms.filing, str(terms.filing.game.street[0].cite)
    small, big = stakes.small_bet, stakes.big_bet
    if today is not None and days is not None:  # what is left out is as the day has it
        given = Span(low=small or min(today.bets), high=big or max(today.bets))
        _refuse(day_objection(days, today, given), "small_bet", "big_bet")
        return
    limit = stakes.structure == "limit"
    for field in ("small_bet", "big_bet") if limit else ("min_bet",):
        if getattr(stakes, field) <= 0:
            raise Refused(
                "no-bet",
                f"a {stakes.structure} game needs {field}, above zero",
                where=field,
                cite=cite,
            )
    if limit and big < small:
        raise Refused(
            "bets",
            f"{brief(big)}, the higher limit, is below {brief(small)}",
            where="big_bet",
            cite=cite,
        )
    span = Span(low=small, high=big) if limit else Span(low=stakes.min_bet, high=None)
    found = stakes_objection(filing, terms.schedule, stakes.structure, span)
    _refuse(found, *(("small_bet", "big_bet") if limit else ("min_bet", "min_bet")))


def _refuse(found: Objection | None, low: str, high: str) -> None:
    """Limits that may not be posted, at the field that holds the lower or the higher one."""
    if found is not None:
        where = low if found.end == "low" else high
        raise Refused("limits-not-permitted", found.said, where=where, cite=found.cite)


def _check_forced_bets(game: PokerGame, stakes: Stakes, bets: Sequence[int]) -> None:
    if game.antes is not None:
        if len(set(stakes.antes)) > 1:
            raise Refused(
                "antes",
                "everybody who is dealt in posts the same ante",
                where="antes",
                cite=str(game.antes.cite),
            )
    elif any(stakes.antes) and not _are_dead_posts(game.blinds, stakes):
        raise Refused(
            "no-ante", "the filing has no antes", where="antes", cite=str(game.dealing.cite)
        )
    if game.blinds is None:
        if any(stakes.blinds):
            raise Refused(
                "no-blinds",
                "the filing has no blinds",
                where="blinds_or_straddles",
                cite=str(game.dealing.cite),
            )
    else:
        _check_blinds(game.blinds, stakes)
    rule = game.bring_in
    if rule is None:
        if stakes.bring_in:
            raise Refused(
                "no-bring-in",
                "the filing has no bring-in",
                where="bring_in",
                cite=str(game.dealing.cite),
            )
        return
    lower = bets[0] if bets else stakes.small_bet
    if stakes.structure == "limit" and rule.amount == "lower-limit":
        if stakes.bring_in != lower:
            raise Refused(
                "bring-in",
                f"the bring-in is the lower limit, {brief(lower)}, not {brief(stakes.bring_in)}",
                where="bring_in",
                cite=str(rule.cite),
            )
    elif stakes.bring_in <= 0 or (stakes.structure == "limit" and stakes.bring_in > lower):
        raise Refused(
            "bring-in",
            f"a bring-in of {brief(stakes.bring_in)} is not between zero and the lower limit",
            where="bring_in",
            cite=str(rule.cite),
        )


def _are_dead_posts(rule: Blinds | None, stakes: Stakes) -> bool:
    """Whether antes are but the dead part of what returning players post, written apart."""
    if rule is None or rule.posts is None or len(stakes.blinds) != stakes.players:
        return False
    blinds, dead, big = len(rule.amounts), sum(rule.amounts[:-1]), rule.amounts[-1]
    return all(
        not ante or (player >= blinds and ante == dead and abs(live) == big)
        for player, (ante, live) in enumerate(zip(stakes.antes, stakes.blinds, strict=True))
    )


def _check_blinds(rule: Blinds, stakes: Stakes) -> None:
    """As many blinds as are filed, in the amounts filed; further amounts are posts."""
    cite = str(rule.cite)
    posted = [amount for amount in stakes.blinds if amount]
    if rule.amounts:
        for given, due in zip(stakes.blinds, rule.amounts, strict=False):
            # The button always moves forward, so a blind may be missing (ruling O-16).
            if given not in (0, due):
                raise Refused(
                    "blinds",
                    f"a blind of {brief(abs(given))} is posted; filed is {brief(due)}",
                    where="blinds_or_straddles",
                    cite=cite,
                )
        extra = stakes.blinds[len(rule.amounts) :]
        if rule.posts is not None:
            big, whole = rule.amounts[-1], sum(rule.amounts)
            for given in extra:
                if abs(given) not in (0, big, whole):
                    raise Refused(
                        "post",
                        f"{brief(abs(given))} is posted; a new player posts {brief(big)}, a "
                        f"returning one {brief(whole)}",
                        where="blinds_or_straddles",
                        cite=str(rule.posts.cite),
                    )
            return
        posted = [amount for amount in extra if amount] + list(rule.amounts)
    elif any(amount < 0 for amount in posted):
        raise Refused("post", "posts are not filed", where="blinds_or_straddles", cite=cite)
    if not rule.straddles and len(posted) not in rule.numbers:
        numbers = " or ".join(map(str, rule.numbers))
        raise Refused(
            "blinds",
            f"{len(posted)} blinds are posted; filed are {numbers}",
            where="blinds_or_straddles",
            cite=cite,
        )
    if not rule.straddles and any(stakes.blinds[len(posted) :]):
        raise Refused(
            "blinds",
            "the blinds are posted by the players next to the button",
            where="blinds_or_straddles",
            cite=cite,
        )

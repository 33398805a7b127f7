"""The rules of a hand, ready to be played: a game's record with its structure, bets and options.

`table_rules` takes a filing's terms and the stakes of a hand and refuses what the filing does
not allow, naming the field. What a hand looks up at every action stands here as plain values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import gcd
from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.families.poker.fees import FeePlan, fee_plan, game_of_the_day
from houseway.families.poker.schema import Poker, PokerGame, Street
from houseway.families.poker.stakes import (
    Stakes,
    check_bets,
    check_forced_bets,
    check_players,
    killed,
    unstraddled,
)
from houseway.filings.irregular import house_orders
from houseway.filings.permitted.options import check_option, check_structure
from houseway.filings.schedules import by_day
from houseway.filings.schema.irregular import HouseOrder
from houseway.filings.terms import Terms

if TYPE_CHECKING:
    from houseway.families.poker.state import Asks


class Rules:
    """One game under one structure with its bets, fees and options."""

    __slots__ = (
        "after_blinds", "all_in_cite", "antes", "bets", "bets_cite", "big_blind", "blinds",
        "boards_low", "bring_in", "bring_in_worst",
        "cap", "cap_cite", "cap_lifts", "chip", "community_counts", "deck",
        "double_board", "fees",
        "filed_blinds", "forced_in_full", "game", "half_pot", "idle", "jokers", "kills_last",
        "least_cite", "limit", "low_hand", "mixed", "openers", "orders", "over_the_top",
        "pot_limit", "stakes", "streets", "structure", "tops",
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
        pot = game.pot_limit
        self.half_pot = pot is not None and pot.most == "half-pot-after-call"
        self.streets: tuple[Street, ...] = tuple(game.street)
        highest = tuple(_limit(street, stakes) for street in game.street)
        smallest = highest if self.limit else (stakes.min_bet,) * len(highest)
        self.bets = tuple(bets) or smallest
        # Where bets are spread: the most that a bet or raise may add, round by round.
        self.tops = highest if stakes.structure == "spread-limit" else ()
        self.bets_cite = bets_cite  # where the day sets them; else the street's own clause
        self.chip = chip or _smallest_chip(stakes)
        self.stakes = stakes
        # By custom the button posts the small blind when two play, so the amounts change places.
        turned = -1 if custom_heads_up and stakes.players == 2 else 1
        self.antes = stakes.antes[::turned] if any(stakes.antes) else ()
        self.blinds = stakes.blinds[::turned] if any(stakes.blinds) else ()
        self.filed_blinds = tuple(game.blinds.amounts) if game.blinds is not None else ()
        counted = self.blinds[: len(self.filed_blinds) or None]  # the rest are posts
        killed = 0 if stakes.kill is None else abs(self.blinds[stakes.kill])
        self.kills_last = bool(killed) and game.kill is not None and game.kill.acts == "last"
        self.big_blind = max((killed, *counted))
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
        self.openers = game.openers is not None
        self.double_board = game.double_board is not None
        self.mixed: tuple[str, ...] = ()  # shuffled back in when the deck does not last
        if game.shortage is not None and game.shortage.how != "refuse":
            self.mixed = tuple(game.shortage.mixed)
        self.fees = fees
        self.idle: dict[tuple[int, ...], list[Asks]] = {}  # questions no hand uses, by its seats
        self.orders = tuple(orders)  # when something goes wrong: filed ones, then the house's own


def _limit(street: Street, stakes: Stakes) -> int:
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


def table_rules(terms: Terms[Poker], stakes: Stakes, procedures: str = "") -> Rules:
    """The rules of a hand under a filing; a field it does not allow is refused by name.

    `procedures` names the house's own, which hold where the filing is silent.
    """
    filing, game = terms.filing, terms.filing.game
    check_structure(filing, stakes.structure)
    check_players(game, stakes)
    if terms.schedule is not None:
        check_option(filing, terms.schedule, structure=stakes.structure, players=stakes.players)
    days = by_day(filing)
    today = game_of_the_day(days, stakes.weekday)
    if stakes.structure in ("no-limit", "pot-limit"):
        # The smallest bet is the big blind, or the bring-in (rulings G-7, M-10).
        blinds = unstraddled(game.blinds, stakes.blinds)
        least = max(stakes.min_bet, stakes.bring_in, *(0, *blinds))
        stakes = replace(stakes, min_bet=least)
    bets = tuple(today.bets[: len(game.street)]) if today is not None else ()
    check_bets(terms, stakes, days, today)
    check_forced_bets(game, stakes, bets)
    custom = terms.options.get("heads_up_blinds", game.blinds and game.blinds.heads_up) == "custom"
    stakes = killed(game, stakes, turned=custom and stakes.players == 2)
    return Rules(
        game,
        stakes,
        filing.deck.cards(),
        bets=bets,
        bets_cite=str(game.structures.cite) if bets else "",
        chip=gcd(_smallest_chip(stakes), *bets) if bets else None,
        custom_heads_up=custom,
        bring_in_worst=terms.options.get("bring_in") == "worst",
        fees=fee_plan(terms, days),
        orders=(*filing.orders, *house_orders(filing, procedures)),
    )

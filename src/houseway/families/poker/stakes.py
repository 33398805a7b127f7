"""What a hand is played for, and whether the filing allows it; the field it refuses is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from houseway.errors import Refused
from houseway.families.poker.schema import Poker, PokerGame
from houseway.families.poker.schema_bets import Blinds
from houseway.filings.permitted.limits import Objection, day_objection, stakes_objection
from houseway.filings.schema.base import Cited, Span, brief
from houseway.filings.schema.collection import BlindsGroup, Structure, WeekdayGame
from houseway.filings.terms import Terms


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
    kill: int | None = None  # the player, counted from 0, who killed the pot
    carried: int = 0  # what nobody could open for in the hand before

    @property
    def players(self) -> int:
        return len(self.antes)

    def amounts(self) -> tuple[int, ...]:
        """Every amount the stakes name."""
        return (
            *self.antes, *map(abs, self.blinds), self.bring_in, self.small_bet, self.big_bet,
            self.min_bet, self.carried,
        )  # fmt: skip


def _refused(code: str, said: str, field: str, rule: Cited) -> Refused:
    return Refused(code, said, where=field, cite=str(rule.cite))


def check_players(game: PokerGame, stakes: Stakes) -> None:
    least, most = game.players.least, game.players.most
    if stakes.players < least or (most is not None and stakes.players > most):
        span = f"{least} to {most}" if most is not None else f"at least {least}"
        raise _refused(
            "players",
            f"{stakes.players} players are dealt in; the game is for {span}",
            "starting_stacks",
            game.players,
        )


def check_bets(
    terms: Terms[Poker], stakes: Stakes, days: BlindsGroup | None, today: WeekdayGame | None
) -> None:
    """Bets that make a game, and one that a table may offer."""
    filing, first = terms.filing, terms.filing.game.street[0]
    small, big = stakes.small_bet, stakes.big_bet
    if today is not None and days is not None:  # what is left out is as the day has it
        given = Span(low=small or min(today.bets), high=big or max(today.bets))
        _refuse_limits(day_objection(days, today, given), "small_bet", "big_bet")
        return
    limit, spread = stakes.structure == "limit", stakes.structure == "spread-limit"
    fields = [
        *(() if limit else ("min_bet",)),
        *(("small_bet", "big_bet") if limit | spread else ()),
    ]
    for field in fields:
        if getattr(stakes, field) <= 0:
            raise _refused(
                "no-bet", f"a {stakes.structure} game needs {field}, above zero", field, first
            )
    if (limit or spread) and big < small:
        raise _refused(
            "bets", f"{brief(big)}, the higher limit, is below {brief(small)}", "big_bet", first
        )
    if spread and small < stakes.min_bet:
        raise _refused(
            "bets",
            f"{brief(small)}, the most in the first rounds, is below {brief(stakes.min_bet)}",
            "small_bet",
            first,
        )
    span = Span(low=small if limit else stakes.min_bet, high=big if limit or spread else None)
    found = stakes_objection(filing, terms.schedule, stakes.structure, span)
    _refuse_limits(found, fields[0], fields[-1])


def _refuse_limits(found: Objection | None, low: str, high: str) -> None:
    """Limits that may not be posted, at the field that holds the lower or the higher one."""
    if found is not None:
        where = low if found.end == "low" else high
        raise Refused("limits-not-permitted", found.said, where=where, cite=found.cite)


def check_forced_bets(game: PokerGame, stakes: Stakes, bets: Sequence[int]) -> None:
    if stakes.carried and (game.openers is None or game.openers.passed_out != "pot-carried"):
        raise _refused("carried", "nothing is carried over from a hand", "carried", game.showdown)
    if game.antes is not None:
        if len(set(stakes.antes)) > 1:
            raise _refused(
                "antes", "everybody who is dealt in posts the same ante", "antes", game.antes
            )
    elif any(stakes.antes) and not _are_dead_posts(game.blinds, stakes):
        raise _refused("no-ante", "the filing has no antes", "antes", game.dealing)
    if game.blinds is None:
        if any(stakes.blinds):
            raise _refused(
                "no-blinds", "the filing has no blinds", "blinds_or_straddles", game.dealing
            )
    else:
        dead = game.button is not None and game.button.moves == "dead"
        _check_blinds(game.blinds, stakes, small_may_miss=dead)
    rule = game.bring_in
    if rule is None:
        if stakes.bring_in:
            raise _refused("no-bring-in", "the filing has no bring-in", "bring_in", game.dealing)
        return
    lower = bets[0] if bets else stakes.small_bet
    if stakes.structure == "limit" and rule.amount == "lower-limit":
        if stakes.bring_in != lower:
            raise _refused(
                "bring-in",
                f"the bring-in is the lower limit, {brief(lower)}, not {brief(stakes.bring_in)}",
                "bring_in",
                rule,
            )
    elif stakes.bring_in <= 0 or (stakes.structure == "limit" and stakes.bring_in > lower):
        raise _refused(
            "bring-in",
            f"a bring-in of {brief(stakes.bring_in)} is not between zero and the lower limit",
            "bring_in",
            rule,
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


def unstraddled(rule: Blinds | None, blinds: Sequence[int]) -> tuple[int, ...]:
    """The blinds without what was posted as a straddle."""
    if rule is None or rule.straddle is None or len(blinds) <= rule.numbers[0]:
        return tuple(blinds)
    return (*blinds[: rule.numbers[0]], *(0,) * (len(blinds) - rule.numbers[0]))


def straddles(rule: Blinds, big: int, players: int) -> dict[int, int]:
    """Who may straddle, counted from 0, each if the one before has, and for how much."""
    straddle, first = rule.straddle, rule.numbers[0]
    if straddle is None or players <= first:
        return {}
    if straddle.by == "button":
        return {players - 1: big * straddle.times}
    return {
        first + place: big * straddle.times ** (place + 1)
        for place in range(min(straddle.most, players - first))
    }


def _check_straddles(rule: Blinds, blinds: Sequence[int]) -> None:
    may = straddles(rule, max(blinds[: rule.numbers[0]], default=0), len(blinds))
    before = True  # each needs the one before
    for player, given in enumerate(blinds):
        due = may.get(player, 0) if before else 0
        before = before and (player not in may or bool(given))
        if player >= rule.numbers[0] and given not in (0, due):
            raise _refused(
                "straddle",
                f"{brief(abs(given))} is posted by p{player + 1}; a straddle there is {brief(due)}"
                if due
                else f"p{player + 1} may not straddle",
                "blinds_or_straddles",
                rule.straddle or rule,
            )


def killed(game: PokerGame, stakes: Stakes, *, turned: bool) -> Stakes:
    """The stakes of a hand somebody killed: higher limits, and a blind that does not open.

    Where two play and the button posts the small blind, the amounts are `turned`.
    """
    if stakes.kill is None:
        return stakes
    rule = game.kill
    if rule is None or stakes.structure not in ("limit", "spread-limit"):
        raise _refused("no-kill", "no kill is filed for this game", "kill", rule or game.structures)
    if not 0 <= stakes.kill < stakes.players or not any(stakes.blinds):
        raise _refused("no-kill", "a player who is dealt in kills a pot with blinds", "kill", rule)
    more, over = (2, 1) if rule.size == "full" else (3, 2)
    blinds = list(stakes.blinds)
    big = max(unstraddled(game.blinds, blinds))
    # The big blind goes on opening the action, also where it is the one who killed.
    place = 1 - stakes.kill if turned else stakes.kill
    blinds[place] = (1 if blinds[place] == big else -1) * (big * more // over)
    return replace(
        stakes,
        blinds=tuple(blinds),
        **{name: getattr(stakes, name) * more // over for name in _LIMITS},
    )


_LIMITS = ("small_bet", "big_bet", "min_bet")


def _check_blinds(rule: Blinds, stakes: Stakes, *, small_may_miss: bool) -> None:
    """As many blinds as are filed, in the amounts filed; further amounts are posts."""
    if rule.straddle is not None:
        _check_straddles(rule, stakes.blinds)
        stakes = replace(stakes, blinds=unstraddled(rule, stakes.blinds))
    posted = [amount for amount in stakes.blinds if amount]
    if small_may_miss and len(posted) == 1 and stakes.blinds[0]:
        return  # the one it was due from has left
    if rule.amounts:
        if not any(stakes.blinds[: len(rule.amounts)]):
            filed = " and ".join(map(brief, rule.amounts))
            said = f"no blind is posted; filed are {filed}"
            raise _refused("blinds", said, "blinds_or_straddles", rule)
        for given, due in zip(stakes.blinds, rule.amounts, strict=False):
            # The button always moves forward, so a blind may be missing (ruling O-16).
            if given not in (0, due):
                raise _refused(
                    "blinds",
                    f"a blind of {brief(abs(given))} is posted; filed is {brief(due)}",
                    "blinds_or_straddles",
                    rule,
                )
        extra = stakes.blinds[len(rule.amounts) :]
        if rule.posts is not None:
            big, whole = rule.amounts[-1], sum(rule.amounts)
            for given in extra:
                if abs(given) not in (0, big, whole):
                    raise _refused(
                        "post",
                        f"{brief(abs(given))} is posted; a new player posts {brief(big)}, a "
                        f"returning one {brief(whole)}",
                        "blinds_or_straddles",
                        rule.posts,
                    )
            return
        posted = [amount for amount in extra if amount] + list(rule.amounts)
    elif any(amount < 0 for amount in posted):
        raise _refused("post", "posts are not filed", "blinds_or_straddles", rule)
    if not rule.straddles and len(posted) not in rule.numbers:
        numbers = " or ".join(map(str, rule.numbers))
        raise _refused(
            "blinds",
            f"{len(posted)} blinds are posted; filed are {numbers}",
            "blinds_or_straddles",
            rule,
        )
    if not rule.straddles and any(stakes.blinds[len(posted) :]):
        raise _refused(
            "blinds",
            "the blinds are posted by the players next to the button",
            "blinds_or_straddles",
            rule,
        )

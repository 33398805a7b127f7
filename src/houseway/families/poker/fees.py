"""What the house takes from the pot: which option fits a hand, how much and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from houseway.errors import Refused
from houseway.families.poker.schema import Poker
from houseway.filings.loader import schedule_sets
from houseway.filings.schema.base import brief
from houseway.filings.schema.collection import (
    BlindsGroup,
    PotGroup,
    PotOption,
    Structure,
    TimedGroup,
)
from houseway.filings.terms import Schedule, Terms

G = TypeVar("G")


@dataclass(frozen=True, slots=True)
class FeePlan:
    """Fees by the street whose cards bring them due, by the round that does, and without a flop.

    With `blinds` the two blinds themselves are the fee.
    """

    dealt: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    modified: int = 0
    blinds: bool = False
    cite: str = ""


def fee_plan(terms: Terms[Poker], structure: Structure, players: int) -> FeePlan | None:
    """The fees of a hand under the schedule in force; None where nothing leaves the pot."""
    blinds = _groups(terms, BlindsGroup)
    if blinds:
        return FeePlan(blinds=True, cite=str(blinds[0].cite))
    schedule = terms.schedule
    if schedule is None:
        return None
    group = schedule.group
    if isinstance(group, TimedGroup):
        _check_group(schedule, group.structures or [structure], structure)
        return None  # by the clock, no part of a hand (ruling N-13)
    if not isinstance(group, PotGroup) or not isinstance(schedule.option, PotOption):
        raise Refused(
            "schedule",
            f"{schedule.cite} takes no fee from a pot",
            where="_schedule",
            cite=str(group.cite),
        )
    _check_group(schedule, group.structures, structure)
    option = schedule.option
    if players not in option.players:
        raise Refused(
            "schedule-players",
            f"option {option.number} is for {option.players} players; {players} are dealt in",
            where="_schedule",
            cite=schedule.cite,
        )
    streets = terms.filing.game.street
    if group.taken == "flop-turn-river":
        due = {"flop": option.regular, "turn": option.turn, "river": option.river}
        dealt = tuple(due.get(street.name, 0) for street in streets)
        return FeePlan(dealt=dealt, modified=option.modified, cite=schedule.cite)
    rounds = (option.regular, option.second, option.third, *(0,) * len(streets))
    return FeePlan(rounds=rounds[: len(streets)], cite=schedule.cite)


def _check_group(schedule: Schedule, structures: Sequence[Structure], structure: Structure) -> None:
    if structure not in structures:
        raise Refused(
            "schedule-structure",
            f"{schedule.cite} is for {' and '.join(structures)} games; this one is {structure}",
            where="_schedule",
            cite=str(schedule.group.cite),
        )


def _groups(terms: Terms[Poker], kind: type[G]) -> list[G]:
    return [
        group
        for one in schedule_sets(terms.filing)
        for group in one.group
        if isinstance(group, kind)
    ]


def check_limits(terms: Terms[Poker], structure: Structure, small_bet: int, big_bet: int) -> None:
    """Limit games smaller or larger than any schedule of the filing are not offered (G-26)."""
    if structure != "limit" or not small_bet:
        return
    groups = [g for g in _groups(terms, PotGroup) if "limit" in g.structures]
    if not groups:
        return
    least = [span for g in groups if (span := g.smallest_game or g.minimum) is not None]
    most = [span for g in groups if (span := g.largest_game or g.maximum) is not None]
    cite = str(groups[0].cite)
    if least and small_bet < min(span.low for span in least):
        raise Refused(
            "limit-too-small",
            f"the lower limit is {brief(small_bet)}; the smallest game filed begins at "
            f"{brief(min(span.low for span in least))}",
            where="small_bet",
            cite=cite,
        )
    tops = [span.high for span in most if span.high is not None]
    if tops and len(tops) == len(groups) and big_bet > max(tops):
        raise Refused(
            "limit-too-large",
            f"the higher limit is {brief(big_bet)}; the largest game filed ends at "
            f"{brief(max(tops))}",
            where="big_bet",
            cite=cite,
        )


def weekday_bets(terms: Terms[Poker], weekday: str, rounds: int) -> tuple[int, ...]:
    """The bets of each round where the day of the week sets them; else nothing."""
    games = [game for group in _groups(terms, BlindsGroup) for game in group.game]
    if not games:
        return ()
    found = next((game for game in games if weekday in game.days), None)
    if found is None:
        raise Refused(
            "weekday",
            f"{weekday!r} is no day of the week; the day sets the bets, so name it"
            if weekday
            else "the day of the week sets the bets; name it",
            where="_weekday",
            cite=str(_groups(terms, BlindsGroup)[0].cite),
        )
    return tuple(found.bets[:rounds])

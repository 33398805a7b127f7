"""What the house takes from the pot: how much and when; and the bets that a day sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from houseway.errors import Refused
from houseway.families.poker.schema import Poker
from houseway.filings.schema.collection import (
    BlindsGroup,
    PotGroup,
    PotOption,
    TimedGroup,
    WeekdayGame,
)
from houseway.filings.terms import Terms


@dataclass(frozen=True, slots=True)
class FeePlan:
    """Fees by the street whose cards bring them due, by the round that does, and without a flop.

    With `blinds` the two blinds themselves are the fee. The `button` pays its own before the
    deal. A `jackpot` drop leaves a pot of `jackpot_pot` or more on the flop, or after the first
    round in games without one.
    """

    dealt: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    modified: int = 0
    blinds: bool = False
    button: int = 0
    jackpot: int = 0
    jackpot_pot: int = 0
    jackpot_on: str = ""  # the street that is dealt; empty: the end of the first round
    cite: str = ""


def fee_plan(terms: Terms[Poker], days: BlindsGroup | None) -> FeePlan | None:
    """The fees of a hand under the schedule in force; None where nothing leaves the pot."""
    if days is not None:
        return FeePlan(blinds=True, cite=str(days.cite))
    schedule = terms.schedule
    if schedule is None or isinstance(schedule.group, TimedGroup):
        return None  # what is taken by the clock is no part of a hand (ruling N-13)
    group, option = schedule.group, schedule.option
    if not isinstance(group, PotGroup) or not isinstance(option, PotOption):
        raise Refused(
            "schedule",
            f"{schedule.cite} takes no fee from a pot",
            where="schedule",
            cite=str(group.cite),
        )
    streets = terms.filing.game.street
    jackpot: dict[str, Any] = {
        "jackpot": option.jackpot,
        "jackpot_pot": group.jackpot_pot,
        "jackpot_on": "flop" if any(street.name == "flop" for street in streets) else "",
    }
    if group.taken == "button":
        return FeePlan(button=option.regular, **jackpot, cite=schedule.cite)
    if group.taken == "flop-turn-river":
        due = {"flop": option.regular, "turn": option.turn, "river": option.river}
        dealt = tuple(due.get(street.name, 0) for street in streets)
        return FeePlan(dealt=dealt, modified=option.modified, **jackpot, cite=schedule.cite)
    rounds = (option.regular, option.second, option.third, *(0,) * len(streets))
    return FeePlan(rounds=rounds[: len(streets)], **jackpot, cite=schedule.cite)


def game_of_the_day(days: BlindsGroup | None, weekday: str) -> WeekdayGame | None:
    """The game that the day sets where the filing goes by days; else None."""
    if days is None or not days.game:
        return None
    found = next((game for game in days.game if weekday in game.days), None)
    if found is None:
        raise Refused(
            "weekday",
            f"{weekday!r} is no day of the week; the day sets the bets, so name it"
            if weekday
            else "the day of the week sets the bets; name it",
            where="weekday",
            cite=str(days.cite),
        )
    return found

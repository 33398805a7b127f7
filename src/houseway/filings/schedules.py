"""One collection option of a filing: by its number, with the paragraph and the set it is in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from houseway.errors import FilingError
from houseway.filings.loader import schedule_sets
from houseway.filings.schema.collection import (
    BlindsGroup,
    Group,
    Option,
    PotOption,
    ScheduleSet,
)
from houseway.filings.schema.common import FilingBase
from houseway.reading import whole_number


@dataclass(frozen=True, slots=True)
class Schedule:
    """One collection option in force, with the paragraph and the set it belongs to."""

    set: ScheduleSet
    group: Group
    option: Option

    @property
    def cite(self) -> str:
        return f"{self.set.title}, option {self.option.number}"


def by_day(filing: FilingBase) -> BlindsGroup | None:
    """The paragraph under which the blinds are the fee and the day sets the game, if any."""
    groups = (group for one in schedule_sets(filing) for group in one.group)
    return next((group for group in groups if isinstance(group, BlindsGroup)), None)


_AFTER_ROUND = {"second": 2, "third": 3}  # fees by the round of betting they are taken after


def never_due(filing: FilingBase, option: Option) -> list[str]:
    """Fees of an option for a round of betting that the game does not have."""
    if not isinstance(option, PotOption):
        return []
    rounds = len(filing.betting_rounds)
    return [key for key, after in _AFTER_ROUND.items() if getattr(option, key) and after > rounds]


def find_schedule(filing: FilingBase, wanted: int | str) -> Schedule:
    """Option `N` of the governing set, or `set/N`."""

    def unknown(said: str, cite: str, code: str = "unknown-schedule") -> NoReturn:
        raise FilingError(code, said, where="schedule", cite=cite)

    sets = schedule_sets(filing)
    if not sets:
        said = f"{filing.id} has no collection schedule; leave `schedule` out"
        unknown(said, filing.collection.none_filed, "no-schedule")
    if days := by_day(filing):
        named = ", ".join(day for game in days.game for day in game.days)
        unknown(
            "this filing has no numbered options: its fees go by the day of the week "
            f"({named}), not by {wanted!r}",
            str(days.cite),
        )
    name, _, number = str(wanted).rpartition("/")
    chosen = next((s for s in sets if s.name == name), None) if name else sets[0]
    if chosen is None:
        known = ", ".join(s.name for s in sets)
        unknown(f"there is no set {name!r}; the sets are {known}", str(sets[0].cite))
    option = whole_number(number)
    pair = None if option is None else chosen.find(option)
    if pair is None:
        numbers = sorted(option.number for _, option in chosen.options())
        span = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
        unknown(
            f"{wanted!r} is no option of set {chosen.name!r}; its options are {span}",
            str(chosen.cite),
        )
    return Schedule(chosen, *pair)

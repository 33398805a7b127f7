"""The terms of a round: a filing with the house's choices, the schedule and limits in force."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from houseway.errors import FilingError
from houseway.filings.loader import schedule_sets
from houseway.filings.schema.base import Span, parse_span
from houseway.filings.schema.collection import (
    CaliforniaGroup,
    CaliforniaOption,
    Group,
    Option,
    ScheduleSet,
)
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling

F = TypeVar("F", bound=FilingBase)
AnyFiling = TypeVar("AnyFiling", bound=FilingBase, covariant=True)
Choice = bool | int | str


@dataclass(frozen=True, slots=True)
class Schedule:
    """One collection option in force, with the paragraph and the set it belongs to."""

    set: ScheduleSet
    group: Group
    option: Option

    @property
    def cite(self) -> str:
        return f"{self.set.title}, option {self.option.number}"

    @property
    def table_limits(self) -> tuple[Span, str] | None:
        """The widest limits a player-dealer table may post, and where they stand.

        Where the house picks its limits within ranges, from the lowest minimum to the highest
        maximum; None where nothing is said.
        """
        if not isinstance(self.group, CaliforniaGroup):
            return None
        if isinstance(self.option, CaliforniaOption) and self.option.limits is not None:
            return self.option.limits, self.cite
        minimum, maximum = self.group.minimum, self.group.maximum
        if minimum is None and maximum is None:
            return None
        low = minimum.low if minimum else 0
        return Span(low=low, high=maximum.high if maximum else None), str(self.group.cite)


@dataclass(frozen=True, slots=True)
class Terms(Generic[AnyFiling]):
    """What a round is played under."""

    filing: AnyFiling
    options: Mapping[str, Choice]
    decks: int
    seats: int
    schedule: Schedule | None = None
    limits: Span | None = None

    def option(self, name: str) -> Choice:
        """The house's choice; options the filing does not list have their general default."""
        return self.options[name]

    def with_schedule(self, schedule: Schedule | None) -> Terms[AnyFiling]:
        return dataclasses.replace(self, schedule=schedule)


# Options every player-dealer filing takes, whether or not its data lists them.
GENERAL_OPTIONS: dict[str, tuple[tuple[Choice, ...], Choice]] = {
    "backline": ((True, False), False),
    "coverage": (("gross", "net"), "gross"),
}


def find_schedule(filing: FilingBase, wanted: int | str) -> Schedule:
    """Option `N` of the governing set, or `set/N`."""
    sets = schedule_sets(filing)
    if not sets:
        raise FilingError(
            "no-schedule",
            f"{filing.id} has no collection schedule; leave `schedule` out",
            where="schedule",
            cite=filing.collection.none_filed,
        )
    name, _, number = str(wanted).rpartition("/")
    chosen = next((s for s in sets if s.name == name), None) if name else sets[0]
    if chosen is None:
        known = ", ".join(s.name for s in sets)
        raise FilingError(
            "unknown-schedule",
            f"there is no set {name!r}; the sets are {known}",
            where="schedule",
            cite=str(sets[0].cite),
        )
    pair = chosen.find(int(number)) if number.isdigit() else None
    if pair is None:
        numbers = sorted(option.number for _, option in chosen.options())
        span = f"{numbers[0]} to {numbers[-1]}" if numbers else "none"
        raise FilingError(
            "unknown-schedule",
            f"{wanted!r} is no option of set {chosen.name!r}; its options are {span}",
            where="schedule",
            cite=f"{chosen.cite}",
        )
    return Schedule(chosen, *pair)


def _choose_options(filing: FilingBase, given: Mapping[str, Any]) -> dict[str, Choice]:
    chosen: dict[str, Choice] = {name: default for name, (_, default) in GENERAL_OPTIONS.items()}
    chosen |= {option.name: option.default for option in filing.option}
    for name, value in given.items():
        rule = filing.find_option(name)
        if rule is not None:
            allowed = rule.allows(value)
            listed = f"{rule.span[0]} to {rule.span[1]}" if rule.span else rule.values
            cite = str(rule.cite)
        elif name in GENERAL_OPTIONS and filing.kind == "player-dealer":
            values = GENERAL_OPTIONS[name][0]
            allowed = any(type(v) is type(value) and v == value for v in values)
            listed, cite = list(values), ""
            if name == "backline" and value is False:
                _refuse_to_forbid_backline(filing)
        else:
            known = ", ".join(sorted({*GENERAL_OPTIONS, *(o.name for o in filing.option)}))
            raise FilingError(
                "unknown-option",
                f"{filing.id} has no option {name!r}; it has {known}",
                where=f"options.{name}",
            )
        if not allowed:
            raise FilingError(
                "bad-option",
                f"{value!r} is not allowed for option {name!r}; allowed are {listed}",
                where=f"options.{name}",
                cite=cite,
            )
        chosen[name] = value
    return chosen


def _refuse_to_forbid_backline(filing: FilingBase) -> None:
    """The choice is for filings silent on it; one that permits backline bets leaves none."""
    spots = filing.spot if isinstance(filing, PlayerDealerFiling) else []
    for spot in spots:
        if spot.backline == "permitted":
            raise FilingError(
                "bad-option",
                f"the filing permits backline betting on {spot.label}; leave the option out",
                where="options.backline",
                cite=str(spot.cite),
            )


def make_terms(
    filing: F,
    *,
    options: Mapping[str, Any] | None = None,
    decks: int | None = None,
    schedule: int | str | None = None,
    limits: str | None = None,
) -> Terms[F]:
    """The terms a house chose, checked against what the filing leaves to it."""
    given = dict(options or {})
    decks = given.pop("decks", decks)
    limits = given.pop("limits", limits)
    low, high = filing.deck.decks
    if decks is None:
        decks = filing.deck.default_decks or high
    if isinstance(decks, bool) or not isinstance(decks, int) or not low <= decks <= high:
        raise FilingError(
            "bad-option",
            f"{decks!r} decks; the filing permits {low if low == high else f'{low} to {high}'}",
            where="decks",
            cite=str(filing.deck.cite),
        )
    chosen = _choose_options(filing, given)
    seats = chosen.get("seats", filing.table.seats)
    try:
        span = None if limits is None else Span.model_validate(parse_span(limits))
    except ValueError:
        raise FilingError(
            "bad-option", f'{limits!r} are no limits (as "5-500")', where="limits"
        ) from None
    found = None if schedule is None else find_schedule(filing, schedule)
    if span is not None and found is not None:
        _check_limits(span, found)
    return Terms(
        filing=filing,
        options=chosen,
        decks=decks,
        seats=int(seats),
        schedule=found,
        limits=span,
    )


def _check_limits(posted: Span, schedule: Schedule) -> None:
    """A table posts no limits beyond what its schedule permits."""
    if schedule.table_limits is None:
        return
    permitted, cite = schedule.table_limits
    ends_above = permitted.high is not None and (
        posted.high is None or posted.high > permitted.high
    )
    if posted.low < permitted.low or ends_above:
        raise FilingError(
            "limits-not-permitted",
            f"{posted} reach beyond what the schedule permits, {permitted}",
            where="limits",
            cite=cite,
        )

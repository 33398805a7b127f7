"""The terms of a round: a filing with the house's choices, the schedule and limits in force."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from houseway.errors import FilingError
from houseway.filings.permitted.limits import (
    Spaces,
    check_limits,
    check_ordinance,
    parse_limits,
    parse_spaces,
)
from houseway.filings.permitted.options import check_device, check_option
from houseway.filings.schedules import Schedule, find_schedule
from houseway.filings.schema.base import Span, written
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.house import Ordinance

F = TypeVar("F", bound=FilingBase)
AnyFiling = TypeVar("AnyFiling", bound=FilingBase, covariant=True)
Choice = bool | int | str


@dataclass(frozen=True, slots=True)
class Terms(Generic[AnyFiling]):
    """What a round is played under."""

    filing: AnyFiling
    options: Mapping[str, Choice]
    decks: int
    seats: int
    schedule: Schedule | None = None
    limits: Span | None = None
    spaces: Spaces = field(default_factory=dict)  # betting spaces with limits of their own
    dealt_from: str = ""  # the device in use, of those the filing permits
    ordinance: Ordinance | None = None  # the city's, as the house book has it
    by_book: tuple[str, ...] = ()  # which of these the house book decided

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


def _as_filed(value: Choice, values: Sequence[Choice]) -> Choice:
    """The filed value that is written the same: a bare 25 for "25"."""
    if isinstance(value, bool) or value in values:
        return value
    return next((one for one in values if isinstance(one, str) and one == str(value)), value)


def _listed(values: Iterable[Any]) -> str:
    return ", ".join(map(written, values))


def _choose_options(filing: FilingBase, given: Mapping[str, Any]) -> dict[str, Choice]:
    chosen: dict[str, Choice] = {name: default for name, (_, default) in GENERAL_OPTIONS.items()}
    chosen |= {option.name: option.default for option in filing.option}
    for name, value in given.items():
        rule = filing.find_option(name)
        if rule is not None:
            value = _as_filed(value, rule.values)
            allowed = rule.allows(value)
            listed = f"{rule.span[0]} to {rule.span[1]}" if rule.span else _listed(rule.values)
            cite = str(rule.cite)
        elif name in GENERAL_OPTIONS and filing.kind == "player-dealer":
            values = GENERAL_OPTIONS[name][0]
            allowed = any(type(v) is type(value) and v == value for v in values)
            listed, cite = _listed(values), ""
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
    dealt_from: str = "",
    ordinance: Ordinance | None = None,
    by_book: tuple[str, ...] = (),
) -> Terms[F]:
    """The terms a house chose, checked against what the filing leaves to it."""
    check_device(filing, dealt_from)
    terms = read_terms(
        filing,
        options=options,
        decks=decks,
        schedule=schedule,
        limits=limits,
        dealt_from=dealt_from,
        ordinance=ordinance,
        by_book=by_book,
    )
    if terms.limits is not None:
        check_ordinance(ordinance, terms.limits)
    if terms.schedule is not None:
        check_option(filing, terms.schedule)
        if terms.limits is not None:
            check_limits(filing, [terms.schedule], terms.limits)
    return terms


def read_terms(
    filing: F,
    *,
    options: Mapping[str, Any] | None = None,
    decks: int | None = None,
    schedule: int | str | None = None,
    limits: str | None = None,
    dealt_from: str = "",
    ordinance: Ordinance | None = None,
    by_book: tuple[str, ...] = (),
) -> Terms[F]:
    """The terms as written: understood, but not held against what a table may post.

    A log is replayed under the terms its table had, whatever is permitted today.
    """
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
    return Terms(
        filing=filing,
        options=chosen,
        decks=decks,
        seats=int(chosen.get("seats", filing.table.seats)),
        schedule=None if schedule is None else find_schedule(filing, schedule),
        limits=None if limits is None else parse_limits(limits),
        spaces={} if limits is None else parse_spaces(filing, limits),
        dealt_from=dealt_from or filing.deck.dealt_from[0],
        ordinance=ordinance,
        by_book=by_book,
    )

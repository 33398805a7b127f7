"""The house book in force: read, held against every filing it names, and asked what it decides.

Whatever is said at a table, in a round file or on the command line comes first; the book fills in
what is left open. Its ordinance holds in any case.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from houseway.errors import FilingError, HousewayError, Problems, Refused, raise_all
from houseway.filings.irregular import procedures
from houseway.filings.loader import load, parse_part, read_toml
from houseway.filings.permitted.limits import check_limits, check_ordinance, parse_limits
from houseway.filings.permitted.options import check_schedules
from houseway.filings.schedules import find_schedule
from houseway.filings.schema.base import brief
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.house import BY_THE_BOOK, Choices, HouseBook, Ordinance
from houseway.filings.terms import F, Terms, make_terms, read_terms
from houseway.filings.wording.common import choice_words

VARIABLE = "HOUSEWAY_HOUSE"


# The book of this process.


def name_in_force() -> str:
    """The file of the book in force; empty without one."""
    return os.environ.get(VARIABLE, "")


def in_force() -> HouseBook | None:
    named = name_in_force()
    return _book(named) if named else None


@contextmanager
def opened(path: Path | str | None) -> Iterator[HouseBook | None]:
    """Within, a house book is in force, for processes that are started too."""
    before = os.environ.get(VARIABLE)
    try:
        if path is not None:
            read_book(Path(path))
            os.environ[VARIABLE] = os.path.abspath(path)
        yield in_force()
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before


@lru_cache(maxsize=8)
def _book(named: str) -> HouseBook:
    return read_book(Path(named))


def read_book(path: Path) -> HouseBook:
    """A house book, or an error for everything in it that a filing does not leave to a house."""
    book = parse_part(HouseBook, read_toml(path), str(path))
    raise_all(list(problems(book, str(path))))
    return book


# Holding it against the filings.


def problems(book: HouseBook, file: str) -> Iterator[HousewayError]:
    """Everything wrong with a book, each with its place."""
    for number, one in enumerate(book.game):
        if any((one.filing, one.table) == (o.filing, o.table) for o in book.game[:number]):
            said = f"{one.filing} stands twice" + (f" for table {one.table}" if one.table else "")
            yield FilingError("bad-value", said, where=f"{file}: game[{number}]")
        yield from _objections(book, one, f"{file}: game[{number}]")
    kinds: dict[str, str] = {}
    for name in book.procedures:
        where = f"{file}: procedures"
        try:
            kind = procedures(name).kind
        except HousewayError as error:
            yield FilingError(error.code, error.message, where=where)
            continue
        if kind in kinds:
            said = f"{kinds[kind]} and {name} are both for {kind} games; a floor has one of a kind"
            yield FilingError("wrong-procedures", said, where=where)
        kinds[kind] = name


def _objections(book: HouseBook, one: Choices, where: str) -> Iterator[HousewayError]:
    try:
        filing = load(one.filing)
    except HousewayError as error:
        yield from _at(f"{where}.filing", error)
        return
    tried: list[tuple[str, Callable[[], Any]]] = [
        (f"options.{name}", partial(read_terms, filing, options={name: value}))
        for name, value in one.options.items()
    ]
    tried.append(("decks", lambda: read_terms(filing, decks=one.decks)))
    tried.append(("schedule", lambda: _schedules(filing, one)))
    tried.append(("limits", lambda: _limits(filing, book, one)))
    for key, check in tried:
        try:
            check()
        except HousewayError as error:
            yield from _at(f"{where}.{key}", error)


def _schedules(filing: FilingBase, one: Choices) -> None:
    check_schedules(filing, [find_schedule(filing, name) for name in one.schedule])


def _limits(filing: FilingBase, book: HouseBook, one: Choices) -> None:
    if one.limits is None:
        return
    limits = parse_limits(one.limits)
    check_ordinance(book.ordinance, limits)
    schedules = []
    for name in one.schedule:
        try:
            schedules.append(find_schedule(filing, name))
        except HousewayError:
            return  # which is said of the schedule
    check_limits(filing, schedules, limits)


def _at(where: str, error: HousewayError) -> Iterator[HousewayError]:
    several = error.found if isinstance(error, Problems) else [error]
    for one in several:
        yield FilingError(one.code, one.message, where=where, cite=one.cite)


# What it decides.


class Chosen(NamedTuple):
    """The terms of a table with what the book fills in; `by_book` names that."""

    options: dict[str, Any]
    decks: int | None
    schedule: tuple[str, ...]
    limits: str | None
    stakes: dict[str, Any]
    ordinance: Ordinance | None
    by_book: tuple[str, ...]


def choose(
    filing: FilingBase,
    *,
    options: Mapping[str, Any] | None = None,
    decks: int | None = None,
    schedule: Sequence[str] = (),
    limits: str | None = None,
    stakes: Mapping[str, Any] | None = None,
    table: str = "",
) -> Chosen:
    """What was said, and for the rest what stands in the book in force."""
    chosen, stakes = dict(options or {}), dict(stakes or {})
    schedule, by_book = tuple(schedule), []
    book = in_force()
    if book is None:
        return Chosen(chosen, decks, schedule, limits, stakes, None, ())
    decks, limits = chosen.get("decks", decks), chosen.get("limits", limits)
    for one in book.choices_for(filing.id, table):
        for name, value in one.options.items():
            if name not in chosen:
                chosen[name] = value
                by_book.append(f"options.{name}")
        if decks is None and one.decks is not None:
            decks = one.decks
            by_book.append("decks")
        if not schedule and one.schedule:
            schedule = tuple(one.schedule)
            by_book.append("schedule")
        if limits is None and one.limits is not None:
            limits = one.limits
            by_book.append("limits")
        if not stakes and one.stakes:
            stakes = dict(one.stakes)
            by_book.append("stakes")
    ordinance = book.ordinance
    if ordinance is not None:
        by_book.append("ordinance")
        if ordinance.backline is True and "backline" not in chosen and _is_silent(filing):
            chosen["backline"] = True
            by_book.append("options.backline")
    return Chosen(chosen, decks, schedule, limits, stakes, ordinance, tuple(by_book))


def _is_silent(filing: FilingBase) -> bool:
    """Whether a filing leaves it open who may bet behind a seat."""
    return isinstance(filing, PlayerDealerFiling) and all(
        spot.backline != "permitted" for spot in filing.spot
    )


def house_terms(
    filing: F,
    *,
    options: Mapping[str, Any] | None = None,
    decks: int | None = None,
    schedule: int | str | None = None,
    limits: str | None = None,
    dealt_from: str = "",
) -> Terms[F]:
    """The terms a house chose, by what is said and by its book, checked against the filing."""
    said = () if schedule is None else (str(schedule),)
    chosen = choose(filing, options=options, decks=decks, schedule=said, limits=limits)
    return make_terms(
        filing,
        options=chosen.options,
        decks=chosen.decks,
        schedule=chosen.schedule[0] if len(chosen.schedule) == 1 else None,
        limits=chosen.limits,
        dealt_from=dealt_from,
        ordinance=chosen.ordinance,
        by_book=chosen.by_book,
    )


def floor_procedures(kind: str) -> str:
    """The set of house procedure chosen for a kind of game; empty where none is."""
    book = in_force()
    names = book.procedures if book is not None else []
    return next((name for name in names if procedures(name).kind == kind), "")


def check_hours(now: datetime) -> None:
    """Refuse a table while the city has games closed."""
    book = in_force()
    ordinance = book.ordinance if book is not None else None
    if ordinance is None:
        return
    hour = now.astimezone(ZoneInfo(ordinance.zone)).strftime("%H:%M")
    if not ordinance.is_open(hour):
        raise Refused(
            "closed-hours",
            f"games are dealt from {ordinance.opens} to {ordinance.closes}, {BY_THE_BOOK}; it is "
            f"{hour}",
            cite=ordinance.cite,
        )


# Saying it.


def decided(terms: Terms[Any]) -> dict[str, Any]:
    """What the book decided of some terms, by name, as JSON has it."""
    values: dict[str, Any] = {
        "decks": terms.decks,
        "schedule": terms.schedule and terms.schedule.cite,
        "limits": terms.limits and str(terms.limits),
        "ordinance": terms.ordinance and ordinance_said(terms.ordinance),
        "procedures": floor_procedures(terms.filing.kind),
    }
    values |= {f"options.{name}": value for name, value in terms.options.items()}
    return {name: values[name] for name in terms.by_book if name in values}


def decided_said(terms: Terms[Any]) -> list[str]:
    """The same in sentences."""
    return [
        f"{name.removeprefix('options.').replace('_', ' ')}: {choice_words(value)}, {BY_THE_BOOK}"
        for name, value in decided(terms).items()
        if value is not None
    ]


def ordinance_said(ordinance: Ordinance) -> str:
    said = []
    if ordinance.most_wager is not None:
        said.append(f"no wager over {brief(ordinance.most_wager)}")
    if ordinance.backline is not None:
        said.append("backline bets" if ordinance.backline else "no backline bets")
    if ordinance.opens and ordinance.closes:
        said.append(f"open {ordinance.opens} to {ordinance.closes}")
    return f"{'; '.join(said) or 'nothing of games'} ({ordinance.cite})"


def book_json(filing: FilingBase) -> dict[str, Any] | None:
    """The book in force as it bears on a filing; None without one."""
    book = in_force()
    if book is None:
        return None
    return {
        "house": book.house,
        "games": [
            one.model_dump(mode="json", exclude={"filing"}, exclude_defaults=True)
            for one in book.game
            if one.filing == filing.id
        ],
        "ordinance": book.ordinance and book.ordinance.model_dump(mode="json", exclude_none=True),
        "procedures": floor_procedures(filing.kind),
        "buttons": {one.name: one.means for one in book.button},
        "words": {one.name: one.means for one in book.word},
    }


def book_lines(filing: FilingBase) -> list[tuple[str, str]]:
    """The same for a sheet: what it is about, and what it says."""
    book = in_force()
    if book is None:
        return []
    lines: list[tuple[str, str]] = []
    for one in (one for one in book.game if one.filing == filing.id):
        at = f" at table {one.table}" if one.table else ""
        lines += [
            (f"Option{at}", f"{name}: {choice_words(value)}") for name, value in one.options.items()
        ]
        lines += [(f"Decks{at}", str(one.decks))] if one.decks is not None else []
        lines += [(f"Schedule{at}", ", ".join(one.schedule))] if one.schedule else []
        lines += [(f"Limits{at}", one.limits)] if one.limits else []
    if book.ordinance is not None:
        lines.append(("Ordinance", ordinance_said(book.ordinance)))
    if name := floor_procedures(filing.kind):
        lines.append(("Floor", f"house procedure {name}, where the filing is silent"))
    lines += [("Button", f"{one.name}: {one.means}") for one in book.button]
    lines += [("Word", f"{one.name}: {one.means}") for one in book.word]
    return lines

"""How a table is set up: the filing, the house's choices, and the hash that pins them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from houseway.errors import Refused
from houseway.filings.house_book import choose
from houseway.filings.loader import parse_part
from houseway.filings.permitted.limits import check_limits, check_ordinance
from houseway.filings.permitted.options import check_device, check_schedules, check_structure
from houseway.filings.pinned import Rules, canonical
from houseway.filings.schedules import Schedule, find_schedule
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.house import Ordinance
from houseway.filings.terms import Terms, read_terms


@dataclass(frozen=True, slots=True)
class Setup:
    """What the house has chosen for a table. Everything stands in the log's first line.

    `schedule` names one collection option; a poker table may name one for each number of
    players. `stakes` are a poker table's: its structure, limits, blinds, antes.
    """

    filing: str
    table: str = "1"
    options: Mapping[str, Any] = field(default_factory=dict)
    decks: int | None = None
    schedule: tuple[str, ...] = ()
    limits: str | None = None
    dealt_from: str = ""  # of the ways the filing permits; empty: the first it names
    cut: int | None = None  # cards behind the cut card of a shoe; None: a quarter or more of it
    stakes: Mapping[str, Any] = field(default_factory=dict)
    seconds_to_act: int = 30
    ordinance: Mapping[str, Any] | None = None  # the city's, as the house book had it
    house_book: tuple[str, ...] = ()  # which of these the house book decided

    def as_json(self) -> dict[str, Any]:
        written: dict[str, Any] = {"filing": self.filing, "table": self.table}
        if self.options:
            written["options"] = dict(self.options)
        if self.schedule:
            written["schedule"] = list(self.schedule)
        if self.stakes:
            written["stakes"] = dict(self.stakes)
        if self.house_book:
            written["house_book"] = list(self.house_book)
        for name in ("decks", "limits", "dealt_from", "cut", "ordinance"):
            value = getattr(self, name)
            if value not in (None, ""):
                written[name] = value
        written["seconds_to_act"] = self.seconds_to_act
        return written

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Setup:
        given = dict(written)
        for name in ("schedule", "house_book"):
            given[name] = tuple(given.get(name, ()))
        return cls(**given)


def _are_words(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


# What each choice must be, for setups that come from outside.
_KINDS: dict[str, Callable[[Any], bool]] = {
    "filing": lambda value: isinstance(value, str),
    "table": lambda value: isinstance(value, str) and value != "",
    "options": lambda value: isinstance(value, Mapping),
    "decks": lambda value: value is None or type(value) is int,
    "schedule": _are_words,
    "house_book": _are_words,
    "ordinance": lambda value: value is None or isinstance(value, Mapping),
    "limits": lambda value: value is None or isinstance(value, str),
    "dealt_from": lambda value: isinstance(value, str),
    "cut": lambda value: value is None or (type(value) is int and value >= 0),
    "stakes": lambda value: isinstance(value, Mapping),
    "seconds_to_act": lambda value: type(value) is int and value > 0,
}


def terms_of(setup: Setup, filing: FilingBase) -> Terms[Any]:
    """The terms of a setup's rounds, as they are written.

    A poker table's schedules are chosen hand by hand; the first one stands in the terms.
    """
    for name, is_right in _KINDS.items():
        value = getattr(setup, name)
        if not is_right(value):
            raise Refused("bad-setup", f"{value!r} cannot be the {name} of a table", where=name)
    city: Ordinance | None = None
    if setup.ordinance is not None:
        city = parse_part(Ordinance, dict(setup.ordinance), "ordinance")
    return read_terms(
        filing,
        options=setup.options,
        decks=setup.decks,
        schedule=setup.schedule[0] if setup.schedule else None,
        limits=setup.limits,
        dealt_from=setup.dealt_from,
        ordinance=city,
        by_book=setup.house_book,
    )


def by_the_book(setup: Setup, filing: FilingBase) -> Setup:
    """A setup with what the house book in force adds to it."""
    chosen = choose(
        filing, options=setup.options, decks=setup.decks, schedule=setup.schedule,
        limits=setup.limits, stakes=setup.stakes, table=setup.table,
    )  # fmt: skip
    if not chosen.by_book:
        return setup
    city = chosen.ordinance
    return replace(
        setup, options=chosen.options, decks=chosen.decks, schedule=chosen.schedule,
        limits=chosen.limits, stakes=chosen.stakes,
        ordinance=None if city is None else city.model_dump(mode="json", exclude_defaults=True),
        house_book=tuple(dict.fromkeys((*setup.house_book, *chosen.by_book))),
    )  # fmt: skip


def check_setup(setup: Setup, terms: Terms[Any], structure: str = "") -> None:
    """Refuse a table whose options and limits the filing does not permit.

    `structure` is the betting structure, for games that have one.
    """
    filing = terms.filing
    schedules = schedules_of(setup, filing)
    if structure:
        check_structure(filing, structure)
    check_schedules(filing, schedules, structure=structure)
    if terms.limits is not None:
        check_limits(filing, schedules, terms.limits, structure=structure)
        check_ordinance(terms.ordinance, terms.limits)
    check_device(filing, setup.dealt_from)


def schedules_of(setup: Setup, filing: FilingBase) -> list[Schedule]:
    """The collection options in force: one, or in poker one for each number of players."""
    return [find_schedule(filing, number) for number in setup.schedule]


def fingerprint(setup: Setup, rules: Rules) -> str:
    """The content hash of all rules a table plays by.

    It covers the filing with its readings and every collection set it refers to, as the log
    carries them, and the setup's options and schedule.
    """
    return _hashed(rules, canonical([dict(setup.options), list(setup.schedule)]))


@lru_cache(maxsize=256)
def _hashed(rules: Rules, chosen: str) -> str:
    options, schedule = json.loads(chosen)
    whole = {**rules.as_json(), "options": options, "schedule": schedule}
    return hashlib.sha256(canonical(whole).encode()).hexdigest()

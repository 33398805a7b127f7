"""How a table is set up: the filing, the house's choices, and the hash that pins them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.errors import Refused
from houseway.filings.permitted import (
    check_device,
    check_limits,
    check_schedules,
    check_structure,
)
from houseway.filings.pinned import Rules, canonical
from houseway.filings.schema.common import FilingBase
from houseway.filings.terms import Schedule, Terms, find_schedule, read_terms


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

    def as_json(self) -> dict[str, Any]:
        written: dict[str, Any] = {"filing": self.filing, "table": self.table}
        if self.options:
            written["options"] = dict(self.options)
        if self.schedule:
            written["schedule"] = list(self.schedule)
        if self.stakes:
            written["stakes"] = dict(self.stakes)
        for name in ("decks", "limits", "dealt_from", "cut"):
            value = getattr(self, name)
            if value not in (None, ""):
                written[name] = value
        written["seconds_to_act"] = self.seconds_to_act
        return written

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Setup:
        given = dict(written)
        given["schedule"] = tuple(given.get("schedule", ()))
        return cls(**given)


# What each choice must be, for setups that come from outside.
_KINDS: dict[str, Callable[[Any], bool]] = {
    "filing": lambda value: isinstance(value, str),
    "table": lambda value: isinstance(value, str) and value != "",
    "options": lambda value: isinstance(value, Mapping),
    "decks": lambda value: value is None or type(value) is int,
    "schedule": lambda value: (
        isinstance(value, tuple) and all(isinstance(one, str) for one in value)
    ),
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
    return read_terms(
        filing,
        options=setup.options,
        decks=setup.decks,
        schedule=setup.schedule[0] if setup.schedule else None,
        limits=setup.limits,
        dealt_from=setup.dealt_from,
    )


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
    check_device(filing, setup.dealt_from)


def schedules_of(setup: Setup, filing: FilingBase) -> list[Schedule]:
    """The collection options in force: one, or in poker one for each number of players."""
    return [find_schedule(filing, number) for number in setup.schedule]


def fingerprint(setup: Setup, rules: Rules) -> str:
    """The content hash of all rules a table plays by.

    It covers the filing with its readings and every collection set it refers to, as the log
    carries them, and the setup's options and schedule.
    """
    chosen = {"options": dict(setup.options), "schedule": list(setup.schedule)}
    return hashlib.sha256(canonical({**rules.as_json(), **chosen}).encode()).hexdigest()

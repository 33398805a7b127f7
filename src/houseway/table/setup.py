"""How a table is set up: the filing, the house's choices, and the hash that pins them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from houseway.errors import Refused
from houseway.filings.loader import load, readings_of, schedule_sets
from houseway.filings.schema.collection import PotOption
from houseway.filings.schema.common import FilingBase
from houseway.filings.terms import Schedule, Terms, find_schedule, make_terms


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


def terms_of(setup: Setup, filing: FilingBase | None = None) -> Terms[Any]:
    """The terms of a setup's rounds, checked against the filing.

    A poker table's schedules are chosen hand by hand; the first one stands in the terms.
    """
    for name, is_right in _KINDS.items():
        value = getattr(setup, name)
        if not is_right(value):
            raise Refused("bad-setup", f"{value!r} cannot be the {name} of a table", where=name)
    filing = filing or load(setup.filing)
    terms = make_terms(
        filing,
        options=setup.options,
        decks=setup.decks,
        schedule=setup.schedule[0] if setup.schedule else None,
        limits=setup.limits,
    )
    schedules_of(setup, filing)
    allowed = filing.deck.dealt_from
    if setup.dealt_from and setup.dealt_from not in allowed:
        raise Refused(
            "bad-setup",
            f"cards are dealt from {' or '.join(allowed)}, not from {setup.dealt_from!r}",
            where="dealt_from",
            cite=str(filing.deck.cite),
        )
    return terms


def schedules_of(setup: Setup, filing: FilingBase) -> list[Schedule]:
    """The collection options in force: one, or in poker one for each number of players."""
    if len(setup.schedule) > 1 and filing.kind != "poker":
        raise Refused(
            "one-schedule",
            "a table has one collection option in force at a time; "
            f"{len(setup.schedule)} are named",
            where="schedule",
        )
    schedules = [find_schedule(filing, number) for number in setup.schedule]
    for first, second in combinations(schedules, 2):
        if not _go_together(first.option, second.option):
            raise Refused(
                "bands-overlap",
                f"options {first.option.number} and {second.option.number} would both be in force; "
                "a table has one for each number of players",
                where="schedule",
                cite=second.cite,
            )
    return schedules


def _go_together(first: Any, second: Any) -> bool:
    """Whether two options are fees from the pot for different numbers of players."""
    if not (isinstance(first, PotOption) and isinstance(second, PotOption)):
        return False
    few, many = sorted((first.players, second.players), key=lambda band: band.low)
    return few.high is not None and few.high < many.low


def canonical(document: Any) -> str:
    """The one way a document is written for hashing."""
    return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def fingerprint(setup: Setup, filing: FilingBase | None = None) -> str:
    """The content hash of all rules a table plays by.

    It covers the filing, its readings, every collection set it refers to, and the setup's
    options and schedule: a later program replays the log under the same rules, or sees that
    it cannot.
    """
    filing = filing or load(setup.filing)
    document = {
        "filing": filing.model_dump(mode="json"),
        "readings": [reading.model_dump(mode="json") for reading in readings_of(filing)],
        "collections": [one.model_dump(mode="json") for one in schedule_sets(filing)],
        "options": dict(setup.options),
        "schedule": list(setup.schedule),
    }
    return hashlib.sha256(canonical(document).encode()).hexdigest()

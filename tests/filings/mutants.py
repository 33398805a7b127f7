"""Filings with one thing wrong: every key deleted, doubled, renamed, or given another key's value.

A mutant is either refused, by the schema or by lint, or it is played: then its rule sheet is
written, its sign is posted where it has a schedule, and rounds are dealt to bots, whose ledger must
balance at every step.
"""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from houseway.cards import seeded_source
from houseway.errors import HousewayError
from houseway.filings.catalogue import filing_ids, find_file
from houseway.filings.lint import lint_filing
from houseway.filings.loader import parse_filing, read_toml, schedule_sets
from houseway.filings.schema.common import FilingBase
from houseway.filings.show import rule_sheet_json
from houseway.table.evening import start_evening, usual_setup
from houseway.table.records import Entry

Data = dict[str, Any]
Path = tuple[str | int, ...]
PROSE = {"rule", "notice", "posting", "term", "reading", "owners", "not_for_play"}
WORDS = {"cite", "note", "label", "title", "about", "text", "says", "lines", "house", "approval"}
ROUNDS = 2


class Mutant(NamedTuple):
    """A filing with one change: where, and what was done there."""

    filing_id: str
    path: Path
    change: str
    new: Any = None

    def __str__(self) -> str:
        return f"{self.filing_id} {'.'.join(map(str, self.path))}: {self.change}"

    def data(self) -> Data:
        """The filing as it then stands."""
        data = copy.deepcopy(_read(self.filing_id))
        *above, last = self.path
        node: Any = data
        for part in above:
            node = node[part]
        if self.change == "deleted":
            del node[last]
        elif self.change == "doubled":
            node.insert(last, copy.deepcopy(node[last]))
        elif self.change == "renamed":
            node[self.new] = node.pop(last)
        else:
            node[last] = copy.deepcopy(self.new)
        return data


@cache
def _read(filing_id: str) -> Data:
    path = find_file(filing_id)
    assert path is not None
    return read_toml(path)


def walk(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place below a node with what stands there; prose is left to the tests of lint."""
    items = node.items() if isinstance(node, dict) else enumerate(node)
    for key, value in items:
        if key in PROSE or key in WORDS:
            continue
        yield (*path, key), value
        if isinstance(value, dict | list):
            yield from walk(value, (*path, key))


@cache
def _values() -> dict[str, list[Any]]:
    """What stands under each key anywhere in the catalogue, and a few values of other keys."""
    found: dict[str, dict[str, Any]] = {}
    for filing_id in filing_ids():
        for path, value in walk(_read(filing_id)):
            key = next(part for part in reversed(path) if isinstance(part, str))
            text = json.dumps(value, default=str)
            if isinstance(path[-1], str) and len(text) < 400:
                found.setdefault(key, {}).setdefault(text, value)
    return {key: list(values.values()) for key, values in found.items()}


_STRANGE: tuple[Any, ...] = (True, 0, -1, 7, "", "high", "left-of-bank", "push", [], {}, "joker-53")


def _crossed(key: str, value: Any, chance: random.Random, number: int) -> list[Any]:
    """Values the key has in other filings, and some of other keys."""
    known = [one for one in _values().get(key, []) if one != value]
    near = chance.sample(known, min(len(known), number))
    far = chance.sample([one for one in _STRANGE if one != value], 2)
    return near + far


def mutants(filing_id: str, *, crossed: int = 4, seed: int = 1) -> Iterator[Mutant]:
    """Every change of a filing; where values are crossed over, so many of other filings."""
    chance = random.Random(f"{filing_id} {seed}")
    for path, value in walk(_read(filing_id)):
        last = path[-1]
        yield Mutant(filing_id, path, "deleted")
        if isinstance(last, int):
            yield Mutant(filing_id, path, "doubled")
            continue
        yield Mutant(filing_id, path, "renamed", f"{last}_")
        if last in ("id", "family", "source"):
            continue
        for other in _crossed(last, value, chance, crossed):
            yield Mutant(filing_id, path, f"is {other!r}", other)


class _Balanced:
    """A journal that keeps what was recorded; the table asserts that its ledger balances."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def append(self, entries: Sequence[Entry], /) -> None:
        self.entries += entries


def _errors(filing: FilingBase) -> set[tuple[str, str]]:
    return {(one.code, one.where) for one in lint_filing(filing) if one.severity == "error"}


@cache
def _errors_before(filing_id: str) -> set[tuple[str, str]]:
    return _errors(parse_filing(_read(filing_id), filing_id))


def outcome(mutant: Mutant, *, rounds: int = ROUNDS) -> str:
    """How a mutant fares: `refused`, `found` by lint, `not-opened`, or `played`."""
    try:
        filing = parse_filing(mutant.data(), "mutant.toml")
        schedule_sets(filing)
    except HousewayError as error:
        return "refused" if error.where else f"refused nowhere: {error}"
    if _errors(filing) - _errors_before(mutant.filing_id):
        return "found"
    rule_sheet_json(filing)
    return play(filing, rounds=rounds)[0]


def play(filing: FilingBase, *, rounds: int = ROUNDS, seed: int = 5) -> tuple[str, list[Entry]]:
    """Rounds dealt to bots at a table of a few seats, and their records."""
    journal = _Balanced()
    try:
        evening = start_evening(
            usual_setup(filing), journal, seeded_source(seed), seats=min(4, filing.table.seats),
            filing=filing,
        )  # fmt: skip
    except HousewayError:
        return "not-opened", []
    for _ in evening.play(rounds):
        pass
    evening.table.close()
    return "played", journal.entries

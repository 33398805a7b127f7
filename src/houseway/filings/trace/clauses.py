"""The trace of a filing: its text clause by clause, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from houseway.filings.loader import schedule_sets
from houseway.filings.schema.common import FilingBase
from houseway.filings.trace import texts
from houseway.filings.trace.holding import Holder, holders

Kind = Literal["executed", "told", "no-rule"]
ByPlace = Mapping[texts.Place, Sequence[Holder]]
KINDS: tuple[Kind, ...] = ("executed", "told", "no-rule")


@dataclass(frozen=True, slots=True)
class Clause:
    """Lines of a text that stand together: where they are looked up and what becomes of them.

    `executed`: cards, choices, payments or fees follow it. `told`: it is shown to people who
    look it up or read the sign. `no-rule`: it orders nothing, and `held_by` says why.
    """

    text: str
    first: int
    last: int
    clause: str
    kind: Kind
    held_by: tuple[str, ...]
    tests: tuple[str, ...] = ()

    @property
    def lines(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    def as_json(self) -> dict[str, Any]:
        return {
            "text": self.text,
            "lines": self.lines,
            "clause": self.clause,
            "kind": self.kind,
            "held_by": list(self.held_by),
            "tests": list(self.tests),
        }


def trace(filing: FilingBase) -> list[Clause]:
    """Every clause of the filing's text and of the schedules it uses, in order by line."""
    held = _by_place(holders(filing))
    idle = _no_rule(filing, held)
    clauses = [
        _clause(place, held.get(place, ()), idle.get(place, "")) for place in _lines(filing, held)
    ]
    return list(_joined(clauses))


def count(clauses: Iterable[Clause]) -> dict[Kind, int]:
    """How many clauses are executed, told, or no rule."""
    kinds = [one.kind for one in clauses]
    return {kind: kinds.count(kind) for kind in KINDS}


def lines_by_kind(text: str, traces: Iterable[Sequence[Clause]]) -> dict[Kind, int]:
    """How many lines of a text are executed, told, or no rule; blank lines are none.

    A line that several games have counts as what the most is made of it.
    """
    own = texts.text_trace(text)
    if own is None:
        return dict.fromkeys(KINDS, 0)
    blank = {line for _, line in texts.line_numbers(own.blank, text)}
    best: dict[int, Kind] = dict.fromkeys(range(1, own.lines + 1), "no-rule")
    for one in (one for clauses in traces for one in clauses if one.text == text):
        for line in range(one.first, one.last + 1):
            best[line] = min(best[line], one.kind, key=KINDS.index)
    kinds = [kind for line, kind in best.items() if line not in blank]
    return {kind: kinds.count(kind) for kind in KINDS}


def untraced(filing: FilingBase) -> list[texts.Place]:
    """Lines of the filing's range that nothing accounts for; a test wants none."""
    held = _by_place(holders(filing))
    idle = _no_rule(filing, held)
    return [
        place for place in _lines(filing, held) if place not in idle and not _accounted(held, place)
    ]


def _accounted(held: ByPlace, place: texts.Place) -> bool:
    """Whether a key or a step holds a line; a reading alone keeps nothing."""
    return any(one.how != "read" for one in held.get(place, ()))


def _by_place(found: Iterable[Holder]) -> dict[texts.Place, list[Holder]]:
    by_place: dict[texts.Place, list[Holder]] = {}
    for holder in found:
        for place in holder.places:
            by_place.setdefault(place, []).append(holder)
    return by_place


def _no_rule(filing: FilingBase, held: ByPlace) -> dict[texts.Place, str]:
    """Lines that order nothing, and why; those of other games unless the filing cites them."""
    found: dict[texts.Place, str] = {}
    for text in {filing.source.file, *(one.source for one in schedule_sets(filing))}:
        own = texts.text_trace(text)
        for reason, lines in own.no_rule.items() if own else ():
            places = texts.line_numbers(lines, text)
            kept = (one for one in places if reason != "another" or not _accounted(held, one))
            found |= dict.fromkeys(kept, texts.NO_RULE[reason])
    return found


def _lines(filing: FilingBase, held: ByPlace) -> list[texts.Place]:
    """The lines that are not blank: of the filing's range, and of the schedules it uses."""
    text = filing.source.file
    wanted = set(texts.line_numbers(filing.source.lines, text)) if filing.source.lines else set()
    wanted |= {p for p, several in held.items() if any(_is_fee(one) for one in several)}
    blank: set[texts.Place] = set()
    for name in {text for text, _ in wanted}:
        own = texts.text_trace(name)
        if own is not None:
            blank |= set(texts.line_numbers(own.blank, name))
    return sorted(wanted - blank)


def _is_fee(holder: Holder) -> bool:
    return holder.what.startswith("schedule ")


def _clause(place: texts.Place, several: Iterable[Holder], idle: str) -> Clause:
    text, line = place
    if idle:
        return Clause(text, line, line, "", "no-rule", (idle,))
    # The narrowest citation says where one looks it up, and stands first.
    ordered = sorted(several, key=lambda one: (one.how == "read", len(one.places)))
    kind: Kind = "executed" if any(one.how == "executed" for one in ordered) else "told"
    at = next((one.at for one in ordered if one.at and one.how != "read"), "")
    names = tuple(dict.fromkeys(one.what for one in ordered))
    return Clause(text, line, line, at, kind, names, texts.lines_tested().get(place, ()))


def _joined(clauses: Iterable[Clause]) -> Iterator[Clause]:
    """Neighbouring lines of one clause as one; blank lines between them do not part them."""

    def same(one: Clause) -> tuple[object, ...]:
        return one.text, one.clause, one.kind, one.held_by

    for _, several in groupby(clauses, key=same):
        run = list(several)
        tests = tuple(dict.fromkeys(test for one in run for test in one.tests))
        first = run[0]
        yield Clause(
            first.text,
            first.first,
            run[-1].last,
            first.clause,
            first.kind,
            first.held_by,
            tests,
        )

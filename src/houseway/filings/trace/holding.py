"""What of a filing holds a line: its keys, its readings, the steps that no key governs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from houseway.family import find_family
from houseway.filings.loader import readings_of, schedule_sets
from houseway.filings.schema.base import Cite, Record
from houseway.filings.schema.collection import CaliforniaOption, PotOption, TimedOption, WeekdayGame
from houseway.filings.schema.common import FilingBase
from houseway.filings.told import NOT_FILED
from houseway.filings.told_only import is_for_readers
from houseway.filings.trace.texts import Place, line_numbers, steps, text_trace
from houseway.filings.wording import is_reference

How = Literal["executed", "told", "read"]

# Parts in free words: shown and looked up, not acted upon.
_PROSE = frozenset({"rule", "notice", "posting", "term", "procedures", "posted", "notices"})
_PRINTED = (CaliforniaOption, PotOption, TimedOption, WeekdayGame)  # rows of a schedule
_NAMES = ("name", "number", "topic", "term", "hand")


@dataclass(frozen=True, slots=True)
class Holder:
    """A key, a reading or a step, and the lines it answers for."""

    what: str
    how: How
    places: frozenset[Place]
    at: str = ""  # heading and item, where it cites them


def holders(filing: FilingBase) -> list[Holder]:
    """Everything in a filing that answers for lines of a text."""
    text = filing.source.file
    found = [_marked(one, filing) for one in _cited(filing, "", text)]
    for one in schedule_sets(filing):
        where, *parts = _cited(one, f"schedule {one.name}", one.source or text)
        # That a set stands in these lines carries none of them out; its paragraphs and rows do.
        found += [replace(where, how="told"), *parts]
    for reading in readings_of(filing):
        places = [place for lines in reading.places for place in line_numbers(lines, text)]
        found.append(Holder(f"reading {reading.id}", "read", frozenset(places), reading.title))
    found += _named(filing, found)
    return found + list(_carried_out(filing, found))


def _marked(holder: Holder, filing: FilingBase) -> Holder:
    """A table that also holds a fact the text does not give says which."""
    facts = [
        fact.key.removeprefix(f"{holder.what}.")
        for fact in filing.not_filed
        if fact.key.startswith(f"{holder.what}.")
    ]
    if not facts:
        return holder
    return replace(holder, what=f"{holder.what} ({', '.join(facts)} {NOT_FILED})")


def _cited(record: Record, path: str, text: str, *, told: bool = False) -> Iterator[Holder]:
    """The cited tables of a record, each by its key; all of them `told` below one that is."""
    told = told or _says_only(record)
    for key in type(record).model_fields:
        value = getattr(record, key)
        below = told or is_for_readers(type(record), key)
        if isinstance(value, Cite):
            part = key.removesuffix("_cite")
            what = path if part == "cite" else f"{path}.{part}"
            yield _holder(what, value.lines, text, value.at, told=told)
        elif key == "lines" and isinstance(record, _PRINTED):
            yield _holder(path, value, text)
        elif isinstance(value, Record):
            yield from _cited(value, f"{path}.{key}".lstrip("."), text, told=below)
        elif isinstance(value, list):
            for place, item in enumerate(value, 1):
                if isinstance(item, Record):
                    what = f"{path}.{key}[{_name(item, place)}]".lstrip(".")
                    yield from _cited(item, what, text, told=below)


def _name(item: Any, place: int) -> str:
    return next((str(getattr(item, key)) for key in _NAMES if hasattr(item, key)), str(place))


def _says_only(record: Record) -> bool:
    """Whether a table is there for readers; one of nothing but its citation, and what it says in
    our own words, decides by standing."""
    model = type(record)
    keys = [key for key in model.model_fields if key != "says" and not is_reference(model, key)]
    return bool(keys) and all(is_for_readers(model, key) for key in keys)


def _holder(what: str, lines: str, text: str, at: str = "", *, told: bool = False) -> Holder:
    how: How = "told" if told or is_told(what) else "executed"
    return Holder(what, how, frozenset(line_numbers(lines, text)), at)


def is_told(what: str) -> bool:
    """Whether a key is only said to people: nothing in play depends on it."""
    parts = {part.partition("[")[0] for part in what.split(".")}
    return bool(parts & _PROSE) or what == "not_for_play"


def _named(filing: FilingBase, found: list[Holder]) -> Iterator[Holder]:
    """Keys and steps that the text's own data name for lines without a citation."""
    text = filing.source.file
    own = text_trace(text)
    if own is None:
        return
    known = {holder.what: holder.how for holder in found}
    fees = (one.places for one in found if one.what.startswith("schedule "))
    mine = frozenset(line_numbers(filing.source.lines, text)).union(*fees)
    for held in own.held:
        if held.filing not in ("", filing.id):
            continue
        places = frozenset(line_numbers(held.lines, text)) & mine
        for name in held.by if places else ():
            if name in known:
                yield Holder(name, known[name], places, held.clause)
            elif is_told(name):
                yield Holder(name, "told", places, held.clause)
            else:
                yield Holder(step_name(filing, name), "executed", places, held.clause)


def _carried_out(filing: FilingBase, found: list[Holder]) -> Iterator[Holder]:
    """Steps that carry out what a told rule says, or go by a word as it is explained."""
    for holder in found:
        kind, _, name = holder.what.removesuffix("]").partition("[")
        known = {"rule": steps().rule, "term": steps().term}.get(kind, {})
        for step in known.get(name, ()):
            yield Holder(step_name(filing, step), "executed", holder.places, holder.at)


def step_name(filing: FilingBase, step: str) -> str:
    """A step as a trace writes it: its name and where it is programmed."""
    if step == "procedure":
        family = find_family(filing.family)
        return f"step procedure ({family.package}.{family.procedure})"
    return f"step {step} ({steps().step[step]})"

"""What changes when one key of a filing is changed: settlements, procedures, fees, permissions.

A probe answers with what was decided, without the words in which it is told. The rounds are those
worked out from the texts (`tests/golden`, `tests/rounds`, `tests/cases`) or made for a key
(`probes-….toml`), a few more are dealt to bots, and every option of the schedule is tried with
several limits.

    python -m tests.filings.effects KEY…    look for a change that shows, for keys by part of a name

What is found stands in `effects.json`: by key the filing, the place, another value, and the probe
whose answer it changes; and where the filing does not have the key, what else is changed first.
A name by which one part finds another has the probe `loads`: another name is no longer found.
What no probe reaches, such as a table where people come and go, is shown by a test of its own.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, NamedTuple, get_args, get_origin

from houseway.cards.card import RANKS
from houseway.errors import HousewayError
from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load, load_file, schedule_sets
from houseway.filings.pinned import Rules
from houseway.filings.schema.base import Record, parts_of
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.walk import records_of
from houseway.filings.told_only import is_told_only
from tests.filings.probes import EVENING, HEADS_UP, LOADS, TESTS, decided, probes
from tests.filings.schema_walk import every_model

DRAFTS = TESTS.parent / "examples" / "filings"
Path_ = tuple[str | int, ...]


def definer(model: type[Record], key: str) -> type[Record]:
    """The record that brings a key to those that inherit it."""
    return next(
        base for base in reversed(model.__mro__)
        if issubclass(base, Record) and key in base.model_fields
    )  # fmt: skip


def name_of(model: type[Record], key: str) -> str:
    home = definer(model, key)
    return f"{home.__module__.removeprefix('houseway.')}.{home.__name__}.{key}"


@cache
def document(filing_id: str) -> dict[str, Any]:
    """A filing with all it refers to, every key written out."""
    path = DRAFTS / f"{filing_id}.toml"
    return Rules.of(load_file(path) if path.exists() else load(filing_id)).as_json()


def all_ids() -> list[str]:
    drafts = [
        path.relative_to(DRAFTS).with_suffix("").as_posix() for path in DRAFTS.glob("*/*.toml")
    ]
    return [*filing_ids(), *sorted(one for one in drafts if not one.startswith("collections"))]


def read(document: Mapping[str, Any]) -> FilingBase:
    filing = Rules.read(document).filing
    schedule_sets(filing)
    return filing


def places(node: Any, written: Any, path: Path_ = ()) -> Iterator[tuple[type[Record], str, Path_]]:
    """Every key of every record below one, with its place in the document."""
    kind: type = type(written)
    if kind not in (dict, list):
        return  # written as one string, or left out as it is always
    if isinstance(node, Record):
        for key in type(node).model_fields:
            yield type(node), key, (*path, key)
            yield from places(getattr(node, key), written.get(key), (*path, key))
    elif isinstance(node, dict):
        for key, value in node.items():
            yield from places(value, written.get(str(key)), (*path, str(key)))
    elif isinstance(node, list | tuple):
        for number, value in enumerate(node):
            yield from places(value, written[number], (*path, number))


def places_of(filing_id: str) -> Iterator[tuple[type[Record], str, Path_]]:
    whole = document(filing_id)
    filing = read(whole)
    yield from places(filing, whole["filing"], ("filing",))
    for number, one in enumerate(schedule_sets(filing)):
        yield from places(one, whole["collections"][number], ("collections", number))


def value_at(whole: Any, path: Path_) -> Any:
    for part in path:
        whole = whole.get(part) if isinstance(whole, dict) else whole[part]
    return whole


Change = tuple[Path_, Any]


def changed(filing_id: str, *changes: Change) -> FilingBase:
    """The filing with other values there; an error where it does not load."""
    whole = copy.deepcopy(document(filing_id))
    for path, value in changes:
        value_at(whole, path[:-1])[path[-1]] = value
    return read(whole)


# Other values.


@cache
def values_of() -> dict[str, list[Any]]:
    """What stands under each key anywhere."""
    found: dict[str, dict[str, Any]] = {}
    for filing_id in all_ids():
        for model, key, path in places_of(filing_id):
            value = value_at(document(filing_id), path)
            found.setdefault(name_of(model, key), {}).setdefault(repr(value), value)
    return {key: list(values.values()) for key, values in found.items()}


def others(filing_id: str, model: type[Record], key: str, path: Path_) -> list[Any]:
    """Other values the key might have: of its type, of names around it, and as filed elsewhere."""
    value = value_at(document(filing_id), path)
    found: list[Any] = []
    for part in parts_of(model.model_fields[key].annotation):
        if part is type(None):
            found.append(None)
        elif part is bool:
            found.append(not value)
        elif get_origin(part) is Literal:
            found += get_args(part)
            if isinstance(value, list):
                found += [value[1:], value[::-1], *([one] for one in get_args(part))]
        elif part is int and isinstance(value, int):
            found += [value + 1, value - 1, value * 2, value // 2]
    if isinstance(value, list):
        found += [[], value[1:], value[:-1]]
    if isinstance(value, int) and not isinstance(value, bool):
        found += [value + 1, value - 1, value * 3]
    if isinstance(value, str):
        found += [
            f"{value[:place]}{(int(digit) + 1) % 10}{value[place + 1 :]}"
            for place, digit in enumerate(value)
            if digit.isdigit()
        ]
    if isinstance(value, list) and value:
        found += [[*value[:place], *value[place + 1 :]] for place in range(min(len(value), 6))]
        found += [[one] for one in value[:4]]
        if isinstance(value[0], str) and value[0] in RANKS:
            found += [[one] for one in RANKS]
    if value is None:
        found += [0, 1, 2, 100, 500, "A", "K", True]
    if isinstance(value, list):
        found += [[one] for one in names_in(filing_id)]
    if isinstance(value, str):
        found += names_in(filing_id)
    found += values_of().get(name_of(model, key), [])[:12]
    seen: dict[str, Any] = {}
    for one in found:
        if one != value or type(one) is not type(value):
            seen.setdefault(repr(one), one)
    return list(seen.values())[:40]


@cache
def names_in(filing_id: str) -> list[str]:
    """What spots, options and pay tables of a filing are called."""
    filing = document(filing_id)["filing"]
    return [
        one["name"] for part in ("spot", "option", "pay_table") for one in filing.get(part, ())
    ][:12]


# Witnesses.


class Witness(NamedTuple):
    """A changed value, and the probe that tells it from the filed one, or from what was put in
    its place first."""

    filing: str
    path: Path_
    value: Any
    probe: str
    first: tuple[Change, ...] = ()

    def shows(self) -> bool:
        """Whether the probe's answer is another one with the other value."""
        other = partial(changed, self.filing, *self.first, (self.path, self.value))
        if self.probe == LOADS:
            return str(decided(lambda: bool(other()))).startswith("refused")
        return self.tells(other())

    def tells(self, other: FilingBase) -> bool:
        ask = _probes(self.filing)[self.probe]
        return bool(decided(lambda: ask(other)) != self._before(ask))

    def _before(self, ask: Callable[[FilingBase], Any]) -> Any:
        try:
            put = changed(self.filing, *self.first) if self.first else None
        except HousewayError:
            put = None  # the two go together
        return decided(lambda: ask(put)) if put else _as_filed(self.filing, self.probe)


@cache
def _probes(filing_id: str) -> Mapping[str, Callable[[FilingBase], Any]]:
    return dict(probes(filing_id))


@cache
def _as_filed(filing_id: str, probe: str) -> Any:
    return decided(lambda: _probes(filing_id)[probe](read(document(filing_id))))


KEPT = Path(__file__).with_name("effects.json")
# Names, and what is written as one string in a file.
_PLAIN = ("Bracket", "Count", "HourSpan", "PlayerBand", "Span", "Cite")


def deciding_keys() -> set[str]:
    """Every key that holds a value of its own and is not for readers alone."""
    return {
        name_of(model, key)
        for model in every_model()
        if model.__name__ not in _PLAIN
        for key, info in model.model_fields.items()
        if not is_told_only(model, key)
        and all(one.__name__ in _PLAIN for one in records_of(info.annotation))
    }


def look(name: str, *, seconds: float = 8, evenings: int = 4) -> Witness | None:
    """A change of a key that some probe tells, among those that can be tried in the time."""
    until, chance = perf_counter() + seconds, random.Random(name)
    found = [
        (filing_id, path, other)
        for filing_id in all_ids()
        for place in sample(
            [one for one in places_of(filing_id) if name_of(*one[:2]) == name], chance, 6
        )
        for path in [place[2]]
        for other in others(filing_id, *place)
    ]
    later = []
    for filing_id, path, other in chance.sample(found, len(found)):
        if perf_counter() > until:
            break
        try:
            filing = changed(filing_id, (path, other))
        except HousewayError:
            continue  # it does not load
        for probe in _probes(filing_id):
            witness = Witness(filing_id, path, other, probe)
            if probe in (EVENING, HEADS_UP):
                later.append((witness, filing))
            elif witness.tells(filing):
                return witness
            if perf_counter() > until:
                break
    for witness, filing in later[:evenings]:
        if witness.tells(filing):
            return witness
    return None


def sample(several: list[Any], chance: random.Random, most: int) -> list[Any]:
    return several if len(several) <= most else chance.sample(several, most)


def write(kept: Mapping[str, Any]) -> None:
    """The list, a line for each key."""
    parts = ",".join(
        f'\n "{name}": {{\n'
        + ",\n".join(
            f"  {json.dumps(key)}: {json.dumps(one, ensure_ascii=False)}"
            for key, one in sorted(part.items())
        )
        + "\n }"
        for name, part in kept.items()
    )
    text = f"{{{parts}\n}}\n"
    KEPT.write_text(text, encoding="utf-8")


def main(wanted: Sequence[str]) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    for name in [*kept["not yet shown"]]:
        found = look(name) if any(word in name for word in wanted) else None
        if found is not None:
            del kept["not yet shown"][name]
            kept["shown"][name] = found[: 5 if found.first else 4]
            print(name, *found, flush=True)
            write(kept)


if __name__ == "__main__":
    main(sys.argv[1:])

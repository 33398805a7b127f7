"""What changes when one key of a filing is changed: settlements, procedures, fees, permissions.

A probe answers with what was decided, without the words in which it is told. The rounds are those
worked out from the texts (`tests/golden`, `tests/rounds`, `tests/cases`), a few more are dealt to
bots, and every option of the schedule is tried with several limits.

    python -m tests.filings.effects KEY…    look for a change that shows, for keys by part of a name

What is found stands in `effects.json`: by key the filing, the place, another value, and the probe
whose answer it changes.
"""

from __future__ import annotations

import copy
import json
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast, get_args, get_origin

from houseway.cards import seeded_source
from houseway.cards.card import RANKS
from houseway.errors import HousewayError
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.schema import Poker
from houseway.filings.catalogue import filing_ids
from houseway.filings.house_book import house_terms
from houseway.filings.loader import load, load_file, schedule_sets
from houseway.filings.pinned import Rules
from houseway.filings.schema.base import Record, parts_of
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.walk import records_of
from houseway.filings.told_only import is_told_only
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import RoundFile, check_round, parse_round
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.collection import fees
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from tests.filings.schema_walk import every_model
from tests.irregular import cases

TESTS = Path(__file__).parents[1]
DRAFTS = TESTS.parent / "examples" / "filings"
Path_ = tuple[str | int, ...]
# What a person reads beside a decision.
WORDS = {
    "because", "cite", "says", "lines", "source", "note", "name", "words", "text", "title",
    "message", "why", "reading", "clause", "rules", "filing", "hash", "at", "time", "version",
    "elsewhere", "nearest", "label", "hand", "told", "reason", "warnings", "rule",
    "explain", "doubts",
}  # fmt: skip


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


def changed(filing_id: str, path: Path_, value: Any) -> FilingBase:
    """The filing with another value there; an error where it does not load."""
    whole = copy.deepcopy(document(filing_id))
    value_at(whole, path[:-1])[path[-1]] = value
    return read(whole)


# What is decided.


def plain(answer: Any) -> Any:
    """An answer without the words it is told in."""
    if is_dataclass(answer) and not isinstance(answer, type):
        answer = asdict(answer)
    if hasattr(answer, "_asdict"):
        answer = answer._asdict()
    if isinstance(answer, Mapping):
        return {str(k): plain(v) for k, v in answer.items() if k not in WORDS}
    if isinstance(answer, list | tuple | set | frozenset):
        return [plain(one) for one in answer]
    return str(answer) if not isinstance(answer, Record) else None


def decided(work: Callable[[], Any]) -> Any:
    try:
        return plain(work())
    except HousewayError as error:
        return f"refused {error.code}"


@cache
def _texts() -> dict[str, list[tuple[str, str]]]:
    """The texts of all rounds and hands by filing."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(TESTS.glob("golden/*/*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for kind in ("round", "hand"):
            if kind in data:
                _add(found, kind, data[kind])
    for path in sorted(
        [
            *TESTS.glob("rounds/[!p]*/*.toml"),
            *TESTS.glob("rounds/pai*/*.toml"),
            *TESTS.glob("cases/t*/*.toml"),
        ]
    ):
        _add(found, "round", path.read_text(encoding="utf-8"))
    for path in sorted(
        [
            *TESTS.glob("cases/poker/*.toml"),
            *TESTS.glob("cases/irregular-poker/*"),
            *TESTS.glob("rounds/poker/*.toml"),
        ]
    ):
        _add(found, "hand", path.read_text(encoding="utf-8"))
    return found


def _add(found: dict[str, list[tuple[str, str]]], kind: str, text: str) -> None:
    data = tomllib.loads(text)
    name = data.get("filing") or data.get("_filing")
    if name:
        found.setdefault(str(name), []).append((kind, text))


@cache
def _irregular() -> dict[str, list[RoundFile]]:
    found: dict[str, list[RoundFile]] = {}
    for path in sorted(TESTS.glob("cases/irregular/*.toml")):
        for _, written, _ in cases(path):
            file = check_round(written)
            found.setdefault(file.filing, []).append(file)
    return found


def probes(filing_id: str) -> Iterator[tuple[str, Callable[[FilingBase], Any]]]:
    """Ways to ask a filing, quick ones first."""
    yield "permitted", _permitted
    for number, (kind, text) in enumerate(_texts().get(filing_id, ())):
        if kind == "round":
            file = parse_round(text)
            yield f"round {number}", partial(_adjudicated, file)
        elif "chinese" not in filing_id:
            yield f"hand {number}", partial(_replayed, text)
    for number, file in enumerate(_irregular().get(filing_id, ())):
        yield f"irregular {number}", partial(_adjudicated, file)
    yield "evening", _evening


def _adjudicated(file: RoundFile, filing: FilingBase) -> Any:
    assert isinstance(filing, PlayerDealerFiling)
    terms = house_terms(
        filing, options=dict(file.options), decks=file.decks, schedule=file.schedule,
        limits=file.limits, dealt_from=file.dealt_from,
    )  # fmt: skip
    return adjudicate(file, terms=terms).as_json()


def _replayed(text: str, filing: FilingBase) -> Any:
    assert isinstance(filing, Poker)
    return [replay(hand, filing).as_json() for hand in parse_hands(text)]


def _evening(filing: FilingBase) -> Any:
    journal = MemoryJournal()
    evening = start_evening(
        usual_setup(filing), journal, seeded_source(5), seats=min(6, filing.table.seats),
        filing=filing,
    )  # fmt: skip
    for _ in evening.play(8):
        pass
    evening.table.close()
    return journal.entries[1:]  # the first one pins the filing


_LIMITS = (None, "5-100", "10-200", "20-300", "100-500", "4-8", "40-80", "2-100", "25-1000", "1-25")
_WAGERS = (5_00, 10_00, 25_00, 60_00, 100_00, 210_00, 500_00, 1200_00)


def _permitted(filing: FilingBase) -> Any:
    found = []
    numbers = [option.number for one in schedule_sets(filing) for _, option in one.options()]
    for number in [None, *numbers]:
        for limits in _LIMITS:
            found.append(decided(partial(_fees, filing, number, limits)))
    return found


def _fees(filing: FilingBase, number: Any, limits: str | None) -> Any:
    terms = house_terms(filing, schedule=number, limits=limits)
    if not isinstance(filing, PlayerDealerFiling):
        return [terms.seats, terms.decks]
    spot = filing.spot[0].name
    taken = []
    for wager in _WAGERS:
        layout = Layout(1, tuple(SeatWagers(n, {spot: wager}) for n in range(2, 4)))
        taken.append(decided(partial(fees, cast(Any, terms), layout)))
    return [terms.seats, terms.decks, taken]


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


def others(model: type[Record], key: str, value: Any) -> list[Any]:
    """Other values the key might have: of its type, and as filed elsewhere."""
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
    found += values_of().get(name_of(model, key), [])[:12]
    seen: dict[str, Any] = {}
    for one in found:
        if one != value or type(one) is not type(value):
            seen.setdefault(repr(one), one)
    return list(seen.values())[:24]


# Witnesses.


class Witness(NamedTuple):
    """A changed value, and the probe that tells it from the filed one."""

    filing: str
    path: Path_
    value: Any
    probe: str

    def shows(self) -> bool:
        """Whether the probe's answer is another one with the other value."""
        return self.tells(changed(self.filing, self.path, self.value))

    def tells(self, other: FilingBase) -> bool:
        ask = _probes(self.filing)[self.probe]
        return bool(decided(lambda: ask(other)) != _as_filed(self.filing, self.probe))


@cache
def _probes(filing_id: str) -> Mapping[str, Callable[[FilingBase], Any]]:
    return dict(probes(filing_id))


@cache
def _as_filed(filing_id: str, probe: str) -> Any:
    return decided(lambda: _probes(filing_id)[probe](read(document(filing_id))))


KEPT = Path(__file__).with_name("effects.json")
# Names, and what is written as one string in a file.
_PLAIN = ("Bracket", "HourSpan", "PlayerBand", "Span", "Cite")


def deciding_keys() -> set[str]:
    """Every key that holds a value of its own and is not for readers alone."""
    return {
        name_of(model, key)
        for model in every_model()
        for key, info in model.model_fields.items()
        if not is_told_only(model, key)
        and all(one.__name__ in _PLAIN for one in records_of(info.annotation))
    }


def look(name: str, *, most: int = 400) -> Witness | None:
    """A change of a key that some probe tells, among so many tries."""
    tried = 0
    for filing_id in all_ids():
        for model, key, path in places_of(filing_id):
            if name_of(model, key) != name:
                continue
            for other in others(model, key, value_at(document(filing_id), path)):
                try:
                    filing = changed(filing_id, path, other)
                except HousewayError:
                    continue  # it does not load
                for probe in _probes(filing_id):
                    tried += 1
                    if tried > most:
                        return None
                    witness = Witness(filing_id, path, other, probe)
                    if witness.tells(filing):
                        return witness
    return None


def main(wanted: Sequence[str]) -> None:
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    for name in [*kept["not yet shown"]]:
        found = look(name) if any(word in name for word in wanted) else None
        if found is not None:
            kept["not yet shown"].remove(name)
            kept["shown"][name] = found
            print(name, *found)
    kept["shown"] = dict(sorted(kept["shown"].items()))
    text = json.dumps(kept, indent=1, ensure_ascii=False)
    KEPT.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

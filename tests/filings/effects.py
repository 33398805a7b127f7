"""What a filing answers: rounds dealt to bots, the sign, what is permitted; to see a key's effect.

A key has an effect where another value of it is refused by a rule, or changes one of the answers.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path as Path_
from typing import Any, Literal, get_args, get_origin

import pytest

from houseway.errors import HousewayError, Problems
from houseway.family import find_family
from houseway.filings.catalogue import filing_ids, find_file
from houseway.filings.loader import load, parse_filing, read_toml
from houseway.filings.schema.base import Record, parts_of
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.sign import table_sign_json
from houseway.filings.terms import make_terms
from houseway.histories.adjudicate import adjudicate
from houseway.histories.event_log import START, write_line
from houseway.histories.round_file import check_round
from houseway.reading import parse_toml
from houseway.table.evening import usual_setup
from tests.filings.mutants import Data, Path, play, walk

Key = tuple[type[Record], str]
_TYPE_ERRORS = ("unknown-key", "missing-key", "no-citation")
SEEDS = (5,)
MOST = 30  # settled rounds of a filing
TESTS = Path_(__file__).parents[1]


def _stripped(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _stripped(v) for k, v in value.items() if k not in ("cite", "hash", "filing")}
    return [_stripped(one) for one in value] if isinstance(value, list) else value


@cache
def _settled() -> dict[str, list[Path_]]:
    """Rounds and hands of the tests by the filing they are of: its rare cases are among them."""
    found: dict[str, list[Path_]] = {}
    for path in sorted([*TESTS.glob("rounds/**/*.toml"), *TESTS.glob("cases/*/*.toml")]):
        data = parse_toml(path.read_text(encoding="utf-8"))
        name = data.get("filing") or data.get("_filing")
        if isinstance(name, str):
            found.setdefault(name, []).append(path)
    return found


def _answer(filing: FilingBase, path: Path_) -> Any:
    data = parse_toml(path.read_text(encoding="utf-8"))
    try:
        if isinstance(filing, PlayerDealerFiling):
            file = check_round(data)
            terms = make_terms(
                filing, options=file.options, decks=file.decks, schedule=file.schedule,
                limits=file.limits,
            )  # fmt: skip
            return _stripped(adjudicate(file, terms=terms).as_json())
        data.pop("expect", None)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("houseway.families.poker.phh_script.load", lambda _: filing)
            patch.setattr("houseway.families.chinese_poker.hand_file.load", lambda _: filing)
            return _stripped(find_family(filing.family).part("hand_file").replayed(data))
    except HousewayError as error:
        return [error.code, error.message]


def answers(filing: FilingBase, *, rounds: int = 2) -> list[Any]:
    """All that is compared; an answer that is refused is its code."""
    found: list[Any] = [_answer(filing, path) for path in _settled().get(filing.id, ())[:MOST]]
    for seed in SEEDS:
        end, entries = play(filing, rounds=rounds, seed=seed)
        lines = [json.loads(write_line(entry, START)[0]) for entry in entries[1:]]
        found.append([end, _stripped(lines)])
    setup = usual_setup(filing)
    limits = str(setup.limits or "5-100")
    try:
        found.append(_stripped(table_sign_json(filing, list(setup.schedule), limits)))
    except HousewayError as error:
        found.append([error.code, error.message])
    return found


def keys_of(filing_id: str) -> Iterator[tuple[Path, Key, Any]]:
    """Every key that stands in a filing, with the record it belongs to."""
    for path, value in walk(_data(filing_id)):
        if isinstance(path[-1], str):
            model = _record_at(load(filing_id), path[:-1])
            if model is not None and path[-1] in type(model).model_fields:
                yield path, (type(model), path[-1]), value


@cache
def _data(filing_id: str) -> Data:
    path = find_file(filing_id)
    assert path is not None
    return read_toml(path)


def _record_at(node: Any, path: Path) -> Record | None:
    for part in path:
        node = getattr(node, part, None) if isinstance(part, str) else node[part]
    return node if isinstance(node, Record) else None


def others(key: Key, value: Any) -> Iterator[Any]:
    """Other values of a key: every one of a fixed choice, a few of an open one."""
    model, name = key
    seen = [value]
    parts = list(parts_of(model.model_fields[name].annotation))
    for part in parts:
        if get_origin(part) is Literal:
            fixed = [one for one in get_args(part) if one != value]
            if isinstance(value, list):
                seen += list(value)
                yield from ([one] for one in fixed if [one] != value)
                yield from ([*value, one] for one in fixed if one not in value)
            else:
                yield from fixed
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value * 2)
    elif isinstance(value, list) and len(value) > 1:
        yield from (value[:-1], value[1:], value[::-1])
    elif isinstance(value, list):
        yield []
    elif isinstance(value, dict):
        for one in value:
            yield {k: v for k, v in value.items() if k != one}
    if not model.model_fields[name].is_required():
        yield None  # left out
    yield from (other for other in _elsewhere()[key] if other not in seen)


@cache
def _elsewhere() -> dict[Key, list[Any]]:
    """What each key holds anywhere in the catalogue."""
    found: dict[Key, list[Any]] = {}
    for filing_id in filing_ids():
        for _, key, value in keys_of(filing_id):
            several = found.setdefault(key, [])
            if value not in several:
                several.append(value)
    return found


def effect(filing_id: str, path: Path, other: Any, before: list[Any]) -> str:
    """What changes when a key has another value; empty where nothing does."""
    data = copy.deepcopy(_data(filing_id))
    node: Any = data
    for part in path[:-1]:
        node = node[part]
    if other is None:
        node.pop(path[-1])
    else:
        node[path[-1]] = copy.deepcopy(other)
    try:
        filing = parse_filing(data, "changed.toml")
    except HousewayError as error:
        several = error.found if isinstance(error, Problems) else [error]
        rule = [one for one in several if one.code not in _TYPE_ERRORS]
        plain = all(one.message.startswith(("Input should", "String should")) for one in rule)
        return "" if not rule or plain else f"refused: {rule[0].message}"
    try:
        after = answers(filing)
    except HousewayError as error:
        return f"refused: {error}"
    if after == before:
        return ""
    return "another answer"

"""Drafts of filings: every key of a family with what it is for, or a copy of a filing to change.

A draft is made from the schema, so that no key is left out, with the values of a filing of the
catalogue in the keys a game cannot do without. What only the author knows is marked, and lint says
what is still marked.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, get_args, get_origin

from pydantic_core import PydanticUndefined

from houseway.errors import FilingError, did_you_mean
from houseway.family import find_family
from houseway.filings.catalogue import filing_ids, find_file
from houseway.filings.described import about, own_words, values_in_words
from houseway.filings.lint.rules import MARK
from houseway.filings.loader import load, read_toml, readings_of
from houseway.filings.schema.base import Cite, Cited, Record, Span, parts_of
from houseway.filings.schema.bonus import Count
from houseway.filings.schema.collection import Bracket, CaliforniaGroup, HourSpan, PlayerBand
from houseway.filings.schema.filing import family_schema
from houseway.filings.schema.walk import records_of
from houseway.reading import read_text

_CITE = f"{MARK}: heading, item | 1"
_WIDTH = 96
_PROSE = ("rule", "notice", "posting", "term", "reading", "irregular")
_AS_TEXT = (Bracket, Count, HourSpan, PlayerBand, Span, Cite)  # written as one string
Data = dict[str, Any]


def new_draft(family: str) -> str:
    """A commented draft with every key of a family."""
    find_family(family)
    model = family_schema(family)
    sample = next((one for one in filing_ids() if load(one).family == family), None)
    if sample is None:
        raise FilingError(
            "no-sample",
            f"the family {family!r} brings no filing to take values from; write one by "
            "docs/filings.md",
            where="family",
        )
    path = find_file(sample)
    assert path is not None
    data = _marked(read_toml(path), load(sample).kind == "player-dealer")
    head = [
        f"# A draft of {find_family(family).label}. Values are those of a filing of the catalogue:",
        "# hold each against your text and cite it. Keys that stand behind a # may be left out.",
        f"# `houseway lint` lists what is still marked {MARK!r}; `houseway check --watch` shows",
        "# the rule sheet and the odds as you write.",
        "",
    ]
    return "\n".join([*head, *_table(model, data, (), described=set())]).rstrip() + "\n"


def copy_of(filing_id: str) -> str:
    """A filing of the catalogue to change: its text with the parts that name the house marked."""
    path = find_file(filing_id)
    if path is None:
        raise FilingError(
            "unknown-filing",
            f"there is no filing {filing_id!r} in the catalogue"
            + did_you_mean(filing_id, filing_ids(), otherwise="`houseway filings` lists them"),
            where="--from",
        )
    filing = load(filing_id)
    text = read_text(path, what="toml", kind=FilingError)
    game = filing_id.partition("/")[2]
    for key, value in (
        ("id", f"my-house/{game}"),
        ("house", f"{MARK}: the cardroom"),
        ("approval", f"{MARK}: the Bureau's number"),
    ):
        text = re.sub(rf"(?m)^{key} = .*$", f"{key} = {json.dumps(value)}", text, count=1)
    own = [one.id for one in filing.reading]
    adopted = [one.id for one in readings_of(filing) if one.id not in own]
    head, first, tables = text.partition("\n[")
    head = re.sub(r"(?ms)^readings = \[.*?\]\n", "", head + "\n").rstrip()
    if adopted:
        head += f"\nreadings = {_value(adopted)}"
    text = f"{head}\n{first}{tables}"
    return (
        f"# A copy of {filing_id} to change: what your text says otherwise, and every citation.\n"
        + text
    )


def _marked(data: Data, banked: bool) -> Data:
    """A filing's data with what is its house's own replaced."""
    kept = {key: value for key, value in data.items() if key not in (*_PROSE, "owners", "readings")}
    kept |= {
        "id": f"my-house/{data['id'].partition('/')[2]}",
        "house": f"{MARK}: the cardroom",
        "approval": f"{MARK}: the Bureau's number",
        "source": {"file": "own", "lines": f"{MARK}: first-last"},
        "collection": {"set": [_fees(banked)]},
    }
    kept.pop("version", None)
    marked: Data = _without_readings(kept)
    return marked


def _without_readings(node: Any) -> Any:
    """Without the readings of the sampled text, and with citations to be made."""
    if isinstance(node, list):
        return [_without_readings(one) for one in node]
    if not isinstance(node, dict):
        return node
    return {
        key: _CITE if key.endswith("cite") else _without_readings(value)
        for key, value in node.items()
        if key not in ("reading", "readings", "note")
    }


def _fees(banked: bool) -> Data:
    """One schedule with one option, for a game of either kind."""
    group: Data = {
        "kind": "california",
        "options": "1",
        "bank_basis": "flat",
        "player_basis": "flat",
    }
    option: Data = {"number": 1, "limits": "5-100", "bank": ["0+: 1"], "player": ["0+: 1"]}
    if not banked:
        every = ["limit", "no-limit", "pot-limit"]
        group = {"kind": "pot", "options": "1", "structures": every, "taken": "flop-turn-river"}
        option = {"number": 1, "players": "2+", "regular": 3}
    group |= {"cite": _CITE, "option": [option | {"lines": "1"}]}
    return {"name": "fees", "title": f"{MARK}: the schedule", "cite": _CITE, "group": [group]}


# Writing.


def _table(
    model: type[Record], data: Data, path: tuple[str, ...], *, described: set[type]
) -> Iterator[str]:
    """The keys of a table, then the tables below it; each kind of table is described once."""
    say = model not in described
    described.add(model)
    below: list[str] = []
    for key, info in model.model_fields.items():
        held = [one for one in records_of(info.annotation) if one not in _AS_TEXT]
        if held and not _is_inline(held[0], data.get(key)):
            below.append(key)
            continue
        if key in data:
            if say:
                yield from _comment(model, key, held)
            yield from _pair(key, data[key])
        elif say:
            yield from _comment(model, key, held)
            yield f"# {key} = {_value(_sample(model, key))}"
    for key in below:
        held = [r for r in records_of(model.model_fields[key].annotation) if r not in _AS_TEXT]
        yield from _below(model, key, held, data.get(key), (*path, key), described)


def _below(
    model: type[Record],
    key: str,
    held: list[type[Record]],
    value: Any,
    path: tuple[str, ...],
    described: set[type],
) -> Iterator[str]:
    many = _is_list(model, key)
    name = f"[[{'.'.join(path)}]]" if many else f"[{'.'.join(path)}]"
    said = _wrapped(about(held[0]))
    if value is None:
        for one in held:
            if one in described:
                yield from ("", *_wrapped(own_words(model, key)), f"# {name} has keys as above")
            else:
                yield from _left_out(one, name, described)
        return
    for place, item in enumerate(value if many else [value]):
        record = _kind_of(held, item)
        yield ""
        if place == 0:
            yield from said
        if any(not isinstance(v, dict) for v in item.values()) or not item:
            yield name
        yield from _table(record, item, path, described=described)
    banked = held and _kind_of(held, value[0] if many else value) is CaliforniaGroup
    for other in held:
        if other not in described and (other is CaliforniaGroup) == banked:
            yield from _left_out(other, name, described)


def _left_out(model: type[Record], name: str, described: set[type]) -> Iterator[str]:
    """A table that is left out, with its keys."""
    described.add(model)
    yield from ("", *_wrapped(about(model)), f"# {name}")
    for key, info in model.model_fields.items():
        held = [one for one in records_of(info.annotation) if one not in _AS_TEXT]
        yield from _comment(model, key, held)
        yield f"# {key} = {_value(_sample(model, key))}"


def _is_inline(record: type[Record], value: Any) -> bool:
    """Rows and the like stand on a line each, in one list."""
    return not issubclass(record, Cited) and isinstance(value, list)


def _is_list(model: type[Record], key: str) -> bool:
    return "list[" in str(model.model_fields[key].annotation)


def _kind_of(held: list[type[Record]], item: Data) -> type[Record]:
    for record in held:
        kind = record.model_fields.get("kind")
        if kind is not None and item.get("kind") in get_args(kind.annotation):
            return record
    return held[0]


def _comment(model: type[Record], key: str, held: list[type[Record]]) -> Iterator[str]:
    said = own_words(model, key).rstrip(".")
    values = values_in_words(model, key)
    fixed = _fixed(model, key)
    if values and fixed:
        meant = "; ".join(f"{_value(one)} {values[one]}" for one in fixed if one in values)
        said = f"{said}: {meant}" if said else meant
    elif len(fixed) > 1:
        said = f"{said or 'One of'}: {', '.join(map(_value, fixed))}"
    if held:
        said = f"{said or about(held[0])} Each has {_keys_of(held[0])}"
    yield from _wrapped(said)


def _keys_of(record: type[Record]) -> str:
    """The keys of a record that stands on one line, and of those within it."""
    keys = []
    for key, info in record.model_fields.items():
        inner = [one for one in records_of(info.annotation) if one not in _AS_TEXT]
        keys.append(f"{key} ({'; '.join(map(_keys_of, inner))})" if inner else key)
    return ", ".join(keys)


def _wrapped(said: str) -> list[str]:
    return [f"# {line}" for line in textwrap.wrap(said, _WIDTH)]


def _fixed(model: type[Record], key: str) -> list[Any]:
    """The values of a fixed choice."""
    parts = parts_of(model.model_fields[key].annotation)
    return [one for part in parts if get_origin(part) is Literal for one in get_args(part)]


def _sample(model: type[Record], key: str) -> Any:
    """What a key that is left out stands for, or an example of what it may be."""
    info = model.model_fields[key]
    default = info.get_default(call_default_factory=True)
    if default is not None and default is not PydanticUndefined:
        return default
    fixed = _fixed(model, key)
    if fixed:
        return [fixed[0]] if _is_list(model, key) else fixed[0]
    parts = set(parts_of(info.annotation))
    if "cite" in key:
        return _CITE
    for kind, value in _EXAMPLES.items():
        if kind in parts:
            return [value] if _is_list(model, key) else value
    return [] if _is_list(model, key) else {}


_EXAMPLES: dict[Any, Any] = {
    bool: False, int: 1, Fraction: "1:1", Span: "5-100", Bracket: "0+: 1", PlayerBand: "2+",
    HourSpan: "18:00-02:00", Count: "2+",
    str: "",
}  # fmt: skip


def _pair(key: str, value: Any) -> Iterator[str]:
    rows = isinstance(value, list) and value and isinstance(value[0], dict)
    if not rows:
        yield f"{key} = {_value(value)}"
        return
    yield f"{key} = ["
    yield from (f"  {_value(one)}," for one in value)
    yield "]"


def _value(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | Decimal | float):
        return str(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(str(value), ensure_ascii=False)


def _key(key: object) -> str:
    text = str(key)
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else json.dumps(text)

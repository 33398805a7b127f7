"""Every table of the schema, and sample values for its keys, for tests that must miss none."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import TypeAdapter, ValidationError

from houseway.family import family_names
from houseway.filings.schema.base import Cite, Record, Span, parts_of
from houseway.filings.schema.collection import Bracket, HourSpan, PlayerBand
from houseway.filings.schema.filing import family_schema
from houseway.filings.wording import words_for, words_of

EVERY_WORD = {model: w for name in family_names() for model, w in words_for(name).items()}


def every_model() -> list[type[Record]]:
    """All records reachable from the schemas of all families."""
    found: dict[type[Record], None] = {}
    waiting: list[type[Record]] = [family_schema(family) for family in family_names()]
    while waiting:
        model = waiting.pop()
        if model in found:
            continue
        found[model] = None
        for info in model.model_fields.values():
            for part in parts_of(info.annotation):
                if isinstance(part, type) and issubclass(part, Record):
                    waiting.append(part)
    values = (Bracket, HourSpan, PlayerBand)  # written as one string in a file
    return sorted((m for m in found if m not in values), key=lambda m: (m.__module__, m.__name__))


_TEXTS = (
    "A", "K", "AKQ", "765", "AKQJT98765432", "2345678TJQKA", "hard 19+", "soft 17-", "d", "u", "e",
    "ddu", "HHHHHHHHHH", "SSSSSHHHHH", "17", "23-25", "words", "others",
    "house/game", "other/game", "poker G-1", "poker G-2", "000:1", "000:2", "000", "own", "1-7",
    "table.seats", "deck.dealt_from",
)  # fmt: skip
_SIMPLE: dict[Any, list[Any]] = {
    bool: [True, False],
    int: [2, 3, 0, 1, 4, 5, 6, 7, 8],
    str: list(_TEXTS),
    type(None): [None],
    Fraction: [Fraction(3, 2), Fraction(8)],
    Span: [Span(low=100, high=500), Span(low=200, high=None)],
    Cite: [Cite(at="Rules, item 1", lines="1"), Cite(at="Rules, item 2", lines="2")],
    Bracket: [
        Bracket(span=Span(low=0, high=None), fee=1),
        Bracket(span=Span(low=500, high=900), fee=2),
    ],
    PlayerBand: [PlayerBand(low=7, high=None), PlayerBand(low=5, high=6)],
    HourSpan: [HourSpan(start=0, end=600), HourSpan(start=600, end=0)],
}


def samples(annotation: Any) -> list[Any]:
    """Different values a key may have: every one of a fixed choice, some of an open one."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *limits = get_args(annotation)
        return [one for one in samples(inner) if _passes(one, inner, limits)]
    if origin is Literal:
        return list(get_args(annotation))
    if origin in (Union, UnionType):
        return [one for part in get_args(annotation) for one in samples(part)]
    if origin is list:
        each = samples(get_args(annotation)[0])
        return [[one] for one in each] + [list(two) for two in itertools.pairwise(each)]
    if origin is dict:
        key, value = get_args(annotation)
        keys, values = samples(key), samples(value)
        whole = {one: values[place % len(values)] for place, one in enumerate(keys)}
        return [{keys[0]: values[0]}, {keys[-1]: values[-1]}, whole]
    if annotation in _SIMPLE:
        return _SIMPLE[annotation]
    if isinstance(annotation, type) and issubclass(annotation, Record):
        return list(records(annotation))
    raise AssertionError(f"no sample for {annotation}")


def _passes(value: Any, annotation: Any, limits: list[Any]) -> bool:
    if isinstance(value, list) and value and isinstance(value[0], Record):
        return True  # lists of tables are told one by one, whatever their number
    try:
        TypeAdapter(Annotated[annotation, *limits]).validate_python(value)
    except ValidationError:
        return False
    return True


def field_samples(model: type[Record], key: str) -> list[Any]:
    """Samples of one key that its own limits allow."""
    info = model.model_fields[key]
    found = samples(
        Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
    )
    assert found, f"no sample for {model.__name__}.{key}"
    return found


def records(model: type[Record]) -> Iterator[Record]:
    """Two records of a table that differ in every key; unchecked, for wording only."""
    choices = {key: field_samples(model, key) for key in model.model_fields}
    for place in (0, -1):
        yield model.model_construct(**{key: several[place] for key, several in choices.items()})


def variations(model: type[Record], key: str) -> Iterator[tuple[Record, Record]]:
    """Pairs of records that differ in that one key only, over several settings of the others."""
    choices = {k: field_samples(model, k) for k in model.model_fields}
    for place in (0, -1, 1):
        base = {k: several[min(place, len(several) - 1)] for k, several in choices.items()}
        for one, other in itertools.combinations(choices[key], 2):
            yield (
                model.model_construct(**{**base, key: one}),
                model.model_construct(**{**base, key: other}),
            )


def names_items(model: type[Record], key: str) -> bool:
    """Whether the key tells the tables of a list apart or labels them; then it is told as such."""
    return any(
        key in (wording.key, "label")
        for parent in every_model()
        for name, wording in words_of(parent, EVERY_WORD).keys.items()
        if name in parent.model_fields and model in parts_of(parent.model_fields[name].annotation)
    )

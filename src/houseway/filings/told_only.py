"""Keys that are told and decide nothing: which they are, and that every other one decides.

A key is told only where it says where a rule stands, where it can hold one value and no other, or
where its record lists it under `told_only`. `trace` and the tests ask here.
"""

from __future__ import annotations

from typing import Literal, get_args, get_origin

from houseway.filings.schema.base import Record, parts_of
from houseway.filings.wording import is_reference

_NAMES_A_KIND = ("kind", "family")  # by which records are told apart


def is_told_only(model: type[Record], key: str) -> bool:
    """Whether a key decides nothing.

    >>> from houseway.filings.schema.common import Table
    >>> is_told_only(Table, "shape"), is_told_only(Table, "seats")
    (True, False)
    """
    return is_for_readers(model, key) or has_one_value(model, key)


def is_for_readers(model: type[Record], key: str) -> bool:
    """Whether a key says where a rule stands, or is listed as one that nothing asks.

    One that can hold a single value is not: the program does as it says, having no other way.
    """
    listed = (name for base in model.__mro__ for name in getattr(base, "told_only", ()))
    return is_reference(model, key) or key in listed


def has_one_value(model: type[Record], key: str) -> bool:
    """Whether a key can hold a single value: it tells how a game goes and decides nothing."""
    if key in _NAMES_A_KIND:
        return False
    parts = [p for p in parts_of(model.model_fields[key].annotation) if p is not type(None)]
    return all(get_origin(part) is Literal and len(get_args(part)) == 1 for part in parts)

"""Every key of the schema in words: what a rule sheet, a comparison and a search say of it.

`common` and `collection` word the parts that all filings share; a family words its own beside its
schema. A key without a wording fails a test.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, get_origin

from houseway.family import find_family
from houseway.filings.schema.base import Record
from houseway.filings.wording.base import (
    RecordWords,
    Wording,
    Words,
    listed,
    plain,
    ranges,
    spot_name,
)
from houseway.filings.wording.bonus import BONUS
from houseway.filings.wording.collection import COLLECTION
from houseway.filings.wording.common import COMMON

# Keys that say where a rule stands or why it is so read, not what it is.
REFERENCES = frozenset(
    {"cite", "note", "lines", "source", "third_party_cite", "readings", "reading"}
)


def is_reference(model: type[Record], key: str) -> bool:
    """Whether a key says where a rule stands; a choice by the same name is a rule itself.

    >>> from houseway.families.baccarat.schema import Tied
    >>> is_reference(Tied, "cite"), is_reference(Tied, "lines")
    (True, False)
    """
    return key in REFERENCES and get_origin(model.model_fields[key].annotation) is not Literal


@lru_cache(maxsize=64)
def words_for(family: str) -> Words:
    """The wordings of all records a filing of the family is made of."""
    own: Words = find_family(family).part("wording")
    return {**COMMON, **BONUS, **COLLECTION, **own}


def words_of(model: type[Record], words: Words) -> RecordWords:
    """The wordings of a table of the schema, its inherited keys included."""
    found: dict[str, Wording] = {}
    matters = None
    for base in model.__mro__:
        here = words.get(base)
        if here is None:
            continue
        if here.sentence is not None and not found:
            return here
        found = {**here.keys, **found}
        matters = matters or here.matters
    return RecordWords(found, matters=matters)


__all__ = [
    "RecordWords", "Wording", "Words", "is_reference", "listed", "plain", "ranges", "spot_name",
    "words_for", "words_of",
]  # fmt: skip

"""Every key of the schema in words: what a rule sheet, a comparison and a search say of it.

A table of wordings for each module of the schema. A key without one fails a test.
"""

from __future__ import annotations

from houseway.filings.schema.base import Record
from houseway.filings.words.base import RecordWords, Wording, Words, listed, plain, spot_name
from houseway.filings.words.collection import COLLECTION
from houseway.filings.words.common import COMMON
from houseway.filings.words.three_card import THREE_CARD
from houseway.filings.words.ultimate import ULTIMATE

WORDS: Words = {**COMMON, **COLLECTION, **THREE_CARD, **ULTIMATE}

# Keys that say where a rule stands or why it is so read, not what it is.
REFERENCES = frozenset({"cite", "note", "lines", "source", "third_party_cite", "readings"})


def words_of(model: type[Record]) -> RecordWords:
    """The wordings of a table of the schema, its inherited keys included."""
    found: dict[str, Wording] = {}
    matters = None
    for base in reversed(model.__mro__):
        words = WORDS.get(f"{base.__module__.rpartition('.')[2]}.{base.__name__}")
        if words is not None:
            if words.sentence is not None:
                return words
            found |= words.keys
            matters = words.matters or matters
    return RecordWords(found, matters=matters)


__all__ = ["REFERENCES", "WORDS", "Wording", "listed", "plain", "spot_name", "words_of"]

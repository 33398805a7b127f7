"""Every key of the schema in words: what a rule sheet, a comparison and a search say of it.

A table of wordings for each module of the schema. A key without one fails a test.
"""

from __future__ import annotations

from houseway.filings.schema.base import Record
from houseway.filings.words.baccarat import BACCARAT
from houseway.filings.words.base import (
    RecordWords,
    Wording,
    Words,
    listed,
    plain,
    ranges,
    spot_name,
)
from houseway.filings.words.chinese import CHINESE
from houseway.filings.words.collection import COLLECTION
from houseway.filings.words.common import COMMON
from houseway.filings.words.pai_gow import PAI_GOW
from houseway.filings.words.poker import POKER
from houseway.filings.words.three_card import THREE_CARD
from houseway.filings.words.tiles import TILES
from houseway.filings.words.twenty_one import TWENTY_ONE
from houseway.filings.words.ultimate import ULTIMATE

WORDS: Words = {
    **COMMON, **COLLECTION, **THREE_CARD, **ULTIMATE, **TWENTY_ONE, **BACCARAT, **PAI_GOW,
    **TILES, **POKER, **CHINESE,
}  # fmt: skip

# Keys that say where a rule stands or why it is so read, not what it is.
REFERENCES = frozenset(
    {"cite", "note", "lines", "source", "third_party_cite", "readings", "reading"}
)


def words_of(model: type[Record]) -> RecordWords:
    """The wordings of a table of the schema, its inherited keys included."""
    found: dict[str, Wording] = {}
    matters = None
    for base in model.__mro__:
        words = WORDS.get(f"{base.__module__.rpartition('.')[2]}.{base.__name__}")
        if words is None:
            continue
        if words.sentence is not None and not found:
            return words
        found = {**words.keys, **found}
        matters = matters or words.matters
    return RecordWords(found, matters=matters)


__all__ = ["REFERENCES", "WORDS", "Wording", "listed", "plain", "ranges", "spot_name", "words_of"]

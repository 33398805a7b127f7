"""Fast kernels: arrays of hands, and hands one by one inside code compiled by Numba.

They rank as the readable modules of `houseway.hands` do, by a `strength` that is greater for the
better hand and equal for a tie; its numbers are their own. Loaded only when asked for: NumPy and
Numba come with the extra `analysis`.

Many hands at once, as rows of card indexes:

    evaluate(HIGH_7, hands)

One hand in a compiled loop, built up card by card:

    key = EMPTY + KEYS[a] + KEYS[b] + ...
    bits = BITS[a] + BITS[b] + ...
    strength(table, HIGH_7, key, bits)          # table = tables(), passed in by the caller

Every hand of the deck in order: `count(HIGH_7)`.
"""

try:
    import numba as _numba  # noqa: F401
    import numpy as _numpy  # noqa: F401
except ImportError as missing:
    raise ImportError(
        f"houseway.hands.kernels needs {missing.name}: install the extra, houseway[analysis]"
    ) from missing

from houseway.hands.kernels.lookup import category, count, evaluate, strength, sums_of
from houseway.hands.kernels.short import (
    badugi,
    evaluate_badugi,
    evaluate_three,
    evaluate_tiles,
    evaluate_two,
    is_foul,
    three_cards,
    three_category,
    two_cards,
    two_tiles,
)
from houseway.hands.kernels.store import compiled, leaf
from houseway.hands.tables import Table, tables
from houseway.hands.tables.layout import (
    BITS,
    DEUCE_5,
    EIGHT_LOW,
    EMPTY,
    FORTUNE_7,
    HIGH_5,
    HIGH_6,
    HIGH_7,
    JOKER_5,
    JOKER_6,
    JOKER_7,
    JOKER_NO_FLUSH_5,
    JOKER_NO_FLUSH_6,
    JOKER_NO_FLUSH_7,
    KEYS,
    LOW_5,
    LOW_7,
    STRENGTHS,
    Place,
)
from houseway.hands.tables.names import FORTUNE_CATEGORIES, HIGH_CATEGORIES, THREE_CATEGORIES

__all__ = [
    "BITS", "DEUCE_5", "EIGHT_LOW", "EMPTY", "FORTUNE_7", "FORTUNE_CATEGORIES", "HIGH_5", "HIGH_6",
    "HIGH_7", "HIGH_CATEGORIES", "JOKER_5", "JOKER_6", "JOKER_7", "JOKER_NO_FLUSH_5",
    "JOKER_NO_FLUSH_6", "JOKER_NO_FLUSH_7", "KEYS", "LOW_5", "LOW_7", "STRENGTHS",
    "THREE_CATEGORIES", "Place", "Table", "badugi", "category", "compiled", "count", "evaluate",
    "evaluate_badugi", "evaluate_three", "evaluate_tiles", "evaluate_two", "is_foul", "leaf",
    "strength", "sums_of", "tables", "three_cards", "three_category", "two_cards", "two_tiles",
]  # fmt: skip

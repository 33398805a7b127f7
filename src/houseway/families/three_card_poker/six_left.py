"""The best five of six cards of one deck, of which some are gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import (
    BITS,
    EMPTY,
    HIGH_6,
    HIGH_CATEGORIES,
    KEYS,
    Table,
    leaf,
    strength,
    tables,
)
from houseway.hands.tables import part


@leaf
def _count(
    table: Table, categories: Table, cards: Small, number: int, end: int,
    key: np.uint64, bits: np.uint64, found: Integers,
) -> None:  # fmt: skip
    """Adds `number` more of the cards before `end`, in every way."""
    for place in range(number - 1, end):
        more, of_more = key + KEYS[cards[place]], bits + BITS[cards[place]]
        if number == 1:
            found[categories[strength(table, HIGH_6, more, of_more)]] += 1
        else:
            _count(table, categories, cards, number - 1, place, more, of_more, found)


def six_cards_of(left: Sequence[int]) -> Counter[str]:
    """Hands of six of these cards, by index, by category.

    >>> six_cards_of(range(52))["royal-flush"]
    188
    """
    found = np.zeros(len(HIGH_CATEGORIES), np.int64)
    cards = np.array(left, np.uint8)
    _count(tables(), part("category"), cards, 6, len(cards), EMPTY, np.uint64(0), found)
    return Counter({name: int(n) for name, n in zip(HIGH_CATEGORIES, found, strict=True)})

"""Hands of four to seven cards: one at a time inside compiled code, in arrays, and all in order."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels.build import build
from houseway.hands.kernels.layout import (
    BITS,
    EMPTY,
    FLUSH,
    FLUSH_SHIFT,
    JOKER,
    KEYS,
    LOWER,
    OFFSETS,
    PARTS,
    STRANGE_SHIFT,
    SUIT_MASK,
    SUIT_WIDTH,
    TABLE_SIZE,
    UPPER_SHIFT,
    Place,
    offset,
)
from houseway.hands.kernels.names import FORTUNE_CATEGORIES
from houseway.hands.kernels.store import Table, compiled, kept_table
from houseway.hands.value import HandError

_STEP: Final = offset("step")
_ROYAL: Final = FORTUNE_CATEGORIES.index("royal-flush")
_ROYAL_MATCH: Final = np.uint16(FORTUNE_CATEGORIES.index("royal-flush-royal-match"))
_KING_QUEEN: Final = np.uint64(0b0110000000000)
_ONE: Final = np.uint64(1)
_FOUR: Final = np.uint64(4)


@cache
def tables() -> Table:
    """The table that every kernel reads: under 1 MB, built on first use and kept on disk."""
    table = kept_table("tables", build, TABLE_SIZE)
    table.flags.writeable = False
    return table


@compiled
def strength(table: Table, place: Place, key: np.uint64, bits: np.uint64) -> np.uint16:
    """The strength of a hand by its sums; greater is better. For use inside compiled code.

    `key` is `EMPTY` and the `KEYS` of the cards added up, `bits` their `BITS`. The cards must be
    as many as the place says, and all different.
    """
    if key & place.special:
        return _special(table, place, key, bits)
    return _by_ranks(table, place.first, place.values, key)


@compiled
def _by_ranks(table: Table, first: np.uint64, values: np.uint64, key: np.uint64) -> np.uint16:
    upper = np.uint64(table[first + ((key >> UPPER_SHIFT) & LOWER)])
    lower = np.uint64(table[_STEP + (key & LOWER)])
    return table[values + upper + lower]  # type: ignore[no-any-return]


@compiled
def _special(table: Table, place: Place, key: np.uint64, bits: np.uint64) -> np.uint16:
    if key & place.special & JOKER:
        # With the joker four of a kind or a full house can lie beside a flush.
        found = _by_ranks(table, place.joker_first, place.joker_values, key)
        if key & FLUSH:
            found = max(found, table[place.joker_suited + _flush_ranks(key, bits)])
    else:
        found = table[place.suited + _flush_ranks(key, bits)]
    if place.royal_match and found == _ROYAL and _has_king_queen(bits):
        return _ROYAL_MATCH
    return found


@compiled
def _flush_ranks(key: np.uint64, bits: np.uint64) -> np.uint64:
    """The ranks, a bit each, of the suit that makes a flush. The key must say there is one."""
    full = (key & FLUSH) >> FLUSH_SHIFT
    while not full & _ONE:
        full >>= _FOUR
        bits >>= SUIT_WIDTH
    return bits & SUIT_MASK


@compiled
def _has_king_queen(bits: np.uint64) -> bool:
    """Two cards of a suit are king and queen: beside a royal flush they are of another suit."""
    for _ in range(4):
        if bits & SUIT_MASK == _KING_QUEEN:
            return True
        bits >>= SUIT_WIDTH
    return False


@compiled
def _fill(
    table: Table, place: Place, hands: npt.NDArray[np.uint8], out: npt.NDArray[np.uint16]
) -> np.uint64:
    """Strengths of all hands into `out`; returns every bit that any key held."""
    size = hands.shape[1]
    seen = np.uint64(0)
    for i in range(hands.shape[0]):
        key = EMPTY
        key += KEYS[hands[i, 0]] + KEYS[hands[i, 1]] + KEYS[hands[i, 2]] + KEYS[hands[i, 3]]
        key += KEYS[hands[i, 4]]
        if size > 5:
            key += KEYS[hands[i, 5]]
        if size > 6:
            key += KEYS[hands[i, 6]]
        bits = np.uint64(0)
        if key & place.special:
            for j in range(size):
                bits += BITS[hands[i, j]]
        seen |= key
        out[i] = strength(table, place, key, bits)
    return seen


def evaluate(place: Place, hands: npt.ArrayLike) -> npt.NDArray[np.uint16]:
    """The strengths of many hands: an array of card indexes, a row for each hand.

    Bytes are read as they are, with the cards of a hand side by side or (faster by a little) each
    card of all hands side by side: pass `columns.T`. Cards of a hand must differ.

    >>> import numpy as np
    >>> evaluate(HIGH_5, np.array([[51, 47, 43, 39, 35], [0, 5, 10, 15, 21]]))  # doctest: +SKIP
    """
    cards = checked(hands, place.cards, place.deck)
    out = np.empty(len(cards), np.uint16)
    seen = int(_fill(tables(), place, cards, out))
    if seen >> int(STRANGE_SHIFT) or (seen & int(JOKER) and place.deck == 52):
        raise _strange(cards, place.deck)
    return out


def checked(hands: npt.ArrayLike, size: int, deck: int) -> npt.NDArray[np.uint8]:
    """The hands as bytes, in rows of `size`. Bytes are not looked at, other numbers are."""
    cards: npt.NDArray[Any] = np.asarray(hands)
    if cards.ndim != 2 or cards.shape[1] != size:
        raise HandError(f"hands of shape {cards.shape} are given; rows of {size} are read")
    if cards.dtype != np.uint8:
        if not np.issubdtype(cards.dtype, np.integer):
            raise HandError(f"hands of type {cards.dtype} are given; card indexes are integers")
        if cards.size and (cards.min() < 0 or cards.max() >= deck):
            raise _strange(cards, deck)
        cards = cards.astype(np.uint8)
    if not (cards.flags.c_contiguous or cards.flags.f_contiguous):
        cards = np.ascontiguousarray(cards)
    return cards


def _strange(cards: npt.NDArray[Any], deck: int) -> HandError:
    wrong = (cards < 0) | (cards >= deck)
    rows = np.flatnonzero(wrong.any(axis=1) | ((cards == 52).sum(axis=1) > 1))
    return HandError(
        f"hand {rows[0]}, {cards[rows[0]].tolist()}, is not of this ranking's deck:"
        f" indexes run from 0 to {deck - 1}{', the joker once' if deck > 52 else ''}"
    )


@compiled
def _count(table: Table, place: Place, counts: npt.NDArray[np.int64]) -> None:
    """Add up how many hands of the deck have each strength, going through them in order."""
    outer = place.cards - 2
    keys = np.full(8, EMPTY)
    bits = np.zeros(8, np.uint64)
    following = np.zeros(8, np.int64)
    level = 0
    while level >= 0:
        card = following[level]
        if card > place.deck - place.cards + level:
            level -= 1
            continue
        following[level] = card + 1
        level += 1
        keys[level] = keys[level - 1] + KEYS[card]
        bits[level] = bits[level - 1] + BITS[card]
        if level < outer:
            following[level] = card + 1
            continue
        _count_last_two(table, place, keys[level], bits[level], card + 1, counts)
        level -= 1


@compiled
def _count_last_two(
    table: Table,
    place: Place,
    key: np.uint64,
    bits: np.uint64,
    begin: int,
    counts: npt.NDArray[np.int64],
) -> None:
    for one in range(begin, place.deck - 1):
        key_of_one = key + KEYS[one]
        bits_of_one = bits + BITS[one]
        for other in range(one + 1, place.deck):
            found = strength(table, place, key_of_one + KEYS[other], bits_of_one + BITS[other])
            counts[found] += 1


def count(place: Place) -> npt.NDArray[np.int64]:
    """How many of all hands of the deck have each strength: the place in the array."""
    counts = np.zeros(1 << 13, np.int64)
    _count(tables(), place, counts)
    return counts


def category(strengths: npt.NDArray[np.uint16]) -> npt.NDArray[np.uint16]:
    """The codes (places in HIGH_CATEGORIES) of five-card high strengths, joker or not."""
    return part("category")[strengths]


def part(name: str) -> Table:
    """One part of the table, by its name in the layout."""
    return tables()[OFFSETS[name] : OFFSETS[name] + PARTS[name]]

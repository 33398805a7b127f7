"""Hands of five to seven cards: one at a time inside compiled code, in arrays, and all in order."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels.store import leaf
from houseway.hands.tables import Sums, Table, part, tables
from houseway.hands.tables.layout import (
    BITS,
    EMPTY,
    FLUSH,
    FLUSH_SHIFT,
    JOKER,
    JOKER_INDEX,
    KEYS,
    LOWER,
    STRANGE_SHIFT,
    SUIT_MASK,
    SUIT_WIDTH,
    UPPER_SHIFT,
    Place,
    offset,
)
from houseway.hands.tables.names import FORTUNE_CATEGORIES
from houseway.hands.value import HandError

Cards = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.uint16]
Counts = npt.NDArray[np.int64]

_STEP: Final = offset("step")
_ROYAL: Final = FORTUNE_CATEGORIES.index("royal-flush")
_ROYAL_MATCH: Final = np.uint16(FORTUNE_CATEGORIES.index("royal-flush-royal-match"))
_KING_QUEEN: Final = np.uint64(0b0110000000000)
_ONE: Final = np.uint64(1)
_FOUR: Final = np.uint64(4)


# One hand, inside compiled code


@leaf
def strength(table: Table, place: Place, key: np.uint64, bits: np.uint64) -> np.uint16:
    """The strength of a hand by its sums; greater is better, equal is a tie.

    `key` is `EMPTY` with the `KEYS` of the cards added, `bits` the sum of their `BITS`. There must
    be as many cards as the place says, all different. Give the place as a constant (`HIGH_7`), and
    the compiler leaves nothing of it but a few numbers.
    """
    if key & place.special:
        return _special(table, place, key, bits)
    return _by_ranks(table, place.first, place.values, key)


@leaf
def sums_of(cards: npt.NDArray[Any], number: int) -> tuple[np.uint64, np.uint64]:
    """Key and bits of the first cards of a row."""
    key, bits = EMPTY, np.uint64(0)
    for i in range(number):
        key += KEYS[cards[i]]
        bits += BITS[cards[i]]
    return key, bits


@leaf
def _by_ranks(table: Table, first: np.uint64, values: np.uint64, key: np.uint64) -> np.uint16:
    upper = np.uint64(table[first + ((key >> UPPER_SHIFT) & LOWER)])
    lower = np.uint64(table[_STEP + (key & LOWER)])
    return table[values + upper + lower]  # type: ignore[no-any-return]


@leaf
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


@leaf
def _flush_ranks(key: np.uint64, bits: np.uint64) -> np.uint64:
    """The ranks, a bit each, of the suit that makes a flush. The key must say there is one."""
    full = (key & FLUSH) >> FLUSH_SHIFT
    while not full & _ONE:
        full >>= _FOUR
        bits >>= SUIT_WIDTH
    return bits & SUIT_MASK


@leaf
def _has_king_queen(bits: np.uint64) -> bool:
    """The cards of some suit are king and queen: beside a royal flush, so of another suit."""
    for _ in range(4):
        if bits & SUIT_MASK == _KING_QUEEN:
            return True
        bits >>= SUIT_WIDTH
    return False


# Arrays of hands


@cache
def _filler(place: Place) -> Callable[[Table, Cards, Strengths], np.uint64]:
    @leaf
    def fill(table: Table, hands: Cards, out: Strengths) -> np.uint64:
        """Strengths of all hands into `out`; returns every bit that any key held."""
        seen = np.uint64(0)
        for i in range(hands.shape[0]):
            key = EMPTY
            for j in range(place.cards):
                key += KEYS[hands[i, j]]
            bits = np.uint64(0)
            if key & place.special:
                for j in range(place.cards):
                    bits += BITS[hands[i, j]]
            seen |= key
            out[i] = strength(table, place, key, bits)
        return seen

    return fill


def evaluate(place: Place, hands: npt.ArrayLike) -> Strengths:
    """The strengths of many hands, given as card indexes, a row for each hand.

    Bytes are read where they lie, whether the cards of a hand stand together or (a little faster)
    the first cards of all hands, then the second: `columns.T`. Cards of a hand must differ, which
    is not checked.
    """
    cards = checked(hands, place.cards, place.deck)
    out = np.empty(len(cards), np.uint16)
    seen = int(_filler(place)(tables(), cards, out))
    if seen >> int(STRANGE_SHIFT) or (seen & int(JOKER) and place.deck == JOKER_INDEX):
        raise out_of_deck(cards, place.deck)
    return out


def checked(hands: npt.ArrayLike, size: int, deck: int) -> Cards:
    """The hands as bytes, `size` to a row. Bytes are taken as they are, other numbers checked."""
    cards: npt.NDArray[Any] = np.asarray(hands)
    if cards.ndim != 2 or cards.shape[1] != size:
        raise HandError(
            f"hands of shape {cards.shape} are given; this ranking reads rows of {size}"
        )
    if cards.dtype != np.uint8:
        if not np.issubdtype(cards.dtype, np.integer):
            raise HandError(f"hands of type {cards.dtype} are given; card indexes are integers")
        if cards.size and (cards.min() < 0 or cards.max() >= deck):
            raise out_of_deck(cards, deck)
        cards = cards.astype(np.uint8)
    if not (cards.flags.c_contiguous or cards.flags.f_contiguous):
        cards = np.ascontiguousarray(cards)
    return cards


def out_of_deck(cards: npt.NDArray[Any], deck: int) -> HandError:
    wrong = (cards < 0) | (cards >= deck)
    jokers = (cards == JOKER_INDEX).sum(axis=1)
    row = np.flatnonzero(wrong.any(axis=1) | (jokers > 1))[0]
    joker = ", the joker (52) once" if deck > JOKER_INDEX else ""
    return HandError(
        f"hand {row}, {cards[row].tolist()}, is not of this ranking's deck:"
        f" its indexes run from 0 to {deck - 1}{joker}"
    )


# All hands of a deck, in order


@cache
def _counter(place: Place) -> Callable[[Table, Sums, Sums, Sums, Sums, Counts, Counts], None]:
    @leaf
    def count_all(
        table: Table,
        pair_keys: Sums,
        pair_bits: Sums,
        keys: Sums,
        bits: Sums,
        following: Counts,
        counts: Counts,
    ) -> None:
        """The cards but the last two by a stack of sums, then all pairs above them at once."""
        level = 0
        while level >= 0:
            card = following[level]
            if card > place.deck - place.cards + level:
                level -= 1
                continue
            following[level] = card + 1
            keys[level + 1] = keys[level] + KEYS[card]
            bits[level + 1] = bits[level] + BITS[card]
            if level < place.cards - 3:
                level += 1
                following[level] = card + 1
                continue
            key, bit = keys[level + 1], bits[level + 1]
            above = place.deck - 1 - card
            for i in range(above * (above - 1) // 2):
                counts[strength(table, place, key + pair_keys[i], bit + pair_bits[i])] += 1

    return count_all


def count(place: Place) -> Counts:
    """How many hands of the deck have each strength, every one of them evaluated."""
    first, second = _pairs(place.deck)
    keys = np.full(place.cards, EMPTY)
    bits = np.zeros(place.cards, np.uint64)
    following = np.zeros(place.cards, np.int64)
    counts = np.zeros(1 << 13, np.int64)
    _counter(place)(
        tables(), KEYS[first] + KEYS[second], BITS[first] + BITS[second],
        keys, bits, following, counts,
    )  # fmt: skip
    return counts


def _pairs(deck: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """All pairs of cards, the highest first card first: those above a card come before others."""
    first, second = np.triu_indices(deck, 1)
    order = np.argsort(-first, kind="stable")
    return first[order], second[order]


def category(strengths: Strengths) -> Strengths:
    """The codes (places in HIGH_CATEGORIES) of five-card high strengths, joker or not."""
    return part("category")[strengths]

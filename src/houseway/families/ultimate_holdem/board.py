"""One board of hold'em: all pairs of hole cards beside it, ranked against each other.

All 1,081 pairs are ranked once. Walked from the weakest up, with a count of how often each card
has been met, the ranking tells for each pair how many of the 990 bank hands are lower and how
many equal: those below, less those that hold one of the pair's own cards.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from houseway.hands.arrays import Indexes, Integers, Small
from houseway.hands.kernels import (
    BITS,
    HIGH_5,
    HIGH_6,
    HIGH_7,
    KEYS,
    Table,
    leaf,
    strength,
    sums_of,
)

PAIRS: Final = 1_081  # pairs of hole cards beside a board
BANKS: Final = 990  # bank hands beside a board and a pair
FLOPS: Final = 10  # of a board of five
CATEGORIES: Final = 10
# How a player's hand stands to the bank's, and whether the bank qualifies.
STANDINGS: Final = 6
HIGHER_Q, HIGHER_N, EQUAL_Q, EQUAL_N, LOWER_Q, LOWER_N = range(STANDINGS)
Standings = tuple[int, int, int, int, int, int]

# Rows of a worker's desk, a column for each pair of hole cards beside the board.
FIRST, SECOND, HOLE, STRENGTH, CATEGORY, LOWER, EQUAL, ORDER, SPARE = range(9)
QUALIFIED: Final = CATEGORIES + 1  # the last row of `under`
ALL: Final = 52  # beside the 52 cards: pairs whatever they hold


@leaf
def rank_holes(
    table: Table, categories: Table, board: Small, least: int, desk: Indexes, met: Integers,
    under: Integers,
) -> None:  # fmt: skip
    """All pairs beside a board: strength, category, bank hands lower and equal.

    `under[category, card]` counts the pairs of lower categories that hold the card; the row
    QUALIFIED those that are weaker than the `least` strength with which the bank qualifies.
    """
    key, bits = sums_of(board, 5)
    n = 0
    for b in range(52):
        if BITS[b] & bits:
            continue
        key_b, bits_b = key + KEYS[b], bits + BITS[b]
        for a in range(b):
            if BITS[a] & bits:
                continue
            found = strength(table, HIGH_7, key_b + KEYS[a], bits_b + BITS[a])
            desk[FIRST, n], desk[SECOND, n] = a, b
            desk[HOLE, n] = b * (b - 1) // 2 + a
            desk[STRENGTH, n] = found
            desk[CATEGORY, n] = categories[found]
            n += 1
    _sort(desk, met)
    met[:] = 0
    category = 0
    qualified = False
    i = 0
    while i < PAIRS:
        first = desk[ORDER, i]
        if not qualified and desk[STRENGTH, first] >= least:
            qualified = True
            _note(met, under, QUALIFIED)
        while category < desk[CATEGORY, first]:
            category += 1
            _note(met, under, category)
        end = i
        while end < PAIRS and desk[STRENGTH, desk[ORDER, end]] == desk[STRENGTH, first]:
            h = desk[ORDER, end]
            desk[LOWER, h] = met[ALL] - met[desk[FIRST, h]] - met[desk[SECOND, h]]
            end += 1
        for j in range(i, end):
            h = desk[ORDER, j]
            met[desk[FIRST, h]] += 1
            met[desk[SECOND, h]] += 1
        met[ALL] = end
        for j in range(i, end):
            h = desk[ORDER, j]
            # The pair itself is among those met, and was taken off twice.
            not_higher = end - met[desk[FIRST, h]] - met[desk[SECOND, h]] + 1
            desk[EQUAL, h] = not_higher - desk[LOWER, h]
        i = end
    if not qualified:
        _note(met, under, QUALIFIED)
    while category < CATEGORIES:
        category += 1
        _note(met, under, category)


@leaf
def _note(met: Integers, under: Integers, category: int) -> None:
    for card in range(ALL + 1):
        under[category, card] = met[card]


@leaf
def _sort(desk: Indexes, buckets: Integers) -> None:
    """ORDER lists the pairs by strength: by its lower seven bits, then by its upper."""
    for h in range(PAIRS):
        desk[ORDER, h] = h
    for shift in (0, 7):
        buckets[:] = 0
        for h in range(PAIRS):
            buckets[(desk[STRENGTH, h] >> shift & 127) + 1] += 1
        for i in range(1, 128):
            buckets[i] += buckets[i - 1]
        for i in range(PAIRS):
            h = desk[ORDER, i]
            bucket = desk[STRENGTH, h] >> shift & 127
            desk[SPARE, buckets[bucket]] = h
            buckets[bucket] += 1
        for i in range(PAIRS):
            desk[ORDER, i] = desk[SPARE, i]


@leaf
def _under(desk: Indexes, under: Integers, h: int, row: int, counted: bool) -> int:
    """Bank hands below a row of `under`, beside the pair, which is itself `counted` there or not.

    It holds both its cards, and was taken off twice.
    """
    others = under[row, ALL] - under[row, desk[FIRST, h]]
    return others - under[row, desk[SECOND, h]] + counted  # type: ignore[no-any-return]


@leaf
def standings(desk: Indexes, under: Integers, h: int, least: int) -> Standings:
    """The 990 bank hands by how the pair's hand stands to them, in the order named above.

    The bank qualifies with hands of the strength `least` or a greater one.
    """
    lower, equal = desk[LOWER, h], desk[EQUAL, h]
    below = desk[STRENGTH, h] < least
    unqualified = _under(desk, under, h, QUALIFIED, below)
    return _told_apart(lower, equal, unqualified, BANKS, below)


@leaf
def stands_to(
    table: Table, least: int, own: int, key: np.uint64, bits: np.uint64, missing: int,
    taken: np.uint64,
) -> Standings:  # fmt: skip
    """The same of one hand, of the strength `own`, by looking at every bank hand.

    `key` and `bits` are of the board and of the bank's cards that are known; so many of its two
    are `missing`, and may be any that are not `taken`.
    """
    lower, equal, unqualified, banks = 0, 0, 0, 0
    for b in range(52 if missing else 1):
        key_b, bits_b = key, bits
        if missing:
            if BITS[b] & taken:
                continue
            key_b, bits_b = key + KEYS[b], bits + BITS[b]
        for a in range(b if missing == 2 else 1):
            key_a, bits_a = key_b, bits_b
            if missing == 2:
                if BITS[a] & taken:
                    continue
                key_a, bits_a = key_b + KEYS[a], bits_b + BITS[a]
            bank = strength(table, HIGH_7, key_a, bits_a)
            lower += 1 if bank < own else 0
            equal += 1 if bank == own else 0
            unqualified += 1 if bank < least else 0
            banks += 1
    return _told_apart(lower, equal, unqualified, banks, own < least)


@leaf
def _told_apart(lower: int, equal: int, unqualified: int, banks: int, below: bool) -> Standings:
    """Bank hands lower than the own and equal, some unqualified: as the own itself, or not."""
    if not below:
        return (lower - unqualified, unqualified, equal, 0, banks - lower - equal, 0)
    return (0, lower, 0, equal, banks - unqualified, unqualified - lower - equal)


@leaf
def won_against(desk: Indexes, under: Integers, h: int, start: int, out: Integers) -> None:
    """The bank hands lower than the pair's, by category; those before `start` at 0 together."""
    own = desk[CATEGORY, h]
    if own < start:
        out[0] = desk[LOWER, h]
        return
    below = _under(desk, under, h, start, False)
    out[0] = below
    for category in range(start, own):
        upto = _under(desk, under, h, category + 1, own < category + 1)
        out[category] = upto - below
        below = upto
    out[own] = desk[LOWER, h] - below


@leaf
def shared_category(table: Table, categories: Table, board: Small) -> int:
    key, bits = sums_of(board, 5)
    return int(categories[strength(table, HIGH_5, key, bits)])


@leaf
def flops_of(board: Small, class_of: Indexes, order_of: Indexes, out: Integers) -> None:
    """Class and order of suits of the ten flops of a board."""
    n = 0
    for k in range(2, 5):
        for j in range(1, k):
            for i in range(j):
                x, y, z = np.int64(board[i]), np.int64(board[j]), np.int64(board[k])
                index = z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x
                out[n, 0], out[n, 1] = class_of[index], order_of[index]
                n += 1


@leaf
def one_card_strengths(table: Table, board: Small, out: Integers) -> None:
    """For each card beside the board what it makes with it; 0 for the board's own."""
    key, bits = sums_of(board, 5)
    for card in range(52):
        out[card] = strength(table, HIGH_6, key + KEYS[card], bits + BITS[card])
    for i in range(5):
        out[board[i]] = 0

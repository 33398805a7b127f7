"""What betting and waiting are worth with one pair of hole cards, over some boards.

The same sums that `counting` makes for all deals at once, for the one that a player looks at.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from houseway.families.ultimate_holdem.board import (
    BANKS,
    CATEGORY,
    EQUAL_N,
    EQUAL_Q,
    FIRST,
    HIGHER_N,
    HIGHER_Q,
    PAIRS,
    SECOND,
    Indexes,
    Integers,
    Small,
    rank_holes,
    shared_category,
    standings,
)
from houseway.families.ultimate_holdem.counting import (
    Pays,
    _desk,
    _fold_value,
    best_on_river,
    worth_of,
)
from houseway.hands.kernels import Table, leaf, tables
from houseway.hands.tables import part


class Value(NamedTuple):
    """Sums over boards and bank hands, in whole parts of the ante."""

    stakes: int  # ante and blind
    play: int  # a play wager of one ante
    check: int  # the best of bet and fold on each river
    higher: int
    lower: int
    cases: int


@leaf
def _add_up(
    table: Table, categories: Table, pays: Pays, boards: Small, one: int, other: int,
    desk: Indexes, met: Integers, under: Integers, won: Integers, sums: Integers,
) -> None:  # fmt: skip
    for n in range(boards.shape[0]):
        rank_holes(table, categories, boards[n], pays.qualifies, desk, met, under)
        shared = shared_category(table, categories, boards[n])
        for h in range(PAIRS):
            first, second = desk[FIRST, h], desk[SECOND, h]
            if not ((first == one and second == other) or (first == other and second == one)):
                continue
            own = desk[CATEGORY, h]
            stand = standings(desk, under, h, pays.qualifies)
            stakes, play = worth_of(pays, own, stand)
            fold = _fold_value(pays, 0, own, shared, stand, won)
            higher = stand[HIGHER_Q] + stand[HIGHER_N]
            sums[0] += stakes
            sums[1] += play
            sums[2] += best_on_river(pays, fold, stakes, play)[1]
            sums[3] += higher
            sums[4] += BANKS - higher - stand[EQUAL_Q] - stand[EQUAL_N]


def value_of(pays: Pays, hole: list[int], boards: list[list[int]]) -> Value:
    desk, met, under, worth, _ = _desk(0)
    sums = np.zeros(5, np.int64)
    one, other = hole
    _add_up(
        tables(), part("category"), pays, np.array(boards, np.uint8), one, other,
        desk, met, under, worth[0], sums,
    )  # fmt: skip
    stakes, play, check, higher, lower = sums.tolist()
    return Value(stakes, play, check, higher, lower, len(boards) * BANKS)

"""What betting and waiting are worth with one pair of hole cards, over some boards.

The same sums that `counting` makes for all deals at once, for the one that a player looks at.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.families.ultimate_holdem.board import (
    BANKS,
    EQUAL_N,
    EQUAL_Q,
    HIGHER_N,
    HIGHER_Q,
    Standings,
    stands_to,
)
from houseway.families.ultimate_holdem.counting import Pays, best_on_river, worth_of
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import BITS, HIGH_7, KEYS, Table, leaf, strength, sums_of, tables
from houseway.hands.tables import part

Row = npt.NDArray[Any]  # of whole numbers of any size


class Value(NamedTuple):
    """Sums over boards and bank hands, in whole parts of the ante."""

    stakes: int  # ante and blind
    play: int  # a play wager of one ante
    check: int  # the best of bet and fold on each river
    higher: int
    lower: int
    cases: int


@leaf
def on_river(
    table: Table, categories: Row, pays: Pays, hole: Row, board: Row
) -> tuple[Standings, int, int]:
    """All 990 bank hands by how the own stands to them; ante and blind over them, and a play wager
    of one ante.
    """
    key, bits = sums_of(board, 5)
    taken = bits + BITS[hole[0]] + BITS[hole[1]]
    own = int(strength(table, HIGH_7, key + KEYS[hole[0]] + KEYS[hole[1]], taken))
    stand = stands_to(table, pays.qualifies, own, key, bits, 2, taken)
    stakes, play = worth_of(pays, int(categories[own]), stand)
    return stand, stakes, play


@leaf
def _add_up(
    table: Table, categories: Table, pays: Pays, hole: Small, boards: Small, sums: Integers
) -> None:
    for n in range(boards.shape[0]):
        stand, stakes, play = on_river(table, categories, pays, hole, boards[n])
        higher = stand[HIGHER_Q] + stand[HIGHER_N]
        sums[0] += stakes
        sums[1] += play
        sums[2] += best_on_river(pays, pays.fold * BANKS, stakes, play)[1]
        sums[3] += higher
        sums[4] += BANKS - higher - stand[EQUAL_Q] - stand[EQUAL_N]


def value_of(pays: Pays, hole: list[int], boards: list[list[int]]) -> Value:
    sums = np.zeros(5, np.int64)
    own, rivers = np.array(hole, np.uint8), np.array(boards, np.uint8)
    _add_up(tables(), part("category"), pays, own, rivers, sums)
    stakes, play, check, higher, lower = sums.tolist()
    return Value(stakes, play, check, higher, lower, len(boards) * BANKS)

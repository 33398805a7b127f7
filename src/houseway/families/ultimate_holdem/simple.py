"""The simple strategy on every flop, as the count takes it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt

from houseway.analysis.suits import FLOP_CLASSES, HOLES, STARTS, flop_classes, start_index
from houseway.families.ultimate_holdem.counting import CHECK
from houseway.families.ultimate_holdem.strategy import raises_before_flop, raises_on_flop
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import leaf


def simple_flops(bet: int) -> Small:
    """[flop class, hole pair]: that bet where the rule asks for it, else a check."""
    choice = np.full((FLOP_CLASSES, HOLES), CHECK, np.uint8)
    _raise(np.array(flop_classes()[2], np.int64), bet, choice)
    return choice


def bot_starts() -> npt.NDArray[np.bool_]:
    """[start]: whether the simple strategy bets it."""
    found = np.zeros(STARTS, np.bool_)
    for one, other in combinations(range(52), 2):
        found[start_index(one, other)] = raises_before_flop(one, other)
    return found


_raises = leaf(raises_on_flop)


@leaf
def _raise(flops: Integers, bet: int, choice: Small) -> None:
    for number in range(flops.shape[0]):
        a, b, c = flops[number]
        hole = 0
        for high in range(52):  # in the order of `hole_index`
            for low in range(high):
                free = high not in (a, b, c) and low not in (a, b, c)
                if free and _raises(low, high, a, b, c):
                    choice[number, hole] = bet
                hole += 1

"""Pai gow tiles counted out: every hand in each of its three settings against every bank hand."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.analysis.two_hands import stands
from houseway.hands.kernels import leaf

Small = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.int16]
Integers = npt.NDArray[np.int64]

TILES: Final = 32
HANDS: Final = comb(TILES, 4)
BANKS: Final = comb(TILES - 4, 4)
SETTINGS: Final = 3


def hand_index(tiles: tuple[int, ...]) -> int:
    """The place of four tiles, given in rising order, among all hands.

    >>> hand_index((0, 1, 2, 3)), hand_index((28, 29, 30, 31)) == HANDS - 1
    (0, True)
    """
    return sum(comb(tile, place) for place, tile in enumerate(tiles, 1))


@cache
def _chosen() -> Integers:
    """[place, tile]: how many choices of so many tiles lie below."""
    return np.array(
        [[comb(tile, place) for tile in range(TILES)] for place in range(1, 5)], np.int64
    )


def all_hands() -> list[tuple[int, ...]]:
    return sorted(combinations(range(TILES), 4), key=hand_index)


def count(hands: Small, settings: Strengths, bank: Strengths, judged: Integers) -> Integers:
    """[hand, setting, result]: how many of the 20,475 bank hands give each result.

    `settings[hand, setting]` and `bank[hand index]` hold the strengths of the low and high hand,
    `judged` the result by how both stand.
    """
    results = np.zeros((len(hands), SETTINGS, 3), np.int64)
    _count_all(hands, settings, bank, judged, _chosen(), np.zeros(TILES - 4, np.int64), results)
    return results


@leaf
def _count_all(
    hands: Small, settings: Strengths, bank: Strengths, judged: Integers, chosen: Integers,
    left: Integers, results: Integers,
) -> None:  # fmt: skip
    for n in range(hands.shape[0]):
        k = 0
        for tile in range(TILES):
            taken = False
            for i in range(4):
                taken |= hands[n, i] == tile
            if not taken:
                left[k] = tile
                k += 1
        for a in range(TILES - 4):
            for b in range(a):
                for c in range(b):
                    three = chosen[3, left[a]] + chosen[2, left[b]] + chosen[1, left[c]]
                    for d in range(c):
                        index = three + chosen[0, left[d]]
                        low, high = bank[index, 0], bank[index, 1]
                        for i in range(SETTINGS):
                            first = stands(settings[n, i, 0], low)
                            second = stands(settings[n, i, 1], high)
                            results[n, i, judged[first, second]] += 1

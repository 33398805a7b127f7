"""Pai gow tiles counted out: every hand in each of its three settings against every bank hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.analysis.two_hands import stands
from houseway.cards import TILE_SET
from houseway.hands.arrays import Floats, Integers, Small
from houseway.hands.kernels import leaf
from houseway.hands.tiles import tile_name, tile_settings

Strengths = npt.NDArray[np.int16]

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


# Both sides at their best


def _names() -> Integers:
    """[kind of hand, name]: how many tiles of each name; tiles of one name are alike."""
    kinds = set()
    for tiles in combinations(range(TILES), 4):
        names = [NAMES.index(tile_name(TILE_SET[tile])) for tile in tiles]
        kinds.add(tuple(names.count(name) for name in range(len(NAMES))))
    return np.array(sorted(kinds), np.int64)


NAMES: Final = tuple(dict.fromkeys(map(tile_name, TILE_SET)))
_MOST_TURNS: Final = 400
_NEAR: Final = 4e-5  # between the bounds, and it is enough


def equilibrium(progress: Callable[[float], None]) -> tuple[float, float]:
    """Bounds of the player's value where each side sets as is best against the other.

    Fictitious play: in turn each side answers the other's play so far at its best, later turns
    counting more. What either can still gain bounds the value from both sides. A win pays as
    much as a loss costs, so a setting is worth how often its low hand is higher, and how often
    its high hand is, less one.
    """
    kinds = _names()
    alike = np.array([[comb(2 - held, more) for more in range(3)] for held in range(3)], np.int64)
    pairs = np.ones((len(kinds), len(kinds)), np.int64)  # bank hands of a kind beside a hand
    for name in range(len(NAMES)):
        pairs *= alike[kinds[:, name][:, None], kinds[:, name][None, :]]
    own = np.prod([[comb(2, int(n)) for n in kind] for kind in kinds], axis=1).astype(np.int64)
    of_name = {name: [t for t in TILE_SET if tile_name(t) == name] for name in NAMES}
    settings = np.zeros((len(kinds), SETTINGS, 2), np.int64)
    for number, kind in enumerate(kinds):
        tiles = [t for name, n in zip(NAMES, kind, strict=True) for t in of_name[name][:n]]
        for place, one in enumerate(tile_settings(tiles)):
            settings[number, place] = one.low_hand.strength, one.high_hand.strength
    # The bank's hands are higher where they are not lower.
    player, bank = 2 * settings, 2 * settings + 1
    whole = float(own.sum() * BANKS)
    chosen = [np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)]
    summed = [np.zeros((len(kinds), SETTINGS)), np.zeros((len(kinds), SETTINGS))]
    weight, rows = 0, np.arange(len(kinds))
    high, low = 1.0, -1.0
    for turn in range(1, _MOST_TURNS + 1):
        weight += turn
        summed[0] += turn * _against(pairs, player, bank[rows, chosen[1]])
        summed[1] += turn * _against(pairs, bank, player[rows, chosen[0]])
        chosen = [side.argmax(axis=1) for side in summed]
        high = min(high, float(own @ summed[0].max(axis=1)) / (weight * whole))
        low = max(low, -float(own @ summed[1].max(axis=1)) / (weight * whole))
        progress(0.8 + 0.2 * min(1.0, _NEAR / (high - low)))
        if high - low < _NEAR:
            break
    return low, high


def _against(pairs: Integers, settings: Integers, other: Integers) -> Floats:
    """[kind, setting]: low and high hands that are higher than the other side's, less one each."""
    found = np.zeros(settings.shape[:2])
    _higher(pairs, settings, other, np.zeros(int(max(settings.max(), other.max())) + 2), found)
    return found


@leaf
def _higher(
    pairs: Integers, settings: Integers, other: Integers, below: Floats,
    found: Floats,
) -> None:  # fmt: skip
    for kind in range(settings.shape[0]):
        for i in range(settings.shape[1]):
            found[kind, i] = -BANKS
        for hand in range(2):
            below[:] = 0.0
            for against in range(other.shape[0]):
                below[other[against, hand] + 1] += pairs[kind, against]
            for strength in range(1, below.shape[0]):
                below[strength] += below[strength - 1]
            for i in range(settings.shape[1]):
                found[kind, i] += below[settings[kind, i, hand]]

"""Hold'em deals that differ only in the names of the suits, counted once.

Cards are indexes 0 to 51, four times the rank above a deuce plus the suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.cards.card import RANKS
from houseway.hands.arrays import Indexes, Integers, Small
from houseway.hands.kernels import BITS, leaf

HOLES: Final = 1_326  # pairs of hole cards
STARTS: Final = 169  # starting hands
FLOP_CLASSES: Final = 1_755
BOARD_CLASSES: Final = 134_459


SUIT_ORDERS: Final = tuple(permutations(range(4)))


def renamed(cards: Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The cards with suits exchanged, in order."""
    return tuple(sorted(card // 4 * 4 + order[card % 4] for card in cards))


def hole_index(one: int, other: int) -> int:
    """
    >>> hole_index(0, 1), hole_index(51, 50)
    (0, 1325)
    """
    low, high = sorted((one, other))
    return high * (high - 1) // 2 + low


def flop_index(cards: Sequence[int]) -> int:
    """
    >>> flop_index((0, 1, 2)), flop_index((49, 50, 51))
    (0, 22099)
    """
    i, j, k = sorted(cards)
    return k * (k - 1) * (k - 2) // 6 + j * (j - 1) // 2 + i


def start_index(one: int, other: int) -> int:
    """A starting hand: 13 times one rank plus the other, the higher rank first if suited."""
    low, high = sorted((one // 4, other // 4))
    return 13 * high + low if one % 4 == other % 4 else 13 * low + high


def start_name(index: int) -> str:
    """
    >>> start_name(start_index(51, 46)), start_name(start_index(51, 47)), start_name(0)
    ('AKo', 'AKs', '22')
    """
    row, column = divmod(index, 13)
    if row == column:
        return RANKS[row] * 2
    return f"{RANKS[max(row, column)]}{RANKS[min(row, column)]}{'s' if row > column else 'o'}"


@cache
def starts() -> Small:
    """[hole pair]: its starting hand."""
    found = np.zeros(HOLES, np.uint8)
    for one, other in combinations(range(52), 2):
        found[hole_index(one, other)] = start_index(one, other)
    return found


@cache
def hole_moves() -> npt.NDArray[np.uint16]:
    """[order of suits, hole pair]: the pair with its suits exchanged."""
    moves = np.zeros((len(SUIT_ORDERS), HOLES), np.uint16)
    for number, order in enumerate(SUIT_ORDERS):
        for pair in combinations(range(52), 2):
            moves[number, hole_index(*pair)] = hole_index(*renamed(pair, order))
    return moves


@cache
def flop_classes() -> tuple[Indexes, Indexes, tuple[tuple[int, ...], ...]]:
    """For each flop its class and the order of suits that leads there; the flop it stands for."""
    class_of, order_of = np.zeros(22_100, np.int32), np.zeros(22_100, np.int32)
    known: dict[tuple[int, ...], int] = {}
    for flop in combinations(range(52), 3):
        first, number = min((renamed(flop, order), i) for i, order in enumerate(SUIT_ORDERS))
        class_of[flop_index(flop)] = known.setdefault(first, len(known))
        order_of[flop_index(flop)] = number
    return class_of, order_of, tuple(known)


def keeping_suits(flop: Sequence[int]) -> list[int]:
    """The orders of suits that leave a flop as it is."""
    return [i for i, order in enumerate(SUIT_ORDERS) if renamed(flop, order) == tuple(flop)]


@cache
def boards() -> tuple[Small, Integers]:
    """One board of five of each class, and how many it stands for."""
    chosen = np.zeros((BOARD_CLASSES, 5), np.uint8)
    weights = np.zeros(BOARD_CLASSES, np.int64)
    _choose_boards(chosen, weights)
    return chosen, weights


@leaf
def _choose_boards(chosen: Small, weights: Integers) -> None:
    """Boards whose suits stand in falling order of the ranks they hold, read as a number."""
    one_suit = np.uint64(0x1FFF)
    n = 0
    for a in range(48):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    four = BITS[a] + BITS[b] + BITS[c] + BITS[d]
                    for e in range(d + 1, 52):
                        bits = four + BITS[e]
                        orders, alike = 24, 1
                        ranks = bits & one_suit
                        falling = True
                        for _ in range(3):
                            bits >>= np.uint64(13)
                            falling &= ranks >= bits & one_suit
                            # Suits that hold the same ranks can be exchanged without effect.
                            alike = alike + 1 if ranks == bits & one_suit else 1
                            orders //= alike
                            ranks = bits & one_suit
                        if falling:
                            chosen[n] = a, b, c, d, e
                            weights[n] = orders
                            n += 1

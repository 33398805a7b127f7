"""How cards become numbers that add up, and where each ranking's table lies.

A hand is two sums over its cards, `KEYS` and `BITS`, both 64 bits wide. Adding one card to a hand
is two additions, so loops over boards and hands share the sums of the cards they have in common.

**The key** counts ranks and suits:

    bits  0-15  ranks 2 to 8: the sum of their weights (a deuce weighs nothing)
    bits 16-31  ranks 9 to ace: the sum of their weights
    bits 32-47  cards of each suit, four bits each, from 3: five of a suit set its top bit
    bits 48-    jokers (a joker also counts in every suit), then what is no card at all

The weights are such that a sum names its ranks. The upper sum thus tells how many of a hand's
cards lie in 9 to ace, hence how many in 2 to 8, and with the lower sum how many are deuces. Hands
are numbered without gaps: `first[upper sum]` is the number of the first hand with these upper
cards, `step[lower sum]` how far the lower cards are from there. Seven cards make 49,205 sets of
ranks, so a table of 16-bit strengths takes 98 KB and one lookup.

**The bits** hold one bit a card, thirteen for each suit; only hands with a flush look at them.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

WEIGHTS: Final = (1, 5, 24, 112, 521, 2247)
LOWER_RANKS: Final = (3, 4, 5, 6, 7, 8)  # and the deuce, which has no weight
UPPER_RANKS: Final = (9, 10, 11, 12, 13, 14)
SUMS: Final = 10_552  # the greatest sum of seven weights, none more than four times, and one

LOWER: Final = np.uint64(0xFFFF)
UPPER_SHIFT: Final = np.uint64(16)
FLUSH: Final = np.uint64(0x8888 << 32)
FLUSH_SHIFT: Final = np.uint64(35)
JOKER: Final = np.uint64(1 << 48)
STRANGE_SHIFT: Final = np.uint64(49)  # from here: a second joker, or no card
EMPTY: Final = np.uint64(0x3333 << 32)  # the key of no cards

SUIT_WIDTH: Final = np.uint64(13)
SUIT_MASK: Final = np.uint64(0x1FFF)

JOKER_INDEX: Final = 52


def _keys() -> npt.NDArray[np.uint64]:
    weights = dict(zip((*LOWER_RANKS, *UPPER_RANKS), WEIGHTS * 2, strict=True))
    keys = np.full(256, 1 << 56, np.uint64)  # every byte has a key: what is no card says so
    for index in range(JOKER_INDEX):
        rank, suit = index // 4 + 2, index % 4
        weight = weights.get(rank, 0) << (16 if rank >= UPPER_RANKS[0] else 0)
        keys[index] = weight + (1 << 32 + 4 * suit)
    keys[JOKER_INDEX] = (1 << 48) + (0x1111 << 32)
    return keys


def _bits() -> npt.NDArray[np.uint64]:
    bits = np.zeros(256, np.uint64)
    for index in range(JOKER_INDEX):
        bits[index] = 1 << (13 * (index % 4) + index // 4)
    return bits


KEYS: Final = _keys()
BITS: Final = _bits()

# Sets of ranks of four to seven cards.
SETS: Final = {4: 1_820, 5: 6_175, 6: 18_395, 7: 49_205}
STRENGTHS: Final = 7_463  # of five-card high hands, five aces included; 1 is the lowest

PARTS: Final[dict[str, int]] = {
    **{f"first-{size}": SUMS for size in SETS},
    "step": SUMS,
    **{f"high-{size}": SETS[size] for size in (5, 6, 7)},
    **{f"high-joker-{size}": SETS[size - 1] for size in (5, 6, 7)},
    "suited": 8_192,
    "suited-joker": 8_192,
    "suited-joker-no-flush": 8_192,
    "category": STRENGTHS + 1,
    "low-5": SETS[5],
    "low-7": SETS[7],
    "deuce": SETS[5],
    "deuce-suited": 8_192,
    "fortune": SETS[7],
    "fortune-joker": SETS[6],
    "fortune-suited": 8_192,
    "fortune-suited-joker": 8_192,
    "two": 14 * 14,
    "two-floor": 92,
    "three": 13**3,
    "three-suited": 13**3,
    "three-category": 742,
    "badugi": 8_192,
    "tiles": 32 * 32,
    # Cards twice in a hand lead to a wrong strength, but never outside the table.
    "margin": 131_072,
}
OFFSETS: Final[dict[str, int]] = dict(
    zip(PARTS, accumulate(PARTS.values(), initial=0), strict=False)
)
TABLE_SIZE: Final = sum(PARTS.values())


class Place(NamedTuple):
    """Where a ranking lies in the table. A constant, for compiled code as well.

    A hand is looked up by its ranks alone unless its key holds a bit of `special`: a flush, or the
    joker where the ranking knows one.
    """

    cards: int
    deck: int
    special: np.uint64
    first: np.uint64
    values: np.uint64
    suited: np.uint64
    joker_first: np.uint64
    joker_values: np.uint64
    joker_suited: np.uint64
    royal_match: bool


def offset(part: str) -> np.uint64:
    return np.uint64(OFFSETS[part])


def _place(
    cards: int,
    values: str,
    suited: str = "",
    *,
    joker: str = "",
    joker_suited: str = "",
    royal_match: bool = False,
) -> Place:
    return Place(
        cards,
        JOKER_INDEX + bool(joker),
        (FLUSH if suited else np.uint64(0)) | (JOKER if joker else np.uint64(0)),
        offset(f"first-{cards}"),
        offset(values),
        offset(suited or "margin"),
        offset(f"first-{cards - 1}" if joker else "margin"),
        offset(joker or "margin"),
        offset(joker_suited or "margin"),
        royal_match,
    )


def _joker_place(cards: int, joker_suited: str) -> Place:
    joker = f"high-joker-{cards}"
    return _place(cards, f"high-{cards}", "suited", joker=joker, joker_suited=joker_suited)


HIGH_5: Final = _place(5, "high-5", "suited")
HIGH_6: Final = _place(6, "high-6", "suited")
HIGH_7: Final = _place(7, "high-7", "suited")
# The joker is an ace or completes a straight, a flush or both.
JOKER_5: Final = _joker_place(5, "suited-joker")
JOKER_6: Final = _joker_place(6, "suited-joker")
JOKER_7: Final = _joker_place(7, "suited-joker")
# The joker is an ace or completes a straight or a straight flush (ruling table-games 127).
JOKER_NO_FLUSH_5: Final = _joker_place(5, "suited-joker-no-flush")
JOKER_NO_FLUSH_6: Final = _joker_place(6, "suited-joker-no-flush")
JOKER_NO_FLUSH_7: Final = _joker_place(7, "suited-joker-no-flush")
# Ace-to-five and deuce-to-seven.
LOW_5: Final = _place(5, "low-5")
LOW_7: Final = _place(7, "low-7")
DEUCE_5: Final = _place(5, "deuce", "deuce-suited")
# The bonus on seven cards, with or without a joker among them.
FORTUNE_7: Final = _place(
    7, "fortune", "fortune-suited",
    joker="fortune-joker", joker_suited="fortune-suited-joker", royal_match=True,
)  # fmt: skip

# The least strength of an ace-to-five low of five different ranks, none above eight: of the 6,175
# lows the best 56 are such.
EIGHT_LOW: Final = SETS[5] - 56 + 1

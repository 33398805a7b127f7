"""Cards counted by rank and by suit in one whole number, the key under which values are kept.

Adding up the numbers of some cards counts them: four bits for each suit at the low end, then
three bits for each rank and for the joker. Suits of no importance are shifted away, and what is
left says how many cards of each rank there are. A rank value is worked out once by its rule and
then found by this number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from houseway.cards.card import CARDS, JOKER, Card

SUIT_BITS: Final = 16
SUIT_FULL: Final = 0x8888  # a suit's highest bit, set by `start_for` when the suit is complete

TALLY: Final[dict[Card, int]] = {
    card: (1 << SUIT_BITS + 3 * (card.rank - 2)) + (1 << 4 * card.suit) for card in CARDS
}
# A joker may stand in any suit, so it counts in all four.
TALLY[JOKER] = (1 << SUIT_BITS + 3 * 13) + 0x1111

count_of: Final = TALLY.__getitem__
_PLACES: Final = tuple((rank, 3 * (rank - 2)) for rank in range(14, 1, -1))


def start_for(suited: int) -> int:
    """What to begin with, so that `suited` cards of one suit set that suit's SUIT_FULL bit."""
    return 0x1111 * (8 - suited)


def tally(cards: Iterable[Card], start: int) -> int:
    return sum(map(count_of, cards), start)


def ranks_of(key: int) -> tuple[list[int], int]:
    """The ranks counted in a tally without its suits, highest first, and the number of jokers."""
    ranks: list[int] = []
    for rank, place in _PLACES:
        count = key >> place & 7
        if count:
            ranks += (rank,) * count
    return ranks, key >> 3 * 13


class Kept(dict[int, int]):
    """Strengths by tally (without suits); one that is not there yet is worked out by the rule."""

    __slots__ = ("_rule",)

    def __init__(self, rule: Callable[[list[int], int], int]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, key: int) -> int:
        strength = self[key] = self._rule(*ranks_of(key))
        return strength

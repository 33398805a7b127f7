"""Chinese poker: the three-card front, fouls, and the naturals of thirteen cards.

Middle and back are five-card high hands. The front's strengths are on their scale, so that
front, middle and back compare as numbers: cards both have first, and the middle's further cards
break a remaining tie (ruling poker C-3).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from houseway.cards.card import Card
from houseway.hands.five_high import HIGH_ORDER, FiveHigh
from houseway.hands.tally import SUIT_BITS, Kept, count_of
from houseway.hands.value import Category, HandError, HandValue, pack, unpack

_CODES: Final = {category: code for code, category in enumerate(reversed(HIGH_ORDER), 1)}
_BY_MOST_ALIKE: Final[dict[int, Category]] = {1: "high-card", 2: "one-pair", 3: "three-of-a-kind"}
_FIVE: Final = FiveHigh()
_SEGMENTS: Final = {"front": 3, "middle": 5, "back": 5}


class Front:
    """Three cards by pairs and threes only: straights and flushes do not count.

    >>> from houseway.cards import parse_cards
    >>> Front().value(parse_cards("Qd 9h Qs")).name
    'Pair of queens, nine kicker'
    """

    def __init__(self) -> None:
        self._kept = Kept(_front)

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int:
        return self._kept[sum(map(count_of, (*cards, *board))) >> SUIT_BITS]

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue:
        cards = (*cards, *board)
        strength = self.strength(cards)
        times = Counter(card.rank for card in cards)
        ordered = sorted(
            cards, key=lambda card: (times[card.rank], card.rank, card.suit), reverse=True
        )
        category = _BY_MOST_ALIKE[max(times.values())]
        return HandValue(strength, category, unpack(strength)[1], tuple(ordered))


def _front(ranks: list[int], jokers: int) -> int:
    if jokers:
        raise HandError("a joker is given; Chinese poker is played without one")
    if len(ranks) != 3:
        raise HandError(f"{len(ranks)} cards are given; a front segment has 3")
    alike = Counter(ranks).most_common()
    return pack(_CODES[_BY_MOST_ALIKE[alike[0][1]]], [rank for rank, _ in alike])


FRONT: Final = Front()


def foul(front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card]) -> str | None:
    """Why a hand as set is foul, or None: back must beat middle, and middle front.

    Equal segments are a foul (ruling poker C-2).
    """
    _check_sizes(front, middle, back)
    if _FIVE.strength(back) <= _FIVE.strength(middle):
        return (
            f"back ({_FIVE.value(back).name}) does not rank above middle "
            f"({_FIVE.value(middle).name})"
        )
    if _FIVE.strength(middle) <= FRONT.strength(front):
        return (
            f"middle ({_FIVE.value(middle).name}) does not rank above front "
            f"({FRONT.value(front).name})"
        )
    return None


def clean_sweeps(
    front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card]
) -> tuple[Category, ...]:
    """Every natural the thirteen cards make, in the order of the chart.

    Three straights and three flushes must lie in the segments as set; the hand need not be free
    of fouls (ruling poker C-8). Three consecutive ranks in front are a straight here (C-9).
    """
    _check_sizes(front, middle, back)
    segments = (front, middle, back)
    cards = (*front, *middle, *back)
    ranks = Counter(card.rank for card in cards)
    found: list[Category] = []
    if len(ranks) == 13:
        if _one_suit(cards):
            found.append("super-dragon")
        found.append("dragon")
    if sum(times // 2 for times in ranks.values()) == 6:  # four of a kind are two pairs
        found.append("six-pairs")
    if all(_consecutive(segment) for segment in segments):
        found.append("three-straights")
    if all(_one_suit(segment) for segment in segments):
        found.append("three-flushes")
    return tuple(found)


def _check_sizes(*segments: Sequence[Card]) -> None:
    for (name, size), cards in zip(_SEGMENTS.items(), segments, strict=True):
        if len(cards) != size:
            raise HandError(f"the {name} segment has {len(cards)} cards; it takes {size}")


def _one_suit(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards}) == 1


def _consecutive(cards: Sequence[Card]) -> bool:
    """All ranks in a row, the ace at either end."""
    high = {card.rank for card in cards}
    low = {1 if rank == 14 else rank for rank in high}
    return any(
        len(ranks) == len(cards) and max(ranks) - min(ranks) == len(cards) - 1
        for ranks in (high, low)
    )

"""Three-card poker hands: straights beat flushes, three of a kind beats both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from houseway.cards.card import Card
from houseway.hands.tally import SUIT_BITS, SUIT_FULL, Kept, count_of, start_for
from houseway.hands.value import Category, HandError, HandValue, pack, unpack

THREE_CARD_ORDER: Final[tuple[Category, ...]] = (
    "mini-royal-flush", "straight-flush", "three-of-a-kind", "straight", "flush", "one-pair",
    "high-card",
)  # fmt: skip
_CODES: Final = {category: code for code, category in enumerate(reversed(THREE_CARD_ORDER), 1)}
_START: Final = start_for(3)


class ThreeCard:
    """Three cards; ace-king-queen is the highest straight and ace-2-3 the lowest.

    >>> from houseway.cards import parse_cards
    >>> ThreeCard().value(parse_cards("2h Ad 3c")).name
    'Three-high straight'
    """

    def __init__(self) -> None:
        self._suited = Kept(_suited)
        self._unsuited = Kept(_unsuited)

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int:
        if board:
            cards = (*cards, *board)
        counted = sum(map(count_of, cards), _START)
        kept = self._suited if counted & SUIT_FULL else self._unsuited
        return kept[counted >> SUIT_BITS]

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue:
        cards = (*cards, *board)
        strength = self.strength(cards)
        code, ranks = unpack(strength)
        times = Counter(card.rank for card in cards)
        top = max(times)
        if ranks == (3,) and top == 14:  # ace-2-3: the ace is the lowest card
            times[14] = -1
        ordered = sorted(cards, key=lambda card: (times[card.rank], card.rank, card.suit))
        return HandValue(strength, THREE_CARD_ORDER[-code], ranks, tuple(reversed(ordered)))


def _unsuited(ranks: list[int], jokers: int) -> int:
    _check(ranks, jokers)
    if _top_of_run(ranks):
        return pack(_CODES["straight"], (_top_of_run(ranks),))
    (rank, times), *_ = Counter(ranks).most_common()
    if times == 3:
        return pack(_CODES["three-of-a-kind"], (rank,))
    if times == 2:
        return pack(_CODES["one-pair"], (rank, sum(ranks) - 2 * rank))
    return pack(_CODES["high-card"], ranks)


def _suited(ranks: list[int], jokers: int) -> int:
    _check(ranks, jokers)
    top = _top_of_run(ranks)
    if top:
        return pack(_CODES["mini-royal-flush" if top == 14 else "straight-flush"], (top,))
    # Several decks can deal the same card twice or three times.
    return max(pack(_CODES["flush"], ranks), _unsuited(ranks, jokers))


def _top_of_run(ranks: Sequence[int]) -> int:
    """The highest rank of a straight, or 0."""
    high, middle, low = ranks
    if high - 1 == middle == low + 1:
        return high
    return 3 if (high, middle, low) == (14, 3, 2) else 0


def _check(ranks: Sequence[int], jokers: int) -> None:
    if jokers:
        raise HandError("a joker is given; three-card hands are dealt from decks without one")
    if len(ranks) != 3:
        raise HandError(f"{len(ranks)} cards are given; a three-card hand has 3")

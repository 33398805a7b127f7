"""Two-card front hands of pai gow poker: a pair, or the higher cards.

A joker is an ace; where it is wild, it pairs the card beside it.

Strengths are on the scale of five-card high hands, so that a front hand stronger than the back
hand, a foul, shows as the greater number. Front and back that begin alike are no foul: the back
hand has more cards (ruling table-games 55).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from houseway.cards.card import Card
from houseway.hands.five_high import HIGH_ORDER
from houseway.hands.value import HandError, HandValue, pack

_HIGH_CARD: Final = len(HIGH_ORDER) - HIGH_ORDER.index("high-card")
_ONE_PAIR: Final = len(HIGH_ORDER) - HIGH_ORDER.index("one-pair")


class TwoCard:
    """Two cards.

    >>> from houseway.cards import parse_cards
    >>> TwoCard().value(parse_cards("Td Jk")).name
    'Ace high, ten kicker'
    """

    def __init__(self, *, wild: bool = False) -> None:
        self._wild = wild

    def _rank(self, card: Card, other: Card) -> int:
        return card.rank or (other.rank if self._wild else 0) or 14

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int:
        if board:
            cards = (*cards, *board)
        if len(cards) != 2:
            raise HandError(f"{len(cards)} cards are given; a front hand has 2")
        first, second = self._rank(cards[0], cards[1]), self._rank(cards[1], cards[0])
        if first == second:
            return pack(_ONE_PAIR, (first,))
        return pack(_HIGH_CARD, (first, second) if first > second else (second, first))

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue:
        cards = (*cards, *board)
        strength = self.strength(cards)
        ranked = [(self._rank(*pair), pair[0]) for pair in (cards, cards[::-1])]
        ranked.sort(key=lambda one: (one[0], one[1].suit), reverse=True)
        ranks, ordered = zip(*ranked, strict=True)
        if ranks[0] == ranks[1]:
            return HandValue(strength, "one-pair", ranks[:1], ordered)
        return HandValue(strength, "high-card", ranks, ordered)

"""Badugi: of four cards, the most that differ in both suit and rank, and then the lowest."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from houseway.cards.card import JOKER, Card
from houseway.hands.value import Category, HandError, HandValue, pack

_CATEGORIES: Final[dict[int, Category]] = {
    4: "badugi", 3: "three-card-badugi", 2: "two-card-badugi", 1: "one-card-badugi",
}  # fmt: skip


class Badugi:
    """Four cards; an ace is low, four different cards beat three (ruling poker D-12).

    >>> from houseway.cards import parse_cards
    >>> Badugi().value(parse_cards("As 4s 7d 7c")).name
    'Two-card seven-ace'
    """

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int:
        if board:
            cards = (*cards, *board)
        return _strength(_best(cards))

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue:
        best = _best((*cards, *board))
        ranks = tuple(map(_low_rank, best))
        return HandValue(_strength(best), _CATEGORIES[len(best)], ranks, best)


def _best(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that count, highest first."""
    if len(cards) != 4:
        raise HandError(f"{len(cards)} cards are given; a badugi hand has 4")
    if JOKER in cards:
        raise HandError("a joker is given; badugi is played without one")
    ordered = sorted(cards, key=_low_rank, reverse=True)
    for size in range(_different(cards), 1, -1):
        found = [some for some in combinations(ordered, size) if _different(some) == size]
        if found:
            return max(found, key=_strength)
    return (ordered[-1],)


def _different(cards: Sequence[Card]) -> int:
    """No more than so many of the cards can differ in both suit and rank."""
    return min(len({card.suit for card in cards}), len({card.rank for card in cards}))


def _low_rank(card: Card) -> int:
    return 1 if card.rank == 14 else card.rank


def _strength(cards: Sequence[Card]) -> int:
    """More cards first, then the lower highest card, and so on down."""
    return pack(len(cards), [14 - _low_rank(card) for card in cards])

"""Hands of exactly two hole cards and three cards of the board (Omaha, Big O), high or low."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Protocol

from houseway.cards.card import Card
from houseway.hands.tally import tally
from houseway.hands.value import HandError, HandValue, Ranking, Strength


class FiveCardRanking(Ranking, Protocol):
    """A ranking that reads five cards by their tally."""

    @property
    def start(self) -> int: ...

    def of_five(self, counted: int) -> int: ...


class TwoAndThree:
    """The best hand, by a five-card ranking, of two hole cards and three of the board.

    >>> from houseway.cards import parse_cards
    >>> from houseway.hands.five_high import FiveHigh
    >>> omaha = TwoAndThree(FiveHigh())
    >>> omaha.value(parse_cards("Ah Kd 9c 2s"), parse_cards("Qh Jh Th 8h 3s")).name
    'Ace-high straight'
    """

    def __init__(self, ranking: FiveCardRanking) -> None:
        self.ranking = ranking

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int:
        return self.on(board)(cards)

    def on(self, board: Sequence[Card]) -> Strength:
        """`strength` with a board that many hands share: it is counted once for all."""
        start, of_five = self.ranking.start, self.ranking.of_five
        shared = [tally(three, 0) for three in combinations(board, 3)]

        def strength(cards: Sequence[Card]) -> int:
            self._check(cards, board)
            held = [tally(two, start) for two in combinations(cards, 2)]
            return max([of_five(two + three) for two in held for three in shared])

        return strength

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue:
        self._check(cards, board)
        fives = (
            two + three for two, three in product(combinations(cards, 2), combinations(board, 3))
        )
        return self.ranking.value(max(fives, key=self.ranking.strength))

    def _check(self, cards: Sequence[Card], board: Sequence[Card]) -> None:
        if len(cards) < 2 or len(board) < 3:
            raise HandError(
                f"{len(cards)} hole cards and {len(board)} board cards are given; "
                "this ranking takes exactly two hole cards and three of the board"
            )

"""The deck of one hand as the source of its cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from houseway.cards import Card, Chance, Dice, OutOfCardsError, shuffled
from houseway.families.poker.rules import Rules
from houseway.rounds.driver import Deck
from houseway.rounds.steps import Burn, Deal, Reshuffle, Roll


class PokerDeck(Deck):
    """Cards in the order they will be dealt. A source is needed only to shuffle again."""

    __slots__ = ("_burned", "_next", "_source", "order")

    def __init__(self, order: Sequence[Card], source: Chance | None = None) -> None:
        self.order: tuple[Card, ...] = tuple(order)
        self._source = source
        self._next = 0
        self._burned: list[Card] = []

    @classmethod
    def shuffled(cls, rules: Rules, source: Chance) -> PokerDeck:
        return cls(shuffled(rules.deck, source), source)

    def deal(self, step: Deal) -> tuple[Card, ...]:
        return self._take(step.count)

    def deal_each(self, count: int) -> Iterable[tuple[Card]]:
        return zip(self._take(count), strict=True)

    def burn(self, step: Burn) -> None:
        self._burned += self._take(step.count)

    def _take(self, count: int) -> tuple[Card, ...]:
        start = self._next
        self._next = end = start + count
        if end > len(self.order):
            raise OutOfCardsError(f"{count} cards are asked for and the deck has run out")
        return self.order[start:end]

    def reshuffle(self, step: Reshuffle) -> None:
        if self._source is None:
            raise OutOfCardsError("the deck has run out and nothing was given to shuffle it with")
        rest = self.order[self._next :]
        burned = self._burned if step.burns else []
        self.order = tuple(shuffled((*rest, *burned, *step.cards), self._source))
        self._next = 0
        if step.burns:
            self._burned = []

    def roll(self, step: Roll) -> Dice:
        raise TypeError(f"poker has no dice: {step}")

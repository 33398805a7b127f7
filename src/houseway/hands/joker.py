"""Five-card high hands of decks with jokers, one or two.

What a joker may be differs by filing, and is a detail of the ranking:

- `ace-straight-flush`: an ace, or whatever completes a straight, a flush or both at once;
- `ace-straight`: an ace, or whatever completes a straight or a straight flush, but not a plain
  flush (ruling table-games 127);
- `ace`: an ace without a suit, and nothing else;
- `wild`: any card.

A joker in a flush is the highest card of the suit that the hand lacks (rulings table-games 52
and 74, poker O-8 and M-6). Whatever makes the best hand holds (ruling table-games 73).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Final, Literal

from houseway.hands.five_high import HIGH_ORDER, HIGH_RUNS, FiveHigh, Run
from houseway.hands.value import Category

JokerUse = Literal["ace-straight-flush", "ace-straight", "ace", "wild"]

JOKER_ORDER: Final[tuple[Category, ...]] = ("five-aces", *HIGH_ORDER)
WILD_ORDER: Final[tuple[Category, ...]] = ("five-of-a-kind", *HIGH_ORDER)


class JokerHigh(FiveHigh):
    """The ranking of five-card high hands with up to `jokers` jokers.

    >>> from houseway.cards import parse_cards
    >>> JokerHigh().value(parse_cards("Ad Jk 3c 5s 2h")).name
    'Five-high straight'
    """

    def __init__(
        self,
        *,
        joker: JokerUse = "ace-straight-flush",
        jokers: int = 1,
        order: tuple[Category, ...] = JOKER_ORDER,
        runs: tuple[Run, ...] = HIGH_RUNS,
    ) -> None:
        super().__init__(order=order, runs=runs)
        self.joker = joker
        self.jokers = jokers

    def _best_of_any_suits(self, ranks: list[int], jokers: int) -> int:
        self._check(ranks, jokers)
        if self.joker == "ace":
            straight = self._straight("straight", [*ranks, *[14] * jokers], 0)
        else:
            straight = self._straight("straight", ranks, jokers)
        return max(straight, *(self._alike(held) for held in self._stood_in(ranks, jokers)))

    def _best_of_one_suit(self, ranks: list[int], jokers: int) -> int:
        straight = self._straight("straight-flush", ranks, 0 if self.joker == "ace" else jokers)
        if self.joker in ("ace", "ace-straight"):
            return max(straight, self._flush(ranks) if len(ranks) >= 5 else 0)
        missing = [rank for rank in sorted(self._ranks, reverse=True) if rank not in ranks]
        return max(straight, self._flush(sorted([*ranks, *missing[:jokers]], reverse=True)))

    def _stood_in(self, ranks: Sequence[int], jokers: int) -> list[list[int]]:
        """The ranks held, for every choice of what the jokers are beside straights and flushes."""
        ranks_of_joker = self._ranks if self.joker == "wild" else {14}
        return [
            sorted((*ranks, *choice), reverse=True)
            for choice in combinations_with_replacement(ranks_of_joker, jokers)
        ]

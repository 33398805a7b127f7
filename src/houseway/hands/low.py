"""Low hands: ace to five, with or without a qualifier, and deuce to seven.

Here too a greater strength is a better hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from houseway.cards.card import Card
from houseway.hands.five_high import RANKS, FiveHigh, runs_of
from houseway.hands.tally import SUIT_BITS, Kept, count_of
from houseway.hands.value import Category, HandError, HandValue, pack, unpack

# Best first; straights and flushes do not count against a hand (razz chart, ruling poker O-12).
ACE_TO_FIVE_ORDER: Final[tuple[Category, ...]] = (
    "low", "one-pair", "two-pair", "three-of-a-kind", "full-house", "four-of-a-kind",
)  # fmt: skip
_BY_COUNTS: Final = {
    (1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 4, (4, 1): 5,
}  # fmt: skip
_TOP: Final = 1 << 24  # above every packed hand: the worse the hand, the more is taken off


class AceToFive:
    """The lowest five of five, six or seven cards; an ace is low.

    With `qualifier` a hand needs five different ranks, none above it; other cards have strength
    0. A joker is of no use but with `joker_is_ace`, where it is an ace and nothing else and pairs
    an ace already there (ruling poker O-9), or with `joker_is_lowest`, where it is the lowest card
    that the hand lacks, as lowball is played.

    >>> from houseway.cards import parse_cards
    >>> AceToFive(qualifier=8).value(parse_cards("8h 6d 4c 3s Ah Kd Ks")).name
    'Eight-six-four-three-ace low'
    """

    start: int = 0  # where a tally for `of_five` begins

    def __init__(
        self,
        *,
        qualifier: int | None = None,
        joker_is_ace: bool = False,
        joker_is_lowest: bool = False,
    ) -> None:
        self.qualifier = qualifier
        self.joker_is_ace = joker_is_ace
        self.joker_is_lowest = joker_is_lowest
        self._kept = Kept(self._lowest)

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int:
        """How low the best five are; greater is better, 0 does not qualify."""
        if board:
            cards = (*cards, *board)
        return self._kept[sum(map(count_of, cards)) >> SUIT_BITS]

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue:
        cards = (*cards, *board)
        strength = self.strength(cards)
        if not strength:
            return HandValue(0, "no-low", (), ())
        code, ranks = unpack(_TOP - strength)
        pool = list(cards)
        picked = []
        for rank, times in zip(ranks, _counts(code), strict=True):
            for _ in range(times):
                alike = [card for card in pool if card.is_joker or _low_rank(card) == rank]
                picked.append(min(alike, key=lambda card: card.is_joker))
                pool.remove(picked[-1])
        return HandValue(strength, ACE_TO_FIVE_ORDER[code], ranks, tuple(picked))

    def of_five(self, counted: int) -> int:
        """The strength of exactly five cards by their tally from `start`."""
        return self._kept[counted >> SUIT_BITS]

    def _lowest(self, ranks: list[int], jokers: int) -> int:
        if jokers and not (self.joker_is_ace or self.joker_is_lowest):
            raise HandError("a joker is given; this low ranking is for a deck without one")
        if not 5 <= len(ranks) + jokers <= 7:
            raise HandError(
                f"{len(ranks) + jokers} cards are given; a low hand is read from 5, 6 or 7 cards"
            )
        low = [1 if rank == 14 else rank for rank in ranks]
        lacking = [rank for rank in range(1, 14) if rank not in low]
        low = sorted(low + ([1] * jokers if self.joker_is_ace else lacking[:jokers]))
        different = sorted(set(low))[:5]
        if len(different) == 5:
            qualifies = self.qualifier is None or different[-1] <= self.qualifier
            return _TOP - _badness(different) if qualifies else 0
        if self.qualifier is not None:
            return 0
        return _TOP - min(_badness(five) for five in combinations(low, 5))


def _low_rank(card: Card) -> int:
    return 1 if card.rank == 14 else card.rank


def _counts(code: int) -> tuple[int, ...]:
    return next(counts for counts, place in _BY_COUNTS.items() if place == code)


def _badness(ranks: Sequence[int]) -> int:
    """Paired cards first, then from the highest card down; lower is better throughout."""
    groups = sorted(((n, rank) for rank, n in Counter(ranks).items()), reverse=True)
    code = _BY_COUNTS[tuple(n for n, _ in groups)]
    return pack(code, [rank for _, rank in groups])


class DeuceToSeven:
    """Five cards, lowest high hand wins; the ace is high and 5-4-3-2-ace no straight (D-3).

    >>> from houseway.cards import parse_cards
    >>> DeuceToSeven().value(parse_cards("7h 5d 4c 3s 2h")).name
    'Seven-five-four-three-two low'
    """

    def __init__(self) -> None:
        self._high = _FiveOnly(runs=runs_of(RANKS, wheel="none"))

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int:
        return _TOP - self._high.strength(cards, board)

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue:
        high = self._high.value(cards, board)
        category = "low" if high.category == "high-card" else high.category
        return HandValue(_TOP - high.strength, category, high.ranks, high.cards)


class _FiveOnly(FiveHigh):
    sizes = (5,)

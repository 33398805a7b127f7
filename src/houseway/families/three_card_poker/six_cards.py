"""The best five of six cards, from one deck or several: how many hands make each category.

With several decks the same card can come twice, so hands are counted by their ranks. A rank's
cards can be chosen in a known number of ways; only hands with five or six cards of one suit need
to be told apart, and these are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Final

from houseway.cards import CARDS, Card
from houseway.rounds.judging import judge

_RANKS: Final = range(13)
_SUITS: Final = range(4)
Ranks = tuple[int, ...]  # 0 for a deuce, lowest first


def six_card_categories(decks: int) -> Counter[str]:
    """Hands of six cards by category.

    >>> six_card_categories(1)["royal-flush"]
    188
    """
    found: Counter[str] = Counter()
    suited: Counter[Ranks] = Counter()
    for ranks, cards, ways in _mostly_of_one_suit(decks):
        suited[ranks] += ways
        found[_category(cards)] += ways
    for ranks in combinations_with_replacement(_RANKS, 6):
        others = _ways(ranks, 4 * decks) - suited[ranks]
        if others:
            # Of six cards in turn of four suits no more than two share one.
            found[_category([_card(rank, i % 4) for i, rank in enumerate(ranks)])] += others
    return found


def _mostly_of_one_suit(decks: int) -> Iterator[tuple[Ranks, list[Card], int]]:
    """Hands with five or six cards of a suit: ranks, an example, and how many there are."""
    for same in combinations_with_replacement(_RANKS, 6):
        ways = len(_SUITS) * _ways(same, decks)
        if ways:
            yield same, [_card(rank, 0) for rank in same], ways
    for same in combinations_with_replacement(_RANKS, 5):
        ways = len(_SUITS) * _ways(same, decks) * 3 * decks
        for other in _RANKS if ways else ():
            cards = [_card(rank, 0) for rank in same] + [_card(other, 1)]
            yield tuple(sorted((*same, other))), cards, ways


def _ways(ranks: Ranks, of_each: int) -> int:
    """Choices of cards with these ranks where each rank has so many cards."""
    return prod(comb(of_each, ranks.count(rank)) for rank in set(ranks))


def _card(rank: int, suit: int) -> Card:
    return CARDS[4 * rank + suit]


def _category(cards: Sequence[Card]) -> str:
    return judge("high")(cards).category

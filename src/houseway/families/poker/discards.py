"""Which cards a bot changes or gives up, by rules of thumb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from houseway.cards import Card
from houseway.families.poker.schema import PokerGame
from houseway.rounds.judging import judge

_STRONG = frozenset(
    {"straight", "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush",
     "five-aces", "five-of-a-kind"}
)  # fmt: skip
_LOWBALL = frozenset({"razz", "ace-to-five-joker", "deuce-to-seven"})


def _rank(card: Card) -> int:
    return 14 if card.is_joker else card.rank


def _low_rank(card: Card, ranking: str) -> int:
    """The ace is low, but for deuce to seven."""
    rank = _rank(card)
    return rank if ranking == "deuce-to-seven" or rank != 14 else 1


def discards(game: PokerGame, held: Sequence[Card], most: int) -> list[Card]:
    """The cards to change in a draw game."""
    ranking = game.high.ranking
    if ranking == "badugi":
        kept = best_badugi(held)
        thrown = [card for card in held if card not in kept]
    elif ranking in _LOWBALL:
        thrown = _high_or_paired(held, ranking, 8)
        if (
            ranking == "deuce-to-seven"
            and not thrown
            and judge("high")(tuple(held)).category in _STRONG
        ):
            thrown = [max(held, key=_rank)]  # a straight or a flush is no low
    else:
        ranks = Counter(_rank(card) for card in held)
        sets = [card for card in held if ranks[_rank(card)] > 1 or card.is_joker]
        made = judge("high")(tuple(held)).category in _STRONG if _plain(held) else False
        thrown = [] if made else [card for card in held if card not in sets]
        if len(thrown) == len(held):
            thrown = worst(held, 3)
    return thrown[:most]


def _plain(held: Sequence[Card]) -> bool:
    return len(held) == 5 and not any(card.is_joker for card in held)


def _high_or_paired(held: Sequence[Card], ranking: str, limit: int) -> list[Card]:
    kept: set[int] = set()
    thrown = []
    for card in sorted(held, key=lambda one: (_low_rank(one, ranking), one.is_joker)):
        rank = _low_rank(card, ranking)
        if rank > limit or (rank in kept and not card.is_joker):
            thrown.append(card)
        kept.add(rank)
    return thrown


def best_badugi(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The most cards of different ranks and suits, the lowest of those."""
    for count in range(min(4, len(cards)), 1, -1):
        fitting = [
            some
            for some in combinations(cards, count)
            if len({c.suit for c in some}) == count == len({c.rank for c in some})
        ]
        if fitting:
            return min(fitting, key=lambda some: sorted(_low_rank(c, "badugi") for c in some)[::-1])
    return tuple(cards[:1])


def worst(held: Sequence[Card], count: int) -> list[Card]:
    """The cards that go with the others least: unpaired and low."""
    ranks = Counter(_rank(card) for card in held)
    suits = Counter(card.suit for card in held)
    return sorted(held, key=lambda c: (ranks[_rank(c)], _rank(c), suits[c.suit]))[:count]

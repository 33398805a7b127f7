"""Poker hands judged a second time, in another way, to hold the rankings against.

A hand is its ranks as letters and whether it is of one suit. Straights are found as words in a
ladder of ranks, and hands are compared step by step as the charts of the filings describe it:
by category, then by the cards that lie most often, then by the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from houseway.cards import Card, card

LETTERS = "AKQJT98765432"  # best first
LADDER = "AKQJT98765432A"
MEXICAN_LADDER = "AKQJ765432A"

HIGH = (
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "one-pair", "high-card",
)  # fmt: skip
MEXICAN = (
    "five-of-a-kind", "royal-flush", "straight-flush", "four-of-a-kind", "flush", "full-house",
    "straight", "three-of-a-kind", "two-pair", "one-pair", "high-card",
)  # fmt: skip
SHAPES = {
    "5": "five-of-a-kind", "41": "four-of-a-kind", "32": "full-house", "311": "three-of-a-kind",
    "221": "two-pair", "2111": "one-pair", "11111": "high-card",
}  # fmt: skip


class Kind(NamedTuple):
    """All hands of the same ranks (in the order of LETTERS) and suitedness."""

    ranks: str
    suited: bool

    def weight(self) -> int:
        """How many hands of a 52-card deck (or one stripped of whole ranks) are of this kind."""
        if self.suited:
            return 4
        ways = prod(comb(4, n) for n in Counter(self.ranks).values())
        return ways - 4 if len(set(self.ranks)) == len(self.ranks) else ways

    def cards(self) -> tuple[Card, ...]:
        return of_suit(self.ranks) if self.suited else spread(self.ranks)


def kinds(size: int, letters: str = LETTERS) -> Iterator[Kind]:
    """Every kind of hand of so many cards of one deck."""
    for ranks in combinations_with_replacement(letters, size):
        if max(Counter(ranks).values()) <= 4:
            yield Kind("".join(ranks), suited=False)
            if len(set(ranks)) == size:
                yield Kind("".join(ranks), suited=True)


def spread(ranks: Iterable[str]) -> tuple[Card, ...]:
    """Cards of these ranks in suits that run round, so that no two are the same or make a flush."""
    return tuple(card(rank + "cdhs"[i % 4]) for i, rank in enumerate(ranks))


def of_suit(ranks: Iterable[str], suit: str = "h") -> tuple[Card, ...]:
    return tuple(card(rank + suit) for rank in ranks)


def straight_place(ranks: Sequence[str], ladder: str = LADDER) -> int | None:
    """Where on the ladder the ranks stand in a row: 0 is the best straight."""
    for word in ("".join(ranks), "".join(ranks[1:]) + ranks[0]):
        if word in ladder:
            return ladder.index(word)
    return None


def category(kind: Kind, ladder: str = LADDER) -> str:
    counts = sorted(Counter(kind.ranks).values(), reverse=True)
    place = straight_place(kind.ranks, ladder)
    if kind.suited and place == 0:
        return "royal-flush"
    if kind.suited:
        return "flush" if place is None else "straight-flush"
    if place is not None:
        return "straight"
    return SHAPES["".join(map(str, counts))]


def beats(
    one: Kind, other: Kind, *, order: Sequence[str] = HIGH, ladder: str = LADDER
) -> bool | None:
    """True if one hand beats the other by the chart, False if it loses, None for a tie."""
    first, second = category(one, ladder), category(other, ladder)
    if first != second:
        return order.index(first) < order.index(second)
    if "straight" in first or first == "royal-flush":
        place, other_place = straight_place(one.ranks, ladder), straight_place(other.ranks, ladder)
        assert place is not None
        assert other_place is not None
        return None if place == other_place else place < other_place
    return by_groups(one.ranks, other.ranks)


def by_groups(one: str, other: str, letters: str = LETTERS) -> bool | None:
    """Compare fours, then threes, pairs and single cards, the better letter first in each."""
    counts, other_counts = Counter(one), Counter(other)
    for times in (5, 4, 3, 2, 1):
        ours = sorted((r for r in counts if counts[r] == times), key=letters.index)
        theirs = sorted((r for r in other_counts if other_counts[r] == times), key=letters.index)
        for mine, yours in zip(ours, theirs, strict=True):
            if mine != yours:
                return letters.index(mine) < letters.index(yours)
    return None


def best(hands: Iterable[Kind], *, order: Sequence[str] = HIGH, ladder: str = LADDER) -> Kind:
    """The first of the best hands."""
    leading, *rest = hands
    for hand in rest:
        if beats(hand, leading, order=order, ladder=ladder):
            leading = hand
    return leading


def in_order(ranks: Iterable[str]) -> str:
    return "".join(sorted(ranks, key=LETTERS.index))


def with_jokers(
    kind: Kind, jokers: int, *, ladder: str = LADDER, flush: bool = True, wild: bool = False
) -> Iterator[Kind]:
    """Every five-card hand a hand with jokers may be: the jokers replaced by whatever is allowed.

    Aces always; any ranks that make a straight, or a straight flush; any cards of the suit that
    are not held, if jokers complete a flush; any ranks at all if the jokers are wild.
    """
    letters = ladder[:-1]
    for chosen in combinations_with_replacement(letters, jokers):
        ranks = in_order(kind.ranks + "".join(chosen))
        straight = len(set(ranks)) == 5 and straight_place(ranks, ladder) is not None
        if wild or straight or set(chosen) <= {"A"}:
            yield Kind(ranks, suited=False)
        if kind.suited and len(set(ranks)) == 5 and (flush or straight):
            yield Kind(ranks, suited=True)

"""Every runout counted in arrays of sums: no code is compiled, so nobody waits for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from houseway.families.poker.schema import Hands
from houseway.hands.tables import Sums, Table, layout, strengths

if TYPE_CHECKING:
    from houseway.families.poker.equity import Deal

# By ranking, and by the number of cards a hand is read from.
PLACES: Final[dict[str, dict[int, layout.Place]]] = {
    "high": {5: layout.HIGH_5, 6: layout.HIGH_6, 7: layout.HIGH_7},
    "ace-to-five-8": {5: layout.LOW_5, 7: layout.LOW_7},
    "razz": {5: layout.LOW_5, 7: layout.LOW_7},
    "deuce-to-seven": {5: layout.DEUCE_5},
}
Winners = tuple[int, int]  # who wins the high and the low half, a bit a hand
Tally = npt.NDArray[np.int64]  # [winners of high, and above these bits those of low]: runouts

SUMS: Final = np.stack([layout.KEYS, layout.BITS])
NONE: Final = np.array([layout.EMPTY, 0], np.uint64)
AT_ONCE: Final = 50_000  # choices of cards laid out in one array


def knows(half: Hands, cards: int) -> bool:
    """Whether the table has such hands, of so many cards with those of the board."""
    return (5 if half.hole == "exactly-two" else cards) in PLACES.get(half.ranking, {})


def no_winners(hands: int, *, split: bool) -> Tally:
    return np.zeros(1 << hands * (1 + split), np.int64)


def by_winners(found: Tally, hands: int) -> Counter[Winners]:
    everybody = (1 << hands) - 1
    return Counter(
        {(won & everybody, won >> hands): int(found[won]) for won in np.flatnonzero(found).tolist()}
    )


def winners(deal: Deal, high: Hands, low: Hands | None) -> Counter[Winners]:
    """How many runouts each set of hands wins. They are read from all their cards and the
    board's."""
    hands = len(deal.hands)
    read = len(deal.hands[0]) + deal.to_come[0] + len(deal.boards[0]) + deal.to_come[hands]
    places = [PLACES[half.ranking][read] for half in (high, low) if half is not None]
    known = [_sum([card.index for card in group]) for group in (*deal.hands, *deal.boards)]
    coming = [group for group, count in enumerate(deal.to_come) if count] or [hands]
    *outer, inner = coming
    cards = [card.index for card in deal.rest]
    # The last group to come is gone through in arrays; only one hand may get those cards.
    gets = [inner in (hand, hands) for hand in range(hands)]
    found = no_winners(hands, split=low is not None)
    for drawn in ways_to_draw(range(len(cards)), [deal.to_come[group] for group in outer]):
        sums = list(known)
        for group, chosen in zip(outer, drawn, strict=True):
            sums[group] = sums[group] + _sum([cards[place] for place in chosen])
        own = [NONE + sums[hands] + hand for hand in sums[:hands]]
        free = np.delete(cards, [place for chosen in drawn for place in chosen])
        for piece in _sums(SUMS[:, free], deal.to_come[inner]):
            won = np.zeros(piece.shape[1], np.intp)
            for number, place in enumerate(places):
                best = _best(place, own, gets, piece, qualify=number == 1)
                for hand, wins in enumerate(best):
                    won |= wins.astype(np.intp) << hand + number * hands
            found += np.bincount(won, minlength=len(found))
    return by_winners(found, hands)


def _best(
    place: layout.Place, own: Sequence[Sums], gets: Sequence[bool], piece: Sums, *, qualify: bool
) -> Iterator[Table]:
    """Of each hand, in which runouts it is best; a low hand must be of eight or lower."""
    worth = [
        strengths(place, *(sums[:, None] + piece if all_of_it else sums[:, None]))
        for sums, all_of_it in zip(own, gets, strict=True)
    ]
    best = worth[0]
    for other in worth[1:]:
        best = np.maximum(best, other)
    for one in worth:
        yield (one == best) & (best >= layout.EIGHT_LOW) if qualify else one == best


def _sum(cards: Sequence[int]) -> Sums:
    total: Sums = SUMS[:, cards].sum(axis=1, dtype=np.uint64) if len(cards) else SUMS[:, 0] * 0
    return total


def _sums(values: Sums, count: int) -> Iterator[Sums]:
    """The sums of every choice of so many columns, at once or in a piece for each first one.

    Choices are in order of their first column, the last column first: those of the columns behind
    it are so many from the beginning.
    """
    found = np.zeros((2, 1), np.uint64)
    size = values.shape[1]
    for taken in range(count):
        pieces = (
            values[:, first, None] + found[:, : comb(size - 1 - first, taken)]
            for first in range(size - 1 - taken, -1, -1)
        )
        if comb(size, count) > AT_ONCE and taken == count - 1:
            yield from pieces
            return
        found = np.concatenate(list(pieces), axis=1)
    yield found


def ways_to_draw(
    places: Sequence[int], counts: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to draw groups of so many of the places, one after another."""
    if not counts:
        yield ()
        return
    for chosen in combinations(places, counts[0]):
        left = tuple(place for place in places if place not in chosen)
        for others in ways_to_draw(left, counts[1:]):
            yield (chosen, *others)

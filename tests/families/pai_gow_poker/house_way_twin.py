"""The house-way charts written a second time, straight from their sentences, to hold the setter
against. Nothing here looks at foul hands or at hand values beyond straights, flushes and ranks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from houseway.cards import Card

Front = tuple[int, int]  # the ranks in front, the higher first, a joker 14

_LADDERS = [set(range(low, low + 5)) for low in range(2, 11)] + [{14, 2, 3, 4, 5}]


def is_run_or_flush(five: Sequence[Card], joker_flush: bool) -> bool:
    naturals = [card for card in five if card.rank]
    jokers = 5 - len(naturals)
    ranks = {card.rank for card in naturals}
    run = len(ranks) == len(naturals) and any(ranks <= ladder for ladder in _LADDERS)
    suited = len({card.suit for card in naturals}) == 1
    return run or (suited and (not jokers or joker_flush))


def complete_fronts(cards: Sequence[Card], joker_flush: bool) -> list[Front]:
    """The fronts beside which a straight or flush stays behind, the highest first."""
    fronts = []
    for front in combinations(cards, 2):
        behind = [card for card in cards if card not in front]
        if is_run_or_flush(behind, joker_flush):
            high, low = sorted((card.rank or 14 for card in front), reverse=True)
            fronts.append((high, low))
    return sorted(fronts, key=lambda front: (front[0] == front[1], front), reverse=True)


def twin(chart: str, cards: Sequence[Card], joker_flush: bool = True) -> Front:
    """The ranks the chart puts in front. `chart` is "1.0" or "hand-set" (the other two)."""
    ranks = sorted((card.rank or 14 for card in cards), reverse=True)
    times = Counter(ranks)
    fives, fours, threes, pairs, singles = (
        sorted((rank for rank in times if times[rank] == n), reverse=True) for n in (5, 4, 3, 2, 1)
    )
    complete = complete_fronts(cards, joker_flush)
    if fives:
        return (14, 14)
    if fours:
        return _four(fours[0], threes + pairs, singles)
    if len(threes) == 2:
        return (threes[0], threes[0])
    if threes and pairs:
        paired = [front for front in complete if front[0] == front[1]]
        if chart == "1.0" and paired:  # the golden rule
            return paired[0]
        return (pairs[0], pairs[0])
    if threes:
        return _three(chart, threes[0], singles, complete)
    if len(pairs) == 3:
        return (pairs[0], pairs[0])
    if len(pairs) == 2:
        paired = [front for front in complete if front[0] == front[1]]
        if chart != "1.0" and paired:
            return paired[0]
        return _two_pairs(pairs, singles)
    if complete:
        return complete[0]
    if pairs:
        return (singles[0], singles[1])
    return (singles[1], singles[2])


def _two_pairs(pairs: list[int], singles: list[int]) -> Front:
    high, low = pairs
    if high >= 12:
        return (low, low)
    needed = 14 if high >= 9 else 13 if high >= 6 else 12
    return (singles[0], singles[1]) if singles[0] >= needed else (low, low)


def _three(chart: str, rank: int, singles: list[int], complete: list[Front]) -> Front:
    paired = [front for front in complete if front[0] == front[1]]
    if paired:
        return paired[0]
    if chart != "1.0" and complete:
        with_ace = [front for front in complete if front[0] == 14]
        return (with_ace or complete)[0]
    return (14, singles[0]) if rank == 14 else (singles[0], singles[1])


def _four(rank: int, paired: list[int], singles: list[int]) -> Front:
    if paired:
        return (paired[0], paired[0])
    if rank >= 12:
        return (rank, rank)
    needed = 13 if rank >= 9 else 12 if rank >= 6 else 0
    return (singles[0], singles[1]) if singles[0] >= needed else (rank, rank)

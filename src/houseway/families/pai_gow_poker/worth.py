"""What other settings cost in the hands of a row of the house-way chart.

Hands of the row are dealt by chance, and each setting of each is tried against the same banks, set
by the chart. Settings of a hand that are of one kind, a pair in front of two pairs, say, are one
choice: the best of them. All are told beside the house way of the same hands.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from math import comb, prod
from random import Random
from statistics import fmean
from typing import Final

from houseway.analysis.odds import kept
from houseway.cards import CARDS, JOKER, Card, write
from houseway.cards.card import RANKS
from houseway.families.pai_gow_poker.banks import try_all
from houseway.families.pai_gow_poker.coach import pool_of
from houseway.families.pai_gow_poker.house_way import HouseWaySetter, back_ranking, joker_use
from houseway.families.pai_gow_poker.odds import chart_for
from houseway.families.pai_gow_poker.outcomes import verdicts
from houseway.families.pai_gow_poker.schema import HouseWayRow, PaiGowPoker, Shape
from houseway.families.pai_gow_poker.setting import SetHand, setting_of
from houseway.filings.terms import Terms

HANDS: Final = 40  # of a row
HOUSE_WAY, OTHER_CARDS = "the house way", "other cards in front"
_TRIES: Final = 4_000
_USUAL: Final = 0.8  # of the hands: what fewer of them allow is no choice of the row
_SEED: Final = 20
_OF_RANK: Final = {
    rank: tuple(card for card in CARDS if card.text[0] == rank) + ((JOKER,) if rank == "A" else ())
    for rank in RANKS
}

Ranks = tuple[tuple[str, int], ...]  # each with how many of it


def worth(
    terms: Terms[PaiGowPoker], column: str, rows: Collection[str]
) -> dict[str, dict[str, float]]:
    """By some rows of the chart: in units of the wager, the mean of hands dealt by chance."""
    del column
    bets = kept(terms)
    if "game" not in bets or "gain over the house way" not in bets["game"].strategy:
        return {}  # the bank lies open, or nothing is counted
    setter = HouseWaySetter(chart_for(terms)[0], back_ranking(joker_use(terms)))
    found = {}
    for row in chart_for(terms)[0].row:
        if row.hand in rows and (hands := _deal(row, setter)):
            found[row.hand] = _choices(terms, setter, hands)
    return found


def _choices(
    terms: Terms[PaiGowPoker], setter: HouseWaySetter, hands: Sequence[tuple[Card, ...]]
) -> dict[str, float]:
    pool, flush = pool_of(terms)
    judged = verdicts(terms.filing)  # with none, one and both of the hands higher
    nets = [float(judged[a][b].net) for a, b in ((0, 0), (0, 2), (2, 2))]
    setting = setting_of(terms)
    by_chart: list[float] = []
    gains: dict[str, list[float]] = {}
    as_charted: dict[str, int] = {}  # hands that the chart sets in that way
    for cards in hands:
        tried = try_all(pool, [card.index for card in cards], flush=flush)
        values = tried.higher @ nets / tried.banks
        front = set(setter.set(cards).front)
        fronts = list(combinations(cards, 2))
        chosen = next(way for way, two in enumerate(fronts) if set(two) == front)
        set_so = [setting.hand(f"set {write(two)}", cards) for two in fronts]
        by_chart.append(float(values[chosen]))
        charted = _kind(set_so[chosen])
        as_charted[charted] = as_charted.get(charted, 0) + 1
        best: dict[str, float] = {}
        for way, one in enumerate(set_so):
            gain = float(values[way] - values[chosen])
            if tried.foul[way]:
                continue
            names = [_kind(one)]
            if names == [charted] and _worths(one) != _worths(set_so[chosen]):
                names.append(OTHER_CARDS)
            for name in names:
                best[name] = max(gain, best.get(name, -2.0))
        for name, gain in best.items():
            gains.setdefault(name, []).append(gain)
    base = fmean(by_chart)
    choices = {HOUSE_WAY: base}
    for name, found in gains.items():
        if _USUAL * len(hands) <= len(found) and as_charted.get(name, 0) < len(hands):
            choices[name] = base + fmean(found)
    return choices


def _kind(one: SetHand) -> str:
    """What lies in front and behind."""
    ahead = "a pair" if one.front_worth.category == "one-pair" else "high cards"
    return f"{ahead} in front, {one.back_worth.category.replace('-', ' ')} behind"


def _worths(one: SetHand) -> tuple[int, int]:
    """Equal where cards of a rank have changed places only."""
    return one.front_worth.strength, one.back_worth.strength


def _deal(row: HouseWayRow, setter: HouseWaySetter) -> list[tuple[Card, ...]]:
    """Hands that the row decides, each as likely as in a deal."""
    chance = Random(_SEED)
    all_ranks = [
        ranks for sets in row.sets for ranks in _ranks(sets) if row.fits(*_shape(sets, ranks, row))
    ]
    if not all_ranks or not row.ways:
        return []
    weights = [prod(comb(len(_OF_RANK[rank]), n) for rank, n in ranks) for ranks in all_ranks]
    hands = []
    for ranks in chance.choices(all_ranks, weights, k=_TRIES):
        cards = tuple(card for rank, n in ranks for card in chance.sample(_OF_RANK[rank], n))
        told = setter.set(cards).row
        if any(told.endswith(f"{row.hand}: {way.says}") for way in row.ways):
            hands.append(cards)
            if len(hands) == HANDS:
                break
    return hands


def _shape(sets: str, ranks: Ranks, row: HouseWayRow) -> tuple[Shape, bool]:
    held = [rank for rank, n in ranks if n > 1] or [ranks[0][0]]
    single = "".join(rank for rank, n in ranks if n == 1)
    return Shape(sets, held[0], held[1] if len(held) > 1 else "", single), bool(row.complete)


def _ranks(sets: str) -> Iterator[Ranks]:
    """Every way to give ranks to sets of equal cards and the cards beside them, highest first."""
    sizes = [] if sets == "none" else [int(one) for one in sets.split("+")]
    sizes += [1] * (7 - sum(sizes))

    def fill(left: Sequence[int], free: str) -> Iterator[Ranks]:
        if not left:
            yield ()
            return
        many = left.count(left[0])
        for chosen in combinations(free, many):
            if left[0] < 5 or chosen == ("A",):
                rest = "".join(rank for rank in free if rank not in chosen)
                for others in fill(left[many:], rest):
                    yield (*((rank, left[0]) for rank in chosen), *others)

    return fill(sizes, RANKS[::-1])

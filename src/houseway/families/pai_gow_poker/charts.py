"""The filed chart of the house way read by compiled code: every way to set seven cards, the one the
chart takes, and how two hands stand.
"""

from __future__ import annotations

from typing import Final, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from houseway.analysis.two_hands import LOSE, results_of, stands
from houseway.cards.card import RANKS
from houseway.families.pai_gow_poker.outcomes import verdicts
from houseway.families.pai_gow_poker.schema import HouseWayChart, PaiGowPoker, Sets
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import (
    BITS,
    HIGH_CATEGORIES,
    JOKER_5,
    JOKER_NO_FLUSH_5,
    KEYS,
    Table,
    compiled,
    is_foul,
    leaf,
    strength,
    sums_of,
    tables,
    two_cards,
)
from houseway.hands.tables import part

Strengths = npt.NDArray[np.uint16]

SPLITS: Final = 21  # ways to put two of seven cards in front
DECK: Final = 53
JOKER_INDEX: Final = 52
_ACE: Final = 12
# Counts of equal ranks as a number: sets of two, three, four and five.
_SETS: Final = {name: number for number, name in enumerate(get_args(Sets))}
_PLAIN_PAIR: Final = 79  # front strengths from here up are pairs: 78 ways of two unequal ranks
# The two cards in front, split by split.
FRONTS: Final = np.array([(i, j) for i in range(7) for j in range(i + 1, 7)], np.int64)


class Chart(NamedTuple):
    """The rows of a house-way chart as numbers."""

    sets: Integers  # [row]: a bit for each kind of equal cards
    ranks: Integers  # [row]: a bit for each rank of the greatest set
    second: Integers  # [row]: a bit for each rank of the next one; none where any will do
    beside: Integers  # [row]: a bit for each rank that must lie once
    complete: Integers  # [row]: 0 or 1, or 2 for either
    first: Integers  # [row]: its first way; one place more than there are rows
    pair: Integers  # [way]: a pair must lie in front
    front_from: Integers  # [way]: the least rank in front, 0 for any
    behind: Integers  # [way]: the least category behind, -1 for the highest card


def chart_of(chart: HouseWayChart) -> Chart:
    sets, ranks, second, beside, complete, first = [], [], [], [], [], [0]
    pair, front_from, behind = [], [], []
    for row in chart.row:
        sets.append(sum(1 << _SETS[name] for name in row.sets))
        ranks.append(_bit_of_each(row.ranks or RANKS))
        second.append(_bit_of_each(row.second))
        beside.append(_bit_of_each(row.beside))
        complete.append(2 if row.complete is None else int(row.complete))
        for way in row.ways:
            pair.append(int(way.front == "pair"))
            front_from.append(RANKS.index(way.front_from) + 1 if way.front_from else 0)
            behind.append(_behind(way.behind))
        first.append(len(pair))
    parts = (sets, ranks, second, beside, complete, first, pair, front_from, behind)
    return Chart(*(np.array(numbers, np.int64) for numbers in parts))


def _bit_of_each(ranks: str) -> int:
    return sum(1 << RANKS.index(rank) for rank in ranks)


def _behind(name: str) -> int:
    if name == "highest-card":
        return -1
    least = {"complete": "straight", "five-of-a-kind": "five-aces"}
    return HIGH_CATEGORIES.index(least.get(name, name))


class Rules(NamedTuple):
    """What a round goes by."""

    chart: Chart
    category: Strengths  # by strength of five cards
    seven_high_from: int  # least and greatest seven-card strengths that are only ace-high
    seven_high_to: int
    ace_high_pushes: bool
    seen: bool  # the bank lies open before the players set
    judged: Integers  # [how the front hand stands, the back one]: the result


def ace_high_strengths() -> tuple[int, int]:
    """The strengths of high cards headed by an ace: of 1,277 in all the 493 greatest."""
    categories = part("category")
    last = int(np.flatnonzero(categories == 0)[-1])
    return last - 493 + 1, last


@leaf
def _rank(card: int) -> np.int64:
    """0 for a deuce to 12 for an ace; the joker counts as one."""
    index = np.int64(card)
    return np.int64(_ACE) if index == JOKER_INDEX else index >> np.int64(2)


@leaf
def _sets_number(twos: int, threes: int, fours: int, fives: int) -> int:
    """The place of the kind of equal cards in the schema's list."""
    if fives:
        return 12 if twos else 11
    if fours:
        return 10 if threes else 9 if twos else 8
    if threes == 2:
        return 5
    if threes:
        return 7 if twos == 2 else 6 if twos else 4
    return twos


@leaf
def split_all(
    table: Table, flush: bool, cards: Small, fronts: Strengths, backs: Strengths, foul: Small
) -> None:
    whole, bits = sums_of(cards, 7)
    for n in range(SPLITS):
        a, b = cards[FRONTS[n, 0]], cards[FRONTS[n, 1]]
        fronts[n] = two_cards(table, a, b)
        key, rest = whole - KEYS[a] - KEYS[b], bits - BITS[a] - BITS[b]
        if flush:
            backs[n] = strength(table, JOKER_5, key, rest)
        else:
            backs[n] = strength(table, JOKER_NO_FLUSH_5, key, rest)
        foul[n] = is_foul(table, fronts[n], backs[n])


@leaf
def by_chart(
    rules: Rules, cards: Small, fronts: Strengths, backs: Strengths, foul: Small,
    ranks: Integers,
) -> int:  # fmt: skip
    """Which split the chart takes; -1 if no row fits."""
    chart = rules.chart
    for rank in range(13):
        ranks[rank] = 0
    highest = -1  # the first card in the order aces, joker, kings ...
    for i in range(7):
        ranks[_rank(cards[i])] += 1
    joker, ace = -1, -1
    top = -1
    for i in range(7):
        if cards[i] == JOKER_INDEX:
            joker = i
        elif _rank(cards[i]) == _ACE and (ace < 0 or cards[i] > cards[ace]):
            ace = i
        elif top < 0 or cards[i] > cards[top]:
            top = i
    highest = ace if ace >= 0 else joker if joker >= 0 else top
    twos = threes = fours = fives = 0
    greatest, most, second, next_most, single = 0, 0, 0, 0, 0
    for rank in range(12, -1, -1):
        if ranks[rank] > most:
            second, next_most = greatest, most
            most, greatest = ranks[rank], rank
        elif ranks[rank] > next_most:
            second, next_most = rank, ranks[rank]
        single |= int(ranks[rank] == 1) << rank
        twos += ranks[rank] == 2
        threes += ranks[rank] == 3
        fours += ranks[rank] == 4
        fives += ranks[rank] == 5
    kind = _sets_number(twos, threes, fours, fives)
    complete = 0
    for n in range(SPLITS):
        code = rules.category[backs[n]]
        # A straight, a flush or both; not a full house or the like.
        if code == 4 or code == 5 or code == 8 or code == 9:
            complete = 1
    for row in range(chart.sets.shape[0]):
        if not (chart.sets[row] >> kind) & 1 or not (chart.ranks[row] >> greatest) & 1:
            continue
        if chart.second[row] and (next_most < 2 or not (chart.second[row] >> second) & 1):
            continue
        if chart.beside[row] & ~single:
            continue
        if chart.complete[row] != 2 and chart.complete[row] != complete:
            continue
        for way in range(chart.first[row], chart.first[row + 1]):
            best = -1
            for n in range(SPLITS):
                if foul[n]:
                    continue
                if chart.behind[way] < 0:
                    if FRONTS[n, 0] == highest or FRONTS[n, 1] == highest:
                        continue
                elif rules.category[backs[n]] < chart.behind[way]:
                    continue
                if chart.pair[way] and fronts[n] < _PLAIN_PAIR:
                    continue
                if chart.front_from[way] and (chart.pair[way] or fronts[n] < _PLAIN_PAIR):
                    a, b = cards[FRONTS[n, 0]], cards[FRONTS[n, 1]]
                    if max(_rank(a), _rank(b)) + 1 < chart.front_from[way]:
                        continue
                if (
                    best < 0
                    or fronts[n] > fronts[best]
                    or (fronts[n] == fronts[best] and backs[n] > backs[best])
                ):
                    best = n
            if best >= 0:
                return best
    return -1


@leaf
def result_of(rules: Rules, front: int, back: int, bank_front: int, bank_back: int) -> int:
    return int(rules.judged[stands(front, bank_front), stands(back, bank_back)])


@leaf
def best_split(
    rules: Rules, fronts: Strengths, backs: Strengths, foul: Small, bank_front: int, bank_back: int
) -> int:
    """Which split is best against a bank that lies open."""
    best, wins = -1, LOSE + 1
    for n in range(SPLITS):
        if not foul[n]:
            result = result_of(rules, fronts[n], backs[n], bank_front, bank_back)
            if result < wins:
                best, wins = n, result
    return best


@compiled
def _set_hands(table: Table, rules: Rules, flush: bool, hands: Small, out: Integers) -> None:
    """The places of the two cards in front of each hand, by the chart."""
    fronts, backs = np.zeros(SPLITS, np.uint16), np.zeros(SPLITS, np.uint16)
    foul, ranks = np.zeros(SPLITS, np.uint8), np.zeros(13, np.int64)
    for number in range(hands.shape[0]):
        split_all(table, flush, hands[number], fronts, backs, foul)
        out[number] = by_chart(rules, hands[number], fronts, backs, foul, ranks)


def rules_for(filing: PaiGowPoker, chart: HouseWayChart) -> Rules:
    low, high = ace_high_strengths()
    pushes = filing.game.ace_high_push is not None
    judged = results_of(verdicts(filing))
    return Rules(chart_of(chart), part("category"), low, high, pushes, filing.bank_is_seen, judged)


def set_by_chart(rules: Rules, hands: Small, *, flush: bool) -> Integers:
    """[hand, 2]: the places of the cards in front, for hands of seven card indexes."""
    out = np.zeros(len(hands), np.int64)
    _set_hands(tables(), rules, flush, hands, out)
    assert (out >= 0).all()
    return FRONTS[out]

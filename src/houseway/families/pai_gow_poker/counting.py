"""Pai gow poker dealt by chance: the filed chart read by compiled code, and rounds in blocks.

Every block has its own seed and its results are whole numbers, so the sum is the same whatever
the number of workers.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import Final, NamedTuple, get_args

import numpy as np
import numpy.typing as npt

from houseway.analysis.two_hands import LOSE, PUSH, WIN, results_of, stands
from houseway.cards.card import RANKS
from houseway.families.pai_gow_poker.outcomes import verdicts
from houseway.families.pai_gow_poker.schema import HouseWayChart, PaiGowPoker, Sets
from houseway.hands.kernels import (
    BITS,
    EMPTY,
    FORTUNE_7,
    HIGH_CATEGORIES,
    JOKER_5,
    JOKER_7,
    JOKER_NO_FLUSH_5,
    KEYS,
    Table,
    compiled,
    is_foul,
    leaf,
    strength,
    tables,
    two_cards,
)  # fmt: skip
from houseway.hands.kernels.lookup import part

Integers = npt.NDArray[np.int64]
Small = npt.NDArray[np.uint8]
Strengths = npt.NDArray[np.uint16]

SPLITS: Final = 21  # ways to put two of seven cards in front
DECK: Final = 53
JOKER_INDEX: Final = 52
_ACE: Final = 12
# Counts of equal ranks as a number: sets of two, three, four and five.
_SETS: Final = {name: number for number, name in enumerate(get_args(Sets))}
_PLAIN_PAIR: Final = 79  # front strengths from here up are pairs: 78 ways of two unequal ranks
_PAIRS: Final = np.array([(i, j) for i in range(7) for j in range(i + 1, 7)], np.int64)


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
    whole, bits = EMPTY, np.uint64(0)
    for i in range(7):
        whole += KEYS[cards[i]]
        bits += BITS[cards[i]]
    for n in range(SPLITS):
        a, b = cards[_PAIRS[n, 0]], cards[_PAIRS[n, 1]]
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
                    if _PAIRS[n, 0] == highest or _PAIRS[n, 1] == highest:
                        continue
                elif rules.category[backs[n]] < chart.behind[way]:
                    continue
                if chart.pair[way] and fronts[n] < _PLAIN_PAIR:
                    continue
                if chart.front_from[way] and (chart.pair[way] or fronts[n] < _PLAIN_PAIR):
                    a, b = cards[_PAIRS[n, 0]], cards[_PAIRS[n, 1]]
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


@compiled
def _draw(deck: Small, number: int) -> None:
    """So many cards at random to the top of the deck."""
    for i in range(number):
        j = np.random.randint(i, DECK)
        deck[i], deck[j] = deck[j], deck[i]


@compiled
def _bits(cards: Small) -> np.uint64:
    """Cards as a set, for a look at what two hands share."""
    found = np.uint64(0)
    for card in cards:
        found |= np.uint64(1) << np.uint64(card)
    return found


@compiled
def _rounds(
    table: Table, rules: Rules, flush: bool, number: int, seed: int, found: Integers
) -> None:
    """found[by chart or best, result], [2] copies in front, behind and ace-high pushes, [3, 0]
    hands lost with a copy. Best play only where the bank is seen."""
    np.random.seed(seed)
    fronts, backs = np.zeros(SPLITS, np.uint16), np.zeros(SPLITS, np.uint16)
    foul, ranks = np.zeros(SPLITS, np.uint8), np.zeros(13, np.int64)
    deck = np.arange(DECK).astype(np.uint8)
    for _ in range(number):
        _draw(deck, 14)
        split_all(table, flush, deck[7:14], fronts, backs, foul)
        chosen = by_chart(rules, deck[7:14], fronts, backs, foul, ranks)
        bank_front, bank_back = fronts[chosen], backs[chosen]
        if rules.ace_high_pushes:
            key, bits = EMPTY, np.uint64(0)
            for i in range(7, 14):
                key += KEYS[deck[i]]
                bits += BITS[deck[i]]
            seven = strength(table, JOKER_7, key, bits)
            if rules.seven_high_from <= seven <= rules.seven_high_to:
                found[0, PUSH] += 1
                found[1, PUSH] += 1
                found[2, 2] += 1
                continue
        split_all(table, flush, deck[:7], fronts, backs, foul)
        chosen = by_chart(rules, deck[:7], fronts, backs, foul, ranks)
        result = result_of(rules, fronts[chosen], backs[chosen], bank_front, bank_back)
        found[0, result] += 1
        copies = int(fronts[chosen] == bank_front) + int(backs[chosen] == bank_back)
        found[2, 0] += fronts[chosen] == bank_front
        found[2, 1] += backs[chosen] == bank_back
        found[3, 0] += copies > 0 and result == LOSE
        if rules.seen:
            best = best_split(rules, fronts, backs, foul, bank_front, bank_back)
            found[1, result_of(rules, fronts[best], backs[best], bank_front, bank_back)] += 1


@compiled
def _improve(
    table: Table, rules: Rules, flush: bool, number: int, seed: int, pool: int, found: Integers
) -> None:
    """Hands set as is best against one pool of banks, tried against another.

    found[0, result] of the best setting less that of the chart's, in parts of a million for
    each hand; found[1, 0] hands set otherwise than by the chart.
    """
    np.random.seed(seed)
    fronts, backs = np.zeros(SPLITS, np.uint16), np.zeros(SPLITS, np.uint16)
    foul, ranks = np.zeros(SPLITS, np.uint8), np.zeros(13, np.int64)
    deck = np.arange(DECK).astype(np.uint8)
    masks = np.zeros(2 * pool, np.uint64)
    bank_fronts, bank_backs = np.zeros(2 * pool, np.uint16), np.zeros(2 * pool, np.uint16)
    for bank in range(2 * pool):
        _draw(deck, 7)
        mask = _bits(deck[:7])
        split_all(table, flush, deck[:7], fronts, backs, foul)
        chosen = by_chart(rules, deck[:7], fronts, backs, foul, ranks)
        masks[bank], bank_fronts[bank], bank_backs[bank] = mask, fronts[chosen], backs[chosen]
    useful = np.zeros(SPLITS, np.int64)
    results = np.zeros((2, SPLITS, 3), np.int64)
    for _ in range(number):
        _draw(deck, 7)
        mask = _bits(deck[:7])
        split_all(table, flush, deck[:7], fronts, backs, foul)
        charted = by_chart(rules, deck[:7], fronts, backs, foul, ranks)
        count = 0
        for n in range(SPLITS):
            beaten = foul[n] != 0
            if not beaten and n != charted:
                for m in range(SPLITS):
                    if m == n or foul[m]:
                        continue
                    if fronts[m] >= fronts[n] and backs[m] >= backs[n]:
                        same = fronts[m] == fronts[n] and backs[m] == backs[n]
                        if not same or m < n or m == charted:
                            beaten = True
                            break
            if not beaten:
                useful[count] = n
                count += 1
        if count == 1:
            continue
        results[:, :count, :] = 0
        for bank in range(2 * pool):
            if masks[bank] & mask:
                continue
            side = 0 if bank < pool else 1
            for k in range(count):
                n = useful[k]
                result = result_of(rules, fronts[n], backs[n], bank_fronts[bank], bank_backs[bank])
                results[side, k, result] += 1
        best, own = 0, 0
        for k in range(count):
            if useful[k] == charted:
                own = k
        best = own
        for k in range(count):
            gain = results[0, k, WIN] - results[0, k, LOSE]
            if gain > results[0, best, WIN] - results[0, best, LOSE]:
                best = k
        if best == own:
            continue
        banks = results[1, own].sum()
        found[1, 0] += 1
        for result in range(3):
            change = (results[1, best, result] - results[1, own, result]) / banks
            found[0, result] += np.int64(np.rint(change * 1e6))


def rules_for(filing: PaiGowPoker, chart: HouseWayChart) -> Rules:
    low, high = ace_high_strengths()
    pushes = filing.game.ace_high_push is not None
    judged = results_of(verdicts(filing))
    return Rules(chart_of(chart), part("category"), low, high, pushes, filing.bank_is_seen, judged)


def set_by_chart(rules: Rules, hands: Small, *, flush: bool) -> npt.NDArray[np.int64]:
    """[hand, 2]: the places of the cards in front, for hands of seven card indexes."""
    out = np.zeros(len(hands), np.int64)
    _set_hands(tables(), rules, flush, hands, out)
    assert (out >= 0).all()
    return _PAIRS[out]


def play_rounds(rules: Rules, blocks: int, per_block: int, seed: int, *, flush: bool) -> Integers:
    """[4, 3] as `rounds` has it: results by chart, best results, copies, losses by a copy."""

    def block(number: int) -> Integers:
        found = np.zeros((4, 3), np.int64)
        _rounds(tables(), rules, flush, per_block, seed + number, found)
        return found

    _rounds(tables(), rules, flush, 1, 0, np.zeros((4, 3), np.int64))  # compiled before the threads
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        return sum(pool.map(block, range(blocks)), start=np.zeros((4, 3), np.int64))


class Gains(NamedTuple):
    """What best settings bring beyond the chart's, for each hand dealt."""

    changes: tuple[float, float, float]  # of the probabilities to win, push and lose
    gain: float
    standard_error: float
    otherwise: float  # how many hands are set otherwise


def gains_of_best(
    rules: Rules, blocks: int, per_block: int, pool: int, seed: int, *, flush: bool
) -> Gains:
    """The standard error is that of the blocks, each with its own pool of banks."""

    def block(number: int) -> Integers:
        found = np.zeros((2, 3), np.int64)
        _improve(tables(), rules, flush, per_block, seed + number, pool, found)
        return found

    _improve(tables(), rules, flush, 1, 0, 2, np.zeros((2, 3), np.int64))
    with ThreadPoolExecutor(cpu_count() or 1) as threads:
        each = np.array(list(threads.map(block, range(blocks))))
    changes = each[:, 0, :] / (1e6 * per_block)
    gains = changes[:, WIN] - changes[:, LOSE]
    mean = changes.mean(axis=0)
    return Gains(
        (float(mean[0]), float(mean[1]), float(mean[2])),
        float(gains.mean()),
        float(gains.std(ddof=1) / np.sqrt(blocks)),
        float(each[:, 1, 0].sum() / (blocks * per_block)),
    )


# Envy with several other players


@compiled
def _envy(
    table: Table, prizes: Integers, rounds: int, seed: int, others: int
) -> tuple[float, float]:
    """How much less the highest prize alone is than all prizes together: sum and sum of squares."""
    np.random.seed(seed)
    deck = np.arange(DECK).astype(np.uint8)
    total = squares = 0.0
    for _ in range(rounds):
        _draw(deck, 7 * others)
        together = highest = 0
        for hand in range(others):
            key, bits = EMPTY, np.uint64(0)
            for i in range(7 * hand, 7 * hand + 7):
                key += KEYS[deck[i]]
                bits += BITS[deck[i]]
            prize = prizes[strength(table, FORTUNE_7, key, bits)]
            together += prize
            highest = max(highest, prize)
        less = float(together - highest)
        total += less
        squares += less * less
    return total, squares


def envy_shortfall(prizes: Integers, rounds: int, seed: int, others: int) -> tuple[float, float]:
    """Mean and standard error, in cents, of what a prize for the highest hand alone leaves out."""
    total, squares = _envy(tables(), prizes, rounds, seed, others)
    mean = total / rounds
    return mean, float(np.sqrt(max(squares / rounds - mean**2, 0.0) / rounds))

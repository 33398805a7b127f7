"""Pai gow poker dealt by chance: the filed chart read by compiled code, and rounds in blocks.

Every block has its own seed and its results are whole numbers, so the sum is the same whatever
the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable
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
    whole, bits = EMPTY, np.uint64(0)
    for i in range(7):
        whole += KEYS[cards[i]]
        bits += BITS[cards[i]]
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


@compiled
def _draw(deck: Small, number: int) -> None:
    """So many cards at random to the top of the deck."""
    for i in range(number):
        j = np.random.randint(i, DECK)
        deck[i], deck[j] = deck[j], deck[i]


@leaf
def mask_of(cards: Small) -> np.uint64:
    """Cards as a set, for a look at what two hands share."""
    found = np.uint64(0)
    for card in cards:
        found |= np.uint64(1) << np.uint64(card)
    return found


class Set(NamedTuple):
    """Hands dealt by chance and set by the chart, to be held against others."""

    masks: npt.NDArray[np.uint64]  # the cards of each
    fronts: Strengths
    backs: Strengths


def empty_set(number: int) -> Set:
    return Set(
        np.zeros(number, np.uint64), np.zeros(number, np.uint16), np.zeros(number, np.uint16)
    )


class Desk(NamedTuple):
    """What one hand is looked at with."""

    fronts: Strengths  # [split]
    backs: Strengths
    foul: Small
    ranks: Integers
    useful: Integers  # splits worth a look
    tallies: Integers  # [split worth a look, result]


def new_desk() -> Desk:
    return Desk(
        np.zeros(SPLITS, np.uint16), np.zeros(SPLITS, np.uint16), np.zeros(SPLITS, np.uint8),
        np.zeros(13, np.int64), np.zeros(SPLITS, np.int64), np.zeros((SPLITS, 3), np.int64),
    )  # fmt: skip


@compiled
def deal_set(
    table: Table, rules: Rules, flush: bool, seed: int, desk: Desk, deck: Small, found: Set
) -> None:
    """Hands by chance, set by the chart."""
    np.random.seed(seed)
    for hand in range(found.masks.shape[0]):
        _draw(deck, 7)
        split_all(table, flush, deck[:7], desk.fronts, desk.backs, desk.foul)
        chosen = by_chart(rules, deck[:7], desk.fronts, desk.backs, desk.foul, desk.ranks)
        found.masks[hand] = mask_of(deck[:7])
        found.fronts[hand], found.backs[hand] = desk.fronts[chosen], desk.backs[chosen]


@leaf
def list_useful(desk: Desk, charted: int) -> int:
    """How many splits are not foul and not beaten by another in front and behind."""
    fronts, backs, count = desk.fronts, desk.backs, 0
    for n in range(SPLITS):
        beaten = desk.foul[n] != 0
        if not beaten and n != charted:
            for m in range(SPLITS):
                if m == n or desk.foul[m]:
                    continue
                if fronts[m] >= fronts[n] and backs[m] >= backs[n]:
                    same = fronts[m] == fronts[n] and backs[m] == backs[n]
                    if not same or m < n or m == charted:
                        beaten = True
                        break
        if not beaten:
            desk.useful[count] = n
            count += 1
    return count


@leaf
def tally_splits(
    rules: Rules, desk: Desk, count: int, mask: np.uint64, others: Set, first: int, last: int,
    side: int,
) -> None:  # fmt: skip
    """Results of the useful splits against some hands of a set, for the player (side 0) or for
    the bank (side 1), who wins what the player loses."""
    for k in range(count):
        for result in range(3):
            desk.tallies[k, result] = 0
    for other in range(first, last):
        if others.masks[other] & mask:
            continue
        front, back = others.fronts[other], others.backs[other]
        for k in range(count):
            n = desk.useful[k]
            if side == 0:
                result = result_of(rules, desk.fronts[n], desk.backs[n], front, back)
            else:
                result = LOSE - result_of(rules, front, back, desk.fronts[n], desk.backs[n])
            desk.tallies[k, result] += 1


@leaf
def best_tally(desk: Desk, count: int, charted: int) -> int:
    """The useful split that wins most over what it loses; the chart's among equals."""
    best = 0
    for k in range(count):
        if desk.useful[k] == charted:
            best = k
    for k in range(count):
        gain = desk.tallies[k, WIN] - desk.tallies[k, LOSE]
        if gain > desk.tallies[best, WIN] - desk.tallies[best, LOSE]:
            best = k
    return best


@leaf
def best_against(rules: Rules, desk: Desk, charted: int, mask: np.uint64, others: Set) -> int:
    """How a player sets a hand at best against banks of the chart."""
    count = list_useful(desk, charted)
    if count == 1:
        return charted
    tally_splits(rules, desk, count, mask, others, 0, others.masks.shape[0], 0)
    return int(desk.useful[best_tally(desk, count, charted)])


@compiled
def _pairs(
    table: Table, rules: Rules, flush: bool, seed: int, desk: Desk, deck: Small, hands: Set,
    splits: Strengths, counts: Integers, high: Small, found: Integers,
) -> None:  # fmt: skip
    """All pairs of a set of hands that share no card, each hand once the bank's.

    found[0] by chart, [1] by chart where the bank is ace-high, [2] best with the bank seen where
    it is not, each [win, push, lose]; [3]: pairs, copies in front, copies behind; [4]: lost by a
    copy, pairs with an ace-high bank.
    """
    np.random.seed(seed)
    number = hands.masks.shape[0]
    for hand in range(number):
        _draw(deck, 7)
        split_all(table, flush, deck[:7], desk.fronts, desk.backs, desk.foul)
        chosen = by_chart(rules, deck[:7], desk.fronts, desk.backs, desk.foul, desk.ranks)
        hands.masks[hand] = mask_of(deck[:7])
        hands.fronts[hand], hands.backs[hand] = desk.fronts[chosen], desk.backs[chosen]
        high[hand] = 0
        if rules.ace_high_pushes:
            key, bits = EMPTY, np.uint64(0)
            for i in range(7):
                key += KEYS[deck[i]]
                bits += BITS[deck[i]]
            seven = strength(table, JOKER_7, key, bits)
            high[hand] = rules.seven_high_from <= seven <= rules.seven_high_to
        if rules.seen:
            counts[hand] = list_useful(desk, chosen)
            for k in range(counts[hand]):
                splits[hand, k, 0] = desk.fronts[desk.useful[k]]
                splits[hand, k, 1] = desk.backs[desk.useful[k]]
    for one in range(number):
        mask, front, back = hands.masks[one], hands.fronts[one], hands.backs[one]
        wins = pushes = losses = pairs = fronts = behinds = lost = 0
        for two in range(one):
            if hands.masks[two] & mask:
                continue
            # One against two, then two against one: the second is the bank.
            above = result_of(rules, front, back, hands.fronts[two], hands.backs[two])
            below = result_of(rules, hands.fronts[two], hands.backs[two], front, back)
            pairs += 2
            wins += int(above == WIN) + int(below == WIN)
            losses += int(above == LOSE) + int(below == LOSE)
            pushes += int(above == PUSH) + int(below == PUSH)
            in_front, behind = front == hands.fronts[two], back == hands.backs[two]
            fronts += 2 * int(in_front)
            behinds += 2 * int(behind)
            if in_front or behind:
                lost += int(above == LOSE) + int(below == LOSE)
            if high[one]:
                found[1, below] += 1
                found[4, 1] += 1
            elif rules.seen:
                found[2, _best_of(rules, splits[two], counts[two], front, back)] += 1
            if high[two]:
                found[1, above] += 1
                found[4, 1] += 1
            elif rules.seen:
                against = hands.fronts[two], hands.backs[two]
                found[2, _best_of(rules, splits[one], counts[one], *against)] += 1
        found[0, WIN] += wins
        found[0, PUSH] += pushes
        found[0, LOSE] += losses
        found[3, 0] += pairs
        found[3, 1] += fronts
        found[3, 2] += behinds
        found[4, 0] += lost


@leaf
def _best_of(rules: Rules, splits: Strengths, count: int, front: int, back: int) -> int:
    """The best result of some splits against a bank that lies open."""
    best = LOSE
    for k in range(count):
        best = min(best, result_of(rules, splits[k, 0], splits[k, 1], front, back))
    return best


@compiled
def _improve(
    table: Table, rules: Rules, flush: bool, number: int, seed: int, desk: Desk, deck: Small,
    others: Set, found: Integers,
) -> None:  # fmt: skip
    """Hands set as is best against one half of a set, tried against the other half.

    found[side, result] of the best setting less that of the chart's, in parts of a million for
    each hand, for the player and for the bank; found[2, side] hands set otherwise.
    """
    deal_set(table, rules, flush, seed, desk, deck, others)
    pool = others.masks.shape[0] // 2
    for _ in range(number):
        _draw(deck, 7)
        mask = mask_of(deck[:7])
        split_all(table, flush, deck[:7], desk.fronts, desk.backs, desk.foul)
        charted = by_chart(rules, deck[:7], desk.fronts, desk.backs, desk.foul, desk.ranks)
        count = list_useful(desk, charted)
        if count == 1:
            continue
        for side in range(2):
            tally_splits(rules, desk, count, mask, others, 0, pool, side)
            best, own = best_tally(desk, count, charted), 0
            if desk.useful[best] == charted:
                continue
            tally_splits(rules, desk, count, mask, others, pool, 2 * pool, side)
            for k in range(count):
                if desk.useful[k] == charted:
                    own = k
            banks = desk.tallies[own].sum()
            found[2, side] += 1
            for result in range(3):
                change = (desk.tallies[best, result] - desk.tallies[own, result]) / banks
                found[side, result] += np.int64(np.rint(change * 1e6))


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
    return FRONTS[out]


class Rounds(NamedTuple):
    """Rounds of all blocks: the house way against itself, and the bank seen."""

    pairs: int
    charted: tuple[float, float, float]  # wins, pushes and losses by chart, copies included
    by_copy: float  # lost by a copy
    by_copy_error: float
    copies: tuple[float, float]  # in front, behind
    with_high: tuple[float, float, float]  # by chart, where the bank is ace-high
    seen: tuple[float, float, float]  # best with the bank seen, where it is not ace-high
    value: float  # with the bank seen, ace-high pushes included
    value_error: float
    chart_value: float  # by chart, ace-high pushes included
    chart_error: float


def play_pairs(
    rules: Rules, blocks: int, hands: int, seed: int, *, flush: bool, high: float,
    tell: Callable[[float], None],
) -> Rounds:  # fmt: skip
    """Blocks of hands, in each of them every pair that shares no card; errors are the blocks'.

    Two sides of one chart win alike but for copies, so the game by the chart is worth minus what
    copies lose; and the bank is ace-high as often as is counted (`high`). Only what is beside
    that is left to chance.
    """

    def block(number: int) -> Integers:
        found = np.zeros((5, 3), np.int64)
        count = hands if number >= 0 else 2
        _pairs(
            tables(), rules, flush, seed + max(number, 0), new_desk(),
            np.arange(DECK).astype(np.uint8), empty_set(count),
            np.zeros((count, SPLITS, 2), np.uint16), np.zeros(count, np.int64),
            np.zeros(count, np.uint8), found,
        )  # fmt: skip
        return found

    block(-1)  # compiled before the threads
    found = np.zeros((blocks, 5, 3), np.float64)
    with ThreadPoolExecutor(cpu_count() or 1) as pool:
        for number, one in enumerate(pool.map(block, range(blocks))):
            found[number] = one
            tell((number + 1) / blocks)
    pairs, highs = found[:, 3, 0], found[:, 4, 1]
    lows = pairs - highs
    copy = found[:, 4, 0]
    with_high, chart_low = found[:, 1], found[:, 0] - found[:, 1]
    by_copy, by_copy_error = _ratio(copy, pairs)
    high_chart = with_high[:, WIN] - with_high[:, LOSE]
    # By chart: -copies for all banks, less what ace-high banks would have brought.
    value_high, error_high = _ratio(high_chart, highs) if high else (0.0, 0.0)
    chart_value = -by_copy - high * value_high
    chart_error = float(np.hypot(by_copy_error, high * error_high))
    low_chart = chart_low[:, WIN] - chart_low[:, LOSE]
    gained = found[:, 2, WIN] - found[:, 2, LOSE] - low_chart
    gain, gain_error = _ratio(gained, lows) if rules.seen else (0.0, 0.0)
    share = 1 - high
    return Rounds(
        int(pairs.sum()),
        _shares(found[:, 0]),
        by_copy,
        by_copy_error,
        (float(found[:, 3, 1].sum() / pairs.sum()), float(found[:, 3, 2].sum() / pairs.sum())),
        _shares(with_high),
        _shares(found[:, 2]),
        chart_value + share * gain,
        float(np.hypot(chart_error, share * gain_error)),
        chart_value,
        chart_error,
    )


def _shares(results: npt.NDArray[np.float64]) -> tuple[float, float, float]:
    whole = results.sum(axis=0)
    win, push, lose = (whole / whole.sum()).tolist() if whole.sum() else (0.0, 0.0, 0.0)
    return win, push, lose


def _ratio(over: npt.NDArray[np.float64], under: npt.NDArray[np.float64]) -> tuple[float, float]:
    """A mean over blocks of unequal size, and its standard error."""
    mean = over.sum() / under.sum()
    rest = over - mean * under
    return float(mean), float(np.sqrt((rest**2).sum()) / under.sum())


class Gains(NamedTuple):
    """What best settings bring one side beyond the chart's, for each hand dealt."""

    changes: tuple[float, float, float]  # of its probabilities to win, push and lose
    gain: float
    standard_error: float
    otherwise: float  # how many hands are set otherwise


def gains_of_best(
    rules: Rules, blocks: int, per_block: int, pool: int, seed: int, *, flush: bool,
    tell: Callable[[float], None],
) -> tuple[Gains, Gains]:  # fmt: skip
    """The player's and the bank's. The standard error is that of the blocks, each with its own
    hands to be set against."""

    def block(number: int) -> Integers:
        found = np.zeros((3, 3), np.int64)
        count, size = (per_block, pool) if number >= 0 else (1, 2)
        _improve(
            tables(), rules, flush, count, seed + max(number, 0), new_desk(),
            np.arange(DECK).astype(np.uint8), empty_set(2 * size), found,
        )  # fmt: skip
        return found

    block(-1)
    each = np.zeros((blocks, 3, 3))
    with ThreadPoolExecutor(cpu_count() or 1) as threads:
        for number, one in enumerate(threads.map(block, range(blocks))):
            each[number] = one
            tell((number + 1) / blocks)
    return _gains(each, 0, per_block), _gains(each, 1, per_block)


def _gains(each: npt.NDArray[np.float64], side: int, per_block: int) -> Gains:
    blocks = len(each)
    changes = each[:, side, :] / (1e6 * per_block)
    gains = changes[:, WIN] - changes[:, LOSE]
    mean = changes.mean(axis=0)
    return Gains(
        (float(mean[0]), float(mean[1]), float(mean[2])),
        float(gains.mean()),
        float(gains.std(ddof=1) / np.sqrt(blocks)),
        float(each[:, 2, side].sum() / (blocks * per_block)),
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

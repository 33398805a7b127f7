"""Pai gow poker dealt by chance, in blocks.

Every block has its own seed and its results are whole numbers, so the sum is the same whatever
the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from typing import NamedTuple

import numpy as np

from houseway.analysis.two_hands import LOSE, PUSH, WIN
from houseway.families.pai_gow_poker.charts import (
    DECK,
    SPLITS,
    Rules,
    Strengths,
    by_chart,
    result_of,
    split_all,
)
from houseway.families.pai_gow_poker.splits import (
    Desk,
    Set,
    best_tally,
    deal_set,
    draw,
    empty_set,
    list_useful,
    mask_of,
    new_desk,
    tally_splits,
)
from houseway.hands.arrays import Floats, Integers, Small
from houseway.hands.kernels import (
    FORTUNE_7,
    JOKER_7,
    Table,
    compiled,
    leaf,
    strength,
    sums_of,
    tables,
)


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
        draw(deck, 7)
        split_all(table, flush, deck[:7], desk.fronts, desk.backs, desk.foul)
        chosen = by_chart(rules, deck[:7], desk.fronts, desk.backs, desk.foul, desk.ranks)
        hands.masks[hand] = mask_of(deck[:7])
        hands.fronts[hand], hands.backs[hand] = desk.fronts[chosen], desk.backs[chosen]
        high[hand] = 0
        if rules.ace_high_pushes:
            seven = strength(table, JOKER_7, *sums_of(deck, 7))
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
        draw(deck, 7)
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


def _shares(results: Floats) -> tuple[float, float, float]:
    whole = results.sum(axis=0)
    win, push, lose = (whole / whole.sum()).tolist() if whole.sum() else (0.0, 0.0, 0.0)
    return win, push, lose


def _ratio(over: Floats, under: Floats) -> tuple[float, float]:
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


def _gains(each: Floats, side: int, per_block: int) -> Gains:
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
        draw(deck, 7 * others)
        together = highest = 0
        for hand in range(others):
            prize = prizes[strength(table, FORTUNE_7, *sums_of(deck[7 * hand :], 7))]
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

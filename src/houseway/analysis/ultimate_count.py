"""Ultimate hold'em counted out: every board, every pair of hole cards, every bank hand.

A suit is as good as another, so 134,459 boards of five stand for all 2,598,960. On a board all
1,081 possible pairs of hole cards are ranked once. Walked from the weakest up, with a count of
how often each card has been met, the ranking tells for each pair how many of the 990 bank hands
are lower and how many equal: those below, less those that hold one of the pair's own cards.

The first pass adds up, for each flop and pair, what betting and what waiting is worth over all
later boards; the best choice on the flop and before it follows. The second pass counts results
under these choices. All numbers are integers.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from itertools import pairwise
from math import comb
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.analysis.suits import (
    FLOP_CLASSES,
    HOLES,
    STARTS,
    boards,
    flop_classes,
    hole_moves,
    keeping_suits,
    starts,
)
from houseway.hands.kernels import (
    BITS,
    EMPTY,
    HIGH_5,
    HIGH_6,
    HIGH_7,
    KEYS,
    Table,
    leaf,
    strength,
    tables,
)
from houseway.hands.kernels.lookup import part

Integers = npt.NDArray[np.int64]
Moves = npt.NDArray[np.uint16]
Small = npt.NDArray[np.uint8]
Indexes = npt.NDArray[np.int32]

PAIRS: Final = 1_081  # pairs of hole cards beside a board
BANKS: Final = 990  # bank hands beside a board and a pair
FLOPS: Final = 10  # of a board of five
CATEGORIES: Final = 10
# How a player's hand stands to the bank's, and whether the bank qualifies.
STANDINGS: Final = 6
HIGHER_Q, HIGHER_N, EQUAL_Q, EQUAL_N, LOWER_Q, LOWER_N = range(STANDINGS)
Standings = tuple[int, int, int, int, int, int]
CHECK: Final = 255
BEFORE, FLOP, RIVER = range(3)
_NEVER: Final = -(1 << 62)


class Pays(NamedTuple):
    """A filing's rules in whole parts of the ante, by category of the hand and how it stands."""

    stakes: Integers  # [category, standing]: ante and blind together
    play: Integers  # [standing]: a play wager of one ante
    bets: Integers  # [bet, 2]: the street it is open on, and how many antes
    fold: int  # what a fold costs; `_NEVER` where it is not open on the river
    trips: Integers  # [own category]
    trips_folded: Integers  # [own category, category of the board]
    beaten_bank: Integers  # [category of the bank]: the bad beat bet of a winner
    beaten_from: int  # the lowest category for which that is other than for a high card
    beaten: Integers  # [own category, 0 bank qualified or 1 not]: of a loser
    tied: int
    beaten_folded: Integers  # [own category]: of a folded hand that the bank's would have beaten
    not_beaten_folded: int
    goals: Integers  # [goal, 2]: stakes on trips and bad beat that a goal's play looks after


@dataclass(frozen=True, slots=True)
class Counts:
    """Cases by result under a goal's best play; each board counts ten times, once for each flop."""

    base: Integers  # [bet, or fold as the last; category; standing]
    folded: Integers  # [own category, category of the board]
    folded_beaten: Integers  # [own category]: folded, and the bank's hand was higher
    # [category of the bank]: played, and higher than the bank's; at 0 all before `beaten_from`
    won_against: Integers


@dataclass(frozen=True, slots=True)
class Solution:
    """Values and best choices. Values are sums over all boards, flops and bank hands."""

    bet_values: Integers  # [start, 2]: ante and blind; a play wager of one ante
    check_values: Integers  # [goal, start]
    starts: Small  # [goal, start]: which bet, or CHECK
    flops: Small  # [goal, flop class, hole pair]: which bet, or CHECK
    cases: Integers  # [start]
    counts: tuple[Counts, ...]


# One board

# Rows of a worker's desk, a column for each pair of hole cards beside the board.
FIRST, SECOND, HOLE, STRENGTH, CATEGORY, LOWER, EQUAL, ORDER, SPARE = range(9)
ALL: Final = 52  # beside the 52 cards: pairs whatever they hold


@leaf
def rank_holes(
    table: Table, categories: Table, board: Small, desk: Indexes, met: Integers, under: Integers
) -> None:
    """All pairs beside a board: strength, category, bank hands lower and equal.

    `under[category, card]` counts the pairs of lower categories that hold the card.
    """
    key, bits, taken = EMPTY, np.uint64(0), np.uint64(0)
    for i in range(5):
        key += KEYS[board[i]]
        bits += BITS[board[i]]
        taken |= np.uint64(1) << np.uint64(board[i])
    n = 0
    for b in range(52):
        if taken >> np.uint64(b) & np.uint64(1):
            continue
        key_b, bits_b = key + KEYS[b], bits + BITS[b]
        for a in range(b):
            if taken >> np.uint64(a) & np.uint64(1):
                continue
            found = strength(table, HIGH_7, key_b + KEYS[a], bits_b + BITS[a])
            desk[FIRST, n], desk[SECOND, n] = a, b
            desk[HOLE, n] = b * (b - 1) // 2 + a
            desk[STRENGTH, n] = found
            desk[CATEGORY, n] = categories[found]
            n += 1
    _sort(desk, met)
    met[:] = 0
    category = 0
    i = 0
    while i < PAIRS:
        first = desk[ORDER, i]
        while category < desk[CATEGORY, first]:
            category += 1
            _note(met, under, category)
        end = i
        while end < PAIRS and desk[STRENGTH, desk[ORDER, end]] == desk[STRENGTH, first]:
            h = desk[ORDER, end]
            desk[LOWER, h] = met[ALL] - met[desk[FIRST, h]] - met[desk[SECOND, h]]
            end += 1
        for j in range(i, end):
            h = desk[ORDER, j]
            met[desk[FIRST, h]] += 1
            met[desk[SECOND, h]] += 1
        met[ALL] = end
        for j in range(i, end):
            h = desk[ORDER, j]
            # The pair itself is among those met, and was taken off twice.
            not_higher = end - met[desk[FIRST, h]] - met[desk[SECOND, h]] + 1
            desk[EQUAL, h] = not_higher - desk[LOWER, h]
        i = end
    while category < CATEGORIES:
        category += 1
        _note(met, under, category)


@leaf
def _note(met: Integers, under: Integers, category: int) -> None:
    for card in range(ALL + 1):
        under[category, card] = met[card]


@leaf
def _sort(desk: Indexes, buckets: Integers) -> None:
    """ORDER lists the pairs by strength: by its lower seven bits, then by its upper."""
    for h in range(PAIRS):
        desk[ORDER, h] = h
    for shift in (0, 7):
        buckets[:] = 0
        for h in range(PAIRS):
            buckets[(desk[STRENGTH, h] >> shift & 127) + 1] += 1
        for i in range(1, 128):
            buckets[i] += buckets[i - 1]
        for i in range(PAIRS):
            h = desk[ORDER, i]
            bucket = desk[STRENGTH, h] >> shift & 127
            desk[SPARE, buckets[bucket]] = h
            buckets[bucket] += 1
        for i in range(PAIRS):
            desk[ORDER, i] = desk[SPARE, i]


@leaf
def _under(desk: Indexes, under: Integers, h: int, category: int) -> int:
    """Bank hands of lower categories than that one, beside the pair."""
    others = under[category, ALL] - under[category, desk[FIRST, h]]
    return others - under[category, desk[SECOND, h]] + (desk[CATEGORY, h] < category)  # type: ignore[no-any-return]


@leaf
def standings(desk: Indexes, under: Integers, h: int) -> Standings:
    """The 990 bank hands by how the pair's hand stands to them, in the order named above."""
    lower, equal = desk[LOWER, h], desk[EQUAL, h]
    unqualified = _under(desk, under, h, 1)
    if desk[CATEGORY, h] > 0:
        return (lower - unqualified, unqualified, equal, 0, BANKS - lower - equal, 0)
    return (0, lower, 0, equal, BANKS - unqualified, unqualified - lower - equal)


@leaf
def won_against(desk: Indexes, under: Integers, h: int, start: int, out: Integers) -> None:
    """The bank hands lower than the pair's, by category; those before `start` at 0 together."""
    own = desk[CATEGORY, h]
    if own < start:
        out[0] = desk[LOWER, h]
        return
    below = _under(desk, under, h, start)
    out[0] = below
    for category in range(start, own):
        upto = _under(desk, under, h, category + 1)
        out[category] = upto - below
        below = upto
    out[own] = desk[LOWER, h] - below


@leaf
def _worth(pays: Pays, own: int, stand: Standings) -> tuple[int, int]:
    """Ante and blind, and a play wager of one ante, over all bank hands."""
    stakes = play = 0
    for i in range(STANDINGS):
        stakes += stand[i] * pays.stakes[own, i]
        play += stand[i] * pays.play[i]
    return stakes, play


@leaf
def _fold_value(
    pays: Pays, goal: int, own: int, shared: int, stand: Standings, won: Integers
) -> int:
    """A fold over all bank hands, less what the goal's bonus bets would bring if played."""
    value = pays.fold * BANKS
    if pays.goals[goal, 0]:
        lost = pays.trips[own] - pays.trips_folded[own, shared]
        value -= pays.goals[goal, 0] * BANKS * lost
    if pays.goals[goal, 1]:
        higher = stand[LOWER_Q] + stand[LOWER_N]
        played = pays.beaten[own, 0] * stand[LOWER_Q] + pays.beaten[own, 1] * stand[LOWER_N]
        played += pays.tied * (stand[EQUAL_Q] + stand[EQUAL_N])
        played += pays.beaten_bank[0] * won[0]
        for category in range(pays.beaten_from, own + 1):
            played += pays.beaten_bank[category] * won[category]
        folded = pays.beaten_folded[own] * higher + pays.not_beaten_folded * (BANKS - higher)
        value -= pays.goals[goal, 1] * (played - folded)
    return value  # type: ignore[no-any-return]


@leaf
def _river(pays: Pays, fold: int, stakes: int, play: int) -> tuple[int, int]:
    """The best bet on the river, or the number after the last for a fold; and its value."""
    choice, best = pays.bets.shape[0], fold
    for bet in range(pays.bets.shape[0]):
        value = stakes + pays.bets[bet, 1] * play
        if pays.bets[bet, 0] == RIVER and value > best:
            choice, best = bet, value
    return choice, best


@leaf
def _shared_category(table: Table, categories: Table, board: Small) -> int:
    key, bits = EMPTY, np.uint64(0)
    for i in range(5):
        key += KEYS[board[i]]
        bits += BITS[board[i]]
    return int(categories[strength(table, HIGH_5, key, bits)])


@leaf
def _flops_of(board: Small, class_of: Indexes, order_of: Indexes, out: Integers) -> None:
    """Class and order of suits of the ten flops of a board."""
    n = 0
    for k in range(2, 5):
        for j in range(1, k):
            for i in range(j):
                x, y, z = np.int64(board[i]), np.int64(board[j]), np.int64(board[k])
                index = z * (z - 1) * (z - 2) // 6 + y * (y - 1) // 2 + x
                out[n, 0], out[n, 1] = class_of[index], order_of[index]
                n += 1


# All boards


@leaf
def add_up(
    table: Table, categories: Table, pays: Pays, chosen: Small, weights: Integers,
    class_of: Indexes, order_of: Indexes, moves: Moves,
    desk: Indexes, met: Integers, under: Integers, worth: Integers, ten: Integers, sums: Integers,
) -> None:  # fmt: skip
    """Adds to `sums[flop class, hole pair]` the stakes, a play wager, and the goals' rivers."""
    goals = pays.goals.shape[0]
    won, values = worth[0], worth[1:]
    for n in range(chosen.shape[0]):
        board, weight = chosen[n], weights[n]
        rank_holes(table, categories, board, desk, met, under)
        shared = _shared_category(table, categories, board)
        for h in range(PAIRS):
            own = desk[CATEGORY, h]
            stand = standings(desk, under, h)
            if pays.beaten_from < CATEGORIES:
                won_against(desk, under, h, pays.beaten_from, won)
            stakes, play = _worth(pays, own, stand)
            values[0, h], values[1, h] = weight * stakes, weight * play
            for goal in range(goals):
                fold = _fold_value(pays, goal, own, shared, stand, won)
                values[2 + goal, h] = weight * _river(pays, fold, stakes, play)[1]
        _flops_of(board, class_of, order_of, ten)
        for i in range(FLOPS):
            order = moves[ten[i, 1]]
            for h in range(PAIRS):
                desk[SPARE, h] = order[desk[HOLE, h]]
            for j in range(2 + goals):
                of_flop, value = sums[ten[i, 0], j], values[j]
                for h in range(PAIRS):
                    of_flop[desk[SPARE, h]] += value[h]


@leaf
def tally(
    table: Table, categories: Table, pays: Pays, chosen: Small, weights: Integers,
    class_of: Indexes, order_of: Indexes, moves: Moves,
    desk: Indexes, met: Integers, under: Integers, worth: Integers, ten: Integers,
    start_of: Small, first_choice: Small, flop_choice: Small, outs: int,
    base: Integers, folded: Integers, folded_beaten: Integers, won_by: Integers,
) -> None:  # fmt: skip
    """Counts results under each goal's choices; `base` and the others have a row for each goal.

    With `outs` the river is played by the simple rule, which see, instead of as is best.
    """
    goals, bets = pays.goals.shape[0], pays.bets.shape[0]
    won, times = worth[0], worth[1:]
    for n in range(chosen.shape[0]):
        board, weight = chosen[n], weights[n]
        rank_holes(table, categories, board, desk, met, under)
        shared = _shared_category(table, categories, board)
        _flops_of(board, class_of, order_of, ten)
        if outs:
            _one_card_strengths(table, board, met)
        for goal in range(goals):
            choices = flop_choice[goal]
            _count_flops(choices, bets, moves, ten, desk, times[goal * (bets + 1) :])
        for h in range(PAIRS):
            own = desk[CATEGORY, h]
            stand = standings(desk, under, h)
            higher = stand[LOWER_Q] + stand[LOWER_N]
            if pays.beaten_from < CATEGORIES:
                won_against(desk, under, h, pays.beaten_from, won)
            stakes, play = _worth(pays, own, stand)
            for goal in range(goals):
                start = first_choice[goal, start_of[desk[HOLE, h]]]
                folds = 0
                if start != CHECK:
                    for i in range(STANDINGS):
                        base[goal, start, own, i] += weight * FLOPS * stand[i]
                else:
                    fold = _fold_value(pays, goal, own, shared, stand, won)
                    if outs:
                        last = bets - simple_river(board, desk, met, h, shared, outs)
                    else:
                        last = _river(pays, fold, stakes, play)[0]
                    for bet in range(bets + 1):
                        flops = times[goal * (bets + 1) + bet, h]
                        made = last if bet == bets else bet
                        if flops:
                            for i in range(STANDINGS):
                                base[goal, made, own, i] += weight * flops * stand[i]
                            if made == bets:
                                folds = flops
                    folded[goal, own, shared] += weight * folds * BANKS
                    folded_beaten[goal, own] += weight * folds * higher
                if pays.beaten_from < CATEGORIES:
                    won_by[goal, 0] += weight * (FLOPS - folds) * won[0]
                    for category in range(pays.beaten_from, own + 1):
                        won_by[goal, category] += weight * (FLOPS - folds) * won[category]


@leaf
def _count_flops(
    choices: Small, bets: int, moves: Moves, ten: Integers, desk: Indexes, times: Integers
) -> None:
    """How many of the ten flops lead to each bet; in the row after the bets, to a check."""
    for bet in range(bets + 1):
        for h in range(PAIRS):
            times[bet, h] = 0
    for i in range(FLOPS):
        of_flop, order = choices[ten[i, 0]], moves[ten[i, 1]]
        for h in range(PAIRS):
            times[min(of_flop[order[desk[HOLE, h]]], bets), h] += 1


# The simple rule


@leaf
def _one_card_strengths(table: Table, board: Small, out: Integers) -> None:
    """For each card beside the board what it makes with it; 0 for the board's own."""
    key, bits = EMPTY, np.uint64(0)
    for i in range(5):
        key += KEYS[board[i]]
        bits += BITS[board[i]]
    for card in range(52):
        out[card] = strength(table, HIGH_6, key + KEYS[card], bits + BITS[card])
    for i in range(5):
        out[board[i]] = 0


@leaf
def simple_river(
    board: Small, desk: Indexes, one_card: Integers, h: int, shared: int, outs: int
) -> bool:
    """Play a hand better than the board's category, a pair with an own card, or against few outs.

    An out is a card that, alone with the board, makes the bank a higher hand.
    """
    a, b = desk[FIRST, h], desk[SECOND, h]
    if desk[CATEGORY, h] != shared or a // 4 == b // 4:
        return True
    for i in range(5):
        if board[i] // 4 == a // 4 or board[i] // 4 == b // 4:
            return True
    found = 0
    for card in range(52):
        found += one_card[card] > desk[STRENGTH, h]
    found -= one_card[a] > desk[STRENGTH, h]
    found -= one_card[b] > desk[STRENGTH, h]
    return found < outs


# The whole game

Progress = Callable[[float], None]
BLOCKS: Final = 32


@dataclass(frozen=True, slots=True)
class Counter:
    """Runs the two passes over all boards, in blocks, some at a time."""

    pays: Pays
    workers: int
    progress: Progress

    def solve(self) -> Solution:
        """Best play for each goal, and what comes of it."""
        goals = len(self.pays.goals)

        def work(block: slice) -> None:
            sums = free.pop()
            add_up(*self._given(block), *_desk(2 + goals), sums)
            free.append(sums)

        shape = (FLOP_CLASSES, 2 + goals, HOLES)
        free = [np.zeros(shape, np.int64) for _ in range(self.workers)]
        self._run(work, 0.0, 0.4)
        solution = _choose(self.pays, sum(free[1:], start=free[0]))
        counts = self.count(solution.starts, solution.flops, share=(0.4, 0.8))
        return replace(solution, counts=counts)

    def count(
        self, first: Small, flops: Small, *, outs: int = 0, share: tuple[float, float]
    ) -> tuple[Counts, ...]:
        """Results under given choices before and on the flop, one of each for every goal."""
        goals, bets = len(self.pays.goals), len(self.pays.bets)

        def work(block: slice) -> None:
            found = free.pop()
            choices = starts(), first, flops, outs
            tally(*self._given(block), *_desk(goals * (bets + 1)), *choices, *found)
            free.append(found)

        free = [_no_counts(goals, bets) for _ in range(self.workers)]
        self._run(work, *share)
        totals = [sum(part[1:], start=part[0]) for part in zip(*free, strict=True)]
        return tuple(Counts(*(total[goal] for total in totals)) for goal in range(goals))

    def _given(self, block: slice) -> tuple[Any, ...]:
        chosen, weights = boards()
        class_of, order_of, _ = flop_classes()
        return (
            tables(), part("category"), self.pays, chosen[block], weights[block],
            class_of, order_of, hole_moves(),
        )  # fmt: skip

    def _run(self, work: Callable[[slice], None], begin: float, end: float) -> None:
        edges = np.linspace(0, len(boards()[0]), BLOCKS + 1).astype(int)
        with ThreadPoolExecutor(self.workers) as pool:  # compiled code runs beside other threads
            running = [pool.submit(work, slice(a, b)) for a, b in pairwise(edges)]
            for done, future in enumerate(as_completed(running), 1):
                future.result()
                self.progress(begin + (end - begin) * done / BLOCKS)


def _desk(rows: int) -> tuple[npt.NDArray[Any], ...]:
    return (
        np.zeros((9, PAIRS), np.int32), np.zeros(129, np.int64),
        np.zeros((CATEGORIES + 1, ALL + 1), np.int64), np.zeros((1 + rows, PAIRS), np.int64),
        np.zeros((FLOPS, 2), np.int64),
    )  # fmt: skip


def _no_counts(goals: int, bets: int) -> tuple[Integers, ...]:
    return (
        np.zeros((goals, bets + 1, CATEGORIES, STANDINGS), np.int64),
        np.zeros((goals, CATEGORIES, CATEGORIES), np.int64),
        np.zeros((goals, CATEGORIES), np.int64), np.zeros((goals, CATEGORIES), np.int64),
    )  # fmt: skip


def _choose(pays: Pays, sums: Integers) -> Solution:
    """The best choice on every flop and with every start, by what was added up."""
    goals = len(pays.goals)
    moves, start_of = hole_moves(), starts()
    check_values = np.zeros((goals, STARTS), np.int64)
    bet_values = np.zeros((STARTS, 2), np.int64)
    flops = np.full((goals, FLOP_CLASSES, HOLES), CHECK, np.uint8)
    for number, flop in enumerate(flop_classes()[2]):
        # Pairs that differ only by suits the flop does not tell apart belong together.
        orders = keeping_suits(flop)
        together: Integers = sum((sums[number][:, moves[order]] for order in orders), start=_ZERO)
        for goal in range(goals):
            best = _best(pays, FLOP, together, together[2 + goal], flops[goal, number])
            by_start = np.zeros(STARTS, np.int64)
            np.add.at(by_start, start_of, best)
            check_values[goal] += by_start // len(orders)
        for i in range(2):
            np.add.at(bet_values[:, i], start_of, sums[number, i])
    first = np.full((goals, STARTS), CHECK, np.uint8)
    for goal in range(goals):
        _best(pays, BEFORE, bet_values.T, check_values[goal], first[goal])
    cases = np.bincount(start_of, minlength=STARTS) * comb(50, 5) * FLOPS * BANKS
    return Solution(bet_values, check_values, first, flops, cases, ())


_ZERO: Final = np.zeros((), np.int64)


def _best(pays: Pays, street: int, bet: Integers, check: Integers, choice: Small) -> Integers:
    """The value of the best choice; of equal ones the smaller wager. `choice` is filled in."""
    best = check.copy()
    for number, (open_on, times) in enumerate(pays.bets):
        if open_on == street:
            value = bet[0] + times * bet[1]
            choice[value > best] = number
            best = np.maximum(best, value)
    return best

"""Ultimate hold'em counted out: every board, every pair of hole cards, every bank hand.

A suit is as good as another, so 134,459 boards of five stand for all 2,598,960.

The first pass adds up, for each flop and pair, what betting and what waiting is worth over all
later boards; the best choice on the flop and before it follows. The second pass counts results
under these plans. All numbers are integers.
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
from houseway.errors import HousewayError
from houseway.families.ultimate_holdem.board import (
    ALL,
    BANKS,
    CATEGORIES,
    CATEGORY,
    EQUAL_N,
    EQUAL_Q,
    FIRST,
    FLOPS,
    HOLE,
    LOWER_N,
    LOWER_Q,
    PAIRS,
    QUALIFIED,
    SECOND,
    SPARE,
    STANDINGS,
    STRENGTH,
    Standings,
    flops_of,
    one_card_strengths,
    rank_holes,
    shared_category,
    standings,
    won_against,
)
from houseway.hands.arrays import Indexes, Integers, Small
from houseway.hands.kernels import Table, leaf, tables
from houseway.hands.tables import part

Moves = npt.NDArray[np.uint16]

CHECK: Final = 255
BEFORE, FLOP, RIVER = range(3)
_MOST: Final = 1 << 62  # sums stay below


class Pays(NamedTuple):
    """A filing's rules in whole parts of the ante, by category of the hand and how it stands."""

    stakes: Integers  # [category, standing]: ante and blind together
    play: Integers  # [standing]: a play wager of one ante
    bets: Integers  # [bet, 2]: the street it is open on, and how many antes
    fold: int  # what a fold costs
    qualifies: int  # the least strength with which the bank does
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
    """Cases by result under a plan; each board counts ten times, once for each flop of it."""

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
    counts: tuple[Counts, ...]  # [plan]: the goals, and the simple rule if it was given


@leaf
def worth_of(pays: Pays, own: int, stand: Standings) -> tuple[int, int]:
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
    return value


@leaf
def best_on_river(pays: Pays, fold: int, stakes: int, play: int) -> tuple[int, int]:
    """The best bet on the river, or the number after the last for a fold; and its value."""
    choice, best = pays.bets.shape[0], fold
    for bet in range(pays.bets.shape[0]):
        value = stakes + pays.bets[bet, 1] * play
        if pays.bets[bet, 0] == RIVER and value > best:
            choice, best = bet, value
    return choice, best


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
        rank_holes(table, categories, board, pays.qualifies, desk, met, under)
        shared = shared_category(table, categories, board)
        for h in range(PAIRS):
            own = desk[CATEGORY, h]
            stand = standings(desk, under, h, pays.qualifies)
            if pays.beaten_from < CATEGORIES:
                won_against(desk, under, h, pays.beaten_from, won)
            stakes, play = worth_of(pays, own, stand)
            values[0, h], values[1, h] = weight * stakes, weight * play
            for goal in range(goals):
                fold = _fold_value(pays, goal, own, shared, stand, won)
                values[2 + goal, h] = weight * best_on_river(pays, fold, stakes, play)[1]
        flops_of(board, class_of, order_of, ten)
        for i in range(FLOPS):
            order = moves[ten[i, 1]]
            for h in range(PAIRS):
                desk[SPARE, h] = order[desk[HOLE, h]]
            for j in range(2 + goals):
                of_flop, value = sums[ten[i, 0], j], values[j]
                for h in range(PAIRS):
                    of_flop[desk[SPARE, h]] += value[h]


class Plans(NamedTuple):
    """Ways to play, each with its choices; on the river as is best for a goal, or by outs."""

    goals: Integers  # [plan]: the goal it is best for
    outs: Integers  # [plan]: for the simple rule, which see; 0 for the best play
    starts: Small  # [plan, start]: which bet, or CHECK
    flops: Small  # [plan, flop class, hole pair]: which bet, or CHECK


@leaf
def tally(
    table: Table, categories: Table, pays: Pays, chosen: Small, weights: Integers,
    class_of: Indexes, order_of: Indexes, moves: Moves,
    desk: Indexes, met: Integers, under: Integers, worth: Integers, ten: Integers,
    plans: Plans, start_of: Small, times: Small,
    base: Integers, folded: Integers, folded_beaten: Integers, won_by: Integers,
) -> None:  # fmt: skip
    """Counts results under each plan; `base` and the others have a row for each plan."""
    bets = pays.bets.shape[0]
    won = worth[0]
    for n in range(chosen.shape[0]):
        board, weight = chosen[n], weights[n]
        rank_holes(table, categories, board, pays.qualifies, desk, met, under)
        shared = shared_category(table, categories, board)
        one_card_strengths(table, board, met)
        flops_of(board, class_of, order_of, ten)
        for plan in range(plans.goals.shape[0]):
            _count_flops(plans.flops[plan], bets, moves, ten, desk, times[plan])
        for h in range(PAIRS):
            own = desk[CATEGORY, h]
            start = start_of[desk[HOLE, h]]
            stand = standings(desk, under, h, pays.qualifies)
            if pays.beaten_from < CATEGORIES:
                won_against(desk, under, h, pays.beaten_from, won)
            for plan in range(plans.goals.shape[0]):
                first = plans.starts[plan, start]
                folds = np.int64(0)
                if first != CHECK:
                    for i in range(STANDINGS):
                        base[plan, first, own, i] += weight * FLOPS * stand[i]
                else:
                    if plans.outs[plan]:
                        last = bets - simple_river(desk, met, h, shared, plans.outs[plan])
                    else:
                        stakes, play = worth_of(pays, own, stand)
                        fold = _fold_value(pays, plans.goals[plan], own, shared, stand, won)
                        last = best_on_river(pays, fold, stakes, play)[0]
                    for bet in range(bets + 1):
                        flops = np.int64(times[plan, bet, h])
                        if flops:
                            made = last if bet == bets else bet
                            for i in range(STANDINGS):
                                base[plan, made, own, i] += weight * flops * stand[i]
                            if made == bets:
                                folds = flops
                    folded[plan, own, shared] += weight * folds * BANKS
                    folded_beaten[plan, own] += weight * folds * (stand[LOWER_Q] + stand[LOWER_N])
                if pays.beaten_from < CATEGORIES:
                    won_by[plan, 0] += weight * (FLOPS - folds) * won[0]
                    for category in range(pays.beaten_from, own + 1):
                        won_by[plan, category] += weight * (FLOPS - folds) * won[category]


@leaf
def _count_flops(
    choices: Small, bets: int, moves: Moves, ten: Integers, desk: Indexes, times: Small
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
def simple_river(desk: Indexes, one_card: Integers, h: int, shared: int, outs: int) -> bool:
    """Play a hand of a better category than the board's, or against fewer outs than that.

    An out is a card that, alone with the board, makes the bank a higher hand.
    """
    if desk[CATEGORY, h] != shared:
        return True
    found = 0
    for card in range(52):
        own = card == desk[FIRST, h] or card == desk[SECOND, h]
        found += one_card[card] > desk[STRENGTH, h] and not own
    return found < outs


# The whole game

Progress = Callable[[float], None]
BLOCKS: Final = 32
CASES: Final = comb(52, 2) * comb(50, 3) * comb(47, 2) * BANKS


@dataclass(frozen=True, slots=True)
class Counter:
    """Runs the two passes over all boards, in blocks, some at a time."""

    pays: Pays
    workers: int
    progress: Progress

    def solve(self, *, simple: Small | None = None, outs: int = 0) -> Solution:
        """Best play for each goal, and what comes of it.

        `simple` gives the bets of a simple rule on the flop, to be counted as one more plan.
        """
        self._refuse_what_overflows()
        solution = _choose(self.pays, self._sums())
        goals = np.arange(len(self.pays.goals))
        plans = Plans(goals, np.zeros_like(goals), solution.starts, solution.flops)
        if simple is not None:
            plans = Plans(
                np.append(plans.goals, 0), np.append(plans.outs, outs),
                np.concatenate([plans.starts, plans.starts[:1]]),
                np.concatenate([plans.flops, simple[None]]),
            )  # fmt: skip
        return replace(solution, counts=self.count(plans, 0.5))

    def _sums(self) -> Integers:
        rows = 2 + len(self.pays.goals)

        def work(block: slice) -> None:
            sums = free.pop()
            add_up(*(*self._given(block), *_desk(rows), sums))
            free.append(sums)

        free = [np.zeros((FLOP_CLASSES, rows, HOLES), np.int64) for _ in range(self.workers)]
        self._run(work, 0.0, 0.5)
        return sum(free[1:], start=free[0])

    def count(self, plans: Plans, begin: float = 0.0) -> tuple[Counts, ...]:
        """Results under given plans."""
        number, bets = len(plans.goals), len(self.pays.bets)

        def work(block: slice) -> None:
            found = free.pop()
            times = np.zeros((number, bets + 1, PAIRS), np.uint8)
            tally(*(*self._given(block), *_desk(0), plans, starts(), times, *found))
            free.append(found)

        free = [_no_counts(number, bets) for _ in range(self.workers)]
        self._run(work, begin, 1.0)
        totals = [sum(part[1:], start=part[0]) for part in zip(*free, strict=True)]
        return tuple(Counts(*(total[plan] for total in totals)) for plan in range(number))

    def _refuse_what_overflows(self) -> None:
        largest = max(int(np.abs(part).max()) for part in self.pays if isinstance(part, np.ndarray))
        if 4 * largest * CASES > _MOST:
            message = "pay tables this large cannot be added up exactly"
            raise HousewayError("too-large", message, where="pay_table")

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
        np.zeros((QUALIFIED + 1, ALL + 1), np.int64), np.zeros((1 + rows, PAIRS), np.int64),
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

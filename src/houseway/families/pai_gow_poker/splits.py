"""Hands dealt by chance and set by the chart, and which setting is best against them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.analysis.two_hands import LOSE, WIN
from houseway.families.pai_gow_poker.charts import (
    DECK,
    SPLITS,
    Rules,
    Strengths,
    by_chart,
    result_of,
    split_all,
)
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import (
    Table,
    compiled,
    leaf,
)


@compiled
def draw(deck: Small, number: int) -> None:
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
        draw(deck, 7)
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

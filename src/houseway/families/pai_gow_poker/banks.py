"""Bank hands dealt by chance and set by the chart, for a player's settings to be tried against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from houseway.families.pai_gow_poker.charts import DECK, SPLITS, Rules, split_all
from houseway.families.pai_gow_poker.splits import Set, deal_set, empty_set, mask_of, new_desk
from houseway.hands.arrays import Integers, Small
from houseway.hands.kernels import tables

BANKS: Final = 300_000
_SEED: Final = 20


def deal_pool(rules: Rules, flush: bool, number: int = BANKS, seed: int = _SEED) -> Set:
    pool = empty_set(number)
    deck = np.arange(DECK).astype(np.uint8)
    deal_set(tables(), rules, flush, seed, new_desk(), deck, pool)
    return pool


class Tried(NamedTuple):
    """Each of the 21 ways to put two of seven cards in front."""

    foul: Small
    higher: Integers  # [way, hands that are higher: none, one, both]
    banks: int


def try_all(pool: Set, hand: Sequence[int], *, flush: bool) -> Tried:
    """Against the banks of the pool that share no card with these."""
    fronts, backs = np.zeros(SPLITS, np.uint16), np.zeros(SPLITS, np.uint16)
    foul, cards = np.zeros(SPLITS, np.uint8), np.array(hand, np.uint8)
    split_all(tables(), flush, cards, fronts, backs, foul)
    apart = (pool.masks & mask_of(cards)) == 0
    bank_fronts, bank_backs = pool.fronts[apart], pool.backs[apart]
    higher = np.zeros((SPLITS, 3), np.int64)
    for way in range(SPLITS):
        won = (fronts[way] > bank_fronts).astype(np.int64) + (backs[way] > bank_backs)
        higher[way] = np.bincount(won, minlength=3)
    return Tried(foul, higher, int(apart.sum()))

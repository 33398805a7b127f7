"""Bank hands dealt by chance and set by the chart, for a player's settings to be tried against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from houseway.families.pai_gow_poker.counting import (
    DECK,
    SPLITS,
    Rules,
    Small,
    Strengths,
    _bits,
    _draw,
    by_chart,
    split_all,
)
from houseway.hands.kernels import Table, compiled, tables

BANKS: Final = 300_000
_SEED: Final = 20


class Pool(NamedTuple):
    masks: npt.NDArray[np.uint64]
    fronts: Strengths
    backs: Strengths


@compiled
def _deal(table: Table, rules: Rules, flush: bool, seed: int, pool: Pool) -> None:
    np.random.seed(seed)
    fronts, backs = np.zeros(SPLITS, np.uint16), np.zeros(SPLITS, np.uint16)
    foul, ranks = np.zeros(SPLITS, np.uint8), np.zeros(13, np.int64)
    deck = np.arange(DECK).astype(np.uint8)
    for bank in range(pool.masks.shape[0]):
        _draw(deck, 7)
        split_all(table, flush, deck[:7], fronts, backs, foul)
        chosen = by_chart(rules, deck[:7], fronts, backs, foul, ranks)
        pool.masks[bank] = _bits(deck[:7])
        pool.fronts[bank], pool.backs[bank] = fronts[chosen], backs[chosen]


def deal_pool(rules: Rules, *, flush: bool) -> Pool:
    pool = Pool(np.zeros(BANKS, np.uint64), np.zeros(BANKS, np.uint16), np.zeros(BANKS, np.uint16))
    _deal(tables(), rules, flush, _SEED, pool)
    return pool


class Tried(NamedTuple):
    """Each of the 21 ways to put two of seven cards in front."""

    foul: Small
    higher: npt.NDArray[np.int64]  # [way, hands that are higher: none, one, both]
    banks: int


def try_all(pool: Pool, hand: Sequence[int], *, flush: bool) -> Tried:
    """Against the banks of the pool that share no card with these."""
    fronts, backs = np.zeros(SPLITS, np.uint16), np.zeros(SPLITS, np.uint16)
    foul, cards = np.zeros(SPLITS, np.uint8), np.array(hand, np.uint8)
    split_all(tables(), flush, cards, fronts, backs, foul)
    apart = (pool.masks & _bits(cards)) == 0
    bank_fronts, bank_backs = pool.fronts[apart], pool.backs[apart]
    higher = np.zeros((SPLITS, 3), np.int64)
    for way in range(SPLITS):
        won = (fronts[way] > bank_fronts).astype(np.int64) + (backs[way] > bank_backs)
        higher[way] = np.bincount(won, minlength=3)
    return Tried(foul, higher, int(apart.sum()))

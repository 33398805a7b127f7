"""Six cards are worth their best five, seven their best six: shown over every hand there is.

The five-card kernels agree with the readable rankings on every hand (`test_kernels_twins`); from
there each size is proved by the one below it, suit by suit and card by card.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from houseway.hands import kernels
from houseway.hands.kernels import Place, Table
from houseway.hands.tables.layout import BITS, EMPTY, KEYS

Check = Callable[[Table], tuple[int, int]]


def six_by_five(six: Place, five: Place) -> Check:
    @kernels.compiled
    def check(table: Table) -> tuple[int, int]:
        hands = wrong = 0
        cards = np.zeros(6, np.uint8)
        for a in range(six.deck):
            cards[0] = a
            for b in range(a + 1, six.deck):
                cards[1] = b
                for c in range(b + 1, six.deck):
                    cards[2] = c
                    for d in range(c + 1, six.deck):
                        cards[3] = d
                        for e in range(d + 1, six.deck):
                            cards[4] = e
                            key5 = EMPTY + KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e]
                            bits5 = BITS[a] + BITS[b] + BITS[c] + BITS[d] + BITS[e]
                            for f in range(e + 1, six.deck):
                                cards[5] = f
                                key, bits = key5 + KEYS[f], bits5 + BITS[f]
                                best = np.uint16(0)
                                for out in cards:
                                    found = kernels.strength(
                                        table, five, key - KEYS[out], bits - BITS[out]
                                    )
                                    best = max(best, found)
                                hands += 1
                                wrong += kernels.strength(table, six, key, bits) != best
        return hands, wrong

    return check


def seven_by_six(seven: Place, six: Place) -> Check:
    @kernels.compiled
    def check(table: Table) -> tuple[int, int]:
        hands = wrong = 0
        cards = np.zeros(7, np.uint8)
        for a in range(seven.deck):
            cards[0] = a
            for b in range(a + 1, seven.deck):
                cards[1] = b
                for c in range(b + 1, seven.deck):
                    cards[2] = c
                    for d in range(c + 1, seven.deck):
                        cards[3] = d
                        for e in range(d + 1, seven.deck):
                            cards[4] = e
                            key5 = EMPTY + KEYS[a] + KEYS[b] + KEYS[c] + KEYS[d] + KEYS[e]
                            bits5 = BITS[a] + BITS[b] + BITS[c] + BITS[d] + BITS[e]
                            for f in range(e + 1, seven.deck):
                                cards[5] = f
                                for g in range(f + 1, seven.deck):
                                    cards[6] = g
                                    key = key5 + KEYS[f] + KEYS[g]
                                    bits = bits5 + BITS[f] + BITS[g]
                                    best = np.uint16(0)
                                    for out in cards:
                                        found = kernels.strength(
                                            table, six, key - KEYS[out], bits - BITS[out]
                                        )
                                        best = max(best, found)
                                    hands += 1
                                    wrong += kernels.strength(table, seven, key, bits) != best
        return hands, wrong

    return check


RULES = {
    "no joker": (kernels.HIGH_5, kernels.HIGH_6, kernels.HIGH_7),
    "joker": (kernels.JOKER_5, kernels.JOKER_6, kernels.JOKER_7),
    "joker, no flush": (
        kernels.JOKER_NO_FLUSH_5,
        kernels.JOKER_NO_FLUSH_6,
        kernels.JOKER_NO_FLUSH_7,
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_every_six_card_hand_is_worth_its_best_five(rule: str) -> None:
    five, six, _ = RULES[rule]
    assert six_by_five(six, five)(kernels.tables()) == (comb(six.deck, 6), 0)


@pytest.mark.parametrize(  # those with a joker take long
    "rule", [pytest.param(r, marks=pytest.mark.long if "joker" in r else ()) for r in RULES]
)
def test_every_seven_card_hand_is_worth_its_best_six(rule: str) -> None:
    _, six, seven = RULES[rule]
    assert seven_by_six(seven, six)(kernels.tables()) == (comb(seven.deck, 7), 0)


def test_every_seven_ranks_for_low_are_worth_their_best_five() -> None:
    sets = [
        ranks
        for ranks in combinations_with_replacement(range(13), 7)
        if all(ranks.count(rank) <= 4 for rank in ranks)
    ]
    assert len(sets) == 49_205
    # Suits do not count for low: each rank takes the next suit at every repetition.
    hands = np.array(
        [[4 * rank + ranks[:i].count(rank) for i, rank in enumerate(ranks)] for ranks in sets],
        dtype=np.uint8,
    )
    best = np.zeros(len(hands), np.uint16)
    for five in combinations(range(7), 5):
        best = np.maximum(best, kernels.evaluate(kernels.LOW_5, hands[:, five]))
    assert (kernels.evaluate(kernels.LOW_7, hands) == best).all()

"""Three card poker with other players' hands known, in compiled code."""

from __future__ import annotations

from math import sqrt

import numpy as np
import numpy.typing as npt

from houseway.analysis.simulate.chance import State, below, start
from houseway.families.three_card_poker.counting import (
    FOLD,
    GROUPS,
    KINDS,
    STANDINGS,
    Pays,
    all_hands,
    bank_hands,
)
from houseway.hands.arrays import Floats, Indexes, Integers, Small
from houseway.hands.kernels import leaf


@leaf
def _value(pays: Pays, category: int, group: Integers, choice: int) -> int:
    """What a choice brings against some bank hands."""
    if choice == FOLD:
        return int(group.sum() * pays.fold[0, category])
    value = 0
    for i in range(STANDINGS):
        value += group[i] * pays.play[0, choice, category, i]
    return value


@leaf
def _best(pays: Pays, category: int, group: Integers) -> int:
    choice, best = FOLD, _value(pays, category, group, FOLD)
    for size in range(pays.play.shape[1]):
        value = _value(pays, category, group, size)
        if value > best:
            choice, best = size, value
    return choice


@leaf
def gained(
    pays: Pays, strengths: Indexes, qualifies: npt.NDArray[np.bool_], categories: Integers,
    pack: Small, known: int, seen: int, left: Integers, plain: Integers, informed: Integers,
) -> float:  # fmt: skip
    """What knowing the cards after the own three is worth, over all bank hands of the rest."""
    left[:] = 0
    for place in range(3, pack.shape[0]):
        left[pack[place]] += 1
    low, high = min(pack[0], pack[1], pack[2]), max(pack[0], pack[1], pack[2])
    middle = int(pack[0]) + int(pack[1]) + int(pack[2]) - low - high
    own = strengths[low, middle, high]
    plain[:] = 0
    bank_hands(strengths, qualifies, own, left, seen, plain)
    for place in range(3, 3 + known):
        left[pack[place]] -= 1
    informed[:] = 0
    bank_hands(strengths, qualifies, own, left, seen, informed)
    category = categories[own]
    gain = 0
    for group in range(informed.shape[0]):
        usual = _best(pays, category, plain[group])
        best = _best(pays, category, informed[group])
        gain += _value(pays, category, informed[group], best)
        gain -= _value(pays, category, informed[group], usual)
    return float(gain / informed.sum())


@leaf
def _deals(
    pays: Pays, strengths: Indexes, qualifies: npt.NDArray[np.bool_], categories: Integers,
    pack: Small, known: int, seen: int, left: Integers, plain: Integers, informed: Integers,
    state: State, out: Floats,
) -> None:  # fmt: skip
    for n in range(out.shape[0]):
        for place in range(3 + known):
            other = place + below(state, pack.shape[0] - place)
            pack[place], pack[other] = pack[other], pack[place]
        out[n] = gained(
            pays, strengths, qualifies, categories, pack, known, seen, left, plain, informed
        )


def gain_of(
    pays: Pays, qualifies: list[bool], categories: list[int], *, decks: int, seen: int,
    players: int, deals: int, seed: int,
) -> tuple[float, float]:  # fmt: skip
    """What knowing other players' hands gains in parts of the ante, with its standard error.

    Own and other hands are dealt by chance; all of the bank's are counted, and all cards of it
    that may be seen. Only the difference to the usual choice is looked at.
    """
    out = np.zeros(deals)
    pack = np.repeat(np.arange(KINDS, dtype=np.uint8), decks)
    plain, informed = (np.zeros((GROUPS[seen], STANDINGS), np.int64) for _ in range(2))
    _deals(
        pays, all_hands().strengths, np.array(qualifies), np.array(categories, np.int64), pack,
        3 * players, seen, np.zeros(KINDS, np.int64), plain, informed,
        start(seed, players), out,
    )  # fmt: skip
    return float(out.mean()), float(out.std()) / sqrt(deals)

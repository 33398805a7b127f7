"""Games of two hands each: a family's verdicts tabulated by how both stand against the bank's."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Final

import numpy as np

from houseway.hands.arrays import Integers
from houseway.hands.kernels import leaf
from houseway.rounds.verdicts import Verdict

STANDINGS: Final = ("lower", "equal", "higher")
RESULTS: Final = ("win", "push", "lose")  # the better first
WIN, PUSH, LOSE = range(3)

# One verdict for each pair of standings: of the low or front hand, of the high or back hand.
Verdicts = list[list[Verdict]]


def tabulated(verdict: Callable[[str, str], Verdict]) -> Verdicts:
    return [[verdict(first, second) for second in STANDINGS] for first in STANDINGS]


def results_of(verdicts: Verdicts) -> Integers:
    """[standing, standing]: what comes of it, as a place in `RESULTS`."""
    return np.array([[RESULTS.index(one.outcome) for one in row] for row in verdicts], np.int64)


def pays_of(verdicts: Verdicts) -> Integers:
    """[standing, standing]: what the wager gains or loses, as numerator and denominator."""
    return np.array([[one.net.as_integer_ratio() for one in row] for row in verdicts], np.int64)


def nets_of(verdicts: Verdicts) -> tuple[Fraction, ...]:
    """What the wager gains by each of the results, each of which pays in one way."""
    nets = {one.outcome: one.net for row in verdicts for one in row}
    return tuple(nets[name] for name in RESULTS)


@leaf
def stands(own: int, bank: int) -> int:
    """How a hand stands against the bank's, by their strengths: a place in `STANDINGS`."""
    return 1 + int(own > bank) - int(own < bank)

"""Throws of dice counted: faces, throws, runs, what follows what, patterns."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from itertools import pairwise, permutations, product

from houseway.analysis.randomness.laws import chi_square, normal
from houseway.analysis.randomness.report import Finding

FACES = range(1, 7)
GROUP = 4  # throws in a row whose order is looked at
Throw = tuple[int, ...]


def dice_findings(throws: Sequence[Throw]) -> list[Finding]:
    """Every test of some thousand throws of as many dice each."""
    wrong = sum(not all(face in FACES for face in throw) for throw in throws)
    found = [
        Finding(
            "dice", "contents", "throws with a face that is none", len(throws), wrong, "none",
            0.0 if wrong else 1.0,
        )
    ]  # fmt: skip
    if wrong:
        return found
    dice = len(throws[0])
    stream = [face for throw in throws for face in throw]
    for die in range(dice):
        found.append(_even("chi-square", f"faces of die {die + 1}", [t[die] for t in throws]))
    found.append(_even("chi-square", "faces of all dice", stream))
    found.append(_even("chi-square", "whole throws", throws, [*product(FACES, repeat=dice)]))
    found.append(_runs(stream))
    pairs = [*product(FACES, repeat=2)]
    found.append(
        _even(
            "serial", "a die and the next", [*zip(stream[::2], stream[1::2], strict=False)], pairs
        )
    )
    following = [
        pair
        for one, other in zip(throws[::2], throws[1::2], strict=False)
        for pair in zip(one, other, strict=True)
    ]
    found.append(_even("serial", "a die and its next throw", following, pairs))
    found.append(_permutation(throws))
    return found


def _even(
    kind: str, what: str, seen: Sequence[Hashable], cells: Sequence[Hashable] = FACES
) -> Finding:
    """Whether all cells come equally often."""
    counts, expected, freedom = Counter(seen), len(seen) / len(cells), len(cells) - 1
    # Nothing at all is as even as can be, and as unlikely.
    statistic = sum((counts[cell] - expected) ** 2 for cell in cells) / expected if seen else 0.0
    law = f"chi-square, {freedom:,} degrees of freedom"
    return Finding("dice", kind, what, len(seen), statistic, law, chi_square(statistic, freedom))


def _runs(stream: Sequence[int]) -> Finding:
    """Low (1 to 3) and high faces in a row (Wald and Wolfowitz), given how many of each."""
    low = [face < 4 for face in stream]
    n, first = len(low), sum(low)
    pairs = 2 * first * (n - first)
    runs = 1 + sum(one != other for one, other in pairwise(low))
    spread = math.sqrt(pairs * (pairs - n) / (n * n * (n - 1)))
    # A die that shows one half only has one run, as it must; the faces tell on it.
    z = (runs - 1 - pairs / n) / spread if spread else 0.0
    return Finding("dice", "runs", "runs of low and of high faces", n, z, "normal", normal(z))


def _permutation(throws: Sequence[Throw]) -> Finding:
    """The order of throws in a row as numbers; groups with two alike have none."""
    orders = []
    for start in range(0, len(throws) - GROUP + 1, GROUP):
        group = throws[start : start + GROUP]
        if len(set(group)) == GROUP:
            orders.append(tuple(sorted(range(GROUP), key=group.__getitem__)))
    return _even(
        "permutation", f"orders of {GROUP} throws in a row", orders, [*permutations(range(GROUP))]
    )

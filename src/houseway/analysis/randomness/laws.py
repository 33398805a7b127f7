"""How rarely an honest source strays so far: the chi-square and the normal law.

The incomplete gamma function by its series below the mean and by its continued fraction above
(Abramowitz and Stegun 6.5.29 and 6.5.31), good to ten digits for the degrees of freedom here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

_SMALL = 1e-15


def chi_square_tails(statistic: float, freedom: int) -> tuple[float, float]:
    """The chances of a smaller and of a larger value."""
    if statistic <= 0:
        return 0.0, 1.0
    a, x = freedom / 2, statistic / 2
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        lower = scale * _series(a, x)
        return lower, 1 - lower
    upper = scale * _fraction(a, x)
    return 1 - upper, upper


def chi_square(statistic: float, freedom: int) -> float:
    """Two-sided: counts that are too even are no more the work of chance than uneven ones."""
    return min(1.0, 2 * min(chi_square_tails(statistic, freedom)))


def normal(z: float) -> float:
    """Two-sided."""
    return math.erfc(abs(z) / math.sqrt(2))


def furthest(counts: Iterable[tuple[int, int, float]]) -> tuple[float, float]:
    """Of counts (seen, sample, chance of each) the rarest: its deviation, and p for them all.

    By Chernoff's bound for a binomial, both sides, times the number of counts: never too small.
    """
    seen, sample, chance, number = 0, 0, 0.5, 0
    rarest = -1.0
    for number, (one, of, likely) in enumerate(counts, 1):  # noqa: B007
        away = _information(one / of, likely) * of
        if away > rarest:
            rarest, seen, sample, chance = away, one, of, likely
    z = (seen - sample * chance) / math.sqrt(sample * chance * (1 - chance))
    return z, min(1.0, math.exp(min(0.0, math.log(2 * number) - rarest)))


def _information(share: float, chance: float) -> float:
    some = share * math.log(share / chance) if share else 0.0
    return some + ((1 - share) * math.log((1 - share) / (1 - chance)) if share < 1 else 0.0)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * _SMALL:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    # Lentz's way: b stays well above zero here, as x is at least a + 1.
    b = x + 1 - a
    c, d = math.inf, 1 / b
    total, step = d, 0
    while True:
        step += 1
        by = -step * (step - a)
        b += 2
        d = 1 / (b + by * d)
        c = b + by / c
        change = c * d
        total *= change
        if abs(change - 1) < _SMALL * 10:
            return total

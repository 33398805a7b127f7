"""The tails of the chi-square and the normal law against printed tables and a closed form."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb

import pytest

from houseway.analysis.randomness.laws import chi_square, chi_square_tails, furthest, normal


# NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, critical values of chi-square.
@pytest.mark.parametrize(
    ("freedom", "upper", "value"),
    [
        (1, 0.10, 2.706), (1, 0.05, 3.841), (1, 0.01, 6.635), (1, 0.001, 10.828),
        (2, 0.05, 5.991), (5, 0.01, 15.086), (10, 0.05, 18.307), (10, 0.01, 23.209),
        (23, 0.01, 41.638), (35, 0.05, 49.802), (50, 0.01, 76.154), (100, 0.001, 149.449),
        (5, 0.99, 0.554), (10, 0.99, 2.558), (50, 0.95, 34.764), (100, 0.99, 70.065),
    ],
)  # fmt: skip
def test_nist_handbook_critical_values(freedom: int, upper: float, value: float) -> None:
    lower_tail, upper_tail = chi_square_tails(value, freedom)
    assert upper_tail == pytest.approx(upper, rel=2e-3)
    assert lower_tail + upper_tail == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("freedom", [2, 4, 40, 600, 2_600, 22_000])
@pytest.mark.parametrize("away", [0.7, 0.95, 0.99, 1.0, 1.01, 1.05, 1.4])
def test_even_degrees_have_a_closed_form(freedom: int, away: float) -> None:
    """Q(x; 2a) is e^-x/2 times the first a terms of its own series (A&S 26.4.21)."""
    statistic = freedom * away
    with localcontext() as context:
        context.prec = 60
        half = Decimal(statistic) / 2
        term = total = Decimal(1)
        for j in range(1, freedom // 2):
            term *= half / j
            total += term
        upper = (-half).exp() * total
        lower = 1 - upper
    tails = chi_square_tails(statistic, freedom)
    assert tails[0] == pytest.approx(float(lower), rel=1e-8, abs=1e-12)
    assert tails[1] == pytest.approx(float(upper), rel=1e-8, abs=1e-12)


def test_a_statistic_of_nothing_is_too_even() -> None:
    assert chi_square_tails(0.0, 10) == (0.0, 1.0)
    assert chi_square(0.0, 10) == 0.0


def test_both_sides_count() -> None:
    """23.209 and 2.558 are the two percent points of ten degrees."""
    assert chi_square(23.209, 10) == pytest.approx(0.02, rel=2e-3)
    assert chi_square(2.558, 10) == pytest.approx(0.02, rel=2e-3)
    assert chi_square(9.342, 10) == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize(("z", "p"), [(0.0, 1.0), (1.959964, 0.05), (-2.575829, 0.01)])
def test_normal_two_sided(z: float, p: float) -> None:
    assert normal(z) == pytest.approx(p, rel=1e-5)


def binomial(sample: int, chance: Fraction, least: int) -> float:
    """The exact chance of `least` or more."""
    return float(
        sum(
            comb(sample, k) * chance**k * (1 - chance) ** (sample - k)
            for k in range(least, sample + 1)
        )
    )


@pytest.mark.parametrize(("sample", "seen"), [(200, 30), (200, 45), (1_000, 110), (1_000, 160)])
def test_the_furthest_count_is_never_said_to_be_rarer_than_it_is(sample: int, seen: int) -> None:
    """Above one in thirteen; the bound is no further off than the square root of the sample."""
    exact = 2 * 5 * binomial(sample, Fraction(1, 13), seen)
    z, p = furthest([(sample // 13, sample, 1 / 13)] * 4 + [(seen, sample, 1 / 13)])
    assert z > 0
    assert min(1.0, exact) <= p <= min(1.0, exact * 3 * sample**0.5)


def test_a_count_of_nothing_is_further_off_than_a_small_excess() -> None:
    z, p = furthest([(0, 1_000, 0.02), (25, 1_000, 0.02)])
    assert z == pytest.approx(-20 / 19.6**0.5)
    assert p == pytest.approx(4 * 0.98**1_000)

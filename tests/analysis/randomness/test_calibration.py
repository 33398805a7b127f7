"""That an honest source is judged as the laws say: over every order of small decks, and drawn."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from itertools import permutations, product
from statistics import fmean, variance

import pytest

from houseway.analysis.randomness.decks import DeckCounts
from houseway.analysis.randomness.report import Finding
from houseway.analysis.randomness.throws import dice_findings

PLACES = "each face at each place"
BESIDE = "each face beside each"
BETWEEN = "a place in one shuffle and the next"
RUNS = "runs of either half of the deck"


def counted(pieces: str, orders: Iterable[Sequence[str]]) -> dict[str, Finding]:
    counts = DeckCounts("small", pieces)
    for order in orders:
        counts.add(order)
    return {one.what: one for one in counts.findings()}


def freedom(one: Finding) -> int:
    return int(one.law.split()[1].replace(",", ""))


@pytest.mark.parametrize("pieces", ["abcdef", "aabcde", "aabbcd", "aabbcc", "aaabbc"])
@pytest.mark.parametrize("what", [PLACES, BESIDE])
def test_the_mean_over_every_order_is_the_degrees_of_freedom(pieces: str, what: str) -> None:
    """Exact for one shuffle, as the mean of a quadratic form needs no limit."""
    found = [counted(pieces, [order])[what] for order in permutations(pieces)]
    assert fmean(one.statistic for one in found) == pytest.approx(freedom(found[0]), rel=1e-12)


@pytest.mark.parametrize("pieces", ["abcd", "aabb", "aabbc"])
def test_the_mean_over_every_two_shuffles_is_the_degrees_of_freedom(pieces: str) -> None:
    orders = [*permutations(pieces)]
    found = [counted(pieces, pair)[BETWEEN] for pair in product(orders, orders)]
    assert fmean(one.statistic for one in found) == pytest.approx(freedom(found[0]), rel=1e-12)


@pytest.mark.parametrize("pieces", ["abcdef", "aabbcd", "abcdeee"])
def test_runs_over_every_order_have_mean_nought_and_variance_one(pieces: str) -> None:
    values = [counted(pieces, [order])[RUNS].statistic for order in permutations(pieces)]
    assert fmean(values) == pytest.approx(0, abs=1e-12)
    assert fmean(value * value for value in values) == pytest.approx(1, rel=1e-12)


def test_all_orders_together_are_suspiciously_even() -> None:
    orders = [*permutations("abcdef")] * 20
    found = counted("abcdef", orders)
    assert found[PLACES].statistic == pytest.approx(0, abs=1e-9)
    assert found[PLACES].p < 1e-6
    assert found["orders of 5 in a row"].statistic == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("pieces", ["abcdefghijkl", "aabbccddefgh", "aaaabbbccddefg"])
def test_drawn_samples_follow_the_law(pieces: str) -> None:
    """Mean and variance of each statistic over 150 samples, within four standard errors."""
    source = random.Random(5)
    drawn: dict[str, list[Finding]] = {}
    samples = 150
    for _ in range(samples):
        orders = (source.sample(pieces, len(pieces)) for _ in range(400))
        for what, one in counted(pieces, orders).items():
            drawn.setdefault(what, []).append(one)
    chi = [found for found in drawn.values() if found[0].law.startswith("chi")]
    assert len(chi) == 4
    for found in chi:
        df = freedom(found[0])
        values = [one.statistic for one in found]
        assert abs(fmean(values) - df) < 4 * (2 * df / samples) ** 0.5, found[0].what
        assert variance(values) == pytest.approx(2 * df, rel=0.5), found[0].what
    below = sum(one.p < 0.1 for found in chi for one in found)
    assert below / (samples * len(chi)) == pytest.approx(0.1, abs=0.06)


def test_drawn_throws_follow_the_law() -> None:
    source = random.Random(6)
    ps: dict[str, list[float]] = {}
    for _ in range(100):
        throws = [tuple(source.choices(range(1, 7), k=3)) for _ in range(2_000)]
        for one in dice_findings(throws):
            if one.kind != "contents":
                ps.setdefault(one.what, []).append(one.p)
    assert len(ps) == 9
    for what, values in ps.items():
        assert fmean(values) == pytest.approx(0.5, abs=4 / (12 * 100) ** 0.5), what

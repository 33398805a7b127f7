"""A bank's fortunes from the results of one hand: ruin, what it needs, how much of it to risk.

Ruin is a fall of more than the room a bankroll has above what must be put up. Results of hands
are taken as independent of one another.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, erfc, exp, floor, gcd, log, sqrt
from typing import Final

import numpy as np

from houseway.hands.arrays import Floats

_STEPS: Final = 30_000  # of a recursion's scale at most
_FAR: Final = 7.0  # standard deviations above all that matters
_TURNS: Final = 200  # of a search by halves


@dataclass(frozen=True)
class HandResults:
    """What a hand brings the bank after its fee: cents with their probabilities. All else here is
    in dollars.

    `counted` is the exact mean, where it is known. Results that were dealt are weighed to have
    it: each by a little more or less, the farther from the mean the more.
    """

    shares: Mapping[int, float]
    counted: float | None = None
    error: float = 0.0  # of the mean, one standard error

    @classmethod
    def of_counts(
        cls, counts: Mapping[int, int], counted: float | None = None, error: float = 0.0
    ) -> HandResults:
        """From how often each result came."""
        hands = sum(counts.values())
        shares = {cents: number / hands for cents, number in sorted(counts.items())}
        if counted is None:
            error = cls(shares).sd / sqrt(hands)
        return cls(shares, counted, error)

    @cached_property
    def _arrays(self) -> tuple[Floats, Floats]:
        results = np.array(list(self.shares), np.float64) / 100
        chances = np.array(list(self.shares.values()), np.float64)
        chances = chances / chances.sum()
        if self.counted is not None and results.min() < self.counted < results.max():
            tilt, scale = 0.0, float(np.abs(results).max())
            for _ in range(_TURNS):
                weighed = chances * np.exp(tilt * results / scale)
                weighed /= weighed.sum()
                mean = float(results @ weighed)
                variance = float((results - mean) ** 2 @ weighed)
                if abs(mean - self.counted) < 1e-12 or not variance:
                    break
                tilt += (self.counted - mean) * scale / variance
            chances = weighed
        return results, chances

    @cached_property
    def mean(self) -> float:
        results, chances = self._arrays
        return float(results @ chances)

    @cached_property
    def sd(self) -> float:
        results, chances = self._arrays
        return sqrt(max(0.0, float(results**2 @ chances) - self.mean**2))

    @property
    def worst(self) -> float:
        return min(self.shares) / 100

    # Ruin, ever

    def ruin_ever(self, room: float) -> float:
        """By diffusion: e to the power of -2 mean room / variance; certain without an edge."""
        if self.mean <= 0:
            return 1.0
        if not self.sd:
            return 0.0
        return exp(-2 * self.mean * max(room, 0.0) / self.sd**2)

    @cached_property
    def exponent(self) -> float:
        """Lundberg's: the r > 0 with E[exp(-r result)] = 1; 0 where the mean is not above zero."""
        results, chances = self._arrays
        if self.mean <= 0 or results.min() >= 0:
            return 0.0

        def excess(r: float) -> float:
            powers = -r * results
            top = float(powers.max())
            return top + log(float(np.exp(powers - top) @ chances))

        high = 2 * self.mean / self.sd**2
        while excess(high) < 0:
            high *= 2
        low = 0.0
        for _ in range(_TURNS):
            middle = (low + high) / 2
            low, high = (middle, high) if excess(middle) < 0 else (low, middle)
        return high

    def ruin_ever_at_most(self, room: float) -> float:
        """Lundberg's bound for the very results: no larger than this."""
        if self.mean <= 0:
            return 1.0
        return exp(-self.exponent * max(room, 0.0)) if self.exponent else 0.0

    # Ruin within a time

    def ruin_within(self, room: float, hands: int) -> float:
        """By diffusion, in a closed form: the chance to touch -room in so many hands."""
        if hands <= 0 or not self.sd:
            return 0.0
        spread = self.sd * sqrt(hands)
        drift = self.mean * hands
        back = exp(min(700.0, -2 * self.mean * room / self.sd**2))
        return min(
            1.0, _normal((-room - drift) / spread) + back * _normal((-room + drift) / spread)
        )

    def ruin_by_recursion(self, rooms: Sequence[float], hands: int) -> list[float]:
        """For these very results, hand by hand: the chance that the results so far ever lie more
        than a room below the start.

        Rooms stand on a scale of what all results are multiples of; where that would take too
        many points, on a coarser one, and a result between two of them is shared so that its
        mean stays. Above the scale there is no danger any more.
        """
        _, chances = self._arrays
        top = max(rooms) + _FAR * self.sd * sqrt(hands) + max(0.0, -self.mean * hands)
        unit = gcd(*self.shares) or 1
        unit *= max(1, ceil(100 * top / (unit * _STEPS)))
        step = unit / 100
        moves = _on_scale(self.shares, chances, unit)
        low, high = min(0, min(moves)), max(0, max(moves))
        kernel = np.zeros(high - low + 1)
        for move, share in moves.items():
            kernel[high - move] = share  # turned round, as a convolution takes it
        points = ceil(top / step) + 1
        size = 1 << (points + 2 * len(kernel)).bit_length()
        turned = np.fft.rfft(kernel, size)
        ruined = np.zeros(points)  # the chance of ruin in the hands left, by room
        around = np.zeros(points + high - low)
        around[:-low] = 1.0  # ruined below the scale, safe above it
        for _ in range(hands):
            around[-low : points - low] = ruined
            found = np.fft.irfft(np.fft.rfft(around, size) * turned, size)
            ruined = found[high - low : high - low + points].clip(0.0, 1.0)
        return [float(ruined[floor(room / step + 1e-9)]) if room >= 0 else 1.0 for room in rooms]

    # What is needed

    def room_for(self, ruin: float, hands: int | None = None) -> float | None:
        """The least room for such a chance of ruin, ever or in so many hands; None where none
        suffices."""
        if hands is None:
            if self.mean <= 0:
                return None
            return -log(ruin) * self.sd**2 / (2 * self.mean)
        low, high = 0.0, max(1.0, self.sd)
        while self.ruin_within(high, hands) > ruin:
            high *= 2
        for _ in range(_TURNS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.ruin_within(middle, hands) > ruin else (low, middle)
        return high

    # How much to risk

    def kelly_bankroll(self) -> float | None:
        """The bankroll whose logarithm grows fastest at these stakes: E[result/(bankroll+result)]
        is 0; None without an edge."""
        if self.mean <= 0:
            return None
        results, chances = self._arrays
        low = max(0.0, -self.worst)
        high = max(1.0, 2 * low, self.sd**2 / self.mean)

        def slope(bankroll: float) -> float:
            return float((results / (bankroll + results)) @ chances)

        while slope(high) < 0:
            high *= 2
        for _ in range(_TURNS):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        return high

    def kelly_fraction(self, bankroll: float) -> float | None:
        """How many times these stakes a bankroll should hold to grow fastest."""
        needed = self.kelly_bankroll()
        return None if needed is None else bankroll / needed


def _normal(x: float) -> float:
    return erfc(-x / sqrt(2)) / 2


def _on_scale(results: Iterable[int], chances: Floats, unit: int) -> dict[int, float]:
    found: dict[int, float] = {}
    for result, chance in zip(results, chances.tolist(), strict=True):
        low, rest = divmod(result, unit)
        found[low] = found.get(low, 0.0) + chance * (1 - rest / unit)
        if rest:
            found[low + 1] = found.get(low + 1, 0.0) + chance * rest / unit
    return found

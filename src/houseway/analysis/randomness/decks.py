"""Orders of a deck counted: where cards lie, what lies beside what, runs and patterns.

Pieces that look alike (two jokers, pairs of tiles, eight decks in a shoe) are counted by face.
With `n` pieces of `k` faces, each face `m` times, an honest shuffle has these laws:

- Place by face: the table's covariance is that of independent margins, n/(n-1) times over, so
  Pearson's sum times (n-1)/n is chi-square with (n-1)(k-1) degrees of freedom.
- Two shuffles in a row, what lay at a place against what lies there now: the same with (k-1)^2.
- Neighbours round the deck, the last beside the first: a pair of faces is expected m m'/(n-1)
  times a shuffle, m(m-1)/(n-1) for a face beside itself. Which two lie together (the table's
  symmetric part) and which of them comes first (the antisymmetric part) do not correlate. The
  first is Pearson's sum with k(k+1)/2 - k - s degrees, s the faces that lie once; the second
  times (n-2)/n has (k-1)(k-2)/2.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise, permutations

from houseway.analysis.randomness.laws import chi_square, furthest, normal
from houseway.analysis.randomness.report import Finding

GROUP = 5  # pieces in a row whose order is looked at
ALPHABET = {order: place for place, order in enumerate(permutations(range(GROUP)))}


class DeckCounts:
    """What some thousand orders of one box of cards or tiles add up to."""

    def __init__(self, name: str, pieces: Iterable[str]) -> None:
        self.name = name
        box = Counter(pieces)
        self._faces = {face: number for number, face in enumerate(box)}
        self._times = list(box.values())
        self._n, self._k = sum(self._times), len(box)
        self._whole = sorted(self._ids(box.elements()))
        self.shuffles = self.wrong = self.repeats = self._turns = self._groups = 0
        self._seen: set[tuple[int, ...]] = set()
        self._before: list[int] | None = None
        self._following = 0  # shuffles that had one before them
        self._places = [0] * (self._n * self._k)
        self._moves = [0] * (self._k * self._k)
        self._beside = [0] * (self._k * self._k)
        self._orders = [0] * len(ALPHABET)
        self._low = self._lower_half()

    def _ids(self, pieces: Iterable[str]) -> list[int]:
        return [self._faces.get(piece, -1) for piece in pieces]

    def _lower_half(self) -> list[bool]:
        """The faces that lie in the first half of a new deck."""
        low, before = [], 0
        for times in self._times:
            low.append(2 * before < self._n)
            before += times
        return low

    def add(self, pieces: Iterable[str]) -> None:
        order = self._ids(pieces)
        if sorted(order) != self._whole:
            self.wrong, self._before = self.wrong + 1, None
            return
        self.shuffles += 1
        key = tuple(order)
        self.repeats += key in self._seen
        self._seen.add(key)
        k, places, beside, low = self._k, self._places, self._beside, self._low
        row = 0
        for face in order:
            places[row + face] += 1
            row += k
        for face, following in pairwise((*order, order[0])):
            beside[face * k + following] += 1
        self._turns += sum(low[face] != low[following] for face, following in pairwise(order))
        if self._before is not None:
            self._following += 1
            for face, now in zip(self._before, order, strict=True):
                self._moves[face * k + now] += 1
        self._before = order
        for start in range(0, self._n - GROUP + 1, GROUP):
            group = order[start : start + GROUP]
            if len(set(group)) == GROUP:  # equal faces have no order; the others' are still fair
                self._groups += 1
                self._orders[ALPHABET[tuple(sorted(range(GROUP), key=group.__getitem__))]] += 1

    def findings(self) -> list[Finding]:
        """Every test of this box. Nothing but its contents if no shuffle was whole."""
        found = [self._contents()]
        if self.shuffles:
            found += [self._repeats(), self._place(), self._furthest()]
            found += [self._beside_each_other(), self._between()]
            found += [self._runs(), self._permutation()]
        return found

    def _finding(
        self, kind: str, what: str, sample: int, statistic: float, law: str, p: float
    ) -> Finding:
        return Finding(self.name, kind, what, sample, statistic, law, p)

    def _chi_square(
        self, kind: str, what: str, sample: int, statistic: float, freedom: int
    ) -> Finding:
        law = f"chi-square, {freedom:,} degrees of freedom"
        return self._finding(kind, what, sample, statistic, law, chi_square(statistic, freedom))

    def _contents(self) -> Finding:
        return self._finding(
            "contents", "shuffles that are not the whole deck", self.shuffles + self.wrong,
            self.wrong, "none", 0.0 if self.wrong else 1.0,
        )  # fmt: skip

    def _repeats(self) -> Finding:
        """Against the chance that even two of so many orders are the same."""
        alike = math.log(self.shuffles) * 2 - math.log(2)
        orders = math.lgamma(self._n + 1) - sum(math.lgamma(m + 1) for m in self._times)
        by_chance = math.exp(min(0.0, alike - orders))
        return self._finding(
            "contents", "orders that came before", self.shuffles, self.repeats, "birthdays",
            by_chance if self.repeats else 1.0,
        )  # fmt: skip

    def _place(self) -> Finding:
        n, k = self._n, self._k
        expected = [self.shuffles * m / n for m in self._times] * n
        statistic = _pearson(self._places, expected) * (n - 1) / n
        return self._chi_square(
            "chi-square", "each face at each place", self.shuffles, statistic, (n - 1) * (k - 1)
        )

    def _furthest(self) -> Finding:
        n, k = self._n, self._k
        chances = [m / n for m in self._times] * n
        counts = zip(self._places, [self.shuffles] * (n * k), chances, strict=True)
        z, p = furthest(counts)
        law = f"Chernoff's bound for {n * k:,} counts"
        return self._finding(
            "chi-square", "the face and place furthest off", self.shuffles, z, law, p
        )

    def _beside_each_other(self) -> Finding:
        n, k, times = self._n, self._k, self._times
        together, order = 0.0, 0.0
        for a in range(k):
            for b in range(k):
                expected = self.shuffles * times[a] * (times[b] - (a == b)) / (n - 1)
                if expected:
                    there, back = self._beside[a * k + b], self._beside[b * k + a]
                    together += ((there + back) / 2 - expected) ** 2 / expected
                    order += ((there - back) / 2) ** 2 / expected
        once = times.count(1)
        freedom = k * (k + 1) // 2 - k - once + (k - 1) * (k - 2) // 2
        statistic = together + order * (n - 2) / n
        return self._chi_square(
            "serial", "each face beside each", self.shuffles * n, statistic, freedom
        )

    def _between(self) -> Finding:
        n, times = self._n, self._times
        expected = [self._following * a * b / n for a in times for b in times]
        statistic = _pearson(self._moves, expected) * (n - 1) / n if self._following else 0.0
        return self._chi_square(
            "serial", "a place in one shuffle and the next", self._following, statistic,
            (self._k - 1) ** 2,
        )  # fmt: skip

    def _runs(self) -> Finding:
        """Pieces of one half of the new deck in a row (Wald and Wolfowitz), added up."""
        n = self._n
        first = sum(m for m, low in zip(self._times, self._low, strict=True) if low)
        pairs = 2 * first * (n - first)
        mean = self.shuffles * (1 + pairs / n)
        spread = math.sqrt(self.shuffles * pairs * (pairs - n) / (n * n * (n - 1)))
        runs = self._turns + self.shuffles
        z = (runs - mean) / spread
        return self._finding(
            "runs", "runs of either half of the deck", self.shuffles, z, "normal", normal(z)
        )

    def _permutation(self) -> Finding:
        even = [self._groups / len(ALPHABET)] * len(ALPHABET)
        # Without a single group there is nothing to be even: no honest deck comes to that.
        statistic = _pearson(self._orders, even) if self._groups else 0.0
        return self._chi_square(
            "permutation", f"orders of {GROUP} in a row", self._groups, statistic, len(ALPHABET) - 1
        )


def _pearson(seen: Sequence[int], expected: Sequence[float]) -> float:
    return sum((o - e) ** 2 / e for o, e in zip(seen, expected, strict=True))

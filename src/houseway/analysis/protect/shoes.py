"""What a count wins through a shoe, by where the cut card lies.

The cards seen before a round are any of the shoe: which rounds they were dealt in tells nothing
more. So the shoes before each round are drawn at once, independent of one another, and what every
bet is then worth is worked out exactly. Rounds are taken to use their average of cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np

from houseway.analysis.protect.counts import Count
from houseway.analysis.protect.part import Countable
from houseway.hands.arrays import Floats, Integers

_BLOCK: Final = 2_000  # shoes at a time, between two words of progress
_FEWEST: Final = 8  # shoes before a round


@dataclass(frozen=True, kw_only=True)
class ByCut:
    """A bet made from the count's true count on, a unit each time, and dealt to a cut card."""

    cut: int  # cards behind it
    rounds: float  # of a shoe
    bets: float  # made in a shoe
    edge: float  # of a bet made; 0 where none is
    units: float  # won in a shoe
    error: float  # its standard error
    perfect: float  # won by one who bets whenever the cards left favour it
    perfect_error: float
    desirability: float  # Schlesinger's: 1000 times the win of a round over its spread

    def as_json(self) -> dict[str, float]:
        return {
            "cut": self.cut, "rounds": self.rounds, "bets": self.bets, "edge": self.edge,
            "units": self.units, "standard_error": self.error, "perfect_units": self.perfect,
            "perfect_standard_error": self.perfect_error, "desirability": self.desirability,
        }  # fmt: skip


class _Rounds:
    """Sums over the shoes drawn before each round, for one bet."""

    def __init__(self, rounds: int) -> None:
        self.shoes = np.zeros(rounds)
        self.made, self.won, self.squares, self.nets = (np.zeros(rounds) for _ in range(4))
        self.best, self.best_squares = np.zeros(rounds), np.zeros(rounds)

    def add(self, place: int, bet: Floats, made: Any) -> None:
        value, net = bet[:, 0], bet[:, 1]
        won, best = np.where(made, value, 0.0), np.maximum(value, 0.0)
        self.shoes[place] += len(bet)
        self.made[place] += made.sum()
        self.won[place] += won.sum()
        self.squares[place] += (won**2).sum()
        self.nets[place] += np.where(made, net, 0.0).sum()
        self.best[place] += best.sum()
        self.best_squares[place] += (best**2).sum()

    def until(self, rounds: int, cut: int) -> ByCut:
        """All rounds before the cut card."""
        shoes = self.shoes[:rounds]

        def total(sums: Floats) -> float:
            return float((sums[:rounds] / shoes).sum())

        def error(sums: Floats, squares: Floats) -> float:
            mean = sums[:rounds] / shoes
            spread = np.maximum(squares[:rounds] / shoes - mean**2, 0.0)
            return sqrt(float((spread / shoes).sum()))

        made, won, nets = total(self.made), total(self.won), total(self.nets)
        spread = sqrt(max(nets / rounds - (won / rounds) ** 2, 0.0))
        return ByCut(
            cut=cut, rounds=rounds, bets=made, edge=won / made if made else 0.0, units=won,
            error=error(self.won, self.squares), perfect=total(self.best),
            perfect_error=error(self.best, self.best_squares),
            desirability=1000 * won / rounds / spread if spread else 0.0,
        )  # fmt: skip


def depths(cards: int, burned: int, cards_a_round: float, cut: int) -> Integers:
    """How many cards are gone before each round that begins ahead of the cut card."""
    last = cards - cut
    number = max(0, int(np.ceil((last - burned) / cards_a_round)))
    gone: Integers = np.rint(np.arange(number) * cards_a_round).astype(np.int64)
    return gone + burned


def through_shoes(
    countable: Countable,
    counts: Mapping[str, Count | None],
    *,
    decks: int,
    burned: int,
    cards_a_round: float,
    cuts: Sequence[int],
    samples: int,
    seed: int,
    progress: Callable[[float], None],
) -> dict[str, list[ByCut]]:
    """What each count wins, for every place of the cut card; burned cards are not seen.

    Without a count a bet is never made, but by one who knows every card left.
    """
    full = np.array([len(kind.cards) * decks for kind in countable.kinds], np.int64)
    cards, deck = int(full.sum()), sum(len(kind.cards) for kind in countable.kinds)
    gone = depths(cards, burned, cards_a_round, min(cuts))
    # What can be won grows towards the end of a shoe, and so do the shoes drawn there.
    weights = 1 / (cards - gone)
    numbers = np.maximum(_FEWEST, np.rint(samples * weights / weights.sum())).astype(np.int64)
    sums = {bet: _Rounds(len(gone)) for bet in counts}
    tags = {
        bet: np.array(count.tags) - full @ count.tags / cards
        for bet, count in counts.items()
        if count
    }
    source = np.random.default_rng(seed)
    done = 0
    for place, dealt in enumerate(gone):
        seen_now, number = int(dealt) - burned, int(numbers[place])
        while number > 0:
            block = min(number, _BLOCK)
            seen = source.multivariate_hypergeometric(full, seen_now, size=block)
            found = countable.values(full - seen)
            for bet, count in counts.items():
                made = np.zeros(block, np.bool_)
                if count is not None:
                    true = seen @ tags[bet] * deck / (cards - seen_now)
                    made = true >= count.trigger - 1e-9
                sums[bet].add(place, found[:, countable.bets.index(bet)], made)
            number -= block
            done += block
            progress(done / int(numbers.sum()))
    ends = {cut: len(depths(cards, burned, cards_a_round, cut)) for cut in cuts}
    return {bet: [sums[bet].until(ends[cut], cut) for cut in cuts] for bet in counts}

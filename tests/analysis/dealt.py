"""A 21-type game dealt card by card by the simulation's kernel, under the strategy a count found.

The kernel knows nothing of the count's formulas: every round is dealt from a full shoe, the seat
makes the choices it is given, and the bank draws by its chart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from houseway.analysis.simulate.arrays import felt_of, habits_of, shoe_of
from houseway.analysis.simulate.booking import new_totals
from houseway.analysis.simulate.chance import start
from houseway.analysis.simulate.merging import of_totals
from houseway.analysis.simulate.table import SimulatedTable
from houseway.families.twenty_one.kernel import prepare_ways
from houseway.families.twenty_one.play import Play
from houseway.families.twenty_one.plays import best_player, up_plays
from houseway.families.twenty_one.ways import Way

WAGER = 100_00


@dataclass(frozen=True, slots=True)
class Sample:
    """What the rounds brought, in units of the first wager."""

    rounds: int
    mean: float
    sd: float

    @property
    def standard_error(self) -> float:
        return self.sd / sqrt(self.rounds)


def deal_rounds(play: Play, rounds: int, seed: int) -> Sample:
    """Rounds of one seat, each from a full shoe."""
    terms = play.engine.tables.terms
    table = SimulatedTable.model_validate(
        {"bank_seat": 1, "player": [{"seat": 2, "wagers": {"game": WAGER // 100}}]}
    )
    felt, habits = felt_of(terms, table, 1_000 * WAGER), habits_of(terms, table)
    decide = best_player(play.engine.tables, up_plays(play))
    run = prepare_ways(terms, felt, habits, [Way(decide, by_cards=True)])
    totals = new_totals(1, len(habits.share))
    run(shoe_of(terms)._replace(cut=0), start(seed, 0), rounds, totals)
    sums = of_totals(totals)
    assert sums.hands == rounds
    assert sums.short == 0
    mean = -sums.net / rounds / WAGER
    return Sample(rounds, mean, sqrt(sums.squares / rounds / WAGER**2 - mean**2))

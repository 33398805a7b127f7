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
from houseway.cards import Card
from houseway.families.twenty_one.counting import RESCUE
from houseway.families.twenty_one.kernel import prepare
from houseway.families.twenty_one.kernel_states import AS_DEALT, Decide
from houseway.families.twenty_one.play import Play
from houseway.families.twenty_one.rules import MOVES, place_of
from houseway.rounds.steps import Ask

WAGER = 100_00
_NAMES = {code: move for move, code in MOVES.items()} | {RESCUE: "rescue", 0: "stand"}


@dataclass(frozen=True, slots=True)
class Sample:
    """What the rounds brought, in units of the first wager."""

    rounds: int
    mean: float
    sd: float

    @property
    def standard_error(self) -> float:
        return self.sd / sqrt(self.rounds)


def best_player(play: Play) -> Decide:
    """Decides as the count found best: a hand by its cards, a split hand by its pair too."""
    tables = play.engine.tables

    def decide(ask: Ask, cards: tuple[Card, ...], pair: int, up: int, doubles: int) -> str:
        plan = play.ups[up]
        values = tuple(sorted(place_of(card) for card in cards))
        if ask.kind == "early-surrender":
            return "surrender" if values in plan.early else "play on"
        number = tables.index.get(values)
        if number is None:  # more cards of a value than the shoe has
            return ask.choices[0]
        if pair == AS_DEALT:
            chosen, after = plan.chosen, plan.worth.after
        elif pair - 1 in plan.split_play:
            policy = plan.split_play[pair - 1]
            chosen, after = policy.chosen, policy.after
            if "split" in ask.choices:  # a pair that was right to split is split again
                return "split"
        else:
            return "hit" if ask.choices == ("hit",) else "stand"  # a pair that is never split
        if doubles:
            return _NAMES[int(after[doubles, number])]
        move = _NAMES[int(chosen[number])]
        if move not in ask.choices:
            move = _NAMES[int(plan.worth.chosen[number])]
        return move if move in ask.choices else ask.choices[0]

    return decide


def deal_rounds(play: Play, rounds: int, seed: int) -> Sample:
    """Rounds of one seat, each from a full shoe."""
    terms = play.engine.tables.terms
    table = SimulatedTable.model_validate(
        {"bank_seat": 1, "player": [{"seat": 2, "wagers": {"game": WAGER // 100}}]}
    )
    felt, habits = felt_of(terms, table, 1_000 * WAGER), habits_of(terms, table)
    run = prepare(terms, felt, habits, best_player(play), by_cards=True)
    totals = new_totals(1, len(habits.share))
    run(shoe_of(terms)._replace(cut=0), start(seed, 0), rounds, totals)
    sums = of_totals(totals)
    assert sums.hands == rounds
    assert sums.short == 0
    mean = -sums.net / rounds / WAGER
    return Sample(rounds, mean, sqrt(sums.squares / rounds / WAGER**2 - mean**2))

"""A 21-type game dealt card by card from a finite shoe, to confirm what was counted.

It knows nothing of the count's formulas: the shoe is dealt, the seat plays by the choices it is
given, splits from left to right, and the bank draws by its chart.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from houseway.analysis.twenty_one_count import RESCUE, Bytes, Engine, Floats, Integers
from houseway.analysis.twenty_one_play import Play
from houseway.analysis.twenty_one_rules import (
    ACE_PLACE,
    DEALT,
    DOUBLE,
    FROM_ACES,
    FROM_SPLIT,
    HIT,
    SPLIT,
    SURRENDER,
    TEN_PLACE,
    Values,
)  # fmt: skip
from houseway.hands.kernels import compiled

_MOST_HANDS = 8


@dataclass(frozen=True, slots=True)
class Sample:
    """What the simulated rounds brought, in units of the first wager."""

    rounds: int
    mean: float
    sd: float

    @property
    def standard_error(self) -> float:
        return self.sd / sqrt(self.rounds)


def simulate(play: Play, rounds: int, seed: int) -> Sample:
    """Rounds of one seat, each from a full shoe. Like ten-cards are told apart only by value."""
    engine = play.engine
    tables = engine.tables
    bank_next, bank_class, bank_suited, bank_share = _bank_states(engine)
    places, hands = tables.places, len(tables.hands)
    pairs = np.full((places, places), -1, np.int64)
    for first in range(places):
        for second in range(places):
            pairs[first, second] = tables.index.get(tuple(sorted((first, second))), -1)
    policies = [(plan.up, pair) for plan in play.ups for pair in plan.split_play]
    policy = np.full((places, places), -1, np.int64)
    split_chosen = np.zeros((max(len(policies), 1), hands), np.uint8)
    split_after = np.zeros((max(len(policies), 1), 4, hands), np.uint8)
    for number, (up, pair) in enumerate(policies):
        policy[up, pair] = number
        split_chosen[number] = play.ups[up].split_play[pair].chosen
        split_after[number] = play.ups[up].split_play[pair].after
    early = np.zeros((places, hands), np.uint8)
    for plan in play.ups:
        for deal in plan.early:
            early[plan.up, tables.index[deal]] = 1
    checked = [tables.natural_needs(up) if tables.is_checked(up) else -1 for up in range(places)]
    again = [
        bool(
            tables.open_moves((pair, pair), FROM_ACES if pair == ACE_PLACE else FROM_SPLIT) & SPLIT
        )
        and not (pair == TEN_PLACE and tables.game.split.ten_cards == "same-rank")
        for pair in range(min(places, 10))
    ]
    total, squares = _simulate(
        rounds, seed, engine.shoe, bank_next, bank_class, bank_suited, bank_share, pairs,
        engine.hands.drawn, np.array([plan.chosen for plan in play.ups]),
        np.array([plan.worth.after for plan in play.ups]), policy, split_chosen, split_after,
        early, np.array(checked, np.int64), np.array(again), tables.most_splits,
        engine.pay_class, engine.pay, tables.natural_class,
        np.array([tables.is_frozen(up) for up in range(places)]),
    )  # fmt: skip
    mean = total / rounds
    return Sample(rounds, mean, sqrt(squares / rounds - mean**2))


def _bank_states(engine: Engine) -> tuple[Integers, Integers, Integers, Floats]:
    """The bank's hands by the cards in them: what each card makes of them, and the end's class."""
    tables = engine.tables
    ends = {end.values: end for found in tables.bank_ends for end in found}
    states: dict[Values, int] = {}
    following: list[list[int]] = []
    layer: list[Values] = [(up,) for up in range(tables.places)]
    for values in layer:
        states[values] = len(states)
    for values in layer:  # grows while it is read
        row = [-1] * tables.places
        if values not in ends:
            for place in range(tables.places):
                drawn = tuple(sorted((*values, place)))
                if all(drawn.count(v) <= tables.shoe[v] for v in drawn):
                    if drawn not in states:
                        states[drawn] = len(states)
                        layer.append(drawn)
                    row[place] = states[drawn]
        following.append(row)
    kind, suited, share = [], [], []
    for values in layer:
        end = ends.get(values)
        kind.append(-1 if end is None else end.parts[0][0])
        suited.append(-1 if end is None else end.parts[-1][0])
        share.append(0.0 if end is None or len(end.parts) == 1 else float(end.parts[-1][1]))
    return (
        np.array(following, np.int64), np.array(kind, np.int64), np.array(suited, np.int64),
        np.array(share),
    )  # fmt: skip


@compiled
def _deal(left: Integers, cards: Integers) -> int:
    """The next card: any of those left with the same probability."""
    n = np.random.randint(0, cards[0])
    value = 0
    while n >= left[value]:
        n -= left[value]
        value += 1
    left[value] -= 1
    cards[0] -= 1
    return value


@compiled
def _finish(
    hand: int, chosen: Bytes, after: Bytes, drawn: Integers, left: Integers, cards: Integers
) -> tuple[int, float, float, bool]:
    """The hand in the end, times the wager, what is lost without a look at the bank, and if so."""
    while True:
        move = chosen[hand]
        if move == HIT:
            hand = drawn[hand, _deal(left, cards)]
        elif move == SURRENDER:
            return hand, 1.0, -0.5, True
        elif move == DOUBLE:
            times, doubles = 1.0, 0
            while move == DOUBLE:
                times *= 2.0
                doubles += 1
                hand = drawn[hand, _deal(left, cards)]
                move = after[doubles, hand]
            return hand, times, -times / 2.0, move == RESCUE
        else:
            return hand, 1.0, 0.0, False


@compiled
def _simulate(
    rounds: int, seed: int, shoe: Integers, bank_next: Integers, bank_class: Integers,
    bank_suited: Integers, bank_share: Floats, pairs: Integers, drawn: Integers, chosen: Bytes,
    after: Bytes, policy: Integers, split_chosen: Bytes, split_after: Bytes, early: Bytes,
    checked: Integers, again: npt.NDArray[np.bool_], most_splits: int, pay_class: Integers,
    pay: Floats, natural: int, frozen: npt.NDArray[np.bool_],
) -> tuple[float, float]:  # fmt: skip
    np.random.seed(seed)
    total, squares = 0.0, 0.0
    left = np.zeros_like(shoe)
    cards = np.zeros(1, np.int64)
    ended = np.zeros((_MOST_HANDS, 4))
    for _ in range(rounds):
        left[:] = shoe
        cards[0] = shoe.sum()
        first = _deal(left, cards)
        up = _deal(left, cards)
        second = _deal(left, cards)
        down = _deal(left, cards)
        hand = pairs[first, second]
        kind, hands, net = DEALT, 0, 0.0
        if early[up, hand]:
            net = -0.5
        elif checked[up] >= 0 and down == checked[up]:
            net = pay[pay_class[DEALT, hand], natural]
        else:
            if frozen[up] or chosen[up, hand] != SPLIT:
                if frozen[up]:
                    ended[0, 0], ended[0, 1], ended[0, 2], ended[0, 3] = hand, 1.0, 0.0, 0.0
                else:
                    end, times, lost, done = _finish(
                        hand, chosen[up], after[up], drawn, left, cards
                    )
                    ended[0, 0], ended[0, 1], ended[0, 2] = end, times, lost
                    ended[0, 3] = 1.0 if done else 0.0
                hands = 1
            else:
                kind = FROM_SPLIT
                plan = policy[up, first]
                waiting, splits = 2, 1
                while waiting > 0:
                    card = _deal(left, cards)
                    if card == first and again[first] and splits < most_splits:
                        splits += 1
                        waiting += 1
                        continue
                    end, times, lost, done = _finish(
                        pairs[first, card],
                        split_chosen[plan],
                        split_after[plan],
                        drawn,
                        left,
                        cards,
                    )
                    ended[hands, 0], ended[hands, 1], ended[hands, 2] = end, times, lost
                    ended[hands, 3] = 1.0 if done else 0.0
                    hands += 1
                    waiting -= 1
            state = bank_next[up, down]
            while bank_class[state] < 0:
                state = bank_next[state, _deal(left, cards)]
            bank = bank_class[state]
            if bank_share[state] > 0.0 and np.random.random() < bank_share[state]:
                bank = bank_suited[state]
            for number in range(hands):
                if ended[number, 3] > 0.0:
                    net += ended[number, 2]
                else:
                    net += ended[number, 1] * pay[pay_class[kind, int(ended[number, 0])], bank]
        total += net
        squares += net * net
    return total, squares

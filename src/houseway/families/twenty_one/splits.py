"""Pairs split: what the hands of a split bring together, and how many there are.

Every hand is played by the cards it holds itself, the pair and the up card. Cards come in random
order, so the second cards of all hands may be thought of as dealt first, from left to right; what
a hand then brings depends only on how many cards of the pair's value are gone (`extra`) and how
many second cards are of another value (`others`). Its expectation is exact. For the spread, hands
of one seat are taken as independent once the bank's end is known.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np

from houseway.families.twenty_one.counting import Engine, chance, check_of, evaluate, follow
from houseway.families.twenty_one.rules import (
    SPLIT,
    TEN_PLACE,
    split_from,
)
from houseway.hands.arrays import Floats, Integers, Small

Sums = dict[tuple[float, float], float]  # probability by what is gained and what was staked


@dataclass(frozen=True, slots=True)
class Policy:
    """How hands of a split are played."""

    chosen: Small
    after: Small


@dataclass(frozen=True)
class Split:
    """A pair split against an up card."""

    engine: Engine
    up: int
    pair: int
    policy: Policy | None = None  # None: the best for a hand that knows of no others

    @property
    def kind(self) -> int:
        return split_from(self.pair)

    @cached_property
    def wanted(self) -> Small:
        return (self.engine.hands.cards[:, self.pair] > 0).astype(np.uint8)

    def _taken(self, extra: int) -> Integers:
        """Out of the shoe beside the up card and the hand itself: the pair's other card, and more.

        The hand's own first card counts as its own.
        """
        taken = np.zeros_like(self.engine.shoe)
        taken[self.pair] = 1 + extra
        return taken

    @cached_property
    def play(self) -> Policy:
        if self.policy is not None:
            return self.policy
        best = evaluate(self.engine, self.up, self._taken(0), self.kind, self.wanted)
        return Policy(best.chosen, best.after)

    # One hand

    @cached_property
    def _seen(self) -> dict[tuple[bool, int], Floats]:
        return {}

    def hand(self, extra: int, *, paired: bool) -> Floats:
        """[bank class, result] of a hand with `extra` cards of the pair's value gone.

        With another second card, and the probability of getting one; or with the pair itself,
        whose second card is one of the extra ones.
        """
        if (paired, extra) not in self._seen:
            engine = self.engine
            start = np.zeros(len(engine.tables.hands))
            if paired:
                start[engine.tables.index[self.pair, self.pair]] = 1.0
            else:
                left = self._left(extra)
                for value in range(engine.tables.places):
                    if value != self.pair and left[value] > 0:
                        values = tuple(sorted((self.pair, value)))
                        number = engine.tables.index[values]
                        start[number] = chance(left, value, self.need)
            found, _ = follow(
                engine, self.up, self._taken(extra - paired), self.kind, self.play.chosen,
                self.play.after, start,
            )  # fmt: skip
            self._seen[paired, extra] = found
        return self._seen[paired, extra]

    @cached_property
    def need(self) -> int:
        return check_of(self.engine, self.up)

    def _left(self, extra: int) -> Integers:
        left = self.engine.shoe.copy()
        left[self.up] -= 1
        left[self.pair] -= 2 + extra
        return left

    def _again(self, extra: int) -> float:
        """One more card of the pair's value."""
        left = self._left(extra)
        return chance(left, self.pair, self.need) if left[self.pair] > 0 else 0.0

    def conditioned(self, extra: int, others: int, *, paired: bool) -> Floats:
        """The hand when `others` further cards are known not to be of the pair's value."""
        whole: Floats = np.zeros_like(self.hand(0, paired=False))
        together = 1.0
        for more in range(others + 1):
            whole += (
                (-1) ** more
                * comb(others, more)
                * together
                * self.hand(extra + more, paired=paired)
            )
            together *= self._again(extra + more)
            if together == 0.0:
                break
        found: Floats = whole / whole.sum()
        return found

    # All hands of the seat

    @property
    def splits(self) -> int:
        """How often the pair may be split, as far as it is followed."""
        tables = self.engine.tables
        again = bool(tables.open_moves((self.pair, self.pair), self.kind) & SPLIT)
        if self.pair == TEN_PLACE and tables.game.split.ten_cards == "same-rank":
            again = False  # ten-cards are one value here: a pair among them is not split again
        return tables.most_splits if again else 1

    def second_cards(self) -> dict[tuple[int, int, int], float]:
        """(extra, others, pairs played on) when all hands have two cards, with probabilities."""
        ends: dict[tuple[int, int, int], float] = defaultdict(float)
        states = {(2, self.splits - 1, 0, 0, 0): 1.0}
        while states:
            following: dict[tuple[int, int, int, int, int], float] = defaultdict(float)
            for (waiting, left, extra, others, pairs), share in states.items():
                if not waiting:
                    ends[extra, others, pairs] += share
                    continue
                again = share * self._pair_after(extra, others)
                if again and left:
                    following[waiting + 1, left - 1, extra + 1, others, pairs] += again
                elif again:
                    following[waiting - 1, left, extra + 1, others, pairs + 1] += again
                following[waiting - 1, left, extra, others + 1, pairs] += share - again
            states = following
        return ends

    def _pair_after(self, extra: int, others: int) -> float:
        """The next card is of the pair's value, when `others` are known not to be."""
        left = self._left(extra)
        cards, alike = int(left.sum()), int(left[self.pair])
        if alike <= 0:
            return 0.0
        if self.need < 0:
            return alike / (cards - others)
        if self.need == self.pair:  # the down card is another one that is not
            return alike / (cards - others - 1)
        wanted = int(left[self.need])
        return (
            alike / cards
            * _none_of(cards - 1, alike - 1, wanted, others)
            / _none_of(cards, alike, wanted, others)
        )  # fmt: skip

    def mean(self) -> float:
        """What the split brings, in units of the wager."""
        gains = gains_of(self.engine)
        total = 0.0
        for (extra, others, pairs), share in self.second_cards().items():
            value = 0.0
            if others:
                value += others * float(
                    self.conditioned(extra, others - 1, paired=False).sum(axis=0) @ gains
                )
            if pairs:
                value += pairs * float(
                    self.conditioned(extra, others, paired=True).sum(axis=0) @ gains
                )
            total += share * value
        return total

    def sums(self) -> Sums:
        """What the hands gain and stake together."""
        found: Sums = defaultdict(float)
        codes = results(self.engine)
        for (extra, others, pairs), share in self.second_cards().items():
            hands: list[Floats] = []
            if others:
                hands += [self.conditioned(extra, others - 1, paired=False)] * others
            if pairs:
                hands += [self.conditioned(extra, others, paired=True)] * pairs
            for end, chance_of_end in enumerate(hands[0].sum(axis=1)):
                if chance_of_end <= 0.0:
                    continue
                sums: Sums = {(0.0, 0.0): share * float(chance_of_end)}
                for hand in hands:
                    row = hand[end] / hand[end].sum()
                    longer: Sums = defaultdict(float)
                    for code in np.flatnonzero(row):
                        gain, stake = codes[code]
                        for (gained, staked), part in sums.items():
                            longer[gained + gain, staked + stake] += part * float(row[code])
                    sums = longer
                for key, part in sums.items():
                    found[key] += part
        return found


def _none_of(cards: int, alike: int, wanted: int, others: int) -> float:
    """The down card is none of the wanted ones, and some others none of those alike."""
    return _without(cards, alike, others) - wanted / cards * _without(cards - 1, alike, others)


def _without(cards: int, alike: int, others: int) -> float:
    share = 1.0
    for number in range(others):
        share *= (cards - alike - number) / (cards - number)
    return share


def results(engine: Engine) -> list[tuple[float, float]]:
    """What each kind of result gains and what was staked."""
    found = [(2.0**doubles * pay, 2.0**doubles) for doubles in range(4) for pay in engine.payments]
    found.append((-0.5, 1.0))
    found += [(-(2.0 ** (doubles - 1)), 2.0**doubles) for doubles in range(1, 4)]
    return found


def gains_of(engine: Engine) -> Floats:
    return np.array([gain for gain, _ in results(engine)])

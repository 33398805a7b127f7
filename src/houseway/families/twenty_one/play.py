"""A round of a 21-type game under best play, and under a chart: every first deal weighed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import perm

import numpy as np

from houseway.families.twenty_one.counting import Engine, Worth, check_of, evaluate, follow
from houseway.families.twenty_one.rules import (
    DEALT,
    SPLIT,
    TEN_PLACE,
    Values,
    place_of,
)  # fmt: skip
from houseway.families.twenty_one.splits import Policy, Split, Sums, gains_of, results
from houseway.hands.arrays import Floats, Small

# How a seat's round went, what it gained and what it staked; with probabilities.
Found = dict[tuple[str, float, float], float]
_HOPELESS = 0.15  # a split that looks so much worse than another move is not looked into


@dataclass
class UpCard:
    """Best play against one up card."""

    up: int
    worth: Worth
    splits: dict[int, float] = field(default_factory=dict)  # what splitting a pair brings
    split_play: dict[int, Policy] = field(default_factory=dict)
    chosen: Small = field(default_factory=lambda: np.zeros(0, np.uint8))
    early: set[Values] = field(default_factory=set)  # surrendered before the check


@dataclass
class Play:
    """Best play of a game."""

    engine: Engine
    ups: list[UpCard]


def first_deals(engine: Engine, up: int) -> list[tuple[Values, float]]:
    """The first two cards with an up card, and the probability of both."""
    left = [int(cards) for cards in engine.shoe]
    whole = sum(left)
    chance_of_up = left[up] / whole
    left[up] -= 1
    whole -= 1
    deals: list[tuple[Values, float]] = []
    for first in range(len(left)):
        for second in range(first, len(left)):
            if first == second:
                ways = left[first] * (left[first] - 1)
            else:
                ways = 2 * left[first] * left[second]
            if ways > 0:
                deals.append(((first, second), chance_of_up * ways / (whole * (whole - 1))))
    return deals


def natural_chance(engine: Engine, up: int, deal: Values) -> float:
    """The bank has a natural, as seen before a check; 0 where there is none."""
    need = check_of(engine, up)
    if need < 0:
        return 0.0
    left = engine.shoe.copy()
    left[up] -= 1
    for value in deal:
        left[value] -= 1
    return float(left[need] / left.sum())


def best_play(engine: Engine, progress: Callable[[float], None]) -> Play:
    """The best choice of every hand against every up card."""
    ups = []
    for up in range(engine.tables.places):
        ups.append(_against(engine, up))
        progress((up + 1) / engine.tables.places)
    return Play(engine, ups)


def _against(engine: Engine, up: int) -> UpCard:
    tables = engine.tables
    worth = evaluate(engine, up, np.zeros_like(engine.shoe))
    found = UpCard(up, worth, chosen=worth.chosen.copy())
    if tables.is_frozen(up):
        return found
    for deal, _ in first_deals(engine, up):
        number = tables.index[deal]
        value = float(worth.moves[number, 4])
        if deal[0] == deal[1] and engine.open[DEALT, number] & SPLIT:
            split = Split(engine, up, deal[0])
            by_itself = 2 * float(evaluate_split(split))
            if by_itself > value - _HOPELESS:
                gain = split.mean()
                found.splits[deal[0]] = gain
                if gain > value:
                    value = gain
                    found.chosen[number] = SPLIT
                    found.split_play[deal[0]] = split.play
        if tables.house.early_surrender and check_of(engine, up) >= 0:
            natural = natural_chance(engine, up, deal)
            finished = tables.total(deal, DEALT).is_natural
            lost = float(engine.pay[engine.pay_class[DEALT, number], tables.natural_class])
            if not finished and natural * lost + (1 - natural) * value < -0.5:
                found.early.add(deal)
    return found


def evaluate_split(split: Split) -> float:
    """What one hand brings that starts with a card of the pair, nothing split again."""
    single = split.hand(0, paired=False)
    return float((single.sum(axis=0) @ gains_of(split.engine)) / single.sum())


def play_out(play: Play) -> Found:
    """Everything that may become of a seat's wager, with its probability."""
    found: Found = defaultdict(float)
    for plan in play.ups:
        _play_up(play.engine, plan, found)
    return found


def _play_up(engine: Engine, plan: UpCard, found: Found) -> None:
    tables, up = engine.tables, plan.up
    start = np.zeros(len(tables.hands))
    codes = results(engine)
    for deal, share in first_deals(engine, up):
        number = tables.index[deal]
        if deal in plan.early:
            found["surrendered", -0.5, 1.0] += share
            continue
        natural = share * natural_chance(engine, up, deal)
        if natural:
            pay = float(engine.pay[engine.pay_class[DEALT, number], tables.natural_class])
            found["the bank has a natural", pay, 1.0] += natural
            share -= natural
        if tables.total(deal, DEALT).is_natural:
            _add_natural(engine, up, number, share, found)
        elif plan.chosen[number] == SPLIT:
            part = share * may_split(engine, deal[0])
            sums: Sums = Split(engine, up, deal[0], plan.split_play[deal[0]]).sums()
            for (gain, stake), weight in sums.items():
                found["split", gain, stake] += part * weight
            start[number] = share - part
        else:
            start[number] = share
    ends, _ = follow(
        engine, up, np.zeros_like(engine.shoe), DEALT, _unsplit(plan), plan.worth.after, start
    )
    for code, share in enumerate(ends.sum(axis=0)):
        if share > 0.0:
            gain, stake = codes[code]
            found[_name(code, len(engine.payments)), gain, stake] += float(share)


def _unsplit(plan: UpCard) -> Small:
    """The choices of hands that are not split after all."""
    return np.where(plan.chosen == SPLIT, plan.worth.chosen, plan.chosen).astype(np.uint8)


def _add_natural(engine: Engine, up: int, number: int, share: float, found: Found) -> None:
    start: Floats = np.zeros(len(engine.tables.hands))
    start[number] = share
    plain = np.ones(len(start), np.uint8)  # stand
    ends, _ = follow(
        engine, up, np.zeros_like(engine.shoe), DEALT, plain, np.zeros((4, len(start)), np.uint8),
        start,
    )  # fmt: skip
    for code, weight in enumerate(ends.sum(axis=0)):
        if weight > 0.0:
            gain, stake = results(engine)[code]
            found["natural", gain, stake] += float(weight)


def may_split(engine: Engine, pair: int) -> float:
    """How many of the pairs of a value may be split: of ten-cards perhaps only like ones."""
    if pair != TEN_PLACE or engine.tables.game.split.ten_cards == "any":
        return 1.0
    ranks: Counter[int] = Counter()
    for card, number in engine.tables.pack.items():
        if place_of(card) == TEN_PLACE:
            ranks[card.rank] += number
    return sum(perm(number, 2) for number in ranks.values()) / perm(ranks.total(), 2)


def _name(code: int, payments: int) -> str:
    if code >= 4 * payments:
        return "surrendered" if code == 4 * payments else "rescued"
    doubles = code // payments
    return ("played", "doubled", "doubled twice", "doubled three times")[doubles]


def value_of(found: Found) -> float:
    return sum(gain * share for (_, gain, _), share in found.items())

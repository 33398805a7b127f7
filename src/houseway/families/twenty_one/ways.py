"""Ways to play the 21-type games: by the chart that the odds print, as the bots, and any of them
for the count.

A way to play answers the procedure's questions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from houseway.cards import Card
from houseway.families.twenty_one.bots import choose
from houseway.families.twenty_one.choices import (
    Hand,
    SeatPlay,
    after_double,
    decision,
    early_surrender,
)
from houseway.families.twenty_one.counting import MOST_DOUBLES, RESCUE, Engine, Worth, check_of
from houseway.families.twenty_one.rules import (
    ACE_PLACE,
    DEALT,
    FROM_ACES,
    FROM_SPLIT,
    MOVES,
    SPLIT,
    STAND,
    Tables,
    Values,
    cards_of,
    place_of,
    split_from,
)
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.terms import Terms
from houseway.hands.arrays import Small
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

if TYPE_CHECKING:
    from houseway.families.twenty_one.play import Play

AS_DEALT: Final = 0  # else one more than the place of the pair a hand was split from
VALUES: Final = "A23456789TJ"  # names of values; J a joker
_CODES: Final = {**MOVES, "rescue": RESCUE}
NAMES: Final = {code: move for move, code in _CODES.items()} | {0: "stand"}
_MOVES: Final = {"S": "stand", "H": "hit", "D": "double", "R": "surrender", "P": "split"}
_WAGER: Final = 100

# Who plays: the question, the hand, the pair it was split from, the bank's up card by place, and
# how often the hand has been doubled.
Decide = Callable[[Ask, tuple[Card, ...], int, int, int], str]


class Way(NamedTuple):
    decide: Decide
    by_cards: bool = False  # it goes by more than a hand's total


# The bots


def bot_player(filing: TwentyOne) -> Decide:
    """Decides as the bots do."""

    def decide(ask: Ask, cards: tuple[Card, ...], pair: int, up: int, doubles: int) -> str:  # noqa: ARG001
        sight = Sight()
        sight.hands[ask.seat] = [list(cards)]
        sight.hands["bank"] = [cards_of((up,))]
        return choose(ask, sight, filing)

    return decide


# By the chart


def chart_player(terms: Terms[TwentyOne], chart: Mapping[str, Any]) -> Decide:
    """Decides by the chart as it is printed: a cell is the first choice, then the other one."""
    rules = terms.filing.game.rules

    def decide(ask: Ask, cards: tuple[Card, ...], pair: int, up: int, doubles: int) -> str:  # noqa: ARG001
        column, values = VALUES[up], tuple(sorted(place_of(card) for card in cards))
        if ask.kind == "early-surrender":
            given_up = chart.get("surrender before the check", {}).get(column, ())
            return "surrender" if written(values) in given_up else "play on"
        total = rules.total(cards, split=True)
        name = "soft" if total.is_soft else "hard"
        if doubles:
            words = f"{doubles} double{'s' if doubles > 1 else ''}"
            after = chart.get("after a double", {})
            for move, line in (("rescue", "rescue"), ("double", "double again")):
                totals = after.get(f"{line} after {words}", {}).get(column, ())
                if move in ask.choices and f"{name} {total.points}" in totals:
                    return move
            return "stand"
        rows = []
        if len(values) == 2 and values[0] == values[1]:
            rows.append(chart["pairs"].get(written(values)))
        if len(values) > 2 and VALUES.index("J") in values:
            rows.append(chart.get("with a joker drawn", {}).get(f"{name} {total.points}"))
        rows.append(chart[name].get(str(total.points)))
        for row in filter(None, rows):
            wanted = [_MOVES[letter] for letter in row.get(column, "S").split("/")]
            if len(wanted) > 1 and len(values) > 2:
                wanted = wanted[1:]
            for move in wanted:
                if move in ask.choices:
                    return move
        return "stand" if "stand" in ask.choices else "hit"

    return decide


def written(values: Values) -> str:
    """A hand as the chart names it."""
    return "".join(VALUES[value] for value in reversed(values))


# For the count


def as_play(engine: Engine, decide: Decide) -> Play:
    """A way to play that looks at no pair it was split from, for the count."""
    from houseway.families.twenty_one.play import Play, UpCard
    from houseway.families.twenty_one.splits import Policy

    tables = engine.tables
    asked = {kind: _Asked.of(tables, kind) for kind in (DEALT, FROM_SPLIT, FROM_ACES)}
    early = early_surrender(SeatPlay(1, _WAGER))
    ups = []
    for up in range(tables.places):
        chosen, unsplit, after = {}, {}, {}
        for kind, found in asked.items():
            moves = found.moves(decide, up)
            if tables.is_frozen(up):
                moves = [(STAND, STAND)] * len(moves)
            chosen[kind], unsplit[kind] = np.array(moves, np.uint8).T
            after[kind] = found.after(decide, up)
        nothing = np.zeros((len(tables.hands), 5))
        plan = UpCard(up, Worth(nothing, unsplit[DEALT], after[DEALT]), chosen=chosen[DEALT])
        for pair in range(tables.places):
            number = tables.index.get((pair, pair))
            if number is not None and chosen[DEALT][number] == SPLIT:
                kind = split_from(pair)
                plan.split_play[pair] = Policy(unsplit[kind], after[kind])
        if tables.house.early_surrender and check_of(engine, up) >= 0:
            for values in (v for v in tables.hands if len(v) == 2):
                finished = tables.total(values, DEALT).is_natural
                cards = tuple(cards_of(values))
                if not finished and decide(early, cards, AS_DEALT, up, 0) == "surrender":
                    plan.early.add(values)
        ups.append(plan)
    return Play(engine, ups)


class _Asked(NamedTuple):
    """What the procedure asks of every hand of a kind."""

    pair: int  # that such a hand is split from
    cards: list[tuple[Card, ...]]
    steps: list[Ask | str | None]
    after_doubles: list[list[Ask | None]]  # [doubles, hand]

    @classmethod
    def of(cls, tables: Tables, kind: int) -> _Asked:
        pair = {DEALT: AS_DEALT, FROM_SPLIT: AS_DEALT + 2, FROM_ACES: ACE_PLACE + 1}[kind]
        cards, steps = [], []
        after: list[list[Ask | None]] = [[] for _ in range(MOST_DOUBLES + 1)]
        for values in tables.hands:
            hand = Hand(
                cards_of(values), tables.total(values, kind), split=kind != DEALT,
                split_ace=kind == FROM_ACES,
            )  # fmt: skip
            seat = SeatPlay(1, _WAGER, hands=[hand])
            cards.append(tuple(hand.cards))
            steps.append(decision(tables.house, seat, hand, 1))
            for k in range(1, tables.house.doubles + 1):
                hand.doubles = k
                after[k].append(after_double(tables.house, seat, hand, 1))
        return cls(pair, cards, steps, after)

    def moves(self, decide: Decide, up: int) -> list[tuple[int, int]]:
        """What is done with each hand, and what where no split is left."""
        found = []
        for cards, step in zip(self.cards, self.steps, strict=True):
            move = last = STAND
            if isinstance(step, str):
                move = last = _CODES[step]
            elif step is not None:
                move = last = _CODES[decide(step, cards, self.pair, up, 0)]
                if move == SPLIT:
                    left = tuple(one for one in step.choices if one != "split")
                    last = _CODES[decide(replace(step, choices=left), cards, self.pair, up, 0)]
            found.append((move, last))
        return found

    def after(self, decide: Decide, up: int) -> Small:
        """[doubles, hand]: what is done after so many doubles."""
        found = np.zeros((len(self.after_doubles), len(self.cards)), np.uint8)
        for k, asks in enumerate(self.after_doubles):
            for number, ask in enumerate(asks):
                found[k, number] = STAND
                if ask is not None:
                    move = decide(ask, self.cards[number], self.pair, up, k)
                    found[k, number] = _CODES[move]
        return found

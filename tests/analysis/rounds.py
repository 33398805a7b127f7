"""Rounds played through the real procedures, for holding exact odds against."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from houseway.cards import Shoe
from houseway.cards.deck import DECKS, TILE_SET
from houseway.filings.terms import Terms
from houseway.rounds.driver import Round, ShoeSource
from houseway.rounds.events import Dealt, Shown
from houseway.rounds.procedures import procedure
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import Layout, SeatWagers, Verdict

UNIT = 100


@dataclass
class Sample:
    """Results of one kind, added up."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.n += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt((self.squares / self.n - self.mean**2) / self.n)


def units(verdict: Verdict) -> Fraction:
    """What a verdict brings for a unit on the spot it is measured by."""
    if verdict.outcome == "push":
        return Fraction(0)
    if verdict.outcome == "lose":
        return -verdict.times * verdict.forfeits
    assert verdict.odds is not None
    return verdict.times * verdict.odds


@dataclass
class Played:
    """A sample for every group of wagers, and how often each choice was made."""

    samples: dict[str, Sample] = field(default_factory=dict)
    choices: dict[str, int] = field(default_factory=dict)
    rounds: int = 0


def play_rounds(
    terms: Terms[Any],
    wagers: Iterable[str],
    groups: Mapping[str, Iterable[str]],
    choose: Callable[[Ask, Round], str],
    *,
    rounds: int,
    seed: int,
    cards: int,
) -> Played:
    """Deal `rounds` rounds to one seat; each takes the first `cards` cards of a shuffled shoe."""
    source = random.Random(seed)
    kind = terms.filing.deck.kind
    pieces: tuple[Any, ...] = TILE_SET if kind == "tiles-32" else DECKS[kind] * terms.decks
    layout = Layout(bank_seat=1, seats=(SeatWagers(2, dict.fromkeys(wagers, UNIT)),))
    found = Played(samples={name: Sample() for name in groups})
    for _ in range(rounds):
        shoe = Shoe(source.sample(pieces, cards))
        running = Round(procedure(terms, layout), ShoeSource(shoe, source))
        while not running.over:
            for ask in running.waiting_for():
                move = choose(ask, running)
                found.choices[move] = found.choices.get(move, 0) + 1
                running.answer(ask.seat, move)
        paid: dict[str, Fraction] = {}
        for verdict in running.result.verdicts:
            paid[verdict.wager] = paid.get(verdict.wager, Fraction(0)) + units(verdict)
        for name, parts in groups.items():
            found.samples[name].add(float(sum(paid.get(part, Fraction(0)) for part in parts)))
        found.rounds += 1
    return found


def seen(running: Round, place: int | str) -> tuple[Any, ...]:
    """What lies open at a place, or was dealt to a seat, so far: what its player goes by."""
    cards: list[Any] = []
    for event in running.events:
        if isinstance(event, Dealt) and event.place == place and event.private_to != ():
            cards += event.cards or ()
        if isinstance(event, Shown) and event.place == place:
            cards += [card for card in event.cards if card not in cards]
    return tuple(cards)

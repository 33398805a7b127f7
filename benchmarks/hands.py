"""How fast hands are evaluated, beside other evaluators in the same run, on one core.

    python benchmarks/hands.py            # about a minute
    python benchmarks/hands.py --quick

Needs the extras `analysis` and `bench`; a peer that is missing is left out. Cards are made in each
library's own form before the clock starts, a time is the best of several runs, and the readings of
all evaluators are compared: a peer that orders the sampled hands otherwise stops the benchmark.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import pairwise, starmap
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from houseway.cards import CARDS, Card
from houseway.hands import kernels
from houseway.hands.five_high import FiveHigh

REFERENCE = "phevaluator, one at a time"
START = """
from time import perf_counter; begin = perf_counter()
from houseway.hands import kernels
kernels.evaluate(kernels.HIGH_7, [[0, 5, 10, 15, 20, 25, 30]])
print(perf_counter() - begin)
"""
START_ALL = """
from time import perf_counter; begin = perf_counter()
from houseway.hands import kernels as k
for place in (k.HIGH_5, k.HIGH_6, k.HIGH_7, k.JOKER_5, k.JOKER_6, k.JOKER_7, k.JOKER_NO_FLUSH_5,
              k.JOKER_NO_FLUSH_6, k.JOKER_NO_FLUSH_7, k.LOW_5, k.LOW_7, k.DEUCE_5, k.FORTUNE_7):
    k.evaluate(place, [list(range(place.cards))])
for short, size in ((k.evaluate_two, 2), (k.evaluate_three, 3), (k.evaluate_badugi, 4),
                    (k.evaluate_tiles, 2)):
    short([list(range(size))])
print(perf_counter() - begin)
"""


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: so many hands in so many seconds, and the least to be reached, if any."""

    name: str
    hands: int
    seconds: float
    goal: float | None = None

    @property
    def speed(self) -> float:
        return self.hands / self.seconds


def best_of(runs: int, work: Callable[[], object]) -> float:
    """The shortest of some runs, in seconds, after one that does not count."""
    work()
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    return min(times)


def deal(cards: int, deck: int, number: int) -> npt.NDArray[np.uint8]:
    """Random hands as rows of card indexes; every hand is drawn afresh."""
    source = np.random.default_rng(number)
    hands = np.empty((number, cards), np.uint8)
    for begin in range(0, number, 100_000):
        block = hands[begin : begin + 100_000]
        order = source.random((len(block), deck), dtype=np.float32)
        block[:] = np.argpartition(order, cards, axis=1)[:, :cards]
    return hands


def random_arrays(number: int, runs: int) -> Iterator[Row]:
    """Strengths of random hands, card indexes in and 16-bit strengths out."""
    for name, place, goal in (
        ("seven-card high", kernels.HIGH_7, 120e6),
        ("six-card high", kernels.HIGH_6, None),
        ("five-card high", kernels.HIGH_5, None),
        ("seven-card high with joker", kernels.JOKER_7, None),
        ("seven-card low", kernels.LOW_7, None),
        ("fortune bonus", kernels.FORTUNE_7, None),
    ):
        hands = deal(place.cards, place.deck, number)
        seconds = best_of(runs, partial(kernels.evaluate, place, hands))
        yield Row(f"{name}, hand by hand", number, seconds, goal)
        if place is kernels.HIGH_7:
            columns = np.asfortranarray(hands)
            seconds = best_of(runs, partial(kernels.evaluate, place, columns))
            yield Row(f"{name}, card by card", number, seconds, goal)
    for name, short, size in (
        ("three cards", kernels.evaluate_three, 3),
        ("badugi", kernels.evaluate_badugi, 4),
    ):
        hands = deal(size, 52, number)
        yield Row(name, number, best_of(runs, partial(short, hands)))


def in_order(runs: int) -> Iterator[Row]:
    """Every hand of the deck evaluated and counted by its strength."""
    for name, place, goal in (
        ("seven-card high, 7 of 52", kernels.HIGH_7, 500e6),
        ("seven-card high with joker, 7 of 53", kernels.JOKER_7, None),
        ("seven-card low, 7 of 52", kernels.LOW_7, None),
        ("fortune bonus, 7 of 53", kernels.FORTUNE_7, None),
    ):
        seconds = best_of(runs, partial(kernels.count, place))
        yield Row(name, comb(place.deck, place.cards), seconds, goal)


# One hand at a time, in Python


@dataclass(frozen=True, slots=True)
class Reader:
    """An evaluator: how its cards are made and read."""

    make: Callable[[tuple[Card, ...]], Any]
    read: Callable[..., Any]
    spread: bool = False  # `read` takes cards one by one, not as one hand
    better: int = 1  # -1 where the lower reading is the better hand

    def readings(self, made: Iterable[Any]) -> Iterator[Any]:
        return starmap(self.read, made) if self.spread else map(self.read, made)

    def run(self, made: Iterable[Any]) -> None:
        deque(self.readings(made), maxlen=0)


def readers() -> Iterator[tuple[str, Reader]]:
    """Every evaluator that is installed."""
    yield "houseway, readable", Reader(lambda cards: cards, FiveHigh().strength)
    for name, reader in {
        REFERENCE: _phevaluator,
        "eval7": _eval7,
        "treys": _treys,
        "PokerKit": _pokerkit,
    }.items():
        try:
            yield name, reader()
        except ImportError as missing:
            print(f"{name} is left out: {missing}; it comes with houseway[bench]", file=sys.stderr)


def _phevaluator() -> Reader:
    evaluate = import_module("phevaluator").evaluate_cards
    return Reader(lambda cards: [card.index for card in cards], evaluate, spread=True, better=-1)


def _eval7() -> Reader:
    eval7 = import_module("eval7")
    return Reader(lambda cards: [eval7.Card(card.text) for card in cards], eval7.evaluate)


def _treys() -> Reader:
    treys = import_module("treys")

    def make(cards: tuple[Card, ...]) -> tuple[list[int], list[int]]:
        made = [treys.Card.new(card.text) for card in cards]
        return made[:2], made[2:]

    return Reader(make, treys.Evaluator().evaluate, spread=True, better=-1)


def _pokerkit() -> Reader:
    pokerkit = import_module("pokerkit")

    def make(cards: tuple[Card, ...]) -> tuple[Any, ...]:
        return tuple(pokerkit.Card.parse("".join(card.text for card in cards)))

    return Reader(make, pokerkit.StandardHighHand.from_game)


def one_at_a_time(number: int, runs: int) -> list[Row]:
    source = random.Random(number)
    hands = [tuple(source.sample(CARDS, 7)) for _ in range(number)]
    strengths = kernels.evaluate(kernels.HIGH_7, [[card.index for card in hand] for hand in hands])
    order = np.argsort(strengths, kind="stable")
    measured = []
    for name, reader in readers():
        # PokerKit is slow: fewer hands are enough.
        few = number // 20 if name == "PokerKit" else number
        made = [reader.make(hand) for hand in hands[:few]]
        check(name, list(reader.readings(made)), strengths, order[order < few], reader.better)
        measured.append(Row(name, few, best_of(runs, partial(reader.run, made))))
    treys = next((row.speed for row in measured if row.name == "treys"), None)
    warm, *others = measured
    # The readable ranking keeps what it has worked out; a new one has kept nothing.
    fresh = FiveHigh()
    begin = time.perf_counter()
    deque(map(fresh.strength, hands), maxlen=0)
    cold = Row("houseway, readable, first time", number, time.perf_counter() - begin, treys)
    return [Row(warm.name, warm.hands, warm.seconds, treys), cold, *others]


def check(
    name: str,
    readings: Sequence[Any],
    strengths: npt.NDArray[np.uint16],
    order: npt.NDArray[np.intp],
    better: int,
) -> None:
    """The readings rise where the kernel's strengths rise, and nowhere else."""
    for low, high in pairwise(order):
        one, other = readings[low], readings[high]
        if better < 0:
            one, other = other, one
        if (strengths[low] < strengths[high]) != (one < other) or other < one:
            raise SystemExit(f"{name} and the kernel disagree on hands {low} and {high}")


# Start and memory


def start(code: str, folder: str) -> float:
    """Seconds a new process needs for its first strengths."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"HOUSEWAY_CACHE": folder}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return float(done.stdout)


def start_times() -> Iterator[tuple[str, float, str, float]]:
    """What, the measure, its unit, and the most it may be."""
    with tempfile.TemporaryDirectory() as folder:
        yield "first use, tables built and code compiled", start(START, folder), "s", 15
        yield "later use, seven-card high", min(start(START, folder) for _ in range(3)), "s", 1
    with tempfile.TemporaryDirectory() as folder:
        yield "first use of every ranking", start(START_ALL, folder), "s", 15
        yield "later use of every ranking", min(start(START_ALL, folder) for _ in range(3)), "s", 1
    yield "memory of all tables", kernels.tables().nbytes / 2**20, "MB", 64


def speeds(console: Console, title: str, rows: Sequence[Row], reference: float | None) -> None:
    table = Table(title=title, title_justify="left")
    table.add_column("evaluator", min_width=38)
    for heading in ("hands a second", "times phevaluator", "at least"):
        table.add_column(heading, justify="right")
    for row in rows:
        ratio = f"{row.speed / reference:,.3g}" if reference else "-"
        goal = f"{row.goal:,.0f} {'met' if row.speed >= row.goal else 'MISSED'}" if row.goal else ""
        table.add_row(row.name, f"{row.speed:,.0f}", ratio, goal)
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer hands and runs")
    quick = parser.parse_args().quick
    number, runs = (1_000_000, 3) if quick else (10_000_000, 7)
    console = Console(width=100)
    console.print(f"Python {platform.python_version()}, {platform.machine()}, one core, one thread")

    singles = one_at_a_time(5_000 if quick else 50_000, runs)
    reference = next((row.speed for row in singles if row.name == REFERENCE), None)
    speeds(console, "Seven-card high, one hand at a time in Python", singles, reference)
    title = f"Random hands, {number:,} in an array of bytes"
    speeds(console, title, list(random_arrays(number, runs)), reference)
    speeds(console, "All hands in order, counted by strength", list(in_order(runs)), reference)

    table = Table(title="Start and memory", title_justify="left")
    table.add_column("", min_width=38)
    table.add_column("measured", justify="right")
    table.add_column("at most", justify="right")
    for name, measured, unit, most in start_times():
        verdict = "met" if measured <= most else "MISSED"
        table.add_row(name, f"{measured:.2f} {unit}", f"{most} {unit} {verdict}")
    console.print(table)


if __name__ == "__main__":
    main()

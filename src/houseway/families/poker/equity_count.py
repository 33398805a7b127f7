"""Runouts counted in compiled code: best high and low of seven cards, or of two and three."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from houseway.analysis.simulate.chance import below, start
from houseway.families.poker.schema import Poker
from houseway.hands.kernels import (
    BITS,
    EIGHT_LOW,
    EMPTY,
    HIGH_5,
    HIGH_7,
    KEYS,
    LOW_5,
    LOW_7,
    Table,
    leaf,
    strength,
    tables,
)

if TYPE_CHECKING:
    from houseway.families.poker.equity import Deal

Rows = npt.NDArray[np.int64]  # [hand]: parts of pots, won, shared, parts of highs and lows, squares
Cards = npt.NDArray[np.int64]

POT: Final = 5040
BATCH: Final = 100_000
_HIGH, _LOW, _BOTH = 0, 1, 2  # what the pot is played for


def count(filing: Poker, deal: Deal, samples: int | None, seed: int) -> Rows:
    """All runouts, or so many drawn at random."""
    game = filing.game
    two = game.high.hole == "exactly-two"
    played = _BOTH if game.low is not None else _LOW if game.high.ranking == "razz" else _HIGH
    rows = np.zeros((len(deal.hands), 6), np.int64)
    rest = np.array([card.index for card in deal.rest], np.int64)
    size = max(len(hand) + missing for hand, missing in zip(deal.hands, deal.to_come, strict=False))
    board_size = len(deal.board) + deal.to_come[-1]
    # A row for each hand, then one for the board; -1 where a card is to come.
    layout = np.full((len(deal.hands) + 1, max(size, board_size)), -2, np.int64)
    for number, cards in enumerate((*deal.hands, deal.board)):
        whole = len(cards) + deal.to_come[number]
        layout[number, : len(cards)] = [card.index for card in cards]
        layout[number, len(cards) : whole] = -1
    space = np.zeros((2, len(deal.hands)), np.int64)
    for runouts in _batches(deal, samples, seed):
        _count(tables(), layout, rest, runouts, two, played, np.copy(layout), space, rows)
    return rows


def _batches(deal: Deal, samples: int | None, seed: int) -> Iterator[Cards]:
    width = sum(deal.to_come)
    if samples is not None:
        yield sampled(len(deal.rest), width, samples, seed)
        return
    runouts = deal.every()
    while chosen := list(islice(runouts, BATCH)):
        flat = np.fromiter(chain.from_iterable(chosen), np.int64, len(chosen) * width)
        yield flat.reshape(len(chosen), width)


def sampled(size: int, width: int, samples: int, seed: int) -> Cards:
    """So many rows of different places, in random order."""
    found = np.zeros((samples, width), np.int64)
    _sample(start(seed, 0), np.arange(size, dtype=np.int64), found)
    return found


@leaf
def _sample(state: npt.NDArray[np.uint64], places: Cards, found: Cards) -> None:
    size = places.shape[0]
    for row in range(found.shape[0]):
        for i in range(found.shape[1]):
            other = i + below(state, size - i)
            place = places[other]
            places[other] = places[i]
            places[i] = place
            found[row, i] = place


@leaf
def _count(
    table: Table, layout: Cards, rest: Cards, runouts: Cards, two: bool, played: int,
    filled: Cards, space: Cards, rows: Rows,
) -> None:  # fmt: skip
    hands, width = layout.shape[0] - 1, layout.shape[1]
    for runout in range(runouts.shape[0]):
        used = 0
        for number in range(hands + 1):
            for i in range(width):
                if layout[number, i] == -1:
                    filled[number, i] = rest[runouts[runout, used]]
                    used += 1
        for hand in range(hands):
            if played != _LOW:
                space[0, hand] = _best(table, filled, hand, two, False)
            if played == _LOW:
                space[0, hand] = _best(table, filled, hand, two, True)
            elif played == _BOTH:
                low = _best(table, filled, hand, two, True)
                space[1, hand] = low if low >= EIGHT_LOW else 0
        _share(space, played == _BOTH, rows)


@leaf
def _best(table: Table, filled: Cards, hand: int, two: bool, low: bool) -> int:
    board, width = filled.shape[0] - 1, filled.shape[1]
    if not two:
        key, bits = EMPTY, np.uint64(0)
        for i in range(width):
            if filled[hand, i] >= 0:
                key += KEYS[filled[hand, i]]
                bits += BITS[filled[hand, i]]
            if filled[board, i] >= 0:
                key += KEYS[filled[board, i]]
                bits += BITS[filled[board, i]]
        if low:
            return int(strength(table, LOW_7, key, bits))
        return int(strength(table, HIGH_7, key, bits))
    best = 0
    for a in range(width):
        if filled[hand, a] < 0:
            break
        for b in range(a):
            held = EMPTY + KEYS[filled[hand, a]] + KEYS[filled[hand, b]]
            suits = BITS[filled[hand, a]] + BITS[filled[hand, b]]
            for c in range(2, 5):
                for d in range(1, c):
                    for e in range(d):
                        one, other, last = filled[board, c], filled[board, d], filled[board, e]
                        key = held + KEYS[one] + KEYS[other] + KEYS[last]
                        bits = suits + BITS[one] + BITS[other] + BITS[last]
                        if low:
                            found = int(strength(table, LOW_5, key, bits))
                        else:
                            found = int(strength(table, HIGH_5, key, bits))
                        best = max(best, found)
    return best


@leaf
def _share(space: Cards, split: bool, rows: Rows) -> None:
    """The pot's parts to each hand, whole numbers of them."""
    hands = space.shape[1]
    high = low = highs = lows = 0
    for hand in range(hands):
        high = max(high, space[0, hand])
        if split:
            low = max(low, space[1, hand])
    for hand in range(hands):
        highs += space[0, hand] == high
        if low:
            lows += space[1, hand] == low
    for hand in range(hands):
        of_high = POT // highs if space[0, hand] == high else 0
        of_low = POT // lows if low and space[1, hand] == low else 0
        part = (of_high + of_low) // 2 if low else of_high
        rows[hand, 0] += part
        rows[hand, 1] += part == POT
        rows[hand, 2] += 0 < part < POT
        rows[hand, 3] += of_high
        rows[hand, 4] += of_low
        rows[hand, 5] += part * part

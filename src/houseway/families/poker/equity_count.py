"""Runouts laid out and judged in compiled code, for the rankings that kernels know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from houseway.analysis.simulate.chance import State, below, start
from houseway.cards import JOKER
from houseway.families.poker.equity_arrays import (
    PLACES,
    Tally,
    Winners,
    by_winners,
    no_winners,
    ways_to_draw,
)
from houseway.families.poker.schema import Hands
from houseway.hands.kernels import (
    BITS,
    EIGHT_LOW,
    EMPTY,
    KEYS,
    Place,
    Table,
    leaf,
    strength,
    tables,
)

if TYPE_CHECKING:
    from houseway.families.poker.equity import Deal, Spread

Cards = npt.NDArray[np.uint8]  # [runout]: each hand's cards, then the board's
Places = npt.NDArray[np.int64]

BATCH: Final = 50_000
TO_COME: Final = 255
SECOND_JOKER: Final = JOKER.index + 1
TRIES: Final = 1_000  # to draw holdings that do not share a card, before the ranges are given up


def judge(
    runouts: Iterable[Cards], held: int, high: Hands, low: Hands | None, hands: int
) -> Counter[Winners]:
    """How many runouts each set of hands wins, `held` cards each, as `equity_arrays.winners`."""
    found = no_winners(hands, split=low is not None)
    two = high.hole == "exactly-two"
    for cards in runouts:
        count = 5 if two else held + cards.shape[1] - hands * held
        first = PLACES[high.ranking][count]
        second = first if low is None else PLACES[low.ranking][count]
        _judge(first, second, two)(tables(), cards, held, hands, low is not None, found)
    return by_winners(found, hands)


# Every runout


def every(deal: Deal) -> Iterator[Cards]:
    """All runouts of a deal, the last group of cards to come laid out in compiled code."""
    known: list[int] = []
    groups: list[list[int]] = []  # places of the cards to come, by hand and on the board
    for cards, missing in zip((*deal.hands, *deal.boards), deal.to_come, strict=True):
        groups.append([*range(len(known) + len(cards), len(known) + len(cards) + missing)])
        known += [card.index for card in cards] + [0] * missing
    *outer, inner = [places for places in groups if places] or [[]]
    rest = np.array([card.index for card in deal.rest], np.uint8)
    to_fill = [place for places in outer for place in places]
    for groups_drawn in ways_to_draw(range(len(rest)), [len(places) for places in outer]):
        drawn = [*chain(*groups_drawn)]
        base = np.array(known, np.uint8)
        base[to_fill] = rest[drawn]
        free = np.delete(rest, drawn)
        taken = np.arange(len(inner), dtype=np.int64)
        filled = BATCH
        while filled == BATCH:
            batch = np.empty((BATCH, len(base)), np.uint8)
            filled = _combine(base, np.array(inner, np.int64), free, taken, batch)
            yield batch[:filled]


@leaf
def _combine(base: Cards, places: Places, free: Cards, taken: Places, out: Cards) -> int:
    """Rows with the next combinations of `free` at the places; `taken` goes past its end."""
    count, size = places.shape[0], free.shape[0]
    for row in range(out.shape[0]):
        if count and taken[0] > size - count:
            return row
        for i in range(base.shape[0]):
            out[row, i] = base[i]
        for i in range(count):
            out[row, places[i]] = free[taken[i]]
        level = count - 1
        while level > 0 and taken[level] == size - count + level:
            level -= 1
        if level < 0:
            return 1  # nothing is to come
        taken[level] += 1
        for i in range(level + 1, count):
            taken[i] = taken[i - 1] + 1
    return len(out)


# Runouts drawn at random


def sampled(spread: Spread, samples: int, seed: int, block: int) -> Iterator[Cards]:
    """A holding of each range that shares no card with the others, then the cards to come."""
    state = start(seed, block)
    starts = np.cumsum([0, *(len(holdings) for holdings in spread.ranges)], dtype=np.int64)
    flat = np.full((int(starts[-1]), max(spread.held, 1)), -1, np.int64)
    for row, holding in enumerate(h for holdings in spread.ranges for h in holdings):
        flat[row, : len(holding)] = [card.index for card in holding]
    board = np.full(spread.whole * len(spread.boards), -1, np.int64)
    for number, lying in enumerate(spread.boards):
        first = number * spread.whole
        board[first : first + len(lying)] = [card.index for card in lying]
    seen = 0
    for card in (*chain(*spread.boards), *spread.dead):
        seen |= 1 << card.index
    # A second joker is a card of its own while cards are drawn.
    stock = np.array([card.index for card in spread.deck], np.int64)
    stock[SECOND_JOKER:] += 1
    left = samples
    while left:
        width = len(spread.ranges) * spread.held + len(board)
        batch = np.empty((min(BATCH, left), width), np.uint8)
        drawn = _sample(state, starts, flat, board, np.uint64(seen), stock, batch)
        yield np.minimum(batch[:drawn], JOKER.index)
        left -= drawn
        if drawn < len(batch):
            return


@leaf
def _sample(
    state: State, starts: Places, holdings: Places, board: Places, seen: np.uint64, stock: Places,
    out: Cards,
) -> int:  # fmt: skip
    """So many rows; fewer where the ranges leave each other no room."""
    one, hands, held = np.uint64(1), starts.shape[0] - 1, holdings.shape[1]
    for row in range(out.shape[0]):
        tries, clear = 0, False
        used = seen
        while not clear:
            tries += 1
            if tries > TRIES:
                return row
            clear, used = True, seen
            for hand in range(hands):
                size = starts[hand + 1] - starts[hand]
                chosen = starts[hand] + np.int64(below(state, size))
                for i in range(held):
                    card = holdings[chosen, i]
                    bit = one << np.uint64(max(card, 0))
                    if (
                        card == SECOND_JOKER - 1 and stock[-1] == SECOND_JOKER and used & bit
                    ):  # the other joker
                        card += 1
                        bit <<= one
                    out[row, hand * held + i] = card if card >= 0 else TO_COME
                    if card >= 0:
                        clear = clear and used & bit == 0
                        used |= bit
                if not clear:
                    break
        for place in range(hands * held, out.shape[1]):
            card = board[place - hands * held]
            out[row, place] = card if card >= 0 else TO_COME
        for place in range(out.shape[1]):
            while out[row, place] == TO_COME:
                card = stock[np.int64(below(state, stock.shape[0]))]
                bit = one << np.uint64(card)
                if used & bit == 0:
                    used |= bit
                    out[row, place] = card
    return len(out)


# Judging rows


@cache
def _judge(
    high: Place, low: Place, two: bool
) -> Callable[[Table, Cards, int, int, bool, Tally], None]:
    @leaf
    def work(table: Table, cards: Cards, held: int, hands: int, split: bool, found: Tally) -> None:
        first, width = hands * held, cards.shape[1]
        for row in range(cards.shape[0]):
            key, bits = EMPTY, np.uint64(0)
            if not two:
                for i in range(first, width):
                    key += KEYS[cards[row, i]]
                    bits += BITS[cards[row, i]]
            best = best_low = won = won_low = 0
            for hand in range(hands):
                own_key, own_bits = key, bits
                if not two:
                    for i in range(hand * held, hand * held + held):
                        own_key += KEYS[cards[row, i]]
                        own_bits += BITS[cards[row, i]]
                    worth = int(strength(table, high, own_key, own_bits))
                else:
                    worth = _two_and_three(table, high, cards[row], hand * held, held)
                if worth > best:
                    best, won = worth, 0
                won |= (worth == best) << hand
                if split:
                    if not two:
                        worth = int(strength(table, low, own_key, own_bits))
                    else:
                        worth = _two_and_three(table, low, cards[row], hand * held, held)
                    if worth > best_low:
                        best_low, won_low = worth, 0
                    won_low |= (worth == best_low and worth >= EIGHT_LOW) << hand
            found[won | won_low << hands] += 1

    return work


@leaf
def _two_and_three(table: Table, place: Place, cards: Cards, start_at: int, held: int) -> int:
    """The best of two own cards with three of the board's five, the last five of the row."""
    best, board = 0, cards.shape[0] - 5
    for a in range(start_at, start_at + held):
        for b in range(start_at, a):
            own = EMPTY + KEYS[cards[a]] + KEYS[cards[b]]
            suits = BITS[cards[a]] + BITS[cards[b]]
            for c in range(board + 2, board + 5):
                for d in range(board + 1, c):
                    for e in range(board, d):
                        key = own + KEYS[cards[c]] + KEYS[cards[d]] + KEYS[cards[e]]
                        bits = suits + BITS[cards[c]] + BITS[cards[d]] + BITS[cards[e]]
                        best = max(best, int(strength(table, place, key, bits)))
    return best

"""The 21-type games counted out: the value of every hand of values, and where a strategy leads.

The bank's end is exact for the cards left: every finished hand of the bank, in each of its
orders, from the shoe without the up card, the player's cards and what else is taken out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from houseway.families.twenty_one.rules import (
    DEALT,
    DOUBLE,
    FROM_SPLIT,
    HIT,
    KINDS,
    STAND,
    SURRENDER,
    Tables,
)  # fmt: skip
from houseway.hands.arrays import Floats, Integers, Small
from houseway.hands.kernels import leaf

MOST_DOUBLES: Final = 3
RESCUE: Final = 32  # beside the moves: after a double


class Ends(NamedTuple):
    """The bank's finished hands with one up card; cards after the up card as runs of a value."""

    start: Integers  # [end]: its first run; one place more than there are ends
    value: Integers  # [run]
    times: Integers  # [run]
    cards: Integers  # [end]: how many after the up card
    orders: Floats  # [end]
    kind: Integers  # [end]: class
    suited: Integers  # [end]: another class, where some of the hands are of it
    share: Floats  # [end]: how many are


class Hands(NamedTuple):
    """Hands of the player."""

    cards: Integers  # [hand, value]: how many
    drawn: Integers  # [hand, value]: the hand after a card of the value; -1 if none is drawn
    over: Small  # [hand]
    draws: Small  # [hand]: may be drawn to


@dataclass(frozen=True)
class Engine:
    """The tables of a game as arrays."""

    tables: Tables
    ends: tuple[Ends, ...]  # by up card
    hands: Hands
    open: Small  # [kind of hand, hand]: moves
    pay_class: Integers  # [kind, hand]
    pay: Floats  # [pay class, bank class]
    pay_code: Integers  # the same as places among the different payments
    payments: tuple[float, ...]
    falling: Floats  # [n, k]: n (n - 1) ... k factors
    shoe: Integers

    @property
    def results(self) -> int:
        """Kinds of results of a hand: payments at each number of doubles, surrender, rescues."""
        return (MOST_DOUBLES + 1) * len(self.payments) + 1 + MOST_DOUBLES


def make_engine(tables: Tables) -> Engine:
    hands = tables.hands
    places = tables.places
    counts = np.zeros((len(hands), places), np.int64)
    drawn = np.full((len(hands), places), -1, np.int64)
    for number, values in enumerate(hands):
        for value in values:
            counts[number, value] += 1
        for place in range(places):
            drawn[number, place] = tables.index.get(tuple(sorted((*values, place))), -1)
    over = [tables.total(values, FROM_SPLIT).is_over for values in hands]
    dealt, split, rows = tables.pays
    payments = sorted({pay for row in rows for pay in row})
    cards = sum(tables.shoe)
    longest = max(len(end.values) for ends in tables.bank_ends for end in ends)
    falling = np.ones((cards + 1, longest + 1))
    for k in range(1, longest + 1):
        falling[:, k] = falling[:, k - 1] * np.maximum(np.arange(cards + 1) - k + 1, 0)
    return Engine(
        tables=tables,
        ends=tuple(_ends(tables, up) for up in range(places)),
        hands=Hands(
            counts, drawn, np.array(over, np.uint8), np.array((drawn >= 0).any(axis=1), np.uint8)
        ),
        open=np.array([[tables.open_moves(v, kind) for v in hands] for kind in KINDS], np.uint8),
        pay_class=np.array([dealt, split, split], np.int64),
        pay=np.array([[float(pay) for pay in row] for row in rows]),
        pay_code=np.array([[payments.index(pay) for pay in row] for row in rows], np.int64),
        payments=tuple(float(pay) for pay in payments),
        falling=falling,
        shoe=np.array(tables.shoe, np.int64),
    )


def _ends(tables: Tables, up: int) -> Ends:
    start, value, times, cards, orders, kind, suited, share = [0], [], [], [], [], [], [], []
    for end in tables.bank_ends[up]:
        rest = list(end.values)
        for known in tables.begins(up):
            rest.remove(known)
        for place in sorted(set(rest)):
            value.append(place)
            times.append(rest.count(place))
        start.append(len(value))
        cards.append(len(rest))
        orders.append(float(end.orders))
        kind.append(end.parts[0][0])
        suited.append(end.parts[-1][0])
        share.append(float(end.parts[-1][1]) if len(end.parts) > 1 else 0.0)
    return Ends(
        np.array(start, np.int64), np.array(value, np.int64), np.array(times, np.int64),
        np.array(cards, np.int64), np.array(orders), np.array(kind, np.int64),
        np.array(suited, np.int64), np.array(share),
    )  # fmt: skip


@leaf
def _bank(ends: Ends, falling: Floats, left: Integers, cards: int, skip: int, dist: Floats) -> None:
    """The classes of the bank's end with these cards left; without one class if it is ruled out."""
    dist[:] = 0.0
    for end in range(ends.cards.shape[0]):
        kind = ends.kind[end]
        if kind == skip:
            continue
        weight = ends.orders[end] / falling[cards, ends.cards[end]]
        for run in range(ends.start[end], ends.start[end + 1]):
            weight *= falling[left[ends.value[run]], ends.times[run]]
        if ends.share[end] > 0.0:
            dist[ends.suited[end]] += weight * ends.share[end]
            weight *= 1.0 - ends.share[end]
        dist[kind] += weight
    if skip >= 0:
        whole = 0.0
        for kind in range(dist.shape[0]):
            whole += dist[kind]
        if whole > 0.0:
            for kind in range(dist.shape[0]):
                dist[kind] /= whole


@leaf
def _chance(left: Integers, cards: int, value: int, need: int) -> float:
    """The next card is of this value; with `need` the down card is known not to be of that one."""
    if need < 0:
        return float(left[value] / cards)
    if value == need:
        return float(left[value] / (cards - 1))
    down = (cards - 1 - left[need]) / (cards - left[need])
    return float(left[value] * down / (cards - 1))


@leaf
def _take(base: Integers, hands: Hands, hand: int, left: Integers) -> int:
    """What is left without a hand; -1 if there are not so many cards."""
    cards = 0
    for value in range(base.shape[0]):
        left[value] = base[value] - hands.cards[hand, value]
        if left[value] < 0:
            return -1
        cards += left[value]
    return cards


@leaf
def _evaluate(
    ends: Ends, falling: Floats, hands: Hands, pay_class: Integers, pay: Floats, possible: Small,
    moves: Small, wanted: Small, base: Integers, need: int, skip: int, doubles: int, rescue: bool,
    left: Integers, dist: Floats, worth: Floats, doubled: Floats, after: Small,
) -> None:  # fmt: skip
    """worth[hand, move]: stand, hit, double, surrender, best; doubled[doubles, hand], after."""
    for hand in range(hands.cards.shape[0] - 1, -1, -1):
        if not wanted[hand]:
            continue
        cards = _take(base, hands, hand, left)
        if cards < 2:
            continue
        kind = pay_class[hand]
        # Where every end of the bank pays the same, the ends need not be gone through.
        same, first = True, -1
        for end in range(pay.shape[1]):
            if possible[end]:
                if first < 0:
                    first = end
                elif pay[kind, end] != pay[kind, first]:
                    same = False
        stand = 0.0
        if same:
            stand = pay[kind, first]
        else:
            _bank(ends, falling, left, cards, skip, dist)
            for end in range(pay.shape[1]):
                stand += dist[end] * pay[kind, end]
        worth[hand, 0] = stand
        goes_on = not hands.over[hand]
        times = 1.0
        for k in range(1, doubles + 1):
            times *= 2.0
            best, move = times * stand, STAND
            if goes_on:
                if rescue and -times / 2.0 > best:
                    best, move = -times / 2.0, RESCUE
                if k < doubles and hands.draws[hand]:
                    again = 0.0
                    for value in range(base.shape[0]):
                        if left[value] > 0:
                            again += (
                                _chance(left, cards, value, need)
                                * doubled[k + 1, hands.drawn[hand, value]]
                            )
                    if again > best:
                        best, move = again, DOUBLE
            doubled[k, hand], after[k, hand] = best, move
        hit, double = -9.0, -9.0
        allowed = moves[hand]
        if hands.draws[hand]:
            hit = double = 0.0
            for value in range(base.shape[0]):
                if left[value] > 0:
                    drawn = hands.drawn[hand, value]
                    chance = _chance(left, cards, value, need)
                    hit += chance * worth[drawn, 4]
                    double += chance * doubled[1, drawn]
        worth[hand, 1], worth[hand, 2], worth[hand, 3] = hit, double, -0.5
        best = -99.0
        if allowed & STAND:
            best = stand
        if allowed & HIT and hit > best:
            best = hit
        if allowed & DOUBLE and double > best:
            best = double
        if allowed & SURRENDER and best < -0.5:
            best = -0.5
        worth[hand, 4] = best


@leaf
def _follow(
    ends: Ends, falling: Floats, hands: Hands, pay_class: Integers, pay_code: Integers,
    payments: int, chosen: Small, after: Small, base: Integers, need: int, skip: int,
    doubles: int, left: Integers, dist: Floats, reach: Floats, found: Floats,
) -> None:  # fmt: skip
    """found[bank class, result] for the start probabilities in reach[0], which it goes on from."""
    surrender = (MOST_DOUBLES + 1) * payments
    for k in range(doubles + 1):
        for hand in range(hands.cards.shape[0]):
            chance = reach[k, hand]
            if chance == 0.0:
                continue
            cards = _take(base, hands, hand, left)
            move = chosen[hand] if k == 0 else after[k, hand]
            if move in (HIT, DOUBLE):
                level = k if move == HIT else k + 1
                for value in range(base.shape[0]):
                    if left[value] > 0:
                        part = chance * _chance(left, cards, value, need)
                        reach[level, hands.drawn[hand, value]] += part
                continue
            _bank(ends, falling, left, cards, skip, dist)
            for end in range(dist.shape[0]):
                if move == STAND:
                    code = k * payments + pay_code[pay_class[hand], end]
                elif move == SURRENDER:
                    code = surrender
                else:
                    code = surrender + k
                found[end, code] += chance * dist[end]


class Worth(NamedTuple):
    """What every move is worth with every hand, and the best one."""

    moves: Floats  # [hand, stand, hit, double, surrender, best]
    chosen: Small  # [hand]
    after: Small  # [doubles, hand]


def evaluate(
    engine: Engine, up: int, taken: Integers, kind: int = DEALT, wanted: Small | None = None
) -> Worth:
    """The best play of hands of a kind when the up card and `taken` are out of the shoe."""
    tables = engine.tables
    need, skip = _check(engine, up)
    base = engine.shoe - taken
    base[up] -= 1
    hands = len(tables.hands)
    worth = np.full((hands, 5), -99.0)
    doubled = np.zeros((MOST_DOUBLES + 1, hands))
    after = np.zeros((MOST_DOUBLES + 1, hands), np.uint8)
    possible = np.zeros(tables.bank_classes, np.uint8)
    possible[engine.ends[up].kind] = 1
    possible[engine.ends[up].suited] = 1
    if skip >= 0:
        possible[skip] = 0
    moves = engine.open[kind]
    if tables.is_frozen(up):
        moves = np.full_like(moves, STAND)
    if wanted is None:
        wanted = np.ones(hands, np.uint8)
    _evaluate(
        engine.ends[up], engine.falling, engine.hands, engine.pay_class[kind], engine.pay,
        possible, moves, wanted, base, need, skip, tables.house.doubles,
        tables.game.rescue is not None, np.zeros(tables.places, np.int64),
        np.zeros(tables.bank_classes), worth, doubled, after,
    )  # fmt: skip
    values = np.where(
        (moves[:, None] & np.array([STAND, HIT, DOUBLE, SURRENDER])) > 0, worth[:, :4], -99.0
    )
    chosen = np.array([STAND, HIT, DOUBLE, SURRENDER], np.uint8)[values.argmax(axis=1)]
    return Worth(worth, chosen, after)


def follow(
    engine: Engine, up: int, taken: Integers, kind: int, chosen: Small, after: Small, start: Floats
) -> tuple[Floats, Floats]:
    """[bank class, result], and [doubles, hand] how often each hand is met."""
    tables = engine.tables
    need, skip = _check(engine, up)
    base = engine.shoe - taken
    base[up] -= 1
    reach = np.zeros((MOST_DOUBLES + 1, len(tables.hands)))
    reach[0] = start
    found = np.zeros((tables.bank_classes, engine.results))
    _follow(
        engine.ends[up], engine.falling, engine.hands, engine.pay_class[kind], engine.pay_code,
        len(engine.payments), chosen, after, base, need, skip, tables.house.doubles,
        np.zeros(tables.places, np.int64), np.zeros(tables.bank_classes), reach, found,
    )  # fmt: skip
    return found, reach


def _check(engine: Engine, up: int) -> tuple[int, int]:
    """After a check: the value the down card does not have, and the class that cannot come."""
    tables = engine.tables
    if not tables.is_checked(up):
        return -1, -1
    need = tables.natural_needs(up)
    return (need, tables.natural_class) if need >= 0 else (-1, -1)


def check_of(engine: Engine, up: int) -> int:
    """The value the down card is known not to have once it has been looked at; -1 unchecked."""
    return _check(engine, up)[0]


def chance(left: Integers, value: int, need: int) -> float:
    """Of the next card being of a value."""
    return float(_chance(left, int(left.sum()), value, need))

"""Baccarat rounds from any shoe in compiled code: the chance of every end, and what bets make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from houseway.cards import CARDS, Card
from houseway.families.baccarat.kernel import all_ends, end_of
from houseway.families.baccarat.odds import drawing_rule
from houseway.families.baccarat.schema import Baccarat
from houseway.filings.terms import Terms
from houseway.hands.arrays import Floats, Integers, Small
from houseway.hands.baccarat import ThirdCardRule, card_points
from houseway.hands.kernels import leaf

NOBODY, PLAYER, BANKER = range(3)
_TURNS: Final[dict[str | None, int]] = {None: NOBODY, "player": PLAYER, "banker": BANKER}


class Draws(NamedTuple):
    """The drawing rule, tabulated."""

    first: Small  # [player points, banker points]: who draws first
    banker: Small  # [player points, value of the third card, banker points]: who draws then


def tabulated(rule: ThirdCardRule) -> Draws:
    cards = [next(card for card in CARDS if card_points(card) == value) for value in range(10)]
    hands = [(cards[0], card) for card in cards]

    def turn(player: Sequence[Card], banker: Sequence[Card]) -> int:
        return _TURNS[rule.next_to_draw(player, banker)]

    first = [[turn(one, two) for two in hands] for one in hands]
    banker = [[[turn((*one, card), two) for two in hands] for card in cards] for one in hands]
    return Draws(np.array(first, np.uint8), np.array(banker, np.uint8))


@leaf
def _orders(left: Floats, one: int, other: int) -> float:
    """The orders of two cards of these values."""
    if one == other:
        return float(left[one] * (left[one] - 1.0))
    return float(2.0 * left[one] * left[other])


@leaf
def _ends(draws: Draws, left: Floats, found: Floats) -> None:
    """The chance of every end with these cards left, six of them at least."""
    found[:] = 0.0
    cards = left.sum()
    for a in range(10):
        for b in range(a, 10):
            ways = _orders(left, a, b) / (cards * (cards - 1.0))
            if ways <= 0.0:
                continue
            left[a] -= 1.0
            left[b] -= 1.0
            player = (a + b) % 10
            for c in range(10):
                for d in range(c, 10):
                    part = ways * _orders(left, c, d) / ((cards - 2.0) * (cards - 3.0))
                    if part <= 0.0:
                        continue
                    left[c] -= 1.0
                    left[d] -= 1.0
                    _thirds(draws, left, cards - 4.0, part, player, (c + d) % 10, found)
                    left[c] += 1.0
                    left[d] += 1.0
            left[a] += 1.0
            left[b] += 1.0


@leaf
def _thirds(
    draws: Draws, left: Floats, cards: float, part: float, player: int, banker: int, found: Floats
) -> None:
    turn = draws.first[player, banker]
    if turn == NOBODY:
        found[end_of(player, 2, banker, 2)] += part
        return
    for third in range(10):
        share = part * left[third] / cards
        if share <= 0.0:
            continue
        if turn == BANKER:
            found[end_of(player, 2, (banker + third) % 10, 3)] += share
            continue
        total = (player + third) % 10
        if draws.banker[player, third, banker] == NOBODY:
            found[end_of(total, 3, banker, 2)] += share
            continue
        left[third] -= 1.0
        for last in range(10):
            found[end_of(total, 3, (banker + last) % 10, 3)] += share * left[last] / (cards - 1.0)
        left[third] += 1.0


@leaf
def _all_values(draws: Draws, shoes: Floats, pays: Floats, found: Floats, out: Floats) -> None:
    for n in range(shoes.shape[0]):
        _ends(draws, shoes[n], found)
        for bet in range(pays.shape[1]):
            mean = square = 0.0
            for end in range(found.shape[0]):
                mean += found[end] * pays[end, bet]
                square += found[end] * pays[end, bet] ** 2
            out[n, bet, 0], out[n, bet, 1] = mean, square


def values_of(
    terms: Terms[Baccarat],
) -> tuple[tuple[str, ...], Callable[[Integers], Floats]]:
    """The bets that go by points; and for shoes [shoe, points] their results and the squares."""
    ends = all_ends(terms)
    bets = tuple(spot.name for spot in terms.filing.spot if spot.name in ends[0])
    pays = np.array([[float(end[bet]) for bet in bets] for end in ends])
    draws = tabulated(drawing_rule(terms))

    def values(left: Integers) -> Floats:
        out = np.zeros((len(left), len(bets), 2))
        _all_values(draws, left.astype(np.float64), pays, np.zeros(len(ends)), out)
        return out

    return bets, values

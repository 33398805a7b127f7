"""The bonus bets of the 21-type games from any shoe.

What the bank's hand decides is a sum over its hands: in how many orders each is drawn, the chance
of its cards, and what it pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from houseway.analysis.protect.part import Countable, Floats, Integers, Kind
from houseway.cards import Card
from houseway.families.twenty_one.bonus import net_of, red_beginnings
from houseway.families.twenty_one.judging import match
from houseway.families.twenty_one.rules import Tables, Values, cards_of, place_of
from houseway.hands.kernels import leaf

Term = tuple[Values, float, float, float]  # cards, in how many orders, what they pay, its square


class Sum(NamedTuple):
    """A bet as a sum over hands; cards as runs of a kind."""

    start: Integers  # [hand]: its first run; one place more than there are hands
    kind: Integers  # [run]
    times: Integers  # [run]
    cards: Integers  # [hand]
    pays: Floats  # [hand, 2]: orders times what is paid, and times its square


def countables(tables: Tables) -> list[Countable]:
    found = []
    wagers = [spot.name for spot in tables.terms.filing.spot]
    if "buster" in wagers:
        found.append(_by_values(tables))
    if "red_flex" in wagers:
        found.append(_by_reds(tables))
    if "match_dealer" in wagers:
        found.append(_by_cards(tables))
    return found


_NAMES = "A23456789TJ"  # of values; J a joker


def _by_values(tables: Tables) -> Countable:
    deck = tables.terms.filing.deck.cards()
    kinds = tuple(
        Kind(_NAMES[place], tuple(card for card in deck if place_of(card) == place))
        for place in range(tables.places)
    )
    orders: Counter[Values] = Counter()
    for up in range(tables.places):
        for values, number in tables.bank_hands(up):
            orders[values] += number
    total = tables.game.rules.total
    terms = []
    for values, number in orders.items():
        key = str(len(values)) if total(cards_of(values)).is_over else ""
        net = float(net_of(tables, "buster", key))
        terms.append((values, float(number), net, net**2))
    return Countable(kinds=kinds, bets=("buster",), values=_summed(terms, 0.0, 0.0))


def _by_reds(tables: Tables) -> Countable:
    """A run of n red cards or more pays what n pays above n - 1."""
    deck = tables.terms.filing.deck.cards()
    kinds = [
        Kind(f"red {_NAMES[place]}", tuple(c for c in deck if c.is_red and place_of(c) == place))
        for place in range(10)
    ]
    kinds.append(Kind("others", tuple(card for card in deck if not card.is_red)))
    nets = [float(net_of(tables, "red_flex", "0"))]
    terms: list[Term] = []
    for number, layer in enumerate(red_beginnings(tables), 1):
        nets.append(float(net_of(tables, "red_flex", str(number))))
        more, squares = nets[-1] - nets[-2], nets[-1] ** 2 - nets[-2] ** 2
        terms += [(values, float(orders), more, squares) for values, orders in layer.items()]
    return Countable(
        kinds=tuple(kinds), bets=("red_flex",), values=_summed(terms, nets[0], nets[0] ** 2)
    )


def _summed(terms: Iterable[Term], mean: float, square: float) -> Callable[[Integers], Floats]:
    start, kind, times, cards, pays = [0], [], [], [], []
    for values, orders, net, net_square in terms:
        for place in sorted(set(values)):
            kind.append(place)
            times.append(values.count(place))
        start.append(len(kind))
        cards.append(len(values))
        pays.append((orders * net, orders * net_square))
    made = Sum(
        np.array(start, np.int64), np.array(kind, np.int64), np.array(times, np.int64),
        np.array(cards, np.int64), np.array(pays),
    )  # fmt: skip

    def values_of(left: Integers) -> Floats:
        out = np.zeros((len(left), 1, 2))
        out[:, 0] = mean, square
        _add(made, left.astype(np.float64), out[:, 0])
        return out

    return values_of


@leaf
def _add(made: Sum, shoes: Floats, out: Floats) -> None:
    for n in range(shoes.shape[0]):
        whole = 0.0
        for kind in range(shoes.shape[1]):
            whole += shoes[n, kind]
        for hand in range(made.cards.shape[0]):
            chance = 1.0
            for drawn in range(made.cards[hand]):
                chance /= whole - drawn
            for run in range(made.start[hand], made.start[hand + 1]):
                for drawn in range(made.times[run]):
                    chance *= max(shoes[n, made.kind[run]] - drawn, 0.0)
            out[n, 0] += chance * made.pays[hand, 0]
            out[n, 1] += chance * made.pays[hand, 1]


def _by_cards(tables: Tables) -> Countable:
    """Copies of the up card among the next two, by how each is like it."""
    deck = list(dict.fromkeys(tables.terms.filing.deck.cards()))
    kinds = tuple(Kind(card.text, (card,)) for card in deck)
    nets = _match_nets(tables, deck)
    ranks = np.array([card.rank for card in deck])
    same_rank = (ranks[:, None] == ranks[None]).astype(np.int64)

    def values_of(left: Integers) -> Floats:
        whole = left.sum(axis=1, keepdims=True)
        suited = left - 1
        unsuited = left @ same_rank - left
        others = whole - 1 - suited - unsuited
        like = np.stack([suited, unsuited, others])
        out = np.zeros((len(left), 1, 2))
        for one in range(3):
            for two in range(3):
                ways = like[one] * (like[two] - (one == two))
                chance = (left * ways).sum(axis=1) / (whole * (whole - 1) * (whole - 2))[:, 0]
                for power in (1, 2):
                    out[:, 0, power - 1] += chance * nets[one][two] ** power
        return out

    return Countable(kinds=kinds, bets=("match_dealer",), values=values_of)


def _match_nets(tables: Tables, deck: list[Card]) -> list[list[float]]:
    """[how the first card is like the up card, how the second is]: what is paid."""
    up = deck[0]
    unsuited = next(card for card in deck if card.rank == up.rank and card is not up)
    other = next(card for card in deck if card.rank != up.rank)
    like = (up, unsuited, other)
    return [
        [float(net_of(tables, "match_dealer", match((one, two), up)[0])) for two in like]
        for one in like
    ]

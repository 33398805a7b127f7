"""The bonus bets of the 21-type games from any shoe.

What the bank's hand decides is a sum over its hands: in how many orders each is drawn, the chance
of its cards, and what it pays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from houseway.analysis.bonus import net_of as net_of_rows
from houseway.analysis.odds import counted
from houseway.analysis.protect.part import Countable, Kind
from houseway.cards import Card
from houseway.families.twenty_one.bonus import net_of, red_beginnings
from houseway.families.twenty_one.bonus_cases import finished_bank, goes_by_bank
from houseway.families.twenty_one.judging import match
from houseway.families.twenty_one.rules import Tables, Values, cards_of, place_of
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms
from houseway.hands.arrays import Floats, Integers
from houseway.hands.kernels import leaf
from houseway.rounds.bonus import filled_rows

Term = tuple[Values, float, float, float]  # cards, in how many orders, what they pay, its square


class Sum(NamedTuple):
    """A bet as a sum over hands; cards as runs of a kind."""

    start: Integers  # [hand]: its first run; one place more than there are hands
    kind: Integers  # [run]
    times: Integers  # [run]
    cards: Integers  # [hand]
    pays: Floats  # [hand, 2]: orders times what is paid, and times its square


def countables(tables: Tables) -> list[Countable]:
    """The bonus bets: those that a rule of the game names, and by data those on the bank's hand."""
    filing = tables.terms.filing
    follows = {"buster": _busts, "red_flex": _by_reds, "match_dealer": _by_cards}
    found = [follow(tables) for wager, follow in follows.items() if wager in filing.bonus_tables]
    for table in filing.pay_table:
        if table.looks_at and goes_by_bank(table):
            found.append(_by_data(tables, table))
    return found


_NAMES = "A23456789TJ"  # of values; J a joker


def _values(tables: Tables) -> tuple[Kind, ...]:
    deck = tables.terms.filing.deck.cards()
    return tuple(
        Kind(_NAMES[place], tuple(card for card in deck if place_of(card) == place))
        for place in range(tables.places)
    )


def by_card(terms: Terms[TwentyOne]) -> Countable:
    """The base game, played by the printed card whatever is gone; a second for each shoe."""
    from houseway.families.twenty_one.counting import make_engine
    from houseway.families.twenty_one.play import play_out
    from houseway.families.twenty_one.ways import as_play, chart_player

    kinds = _values(Tables(terms))
    chart = next(bet for bet in counted(terms)[0] if bet.name == "game").strategy
    pack = Counter(terms.filing.deck.cards(terms.decks))

    def values_of(left: Integers) -> Floats:
        out = np.zeros((len(left), 1, 2))
        for shoe, cards in enumerate(left.tolist()):
            gone = Counter(
                card
                for kind, number in zip(kinds, cards, strict=True)
                for card in (kind.cards * terms.decks)[number:]
            )
            engine = make_engine(Tables(terms, pack - gone))
            found = play_out(as_play(engine, chart_player(terms, chart)))
            for power in (1, 2):
                out[shoe, 0, power - 1] = sum(
                    gain**power * share for (_, gain, _), share in found.items()
                )
        return out

    return Countable(kinds=kinds, bets=("game",), values=values_of)


def _busts(tables: Tables) -> Countable:
    total = tables.game.rules.total

    def net(values: Values) -> Fraction:
        key = str(len(values)) if total(cards_of(values)).is_over else ""
        return net_of(tables, "buster", key)

    return _by_values(tables, "buster", net)


def _by_data(tables: Tables, table: PayTable) -> Countable:
    def net(values: Values) -> Fraction:
        rows = filled_rows(table, finished_bank(tables, values))
        return net_of_rows(tables.terms.filing, table, rows)

    return _by_values(tables, table.wager, net)


def _by_values(tables: Tables, wager: str, net_of_hand: Callable[[Values], Fraction]) -> Countable:
    """A bet that the bank's finished hand decides, by the values of its cards."""
    orders: Counter[Values] = Counter()
    for up in range(tables.places):
        for values, number in tables.bank_hands(up):
            orders[values] += number
    terms = []
    for values, number in orders.items():
        net = float(net_of_hand(values))
        terms.append((values, float(number), net, net**2))
    return Countable(kinds=_values(tables), bets=(wager,), values=_summed(terms, 0.0, 0.0))


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

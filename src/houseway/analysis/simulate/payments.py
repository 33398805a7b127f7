"""What the kernels of all families share: what a wager pays, and who is settled first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np

from houseway.analysis.simulate.booking import Felt, Totals
from houseway.analysis.simulate.chance import Shoe, State, below
from houseway.cards.card import RANKS
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms
from houseway.hands.arrays import Integers
from houseway.hands.kernels import leaf
from houseway.rounds.judging import pay_verdict
from houseway.rounds.order import left_of, positions, seat_of_dice

# So many hands of a table from a shoe and a generator into the totals.
Run = Callable[[Shoe, State, int, Totals], None]

LOSES: Final = (-1, 1)  # what a wager pays for one, as numerator and denominator
_RANKS: Final = (*RANKS, "Jk")


def net_pays(nets: Sequence[Mapping[str, Fraction]], wager: str) -> Integers:
    """[place]: what a wager pays at each of some ends; one without a verdict goes back."""
    paid = [net.get(wager, Fraction(0)).as_integer_ratio() for net in nets]
    return np.array(paid, np.int64).reshape(-1, 2)


def by_category(table: PayTable, categories: Sequence[str | None]) -> Integers:
    """[category]: what the table pays for it; None is a hand that it does not name."""
    nets = [pay_verdict(1, table, name or "", "").net for name in categories]
    return np.array([net.as_integer_ratio() for net in nets], np.int64)


def spots_of(filing: PlayerDealerFiling, wagers: Sequence[str]) -> Integers:
    """[wager]: its place among the spots; -1: not offered."""
    names = [spot.name for spot in filing.spot]
    return np.array([names.index(name) if name in names else -1 for name in wagers], np.int64)


def order_of(filing: PlayerDealerFiling, wagers: Sequence[str]) -> Integers:
    """[wager]: its place in the order of settlement; 0 for one that is not settled."""
    places = filing.settlement.wager_order
    return np.array([places.index(name) if name in places else 0 for name in wagers], np.int64)


@leaf
def due(wager: int, pays: Integers, row: int) -> int:
    """What the bank owes by a row of pays; parts of a cent are dropped."""
    if not wager:
        return 0
    whole = wager * pays[row, 0]
    return int(whole if pays[row, 1] == 1 else whole // pays[row, 1])


class First(NamedTuple):
    """Where settlement begins: at a fixed seat, by a card of the bank, or at the highest seat."""

    by_card: int  # which of the bank's cards, from 0; -1: none
    highest: bool
    start: int
    seats: Integers  # [rank]: the seat a card names


def first_of(terms: Terms[PlayerDealerFiling], bank_seat: int) -> First:
    rule = terms.filing.first_action
    others = left_of(bank_seat, terms.seats)
    seats = np.zeros(len(_RANKS), np.int64)
    card = -1
    if rule.method == "card":
        assert rule.card is not None
        card = rule.card - 1
        counted = others if rule.count_from == "beside-bank" else sorted(others)
        for rank, text in enumerate(_RANKS):
            if text in rule.values:
                seats[rank] = counted[(rule.values[text] - 1) % len(counted)]
    return First(card, rule.method == "right-of-house-dealer", others[0], seats)


def dice_seats(terms: Terms[PlayerDealerFiling], felt: Felt) -> Integers:
    """[total of three dice, or a generator's number]: the position it names, the bank's too."""
    rule, seats = terms.filing.first_action, np.zeros(19, np.int64)
    counted = [int(seat) for seat in dealt_to(terms, felt)]
    for total in range(1, 19):
        seats[total] = seat_of_dice(rule, total, counted)
    return seats


def dealt_to(terms: Terms[PlayerDealerFiling], felt: Felt) -> Integers:
    """The positions that get a pile, clockwise from the bank's."""
    playing = [int(seat) for seat in felt.players]
    counted = positions(terms.seats, felt.bank_seat, playing, terms.filing.table.active)
    return np.array(counted, np.int64)


@leaf
def roll(state: State) -> int:
    """The total of three dice."""
    return below(state, 6) + below(state, 6) + below(state, 6) + 3


@leaf
def first_seat(first: First, felt: Felt, wagers: Integers, card: int) -> int:
    """The seat settled first; those without a wager are passed over."""
    if first.highest:
        for seat in range(felt.seats, 0, -1):
            if _wagers(felt, wagers, seat):
                return seat
    return next_wagering(felt, wagers, first.start if first.by_card < 0 else first.seats[card >> 2])


@leaf
def next_wagering(felt: Felt, wagers: Integers, seat: int) -> int:
    """The seat itself if something lies there, else the next one clockwise."""
    while not _wagers(felt, wagers, seat):
        seat = seat % felt.seats + 1
    return int(seat)


@leaf
def _wagers(felt: Felt, wagers: Integers, seat: int) -> bool:
    player = felt.player_at[seat]
    return player >= 0 and has_wager(wagers, player)


@leaf
def has_wager(wagers: Integers, player: int) -> bool:
    placed = False
    for spot in range(wagers.shape[1]):
        placed |= wagers[player, spot] > 0
    return placed

"""Who is offered the player-dealer's seat, and in which turn.

The seat is held for so many hands (two in every filing) and then offered clockwise. Whoever is
asked may decline. When all have declined, the one who held it last is asked again, unless the
filing lets nobody bank so often in a row: then the table waits, or the game is broken.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from houseway.filings.schema.banking import PlayerDealer
from houseway.rounds.order import clockwise_from, left_of


class Held(NamedTuple):
    """The bank as it was last held: by whom, in which turn, for how many hands in a row."""

    seat: int
    name: str
    turn: int
    in_row: int


class Offer(NamedTuple):
    seat: int
    name: str
    turn: int


def next_offer(
    rule: PlayerDealer,
    *,
    seats: int,
    seated: Mapping[int, str],
    last: Held | None,
    declined: Collection[str] = (),
    again: Offer | None = None,
) -> Offer | None:
    """The seat to be asked next, or None when nobody is left.

    `seated` are those who can hold the bank. `again` is a hand that was voided: its bank is
    asked first, in the same turn.

    >>> rule = PlayerDealer(cite="Rotation | 1")
    >>> table = {1: "Ann", 4: "Bob", 6: "Cy"}
    >>> next_offer(rule, seats=7, seated=table, last=None)
    Offer(seat=1, name='Ann', turn=1)
    >>> next_offer(rule, seats=7, seated=table, last=Held(4, "Bob", 1, 1))
    Offer(seat=4, name='Bob', turn=2)
    >>> next_offer(rule, seats=7, seated=table, last=Held(6, "Cy", 2, 2))
    Offer(seat=1, name='Ann', turn=1)
    """
    spent = last is not None and rule.in_a_row is not None and last.in_row >= rule.in_a_row
    barred = {*declined, last.name} if last is not None and spent else declined
    able = {seat: name for seat, name in seated.items() if name not in barred}
    if again is not None and able.get(again.seat) == again.name:
        return again
    if last is None:
        order = clockwise_from(1, seats)
    else:
        if last.turn < rule.hands and able.get(last.seat) == last.name:
            return Offer(last.seat, last.name, last.turn + 1)
        order = left_of(last.seat, seats)
    for seat in order:
        if seat in able and (last is None or able[seat] != last.name):
            return Offer(seat, able[seat], 1)
    if last is None or (rule.declined_by_all == "game-broken" and last.in_row >= rule.hands):
        return None
    return next((Offer(seat, name, 1) for seat, name in able.items() if name == last.name), None)

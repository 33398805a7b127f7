"""Streets: what happens before each round of betting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.families.poker.deals import BOARDS, burn, deal_round, shuffle_in
from houseway.families.poker.draws import discards, draw, expose
from houseway.families.poker.shortage import deal_short
from houseway.rounds.steps import Procedure

if TYPE_CHECKING:
    from houseway.families.poker.schema import Street
    from houseway.families.poker.state import Hand


def deal_street(hand: Hand, street: Street) -> Procedure:
    """A draw; or discards or exposed cards, a burn, cards to the players, cards to the board."""
    order = hand.in_turn(0)
    return _deal(hand, street, order) if street.draw is None else draw(hand, street, order)


def _deal(hand: Hand, street: Street, order: Sequence[int]) -> Procedure:
    exposed: frozenset[int] = frozenset()
    if street.discard is not None:
        yield from discards(hand, order, street.discard.count)
    elif street.expose is not None:
        exposed = yield from expose(hand, order)
    if hand.in_hand == 1:
        return
    if hand.forfeited:  # some of them just now
        order = hand.in_turn(0)
    burns, cards, board, stub = street.burn, street.cards, street.board, hand.stub
    if hand.round in stub.amended:
        yield from shuffle_in(stub, hand.round)
        burns = False
    needed = len(order) * len(cards) + len(hand.boards) * board
    if needed + burns > stub.left:
        yield from deal_short(hand, street, order)
        return
    if burns:
        yield burn(stub)
    if cards:
        yield from deal_round(hand, cards, order, exposed)
    if board:
        for lying, deals in zip(hand.boards, BOARDS, strict=False):
            lying += yield deals[board]
            stub.left -= board

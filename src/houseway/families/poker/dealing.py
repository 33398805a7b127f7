"""Streets: what happens before each round of betting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.families.poker.deals import BOARD, BURN, SECOND_BOARD, burn, deal_round, shuffle_in
from houseway.families.poker.draws import discards, draw, expose
from houseway.families.poker.shortage import deal_short
from houseway.rounds.steps import Procedure

if TYPE_CHECKING:
    from houseway.families.poker.schema import Street
    from houseway.families.poker.state import Hand


def deal_street(hand: Hand, street: Street) -> Procedure:
    """Discards, a draw or exposed cards; a burn; cards to the players; cards to the board."""
    order = hand.in_turn(0)
    exposed: set[int] = set()
    if street.discard is not None:
        yield from discards(hand, order, street.discard.count)
    elif street.draw is not None:
        yield from draw(hand, street, order)
        return
    elif street.expose is not None:
        exposed = yield from expose(hand, order)
    burns = street.burn
    if hand.round in hand.amended:
        yield from shuffle_in(hand)
        burns = False
    double = hand.rules.double_board
    needed = len(order) * len(street.cards) + (2 * street.board if double else street.board)
    if needed + burns > hand.left:
        yield from deal_short(hand, street, order)
        return
    if burns and hand.on_top:
        yield from burn(hand)
    elif burns:
        yield BURN
        hand.left -= 1
        hand.burned += 1
    if street.cards:
        yield from deal_round(hand, street.cards, order, exposed)
    if street.board:
        hand.board += yield BOARD[street.board]
        hand.left -= street.board
        if double:
            hand.second_board += yield SECOND_BOARD[street.board]
            hand.left -= street.board

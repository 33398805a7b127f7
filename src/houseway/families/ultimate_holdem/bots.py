"""Ultimate hold'em by the simple strategy."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import CARDS, Card
from houseway.families.ultimate_holdem import strategy
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight


def choose(ask: Ask, sight: Sight, filing: object) -> str:  # noqa: ARG001
    hole, board = sight.cards(ask.seat), sight.cards("board")
    bets = [move for move in ask.choices if move.startswith("bet")]
    if not board:
        raises = raises_before_flop(hole)
    elif len(board) < 5:
        raises = raises_on_flop(hole, board)
    else:
        raises = calls_on_river(hole, board)
    if bets and raises:
        return bets[0]
    return next((move for move in ("check", "fold") if move in ask.choices), ask.choices[0])


def raises_before_flop(hole: Sequence[Card]) -> bool:
    return strategy.raises_before_flop(hole[0].index, hole[1].index)


def raises_on_flop(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    one, other, a, b, c = (card.index for card in (*hole, *board))
    return strategy.raises_on_flop(one, other, a, b, c)


def calls_on_river(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    five = judge("high")
    hand, common = five(hole, board), five(board)
    unseen = [card for card in CARDS if card not in hole and card not in board]
    outs = sum(five((card,), board).strength > hand.strength for card in unseen)
    return strategy.calls_on_river(hand.category != common.category, outs)

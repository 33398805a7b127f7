"""Ultimate hold'em by the simple strategy."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from houseway.cards import CARDS, Card
from houseway.families.ultimate_holdem import strategy
from houseway.hands.rankings import ranking
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
    hand, outs = five(hole, board), 0
    better = hand.category != five(board).category
    if not better:
        beats = hand.strength
        outs = sum([strength > beats for card, strength in _with_one(*board) if card not in hole])
    return strategy.calls_on_river(better, outs)


@lru_cache(maxsize=16)
def _with_one(*board: Card) -> list[tuple[Card, int]]:
    """What one more card makes of the board, for every card that does not lie there."""
    strength = ranking("high").strength
    return [(card, strength((card,), board)) for card in CARDS if card not in board]

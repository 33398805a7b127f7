"""Ultimate hold'em by the well-known simple strategy: raise early with what is ahead.

Before the flop every ace, kings from five (suited: all), queens from eight (suited: six), jacks
from ten (suited: eight) and pairs from threes. On the flop two pair or better (not three alike on
the board alone), a pair with an own card (not twos in the hand), or four to a flush with an own
card from the ten up. On the river a better kind of hand than the board's, or fewer than 21 cards
that let the bank beat it. Counted over all deals it gives up a fifth of a hundredth of the ante
against the best play, which `houseway odds` shows as the cost of the simple rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from houseway.cards import CARDS, Card
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

_LEAST_KICKER = {13: (5, 2), 12: (8, 6), 11: (10, 8)}  # of a high card: offsuit, suited


def choose(ask: Ask, sight: Sight, filing: object) -> str:  # noqa: ARG001
    hole, board = sight.cards(ask.seat), sight.cards("board")
    bets = [move for move in ask.choices if move.startswith("bet")]
    if not board:
        raises = raises_before_flop(hole)
    elif len(board) < 5:
        raises = raises_on_flop(hole, board)
    else:
        return bets[0] if calls_on_river(hole, board) else "fold"
    return bets[0] if raises else "check"


def raises_before_flop(hole: Sequence[Card]) -> bool:
    high, low = sorted((card.rank for card in hole), reverse=True)
    if high == low:
        return high >= 3
    if high == 14:
        return True
    if high not in _LEAST_KICKER:
        return False
    suited = hole[0].suit == hole[1].suit
    return low >= _LEAST_KICKER[high][suited]


def raises_on_flop(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    hand = judge("high")((*hole, *board))
    paired = _paired_with_own(hole, board)
    if hand.category == "one-pair" and paired:
        return not (hole[0].rank == hole[1].rank == 2)
    low = ("high-card", "one-pair") if paired else ("high-card", "one-pair", "three-of-a-kind")
    if hand.category not in low:
        return True
    for suit in range(4):
        if sum(card.suit == suit for card in (*hole, *board)) == 4:
            return any(card.suit == suit and card.rank >= 10 for card in hole)
    return False


def calls_on_river(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    five = judge("high")
    hand, common = five(hole, board), five(board)
    if hand.category != common.category:
        return True
    unseen = [card for card in CARDS if card not in hole and card not in board]
    # Cards with which a bank of that one card and the board beats this hand.
    outs = sum(five((card,), board).strength > hand.strength for card in unseen)
    return outs < 21


def _paired_with_own(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    ranks = {card.rank for card in board}
    return hole[0].rank == hole[1].rank or any(card.rank in ranks for card in hole)

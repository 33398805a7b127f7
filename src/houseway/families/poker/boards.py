"""Face-up cards: who brings it in, who opens a round, whose hand up is best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.families.poker.state import UNKNOWN
from houseway.hands.boards import board_strength, low_board_strength

if TYPE_CHECKING:
    from houseway.families.poker.schema import Street
    from houseway.families.poker.schema_bets import BringIn
    from houseway.families.poker.state import Hand


def opener(hand: Hand, street: Street, after_blinds: int) -> int:
    """Who acts first in the round of a street."""
    if street.opens == "left-of-button":
        return 0
    if street.opens == "left-of-blinds":
        return after_blinds
    shown = [i for i in range(hand.players) if hand.holding[i]]
    if any(UNKNOWN in _lying(hand, i) for i in shown):
        hinted = hand.hint() if hand.hint is not None else None
        return shown[0] if hinted is None else hinted
    if street.opens == "bring-in":
        rule = hand.rules.bring_in
        assert rule is not None
        return _brings_in(hand, rule, shown)
    # Equal boards: closest to the left of the button, or first dealt (rulings R-7, M-13).
    return max(shown, key=lambda i: (_board(hand, i), -i))


def _brings_in(hand: Hand, rule: BringIn, players: list[int]) -> int:
    highest = (rule.by == "highest") != hand.rules.bring_in_worst
    best = max if highest else min
    ranks = {rank: len(rule.ranks) - place for place, rank in enumerate(rule.ranks)}

    def place(player: int) -> int:
        card = hand.held.up[player][0]
        return ranks["A"] if card.is_joker else ranks[card.text[0]]

    wanted = best(place(i) for i in players)
    tied = [i for i in players if place(i) == wanted]
    if rule.ties == "first-dealt":
        return tied[0]
    suit = max if rule.ties == "highest-suit" else min
    return suit(tied, key=lambda i: hand.held.up[i][0].suit)


def _lying(hand: Hand, player: int) -> list[Card]:
    """A player's cards up, and with them the one for all where it counts."""
    up: list[Card] = hand.held.up[player]
    return [*up, *hand.boards[0]] if hand.rules.community_counts else up


def _board(hand: Hand, player: int) -> int:
    cards = _lying(hand, player)
    if hand.rules.boards_low:
        return low_board_strength(cards)
    return board_strength(cards, joker="wild" if hand.held.jokers_down[player] else "ace")


def hand_up(hand: Hand, player: int) -> tuple[int, int]:
    """How high a player's face-up cards are; then the suit of the highest (ruling S-12)."""
    top = max(hand.held.up[player], key=lambda card: (card.rank, card.suit))
    return _board(hand, player), top.suit

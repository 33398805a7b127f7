"""Jacks or better to open: who may, what proves it, and a hand that nobody opens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from houseway.cards import Card
from houseway.families.poker.showdown import hand_ranking
from houseway.families.poker.state import UNKNOWN
from houseway.rounds.steps import Call, Procedure

if TYPE_CHECKING:
    from houseway.families.poker.schema import PokerGame
    from houseway.families.poker.schema_bets import Openers
    from houseway.families.poker.state import Hand

# How many cards of a hand show that it could open; the others take all five.
_PROVE = {"one-pair": 2, "two-pair": 4, "three-of-a-kind": 3, "four-of-a-kind": 4}


def needs_openers(hand: Hand) -> bool:
    """Whether the next bet opens the pot."""
    return hand.rules.openers and not hand.round and not hand.betting.high


def has_openers(hand: Hand, player: int) -> bool:
    """Whether a player holds what it takes; cards nobody wrote down are taken on trust."""
    rule, held = hand.rules.game.openers, hand.held.cards[player]
    assert rule is not None
    return UNKNOWN in held or bool(openers(hand.rules.game, rule, held))


def openers(game: PokerGame, rule: Openers, held: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that show that a hand can open; none if it cannot."""
    high = game.high
    value = hand_ranking(high.ranking, high.hole).value(held)
    if value.category == "high-card":
        return ()
    if value.category == "one-pair" and value.ranks[0] < rule.rank:
        return ()
    return value.cards[: _PROVE.get(value.category, 5)]


def prove_openers(hand: Hand) -> Procedure:
    """Who opened shows with what, also where it was thrown away since or all others folded."""
    rule = hand.rules.game.openers
    if rule is None or hand.opened is None:
        return
    player, held = hand.opened
    if UNKNOWN not in held:
        proof = " ".join(card.text for card in openers(hand.rules.game, rule, held))
        yield Call(f"{hand.name(player)} opened with {proof}")


def pass_out(hand: Hand) -> Procedure:
    """Nobody could open: the antes go back, or all that lies there stays for the next hand."""
    rule = hand.rules.game.openers
    assert rule is not None
    if rule.passed_out == "antes-returned":
        for player, put in enumerate(hand.chips.put):
            hand.chips.stacks[player] += put
            hand.chips.put[player] = 0
        yield Call("nobody opens; the antes go back")
    else:
        yield Call("nobody opens; the pot stays for the next hand")

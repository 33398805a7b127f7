"""Pai gow poker the house way; where no chart is filed, the best two hands taken together.

Where the bank's hands lie open first, a division that beats both is looked for, else one that
beats one, which is the best play. Without a chart every division that is not foul is weighed by
how often its front and its back hand would be the better one, read off their rank among all
hands; the sum decides.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from houseway.cards import Card
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.setting import Setting, setting_of
from houseway.filings.terms import make_terms
from houseway.rounds.events import Chose
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

_BOTH = 2  # hands of the bank

# How good a back hand is among those that are set, by its category, in hundredths.
_BACK = {
    "high-card": 5, "one-pair": 28, "two-pair": 57, "three-of-a-kind": 72, "straight": 80,
    "flush": 88, "full-house": 94, "four-of-a-kind": 98, "straight-flush": 99, "royal-flush": 99,
    "five-of-a-kind": 100, "five-aces": 100,
}  # fmt: skip


def choose(ask: Ask, sight: Sight, filing: PaiGowPoker) -> str:
    if ask.kind == "set" and len(sight.cards("bank")) == filing.game.piles.cards:
        return against_open_bank(ask, sight, setting_of(make_terms(filing)))
    if "house_way" in ask.choices:
        return "house_way"
    place: Any = "bank" if ask.kind == "set-bank" else ask.seat
    return set_hand(sight.cards(place), setting_of(make_terms(filing)))


def against_open_bank(ask: Ask, sight: Sight, setting: Setting) -> str:
    """The division that beats most of the bank's two hands, the house way if it does."""
    own = sight.cards(ask.seat)
    set_by = next(e.move for e in sight.events if isinstance(e, Chose) and e.kind == "set-bank")
    bank = setting.hand(set_by or "house_way", sight.cards("bank"))
    ahead, behind = bank.front_worth.strength, bank.back_worth.strength
    most, move = -1, ""
    if "house_way" in ask.choices:
        hand, move = setting.hand("house_way", own), "house_way"
        most = (hand.front_worth.strength > ahead) + (hand.back_worth.strength > behind)
    for front, back, cards in setting.divisions(own) if most < _BOTH else ():
        beaten = (front > ahead) + (back > behind)
        if beaten > most:
            most, move = beaten, f"set {cards[0]} {cards[1]}"
    return move


def set_hand(cards: tuple[Card, ...], setting: Setting) -> str:
    """The division that is worth most, of those that are not foul."""

    def worth(move: str) -> float:
        hand = setting.hand(move, cards)
        if hand.foul:
            return -1
        behind = hand.back_worth
        return _front_worth(hand.front_worth.ranks) + _back_worth(behind.category, behind.ranks)

    return max((f"set {one} {other}" for one, other in combinations(cards, 2)), key=worth)


def _front_worth(ranks: tuple[int, ...]) -> float:
    """In hundredths: most fronts are high cards, ace-high about the middle, a pair far above."""
    if len(ranks) == 1:
        return 75 + 2 * (ranks[0] - 2)
    high, low = ranks
    return max(0, 5 * (high - 7)) + low


def _back_worth(category: str, ranks: tuple[int, ...]) -> float:
    return _BACK.get(category, 50) + (ranks[0] if ranks else 0)

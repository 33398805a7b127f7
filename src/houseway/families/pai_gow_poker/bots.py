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
from houseway.families.pai_gow_poker.setting import setting_of
from houseway.filings.terms import make_terms
from houseway.rounds.events import Chose
from houseway.rounds.judging import judge
from houseway.rounds.steps import Ask
from houseway.table.sight import Sight

# How good a back hand is among those that are set, by its category, in hundredths.
_BACK = {
    "high-card": 5, "one-pair": 28, "two-pair": 57, "three-of-a-kind": 72, "straight": 80,
    "flush": 88, "full-house": 94, "four-of-a-kind": 98, "straight-flush": 99, "royal-flush": 99,
    "five-aces": 100,
}  # fmt: skip


def choose(ask: Ask, sight: Sight, filing: PaiGowPoker) -> str:
    if ask.kind == "set" and len(sight.cards("bank")) == filing.game.piles.cards:
        return against_open_bank(ask, sight, filing)
    if "house_way" in ask.choices:
        return "house_way"
    place: Any = "bank" if ask.kind == "set-bank" else ask.seat
    front = set_hand(sight.cards(place))
    return f"set {front[0]} {front[1]}"


def against_open_bank(ask: Ask, sight: Sight, filing: PaiGowPoker) -> str:
    """The division that beats most of the bank's two hands, the house way if it does."""
    setting, own = setting_of(make_terms(filing)), sight.cards(ask.seat)
    set_by = next(e.move for e in sight.events if isinstance(e, Chose) and e.kind == "set-bank")
    bank = setting.hand(set_by or "house_way", sight.cards("bank"))

    def beaten(move: str) -> int:
        hand = setting.hand(move, own)
        if hand.foul:
            return -1
        return (hand.front_worth.strength > bank.front_worth.strength) + (
            hand.back_worth.strength > bank.back_worth.strength
        )

    others = (f"set {first} {second}" for first, second in combinations(own, 2))
    legal = [*ask.choices, *(move for move in others if ask.refuses(move) is None)]
    return max(legal, key=beaten)


def set_hand(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The two cards in front."""
    two, five = judge("two-card"), judge("high-joker")
    best: tuple[float, tuple[Card, ...]] = (-1, cards[:2])
    for front in combinations(cards, 2):
        back = tuple(card for card in cards if card not in front)
        ahead, behind = two(front), five(back)
        if ahead.strength > behind.strength:
            continue
        worth = _front_worth(front) + _back_worth(behind.category, behind.ranks)
        best = max(best, (worth, front), key=lambda one: one[0])
    return best[1]


def _rank(card: Card) -> int:
    return 14 if card.is_joker else card.rank


def _front_worth(front: tuple[Card, ...]) -> float:
    """In hundredths: most fronts are high cards, ace-high about the middle, a pair far above."""
    high, low = sorted(map(_rank, front), reverse=True)
    if high == low:
        return 75 + 2 * (high - 2)
    return max(0, 5 * (high - 7)) + low


def _back_worth(category: str, ranks: tuple[int, ...]) -> float:
    return _BACK.get(category, 50) + (ranks[0] if ranks else 0)

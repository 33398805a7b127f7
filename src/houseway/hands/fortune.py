"""Bonus hands of pai gow poker, read from all seven cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from houseway.cards.card import Card
from houseway.hands.five_high import HIGH_RUNS, RANKS
from houseway.hands.joker import JokerHigh, JokerUse
from houseway.hands.value import Category, HandError

# ace to 8 first, 7 to ace last
_SEVEN_RUNS: Final = tuple(frozenset((*RANKS, 14)[i : i + 7]) for i in range(8))
_FIVE_RUNS: Final = tuple(frozenset(run) for run in HIGH_RUNS)
_ROYAL: Final = _FIVE_RUNS[0]


def fortune_categories(
    cards: Sequence[Card], *, joker: JokerUse = "ace-straight-flush"
) -> frozenset[Category]:
    """Every category that seven cards contain, from a pair up.

    A pay table pays the best-paid of them, whatever their rank: three of a kind may pay more
    than the straight beside it (ruling table-games 77).

    >>> from houseway.cards import parse_cards
    >>> sorted(fortune_categories(parse_cards("7d 7h 7s 6c 5d 4s 3c")))
    ['one-pair', 'straight', 'three-of-a-kind']
    """
    jokers = sum(card.is_joker for card in cards)
    if len(cards) != 7 or jokers > 1:
        raise HandError(
            f"{len(cards)} cards with {jokers} jokers are given; a bonus hand has 7 cards "
            "and at most one joker"
        )
    naturals = [card for card in cards if not card.is_joker]
    found = _alike([card.rank for card in naturals] + [14] * jokers)
    if _fills(_FIVE_RUNS, {card.rank for card in naturals}, jokers):
        found.add("straight")
    for suit in range(4):
        ranks = {card.rank for card in naturals if card.suit == suit}
        if len(ranks) + jokers >= 5:
            found |= _of_a_suit(ranks, jokers, joker)
            others = [card for card in naturals if card.suit != suit]
            if "royal-flush" in found and _royal_match(others):
                found.add("royal-flush-royal-match")
    return frozenset(found)


def _alike(ranks: Sequence[int]) -> set[Category]:
    counts = Counter(ranks)
    most, second = sorted((*counts.values(), 0), reverse=True)[:2]
    found: set[Category] = set()
    if counts[14] == 5:
        found.add("five-aces")
    if most >= 4:
        found.add("four-of-a-kind")
    if most >= 3 and second >= 2:
        found.add("full-house")
    if most >= 3:
        found.add("three-of-a-kind")
    if second >= 2:
        found.add("two-pair")
    if most >= 2:
        found.add("one-pair")
    return found


def _of_a_suit(ranks: set[int], jokers: int, joker: JokerUse) -> set[Category]:
    """What cards of one suit make, the joker with them where it helps."""
    found: set[Category] = set()
    if len(ranks) >= 5 or joker != "ace-straight":
        found.add("flush")
    if _fills(_FIVE_RUNS, ranks, jokers):
        found.add("straight-flush")
    if _fills((_ROYAL,), ranks, jokers):
        found.add("royal-flush")
    if len(ranks) + jokers == 7 and _fills(_SEVEN_RUNS, ranks, jokers):
        found.add("seven-card-straight-flush-joker" if jokers else "seven-card-straight-flush")
    return found


def _fills(runs: Sequence[frozenset[int]], ranks: set[int], jokers: int) -> bool:
    return any(len(run - ranks) <= jokers for run in runs)


def _royal_match(others: Sequence[Card]) -> bool:
    """The two cards beside a royal flush are a natural king and queen of one other suit.

    The joker may stand in the royal, not in the match (rulings table-games 76, 141 and 157).
    """
    return (
        len(others) == 2
        and {card.rank for card in others} == {13, 12}
        and others[0].suit == others[1].suit
    )


_SEVEN: Final = JokerHigh()


def seven_card_ace_high(cards: Sequence[Card]) -> bool:
    """No pair, straight or flush in seven cards, and an ace (or the joker as one) the highest.

    An ace with the joker is a pair (ruling table-games 144).
    """
    if len(cards) != 7:
        raise HandError(f"{len(cards)} cards are given; the ace-high hand is read from 7")
    value = _SEVEN.value(cards)
    return value.category == "high-card" and value.ranks[0] == 14

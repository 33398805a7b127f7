"""The same hands read by other libraries: PokerKit, and treys for five and seven cards.

A sample of hands is sorted by strength here; the peer must then find every neighbour in order,
equal where they are equal here and better where they are better.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from itertools import combinations, pairwise

import pokerkit
import pytest

from houseway.cards import CARDS, Card
from houseway.hands.rankings import ranking
from houseway.hands.value import Ranking

PEER_CARD = {card: next(iter(pokerkit.Card.parse(card.text))) for card in CARDS}
Hand = tuple[Card, ...]


def peer_cards(cards: Hand) -> tuple[pokerkit.Card, ...]:
    return tuple(PEER_CARD[card] for card in cards)


# Ranking, hole cards, board cards, PokerKit's type of hand.
FAMILIES = {
    "hold'em": ("high", 2, 5, pokerkit.StandardHighHand),
    "six cards": ("high", 2, 4, pokerkit.StandardHighHand),
    "omaha": ("omaha-high", 4, 5, pokerkit.OmahaHoldemHand),
    "big o": ("omaha-high", 5, 5, pokerkit.OmahaHoldemHand),
    "omaha 8": ("omaha-ace-to-five-8", 4, 5, pokerkit.OmahaEightOrBetterLowHand),
    "stud 8": ("ace-to-five-8", 7, 0, pokerkit.EightOrBetterLowHand),
    "razz": ("razz", 7, 0, pokerkit.RegularLowHand),
    "ace to five": ("ace-to-five", 5, 0, pokerkit.RegularLowHand),
    "deuce to seven": ("deuce-to-seven", 5, 0, pokerkit.StandardLowHand),
    "badugi": ("badugi", 4, 0, pokerkit.BadugiHand),
}


def check_family(family: str, number: int) -> None:
    key, holes, shared, peer = FAMILIES[family]
    ours = ranking(key)
    source = random.Random(family)
    read = []
    for _ in range(number):
        cards = tuple(source.sample(CARDS, holes + shared))
        hole, board = cards[:holes], cards[holes:]
        theirs = peer.from_game_or_none(peer_cards(hole), peer_cards(board))
        strength = ours.strength(hole, board)
        assert (theirs is None) is (strength == 0), cards
        if theirs is not None:
            read.append((strength, theirs, cards))
    read.sort(key=lambda entry: entry[0])
    for (weak, their_weak, cards), (strong, their_strong, others) in pairwise(read):
        if weak == strong:
            assert their_weak == their_strong, (cards, others)
        else:
            assert their_weak < their_strong, (cards, others)


@pytest.mark.parametrize("family", FAMILIES)
def test_pokerkit_agrees_on_a_sample(family: str) -> None:
    check_family(family, 1_000)


@pytest.mark.long
@pytest.mark.parametrize("family", FAMILIES)
def test_pokerkit_agrees_on_100_000_hands(family: str) -> None:
    check_family(family, 100_000)


def check_places(ours: Ranking, place_of: Callable[[Hand], int], hands: Iterable[Hand]) -> None:
    """Every hand of one strength has one place, and better strengths have better places."""
    places: dict[int, int] = {}
    for hand in hands:
        place = place_of(hand)
        assert places.setdefault(ours.strength(hand), place) == place, hand
    best_first = [places[strength] for strength in sorted(places, reverse=True)]
    assert len(set(best_first)) == len(best_first)
    assert best_first in (sorted(best_first), sorted(best_first, reverse=True))


@pytest.mark.long
def test_pokerkit_agrees_on_all_2_598_960_five_card_hands() -> None:
    lookup = pokerkit.StandardLookup()
    check_places(
        ranking("high"),
        lambda hand: int(lookup.get_entry(peer_cards(hand)).index),
        combinations(CARDS, 5),
    )


@pytest.mark.long
@pytest.mark.parametrize("size", [5, 7])
def test_treys_agrees_on_all_five_card_hands_and_a_million_of_seven(size: int) -> None:
    import treys

    evaluator = treys.Evaluator()
    number = {card: treys.Card.new(card.text) for card in CARDS}
    source = random.Random(7)
    hands: Iterable[Hand] = combinations(CARDS, 5)
    if size == 7:
        hands = (tuple(source.sample(CARDS, 7)) for _ in range(1_000_000))
    check_places(
        ranking("high"), lambda hand: int(evaluator.evaluate([], [number[c] for c in hand])), hands
    )

"""Three-card hands: all 22,100 counted, the whole order proved."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from houseway.cards import CARDS, JOKER, parse_cards
from houseway.hands.three_card import THREE_CARD_ORDER, ThreeCard
from houseway.hands.value import HandError
from tests.hands.oracle import Kind, by_groups, kinds, straight_place

THREE = ThreeCard()

# Wizard of Odds, "Three Card Poker", hands of three cards; mini royals apart from the other 44.
PUBLISHED = {
    "mini-royal-flush": 4, "straight-flush": 44, "three-of-a-kind": 52, "straight": 720,
    "flush": 1_096, "one-pair": 3_744, "high-card": 16_440,
}  # fmt: skip


def category(kind: Kind) -> str:
    straight = straight_place(kind.ranks) is not None
    if kind.suited and straight:
        return "mini-royal-flush" if kind.ranks == "AKQ" else "straight-flush"
    if straight:
        return "straight"
    if kind.suited:
        return "flush"
    return {1: "three-of-a-kind", 2: "one-pair", 3: "high-card"}[len(set(kind.ranks))]


def beats(one: Kind, other: Kind) -> bool | None:
    first, second = category(one), category(other)
    if first != second:
        chart = "mini-royal-flush straight-flush three-of-a-kind straight flush one-pair high-card"
        return chart.split().index(first) < chart.split().index(second)
    place, other_place = straight_place(one.ranks), straight_place(other.ranks)
    if place is not None and other_place is not None:
        return place < other_place
    return by_groups(one.ranks, other.ranks)


def test_category_counts_of_all_hands_are_the_published_ones() -> None:
    assert Counter(THREE.value(hand).category for hand in combinations(CARDS, 3)) == PUBLISHED


def test_every_neighbour_of_741_values_is_judged_the_same_by_the_chart() -> None:
    counted = Counter(map(THREE.strength, combinations(CARDS, 3)))
    assert counted == {THREE.strength(kind.cards()): kind.weight() for kind in kinds(3)}
    assert len(counted) == 741
    worst_first = sorted(kinds(3), key=lambda kind: THREE.strength(kind.cards()))
    for worse, better in pairwise(worst_first):
        assert beats(better, worse) is True, (better, worse)
    for kind in worst_first:
        assert THREE.value(kind.cards()).category == category(kind)
    assert THREE_CARD_ORDER[0] == "mini-royal-flush"


@pytest.mark.parametrize(
    ("cards", "called", "read"),
    [
        ("Qs As Ks", "Mini royal flush", "As Ks Qs"),
        ("3h Ah 2h", "Three-high straight flush", "3h 2h Ah"),
        ("7h 7d 7c", "Three sevens", "7h 7d 7c"),
        ("2d Ac 3h", "Three-high straight", "3h 2d Ac"),
        ("Kd Ac Qh", "Ace-high straight", "Ac Kd Qh"),
        ("9d Ad 3d", "Ace-high flush, nine-three", "Ad 9d 3d"),
        ("4d Ac 4h", "Pair of fours, ace kicker", "4h 4d Ac"),
        ("Qd 8c 3s", "Queen high, eight-three", "Qd 8c 3s"),
        ("3d 3c 2h", "Pair of threes, two kicker", "3d 3c 2h"),
    ],
)
def test_names_and_reading_order(cards: str, called: str, read: str) -> None:
    value = THREE.value(parse_cards(cards))
    assert value.name == called
    assert value.cards == parse_cards(read)


def test_hands_share_a_name_exactly_when_they_tie() -> None:
    assert len({THREE.value(kind.cards()).name for kind in kinds(3)}) == 741


def test_casino_club_tcp_three_of_a_kind_beats_straight_beats_flush() -> None:
    trips, straight, flush, pair = (
        THREE.value(parse_cards(text)) for text in ("2c 2d 2h", "Ac Kd Qh", "As Ks Js", "Ac Ad Kh")
    )
    assert trips > straight > flush > pair


@pytest.mark.parametrize(
    ("cards", "category"),
    [("7h 7h 7h", "three-of-a-kind"), ("7h 7h Kh", "flush"), ("7h 7h Kd", "one-pair")],
)
def test_napa_tcp_several_decks_table_games_66(cards: str, category: str) -> None:
    assert THREE.value(parse_cards(cards)).category == category


def test_bad_input_is_refused() -> None:
    with pytest.raises(HandError, match="2 cards are given; a three-card hand has 3"):
        THREE.strength(CARDS[:2])
    with pytest.raises(HandError, match="4 cards are given"):
        THREE.value(CARDS[:4])
    with pytest.raises(HandError, match="a joker is given"):
        THREE.strength((*CARDS[:2], JOKER))

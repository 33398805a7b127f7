"""Front hands of pai gow poker, by themselves and against the back hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from houseway.cards import CARDS, DECKS, parse_cards
from houseway.hands.joker import JokerHigh
from houseway.hands.two_card import TwoCard
from houseway.hands.value import HandError
from tests.hands.oracle import LETTERS

FRONT = TwoCard()
BACK = JokerHigh()


def test_all_1378_hands_of_53_cards() -> None:
    counts = Counter(FRONT.value(two).category for two in combinations(DECKS["joker-53"], 2))
    # 13 * 6 pairs and the joker with each ace; 78 * 16 others and the joker with 48 cards.
    assert counts == {"one-pair": 82, "high-card": 1_296}


def test_the_order_is_pairs_then_the_higher_card_then_the_other() -> None:
    best_first = [(rank, rank) for rank in LETTERS]
    best_first += list(combinations(LETTERS, 2))
    strengths = [FRONT.strength(parse_cards(f"{a}h{b}c")) for a, b in best_first]
    assert all(better > worse for better, worse in pairwise(strengths))
    assert set(strengths) == {FRONT.strength(two) for two in combinations(CARDS, 2)}


@pytest.mark.parametrize(
    ("cards", "called", "read"),
    [
        ("7h Jk", "Ace high, seven kicker", "Jk 7h"),
        ("Jk Ad", "Pair of aces", "Ad Jk"),
        ("Td Th", "Pair of tens", "Th Td"),
        ("9d Kh", "King high, nine kicker", "Kh 9d"),
    ],
)
def test_a_joker_in_front_is_an_ace_napa_double_hand(cards: str, called: str, read: str) -> None:
    value = FRONT.value(parse_cards(cards))
    assert value.name == called
    assert value.cards == parse_cards(read)


def test_joker_ten_copies_ace_ten() -> None:
    assert FRONT.value(parse_cards("Jk Tc")) == FRONT.value(parse_cards("Ah Td"))


@pytest.mark.parametrize(
    ("front", "back", "foul"),
    [
        ("As Ah", "Kc Kd 9h 5s 2c", True),
        ("As Jk", "Kc Kd 9h 5s 2c", True),
        ("9s 9h", "Kc Kd 4h 5s 2c", False),
        ("As Kh", "Qc Jd 9h 5s 2c", True),
        ("As Kh", "Qc Qd 9h 5s 2c", False),
        ("Qs Jh", "Ac Td 9h 5s 2c", False),
        ("Jk Kh", "Ac Qd 9h 5s 2c", True),
        ("2s 2h", "Ac Kd Qh Js 9c", True),
        ("2s 2h", "6c 5d 4h 3s 2c", False),
    ],
)
def test_a_front_stronger_than_the_back_is_the_greater_number(
    front: str, back: str, foul: bool
) -> None:
    assert (FRONT.strength(parse_cards(front)) > BACK.strength(parse_cards(back))) is foul


@pytest.mark.parametrize(
    ("front", "back"), [("9s 9h", "9c 9d 4h 3s 2c"), ("Jk Kh", "Ac Kd 9h 5s 2c")]
)
def test_front_and_back_that_begin_alike_are_no_foul_table_games_55(front: str, back: str) -> None:
    assert FRONT.strength(parse_cards(front)) < BACK.strength(parse_cards(back))


def test_a_wrong_number_of_cards_is_refused() -> None:
    with pytest.raises(HandError, match="3 cards are given; a front hand has 2"):
        FRONT.strength(CARDS[:3])
    with pytest.raises(HandError, match="1 cards are given"):
        FRONT.value(CARDS[:1])

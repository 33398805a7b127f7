"""Exactly two hole cards and three of the board, high and low."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from houseway.cards import CARDS, parse_cards
from houseway.hands.five_high import FiveHigh
from houseway.hands.low import AceToFive
from houseway.hands.omaha import TwoAndThree
from houseway.hands.value import HandError

HIGH = FiveHigh()
LOW = AceToFive(qualifier=8)
OMAHA = TwoAndThree(HIGH)
OMAHA_8 = TwoAndThree(LOW)


@pytest.mark.parametrize("holes", [4, 5])
def test_strength_is_the_best_of_every_two_and_three(holes: int) -> None:
    source = random.Random(7)
    for _ in range(300):
        cards = source.sample(CARDS, holes + 5)
        hole, board = cards[:holes], cards[holes:]
        fives = [
            (*two, *three) for two in combinations(hole, 2) for three in combinations(board, 3)
        ]
        assert len(fives) == {4: 60, 5: 100}[holes]
        assert OMAHA.strength(hole, board) == max(map(HIGH.strength, fives))
        assert OMAHA_8.strength(hole, board) == max(map(LOW.strength, fives))
        assert OMAHA.value(hole, board) == max(map(HIGH.value, fives))
        assert OMAHA_8.value(hole, board) == max(map(LOW.value, fives))


@pytest.mark.parametrize(
    ("hole", "board", "high", "low"),
    [
        # One heart in hand: no flush, though four lie on the board.
        ("Ah Kd 9c 2s", "Qh Jh Th 8h 3s", "Ace-high straight", "No low"),
        # Four kings in hand are a pair.
        ("Kh Kd Kc Ks", "Qh Jh 8c 5d 2s", "Pair of kings, queen-jack-eight", "No low"),
        # Full house on the board: a pair and the board's threes.
        ("Ah Qd 4c 3s", "9h 9d 9c 8s 8d", "Three nines, ace-queen", "No low"),
        ("Ah 2d Kc Ks", "3h 4d 8c Qs Qd", "Kings and queens, eight kicker",
         "Eight-four-three-two-ace low"),
        # Ace and 2 are both paired by the board: the low needs other cards.
        ("Ah 2d Kc Ks", "Ad 2c 8c 7s Qd", "Aces and twos, queen kicker", "No low"),
    ],
)  # fmt: skip
def test_hands_as_a_dealer_reads_them(hole: str, board: str, high: str, low: str) -> None:
    assert OMAHA.value(parse_cards(hole), parse_cards(board)).name == high
    assert OMAHA_8.value(parse_cards(hole), parse_cards(board)).name == low


def test_different_pairs_may_make_high_and_low_poker_n_10() -> None:
    hole, board = parse_cards("Ah 2d Kc Ks"), parse_cards("Kd 3c 4s 8d Qh")
    assert OMAHA.value(hole, board).name == "Three kings, queen-eight"
    assert OMAHA_8.value(hole, board).name == "Eight-four-three-two-ace low"


def test_the_flop_is_enough() -> None:
    assert OMAHA.value(parse_cards("Ah Kd 9c 2s"), parse_cards("Ad Ks 5h")).name == (
        "Aces and kings, five kicker"
    )


@pytest.mark.parametrize(("holes", "shared"), [(1, 5), (4, 2), (4, 0)])
def test_too_few_cards_are_refused(holes: int, shared: int) -> None:
    with pytest.raises(HandError, match=f"{holes} hole cards and {shared} board cards"):
        OMAHA.strength(CARDS[:holes], CARDS[20 : 20 + shared])
    with pytest.raises(HandError, match="exactly two hole cards and three of the board"):
        OMAHA.value(CARDS[:holes], CARDS[20 : 20 + shared])

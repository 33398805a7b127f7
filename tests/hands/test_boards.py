"""Face-up cards: who acts first at stud, razz and Mexican poker."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, pairwise

import pytest

from houseway.cards import CARDS, parse_cards
from houseway.hands.boards import board_strength, low_board_strength
from houseway.hands.five_high import FiveHigh
from houseway.hands.low import AceToFive
from houseway.hands.value import HandError
from tests.hands.oracle import LETTERS, kinds, spread


def high(text: str) -> int:
    return board_strength(parse_cards(text))


def low(text: str) -> int:
    return low_board_strength(parse_cards(text))


@pytest.mark.parametrize(
    "best_first",
    [
        ("As", "Ks", "2s"),
        ("2s 2d", "As Kd", "As Qd", "Ks Qd"),
        ("2s 2d 2h", "As Ad 3h", "As Ad 2h", "Ks Kd Ah", "As Kd Qh"),
        ("2s 2d 2h 2c", "As Ad Ah Kc", "As Ad 2h 2c", "Ks Kd Qh Qc", "As Ad Kh Qc", "Ks Kd Ah Qc",
         "As Kd Qh Jc"),
        # with a community card; a straight and a flush are high cards (S-11)
        ("2s 2d 2h 2c 3s", "As Ad Ah Kc Ks", "As Ad Ah Kc Qs", "As Ad Kh Kc Qs", "As Ad Kh Qc Js",
         "As Kd Qh Jc 9s"),
    ],
)  # fmt: skip
def test_high_boards_rank_by_pairs_and_high_cards(best_first: tuple[str, ...]) -> None:
    assert all(high(better) > high(worse) for better, worse in pairwise(best_first))


def test_straights_and_flushes_on_the_board_count_for_nothing_poker_s_11_m_14() -> None:
    assert high("9s 8s 7s 6s") < high("Td 8c 7h 6d")
    assert high("9s 8s 7s 6s 5s") < high("2d 2c 7h 6d 5c")


def test_boards_of_five_agree_with_the_five_card_ranking_without_straights_and_flushes() -> None:
    ranking = FiveHigh()
    plain = [
        kind
        for kind in kinds(5)
        if "straight" not in ranking.value(kind.cards()).category and not kind.suited
    ]
    by_board = sorted(plain, key=lambda kind: board_strength(kind.cards()))
    by_hand = sorted(plain, key=lambda kind: ranking.strength(kind.cards()))
    assert by_board == by_hand


def test_low_boards_of_five_agree_with_ace_to_five() -> None:
    ranking = AceToFive()
    plain = [kind for kind in kinds(5) if not kind.suited]
    by_board = sorted(plain, key=lambda kind: low_board_strength(kind.cards()))
    assert by_board == sorted(plain, key=lambda kind: ranking.strength(kind.cards()))


@pytest.mark.parametrize(
    "best_first",
    [
        ("As", "2s", "Qs", "Ks"),
        ("2s Ad", "3s Ad", "3s 2d", "Ks Qd", "As Ad", "2s 2d", "Ks Kd"),
        ("3s 2d Ah", "8s 2d Ah", "8s 3d Ah", "Ks Qd Jh", "As Ad 2h", "2s 2d Ah", "As Ad Ah"),
        ("4s 3d 2h Ac", "Ks Qd Jh Tc", "As Ad 3h 2c", "As Ad 2h 2c", "As Ad Ah 2c", "As Ad Ah Ac"),
    ],
)
def test_razz_boards_of_fewer_than_five_cards(best_first: tuple[str, ...]) -> None:
    assert all(low(better) > low(worse) for better, worse in pairwise(best_first))


def test_equal_boards_of_different_suits_tie_poker_r_7() -> None:
    assert high("As Kd 9h") == high("Ad Kh 9s")
    assert low("As Kd 9h") == low("Ad Kh 9s")


def test_mexican_joker_dealt_face_up_counts_as_an_ace_poker_m_5() -> None:
    for ranks in combinations_with_replacement("AKQJ765432", 2):
        board = parse_cards(f"{ranks[0]}h {ranks[1]}d")
        with_ace = (*board, *parse_cards("As"))
        assert board_strength((*board, *parse_cards("Jk")), joker="ace") == board_strength(with_ace)


def test_mexican_wild_joker_makes_the_best_board_poker_m_4() -> None:
    wild = [
        ("Jk", "As"),
        ("Jk Kd", "Ks Kd"),
        ("Jk Kd 4h", "Ks Kd 4h"),
        ("Jk 4d 4h", "4s 4d 4h"),
        ("Jk 4d 4h Kd", "4s 4d 4h Kd"),
        ("Jk Ad Kd Qd", "As Ad Kd Qd"),
    ]
    for held, stands_for in wild:
        assert board_strength(parse_cards(held), joker="wild") == high(stands_for)


def test_every_board_of_up_to_four_cards_has_a_value_of_its_own() -> None:
    for size in (1, 2, 3, 4):
        boards = [
            "".join(ranks)
            for ranks in combinations_with_replacement(LETTERS, size)
            if max(Counter(ranks).values()) <= 4
        ]
        assert len({board_strength(spread(ranks)) for ranks in boards}) == len(boards)
        assert len({low_board_strength(spread(ranks)) for ranks in boards}) == len(boards)


def test_bad_input_is_refused() -> None:
    with pytest.raises(HandError, match="0 face-up cards are given; a board has 1 to 5"):
        board_strength(())
    with pytest.raises(HandError, match="6 face-up cards"):
        low_board_strength(CARDS[:6])
    with pytest.raises(HandError, match="say whether it is an ace or wild"):
        board_strength(parse_cards("Jk 4d"))
    with pytest.raises(HandError, match="2 jokers lie face up"):
        board_strength(parse_cards("Jk Jk"), joker="ace")
    with pytest.raises(HandError, match="a joker is given"):
        low_board_strength(parse_cards("Jk 4d"))

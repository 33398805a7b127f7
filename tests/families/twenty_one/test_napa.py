"""Napa Valley's three 21st Century games (003), clause by clause. Figures from the text."""

from __future__ import annotations

import pytest

from tests.families.twenty_one.twenty_one_rounds import (
    NAPA_43,
    NAPA_80,
    NO_BUST,
    Hand,
    lines,
    net,
    refused,
    seat,
    settled,
)

NO_BUST_RULES = [
    Hand("1_natural_22_pays_2_to_1", "Td 9c", "Jk Jk", 20, "win"),
    Hand("1_natural_22_against_natural_22_pushes", "Jk Jk", "Jk Jk", 0, "push"),
    Hand("1_natural_22_beats_a_joker_21", "Jk 5c", "Jk Jk", 20, "win"),
    Hand("1_bank_natural_22_beats_a_joker_21", "Jk Jk", "Jk 5c", -10, "lose"),
    Hand("2_joker_hand_pays_even_money", "Td 9c", "Jk 5c", 10, "win"),
    Hand("2_joker_hand_beats_another_21", "Td 4c 7h", "5c Jk", 10, "win"),
    Hand("2_joker_hand_against_joker_hand_pushes", "9d Jk", "Jk 5c", 0, "push"),
    Hand("2_bank_joker_hand_beats_another_21", "9d Jk", "Ah Kc", -10, "lose"),
    Hand("ace_and_king_is_a_plain_21", "Td 9c", "Ah Kc", 10, "win"),
    Hand("ace_and_king_of_the_bank_is_a_plain_21", "Ad Tc", "Ah Kc", 0, "push"),
    Hand("the_bank_does_not_look", "Ad Tc", "Kh 2c", -10, "lose", "hit", "8d"),
    Hand("5_closest_wins", "Td 7c", "Kh 8c", 10, "win", "stand"),
    Hand("5_farther_loses", "Td 8c", "Kh 7c", -10, "lose", "stand"),
    Hand("6_same_total_pushes", "Td 8c", "9h 9c", 0, "push", "stand"),
    Hand("4_bank_over_loses", "Td 6c Kh", "Kh 2c", 10, "win", "stand"),
    Hand("4_bank_22_is_over", "Td 6c 6h", "Kh 2c", 10, "win", "stand"),
    Hand("7_player_over_bank_not_loses", "Td 7c", "Kh 6c", -10, "lose", "hit", "Qs"),
    Hand("7_player_22_bank_not_over_loses", "Td Qc", "Kh 6c", -10, "lose", "hit", "6s"),
    Hand("7b_both_over_player_closer_pushes", "Td 6c 9h", "Kh 6c", 0, "push", "hit", "8s"),
    Hand("7b_22_is_the_nearest", "Td 6c 7h", "Kh 6c", 0, "push", "hit", "6s"),
    Hand("7a_both_over_bank_closer_wins", "Td 6c 7h", "Kh 6c", -10, "lose", "hit", "8s"),
    Hand("8_bank_wins_ties_over", "Td 6c 9h", "Kh 6c", -10, "lose", "hit", "9s"),
    Hand("8_bank_wins_22_against_22", "Td 6c 6h", "Kh 6c", -10, "lose", "hit", "6s"),
    Hand("9_frozen_hands_are_compared", "Jk 5h", "5h 3c", -10, "lose"),
    Hand("9_frozen_20", "Jk 5h", "Kh Qc", -10, "lose"),
    Hand("9_frozen_21", "Jk 5h", "Kh Ac", -10, "lose"),
    Hand("9_frozen_joker_hand_pushes", "Jk 5h", "Jk Ac", 0, "push"),
    Hand("a_drawn_joker_makes_21", "Td 7c", "6h 5c", 10, "win", "", "Jk"),
    Hand("a_drawn_joker_makes_a_plain_21", "Td 4c 7h", "6h 5c", 0, "push", "", "Jk"),
    Hand("a_drawn_joker_counts_11_at_most", "Td Qc", "5h 4c", 0, "push", "", "Jk"),
    Hand("a_drawn_joker_counts_down_again", "Td 7c", "4h 2c", 10, "win", "hit", "Jk 9d"),
    Hand("a_drawn_joker_counts_what_makes_21", "Td 7c", "9h 7c", 10, "win", "hit", "Jk"),
    Hand("a_joker_drawn_by_the_bank", "Td 2c Jk", "Kh Qc", -10, "lose"),
    Hand("a_soft_17_with_a_joker_hits", "3d 3c Jk 4h", "Kh Qc", -10, "lose"),
    Hand("a_soft_18_with_a_joker_stands", "4d 3c Jk", "Kh Qc", 10, "win"),
    Hand("two_jokers_drawn_are_no_natural", "2d 3c Jk Jk", "Jk 5c", 10, "win"),
]  # fmt: skip
NO_BUST_CHART = [
    Hand("hard_20_stands", "Td 7c", "Kh Qc", 10, "win"),
    Hand("soft_20_stands", "Td 7c", "Ah 9c", 10, "win"),
    Hand("hard_21_stands", "Td 7c", "Kh 5c", 10, "win", "hit", "6d"),
    Hand("soft_21_stands", "Td 7c", "Ah 5c", 10, "win", "hit", "5d"),
    Hand("hard_19_is_a_choice", "Td 7c", "Kh 9c", 10, "win", "hit", "2d"),
    Hand("soft_19_is_a_choice", "Td 7c", "Ah 8c", 10, "win", "stand"),
    Hand("hard_12_is_a_choice", "Td 7c", "Kh 2c", -10, "lose", "stand"),
    Hand("11_or_less_hits", "Td 7c", "2h 3c", 10, "win", "", "4d 2s Qd"),
    Hand("a_soft_12_is_a_choice", "Td 7c", "Ah Ac", -10, "lose", "stand"),
    Hand("bank_soft_17_hits", "Ad 6c 4h", "Kh Qc", -10, "lose"),
    Hand("bank_soft_18_stands", "Ad 7c", "Kh Qc", 10, "win"),
    Hand("bank_hard_17_stands", "Td 7c", "Kh Qc", 10, "win"),
]
NO_BUST_CHOICES = [
    Hand("1_double", "Td 7c", "6h 5c", 20, "win", "double", "Qd"),
    Hand("1_double_named", "Td 7c", "6h 5c", -20, "lose", "double 10", "2d"),
    Hand("1_double_on_20", "Td 7c", "Kh Qc", 20, "win", "double", "Ad"),
    Hand("1_double_draws_a_joker", "Td 7c", "6h 2c", 20, "win", "double", "Jk"),
    Hand("6_surrender", "Td 7c", "Kh 6c", -5, "lose", "surrender"),
    Hand("6_surrender_on_20", "Td 7c", "Kh Qc", -5, "lose", "surrender"),
    Hand("6_surrender_against_a_later_natural", "Ad Tc", "Kh 6c", -5, "lose", "surrender"),
]


@pytest.mark.parametrize("hand", NO_BUST_RULES, ids=str)
def test_no_bust_game_rule(hand: Hand) -> None:
    hand.check(NO_BUST)


@pytest.mark.parametrize("hand", NO_BUST_CHART, ids=str)
def test_no_bust_chart(hand: Hand) -> None:
    hand.check(NO_BUST)


@pytest.mark.parametrize("hand", NO_BUST_CHOICES, ids=str)
def test_no_bust_double_and_surrender_item(hand: Hand) -> None:
    hand.check(NO_BUST)


NO_BUST_SPLITS = [
    ("2_any_pair", "8h 8d", "split, stand, stand", "Kh 5c", [10, -10]),
    ("2_two_ten_cards", "Kh Td", "split, stand, stand", "5c 8d", [-10, 10]),
    ("3_aces_get_one_card", "Ah Ad", "split", "Kc 5d", [10, -10]),
    ("4_double_after_a_split", "5h 5d", "split, double, stand", "6c Td Ts", [20, -10]),
    ("5_three_splits", "8h 8d", "split, split, split, stand, stand, stand, stand",
     "8s 8c Th Tc Td Ts", [10, 10, 10, 10]),
    ("12_a_joker_on_a_split_card_is_21", "8h 8d", "split, stand", "Jk Th", [10, 10]),
    ("12_a_joker_on_a_split_ace_is_21", "Ah Ad", "split", "Jk 2h", [10, -10]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "actions", "draws", "nets"),
    [c[1:] for c in NO_BUST_SPLITS],
    ids=[c[0] for c in NO_BUST_SPLITS],
)
def test_no_bust_split_item(cards: str, actions: str, draws: str, nets: list[float]) -> None:
    answer = settled(NO_BUST, "Td 7c", seat(1, cards, actions, draws))
    assert [line.net / 100 for line in answer.settlement.lines] == nets


def test_no_bust_a_joker_on_a_split_card_beats_a_plain_21() -> None:
    answer = settled(NO_BUST, "Td 4c 7h", seat(1, "8h 8d", "split, stand", "Jk Th"))
    assert lines(answer) == {"1.game": ("win", 10), "1.game#2": ("lose", -10)}


def test_no_bust_readings_that_decided_are_named() -> None:
    answer = settled(
        NO_BUST,
        "Td 4c 7h",
        seat(1, "Jk 5c"),
        seat(2, "Kh 6c", "hit", "9d"),
        seat(3, "Kh 8c", "stand"),
    )
    assert [text.split("reading ")[1] for text in answer.warnings] == [
        "twenty-one 71 decided",
        "twenty-one 69 decided",
    ]


@pytest.mark.parametrize("actions", ["hit", "stand", "double", "split", "surrender"])
def test_no_bust_items_9_and_10_nothing_is_chosen_when_the_bank_shows_a_joker(actions: str) -> None:
    error = refused(NO_BUST, "Jk 5h", seat(1, "8h 8c", actions))
    assert error.code == "too-many-choices"


def test_no_bust_a_frozen_must_hit_draws_nothing() -> None:
    error = refused(NO_BUST, "Jk 5h", seat(1, "5h 3c", "", "Td"))
    assert (error.code, error.cite[:10]) == ("too-many-cards", "Game Rules")


# 4.3: both over; the bank has 26, 24 or 22.
NAPA_43_RULES = [
    Hand("1_natural_pays_6_to_5", "Td 9c", "Ah Kc", 12, "win"),
    Hand("1_natural_against_natural_pushes", "Ad Kc", "Ah Kc", 0, "push"),
    Hand("1_natural_against_a_natural_with_a_ten_up_pushes", "Td Ac", "Ah Kc", 0, "push"),
    Hand("8_natural_beats_21", "Td 4c 7h", "Qh Ac", 12, "win"),
    Hand("8_bank_natural_beats_21_with_a_ten_up", "Td Ac", "Kh 5c", -10, "lose", "hit", "6d"),
    Hand("a_double_loses_both_to_an_unchecked_natural", "Td Ac", "6h 5c", -20, "lose", "double",
         "Kd"),
    Hand("a_surrender_saves_half_of_it", "Td Ac", "Kh 6c", -5, "lose", "surrender"),
    Hand("an_ace_up_is_checked", "Ad Tc", "Kh 6c", -10, "lose"),
    Hand("2_bank_over_loses", "Td 6c Kh", "Kh 2c", 10, "win", "stand"),
    Hand("3_closest_wins", "Td 7c", "Kh 8c", 10, "win", "stand"),
    Hand("3_farther_loses", "Td 8c", "Kh 7c", -10, "lose", "stand"),
    Hand("4_same_total_pushes", "Td 8c", "9h 9c", 0, "push", "stand"),
    Hand("7_player_over_loses", "Td 7c", "Kh 6c", -10, "lose", "hit", "7s"),
    Hand("5b_three_card_23_pushes", "Td 6c Kh", "Kh 6c", 0, "push", "hit", "7s"),
    Hand("5b_three_card_24_pushes", "Td 6c Kh", "Kh 6c", 0, "push", "hit", "8s"),
    Hand("5b_three_card_25_pushes", "Td 6c Kh", "Kh 6c", 0, "push", "hit", "9s"),
    Hand("5b_three_card_22_loses", "Td 6c Kh", "Kh 6c", -10, "lose", "hit", "6s"),
    Hand("5b_four_card_23_loses", "Td 6c Kh", "Kh 2c", -10, "lose", "hit, hit", "3s 8s"),
    Hand("5b_a_doubled_23_pushes", "Td 6c Kh", "7h 6c", 0, "push", "double", "Ks"),
    Hand("6_a_26_against_26_loses", "Td 6c Kh", "Kh 6c", -10, "lose", "hit", "Qs"),
    Hand("6_a_24_against_24_loses", "Td 6c 8h", "Kh 6c", -10, "lose", "hit", "8s"),
    Hand("5a_bank_closer_wins", "Td 6c 8h", "Kh 6c", -10, "lose", "hit", "9s"),
    Hand("5b_23_against_24_pushes", "Td 6c 8h", "Kh 6c", 0, "push", "hit", "7s"),
    Hand("5a_bank_22_is_closer_than_23", "Td 6c 6h", "Kh 6c", -10, "lose", "hit", "7s"),
    Hand("option_1b_25_pushes", "Td 6c Kh", "Kh 6c", 0, "push", "hit", "9s",
         {"push_totals": "25"}),
    Hand("option_1b_24_loses", "Td 6c Kh", "Kh 6c", -10, "lose", "hit", "8s",
         {"push_totals": "25"}),
    Hand("option_1b_23_loses", "Td 6c Kh", "Kh 6c", -10, "lose", "hit", "7s",
         {"push_totals": "25"}),
]  # fmt: skip
NAPA_CHART = [
    Hand("20_is_a_choice", "Td 7c", "Kh Qc", 10, "win", "stand"),
    Hand("20_may_be_hit", "Td 7c", "Kh Qc", 10, "win", "hit", "Ad"),
    Hand("soft_20_is_a_choice", "Td 7c", "Ah 9c", 10, "win", "stand"),
    Hand("hard_21_stands", "Td 7c", "Kh 5c", 10, "win", "hit", "6d"),
    Hand("soft_21_stands", "Td 7c", "Ah 5c", 10, "win", "hit", "5d"),
    Hand("12_is_a_choice", "Td 7c", "Kh 2c", -10, "lose", "stand"),
    Hand("11_or_less_hits", "Td 7c", "2h 3c", 10, "win", "", "4d 2s Qd"),
    Hand("bank_soft_17_hits", "6d Ac 4h", "Kh Qc", -10, "lose", "stand"),
    Hand("bank_soft_18_stands", "7d Ac", "Kh Qc", 10, "win", "stand"),
    Hand("bank_hard_17_stands", "Td 7c", "Kh Qc", 10, "win", "stand"),
]
NAPA_SURRENDERS = [
    Hand("on_two_cards", "Td 7c", "Kh 6c", -5, "lose", "surrender"),
    Hand("on_20", "Td 7c", "Kh Qc", -5, "lose", "surrender"),
    Hand("after_a_hit", "Td 7c", "9h 5c", -5, "lose", "hit, surrender", "2d"),
    Hand("after_two_hits", "Td 7c", "9h 3c", -5, "lose", "hit, hit, surrender", "2d 6h"),
    Hand("on_a_total_that_must_hit", "Td 7c", "6h 5c", -5, "lose", "surrender"),
    Hand("after_a_forced_hit", "Td 7c", "8h 2c", -5, "lose", "surrender", "6d"),
    Hand("after_two_forced_hits", "Td 7c", "4h 2c", -5, "lose", "surrender", "3d 6h"),
    Hand("against_a_natural_with_a_ten_up", "Td Ac", "9h 5c", -5, "lose", "hit, surrender", "2d"),
]


@pytest.mark.parametrize("hand", NAPA_43_RULES, ids=str)
def test_napa_43_game_rule(hand: Hand) -> None:
    hand.check(NAPA_43)


@pytest.mark.parametrize("filing", [NAPA_43, NAPA_80])
@pytest.mark.parametrize("hand", NAPA_CHART, ids=str)
def test_napa_43_and_80_chart(filing: str, hand: Hand) -> None:
    hand.check(filing)


@pytest.mark.parametrize("filing", [NAPA_43, NAPA_80])
@pytest.mark.parametrize("hand", NAPA_SURRENDERS, ids=str)
def test_napa_43_and_80_surrender_at_any_time_up_to_20(filing: str, hand: Hand) -> None:
    hand.check(filing)


NAPA_43_SPLITS = [
    ("same_value", "Kh Td", "split, stand, stand", "5c 8d", [-10, 10]),
    ("no_maximum", "8h 8d", "split, split, split, split, stand, stand, stand, stand, stand",
     "8s 8c 8h Td Th Tc Ts Td", [10, 10, 10, 10, 10]),
    ("aces_get_one_card_and_21_is_no_natural", "Ah Ad", "split", "Kc 5d", [10, -10]),
    ("aces_may_be_split_again", "Ah Ad", "split, split", "Ac 9d 5h Td", [10, -10, 10]),
    ("or_not", "Ah Ad", "split, stand", "Ac 9d", [-10, 10]),
    ("or_not_unwritten", "Ah Ad", "split", "Ac 9d", [-10, 10]),
    ("double_after_a_split", "5h 5d", "split, double, stand", "6c Td Ts", [20, -10]),
    ("surrender_after_a_split", "8h 8d", "split, surrender, stand", "8s Td", [-5, 10]),
    ("ten_and_ace_after_a_split_is_21", "Kh Kd", "split, stand", "Ac 5d", [10, -10]),
    ("a_split_21_may_be_doubled", "Kh Kd", "split, stand, double", "5c Ac 9d", [-10, 20]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "actions", "draws", "nets"),
    [c[1:] for c in NAPA_43_SPLITS],
    ids=[c[0] for c in NAPA_43_SPLITS],
)
def test_napa_43_split(cards: str, actions: str, draws: str, nets: list[float]) -> None:
    answer = settled(NAPA_43, "Td 7c", seat(1, cards, actions, draws))
    assert [line.net / 100 for line in answer.settlement.lines] == nets


def test_napa_43_a_split_hand_that_drew_one_card_has_three() -> None:
    """Rule 5.b: 8-7-8 is a three-card 23, closer than the bank's 26."""
    answer = settled(NAPA_43, "Td 6c Kh", seat(1, "8h 8d", "split, hit, stand", "7c 8c Kd"))
    assert lines(answer) == {"1.game": ("push", 0), "1.game#2": ("win", 10)}


@pytest.mark.parametrize("filing", [NAPA_43, NAPA_80])
def test_napa_insurance_pays_2_to_1_also_beside_a_natural(filing: str) -> None:
    answer = settled(
        filing,
        "Ad Kc",
        seat(1, "Kh 9c", "insure 5"),
        seat(2, "Ah Kh", "insure 5"),
        seat(3, "Kh 9c"),
    )
    assert net(answer) == {"1": 0, "2": 10, "3": -10}
    wagers = [line.wager for line in answer.settlement.lines if line.seat == 1]
    assert wagers == ["game", "insurance"]
    assert lines(answer)["1.insurance"] == ("win", 10)


@pytest.mark.parametrize("filing", [NAPA_43, NAPA_80])
def test_napa_insurance_loses_without_a_natural(filing: str) -> None:
    answer = settled(filing, "Ad 7c", seat(1, "Kh 9c", "insure 5, stand"))
    assert lines(answer) == {"1.game": ("win", 10), "1.insurance": ("lose", -5)}


def test_napa_43_insurance_is_exactly_half() -> None:
    assert net(settled(NAPA_43, "Ad Kc", seat(1, "Kh 9c", "insure 7.50", game=15))) == {"1": 0}
    error = refused(NAPA_43, "Ad Kc", seat(1, "Kh 9c", "insure 4"))
    assert "half of the game wager, $5" in error.message
    assert error.cite == "Insurance"


def test_napa_80_insurance_is_up_to_half() -> None:
    assert net(settled(NAPA_80, "Ad Kc", seat(1, "Kh 9c", "insure 4"))) == {"1": -2}


NAPA_80_RULES = [
    Hand("1_natural_pays_6_to_5", "Td 9c", "Ah Kc", 12, "win"),
    Hand("1a_natural_against_natural_pushes", "Ad Kc", "Ah Kc", 0, "push"),
    Hand("8_bank_natural_beats_21_with_a_ten_up", "Td Ac", "Kh 5c", -10, "lose", "hit", "6d"),
    Hand("a_double_loses_both_to_an_unchecked_natural", "Td Ac", "6h 5c", -20, "lose", "double",
         "Kd"),
    Hand("2_bank_over_loses", "Td 6c Kh", "Kh 2c", 10, "win", "stand"),
    Hand("3_closest_wins", "Td 7c", "Kh 8c", 10, "win", "stand"),
    Hand("3_farther_loses", "Td 8c", "Kh 7c", -10, "lose", "stand"),
    Hand("4_same_total_pushes", "Td 8c", "9h 9c", 0, "push", "stand"),
    Hand("7_player_over_loses", "Td 7c", "Kh 6c", -10, "lose", "hit", "7s"),
    Hand("5b_closer_over_loses", "Td 6c 8h", "Kh 6c", -10, "lose", "hit", "6s"),
    Hand("5a_bank_closer_wins", "Td 6c 6h", "Kh 6c", -10, "lose", "hit", "7s"),
    Hand("6_bank_wins_ties_over", "Td 6c 8h", "Kh 6c", -10, "lose", "hit", "8s"),
    Hand("5b_suited_789_pushes_a_closer_hand", "7d 8d 9d", "Kh 6c", 0, "push", "hit", "6s"),
    Hand("5b_suited_789_in_another_order", "9d 7d 8d", "Kh 6c", 0, "push", "hit", "7s"),
    Hand("5b_suited_789_wins_a_tie", "7d 8d 9d", "Kh 6c", -10, "lose", "hit", "8s"),
    Hand("5b_suited_789_beats_a_farther_hand", "7d 8d 9d", "Kh 6c", -10, "lose", "hit", "9s"),
    Hand("5b_unsuited_789_does_not_push", "7d 8d 9h", "Kh 6c", -10, "lose", "hit", "6s"),
    Hand("2_suited_789_loses_to_a_hand_not_over", "7d 8d 9d", "Kh 2c", 10, "win", "stand"),
    Hand("9_double", "Td 7c", "6h 5c", 20, "win", "double", "Qd"),
    Hand("9c_double_for_less", "Td 7c", "6h 5c", 15, "win", "double 5", "Qd"),
    Hand("9_double_on_20", "Td 7c", "Kh Qc", 20, "win", "double", "Ad"),
]  # fmt: skip
NAPA_80_SPLITS = [
    ("10a_two_splits", "8h 8d", "split, split, stand, stand, stand", "8s Tc Td Ts", [10, 10, 10]),
    ("10b_like_ten_cards", "Kh Kd", "split, stand, stand", "5c 8d", [-10, 10]),
    ("10b_no_natural_after_it", "Kh Kd", "split, stand", "Ac 8d", [10, 10]),
    ("10c_aces_once_with_one_card", "Ah Ad", "split", "Kc 5d", [10, -10]),
    ("10a_double_for_less_after_a_split", "5h 5d", "split, double 5, stand", "6c Td Ts", [15, -10]),
    ("10a_surrender_after_a_split", "8h 8d", "split, surrender, stand", "8s Td", [-5, 10]),
    ("11_surrender_of_a_split_hand_after_a_hit", "8h 8d", "split, hit, surrender, stand",
     "5s 2c Td", [-5, 10]),
]  # fmt: skip


@pytest.mark.parametrize("hand", NAPA_80_RULES, ids=str)
def test_napa_80_game_rule(hand: Hand) -> None:
    hand.check(NAPA_80)


@pytest.mark.parametrize(
    ("cards", "actions", "draws", "nets"),
    [c[1:] for c in NAPA_80_SPLITS],
    ids=[c[0] for c in NAPA_80_SPLITS],
)
def test_napa_80_split_item(cards: str, actions: str, draws: str, nets: list[float]) -> None:
    answer = settled(NAPA_80, "Td 7c", seat(1, cards, actions, draws))
    assert [line.net / 100 for line in answer.settlement.lines] == nets


BUSTED = [
    ("Td 6c Kh", 2),
    ("5s 5h 5d Tc", 2),
    ("4s 4h 4d 3s Tc", 4),
    ("3s 3h 3d 3c 3s Tc", 15),
    ("2s 2h 2d 2c 3s 3h Tc", 50),
    ("2s 2h 2d 2c 2s 2h 3s Tc", 250),
    ("2s 2h 2d 2c 2s 2h As Ad Tc", 250),
    ("7d 8d 9d", 2),
]


@pytest.mark.parametrize(("cards", "pays"), BUSTED)
def test_napa_80_buster_pay_table(cards: str, pays: int) -> None:
    answer = settled(NAPA_80, cards, seat(1, "Kh 9c", "stand", game=10, buster=10))
    assert lines(answer) == {"1.game": ("win", 10), "1.buster": ("win", 10 * pays)}


@pytest.mark.parametrize("cards", ["Td 7c", "Ad Kc", "5s 5h 5d 6c"])
def test_napa_80_buster_loses_unless_the_bank_busts(cards: str) -> None:
    actions = "" if cards == "Ad Kc" else "stand"
    answer = settled(NAPA_80, cards, seat(1, "Kh 9c", actions, game=10, buster=10))
    assert lines(answer)["1.buster"] == ("lose", -10)


def test_napa_80_item_11_settles_counter_clockwise_from_the_house_dealers_right() -> None:
    """003:471: seat 7 first, then 5, then 2; the bank of 25 runs out at seat 2."""
    answer = settled(
        NAPA_80,
        "Td 8c",
        seat(2, "Kh 9c", "stand"),
        seat(5, "Kh 9c", "stand"),
        seat(7, "Kh 7c", "stand"),
        banker=4,
        cover=25,
    )
    assert answer.result.first_action == 7
    assert [line.seat for line in answer.settlement.lines] == [7, 5, 2]
    assert net(answer) == {"2": 5, "5": 10, "7": -10}


def test_napa_80_item_11_within_a_seat_game_then_insurance_then_buster() -> None:
    answer = settled(NAPA_80, "Ad Kc", seat(3, "Kh 9c", "insure 5", game=10, buster=5))
    assert [line.wager for line in answer.settlement.lines] == ["game", "insurance", "buster"]

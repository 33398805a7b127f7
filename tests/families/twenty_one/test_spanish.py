"""Pure Spanish 21.5 (004), clause by clause. Figures worked out from the text."""

from __future__ import annotations

import pytest

from tests.families.twenty_one.twenty_one_rounds import (
    SPANISH,
    Hand,
    lines,
    net,
    refused,
    seat,
    settled,
)

AGAIN = {"double_double_down": True}
EARLY = {"late_surrender": False}

RULES = [
    Hand("7_closest_wins", "Kd 7c", "Kh 8c", 10, "win"),
    Hand("7_farther_loses", "Kd 8c", "Kh 7c", -10, "lose"),
    Hand("6_same_total_pushes", "Kd 8c", "9h 9c", 0, "push"),
    Hand("6_20_against_20_pushes", "Kd Qc", "Jh Kc", 0, "push"),
    Hand("8_21_against_21_wins", "Kd 4c 7h", "8h 6c", 10, "win", "hit", "7d"),
    Hand("5_player_over_loses", "Kd 7c", "Kh 6c", -10, "lose", "hit", "Qs"),
    Hand("4_bank_over_loses", "Kd 6c Qh", "Kh 2c", 10, "win", "stand"),
    Hand("9b_both_over_loses", "Kd 6c Qh", "Kh 6c", -10, "lose", "hit", "6s"),
    Hand("9b_both_over_farther_loses", "Kd 6c 6h", "Kh 6c", -10, "lose", "hit", "9s"),
    Hand("9b_both_over_same_total_loses", "Kd 6c 6h", "Kh 6c", -10, "lose", "hit", "6s"),
    Hand("9a_three_eights_push", "8d 8c 8h", "Kh 6c", 0, "push", "hit", "6s"),
    Hand("9a_three_eights_push_a_24", "8d 8c 8h", "Kh 6c", 0, "push", "hit", "8s"),
    Hand("9a_three_eights_push_a_farther_hand", "8d 8c 8h", "Kh 6c", 0, "push", "hit", "9s"),
    Hand("1_natural_pays_6_to_5", "Kd 9c", "Ah Kc", 12, "win"),
    Hand("1_natural_against_natural_wins_6_to_5", "Ad Jc", "Qh Ac", 12, "win"),
    Hand("1_natural_beats_21", "Kd 4c 7h", "Qh Ac", 12, "win"),
    Hand("2_bank_natural_beats_20", "Kd Ac", "Kh Qc", -10, "lose"),
    Hand("2_bank_natural_before_any_choice", "Ad Kc", "5h 3c", -10, "lose"),
]
CHART_1A = [
    Hand("hard_17_stands", "Kd 7c", "Kh 7c", 0, "push"),
    Hand("hard_17_in_three_cards_stands", "Kd 7c", "9h 5c", 0, "push", "hit", "3d"),
    Hand("hard_16_is_a_choice", "Kd 7c", "Kh 6c", 10, "win", "hit", "4d"),
    Hand("nothing_must_hit", "Kd 7c", "5h 3c", -10, "lose", "stand"),
    Hand("every_hit_is_written", "Kd 7c", "5h 3c", 10, "win", "hit, hit", "2d 9h"),
    Hand("soft_17_may_stand", "Kd 7c", "Ah 6c", 0, "push", "stand"),
    Hand("soft_20_may_hit", "Kd 7c", "Ah 9c", 0, "push", "hit", "7h"),
    Hand("soft_21_is_not_written", "Kd 7c", "Ah 5c", 10, "win", "hit", "5d"),
    Hand("soft_21_may_be_hit", "Kd 7c", "Ah 5c", 0, "push", "hit, hit", "5d 6h"),
]
CHART_1B = [
    Hand("soft_17_hits", "Ad 6c 4h", "Kh 8c", -10, "lose"),
    Hand("soft_18_stands", "Ad 7c", "Kh 8c", 0, "push"),
    Hand("hard_16_hits", "9d 7c 5h", "Kh 8c", -10, "lose"),
]
DOUBLES = [
    Hand("1_no_further_choice_means_stand", "Kd 7c", "6h 5c", 20, "win", "double", "Kh"),
    Hand("1_stand_may_be_written", "Kd 7c", "6h 5c", 20, "win", "double, stand", "Kh"),
    Hand("1_for_less", "Kd 7c", "6h 5c", 15, "win", "double 5", "Kh"),
    Hand("1_for_less_loses", "Kd 7c", "6h 5c", -15, "lose", "double 5", "2h"),
    Hand("1_open_on_hard_17", "Kd 7c", "Kh 7h", 20, "win", "double", "4h"),
    Hand("1_over", "Kd 7c", "Kh 2h", -20, "lose", "double", "Qh"),
    Hand("2_rescue_costs_the_first_wager", "Kd 7c", "6h 5c", -10, "lose", "double, rescue", "2h"),
    Hand("2_rescue_of_a_double_for_less", "Kd 7c", "6h 5c", -10, "lose", "double 5, rescue", "2h"),
    Hand("2_a_21_may_be_rescued", "Kd 7c", "6h 5c", -10, "lose", "double, rescue", "Kh"),
    Hand("2_rescued_though_the_bank_goes_over", "Kd 6c Qc", "6h 5c", -10, "lose", "double, rescue",
         "2h"),
    Hand("3_doubled_twice_is_four_times", "Kd 7c", "6h 5c", 40, "win", "double, double", "2h 7h",
         AGAIN),
    Hand("3_doubled_three_times_is_eight", "Kd 7c", "2h 3c", 80, "win", "double, double, double",
         "4h 2d Kh", AGAIN),
    Hand("3_rescue_after_the_first", "Kd 7c", "6h 5c", -10, "lose", "double, rescue", "2h", AGAIN),
    Hand("3_rescue_after_the_second", "Kd 7c", "6h 5c", -20, "lose", "double, double, rescue",
         "2h 3h", AGAIN),
    Hand("3_rescue_after_three", "Kd 7c", "2h 3c", -40, "lose", "double, double, double, rescue",
         "4h 2d 3h", AGAIN),
    Hand("3_over_loses_all", "Kd 7c", "6h 5c", -40, "lose", "double, double", "2h Kh", AGAIN),
    Hand("3_hard_17_may_be_doubled_again", "Kd 7c", "Kh 7h", 40, "win", "double, double", "2h 2d",
         AGAIN),
    Hand("3_the_whole_amount_may_be_named", "Kd 7c", "6h 5c", 40, "win", "double 10, double 20",
         "2h 7h", AGAIN),
    Hand("3_stand_after_one_double", "Kd 7c", "6h 5c", 20, "win", "double, stand", "8h", AGAIN),
]  # fmt: skip
SURRENDERS = [
    Hand("7b_half_is_forfeited", "Kd 7c", "Kh 6c", -5, "lose", "surrender"),
    Hand("7b_open_on_hard_17", "Kd 7c", "Kh 7h", -5, "lose", "surrender"),
    Hand("6_without_late_surrender_half_is_saved", "Kd Ac", "Kh 6c", -5, "lose", "surrender",
         options=EARLY),
    Hand("6_without_late_surrender_no_natural", "Kd 7c", "Kh 6c", -5, "lose", "surrender",
         options=EARLY),
    Hand("6_without_late_surrender_no_check", "7d Kc", "Kh 6c", -5, "lose", "surrender",
         options=EARLY),
    Hand("6_without_late_surrender_played_on", "Kd 7c", "Kh 6c", 10, "win", "hit", "4d",
         options=EARLY),
    Hand("6_without_late_surrender_a_natural", "Kd Ac", "Kh Ah", 12, "win", options=EARLY),
]  # fmt: skip


@pytest.mark.parametrize("hand", RULES, ids=str)
def test_spanish_game_rule(hand: Hand) -> None:
    hand.check(SPANISH)


@pytest.mark.parametrize("hand", [*CHART_1A, *CHART_1B], ids=str)
def test_spanish_chart(hand: Hand) -> None:
    hand.check(SPANISH)


@pytest.mark.parametrize("hand", DOUBLES, ids=str)
def test_spanish_double_and_rescue_item(hand: Hand) -> None:
    hand.check(SPANISH)


@pytest.mark.parametrize("hand", SURRENDERS, ids=str)
def test_spanish_surrender_item(hand: Hand) -> None:
    hand.check(SPANISH)


def test_spanish_late_surrender_comes_too_late_for_a_natural() -> None:
    """Item 7.a: the hand is over, there is no option to surrender."""
    error = refused(SPANISH, "Kd Ac", seat(1, "Kh 6c", "surrender"))
    assert error.code == "too-many-choices"


SPLITS = [
    ("aces_may_draw_further", "Kd 7c", "Ah Ad", "split, hit, stand", "5c 4d Kh", [10, 10]),
    ("aces_may_be_split_again", "Kd 7c", "Ah Ad", "split, split, stand, stand, hit, stand",
     "Ac 9c 8d 2h 7s", [10, 10, 10]),
    ("a_split_ace_may_be_doubled", "Kd 7c", "Ah Ad", "split, double, stand, stand", "5c 4d 2h",
     [20, -10]),
    ("ace_and_king_after_it_is_21_and_wins_a_tie", "Kd 4c 7h", "Ah Ad", "split", "Kc Qd", [10, 10]),
    ("unlike_bonus_cards", "Kd 7c", "Kh Qd", "split, stand", "5c 9d", [-10, 10]),
    ("nines_again_though_18_must_stand", "Kd 7c", "9h 9d", "split, split", "9c 8d Kh 9s",
     [0, 10, 10]),
    ("a_done_hand_leaves_the_double_to_the_next", "Kd 7c", "8h 8d", "split, double, rescue",
     "9c 3d 7h", [0, -10]),
    ("a_stand_after_a_double_is_written", "Kd 7c", "8h 8d", "split, double, stand, stand",
     "3c Kd 5h", [20, -10]),
    ("or_left_out", "Kd 7c", "8h 8d", "split, double, stand", "3c Kd 5h", [20, -10]),
    ("each_hand_for_itself", "Kd 7c", "8h 8d", "split, double, rescue, double, stand",
     "3c 2d 3d Kh", [-10, 20]),
    ("four_hands", "Kd 7c", "8h 8d", "split, split, split", "8s 8c Kh 9d Qh Js",
     [10, 0, 10, 10]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("bank_cards", "cards", "actions", "draws", "nets"),
    [c[1:] for c in SPLITS],
    ids=[c[0] for c in SPLITS],
)
def test_spanish_split_items_4_and_5(
    bank_cards: str, cards: str, actions: str, draws: str, nets: list[float]
) -> None:
    answer = settled(SPANISH, bank_cards, seat(1, cards, actions, draws))
    assert [line.net / 100 for line in answer.settlement.lines] == nets


def test_spanish_double_double_down_on_a_split_hand() -> None:
    answer = settled(
        SPANISH,
        "Kd 7c",
        seat(1, "8h 8d", "split, double, double, stand, stand", "3c 2d 7h 5d"),
        options=AGAIN,
    )
    # 8-3 doubled draws 2, doubled again draws 7: 20 for four wagers. 8-5 stands on 13.
    assert lines(answer) == {"1.game": ("win", 40), "1.game#2": ("lose", -10)}


# Up card seven of hearts; the bank has 17.
MATCHES = [
    ("2_suited", "7h 7h", "stand", 18),
    ("1_suited_1_non_suited", "7h 7d", "stand", 13),
    ("1_suited", "7h 9c", "stand", 9),
    ("1_suited_on_the_second_card", "2h 7h", "stand", 9),
    ("2_non_suited", "7d 7s", "stand", 8),
    ("2_non_suited_of_one_suit", "7s 7s", "stand", 8),
    ("1_non_suited", "7s 2c", "stand", 4),
    ("no_match", "8h 6h", "stand", None),
]


@pytest.mark.parametrize(
    ("cards", "actions", "pays"), [c[1:] for c in MATCHES], ids=[c[0] for c in MATCHES]
)
@pytest.mark.parametrize("decks", [4, 6, 8])
def test_spanish_match_the_dealer_table_c(
    cards: str, actions: str, pays: int | None, decks: int
) -> None:
    answer = settled(
        SPANISH, "7h Kc", seat(1, cards, actions, game=10, match_dealer=10), decks=decks
    )
    assert lines(answer)["1.match_dealer"] == (
        ("lose", -10) if pays is None else ("win", 10 * pays)
    )
    assert [line.wager for line in answer.settlement.lines] == ["game", "match_dealer"]


def test_spanish_match_is_by_rank_not_by_value() -> None:
    answer = settled(SPANISH, "Kd 7c", seat(1, "Qd Jd", game=10, match_dealer=10))
    assert lines(answer)["1.match_dealer"] == ("lose", -10)


def test_spanish_match_is_settled_against_a_natural_too() -> None:
    answer = settled(SPANISH, "Kd Ac", seat(1, "Kd Ah", game=10, match_dealer=10))
    assert net(answer) == {"1": 12 + 90}


def test_spanish_match_goes_by_the_first_two_cards_after_a_split() -> None:
    answer = settled(
        SPANISH, "7h Kc", seat(1, "7s 7d", "split, stand, stand", "9h 9d", game=10, match_dealer=10)
    )
    assert lines(answer) == {
        "1.game": ("lose", -10),
        "1.game#2": ("lose", -10),
        "1.match_dealer": ("win", 80),
    }


def test_spanish_match_switched_off() -> None:
    error = refused(
        SPANISH,
        "7h Kc",
        seat(1, "7s 9d", "stand", game=10, match_dealer=10),
        options={"match_dealer": False},
    )
    assert error.code == "no-such-wager"


@pytest.mark.parametrize("banker", [1, 4, 8])
def test_spanish_item_9_the_seat_left_of_the_bank_is_first(banker: int) -> None:
    """No action button: 004:250."""
    numbers = [n for n in (2, 3, 6, 7) if n != banker]
    answer = settled(SPANISH, "Kd 7c", *[seat(n, "Kh 8c") for n in numbers], banker=banker)
    assert answer.result.first_action == {1: 2, 4: 6, 8: 2}[banker]

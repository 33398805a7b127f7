"""Clean sweeps (500-club, 004:2013-2028)."""

from __future__ import annotations

import pytest

from tests.families.chinese_poker.chinese_hands import points, scored, stacks

# Nothing that has a bonus: jack high, pair of aces, jacks and nines.
PLAIN = "Jd8d3h AhAc6d5c4c JhJc9d9h8c"
SUPER_DRAGON = "2s3s4s 5s6s7s8s9s TsJsQsKsAs super-dragon"
DRAGON = "2h3d4h 5d6h7d8h9d TdJhQhKdAd dragon"  # hearts and diamonds, set as three straights
DRAGON_2 = "2s3c4s 5c6s7c8s9c TcJsQsKcAc dragon"  # spades and clubs
PAIRS = "KsKcQs QcTsTc7s7c 5s5c2s2c3s six-pairs"  # spades and clubs, set out of order
PAIRS_2 = "KdKhQd QhTdTh7d7h 5d5h2d2h3d six-pairs"
FLUSHES = "2h5h9h 3d6dTdQdKd 4h7h8hQhKh three-flushes"
STRAIGHTS = "2h3d4h 5d6h7d8h9d 6dTh9h8d7h three-straights"
STRAIGHTS_2 = "2s3c4s 5c6s7c8s9c 6cTs9s8c7s three-straights"


@pytest.mark.parametrize(
    ("hand", "value"),
    [
        ("2s3s4s 5s6s7s8s9s TsJsQsKsAs super-dragon", 26),
        ("2s3s5s 4s6s8s9sTs 7sJsQsKsAs super-dragon", 26),  # however it is set
        ("2s3d5s 4s6h8s9sTs 7sJsQcKsAs dragon", 13),
        ("KsKdQs QcTsTd7s7d 5s5d2s2d3s six-pairs", 3),
        ("KsKdQs QcTsTdThTc 5s5d2s2d3s six-pairs", 3),  # four tens are two pairs
        ("KsKdKh QcQsTdTh2c 5s5d2s3d3s six-pairs", 3),  # the odd card may be a third king
        ("2s3d4d 5s6d7d8s9s 6s7s8h9cTs three-straights", 3),
        ("AsKdQd 2s3d4d5sAd 2d3s4h5h6s three-straights", 3),  # aces at either end (C-9)
        ("2s5s9s 3d6dTdQdKd 4h7h9hQhKh three-flushes", 3),
        ("2s5s9s 3s6s7sQsKs 4h7h9hQhKh three-flushes", 3),  # two of one suit
    ],
)
def test_clean_sweep_collects_its_value_004_2018(hand: str, value: int) -> None:
    against = "Jc7c3c AcAh6c5c4c JhJd8c8d9d"
    assert points(hand, against) == [f"p1 p2 {value}"]
    assert points(against, hand) == [f"p1 p2 {-value}"]


def test_undeclared_sweep_is_compared_by_segment_poker_c_22() -> None:
    # A dragon set as straights: four high, nine-high straight, ace-high straight.
    answer = scored("2s3d4s 5s6h7s8s9s TsQcJsKsAs", PLAIN)
    # four high loses to jack high, -1; straight in the middle 1 + 4; at the bottom 1 + 2
    assert answer["points"] == ["p1 p2 7"]
    assert answer["warnings"] == ["p1 holds Dragon undeclared; it is compared by segment"]


def test_undeclared_sweep_out_of_order_is_foul_declared_it_is_not_poker_c_8() -> None:
    hand = "KsKdQs QcTsTd7s7d 5s5d2s2d3s"  # tens and sevens above fives and twos
    assert points(hand, PLAIN) == ["p1 p2 -9"]
    assert points(f"{hand} six-pairs", PLAIN) == ["p1 p2 3"]


def test_sweep_neither_pays_nor_wins_bonuses_004_2015() -> None:
    # Three queens on top, a straight in the middle, a flush at the bottom.
    rich = "QdQhQc 3c4d5h6d7c 2cTc9c6cKc"
    assert points("2s3d4h 5s6h7s8s9s TsQsJsKsAs dragon", rich) == ["p1 p2 13"]


def test_foul_against_a_sweep_pays_the_sweep_only_poker_c_6() -> None:
    foul = "JdJc3h 8d8c6d5c4c JhAc9d9h8h"  # jacks above eights
    assert points(foul, "Qd7d3c KhKc6h5d4d QhQc9s9c7h") == ["p1 p2 -9"]
    assert points(SUPER_DRAGON, foul) == ["p1 p2 26"]
    assert points(foul, "2s5s9s 3s6s7sQsKs 4h7h6hQhKh three-flushes") == ["p1 p2 -3"]


@pytest.mark.parametrize(
    ("one", "other", "net"),
    [
        (SUPER_DRAGON, DRAGON, 26),  # its own value, not the difference
        (DRAGON, PAIRS, 13),
        (DRAGON, STRAIGHTS_2, 13),
        (SUPER_DRAGON, FLUSHES, 26),
        (PAIRS, FLUSHES, 0),
        (STRAIGHTS, PAIRS, 0),
        (FLUSHES, STRAIGHTS_2, 0),
        (PAIRS, PAIRS_2, 0),
        (DRAGON, DRAGON_2, 0),
    ],
)
def test_sweeps_meet_by_value_and_equal_values_push_poker_c_7(
    one: str, other: str, net: int
) -> None:
    assert points(one, other) == [f"p1 p2 {net}"]
    assert points(other, one) == [f"p1 p2 {-net}"]


def test_button_does_not_win_tied_sweeps_poker_c_11() -> None:
    assert points(DRAGON, DRAGON_2, button=1) == ["p1 p2 0"]
    assert points(DRAGON, DRAGON_2, button=2) == ["p2 p1 0"]


def test_two_sweeps_in_one_hand_pay_the_higher_poker_c_25() -> None:
    against = "Jc7s3c AcAs6c5c4c JsJd8c8s9c"
    answer = scored(DRAGON, against)
    assert answer["points"] == ["p1 p2 13"]
    assert "warnings" not in answer


def test_naming_the_lower_of_two_sweeps_is_paid_as_named_004_2015() -> None:
    lower = DRAGON.replace("dragon", "three-straights")
    answer = scored(lower, "Jc7s3c AcAs6c5c4c JsJd8c8s9c")
    assert answer["points"] == ["p1 p2 3"]
    assert answer["warnings"] == ["p1 declared Three Straights; Dragon would have been paid more"]


def test_lower_sweep_still_collects_from_the_third_player_004_2028() -> None:
    third = "8c4d3c AcAs6c5h4c JsJd8s9h9c"
    assert points(DRAGON, PAIRS, third) == ["p1 p2 13", "p1 p3 13", "p2 p3 3"]
    assert stacks(DRAGON, PAIRS, third) == ["126.00", "90.00", "84.00"]


def test_others_compare_segments_beside_a_sweep_004_2024() -> None:
    one, other = "8c4d3c AcAs6c5h4c JsJd8s9h9c", "Qs5s2s KcKs6s7c3s TcTs7s7h4s"
    # p3 against p1: queen high over eight high 1, kings under aces -1, tens and sevens under
    # jacks and nines -1.
    assert points(one, DRAGON, other, button=3) == ["p3 p1 -1", "p3 p2 -13", "p1 p2 -13"]
    assert stacks(one, DRAGON, other, button=3) == ["88.00", "126.00", "86.00"]


def test_two_dragons_tie_and_collect_from_the_third_004_2028() -> None:
    hands = (DRAGON, DRAGON_2, "Qd8d3s AsAh6d5h2c KsKh9s9h2d")
    assert points(*hands) == ["p1 p2 0", "p1 p3 13", "p2 p3 13"]
    assert stacks(*hands) == ["113.00", "113.00", "74.00"]

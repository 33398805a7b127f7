"""Chips by table stakes (004:1925, 1937) and Fantasy Land in and out (004:2034)."""

from __future__ import annotations

from decimal import Decimal

import pytest

from tests.families.chinese_poker.chinese_hands import fantasy, points, scored, stacks

SUPER_DRAGON = "2s3s4s 5s6s7s8s9s TsJsQsKsAs super-dragon"
FOUL = "JdJc3h 8d8c6d5c4c JhAc9d9h8h"  # jacks above eights, no spade


def test_points_are_worth_the_point_value_004_1960() -> None:
    nines = "9c9d2c 3s3h4s4h8h 5c5d5h2d3d"  # 1 + 4, 1 and 1 over:
    weak = "6d7d8s TsJdQs6s9h KdKsAd7s8d"
    assert stacks(nines, weak) == ["107.00", "93.00"]
    assert stacks(nines, weak, point=5) == ["135.00", "65.00"]
    assert stacks(nines, weak, point=Decimal("2.50")) == ["117.50", "82.50"]
    cheap = stacks(nines, weak, point=Decimal("0.25"), stacks=[10, Decimal("12.5")])
    assert cheap == ["11.75", "10.75"]


def test_nobody_loses_more_than_the_stack_004_1937() -> None:
    answer = scored(SUPER_DRAGON, FOUL, stacks=[100, 9])
    assert answer["points"] == ["p1 p2 26"]  # before the limit of the stacks
    assert answer["finishing_stacks"] == ["109.00", "0.00"]
    assert answer["warnings"] == ["table stakes: 9.00 of 26.00 is paid between p1 and p2"]


def test_nobody_wins_more_than_the_stack_004_1937() -> None:
    assert stacks(SUPER_DRAGON, FOUL, stacks=[20, 100]) == ["40.00", "80.00"]


BIG = "AcAd2h KcKdQcQd3c 5c5d5h9c7d"  # aces on top (9), kings and queens, three fives
MID = "JhJs4c KhKs8c7h4d 6s6h9h9sTc"  # jacks on top (6), kings, nines and sixes
LOW = "Td8s2d QhTh8h7s3s AhQs9d8d4h"  # ten high, queen high, ace high


def test_points_of_the_three_hands() -> None:
    # BIG over MID 1 + 9, 1, 1; BIG over LOW the same; MID over LOW 1 + 6, 1, 1.
    assert points(BIG, MID, LOW) == ["p1 p2 12", "p1 p3 12", "p2 p3 9"]
    assert stacks(BIG, MID, LOW) == ["124.00", "97.00", "79.00"]


def test_order_of_comparison_decides_who_is_paid_from_a_short_stack() -> None:
    # p3 pays p1 twelve and has three left for p2's nine.
    assert stacks(BIG, MID, LOW, stacks=[100, 100, 15]) == ["124.00", "91.00", "0.00"]
    # With the button on p2 the order is p2-p3, p2-p1, p3-p1: p2 gets its nine, p1 six.
    assert stacks(BIG, MID, LOW, button=2, stacks=[100, 100, 15]) == ["118.00", "97.00", "0.00"]


def test_winnings_before_a_loss_are_not_at_risk_poker_c_17() -> None:
    # p2 wins nine from p3, then owes p1 twelve and began with ten: it pays ten, keeps nine.
    assert stacks(BIG, MID, LOW, button=2, stacks=[100, 10, 100]) == ["122.00", "9.00", "79.00"]


def test_player_without_chips_still_wins_poker_c_18() -> None:
    # p2 loses its nine to p1 and then wins nine from p3.
    assert stacks(BIG, MID, LOW, stacks=[100, 9, 100]) == ["121.00", "9.00", "79.00"]


def test_player_without_chips_wins_up_to_the_starting_stack_poker_c_18() -> None:
    queens = "QhQd2c KhKd7c6c5d TcTdTh4d3d"  # 9 + 7 over a foul
    hands = (SUPER_DRAGON, queens, FOUL)
    assert points(*hands, button=2) == ["p2 p3 16", "p2 p1 -26", "p3 p1 -26"]
    # The sweep is paid first: nine of p2's nine, 26 of p3. Of its sixteen p2 can win nine.
    assert stacks(*hands, button=2, stacks=[100, 9, 100]) == ["135.00", "9.00", "65.00"]


def test_win_limit_is_one_sum_for_the_hand_by_default_004_1937() -> None:
    # p1 began with 15: twelve from p2, then three from p3.
    assert stacks(BIG, MID, LOW, stacks=[15, 100, 100]) == ["30.00", "97.00", "88.00"]


@pytest.mark.parametrize(
    ("stack", "ends"),
    [(15, ["39.00", "97.00", "79.00"]), (10, ["30.00", "99.00", "81.00"])],
)
def test_option_win_limit_from_each_opponent(stack: int, ends: list[str]) -> None:
    options = {"win_limit": "opponent"}
    assert stacks(BIG, MID, LOW, stacks=[stack, 100, 100], _options=options) == ends


DRAGON = "2s3d4s 5s6c7s8h9d TsJdQsKdAh dragon"
ACES = "AcAd2h QcQdTdTh3c 5c5d5h9c7d"  # beats the next by 1 + 9, 1, 1
JACKS = "JhJs4c KcKh8c7h4d 6s6h9h9sTc"


def test_sweeps_are_paid_before_segments_poker_c_19() -> None:
    assert points(ACES, JACKS, DRAGON) == ["p1 p2 12", "p1 p3 -13", "p2 p3 -13"]
    # Of p2's fifteen the dragon takes thirteen and leaves two of p1's twelve.
    assert stacks(ACES, JACKS, DRAGON, stacks=[100, 15, 100]) == ["89.00", "0.00", "126.00"]


def test_sweep_collects_in_the_order_of_comparison_004_2024() -> None:
    assert points(ACES, DRAGON, JACKS) == ["p1 p2 -13", "p1 p3 12", "p2 p3 13"]
    # p2 began with twenty: thirteen from the button, then seven from p3.
    assert stacks(ACES, DRAGON, JACKS, stacks=[100, 20, 100]) == ["99.00", "40.00", "81.00"]


# Fantasy Land.

REST = "7s5h2d Kh8h7h4h3c KcKsQc9c8s"  # seven high, king high, pair of kings


@pytest.mark.parametrize(
    ("hand", "enters"),
    [
        ("JsJd2c AcAd7c6c5d TsTdTh4d3s", False),
        ("QsQd2c AcAd7c6c5d TsTdTh4d3s", True),
        ("AsAdQd 2c2h7c7d5d TsTdTh4d3s", True),
        ("2c2h2s 3d3h3s6c5d TsTdTh4d4s", True),  # three twos
        ("KdAd2c AcAh7c6c5d TsTdTh4d3s", False),  # ace high
        ("QsQd2c TsTdTh4d3s AcAd7c6c5d", False),  # foul: three tens above aces
        ("2c3d7d 9d9s5s6c4c TcTdThTs6d", False),  # would keep a player there, does not enter
    ],
)
def test_queens_or_better_on_top_enter_fantasy_land_004_2034(hand: str, enters: bool) -> None:
    assert fantasy(hand, REST) == [enters, False]
    assert fantasy(REST, hand, button=2) == [False, enters]


def test_kings_on_top_enter_fantasy_land_004_2034() -> None:
    kings = "KdKh2c AcAh7c6c5d TsTdTh4d3s"
    assert fantasy(kings, "7s5h2d Qh8h7h4h3c KcKsQc9c8s") == [True, False]


@pytest.mark.parametrize(
    ("hand", "stays"),
    [
        ("2c3d7d 9d9s5s6c4c TcTdThTs6d", True),  # four of a kind at the bottom
        ("2c3d7c 9s9h5s6c4c 4d5d6d7d8d", True),  # straight flush
        ("2c3d7d 9d9s5s6c4c TdJdQdKdAd", True),  # royal flush (C-13)
        ("2c3d7d 5c5d5s9d9s JcJdJhTcTd", True),  # full house in the middle
        ("2c3d7d 6c6d6h6s9s TcTdThTs5s", True),  # four of a kind there
        ("3d3h3s 6c6d6h5c4c 8dTcJdQd9s", True),  # three of a kind on top
        ("2c3h7d 2s5s9sJsAs TcTdThJcJd", False),  # full house at the bottom, flush in the middle
        ("2c3h7d 4c5c6d7c8d 2s5s9sJsAs", False),  # straight, flush
        ("QdQh2c AcAd7d6c5d TsTdTh4d3s", False),  # queens on top do not keep one there (C-14)
        ("AsAd2c 3d3h7d7c5d TsTdTh4d3s", False),  # nor aces
        ("2c3d7d TcTdThTs6d 9d9s5s6c4c", False),  # foul, four of a kind above a pair (C-15)
        ("3d3h3s 9d9s5s6c4c TcTdThTs6d", False),  # foul, three of a kind above a pair (C-15)
    ],
)
def test_staying_in_fantasy_land_004_2034(hand: str, stays: bool) -> None:
    assert fantasy(f"{hand} fantasy", REST) == [stays, False]


def test_clean_sweep_and_fantasy_land_by_the_segments_as_set_poker_c_16() -> None:
    good = "QdQh2c 9d9s4d4c6d TcTd5c5d6c six-pairs"
    foul = "QdQh2c TcTd5c5d6c 9d9s4d4c6d six-pairs"
    assert fantasy(good, REST) == [True, False]
    assert fantasy(foul, REST) == [False, False]
    plain = "Jd8d3h AhAc6d5c4c JhJc9d9h8c"
    assert fantasy(f"{SUPER_DRAGON} fantasy", plain) == [True, False]  # by middle and bottom
    assert fantasy(SUPER_DRAGON, plain) == [False, False]


def test_three_players_each_judged_alone() -> None:
    assert fantasy(BIG, MID, LOW) == [True, False, False]
    assert fantasy(BIG, f"{MID} fantasy", LOW, button=3) == [True, False, False]

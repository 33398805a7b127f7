"""The PHH notation: reading, writing, and hands from the record played by the general rules."""

from __future__ import annotations

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import CannotHaveHappened
from houseway.families.poker.phh import (
    Chips,
    parse_hand,
    parse_hands,
    read_hands,
    write_hand,
    write_hands,
)
from houseway.families.poker.phh_replay import replay
from tests.families.poker.hands import ends, refused, written

# Hands from the record: the million-dollar pot of 2009, the largest pot played online, an all-in
# at short deck, the bad beat of the 2019 Poker Players Championship, the example hand of badugi.

DWAN_IVEY = written(
    """
    d dh p1 Ac2d; d dh p2 ????; d dh p3 7h6h
    p3 cbr 7000; p1 cbr 23000; p2 f; p3 cc
    d db Jc3d5c; p1 cbr 35000; p3 cc
    d db 4h; p1 cbr 90000; p3 cbr 232600; p1 cbr 1067100; p3 cc
    p1 sm Ac2d; p3 sm 7h6h
    d db Jh
    """,
    variant="NT",
    antes=[500, 500, 500],
    blinds_or_straddles=[1000, 2000, 0],
    min_bet=2000,
    starting_stacks=[1125600, 2000000, 553500],
)

ANTONIUS_BLOM = written(
    """
    d dh p1 Ah3sKsKh; d dh p2 6d9s7d8h
    p2 cbr 3000; p1 cbr 9000; p2 cbr 27000; p1 cbr 81000; p2 cc
    d db 4s5c2h; p1 cbr 91000; p2 cbr 435000; p1 cbr 779000; p2 cc
    p1 sm Ah3sKsKh; p2 sm 6d9s7d8h
    d db 5h; d db 9c
    """,
    variant="PO",
    antes=[0, 0],
    blinds_or_straddles=[500, 1000],
    min_bet=1000,
    starting_stacks=[Decimal("1259450.25"), Decimal("678473.5")],
)

PHUA_XUAN = written(
    """
    d dh p1 Th8h; d dh p2 QsJd; d dh p3 QhQd; d dh p4 8d7c; d dh p5 KhKs; d dh p6 8c7h
    p1 cc; p2 cc; p3 cbr 35000; p4 f; p5 cbr 298000; p6 f; p1 f; p2 f; p3 cc
    p5 sm KhKs; p3 sm QhQd
    d db 9h6cKc; d db Jh; d db Ts
    """,
    variant="NS",
    ante_trimming_status=True,
    antes=[3000] * 6,
    blinds_or_straddles=[0, 0, 0, 0, 0, 3000],
    min_bet=3000,
    starting_stacks=[495000, 232000, 362000, 403000, 301000, 204000],
)

ARIEH_YOCKEY = written(
    """
    d dh p1 7h6c4c3d2c; d dh p2 ??????????; d dh p3 ??????????; d dh p4 AsQs6s5c3c
    p3 f; p4 cbr 300000; p1 cbr 450000; p2 f; p4 cc
    p1 sd; p4 sd AsQs; d dh p4 2hQh; p1 cbr 150000; p4 cc
    p1 sd; p4 sd Qh; d dh p4 4d; p1 cbr 300000; p4 cc
    p1 sd; p4 sd 6s; d dh p4 7c; p1 cbr 280000; p4 cc
    p1 sm 7h6c4c3d2c; p4 sm 2h4d7c5c3c
    """,
    variant="F2L3D",
    antes=[0] * 4,
    blinds_or_straddles=[75000, 150000, 0, 0],
    small_bet=150000,
    big_bet=300000,
    starting_stacks=[1180000, 4340000, 5910000, 10765000],
)

ALICE_CAROL = written(
    """
    d dh p1 ????????; d dh p2 ????????; d dh p3 ????????; d dh p4 ????????
    p3 f; p4 cc; p1 cc; p2 cc
    p1 sd ????; p2 sd ????; p4 sd ??; d dh p1 ????; d dh p2 ????; d dh p4 ??
    p1 cc; p2 cbr 2; p4 cc; p1 cc
    p1 sd ??; p2 sd; p4 sd ??; d dh p1 ??; d dh p4 ??
    p1 cc; p2 cbr 4; p4 cbr 8; p1 f; p2 cc
    p2 sd ??; p4 sd; d dh p2 ??; p2 cc; p4 cbr 4; p2 cc
    p4 sm 2s4c6d9h; p2 sm 3s5d7c8h
    """,
    variant="FB",
    antes=[0] * 4,
    blinds_or_straddles=[1, 2, 0, 0],
    small_bet=2,
    big_bet=4,
    starting_stacks=[200] * 4,
)


def test_dwan_and_ivey_2009() -> None:
    ends(DWAN_IVEY, [572100, 1997500, 1109500], ["p3 high 1109500"])


def test_antonius_and_blom_2009_amounts_with_cents() -> None:
    ends(ANTONIUS_BLOM, ["1937923.75", "0.00"], ["p1 high 1356947"])


def test_phua_and_xuan_2019_short_deck_with_a_button_blind() -> None:
    ends(PHUA_XUAN, [489000, 226000, 684000, 400000, 0, 198000], ["p3 high 623000"])


def test_arieh_and_yockey_2019_triple_draw() -> None:
    ends(ARIEH_YOCKEY, [0, 4190000, 5910000, 12095000], ["p4 high 2510000"])


def test_alice_and_carol_unknown_cards_until_the_showdown() -> None:
    ends(ALICE_CAROL, [196, 220, 200, 184], ["p2 high 36"])


# Parts of the notation.


NT = {"variant": "NT", "blinds_or_straddles": [5, 10, 0], "min_bet": 10}
HOLE = "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s"


def test_hole_cards_may_be_dealt_one_at_a_time() -> None:
    deal = "d dh p1 Ah; d dh p2 Qc; d dh p3 7s; d dh p1 Kd; d dh p2 Qs; d dh p3 6s"
    ends(written(f"{deal}; p3 f; p1 f", **NT), [195, 205, 200], ["p2 pot 10"])


def test_comments_and_empty_actions_are_passed_over_but_counted() -> None:
    hand = written(f"# the deal; {HOLE}; p3 f # sighs", **NT)
    data: dict[str, Any] = {
        **NT,
        "starting_stacks": [200] * 3,
        "actions": ["# hello", "", "d dh p1 AhKd", *hand.actions[2:4], "p3 f # sighs", "p2 f"],
    }
    refusal = refused(parse_hand(data), "out-of-turn")
    assert refusal.index == 6


def test_heads_up_amounts_are_posted_the_other_way_round_g1() -> None:
    # p2 is the button and posts the first amount; antes change places too.
    deal = "d dh p1 AhKd; d dh p2 QcQs"
    fields: dict[str, Any] = {
        "variant": "NT",
        "blinds_or_straddles": [5, 10],
        "antes": [0, 3],
        "min_bet": 10,
        "starting_stacks": [100, 100],
    }
    ends(written(f"{deal}; p2 f", **fields), [105, 95], ["p1 pot 13"])
    refused(written(f"{deal}; p1 f", **fields), "out-of-turn")


def test_straddles_move_the_opening() -> None:
    straddled = {**NT, "blinds_or_straddles": [5, 10, 20, 0], "starting_stacks": [200] * 4}
    deal = f"{HOLE}; d dh p4 2c2d"
    refused(written(f"{deal}; p3 f", **straddled), "out-of-turn")
    ends(written(f"{deal}; p4 f; p1 f; p2 f", **straddled), [195, 190, 215, 200], ["p3 pot 25"])


def test_a_button_straddle_lets_the_small_blind_open() -> None:
    straddled = {**NT, "blinds_or_straddles": [5, 10, 0, 20], "starting_stacks": [200] * 4}
    ends(written(f"{HOLE}; d dh p4 2c2d; p1 f; p2 f; p3 f", **straddled), [195, 190, 200, 215])


def test_a_post_below_zero_is_live_and_moves_nothing() -> None:
    posted = {**NT, "blinds_or_straddles": [5, 10, 0, -10], "starting_stacks": [200] * 4}
    play = f"{HOLE}; d dh p4 2c2d; p3 f; p4 cc; p1 f; p2 cbr 30; p4 f"
    ends(written(play, **posted), [195, 215, 200, 190], ["p2 pot 25"])


def test_a_big_blind_ante_goes_to_the_pot_whole() -> None:
    hand = written(f"{HOLE}; p3 f; p1 f", **NT, antes=[0, 12, 0])
    ends(hand, [195, 205, 200], ["p2 pot 22"])


def test_antes_are_trimmed_only_if_said() -> None:
    check = "p1 cc; p3 cc"
    play = f"{HOLE}; p3 cc; p1 cc; d db 2h5d9c; {check}; d db 3s; {check}; d db Ts; {check}"
    fields: dict[str, Any] = {**NT, "antes": [4, 4, 4], "starting_stacks": [100, 2, 100]}
    # p2 is all-in for half the ante with the best hand and posts no blind; the small blind of 5 is
    # called. p2 wins all antes of 10, or where they are trimmed the 6 it matched.
    ends(written(play, **fields), [101, 10, 91], ["p1 high 10", "p2 high 10"])
    trimmed = written(play, **fields, ante_trimming_status=True)
    ends(trimmed, [105, 6, 91], ["p1 high 14", "p2 high 6"])


def test_an_unknown_stack_is_unlimited() -> None:
    fields: dict[str, Any] = {**NT, "starting_stacks": [Decimal("inf"), 100, 100]}
    play = f"{HOLE}; p3 cbr 100; p1 cc; p2 f; d db 2h5d9c; d db 3s; d db Ts"
    answer = replay(written(play, **fields))
    assert answer.as_json()["finishing_stacks"] == ["inf", "90.00", "0.00"]


def test_a_short_all_in_is_raised_from_where_it_stands() -> None:
    # General rules: a bet of 20 and an all-in of 30; the next raise goes to 50.
    play = f"{HOLE}; p3 cc; p1 cc; p2 cc; d db 2h5d9c; p1 cbr 20; p2 cbr 30"
    fields: dict[str, Any] = {**NT, "starting_stacks": [200, 40, 200]}
    refused(written(f"{play}; p3 cbr 40", **fields), "wrong-amount")
    refused(written(f"{play}; p3 cc; p1 cbr 60", **fields), "short-all-in")


def test_the_bring_in_has_no_last_word_by_custom_but_a_written_check_is_passed_over() -> None:
    fields: dict[str, Any] = {
        "variant": "F7S", "antes": [1] * 3, "bring_in": 1, "small_bet": 4, "big_bet": 8,
    }  # fmt: skip
    third = "d dh p1 AhKd9c; d dh p2 Ts8s5h; d dh p3 JsQcJd; p2 pb; p3 cc; p1 cc"
    fourth = "d dh p1 2c; d dh p2 Kh; d dh p3 3d; p2 cbr 4; p3 f; p1 f"
    for check in ("", "p2 cc; "):
        ends(written(f"{third}; {check}{fourth}", **fields), [198, 204, 198], ["p2 pot 6"])
    refused(written(f"{third}; p2 cbr 4", **fields), "no-deal")


def test_an_all_in_completion_for_the_size_of_the_bring_in_is_no_bring_in() -> None:
    # p3 completes all-in for its last 2, so the next bet goes to 6 and not to 4.
    fields: dict[str, Any] = {
        "variant": "F7S", "antes": [1] * 3, "bring_in": 2, "small_bet": 4, "big_bet": 8,
        "starting_stacks": [200, 200, 3],
    }  # fmt: skip
    third = "d dh p1 AhKd9c; d dh p2 Ts8s5h; d dh p3 JsJc2d"
    refused(written(f"{third}; p3 cbr 2; p1 cbr 4", **fields), "wrong-amount")
    refused(written(f"{third}; p3 pb; p1 cbr 6", **fields), "wrong-amount")


def test_an_all_in_hand_may_be_shown_twice() -> None:
    # From the 2023 championship: heads-up razz, all-in on sixth street, shown before and after.
    hand = written(
        """
        d dh p1 8c; d dh p2 4h; d dh p1 2h; d dh p2 3d; d dh p1 4c; d dh p2 8d
        p2 pb; p1 cbr 300000; p2 cbr 600000; p1 cc
        d dh p1 Ad; d dh p2 2s; p1 cbr 300000; p2 cbr 600000; p1 cc
        d dh p1 Qd; d dh p2 Td; p2 cbr 600000; p1 cc
        d dh p1 Jd; d dh p2 8s; p1 cbr 600000; p2 cbr 750000; p1 cc
        p2 sm 4h3d8d2sTd8s; p1 sm 8c2h4cAdQdJd
        d dh p1 Kh; d dh p2 7h
        p1 sm 8c2h4cAdQdJdKh; p2 sm 4h3d8d2sTd8s7h
        """,
        variant="FR",
        ante_trimming_status=True,
        antes=[100000, 100000],
        bring_in=100000,
        small_bet=300000,
        big_bet=600000,
        starting_stacks=[2650000, 27050000],
    )
    ends(hand, [0, 29700000], ["p2 high 5300000"])


def test_finishing_stacks_that_differ_are_mentioned() -> None:
    same = written(f"{HOLE}; p3 f; p1 f", **NT, finishing_stacks=[195, 205, 200])
    assert replay(same).warnings == ()
    raked = written(f"{HOLE}; p3 f; p1 f", **NT, finishing_stacks=[195, 204, 200])
    assert "finishing_stacks" in replay(raked).warnings[0]


# Files.


def test_a_phhs_file_holds_many_hands(tmp_path: Path) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(write_hands([DWAN_IVEY, ANTONIUS_BLOM]), encoding="utf-8")
    hands = read_hands(path)
    assert [hand.variant for hand in hands] == ["NT", "PO"]
    assert [replay(hand).winners for hand in hands] == [
        ("p3 high 1109500",),
        ("p1 high 1356947",),
    ]


def test_a_file_that_is_not_there_or_not_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotHaveHappened, match="there is no such file"):
        read_hands(tmp_path / "none.phh")
    with pytest.raises(CannotHaveHappened, match="TOML"):
        parse_hands("variant = ")


def test_what_is_written_reads_back_unchanged() -> None:
    text = """
variant = "NT"
_filing = "500-club/texas-holdem"
_structure = "no-limit"
_schedule = 90
_options = { heads_up_blinds = "custom" }
_mine = ["a \\"quoted\\" word", 3]
ante_trimming_status = true
antes = [2.50, 2.50, 2.50]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [2067.40, inf, 1171]
actions = ["d dh p1 ????", "p3 cbr 47.50 # big"]
time = 00:00:26
day = 1
seats = [3, 4, 5]
"""
    (hand,) = parse_hands(text)
    (again,) = parse_hands(write_hand(hand))
    assert again == hand
    assert again.other["time"] == datetime.time(0, 0, 26)
    assert again.starting_stacks[0] == Decimal("2067.40")


def test_chips_are_small_enough_for_every_amount() -> None:
    chips = Chips([5, Decimal("0.125"), Decimal("1e3")])
    assert (chips.scale, chips.count(Decimal("0.125")), chips.text(125)) == (1000, 125, "0.125")
    assert Chips([5]).brief(1250) == "12.50"
    assert Chips([5]).brief(1700) == "17"

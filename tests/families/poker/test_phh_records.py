"""Shapes met in real collections of hands, in hands of our own.

Online records know no hole cards, show `????` at every stage of an all-in, post blinds late and
count in cents; tournament records deal card by card and have big-blind antes and short bring-ins.
"""

from __future__ import annotations

from pathlib import Path

from houseway.families.poker.phh import PhhHand, read_hands
from houseway.families.poker.phh_replay import replay
from tests.families.poker.hands import ends, refused, written

UNSEEN = "d dh p1 ????; d dh p2 ????; d dh p3 ????"


def online(actions: str, **fields: object) -> PhhHand:
    """No limit at a nickel and a dime, three players with ten dollars each."""
    cents = {"antes": [0, 0, 0], "blinds_or_straddles": [5, 10, 0], "min_bet": 10}
    given = {"variant": "NT", "starting_stacks": [1000] * 3, **cents}
    return written(actions, **(given | fields))


def test_unknown_cards_shown_at_every_stage_of_an_all_in() -> None:
    # p3 is all-in for 400 on the flop and p1 calls; only at the end are cards seen.
    hand = online(
        f"{UNSEEN}; p3 cbr 30; p1 cc; p2 f; d db 9s5sJd; p1 cc; p3 cbr 370; p1 cc; "
        "p3 sm ????; p1 sm ????; d db 2s; p1 sm ????; p3 sm ????; d db 4c; "
        "p1 sm Jh8h; p3 sm 9h9c",
        starting_stacks=[1000, 1000, 400],
    )
    ends(hand, [600, 990, 810], ["p3 high 810"])


def test_an_all_in_hand_never_seen_loses_to_the_one_shown() -> None:
    hand = online(
        f"{UNSEEN}; p3 cbr 400; p1 cc; p2 f; p3 sm ????; p1 sm ????; d db 9s5sJd; d db 2s; "
        "d db 4c; p1 sm Jh8h; p3 sm ????",
        starting_stacks=[1000, 1000, 400],
    )
    ends(hand, [1410, 990, 0], ["p1 high 810"])


def test_a_late_post_is_live_and_below_zero() -> None:
    # p4 posts 10 and checks its option; the small blind and p3 fold.
    hand = online(
        f"{UNSEEN}; d dh p4 ????; p3 f; p4 cc; p1 f; p2 cc; d db 9s5sJd; p2 cc; p4 cbr 15; p2 f",
        antes=[0] * 4,
        blinds_or_straddles=[5, 10, 0, -10],
        starting_stacks=[1000] * 4,
    )
    ends(hand, [995, 990, 1000, 1015], ["p4 pot 25"])


def test_board_cards_nobody_wrote_down() -> None:
    to_the_end = (
        "d dh p1 AhAd; d dh p2 ????; p2 cc; p1 cc; d db ??????; p1 cc; p2 cc; d db ??; p1 cc; "
        "p2 cc; d db ??; p1 cc; p2 cc"
    )
    two = {"antes": [0, 0], "blinds_or_straddles": [5, 10], "starting_stacks": [1000, 1000]}
    ends(online(f"{to_the_end}; p1 sm AhAd; p2 sm", **two), [1010, 990], ["p1 pot 20"])
    shown = replay(online(f"{to_the_end}; p1 sm AhAd; p2 sm KhKd", **two))
    assert [(one.player, one.least, one.most) for one in shown.open] == [(1, 0, 2000), (2, 0, 2000)]


def test_a_raise_stops_at_what_the_other_can_call() -> None:
    # Razz: p1 has 15 left on sixth street and bets 12; p2 puts it all-in for 15.
    hand = written(
        "d dh p1 8c; d dh p2 4h; d dh p1 2h; d dh p2 3d; d dh p1 4c; d dh p2 8d; p2 pb; p1 cbr 6; "
        "p2 cc; d dh p1 Ad; d dh p2 2s; p1 cbr 6; p2 cc; d dh p1 Qd; d dh p2 Td; p2 cc; p1 cc; "
        "d dh p1 Jd; d dh p2 8s; p1 cbr 12; p2 cbr 15; p1 cc; p2 sm 4h3d8d2sTd8s; "
        "p1 sm 8c2h4cAdQdJd; d dh p1 Kh; d dh p2 7h; p1 sm 8c2h4cAdQdJdKh; p2 sm 4h3d8d2sTd8s7h",
        variant="FR", antes=[2, 2], bring_in=2, small_bet=6, big_bet=12,
        starting_stacks=[29, 300],
    )  # fmt: skip
    # p1's best five are J-8-4-2-A, p2's 8-7-4-3-2.
    ends(hand, [0, 329], ["p2 high 58"])


def test_an_all_in_stud_hand_shown_once_gets_its_last_cards_after() -> None:
    """Both are all-in on fourth street and show four cards; three more follow."""
    hand = written(
        "d dh p1 AhAd9c; d dh p2 KsKc5h; p2 pb; p1 cbr 4; p2 cc; d dh p1 2c; d dh p2 3d; "
        "p1 cbr 4; p2 cc; p1 sm AhAd9c2c; p2 sm KsKc5h3d; d dh p1 4s; d dh p2 Kd; "
        "d dh p1 6c; d dh p2 8d; d dh p1 Tc; d dh p2 Js",
        variant="F7S", antes=[1, 1], bring_in=1, small_bet=4, big_bet=8, starting_stacks=[9, 9],
    )  # fmt: skip
    ends(hand, [0, 18], ["p2 high 18"])


def test_a_file_of_many_hands_goes_on_after_a_bad_one(tmp_path: Path) -> None:
    path = tmp_path / "session.phhs"
    fields = (
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        "starting_stacks = [100.50, 80]\nactions = "
    )
    path.write_text(
        "\ufeff[7]\n" + fields + '["d dh p1 ????", "d dh p2 ????", "p2 f # gl"]\nhand = 7\n\n'
        "[8]\n" + fields + '["d dh p1 ????", "d dh p2 ????", "", "p1 f"]\n',
        encoding="utf-8",
    )
    first, second = read_hands(path)
    ends(first, [101.5, 79], ["p1 pot 2"])
    refused(second, "out-of-turn")
    assert replay(first).as_json()["finishing_stacks"] == ["101.50", "79.00"]

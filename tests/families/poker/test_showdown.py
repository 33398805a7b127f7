"""Showing, giving up unseen, playing the board, unknown cards. Rulings G-20, O-8 to O-19, P."""

from __future__ import annotations

from houseway.families.poker.phh import PhhHand
from houseway.families.poker.phh_replay import replay
from tests.families.poker.hands import ends, limit, no_limit, outlaws, refused, stud, written
from tests.families.poker.test_pots import checked

HOLDEM = "500-club/texas-holdem"
HOLE = "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s"
# p2's queens win, then p1's ace-king.
TO_SHOWDOWN = f"{HOLE}; p3 cc; p1 cc; p2 cc; {checked((1, 2, 3), '2h5d9c', '3s', 'Ts')}"


def test_where_nobody_is_said_to_show_all_who_remain_show() -> None:
    ends(limit(HOLDEM, TO_SHOWDOWN), [196, 208, 196], ["p2 high 12"])


def test_a_hand_given_up_unseen_cannot_win_g20() -> None:
    shown = f"{TO_SHOWDOWN}; p1 sm AhKd; p2 sm; p3 sm 7s6s"
    ends(limit(HOLDEM, shown), [208, 196, 196], ["p1 high 12"])


def test_the_last_one_left_need_not_show() -> None:
    given_up = f"{TO_SHOWDOWN}; p1 sm; p2 sm; p3 sm -"
    ends(limit(HOLDEM, given_up), [196, 196, 208], ["p3 high 12"])
    ends(limit(HOLDEM, f"{TO_SHOWDOWN}; p1 sm; p2 sm"), [196, 196, 208])


def test_where_all_give_up_the_last_was_alone_and_has_won_g29() -> None:
    ends(limit(HOLDEM, f"{TO_SHOWDOWN}; p1 sm; p2 sm; p3 sm"), [196, 196, 208], ["p3 pot 12"])


def test_a_side_pot_given_up_by_all_goes_to_the_last_of_them_g29() -> None:
    # p3 is all-in for 20; p1 and p2 have 30 more each in a side pot and checked the
    # river, so p1 is first to show.
    play = (
        f"{HOLE}; p3 cbr 20; p1 cc; p2 cc; d db 2h5d9c; p1 cc; p2 cbr 30; p1 cc; "
        "d db 3s; p1 cc; p2 cc; d db Ts; p1 cc; p2 cc"
    )

    def showing(how: str) -> PhhHand:
        return no_limit(HOLDEM, f"{play}; {how}", starting_stacks=[200, 200, 20])

    ends(showing("p1 sm; p2 sm; p3 sm 7s6s"), [150, 210, 60], ["p3 high 60", "p2 pot 60"])
    ends(showing("p1 sm; p2 sm; p3 sm -"), [150, 210, 60])
    ends(showing("p1 sm AhKd; p2 sm; p3 sm 7s6s"), [270, 150, 0], ["p1 high 120"])
    ends(showing("p1 sm; p2 sm QcQs; p3 sm"), [150, 270, 0], ["p2 high 120"])


def test_an_all_in_hand_that_is_not_known_takes_its_pot_when_all_others_gave_up() -> None:
    hand = written(
        "d dh p1 AhKd; d dh p2 QcQs; d dh p3 ????; p3 cbr 20; p1 cc; p2 cc; d db 2h5d9c; "
        "p1 cc; p2 cbr 30; p1 cc; d db 3s; p1 cc; p2 cc; d db Ts; p1 cc; p2 cc; p1 sm; p2 sm",
        variant="NT", blinds_or_straddles=[1, 2, 0], min_bet=2, starting_stacks=[200, 200, 20],
    )  # fmt: skip
    ends(hand, [150, 210, 60], ["p2 pot 60", "p3 pot 60"])


def test_cards_shown_must_be_the_cards_held() -> None:
    refused(limit(HOLDEM, f"{TO_SHOWDOWN}; p1 sm AhQd"), "not-held")
    refused(limit(HOLDEM, f"{TO_SHOWDOWN}; p1 sm Ah"), "not-held")


def test_hands_may_be_shown_in_any_order() -> None:
    ends(limit(HOLDEM, f"{TO_SHOWDOWN}; p3 sm 7s6s; p1 sm KdAh; p2 sm QsQc"), [196, 208, 196])


def test_a_folded_hand_is_not_shown() -> None:
    play = f"{HOLE}; p3 f; p1 cc; p2 cc; {checked((1, 2), '2h5d9c', '3s', 'Ts')}"
    refused(limit(HOLDEM, f"{play}; p3 sm 7s6s"), "not-in-the-hand")


def test_nobody_shows_while_there_is_betting() -> None:
    refused(limit(HOLDEM, f"{HOLE}; p3 sm 7s6s"), "out-of-turn")
    refused(limit(HOLDEM, f"{HOLE}; p3 cc; p1 cc; p2 cc; p1 sm AhKd"), "no-deal")


def test_a_hand_that_stops_before_its_end_is_refused() -> None:
    refused(limit(HOLDEM, f"{HOLE}; p3 cc"), "incomplete", "actions")
    refused(limit(HOLDEM, f"{HOLE}; p3 cc; p1 cc; p2 cc"), "incomplete", "actions")
    refused(limit(HOLDEM, f"{TO_SHOWDOWN}; p1 sm AhKd"), "incomplete", "actions")


def test_nothing_follows_the_end() -> None:
    refused(limit(HOLDEM, f"{HOLE}; p3 f; p1 f; d db 2h5d9c"), "hand-is-over")
    refused(limit(HOLDEM, f"{HOLE}; p3 f; p1 f; p1 sm AhKd"), "hand-is-over")


def test_a_winner_by_folds_may_show() -> None:
    ends(limit(HOLDEM, f"{HOLE}; p3 f; p1 f; p2 sm QcQs"), [198, 202, 200], ["p2 pot 4"])


def test_all_in_hands_are_shown_before_the_rest_is_dealt() -> None:
    play = f"{HOLE}; p3 f; p1 cbr 200; p2 cc; p1 sm AhKd; p2 sm QcQs; d db 2h5d9c; d db 3s; d db As"
    ends(no_limit(HOLDEM, play), [400, 0, 200], ["p1 high 400"])


# Playing the board.


BOARD = ("AsKsQd", "Jc", "Th")  # broadway for everybody


def test_outlaws_checked_around_a_thrown_hand_plays_the_board_o19() -> None:
    # p3 has folded; p1 throws its hand away and still has a share of the board's straight.
    play = (
        "d dh p1 4h4d; d dh p2 5c5s; d dh p3 7s6s; p3 f; p1 cc; p2 cc; "
        f"{checked((1, 2), *BOARD)}; p1 sm; p2 sm 5c5s"
    )
    # The pot is p1's 2 (the blinds are the fee): 1 each.
    ends(outlaws(play), [98, 98, 100], ["p1 high 1", "p2 high 1"], fee=4)


def test_outlaws_after_a_bet_and_a_call_the_board_may_be_played() -> None:
    play = (
        "d dh p1 4h4d; d dh p2 5c5s; d dh p3 7s6s; p3 f; p1 cc; p2 cc; "
        f"{checked((1, 2), *BOARD[:2])}; d db Th; p1 cbr 6; p2 cc; p1 sm 4h4d; p2 sm"
    )
    ends(outlaws(play), [98, 98, 100], ["p1 high 7", "p2 high 7"], fee=4)


def test_outlaws_the_call_may_take_the_last_chip_o19() -> None:
    play = (
        "d dh p1 4h4d; d dh p2 5c5s; d dh p3 7s6s; p3 f; p1 cc; p2 cc; "
        f"{checked((1, 2), *BOARD[:2])}; d db Th; p1 cbr 6; p2 cc; p1 sm 4h4d; p2 sm"
    )
    stacks = [100, 9, 100]
    ends(outlaws(play, starting_stacks=stacks), [98, 7, 100], ["p1 high 7", "p2 high 7"], fee=4)


def test_outlaws_one_all_in_before_the_last_round_must_show_o19() -> None:
    play = (
        "d dh p1 4h4d; d dh p2 5c5s; d dh p3 7s6s; p3 cc; p1 cc; "
        f"{checked((1, 3), *BOARD)}; p1 sm 4h4d; p2 sm; p3 sm 7s6s"
    )
    # p2 is all-in for the blind; the pot of 5 is shared by those who show.
    stacks = [100, 3, 100]
    ends(outlaws(play, starting_stacks=stacks), [100, 0, 99], ["p1 high 3", "p3 high 2"], fee=4)


def test_outlaws_after_a_raise_a_thrown_hand_is_dead_o19() -> None:
    play = (
        "d dh p1 4h4d; d dh p2 5c5s; d dh p3 7s6s; p3 f; p1 cc; p2 cc; "
        f"{checked((1, 2), *BOARD[:2])}; d db Th; p1 cbr 6; p2 cbr 12; p1 cc; p2 sm 5c5s; p1 sm"
    )
    ends(outlaws(play), [85, 111, 100], ["p2 high 26"], fee=4)


def test_outlaws_a_thrown_hand_loses_to_a_hand_better_than_the_board() -> None:
    play = (
        "d dh p1 4h4d; d dh p2 As5s; d dh p3 7s6s; p3 f; p1 cc; p2 cc; "
        f"{checked((1, 2), '2h5d9c', '3s', 'Ts')}; p1 sm; p2 sm As5s"
    )
    ends(outlaws(play), [97, 99, 100], ["p2 high 2"], fee=4)


def test_elsewhere_a_thrown_hand_does_not_play_the_board() -> None:
    play = f"{HOLE}; p3 f; p1 cc; p2 cc; {checked((1, 2), 'AsKsQd', 'Jc', 'Th')}; p1 sm; p2 sm QcQs"
    ends(limit(HOLDEM, play), [196, 204, 200], ["p2 high 8"])


# Which cards play.


def test_texas_holdem_plays_none_one_or_two_hole_cards() -> None:
    play = f"{HOLE}; p3 cc; p1 cc; p2 cc; {checked((1, 2, 3), '8s9sTs', 'Js', '2c')}"
    # p3's six and seven of spades make a seven-to-jack straight flush; p2's queen one to the queen.
    ends(limit(HOLDEM, play), [196, 208, 196], ["p2 high 12"])


def test_omaha_takes_exactly_two_hole_cards() -> None:
    # Four spades on the board help p1, with one spade, not at all.
    deal = "d dh p1 AsAh2d3d; d dh p2 KcKd4h5h; d dh p3 QcQd6h6d"
    play = f"{deal}; p3 cc; p1 cc; p2 cc; {checked((1, 2, 3), '9sTsJs', '2s', 'Kh')}"
    ends(limit("500-club/omaha", play), [196, 208, 196], ["p2 high 12"])


def test_outlaws_jokers_are_aces_or_complete_a_straight_or_flush_o8() -> None:
    def draw(first: str, second: str) -> str:
        return (
            f"d dh p1 {first}; d dh p2 {second}; d dh p3 2c3d8s9cTh; p3 f; p1 cc; p2 cc; "
            "p1 sd; p2 sd; p1 cc; p2 cc"
        )

    # A flush with the joker as the missing ace against one to the king.
    hand = outlaws(draw("JkKsQs9s2s", "KdQdJd9d8d"), game="draw-poker-hi-lo")
    ends(hand, [99, 97, 100], ["p1 high 2"], fee=4)
    # The joker completes nothing here: it is a second ace, and the pair beats kings.
    hand = outlaws(draw("JkAs7d5h9d", "KdKhQd7c6c"), game="draw-poker-hi-lo")
    ends(hand, [99, 97, 100], ["p1 high 2"], fee=4)


def test_outlaws_a_joker_is_one_card_for_high_and_another_for_low_o9() -> None:
    play = (
        "d dh p1 Jk2c3d4h8s; d dh p2 7c6d5s4c2d; d dh p3 KcKdQhJs9c; p3 f; p1 cc; p2 cc; "
        "p1 sd; p2 sd; p1 cc; p2 cc"
    )
    # High: the joker is an ace, ace high beats seven high. Low: 7-6-5-4-2 beats 8-4-3-2-ace.
    hand = outlaws(play, game="draw-poker-hi-lo")
    ends(hand, [98, 98, 100], ["p1 high 1", "p2 low 1"], fee=4)


def test_two_sevens_low_straights_and_flushes_count_against_the_hand() -> None:
    deal = "d dh p1 7h6h5h4h2h; d dh p2 6c5d4s3c2d; d dh p3 AsKcQd9h8s; p3 cc; p1 cc; p2 cc"
    rounds = "p1 sd; p2 sd; p3 sd; p1 cc; p2 cc; p3 cc"
    play = f"{deal}; {rounds}; {rounds}; {rounds}"
    ends(limit("500-club/2-7-triple-draw", play), [196, 196, 208], ["p3 high 12"])


def test_razz_straights_do_not_count_and_lower_kickers_win_d5() -> None:
    streets = (
        "d dh p1 2h3dAh; d dh p2 2c3cAd; d dh p3 KhQdJd; p1 pb; p2 cc; p3 f; p1 cc; "
        "d dh p1 4c; d dh p2 4d; p1 cc; p2 cc; d dh p1 5c; d dh p2 6d; p1 cc; p2 cc; "
        "d dh p1 Kc; d dh p2 Ks; p1 cc; p2 cc; d dh p1 Qs; d dh p2 Qc; p1 cc; p2 cc"
    )
    ends(stud("500-club/razz", streets), [203, 198, 199], ["p1 high 5"])


# Unknown cards.


def test_unknown_cards_at_the_showdown_leave_it_open_unless_shown() -> None:
    play = (
        "d dh p1 ????; d dh p2 ????; d dh p3 ????; p3 f; p1 cc; p2 cc; "
        f"{checked((1, 2), '2h5d9c', '3s', 'Ts')}"
    )
    fields = {"blinds_or_straddles": [2, 4, 0], "small_bet": 4, "big_bet": 8}
    assert [one.player for one in replay(written(play, **fields)).open] == [1, 2]
    ends(written(f"{play}; p1 sm AhKd; p2 sm QcQs", **fields), [196, 204, 200], ["p2 high 8"])
    ends(written(f"{play}; p1 sm ????; p2 sm QcQs", **fields), [196, 204, 200])


def test_a_shown_card_cannot_lie_elsewhere() -> None:
    play = (
        "d dh p1 ????; d dh p2 QcQs; d dh p3 ????; p3 f; p1 cc; p2 cc; "
        f"{checked((1, 2), '2h5d9c', '3s', 'Ts')}; p1 sm 2hKd"
    )
    fields = {"blinds_or_straddles": [2, 4, 0], "small_bet": 4, "big_bet": 8}
    refused(written(play, **fields), "card-twice")

"""Rounds of betting: sizes, caps, short all-ins, pot limit, who may do what. Rulings G, O, L, S."""

from __future__ import annotations

from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.histories.replay import replay_file
from tests.families.poker.hands import HOLE, ends, limit, no_limit, outlaws, refused, stud, written

HOLDEM = "500-club/texas-holdem"
CALLED = f"{HOLE}; p3 cc; p1 cc; p2 cc"
FLOP = f"{CALLED}; d db 2h5d9c"
OMAHA_HOLE = "d dh p1 AhKd3c4c; d dh p2 QcQs8h8d; d dh p3 7s6sJdJc"


# Sizes.


def test_500_club_limit_raise_before_the_flop_is_one_lower_bet() -> None:
    refused(limit(HOLDEM, f"{HOLE}; p3 cbr 10"), "wrong-amount")
    refused(limit(HOLDEM, f"{HOLE}; p3 cbr 6"), "wrong-amount")


def test_500_club_lower_limit_in_two_rounds_and_higher_in_two_g5() -> None:
    refused(limit(HOLDEM, f"{FLOP}; p1 cbr 8"), "wrong-amount")
    checked = f"{FLOP}; p1 cc; p2 cc; p3 cc; d db 3s"
    refused(limit(HOLDEM, f"{checked}; p1 cbr 4"), "wrong-amount")
    ends(limit(HOLDEM, f"{checked}; p1 cbr 8; p2 f; p3 f"), [208, 196, 196], ["p1 pot 12"])


def test_2_7_single_draw_limit_is_lower_then_higher_g6() -> None:
    deal = (
        "d dh p1 2c3d4h5s7c; d dh p2 KsKhQd8c9d; d dh p3 TsTh6d6c5c; p3 cc; p1 cc; p2 cc; "
        "p1 sd; p2 sd; p3 sd"
    )
    game = "500-club/2-7-single-draw"
    refused(limit(game, f"{deal}; p1 cbr 4"), "wrong-amount")
    ends(limit(game, f"{deal}; p1 cbr 8; p2 f; p3 f"), [208, 196, 196], ["p1 pot 12"])


def test_outlaws_bets_go_by_the_day_of_the_week() -> None:
    river = (
        f"{HOLE}; p3 cc; p1 cc; p2 cc; d db 2h5d9c; p1 cc; p2 cc; p3 cc; d db 3s; "
        "p1 cc; p2 cc; p3 cc; d db Ts"
    )
    refused(outlaws(f"{river}; p1 cbr 12"), "wrong-amount")
    refused(outlaws(f"{river}; p1 cbr 6", _weekday="monday"), "wrong-amount")
    hand = outlaws(f"{river}; p1 cbr 12; p2 f; p3 f", _weekday="saturday")
    ends(hand, [102, 97, 97], ["p1 pot 5"], fee=4)


def test_outlaws_draw_poker_plays_rounds_one_and_two_of_the_chart_o2() -> None:
    deal = (
        "d dh p1 2c3d4h5s7c; d dh p2 KsKhQd8c9d; d dh p3 TsTh6d6c5c; p3 cc; p1 cc; p2 cc; "
        "p1 sd; p2 sd; p3 sd"
    )
    refused(outlaws(f"{deal}; p1 cbr 6", game="draw-poker-hi-lo"), "wrong-amount")


def test_mexican_limit_bets_stay_at_the_lower_limit_m9() -> None:
    deal = (
        "d dh p1 Kc2c; d dh p2 Qs3d; d dh p3 6d4d; p1 pb; p2 cc; p3 cc; p1 cc; "
        "d dh p1 5s; d dh p2 7h; d dh p3 2h; p1 cc; p2 cc; p3 cc; "
        "d dh p1 4h; d dh p2 5d; d dh p3 3s"
    )
    game = "500-club/mexican-poker"
    refused(stud(game, f"{deal}; p1 cbr 8"), "wrong-amount")
    ends(stud(game, f"{deal}; p1 cbr 4; p2 f; p3 f"), [210, 195, 195], ["p1 pot 15"])


def test_no_limit_smallest_bet_is_the_big_blind_g7() -> None:
    refused(no_limit(HOLDEM, f"{HOLE}; p3 cbr 3"), "wrong-amount")
    flop = f"{HOLE}; p3 cc; p1 cc; p2 cc; d db 2h5d9c"
    refused(no_limit(HOLDEM, f"{flop}; p1 cbr 1"), "wrong-amount")


def test_no_limit_raise_is_at_least_the_last_one_g7() -> None:
    refused(no_limit(HOLDEM, f"{HOLE}; p3 cbr 6; p1 cbr 9"), "wrong-amount")
    ends(no_limit(HOLDEM, f"{HOLE}; p3 cbr 6; p1 cbr 10; p2 f; p3 f"), [208, 198, 194])


def test_more_than_the_stack_is_refused() -> None:
    error = refused(no_limit(HOLDEM, f"{HOLE}; p3 cbr 201"), "more-than-the-stack")
    assert "$200" in error.message


def test_a_call_may_be_for_less_than_the_bet() -> None:
    hand = no_limit(
        HOLDEM,
        f"{HOLE}; p3 cbr 100; p1 cc; p2 f; d db 2h5d9c; d db 3s; d db Ts",
        starting_stacks=[40, 200, 200],
    )
    # p1 has 40: the other 60 go back. Ace high loses to nothing here: p1 wins 40 + 40 + 2.
    ends(hand, [82, 198, 160], ["p1 high 82"])


# Caps.


def test_three_raises_after_the_blind_and_no_more() -> None:
    raised = f"{HOLE}; p3 cbr 8; p1 cbr 12; p2 cbr 16"
    error = refused(limit(HOLDEM, f"{raised}; p3 cbr 20"), "capped")
    assert error.cite == "Dealing Procedures and Round of Play, item 6.d"


def test_cap_holds_in_no_limit_g2() -> None:
    refused(no_limit(HOLDEM, f"{HOLE}; p3 cbr 6; p1 cbr 14; p2 cbr 30; p3 cbr 60"), "capped")


def test_two_players_raise_without_limit() -> None:
    deal = "d dh p1 AhKd; d dh p2 QcQs"
    raises = "p1 cbr 8; p2 cbr 12; p1 cbr 16; p2 cbr 20; p1 cbr 24; p2 f"
    ends(limit(HOLDEM, f"{deal}; {raises}", players=2), [220, 180], ["p1 pot 40"])


def test_a_round_that_three_began_stays_capped_g3() -> None:
    raised = f"{HOLE}; p3 cbr 8; p1 cbr 12; p2 f; p3 cbr 16"
    refused(limit(HOLDEM, f"{raised}; p1 cbr 20"), "capped")


def test_two_left_when_a_round_begins_lift_the_cap_g3() -> None:
    flop = f"{HOLE}; p3 f; p1 cc; p2 cc; d db 2h5d9c"
    raises = "p1 cbr 4; p2 cbr 8; p1 cbr 12; p2 cbr 16; p1 cbr 20; p2 f"
    ends(limit(HOLDEM, f"{flop}; {raises}"), [220, 180, 200], ["p1 pot 40"])


def test_an_all_in_player_counts_for_the_cap_g4() -> None:
    flop = f"{CALLED}; d db 2h5d9c; p1 cbr 4; p2 cbr 8; p1 cbr 12; p2 cbr 16"
    refused(limit(HOLDEM, f"{flop}; p1 cbr 20", starting_stacks=[200, 200, 4]), "capped")


def test_mexican_no_limit_has_no_cap() -> None:
    hand = stud(
        "500-club/mexican-poker",
        "d dh p1 Kc2c; d dh p2 Qs3d; d dh p3 6d4d; p1 pb; p2 cbr 8; p3 cbr 16; p1 cbr 32; "
        "p2 cbr 64; p3 f; p1 f",
        _structure="no-limit",
        min_bet=4,
    )
    ends(hand, [167, 250, 183], ["p2 pot 83"])


def test_outlaws_a_bet_and_three_raises() -> None:
    refused(outlaws(f"{HOLE}; p3 cbr 6; p1 cbr 9; p2 cbr 12; p3 cbr 15"), "capped")


# Short all-ins: action only.


def test_500_club_short_all_in_does_not_move_the_bet_g8() -> None:
    short = f"{CALLED}; d db 2h5d9c; p1 cbr 4; p2 cbr 6"
    stacks = [200, 10, 200]
    refused(limit(HOLDEM, f"{short}; p3 cbr 10", starting_stacks=stacks), "wrong-amount")
    hand = limit(
        HOLDEM,
        f"{short}; p3 cbr 8; p1 f; d db 3s; d db Ts",
        starting_stacks=stacks,
    )
    # Main pot 12 + 4 + 6 + 6 = 28 to the queens; the 2 that nobody matched go back to p3.
    ends(hand, [192, 28, 190], ["p2 high 28"])


def test_outlaws_after_a_short_all_in_those_who_acted_may_not_raise() -> None:
    # Pot of 5 before the flop; p2 has 4 left. $3 round: bet 3, all-in 4, call 4, then no raise.
    play = f"{HOLE}; p3 cc; p1 cc; p2 cc; d db 2h5d9c; p1 cbr 3; p2 cbr 4; p3 cc; p1 cbr 6"
    error = refused(outlaws(play, starting_stacks=[100, 7, 100]), "short-all-in")
    assert error.cite == "Rules, full bet"


def test_a_completed_short_all_in_is_one_raise_o5() -> None:
    play = f"{CALLED}; d db 2h5d9c; p1 cbr 4; p2 cbr 6; p3 cbr 8; p1 cbr 12; p3 cbr 16"
    refused(limit(HOLDEM, f"{play}; p1 cbr 20", starting_stacks=[200, 10, 200]), "capped")


def test_short_opening_bet_may_be_called_or_made_a_full_bet_o6() -> None:
    flop = f"{CALLED}; d db 2h5d9c; p1 cbr 2"
    stacks = [6, 200, 200]
    refused(limit(HOLDEM, f"{flop}; p2 cbr 6", starting_stacks=stacks), "wrong-amount")
    hand = limit(HOLDEM, f"{flop}; p2 cbr 4; p3 f; d db 3s; d db Ts", starting_stacks=stacks)
    # Queens beat ace high: 12 + 2 + 2 to p2, whose other 2 were not called.
    ends(hand, [0, 210, 196], ["p2 high 16"])


def test_one_who_checked_may_not_raise_a_short_all_in() -> None:
    flop = f"{CALLED}; d db 2h5d9c; p1 cc; p2 cbr 2; p3 cc; p1 cbr 4"
    refused(limit(HOLDEM, flop, starting_stacks=[200, 6, 200]), "short-all-in")


def test_no_limit_short_all_in_leaves_the_full_raise_where_it_was() -> None:
    flop = f"{HOLE}; p3 cc; p1 cc; p2 cc; d db 2h5d9c; p1 cbr 10; p2 cbr 15"
    stacks = [200, 17, 200]
    refused(no_limit(HOLDEM, f"{flop}; p3 cbr 19", starting_stacks=stacks), "wrong-amount")
    refused(no_limit(HOLDEM, f"{flop}; p3 cc; p1 cbr 40", starting_stacks=stacks), "short-all-in")
    # A raise to 20 is full, and then p1 may raise again.
    again = f"{flop}; p3 cbr 20; p1 cbr 30; p3 f; d db 3s; d db Ts"
    # Main pot 6 + 3 x 15; side pot 10 between p1 and p3 is p1's alone; 10 more go back.
    ends(
        no_limit(HOLDEM, again, starting_stacks=stacks),
        [188, 51, 178],
        ["p1 high 10", "p2 high 51"],
    )


def test_nobody_can_call_a_raise_when_all_others_are_all_in() -> None:
    hand = no_limit(HOLDEM, f"{HOLE}; p3 cbr 50; p1 f; p2 cbr 100", starting_stacks=[200, 200, 50])
    refused(hand, "nobody-can-call")


def test_a_big_blind_posted_short_costs_the_whole_blind_to_call() -> None:
    # p2 has 1 of the 4; p3 calls 4, p1 completes to 4 and both play on for a side pot.
    hand = limit(
        HOLDEM,
        f"{HOLE}; p3 cc; p1 cc; d db 2h5d9c; p1 cc; p3 cc; d db 3s; p1 cc; p3 cc; d db Ts; "
        "p1 cc; p3 cc",
        starting_stacks=[200, 1, 200],
    )
    # Main pot 3 to the queens, side pot 6 to ace high.
    ends(hand, [202, 3, 196], ["p1 high 6", "p2 high 3"])


# Pot limit.


def test_pot_limit_raise_is_the_pot_after_the_call_l1() -> None:
    hand = no_limit("500-club/pot-limit-omaha-8", f"{OMAHA_HOLE}; p3 cbr 8", _structure="pot-limit")
    error = refused(hand, "wrong-amount")
    assert "$7" in error.message
    hand = no_limit(
        "500-club/pot-limit-omaha-8", f"{OMAHA_HOLE}; p3 cbr 7; p1 f; p2 f", _structure="pot-limit"
    )
    ends(hand, [199, 198, 203], ["p3 pot 5"])


def test_pot_limit_counts_the_pot_before_fees_g9() -> None:
    flop = f"{OMAHA_HOLE}; p3 cc; p1 cc; p2 cc; d db 2h5d9c"
    hand = no_limit(
        "500-club/pot-limit-omaha-8",
        f"{flop}; p1 cbr 6; p2 f; p3 f",
        _structure="pot-limit",
        _schedule=90,
    )
    # $5 leave the pot of 6 on the flop, and 6 may still be bet.
    ends(hand, [199, 198, 198], ["p1 pot 1"], fee=5)


# Turns, folds, checks.


def test_acting_out_of_turn_is_refused() -> None:
    error = refused(limit(HOLDEM, f"{HOLE}; p1 cc"), "out-of-turn")
    assert "p3" in error.message


def test_a_player_may_fold_with_nothing_to_call_g31() -> None:
    hand = limit(HOLDEM, f"{FLOP}; p1 f; p2 f")
    ends(hand, [196, 196, 208], ["p3 pot 12"])


def test_the_big_blind_has_the_last_word_before_the_flop() -> None:
    hand = limit(HOLDEM, f"{HOLE}; p3 cc; p1 cc; p2 cbr 8; p3 f; p1 f")
    ends(hand, [196, 208, 196], ["p2 pot 12"])


def test_heads_up_by_the_letter_the_player_left_of_the_button_opens_g1() -> None:
    deal = "d dh p1 AhKd; d dh p2 QcQs"
    refused(limit(HOLDEM, f"{deal}; p2 f", players=2), "out-of-turn")
    ends(limit(HOLDEM, f"{deal}; p1 f", players=2), [198, 202], ["p2 pot 4"])


def test_heads_up_by_custom_the_button_posts_small_and_opens() -> None:
    deal = "d dh p1 AhKd; d dh p2 QcQs"
    custom = {"heads_up_blinds": "custom"}
    refused(limit(HOLDEM, f"{deal}; p1 f", players=2, _options=custom), "out-of-turn")
    hand = limit(HOLDEM, f"{deal}; p2 f", players=2, _options=custom)
    ends(hand, [202, 198], ["p1 pot 4"])


def test_three_blinds_in_omaha_h2() -> None:
    deal = "d dh p1 AhKd3c4c; d dh p2 QcQs8h8d; d dh p3 7s6sJdJc; d dh p4 2s2dTsTd"
    hand = limit(
        "500-club/omaha",
        f"{deal}; p4 f; p1 cc; p2 f; p3 cc; d db Ad5d9c; p1 cbr 4; p3 f",
        players=4,
        blinds_or_straddles=[1, 2, 4, 0],
    )
    # The middle blind acts in turn and leaves its 2: pot of 4 + 2 + 4.
    ends(hand, [206, 198, 196, 200], ["p1 pot 10"])


# Outlaws' posts.


def test_outlaws_a_new_player_posts_the_big_blind_live_o17() -> None:
    hole = f"{HOLE}; d dh p4 2c2d"
    play = f"{hole}; p3 cc; p4 cbr 6; p1 f; p2 f; p3 f"
    hand = outlaws(play, players=4, blinds_or_straddles=[1, 3, 0, 3])
    # The blinds are the fee; p3's 3 and 3 of p4's 6 are the pot.
    ends(hand, [99, 97, 97, 103], ["p4 pot 6"], fee=4)


def test_outlaws_a_returning_player_posts_a_dead_dollar_too() -> None:
    hole = f"{HOLE}; d dh p4 2c2d"
    play = f"{hole}; p3 f; p4 cc; p1 f; p2 cc; d db Ad5d9c; p2 cbr 3; p4 f"
    hand = outlaws(play, players=4, blinds_or_straddles=[1, 3, 0, 4])
    # p4 checks its live 3; the dead 1 and the live 3 are the pot.
    ends(hand, [99, 101, 100, 96], ["p2 pot 4"], fee=4)


@pytest.mark.parametrize("post", [1, 2, 5])
def test_outlaws_other_posts_are_refused(post: int) -> None:
    hand = outlaws(f"{HOLE}; d dh p4 2c2d", players=4, blinds_or_straddles=[1, 3, 0, post])
    refused(hand, "post", "blinds_or_straddles")


# Plain PHH hands.


def test_plain_hands_have_no_cap_and_custom_blinds() -> None:
    hand = written(
        "d dh p1 AhKd; d dh p2 QcQs; d dh p3 7s6s; p3 cbr 8; p1 cbr 12; p2 cbr 16; p3 cbr 20; "
        "p1 cbr 24; p2 f; p3 f",
        blinds_or_straddles=[2, 4, 0],
        small_bet=4,
        big_bet=8,
    )
    ends(hand, [236, 184, 180], ["p1 pot 56"])


def test_outlaws_bet_sizes_are_refused_by_the_clause_that_sets_them(tmp_path: Path) -> None:
    """002:115-143: the day's betting structure, not the deal of the street."""
    path = tmp_path / "hand.toml"
    path.write_text(
        'variant = "FT"\n_filing = "outlaws/holdem"\n_structure = "limit"\n'
        '_weekday = "wednesday"\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 3, 0]\n'
        "starting_stacks = [100, 100, 100]\n"
        'actions = ["d dh p1 9c4d", "d dh p2 AsTs", "d dh p3 KhQh", "p3 cbr 5"]\n',
        encoding="utf-8",
    )
    (found,) = replay_file(path)
    assert isinstance(found, HousewayError)
    assert (found.code, found.cite) == ("wrong-amount", "Fees, Game betting structure")

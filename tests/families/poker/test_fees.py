"""Collection from the pot: flop, turn and river, betting rounds, no flop, blinds as the fee."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tests.families.poker.hands import HOLE, ends, limit, no_limit, outlaws, refused, stud
from tests.families.poker.test_pots import checked

HOLDEM = "500-club/texas-holdem"
TRIPLE = "500-club/2-7-triple-draw"
CALLED = f"{HOLE}; p3 cc; p1 cc; p2 cc"
FIVE = "d dh p1 8c6d4h3s2h; d dh p2 KsQsJd8h2s; d dh p3 QdQcJs9s9d"
PAT = "p1 sd; p2 sd; p3 sd; p1 cc; p2 cc; p3 cc"


# Flop, turn and river. For four or less: option 98 takes 13, 1, 1, option 138 takes 9, 1, 1 and
# option 161 takes 7; without a flop each takes 1. Option 90, no limit: 4, 1, 1.


def test_500_club_regular_turn_and_river_fees_add_up() -> None:
    play = f"{CALLED}; {checked((1, 2, 3), '2h5d9c', '3s', 'Ts')}"
    ends(limit(HOLDEM, play, _schedule=98), [196, 196, 196], ["p2 high 0"], fee=12)
    ends(limit(HOLDEM, play, _schedule=138), [196, 197, 196], ["p2 high 1"], fee=11)


def test_500_club_fees_stop_where_the_hand_stops() -> None:
    # Option 138: 9 on the flop, 1 on the turn, 1 on the river.
    flop = f"{CALLED}; d db 2h5d9c; p1 cbr 4; p2 f; p3 f"
    ends(limit(HOLDEM, flop, _schedule=138), [199, 196, 196], ["p1 pot 3"], fee=9)
    turn = f"{CALLED}; {checked((1, 2, 3), '2h5d9c')}; d db 3s; p1 cbr 8; p2 f; p3 f"
    ends(limit(HOLDEM, turn, _schedule=138), [198, 196, 196], ["p1 pot 2"], fee=10)


def test_500_club_modified_fee_without_a_flop() -> None:
    play = f"{HOLE}; p3 f; p1 f"
    ends(limit(HOLDEM, play, _schedule=138), [198, 201, 200], ["p2 pot 3"], fee=1)


def test_all_in_before_the_flop_the_board_brings_its_fees() -> None:
    # The streets are dealt, so each fee falls due.
    play = f"{HOLE}; p3 f; p1 cbr 200; p2 cc; d db 2h5d9c; d db 3s; d db Ts"
    ends(no_limit(HOLDEM, play, _schedule=90), [0, 394, 200], ["p2 high 394"], fee=6)


def test_the_fee_stops_at_the_pot_g10() -> None:
    play = f"{HOLE}; p3 f; p1 cc; p2 cc; d db 2h5d9c; p1 cbr 4; p2 f"
    # 8 lie in the pot on the flop; option 98 asks for 13.
    ends(limit(HOLDEM, play, _schedule=98), [196, 196, 200], ["p1 pot 0"], fee=8)


def test_a_fee_due_on_the_flop_is_not_made_up_later_g10() -> None:
    play = (
        f"{HOLE}; p3 f; p1 cc; p2 cc; d db 2h5d9c; p1 cbr 4; p2 cc; {checked((1, 2), '3s', 'Ts')}"
    )
    # 8 on the flop, then 1 and 1 of the eight dollars bet there.
    ends(limit(HOLDEM, play, _schedule=98), [192, 198, 200], ["p2 high 6"], fee=10)


def test_the_fee_comes_from_the_main_pot_g11() -> None:
    # p3 is all-in for 4: main pot 12, side pot 8 of p1 and p2. Option 161 takes 7.
    play = (
        "d dh p1 AhKd; d dh p2 QcQs; d dh p3 9s9h; p3 cc; p1 cc; p2 cc; d db 2h5d9c; p1 cbr 4; "
        f"p2 cc; {checked((1, 2), '3s', 'Ts')}"
    )
    hand = limit(HOLDEM, play, starting_stacks=[200, 200, 4], _schedule=161)
    # Three nines take what is left of the main pot, the queens the side pot.
    ends(hand, [192, 200, 5], ["p2 high 8", "p3 high 5"], fee=7)


# Number of players, structure, limits.


def test_an_option_for_another_number_of_players_is_refused_g13() -> None:
    refused(limit(HOLDEM, HOLE, _schedule=92), "schedule-players", "_schedule")


def test_players_are_counted_when_dealt_in_g12() -> None:
    # Five are dealt in and two fold at once: the option for 5-6 holds.
    hole = f"{HOLE}; d dh p4 2c2d; d dh p5 3c3d"
    play = f"{hole}; p3 f; p4 f; p5 f; p1 f"
    ends(limit(HOLDEM, play, players=5, _schedule=95), [198, 201, 200, 200, 200], fee=1)
    refused(limit(HOLDEM, play, players=5, _schedule=98), "schedule-players", "_schedule")


def test_an_option_of_another_structure_is_refused() -> None:
    refused(limit(HOLDEM, HOLE, _schedule=90), "schedule-structure", "_schedule")
    refused(no_limit(HOLDEM, HOLE, _schedule=98), "schedule-structure", "_schedule")


def test_an_unknown_option_is_refused() -> None:
    refused(limit(HOLDEM, HOLE, _schedule=178), "unknown-schedule", "_schedule")


def test_500_club_smaller_limit_games_are_not_offered_g26() -> None:
    small = limit(HOLDEM, HOLE, small_bet=2, big_bet=4, blinds_or_straddles=[1, 2, 0])
    refused(small, "limits-not-permitted", "small_bet")


def test_500_club_larger_limit_games_are_not_offered() -> None:
    stacks = [9000] * 3
    large = limit(HOLDEM, HOLE, small_bet=1500, big_bet=3000, starting_stacks=stacks)
    refused(large, "limits-not-permitted", "big_bet")
    draw = limit(TRIPLE, FIVE, small_bet=150, big_bet=300, starting_stacks=stacks)
    refused(draw, "limits-not-permitted", "big_bet")


def test_500_club_both_limits_lie_between_the_smallest_game_and_the_largest() -> None:
    # 004:4561-4562: from $4-$8 to $1,000-$2,000, so neither amount alone decides.
    stacks = [9000] * 3
    refused(limit(HOLDEM, HOLE, small_bet=4, big_bet=6), "limits-not-permitted", "big_bet")
    large = limit(HOLDEM, HOLE, small_bet=1500, big_bet=2000, starting_stacks=stacks)
    refused(large, "limits-not-permitted", "small_bet")


# Napa.


def test_003_2001_napa_no_limit_games_have_a_smallest_wager_of_a_dollar() -> None:
    cheap: dict[str, Any] = {
        "blinds_or_straddles": [Decimal("0.25"), Decimal("0.50"), 0],
        "min_bet": 0,
    }
    refused(no_limit(NAPA, HOLE, **cheap), "limits-not-permitted", "min_bet")
    refused(no_limit(NAPA, HOLE, **cheap, _schedule=36), "limits-not-permitted", "min_bet")


NAPA = "napa-valley/texas-holdem"


def test_napa_round_fee_or_modified_fee_never_both_n11() -> None:
    play = f"{CALLED}; d db 2h5d9c; p1 cbr 4; p2 f; p3 f"
    ends(limit(NAPA, play, _schedule=17), [202, 196, 196], ["p1 pot 6"], fee=6)
    ends(limit(NAPA, f"{HOLE}; p3 f; p1 f", _schedule=17), [198, 201, 200], fee=1)


@pytest.mark.parametrize("option", [18, 23])
def test_napa_timed_options_take_nothing_from_the_pot_n13(option: int) -> None:
    ends(limit(NAPA, f"{HOLE}; p3 f; p1 f", _schedule=option), [198, 202, 200], fee=0)


def test_napa_no_limit_options_begin_at_24() -> None:
    play = f"{HOLE}; p3 f; p1 f"
    ends(no_limit(NAPA, play, _schedule=40), [199, 200, 200], ["p2 pot 1"], fee=1)
    refused(limit(NAPA, play, _schedule=40), "schedule-structure", "_schedule")


# Betting rounds. Option 59 of the draw and stud games: 5, 1, 1 for 4 or less.


def test_draw_fees_after_each_round_that_was_finished() -> None:
    whole = f"{FIVE}; p3 cc; p1 cc; p2 cc; {PAT}; {PAT}; {PAT}"
    ends(limit(TRIPLE, whole, _schedule=59), [201, 196, 196], ["p1 high 5"], fee=7)


def test_draw_a_hand_that_ends_in_the_first_round_pays_nothing_g14() -> None:
    ends(limit(TRIPLE, f"{FIVE}; p3 f; p1 f", _schedule=59), [198, 202, 200], fee=0)


def test_draw_a_hand_that_ends_in_the_second_round_pays_the_first_fee_g15() -> None:
    play = f"{FIVE}; p3 cc; p1 cc; p2 cc; p1 sd; p2 sd; p3 sd; p1 cbr 4; p2 f; p3 f"
    ends(limit(TRIPLE, play, _schedule=59), [203, 196, 196], ["p1 pot 7"], fee=5)


def test_single_draw_takes_the_second_fee_after_its_last_round_g16() -> None:
    play = f"{FIVE}; p3 cc; p1 cc; p2 cc; {PAT}"
    ends(limit("500-club/2-7-single-draw", play, _schedule=59), [202, 196, 196], fee=6)


def test_stud_fees_go_by_the_round_too() -> None:
    play = (
        "d dh p1 AhKd9c; d dh p2 Ts8s5h; d dh p3 JsQcJd; p2 pb; p3 cc; p1 cc; p2 cc; "
        "d dh p1 2c; d dh p2 Kh; d dh p3 3d; p2 cbr 4; p3 f; p1 f"
    )
    hand = stud("500-club/seven-card-stud", play, _schedule=59)
    ends(hand, [195, 205, 195], ["p2 pot 10"], fee=5)


# Outlaws: the blinds.


def test_outlaws_the_blinds_are_live_bets_and_the_fee_o1() -> None:
    play = f"{CALLED}; {checked((1, 2, 3), '2h5d9c', '3s', 'Ts')}"
    # p3's 3 and the 2 that complete the small blind are the pot.
    ends(outlaws(play), [97, 102, 97], ["p2 high 5"], fee=4)


def test_outlaws_a_short_blind_is_a_short_fee_o16() -> None:
    play = f"{HOLE}; p3 f; p1 cc; d db 2h5d9c; d db 3s; d db Ts"
    # The big blind has 2 of its 3. p1's call to 3 is matched by 2, so 1 goes back.
    hand = outlaws(play, starting_stacks=[100, 2, 100])
    ends(hand, [98, 1, 100], ["p2 high 1"], fee=3)


def test_outlaws_a_missing_small_blind_is_no_fee_o16() -> None:
    play = f"{HOLE}; p3 cc; p1 f; p2 cc; d db 2h5d9c; p2 cbr 3; p3 f"
    hand = outlaws(play, blinds_or_straddles=[0, 3, 0])
    ends(hand, [100, 100, 97], ["p2 pot 3"], fee=3)


def test_outlaws_other_blinds_are_refused() -> None:
    refused(outlaws(HOLE, blinds_or_straddles=[2, 3, 0]), "blinds", "blinds_or_straddles")


def test_outlaws_a_bet_beyond_the_blind_goes_back_uncalled() -> None:
    # p2 raises to 6 and all fold: 3 of it went to the house, 3 come back.
    play = f"{HOLE}; p3 cc; p1 f; p2 cbr 6; p3 f"
    ends(outlaws(play), [99, 100, 97], ["p2 pot 3"], fee=4)


def test_without_a_schedule_no_fee_is_worked_out() -> None:
    play = f"{CALLED}; {checked((1, 2, 3), '2h5d9c', '3s', 'Ts')}"
    ends(limit(HOLDEM, play), [196, 208, 196], ["p2 high 12"], fee=0)

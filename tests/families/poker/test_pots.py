"""Side pots, ties, halves and odd chips as each filing has them. Rulings G-17 to G-19, H, P, S."""

from __future__ import annotations

from decimal import Decimal

from tests.families.poker.hands import ends, limit, no_limit, outlaws, stud, written

HOLDEM = "500-club/texas-holdem"


def checked(players: tuple[int, ...], *streets: str) -> str:
    """Board cards with everybody checking after each."""
    check = "; ".join(f"p{n} cc" for n in players)
    return "; ".join(f"d db {cards}; {check}" for cards in streets)


# Side pots.


def test_each_side_pot_goes_to_the_best_hand_that_is_in_it() -> None:
    # Stacks 20, 50, 200 and 200. p1 has aces, p2 kings, p3 queens, p4 jacks; all call 200 or less.
    hand = no_limit(
        HOLDEM,
        "d dh p1 AhAd; d dh p2 KcKs; d dh p3 QcQs; d dh p4 JcJs; p3 cbr 200; p4 cc; p1 cc; p2 cc; "
        "d db 2h5d9c; d db 3s; d db 7h",
        players=4,
        starting_stacks=[20, 50, 200, 200],
    )
    # 4 x 20, then 3 x 30, then 2 x 150.
    ends(hand, [80, 90, 300, 0], ["p1 high 80", "p2 high 90", "p3 high 300"])


def test_an_uncalled_bet_goes_back_and_is_not_won() -> None:
    hand = no_limit(HOLDEM, "d dh p1 AhAd; d dh p2 KcKs; d dh p3 QcQs; p3 cbr 100; p1 f; p2 f")
    # The blinds and the 2 of p3 that the big blind matched.
    ends(hand, [199, 198, 203], ["p3 pot 5"])


def test_a_fold_leaves_its_chips_in_the_pots() -> None:
    # p1 puts in 30 and folds on the flop; p3 is all-in for 20.
    hand = no_limit(
        HOLDEM,
        "d dh p1 AhAd; d dh p2 KcKs; d dh p3 QcQs; p3 cbr 20; p1 cbr 38; p2 cc; d db 2h5d9c; "
        "p1 cc; p2 cbr 50; p1 f; d db 3s; d db Qd",
        starting_stacks=[200, 200, 20],
    )
    # Main pot 60 to the three queens; side pot 36 to p2, whose 50 came back.
    ends(hand, [162, 198, 60], ["p2 high 36", "p3 high 60"])


def test_one_who_cannot_pay_the_ante_wins_only_what_it_matches_s21() -> None:
    hand = stud(
        "500-club/seven-card-stud",
        "d dh p1 AhAd9c; d dh p2 Ts8s5h; d dh p3 JsQcJd; p2 pb; p3 cbr 8; p2 f; "
        "d dh p1 2c; d dh p3 3d; d dh p1 4s; d dh p3 6c; d dh p1 7d; d dh p3 8d; "
        "d dh p1 Tc; d dh p3 Kc",
        antes=[2, 2, 2],
        starting_stacks=[1, 200, 200],
    )
    # p1's single dollar is matched by two: 3. The other ante dollars and 4 + 4 go to p3.
    ends(hand, [3, 194, 204], ["p1 high 3", "p3 high 10"])


# Ties.


def test_500_club_all_odd_chips_go_to_one_player_g17() -> None:
    # Three hands play the board.
    hand = limit(
        HOLDEM,
        "d dh p1 2c3d; d dh p2 2d3h; d dh p3 2s3s; d dh p4 7c8c; p3 cc; p4 cbr 8; p1 cc; p2 cc; "
        f"p3 cc; {checked((1, 2, 3, 4), 'AhKdQc', 'Js')}; d db Th; p1 cc; p2 cc; p3 cc; p4 f",
        players=4,
    )
    # 32 for three: 10 each and 2 odd chips to p1.
    ends(hand, [204, 202, 202, 192], ["p1 high 12", "p2 high 10", "p3 high 10"])


def test_side_pots_are_divided_one_by_one_g19() -> None:
    # All three play the board; p1 is all-in for 5, and p4 leaves 12 in the pots.
    hand = no_limit(
        HOLDEM,
        "d dh p1 2c3d; d dh p2 2d3h; d dh p3 2s3s; d dh p4 7c8c; p3 cbr 6; p4 cbr 12; p1 cc; "
        "p2 cc; p3 cc; d db AhKdQc; p2 cc; p3 cc; p4 f; d db Js; p2 cc; p3 cc; d db Th; "
        "p2 cc; p3 cc",
        players=4,
        starting_stacks=[5, 200, 200, 200],
    )
    # Main pot 4 x 5 = 20: 6 each, 2 odd to p1. Side pot 3 x 7 = 21: 10 each, 1 odd to p2.
    ends(hand, [8, 205, 204, 188], ["p1 high 8", "p2 high 17", "p3 high 16"])


def test_smaller_chips_make_smaller_odd_chips() -> None:
    # With blinds of 0.50 and 1, chips of 50 cents are in use.
    hand = no_limit(
        HOLDEM,
        "d dh p1 7c8c; d dh p2 2d3h; d dh p3 2s3s; p3 cc; p1 f; p2 cc; "
        f"{checked((2, 3), 'AhKdQc', 'Js', 'Th')}",
        blinds_or_straddles=[Decimal("0.50"), 1, 0],
        min_bet=1,
    )
    # 2.50 for two: 1.00 each and the odd chip of 0.50 to p2.
    ends(hand, ["199.50", "200.50", "200.00"], ["p2 high 1.50", "p3 high 1"])


def test_pineapple_high_low_the_odd_chip_goes_by_suit_p2() -> None:
    # Equal straights; from the top both have the ace and king of the board, then queens of the
    # hand: the heart is higher than the club although p1 is nearer the button.
    hand = limit(
        "500-club/pineapple-hi-lo",
        "d dh p1 Qc2c2d; d dh p2 9c9d9s; d dh p3 Qh3c3d; p3 cc; p1 cc; p2 cc; p1 sd 2c; p2 sd 9c; "
        f"p3 sd 3c; {checked((1, 2, 3), 'AsKdJc', 'Td', '8h')}",
        _schedule=153,
    )
    ends(hand, [198, 196, 199], ["p1 high 2", "p3 high 3"], fee=7)


def test_pineapple_high_low_equal_suits_leave_it_to_the_nearer() -> None:
    # Both play the board.
    hand = limit(
        "500-club/pineapple-hi-lo",
        "d dh p1 2c2d4h; d dh p2 9c9d9s; d dh p3 3c3d4c; p3 cc; p1 cc; p2 f; p1 sd 2c; p3 sd 3c; "
        f"{checked((1, 3), 'AsKdQc', 'Jd', 'Th')}",
        _schedule=153,
    )
    # 12 less 7 is 5.
    ends(hand, [199, 196, 198], ["p1 high 3", "p3 high 2"], fee=7)


# Halves.


OMAHA_8 = "500-club/omaha-hi-lo"


def test_omaha_high_low_odd_chip_between_halves_to_the_nearer_winner_h1() -> None:
    # Only p1 is low and p2 high: p1 is nearer, so the low half gets the odd chip of 11.
    hand = limit(
        OMAHA_8,
        "d dh p1 Ad2dQsTs; d dh p2 KcKh9c9d; d dh p3 JcJsQhQd; p3 cc; p1 cc; p2 cc; "
        f"{checked((1, 2, 3), '8d7c3s', 'Ks', 'Jh')}",
        _schedule=163,
    )
    # 12 less 6 is 6: no odd chip.
    ends(hand, [199, 199, 196], ["p2 high 3", "p1 low 3"], fee=6)
    hand = limit(
        OMAHA_8,
        "d dh p1 Ad2dQsTs; d dh p2 KcKh9c9d; d dh p3 JcJsQhQd; p3 cc; p1 cc; p2 cc; "
        f"{checked((1, 2, 3), '8d7c3s', 'Ks', 'Jh')}",
        _schedule=161,
    )
    # Option 161: 6 after the flop and 1 after the turn leave 5: low 3, high 2.
    ends(hand, [199, 198, 196], ["p2 high 2", "p1 low 3"], fee=7)


def test_outlaws_odd_chip_between_halves_to_the_left_of_the_button_o3() -> None:
    # Pot of 5 after the blinds left as the fee: p1 is low and nearer, 3 to 2.
    hand = outlaws(
        "d dh p1 Ad2d; d dh p2 KcKh; d dh p3 JcTs; p3 cc; p1 cc; p2 cc; "
        f"{checked((1, 2, 3), '8d7c3s', 'Ks', 'Jh')}",
        game="holdem-hi-lo",
    )
    ends(hand, [100, 99, 97], ["p2 high 2", "p1 low 3"], fee=4)


def test_pineapple_high_low_odd_chip_between_halves_to_high_p5() -> None:
    hand = limit(
        "500-club/pineapple-hi-lo",
        "d dh p1 Ad2d9h; d dh p2 KcKh9c; d dh p3 JcTs9d; p3 cc; p1 cc; p2 cc; p1 sd 9h; p2 sd 9c; "
        f"p3 sd 9d; {checked((1, 2, 3), '8d7c3s', 'Ks', 'Jh')}",
        _schedule=153,
    )
    # 12 less 7 is 5: high 3, low 2.
    ends(hand, [198, 199, 196], ["p2 high 3", "p1 low 2"], fee=7)


def test_pineapple_high_low_odd_chip_of_tied_lows_to_the_better_high_p3() -> None:
    # p1 and p3 have 8-7-3-2-ace for low; p3 also has a flush. p2 wins high with kings full.
    hand = limit(
        "500-club/pineapple-hi-lo",
        "d dh p1 Ac2d9h; d dh p2 KcKs9c; d dh p3 Ah2h9d; p3 cc; p1 cc; p2 cc; p1 sd 9h; p2 sd 9c; "
        f"p3 sd 9d; {checked((1, 2, 3), '8h7h3h', '3c', 'Kd')}",
        small_bet=6,
        big_bet=12,
        blinds_or_straddles=[3, 6, 0],
        _schedule=161,
    )
    # 18 less 7 is 11: high 6, low 5, of which p3 gets the odd one.
    ends(hand, [196, 200, 197], ["p2 high 6", "p1 low 2", "p3 low 3"], fee=7)


def test_stud_8_odd_chip_to_the_highest_hand_up_s12() -> None:
    # Equal straights: p1 shows king high, p2 ace high. An odd number of chips from odd antes.
    streets = (
        "d dh p1 2c3d5h; d dh p2 2d3h4s; d dh p3 TsTc9d; p2 pb; p3 f; p1 cc; p2 cc; "
        "d dh p1 4c; d dh p2 5c; p1 cc; p2 cc; d dh p1 6c; d dh p2 6d; p1 cc; p2 cc; "
        "d dh p1 Kh; d dh p2 Ah; p2 cc; p1 cc; d dh p1 Qs; d dh p2 Qd; p2 cc; p1 cc"
    )
    hand = stud("500-club/stud-8", streets)
    # 11 in the pot: p2's ace plays a wheel for low; the 6-high straights tie for high.
    # Halves of 5; the odd chip joins the half of p2, the best hand up, which wins low alone.
    ends(hand, [197, 204, 199], ["p1 high 2", "p2 high 3", "p2 low 6"])


def test_seven_card_stud_odd_chip_to_the_highest_hand_up_s12() -> None:
    streets = (
        "d dh p1 AcAd2h; d dh p2 AhAs3h; d dh p3 TsTc9d; p1 pb; p2 cc; p3 f; p1 cc; "
        "d dh p1 4c; d dh p2 4d; p2 cc; p1 cc; d dh p1 5c; d dh p2 5d; p2 cc; p1 cc; "
        "d dh p1 Kh; d dh p2 Ks; p2 cc; p1 cc; d dh p1 Qs; d dh p2 Qd; p2 cc; p1 cc"
    )
    # A-A-K-Q-5 both; up they show K-5-4-2 and K-5-4-3: p2 is higher.
    hand = stud("500-club/seven-card-stud", streets)
    ends(hand, [200, 201, 199], ["p1 high 5", "p2 high 6"])


def test_equal_hands_up_go_by_the_suit_of_the_highest_card_s12() -> None:
    streets = (
        "d dh p1 AcAd2h; d dh p2 AhAs2c; d dh p3 TsTc9d; p2 pb; p3 f; p1 cc; p2 cc; "
        "d dh p1 4c; d dh p2 4d; p1 cc; p2 cc; d dh p1 5c; d dh p2 5d; p1 cc; p2 cc; "
        "d dh p1 Kh; d dh p2 Ks; p1 cc; p2 cc; d dh p1 Qs; d dh p2 Qd; p1 cc; p2 cc"
    )
    hand = stud("500-club/seven-card-stud", streets)
    ends(hand, [200, 201, 199], ["p1 high 5", "p2 high 6"])


def test_a_wheel_may_take_both_halves() -> None:
    hand = limit(
        OMAHA_8,
        "d dh p1 Ad2dQsTs; d dh p2 KcKh9c9d; d dh p3 JcJsQhQd; p3 cc; p1 cc; p2 cc; "
        f"{checked((1, 2, 3), '3d4c5s', 'Ks', 'Jh')}",
    )
    ends(hand, [208, 196, 196], ["p1 high 6", "p1 low 6"])


def test_a_side_pot_without_a_low_goes_whole_to_high() -> None:
    # p1 is all-in with the only low; the side pot of p2 and p3 has none.
    hand = limit(
        OMAHA_8,
        "d dh p1 Ad2dQsTs; d dh p2 KcKh9c9d; d dh p3 JcJsQhQd; p3 cc; p1 cc; p2 cc; "
        "d db 8d7c3s; p2 cbr 4; p3 cc; d db Ks; p2 cc; p3 cc; d db Jh; p2 cc; p3 cc",
        starting_stacks=[4, 200, 200],
    )
    ends(hand, [6, 206, 192], ["p2 high 14", "p1 low 6"])


# Plain PHH.


def test_plain_halves_give_the_odd_chip_to_high() -> None:
    hand = written(
        "d dh p1 Ad2dQsTs; d dh p2 KcKh9c9d; d dh p3 JcJsQhQd; p3 f; p1 cc; p2 cc; "
        f"{checked((1, 2), '8d7c3s', 'Ks', 'Jh')}",
        variant="FO/8",
        antes=[1, 1, 1],
        blinds_or_straddles=[2, 4, 0],
        small_bet=4,
        big_bet=8,
    )
    ends(hand, [200, 201, 199], ["p2 high 6", "p1 low 5"])

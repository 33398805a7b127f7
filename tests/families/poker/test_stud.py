"""Stud and Mexican poker: bring-ins, who opens, the open pair, exposed cards, jokers."""

from __future__ import annotations

import pytest

from houseway.rounds.events import Dealt
from tests.families.poker.hands import ends, refused, stud

STUD = "500-club/seven-card-stud"
STUD_8 = "500-club/stud-8"
RAZZ = "500-club/razz"
MEXICAN = "500-club/mexican-poker"

# p2's five of hearts is the lowest card up.
THIRD = "d dh p1 AhKd9c; d dh p2 Ts8s5h; d dh p3 JsQcJd"
CALLED = f"{THIRD}; p2 pb; p3 cc; p1 cc; p2 cc"


# The bring-in.


def test_500_club_stud_the_lowest_card_brings_it_in() -> None:
    refused(stud(STUD, f"{THIRD}; p1 pb"), "out-of-turn")
    refused(stud(STUD, f"{THIRD}; p3 cc"), "out-of-turn")


def test_500_club_stud_the_lowest_suit_breaks_the_tie_s4() -> None:
    deal = "d dh p1 AhKd5h; d dh p2 Ts8s5c; d dh p3 JsQc5d"
    ends(stud(STUD, f"{deal}; p2 pb; p3 f; p1 f"), [199, 202, 199], ["p2 pot 3"])


@pytest.mark.parametrize("filing", [STUD, STUD_8, "500-club/seven-card-stud-hi-lo"])
def test_an_ace_up_never_brings_it_in_s5(filing: str) -> None:
    deal = "d dh p1 3h4dAc; d dh p2 Ts8sKh; d dh p3 JsQcQd"
    ends(stud(filing, f"{deal}; p3 pb; p1 f; p2 f"), [199, 199, 202])


def test_500_club_stud_the_bring_in_is_a_full_lower_bet_s1() -> None:
    error = refused(stud(STUD, THIRD, bring_in=1), "bring-in", "bring_in")
    assert "$4" in error.message


def test_the_bring_in_must_be_posted() -> None:
    refused(stud(STUD, f"{THIRD}; p2 f"), "bring-in")
    refused(stud(STUD, f"{THIRD}; p2 cc"), "bring-in")
    refused(stud(STUD, f"{THIRD}; p2 cbr 8"), "bring-in")


def test_the_bring_in_may_raise_when_all_have_called_s2() -> None:
    hand = stud(STUD, f"{THIRD}; p2 pb; p3 cc; p1 cc; p2 cbr 8; p3 f; p1 f")
    ends(hand, [195, 210, 195], ["p2 pot 15"])


def test_the_bring_in_has_its_turn_before_the_next_card_s2() -> None:
    refused(stud(STUD, f"{THIRD}; p2 pb; p3 cc; p1 cc; d dh p1 4c"), "out-of-turn")


def test_a_raise_of_the_bring_in_adds_one_lower_bet_s6() -> None:
    refused(stud(STUD, f"{THIRD}; p2 pb; p3 cbr 12"), "wrong-amount")


def test_razz_is_brought_in_by_the_ace_r1() -> None:
    deal = "d dh p1 2h4dKd; d dh p2 KcJhAs; d dh p3 6c8dAh"
    refused(stud(RAZZ, f"{deal}; p1 pb"), "out-of-turn")
    # Two aces: the spade is the higher.
    ends(stud(RAZZ, f"{deal}; p2 pb; p3 f; p1 f"), [199, 202, 199], ["p2 pot 3"])


def test_razz_by_custom_is_brought_in_by_the_king_of_the_highest_suit() -> None:
    deal = "d dh p1 2h4dKd; d dh p2 KcJhAs; d dh p3 6c8dKh"
    worst = {"bring_in": "worst"}
    hand = stud(RAZZ, f"{deal}; p3 pb; p1 f; p2 f", _options=worst)
    ends(hand, [199, 199, 202], ["p3 pot 3"])
    refused(stud(RAZZ, f"{deal}; p2 pb", _options=worst), "out-of-turn")


def test_razz_the_bring_in_may_open_for_the_smaller_limit_r4() -> None:
    deal = "d dh p1 2h4d9d; d dh p2 KcJh9s; d dh p3 6c8d9h"
    opened = f"{deal}; p2 cbr 4; p3 cbr 8; p1 cbr 12; p2 cbr 16"
    refused(stud(RAZZ, f"{opened}; p3 cbr 20"), "capped")
    refused(stud(RAZZ, f"{deal}; p2 cbr 8"), "wrong-amount")


def test_razz_a_bring_in_is_completed_not_raised() -> None:
    deal = "d dh p1 2h4d9d; d dh p2 KcJh9s; d dh p3 6c8d9h"
    refused(stud(RAZZ, f"{deal}; p2 pb; p3 cbr 5"), "wrong-amount")
    # All call 1; the player who brought it in completes to 4.
    hand = stud(RAZZ, f"{deal}; p2 pb; p3 cc; p1 cc; p2 cbr 4; p3 f; p1 f")
    ends(hand, [198, 204, 198], ["p2 pot 6"])


def test_an_ante_may_put_a_player_all_in_s21() -> None:
    deal = "d dh p1 AhAd9c; d dh p2 Ts8s5h; d dh p3 JsQcJd"
    # p1 has only the ante, which wins three antes; the rest is between p2 and p3.
    hand = stud(STUD, f"{deal}; p2 pb; p3 cbr 8; p2 f; {RUN_OUT}", starting_stacks=[1, 200, 200])
    ends(hand, [3, 195, 203], ["p1 high 3", "p3 high 8"])


RUN_OUT = (
    "d dh p1 2c; d dh p3 3d; d dh p1 4s; d dh p3 6c; d dh p1 7d; d dh p3 8d; d dh p1 Tc; d dh p3 Kc"
)


# Who opens later rounds.


def test_the_best_board_opens_fourth_street() -> None:
    # p1 shows 9-2, p2 5-K, p3 J-3: the king opens.
    fourth = f"{CALLED}; d dh p1 2c; d dh p2 Kh; d dh p3 3d"
    refused(stud(STUD, f"{fourth}; p3 cc"), "out-of-turn")
    ends(stud(STUD, f"{fourth}; p2 cbr 4; p3 f; p1 f"), [195, 210, 195], ["p2 pot 15"])


def test_equal_boards_open_from_the_left_r7() -> None:
    # J-9 and J-9 are equal: p1 is nearer.
    deal = "d dh p1 AhKd9c; d dh p2 Ts8s5h; d dh p3 3s2cJd"
    fourth = f"{deal}; p3 cc"
    refused(stud(STUD, fourth), "out-of-turn")
    play = f"{deal}; p2 pb; p3 cc; p1 cc; p2 cc; d dh p1 Jh; d dh p2 4h; d dh p3 9d"
    ends(stud(STUD, f"{play}; p1 cbr 4; p2 f; p3 f"), [210, 195, 195])


def test_straights_and_flushes_do_not_count_on_the_board_s11() -> None:
    # Sixth street: p1 shows 9-8-7-6 of hearts, p2 a pair of twos. The pair opens.
    play = (
        "d dh p1 AcKd9h; d dh p2 Ts8s2c; d dh p3 JsQc5d; p2 pb; p3 f; p1 cc; p2 cc; "
        "d dh p1 8h; d dh p2 3d; p1 cc; p2 cc; d dh p1 7h; d dh p2 4c; p1 cc; p2 cc; "
        "d dh p1 6h; d dh p2 2d"
    )
    ends(stud(STUD, f"{play}; p2 cbr 8; p1 f"), [195, 206, 199], ["p2 pot 11"])


def test_razz_the_lowest_board_opens() -> None:
    play = (
        "d dh p1 2h4d9d; d dh p2 KcJh9s; d dh p3 6c8d9h; p2 pb; p3 cc; p1 cc; p2 cc; "
        "d dh p1 Td; d dh p2 3c; d dh p3 9c"
    )
    ends(stud(RAZZ, f"{play}; p2 cbr 4; p3 f; p1 f"), [198, 204, 198])


# The open pair.


PAIRED = f"{CALLED}; d dh p1 9h; d dh p2 5c; d dh p3 4d"


@pytest.mark.parametrize("filing", [STUD, STUD_8, "500-club/seven-card-stud-hi-lo"])
def test_the_open_pair_may_bet_the_higher_limit_which_then_holds(filing: str) -> None:
    refused(stud(filing, f"{PAIRED}; p1 cbr 8; p2 cbr 12"), "wrong-amount")
    hand = stud(filing, f"{PAIRED}; p1 cbr 8; p2 cbr 16; p3 f; p1 f")
    ends(hand, [187, 218, 195], ["p2 pot 31"])


def test_the_higher_of_two_pairs_opens_s8() -> None:
    refused(stud(STUD, f"{PAIRED}; p2 cbr 8"), "out-of-turn")


def test_the_open_pair_bets_one_limit_or_the_other() -> None:
    refused(stud(STUD, f"{PAIRED}; p1 cbr 6"), "wrong-amount")
    ends(stud(STUD, f"{PAIRED}; p1 cbr 4; p2 cbr 8; p3 f; p1 f"), [191, 214, 195])


def test_after_the_open_pair_checks_the_lower_limit_holds_s7() -> None:
    refused(stud(STUD, f"{PAIRED}; p1 cc; p2 cbr 8"), "wrong-amount")
    ends(stud(STUD, f"{PAIRED}; p1 cc; p2 cbr 4; p3 f; p1 f"), [195, 210, 195])


def test_without_an_open_pair_fourth_street_is_the_lower_limit() -> None:
    fourth = f"{CALLED}; d dh p1 2c; d dh p2 Kh; d dh p3 3d"
    refused(stud(STUD, f"{fourth}; p2 cbr 8"), "wrong-amount")


def test_razz_knows_no_double_bet() -> None:
    play = (
        "d dh p1 2h4d9d; d dh p2 KcJh9s; d dh p3 6c8d9h; p2 pb; p3 cc; p1 cc; p2 cc; "
        "d dh p1 Td; d dh p2 9c; d dh p3 Jd"
    )
    refused(stud(RAZZ, f"{play}; p1 cbr 8"), "wrong-amount")


# A deck that does not last.


def eight_players(filing: str, seventh: str) -> str:
    """Eight players who stay to sixth street: 48 cards are dealt, three burned, one is left."""
    deal = ["2c2d3c", "4c4d3d", "5c5d3h", "6c6d3s", "7c7d8c", "9c9d8d", "TcTd8h", "JcJd8s"]
    bring = 4 if filing == RAZZ else 1
    order = [*range(bring, 9), *range(1, bring)]
    lines = [f"d dh p{n} {cards}" for n, cards in enumerate(deal, 1)]
    lines += [f"p{bring} pb", *(f"p{n} cc" for n in order[1:]), f"p{bring} cc"]
    for cards, first in _later(filing):
        lines += [f"d dh p{n} {card}" for n, card in enumerate(cards, 1)]
        lines += [f"p{n} cc" for n in [*range(first, 9), *range(1, first)]]
    return "; ".join([*lines, seventh])


def _later(filing: str) -> list[tuple[list[str], int]]:
    fourth = ["Qc", "Qd", "Qh", "Qs", "Kc", "Kd", "Kh", "Ks"]
    fifth = ["Ac", "Ad", "Ah", "As", "2h", "2s", "4h", "4s"]
    sixth = ["5h", "5s", "6h", "6s", "7h", "7s", "9h", "9s"]
    if filing == RAZZ:
        return [(fourth, 1), (fifth, 1), (sixth, 1)]
    return [(fourth, 5), (fifth, 1), (sixth, 3)]


def test_500_club_stud_one_card_for_all_when_the_deck_is_short_s13() -> None:
    # The ten joins every hand and every board: p3 still opens, and has a flush in hearts.
    seventh = "; ".join(["d db Th", *(f"p{n} cc" for n in (3, 4, 5, 6, 7, 8, 1, 2))])
    hand = stud(STUD, eight_players(STUD, seventh), players=8)
    ends(hand, [195, 195, 235, 195, 195, 195, 195, 195], ["p3 high 40"])


def test_500_club_stud_nobody_gets_a_seventh_card_then_s15() -> None:
    refused(stud(STUD, eight_players(STUD, "d dh p1 Th"), players=8), "no-deal")


def test_razz_with_eight_players_one_card_for_all_r5() -> None:
    refused(stud(RAZZ, eight_players(RAZZ, "d dh p1 Th"), players=8), "no-deal")


def test_razz_with_seven_players_everybody_gets_a_seventh_card_r5() -> None:
    deal = ["2c2d3c", "4c4d3d", "5c5d3h", "6c6d3s", "7c7d8c", "9c9d8d", "TcTd8h"]
    lines = [f"d dh p{n} {cards}" for n, cards in enumerate(deal, 1)]
    lines += ["p4 pb", *(f"p{n} cc" for n in (5, 6, 7, 1, 2, 3, 4))]
    fourth = ["Qc", "Qd", "Qh", "Qs", "Kc", "Kd", "Kh"]
    fifth = ["Ac", "Ad", "Ah", "As", "2h", "2s", "4h"]
    sixth = ["5h", "5s", "6h", "6s", "7h", "7s", "9h"]
    for cards in (fourth, fifth, sixth):
        lines += [f"d dh p{n} {card}" for n, card in enumerate(cards, 1)]
        lines += [f"p{n} cc" for n in range(1, 8)]
    seventh = ["8s", "9s", "Ts", "Jc", "Jd", "Jh", "Js"]
    lines += [f"d dh p{n} {card}" for n, card in enumerate(seventh, 1)]
    lines += [f"p{n} cc" for n in range(1, 8)]
    # 8-5-3-2-ace is the lowest.
    hand = stud(RAZZ, "; ".join(lines), players=7)
    ends(hand, [212, *[198] * 6], ["p1 high 14"])


# Mexican poker.


MEX = "d dh p1 Kc2c; d dh p2 Qs3d; d dh p3 6d4d"
MEX_CALLED = f"{MEX}; p1 pb; p2 cc; p3 cc; p1 cc"


def test_mexican_the_highest_card_brings_it_in_for_the_lower_limit() -> None:
    refused(stud(MEXICAN, f"{MEX}; p2 pb"), "out-of-turn")
    refused(stud(MEXICAN, MEX, bring_in=2), "bring-in", "bring_in")


def test_mexican_a_joker_up_is_an_ace_for_the_bring_in() -> None:
    deal = "d dh p1 Kc2c; d dh p2 Jk3d; d dh p3 Ad4d"
    # Joker and ace are equal; the first dealt opens.
    ends(stud(MEXICAN, f"{deal}; p2 pb; p3 f; p1 f"), [199, 202, 199])


def test_mexican_an_exposed_card_is_followed_by_a_card_face_down() -> None:
    # p3 turns its 4 up and gets the ace face down: its board is 6-4, so p1's K-5 opens.
    play = f"{MEX_CALLED}; p3 ex; d dh p1 5s; d dh p2 7h; d dh p3 Ad"
    refused(stud(MEXICAN, f"{play}; p3 cc"), "out-of-turn")
    hand = stud(MEXICAN, f"{play}; p1 cbr 4; p2 f; p3 f")
    answer = ends(hand, [210, 195, 195])
    assert answer.played is not None
    dealt = [e for e in answer.played.events if isinstance(e, Dealt) and e.place == 3]
    assert dealt[-1].private_to == (3,)


def test_mexican_without_exposing_the_next_card_is_face_up() -> None:
    play = f"{MEX_CALLED}; d dh p1 5s; d dh p2 7h; d dh p3 Ad"
    ends(stud(MEXICAN, f"{play}; p3 cbr 4; p1 f; p2 f"), [195, 195, 210])


def test_mexican_a_joker_dealt_down_makes_the_best_board_when_turned_up_m4() -> None:
    deal = "d dh p1 KcJk; d dh p2 Qs3d; d dh p3 6d4d; p1 pb; p2 cc; p3 cc; p1 cc"
    # p1 exposes the wild joker: a pair of kings. p2 and p3 show pairs of queens and sixes.
    play = f"{deal}; p1 ex; d dh p1 2s; d dh p2 Qh; d dh p3 6h"
    ends(stud(MEXICAN, f"{play}; p1 cbr 4; p2 f; p3 f"), [210, 195, 195])


def test_mexican_a_joker_dealt_up_is_an_ace_on_the_board_m5() -> None:
    deal = "d dh p1 Kc2c; d dh p2 Jk3d; d dh p3 6d4d; p2 pb; p3 cc; p1 cc; p2 cc"
    # p2's joker and five are ace-five; p1's pair of kings opens.
    play = f"{deal}; d dh p1 Kh; d dh p2 5s; d dh p3 6h"
    ends(stud(MEXICAN, f"{play}; p1 cbr 4; p2 f; p3 f"), [210, 195, 195])


def test_mexican_the_same_joker_is_worth_more_dealt_down() -> None:
    streets = "d dh p1 4h; d dh p2 Kh; {first} cc; {second} cc; d dh p1 4s; d dh p2 Ks; "
    streets += "p2 cc; p1 cc; d dh p1 7d; d dh p2 Qd; p2 cc; p1 cc"
    # Down: the joker makes 4-4-4-4-7 against three kings.
    down = "d dh p1 4cJk; d dh p2 Kc2c; p2 pb; p1 cc; p2 cc; "
    hand = stud(MEXICAN, down + streets.format(first="p2", second="p1"), players=2)
    ends(hand, [205, 195], ["p1 high 10"])
    # Up: it is an ace, three fours lose to three kings.
    up = "d dh p1 Jk4c; d dh p2 Kc2c; p1 pb; p2 cc; p1 cc; "
    hand = stud(MEXICAN, up + streets.format(first="p2", second="p1"), players=2)
    ends(hand, [195, 205], ["p2 high 10"])


def test_mexican_a_flush_beats_a_full_house_m3() -> None:
    play = (
        "d dh p1 2c7c; d dh p2 KcKd; p2 pb; p1 cc; p2 cc; d dh p1 4c; d dh p2 Kh; p2 cc; p1 cc; "
        "d dh p1 Jc; d dh p2 5s; p2 cc; p1 cc; d dh p1 5c; d dh p2 5h; p2 cc; p1 cc"
    )
    ends(stud(MEXICAN, play, players=2), [205, 195], ["p1 high 10"])


def test_mexican_no_eights_nines_or_tens_in_the_deck() -> None:
    refused(stud(MEXICAN, "d dh p1 8c2c"), "not-in-the-deck")

"""The three Pure 21.5 Blackjack filings, clause by clause. Figures worked out from the texts.

Lines are those of the texts: Casino Club 000, Outlaw's 002, 500 Club 004.
"""

from __future__ import annotations

import pytest

from tests.families.twenty_one.twenty_one_rounds import (
    CASINO,
    CLUB500,
    OUTLAWS,
    PURE,
    Hand,
    lines,
    net,
    refused,
    seat,
    settled,
)

COMPARED = [
    Hand("closest_to_21.5_wins", "Td 7c", "Kh 8c", 10, "win", "stand"),
    Hand("farther_loses", "Td 8c", "Kh 7c", -10, "lose", "stand"),
    Hand("same_total_pushes", "Td 8c", "9h 9c", 0, "push", "stand"),
    Hand("21_against_21_pushes", "Td 4c 7h", "8h 6c", 0, "push", "hit", "7d"),
    Hand("player_over_bank_not_loses", "Td 7c", "Kh 6c", -10, "lose", "hit", "Qs"),
    Hand("bank_over_player_not_wins", "Td 6c Kh", "Kh 2c", 10, "win", "stand"),
    Hand("both_over_player_closer_loses", "Td 6c Kh", "Kh 6c", -10, "lose", "hit", "6s"),
    Hand("both_over_same_total_loses", "Td 6c 8h", "Kh 6c", -10, "lose", "hit", "8s"),
    Hand("both_over_player_farther_loses", "Td 6c 6h", "Kh 6c", -10, "lose", "hit", "9s"),
    Hand("three_eights_push_a_hand_over", "8s 8h 8d", "Kh 6c", 0, "push", "hit", "9s"),
    Hand("three_eights_push_a_closer_hand_over", "8s 8h 8d", "Kh 6c", 0, "push", "hit", "6s"),
    Hand("three_eights_push_a_24", "8s 8h 8d", "Kh 6c", 0, "push", "hit", "8c"),
    Hand("three_eights_lose_to_a_hand_not_over", "8s 8h 8d", "Kh 2c", 10, "win", "stand"),
    Hand("24_of_other_cards_is_not_888", "8s 7h 9d", "Kh 6c", -10, "lose", "hit", "9s"),
    Hand("888_in_four_cards_is_no_888", "8s 2h 6d 8h", "Kh 6c", -10, "lose", "hit", "9s"),
    Hand("natural_pays_6_to_5", "Td 9c", "Ah Kc", 12, "win"),
    Hand("natural_with_a_ten", "Td 9c", "Th Ac", 12, "win"),
    Hand("natural_beats_21_in_three_cards", "Td 4c 7h", "Qh Ac", 12, "win"),
    Hand("natural_against_natural_pushes", "Ad Jc", "Qh Ac", 0, "push"),
    Hand("bank_natural_with_a_ten_up_wins", "Td Ac", "Kh Qc", -10, "lose"),
    Hand("bank_natural_with_an_ace_up_wins", "Ad Tc", "Kh 2c", -10, "lose"),
    Hand("bank_natural_before_a_must_hit", "Ad Tc", "3h 2c", -10, "lose"),
]


@pytest.mark.parametrize("filing", PURE)
@pytest.mark.parametrize("hand", COMPARED, ids=str)
def test_pure_game_rules(filing: str, hand: Hand) -> None:
    hand.check(filing)


PLAYER_CHART = [
    Hand("hard_19_stands", "Td 8c", "Kh 9c", 10, "win"),
    Hand("hard_20_stands", "Td 8c", "Kh Qc", 10, "win"),
    Hand("hard_19_in_three_cards_stands", "Td 8c", "Kh 5c", 10, "win", "hit", "4d"),
    Hand("hard_21_stands", "Td 8c", "Kh 5c", 10, "win", "hit", "6d"),
    Hand("hard_18_is_a_choice", "Td 7c", "Kh 8c", 10, "win", "hit", "2d"),
    Hand("hard_12_is_a_choice", "Td 7c", "Kh 2c", -10, "lose", "stand"),
    Hand("hard_11_hits", "Td 7c", "6h 5c", 10, "win", "", "Qd"),
    Hand("hard_hands_hit_up_to_11", "Td 7c", "2h 3c", 10, "win", "", "4d 2s Qd"),
    Hand("a_forced_hit_then_a_choice", "Td 7c", "6h 5c", -10, "lose", "stand", "5d"),
    Hand("soft_20_may_stand", "Td 7c", "Ah 9c", 10, "win", "stand"),
    Hand("soft_20_may_hit", "Td 7c", "Ah 9c", 10, "win", "hit", "Ts"),
    Hand("soft_19_becomes_hard_19", "Td 7c", "Ah 8c", 10, "win", "hit", "Ts"),
    Hand("two_aces_are_a_soft_12", "Td 7c", "Ah Ac", -10, "lose", "stand"),
    Hand("soft_21_need_not_be_written", "Td 7c", "Ah 5c", 10, "win", "hit", "5d"),
    Hand("soft_21_may_be_written", "Td 7c", "Ah 5c", 10, "win", "hit, stand", "5d"),
    Hand("soft_21_may_be_hit", "Td 7c", "Ah 5c", -10, "lose", "hit, hit, stand", "5d 2h"),
]


@pytest.mark.parametrize("filing", PURE)
@pytest.mark.parametrize("hand", PLAYER_CHART, ids=str)
def test_pure_chart_1a(filing: str, hand: Hand) -> None:
    hand.check(filing)


BANK_CHART = [
    Hand("hard_17_of_two_cards_stands", "Td 7c", "Kh 8c", 10, "win", "stand"),
    Hand("hard_16_hits", "Td 6c 5h", "Kh 8c", -10, "lose", "stand"),
    Hand("soft_17_hits", "Ad 6c 4h", "Kh 8c", -10, "lose", "stand"),
    Hand("soft_17_in_three_cards_hits", "3d 3c Ah 2h", "Kh 8c", -10, "lose", "stand"),
    Hand("soft_17_to_hard_17_stands", "6d Ac Th", "Kh 8c", 10, "win", "stand"),
    Hand("soft_17_to_hard_16_hits_again", "Ad 6c 9h 4s", "Kh 8c", -10, "lose", "stand"),
    Hand("soft_18_stands", "Ad 7c", "Kh 8c", 0, "push", "stand"),
    Hand("soft_19_stands", "Ad 8c", "Kh 8c", -10, "lose", "stand"),
    Hand("soft_21_stands", "Ad 3c 7h", "Kh 8c", -10, "lose", "stand"),
    Hand("soft_12_hits", "Ad Ac 7h", "Kh 8c", -10, "lose", "stand"),
]


@pytest.mark.parametrize("filing", PURE)
@pytest.mark.parametrize("hand", BANK_CHART, ids=str)
def test_pure_chart_1b(filing: str, hand: Hand) -> None:
    hand.check(filing)


DOUBLES = [
    Hand("one_card_for_an_equal_wager", "Td 7c", "6h 5c", 20, "win", "double", "Qd"),
    Hand("a_doubled_hand_loses_both", "Td 9c", "6h 5c", -20, "lose", "double", "2d"),
    Hand("a_doubled_hand_pushes", "Td 9c", "6h 5c", 0, "push", "double", "8d"),
    Hand("for_less", "Td 7c", "6h 5c", 15, "win", "double 5", "Qd"),
    Hand("for_less_to_the_cent", "Td 9c", "6h 5c", -12.5, "lose", "double 2.50", "2d"),
    Hand("an_equal_amount_may_be_named", "Td 7c", "6h 5c", 20, "win", "double 10", "Qd"),
    Hand("no_must_hit_after_it", "Td 7c", "2h 3c", -20, "lose", "double", "4d"),
    Hand("open_on_a_total_that_must_stand", "Td 7c", "Kh 9c", 20, "win", "double", "2d"),
    Hand("open_on_soft_hands", "Td 7c", "Ah 6c", 20, "win", "double", "Ad"),
    Hand("over_after_a_double", "Td 7c", "Kh 2c", -20, "lose", "double", "Kd"),
    Hand("over_against_three_eights_pushes", "8d 8c 8h", "Kh 2c", 0, "push", "double", "Kd"),
]


@pytest.mark.parametrize("filing", PURE)
@pytest.mark.parametrize("hand", DOUBLES, ids=str)
def test_pure_double_down_item_1(filing: str, hand: Hand) -> None:
    hand.check(filing)


SPLITS = [
    # 8-K stands on 18; 8-5 hits a 3 and stands on 16.
    ("each_hand_to_its_end", "8h 8d", "split, stand, hit, stand", "Kh 5c 3d", [10, -10]),
    # 8-2 must hit: 19 stands. 8-3 must hit: 19 stands. None of it is written.
    ("forced_choices_are_not_written", "8h 8d", "split", "2h 9c 3d 8s", [10, 10]),
    ("two_unlike_ten_cards", "Kh Qd", "split, stand", "5c 9d", [-10, 10]),
    ("ten_and_jack", "Th Jd", "split", "9c 9d", [10, 10]),
    ("three_splits_make_four_hands", "8h 8d", "split, split, split, stand, stand, double",
     "8s 8c Th 2h 9c Kd 3c 9d", [10, 10, 10, 20]),
    # King and queen; the jack dealt to the king makes a hand next to it, the queen moves right.
    ("a_new_hand_lies_beside_the_one_split", "Kh Qd", "split, split, stand, stand, hit",
     "Jc 5c 6d 2h 9s", [-10, -10, 10]),
    ("aces_get_one_card_and_no_6_to_5", "Ah Ad", "split", "Kc 5d", [10, -10]),
    ("two_aces_on_a_split_ace_stay", "Ah Ad", "split", "Ac 9d", [-10, 10]),
    ("doubling_after_a_split", "5h 5d", "split, double, stand", "6c Td Ts", [20, -10]),
    ("doubling_for_less_after_a_split", "5h 5d", "split, double 5, stand", "6c Td Ts", [15, -10]),
    ("the_last_hand_may_double_19", "Kh Kd", "split, stand, double", "5c 9d 2h", [-10, 20]),
    ("ten_and_ace_after_a_split_is_21", "Kh Kd", "split, stand", "Ac 5d", [10, -10]),
    # A done hand before others leaves their choices alone: the double is the second hand's.
    ("words_pass_over_a_done_hand", "Kh Kd", "split, double", "9c 2d 9h", [10, 20]),
    ("words_pass_over_a_soft_21", "8h 8d", "split, hit, hit, stand", "Ac 2d 5c 3h", [10, -10]),
]  # fmt: skip


@pytest.mark.parametrize("filing", PURE)
@pytest.mark.parametrize(
    ("cards", "actions", "draws", "nets"), [c[1:] for c in SPLITS], ids=[c[0] for c in SPLITS]
)
def test_pure_split(filing: str, cards: str, actions: str, draws: str, nets: list[float]) -> None:
    answer = settled(filing, "Td 7c", seat(1, cards, actions, draws))
    assert [line.net / 100 for line in answer.settlement.lines] == nets
    assert [line.hand for line in answer.settlement.lines] == list(range(1, len(nets) + 1))


@pytest.mark.parametrize("filing", PURE)
def test_pure_split_ace_and_ten_pushes_a_21(filing: str) -> None:
    """Initial deal only: 000:33, 000:37; 002:389; 004:24."""
    answer = settled(filing, "Td 4c 7h", seat(1, "Ah Ad", "split", "Kc Qd"))
    assert lines(answer) == {"1.game": ("push", 0), "1.game#2": ("push", 0)}


SURRENDERS = [
    Hand("half_is_forfeited", "Td 7c", "Kh 6c", -5, "lose", "surrender"),
    Hand("open_on_a_total_that_must_stand", "Td 7c", "Kh 9c", -5, "lose", "surrender"),
    Hand("open_on_a_total_that_must_hit", "Td 7c", "6h 5c", -5, "lose", "surrender"),
    Hand("half_is_lost_to_three_eights_too", "8d 8c 8h", "Kh 6c", -5, "lose", "surrender"),
    Hand("half_is_lost_though_the_bank_goes_over", "Td 6c Kd", "Kh 6c", -5, "lose", "surrender"),
]


@pytest.mark.parametrize("filing", PURE)
@pytest.mark.parametrize("hand", SURRENDERS, ids=str)
def test_pure_surrender(filing: str, hand: Hand) -> None:
    hand.check(filing)


@pytest.mark.parametrize("filing", PURE)
def test_half_of_an_odd_amount_is_returned_rounded_down(filing: str) -> None:
    answer = settled(filing, "Td 7c", seat(1, "Kh 6c", "surrender", game=5.05))
    assert net(answer) == {"1": -2.53}


@pytest.mark.parametrize("filing", PURE)
def test_natural_of_an_odd_amount_is_paid_rounded_down(filing: str) -> None:
    answer = settled(filing, "Td 7c", seat(1, "Kh Ac", game=5.01))
    assert net(answer) == {"1": 6.01}  # 6.012


@pytest.mark.parametrize("filing", PURE)
@pytest.mark.parametrize("drawn", ["", " 5h", " Kh"])
def test_when_nothing_depends_on_it_the_bank_may_draw_or_not(filing: str, drawn: str) -> None:
    """Ruling 11: every wager is decided by a surrender, a natural or a hand over."""
    answer = settled(
        filing,
        "Td 6c" + drawn,
        seat(1, "Kh 6c", "surrender"),
        seat(2, "Ah Kc"),
        seat(3, "Kh 6c", "hit", "9d"),
    )
    assert net(answer) == {"1": -5, "2": 12, "3": -10}


@pytest.mark.parametrize("filing", PURE)
def test_a_hand_over_waits_for_three_eights(filing: str) -> None:
    answer = settled(filing, "8c 8h 8s", seat(3, "Kh 6c", "hit", "9d"))
    assert net(answer) == {"3": 0}
    assert refused(filing, "8c 8h", seat(3, "Kh 6c", "hit", "9d")).where == "bank"


@pytest.mark.parametrize("filing", PURE)
def test_a_complete_bank_draws_no_more_even_if_nothing_depends_on_it(filing: str) -> None:
    assert refused(filing, "Td 7c 2d", seat(1, "Kh 6c", "surrender")).code == "too-many-cards"


@pytest.mark.parametrize("filing", PURE)
def test_all_naturals_and_a_buster_bet_the_bank_completes(filing: str) -> None:
    """The note to the Buster bet: 000:139, 002:493, 004:166."""
    only = seat(1, "Ah Kc", game=10, buster=5)
    answer = settled(filing, "Td 6c 9h", only)
    pays = {CASINO: 5, OUTLAWS: 10, CLUB500: 10}[filing]
    assert lines(answer) == {"1.game": ("win", 12), "1.buster": ("win", pays)}
    assert refused(filing, "Td 6c", only).code == "too-few-cards"


# Busted hands of three to nine cards, and what each house's table pays for them.
BUSTED = {
    3: "Td 6c Kh",
    4: "5s 5h 5d Tc",
    5: "4s 4h 4d 3s Tc",
    6: "3s 3h 3d 3c 3s Tc",
    7: "2s 2h 2d 2c 3s 3h Tc",
    8: "2s 2h 2d 2c 2s 2h 3s Tc",
    9: "2s 2h 2d 2c 2s 2h As Ad Tc",
}
BUSTER_PAYS = {
    CASINO: [1, 3, 6, 25, 100, 250, 250],
    OUTLAWS: [2, 2, 4, 15, 50, 250, 250],
    CLUB500: [2, 2, 4, 15, 50, 150, 150],
}


@pytest.mark.parametrize("count", BUSTED)
@pytest.mark.parametrize("filing", PURE)
def test_buster_pay_table(filing: str, count: int) -> None:
    answer = settled(filing, BUSTED[count], seat(1, "Kh 9c", game=10, buster=10), cover=9000)
    assert lines(answer) == {
        "1.game": ("win", 10),
        "1.buster": ("win", 10 * BUSTER_PAYS[filing][count - 3]),
    }


@pytest.mark.parametrize("filing", PURE)
def test_buster_loses_unless_the_bank_busts(filing: str) -> None:
    for cards in ("Td 7c", "5s 5h 5d 6c", "Ad Kc", "Td Ac"):
        answer = settled(filing, cards, seat(1, "Kh 9c", game=10, buster=10))
        assert lines(answer)["1.buster"] == ("lose", -10)


@pytest.mark.parametrize("filing", PURE)
def test_three_eights_are_a_bust_for_buster(filing: str) -> None:
    answer = settled(filing, "8s 8h 8d", seat(1, "Kh 6c", "hit", "9d", game=10, buster=10))
    assert lines(answer)["1.buster"] == ("win", 10 * BUSTER_PAYS[filing][0])
    assert lines(answer)["1.game"] == ("push", 0)


@pytest.mark.parametrize("filing", PURE)
def test_buster_stays_in_action_after_bust_surrender_and_natural(filing: str) -> None:
    bets = {"game": 10.0, "buster": 5.0}
    answer = settled(
        filing,
        "Td 6c Kh",
        seat(1, "Kh 6c", "hit", "9d", bets=bets),
        seat(2, "Kh 6c", "surrender", bets=bets),
        seat(3, "Kh Ac", bets=bets),
    )
    three = BUSTER_PAYS[filing][0] * 5
    assert {k: v for k, v in lines(answer).items() if "buster" in k} == {
        f"{n}.buster": ("win", three) for n in (1, 2, 3)
    }


@pytest.mark.parametrize("filing", PURE)
def test_one_bonus_bet_for_all_split_hands(filing: str) -> None:
    answer = settled(
        filing, "Td 6c Kh", seat(1, "8h 8d", "split, stand, stand", "Kh Qh", game=10, buster=5)
    )
    assert list(lines(answer)) == ["1.game", "1.game#2", "1.buster"]


# Bank hands that begin with so many red cards; black cards end the run.
RED_RUNS = [
    (0, "Tc 7h", None, None),
    (1, "Th 7c", None, None),
    (1, "5h 5c 9h", None, None),
    (2, "Th 7d", 1, 1),
    (2, "5h 5d 9c", 1, 1),
    (2, "5h 2d 3c 8h", 1, 1),
    (2, "Ah Kd", 1, 1),
    (3, "5h 5d 9h", 5, 5),
    (3, "Th 6d 9h", 5, 5),
    (4, "5h 4d 3h 6d", 10, 10),
    (5, "2h 3d 4h 5d 4d", 50, 50),
    (6, "2h 3d 2d 4h 3h 4d", 100, 100),
    (7, "2h 2d 3h 3d 2h 2d 3h", 200, 200),
    (8, "2h 2d 2h 2d 2h 2d 2h 3d", 200, 300),
    (9, "2h 2d 2h 2d 2h 2d 2h Ad 2h", 200, 300),
]


@pytest.mark.parametrize(("reds", "cards", "casino", "club500"), RED_RUNS)
def test_red_flex_pay_table(reds: int, cards: str, casino: int | None, club500: int | None) -> None:
    for filing, pays in ((CASINO, casino), (CLUB500, club500)):
        answer = settled(filing, cards, seat(1, "Kh 9c", game=10, red_flex=10), cover=9000)
        expected = ("lose", -10) if pays is None else ("win", 10 * pays)
        assert lines(answer)["1.red_flex"] == expected, (filing, reds)


@pytest.mark.parametrize("filing", [CASINO, CLUB500])
def test_red_flex_alone_keeps_the_bank_drawing_until_a_black_card(filing: str) -> None:
    """000:166, 000:174; 004:127, 004:136."""
    only = seat(1, "Kh Ac", game=10, red_flex=10)
    assert refused(filing, "5h 2d", only).code == "too-few-cards"
    for drawn, reds in (("5h 2d 3c", 10), ("5h 2d 3c 8h", 10), ("5h 2d 3h 9h", 100)):
        assert lines(settled(filing, drawn, only))["1.red_flex"] == ("win", reds)
    for drawn in ("5c 2d", "5h 2c", "5h 2c Kd"):
        assert lines(settled(filing, drawn, only))["1.red_flex"] == ("lose", -10)


def test_outlaws_both_over_is_decided_by_a_reading() -> None:
    answer = settled(OUTLAWS, "Td 6c Kh", seat(1, "Kh 6c", "hit", "6s"))
    assert answer.warnings == ("seat 1, game: the reading twenty-one 35 decided",)
    assert answer.settlement.lines[0].cite == "Game Rules, item 8"


INSURED = [
    ("bank_natural_pays_2_to_1", "Ad Kc", "Kh 9c", "insure 5", ("lose", -10), ("win", 10)),
    ("less_than_half", "Ad Kc", "Kh 9c", "insure 2.50", ("lose", -10), ("win", 5)),
    ("no_natural_loses", "Ad 7c", "Kh 9c", "insure 5", ("win", 10), ("lose", -5)),
    ("a_natural_insured_like_any_hand", "Ad Kc", "Kh Ac", "insure 5", ("push", 0), ("win", 10)),
    ("a_natural_wins_and_insurance_loses", "Ad 7c", "Kh Ac", "insure 5", ("win", 12), ("lose", -5)),
    ("then_the_hand_is_played", "Ad 7c", "Kh 5c", "insure 5, stand", ("lose", -10), ("lose", -5)),
    ("then_surrendered", "Ad 7c", "Kh 5c", "insure 5, surrender", ("lose", -5), ("lose", -5)),
]


@pytest.mark.parametrize(
    ("cards", "hand", "actions", "game", "insurance"),
    [c[1:] for c in INSURED],
    ids=[c[0] for c in INSURED],
)
def test_casino_club_item_2_insurance(
    cards: str, hand: str, actions: str, game: tuple[str, float], insurance: tuple[str, float]
) -> None:
    answer = settled(CASINO, cards, seat(1, hand, actions))
    assert lines(answer) == {"1.game": game, "1.insurance": insurance}
    assert [line.wager for line in answer.settlement.lines] == ["game", "insurance"]


def test_casino_club_insurance_is_half_of_the_original_wager_though_the_hand_is_doubled() -> None:
    answer = settled(CASINO, "Ad 7c", seat(1, "6h 5c", "insure 5, double", "Th"))
    assert lines(answer) == {"1.game": ("win", 20), "1.insurance": ("lose", -5)}


def test_casino_club_each_seat_insures_or_not() -> None:
    answer = settled(CASINO, "Ad Kc", seat(1, "Kh 9c"), seat(2, "Kh 9c", "insure 1"))
    assert net(answer) == {"1": -10, "2": -9 + 1}

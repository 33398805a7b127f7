"""Rounds of the 21-type games that cannot have happened: each names its place and its rule."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.errors import Problems
from tests.families.twenty_one.twenty_one_rounds import (
    ALL,
    CASINO,
    CLUB500,
    NAPA_43,
    NAPA_80,
    NO_BUST,
    OUTLAWS,
    PURE,
    SPANISH,
    refused,
    seat,
)

AGAIN = {"double_double_down": True}

# What is wrong, the filings, the bank, the hand, its actions and draws, what the error says.
CHOICES: list[tuple[str, list[str], str, str, str, str, str]] = [
    # The player's chart.
    ("stand_on_hard_11", PURE, "Td 8c", "6h 5c", "stand", "", "the rules deal 3"),
    ("stand_on_11_with_a_draw", PURE, "Td 8c", "6h 5c", "stand", "Th", "nothing left to choose"),
    ("written_forced_hit", PURE, "Td 8c", "6h 5c", "hit", "Th", "nothing left to choose"),
    ("hit_on_hard_19", PURE, "Td 8c", "Kh 9c", "hit", "2d", "cannot have been dealt"),
    ("stand_written_on_hard_19", PURE, "Td 8c", "Kh 9c", "stand", "", "nothing left to choose"),
    ("hit_on_hard_17", [SPANISH], "Kd 8c", "Kh 7c", "hit", "2d", "cannot have been dealt"),
    ("stand_written_on_hard_17", [SPANISH], "Kd 8c", "Kh 7c", "stand", "", "nothing left"),
    ("hit_on_20", [NO_BUST], "Td 8c", "Kh Qc", "hit", "Ad", "cannot have been dealt"),
    ("hit_on_soft_20", [NO_BUST], "Td 8c", "Ah 9c", "hit", "Ad", "cannot have been dealt"),
    ("hit_on_soft_21", [NO_BUST, NAPA_43, NAPA_80], "Td 8c", "Ah 5c", "hit, hit", "5d Td",
     "cannot have been dealt"),
    ("stand_on_11", [NO_BUST, NAPA_43, NAPA_80], "Td 8c", "6h 5c", "stand", "", "the rules deal 3"),
    ("hit_when_over", PURE, "Td 8c", "Kh 6c", "hit, hit", "9d 2d", "cannot have been dealt"),
    ("hit_over_22", [NO_BUST], "Td 8c", "Kh 6c", "hit, hit", "6d 2d", "cannot have been dealt"),
    ("hit_a_joker_hand", [NO_BUST], "Td 8c", "Jk 6c", "hit", "6d", "cannot have been dealt"),
    ("hit_a_natural", PURE, "Td 8c", "Ah Kc", "hit", "6d", "cannot have been dealt"),
    ("no_choice_given", [*PURE, NO_BUST, NAPA_43, NAPA_80], "Td 8c", "Kh 5c", "", "",
     "must choose (hit, stand"),
    ("no_choice_given_below_12", [SPANISH], "Kd 8c", "5h 3c", "", "", "must choose (hit, stand"),
    ("no_stand_given_after_a_hit", PURE, "Td 8c", "Kh 3c", "hit", "2d", "must choose (hit, stand)"),
    ("a_stand_too_many", PURE, "Td 8c", "Kh 5c", "stand, stand", "", "nothing left to choose"),
    ("a_hit_after_a_stand", PURE, "Td 8c", "Kh 5c", "stand, hit", "2d", "cannot have been dealt"),
    ("a_draw_too_many", PURE, "Td 8c", "Kh 5c", "hit, stand", "2d 3d", "cannot have been dealt"),
    ("a_draw_too_few", PURE, "Td 8c", "Kh 5c", "hit, stand", "", "the rules deal 3"),
    ("an_unknown_word", PURE, "Td 8c", "Kh 5c", "fold", "", "'fold' is no choice of this game"),
    ("an_amount_with_a_hit", PURE, "Td 8c", "Kh 5c", "hit 5", "2d", "belongs to a double"),
    # Doubles.
    ("double_after_a_hit", PURE, "Td 8c", "Kh 2c", "hit, double", "3d 5d", "first two cards"),
    ("double_after_a_forced_hit", PURE, "Td 8c", "4h 2c", "double", "6d 5d", "cannot have been"),
    ("double_above_the_wager", [*PURE, SPANISH, NAPA_80], "Kd 8c", "7h 5c", "double 11", "9d",
     "more than the wager of $10"),
    ("double_for_nothing", [*PURE, SPANISH, NAPA_80], "Kd 8c", "7h 5c", "double 0", "9d",
     "must add something"),
    ("double_for_a_word", PURE, "Td 8c", "7h 5c", "double half", "9d", "no amount of dollars"),
    ("double_for_less", [NO_BUST, NAPA_43], "Td 8c", "7h 5c", "double 5", "9d",
     "neither more nor less"),
    ("double_a_natural", [*PURE, SPANISH, NAPA_43, NAPA_80], "Kd 8c", "Ah Kc", "double", "9d",
     "cannot have been dealt"),
    ("double_a_joker_hand", [NO_BUST], "Td 8c", "Jk 5c", "double", "9d", "cannot have been dealt"),
    ("double_a_split_ace", [*PURE, NO_BUST, NAPA_43, NAPA_80], "Td 8c", "Ah Ac", "split, double",
     "5d 6d 7d", "cannot have been dealt"),
    ("double_a_split_21", [NAPA_80], "Td 8c", "Kh Kc", "split, stand, double", "5d Ad 9d",
     "cannot have been dealt"),
    ("double_twice", [*PURE, SPANISH], "Kd 8c", "6h 5c", "double, double", "2d 6d", "cannot have"),
    ("hit_after_a_double", PURE, "Td 8c", "6h 5c", "double, hit", "2d 6d", "cannot have been"),
    ("a_double_without_its_card", PURE, "Td 8c", "6h 5c", "double", "", "the rules deal 3"),
    ("rescue_without_a_double", [SPANISH], "Kd 8c", "7h 5c", "rescue", "", "follows a double"),
    ("rescue_of_a_hand_over", [SPANISH], "Kd 8c", "Kh 2c", "double, rescue", "Qd", "nothing left"),
    ("rescue_where_there_is_none", [*PURE, NO_BUST, NAPA_43, NAPA_80], "Td 8c", "7h 5c", "rescue",
     "", "there is no rescue"),
    ("rescue_after_a_double_elsewhere", PURE, "Td 8c", "7h 5c", "double, rescue", "2d",
     "nothing left to choose"),
    # Splits.
    ("split_no_pair", ALL, "Kd 8c", "9h 7c", "split", "2d 3d", "no pair"),
    ("split_after_a_hit", ALL, "Kd 8c", "6h 6c", "hit, split", "3d 2d 3d", "only two cards"),
    ("split_a_fourth_time", [*PURE, NO_BUST, SPANISH], "Kd 9c", "6h 6c",
     "split, split, split, split", "6s 6d 6h Kd Qd Jd Kc Qc", "3 times at most"),
    ("split_a_third_time", [NAPA_80], "Td 9c", "6h 6c", "split, split, split",
     "6s 6d Kd Qd Jd Kc", "2 times at most"),
    ("split_unlike_ten_cards", [NAPA_80], "Td 8c", "Kh Qc", "split", "2d 3d", "one rank"),
    ("split_aces_again", [*PURE, NO_BUST, NAPA_80], "Td 8c", "Ah Ac", "split, split", "Ad 5d 6d 7d",
     "cannot have been dealt"),
    ("hit_a_split_ace", [*PURE, NO_BUST, NAPA_43, NAPA_80], "Td 8c", "Ah Ac", "split, hit",
     "2d 5d 6d", "cannot have been dealt"),
    ("split_a_joker_and_an_eight", [NO_BUST], "Td 8c", "Jk 8c", "split", "5d 6d", "cannot have"),
    ("split_two_jokers", [NO_BUST], "Td 8c", "Jk Jk", "split", "5d 6d", "cannot have been dealt"),
    ("a_split_without_its_cards", ALL, "Kd 8c", "6h 6c", "split", "", "the rules deal 3"),
    ("a_split_hand_without_a_choice", [*PURE, NO_BUST], "Td 8c", "6h 6c", "split, stand", "Td Kc",
     "must choose"),
    # Surrender.
    ("surrender_after_a_hit", [*PURE, NO_BUST, SPANISH], "Kd 8c", "9h 3c", "hit, surrender", "2d",
     "before any card is drawn"),
    ("surrender_of_a_split_hand", [*PURE, NO_BUST, SPANISH], "Kd 8c", "6h 6c", "split, surrender",
     "Kh Qc", "split hand may not be surrendered"),
    ("surrender_after_the_check_found_a_natural", PURE, "Td Ac", "Kh 6c", "surrender", "",
     "nothing left to choose"),
    ("surrender_of_a_natural", [*PURE, SPANISH, NAPA_43, NAPA_80], "Kd 8c", "Ah Kc", "surrender",
     "",
     "nothing left to choose"),
    ("surrender_of_21", [NAPA_43, NAPA_80], "Td 8c", "Kh 5c", "hit, surrender", "6d",
     "nothing left to choose"),
    ("surrender_after_a_double", [NAPA_43, NAPA_80], "Td 8c", "6h 5c", "double, surrender", "2d",
     "nothing left to choose"),
    ("surrender_of_a_split_ace", [NAPA_43, NAPA_80], "Td 8c", "Ah Ac", "split, surrender", "5d 6d",
     "nothing left to choose"),
    ("surrender_after_a_stand", PURE, "Td 8c", "Kh 6c", "stand, surrender", "", "nothing left"),
    ("a_choice_after_a_surrender", PURE, "Td 8c", "Kh 6c", "surrender, stand", "", "nothing left"),
    # Insurance.
    ("insure_without_an_ace", [CASINO, NAPA_43, NAPA_80], "Kd 8c", "9h 5c", "insure 5, stand", "",
     "when the bank shows an ace"),
    ("insure_where_there_is_none", [OUTLAWS, CLUB500, SPANISH], "Ad 8c", "9h 5c", "insure 5, stand",
     "", "the game has no insurance"),
    ("insure_without_any_check", [NO_BUST], "Ad 8c", "9h 5c", "insure 5, stand", "",
     "the game has no insurance"),
    ("insure_too_much", [CASINO, NAPA_80], "Ad 8c", "9h 5c", "insure 6, stand", "",
     "at most half of the game wager, $5"),
    ("insure_nothing", [CASINO, NAPA_80], "Ad 8c", "9h 5c", "insure 0, stand", "",
     "at most half of the game wager, $5"),
    ("insure_less_than_half", [NAPA_43], "Ad 8c", "9h 5c", "insure 4, stand", "", "is half of"),
    ("insure_no_amount", [CASINO, NAPA_43, NAPA_80], "Ad 8c", "9h 5c", "insure, stand", "",
     "as 'insure 5'"),
    ("insure_after_a_choice", [CASINO, NAPA_80], "Ad 8c", "9h 3c", "hit, insure 5", "2d",
     "before anything else"),
    ("choose_against_a_natural", [*PURE, SPANISH], "Kd Ac", "9h 5c", "stand", "", "nothing left"),
    ("draw_against_a_natural", [*PURE, SPANISH], "Kd Ac", "6h 5c", "", "Kh", "cannot have been"),
    ("choose_against_a_natural_with_an_ace_up", [NAPA_43, NAPA_80], "Ad Kc", "9h 5c", "stand", "",
     "nothing left to choose"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("filing", "bank_cards", "cards", "actions", "draws", "says"),
    [
        pytest.param(filing, *rest, id=f"{name}-{filing}")
        for name, filings, *rest in CHOICES
        for filing in filings
    ],
)
def test_a_choice_the_rules_do_not_allow(
    filing: str, bank_cards: str, cards: str, actions: str, draws: str, says: str
) -> None:
    error = refused(filing, bank_cards, seat(1, cards, actions, draws))
    assert says in str(error)
    assert "seat 1" in error.where


BANKS = [
    ("past_hard_17", ALL, "Kd 7c 2h", "cannot have been dealt"),
    ("past_soft_18", ALL, "7d Ac 2h", "cannot have been dealt"),
    ("past_21", ALL, "Kd 5c 6h 2h", "cannot have been dealt"),
    ("past_a_bust", ALL, "Kd 6c 9h 2h", "cannot have been dealt"),
    ("short_of_17", ALL, "Kd 6c", "the rules deal 3"),
    ("stopped_on_soft_17", ALL, "6d Ac", "the rules deal 3"),
    ("stopped_on_a_later_soft_17", ALL, "2d 4c Ah", "the rules deal 4"),
    ("one_card", ALL, "Kd", "the rules deal 2"),
    ("no_card", ALL, "", "the rules deal 1"),
]


@pytest.mark.parametrize(
    ("filing", "cards", "says"),
    [
        pytest.param(filing, *rest, id=f"{name}-{filing}")
        for name, filings, *rest in BANKS
        for filing in filings
    ],
)
def test_a_bank_hand_drawn_past_or_short_of_its_chart(filing: str, cards: str, says: str) -> None:
    actions = {SPANISH: "", NO_BUST: "stand", NAPA_43: "stand", NAPA_80: "stand"}
    hand = seat(1, "Kh 9c", actions.get(filing, ""))
    error = refused(filing, cards, hand)
    assert says in error.message
    assert error.where == "bank"
    assert error.cite


def test_a_bank_drawn_past_its_chart_when_nothing_depends_on_it() -> None:
    error = refused(CASINO, "Td 6c 5h 2h", seat(1, "Kh 6c", "surrender"))
    assert (error.code, error.where) == ("too-many-cards", "bank")
    assert error.cite == "Chart 1B"


def test_refusals_cite_their_clause() -> None:
    found = {
        "double": refused(CASINO, "Td 8c", seat(1, "Kh 2c", "hit, double", "3d 5d")),
        "split": refused(CASINO, "Td 8c", seat(1, "9h 7c", "split")),
        "surrender": refused(NO_BUST, "Td 8c", seat(1, "9h 3c", "hit, surrender", "2d")),
        "insure": refused(NAPA_80, "Ad 8c", seat(1, "9h 3c", "insure 6, stand")),
    }
    assert {name: error.cite for name, error in found.items()} == {
        "double": "Double-Down, Split, and Surrender, items 1 and 2",
        "split": "Double-Down, Split, and Surrender, item 2",
        "surrender": "Double-Down, Split, Surrender & Odds, item 6",
        "insure": "Game Rules, item 12; Round of Play, item 8",
    }


@pytest.mark.parametrize("amounts", ["double, double, double, double", "double 5"])
def test_spanish_double_double_down_has_three_doubles_and_none_for_less(amounts: str) -> None:
    error = refused(SPANISH, "Kd 8c", seat(1, "2h 3c", amounts, "2d 2h 2c 2s"), options=AGAIN)
    assert error.where == "seat 1"


def test_spanish_a_second_double_for_another_amount() -> None:
    error = refused(SPANISH, "Kd 8c", seat(1, "6h 5c", "double, double 10", "2d 3h"), options=AGAIN)
    assert "a double is $20, neither more nor less" in error.message


# Cards the decks cannot give.
DECKS: list[tuple[str, str, dict[str, Any], str]] = [
    ("nine_of_a_card", CASINO, {}, "9 times; 8 exist"),
    ("nine_of_a_card", OUTLAWS, {}, "9 times; 8 exist"),
    ("nine_of_a_card", CLUB500, {}, "9 times; 8 exist"),
    ("nine_of_a_card", SPANISH, {}, "9 times; 8 exist"),
    ("nine_of_a_card", NO_BUST, {}, "9 times; 8 exist"),
    ("nine_of_a_card", NAPA_43, {}, "9 times; 8 exist"),
    ("nine_of_a_card", NAPA_80, {}, "9 times; 8 exist"),
    ("more_than_six_decks_hold", OUTLAWS, {"decks": 6}, "9 times; 6 exist"),
    ("more_than_one_deck_holds", CASINO, {"decks": 1}, "9 times; 1 exists in 1 deck"),
]


@pytest.mark.parametrize(("name", "filing", "rest", "says"), DECKS)
def test_a_card_too_often(name: str, filing: str, rest: dict[str, Any], says: str) -> None:
    seats = [seat(n, "9h 9h") for n in (1, 2, 3, 4)]
    error = refused(filing, "Kd 9h", *seats, **rest)
    assert says in str(error), name


def test_no_bust_has_a_joker_for_each_deck() -> None:
    jokers = [seat(n, "Jk Jk") for n in (1, 2, 3, 4)]
    assert "Jk lies 9 times; 8 exist" in str(refused(NO_BUST, "Td Jk", *jokers))
    assert "Jk lies 2 times; 1 exists" in str(refused(NO_BUST, "Td 7c", jokers[0], decks=1))


@pytest.mark.parametrize("filing", [f for f in ALL if f != NO_BUST])
def test_a_joker_where_none_is_played(filing: str) -> None:
    assert "there is none" in str(refused(filing, "Kd 7c", seat(1, "Jk 9c")))


def test_spanish_has_no_tens() -> None:
    assert "Th lies once; there is none" in str(refused(SPANISH, "Kd 7c", seat(1, "Th 9c")))


@pytest.mark.parametrize(
    ("filing", "decks"),
    [(CASINO, 9), (CASINO, 0), (OUTLAWS, 5), (SPANISH, 3), (NAPA_43, 9), (NO_BUST, 9)],
)
def test_decks_the_filing_does_not_permit(filing: str, decks: int) -> None:
    assert refused(filing, "Kd 7c", seat(1, "Kh 8c", "stand"), decks=decks).where == "decks"


WAGERS: list[tuple[str, list[str], dict[str, float], str]] = [
    ("a_bonus_bet_without_its_game_wager", [CASINO, OUTLAWS, CLUB500, NAPA_80], {"buster": 5},
     "needs-base-wager"),
    ("a_match_bet_without_its_game_wager", [SPANISH], {"match_dealer": 5}, "needs-base-wager"),
    ("red_flex_without_its_game_wager", [CASINO, CLUB500], {"red_flex": 5}, "needs-base-wager"),
    ("red_flex_not_offered", [OUTLAWS, SPANISH, NO_BUST, NAPA_43, NAPA_80],
     {"game": 10, "red_flex": 5}, "no-such-wager"),
    ("buster_not_offered", [SPANISH, NO_BUST, NAPA_43], {"game": 10, "buster": 5}, "no-such-wager"),
    ("match_not_offered", [*PURE, NO_BUST, NAPA_43, NAPA_80], {"game": 10, "match_dealer": 5},
     "no-such-wager"),
    ("an_ante", ALL, {"ante": 10}, "no-such-wager"),
    ("insurance_before_the_deal", ALL, {"game": 10, "insurance": 5}, "no-such-wager"),
    ("buster_over_50", [CASINO], {"game": 100, "buster": 51}, "off-limits"),
    ("buster_under_1", [CASINO], {"game": 100, "buster": 0.5}, "off-limits"),
    ("red_flex_over_50", [CASINO], {"game": 100, "red_flex": 50.5}, "off-limits"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("filing", "wagers", "code"),
    [
        pytest.param(filing, *rest, id=f"{name}-{filing}")
        for name, filings, *rest in WAGERS
        for filing in filings
    ],
)
def test_a_wager_that_may_not_lie_there(filing: str, wagers: dict[str, float], code: str) -> None:
    error = refused(filing, "Kd 7c", seat(1, "Kh Qc", bets=wagers))
    assert error.code == code
    assert error.cite


@pytest.mark.parametrize("filing", ALL)
def test_seats_of_the_table(filing: str) -> None:
    """Eight seats, the bank's among them, where nobody else may wager."""
    hand = seat(8, "Kh Qc")
    assert refused(filing, "Kd 7c", hand).code == "bank-seat"
    assert refused(filing, "Kd 7c", seat(9, "Kh Qc")).code == "no-such-seat"
    assert refused(filing, "Kd 7c", hand, banker=9).code == "no-such-seat"
    assert refused(filing, "Kd 7c", hand, hand, banker=1).code == "seat-twice"


@pytest.mark.parametrize("filing", [CLUB500, SPANISH])
def test_backline_where_it_is_not_permitted(filing: str) -> None:
    hand = seat(1, "Kh Qc", behind={"B1": {"game": 10}})
    assert refused(filing, "Kd 7c", hand).code == "no-backline"
    assert refused(filing, "Kd 7c", hand, options={"backline": True}).code == "no-backline"


@pytest.mark.parametrize(
    ("filing", "bonus"), [(CLUB500, ["red_flex", "buster"]), (SPANISH, ["match_dealer"])]
)
def test_500_club_backline_is_permitted_on_no_spot(filing: str, bonus: list[str]) -> None:
    """004:95, 004:121, 004:158, 004:297: one refusal for each wager behind the seat."""
    behind = {"B1": {"game": 10.0, **dict.fromkeys(bonus, 5.0)}}
    error = refused(filing, "Kd 7c", seat(1, "Kh Qc", behind=behind))
    assert isinstance(error, Problems)
    assert [(one.code, one.where) for one in error.found] == [
        ("no-backline", f"seat 1, backline B1, {spot}") for spot in behind["B1"]
    ]


@pytest.mark.parametrize("filing", [CASINO, OUTLAWS, NAPA_80])
def test_a_backline_bonus_bet_needs_the_bettors_own_game_wager(filing: str) -> None:
    hand = seat(1, "Kh Qc", behind={"B1": {"buster": 10}})
    assert refused(filing, "Kd 7c", hand).code == "needs-base-wager"

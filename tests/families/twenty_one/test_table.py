"""Order of action, short banks, backline bettors, limits and fees of the 21-type games."""

from __future__ import annotations

from typing import Any

import pytest

from tests.families.twenty_one.twenty_one_rounds import (
    ALL,
    CASINO,
    CLUB500,
    NAPA_43,
    NAPA_80,
    NO_BUST,
    OUTLAWS,
    SPANISH,
    lines,
    net,
    refused,
    seat,
    settled,
)

RANKS = "A23456789TJQK"
# Bank in seat 3, all others wager. Counted from the house dealer's left the seats are
# 1 2 4 5 6 7 8; from beside the bank 4 5 6 7 8 1 2.
BUTTONS = {
    CASINO: [1, 2, 4, 5, 6, 7, 8, 1, 2, 4, 5, 6, 7],  # jack 11, queen 12, king 13
    OUTLAWS: [4, 5, 6, 7, 8, 1, 2, 4, 5, 6, 6, 6, 6],  # pictures ten
    NO_BUST: [4, 5, 6, 7, 8, 1, 2, 4, 5, 6, 6, 6, 6],
    NAPA_43: [1, 2, 4, 5, 6, 7, 8, 1, 2, 4, 4, 4, 4],
}


def _full_table(filing: str, second: str, **rest: Any) -> int | None:
    """A ten up and the card that decides; a seven completes what is below 17."""
    cards = f"Td {second}" + (" 7s" if second[0] in "23456" else "")
    natural = second[0] == "A" and filing in (CASINO, OUTLAWS)
    actions = "" if natural or filing in (CASINO, OUTLAWS) else "stand"
    seats = [seat(n, "Kh 9c", actions) for n in (1, 2, 4, 5, 6, 7, 8)]
    return settled(filing, cards, *seats, banker=3, **rest).result.first_action


@pytest.mark.parametrize("filing", BUTTONS)
@pytest.mark.parametrize("rank", RANKS)
def test_action_button_by_the_banks_second_card(filing: str, rank: str) -> None:
    """000:60, 000:137; 002:408; 003:144-148; 003:307."""
    assert _full_table(filing, f"{rank}c") == BUTTONS[filing][RANKS.index(rank)]


def test_no_bust_a_joker_puts_the_button_beside_the_bank() -> None:
    assert _full_table(NO_BUST, "Jk") == 4


@pytest.mark.parametrize(("second", "first"), [("2c", 5), ("5c", 7), ("7c", 2)])
def test_seats_without_a_wager_are_passed_over(second: str, first: int) -> None:
    """Casino Club, bank in seat 3: two is seat 2, five seat 6, seven seat 8."""
    cards = f"Td {second}" + (" 7s" if second[0] in "25" else "")
    numbers = {5: (1, 5, 7), 7: (1, 5, 7), 2: (2, 5, 7)}[first]
    answer = settled(CASINO, cards, *[seat(n, "Kh 9c") for n in numbers], banker=3)
    assert answer.result.first_action == first


def test_500_club_has_no_button_the_seat_left_of_the_bank_is_first() -> None:
    """004:52."""
    for banker, first in ((3, 5), (5, 7), (7, 1), (8, 1)):
        seats = [seat(n, "Kh 9c") for n in (1, 5, 7) if n != banker]
        assert settled(CLUB500, "Td 7c", *seats, banker=banker).result.first_action == first


def test_settled_clockwise_from_the_button_until_the_bank_is_exhausted() -> None:
    """Casino Club 000:61, 000:64."""
    answer = settled(
        CASINO,
        "Td 9c",
        seat(1, "Kh Qc"),
        seat(2, "Kh 8c", "stand"),
        seat(4, "Kh Qc"),
        seat(6, "Kh 8c", "stand"),
        banker=3,
        cover=25,
    )
    # Seats 1 2 4 5 6 7 8 count to nine: 1 2. Seat 2 loses 10, seat 4 wins 10, 5 are left.
    assert answer.result.first_action == 2
    assert [line.seat for line in answer.settlement.lines] == [2, 4, 6, 1]
    assert net(answer) == {"1": 0, "2": -10, "4": 10, "6": -5}
    assert lines(answer)["1.game"] == ("no_action", 0)


EVERYTHING = {"game": 10.0, "red_flex": 10.0, "buster": 10.0}


@pytest.mark.parametrize(
    ("cover", "nets"),
    [
        (5, [("lose", -5), ("no_action", 0), ("no_action", 0), ("no_action", 0)]),
        (10, [("lose", -10), ("no_action", 0), ("no_action", 0), ("no_action", 0)]),
        (14, [("lose", -10), ("win", 4), ("no_action", 0), ("no_action", 0)]),
        (20, [("lose", -10), ("win", 10), ("no_action", 0), ("no_action", 0)]),
        (27, [("lose", -10), ("win", 10), ("win", 7), ("no_action", 0)]),
        (33, [("lose", -10), ("win", 10), ("win", 10), ("lose", -3)]),
        (40, [("lose", -10), ("win", 10), ("win", 10), ("lose", -10)]),
    ],
)
def test_casino_club_a_bank_that_runs_dry_at_each_place(
    cover: float, nets: list[tuple[str, float]]
) -> None:
    """000:118: game, Red Flex, Buster; insurance directly after the game wager."""
    answer = settled(CASINO, "Ah Kd", seat(1, "Kh 9c", "insure 5", bets=EVERYTHING), cover=cover)
    order = ["game", "insurance", "red_flex", "buster"]
    assert [line.wager for line in answer.settlement.lines] == order
    assert list(lines(answer).values()) == nets


def test_500_club_order_game_red_flex_buster_seat_by_seat() -> None:
    answer = settled(
        CLUB500, "Td 7c", seat(1, "Kh 9c", bets=EVERYTHING), seat(2, "Kh 9c", bets=EVERYTHING)
    )
    assert [(line.seat, line.wager) for line in answer.settlement.lines] == [
        (number, wager) for number in (1, 2) for wager in ("game", "red_flex", "buster")
    ]


def test_outlaws_order_game_then_buster() -> None:
    answer = settled(OUTLAWS, "Td 7c", seat(1, "Kh 9c", game=10, buster=5))
    assert [line.wager for line in answer.settlement.lines] == ["game", "buster"]


@pytest.mark.parametrize("filing", ALL)
def test_split_hands_are_settled_left_to_right_against_a_short_bank(filing: str) -> None:
    answer = settled(filing, "Kd 7c", seat(1, "8h 8c", "split, stand, stand", "Ah As"), cover=15)
    assert lines(answer) == {"1.game": ("win", 10), "1.game#2": ("win", 5)}


@pytest.mark.parametrize("filing", ALL)
def test_a_surrendered_half_uses_up_the_bank(filing: str) -> None:
    """In its turn, like any collected wager: five of the first seat, then five of the second."""
    first, second = (2, 1) if filing == NAPA_80 else (1, 2)
    hands = [seat(first, "Kh 6c", "surrender"), seat(second, "Kh 6c", "stand")]
    answer = settled(filing, "Kd 7c", *hands, cover=10)
    assert answer.result.first_action == first
    assert net(answer) == {"1": -5, "2": -5}


def test_a_push_after_the_bank_is_exhausted_has_no_action() -> None:
    answer = settled(CLUB500, "Td 8c", seat(1, "Kh Qc"), seat(2, "9h 9c", "stand"), cover=10)
    assert lines(answer)["2.game"] == ("no_action", 0)


@pytest.mark.parametrize("coverage", ["gross", "net"])
def test_the_banks_wager_covers_collecting_and_paying_together(coverage: str) -> None:
    """Ruling 18: the sum of both; the net result is the other reading."""
    answer = settled(
        CLUB500, "Td 8c", seat(1, "Kh 7c", "stand"), seat(2, "Kh 9c"), cover=10,
        options={"coverage": coverage},
    )  # fmt: skip
    assert net(answer) == {"1": -10, "2": 0 if coverage == "gross" else 10}


BACKLINE = [CASINO, OUTLAWS, NO_BUST, NAPA_43, NAPA_80]
BEHIND = {"B1": {"game": 20.0}, "B2": {"game": 5.0}}


@pytest.mark.parametrize("filing", BACKLINE)
def test_backline_bettors_win_with_their_seat(filing: str) -> None:
    answer = settled(filing, "Td 7c", seat(1, "Kh 8c", "stand", behind=BEHIND))
    assert net(answer) == {"1": 10, "1/B1": 20, "1/B2": 5}


@pytest.mark.parametrize("filing", BACKLINE)
def test_backline_bettors_follow_a_double(filing: str) -> None:
    answer = settled(filing, "Td 7c", seat(1, "6h 5c", "double", "Kd", behind=BEHIND))
    assert net(answer) == {"1": 20, "1/B1": 40, "1/B2": 10}


@pytest.mark.parametrize("filing", [CASINO, OUTLAWS, NAPA_80])
def test_backline_bettors_follow_a_double_for_less_in_proportion(filing: str) -> None:
    answer = settled(filing, "Td 7c", seat(1, "6h 5c", "double 5", "2d", behind=BEHIND))
    assert net(answer) == {"1": -15, "1/B1": -30, "1/B2": -7.5}


@pytest.mark.parametrize("filing", BACKLINE)
def test_backline_bettors_follow_a_split_and_a_surrender(filing: str) -> None:
    answer = settled(
        filing, "Td 7c", seat(1, "8h 8d", "split, stand, stand", "Th 5c", behind=BEHIND)
    )
    assert lines(answer)["1/B1.game#2"] == ("lose", -20)
    assert net(answer) == {"1": 0, "1/B1": 0, "1/B2": 0}
    answer = settled(filing, "Td 7c", seat(1, "Kh 6d", "surrender", behind=BEHIND))
    assert net(answer) == {"1": -5, "1/B1": -10, "1/B2": -2.5}


@pytest.mark.parametrize("filing", [CASINO, OUTLAWS, NAPA_43, NAPA_80])
def test_backline_bettors_are_paid_6_to_5(filing: str) -> None:
    answer = settled(filing, "Td 7c", seat(1, "Kh Ad", behind=BEHIND))
    assert net(answer) == {"1": 12, "1/B1": 24, "1/B2": 6}


def test_no_bust_backline_bettors_are_paid_2_to_1() -> None:
    answer = settled(NO_BUST, "Td 7c", seat(1, "Jk Jk", behind=BEHIND))
    assert net(answer) == {"1": 20, "1/B1": 40, "1/B2": 10}


@pytest.mark.parametrize("filing", [CASINO, NAPA_43, NAPA_80])
def test_backline_bettors_do_not_insure(filing: str) -> None:
    answer = settled(filing, "Ad Kc", seat(1, "Kh 9d", "insure 5", behind=BEHIND))
    assert net(answer) == {"1": 0, "1/B1": -20, "1/B2": -5}
    assert "1/B1.insurance" not in lines(answer)


@pytest.mark.parametrize("filing", [CASINO, OUTLAWS, NAPA_80])
def test_backline_bettors_may_bet_on_buster(filing: str) -> None:
    behind = {"B1": {"game": 10.0, "buster": 5.0}}
    answer = settled(filing, "Td 6c 9h", seat(1, "Kh 8d", "stand", behind=behind))
    pays = 1 if filing == CASINO else 2
    assert net(answer) == {"1": 10, "1/B1": 10 + 5 * pays}


def test_casino_club_backline_bettors_may_bet_on_red_flex() -> None:
    behind = {"B1": {"game": 10.0, "red_flex": 5.0}}
    answer = settled(CASINO, "Th 7d", seat(1, "Kh 8d", "stand", behind=behind))
    assert net(answer) == {"1": 10, "1/B1": 15}


def test_backline_bettors_come_right_after_their_seat() -> None:
    """R2: seat 1, those behind it in the order written, then seat 2; the bank has 33."""
    answer = settled(CASINO, "Td 8c", seat(1, "Kh 9c", behind=BEHIND), seat(2, "Kh 9c"), cover=33)
    assert [line.bettor for line in answer.settlement.lines] == ["1", "1/B1", "1/B2", "2"]
    assert net(answer) == {"1": 10, "1/B1": 20, "1/B2": 3, "2": 0}


FEES: list[tuple[str, str, int | str, list[dict[str, Any]], float, dict[str, float]]] = [
    # Casino Club 000:202-206: 51 to 100 stand in two brackets and belong to the upper one.
    ("casino_4_at_50", CASINO, 4, [seat(1, "Kh 9c", game=50)], 1, {}),
    ("casino_4_between_50_and_51", CASINO, 4, [seat(1, "Kh 9c", game=50.50)], 1, {}),
    ("casino_4_at_51", CASINO, 4, [seat(1, "Kh 9c", game=51)], 2, {}),
    ("casino_4_at_100", CASINO, 4, [seat(1, "Kh 9c", game=100)], 2, {}),
    ("casino_4_at_251", CASINO, 4, [seat(1, "Kh 9c", game=251)], 4, {}),
    ("casino_5_at_60_with_bonus_bets", CASINO, 5,
     [seat(1, "Kh 9c", game=40, buster=10, red_flex=10)], 3, {}),
    ("casino_9_at_60", CASINO, 9, [seat(1, "Kh 9c", game=60)], 2, {}),
    ("casino_10_at_60", CASINO, 10, [seat(1, "Kh 9c", game=60)], 3, {}),
    ("casino_12_at_801", CASINO, 12, [seat(1, "Kh 9c", game=801)], 8, {}),
    ("casino_12_at_60", CASINO, 12, [seat(1, "Kh 9c", game=60)], 2, {}),
    ("casino_1_counts_backline_wagers", CASINO, 1,
     [seat(1, "Kh 9c", game=60, behind={"B1": {"game": 60}})], 1, {}),
    ("casino_1_not_the_double", CASINO, 1, [seat(1, "6h 5c", "double", "Th", game=100)], 0.5, {}),
    # Outlaw's: per betting square under 1 to 3, by the half hour under 4 and 5.
    ("outlaws_1_per_square", OUTLAWS, 1,
     [seat(1, "Kh 9c", game=10, buster=5), seat(2, "Kh 9c", game=10)], 0.5, {"1": 0.5, "2": 0.5}),
    ("outlaws_1_none_from_the_backline", OUTLAWS, 1,
     [seat(1, "Kh 9c", game=50, behind={"B1": {"game": 50}})], 1, {"1": 0.5}),
    ("outlaws_3", OUTLAWS, 3, [seat(1, "Kh 9c", game=200, buster=101)], 3, {"1": 2}),
    ("outlaws_4_below_the_first_bracket", OUTLAWS, 4, [seat(1, "Kh 9c", game=5)], 1, {}),
    ("outlaws_4_in_a_gap", OUTLAWS, 4, [seat(1, "Kh 9c", game=103)], 1, {}),
    ("outlaws_4_after_it", OUTLAWS, 4, [seat(1, "Kh 9c", game=105)], 2, {}),
    ("outlaws_5_at_505", OUTLAWS, 5, [seat(1, "Kh 9c", game=500, buster=5)], 7, {}),
    # 500 Club: bare numbers belong to the collection document, "game/N" to the game's own options.
    ("club500_2", CLUB500, 2, [seat(1, "Kh 9c", game=60, buster=50)], 2, {}),
    ("club500_game_2", CLUB500, "game/2", [seat(1, "Kh 9c", game=60, buster=50)], 2, {}),
    ("club500_1_at_50", CLUB500, 1, [seat(1, "Kh 9c", game=50)], 2, {}),
    ("club500_game_1_at_50", CLUB500, "game/1", [seat(1, "Kh 9c", game=50)], 0.5, {}),
    ("club500_12_at_501", CLUB500, 12, [seat(1, "Kh 9c", game=501)], 32, {}),
    ("spanish_7_counts_the_match_bet", SPANISH, 7,
     [seat(1, "Kh 9c", game=60, match_dealer=60)], 1, {}),
    ("spanish_game_1_does_not", SPANISH, "game/1",
     [seat(1, "Kh 9c", game=60, match_dealer=60)], 0.5, {}),
    ("spanish_game_8", SPANISH, "game/8", [seat(1, "Kh 9c", game=1000)], 5, {}),
    ("spanish_17_at_50", SPANISH, 17, [seat(1, "Kh 9c", game=50)], 4, {}),
    # Napa: options 1 to 7 take a fee from everybody who wagers, also behind a seat.
    ("napa_1", NO_BUST, 1, [seat(1, "Kh Qc", behind={"B1": {"game": 5}})], 1,
     {"1": 0.5, "1/B1": 0.5}),
    ("napa_4_at_101", NAPA_43, 4,
     [seat(1, "Kh 9c", "stand", game=100), seat(2, "Kh 9c", "stand", game=1)], 2, {"1": 1, "2": 1}),
    ("napa_7_bonus_bets_free", NAPA_80, 7, [seat(1, "Kh 9c", "stand", game=10, buster=50)], 3,
     {"1": 1}),
    ("napa_8", NAPA_80, 8, [seat(1, "Kh 9c", "stand", game=40, buster=11)], 2, {}),
    ("napa_free_collection_button", NO_BUST, 1, [seat(1, "Kh Qc", free=True), seat(2, "Kh Qc")], 1,
     {"2": 0.5}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("filing", "schedule", "seats", "bank_fee", "seat_fees"),
    [pytest.param(*one[1:], id=one[0]) for one in FEES],
)
def test_collection(
    filing: str,
    schedule: int | str,
    seats: list[dict[str, Any]],
    bank_fee: float,
    seat_fees: dict[str, float],
) -> None:
    answer = settled(filing, "Kd 7c", *seats, schedule=schedule)
    assert answer.fees is not None
    assert answer.fees.bank == bank_fee * 100
    assert answer.fees.seats == {who: fee * 100 for who, fee in seat_fees.items()}


def test_no_schedule_no_fees() -> None:
    assert settled(CASINO, "Kd 7c", seat(1, "Kh 9c")).fees is None


LIMITS: list[tuple[str, str, dict[str, Any], dict[str, float], bool]] = [
    ("casino_1_below", CASINO, {"schedule": 1}, {"game": 4}, False),
    ("casino_1_least", CASINO, {"schedule": 1}, {"game": 5}, True),
    ("casino_1_most", CASINO, {"schedule": 1}, {"game": 500}, True),
    ("casino_1_above", CASINO, {"schedule": 1}, {"game": 500.5}, False),
    ("casino_11_below", CASINO, {"schedule": 11}, {"game": 24}, False),
    ("casino_11_bonus_keeps_its_own", CASINO, {"schedule": 11}, {"game": 25, "buster": 1}, True),
    ("casino_bonus_50", CASINO, {}, {"game": 25, "buster": 50, "red_flex": 1}, True),
    ("outlaws_3_buster_below", OUTLAWS, {"schedule": 3}, {"game": 100, "buster": 50}, False),
    ("outlaws_3_buster", OUTLAWS, {"schedule": 3}, {"game": 100, "buster": 200}, True),
    ("outlaws_1_above", OUTLAWS, {"schedule": 1}, {"game": 51}, False),
    ("club500_1_above_10000", CLUB500, {"schedule": 1}, {"game": 10001}, False),
    ("club500_1_bonus_above_1000", CLUB500, {"schedule": 1}, {"game": 10, "buster": 1001}, False),
    ("club500_1_bonus", CLUB500, {"schedule": 1}, {"game": 10, "red_flex": 100}, True),
    ("club500_game_city_limit", CLUB500, {"schedule": "game/1"}, {"game": 201}, False),
    ("club500_game_at_it", CLUB500, {"schedule": "game/1"}, {"game": 200}, True),
    ("club500_game_below", CLUB500, {"schedule": "game/1"}, {"game": 4}, False),
    ("club500_game_buster_4", CLUB500, {"schedule": "game/1"}, {"game": 5, "buster": 4}, False),
    ("club500_game_buster_above_200", CLUB500, {"schedule": "game/1"}, {"game": 5, "buster": 201},
     False),
    ("spanish_1_match_above_1000", SPANISH, {"schedule": 1}, {"game": 5, "match_dealer": 1001},
     False),
    ("spanish_1_no_city_limit", SPANISH, {"schedule": 1}, {"game": 500}, True),
    ("spanish_game_match_below_the_table", SPANISH, {"schedule": "game/1"},
     {"game": 5, "match_dealer": 4}, False),
    ("spanish_game_8_below", SPANISH, {"schedule": "game/8"}, {"game": 49}, False),
    ("napa_1_above_100", NO_BUST, {"schedule": 1}, {"game": 101}, False),
    ("napa_1_least", NO_BUST, {"schedule": 1}, {"game": 1}, True),
    ("napa_8_below_5", NO_BUST, {"schedule": 8}, {"game": 4}, False),
    ("napa_8_no_highest", NO_BUST, {"schedule": 8}, {"game": 4999}, True),
    ("napa_80_buster_may_be_smaller", NAPA_80, {"schedule": 8}, {"game": 50, "buster": 5}, True),
    ("posted_limits_bind", NAPA_43, {"schedule": 8, "limits": "25-2000"}, {"game": 20}, False),
    ("posted_limits", NAPA_43, {"schedule": 8, "limits": "25-2000"}, {"game": 25}, True),
]  # fmt: skip


@pytest.mark.parametrize(
    ("filing", "rest", "wagers", "fine"), [pytest.param(*one[1:], id=one[0]) for one in LIMITS]
)
def test_limits(filing: str, rest: dict[str, Any], wagers: dict[str, float], fine: bool) -> None:
    actions = "stand" if filing in (NAPA_43, NAPA_80) else ""
    hand = seat(1, "Kh Qc", actions, bets=wagers)
    if fine:
        settled(filing, "Kd 7c", hand, **rest, cover=20000)
    else:
        assert refused(filing, "Kd 7c", hand, **rest, cover=20000).code == "off-limits"


def test_limits_do_not_bind_what_a_double_adds() -> None:
    answer = settled(CASINO, "Kd 7c", seat(1, "6h 5c", "double", "Th", game=500), schedule=1)
    assert net(answer) == {"1": 1000}


def test_500_club_the_city_limit_is_a_warning_under_the_collection_document() -> None:
    answer = settled(CLUB500, "Kd 7c", seat(1, "Kh 9c", game=300), schedule=1)
    assert answer.warnings == ("1: the game wager of $300 is over the local limit of $200 a bet",)
    assert not settled(CLUB500, "Kd 7c", seat(1, "Kh 9c", game=200), schedule=1).warnings


@pytest.mark.parametrize("schedule", [13, "game/4", "other/1"])
def test_500_club_a_schedule_that_is_not_filed(schedule: int | str) -> None:
    error = refused(CLUB500, "Kd 7c", seat(1, "Kh 9c"), schedule=schedule)
    assert error.code == "unknown-schedule"

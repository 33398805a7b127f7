"""Baccarat's wagers: lines and bonus bets, backline, limits, decks, fees, order, short banks."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from houseway.errors import HousewayError, Problems
from tests.families.baccarat.test_baccarat import (
    CLUB,
    HOUSES,
    NAPA,
    Seats,
    net,
    outcomes,
    refusal,
    settle,
)

# Hands that decide: player closer, banker closer, tie, dragon 7, panda 8.
PLAYER, BANKER, TIE = ("Kh 7d", "Kc 6s"), ("Kh 6d", "Kc 7s"), ("Kh 6d", "Kc 6s")
DRAGON, PANDA = ("Kh 6d", "Kc 5s 2c"), ("Kh 3d 5c", "4c 3s")


def codes(error: HousewayError) -> list[str]:
    return [one.code for one in error.found] if isinstance(error, Problems) else [error.code]


# --- which wagers may lie together -------------------------------------------------------------


def test_napa_bullet_6_nobody_bets_both_lines() -> None:
    error = refusal(NAPA, *PLAYER, {1: {"player": 10, "banker": 10}})
    assert (error.code, error.where) == ("excluded", "seat 1, banker")
    assert error.cite == (
        "Dealing Procedures and Round of Play, bullets 2 and 6; Description of Table Used"
    )


def test_napa_two_seats_may_take_different_lines() -> None:
    answer = settle(NAPA, *PLAYER, {1: {"player": 10}, 2: {"banker": 10}})
    assert net(answer) == {"1": "10.00", "2": "-10.00", "bank": "0.00"}


def test_ruling_102_napa_backline_bettors_are_judged_each_for_himself() -> None:
    behind: dict[str, Any] = {"player": 10, "backline": {"B1": {"banker": 20}}}
    answer = settle(NAPA, *BANKER, {1: behind})
    assert net(answer) == {"1": "-10.00", "1/B1": "20.00", "bank": "-10.00"}
    behind = {"player": 10, "backline": {"B1": {"banker": 20, "player": 20}}}
    error = refusal(NAPA, *BANKER, {1: behind})
    assert (error.code, error.where) == ("excluded", "seat 1, backline B1, banker")


def test_ruling_102_500_club_accepts_both_lines() -> None:
    answer = settle(CLUB, *PLAYER, {1: {"player": 30, "banker": 10}})
    assert outcomes(answer) == {"1.player": "win", "1.banker": "lose"}
    assert net(answer) == {"1": "20.00", "bank": "-20.00"}
    behind: dict[str, Any] = {"tie": 1, "backline": {"B1": {"player": 5, "banker": 5}}}
    assert net(settle(CLUB, *PLAYER, {1: behind}))["1/B1"] == "0.00"


@pytest.mark.parametrize("spot", ["tie", "dragon_7", "panda_8"])
def test_napa_bonus_bets_need_no_line(spot: str) -> None:
    assert net(settle(NAPA, *PLAYER, {1: {spot: 5}})) == {"1": "-5.00", "bank": "5.00"}
    behind: dict[str, Any] = {"player": 10, "backline": {"B1": {spot: 5}}}
    assert net(settle(NAPA, *PLAYER, {1: behind}))["1/B1"] == "-5.00"


@pytest.mark.parametrize("spot", ["dragon_7", "panda_8"])
@pytest.mark.parametrize("with_tie", [False, True])
def test_500_club_dragon_7_and_panda_8_need_a_line(spot: str, with_tie: bool) -> None:
    wagers = {spot: 5, "tie": 5} if with_tie else {spot: 5}
    error = refusal(CLUB, *PLAYER, {1: wagers})
    assert (error.code, error.where) == ("needs-base-wager", f"seat 1, {spot}")
    assert "player or banker" in error.message
    assert "bullets 2 and 4" in error.cite
    for line in ("player", "banker"):
        settle(CLUB, *PLAYER, {1: {**wagers, line: 10}})


@pytest.mark.parametrize("spot", ["dragon_7", "panda_8"])
def test_ruling_106_500_club_backline_bettor_needs_a_line_of_his_own(spot: str) -> None:
    behind: dict[str, Any] = {"player": 10, "backline": {"B1": {spot: 5}}}
    error = refusal(CLUB, *PLAYER, {1: behind})
    assert (error.code, error.where) == ("needs-base-wager", f"seat 1, backline B1, {spot}")
    behind["backline"]["B1"]["banker"] = 5
    assert net(settle(CLUB, *PLAYER, {1: behind}))["1/B1"] == "-10.00"


def test_500_club_a_tie_bet_needs_no_line() -> None:
    assert net(settle(CLUB, *TIE, {1: {"tie": 5}})) == {"1": "40.00", "bank": "-40.00"}
    behind: dict[str, Any] = {"tie": 5, "backline": {"B1": {"tie": 1}}}
    assert net(settle(CLUB, *TIE, {1: behind}))["1/B1"] == "8.00"


@pytest.mark.parametrize("filing", HOUSES)
def test_backline_betting_is_permitted_on_every_wager(filing: str) -> None:
    every = {"tie": 1, "panda_8": 1, "dragon_7": 1}
    for line in ("player", "banker"):
        behind: dict[str, Any] = {line: 10, "backline": {"B1": {line: 5, **every}}}
        assert net(settle(filing, *TIE, {1: behind}))["1/B1"] == "6.00"


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize(
    ("wagers", "code"),
    [
        ({"ante": 10}, "no-such-wager"),
        ({"lucky_6": 10}, "no-such-wager"),
        ({"player": 10, "game": 5}, "no-such-wager"),
    ],
)
def test_other_wagers_are_not_offered(filing: str, wagers: dict[str, int], code: str) -> None:
    assert codes(refusal(filing, *PLAYER, {1: wagers})) == [code]


@pytest.mark.parametrize("filing", HOUSES)
def test_nobody_bets_behind_a_seat_without_a_wager(filing: str) -> None:
    error = refusal(filing, *PLAYER, {1: {"backline": {"B1": {"player": 10}}}})
    assert (error.code, error.where) == ("empty-seat", "seat 1")


@pytest.mark.parametrize(("filing", "seats"), [(NAPA, 8), (CLUB, 7)])
def test_seats_of_the_table_with_the_bank_among_them(filing: str, seats: int) -> None:
    settle(filing, *PLAYER, {seats: {"player": 10}})
    error = refusal(filing, *PLAYER, {seats + 1: {"player": 10}})
    assert (error.code, error.where) == ("no-such-seat", f"seat {seats + 1}")
    assert refusal(filing, *PLAYER, {1: {"player": 10}}, bank=seats + 1).code == "no-such-seat"
    assert refusal(filing, *PLAYER, {5: {"player": 10}}, bank=5).code == "bank-seat"


# --- limits and decks --------------------------------------------------------------------------


@pytest.mark.parametrize("filing", HOUSES)
def test_ruling_6_no_limits_without_a_schedule_or_posted_limits(filing: str) -> None:
    settle(filing, *PLAYER, {1: {"player": "0.25"}, 2: {"player": 50_000}}, wager=200_000)


@pytest.mark.parametrize(
    ("amount", "fine"), [("9.99", False), (10, True), (200, True), ("200.01", False)]
)
@pytest.mark.parametrize(
    ("filing", "spot"),
    [(NAPA, "player"), (NAPA, "tie"), (CLUB, "player"), (CLUB, "banker")],
)
def test_posted_limits(filing: str, amount: int | str, fine: bool, spot: str) -> None:
    if fine:
        settle(filing, *PLAYER, {1: {spot: amount}}, limits="10-200")
    else:
        error = refusal(filing, *PLAYER, {1: {spot: amount}}, limits="10-200")
        assert (error.code, error.where) == ("off-limits", f"seat 1, {spot}")


@pytest.mark.parametrize("posted", [{}, {"limits": "10-200"}, {"schedule": 22}])
@pytest.mark.parametrize("spot", ["tie", "dragon_7", "panda_8"])
def test_rulings_6_and_108_the_clubs_bonus_bets_have_their_own_limits_whatever_is_posted(
    spot: str, posted: dict[str, Any]
) -> None:
    for amount in ("1", "1000"):
        settle(CLUB, *PLAYER, {1: {"player": 10, spot: amount}}, **posted)
    for amount in ("0.99", "1000.01"):
        error = refusal(CLUB, *PLAYER, {1: {"player": 10, spot: amount}}, **posted)
        assert (error.code, error.where) == ("off-limits", f"seat 1, {spot}")


@pytest.mark.parametrize(
    ("schedule", "amount", "fine"),
    [
        (1, "0.99", False), (1, 1, True), (7, 100, True), (7, "100.01", False),
        (8, "4.99", False), (8, 5, True), (42, 250_000, True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("spot", ["player", "tie", "dragon_7", "panda_8"])
def test_ruling_5_napa_limits_of_the_schedule_bind_every_spot(
    schedule: int, amount: int | str, fine: bool, spot: str
) -> None:
    seats: Seats = {1: {spot: amount}}
    if fine:
        settle(NAPA, *PLAYER, seats, schedule=schedule, wager=300_000)
    else:
        error = refusal(NAPA, *PLAYER, seats, schedule=schedule)
        assert codes(error) == ["off-limits"]


@pytest.mark.parametrize(
    ("spot", "amount", "fine"),
    [
        ("player", "0.99", False), ("player", 1, True), ("banker", 10_000, True),
        ("banker", "10000.01", False),
        ("dragon_7", 1, True), ("dragon_7", 1000, True), ("dragon_7", "1000.01", False),
        ("panda_8", 1000, True), ("panda_8", 1001, False), ("panda_8", "0.50", False),
        # The tie bet stands under the bonus bets (ruling 108).
        ("tie", 1000, True), ("tie", 1001, False), ("tie", "0.50", False),
    ],
)  # fmt: skip
def test_500_club_limits_bonus_bets_from_1_to_1000(
    spot: str, amount: int | str, fine: bool
) -> None:
    seats: Seats = {1: {"player": 1, spot: amount}}
    if fine:
        settle(CLUB, *PLAYER, seats, schedule=22)
    else:
        error = refusal(CLUB, *PLAYER, seats, schedule=22)
        assert codes(error) == ["off-limits"]
        assert error.where == f"seat 1, {spot}"


@pytest.mark.parametrize("filing", HOUSES)
def test_ruling_109_three_to_eight_decks_eight_if_not_given(filing: str) -> None:
    # Four kings of hearts, then a five for the player and a two for the banker.
    hands = ("Kh Kh 5h", "Kh Kh 2c")
    settle(filing, *hands)
    settle(filing, *hands, decks=4)
    settle(filing, *hands, options={"decks": 4})
    error = refusal(filing, *hands, decks=3)
    assert (error.code, error.where) == ("card-too-often", "cards")
    for decks in (2, 9):
        assert refusal(filing, *PLAYER, decks=decks).where == "decks"


@pytest.mark.parametrize("filing", HOUSES)
def test_cards_of_another_deck_are_refused(filing: str) -> None:
    assert codes(refusal(filing, "Jk 7d", "Kc 6s")) == ["card-too-often"]
    assert codes(refusal(filing, "Kx 7d", "Kc 6s"))[0] == "not-a-card"


@pytest.mark.parametrize("filing", HOUSES)
@pytest.mark.parametrize(
    "options",
    [
        {"natural_ends_drawing": "yes"},
        {"banker_three_card_seven": "lose"},
        {"double_double_down": True},
    ],
)
def test_options_the_filing_has_not_are_refused(filing: str, options: dict[str, Any]) -> None:
    assert refusal(filing, *PLAYER, options=options).code in ("bad-option", "unknown-option")


# --- fees ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schedule", "action", "fee"),
    [
        (1, "49", "0.50"), (1, "49.99", "0.50"), (1, "50", "2"), (1, "200.50", "2"),
        (1, "201", "3"), (1, "400", "3"), (1, "401", "7"), (1, "800", "7"), (1, "801", "10"),
        (3, "1", "0.50"), (3, "49.99", "0.50"), (3, "50", "2"), (3, "100", "2"), (3, "101", "4"),
        (3, "200", "4"), (3, "201", "7"), (3, "400", "7"), (3, "401", "10"),
        (2, "300", "2"), (2, "301", "5"), (2, "500", "5"), (2, "501", "15"), (2, "2001", "25"),
        (16, "300", "7"), (16, "2001", "27"), (20, "2000", "80"), (20, "2001", "120"),
        (22, "500", "5"), (22, "501", "15"), (22, "4000", "50"), (22, "4001", "75"),
    ],
)  # fmt: skip
def test_500_club_bank_fee_by_total_table_action(schedule: int, action: str, fee: str) -> None:
    """Ruling 107: 50 has reached the start of option 3's upper bracket; R5 below it."""
    answer = settle(CLUB, *PLAYER, {1: {"player": action}}, schedule=schedule)
    assert answer.fees is not None
    assert (answer.fees.bank, dict(answer.fees.seats)) == (int(Decimal(fee) * 100), {})


def test_500_club_action_counts_bonus_bets_and_backline() -> None:
    seats: Seats = {
        1: {"player": 20, "tie": 5, "dragon_7": 5, "panda_8": 5},
        2: {"banker": 10, "backline": {"B1": {"banker": 4, "tie": 1}}},
    }
    answer = settle(CLUB, *PLAYER, seats, schedule=3)
    assert answer.fees is not None
    assert answer.fees.bank == 200  # 20 + 15 + 10 + 5 = 50


@pytest.mark.parametrize(
    ("schedule", "action", "bank", "player"),
    [
        (1, 100, "1", "0.50"), (1, 101, "2", "0.50"), (3, 200, "3", "0.50"), (3, 201, "5", "0.50"),
        (4, 100, "1", "1"), (7, 500, "3", "1"), (7, 501, "6", "1"),
    ],
)  # fmt: skip
def test_napa_options_1_to_7_a_fee_from_everybody_who_wagers(
    schedule: int, action: int, bank: str, player: str
) -> None:
    """Backline bettors and those with a bonus bet only pay too; a bonus bet adds no fee."""
    each = action // 6
    seats: Seats = {
        1: {"player": each, "tie": each},
        2: {"tie": each, "backline": {"B1": {"dragon_7": each}}},
        3: {"banker": action - 5 * each, "panda_8": each},
    }
    answer = settle(NAPA, *PLAYER, seats, schedule=schedule)
    assert answer.as_json()["fees"] == {
        "bank": f"{Decimal(bank):.2f}",
        "seats": {who: f"{Decimal(player):.2f}" for who in ("1", "2", "2/B1", "3")},
    }


@pytest.mark.parametrize(
    ("schedule", "action", "bank"),
    [
        (8, 50, 1), (8, 51, 2), (8, 200, 2), (8, 201, 4), (8, 500, 4), (8, 501, 7), (8, 800, 7),
        (8, 801, 10), (42, 500, 5), (42, 501, 15), (42, 1001, 35), (42, 2001, 60), (42, 4001, 85),
    ],
)  # fmt: skip
def test_napa_options_8_to_42_only_the_bank_pays(schedule: int, action: int, bank: int) -> None:
    half = action // 2
    seats: Seats = {1: {"player": half}, 2: {"tie": action - half}}
    answer = settle(NAPA, *PLAYER, seats, schedule=schedule)
    assert answer.as_json()["fees"] == {"bank": f"{bank}.00", "seats": {}}


@pytest.mark.parametrize(("filing", "number"), [(NAPA, 43), (NAPA, 0), (CLUB, 23)])
def test_a_schedule_that_is_not_filed(filing: str, number: int) -> None:
    assert refusal(filing, *PLAYER, schedule=number).code == "unknown-schedule"


# --- order and short banks -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filing", "bank", "wagering", "order"),
    [
        (NAPA, 5, (6, 8, 1, 4), [6, 8, 1, 4]),
        (NAPA, 8, (7, 1), [1, 7]),
        (NAPA, 1, (8, 5, 3), [3, 5, 8]),
        (NAPA, 3, (2, 1, 8), [8, 1, 2]),
        (CLUB, 5, (4, 7, 1), [7, 1, 4]),
        (CLUB, 7, (6, 2), [2, 6]),
        (CLUB, 1, (7,), [7]),
    ],
)
def test_settling_begins_left_of_the_bank_and_goes_clockwise(
    filing: str, bank: int, wagering: tuple[int, ...], order: list[int]
) -> None:
    answer = settle(filing, *PLAYER, {n: {"player": 10} for n in wagering}, bank=bank)
    assert answer.result.first_action == order[0]
    assert [line.seat for line in answer.settlement.lines] == order


def test_order_within_a_seat_then_those_behind_it() -> None:
    every = {"dragon_7": 1, "panda_8": 1, "tie": 1, "banker": 1, "player": 1}
    seats: Seats = {
        2: {"tie": 1},
        6: {**every, "backline": {"B2": dict(every), "B1": dict(every)}},
    }
    answer = settle(CLUB, *PLAYER, seats)
    spots = ["player", "banker", "tie", "panda_8", "dragon_7"]
    assert [(line.bettor, line.wager) for line in answer.settlement.lines] == [
        *[("6", spot) for spot in spots],
        *[("6/B2", spot) for spot in spots],
        *[("6/B1", spot) for spot in spots],
        ("2", "tie"),
    ]


def test_a_round_without_wagers_settles_nothing() -> None:
    answer = settle(CLUB, *PLAYER, {1: {"player": 0}})
    assert answer.result.first_action is None
    assert net(answer) == {"bank": "0.00"}


# Seat 6 has both lines, tie, panda and dragon; seat 7 the player line. On a dragon 7 the order is
# player -20, banker +10, tie -2, panda -3, dragon +160 (4 at 40 to 1), then seat 7 -15.
DRY = {6: {"player": 20, "banker": 10, "tie": 2, "panda_8": 3, "dragon_7": 4}, 7: {"player": 15}}


@pytest.mark.parametrize(
    ("bank", "six", "seven", "outcome"),
    [
        (12, -12, 0, "lose no_action no_action no_action no_action no_action"),
        (20, -20, 0, "lose no_action no_action no_action no_action no_action"),
        (26, -14, 0, "lose win no_action no_action no_action no_action"),
        (30, -10, 0, "lose win no_action no_action no_action no_action"),
        (31, -11, 0, "lose win lose no_action no_action no_action"),
        (32, -12, 0, "lose win lose no_action no_action no_action"),
        (34, -14, 0, "lose win lose lose no_action no_action"),
        (35, -15, 0, "lose win lose lose no_action no_action"),
        (100, 50, 0, "lose win lose lose win no_action"),
        (195, 145, 0, "lose win lose lose win no_action"),
        (196, 145, -1, "lose win lose lose win lose"),
        (210, 145, -15, "lose win lose lose win lose"),
        (500, 145, -15, "lose win lose lose win lose"),
    ],
)
def test_r1_the_bank_runs_dry_at_every_place(bank: int, six: int, seven: int, outcome: str) -> None:
    answer = settle(CLUB, *DRAGON, DRY, wager=bank)
    assert net(answer) == {"6": f"{six}.00", "7": f"{seven}.00", "bank": f"{-six - seven}.00"}
    assert [line.outcome for line in answer.settlement.lines] == outcome.split()


def test_r1_what_is_not_covered_is_told() -> None:
    lines = settle(CLUB, *DRAGON, DRY, wager=100).as_json()["lines"]
    assert [(line["wager"], line["net"], line["uncovered"]) for line in lines] == [
        ("player", "-20.00", "0.00"), ("banker", "10.00", "0.00"), ("tie", "-2.00", "0.00"),
        ("panda_8", "-3.00", "0.00"), ("dragon_7", "65.00", "95.00"), ("player", "0.00", "15.00"),
    ]  # fmt: skip


def test_ruling_1_net_coverage_lets_collected_money_pay() -> None:
    answer = settle(CLUB, *DRAGON, DRY, wager=100, options={"coverage": "net"})
    # 20 in, 10 out, 5 in, then 100 + 15 can pay the dragon 7, and 15 are collected at the end.
    assert net(answer) == {"6": "100.00", "7": "-15.00", "bank": "-85.00"}


def test_ruling_3_a_push_after_exhaustion_is_no_action() -> None:
    seats: Seats = {6: {"tie": 5}, 7: {"player": 10}, 1: {"banker": 10, "tie": 1}}
    answer = settle(CLUB, *TIE, seats, wager=40)
    assert net(answer) == {"6": "40.00", "7": "0.00", "1": "0.00", "bank": "-40.00"}
    assert outcomes(answer) == {
        "6.tie": "win", "7.player": "no_action", "1.banker": "no_action", "1.tie": "no_action"
    }  # fmt: skip


def test_a_push_uses_nothing_of_the_bank() -> None:
    seats: Seats = {6: {"player": 500}, 7: {"tie": 5}}
    answer = settle(NAPA, *TIE, seats, wager=40)
    assert net(answer) == {"6": "0.00", "7": "40.00", "bank": "-40.00"}
    assert outcomes(answer) == {"6.player": "push", "7.tie": "win"}


def test_fractions_of_a_dollar_are_paid_to_the_cent() -> None:
    seats: Seats = {6: {"panda_8": "0.37"}, 7: {"player": "2.50"}}
    assert net(settle(NAPA, *PANDA, seats)) == {"6": "9.25", "7": "2.50", "bank": "-11.75"}

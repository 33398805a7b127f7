"""Fields of a written hand that the filing or the format does not allow."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from houseway.errors import HandRefused
from houseway.families.poker.phh import parse_hand
from houseway.families.poker.phh_replay import replay
from tests.families.poker.hands import HOLE, limit, no_limit, outlaws, refused, stud, written

HOLDEM = "500-club/texas-holdem"


def test_a_structure_that_is_not_filed_is_refused() -> None:
    refused(stud("500-club/razz", "", _structure="no-limit", min_bet=4), "structure", "_structure")
    refused(limit("500-club/pot-limit-omaha-8", ""), "structure", "_structure")
    refused(outlaws("", _structure="no-limit"), "structure", "_structure")
    refused(limit(HOLDEM, "", _structure="spread"), "structure", "_structure")


def test_the_structure_may_be_read_from_the_variant() -> None:
    hand = limit(HOLDEM, f"{HOLE}; p3 f; p1 f", _structure="", variant="FT")
    assert replay(hand).winners == ("p2 pot 4",)


@pytest.mark.parametrize(
    ("filing", "players"),
    [(HOLDEM, 11), ("500-club/2-7-triple-draw", 7), ("500-club/big-o", 9), ("500-club/badugi", 10)],
)
def test_more_players_than_seats_are_refused(filing: str, players: int) -> None:
    refused(limit(filing, "", players=players), "players", "starting_stacks")


def test_one_player_is_no_game() -> None:
    refused(limit(HOLDEM, "", players=1), "players", "starting_stacks")


def test_antes_and_blinds_that_are_not_filed_are_refused() -> None:
    refused(limit(HOLDEM, HOLE, antes=[1, 1, 1]), "no-ante", "antes")
    refused(stud("500-club/razz", "", blinds_or_straddles=[1, 2, 0]), "no-blinds",
            "blinds_or_straddles")  # fmt: skip
    refused(limit(HOLDEM, HOLE, bring_in=1), "no-bring-in", "bring_in")


def test_a_straddle_is_not_filed() -> None:
    three = limit(HOLDEM, HOLE, blinds_or_straddles=[2, 4, 8])
    refused(three, "blinds", "blinds_or_straddles")
    one = limit(HOLDEM, HOLE, blinds_or_straddles=[0, 4, 0])
    refused(one, "blinds", "blinds_or_straddles")
    elsewhere = limit(HOLDEM, "", players=4, blinds_or_straddles=[2, 0, 0, 4])
    refused(elsewhere, "blinds", "blinds_or_straddles")


def test_outlaws_is_not_played_without_any_blind() -> None:
    """The blinds are the fee (002:113); one may be missing where the button moved on (O-16)."""
    refused(outlaws(HOLE, blinds_or_straddles=[0, 0, 0]), "blinds", "blinds_or_straddles")
    only_big = outlaws(f"{HOLE}; p3 f; p1 f", blinds_or_straddles=[0, 3, 0])
    assert replay(only_big).fee == 3


@pytest.mark.parametrize("field", ["small_bet", "big_bet"])
def test_a_limit_game_needs_both_limits(field: str) -> None:
    refused(limit(HOLDEM, HOLE, **{field: 0}), "no-bet", field)


def test_the_higher_limit_is_not_below_the_lower() -> None:
    refused(limit(HOLDEM, HOLE, small_bet=8, big_bet=4), "bets", "big_bet")


def test_outlaws_needs_the_day_of_the_week() -> None:
    refused(outlaws(HOLE, _weekday=""), "weekday", "_weekday")
    refused(outlaws(HOLE, _weekday="caturday"), "weekday", "_weekday")


def test_outlaws_the_day_sets_the_bets() -> None:
    refused(outlaws(HOLE, small_bet=4), "limits-not-permitted", "small_bet")
    hand = outlaws(f"{HOLE}; p3 f; p1 f", _weekday="Monday", small_bet=3, big_bet=12)
    assert replay(hand).winners == ("p2 pot 0",)


def test_unknown_names_are_refused_where_they_stand() -> None:
    refused(limit("500-club/texas-holdm", HOLE), "unknown-filing", "_filing")
    refused(limit("500-club/ez-baccarat", HOLE), "not-poker", "_filing")
    refused(written(HOLE, variant="XX"), "unknown-variant", "variant")
    refused(limit(HOLDEM, HOLE, _options={"jokers": 2}), "unknown-option", "_options")
    hand = limit(HOLDEM, HOLE, _options={"heads_up_blinds": "both"})
    refused(hand, "bad-option", "_options")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("starting_stacks", [200, 0, 200]),
        ("starting_stacks", [200, -5, 200]),
        ("starting_stacks", 200),
        ("starting_stacks", ["200", 200, 200]),
        ("antes", [0, 0]),
        ("antes", [-1, 0, 0]),
        ("blinds_or_straddles", [2, 4]),
        ("small_bet", True),
        ("small_bet", Decimal("nan")),
        ("actions", "p1 f"),
        ("variant", 7),
        ("_filing", 7),
    ],
)
def test_a_malformed_field_is_refused(field: str, value: Any) -> None:
    data = {
        "variant": "FT",
        "_filing": HOLDEM,
        "_structure": "limit",
        "antes": [0, 0, 0],
        "blinds_or_straddles": [2, 4, 0],
        "small_bet": 4,
        "big_bet": 8,
        "starting_stacks": [200, 200, 200],
        "actions": [],
        field: value,
    }
    with pytest.raises(HandRefused) as caught:
        replay(parse_hand(data))
    assert caught.value.refused == field
    assert caught.value.message


@pytest.mark.parametrize("field", ["variant", "starting_stacks", "actions"])
def test_a_missing_field_is_named(field: str) -> None:
    data = {"variant": "FT", "starting_stacks": [200, 200], "actions": []}
    del data[field]
    with pytest.raises(HandRefused) as caught:
        parse_hand(data)
    assert caught.value.refused == field


def test_fractions_of_a_cent_are_refused_under_a_filing() -> None:
    hand = no_limit(HOLDEM, HOLE, starting_stacks=[200, Decimal("10.001"), 200])
    refused(hand, "fraction-of-a-cent", "starting_stacks")


@pytest.mark.parametrize(
    "action",
    [
        "p9 f", "p0 f", "px cc", "p1", "x f", "d", "d dh AhKd", "p1 raise 4", "p3 cbr", "p3 cc 4",
        "p3 f now", "p3 cbr 8 9",
    ],
)  # fmt: skip
def test_what_is_no_action_is_refused(action: str) -> None:
    with pytest.raises(HandRefused) as caught:
        replay(limit(HOLDEM, f"{HOLE}; {action}"))
    assert caught.value.index == 3


@pytest.mark.parametrize("amount", ["-4", "0", "x", "nan", "inf"])
def test_what_is_no_amount_is_refused(amount: str) -> None:
    refused(limit(HOLDEM, f"{HOLE}; p3 cbr {amount}"), "not-an-amount")


def test_what_is_no_card_is_refused() -> None:
    refused(limit(HOLDEM, "d dh p1 AhXd"), "not-cards")


def test_an_error_carries_place_reason_and_clause() -> None:
    error = refused(limit(HOLDEM, f"{HOLE}; p3 cbr 10"), "wrong-amount")
    document = error.as_json()
    assert document["where"] == "actions[3] 'p3 cbr 10'"
    assert document["refused"] == "p3 cbr 10"
    assert document["refused_index"] == 3
    assert document["reason"] == document["message"]
    assert document["cite"].startswith("Dealing Procedures and Round of Play")

"""What each difference between filings is worth, held to hand counts and to the published odds."""

from __future__ import annotations

from math import comb

import pytest

from houseway.analysis.differing import worth_of_differences
from houseway.analysis.odds import odds
from houseway.filings.loader import load

TCP = "three-card-poker-6-card-bonus"
SIX = "pay_table.six_card_bonus.rows"


def test_payoffs_are_worth_how_often_their_rows_are_filled() -> None:
    """000 pays four of a kind 100 to 1 and three of a kind 7 to 1; 002 50 and 5. Of six cards
    13 x C(48, 2) hands hold four of a kind."""
    found = worth_of_differences([load(f"casino-club/{TCP}"), load(f"outlaws/{TCP}")])
    _, theirs = found[f"{SIX}.four-of-a-kind.pays"]
    fours = 13 * comb(48, 2) / comb(52, 6)
    assert theirs == {"six_card_bonus": pytest.approx(-50 * fours)}


def test_all_payoffs_together_are_the_difference_of_the_bets() -> None:
    """No row bears on another: single worths add up to what the two bets differ by."""
    houses = [f"casino-club/{TCP}", f"500-club/{TCP}"]
    found = worth_of_differences([load(one) for one in houses])
    added = sum(row[1].get("six_card_bonus", 0.0) for row in found.values())
    here, there = (float(odds(one).bets["six_card_bonus"].ev) for one in houses)
    assert added == pytest.approx(there - here)


def test_a_rule_of_the_game_is_counted_in_place_of_the_first_filing_s() -> None:
    """The ante when the bank does not qualify is all that bears on it: the other house's ante."""
    houses = [f"casino-club/{TCP}", f"500-club/{TCP}"]
    found = worth_of_differences([load(one) for one in houses])
    here, there = (float(odds(one).bets["ante"].ev) for one in houses)
    assert found["game.ante_unqualified"][1] == {"ante": pytest.approx(there - here)}


def test_games_that_are_not_alike_are_not_weighed() -> None:
    assert worth_of_differences([load("500-club/razz"), load("500-club/omaha")]) == {}
    pair = [load("500-club/ez-baccarat"), load(f"casino-club/{TCP}")]
    assert worth_of_differences(pair) == {}

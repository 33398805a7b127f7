"""Bets from counts: the figures by hand, the promised JSON, the table for a laboratory."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from math import sqrt

import pytest

from houseway.analysis.report import (
    Bet,
    OddsReport,
    Outcome,
    bet_from_record,
    bet_to_record,
    figures,
    write_units,
)

# Two in ten win three to two, five lose, three push; winners and losers have two units at stake.
BET = Bet(
    name="ante",
    unit="ante",
    outcomes=(
        Outcome("win", Fraction(3, 2), 2, Fraction(2)),
        Outcome("push", Fraction(0), 3),
        Outcome("lose", Fraction(-1), 4, Fraction(2)),
        Outcome("lose otherwise", Fraction(-1), 1, Fraction(2)),
    ),
)

# formats/cli.md
PROMISED = {
    "unit", "ev", "sd", "hit", "edge", "exact", "fraction", "standard_error", "distribution",
    "strategy",
}  # fmt: skip


def test_figures_of_a_bet_worked_out_by_hand() -> None:
    assert BET.cases == 10
    assert BET.ev == Fraction(3 - 5, 10)
    assert BET.sd == pytest.approx(sqrt((2 * 2.25 + 5) / 10 - 0.04))
    assert BET.hit == Fraction(2, 10)
    assert BET.lost == Fraction(5, 10)
    assert BET.average_wager == Fraction(17, 10)
    assert BET.element_of_risk == Fraction(2, 17)
    assert BET.distribution == {
        Fraction(-1): Fraction(1, 2), Fraction(0): Fraction(3, 10), Fraction(3, 2): Fraction(1, 5),
    }  # fmt: skip


def test_json_has_the_promised_keys_and_the_player_dealers_view() -> None:
    answer = BET.as_json()
    assert set(answer) >= PROMISED
    assert answer["fraction"] == "-1/5"
    assert (answer["ev"], answer["edge"], answer["exact"]) == (-0.2, 0.2, True)
    assert answer["distribution"] == {"-1": 0.5, "0": 0.3, "1.5": 0.2}
    assert answer["player_dealer"] == {"ev": 0.2, "sd": BET.sd, "hit": 0.5}
    json.dumps(answer)


def test_a_bet_that_is_not_exact_has_no_fraction() -> None:
    sampled = Bet(
        name="game",
        unit="game",
        outcomes=(Outcome("win", Fraction(1), 0.49), Outcome("lose", Fraction(-1), 0.51)),
        exact=False,
        standard_error=0.001,
    )
    answer = sampled.as_json()
    assert answer["fraction"] is None
    assert answer["standard_error"] == 0.001
    assert answer["ev"] == pytest.approx(-0.02)
    assert answer["sd"] == pytest.approx(sqrt(1 - 0.0004))
    assert answer["distribution"] == pytest.approx({"-1": 0.51, "1": 0.49})


def test_kept_record_gives_the_same_bet_back() -> None:
    record = json.loads(json.dumps(bet_to_record(BET)))
    assert bet_from_record(record) == BET


def test_report_and_counts_for_a_laboratory() -> None:
    report = OddsReport(
        filing="house/game", family="three-card-poker", decks=1, options={}, bets={"ante": BET}
    )
    answer = report.as_json()
    assert list(answer)[:4] == ["filing", "decks", "options", "bets"]
    file = io.StringIO()
    report.write_counts(file)
    lines = file.getvalue().splitlines()
    assert lines[0] == "filing,decks,bet,unit,outcome,net,staked,cases,of,exact"
    assert lines[1] == "house/game,1,ante,ante,win,3/2,2,2,10,yes"
    assert len(lines) == 1 + len(BET.outcomes)


def test_figures_are_those_of_the_bet() -> None:
    assert figures(BET)["fraction"] == "-1/5"
    assert figures(BET)["edge"] == 0.2


def test_units_as_people_write_them() -> None:
    written = [write_units(Fraction(n, d)) for n, d in ((1, 1), (-7, 4), (2, 3))]
    assert written == ["1", "-1.75", "2/3"]

"""A house nobody has heard of, from a copy of a filing to a proved log: ace-to-five lowball with
the joker, and fees by the clock from each seat, higher at night."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.families.poker.schema import Poker, Ranking
from houseway.filings.loader import load_file
from houseway.hands.rankings import chart
from houseway.histories.event_log import read_log
from houseway.table import records as r
from tests.families.poker.test_house_fees import table_of
from tests.table.tables import Clock

RUNNER = CliRunner()
CHANGES = {
    'id = "my-house/2-7-single-draw"': 'id = "almond-grove/lowball"',
    'title = "2-7 Single Draw"': 'title = "Lowball with the Joker"',
    '"TO FILL IN: the cardroom"': '"Almond Grove Card Room"',
    '"TO FILL IN: the Bureau\'s number"': '"GEGA-009999"',
    'kind = "standard-52"': 'kind = "joker-53"',
    'ranking = "deuce-to-seven"': 'ranking = "ace-to-five-joker"',
    '[collection]\nshared = ["500-club-poker/draw-and-stud"]\n': """\
[[collection.set]]
name = "poker"
title = "Lowball"
cite = "Fees | 40"

[[collection.set.group]]
kind = "timed"
minutes = 30
structures = ["limit"]
cite = "Fees, by the half hour | 41-43"

[[collection.set.group.option]]
number = 1
lines = "42"
fee = "5"
hours = "06:00-18:00"

[[collection.set.group.option]]
number = 2
lines = "43"
fee = "7"
hours = "18:00-06:00"
""",
}


def done(*words: str) -> str:
    found = RUNNER.invoke(app, list(words))
    assert found.exit_code == 0, found.output
    return found.stdout


@pytest.fixture
def lowball(tmp_path: Path) -> Path:
    """By `houseway new --from`, with what the house's text says otherwise."""
    path = tmp_path / "lowball.toml"
    done("new", "--from", "500-club/2-7-single-draw", "-o", str(path))
    text = path.read_text(encoding="utf-8")
    for old, new in CHANGES.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return path


def test_lowball_with_the_joker_by_the_clock_from_a_copy_to_a_proved_log(
    lowball: Path, tmp_path: Path
) -> None:
    assert "0 errors" in done("lint", str(lowball))
    sign = " ".join(done("sign", str(lowball), "--schedule", "1,2", "--limits", "4-8").split())
    for words in (
        "Hands, best first: 5-4-3-2-A, K-Q-J-T-9",
        "06:00 to 18:00",
        "18:00 to 06:00",
        "$5",
        "$7",
    ):
        assert words in sign, words
    log = tmp_path / "evening.log"
    log.write_text(done("deal", str(lowball), "--rounds", "3", "--seed", "2", "--json"), "utf-8")
    hands = [e.record for e in read_log(log) if isinstance(e.record, r.HandSettled)]
    assert len(hands) == 3
    assert "status verified" in done("verify", str(log))


def test_a_wheel_of_the_joker_wins_over_a_six(lowball: Path, tmp_path: Path) -> None:
    """The joker is the lowest card the hand lacks: 5-4-3-2 with it is the best low there is."""
    hand = tmp_path / "hand.phh"
    hand.write_text(
        """\
variant = "FA5L1D"
_filing = "almond-grove/lowball"
_structure = "limit"
antes = [0, 0, 0]
blinds_or_straddles = [2, 4, 0]
small_bet = 4
big_bet = 8
starting_stacks = [100, 100, 100]
actions = [
  "d dh p1 Jk2c3d4h5s", "d dh p2 Ac2d3h4c6c", "d dh p3 KdKcQs9s9d", "p3 f", "p1 cc", "p2 cc",
  "p1 sd", "p2 sd", "p1 cc", "p2 cc",
]
""",
        encoding="utf-8",
    )
    said = done("replay", str(hand), "--filings", str(lowball.parent), "--json")
    assert '"104.00"' in said
    assert '"96.00"' in said


def test_each_seat_pays_the_clock_by_the_hour(lowball: Path) -> None:
    """$5 a half hour until six in the evening, $7 from then on; the pots are left whole."""
    filing = load_file(lowball)
    assert isinstance(filing, Poker)
    clock = Clock()  # six in the evening
    clock.move(minutes=-10)
    table, journal = table_of(filing, "1", "2", clock=clock)
    table.deal()
    while waiting := table.waiting_for():
        table.time_out(waiting[0].seat)
    clock.move(minutes=30)
    table.tick()
    taken = [set(one.fees.values()) for one in journal.records("time_taken")]
    assert taken == [{5_00}, {7_00}]
    assert [hand.fee for hand in journal.records("hand_settled")] == [0]


@pytest.mark.parametrize("ranking", get_args(Ranking))
def test_every_ranking_has_a_chart_for_the_wall(ranking: str) -> None:
    assert len(chart(ranking)) >= 2

"""Golden rounds: one of every filing, written from its text before the code was run.

A golden names the round as a round file and gives, line by line, the full record, what each seat
and a stranger saw, the settlement, the first action and the fees. Each file begins with what the
round shows, in the words of a reader of the filing.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.catalogue import index
from houseway.filings.schema.base import dollars, write_odds
from houseway.games.transcript import full_transcript, transcript
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import parse_round
from houseway.settlement.settle import Line

GOLDEN = Path(__file__).parent.parent / "golden"
KINDS = ("player-dealer",)  # of filings that must have one
NEEDED = [entry["id"] for entry in index() if entry["kind"] in KINDS]
WRITTEN = sorted(
    path.relative_to(GOLDEN).with_suffix("").as_posix() for path in GOLDEN.glob("*/*.toml")
)


@cache
def golden(filing: str) -> dict[str, Any]:
    return tomllib.loads((GOLDEN / f"{filing}.toml").read_text(encoding="utf-8"))


@cache
def played(filing: str) -> Adjudication:
    return adjudicate(parse_round(golden(filing)["round"], file=filing))


def written(line: Line) -> str:
    """A line of settlement as the goldens write it."""
    hand = f"#{line.hand}" if line.hand > 1 else ""
    odds = "" if line.odds is None or line.outcome != "win" else f" {write_odds(line.odds)}"
    sign = "+" if line.net > 0 else ""
    short = f" short {dollars(line.uncovered)}" if line.uncovered else ""
    return (
        f"{line.bettor} {line.wager}{hand} {dollars(line.staked)} {line.outcome}{odds} "
        f"{sign}{dollars(line.net)}{short}"
    )


def test_every_player_dealer_filing_has_a_golden_round_and_no_other_file_lies_there() -> None:
    assert len(NEEDED) >= 22
    assert set(NEEDED) - set(WRITTEN) == set(), "filings without a golden round"
    assert set(WRITTEN) - {entry["id"] for entry in index()} == set(), "goldens of no filing"


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_round_is_of_its_filing_with_two_seats_or_more(filing: str) -> None:
    file = parse_round(golden(filing)["round"])
    assert file.filing == filing
    assert len(file.seat) >= 2


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_record(filing: str) -> None:
    assert list(full_transcript(played(filing).events)) == golden(filing)["record"]


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_view_of_every_seat_and_of_a_stranger(filing: str) -> None:
    views, answer = golden(filing)["views"], played(filing)
    seated = {str(seat.number) for seat in answer.layout.seats} | {str(answer.layout.bank_seat)}
    assert views.keys() == seated | {"stranger"}
    for viewer, lines in views.items():
        seat = None if viewer == "stranger" else int(viewer)
        assert list(transcript(answer.events, seat)) == lines, viewer


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_settlement_in_order(filing: str) -> None:
    answer = played(filing)
    assert [written(line) for line in answer.settlement.lines] == golden(filing)["settlement"]
    assert answer.result.first_action == golden(filing)["first_action"]
    assert dict(answer.result.house_way) == golden(filing).get("house_way", {})


@pytest.mark.parametrize("filing", WRITTEN)
def test_golden_collection(filing: str) -> None:
    assert played(filing).as_json().get("fees") == golden(filing).get("fees")


@pytest.mark.parametrize("filing", WRITTEN)
def test_every_line_of_a_golden_settlement_says_why_and_under_which_clause(filing: str) -> None:
    for line in played(filing).settlement.lines:
        assert line.because, line
        assert line.cite, line

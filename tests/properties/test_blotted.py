"""Rounds with unknown cards settle to the same net wherever they settle; bounds always hold."""

from __future__ import annotations

import pytest

from houseway.filings.catalogue import index
from tests.properties.blotted import BlottedEvening
from tests.properties.faulty import FaultyEvening

FILINGS = [entry["id"] for entry in index() if entry["kind"] == "player-dealer"]
LONG = 100_000 // len(FILINGS) + 1


@pytest.mark.parametrize("filing", FILINGS)
def test_a_blotted_round_holds_what_happened(filing: str) -> None:
    evening = BlottedEvening(filing, 1)
    evening.play(5)
    assert evening.open + evening.settled


@pytest.mark.long
@pytest.mark.parametrize("filing", FILINGS)
def test_many_blotted_rounds_hold_what_happened(filing: str) -> None:
    BlottedEvening(filing, 2).play(LONG)
    BlottedEvening(filing, 3, most=2).play(20)


@pytest.mark.parametrize("filing", FILINGS)
def test_a_round_with_an_error_is_ruled_or_refused_in_words(filing: str) -> None:
    evening = FaultyEvening(filing, 1)
    evening.play(12)
    assert evening.rulings


@pytest.mark.long
@pytest.mark.parametrize("filing", FILINGS)
def test_many_rounds_with_errors_are_ruled_or_refused_in_words(filing: str) -> None:
    evening = FaultyEvening(filing, 2)
    evening.play(1_000)
    assert evening.rulings.keys() >= {"floor", "played-on", "void"}  # house procedures void too

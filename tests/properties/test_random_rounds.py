"""Random rounds of all player-dealer filings: a hundred each, and in the long suite a million.

A long run must have seen every choice, every row of every pay table, every clause that decides a
wager, every outcome and every refusal that the filing makes possible. What it saw is kept beside
pytest's cache and printed at the end of the session. `HOUSEWAY_SEED` plays other rounds.
"""

from __future__ import annotations

import os

import pytest

from houseway.filings.catalogue import index
from tests.properties.rounds import Evening

FILINGS = [entry["id"] for entry in index() if entry["kind"] == "player-dealer"]
SEED = int(os.environ.get("HOUSEWAY_SEED", "1"))
SHORT, LONG = 100, 46_000


def test_a_long_run_is_over_a_million_rounds_of_22_filings() -> None:
    assert len(FILINGS) == 22
    assert LONG * len(FILINGS) > 1_000_000


@pytest.mark.parametrize("filing", FILINGS)
def test_random_rounds_keep_the_rules(filing: str) -> None:
    evening = Evening(filing, SEED)
    evening.play(SHORT)
    assert evening.coverage.rounds == SHORT
    assert evening.coverage.seen


@pytest.mark.long
@pytest.mark.parametrize("filing", FILINGS)
def test_many_random_rounds_keep_the_rules_and_leave_nothing_out(
    filing: str, request: pytest.FixtureRequest
) -> None:
    evening = Evening(filing, SEED)
    evening.play(LONG)
    expected = evening.expected()
    report = evening.coverage.report(filing, expected)
    assert request.config.cache is not None
    folder = request.config.cache.mkdir("random-rounds")
    (folder / f"{filing.replace('/', ' ')}.txt").write_text(report + "\n", encoding="utf-8")
    assert evening.coverage.rounds == LONG
    assert evening.coverage.missing(expected) == [], report

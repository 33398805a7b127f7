"""Rounds of pai gow poker settled by hand from the filings' texts, one clause each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rounds import check_file

ROUNDS = sorted((Path(__file__).parents[2] / "rounds" / "paigow").glob("*.toml"))


def test_the_rounds_are_there() -> None:
    assert len(ROUNDS) >= 120


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_round(path: Path) -> None:
    check_file(path)

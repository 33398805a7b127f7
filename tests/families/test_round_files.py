"""Rounds settled by hand from the filings' texts, and what their refusals say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from houseway.errors import HousewayError, Problems
from houseway.filings.loader import load
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.round_file import read_round
from tests.rounds import check_file

TESTS = Path(__file__).parents[1]
# The first families have their rounds run beside their own tests.
ELSEWHERE = ("baccarat", "paigow", "tiles")
FAMILIES = (*ELSEWHERE, "threecard", "twentyone", "ultimate")
ROUNDS = [path for one in FAMILIES for path in sorted((TESTS / "rounds" / one).glob("*.toml"))]
HERE = [path for path in ROUNDS if path.parent.name not in ELSEWHERE]
REFUSED = [
    path
    for path in [*ROUNDS, *sorted((TESTS / "cases").glob("t*/*.toml"))]
    if (read_round(path).expect or {}).get("error")
]


def test_every_player_dealer_game_has_rounds() -> None:
    rounds = Counter(read_round(path).filing for path in ROUNDS)
    assert all(isinstance(load(filing), PlayerDealerFiling) for filing in rounds)
    assert len(rounds) == 22
    assert min(rounds.values()) >= 5


@pytest.mark.parametrize("path", HERE, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_round(path: Path) -> None:
    check_file(path)


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_refusal_names_the_place_and_the_rule(path: Path) -> None:
    error = check_file(path)
    assert isinstance(error, HousewayError)
    for one in error.found if isinstance(error, Problems) else [error]:
        assert one.where
        assert one.cite

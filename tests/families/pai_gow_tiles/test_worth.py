"""What each way to set four tiles brings, row by row of the chart: held to the whole count."""

from __future__ import annotations

import pytest

from houseway.analysis.odds import odds
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.families.pai_gow_tiles.worth import worth
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms

TILES = "napa-valley/pai-gow-tiles"
SPLITS = ("Eights are split", "Teen and Dey are split", "Sevens are split", "Nines are split",
          "Gee Joon is split")  # fmt: skip


def _terms() -> Terms[PaiGowTiles]:
    filing = load(TILES)
    assert isinstance(filing, PaiGowTiles)
    return make_terms(filing)


def test_what_the_house_way_brings_in_all_rows_is_its_whole_value() -> None:
    """003:1163-1168: the chart says of each row whether its pair stays whole. Rows taken together
    are all hands, so their values by the chart's own choice are the exact value of the house way
    against itself, which another sum has found."""
    bet = odds(TILES).bets["game"]
    rows = bet.strategy["by row of the chart"]
    found = worth(_terms(), "", list(rows))
    total = 0.0
    for says, row in rows.items():
        values = found[says]
        chosen = next(
            value
            for name, value in values.items()
            if ("split" in name) == says.startswith(SPLITS) or name == "the highest high hand"
        )
        total += row["hands"] * chosen
    dealt = sum(row["hands"] for row in rows.values())
    assert dealt == 35_960  # C(32, 4)
    assert total / dealt == pytest.approx(bet.compared["house way against house way"]["ev"])


def test_a_row_nobody_knows_has_no_value() -> None:
    assert worth(_terms(), "", ["no such row"]) == {}

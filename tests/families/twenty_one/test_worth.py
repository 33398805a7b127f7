"""What each choice brings, held to the chart that was counted another way."""

from __future__ import annotations

import pytest

from houseway.analysis.odds import odds, strategy_cards
from houseway.families.twenty_one.schema import TwentyOne
from houseway.families.twenty_one.worth import worth
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms

FILING = "500-club/pure-21.5-blackjack"
MEANS = {"S": "stand", "H": "hit", "D": "double", "R": "surrender", "P": "split"}


def _terms() -> Terms[TwentyOne]:
    filing = load(FILING)
    assert isinstance(filing, TwentyOne)
    return make_terms(filing)


@pytest.mark.parametrize("column", ["6", "T"])
def test_the_chart_s_choice_of_every_row_brings_most(column: str) -> None:
    card = strategy_cards(odds(FILING))[0]
    rows = [row for covered in card.covers.values() for row in covered]
    found = worth(_terms(), column, rows)
    place = card.columns.index(column)
    assert found.keys() == {*rows}
    for name, cells in card.rows.items():
        for row in card.covers[name]:
            choice = MEANS[cells[place].text[0]]
            assert max(found[row], key=found[row].__getitem__) == choice, (row, found[row])


def test_a_column_the_card_does_not_have_says_nothing() -> None:
    assert worth(_terms(), "X", ["hard 16"]) == {}

"""The cards a filing names: whole decks, and ranks taken out of them."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from houseway.filings.schema.table import Deck

CITE = "Cards, item 1 | 4"


def deck(**more: Any) -> Deck:
    return Deck.model_validate(
        {"kind": "standard-52", "dealt_from": ["shoe"], "cite": CITE, **more}
    )


def test_ranks_can_be_taken_out_of_any_deck_of_cards() -> None:
    short = deck(without=["7", "8", "9", "T"], decks=[8, 12])
    assert len(short.cards()) == 36
    assert len(short.pieces(12)) == 432
    assert {card.text[0] for card in short.cards()} == set("A23456JQK")
    # The Spanish deck is a standard one without tens; the joker has no rank to take out.
    assert deck(without=["T"]).cards() == deck(kind="spanish-48").cards()
    assert len(deck(kind="joker-53", without=["2"]).cards()) == 49


def test_tiles_are_one_set_and_no_cards() -> None:
    tiles = deck(kind="tiles-32")
    assert (len(tiles.pieces(3)), tiles.cards()) == (32, ())


@pytest.mark.parametrize("without", [["1"], ["10"], list("A23456789TJQK")])
def test_what_is_no_rank_or_leaves_no_card_is_refused(without: list[str]) -> None:
    with pytest.raises(ValidationError):
        deck(without=without)

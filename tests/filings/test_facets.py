"""Facets of the catalogue follow from the filings: held against what the texts say."""

from __future__ import annotations

from houseway.filings.catalogue import index

LINES = {one["id"]: one for one in index()}


def test_decks_are_those_of_the_texts() -> None:
    """003:919: three to eight decks of 52; 003:1062: tiles; 004:557: one deck with a joker."""
    assert LINES["napa-valley/ez-baccarat-panda-8"]["deck"] == [
        "52 cards, no joker",
        "several decks",
    ]
    assert LINES["napa-valley/pai-gow-tiles"]["deck"] == ["32 tiles"]
    assert LINES["500-club/fortune-pai-gow-poker"]["deck"] == ["52 cards and a joker", "one deck"]


def test_fees_say_whom_they_come_from() -> None:
    """002:522: half-hour fees beside the bank's; 001:113: the blinds are the fee at Outlaw's poker;
    004:4452: out of the pot; 000:436: of the bank alone; a filing without a schedule says so."""
    assert "by the clock" in LINES["outlaws/pure-21.5-blackjack"]["fees"]
    assert LINES["outlaws/holdem"]["fees"] == ["the blinds"]
    assert LINES["500-club/texas-holdem"]["fees"] == ["from the pot"]
    assert LINES["generic/ultimate-texas-holdem"]["fees"] == ["none filed"]
    assert LINES["casino-club/three-card-poker-6-card-bonus"]["fees"] == ["from the bank"]


def test_bonus_bets_are_the_spots_beside_the_base_game() -> None:
    assert LINES["500-club/pure-21.5-blackjack"]["bonus_bets"] == ["red flex", "buster"]
    assert LINES["500-club/razz"]["bonus_bets"] == ["none"]

"""`houseway deal`: rounds told step by step, or as the log."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.errors import HousewayError
from houseway.histories.dealing import deal
from houseway.histories.verify import verify
from tests.table.tables import CLUB, IDS


@pytest.mark.parametrize("filing", IDS)
def test_a_round_of_every_filing_is_told_and_logged(filing: str, tmp_path: Path) -> None:
    told = list(deal(filing, seed=3, rounds=1))
    assert told[0].startswith("Table 1 opens")
    assert told[-1] == "The table is closed"
    assert all(line.strip() for line in told)
    path = tmp_path / "log"
    path.write_text("\n".join(deal(filing, seed=3, rounds=1, as_log=True)) + "\n")
    found = verify(path)
    assert found.ok, found.findings
    assert found.rounds == 1


def test_the_same_seed_deals_the_same_rounds() -> None:
    assert list(deal(CLUB, seed=5, rounds=3)) == list(deal(CLUB, seed=5, rounds=3))
    assert list(deal(CLUB, seed=5, rounds=3)) != list(deal(CLUB, seed=6, rounds=3))


def test_without_a_seed_the_rounds_differ() -> None:
    assert list(deal(CLUB, rounds=2)) != list(deal(CLUB, rounds=2))


def test_lines_a_dealer_would_say() -> None:
    told = "\n".join(deal(CLUB, seed=1, rounds=1))
    for words in (
        "The bank to Ada, seat 1, first turn?",
        "banks, first turn, with $",
        "No more bets",
        "Collection on $",
        "The bank shows",
        "First action: seat",
    ):
        assert words in told


def test_a_poker_hand_in_words() -> None:
    told = "\n".join(deal("500-club/texas-holdem", seed=1, rounds=4))
    for words in ("Cards for the button", "posts $6", "folds", "A card is burned", "wins $"):
        assert words in told


def test_a_check_a_call_a_bet_and_a_raise_are_told_apart() -> None:
    told = list(deal("500-club/texas-holdem", seed=1, rounds=30))
    words = ("checks", "calls $6", "bets $6", "raises to $12")
    assert all(any(line.endswith(word) for line in told) for word in words)
    assert not any("checks or calls" in line for line in told)
    # What a choice says is not told again, but every hand's blinds are.
    assert not any(line.endswith("puts in $6") and ";" not in line for line in told)
    assert sum("puts in $3; " in line for line in told) == 30


def test_tiles_are_tiles_and_segments_have_names() -> None:
    told = "\n".join(deal("napa-valley/pai-gow-tiles", seed=1, rounds=2, seats=3))
    assert "The tiles are shuffled" in told
    assert "8 piles of 4 tiles are laid out" in told
    assert "house way" in told
    assert not re.search(r"\bcards?\b", told)
    told = "\n".join(deal("500-club/face-up-chinese-poker", seed=1))
    assert "Seat 2, top: " in told
    assert "hand 2 shows" not in told


def test_seats() -> None:
    told = list(deal(CLUB, seed=1, seats=3))
    assert sum("sits down" in line for line in told) == 3
    for seats in (1, 8):
        with pytest.raises(HousewayError, match="seats"):
            list(deal(CLUB, seats=seats))
    with pytest.raises(HousewayError, match="rounds"):
        list(deal(CLUB, rounds=0))
    with pytest.raises(HousewayError, match="no filing"):
        list(deal("nowhere/nothing"))

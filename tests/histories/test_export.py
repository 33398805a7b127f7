"""Hands of a log as files of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.errors import CannotHaveHappened
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.histories.adjudicate import adjudicate
from houseway.histories.event_log import EventLog, read_log
from houseway.histories.export import export_round, round_entries
from houseway.histories.round_file import parse_round
from houseway.table.opening import open_table
from houseway.table.setup import Setup
from tests.table.tables import CLUB, PURE, Clock, Stacked


def play(path: Path, setup: Setup, cards: str, wagers: dict[str, int], *moves: str) -> None:
    """One hand: Ann banks, Bob at seat 2 makes the moves, Dee bets behind him."""
    with EventLog(path, durable=False) as journal:
        table: Any = open_table(setup, journal, Stacked(cards), Clock())
        table.sit("Ann", 1, buy_in=5_000_00)
        table.sit("Bob", 2, buy_in=1_000_00)
        table.come("Dee", buy_in=1_000_00)
        table.take_bank("Ann", 2_000_00)
        table.place("Bob", 2, wagers)
        table.place("Dee", 2, wagers)
        table.no_more_bets()
        for move in moves:
            table.act("Bob", 2, move)


def test_a_round_as_a_person_would_have_written_it(tmp_path: Path) -> None:
    path = tmp_path / "log"
    setup = Setup(CLUB, schedule=("1",), limits="5-500")
    play(path, setup, "Ah Kh Qh Qd 8c 3s", {"ante": 10_00, "pair_plus": 7_50}, "play")
    exported = export_round(path, 1)
    assert exported.suffix == ".toml"
    assert exported.text == (
        'filing = "casino-club/three-card-poker-6-card-bonus"\n'
        "schedule = 1\n"
        'limits = "5-500"\n'
        "\n[bank]\nseat = 1\nwager = 2000\n"
        'cards = "Qd 8c 3s"\n'
        "\n[[seat]]\nnumber = 2\n"
        'player = "Bob"\n'
        'cards = "Ah Kh Qh"\n'
        'wagers = { ante = 10, pair_plus = "7.50" }\n'
        'actions = ["play"]\n'
        "\n[[seat.backline]]\n"
        'name = "Dee"\n'
        'wagers = { ante = 10, pair_plus = "7.50" }\n'
    )
    answer = adjudicate(parse_round(exported.text))
    assert answer.settlement.net == {"2": 1_520_00, "2/Dee": 480_00, "bank": -2_000_00}


def test_a_round_of_21_without_its_forced_choices(tmp_path: Path) -> None:
    path = tmp_path / "log"
    # 5 and 6 must be hit to 13; then a free stand.
    play(path, Setup(PURE), "5h 9c 6d Kc 2h", {"game": 10_00}, "hit", "stand")
    text = export_round(path, 1).text
    assert 'cards = "5h 6d"\ndraws = "2h"\n' in text
    assert 'actions = ["stand"]' in text or 'actions = ["hit", "stand"]' in text
    assert adjudicate(parse_round(text)).settlement.net["2"] == -10_00


def test_split_hands_in_doubt_name_the_hand(tmp_path: Path) -> None:
    path = tmp_path / "log"
    # Tens split; the first becomes 19, which must stand but may be doubled.
    cards = "Kh 6c Kd 9c 9s 2h 7s Th"
    play(path, Setup(PURE), cards, {"game": 10_00}, "split", "double", "stand")
    text = export_round(path, 1).text
    assert '"1: double"' in text
    answer = adjudicate(parse_round(text))
    assert [line.staked for line in answer.settlement.lines if line.bettor == "2"] == [20_00, 10_00]


def test_a_poker_hand_as_phh(tmp_path: Path) -> None:
    path = tmp_path / "log"
    stakes = {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]}
    with EventLog(path, durable=False) as journal:
        setup = Setup("500-club/texas-holdem", stakes=stakes, schedule=("177", "175", "173"))
        table: Any = open_table(setup, journal, Stacked("As Kh Qd", "Ah Kh Qh Ad Kd Qd"), Clock())
        for seat, name in enumerate(("Ann", "Bob", "Cy"), 1):
            table.sit(name, seat, buy_in=100_00)
        table.deal()
        table.act("Ann", 1, "raise 800")
        table.act("Bob", 2, "fold")
        table.act("Cy", 3, "fold")
    exported = export_round(path, 1)
    assert exported.suffix == ".phh"
    (hand,) = parse_hands(exported.text)
    assert hand.filing == "500-club/texas-holdem"
    assert hand.schedule == 177
    assert hand.actions == (
        "d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd", "p3 cbr 8", "p1 f", "p2 f",
    )  # fmt: skip
    assert hand.other["players"] == ["Bob", "Cy", "Ann"]
    assert replay(hand).result.stacks == (98_00, 96_00, 105_00)  # 6 won, 1 of fee without a flop


def test_there_is_no_such_round(tmp_path: Path) -> None:
    path = tmp_path / "log"
    play(path, Setup(CLUB), "Ah Kh Qh Qd 8c 3s", {"ante": 10_00}, "fold")
    with pytest.raises(CannotHaveHappened, match="its last is 1"):
        export_round(path, 2)


def test_a_void_hand_is_not_exported_and_the_error_says_why(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with EventLog(path, durable=False) as journal:
        table: Any = open_table(Setup(CLUB), journal, Stacked(), Clock())
        table.sit("Ann", 1, buy_in=500_00)
        table.sit("Bob", 2, buy_in=500_00)
        table.take_bank("Ann", 100_00)
        table.place("Bob", 2, {"ante": 10_00})
        table.no_more_bets()
        table.void("a card was boxed")
    with pytest.raises(CannotHaveHappened, match="hand 1 was void: a card was boxed"):
        export_round(path, 1)


def test_the_records_of_a_disputed_hand(tmp_path: Path) -> None:
    path = tmp_path / "log"
    play(path, Setup(CLUB), "Ah Kh Qh Qd 8c 3s", {"ante": 10_00}, "fold")
    found = round_entries(read_log(path), 1)
    assert found[0].record.kind == "bank_taken"
    assert found[-1].record.kind == "settled"
    assert round_entries(read_log(path), 9) == []

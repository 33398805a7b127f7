"""Evenings at a table: dealt by bots, logged, verified, exported and settled again."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from conftest import FILING, Command
from houseway.cards import parse_cards
from houseway.hands.baccarat import points


def test_an_evening_is_logged_verified_and_exported(houseway: Command, tmp_path: Path) -> None:
    log = tmp_path / "evening.log"
    log.write_text(houseway("deal", FILING, "--seed", "9", "--rounds", "5", "--json"))
    assert "the chain is whole, 5 rounds played again alike" in houseway("verify", log)
    settled = [
        one
        for line in log.read_text().splitlines()
        if (one := json.loads(line))["kind"] == "settled"
    ]
    assert len(settled) == 5
    for number, record in enumerate(settled, 1):
        file = tmp_path / f"{number}.toml"
        file.write_text(houseway("export", log, "--round", number))
        for seat in tomllib.loads(file.read_text())["seat"]:
            total = points(parse_cards(seat["cards"]))
            assert seat["actions"] == (["draw"] if total <= 5 else ["stand"])
            assert ("draws" in seat) == (total <= 5)
        again = json.loads(houseway("adjudicate", file, "--json"))
        assert again["net"] == record["net"]


def test_a_filing_named_by_its_path_is_dealt_and_counted(houseway: Command, tmp_path: Path) -> None:
    import super_pan_9

    home = Path(super_pan_9.__file__).parent / "filings" / "riverbend" / "super-pan-9.toml"
    mine = tmp_path / "mine.toml"
    text = home.read_text(encoding="utf-8").replace("riverbend/super-pan-9", "mine/super-pan-9")
    mine.write_text(
        text.replace("all_stood = 6\n", "").replace("draws_to = 5", "draws_to = 9"),
        encoding="utf-8",
    )
    said = houseway("deal", mine, "--seed", "1")
    assert "Table 1 opens: mine/super-pan-9" in said
    counted = json.loads(houseway("odds", mine, "--decks", "8", "--json"))
    assert counted["bets"]["game"]["ev"] > 0  # a bank that draws to nine spoils good hands


def test_the_seat_of_the_bank_is_simulated(houseway: Command) -> None:
    made = json.loads(
        houseway(
            "simulate",
            FILING,
            "--rounds",
            "200",
            "--seats",
            "4",
            "--bank",
            "500",
            "--workers",
            "1",
            "--json",
        )
    )
    assert made["filing"] == FILING

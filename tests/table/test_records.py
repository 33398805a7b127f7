"""Every kind of record is written as JSON and read back the same."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from houseway.filings.loader import load
from houseway.settlement.ledger import Move
from houseway.table import records as r
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.setup import Setup
from tests.table.tables import CLUB

MOVES = (Move("seat:1", "drop", 1_00),)
RARE: tuple[r.Record, ...] = (
    r.TermsChanged("ab", Setup(CLUB, options={"coverage": "net"}, decks=1, limits="5-100", cut=9)),
    r.SatOut("Ann", "no chips"),
    r.SatIn("Ann"),
    r.FloorActed("unseat", "she is asleep", "Ann", 3),
    r.Came("Ann", third_party=True),
    r.Sat("Ann", 1, unseen=True),
    r.BankOffered(2, "Bob", 1, ("Ann",)),
    r.Leaving("Ann"),
    r.Left("Ann"),
    r.Correction(5, "a miscount", MOVES),
    r.TimeDue(3),
    r.Prepared("Ah Kd", "0a" * 32),
    r.Committed(3, 52, "0b" * 32, at_once=True),
    r.WordAdded("Ann", 3, "lucky"),
    r.TimeTaken(3, {"Ann": 5_00}, MOVES),
    r.BankRefused(True, "Round of Play, item 10"),
    r.FreeCollectionUsed("Ann", 3),
    r.FreeCollectionEarned("Ann", 3, "1-100", ("1",), "Game Rules, item 17"),
    r.FreeCollectionLapsed("Ann", "Game Rules, item 17"),
    r.TimedOut("Ann", 3, "left the table"),
    r.RoundVoided(7, "misdeal", MOVES),
    r.Reshuffled("Ah Kd"),
    r.EntryChosen("Ann", "post-now"),
    r.Closed(12),
    r.CageOpened("0.1.0", {"Ann": 5_00}),
    r.AccountMoved("Ann", -1_00, 4_00, "bought_in", "ab12", 7),
    r.Settled(1, 2, (), {}, 0, (), unshown={"3": ("Ann",)}),
)


@pytest.mark.parametrize("record", RARE, ids=lambda record: record.kind)
def test_rare_records(record: r.Record) -> None:
    written = json.loads(json.dumps(r.write_record(record)))
    assert r.read_record(written) == record


@pytest.fixture(scope="module")
def evening() -> list[r.Entry]:
    """Hands of all kinds of games."""
    entries: list[r.Entry] = []
    for name in (
        "casino-club/pure-21.5-blackjack",
        "napa-valley/pai-gow-tiles",
        "500-club/2-7-triple-draw",
        "500-club/face-up-chinese-poker",
    ):
        journal = MemoryJournal()
        played = start_evening(usual_setup(load(name)), journal, random.Random(2), stack=500_00)
        for _ in played.play(15):
            pass
        played.table.close()
        entries += journal.entries
    return entries


def test_records_of_play(evening: list[r.Entry]) -> None:
    for entry in evening:
        written = json.loads(json.dumps(r.write_entry(entry)))
        assert r.read_entry(written) == entry


def test_every_kind_is_covered(evening: list[r.Entry]) -> None:
    covered = {entry.record.kind for entry in evening} | {record.kind for record in RARE}
    assert set(r.KINDS) - covered == set()


def test_money_is_written_in_dollars() -> None:
    written = r.write_record(r.BoughtIn("Ann", 12_50, MOVES))
    assert written == {
        "kind": "bought_in",
        "name": "Ann",
        "amount": "12.50",
        "moves": [["seat:1", "drop", "1.00"]],
    }


@pytest.mark.parametrize(
    "written",
    [{"kind": "nothing"}, {}, {"kind": "bought_in", "name": "Ann", "amount": "12.5", "moves": []}],
)
def test_what_is_no_record_is_refused(written: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"no kind|no amount"):
        r.read_record(written)

"""Who had a hand and what it brought, whoever sits there when it is told."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.catalogue import index
from houseway.filings.loader import load
from houseway.filings.schema.base import cents
from houseway.service.describe import played_for
from houseway.service.whose import WhoseTeller
from houseway.table import records as r
from houseway.table.evening import usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.opening import open_table
from tests.service.playing import Player
from tests.service.running import run, serving

HOLDEM = "500-club/texas-holdem"
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


def _followed(filing: str, *records: r.Record) -> list[Any]:
    teller = WhoseTeller(load(filing))
    entries = [r.Entry(n, "2025-01-01T18:00:00.000+00:00", one) for n, one in enumerate(records)]
    teller.follow(entries)
    return [teller.more(entry) for entry in entries]


def test_a_hand_belongs_to_who_played_it_not_to_who_sits_there_now() -> None:
    more = _followed(
        HOLDEM,
        r.Sat("Ann", 1),
        r.Sat("Bob", 2),
        r.HandStarted(1, 1, (1, 2), (100_00, 100_00)),
        r.HandSettled(1, 5_00, (), (110_00, 85_00), ()),
        r.Left("Bob"),
        r.Sat("Cleo", 2),
    )
    assert more[3]["names"] == {"1": "Ann", "2": "Bob"}


def test_net_in_poker_is_what_the_stack_changed_by_so_the_collection_is_in_it() -> None:
    """Ann puts in 15 and takes a pot of 30 less a collection of 5: 110 of 100 is left to her."""
    more = _followed(
        HOLDEM,
        r.Sat("Ann", 1),
        r.Sat("Bob", 2),
        r.HandStarted(1, 1, (1, 2), (100_00, 100_00)),
        r.HandSettled(1, 5_00, (), (110_00, 85_00), ()),
    )
    assert more[3]["net"] == {"1": "10.00", "2": "-15.00"}


def test_the_collection_of_each_bettor_and_of_the_bank_is_told_with_the_settlement() -> None:
    more = _followed(
        THREE_CARD,
        r.Sat("Ann", 1),
        r.FeesTaken(1, "1", 30_00, 2_00, {"1": 1_00}, jackpot={"1": 50}),
        r.Settled(1, None, (), {"1": -10_00, "bank": 10_00}, 0, ()),
    )
    assert more[2]["fees"] == {"bank": "2.00", "1": "1.50"}


def test_what_a_live_table_tells_agrees_with_the_chips(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=2) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing=HOLDEM)
            await Player(seat, random.Random(3)).play(1)
            line = await ann.request("GET", f"/api/tables/{seat.table}/history?limit=1")
            told = await ann.request("GET", f"/api/tables/{seat.table}/rounds/{line[0]['round']}")
            (settled,) = (one for one in told["records"] if one["kind"] == "hand_settled")
            assert settled["names"][str(seat.seat)] == "Ann"
            taken = cents(settled["fee"]) + cents(settled.get("jackpot", "0"))
            assert sum(map(cents, settled["net"].values())) == -taken
            await seat.close()

    run(test())


@pytest.mark.parametrize("filing", [line["id"] for line in index()])
def test_every_table_says_what_is_bet_there(filing: str) -> None:
    """Limits of the schedule where none are posted (napa-valley/pai-gow-tiles: no maximum)."""
    setup = usual_setup(load(filing))
    said = played_for(open_table(setup, MemoryJournal(), random.Random(1)))
    assert said
    known = {
        "napa-valley/pai-gow-tiles": "from $10",
        "napa-valley/ez-baccarat-panda-8": "$1 to $100",
        "casino-club/pure-21.5-blackjack": "$5 to $500",
        "generic/ultimate-texas-holdem": "no limits",
    }
    assert said == known.get(filing, said)

"""Rulings that are kept: numbered, found again, shown by their link and to nobody without it."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path
from urllib.request import urlopen

import pytest

from houseway.errors import Refused
from houseway.service.client import Cardroom
from tests.service.running import PATIENCE, run, serving
from tests.service.test_case_file import FLOP, HAND

MISDEAL = {
    "filing": "napa-valley/double-hand-poker",
    "bank": {"seat": 7, "wager": 1000},
    "seat": [{"number": 1, "wagers": {"game": 20}, "house_way": True}],
    "error": [{"kind": "exposed-card", "place": "pile 5", "cards": "As", "noticed": "deal"}],
}


def test_a_ruling_is_kept_found_and_shared(tmp_path: Path) -> None:
    """003:217-219: an exposed ace is a misdeal; 002:49: a turn dealt early is out of play."""

    async def test() -> None:
        async with serving(tmp_path) as running:
            house, guest = running.house(), await running.guest("Ann")
            with pytest.raises(Refused) as refusal:
                await guest.request("POST", "/api/rulings", {"file": MISDEAL})
            assert refusal.value.code == "forbidden"
            said = {"table": "12", "names": "Bob Ng, Cyd", "note": "ace flashed"}
            kept = await house.request("POST", "/api/rulings", {"file": MISDEAL, **said})
            assert kept["number"] == 1
            assert kept["answer"]["ruling"] == "void"
            assert kept["answer"]["remedy"]["lines"] == "003:217-219"
            assert kept["answer"]["returned"] == {"1": "20.00"}
            assert kept["answer"]["explain"]
            early = {"kind": "early-board", "place": "board", "cards": "Td"}
            hand = {**HAND, "actions": FLOP, "_errors": [early]}
            second = await house.request("POST", "/api/rulings", {"file": hand, "table": "3"})
            assert (second["number"], second["answer"]["ruling"]) == (2, "played-on")
            assert second["answer"]["waiting"]["for"] == "p2"
            listed = await house.request("GET", "/api/rulings")
            assert [one["number"] for one in listed] == [2, 1]
            found = await house.request("GET", "/api/rulings", find="NG double-hand")
            assert [one["number"] for one in found] == [1]
            assert await house.request("GET", "/api/rulings", find="%") == []
            sheet = await house.request("GET", "/api/rulings", find="NG double-hand", form="csv")
            (row,) = csv.DictReader(io.StringIO(sheet))
            assert (row["number"], row["names"], row["by"]) == ("1", "Bob Ng, Cyd", "House")
            with pytest.raises(Refused) as refusal:
                await guest.request("GET", "/api/rulings")
            assert refusal.value.code == "forbidden"
            stranger = Cardroom(running.address)
            assert await stranger.request("GET", f"/api/rulings/{kept['link']}") == kept
            address = f"{running.address}/api/rulings/{kept['link']}/pdf"
            page = await asyncio.to_thread(lambda: urlopen(address, timeout=PATIENCE).read())
            assert page.startswith(b"%PDF")
            with pytest.raises(Refused) as refusal:
                await stranger.request("GET", f"/api/rulings/{'x' * 32}")
            assert refusal.value.code == "no-such-ruling"

    run(test())


def test_what_cannot_be_ruled_is_not_kept(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            house = running.house()
            for file in ({}, {**HAND, "actions": FLOP}, {**MISDEAL, "filing": "nowhere/nothing"}):
                with pytest.raises(Refused):
                    await house.request("POST", "/api/rulings", {"file": file})
            assert await house.request("GET", "/api/rulings") == []

    run(test())

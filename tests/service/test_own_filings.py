"""A filing of the house's own, in `filings` beside its database: as good as ours in every way."""

from __future__ import annotations

import asyncio
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError, Refused
from houseway.filings.catalogue import VARIABLE, in_force, joined
from houseway.histories.export import export_round
from houseway.histories.verify import verify
from houseway.service.client import Cardroom
from tests.filings.riverbend import ID, folder
from tests.service.playing import Player
from tests.service.running import PATIENCE, eventually, free_port, run, serving
from tests.service.served import Process

BOOK = f"""
house = "Riverbend Cardroom"
[ordinance]
cite = "Municipal Code 5.20.110"
most_wager = 90
[[game]]
filing = "{ID}"
schedule = 1
limits = "5-50"
[[game]]
filing = "{ID}"
table = "7"
schedule = 2
"""


def test_a_filing_beside_the_database_is_in_the_lobby_the_sheets_and_the_disputes(
    tmp_path: Path,
) -> None:
    own = folder(tmp_path / "filings")
    (own / "broken.toml").write_text("id =", encoding="utf-8")

    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await running.guest("Ann")
            lines = await ann.request("GET", "/api/filings")
            assert ID in [line["id"] for line in lines]
            sheet = await ann.request("GET", f"/api/filings/{ID}")
            assert sheet["house"] == "Riverbend Cardroom"
            sign = await ann.request("GET", f"/api/filings/{ID}/sign?schedule=1&limits=5-100")
            assert sign["schedules"] == [1]
            round_file = {
                "filing": ID,
                "bank": {"seat": 1, "wager": 500, "cards": "Jd 8c 4s"},
                "seat": [
                    {"number": 2, "cards": "Kh 7d 2s", "wagers": {"ante": 10}, "actions": ["play"]}
                ],
            }
            settled = await ann.request("POST", "/api/adjudicate", round_file)
            assert settled["net"] == {"bank": "-10.00", "2": "10.00"}
            seat = await ann.quick_seat(filing=ID)
            assert seat.snapshot["table"]["filing"] == ID
            await seat.close()
            with pytest.raises(Refused):
                await ann.request("GET", "/api/not-loaded")
            (bad,) = await running.house().request("GET", "/api/not-loaded")
            assert (Path(bad["file"]).name, bad["error"]["code"]) == ("broken.toml", "not-toml")

    run(test())
    assert VARIABLE not in os.environ
    assert ID not in in_force().ids()


def test_it_is_played_killed_brought_back_verified_and_exported(tmp_path: Path) -> None:
    """Meanwhile the file is changed: the table goes on by the filing it was opened with."""
    own = folder(tmp_path / "filings")
    process = Process(tmp_path, free_port(), f"sqlite:///{tmp_path / 'cardroom.db'}")

    async def test() -> str:
        await process.start()
        house = Cardroom(process.address, token=(tmp_path / "house-token").read_text().strip())
        table = (await house.open_table(ID, schedule=["1"], bots=3))["id"]
        ann = Cardroom(process.address)
        await ann.enter("Ann")
        seat = await ann.table(table)
        await seat.do("sit", seat=1)
        await Player(seat, random.Random(1)).play(2)
        process.kill()
        await seat.drop()
        path = own / "riverbend" / "three-card-poker.toml"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("pays = 50", "pays = 7"), encoding="utf-8")
        await process.start()
        await seat.connect()
        await Player(seat, random.Random(2)).play(2)
        told = await ann.request("GET", f"/api/tables/{table}/rounds/1")
        assert told["records"]
        assert "rules" not in json.dumps(told["records"])
        await house.request("POST", f"/api/tables/{table}/close")
        await seat.close()
        async with asyncio.timeout(PATIENCE):
            while True:
                try:
                    return str(await house.request("GET", f"/api/tables/{table}/sealed-log"))
                except HousewayError:
                    await asyncio.sleep(0.1)

    try:
        text = run(test())
    finally:
        process.kill()
    log = tmp_path / "log"
    log.write_text(text, encoding="utf-8")
    found = verify(log)
    assert found.status == "verified"
    assert found.rounds >= 4
    assert any("has no filing riverbend/three-card-poker" in note for note in found.notes)
    with joined(own):
        assert any("has changed since" in note for note in verify(log).notes)
    assert f'filing = "{ID}"' in export_round(log, 1).text


def test_a_table_of_the_service_is_opened_by_the_house_book(tmp_path: Path) -> None:
    own = folder(tmp_path / "own")
    book = tmp_path / "house.toml"
    book.write_text(BOOK, encoding="utf-8")

    async def test() -> None:
        async with serving(tmp_path, filings=(own,), house=book) as running:
            house = running.house()
            opened: Any = await house.open_table(ID)
            assert (opened["schedule"], opened["limits"]) == (["1"], "5-50")
            assert opened["house_book"] == ["schedule", "limits", "ordinance"]
            with pytest.raises(Refused) as caught:
                await house.open_table(ID, limits="5-100")
            assert caught.value.cite == "Municipal Code 5.20.110"
            seven = await house.open_table(ID, table="7")
            assert (seven["id"], seven["schedule"], seven["limits"]) == ("7", ["2"], "5-50")
            with pytest.raises(Refused) as caught:
                await house.open_table(ID, table="7")
            assert caught.value.code == "table-known"
            room = running.parts.lobby.rooms[opened["id"]]
            await eventually(lambda: room.table.state.terms.ordinance is not None)
            ann = await running.guest("Ann")
            settled = await ann.request("POST", "/api/adjudicate", {
                "filing": ID, "bank": {"seat": 1, "wager": 500, "cards": "Jd 8c 4s"},
                "seat": [{"number": 2, "cards": "Kh 7d 2s", "wagers": {"ante": 10},
                          "actions": ["play"]}],
            })  # fmt: skip
            # Option 1: $0.50 from the player, $1 from the bank (63-64).
            assert settled["fees"] == {"bank": "1.00", "seats": {"2": "0.50"}}
            assert set(settled["house_book"]) == {"schedule", "limits", "ordinance"}

    run(test())

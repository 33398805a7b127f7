"""The office's records answer what the commands answer: report, verify, export, and hands."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.errors import Refused
from houseway.service.client import Cardroom
from tests.command_line.running import run as command
from tests.service.playing import Player
from tests.service.running import LOOSE, QUICK, Running, asking, eventually, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
HOLDEM = "500-club/texas-holdem"


def _told(*words: str) -> Any:
    status, out, err = command(*words, "--json")
    assert status in (0, 1), err
    return json.loads(out)


async def _played(running: Running, filing: str, hands: int, **choices: Any) -> str:
    """A table at which some hands were played, and which is closed."""
    house = running.house()
    table = str((await house.open_table(filing, bots=2, seats=5, **choices))["id"])
    ann = await running.guest("Ann")
    async with await ann.table(table) as seat:
        await seat.do("sit", seat=1)
        await Player(seat, random.Random(3), banks=0).play(hands)
    await house.request("POST", f"/api/tables/{table}/close")
    await eventually(lambda: table not in running.parts.lobby.rooms)
    return table


async def _take(house: Cardroom, table: str, folder: Path) -> Path:
    log = folder / f"{table}.log"
    log.write_text(await house.request("GET", f"/api/tables/{table}/sealed-log"), encoding="utf-8")
    return log


Test = Callable[[Running, Cardroom, str, Path], Any]


def _with_a_table(folder: Path, test: Test, filing: str = THREE_CARD, **choices: Any) -> None:
    async def whole() -> None:
        # Nobody waits for one who has gone.
        async with serving(folder, pace=replace(QUICK, back_seconds=0)) as running:
            house = running.house()
            table = await _played(running, filing, 3, **choices)
            await test(running, house, table, await _take(house, table, folder))

    run(whole())


def test_the_report_is_that_of_the_command(tmp_path: Path) -> None:
    async def test(running: Running, house: Cardroom, table: str, log: Path) -> None:
        del running
        made = await house.request("POST", "/api/records/report", {"tables": [table]})
        assert made.pop("ok") is True
        assert made == await asyncio.to_thread(_told, "report", str(log))
        assert made["total"]["hands"] >= 3
        assert sum(one["hands"] for one in made["rotation"]) == made["total"]["hands"]
        # Held against a count that is short by a dollar.
        (box,) = made["boxes"]
        short = f"{float(box['drop']) - 1:.2f}"
        sheet = {"box": [{"table": table, "shift": box["shift"], "amount": short}]}
        count = log.with_name("count.json")
        count.write_text(json.dumps(sheet), encoding="utf-8")
        wish = {"tables": [table], "counted": sheet}
        held = await house.request("POST", "/api/records/report", wish)
        assert held.pop("ok") is False
        told = await asyncio.to_thread(_told, "report", str(log), "--counted", str(count))
        assert held == told
        assert held["counted"][0]["difference"] == "-1.00"
        # The same as a spreadsheet, and on paper.
        rows = await house.request("POST", "/api/records/report?form=csv", wish)
        (row,) = csv.DictReader(io.StringIO(rows))
        assert (row["table"], row["drop"], row["difference"]) == (table, box["drop"], "-1.00")
        turns = await house.request("POST", "/api/records/report?form=rotation.csv", wish)
        assert len(list(csv.DictReader(io.StringIO(turns)))) == len(made["rotation"])

    _with_a_table(tmp_path, test, schedule="1")


def test_a_report_takes_tables_of_a_time_and_prints(tmp_path: Path) -> None:
    async def test(running: Running, house: Cardroom, table: str, log: Path) -> None:
        del log
        open_now = (await house.open_table(THREE_CARD, bots=0))["id"]
        every = await house.request("POST", "/api/records/report", {})
        assert set(every["ledger"]) == {table, open_now}
        future = await house.request("POST", "/api/records/report", {"since": "2999-01-01"})
        assert set(future["ledger"]) == {open_now}, "it may still be open then"
        past = await house.request("POST", "/api/records/report", {"until": "2001-01-01"})
        assert past["total"]["hands"] == 0
        for wish, code in (
            ({"tables": ["Nowhere"]}, "no-such-table"),
            ({"counted": "box = 7"}, "bad-count-sheet"),
            ({"since": "soon"}, "bad-request"),
        ):
            with pytest.raises(Refused) as caught:
                await house.request("POST", "/api/records/report", wish)
            assert caught.value.code == code
            assert "/tmp" not in str(caught.value)
        async with _client(running) as client:
            answer = await client.post("/api/records/report?form=pdf", json={})
            assert answer.content.startswith(b"%PDF")
            assert answer.headers["content-type"] == "application/pdf"

    _with_a_table(tmp_path, test, schedule="1")


def _client(running: Running) -> httpx.AsyncClient:
    token = running.house().token
    head = {"authorization": f"Bearer {token}"}
    return asking(running.address, headers=head)


def test_verification_is_that_of_the_command(tmp_path: Path) -> None:
    async def test(running: Running, house: Cardroom, table: str, log: Path) -> None:
        keys, cage = log.with_suffix(".pem"), log.with_name("cage.log")
        keys.write_text(await house.request("GET", "/api/key"), encoding="utf-8")
        found = await house.request("POST", f"/api/records/tables/{table}/verify")
        cage.write_text("\n".join(running.parts.store.lines("cage")) + "\n", encoding="utf-8")
        words = ("verify", str(log), "--key", str(keys), "--cage", str(cage))
        assert found == await asyncio.to_thread(_told, *words)
        assert (found["status"], found["signatures"]) == ("verified", "good")
        text = log.read_text(encoding="utf-8")
        brought = await house.request("POST", "/api/records/verify", text)
        assert brought == await asyncio.to_thread(_told, "verify", str(log))
        ours = await house.request("POST", "/api/records/verify?ours=true", text)
        assert (ours["status"], ours["signatures"]) == ("verified", "good")
        forged = await house.request("POST", "/api/records/verify", text.replace("Ann", "Eve", 1))
        assert (forged["status"], forged["ok"]) == ("forged", False)
        with pytest.raises(Refused) as caught:
            await house.request("POST", "/api/records/verify", "no log at all\n")
        assert caught.value.code == "not-a-log"

    _with_a_table(tmp_path, test)


def test_a_log_is_read_from_those_who_may_bring_one_and_not_without_end(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, upload_bytes=100_000)
        async with serving(tmp_path, limits=limits) as running, _client(running) as client:
            large = b"x" * 100_001
            answer = await client.post("/api/records/verify", content=large)
            assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")

            async def parts() -> Any:
                for _ in range(30):
                    yield b"x" * 10_000

            answer = await client.post("/api/records/verify", content=parts())
            assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too-large")
            stranger = {"authorization": ""}
            answer = await client.post(
                "/api/records/verify", content=b"x" * 90_000, headers=stranger
            )
            assert answer.status_code == 401

    run(test())


@pytest.mark.parametrize("filing", [THREE_CARD, HOLDEM])
def test_a_hand_is_given_out_as_by_the_command(filing: str, tmp_path: Path) -> None:
    async def test(running: Running, house: Cardroom, table: str, log: Path) -> None:
        del running
        hands = await house.request("GET", f"/api/records/tables/{table}/hands")
        first = next(one["hand"] for one in reversed(hands) if one["outcome"] == "settled")
        made = await house.request("GET", f"/api/records/tables/{table}/hands/{first}")
        assert made == await asyncio.to_thread(_told, "export", str(log), "--round", str(first))
        # It is ruled the same way, wherever it is brought.
        file = log.with_suffix(made["suffix"])
        file.write_text(made["text"], encoding="utf-8")
        work = "replay" if filing == HOLDEM else "adjudicate"
        ruled = await house.request("POST", f"/api/{work}?explain=true", made["text"])
        assert ruled == await asyncio.to_thread(_told, work, str(file), "--explain")
        open_now = (await house.open_table(THREE_CARD, bots=0))["id"]
        with pytest.raises(Refused) as caught:
            await house.request("GET", f"/api/records/tables/{open_now}/hands/1")
        assert caught.value.code == "mid-round"
        acts = await house.request("GET", "/api/acts?find=took")
        assert [one["act"] for one in acts] == ["took a hand of", "took the log of"]

    stakes = {"structure": "limit", "small_bet": 6, "big_bet": 12, "blinds": [3, 6]}
    more = {"schedule": ["177", "175", "173"], "stakes": stakes} if filing == HOLDEM else {}
    _with_a_table(tmp_path, test, filing, **more)


def test_tables_and_hands_are_found_again(tmp_path: Path) -> None:
    async def test(running: Running, house: Cardroom, table: str, log: Path) -> None:
        del running, log
        other = (await house.open_table("napa-valley/pai-gow-tiles", table="Tiles1", bots=0))["id"]
        found = await house.request("GET", "/api/records/tables")
        assert [one["id"] for one in found] == [other, table]
        assert (found[0]["closed"], found[0]["hands"]) == (None, 0)
        assert found[1]["closed"] > found[1]["opened"]
        hands = await house.request("GET", f"/api/records/tables/{table}/hands")
        assert found[1]["hands"] == len(hands) >= 3
        for words, wanted in (
            ("TILES", [other]), ("napa tiles1", [other]), ("three casino", [table]), ("none", []),
        ):  # fmt: skip
            lines = await house.request("GET", "/api/records/tables", find=words)
            assert [one["id"] for one in lines] == wanted, words
        older = await house.request("GET", "/api/records/tables", before=found[0]["opened"])
        assert [one["id"] for one in older] == [table]
        sheet = await house.request("GET", f"/api/records/tables/{table}/hands?form=csv")
        assert len(list(csv.DictReader(io.StringIO(sheet)))) == len(hands)

    _with_a_table(tmp_path, test)


# What anybody may ask of a hand.


async def _asked(running: Running, path: str, body: Any) -> Any:
    return await (await running.guest("Ann")).request("POST", path, body)


def _same(folder: Path, path: str, body: Any, wanted: Any) -> None:
    async def test() -> None:
        async with serving(folder) as running:
            assert await _asked(running, path, body) == wanted

    run(test())


def test_filings_are_those_of_the_command(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            found = await (await running.guest("Ann")).request("GET", "/api/filings")
            assert found == await asyncio.to_thread(_told, "filings")

    run(test())


@pytest.mark.parametrize(
    ("filing", "cards"),
    [
        ("500-club/fortune-pai-gow-poker", "8c 4d Ks 9s 8d 7c 4h"),
        ("napa-valley/pai-gow-tiles", "66 11 54 32"),
    ],
)
def test_a_hand_is_set_as_by_the_command(filing: str, cards: str, tmp_path: Path) -> None:
    wanted = _told("set", filing, *cards.split())
    _same(tmp_path, "/api/set", {"filing": filing, "cards": cards}, wanted)


def test_equity_is_that_of_the_command(tmp_path: Path) -> None:
    wanted = _told("equity", HOLDEM, "AhKh", "QsQd", "--board", "Qh Jh 2c")
    body = {"filing": HOLDEM, "hands": ["AhKh", "QsQd"], "board": "Qh Jh 2c"}
    _same(tmp_path, "/api/equity", body, wanted)


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/api/set", {"filing": THREE_CARD, "cards": "As Kd Kc"}, "no-house-way"),
        ("/api/equity", {"filing": HOLDEM, "hands": ["AhKh"]}, "bad-hands"),
        ("/api/equity", {"filing": HOLDEM, "hands": []}, "bad-request"),
    ],
)
def test_what_cannot_be_answered_of_a_hand_is_said(
    path: str, body: Any, code: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            with pytest.raises(Refused) as caught:
                await _asked(running, path, body)
            assert caught.value.code == code

    run(test())

"""A cardroom that signs and commits: keys, logs, anchors, proofs and words over the network."""

from __future__ import annotations

import asyncio
import json
import random
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import HousewayError, Refused
from houseway.histories.signing import read_keys
from houseway.histories.verify import verify
from houseway.service.storage.anchoring import keep_daily
from houseway.service.storage.keys import open_keys, public_file, public_keys
from houseway.table.commitment import Opening, turned
from tests.service.playing import Player
from tests.service.running import Running, eventually, run, serving

FILING = "casino-club/three-card-poker-6-card-bonus"


# Keys.


def test_the_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "room" / "key"
    first = open_keys(path)
    assert open_keys(path).name == first.name
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "PRIVATE" not in public_keys(path)


def test_a_rotated_key_leaves_its_public_half(tmp_path: Path) -> None:
    path = tmp_path / "key"
    first, second = open_keys(path), open_keys(path, rotate=True)
    assert first.name != second.name
    assert open_keys(path).name == second.name
    assert public_keys(path).count("BEGIN PUBLIC KEY") == 2
    read_keys(public_file(path))


def test_a_lost_public_file_is_written_again_for_the_present_key(tmp_path: Path) -> None:
    path = tmp_path / "key"
    open_keys(path)
    public_file(path).unlink()
    assert public_keys(path).count("BEGIN PUBLIC KEY") == 1


def test_a_broken_key_is_not_replaced_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "key"
    path.write_text("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
    with pytest.raises(HousewayError) as caught:
        open_keys(path)
    assert caught.value.code == "bad-key"


# A cardroom.


async def evening(running: Running, hands: int = 2) -> tuple[str, Any, Any]:
    """A table at which Ann has played some hands, each with a word of hers."""
    ann = await running.guest("Ann")
    house = running.house()
    answer = await house.open_table(FILING, schedule=["1"], bots=2)
    seat = await ann.table(answer["id"])
    await seat.do("sit", seat=4)
    player = Player(seat, random.Random(1))
    for hand in range(1, hands + 1):
        await player.try_to("add_word", word=f"lucky {hand}")  # unless the next shuffle has one
        await player.play(hand)
    assert {one.code for one in player.refused if one.where == "Ann"} <= {"word-given"}
    return answer["id"], ann, seat


async def close(running: Running, table: str) -> None:
    """Close a table and wait until that is written down."""
    await running.house().request("POST", f"/api/tables/{table}/close")

    def is_closed() -> bool:
        row = running.parts.store.find_table(table)
        return row is not None and row.closed is not None

    await eventually(is_closed)


def test_an_evening_is_signed_anchored_and_proved(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            table, ann, seat = await evening(running)
            house = running.house()
            early = tmp_path / "early.txt"
            early.write_text(await house.request("GET", "/api/anchor"))
            with pytest.raises(Refused):
                await ann.request("GET", "/api/anchor")
            await check_rounds(table, ann, running)
            await seat.do("leave")
            await close(running, table)
            late = tmp_path / "late.txt"
            late.write_text(await house.request("GET", "/api/anchor"))
            key = tmp_path / "house.pub"
            key.write_text(await ann.request("GET", "/api/key"))
            for name in (table, "cage"):
                log = tmp_path / name
                log.write_text(await house.request("GET", f"/api/tables/{name}/sealed-log"))
                for sheet in (early, late):
                    found = verify(log, keys=key, anchors=sheet)
                    assert found.status == "verified", found.findings
                    assert (found.signatures, found.anchored) == ("good", 1)
            lines = (tmp_path / table).read_text().splitlines(keepends=True)
            assert any(json.loads(line)["kind"] == "word_added" for line in lines)
            cut = tmp_path / "cut"
            cut.write_text("".join(lines[:8]))
            assert verify(cut, keys=key, anchors=late).status == "forged"

    run(test())


async def check_rounds(table: str, ann: Any, running: Running) -> None:
    stranger = type(ann)(running.address)
    for one in await ann.request("GET", f"/api/tables/{table}/history"):
        path = f"/api/tables/{table}/rounds/{one['round']}"
        mine = await ann.request("GET", f"{path}/proof")
        theirs = await stranger.request("GET", f"{path}/proof")
        assert mine["shuffles"]
        for proof in (mine, theirs):
            for shuffle in proof["shuffles"]:
                places = turned(shuffle["cards"], shuffle["root"], shuffle["words"])
                for opened in shuffle["opened"]:
                    told = (opened["place"], opened["card"], opened["salt"], opened["path"])
                    assert Opening(*told).root(shuffle["cards"]) == shuffle["root"]
                    assert places[opened["position"]] == opened["place"]
        own = {card for one in mine["shuffles"] for card in cards_of(one)}
        assert len(own) >= 3  # her own, those of the bank and what was shown
        assert {card for one in theirs["shuffles"] for card in cards_of(one)} <= own
    with pytest.raises(Refused) as caught:
        await ann.request("GET", f"/api/tables/{table}/rounds/999/proof")
    assert caught.value.code == "no-such-round"


def cards_of(shuffle: dict[str, Any]) -> list[str]:
    return [one["card"] for one in shuffle["opened"]]


def test_a_restart_keeps_the_promise_and_the_key(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            table, _, _ = await evening(running, 1)
            room = running.parts.lobby.rooms[table]
            promised = room.table.state.promised
            keys = await running.house().request("GET", "/api/key")
        async with serving(tmp_path) as running:
            room = await running.parts.lobby.room(table)
            assert promised is not None
            assert room.table.state.commitments >= promised.shuffle
            if room.table.state.commitments == promised.shuffle:
                assert room.table.state.promised == promised
            assert await running.house().request("GET", "/api/key") == keys

    run(test())


def test_everybody_is_told_the_fingerprint_and_nobody_its_secret(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            table, ann, seat = await evening(running, 1)
            assert len(seat.snapshot["view"]["promise"]["root"]) == 64
            watching = await type(ann)(running.address).table(table)
            assert "salt" not in json.dumps(watching.snapshot)
            log = await ann.request("GET", f"/api/tables/{table}/log")
            assert '"kind":"committed"' in log
            for secret in ("prepared", "salt", "signed", "shuffled"):
                assert f'"{secret}"' not in log
            await watching.close()

    run(test())


# The day's sheet.


def test_a_day_that_is_over_has_its_sheet_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            await evening(running, 1)
            engine, folder = running.parts.store.engine, tmp_path / "sheets"
            now = datetime(2031, 5, 2, 0, 1, tzinfo=UTC)
            made = await asyncio.to_thread(keep_daily, engine, folder, now)
            assert made == folder / "2031-05-01.txt"
            assert "cage " in made.read_text()
            assert await asyncio.to_thread(keep_daily, engine, folder, now) is None
            await running.parts.anchor_the_day()
            assert len(list((tmp_path / "anchors").glob("*.txt"))) == 1

    run(test())


# The command line.


def test_key_and_anchor_on_the_command_line(tmp_path: Path) -> None:
    database = str(tmp_path / "cardroom.db")

    async def test() -> str:
        async with serving(
            tmp_path, database=f"sqlite:///{database}", signing_key_file=None
        ) as running:
            table, _, seat = await evening(running, 1)
            await seat.do("leave")
            await close(running, table)
            return str(await running.house().request("GET", f"/api/tables/{table}/sealed-log"))

    log = tmp_path / "log"
    log.write_text(run(test()))
    runner = CliRunner()
    for name, file in (("key", "house.pub"), ("anchor", "anchors.txt")):
        made = runner.invoke(app, [name, "--database", database])
        assert made.exit_code == 0, made.output
        (tmp_path / file).write_text(made.output)
    options = ["--key", str(tmp_path / "house.pub"), "--anchor", str(tmp_path / "anchors.txt")]
    made = runner.invoke(app, ["verify", str(log), *options, "--json"])
    assert made.exit_code == 0, made.output
    assert json.loads(made.output)["signatures"] == "good"
    assert json.loads(made.output)["anchored"] == 1
    made = runner.invoke(app, ["verify", str(log), *options])
    assert "all good" in made.output
    made = runner.invoke(app, ["verify", str(log)])
    assert (made.exit_code, "not checked" in made.output) == (0, True)
    made = runner.invoke(app, ["verify", str(log), "--key", str(log)])
    assert made.exit_code == 2
    made = runner.invoke(app, ["key", "--rotate", "--database", database])
    assert made.output.count("BEGIN PUBLIC KEY") == 2

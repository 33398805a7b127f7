"""The cage's log: every chip of every account in a chain, and the tables' logs held against it."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from houseway.histories.verify import verify
from houseway.service.people import cage
from houseway.service.storage.anchoring import sheet
from houseway.service.storage.store import database_url
from tests.histories.forger import opened, sealed
from tests.service.playing import Player
from tests.service.running import eventually, run, serving

FILING = "500-club/texas-holdem"
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
SOURCES = Path(cage.__file__).parent


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    """The cage's log and that of a table at which two people have played."""
    folder = tmp_path_factory.mktemp("cage")

    async def play() -> tuple[list[str], list[str]]:
        async with serving(folder) as running:
            house = running.house()
            stakes = {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]}
            numbers = ["177", "175", "173"]
            answer = await house.open_table(FILING, schedule=numbers, stakes=stakes, bots=1)
            table = answer["id"]
            for place, name in enumerate(("Ann", "Bob"), 1):
                seat = await (await running.guest(name)).table(table)
                await seat.do("sit", seat=place)
                await Player(seat, random.Random(place)).play(1)
                await seat.do("leave")
            store = running.parts.store
            await house.request("POST", f"/api/tables/{table}/close")
            await eventually(lambda: all(row.id != table for row in store.open_tables()))
            sealed_cage = await house.request("GET", "/api/tables/cage/sealed-log")
            sealed_log = await house.request("GET", f"/api/tables/{table}/sealed-log")
            return sealed_cage.splitlines(), sealed_log.splitlines()

    return run(play())


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_every_chip_of_an_account_stands_in_the_cages_log(
    logs: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    book = [json.loads(line) for line in logs[0]]
    assert book[0]["kind"] == "cage_opened"
    moves = [(one["account"], one["reason"]) for one in book[1:]]
    for name in ("Ann", "Bob"):
        assert [why for who, why in moves if who == name] == ["gift", "bought_in", "cashed_out"]
    found = verify(write(tmp_path / "cage", logs[0]))
    assert (found.status, found.findings) == ("verified", [])
    found = verify(write(tmp_path / "log", logs[1]), cage=tmp_path / "cage")
    assert (found.status, found.findings) == ("verified", [])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"amount": "-1.00"}, "balance is|cannot be"),
        ({"balance": "99999.00"}, "balance is"),
        ({"account": "Eve"}, "balance is|too few"),
        ({"reason": "gift"}, "cannot be|name the record"),
        ({"reason": "because"}, "cannot be"),
        ({"table": ""}, "name the record|not written"),
        ({"at": "2001-01-01T00:00:00.000+00:00"}, "backwards"),
        ({"author": "Eve"}, "not line"),
        ({"kind": "sat_in", "name": "Eve"}, "no business|not written"),
        ({"n": 99}, "not line"),
        ({"note": "x"}, "not written"),
    ],
)
def test_a_forged_cage_is_refused(
    change: dict[str, Any], says: str, logs: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    log = opened(logs[0])
    place = next(place for place, one in enumerate(log) if one.get("reason") == "bought_in")
    log[place].update(change)
    (tmp_path / "cage").write_bytes(sealed(log))
    found = verify(tmp_path / "cage")
    assert found.status == "forged"
    assert any(re.search(says, finding.message) for finding in found.findings)


def test_a_line_left_out_of_the_cage_is_missed(
    logs: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    log = opened(logs[0])
    for number, one in enumerate(log[:-1]):
        one["n"] = number
    (tmp_path / "cage").write_bytes(sealed(log[:-1]))  # the end of a chain cannot be missed alone
    assert verify(tmp_path / "cage").ok
    found = verify(write(tmp_path / "log", logs[1]), cage=tmp_path / "cage")
    assert (found.status, found.findings[0].code) == ("forged", "cage")


def test_a_buy_in_that_the_cage_does_not_know_is_refused(
    logs: tuple[list[str], list[str]], tmp_path: Path
) -> None:
    """A larger buy-in with a cash-out to match, which between hands no other record shows."""
    log = copy.deepcopy(opened(logs[1]))
    for one in log:
        if one["kind"] in ("bought_in", "cashed_out") and one["name"] == "Bob":
            cents = round(float(one["amount"]) * 100) + 100
            one["amount"] = one["moves"][0][2] = f"{cents // 100}.{cents % 100:02}"
    write(tmp_path / "cage", logs[0])
    (tmp_path / "log").write_bytes(sealed(log))
    found = verify(tmp_path / "log", cage=tmp_path / "cage")
    assert "cage" in {finding.code for finding in found.findings}


def test_only_the_cage_moves_chips_between_accounts() -> None:
    """Whoever writes a row of chips by another way leaves no line in the chain."""
    for source in SOURCES.glob("*.py"):
        if source.name != "cage.py":
            assert "insert(schema.chips)" not in source.read_text(), source.name


@pytest.mark.parametrize("spoiled", [lambda line: line[:-20], lambda _: "", lambda _: '{"a":1}'])
def test_a_bad_line_of_the_cage_stops_no_chip(
    spoiled: Callable[[str], str], tmp_path: Path
) -> None:
    """Nobody can play without the cage: the line is bad, and the chips go on."""
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"

    async def before() -> str:
        async with serving(tmp_path, database=database, bots=0) as running:
            ann = await running.guest("Ann")
            table = (await running.house().open_table(THREE_CARD, bots=0))["id"]
            seat = await ann.table(table)
            await seat.do("sit", seat=1, buy_in="300")
            number = _spoil(database, spoiled)
            await seat.do("buy_in", amount="100")
            bob = await running.guest("Bob")  # a gift
            assert (await bob.me())["account"]["chips"] == "1000.00"
            await seat.do("leave")
            assert (await ann.me())["account"]["chips"] == "1000.00"
            sheet(running.parts.store.engine.connect(), datetime.now(UTC))
            log = await running.house().request("GET", "/api/tables/cage/sealed-log")
            await seat.close()
            assert number == 2
            return str(log)

    lines = run(before()).splitlines()
    assert verify(write(tmp_path / "cage", lines)).status == "forged"
    # From the new header on everything holds: $700 left of Ann's thousand.
    again = next(n for n, line in enumerate(lines) if n and '"cage_opened"' in line)
    assert json.loads(lines[again])["accounts"] == {"Ann": "700.00"}
    found = verify(write(tmp_path / "rest", lines[again:]))
    assert (found.status, found.findings) == ("verified", [])


def test_chips_returned_from_a_locked_table_are_the_cages_business(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"

    async def test() -> str:
        async with serving(tmp_path, database=database, bots=0) as running:
            ann, house = await running.guest("Ann"), running.house()
            table = (await house.open_table(THREE_CARD, bots=0))["id"]
            seat = await ann.table(table)
            await seat.do("sit", seat=1, buy_in="300")
            _spoil(database, lambda line: line[:-20], table)
            running.parts.lobby.rooms[table].failure = RuntimeError("as if")
            await eventually(lambda: table in running.parts.lobby.locked)
            await house.request("POST", f"/api/locked/{table}/close")
            assert (await ann.me())["account"]["chips"] == "1000.00"
            await seat.close()
            return str(await house.request("GET", "/api/tables/cage/sealed-log"))

    found = verify(write(tmp_path / "cage", run(test()).splitlines()))
    assert (found.status, found.findings) == ("verified", [])


def _spoil(database: str, change: Callable[[str], str], log: str = "cage") -> int:
    """What a failing disk does to the last line; its number."""
    engine = create_engine(database_url(database))
    with engine.begin() as connection:
        number, line = connection.execute(
            text("SELECT number, line FROM records WHERE table_id = :t ORDER BY number DESC"),
            {"t": log},
        ).first() or (0, "")
        connection.execute(
            text("UPDATE records SET line = :line WHERE table_id = :t AND number = :n"),
            {"line": change(line), "t": log, "n": number},
        )
    engine.dispose()
    return int(number)

"""One bad record locks one table: the others play, and the house gives its chips back."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from houseway.errors import HousewayError, Refused
from houseway.histories.event_log import START, seal_of
from houseway.service.client import Cardroom, Seat
from houseway.service.storage.store import Store, database_url
from tests.service import old_store
from tests.service.playing import Player
from tests.service.running import Running, eventually, run, serving

HOLDEM, _ = old_store.TABLES["Guest 3"]
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


def _change(database: str, table: str, number: int, change: Callable[[str], str]) -> None:
    """What a failing disk or a meddler does to a record."""
    engine = create_engine(database_url(database))
    where = {"table": table, "number": number}
    with engine.begin() as connection:
        line = connection.execute(
            text("SELECT line FROM records WHERE table_id = :table AND number = :number"), where
        ).scalar_one()
        connection.execute(
            text("UPDATE records SET line = :line WHERE table_id = :table AND number = :number"),
            {**where, "line": change(line)},
        )
    engine.dispose()


def _seal_again(database: str, table: str) -> None:
    """A meddler who knows how seals are made."""
    engine = create_engine(database_url(database))
    with engine.begin() as connection:
        lines = connection.execute(
            text("SELECT number, line FROM records WHERE table_id = :table ORDER BY number"),
            {"table": table},
        ).all()
        seal = START
        for number, line in lines:
            body = line.rpartition(',"hash":"')[0]
            seal = seal_of(seal, body.encode())
            connection.execute(
                text("UPDATE records SET line = :line WHERE table_id = :table AND number = :n"),
                {"line": f'{body},"hash":"{seal}"}}', "table": table, "n": number},
            )
    engine.dispose()


def _total(database: str) -> int:
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        found = connection.execute(text("SELECT SUM(amount) FROM chips")).scalar_one()
    engine.dispose()
    return int(found)


async def _chips(running: Running, name: str) -> str:
    guest = Cardroom(running.address, token=old_store.token_of(name))
    return str((await guest.me())["account"]["chips"])


def test_one_bad_record_locks_its_table_and_no_other(database: str, tmp_path: Path) -> None:
    old_store.put(database, tmp_path)
    _change(database, HOLDEM, 134, lambda line: line.replace('"cc"', '"f"'))

    async def test() -> None:
        async with serving(tmp_path, database=database, bots=2) as running:
            await running.parts.lobby.restored.wait()
            for name, (table, _) in old_store.TABLES.items():
                guest = Cardroom(running.address, token=old_store.token_of(name))
                if table == HOLDEM:
                    continue
                async with await guest.table(table) as seat:
                    await Player(seat, random.Random(1), banks=0).play(1)
            stranger = Cardroom(running.address)
            with pytest.raises(Refused) as refusal:
                await stranger.request("GET", f"/api/tables/{HOLDEM}")
            assert refusal.value.code == "table-locked"
            assert HOLDEM not in [line["id"] for line in await stranger.tables()]
            seat = Seat(running.address, HOLDEM, old_store.token_of("Guest 3"))
            with pytest.raises(HousewayError):
                await seat.connect()
            await eventually(lambda: seat.closed)
            assert seat.closed is not None
            assert seat.closed[0] == 4423

    run(test())


def test_the_house_sees_it_takes_its_log_closes_it_and_returns_the_chips(
    database: str, tmp_path: Path
) -> None:
    """$504 lay before seat 1 when the hand began (record 125); a void hand gives the blind back."""
    old_store.put(database, tmp_path)
    _change(database, HOLDEM, 134, lambda line: line.replace('"cc"', '"f"'))

    async def test() -> None:
        async with serving(tmp_path, database=database) as running:
            house = running.house()
            await running.parts.lobby.restored.wait()
            (found,) = await house.request("GET", "/api/locked")
            assert found["id"] == HOLDEM
            assert found["filing"] == "500-club/texas-holdem"
            assert found["why"]["code"] == "broken-chain"
            assert found["why"]["where"] == "record 134"
            assert (found["records"], found["good"]) == (136, 134)
            assert found["owed"] == {"Guest 3": "504.00"}
            log = await house.request("GET", f"/api/tables/{HOLDEM}/sealed-log")
            assert len(log.splitlines()) == 136
            assert json.loads(log.splitlines()[134])["event"]["move"] == "f", "as it was found"
            closed = await house.request("POST", f"/api/locked/{HOLDEM}/close")
            assert closed["owed"] == {"Guest 3": "504.00"}
            assert await _chips(running, "Guest 3") == "1004.00"
            assert await house.request("GET", "/api/locked") == []
            with pytest.raises(Refused) as refusal:
                await house.request("POST", f"/api/locked/{HOLDEM}/close")
            assert refusal.value.code == "no-such-table"
            assert len(await house.request("GET", f"/api/tables/{HOLDEM}/sealed-log")) > 1000
        async with serving(tmp_path, database=database) as running:  # and so it stays
            assert await running.house().request("GET", "/api/locked") == []
            assert await _chips(running, "Guest 3") == "1004.00"

    run(test())


def test_only_the_house_sees_and_closes_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"
    old_store.put(database, tmp_path)
    _change(database, HOLDEM, 0, lambda line: line + "x")

    async def test() -> None:
        async with serving(tmp_path, database=database) as running:
            guest = Cardroom(running.address, token=old_store.token_of("Guest 3"))
            for method, path in (
                ("GET", "/api/locked"), ("POST", f"/api/locked/{HOLDEM}/close"),
                ("GET", f"/api/tables/{HOLDEM}/sealed-log"),
            ):  # fmt: skip
                with pytest.raises(Refused) as refusal:
                    await guest.request(method, path)
                assert refusal.value.code == "forbidden"

    run(test())


@pytest.mark.parametrize(
    ("number", "change", "resealed", "code", "good", "owed"),
    [
        (0, lambda _: "", False, "broken-chain", 0, "500.00"),
        (0, lambda line: line.replace("500-club/texas-holdem", "500-club/no-such"), True,
         "unknown-filing", 0, "500.00"),
        (44, lambda line: line[:50], False, "broken-chain", 44, "516.00"),
        (44, lambda line: line.replace('"kind":', '"mind":'), True, "not-a-record", 44, "516.00"),
        # Sealed well, and impossible: chips that nobody has.
        (133, lambda line: line.replace('"2.00"', '"9000.00"'), True, None, 125, "504.00"),
    ],
)  # fmt: skip
def test_the_last_good_state_counts_whatever_is_wrong(
    tmp_path: Path, number: int, change: Callable[[str], str], resealed: bool, code: str | None,
    good: int, owed: str,
) -> None:  # fmt: skip
    """$516 lay before seat 1 after the first hand: $500, less $16 put in, and a pot of $32 won."""
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"
    old_store.put(database, tmp_path)
    _change(database, HOLDEM, number, change)
    if resealed:
        _seal_again(database, HOLDEM)

    async def test() -> None:
        async with serving(tmp_path, database=database) as running:
            house = running.house()
            await running.parts.lobby.restored.wait()
            (found,) = await house.request("GET", "/api/locked")
            assert found["good"] == good
            assert found["owed"] == {"Guest 3": owed}
            if code is not None:
                assert found["why"]["code"] == code
            await house.request("POST", f"/api/locked/{HOLDEM}/close")
            assert await _chips(running, "Guest 3") == f"{500 + float(owed):.2f}"

    run(test())


def test_what_was_brought_and_taken_after_the_bad_record_is_counted(
    database: str, tmp_path: Path
) -> None:
    async def before() -> tuple[str, str, int]:
        async with serving(tmp_path, database=database, bots=0) as running:
            ann = await running.guest("Ann")
            table = (await running.house().open_table(THREE_CARD, bots=0))["id"]
            async with await ann.table(table) as seat:
                await seat.do("sit", seat=1, buy_in="300")
                bad = (await seat.do("buy_in", amount="100"))["number"]
                await seat.do("cash_out", amount="50")
                await seat.do("buy_in", amount="20")
            assert ann.token is not None
            return ann.token, table, bad

    async def after(token: str, table: str) -> None:
        async with serving(tmp_path, database=database, bots=0) as running:
            ann, house = Cardroom(running.address, token=token), running.house()
            await running.parts.lobby.restored.wait()
            (found,) = await house.request("GET", "/api/locked")
            assert found["owed"] == {"Ann": "370.00"}, "300 by the log, and 100 - 50 + 20 since"
            assert await running.parts.seating.chips_at_tables("Ann") == 370_00
            await house.request("POST", f"/api/locked/{table}/close")
            assert (await ann.me())["account"]["chips"] == "1000.00"

    token, table, bad = run(before())
    _change(database, table, bad, lambda line: line.replace('"100.00"', '"900.00"'))
    run(after(token, table))
    assert _total(database) == 1000_00


def test_a_table_that_turns_bad_while_it_is_played_is_locked_too(tmp_path: Path) -> None:
    """It fails, comes back from the store, and the store has a bad record."""
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"

    async def test() -> None:
        async with serving(tmp_path, database=database, bots=0) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(family="three-card-poker")
            bob = await running.guest("Bob")
            other = (await running.house().open_table(THREE_CARD, bots=0))["id"]
            elsewhere = await bob.table(other)
            _change(database, seat.table, 1, lambda line: line[:-20])
            running.parts.lobby.rooms[seat.table].failure = RuntimeError("as if")
            await eventually(lambda: seat.table in running.parts.lobby.locked)
            await elsewhere.do("sit", seat=1, buy_in="100")
            await running.house().request("POST", f"/api/locked/{seat.table}/close")
            assert (await ann.me())["account"]["chips"] == "1000.00"
            for one in (seat, elsewhere):
                await one.close()

    run(test())


def test_a_store_that_does_not_answer_locks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that could not be read for a moment is brought back when it can."""
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"
    old_store.put(database, tmp_path)
    usual = Store.lines
    failed: list[str] = []

    def away(store: Store, table: str, first: int = 0, last: int | None = None) -> list[str]:
        if table == HOLDEM and not failed:
            failed.append(table)
            raise OperationalError("SELECT", {}, OSError("the server is starting"))
        return usual(store, table, first, last)

    monkeypatch.setattr(Store, "lines", away)

    async def test() -> None:
        async with serving(tmp_path, database=database) as running:
            await running.parts.lobby.restored.wait()
            assert failed
            assert not running.parts.lobby.locked
            guest = Cardroom(running.address, token=old_store.token_of("Guest 3"))
            async with await guest.table(HOLDEM) as seat:
                assert seat.asks

    run(test())

"""Tables looked after: closed when nobody is left, brought back when they fail, no seat kept."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from concurrent.futures import Future
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, select, update

from houseway.errors import Refused
from houseway.service.client import Cardroom, Seat
from houseway.service.people.sessions import hash_token
from houseway.service.storage import schema
from houseway.service.storage.store import Store
from houseway.service.tables import commands, lobby
from houseway.service.tables.locked import read_lines
from tests.service.clocks import HeldClock
from tests.service.playing import Player
from tests.service.running import LOOSE, PATIENCE, Running, eventually, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


async def _ann_and_bob(running: Running) -> tuple[Seat, Seat]:
    ann, bob = await running.guest("Ann"), await running.guest("Bob")
    return await ann.quick_seat(filing=THREE_CARD), await bob.quick_seat(filing=THREE_CARD)


async def _bob_decides(ann: Seat, bob: Seat) -> dict[str, Any]:
    """Ann banks, Bob has bet and is asked."""
    await ann.until(ann.offered)
    await ann.do("take_bank", wager="300")
    await bob.until(lambda: bob.phase == "wagers")
    await bob.do("wager", wagers={"ante": "10"})
    await bob.do("ready")
    return await bob.next_ask()


def test_a_table_without_people_is_closed_even_if_a_bot_holds_the_bank(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "WATCH_SECONDS", 0.05)
    clock = HeldClock()

    async def test() -> None:
        async with serving(tmp_path, table_clock=clock) as running:
            ann = await (await running.guest("Ann")).quick_seat(filing=THREE_CARD)
            while ann.phase != "wagers":
                await ann.until(lambda: ann.offered() or ann.phase == "wagers")
                if ann.offered():
                    await ann.do("decline_bank")
            room = running.parts.lobby.rooms[ann.table]
            await ann.do("leave")
            await ann.close()
            assert room.table.state.phase == "wagers"
            await eventually(lambda: not room.audience.listeners)
            clock.advance(lobby.IDLE_SECONDS + 1)
            await eventually(lambda: ann.table not in running.parts.lobby.rooms)
            assert room.table.state.closed
            assert not room.table.state.patrons
            assert (await running.parts.accounts.by_name("Ann")).chips == 1000_00

    run(test())


def test_the_houses_wish_to_close_outlives_a_restart(tmp_path: Path, database: str) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0, database=database) as running:
            ann, bob = await _ann_and_bob(running)
            ask = await _bob_decides(ann, bob)
            await running.house().request("POST", f"/api/tables/{ann.table}/close")
            await ann.close()
            await bob.close()
        async with serving(tmp_path, bots=0, database=database) as running:
            again = Seat(running.address, bob.table, bob._token)
            await again.connect()
            cyd = await (await running.guest("Cyd")).table(bob.table)
            with pytest.raises(Refused, match="closing"):
                await cyd.do("sit", seat=7)
            await cyd.close()
            await again.do("answer", ask=ask["id"], move="fold")
            await again.until(lambda: again.phase == "closed")
            await again.close()
            assert bob.table not in [line["id"] for line in await running.house().tables()]

    run(test())


def test_a_seat_taken_without_ever_connecting_is_given_up(tmp_path: Path) -> None:
    async def test() -> None:
        clock, limits = HeldClock(), replace(LOOSE, away_seconds=300)
        async with serving(tmp_path, bots=0, limits=limits, table_clock=clock) as running:
            ann = await running.guest("Ann")
            found = await ann.request("POST", "/api/quick-seat", {"filing": THREE_CARD})
            room = running.parts.lobby.rooms[found["table"]]
            assert "Ann" in room.table.state.patrons
            clock.advance(300)
            await eventually(lambda: "Ann" not in room.table.state.patrons)
            assert (await ann.me())["account"]["chips"] == "1000.00"

    run(test())


async def _look() -> None:
    """Done by the owner of a table when it has nothing else to do."""


def test_one_who_goes_before_the_table_has_let_them_in_is_not_counted(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, beat_seconds=0.1)
        async with serving(tmp_path, bots=0, limits=limits) as running:
            ann, bob = await _ann_and_bob(running)
            room = running.parts.lobby.rooms[ann.table]
            gate = asyncio.Event()
            busy = asyncio.create_task(room.do(gate.wait))  # the table is busy for a while
            await bob.drop()
            again = Seat(running.address, bob.table, bob._token)
            coming = asyncio.create_task(again.connect())
            await eventually(lambda: len(room.inbox) >= 2)
            assert again._socket is not None
            again._socket.transport.abort()
            await eventually(lambda: running.parts.gate.open == 1)
            gate.set()
            await busy
            await eventually(lambda: not len(room.inbox))
            await room.do(_look)
            assert len(room.audience.listeners) == 1
            assert not room.conduct.people["Bob"].connected
            with pytest.raises(Exception, match="closed"):
                await coming
            await again.drop()
            await ann.close()

    run(test())


def test_a_table_that_fails_twice_at_the_same_place_gives_everything_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "WATCH_SECONDS", 0.05)

    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _ann_and_bob(running)
            ask = await _bob_decides(ann, bob)

            def broken(*_: Any) -> Any:
                raise ZeroDivisionError("a defect of the program")

            monkeypatch.setitem(commands._HANDLERS, "answer", broken)
            for _ in range(2):
                with pytest.raises(Refused, match="at fault"):
                    await bob.do("answer", ask=ask["id"], move="play")
                await eventually(lambda: ann.closed is not None and bob.closed is not None)
                for seat in (ann, bob):
                    await seat.drop()
                    await seat.connect()
            monkeypatch.undo()
            await eventually(lambda: ann.phase in ("bank", "idle"))
            room = running.parts.lobby.rooms[ann.table]
            kinds = [entry.record.kind for entry in room.audience.recent]
            assert kinds.count("round_voided") == 1
            assert room.table.state.stack("Bob") == 500_00
            # And the game goes on.
            await Player(ann, random.Random(1), banks=0).step() if ann.offered() else None
            await eventually(lambda: ann.offered() or bob.offered())
            for seat in (ann, bob):
                await seat.close()

    run(test())


def test_what_follows_a_write_that_failed_is_not_written_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two records in two writes; the first is lost. A log with a hole could never be read again."""
    monkeypatch.setattr(lobby, "WATCH_SECONDS", 0.05)

    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _ann_and_bob(running)
            room, store = running.parts.lobby.rooms[ann.table], running.parts.store
            kept = store.submit

            def full(write: Any, fence: Any = None) -> Future[Any]:
                monkeypatch.undo()

                def broken(_: Any) -> None:
                    raise OSError("no space left on device")

                del write
                return kept(broken, fence)

            async def two() -> None:
                monkeypatch.setattr(store, "submit", full)
                room.table.sit_out("Bob")
                room.table.sit_in("Bob")
                await room._keep_and_tell()

            with pytest.raises(Exception, match="no space"):
                await room.do(two)
            await eventually(lambda: ann.closed is not None)
            await ann.drop()
            await ann.connect()
            entries, _ = read_lines(await asyncio.to_thread(store.lines, ann.table))
            assert entries[-1].record.kind not in ("sat_in", "sat_out")
            await ann.do("buy_in", amount="10")
            await ann.close()
            await bob.close()

    run(test())


def test_chips_on_their_way_to_another_table_are_not_given_back(tmp_path: Path) -> None:
    """One table fails and accounts are read again while a buy-in elsewhere is being written."""

    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, _ = await _ann_and_bob(running)
            parts = running.parts
            account = await parts.accounts.by_name("Ann")
            cardroom = Cardroom(running.address, token=ann._token)
            other = await cardroom.quick_seat(filing="500-club/ez-baccarat", buy_in="100")
            assert account.chips == 400_00
            gate = threading.Event()
            parts.store.submit(lambda _: gate.wait(10))  # the disk is slow
            first = asyncio.create_task(other.do("buy_in", amount="25"))
            await eventually(lambda: account.chips == 375_00)
            reading = asyncio.create_task(parts.accounts.reload_chips(account))
            await asyncio.sleep(0)
            second = asyncio.create_task(ann.do("buy_in", amount="50"))
            await eventually(lambda: account.chips == 325_00)
            gate.set()
            await asyncio.gather(first, reading, second)
            assert account.chips == 325_00
            kept = await asyncio.wrap_future(parts.store.chips_of(account.id))
            assert kept == account.chips
            await other.close()
            await ann.close()

    run(test())


def test_the_watch_goes_on_when_one_table_cannot_be_looked_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "WATCH_SECONDS", 0.05)
    monkeypatch.setattr(lobby, "IDLE_SECONDS", 0.1)

    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await running.guest("Ann"), await running.guest("Bob")
            one = await ann.quick_seat(filing=THREE_CARD)
            two = await bob.quick_seat(filing="500-club/ez-baccarat")
            broken = running.parts.lobby.rooms[one.table]

            def fault() -> None:
                raise OSError("the disk is gone")

            monkeypatch.setattr(broken, "close_when_idle", fault)
            for seat in (one, two):
                await seat.do("leave")
                await seat.close()
            await eventually(lambda: two.table not in running.parts.lobby.rooms)
            assert one.table in running.parts.lobby.rooms
            monkeypatch.undo()

    run(test())


def test_a_wager_window_that_ended_without_a_deal_leaves_nobody_ready(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0, table_clock=HeldClock()) as running:
            seats = [
                await (await running.guest(name)).quick_seat(filing=THREE_CARD)
                for name in ("Ann", "Bob", "Cyd")
            ]
            ann, bob, cyd = seats
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(lambda: bob.phase == "wagers")
            await bob.do("ready")
            await cyd.until(lambda: cyd.now["ready"] == ["Bob"])
            await ann.do("leave")
            await bob.until(bob.offered)
            await bob.do("decline_bank")
            await cyd.until(cyd.offered)
            await cyd.do("take_bank", wager="300")
            await bob.until(lambda: bob.phase == "wagers" and bob.bank == "Cyd")
            assert bob.now["ready"] == [], "the new window is as long as any"
            for seat in seats:
                await seat.close()

    run(test())


def test_a_new_password_makes_other_tokens_void(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await running.guest("Ann")
            await ann.request("POST", "/api/accounts", {"password": "a long secret"})
            login = {"name": "ANN", "password": "a long secret"}
            found = await Cardroom(running.address).request("POST", "/api/login", login)
            thief = Cardroom(running.address, token=found["token"])
            assert (await thief.me())["account"]["name"] == "Ann"
            own = await ann.quick_seat(filing=THREE_CARD)
            stolen = await thief.table(own.table)
            await ann.request(
                "POST", "/api/accounts", {"password": "another secret", "old": "a long secret"}
            )
            await eventually(lambda: stolen.closed is not None)
            assert stolen.closed == (4401, "the token is void")
            await own.do("ping")
            with pytest.raises(Refused, match="not known"):
                await thief.me()
            assert (await ann.me())["account"]["password"] is True
            await ann.request("POST", "/api/logout")
            await eventually(lambda: own.closed is not None)
            await stolen.close()
            await own.close()

    run(test())


def test_a_name_many_want_gets_a_short_number(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            names = {(await running.parts.accounts.new_guest("Guest"))[1].name for _ in range(60)}
            assert len(names) == 60
            assert all(len(name) <= 24 and name.startswith("Guest") for name in names)

    run(test())


def test_accounts_of_those_who_have_gone_are_not_kept_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.people.accounts.KEPT_SESSIONS", 10)

    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            accounts = running.parts.accounts
            ann = await (await running.guest("Ann")).quick_seat(filing=THREE_CARD)
            seated = await accounts.by_name("Ann")
            for number in range(50):
                await accounts.new_guest(f"G{number}")
            assert len(accounts._by_token) <= 10
            assert len(accounts._by_id) <= 12
            assert (await accounts.session(ann._token or "")).account is seated
            first = await accounts.by_name("G0")
            assert first.chips == 1000_00
            await ann.close()

    run(test())


def test_silent_connections_are_closed(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, request_seconds=0.3)
        async with serving(tmp_path, limits=limits) as running:
            host, port = running.address.removeprefix("http://").split(":")
            said = (
                b"",  # nothing at all
                b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n",  # headers without an end
                b"POST /api/guests HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\n{",
            )
            for text in said:
                reader, writer = await asyncio.open_connection(host, int(port))
                writer.write(text)
                async with asyncio.timeout(PATIENCE):
                    answer = await reader.read()
                if text.startswith(b"POST"):
                    assert b"408" in answer.splitlines()[0]
                    body = json.loads(answer.split(b"\r\n\r\n", 1)[1])
                    assert body["error"]["code"] == "too-slow"
                else:
                    assert answer == b""
                writer.close()
            assert await running.house().tables() == []

    run(test())


def test_a_session_lasts_while_it_is_used_and_is_forgotten_after_ninety_days(
    tmp_path: Path,
) -> None:
    sessions = schema.sessions

    def age(store: Store, token: str, days: int) -> None:
        then = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
        chosen = update(sessions).where(sessions.c.token == hash_token(token))
        store.submit(lambda connection: connection.execute(chosen.values(created=then))).result()

    def kept(store: Store) -> set[str]:
        def read(connection: Connection) -> set[str]:
            return set(connection.execute(select(sessions.c.token)).scalars())

        return store.submit(read).result()

    async def test() -> None:
        async with serving(tmp_path) as running:
            accounts, store = running.parts.accounts, running.parts.store
            used, _ = await accounts.new_guest("Used")
            left, _ = await accounts.new_guest("Left")
            age(store, used, 89)
            age(store, left, 91)
        async with serving(tmp_path) as running:
            accounts, store = running.parts.accounts, running.parts.store
            assert hash_token(left) not in kept(store)
            with pytest.raises(Refused, match="enter again"):
                await accounts.session(left)
            assert (await accounts.session(used)).account.name == "Used"
        async with serving(tmp_path) as running:
            found = running.parts.store.account_of_token(hash_token(used))
            assert found is not None
            assert found[1].session_created > (datetime.now(UTC) - timedelta(days=1)).isoformat()

    run(test())

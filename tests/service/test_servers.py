"""Several servers of one store: a table is played from anywhere, and outlives its server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from houseway.errors import HousewayError, Refused
from houseway.service.client import Cardroom, Seat
from houseway.service.people.accounts import Account
from houseway.service.settings import Limits
from houseway.service.storage.store import Store
from houseway.service.tables.lobby import TOGETHER
from houseway.service.tables.room import Room
from tests.service.conftest import empty_database
from tests.service.playing import Player
from tests.service.running import LOOSE, Running, asking, eventually, run, serving

pytestmark = pytest.mark.postgres
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
HOLDEM = "500-club/texas-holdem"


@pytest.fixture
def shared(postgres: str, request: pytest.FixtureRequest) -> Iterator[str]:
    with empty_database(postgres, f"s{abs(hash(request.node.nodeid))}") as url:
        yield url


@asynccontextmanager
async def two(
    folder: Path, database: str, limits: Limits = LOOSE
) -> AsyncIterator[tuple[Running, Running]]:
    async with (
        serving(folder, database=database, bots=0, limits=limits) as one,
        serving(folder, database=database, bots=0, limits=limits) as other,
    ):
        await _know_each_other(one, other)
        yield one, other


async def _know_each_other(*servers: Running) -> None:
    """One that has just joined is known to the others with their next beat."""
    members = [running.parts.store.member for running in servers]
    await eventually(lambda: all(member is not None and member.known for member in members))


async def _at(running: Running, who: Cardroom) -> Cardroom:
    """The same person, who comes to another server."""
    return Cardroom(running.address, token=who.token)


async def _play(*seats: Seat) -> None:
    await asyncio.gather(*(Player(seat, random.Random(7)).play(1) for seat in seats))


def test_a_table_of_one_server_is_played_from_another(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with two(tmp_path, shared) as (one, other):
            ann, bob = await one.guest("Ann"), await other.guest("Bob")
            seats = [await who.quick_seat(filing=HOLDEM) for who in (ann, bob)]
            table = seats[0].table
            await _play(*seats)
            assert table in one.parts.lobby.rooms
            assert table not in other.parts.lobby.rooms
            for running in (one, other):
                assert [line["id"] for line in await Cardroom(running.address).tables()] == [table]
                assert (await (await _at(running, bob)).me())["seats"][0]["table"] == table
                found = await Cardroom(running.address).request("GET", f"/api/tables/{table}")
                assert found["people"] == 2
                rounds = await Cardroom(running.address).request(
                    "GET", f"/api/tables/{table}/history"
                )
                assert rounds[-1]["round"] == 1
            for seat in seats:
                await seat.close()

    run(test())


def test_a_quick_seat_leads_to_people_at_another_server(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with two(tmp_path, shared) as (one, other):
            ann, bob = await one.guest("Ann"), await other.guest("Bob")
            here = await ann.quick_seat(filing=THREE_CARD)
            there = await bob.quick_seat(filing=THREE_CARD)
            assert here.table == there.table
            again = await (await _at(one, bob)).request(
                "POST", "/api/quick-seat", {"filing": THREE_CARD}
            )
            assert again["table"] == here.table, "the seat they have"
            await here.close()
            await there.close()

    run(test())


def test_nobody_sits_at_more_tables_than_they_may_whatever_server_has_them(
    shared: str, tmp_path: Path
) -> None:
    async def test() -> None:
        limits = replace(LOOSE, seats_per_account=2)
        async with two(tmp_path, shared, limits) as (one, other):
            ann = await one.guest("Ann")
            here = [await one.house().open_table(THREE_CARD, bots=0) for _ in range(2)]
            there = await other.house().open_table(THREE_CARD, bots=0)
            seats = [await ann.table(table["id"]) for table in (*here, there)]
            for seat in seats[:2]:
                await seat.do("sit", seat=1, buy_in="100")
            third = seats[2]
            with pytest.raises(Refused) as refusal:
                await third.do("sit", seat=1, buy_in="100")
            assert refusal.value.code == "too-many"
            with pytest.raises(Refused) as refusal:
                await third.do("come", buy_in="100")
            assert refusal.value.code == "too-many"
            floor = await other.house().table(there["id"])
            with pytest.raises(Refused) as refusal:
                await floor.do("seat", name="Ann", seat=1, reason="she asked")
            assert refusal.value.code == "too-many"
            for server in (one, other):
                with pytest.raises(Refused) as refusal:
                    await (await _at(server, ann)).quick_seat(filing=HOLDEM)
                assert refusal.value.code == "too-many"
            assert third.closed is None, "the table goes on as if nothing had been"
            await seats[0].do("leave")
            await third.do("sit", seat=1, buy_in="100")
            for seat in (*seats, floor):
                await seat.close()

    run(test())


def test_who_sits_down_at_two_servers_at_once_sits_at_one(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, seats_per_account=1)
        async with two(tmp_path, shared, limits) as (one, other):
            ann = await one.guest("Ann")
            tables = [
                await server.house().open_table(THREE_CARD, bots=0) for server in (one, other)
            ]
            rooms = [await server.parts.lobby.room(table["id"])
                     for server, table in zip((one, other), tables, strict=True)]  # fmt: skip
            for room in rooms:  # both have looked before either has written
                room.journal.look_where = _knows_of_nothing  # type: ignore[method-assign]
            seats = [await ann.table(table["id"]) for table in tables]
            sat = await asyncio.gather(
                *(seat.do("sit", seat=1) for seat in seats), return_exceptions=True
            )
            assert sum(isinstance(one, dict) for one in sat) == 1, sat
            lobbies = (one.parts.lobby, other.parts.lobby)
            await eventually(lambda: all(
                room.failure is None for lobby in lobbies for room in lobby.rooms.values()
            ))  # fmt: skip
            left = (await ann.me())["seats"]
            assert len(left) == 1
            with one.parts.store.engine.connect() as connection:
                kept = connection.execute(text("SELECT table_id FROM seats")).scalars().all()
            assert kept == [left[0]["table"]]
            for seat in seats:
                await seat.drop()

    run(test())


async def _knows_of_nothing(account: Account) -> None:
    account.sits_at = frozenset()


def test_a_table_from_before_seats_were_kept_fills_them_in(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, database=shared, bots=0) as before:
            ann = await before.guest("Ann")
            seat = await ann.quick_seat(filing=HOLDEM)
            table = seat.table
            await seat.close()
            with before.parts.store.engine.begin() as connection:
                connection.execute(text("DELETE FROM seats"))
        async with serving(tmp_path, database=shared, bots=0) as after:
            await after.parts.lobby.room(table)
            await asyncio.wrap_future(after.parts.store.submit(lambda _: None))
            with after.parts.store.engine.connect() as connection:
                kept = connection.execute(text("SELECT table_id FROM seats")).scalars().all()
            assert kept == [table]

    run(test())


def test_a_server_that_stops_gives_its_tables_away_in_the_middle_of_a_hand(
    shared: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with serving(tmp_path, database=shared, bots=0) as staying:
            async with serving(tmp_path, database=shared, bots=0) as going:
                await _know_each_other(staying, going)
                ann, bob = await going.guest("Ann"), await staying.guest("Bob")
                table = (await ann.quick_seat(filing=HOLDEM)).table
                await bob.quick_seat(filing=HOLDEM)
                seats = [await (await _at(staying, who)).table(table) for who in (ann, bob)]
                for seat in seats:
                    with suppress(Refused):  # the other was quicker
                        await seat.do("ready")
                await seats[0].until(lambda: seats[0].phase == "play")
                number = seats[0].now["round"]
                await going.parts.lobby.hand_over()
                await eventually(lambda: all(seat.closed for seat in seats))
                assert {seat.closed and seat.closed[0] for seat in seats} == {1012}
                await eventually(lambda: table in staying.parts.lobby.rooms, 10)
            for seat in seats:
                await seat.connect()
                assert (seat.phase, seat.now["round"]) == ("play", number)
            await _play(*seats)
            for seat in seats:
                await seat.close()
            outcomes = await Cardroom(staying.address).request(
                "GET", f"/api/tables/{table}/history"
            )
            assert outcomes[-1]["outcome"] == "settled"

    run(test())


def test_a_server_that_stops_gives_away_more_tables_than_go_in_one_write(
    shared: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with (
            serving(tmp_path, database=shared, bots=0) as staying,
            serving(tmp_path, database=shared, bots=0) as going,
        ):
            await _know_each_other(staying, going)
            house, many = going.house(), range(2 * TOGETHER)
            tables = {(await house.open_table(THREE_CARD, bots=0))["id"] for _ in many}
            await going.parts.lobby.hand_over()
            assert not going.parts.lobby.rooms
            await eventually(lambda: tables <= set(staying.parts.lobby.rooms), 10)

    run(test())


def test_a_server_that_joins_gets_its_share_of_the_tables(shared: str, tmp_path: Path) -> None:
    """Of seven tables four are a share, and seven are too many by more than two."""

    async def test() -> None:
        async with serving(tmp_path, database=shared, bots=0) as first:
            house = first.house()
            tables = [(await house.open_table(THREE_CARD, bots=0))["id"] for _ in range(7)]
            ann = await first.guest("Ann")
            seat = await ann.table(tables[0])
            await seat.do("sit", seat=1)
            await seat.close()
            async with serving(tmp_path, database=shared, bots=0) as second:
                rooms = [running.parts.lobby.rooms for running in (first, second)]
                await eventually(lambda: len(rooms[0]) <= 6 and sum(map(len, rooms)) == 7)
                assert not rooms[0].keys() & rooms[1].keys()
                seat = await (await _at(second, ann)).table(tables[0])
                assert seat.seat == 1
                await seat.close()

    run(test())


def test_who_is_logged_out_at_one_server_is_out_at_all(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with two(tmp_path, shared) as (one, other):
            ann = await one.guest("Ann")
            there = await _at(other, ann)
            await there.me()
            seat = await ann.quick_seat(filing=THREE_CARD)
            await there.request("POST", "/api/logout")
            await eventually(lambda: seat.closed)
            assert seat.closed is not None
            assert seat.closed[0] == 4401
            with pytest.raises(Refused) as refusal:
                await ann.me()
            assert refusal.value.code == "unknown-token"

    run(test())


def _rooms(*servers: Running) -> list[Room]:
    return [room for running in servers for room in running.parts.lobby.rooms.values()]


def test_chips_are_spent_once_though_two_servers_are_asked(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with two(tmp_path, shared) as (one, other):
            ann = await one.guest("Ann")
            seats: list[Seat] = []
            for running in (one, other):
                table = (await running.house().open_table(THREE_CARD, bots=0))["id"]
                seats.append(await (await _at(running, ann)).table(table))
            answers = await asyncio.gather(
                *(seat.do("sit", seat=1, buy_in="800") for seat in seats), return_exceptions=True
            )
            assert sum(isinstance(answer, HousewayError) for answer in answers) == 1
            account = one.parts.store.find_account("ann")
            assert account is not None
            assert one.parts.store.chips_of(account.id).result(20) == 200_00
            await eventually(lambda: not any(room.failure for room in _rooms(one, other)))
            for running in (one, other):
                here = await _at(running, ann)
                assert len((await here.me())["seats"]) == 1
            for seat in seats:
                await seat.close()

    run(test())


def test_no_refill_while_chips_move_to_a_table_of_another_server(
    shared: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        async with two(tmp_path, shared) as (one, other):
            ann = await one.guest("Ann")
            table = (await other.house().open_table(THREE_CARD, bots=0))["id"]
            seat = await ann.table(table)
            ask = one.parts.others.at_tables

            async def sit_after_it_was_asked(name: str, *, all_of_them: bool = False) -> Any:
                told = await ask(name, all_of_them=all_of_them)
                await seat.do("sit", seat=1, buy_in="1000")
                return told

            monkeypatch.setattr(one.parts.others, "at_tables", sit_after_it_was_asked)
            with pytest.raises(Refused) as refusal:
                await ann.request("POST", "/api/refill")
            assert refusal.value.code == "in-progress"
            monkeypatch.undo()
            with pytest.raises(Refused) as refusal:
                await ann.request("POST", "/api/refill")
            assert refusal.value.code == "not-broke", "what lies at the other server counts"
            await seat.close()

    run(test())


def test_names_and_rulings_are_counted_together(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with two(tmp_path, shared) as (one, other):
            came = await asyncio.gather(*(running.guest("Ann") for running in (one, other) * 4))
            assert len({guest.name for guest in came}) == 8
            answer = {"ruling": "settled"}
            case = {"table": "", "names": "", "note": "", "file": {}, "answer": answer}
            kept = await asyncio.gather(
                *(running.parts.rulings.keep("Flo", "2026", "", dict(case))
                  for running in (one, other) * 4)
            )  # fmt: skip
            assert sorted(ruling["number"] for ruling in kept) == list(range(1, 9))

    run(test())


def test_guesses_are_counted_together(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(passwords=(0.0001, 4), requests=(5000, 5000))
        async with two(tmp_path, shared, limits) as (one, other):
            codes = []
            for turn in range(12):
                running = (one, other)[turn % 2]
                with pytest.raises(Refused) as refusal:
                    await Cardroom(running.address).request(
                        "POST", "/api/login", {"name": "Ann", "password": "guessed wrong"}
                    )
                codes.append(refusal.value.code)
                await asyncio.sleep(0.1)  # the news are on their way
            assert codes.count("wrong-password") <= 5, "four, and one that was under way"

    run(test())


def test_a_stranger_cannot_speak_as_a_server(shared: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, database=shared) as running:
            for headers in ({}, {"x-houseway-relay": "guessed"}):
                status = await _status(running.address, "/relay/tables", headers)
                assert status in (403, 404)

    run(test())


async def _status(address: str, path: str, headers: dict[str, str]) -> int:

    async with asking() as client:
        return (await client.get(address + path, headers=headers)).status_code


# Who may join.


def test_a_server_of_another_version_is_refused_with_a_word(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(shared)
    monkeypatch.setattr("houseway.service.storage.servers.PROGRAM", "99.0.0")
    monkeypatch.setattr("houseway.service.storage.servers.PLAYS_ON", ("99.0.0",))
    with pytest.raises(HousewayError, match=r"stop all servers of that version") as refusal:
        Store(shared)
    assert refusal.value.code == "other-version"
    monkeypatch.setattr("houseway.service.storage.servers.PLAYS_ON", ("99.0.0", store_version()))
    Store(shared).close()  # it knows how the other plays
    store.close()
    monkeypatch.setattr("houseway.service.storage.servers.PLAYS_ON", ("99.0.0",))
    Store(shared).close()  # nobody is left whom it could disturb


def store_version() -> str:
    from houseway.version import __version__

    return __version__


def test_a_store_is_not_changed_under_servers_that_use_it(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(shared)
    from houseway.service.storage.migrations import VERSIONS

    monkeypatch.setattr("houseway.service.storage.store.VERSIONS", (*VERSIONS, 999))
    with pytest.raises(HousewayError, match="stop all others first"):
        Store(shared)
    store.close()

"""Hostile clients: refused with clear errors, the tables unharmed."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from houseway.errors import HousewayError, Refused
from houseway.service.client import Cardroom, Seat
from houseway.service.storage.store import database_url, make_engine
from tests.service.playing import Player
from tests.service.running import LOOSE, Running, eventually, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


async def _ann(running: Running) -> Seat:
    return await (await running.guest("Ann")).quick_seat(filing=THREE_CARD)


async def _unharmed(seat: Seat) -> None:
    """The table plays on for those who behave."""
    await Player(seat, random.Random(1), banks=0).play(2)
    await seat.close()


async def _raw(running: Running, table: str, **more: Any) -> Any:
    address = running.address.replace("http", "ws") + f"/ws?table={table}"
    return await connect(address, proxy=None, compression=None, **more)


_NONSENSE = (
    "", "hello", "null", "[]", "42", '"hello"', "{", '{"id": "1"}', '{"do": "sit"}',
    '{"id": 1, "do": "ping"}', '{"id": "", "do": "ping"}', '{"id": "1", "do": "fly"}',
    '{"id": "1", "do": ["sit"]}', '{"id": "1", "do": "sit"}', '{"id": "1", "do": "sit", "seat": 0}',
    '{"id": "1", "do": "sit", "seat": "1"}', '{"id": "1", "do": "sit", "seat": 1e99}',
    '{"id": "1", "do": "sit", "seat": 3, "buy_in": "1e9"}',
    '{"id": "1", "do": "sit", "seat": 3, "buy_in": "-5"}',
    '{"id": "1", "do": "sit", "seat": 3, "buy_in": 0.1}',
    '{"id": "1", "do": "sit", "seat": 3, "buy_in": true}',
    '{"id": "1", "do": "sit", "seat": 3, "buy_in": "99999999"}',
    '{"id": "1", "do": "wager", "wagers": []}',
    '{"id": "1", "do": "wager", "wagers": {"ante": {}}}',
    '{"id": "1", "do": "wager", "wagers": {"ante": "NaN"}}', '{"id": "1", "do": "answer"}',
    '{"id": "1", "do": "answer", "move": 7}', '{"id": "1", "do": "answer", "move": ""}',
    '{"id": "1", "do": "answer", "move": "set \\u0000"}',
    '{"id": "1", "do": "ping", "extra": 1}', '{"id": "1", "do": "ping", "id": "2", "x": {}}',
    '{"id": "1", "do": "hello"}', '{"id": "' + "x" * 65 + '", "do": "ping"}',
    '{"id": "1", "do": "wager", "wagers": {' + ",".join(f'"s{i}": "1"' for i in range(30)) + "}}",
    "[" * 4000, '{"id":"1","do":' * 400, "\u0000", "\U0001f0cf" * 100,
)  # fmt: skip


def test_malformed_messages_get_an_error_and_change_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await _ann(running)
            mallory = await (await running.guest("Mallory")).table(ann.table, keep=True)
            room = running.parts.lobby.rooms[ann.table]
            for text in _NONSENSE:
                mallory.heard.clear()
                await mallory.send_text(text)
                await mallory.do("ping")
                answers = [json.loads(one) for one in mallory.heard]
                errors = [one["error"] for one in answers if "error" in one]
                assert len(errors) == 1, text
                assert errors[0]["message"]
            assert "Mallory" not in room.table.state.patrons
            assert not room.failure
            await mallory.close()
            await _unharmed(ann)

    run(test())


def test_the_first_message_must_be_a_hello(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, limits=replace(LOOSE, hello_seconds=0.3)) as running:
            ann = await _ann(running)
            for text, code in (
                ('{"id": "1", "do": "ping"}', 4400),
                ("garbage", 4400),
                ('{"id": "1", "do": "hello", "token": "' + "x" * 40 + '"}', 4401),
                ('{"id": "1", "do": "hello", "token": "short"}', 4400),
                (None, 4408),
            ):
                raw = await _raw(running, ann.table)
                if text is not None:
                    await raw.send(text)
                await raw.wait_closed()
                assert raw.close_code == code, text
            raw = await _raw(running, "nowhere")
            await raw.send('{"id": "1", "do": "hello"}')
            assert json.loads(await raw.recv())["error"]["code"] == "no-such-table"
            await raw.wait_closed()
            assert raw.close_code == 4404
            await _unharmed(ann)

    run(test())


def test_oversized_messages_close_the_socket(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await _ann(running)
            mallory = await (await running.guest("Mallory")).table(ann.table)
            await mallory.send_text(json.dumps({"id": "1", "do": "answer", "move": "x" * 9000}))
            await mallory.until(lambda: False if mallory.closed is None else mallory.closed)
            assert mallory.closed is not None
            assert mallory.closed[0] == 1009
            raw = await _raw(running, ann.table)
            await raw.send([f'{{"x": "{"y" * 2000}'] * 10)  # the same in many fragments
            await raw.wait_closed()
            assert raw.close_code == 1009
            raw = await _raw(running, ann.table)
            await raw.send(b"\x00\x01")
            await raw.wait_closed()
            assert raw.close_code == 4400
            await _unharmed(ann)

    run(test())


def test_floods_are_slowed_and_then_cut_off(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, limits=replace(LOOSE, messages=(10, 20))) as running:
            house = running.house()
            table = (await house.open_table(THREE_CARD))["id"]
            mallory = await (await running.guest("Mallory")).table(table, keep=True)
            for number in range(200):
                try:
                    await mallory.send_text(f'{{"id": "{number}", "do": "ping"}}')
                except Exception:
                    break
            with pytest.raises(HousewayError, match="4429"):
                await mallory.until(lambda: False)
            refused = [text for text in mallory.heard if '"too-many"' in text]
            assert len(refused) > 20
            await mallory.close()

    run(test())


def test_all_sockets_of_one_address_have_a_rate_together(tmp_path: Path) -> None:
    """Two hundred guests of one address, each within their own rate, would keep a server busy."""

    async def test() -> None:
        limits = replace(LOOSE, messages_per_address=(0.0001, 12))
        async with serving(tmp_path, limits=limits) as running:
            table = (await running.house().open_table(THREE_CARD))["id"]
            answers = []
            for name in ("Ann", "Bob", "Cem"):
                seat = await (await running.guest(name)).table(table)
                for _ in range(6):
                    try:
                        answers.append(await seat.do("resync") and "ok")
                    except Refused as refusal:
                        answers.append(refusal.code)
                await seat.close()
            assert answers == ["ok"] * 12 + ["too-many"] * 6

    run(test())


def test_other_peoples_tokens_and_seats(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await _ann(running)
            cardroom = await running.guest("Mallory")
            mallory = await cardroom.table(ann.table)
            tried: tuple[tuple[str, dict[str, Any]], ...] = (
                ("leave", {}), ("cash_out", {"amount": "10"}), ("take_bank", {"wager": "10"}),
                ("wager", {"wagers": {"ante": "10"}, "seat": 1}), ("answer", {"move": "fold"}),
                ("answer", {"move": "fold", "seat": 1}), ("sit_out", {}), ("ready", {}),
            )  # fmt: skip
            for what, more in tried:
                with pytest.raises(Refused) as refusal:
                    await mallory.do(what, **more)
                assert refusal.value.code == "not-seated"
            with pytest.raises(HousewayError):
                await mallory.do("hello", token=ann._token)
            for token in ("", "x" * 43, (ann._token or "")[:-1] + "!", "../../etc/passwd"):
                stranger = Cardroom(running.address, token=token)
                with pytest.raises(Refused) as refusal:
                    await stranger.me()
                assert refusal.value.code == "unknown-token"
            free = next(s["seat"] for s in mallory.view["seats"] if "name" not in s)
            await mallory.do("sit", seat=free, buy_in="100")
            with pytest.raises(Refused) as refusal:
                await mallory.do("answer", seat=1, move="fold")
            assert refusal.value.code == "out-of-turn"
            await mallory.do("leave")
            await mallory.close()
            await _unharmed(ann)

    run(test())


def test_pages_of_other_origins_are_turned_away(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await _ann(running)
            with pytest.raises(InvalidStatus) as refusal:
                await _raw(running, ann.table, origin="https://evil.example")
            assert refusal.value.response.status_code == 403
            own = await _raw(running, ann.table, origin=running.address)
            await own.close()
            await _unharmed(ann)

    run(test())


def test_an_origin_that_is_none_is_foreign_and_no_fault_of_ours(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            for origin in ("http://[", "http://]", "null", "\x7f", "http://x@127.0.0.1"):
                host, port = running.address.removeprefix("http://").split(":")
                reader, writer = await asyncio.open_connection(host, int(port))
                head = f"POST /api/guests HTTP/1.1\r\nhost: {host}:{port}\r\norigin: {origin}\r\n"
                writer.write(f"{head}content-length: 0\r\nconnection: close\r\n\r\n".encode())
                answer = await reader.read()
                writer.close()
                assert answer.split()[1] in (b"403", b"400"), (origin, answer)

    run(test())


def test_a_character_that_no_store_can_keep_is_refused_at_the_door(
    tmp_path: Path, database: str
) -> None:
    """A NUL, which PostgreSQL takes in no text; half of a surrogate pair; what is nested deep."""

    async def test() -> None:
        async with serving(tmp_path, database=database) as running:
            ann, house, stranger = await _ann(running), running.house(), Cardroom(running.address)
            run_of = {"kind": "league", "filing": THREE_CARD}
            job = (await house.request("POST", "/api/jobs", run_of))["id"]
            deep: dict[str, Any] = {}
            for _ in range(400):
                deep = {"a": deep}
            for who, method, path, body in (
                (house, "GET", "/api/accounts?find=%00", None),
                (house, "GET", "/api/acts?find=a%00b", None),
                (house, "GET", "/api/rulings?find=%00", None),
                (house, "GET", "/api/records/tables?find=%00", None),
                (house, "POST", "/api/staff/a%00/role", {"role": "floor"}),
                (house, "POST", f"/api/jobs/{job}/save", {"name": "a\0b"}),
                (house, "POST", "/api/rulings", {"file": {"filing": THREE_CARD}, "note": "a\0b"}),
                (house, "POST", "/api/jobs", {**run_of, "table": {"a": ["\ud800"]}}),
                (house, "POST", "/api/jobs", {**run_of, "table": {"\0": 1}}),
                (house, "POST", "/api/jobs", {**run_of, "table": deep}),
                (stranger, "GET", "/api/search?words=a%00b", None),
                (stranger, "GET", "/api/tables?filing=%00", None),
                (stranger, "POST", "/api/guests", {"name": "a\0b"}),
            ):
                with pytest.raises(HousewayError) as refused:
                    await who.request(method, path, body)
                assert refused.value.code == "bad-request", (path, body)
            with pytest.raises(InvalidStatus) as turned_away:
                await _raw(running, "a%00")
            assert turned_away.value.response.status_code == 422
            with pytest.raises(HousewayError) as said:
                await ann.do("add_word", word="a\0b")
            assert said.value.code == "bad-request"
            await _unharmed(ann)

    run(test())


def test_an_error_of_the_database_does_not_write_down_what_was_sent(tmp_path: Path) -> None:
    engine = make_engine(database_url(f"sqlite:///{tmp_path / 'cardroom.db'}"))
    with engine.connect() as connection, pytest.raises(OperationalError) as failed:
        connection.execute(text("SELECT :word FROM nowhere"), {"word": "secret"})
    engine.dispose()
    assert "secret" not in str(failed.value)


def test_a_table_opened_for_one_who_cannot_sit_down_is_closed_again(tmp_path: Path) -> None:
    """Else a guest whose buy-in is refused 500 times has all the tables there can be."""

    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await running.guest("Ann")
            wish = {"filing": THREE_CARD, "private": True, "buy_in": "9999999"}
            for _ in range(5):
                with pytest.raises(Refused) as refused:
                    await ann.request("POST", "/api/quick-seat", wish)
                assert refused.value.code == "not-enough-chips"
            rooms = running.parts.lobby.rooms
            await eventually(lambda: all(room.table.state.closed for room in rooms.values()))

    run(test())


def test_one_address_opens_so_many_tables_and_no_more(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, limits=replace(LOOSE, openings=(0.0001, 3))) as running:
            wish = {"filing": THREE_CARD, "private": True}
            for name in ("Ann", "Bob", "Cem"):
                await (await running.guest(name)).request("POST", "/api/quick-seat", wish)
            dee = await running.guest("Dee")
            with pytest.raises(Refused) as refused:
                await dee.request("POST", "/api/quick-seat", wish)
            assert refused.value.code == "too-many"
            assert len(running.parts.lobby.rooms) == 3
            opened = await running.house().open_table(THREE_CARD)  # the house is not held up
            found = await dee.request("POST", "/api/quick-seat", {"filing": THREE_CARD})
            assert found["table"] == opened["id"], "one that is open is nobody's burden"

    run(test())


def test_many_connections(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, connections_per_address=300, hello_seconds=120)
        async with serving(tmp_path, limits=limits) as running:
            ann = await _ann(running)
            sockets = [await _raw(running, ann.table) for _ in range(320)]
            await eventually(lambda: sum(one.close_code == 1013 for one in sockets) >= 20)
            assert running.parts.gate.open <= 300
            for one in sockets[:250]:
                await one.send('{"id": "1", "do": "hello"}')
            await Player(ann, random.Random(1), banks=0).play(2)
            for one in sockets:
                one.transport.abort()
            await eventually(lambda: running.parts.gate.open <= 1)  # all is cleared away
            assert len(running.parts.lobby.rooms[ann.table].audience.listeners) == 1
            await ann.close()

    run(test())


def test_sockets_of_one_ipv6_network_count_together(tmp_path: Path) -> None:
    """A household has a network of 64 bits to itself; the next one has another."""

    async def test() -> None:
        limits = replace(LOOSE, connections_per_address=3, hello_seconds=120)
        async with serving(tmp_path, limits=limits, proxies=("127.0.0.1",)) as running:
            ann = await _ann(running)

            async def come(address: str) -> Any:
                return await _raw(
                    running, ann.table, additional_headers={"X-Forwarded-For": address}
                )

            sockets = [await come(f"2001:db8::{number}") for number in range(1, 6)]
            await eventually(lambda: sum(one.close_code == 1013 for one in sockets) == 2)
            sockets.append(await come("2001:db8:0:1::1"))
            await sockets[-1].ping()
            assert sockets[-1].close_code is None
            for one in sockets:
                one.transport.abort()
            await ann.close()

    run(test())


def test_one_account_has_few_sockets_at_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            cardroom = await running.guest("Ann")
            first = await cardroom.quick_seat(filing=THREE_CARD)
            more = [await cardroom.table(first.table) for _ in range(5)]
            with pytest.raises(HousewayError, match="4409"):
                await first.until(lambda: False)
            room = running.parts.lobby.rooms[first.table]
            assert len(room.audience.listeners) == LOOSE.sockets_per_account
            assert room.conduct.people["Ann"].sockets == LOOSE.sockets_per_account
            for seat in more:
                await seat.close()
            await eventually(lambda: room.conduct.people["Ann"].sockets == 0)

    run(test())


def test_a_slow_reader_is_let_go_and_nobody_waits(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, unread_messages=20, unread_bytes=200_000)
        async with serving(tmp_path, limits=limits, send_buffer=8192) as running:
            ann = await _ann(running)
            # A client of its own that says hello and then never reads again.
            host, port = running.address.removeprefix("http://").split(":")
            slow = socket.socket()
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            slow.connect((host, int(port)))
            slow.setblocking(False)
            slow.send(
                f"GET /ws?table={ann.table} HTTP/1.1\r\nHost: {host}:{port}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
            )
            hello = b'{"id":"1","do":"hello"}'
            mask = b"\x00\x00\x00\x00"
            opened = b""  # nothing is read after the handshake
            while not opened.endswith(b"\r\n\r\n"):
                opened += await asyncio.get_running_loop().sock_recv(slow, 1)
            slow.send(bytes([0x81, 0x80 | len(hello)]) + mask + hello)
            room = running.parts.lobby.rooms[ann.table]
            await eventually(lambda: len(room.audience.listeners) == 2)
            player = Player(ann, random.Random(1), banks=0)
            for _ in range(300):
                await player.play(player.rounds + 5)
                if len(room.audience.listeners) == 1:
                    break
            assert len(room.audience.listeners) == 1, "the slow one is gone"
            slow.close()
            await _unharmed(ann)

    run(test())


@pytest.mark.long
def test_thousands_of_connections(tmp_path: Path) -> None:
    async def test() -> None:
        limits = replace(LOOSE, connections=2500, connections_per_address=10_000, hello_seconds=300)
        async with serving(tmp_path, limits=limits) as running:
            ann = await _ann(running)
            sockets = []
            for _ in range(3000):
                sockets.append(await _raw(running, ann.table))
            await eventually(lambda: sum(one.close_code == 1013 for one in sockets) >= 500)
            assert running.parts.gate.open <= 2500
            await Player(ann, random.Random(1), banks=0).play(5)
            for one in sockets:
                one.transport.abort()
            await eventually(lambda: running.parts.gate.open <= 1)
            await ann.close()

    run(test())


@pytest.mark.long
def test_random_bytes_for_a_while(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await _ann(running)
            source = random.Random(9)
            words = ["sit", "come", "wager", "answer", "leave", "take_bank", "resync", "ready"]
            mallory = await (await running.guest("Mallory")).table(ann.table)
            for number in range(5000):
                message: dict[str, Any] = {"id": f"{number}", "do": source.choice(words)}
                for name in ("seat", "buy_in", "amount", "wagers", "move", "ask", "round", "wager"):
                    if source.random() < 0.4:
                        message[name] = source.choice(
                            [1, 2, 3, -1, "10", "fold", "play", {}, {"ante": "10"}, None, [], "x"]
                        )
                await mallory.send_text(json.dumps(message))
                if number % 50 == 0:
                    await mallory.do("ping")
            room = running.parts.lobby.rooms[ann.table]
            room.table.state.ledger.check()
            assert not room.failure
            await mallory.close()
            await _unharmed(ann)

    run(test())

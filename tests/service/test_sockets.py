"""Who is let in at the door, and what goes out by a socket: in order, and a beat where nothing was
said for a while.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from uvicorn.protocols.utils import ClientDisconnected

from houseway.errors import Refused
from houseway.service.peers.relay import CONNECT_SECONDS, Pipe, out_of_reach
from houseway.service.people.sessions import Where
from houseway.service.storage.servers import Elsewhere, Peer
from houseway.service.tables.lobby import PATIENCE
from houseway.service.tables.wire import to_json
from houseway.service.web import sockets
from houseway.service.web.line import NAME
from houseway.service.web.sockets import Gate, Socket
from tests.service.running import LOOSE, eventually, run


class _Line:
    """The other end of a socket, and a line that can be spoken to without waiting."""

    def __init__(self) -> None:
        self.heard: list[Any] = []
        self.closed: tuple[int, str] | None = None
        self.reads = asyncio.Event()
        self.reads.set()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.append(json.loads(text))

    def say(self, text: str) -> bool:
        if self.reads.is_set():
            self.heard.append(json.loads(text))
        return self.reads.is_set()

    async def close(self, code: int, reason: str) -> None:
        self.closed = code, reason


def test_a_beat_is_heard_where_nothing_else_is_said() -> None:
    async def test() -> None:
        line = _Line()
        socket = Socket(cast(Any, line), replace(LOOSE, beat_seconds=0.02), None)
        writing = asyncio.create_task(socket.write())
        await eventually(lambda: len(line.heard) == 2)
        assert [message["beat"] for message in line.heard] == [1, 2]
        socket.send(to_json({"said": "something"}))
        socket.close(1000, "done")
        await writing
        assert line.heard[-1] == {"said": "something"}
        assert line.closed == (1000, "done")

    run(test())


def test_beats_do_not_pile_up_before_one_who_does_not_read() -> None:
    async def test() -> None:
        line = _Line()
        line.reads.clear()
        socket = Socket(
            cast(Any, line), replace(LOOSE, beat_seconds=0.001, unread_messages=2), None
        )
        writing = asyncio.create_task(socket.write())
        socket.send(to_json({"said": "first"}))
        for _ in range(50):
            await asyncio.sleep(0.001)
        assert not socket.closed
        line.reads.set()
        await eventually(lambda: len(line.heard) >= 2)
        assert line.heard[0] == {"said": "first"}
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)

    run(test())


def test_what_is_said_while_something_waits_comes_after_it() -> None:
    async def test() -> None:
        line = _Line()
        socket = Socket(cast(Any, line), LOOSE, cast(Any, line))
        writing = asyncio.create_task(socket.write())
        socket.send(to_json(1))
        assert line.heard == [1], "at once"
        line.reads.clear()
        socket.send(to_json(2))
        await asyncio.sleep(0)  # the writer has taken it, and waits
        await asyncio.sleep(0)
        line.reads.set()  # the line is free again, and the writer does not know it yet
        socket.send(to_json(3))
        assert line.heard == [1]
        await eventually(lambda: len(line.heard) == 3)
        socket.send(to_json(4))
        assert line.heard == [1, 2, 3, 4]
        socket.close(1000, "done")
        await writing

    run(test())


class _Coming:
    """A socket at the door, of one who is still there or has gone."""

    client = None
    query_params: Mapping[str, str] = {"table": "1"}

    def __init__(self, *, there: bool) -> None:
        self.handshake_complete = there
        self.scope: dict[str, Any] = {"extensions": {NAME: self}}
        self.accepted = 0

    async def accept(self, subprotocol: str | None) -> None:  # noqa: ARG002
        self.accepted += 1


def _gate(lobby: Any) -> Gate:
    return Gate(lobby, cast(Any, None), LOOSE, cast(Any, None))


def test_one_who_is_gone_before_they_were_let_in_is_not_served() -> None:
    gate, coming = _gate(None), _Coming(there=False)
    with pytest.raises(ClientDisconnected):  # which the server below us takes for what it is
        run(gate.serve(cast(Any, coming)))
    assert (coming.accepted, gate.open) == (1, 0)


def test_a_busy_server_is_waited_for_at_last_and_not_only_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three tries, each as long as its server takes no notice; the last is the long one."""
    time, waited = [0.0], []

    class Lobby:
        async def room(self, table: str) -> None:
            raise Elsewhere(Peer("b", f"http://127.0.0.1/{table}", "secret"))

    async def to(*_: Any, seconds: float) -> None:
        waited.append(seconds)
        time[0] += seconds
        raise out_of_reach()

    monkeypatch.setattr(sockets, "time", SimpleNamespace(monotonic=lambda: time[0]))
    monkeypatch.setattr(Pipe, "to", to)
    find = _gate(Lobby())._find(cast(Any, _Coming(there=True)), Where("", ""), "hello")
    with pytest.raises(Refused, match="does not answer"):
        run(find)
    assert waited == [CONNECT_SECONDS, CONNECT_SECONDS, PATIENCE]

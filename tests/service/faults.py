"""Databases that fail at the statement one names: before it, after it, or long after it."""

from __future__ import annotations

import asyncio
import sqlite3
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from sqlalchemy import Engine

# `before`: the statement never arrives. `after`: it is carried out and its answer is lost.
# `late`: its sender hears nothing, and it arrives when that one has given up. `slow`: it takes
# its time.
How = Literal["before", "after", "late", "slow"]


@dataclass(slots=True)
class Fault:
    """Strikes at the statement that is so many from now, and so many after it do not arrive."""

    how: How = "before"
    _left: int | None = None
    _outage: int = 0

    def at(self, statement: int, how: How, outage: int = 0) -> None:
        self._left, self.how, self._outage = statement, how, outage

    def end(self) -> bool:
        """From now on all is well. Whether it has struck."""
        struck = self._left is None or self._left < 0
        self._left = None
        return struck

    def due(self) -> bool:
        if self._left is None or self._left < -self._outage:
            return False
        self._left -= 1
        if self._left < -1:
            self.how = "before"
        return self._left < 0


# SQLite: the driver is made to fail.


@contextmanager
def failing_driver(engine: Engine, fault: Fault) -> Iterator[None]:
    """The engine's statements and commits fail when the fault is due."""
    dialect: Any = engine.dialect
    names = ("do_execute", "do_executemany", "do_commit")
    usual = {name: getattr(dialect, name) for name in names}

    def failing(do: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            if not fault.due():
                return do(*args, **kwargs)
            if fault.how == "after":
                do(*args, **kwargs)
            raise sqlite3.OperationalError("disk I/O error")

        return run

    for name, do in usual.items():
        setattr(dialect, name, failing(do))
    try:
        yield
    finally:
        for name, do in usual.items():
            setattr(dialect, name, do)


# PostgreSQL: a link that is cut.


class CutLink:
    """A proxy before a PostgreSQL server that counts statements and cuts one of them off."""

    def __init__(self, server: str, fault: Fault) -> None:
        parts = urlsplit(server)
        assert parts.hostname is not None
        assert parts.port is not None
        self._server = (parts.hostname, parts.port)
        self._fault = fault
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        started = asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(10)
        port = started.sockets[0].getsockname()[1]
        self._listening = started
        self._open: set[asyncio.Task[Any]] = set()
        self.url = (
            f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}"
            "?sslmode=disable&gssencmode=disable"
        )

    async def _start(self) -> asyncio.Server:
        return await asyncio.start_server(self._serve, "127.0.0.1", 0)

    def close(self) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _stop(self) -> None:
        self._listening.close()
        for task in self._open:
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _serve(self, client: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        with suppress(OSError):
            server, ask = await asyncio.open_connection(*self._server)
            with closing(ask), closing(answer), suppress(OSError, asyncio.IncompleteReadError):
                await self._converse(client, answer, server, ask)
        self._open.discard(task)

    async def _converse(
        self,
        client: asyncio.StreamReader,
        answer: asyncio.StreamWriter,
        server: asyncio.StreamReader,
        ask: asyncio.StreamWriter,
    ) -> None:
        """Statement by statement: all of a question, then all of its answer."""
        size = await client.readexactly(4)
        ask.write(size + await client.readexactly(struct.unpack("!I", size)[0] - 4))
        answer.write(await _until(server, b"Z"))
        while True:
            question = await _until(client, b"QSX")
            due, how = self._fault.due(), self._fault.how
            if due and how == "before":
                return
            if due and how == "late":
                answer.close()
                await asyncio.sleep(0.2)
            elif due and how == "slow":
                await asyncio.sleep(0.2)
            ask.write(question)
            if question[-5:-4] == b"X":
                return
            answered = await _until(server, b"Z")
            if due and how in ("after", "late"):
                return
            answer.write(answered)


async def _until(stream: asyncio.StreamReader, ends: bytes) -> bytes:
    """Messages up to one of the kinds named."""
    read = b""
    while True:
        head = await stream.readexactly(5)
        body = await stream.readexactly(struct.unpack("!I", head[1:])[0] - 4)
        read += head + body
        if head[:1] in [ends[place : place + 1] for place in range(len(ends))]:
            return read

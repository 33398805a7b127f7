"""A cardroom that is really served, on a free port of this machine, for the length of a test."""

from __future__ import annotations

import asyncio
import hashlib
import os
import socket
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

import httpx

from houseway.service.app import make_app
from houseway.service.backroom.workers import Workers
from houseway.service.cardroom import Cardroom as Parts
from houseway.service.client import Cardroom
from houseway.service.serve import listen, make_server
from houseway.service.settings import Limits, Pace, Settings
from houseway.service.storage.store import Store

T = TypeVar("T")

PATIENCE = 900.0  # seconds after which a test hangs, however busy the machine is

# Nothing waits but for people: bots answer at once, and a test says when it is ready.
QUICK = Pace(
    bet_seconds=300, act_seconds=300, extra_seconds=30, offer_seconds=300, bot_seconds=0,
    pause_seconds=0, back_seconds=300,
)  # fmt: skip
LOOSE = Limits(
    messages=(5000, 5000), messages_per_address=(50_000, 50_000), requests=(5000, 5000),
    guests=(1000, 1000), openings=(1000, 1000),
    connections_per_address=5000, work_seconds=PATIENCE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Running:
    """A served cardroom: its address, and its parts for a look behind the counter."""

    address: str
    parts: Parts
    workers: Workers

    async def guest(self, name: str) -> Cardroom:
        cardroom = Cardroom(self.address)
        await cardroom.enter(name)
        return cardroom

    def house(self) -> Cardroom:
        return Cardroom(self.address, token=self.parts.accounts.token_file.read_text().strip())


def database_for(folder: Path) -> str:
    """A file in the folder; or, with HOUSEWAY_TEST_STORE, a database of that server for it."""
    server = os.environ.get("HOUSEWAY_TEST_STORE")
    if not server:
        return f"sqlite:///{folder / 'cardroom.db'}"
    import psycopg

    name = f"t_{hashlib.sha256(str(folder).encode()).hexdigest()[:24]}"
    with psycopg.connect(server, autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (name,))
        if known.fetchone() is None:
            connection.execute(f"CREATE DATABASE {name}")
    return server.rpartition("/")[0] + f"/{name}"


def settings_for(folder: Path, **choices: Any) -> Settings:
    given: dict[str, Any] = {
        "database": database_for(folder),
        "house_token_file": folder / "house-token",
        "signing_key_file": folder / "signing-key",
        "pace": QUICK,
        "limits": LOOSE,
        "spare_newcomers": False,
        "ahead": False,
    }
    return Settings(**{**given, **choices})


@asynccontextmanager
async def serving(
    folder: Path, *, send_buffer: int | None = None, **choices: Any
) -> AsyncIterator[Running]:
    """Serve until the block is left."""
    settings = settings_for(folder, **choices)
    listening = listen("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    app = make_app(settings, await asyncio.to_thread(Store, settings.database, address=address))
    if send_buffer is not None:  # the sockets that are accepted inherit it
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    server = make_server(app, settings)
    task = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        while not server.started:
            assert not task.done(), task.exception()
            await asyncio.sleep(0.01)
        yield Running(address, app.state.cardroom, app.state.workers)
    finally:
        server.should_exit = True
        await task
        listening.close()


@contextmanager
def standing_cardroom(folder: Path) -> Iterator[Running]:
    """A cardroom that is served by a thread of its own until the block is left."""
    there: Future[Running] = Future()

    async def serve() -> None:
        async with serving(folder) as running:
            leave = asyncio.Event()
            end.append(partial(asyncio.get_running_loop().call_soon_threadsafe, leave.set))
            there.set_result(running)
            await leave.wait()

    end: list[Callable[[], object]] = []
    thread = Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        yield there.result(PATIENCE)
    finally:
        for leave in end:
            leave()
        thread.join()


def asking(address: str = "", **more: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=address, trust_env=False, timeout=PATIENCE, **more)


async def eventually(what: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait for something that happens soon."""
    async with asyncio.timeout(seconds):
        while not what():
            await asyncio.sleep(0.02)


def free_port() -> int:
    """A port nobody listens on now."""
    listening = listen("127.0.0.1", 0)
    port = int(listening.getsockname()[1])
    listening.close()
    return port


def run(test: Coroutine[Any, Any, T]) -> T:
    """Clients wait in threads of the process that serves them: there must be some left for it."""

    async def with_threads() -> T:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(64))
        return await test

    return asyncio.run(with_threads())

"""Several servers, a proxy and a real PostgreSQL, with everything that can happen to them.

`python -m tests.service.cluster --minutes 60 --tables 300` is the hour; the long suite has a short
form. Players come through the proxy, play on whatever happens, and remember what they were told;
in the end all of it is held against the logs. Servers that die are started again, as systemd would.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import secrets
import signal
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from websockets.exceptions import WebSocketException

from houseway.errors import HousewayError, Refused
from houseway.histories.verify import verify
from houseway.service.client import Cardroom, Seat
from tests.service.oracle import Oracle
from tests.service.pg import Postgres
from tests.service.playing import Player
from tests.service.running import free_port
from tests.service.served import Process

FILINGS = (
    "casino-club/three-card-poker-6-card-bonus",
    "500-club/texas-holdem",
    "napa-valley/ez-baccarat-panda-8",
    "napa-valley/no-bust-21st-century-blackjack",
)
AGAIN = ("fault", "shutting-down", "in-progress", "not-owner", "busy")  # not an answer yet
BROKEN = (HousewayError, OSError, TimeoutError, AssertionError, EOFError, WebSocketException)
CHANGING = ("sit", "buy_in", "wager", "answer", "take_bank", "decline_bank")


class Link:
    """A line that can be cut or slow: from a port of its own to one of several others, in turn."""

    def __init__(self, ports: list[int]) -> None:
        self._ports, self._turn = ports, 0
        self.port = free_port()
        self.is_cut, self.delay = False, 0.0
        self._open: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        self.drop()
        await asyncio.gather(*self._open, return_exceptions=True)

    def drop(self) -> None:
        for task in self._open:
            task.cancel()

    async def _serve(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        try:
            there, on = await self._connect()
            try:
                both = [self._pass(here, on), self._pass(there, back)]
                piping = [asyncio.create_task(one) for one in both]
                await asyncio.wait(piping, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in piping:
                    one.cancel()
                on.close()
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            back.close()
            self._open.discard(task)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self.is_cut:
            raise OSError("cut")
        for _ in self._ports:
            self._turn += 1
            with suppress(OSError):
                port = self._ports[self._turn % len(self._ports)]
                return await asyncio.open_connection("127.0.0.1", port)
        raise OSError("nobody is there")

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            while self.is_cut:  # nothing arrives, and nobody is told
                await asyncio.sleep(0.05)
            if self.delay:
                await asyncio.sleep(self.delay)
            target.write(data)
            await target.drain()


@dataclass
class Witness:
    """Somebody who plays on, whatever happens, and remembers."""

    cardroom: Cardroom
    filing: str
    source: random.Random
    keep: bool
    think: float
    seat: Seat | None = None
    heard: dict[int, tuple[str, str]] = field(default_factory=dict)
    acknowledged: dict[int, str] = field(default_factory=dict)  # by the record it led to
    bought: int = 0  # buy-ins by one id each, sent until they were answered
    actions: int = 0
    rounds: int = 0
    back_at: list[float] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    async def sit_down(self) -> None:
        while self.seat is None:
            with suppress(*BROKEN):
                found = await self.cardroom.request(
                    "POST", "/api/quick-seat", {"filing": self.filing}
                )
                self.seat = await self.cardroom.table(found["table"], keep=True)

    async def play(self, over: asyncio.Event) -> None:
        assert self.seat is not None
        while not over.is_set():
            try:
                if self.seat.closed is not None:
                    await self._come_back()
                player = Player(self.seat, self.source)
                while not over.is_set():
                    await player.play(player.rounds + 1, timeout=20)
                    self.rounds += 1
                    self.take_down()
                    await asyncio.sleep(self.source.uniform(0, 2 * self.think))
                    if self.source.random() < 0.2:
                        await self._buy_one()
            except BROKEN as error:
                if isinstance(error, AssertionError) and "nothing was accepted" not in str(error):
                    self.strange.append(repr(error))
                await asyncio.sleep(0.1)
            self.take_down()

    async def _come_back(self) -> None:
        assert self.seat is not None
        await self.seat.drop()
        try:
            async with asyncio.timeout(15):
                await self.seat.connect()
        except BaseException:
            await self.seat.drop()
            raise
        self.back_at.append(time.monotonic())

    async def _buy_one(self) -> None:
        """A dollar, under one id, until it is answered: it must be there once."""
        assert self.seat is not None
        command = secrets.token_hex(8)
        while True:
            try:
                if self.seat.closed is not None:
                    await self._come_back()
                await self.seat.do("buy_in", command_id=command, amount="1", timeout=20)
                self.bought += 1
                return
            except Refused as refusal:
                if refusal.code not in AGAIN:
                    return
            except BROKEN:
                pass
            await asyncio.sleep(0.1)

    def take_down(self) -> None:
        assert self.seat is not None
        for text in self.seat.heard:
            message = json.loads(text)
            for record in message.get("records", ()):
                told = (record["kind"], record["at"])
                if self.heard.setdefault(record["n"], told) != told:
                    self.strange.append(f"record {record['n']} was another before: {told}")
            if "re" in message and "number" in message and "you" not in message:
                self.actions += 1
                if self.seat.said.get(message["re"]) in CHANGING:
                    self._acknowledge(message["number"], message["re"])
        if self.keep:
            self.texts += self.seat.heard
        self.seat.heard.clear()

    def _acknowledge(self, number: int, command: str) -> None:
        if self.acknowledged.setdefault(number, command) != command:
            self.strange.append(f"two commands were answered by record {number}")


class Cluster:
    """The machines."""

    def __init__(self, folder: Path, servers: int) -> None:
        self.folder = folder
        base = folder / "postgres"
        base.mkdir()
        folder.chmod(0o777)
        self.postgres = Postgres(base)
        self.links = [Link([self.postgres.port]) for _ in range(servers)]
        self.processes = [
            Process(folder, free_port(), self.postgres.url(link.port)) for link in self.links
        ]
        self.proxy = Link([int(one.address.rpartition(":")[2]) for one in self.processes])
        self.stopped: set[int] = set()  # servers that are not to be started again just now
        self.events: Counter[str] = Counter()
        self.taken_over: list[float] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.proxy.port}"

    async def start(self) -> None:
        await asyncio.to_thread(self.postgres.start)
        for link in (*self.links, self.proxy):
            await link.start()
        for process in self.processes:
            await process.start()

    async def stop(self) -> None:
        for process in self.processes:
            await asyncio.to_thread(process.kill)
        for link in (*self.links, self.proxy):
            await link.stop()
        await asyncio.to_thread(self.postgres.kill)

    async def keep_running(self) -> None:
        """What systemd does."""
        while True:
            await asyncio.sleep(0.2)
            for number, process in enumerate(self.processes):
                if number not in self.stopped and process.ended:
                    self.events[f"ended with {process.status}"] += 1
                    with suppress(AssertionError):  # the database may be away: again, later
                        await process.start()

    # What happens.

    def _owned(self, process: Process) -> dict[str, str]:
        """The tables of a server, and what it is called in the store."""
        with psycopg.connect(self.postgres.url()) as connection:
            rows = connection.execute(
                "SELECT t.id, s.id FROM tables t JOIN servers s ON t.server = s.id "
                "WHERE t.closed IS NULL AND s.address = %s", (process.address,),
            ).fetchall()  # fmt: skip
        return {row[0]: row[1] for row in rows}

    async def kill(self, number: int, source: random.Random) -> None:
        """A server dies; how long its tables are without one is measured."""
        del source
        process = self.processes[number]
        tables = await asyncio.to_thread(self._owned, process)
        self.stopped.add(number)
        began = time.monotonic()
        await asyncio.to_thread(process.kill)
        with suppress(TimeoutError):
            async with asyncio.timeout(20):
                while tables and not await asyncio.to_thread(self._have_owners, tables):
                    await asyncio.sleep(0.05)
        if tables:
            self.taken_over.append(time.monotonic() - began)
        await process.start()
        self.stopped.discard(number)

    def _have_owners(self, tables: dict[str, str]) -> bool:
        with psycopg.connect(self.postgres.url()) as connection:
            row = connection.execute(
                "SELECT count(*) FROM tables t JOIN servers s ON t.server = s.id "
                "WHERE t.server <> ALL(%s) AND t.id = ANY(%s)",
                (sorted(set(tables.values())), sorted(tables)),
            ).fetchone()  # fmt: skip
        return row is not None and row[0] == len(tables)

    async def pause(self, number: int, source: random.Random) -> None:
        """A machine that stands still for a while, and then goes on as if nothing had been."""
        pid = self.processes[number].pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(source.uniform(1, 8))
        os.kill(pid, signal.SIGCONT)

    async def cut(self, number: int, source: random.Random) -> None:
        """A server does not reach the database."""
        self.links[number].is_cut = True
        await asyncio.sleep(source.uniform(1, 8))
        self.links[number].is_cut = False
        self.links[number].drop()

    async def slow(self, number: int, source: random.Random) -> None:
        self.links[number].delay = source.uniform(0.02, 0.1)
        await asyncio.sleep(source.uniform(3, 6))
        self.links[number].delay = 0.0

    async def restart(self, number: int, source: random.Random) -> None:
        """One step of a rolling upgrade."""
        del source
        process = self.processes[number]
        self.stopped.add(number)
        status = await asyncio.to_thread(process.terminate)
        self.events[f"told to stop, ended with {status}"] += 1
        await process.start()
        self.stopped.discard(number)

    async def roll(self, number: int, source: random.Random) -> None:
        """A rolling upgrade of all."""
        del number
        for one in range(len(self.processes)):
            await self.restart(one, source)

    async def kill_database(self, number: int, source: random.Random) -> None:
        del number
        await asyncio.to_thread(self.postgres.kill)
        await asyncio.sleep(source.uniform(0, 5))
        await asyncio.to_thread(self.postgres.start)

    async def drop_players(self, number: int, source: random.Random) -> None:
        del number, source
        self.proxy.drop()

    def all_events(self) -> list[Callable[[int, random.Random], Awaitable[None]]]:
        return [self.kill, self.pause, self.cut, self.slow, self.roll, self.kill_database,
                self.drop_players]  # fmt: skip


async def _trouble(cluster: Cluster, source: random.Random, until: float, every: float) -> None:
    """One thing after the other, each kind as often as the others."""
    waiting: list[Callable[[int, random.Random], Awaitable[None]]] = []
    while time.monotonic() < until:
        if not waiting:
            waiting = source.sample(cluster.all_events(), len(cluster.all_events()))
        event = waiting.pop()
        cluster.events[event.__name__] += 1
        print(f"{until - time.monotonic():6.0f} s left: {event.__name__}", flush=True)
        await event(source.randrange(len(cluster.processes)), source)
        await asyncio.sleep(source.uniform(0.5, 1.5) * every)


@dataclass
class Outcome:
    """What was found, and measured."""

    strange: list[str]
    figures: dict[str, Any]


async def run_cluster(
    folder: Path, *, seconds: float, tables: int, servers: int = 3, seed: int = 1,
    trouble: bool = True, think: float = 0.5, every: float = 5.0,
) -> Outcome:  # fmt: skip
    source = random.Random(seed)
    cluster = Cluster(folder, servers)
    await cluster.start()
    keeping = asyncio.create_task(cluster.keep_running())
    try:
        witnesses = []
        for place in range(tables):
            for name in ("Ann", "Bob"):
                cardroom = Cardroom(cluster.address)
                await cardroom.enter(f"{name} {place}")
                one = Witness(
                    cardroom, FILINGS[place % len(FILINGS)], random.Random(source.random()),
                    keep=place < 8, think=think,
                )  # fmt: skip
                witnesses.append(one)
                await one.sit_down()
        over = asyncio.Event()
        playing = [asyncio.create_task(one.play(over)) for one in witnesses]
        began, cpu, before = time.monotonic(), _cpu(cluster), _database(cluster)
        if trouble:
            await _trouble(cluster, source, began + seconds, every)
        else:
            await asyncio.sleep(seconds)
        took, used = time.monotonic() - began, _cpu(cluster) - cpu
        actions = sum(one.actions for one in witnesses)
        wrote = {
            f"{name} an action": round((number - before[name]) / max(1, actions), 2)
            for name, number in _database(cluster).items()
        }
        stuck = await _all_play_on(witnesses)
        over.set()
        await asyncio.wait(playing, timeout=60)
        strange = [f"{one.cardroom.name}: {what}" for one in witnesses for what in one.strange]
        strange += stuck
        strange += [repr(one.exception()) for one in playing if one.done() and one.exception()]
        strange += await asyncio.to_thread(_inspect, cluster, witnesses, folder)
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        await cluster.stop()
    times = cluster.taken_over
    return Outcome(strange, {
        "seconds": round(took), "tables": tables, "servers": servers,
        "events": dict(cluster.events),
        "actions": actions, "actions a second": round(actions / took, 1),
        "rounds": sum(one.rounds for one in witnesses),
        "bought once": sum(one.bought for one in witnesses),
        "came back": sum(len(one.back_at) for one in witnesses),
        "server CPU ms an action": round(1000 * used / max(1, actions), 2),
        **({} if trouble else wrote),
        "taken over within": [round(one, 2) for one in times],
        "taken over, median": round(statistics.median(times), 2) if times else None,
    })  # fmt: skip


async def _all_play_on(witnesses: list[Witness]) -> list[str]:
    """After everything that happened, at every table a hand ends within a minute or so."""
    before = {id(one): one.rounds for one in witnesses}
    with suppress(TimeoutError):
        async with asyncio.timeout(90):
            while any(one.rounds == before[id(one)] for one in witnesses):
                await asyncio.sleep(0.2)
    return [
        f"{one.cardroom.name} at {one.seat and one.seat.table} plays no more: closed with "
        f"{one.seat and one.seat.closed}, {one.seat and one.seat.now}"
        for one in witnesses
        if one.rounds == before[id(one)]
    ]


def _cpu(cluster: Cluster) -> float:
    """Seconds of processor that the servers have used since they were started."""
    ticks = 0
    for process in cluster.processes:
        with suppress(OSError, AssertionError):
            parts = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(parts[11]) + int(parts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _database(cluster: Cluster) -> dict[str, float]:
    """What PostgreSQL has done so far."""
    with psycopg.connect(cluster.postgres.url()) as connection:
        row = connection.execute(
            "SELECT xact_commit, tup_inserted, pg_current_wal_lsn() - '0/0'::pg_lsn "
            "FROM pg_stat_database WHERE datname = current_database()"
        ).fetchone()
    assert row
    commits, rows, written = map(float, row)
    return {"transactions": commits, "rows": rows, "bytes of write-ahead log": written}


# What the logs say.


def _inspect(cluster: Cluster, witnesses: list[Witness], folder: Path) -> list[str]:
    found: list[str] = []
    with psycopg.connect(cluster.postgres.url()) as connection:
        gifts = connection.execute(
            "SELECT COALESCE(sum(amount), 0) FROM chips WHERE table_id IS NULL"
        ).fetchone()
        total = connection.execute("SELECT COALESCE(sum(amount), 0) FROM chips").fetchone()
        at_tables = connection.execute(
            "SELECT COALESCE(sum(-amount), 0) FROM chips WHERE table_id IS NOT NULL"
        ).fetchone()
        below = connection.execute(
            "SELECT account, sum(amount) FROM chips GROUP BY account HAVING sum(amount) < 0"
        ).fetchall()
        assert gifts
        assert total
        assert at_tables
        if total[0] + at_tables[0] != gifts[0] or below:
            found.append(f"chips: {total} + {at_tables} are not {gifts}, below zero: {below}")
        by_table: dict[str, list[Witness]] = {}
        for one in witnesses:
            assert one.seat is not None
            by_table.setdefault(one.seat.table, []).append(one)
        for table, people in by_table.items():
            rows = connection.execute(
                "SELECT line FROM records WHERE table_id = %s ORDER BY number", (table,)
            ).fetchall()
            found += _look_at(table, [row[0] for row in rows], people, folder)
        found += _ledger(connection, set(by_table))
        cage = connection.execute(
            "SELECT line FROM records WHERE table_id = 'cage' ORDER BY number"
        ).fetchall()
    found += _verify("cage", [row[0] for row in cage], folder)
    return found


def _ledger(connection: psycopg.Connection[Any], tables: set[str]) -> list[str]:
    """Every chip that a log says went between a person and the table has its row, and no other."""
    people = {row[0] for row in connection.execute("SELECT name FROM accounts").fetchall()}
    said: dict[tuple[str, int], int] = {}
    for table in tables:
        rows = connection.execute(
            "SELECT number, line FROM records WHERE table_id = %s", (table,)
        ).fetchall()
        for number, line in rows:
            record = json.loads(line)
            if record["kind"] in ("bought_in", "cashed_out") and record["name"] in people:
                sign = -1 if record["kind"] == "bought_in" else 1
                said[table, number] = sign * round(float(record["amount"]) * 100)
    moved = connection.execute(
        "SELECT table_id, number, amount FROM chips WHERE table_id = ANY(%s)", (sorted(tables),)
    ).fetchall()
    kept = {(row[0], row[1]): row[2] for row in moved}
    return (
        [] if kept == said else [f"ledger and logs differ: {set(kept.items()) ^ set(said.items())}"]
    )


def _look_at(table: str, lines: list[str], people: list[Witness], folder: Path) -> list[str]:
    found = _verify(table, lines, folder)
    records = [json.loads(line) for line in lines]
    oracle = Oracle(lines) if any(one.keep for one in people) else None
    for one in people:
        who = f"{one.cardroom.name} at {table}"
        for number, told in one.heard.items():
            kept = records[number] if number < len(records) else {"kind": "", "at": ""}
            if (kept["kind"], kept["at"]) != told:
                found.append(f"{who}: record {number} was told as {told} and is {kept}")
        found += [
            f"{who}: answered by record {number}, which is not there"
            for number in one.acknowledged
            if number >= len(records)
        ]
        ones = sum(
            line["kind"] == "bought_in" and line["name"] == one.cardroom.name
            and line["amount"] == "1.00"
            for line in records
        )  # fmt: skip
        if not one.bought <= ones <= one.bought + 1:  # the last may be unanswered at the end
            found.append(f"{who}: {one.bought} buy-ins were answered, {ones} are there")
        if oracle is not None and one.keep:
            found += [f"{who}: {leak}" for leak in oracle.all_leaks(
                one.cardroom.name, one.texts, live=True)]  # fmt: skip
    return found


def _verify(table: str, lines: list[str], folder: Path) -> list[str]:
    path = folder / f"{table}.log"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    report = verify(path, running=True)
    path.unlink()
    return [] if report.ok else [f"the log of {table}: {report.findings}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10_000))
    parser.add_argument("--think", type=float, default=0.5, help="seconds between hands")
    parser.add_argument("--every", type=float, default=5, help="seconds between two events")
    parser.add_argument("--calm", action="store_true", help="nothing happens: how much is played")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(
            run_cluster(
                Path(folder), seconds=60 * given.minutes, tables=given.tables,
                servers=given.servers, seed=given.seed, trouble=not given.calm,
                think=given.think, every=given.every,
            )
        )  # fmt: skip
        errors = (Path(folder) / "errors").read_text()
    print(json.dumps({"seed": given.seed, **outcome.figures}, indent=1))
    for what in outcome.strange:
        print(what)
    if "Traceback" in errors:
        print(errors[-4000:])
    raise SystemExit(1 if outcome.strange else 0)


if __name__ == "__main__":
    main()

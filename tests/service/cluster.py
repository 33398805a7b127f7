"""Several servers, a proxy and a real PostgreSQL, with everything that can happen to them.

`python -m tests.service.cluster --hour` is an hour of three hundred tables; the long suite has a
short form. Players come through the proxy, play on whatever happens, and note what they hear; in
the end all of it is held against the logs. Servers that die are started again, as by systemd.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import secrets
import signal
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import TimeoutExpired
from typing import Any

import psycopg

from houseway.filings.loader import load
from houseway.service.client import Cardroom
from houseway.table.evening import usual_setup
from tests.service.inspection import Noted, inspect
from tests.service.pg import Postgres
from tests.service.running import free_port
from tests.service.served import Process
from tests.service.witness import Witness

FILINGS = (
    "casino-club/three-card-poker-6-card-bonus",
    "500-club/texas-holdem",
    "napa-valley/ez-baccarat-panda-8",
    "napa-valley/no-bust-21st-century-blackjack",
)


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
        self._starting: list[asyncio.Task[None]] = []
        self.events: Counter[str] = Counter()
        self.taken_over: list[float] = []
        self.drained: list[float] = []  # seconds from being told to stop to the end
        self.strange: list[str] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.proxy.port}"

    async def start(self) -> None:
        await asyncio.to_thread(self.postgres.start)
        for link in (*self.links, self.proxy):
            await link.start()
        for process in self.processes:
            await process.start()

    async def stop_servers(self) -> None:
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        for process in self.processes:
            await asyncio.to_thread(process.kill)

    async def stop(self) -> None:
        await self.stop_servers()
        for link in (*self.links, self.proxy):
            await link.stop()
        await asyncio.to_thread(self.postgres.kill)

    def is_up(self, number: int) -> bool:
        return number not in self.stopped and not self.processes[number].ended

    async def keep_running(self) -> None:
        """What systemd does."""
        while True:
            await asyncio.sleep(0.2)
            for number, process in enumerate(self.processes):
                if number not in self.stopped and process.ended:
                    self.events[f"ended with {process.status}"] += 1
                    self.stopped.add(number)
                    self._starting.append(asyncio.create_task(self._start(number)))

    async def _start(self, number: int) -> None:
        """Again and again: the database may be away."""
        process = self.processes[number]
        while True:
            try:
                await process.start()
            except AssertionError:
                await asyncio.sleep(0.5)
            else:
                break
        self.stopped.discard(number)

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
        await self._start(number)

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
        with suppress(ProcessLookupError):
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
        began = time.monotonic()
        try:
            status = await asyncio.to_thread(process.terminate)
        except TimeoutExpired:
            self.strange.append(f"server {number} was told to stop and has not")
            await asyncio.to_thread(process.kill)
        else:
            self.drained.append(time.monotonic() - began)
            self.events[f"told to stop, ended with {status}"] += 1
        await self._start(number)

    async def roll(self, number: int, source: random.Random) -> None:
        """A rolling upgrade of all."""
        del number
        for one in range(len(self.processes)):
            while not self.is_up(one):
                await asyncio.sleep(0.2)
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
        while not (up := [one for one in range(len(cluster.processes)) if cluster.is_up(one)]):
            await asyncio.sleep(0.2)
        cluster.events[event.__name__] += 1
        print(f"{until - time.monotonic():6.0f} s left: {event.__name__}", flush=True)
        await event(source.choice(up), source)
        await asyncio.sleep(source.uniform(0.5, 1.5) * every)


class Pulse:
    """Whether it is the players who are late: how long this process takes to come to a timer."""

    EVERY, SAID = 0.1, 30.0  # seconds

    def __init__(self, witnesses: list[Witness], until: float) -> None:
        self._witnesses, self._until = witnesses, until
        self.late: list[float] = []
        self._began, self._used = time.monotonic(), time.process_time()

    @property
    def busy(self) -> float:
        """Of one core, used by all players, the proxy and the lines."""
        return (time.process_time() - self._used) / (time.monotonic() - self._began)

    async def beat(self) -> None:
        say = self._began + self.SAID
        while True:
            before = time.monotonic()
            await asyncio.sleep(self.EVERY)
            now = time.monotonic()
            self.late.append(now - before - self.EVERY)
            if now > say:
                say = now + self.SAID
                print(self._line(now), flush=True)

    def _line(self, now: float) -> str:
        people = self._witnesses
        there = sum(one.seat.closed is None for one in people)
        return (
            f"{self._until - now:6.0f} s left: {sum(one.actions for one in people)} actions, "
            f"{sum(one.rounds for one in people)} hands, {there} of {len(people)} connected, "
            f"players use {100 * self.busy:.0f}% of a core, late by "
            f"{1000 * max(self.late[-int(self.SAID / self.EVERY) :]):.0f} ms at most"
        )


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
    keeping = [asyncio.create_task(cluster.keep_running())]
    try:
        witnesses = await _seat_everybody(cluster, tables, source, think)
        over = asyncio.Event()
        playing = [asyncio.create_task(one.live(over)) for one in witnesses]
        began, cpu, before = time.monotonic(), _cpu(cluster), _database(cluster)
        pulse = Pulse(witnesses, began + seconds)
        keeping.append(asyncio.create_task(pulse.beat()))
        if trouble:
            await _trouble(cluster, source, began + seconds, every)
        else:
            await asyncio.sleep(seconds)
        took, used = time.monotonic() - began, _cpu(cluster) - cpu
        actions = sum(one.actions for one in witnesses)
        costs = {"server CPU ms an action": round(1000 * used / max(1, actions), 2)} | {
            f"{name} an action": round((number - before[name]) / max(1, actions), 2)
            for name, number in _database(cluster).items()
        }
        figures = {
            "seconds": round(took), "tables": tables, "servers": servers,
            "people": len(witnesses), "events": dict(cluster.events),
            "actions": actions, "actions a second": round(actions / took, 1),
            "bought once": sum(one.bought for one in witnesses),
            "came back": sum(one.came_back for one in witnesses),
            "players' share of a core": round(pulse.busy, 2),
            "players late by ms, p99": round(1000 * statistics.quantiles(pulse.late, n=100)[-1]),
            **({} if trouble else costs),  # servers that die take their count with them
        }  # fmt: skip
        strange = cluster.strange + await _all_play_on(witnesses)
        over.set()
        await asyncio.wait(playing, timeout=60)
        strange += [f"{one.cardroom.name}: {what}" for one in witnesses for what in one.strange]
        strange += [repr(one.exception()) for one in playing if one.done() and one.exception()]
        for one in playing:
            one.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for task in keeping:
            task.cancel()
        await cluster.stop_servers()  # nothing is written any more
        looked = time.monotonic()
        found, counts = await asyncio.to_thread(_inspect, cluster, witnesses, folder)
        strange += found
    finally:
        for task in keeping:
            task.cancel()
        await asyncio.gather(*keeping, return_exceptions=True)
        await cluster.stop()
    times = cluster.taken_over
    return Outcome(strange, figures | counts | {
        "rounds": counts["hands verified"],
        "read in seconds": round(time.monotonic() - looked),
        "taken over within": [round(one, 2) for one in times],
        "taken over, median": round(statistics.median(times), 2) if times else None,
        "stopped within": [round(one, 1) for one in cluster.drained],
    })  # fmt: skip


async def _seat_everybody(
    cluster: Cluster, tables: int, source: random.Random, think: float
) -> list[Witness]:
    """Two people and bots at every table, and at every fifth somebody who watches."""
    notes = cluster.folder / "notes"
    notes.mkdir()
    token = (cluster.folder / "house-token").read_text().strip()
    house = Cardroom(cluster.address, token=token)
    few = asyncio.Semaphore(6)  # at a time, through the door
    witnesses: list[Witness] = []

    async def fill(number: int, seed: float) -> None:
        async with few:
            setup = usual_setup(load(FILINGS[number % len(FILINGS)]))
            opened = await house.open_table(
                setup.filing, schedule=list(setup.schedule), stakes=dict(setup.stakes)
            )
            for name in ("Ann", "Bob", "")[: 3 if number % 5 == 0 else 2]:
                cardroom = Cardroom(cluster.address)
                if name:
                    await cardroom.enter(f"{name} {number}")
                witness = Witness(
                    cardroom, opened["id"], bool(name), random.Random(f"{seed} {name}"), think,
                    notes / f"{number}-{name or 'watching'}",
                )  # fmt: skip
                await witness.sit_down()
                witnesses.append(witness)

    await asyncio.gather(*(fill(number, source.random()) for number in range(tables)))
    print(f"{tables} tables, {len(witnesses)} people", flush=True)
    return witnesses


async def _all_play_on(witnesses: list[Witness]) -> list[str]:
    """After everything that happened, at every table a hand ends within a minute or so."""
    players = [one for one in witnesses if one.plays]
    before = {id(one): one.rounds for one in players}
    with suppress(TimeoutError):
        async with asyncio.timeout(90 + 10 * players[0].think):
            while any(one.rounds == before[id(one)] for one in players):
                await asyncio.sleep(0.2)
    return [
        f"{one.cardroom.name} at {one.table} plays no more: closed with {one.seat.closed}, "
        f"{one.seat.now}"
        for one in players
        if one.rounds == before[id(one)]
    ]


def _inspect(
    cluster: Cluster, witnesses: list[Witness], folder: Path
) -> tuple[list[str], Counter[str]]:
    tables: dict[str, list[Noted]] = {}
    for one in witnesses:
        one.take_down()
        name = one.cardroom.name if one.plays else None
        tables.setdefault(one.table, []).append(Noted(name, one.notes, one.bought))
    return inspect(cluster.postgres.url(), tables, folder, os.cpu_count() or 1)


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hour", action="store_true", help="60 minutes, 300 tables, people's pace")
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--tables", type=int, default=12)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10_000))
    parser.add_argument("--think", type=float, default=0.5, help="seconds between hands")
    parser.add_argument("--every", type=float, default=5, help="seconds between two events")
    parser.add_argument("--calm", action="store_true", help="nothing happens: how much is played")
    parser.add_argument("--folder", type=Path, help="a new one, where everything is kept")
    given = parser.parse_args()
    if given.hour:
        given.minutes, given.tables, given.think, given.every = 60, 300, 15, 15
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 16384), most))
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        folder.mkdir(exist_ok=True)
        outcome = asyncio.run(
            run_cluster(
                folder, seconds=60 * given.minutes, tables=given.tables,
                servers=given.servers, seed=given.seed, trouble=not given.calm,
                think=given.think, every=given.every,
            )
        )  # fmt: skip
        errors = (folder / "errors").read_text()
    print(json.dumps({"seed": given.seed, **outcome.figures}, indent=1))
    raised = Counter(re.findall(r"^[\w.]+(?:Error|Exception|Lost)\b", errors, re.MULTILINE))
    print(f"the servers wrote down: {dict(raised)}")
    for what in outcome.strange[:100]:
        print(what[:2000])
    print("BAD" if outcome.strange else "good", f"{len(outcome.strange)} findings")
    raise SystemExit(1 if outcome.strange else 0)


if __name__ == "__main__":
    main()

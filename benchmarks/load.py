"""How the cardroom bears a full house: many tables, every seat a person who acts at human speed.

    python benchmarks/load.py                    # 100 tables, 600 players, five minutes
    python benchmarks/load.py --minutes 1 --tables 20
    python benchmarks/load.py --coach            # everybody asks for advice before every decision
    python benchmarks/load.py --busy             # beside another process that keeps a core busy
    python benchmarks/load.py --jobs 4           # beside so many simulations of the desk

The service runs in a process of its own with a fresh store, the players in this one, over the
loopback only. The clock starts when everybody sits. An action counts as answered when everybody at
the table has heard of it. The status is 1 if anything failed, if one action in a hundred took
longer than a tenth of a second, or if the service's memory still grew at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load
from houseway.service.client import Cardroom
from houseway.service.serve import listen, serve
from houseway.service.settings import Limits, Pace, Settings
from houseway.table.evening import usual_setup

Json = dict[str, Any]
MOST_TABLES, MOST_PLAYERS, MOST_MINUTES = 350, 8, 60
LIMITS = Limits(
    requests=(5000, 5000), guests=(5000, 5000), connections_per_address=5000,
    messages_per_address=(50_000, 50_000), jobs=8, jobs_per_account=8,
)  # fmt: skip
PACE = Pace(
    bet_seconds=6, act_seconds=30, extra_seconds=60, offer_seconds=10, bot_seconds=0.5,
    pause_seconds=1,
)  # fmt: skip
THINKING = (0.5, 2.0)  # seconds
LOST = 5.0  # seconds after which an action that not everybody has heard of counts as lost
GROWTH = 1.1  # of memory between the middle and the last third of the time, at most
RANKS = "23456789TJQKA"
SIMULATED = "500-club/ez-baccarat"  # by the desk, meanwhile


def serve_for_load(folder: str, port: int) -> None:
    """The process of the service."""
    path = Path(folder)
    with (path / "out").open("w") as out:
        settings = Settings(
            database=f"sqlite:///{path / 'cardroom.db'}",
            house_token_file=path / "house-token",
            limits=LIMITS,
            pace=PACE,
        )
        serve("127.0.0.1", port, open_browser=False, settings=settings, out=out)


@dataclass(slots=True)
class Tally:
    """What was measured."""

    actions: Counter[str] = field(default_factory=Counter)
    heard_by_all: list[float] = field(default_factory=list)  # seconds
    answered: list[float] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    rounds: int = 0
    resyncs: int = 0
    advice: Counter[str] = field(default_factory=Counter)  # what became of questions to the coach
    busy: float = 0.0  # of one core, used by the service
    own: float = 0.0  # of one core, used by the players themselves
    late: list[float] = field(default_factory=list)  # how late the players' own timers are

    def begin(self) -> None:
        """Everybody sits: what was until now is not counted, errors excepted."""
        self.actions.clear()
        self.heard_by_all.clear()
        self.answered.clear()
        self.advice.clear()
        self.late.clear()
        self.rounds = 0


@dataclass(slots=True, eq=False)
class Pending:
    """An action under way: when it was said, and who has not heard of it."""

    said: float
    number: int | None = None
    missing: set[int] = field(default_factory=set)


class Table:
    """All players of one table, to know when everybody has heard of something."""

    def __init__(self, tally: Tally) -> None:
        self.tally = tally
        self.positions: dict[int, int] = {}  # by player
        self._pending: list[Pending] = []

    def answered(self, pending: Pending, number: int, now: float) -> None:
        self.tally.answered.append(now - pending.said)
        pending.number = number
        pending.missing = {who for who, at in self.positions.items() if at < number}
        if pending.missing:
            self._pending.append(pending)
        else:
            self.tally.heard_by_all.append(now - pending.said)

    def heard(self, who: int, number: int, now: float) -> None:
        self.positions[who] = number
        for pending in self._pending[:]:
            assert pending.number is not None
            if number >= pending.number:
                pending.missing.discard(who)
                if not pending.missing:
                    self._pending.remove(pending)
                    self.tally.heard_by_all.append(now - pending.said)

    def gone(self, who: int) -> None:
        self.positions.pop(who, None)

    def lost(self, now: float) -> int:
        """Actions that not everybody has heard of."""
        return sum(now - pending.said > LOST for pending in self._pending)


class Robot:
    """A player that thinks a few seconds and then does the plainest thing.

    With a `coach` the page's question is put to it at every decision, and nobody waits for it.
    """

    def __init__(
        self, number: int, name: str, table: Table, source: random.Random, coach: Coach | None
    ) -> None:
        self.number, self.name, self.table, self.random = number, name, table, source
        self._coach = coach
        self.socket: ClientConnection | None = None
        self.seat = 0
        self.spots: list[Json] = []
        self.now: Json = {}
        self.asks: list[Json] = []
        self.bank: str | None = None
        self.wagered = -1  # the hand for which wagers lie
        self.last: int | None = None
        self.seated = asyncio.Event()
        self._pending: dict[str, Pending] = {}
        self._count = 0
        self._thinking: asyncio.Task[None] | None = None

    async def live(self, url: str, token: str, seat: int, over: asyncio.Event) -> None:
        tally = self.table.tally
        try:
            async with connect(url, proxy=None, compression=None, max_size=None) as socket:
                self.socket = socket
                await self._say("hello", token=token)
                await self._say("sit", seat=seat)
                await asyncio.gather(self._listen(socket), self._leave(socket, over))
        except (ConnectionClosed, OSError, TimeoutError) as error:
            tally.errors.append(f"{self.name}: {type(error).__name__}: {error}")
        finally:
            self.table.gone(self.number)
            if self._thinking is not None:
                self._thinking.cancel()
            if self._coach is not None:
                self._coach.stop()

    async def _leave(self, socket: ClientConnection, over: asyncio.Event) -> None:
        await over.wait()
        self.socket = None
        await socket.close()

    async def _say(self, what: str, **more: Any) -> None:
        if self.socket is None:
            return
        self._count += 1
        command = f"{self.number}-{self._count}"
        if what != "hello":
            self._pending[command] = Pending(time.monotonic())
            self.table.tally.actions[what] += 1
        await self.socket.send(json.dumps({"id": command, "do": what, **more}))

    async def _listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            now = time.monotonic()
            message = json.loads(text)
            if "re" in message:
                self._answered(message, now)
            elif "snapshot" in message:
                self._snapshot(message["snapshot"], now)
            elif "records" in message:
                await self._push(message, now)
            elif "now" in message:
                self.now = message["now"]
            self._consider()

    def _answered(self, message: Json, now: float) -> None:
        pending = self._pending.pop(message["re"], None)
        if "error" in message:
            self.table.tally.refused[message["error"]["code"]] += 1
        elif pending is not None:
            self.table.answered(pending, message["number"], now)

    def _snapshot(self, snapshot: Json, now: float) -> None:
        self.seat = snapshot["seat"] or 0
        self.now, self.asks = snapshot["now"], snapshot["asks"]
        self.spots = snapshot["table"]["felt"]["spots"]
        held = snapshot["view"].get("bank")
        self.bank = held["name"] if held else None
        self.last = snapshot["number"]
        self.table.heard(self.number, snapshot["number"], now)
        if self.seat:
            self.seated.set()

    def unanswered(self, now: float) -> int:
        return sum(now - pending.said > LOST for pending in self._pending.values())

    async def _push(self, message: Json, now: float) -> None:
        if self.last is not None and message["from"] != self.last + 1:
            self.table.tally.resyncs += 1
            await self._say("resync")
            return
        self.last = message["number"]
        self.table.heard(self.number, message["number"], now)
        self.now, self.asks = message["now"], message["asks"]
        for record in message["records"]:
            kind = record["kind"]
            if kind == "bank_taken":
                self.bank = record["name"]
            elif kind in ("settled", "round_voided", "hand_settled", "points_settled"):
                self.bank = None
                self.table.tally.rounds += kind != "round_voided" and self.seat == 1

    # What to do.

    def _consider(self) -> None:
        if self._coach is not None:
            self._coach.follow(self.asks)
        if self._thinking is None and self.seat and self._wish() is not None:
            self._thinking = asyncio.create_task(self._think())

    async def _think(self) -> None:
        await asyncio.sleep(self.random.uniform(*THINKING))
        self._thinking = None
        wish = self._wish()
        if wish is not None:
            what, more = wish
            if what == "wager":
                self.wagered = self.now["round"]
            await self._say(what, **more)
            if what == "wager":
                await self._say("ready")

    def _wish(self) -> tuple[str, Json] | None:
        waiting = self.now.get("waiting") or {}
        if self.asks:
            ask = self.asks[0]
            return "answer", {"ask": ask["id"], "move": plain_move(ask)}
        if waiting.get("for") == "bank" and self.name in waiting["names"]:
            if self._stack() > 300:
                return "take_bank", {"wager": "150"}
            return "decline_bank", {}
        if self._stack() < 60 and self.now.get("phase") in ("idle", "bank", "wagers"):
            return "buy_in", {"amount": "400"}
        if (
            self.now.get("phase") == "wagers"
            and self.bank not in (None, self.name)
            and self.wagered != self.now["round"]
        ):
            return "wager", {"wagers": self._wagers(), "round": self.now["round"] + 1}
        return None

    def _stack(self) -> float:
        return float(self.now.get("accounts", {}).get(f"seat:{self.seat}", 0))

    def _wagers(self) -> dict[str, str]:
        first = self.random.choice([s for s in self.spots if s["base"] and not s["equals"]])
        amount = f"{max(10.0, float(first['min'] or 0)):.2f}"
        equal = {s["name"]: amount for s in self.spots if s["equals"] == first["name"]}
        return {first["name"]: amount, **equal}


class Coach:
    """One player's questions to the coach; the last is dropped when the decision is made."""

    def __init__(self, address: str, token: str, table: str, tally: Tally) -> None:
        self._where = urlsplit(address)
        self._token, self._table, self._tally = token, table, tally
        self._about = ""
        self._asking: asyncio.Task[None] | None = None

    def follow(self, asks: list[Json]) -> None:
        about = asks[0]["id"] if asks else ""
        if about == self._about:
            return
        self._about = about
        self.stop()
        if about:
            self._asking = asyncio.create_task(self._ask(about))

    async def _ask(self, about: str) -> None:
        try:
            reader, writer = await asyncio.open_connection(self._where.hostname, self._where.port)
        except OSError as error:
            self._tally.advice[type(error).__name__] += 1
            return
        try:
            writer.write(
                f"GET /api/tables/{self._table}/advice?ask={about} HTTP/1.1\r\n"
                f"host: {self._where.netloc}\r\nauthorization: Bearer {self._token}\r\n"
                "connection: close\r\n\r\n".encode()
            )
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
            good = head.split(b" ")[1] == b"200"
            self._tally.advice["given" if good else json.loads(body)["error"]["code"]] += 1
        except asyncio.CancelledError:
            self._tally.advice["decided before"] += 1
        finally:
            writer.close()

    def stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()


def plain_move(ask: Json) -> str:
    """A legal move without any ambition."""
    moves = [choice["move"] for choice in ask["choices"]]
    cards = ask["cards"].split()
    for wanted in (
        "house_way",
        "call",
        "stand",
        "check",
        "play",
        "keep down",
        "decline",
        "play on",
    ):
        if wanted in moves:
            return wanted
    if moves:
        return str(moves[-1])
    if "place" in ask["verbs"]:
        left, parts = cards[: ask["facts"]["count"]], []
        for name in ("bottom", "middle", "top"):
            room = ask["facts"]["room"][name]
            if left[:room]:
                parts.append(f"{name} {' '.join(left[:room])}")
            left = left[room:]
        return f"place {' '.join(reversed(parts))}"
    if "discard" in ask["verbs"]:
        return f"discard {' '.join(cards[: ask['facts']['least']])}".strip()
    low = sorted(cards, key=lambda card: RANKS.find(card[0]) if card != "Jk" else 20)
    return f"set {low[0]} {next(card for card in low if card[0] != low[0][0])}"


@dataclass(frozen=True, slots=True)
class Run:
    tables: int
    players: int
    minutes: float
    coach: bool = False
    busy: bool = False
    jobs: int = 0


def keep_busy() -> None:
    """What another program on the machine does."""
    while os.getppid() != 1:
        for _ in range(1_000_000):
            pass


async def play(run: Run, address: str, folder: Path, process: int) -> tuple[Tally, list[int]]:
    """Open the tables, seat everybody, and let them play."""
    tally, over = Tally(), asyncio.Event()
    token = (folder / "house-token").read_text().strip()
    house = Cardroom(address, token=token)
    tables = []
    filings = filing_ids()
    for place in range(run.tables):
        setup = usual_setup(load(filings[place % len(filings)]))
        opened = await house.open_table(
            setup.filing, schedule=list(setup.schedule), stakes=dict(setup.stakes), bots=0
        )
        tables.append((opened, Table(tally)))
    source = random.Random(1)
    playing: list[asyncio.Task[None]] = []
    few = asyncio.Semaphore(10)  # at a time, through the door

    async def come_in(opened: Json, table: Table, seat: int, number: int) -> Robot:
        async with few:
            guest = Cardroom(address)
            await guest.enter(f"P{number}")
            assert guest.token is not None
            coach = Coach(address, guest.token, opened["id"], tally) if run.coach else None
            robot = Robot(number, guest.name, table, random.Random(source.random()), coach)
            url = f"{address.replace('http', 'ws')}/ws?table={opened['id']}"
            playing.append(asyncio.create_task(robot.live(url, guest.token, seat, over)))
            async with asyncio.timeout(60):
                await robot.seated.wait()
            return robot

    wanted = enumerate(places(tables, run.tables * run.players))
    robots = await asyncio.gather(*(come_in(*place, number) for number, place in wanted))
    print(f"{run.tables} tables, {len(robots)} players, load {os.getloadavg()[0]:.1f}", flush=True)
    for number in range(run.jobs):
        wish = {"kind": "simulate", "filing": SIMULATED, "rounds": 10**9, "bank": [1000]}
        await house.request("POST", "/api/jobs", {**wish, "seed": number})
    tally.begin()
    spent, own = processor_time(process), time.process_time()
    pulse = asyncio.create_task(_feel_pulse(tally))
    memory = await _watch_memory(process, time.monotonic() + 60 * run.minutes)
    pulse.cancel()
    tally.busy = (processor_time(process) - spent) / (60 * run.minutes)
    tally.own = (time.process_time() - own) / (60 * run.minutes)
    now = time.monotonic()
    lost = sum(table.lost(now) for _, table in tables) + sum(r.unanswered(now) for r in robots)
    if lost:
        tally.errors.append(f"{lost} actions were not answered to all")
    over.set()
    await asyncio.gather(*playing)
    return tally, memory


def places(tables: list[tuple[Json, Table]], wanted: int) -> Iterator[tuple[Json, Table, int]]:
    """Seat after seat at every table that has it, until there are as many as wanted."""
    most = max(opened["seats"] for opened, _ in tables)
    found = (
        (opened, table, seat)
        for seat in range(1, most + 1)
        for opened, table in tables
        if seat <= opened["seats"]
    )
    return islice(found, wanted)


async def _watch_memory(process: int, until: float) -> list[int]:
    """The service's memory every ten seconds, in megabytes."""
    found = []
    while time.monotonic() < until:
        status = Path(f"/proc/{process}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        found.append(int(line.split()[1]) // 1024)
        await asyncio.sleep(min(10.0, max(0.1, until - time.monotonic())))
    return found


async def _feel_pulse(tally: Tally) -> None:
    """How late this process comes to a timer: so late it may hear, too."""
    while True:
        due = time.monotonic() + 0.05
        await asyncio.sleep(0.05)
        tally.late.append(time.monotonic() - due)


def processor_time(process: int) -> float:
    """Seconds a process has used so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def report(run: Run, tally: Tally, memory: list[int], logged: str) -> bool:
    """Print what was measured; whether it is good enough."""
    everybody, own = tally.heard_by_all, tally.answered
    print(
        f"actions      {sum(tally.actions.values())} in {run.minutes:g} min: {dict(tally.actions)}"
    )
    seconds = 60 * run.minutes * run.tables * run.players
    print(f"each player  acts every {seconds / max(1, sum(tally.actions.values())):.1f} s")
    print(f"rounds       {tally.rounds}")
    for name, values in (("answered", own), ("heard by all", everybody)):
        if values:
            half, most = percentile(values, 0.5), percentile(values, 0.99)
            worst, mean = 1000 * max(values), 1000 * statistics.mean(values)
            print(
                f"{name:<12} p50 {half:.1f} ms, p99 {most:.1f} ms, worst {worst:.1f} ms, "
                f"mean {mean:.1f} ms"
            )
    third = max(1, len(memory) // 3)
    middle, last = statistics.mean(memory[third : 2 * third] or memory), memory[-1]
    print(f"memory       {memory[0]} MB at first, {middle:.0f} MB in the middle, {last} MB at last")
    spent = 60_000 * run.minutes * tally.busy / max(1, sum(tally.actions.values()))
    print(f"processor    {100 * tally.busy:.0f}% of one core, {spent:.2f} ms an action")
    print(
        f"players      {100 * tally.own:.0f}% of one core, late themselves by p50 "
        f"{percentile(tally.late, 0.5):.1f} ms, p99 {percentile(tally.late, 0.99):.1f} ms"
    )
    if run.coach:
        print(f"coach        {dict(tally.advice)}")
    print(f"load         {' '.join(f'{one:.1f}' for one in os.getloadavg())}")
    print(f"refused      {dict(tally.refused)}; resyncs {tally.resyncs}")
    print(f"errors       {len(tally.errors)} {tally.errors[:3]}")
    if logged:
        print(f"the service complained:\n{logged[-2000:]}")
    good = bool(everybody) and not tally.errors and not logged and last <= GROWTH * middle
    return good and percentile(everybody, 0.99) <= 100


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--players", type=int, default=6, help="at each table")
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--coach", action="store_true", help="all players have the coach on")
    parser.add_argument("--busy", action="store_true", help="beside another busy process")
    parser.add_argument("--jobs", type=int, default=0, help="simulations of the desk meanwhile")
    given = parser.parse_args()
    run = Run(
        max(1, min(given.tables, MOST_TABLES)),
        max(2, min(given.players, MOST_PLAYERS)),
        max(0.1, min(given.minutes, MOST_MINUTES)),
        given.coach,
        given.busy,
        max(0, min(given.jobs, 8)),
    )
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    with tempfile.TemporaryDirectory() as folder:
        free = listen("127.0.0.1", 0)
        port = free.getsockname()[1]
        free.close()
        errors = Path(folder) / "errors"
        context = multiprocessing.get_context("spawn")
        process = context.Process(target=_serve_quietly, args=(folder, port, str(errors)))
        process.start()
        other = context.Process(target=keep_busy, daemon=True)
        if run.busy:
            other.start()
        try:
            _wait_for(port, process)
            assert process.pid is not None
            address = f"http://127.0.0.1:{port}"
            tally, memory = asyncio.run(play(run, address, Path(folder), process.pid))
            logged = errors.read_text()
        finally:
            process.terminate()
            process.join(20)
            if run.busy:
                other.kill()
                other.join()
        return 0 if report(run, tally, memory, logged) else 1


def _serve_quietly(folder: str, port: int, errors: str) -> None:
    with open(errors, "w") as file:
        sys.stderr = file
        serve_for_load(folder, port)


def _wait_for(port: int, process: Any) -> None:
    import socket

    for _ in range(600):
        assert process.is_alive(), "the service did not start"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the service did not start")


if __name__ == "__main__":
    sys.exit(main())

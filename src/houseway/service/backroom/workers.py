"""A few processes for work that anybody may ask for, so that no table waits for it.

At most so many jobs wait, in all and of one address, and where there are several processes one
address never has them all. A process that takes too long, takes too much memory or works for
somebody who has gone is ended and replaced.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from houseway.errors import HousewayError, Refused
from houseway.filings.catalogue import VARIABLE, in_force
from houseway.filings.pinned import canonical
from houseway.service.backroom.worker import FAULT, READY, REFUSED, SO_FAR, Tell
from houseway.service.limits import network_of
from houseway.service.settings import Limits

log = logging.getLogger("houseway.service")
T = TypeVar("T")

STARTING = 60.0  # seconds for a process to be there, on a machine that is busy
JOBS = 500  # of one process, before a new one takes its place
NICE = 5  # tables go first
KEPT = 200  # answers of each kind
AHEAD = (
    "houseway.histories.adjudicate",
    "houseway.service.backroom.telling",
)  # what most jobs need


class RefusedElsewhere(HousewayError):  # noqa: N818
    """A refusal as the worker told it, with whatever it says besides the usual."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__(told["code"], told["message"], where=told["where"], cite=told["cite"])
        self._told = told

    def as_json(self) -> dict[str, Any]:
        return self._told


class _Worker:
    """One process."""

    def __init__(self, process: Process) -> None:
        self._process, self.jobs = process, 0

    @classmethod
    async def start(cls, module: str, limits: Limits, nice: int, ahead: tuple[str, ...]) -> _Worker:
        paths = os.pathsep.join(map(os.path.abspath, sys.path))  # it finds what we have found
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", module,
            str(limits.work_bytes), str(limits.work_seconds + 1), str(nice), *ahead,
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env={**os.environ, "PYTHONPATH": paths},
        )  # fmt: skip
        worker = cls(process)
        try:
            async with asyncio.timeout(STARTING):
                kind, _ = await worker._answer()
            assert kind == READY
        except BaseException:
            worker.kill()
            await worker.wait()
            raise
        return worker

    async def ask(self, job: bytes, tell: Tell | None) -> tuple[bytes, bytes]:
        assert self._process.stdin is not None
        self.jobs += 1
        self._process.stdin.write(len(job).to_bytes(4, "big") + job)
        await self._process.stdin.drain()
        while True:
            kind, body = await self._answer()
            if kind != SO_FAR:
                return kind, body
            if tell is not None:
                tell(body)

    async def _answer(self) -> tuple[bytes, bytes]:
        assert self._process.stdout is not None
        head = await self._process.stdout.readexactly(5)
        return head[:1], await self._process.stdout.readexactly(int.from_bytes(head[1:], "big"))

    @property
    def pid(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        if self._process.returncode is None:
            try:
                self._process.kill()
            except ProcessLookupError:
                return

    async def wait(self) -> None:
        """Until it has ended and its pipes are closed."""
        await self._process.communicate()


class Workers:
    """The processes, the queue before them, and how much of it one address may take."""

    def __init__(
        self,
        limits: Limits,
        module: str = "houseway.service.backroom.worker",
        *,
        jobs: int = JOBS,
        nice: int = NICE,
        ahead: tuple[str, ...] = AHEAD,
    ) -> None:
        """`ahead` is loaded before a process is ready."""
        self._limits, self._jobs = limits, jobs
        self._begin = partial(_Worker.start, module, limits, nice, ahead)
        self._free = asyncio.Semaphore(limits.workers)
        self._idle: list[_Worker] = []
        self._coming: asyncio.Task[_Worker] | None = None
        self._ahead: asyncio.Task[None] | None = None
        self._busy: set[_Worker] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._asked: Counter[str] = Counter()  # by address, working and waiting
        self._turns: dict[str, asyncio.Semaphore] = {}  # of addresses that have asked
        self._stopped = False
        self._kept: defaultdict[str, Kept] = defaultdict(lambda: Kept(KEPT))
        self.readings = Kept(500)  # of rounds just settled, one for all at the table

    @property
    def pids(self) -> set[int]:
        return {worker.pid for worker in (*self._idle, *self._busy)}

    async def do(self, address: str, work: str, /, **given: Any) -> bytes:
        """Have a job done; cancelled, its process is ended."""
        return await self.follow(address, work, given)

    async def kept(self, address: str, work: str, /, **given: Any) -> bytes:
        """The same, where the question and the catalogue decide the answer: it is kept for the
        next who asks."""
        key = in_force(), canonical(given)
        return await self._kept[work].get(key, lambda: self.do(address, work, **given))

    def ahead(self, works: Iterable[tuple[str, Mapping[str, Any]]]) -> None:
        """Have some of these made before anybody asks, one after another."""

        async def make() -> None:
            for work, given in works:
                with suppress(HousewayError):  # who asks is told why
                    await self.kept("", work, **given)

        self._ahead = asyncio.create_task(make())

    async def follow(
        self, address: str, work: str, given: Mapping[str, Any], tell: Tell | None = None
    ) -> bytes:
        """The same; `tell` hears what it finds on its way."""
        self.admit(address)
        key = network_of(address)
        filings = os.environ.get(VARIABLE, "")  # folders may have joined since a process began
        asked = {"work": work, "given": given, "followed": tell is not None, "filings": filings}
        job = json.dumps(asked).encode()
        self._asked[key] += 1
        ours = self._limits.workers if not key else max(1, self._limits.workers - 1)
        turn = self._turns.setdefault(key, asyncio.Semaphore(ours))
        try:
            async with turn, self._free:
                return await self._do(work, job, tell)
        finally:
            self._asked[key] -= 1
            if not self._asked[key]:
                del self._asked[key], self._turns[key]

    def admit(self, address: str) -> None:
        """Refuse what there is no room for in the queue."""
        limits, key = self._limits, network_of(address)
        if self._stopped:
            raise Refused("shutting-down", "the cardroom is closing")
        if self._asked[key] >= limits.works_per_address:
            raise Refused("too-many", "too much is being worked out for you; wait for an answer")
        if self._asked.total() >= limits.workers + limits.works_waiting:
            raise Refused("busy", "too many have asked for something; try again in a moment")

    async def _do(self, work: str, job: bytes, tell: Tell | None) -> bytes:
        try:
            worker = await self._take()
        except (TimeoutError, EOFError, OSError) as error:
            log.warning("no process could be begun: %s", type(error).__name__)
            raise Refused("busy", "the machine has too much to do; try again in a moment") from None
        self._busy.add(worker)
        whole = False
        try:
            async with asyncio.timeout(self._limits.work_seconds):
                kind, body = await worker.ask(job, tell)
            whole = True
        except (TimeoutError, EOFError, ConnectionError) as error:
            log.warning("a worker was ended: %s: %s", work, type(error).__name__)
            raise Refused(
                "too-much-work",
                f"this takes more than {self._limits.work_seconds:g} seconds or more memory than "
                "a request has; use the command line",
            ) from None
        finally:
            self._busy.discard(worker)
            if whole and worker.jobs < self._jobs and not self._stopped:
                self._idle.append(worker)
            else:
                self._end(worker)
        if kind == REFUSED:
            raise RefusedElsewhere(json.loads(body))
        if kind == FAULT:
            log.error("a worker failed at %s:\n%s", work, body.decode("utf-8", "replace"))
            raise HousewayError("fault", "something is wrong here; it was written down")
        return body

    def stand_by(self) -> None:
        """Have a process come before anybody asks for it, unless one is free."""
        if not (self._idle or self._coming or self._stopped):
            self._coming = asyncio.create_task(self._begin())
            self._coming.add_done_callback(self._come)

    def _come(self, task: asyncio.Task[_Worker]) -> None:
        if self._coming is not task:
            return  # somebody waits for it
        self._coming = None
        if not task.cancelled() and task.exception() is None:
            self._idle.append(task.result())

    async def _take(self) -> _Worker:
        """One that is free, the one that is coming, or a new one."""
        if self._idle:
            return self._idle.pop()
        coming, self._coming = self._coming, None
        return await (coming or self._begin())

    def _end(self, worker: _Worker) -> None:
        worker.kill()
        task = asyncio.get_running_loop().create_task(worker.wait())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def stop(self) -> None:
        self._stopped = True
        for task in (self._ahead, self._coming):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        for worker in (*self._idle, *self._busy):
            self._end(worker)
        self._idle.clear()
        for kept in (*self._kept.values(), self.readings):
            await kept.stop()
        while self._ending:
            await asyncio.gather(*self._ending, return_exceptions=True)

    async def __aenter__(self) -> Workers:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


def clerks(limits: Limits) -> Workers:
    """Processes for those who work here, with time for the records of an evening."""
    own = replace(
        limits, workers=limits.clerks, work_seconds=limits.clerk_seconds,
        work_bytes=limits.clerk_bytes, works_per_address=limits.works_waiting,
    )  # fmt: skip
    return Workers(own, "houseway.service.backroom.clerk", ahead=())


class Kept:
    """Answers that follow from their question alone: made once, whoever asks meanwhile waits."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[Hashable, asyncio.Task[bytes]] = OrderedDict()

    async def get(self, key: Hashable, make: Callable[[], Coroutine[Any, Any, bytes]]) -> bytes:
        task = self._answers.get(key)
        if task is None:
            task = self._answers[key] = asyncio.get_running_loop().create_task(make())
            task.add_done_callback(lambda done: self._look(key, done))
            if len(self._answers) > self._most:
                self._answers.popitem(last=False)
        else:
            self._answers.move_to_end(key)
        return await asyncio.shield(task)

    def _look(self, key: Hashable, done: asyncio.Task[bytes]) -> None:
        """What failed is tried anew by the next who asks."""
        if (done.cancelled() or done.exception() is not None) and self._answers.get(key) is done:
            del self._answers[key]

    def __len__(self) -> int:
        return len(self._answers)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._answers

    async def stop(self) -> None:
        waiting = [task for task in self._answers.values() if not task.done()]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)


async def unless(gone: Awaitable[None], work: Coroutine[Any, Any, T]) -> T | None:
    """What the work gives; None, and the work is cancelled, once the one who asked has gone."""
    job, leaving = asyncio.create_task(work), asyncio.ensure_future(gone)
    try:
        await asyncio.wait({job, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return job.result() if job.done() else None
    finally:
        for task in (job, leaving):
            task.cancel()
        await asyncio.gather(job, leaving, return_exceptions=True)

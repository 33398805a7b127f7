"""What a table's owner is asked to do, one job after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from houseway.errors import Refused

T = TypeVar("T")
Work = Callable[[], Awaitable[Any]]
Job = tuple[Work, "asyncio.Future[Any]"]

MOST = 2000  # jobs that wait


class Inbox:
    """Jobs in the order they came. Whoever puts one in gets a future of what becomes of it."""

    def __init__(self) -> None:
        self._jobs: asyncio.Queue[Job] = asyncio.Queue(maxsize=MOST)
        self.between: list[Job] = []  # for when no hand is being played

    def __len__(self) -> int:
        return self._jobs.qsize()

    def put(self, work: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        try:
            self._jobs.put_nowait((work, done))
        except asyncio.QueueFull:
            raise Refused("too-many", "the table is busy; try again") from None
        return done

    def nudge(self, work: Work) -> None:
        """Something nobody waits for, unless there is enough to do anyway."""
        if not self._jobs.full():
            self.put(work).set_result(None)

    async def put_between(self, work: Callable[[], Awaitable[T]], seconds: float) -> T:
        """Something for the time between two hands, if that comes soon enough."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = (work, done)
        self.between.append(job)
        await asyncio.wait([done], timeout=seconds)
        if job in self.between:
            self.between.remove(job)
            raise Refused("mid-round", "the hand is still being played; try again when it is over")
        return await done

    async def next(self) -> Job:
        return await self._jobs.get()

    def refuse_all(self) -> None:
        waiting, self.between = self.between, []
        while not self._jobs.empty():
            waiting.append(self._jobs.get_nowait())
        for _, done in waiting:
            fail(done, Refused("shutting-down", "the table is being restarted"))


def fail(done: asyncio.Future[Any], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)

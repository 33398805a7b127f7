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

    async def next(self) -> Job:
        return await self._jobs.get()

    def refuse_all(self) -> None:
        while not self._jobs.empty():
            _, done = self._jobs.get_nowait()
            fail(done, Refused("shutting-down", "the table is being restarted"))


def fail(done: asyncio.Future[Any], error: Exception) -> None:
    if not done.done():
        done.set_exception(error)

"""A clock that stands still until a test moves it: no test of time hangs on the machine."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from houseway.service.clock import Clock


class HeldClock(Clock):
    """Begins at some second; `advance` wakes whoever waits for a time that has come."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._waits: list[tuple[float, asyncio.Timeout]] = []

    def now(self) -> float:
        return self._now

    def until(self, at: float | None) -> asyncio.Timeout:
        if at is not None and at <= self._now:
            return asyncio.timeout(0)
        timeout = asyncio.timeout(None)
        if at is not None:
            self._waits = [*(one for one in self._waits if one[1].when() is None), (at, timeout)]
        return timeout

    def advance(self, seconds: float) -> None:
        self._now += seconds
        due = [one for at, one in self._waits if at <= self._now]
        self._waits = [(at, one) for at, one in self._waits if at > self._now]
        for one in due:
            with suppress(RuntimeError):  # nobody waits inside any more
                one.reschedule(asyncio.get_running_loop().time())

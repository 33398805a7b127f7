"""The coach: questions written from a seat's own view, worked out apart from the tables.

A process of its own does the counting, so that no table and no dispute waits for advice. Who no
longer wants an answer is struck from the queue; an answer follows from its question alone and is
kept for the next who asks the same.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from houseway.errors import Refused
from houseway.filings.pinned import Rules, canonical
from houseway.service.backroom.workers import Kept, Workers
from houseway.service.limits import network_of
from houseway.service.settings import Limits
from houseway.service.tables.wire import AnyTable, asks_for
from houseway.table.banked_state import BankedState
from houseway.table.codec import write_event
from houseway.table.views import View

log = logging.getLogger("houseway.service")

ANSWERS = 5000  # kept, of about a kilobyte each
JOBS = 50_000  # of one process: what it has learned of a game is worth keeping


def question(table: AnyTable, name: str, ask: str) -> dict[str, Any]:
    """A decision that is somebody's to make now, with all its seat knows and nothing else."""
    put = next((one for one in asks_for(table, name) if one["id"] == ask), None)
    if put is None:
        raise Refused("stale", "that decision is not open to you", where="ask")
    state = table.state
    own = state.wagers.get(str(put["seat"])) if isinstance(state, BankedState) else None
    return {
        **rules_of(table),
        "ask": {key: value for key, value in put.items() if key != "id"},
        "place": state.place_of(put["seat"]),
        "wagers": dict(own.amounts) if own else {},
        "events": [write_event(event) for event in View(table, name).sight().events],
    }


def rules_of(table: AnyTable) -> dict[str, Any]:
    """What a table is played by."""
    state = table.state
    rules = state.rules or Rules.of(state.filing)
    setup = state.setup.as_json()
    return {"rules": rules.text, "setup": {**setup, "table": "1"}}  # every table of them alike


class Coach:
    """The queue before the coach."""

    def __init__(self, limits: Limits) -> None:
        given = replace(limits, workers=limits.coaches, work_seconds=limits.advice_seconds)
        self._workers = Workers(given, jobs=JOBS)
        self._turns = asyncio.Semaphore(limits.coaches)
        self._most, self._most_of_one = limits.advice_waiting, limits.advice_per_address
        self._waiting: Counter[str] = Counter()  # by address
        self._kept = Kept(ANSWERS)
        self._preparing: set[asyncio.Task[bytes]] = set()

    async def ask(self, work: str, given: Mapping[str, Any], address: str = "") -> bytes:
        """An answer, kept or worked out; cancelled before its turn, nothing is begun."""
        key = work, hashlib.sha256(canonical(given).encode()).hexdigest()
        if key in self._kept:
            return await self._kept.get(key, lambda: self._workers.do("", work, **given))
        asker = network_of(address)
        if self._waiting[asker] >= self._most_of_one:
            raise Refused("too-many", "the coach has many to help at your address; wait a moment")
        if self._waiting.total() >= self._most:
            raise Refused("busy", "the coach has too many to help; try again in a moment")
        self._waiting[asker] += 1
        try:
            await self._turns.acquire()
            if key in self._kept:  # somebody has asked the same meanwhile
                self._turns.release()
            return await self._kept.get(key, lambda: self._in_turn(work, given))
        finally:
            self._waiting[asker] -= 1
            if not self._waiting[asker]:
                del self._waiting[asker]

    async def _in_turn(self, work: str, given: Mapping[str, Any]) -> bytes:
        """What is begun is finished and kept; the turn is over then, not when its asker leaves."""
        try:
            return await self._workers.do("", work, **given)
        finally:
            self._turns.release()

    def prepare(self, given: Mapping[str, Any]) -> None:
        """Have the coach learn a game in good time, if it has nothing to do; whether it works out
        is no one's business."""
        if self._waiting:
            return
        task = asyncio.create_task(self.ask("prepare", given))
        self._preparing.add(task)
        task.add_done_callback(self._prepared)

    def _prepared(self, task: asyncio.Task[bytes]) -> None:
        self._preparing.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.info("the coach could not prepare: %s", task.exception())

    async def stop(self) -> None:
        for task in self._preparing:
            task.cancel()
        await asyncio.gather(*self._preparing, return_exceptions=True)
        await self._kept.stop()
        await self._workers.stop()

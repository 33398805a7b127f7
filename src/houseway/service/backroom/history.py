"""Finished rounds as somebody may see them, and files to take away."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Row

from houseway.errors import Refused
from houseway.service.storage.store import Store
from houseway.table import records as r
from houseway.table.views import Viewer

LOG_ROUNDS = 50
Ask = Callable[..., Awaitable[bytes]]  # a worker's answer to what is asked for by name
P = ParamSpec("P")
T = TypeVar("T")

_PEOPLE = (r.Sat.kind, r.Left.kind)


class History:
    """What the store knows of rounds that are over. Nothing here touches a running table."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reading = asyncio.Semaphore(2)  # so that readers of the past do not slow the present

    async def _apart(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        async with self._reading:
            return await asyncio.to_thread(work, *args, **kwargs)

    async def rounds(self, table: str, before: int | None, limit: int) -> list[dict[str, Any]]:
        """The last rounds, the newest first."""
        return await self._apart(self._rounds, table, before, limit)

    def _rounds(self, table: str, before: int | None, limit: int) -> list[dict[str, Any]]:
        self._table(table)
        return [
            {
                "round": row.round, "at": row.at, "outcome": row.outcome,
                "first": row.first, "last": row.last,
            }
            for row in self._store.rounds(table, before, limit)
        ]  # fmt: skip

    async def told(self, what: str, table: str, number: int, viewer: Viewer, ask: Ask) -> bytes:
        """What a worker tells of one round under that name, as the asker may see it."""
        read = {"round": self._with_people, "proof": self._promised}.get(what, self._read)
        return await ask(what, viewer=viewer, **await self._apart(read, table, number))

    async def readings(self, table: str, number: int, ask: Ask) -> bytes:
        """Which other readings would have changed somebody's money in the round."""
        return await ask("readings", **await self._apart(self._read, table, number))

    def _promised(self, table: str, number: int) -> dict[str, Any]:
        """The lines from the commitment to the cards of a round to the round's last."""
        row = self._round(table, number)
        shuffled = self._store.last_of(table, r.Shuffled.kind, row.last)
        start = shuffled and self._store.last_of(table, r.Prepared.kind, shuffled)
        lines = self._store.lines(table, start, row.last) if start else []
        return {"number": number, "lines": lines, "start": start or 0, "first": row.first}

    async def log(self, table: str, rounds: int, viewer: Viewer, ask: Ask) -> str:
        """The last rounds as lines of JSON, as the asker may see them."""
        given = await self._apart(self._read_last, table, rounds)
        return (await ask("log", viewer=viewer, **given)).decode()

    def _read_last(self, table: str, rounds: int) -> dict[str, Any]:
        row = self._table(table)
        last = self._store.rounds(table, None, min(rounds, LOG_ROUNDS))[::-1]
        read = self._store.lines
        lines = [
            (read(table, one.setup, one.setup)[0], one.first, read(table, one.first, one.last))
            for one in last
        ]
        (header,) = read(table, 0, 0)
        came = self._store.lines_of(table, _PEOPLE, last[-1].last) if last else []
        return {
            "table": table, "filing": row.filing, "header": header, "rounds": lines, "came": came,
        }  # fmt: skip

    async def sealed_log(self, table: str, *, locked: bool = False) -> str:
        """The whole event log with its seals, once no hand of the table can go on."""
        return await self._apart(self._sealed_log, table, locked)

    def _sealed_log(self, table: str, locked: bool) -> str:
        if self._table(table).closed is None and not locked:
            raise Refused("mid-round", "the sealed log is given out when the table is closed")
        return "\n".join(self._store.lines(table)) + "\n"

    async def check_table(self, table: str) -> None:
        """Refuse a table that never was."""
        await self._apart(self._table, table)

    def _table(self, table: str) -> Row[Any]:
        row = self._store.find_table(table)
        if row is None:
            raise Refused("no-such-table", f"there is no table {table!r}", where="table")
        return row

    def _round(self, table: str, number: int) -> Row[Any]:
        self._table(table)
        row = self._store.find_round(table, number)
        if row is None:
            raise Refused(
                "no-such-round", f"the table has no finished round {number}", where="round"
            )
        return row

    def _with_people(self, table: str, number: int) -> dict[str, Any]:
        read = self._read(table, number)
        came = self._store.lines_of(table, _PEOPLE, read["first"])
        return read | {"came": came, "closed": self._table(table).closed is not None}

    def _read(self, table: str, number: int) -> dict[str, Any]:
        row = self._round(table, number)
        opened = [self._store.lines(table, one, one)[0] for one in sorted({0, row.setup})]
        lines = self._store.lines(table, row.first, row.last)
        return {"number": number, "opened": opened, "lines": lines, "first": row.first}

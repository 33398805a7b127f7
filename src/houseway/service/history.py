"""Finished rounds as somebody may see them, and files to take away."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Row

from houseway.errors import Refused
from houseway.filings.loader import load
from houseway.histories.event_log import parse_line
from houseway.service.store import Store
from houseway.service.takeaway import take_away
from houseway.service.wire import records_for, to_json
from houseway.table import records as r
from houseway.table.setup import Setup
from houseway.table.told import Teller
from houseway.table.views import Viewer

LOG_ROUNDS = 50
P = ParamSpec("P")
T = TypeVar("T")


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

    async def round(self, table: str, number: int, viewer: Viewer) -> dict[str, Any]:
        """One round, record by record, as the asker may see it."""
        return await self._apart(self._round, table, number, viewer)

    def _round(self, table: str, number: int, viewer: Viewer) -> dict[str, Any]:
        setup, entries = self._read(table, number)
        return {
            "round": number,
            "setup": setup.as_json(),
            "records": _told(setup.filing, entries, viewer),
        }

    async def file(self, table: str, number: int, viewer: Viewer) -> tuple[str, str]:
        """The round as a file for `adjudicate` or `replay`, and its name."""
        return await self._apart(self._file, table, number, viewer)

    def _file(self, table: str, number: int, viewer: Viewer) -> tuple[str, str]:
        setup, entries = self._read(table, number)
        made = take_away(setup, entries, viewer)
        return made.text, file_name(setup.filing, number, made.suffix)

    async def log(self, table: str, rounds: int, viewer: Viewer) -> str:
        """The last rounds as lines of JSON, as the asker may see them."""
        return await self._apart(self._log, table, rounds, viewer)

    def _log(self, table: str, rounds: int, viewer: Viewer) -> str:
        row = self._table(table)
        head = {"table": table, "filing": row.filing, "seen_by": viewer}
        lines = [to_json(head)]
        for one in reversed(self._store.rounds(table, None, min(rounds, LOG_ROUNDS))):
            entries = self._entries(table, one.first, one.last)
            lines += [to_json(record) for record in _told(row.filing, entries, viewer)]
        return "\n".join(lines) + "\n"

    async def sealed_log(self, table: str) -> str:
        """The whole event log with its seals, once the table is closed and nothing is secret."""
        return await self._apart(self._sealed_log, table)

    def _sealed_log(self, table: str) -> str:
        if self._table(table).closed is None:
            raise Refused("mid-round", "the sealed log is given out when the table is closed")
        return "\n".join(self._store.lines(table)) + "\n"

    def _table(self, table: str) -> Row[Any]:
        row = self._store.find_table(table)
        if row is None:
            raise Refused("no-such-table", f"there is no table {table!r}", where="table")
        return row

    def _read(self, table: str, number: int) -> tuple[Setup, list[r.Entry]]:
        self._table(table)
        row = self._store.find_round(table, number)
        if row is None:
            raise Refused(
                "no-such-round", f"the table has no finished round {number}", where="round"
            )
        opened = self._entries(table, row.setup, row.setup)[0].record
        assert isinstance(opened, r.Opened | r.TermsChanged)
        return opened.setup, self._entries(table, row.first, row.last)

    def _entries(self, table: str, first: int, last: int) -> list[r.Entry]:
        lines = self._store.lines(table, first, last)
        return [parse_line(line.encode(), first + place) for place, line in enumerate(lines)]


def _told(filing: str, entries: Sequence[r.Entry], viewer: Viewer) -> list[dict[str, Any]]:
    teller = Teller(load(filing))
    teller.follow(entries)
    return records_for(entries, viewer, teller)


def file_name(filing: str, number: int, suffix: str) -> str:
    """
    >>> file_name("casino-club/ultimate-texas-holdem", 12, ".toml")
    'casino-club-ultimate-texas-holdem-12.toml'
    """
    return f"{re.sub(r'[^a-z0-9.]+', '-', filing)}-{number}{suffix}"

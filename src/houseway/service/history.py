"""Finished rounds as somebody may see them, and files to take away."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from sqlalchemy import Row

from houseway.errors import Refused
from houseway.histories.event_log import parse_line
from houseway.service.store import Store
from houseway.service.takeaway import take_away
from houseway.service.wire import records_for, to_json
from houseway.table import records as r
from houseway.table.setup import Setup
from houseway.table.views import Viewer

LOG_ROUNDS = 50


class History:
    """What the store knows of rounds that are over. Nothing here touches a running table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rounds(self, table: str, before: int | None, limit: int) -> list[dict[str, Any]]:
        """The last rounds, the newest first."""
        await self._table(table)
        rows = await asyncio.to_thread(self._store.rounds, table, before, limit)
        return [
            {
                "round": row.round, "at": row.at, "outcome": row.outcome,
                "first": row.first, "last": row.last,
            }
            for row in rows
        ]  # fmt: skip

    async def round(self, table: str, number: int, viewer: Viewer) -> dict[str, Any]:
        """One round, record by record, as the asker may see it."""
        setup, entries = await self._read(table, number)
        return {
            "round": number,
            "setup": setup.as_json(),
            "records": records_for(entries, viewer),
        }

    async def file(self, table: str, number: int, viewer: Viewer) -> tuple[str, str]:
        """The round as a file for `adjudicate` or `replay`, and its name."""
        setup, entries = await self._read(table, number)
        made = await asyncio.to_thread(take_away, setup, entries, viewer)
        return made.text, file_name(setup.filing, number, made.suffix)

    async def log(self, table: str, rounds: int, viewer: Viewer) -> str:
        """The last rounds as lines of JSON, as the asker may see them."""
        row = await self._table(table)
        found = await asyncio.to_thread(self._store.rounds, table, None, min(rounds, LOG_ROUNDS))
        head = [{"table": table, "filing": row.filing, "seen_by": viewer}]
        lines = [to_json(one) for one in head]
        for one in reversed(found):
            texts = await asyncio.to_thread(self._store.lines, table, one.first, one.last)
            entries = [parse_line(text.encode(), 0) for text in texts]
            lines += [to_json(record) for record in records_for(entries, viewer)]
        return "\n".join(lines) + "\n"

    async def sealed_log(self, table: str) -> str:
        """The whole event log with its seals, once the table is closed and nothing is secret."""
        row = await self._table(table)
        if row.closed is None:
            raise Refused("mid-round", "the sealed log is given out when the table is closed")
        lines = await asyncio.to_thread(self._store.lines, table)
        return "\n".join(lines) + "\n"

    async def _table(self, table: str) -> Row[Any]:
        row = await asyncio.to_thread(self._store.find_table, table)
        if row is None:
            raise Refused("no-such-table", f"there is no table {table!r}", where="table")
        return row

    async def _read(self, table: str, number: int) -> tuple[Setup, list[r.Entry]]:
        await self._table(table)
        row = await asyncio.to_thread(self._store.find_round, table, number)
        if row is None:
            raise Refused(
                "no-such-round", f"the table has no finished round {number}", where="round"
            )
        head = await asyncio.to_thread(self._store.lines, table, row.setup, row.setup)
        lines = await asyncio.to_thread(self._store.lines, table, row.first, row.last)
        opened = parse_line(head[0].encode(), row.setup).record
        assert isinstance(opened, r.Opened | r.TermsChanged)
        return opened.setup, [parse_line(line.encode(), 0) for line in lines]


def file_name(filing: str, number: int, suffix: str) -> str:
    """
    >>> file_name("casino-club/ultimate-texas-holdem", 12, ".toml")
    'casino-club-ultimate-texas-holdem-12.toml'
    """
    return f"{re.sub(r'[^a-z0-9.]+', '-', filing)}-{number}{suffix}"

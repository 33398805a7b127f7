"""Tables past and present, and their hands, as those who work here look through them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from sqlalchemy import Row, func, or_, select

from houseway.errors import Refused
from houseway.filings.catalogue import index
from houseway.histories.cage import CAGE
from houseway.service.storage import schema
from houseway.service.storage.store import Store


class Records:
    """What the store knows of tables, whoever plays at them now."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def tables(self, find: str, before: str, limit: int) -> list[dict[str, Any]]:
        """The latest opened first; those whose name, game or house has every word."""
        return await asyncio.to_thread(self._tables, find, before, limit)

    def _tables(self, find: str, before: str, limit: int) -> list[dict[str, Any]]:
        t = schema.tables
        titles = {line["id"]: f"{line['title']}, {line['house']}" for line in index()}
        wanted = select(t).where(t.c.id != CAGE)
        for word in find.casefold().split():
            named = [one for one, title in titles.items() if word in f"{one} {title}".casefold()]
            wanted = wanted.where(
                or_(func.lower(t.c.id).contains(word, autoescape=True), t.c.filing.in_(named))
            )
        if before:
            wanted = wanted.where(t.c.opened < before)
        rows = self._store.all(wanted.order_by(t.c.opened.desc(), t.c.id).limit(limit))
        r = schema.rounds
        counted = select(r.c.table_id, func.count().label("hands"), func.max(r.c.at).label("at"))
        own = counted.where(r.c.table_id.in_([row.id for row in rows])).group_by(r.c.table_id)
        hands = {row.table_id: row for row in self._store.all(own)}
        return [_line(row, titles.get(row.filing, row.filing), hands.get(row.id)) for row in rows]

    async def hands(self, table: str, before: int | None, limit: int) -> list[dict[str, Any]]:
        """A table's finished hands, the newest first."""
        rows = await asyncio.to_thread(self._store.rounds, table, before, limit)
        return [
            {"table": table, "hand": row.round, "at": row.at, "outcome": row.outcome}
            for row in rows
        ]

    async def check_closed(self, table: str, locked: bool) -> None:
        """Cards that lie face down are in the log of an open table."""
        row = await asyncio.to_thread(self._store.find_table, table)
        if row is None:
            raise Refused("no-such-table", f"there is no table {table!r}", where="table")
        if row.closed is None and not locked:
            raise Refused("mid-round", "all cards of a hand are given out when the table is closed")


def _line(row: Row[Any], title: str, hands: Row[Any] | None) -> dict[str, Any]:
    choices = json.loads(row.choices)
    return {
        "id": row.id, "filing": row.filing, "title": title, "opened": row.opened,
        "closed": row.closed, "hands": hands.hands if hands else 0,
        "last": hands.at if hands else None, "private": bool(choices.get("private")),
        "remark": json.loads(row.remark) if row.remark else None,
    }  # fmt: skip

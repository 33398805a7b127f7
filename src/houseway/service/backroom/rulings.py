"""Rulings of disputes: numbered, kept as they were given, found again, shown by a link."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Any

from sqlalchemy import Connection, func, insert, select

from houseway.errors import Refused
from houseway.service.people.acts import Deed
from houseway.service.storage import schema
from houseway.service.storage.ownership import alone
from houseway.service.storage.store import Store


class Rulings:
    """What the floor has ruled. A ruling is never changed: a second one is given instead."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def keep(self, by: str, at: str, filing: str, case: dict[str, Any]) -> dict[str, Any]:
        """A ruling under the next number, with a link that nobody can guess."""
        link, c = secrets.token_urlsafe(24), schema.rulings.c
        found = (case["answer"].get("remedy") or {}).get("says", "")
        told = (case["table"], case["names"], case["note"], case["answer"]["ruling"], filing, found)
        words = " ".join((*told, by)).casefold()

        def write(connection: Connection) -> int:
            alone(connection)
            last = connection.execute(select(func.coalesce(func.max(c.id), 0))).scalar_one()
            row = {
                "id": int(last) + 1, "link": link, "at": at, "ruled_by": by, "filing": filing,
                "words": words, "body": json.dumps(case),
            }  # fmt: skip
            connection.execute(insert(schema.rulings), [row])
            facts = {"filing": filing, "ruling": case["answer"]["ruling"]}
            Deed(by, "ruled", str(row["id"]), facts).write(connection, at)
            return int(last) + 1

        await self._store.write(write)
        return await self.shared(link)

    async def shared(self, link: str) -> dict[str, Any]:
        """The ruling behind a link."""
        row = await asyncio.to_thread(
            self._store.first, select(schema.rulings).where(schema.rulings.c.link == link)
        )
        if row is None:
            raise Refused("no-such-ruling", "there is no ruling behind this link", where="link")
        case: dict[str, Any] = json.loads(row.body)
        return _line(row) | case

    async def list(self, find: str, before: int | None, limit: int) -> list[dict[str, Any]]:
        """The newest first; those that speak of every word looked for."""
        rows = await asyncio.to_thread(self._store.newest, schema.rulings, find, before, limit)
        found = []
        for row in rows:
            case = json.loads(row.body)
            told = {"table": case["table"], "names": case["names"]}
            found.append(_line(row) | told | {"ruling": case["answer"]["ruling"]})
        return found


def _line(row: Any) -> dict[str, Any]:
    return {
        "number": row.id, "link": row.link, "at": row.at, "by": row.ruled_by, "filing": row.filing,
    }  # fmt: skip

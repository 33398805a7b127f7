"""What those who work here did: who, when, what, about whom or which table.

A deed is written in the transaction that does it, so that none is missing and none is told that
did not happen. Nothing here is ever changed or removed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from sqlalchemy import Connection, insert

from houseway.service.storage import schema
from houseway.service.storage.store import Store

Act = Literal[
    "entered", "invited", "invited again", "changed the role of", "dismissed",
    "ended the sessions of",
    "opened table", "changed table", "closed table", "closed locked table", "took the log of",
    "took a hand of",
    "saved filing", "ruled", "declared an error at", "voided a hand at", "corrected a payment at",
    "gave time at", "took somebody off", "gave a seat at", "noted at",
]  # fmt: skip
ACTS: tuple[Act, ...] = get_args(Act)


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that somebody is about to do."""

    by: str
    act: Act
    about: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)

    def write(self, connection: Connection, at: str, **more: Any) -> None:
        facts = {**self.facts, **more}
        told = (self.by, self.act, self.about, *map(str, facts.values()))
        row = {
            "at": at, "acted": self.by, "act": self.act, "about": self.about,
            "facts": json.dumps(facts), "words": " ".join(told).casefold(),
        }  # fmt: skip
        connection.execute(insert(schema.acts), [row])


class Acts:
    """The list of acts."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def note(self, deed: Deed, at: str) -> None:
        """For what changes nothing in the store by itself."""
        await self._store.write(lambda found: deed.write(found, at))

    async def list(self, find: str, before: int | None, limit: int) -> list[dict[str, Any]]:
        """The newest first; those that speak of every word looked for."""
        rows = await asyncio.to_thread(self._store.newest, schema.acts, find, before, limit)
        return [
            {"number": row.id, "at": row.at, "by": row.acted, "act": row.act, "about": row.about,
             "facts": json.loads(row.facts)}
            for row in rows
        ]  # fmt: skip

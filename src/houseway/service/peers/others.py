"""What the other servers of a store know: their tables, who sits at them, which are locked."""

from __future__ import annotations

import asyncio
import time
from typing import Any
from urllib.parse import quote

from houseway.errors import Refused
from houseway.service.peers.relay import ask_json
from houseway.service.protocol import QuickSeat
from houseway.service.storage.servers import Member, Peer

FRESH_SECONDS = 1.0  # a list of tables may be so old
Json = dict[str, Any]


class Others:
    """Asks all other servers; where there are none, nobody knows anything."""

    def __init__(self, member: Member | None) -> None:
        self._member = member
        self._tables: list[Json] = []
        self._asked = 0.0
        self._asking = asyncio.Lock()

    async def peers(self, *, now: bool = False) -> list[Peer]:
        """Those that are there, as of the last beat or of this moment."""
        if self._member is None:
            return []
        return await asyncio.to_thread(self._member.peers) if now else self._member.known

    async def _ask_all(self, target: str, *, all_of_them: bool = False) -> list[Any]:
        """The answers; of one that does not answer none, unless all of them are needed."""
        asked = (ask_json(peer, "GET", target) for peer in await self.peers(now=all_of_them))
        found = await asyncio.gather(*asked, return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException) and (all_of_them or not isinstance(one, Refused)):
                raise one
        return [one for one in found if not isinstance(one, BaseException)]

    async def tables(self) -> list[Json]:
        """Their open tables that anybody may find, as of a moment ago."""
        if self._member is None:
            return []
        async with self._asking:  # whoever asks meanwhile has the same answer
            if time.monotonic() - self._asked >= FRESH_SECONDS:
                answers = await self._ask_all("/relay/tables")
                self._tables = [line for lines in answers for line in lines]
                self._asked = time.monotonic()
        return self._tables

    async def at_tables(self, name: str, *, all_of_them: bool = False) -> list[Json]:
        """By server: `seats` of somebody with their stacks, and all their `chips` there."""
        return await self._ask_all(f"/relay/people/{quote(name)}", all_of_them=all_of_them)

    async def seats(self, name: str) -> list[Json]:
        return [seat for one in await self.at_tables(name) for seat in one["seats"]]

    async def locked(self) -> list[Json]:
        return [one for many in await self._ask_all("/relay/locked") for one in many]

    async def house_tables(self) -> list[Json]:
        return [one for many in await self._ask_all("/relay/house-tables") for one in many]

    async def sit_down(self, peer: Peer, table: str, name: str, wish: QuickSeat) -> int:
        given = {"name": name, "wish": wish.model_dump(mode="json", exclude_none=True)}
        answer = await ask_json(peer, "POST", f"/relay/tables/{table}/sit", given)
        return int(answer["seat"])

"""What other servers of a store have changed: heard from PostgreSQL as it is committed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy.engine.url import URL

from houseway.service.storage.servers import CHANNEL

AGAIN_SECONDS = 0.5

log = logging.getLogger("houseway.service")
Heard = Callable[[str, str], Awaitable[None]]  # what kind of thing has changed, and which


class News:
    """Listens; `missed` is told whenever something may have been said that was not heard."""

    def __init__(
        self, url: URL, me: str, heard: Heard, missed: Callable[[], Awaitable[None]]
    ) -> None:
        self._conninfo = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._me, self._heard, self._missed = me, heard, missed

    async def listen(self) -> None:
        import psycopg

        while True:
            try:
                async with await psycopg.AsyncConnection.connect(
                    self._conninfo, autocommit=True, connect_timeout=5, keepalives_idle=5,
                    keepalives_interval=2, keepalives_count=2, application_name=f"{self._me} news",
                ) as connection:  # fmt: skip
                    await connection.execute(f"LISTEN {CHANNEL}")
                    await self._missed()
                    async for one in connection.notifies():
                        await self._take(one.payload)
            except psycopg.Error as error:
                log.warning("news of other servers do not come: %s", str(error).strip())
            await asyncio.sleep(AGAIN_SECONDS)

    async def _take(self, said: str) -> None:
        by, kind, which = (*said.split(" ", 2), "", "")[:3]
        if by != self._me:
            try:
                await self._heard(kind, which)
            except Exception:  # the next must still be heard
                log.exception("%r was not followed", said)

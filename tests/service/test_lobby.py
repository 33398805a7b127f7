"""How a server comes by its tables, without the database they lie in."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

from houseway.service.settings import Settings
from houseway.service.tables.lobby import Lobby
from houseway.service.tables.room import Room
from tests.service.running import eventually, run


def test_tables_are_claimed_while_others_are_still_brought_back() -> None:
    """A server that is busy with the tables of one that died takes those of the next one, too."""

    class Busy(Lobby):
        async def room(self, table: str) -> Room:
            assert table == "of the first"
            await asyncio.Event().wait()
            raise AssertionError

    async def test() -> None:
        died = [["of the first"], ["of the second"]]
        member = SimpleNamespace(
            claim=lambda: [SimpleNamespace(id=one) for one in (died.pop(0) if died else ())]
        )
        store, settings = SimpleNamespace(member=member), Settings()
        lobby = Busy(cast(Any, store), cast(Any, None), settings, cast(Any, object()))
        await lobby.start()
        await eventually(lambda: [*lobby._waiting] == ["of the first", "of the second"])
        assert not lobby.restored.is_set()
        await lobby.stop()

    run(test())

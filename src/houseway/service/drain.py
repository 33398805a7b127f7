"""A server that lets hands end: told to stop, it begins no new one and goes when none is left."""

from __future__ import annotations

import asyncio
import time
from types import FrameType
from typing import Any

import uvicorn

QUIET_TICKS = 5  # half a second without a hand, so that everybody has heard how the last one ended


class DrainingServer(uvicorn.Server):
    """Waits for hands in play, up to a time; told to stop once more, it stops at once. Where other
    servers share the store, it gives them its tables as they are.

    People stay connected and may go on with the hand they are in. Wagers for the next one stay
    on the felt: the table comes back with them.
    """

    def __init__(self, config: uvicorn.Config, app: Any, seconds: float) -> None:
        super().__init__(config)
        self._app, self._seconds = app, seconds
        self._until: float | None = None
        self._quiet = 0
        self._handing: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        shared = self.started and self._app.state.cardroom.lobby.shared
        if (self._seconds > 0 or shared) and self.started and self._until is None:
            self.drain()
            self._captured_signals.append(sig)
        else:
            super().handle_exit(sig, frame)

    def drain(self) -> None:
        """Begin no new hand, and stop when the last one is over."""
        self._until = time.monotonic() + self._seconds

    async def on_tick(self, counter: int) -> bool:
        """Looked at ten times a second."""
        if self._until is not None and not self.should_exit:
            if await self._others_take_over():
                return await super().on_tick(counter)
            playing = begin_no_hand(self._app.state.cardroom)
            self._quiet = 0 if playing else self._quiet + 1
            self.should_exit = self._quiet >= QUIET_TICKS or time.monotonic() > self._until
        return await super().on_tick(counter)

    async def _others_take_over(self) -> bool:
        """Among several servers no hand need end: the others play on."""
        cardroom = self._app.state.cardroom
        if self._handing is None and await cardroom.others.peers():
            cardroom.draining = True
            self._handing = asyncio.create_task(cardroom.lobby.hand_over())
        if self._handing is None:
            return False
        self.should_exit = self._handing.done()
        return True


def begin_no_hand(cardroom: Any) -> int:
    """Have every table stop after the hand it plays; how many still play one."""
    cardroom.draining = True
    playing = 0
    for room in cardroom.lobby.rooms.values():
        room.conduct.draining = True
        untold = room.table.state.phase == "play" or room.journal.fresh
        playing += bool(untold and room.failure is None)
    return playing

"""People at the test cluster: they play on, whatever happens, and note what they hear."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from dataclasses import dataclass, field
from pathlib import Path

from websockets.exceptions import WebSocketException

from houseway.errors import HousewayError, Refused
from houseway.service.client import Cardroom, Seat
from tests.service.playing import Player

AGAIN = ("fault", "shutting-down", "in-progress", "not-owner", "busy")  # not an answer yet
BROKEN = (HousewayError, OSError, TimeoutError, AssertionError, EOFError, WebSocketException)
HEARD, SAID = "<", ">"  # the first letter of a line of notes


@dataclass
class Witness:
    """Somebody at a table, to play or to watch."""

    cardroom: Cardroom
    table: str
    plays: bool
    source: random.Random
    think: float
    notes: Path  # what was said and heard, a line each
    seat: Seat = field(init=False)
    bought: int = 0  # buy-ins by one id each, sent until they were answered
    actions: int = 0
    rounds: int = 0
    came_back: int = 0
    strange: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        token = self.cardroom.token
        self.seat = Seat(self.cardroom.address, self.table, token, keep=True)

    async def sit_down(self) -> None:
        """In any seat that is free."""
        seat, tries = self.seat, 0
        while seat.number is None or (self.plays and seat.seat is None):
            try:
                await self._be_there()
                if self.plays and seat.seat is None:
                    tries += 1
                    await seat.do("sit", seat=1 + tries % seat.snapshot["table"]["seats"])
            except BROKEN:
                await asyncio.sleep(0.05)

    async def live(self, over: asyncio.Event) -> None:
        pause = 0.1
        while not over.is_set():
            try:
                await self._be_there()
                pause = 0.1
                await (self._play if self.plays else self._watch)(over)
            except BROKEN as error:
                if isinstance(error, AssertionError) and "nothing was accepted" not in str(error):
                    self.strange.append(repr(error))
                await asyncio.sleep(self.source.uniform(0, pause))
                pause = min(2 * pause, 5.0)  # as the page does, or all would come at once for ever
            self.take_down()

    async def _watch(self, over: asyncio.Event) -> None:
        while self.seat.closed is None and not over.is_set():
            await asyncio.sleep(1)
            self.seat.records.clear()
            self.take_down()

    async def _play(self, over: asyncio.Event) -> None:
        player = Player(self.seat, self.source)
        while not over.is_set():
            await player.play(player.rounds + 1, timeout=20 + 4 * self.think)
            self.rounds += 1
            self.take_down()
            await asyncio.sleep(self.source.uniform(0, 2 * self.think))
            if self.source.random() < 0.2:
                await self._buy_one()

    async def _be_there(self) -> None:
        """Through the door, again if the line is broken."""
        seat = self.seat
        if seat.number is not None and seat.closed is None:
            return
        again = seat.closed is not None
        await seat.drop()
        try:
            async with asyncio.timeout(15):
                await seat.connect()
                await seat.until(lambda: seat.snapshot)
        except BaseException:
            await seat.drop()
            raise
        self.came_back += again

    async def _buy_one(self) -> None:
        """A dollar, under one id, until it is answered: it must be there once."""
        command = secrets.token_hex(8)
        while True:
            try:
                await self._be_there()
                await self.seat.do("buy_in", command_id=command, amount="1", timeout=20)
                self.bought += 1
                return
            except Refused as refusal:
                if refusal.code not in AGAIN:
                    return
            except BROKEN:
                pass
            await asyncio.sleep(0.1)

    def take_down(self) -> None:
        """What was said and heard since the last time goes to the notes."""
        seat = self.seat
        self.actions += sum('"re"' in text and '"ok"' in text for text in seat.heard)
        with self.notes.open("a", encoding="utf-8") as notes:
            for command, what in seat.said.items():
                notes.write(f"{SAID}{json.dumps([command, what])}\n")
            notes.writelines(f"{HEARD}{text}\n" for text in seat.heard)
        seat.said.clear()
        seat.heard.clear()

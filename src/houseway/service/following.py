"""One server among several: it follows what the others change, and knows when it is cut off."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Hashable
from typing import TYPE_CHECKING

from houseway.service.limits import Rates
from houseway.service.peers.news import News
from houseway.service.storage.servers import BEAT, Member, tell

if TYPE_CHECKING:
    from houseway.service.cardroom import Cardroom


class Following:
    """What is kept in memory stays what the store says; what is counted is counted together."""

    def __init__(self, cardroom: Cardroom, member: Member) -> None:
        self._cardroom, self._member = cardroom, member
        self._rates = {
            "guests": cardroom.guests, "openings": cardroom.seating.openings,
            **cardroom.guesses.rates(),
        }  # fmt: skip
        for name, rates in self._rates.items():
            self._share(name, rates)

    def _share(self, name: str, rates: Rates) -> None:
        store, me = self._cardroom.store, self._member.id

        def say(key: Hashable, taken: int) -> None:
            which = json.dumps([name, key, taken])
            store.submit(lambda connection: tell(connection, me, "rate", which))

        rates.tell = say

    async def news(self) -> None:
        await News(self._cardroom.store.url, self._member.id, self._heard, self._missed).listen()

    async def _heard(self, kind: str, which: str) -> None:
        if kind == "account":
            await self._account(int(which))
        elif kind == "orphans":
            self._cardroom.lobby.orphans.set()
        elif kind == "rate":
            name, key, taken = json.loads(which)
            self._rates[name].heard(tuple(key) if isinstance(key, list) else key, taken)

    async def _account(self, number: int) -> None:
        void = await self._cardroom.accounts.changed(number)
        if void is not None:
            self._cardroom.gate.turn_out(void)

    async def _missed(self) -> None:
        """Everything that is kept may have changed."""
        for number in self._cardroom.accounts.known():
            await self._account(number)
        self._cardroom.lobby.orphans.set()

    async def stay_in_touch(self) -> None:
        """Who may have been removed serves nobody until it knows better."""
        gate, out = self._cardroom.gate, False
        while not self._cardroom.store.lost.done():
            await asyncio.sleep(BEAT / 2)
            if out == self._member.in_touch:
                out = not out
                if out:
                    gate.close_all(1012, "the store does not answer")
                else:
                    gate.open_again()

"""Where people sit and what they have there, at all servers; a seat without looking for one."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any

from houseway.errors import Refused
from houseway.filings.catalogue import index
from houseway.filings.loader import load
from houseway.filings.schema.base import dollars
from houseway.rounds.felt import felt_hints
from houseway.service.limits import Rates
from houseway.service.peers.others import Others
from houseway.service.people.accounts import Account
from houseway.service.protocol import QuickSeat, Sit
from houseway.service.storage.servers import Elsewhere, Member
from houseway.service.tables.lobby import Lobby, new_id
from houseway.service.tables.room import Room
from houseway.table.banked import BankedTable
from houseway.table.evening import usual_setup
from houseway.table.state import Patron

TAKEN = ("seat-taken", "table-closed", "shutting-down", "no-such-table")  # another may do


class Seating:
    """Finds people at tables, and tables for people."""

    def __init__(self, lobby: Lobby, others: Others, member: Member | None) -> None:
        self._lobby, self._others, self._member = lobby, others, member
        self.openings = Rates(*lobby.settings.limits.openings)

    def seats_here(self, name: str) -> list[dict[str, Any]]:
        """Where somebody has chips, at the tables of this server; seat 0 stands behind."""
        found = []
        for room in self._lobby.rooms.values():
            state = room.table.state
            patron: Patron | None = state.patrons.get(name)
            if patron is not None and not patron.bot:
                found.append({
                    "table": room.id, "seat": patron.seat or 0,
                    "stack": dollars(state.stack(name)), "filing": state.filing.id,
                })  # fmt: skip
        return found

    async def chips_here(self, name: str) -> int:
        """All that somebody has lying at tables of this server."""
        total = 0
        for room in await self._lobby.all_back():
            state = room.table.state
            if name not in state.patrons:
                continue
            total += state.stack(name)
            if isinstance(room.table, BankedTable):
                banked = room.table.state
                total += sum(
                    banked.ledger[f"felt:{bettor}"]
                    for bettor, wager in banked.wagers.items()
                    if wager.name == name
                )
                if banked.bank is not None and banked.bank.name == name:
                    total += banked.ledger["bank"]
            elif state.phase == "play":
                total += state.ledger["pot"]  # some of it may be theirs
        return total + sum(one.owed.get(name, 0) for one in self._lobby.locked.values())

    async def chips_at_tables(self, name: str) -> int:
        """All that somebody has lying at tables, of all servers."""
        elsewhere = await self._others.at_tables(name, all_of_them=True)
        total = await self.chips_here(name) + sum(int(one["chips"]) for one in elsewhere)
        if self._member is not None and await asyncio.to_thread(self._member.orphans):
            raise Refused("shutting-down", "tables are being taken over; try again")
        return total

    async def quick_seat(self, account: Account, wish: QuickSeat, address: str) -> tuple[str, int]:
        """A seat at a table that fits: one's own, one with people, or a new one with bots."""
        lobby, filings = self._lobby, _filings(wish)
        await lobby.back()  # they may have a seat already
        elsewhere = await self._others.seats(account.name)
        for one in (*self.seats_here(account.name), *elsewhere):
            if one["filing"] in filings and one["seat"] and not wish.private:
                return one["table"], one["seat"]
        if len(account.seats) + len(elsewhere) >= lobby.settings.limits.seats_per_account:
            raise Refused("too-many", "you sit at enough tables already; leave one first")
        if not account.chips:
            raise Refused("not-enough-chips", "no chips lie in the account", where="buy_in")
        wanted = bool(wish.filing or wish.family)
        found = [
            line["id"]
            for line in await lobby.tables()
            if line["filing"] in filings
            and line["people"] + 1 <= line["seats"]
            and (wanted or line["present"])
            and wish.pace in (None, line["pace_name"])
        ]
        for table in () if wish.private else found:
            try:
                return table, await self._sit_anywhere(table, account, wish)
            except Refused as refusal:
                if refusal.code not in TAKEN:
                    raise
        self.openings.check(address, "new tables")
        filing = load(filings[0] if wanted else _for_newcomers())
        setup = usual_setup(filing, table=new_id(secret=wish.private))
        choices = lobby.choices_for(
            setup, lobby=True, private=wish.private, pace_name=wish.pace or "normal"
        )
        room = await lobby.open(setup, choices)
        try:
            return room.id, await _sit_down(room, account, wish)
        except BaseException:  # nobody has come, and a private one nobody finds
            room.close_when_idle()
            raise

    async def _sit_anywhere(self, table: str, account: Account, wish: QuickSeat) -> int:
        try:
            return await self.sit_here(table, account, wish)
        except Elsewhere as elsewhere:
            return await self._others.sit_down(elsewhere.peer, table, account.name, wish)

    async def sit_here(self, table: str, account: Account, wish: QuickSeat) -> int:
        """A seat at a table of this server, if nobody who is not there is waited for."""
        room = await self._lobby.room(table)
        if room.conduct.waits_for_absent():
            raise Refused("seat-taken", "somebody who is not there is waited for")
        return await _sit_down(room, account, wish)


def _for_newcomers() -> str:
    """A game for one who does not say what to play."""
    lines = index()
    easy = (line for line in lines if felt_hints(line["family"]).for_newcomers)
    return str(next(easy, lines[0])["id"])


def _filings(wish: QuickSeat) -> list[str]:
    """The ids that a wish can mean."""
    if wish.filing is not None:
        return [load(wish.filing).id]
    lines = [line for line in index() if wish.family in (None, line["family"])]
    if not lines:
        families = ", ".join(sorted({str(line["family"]) for line in index()}))
        raise Refused(
            "no-such-family", f"no game is of this family; there are {families}", where="family"
        )
    return [str(line["id"]) for line in lines]


async def _sit_down(room: Room, account: Account, wish: QuickSeat) -> int:
    """The first free seat, taken by the owner of the table so that nobody comes between."""

    async def sit() -> int:
        state = room.table.state
        known: Patron | None = state.patrons.get(account.name)
        if known is not None and known.seat is not None:
            return known.seat
        seats = [seat for seat in range(1, room.choices.seats + 1) if seat not in state.seats]
        if not seats:
            raise Refused("seat-taken", "every seat is taken")
        command = Sit(id=f"quick-{secrets.token_hex(8)}", do="sit", seat=seats[0], buy_in=None)
        if wish.buy_in is not None:
            command = command.model_copy(update={"buy_in": wish.buy_in})
        answer = await room.command(account, command)
        if "error" in answer:
            error = answer["error"]
            raise Refused(error["code"], error["message"], where=error["where"], cite=error["cite"])
        return seats[0]

    return await room.do(sit)

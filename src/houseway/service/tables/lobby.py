"""All tables of the cardroom: opened, found, brought back, closed when nobody is left."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Any

from sqlalchemy import Connection, Row, update
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from houseway.errors import HousewayError, Refused
from houseway.filings.house_book import check_hours
from houseway.filings.loader import load
from houseway.service.peers.others import Others
from houseway.service.people.accounts import Account, Accounts, now_text
from houseway.service.people.acts import Deed
from houseway.service.protocol import ChangedTable
from houseway.service.settings import Pace, PaceName, Settings
from houseway.service.storage import schema
from houseway.service.storage.ownership import NotOwnerError
from houseway.service.storage.servers import BEAT, Elsewhere, Member
from houseway.service.storage.store import Store
from houseway.service.tables.checkpoints import Past, read_past
from houseway.service.tables.conduct import Conduct
from houseway.service.tables.conduct_banked import BankedConduct
from houseway.service.tables.conduct_hands import HandConduct
from houseway.service.tables.describe import house_line, table_line, table_whole
from houseway.service.tables.journal import TableJournal
from houseway.service.tables.locked import Locked, close_locked, examine
from houseway.service.tables.room import Choices, NotKeptError, Room
from houseway.table import records as r
from houseway.table.banked import BankedTable
from houseway.table.journal import MemoryJournal
from houseway.table.opening import AnyTable, open_table, restore
from houseway.table.setup import Setup

IDLE_SECONDS = 600.0  # after which an empty table of the lobby is closed
WATCH_SECONDS = 2.0
AT_ONCE = 4  # of the tables that another server should have, so many parts, one a watch
TOGETHER = 8  # tables given away in one write: the last waits until another has brought back all
PATIENCE = 5.0  # seconds

log = logging.getLogger("houseway.service")


class Lobby:
    """The rooms of this cardroom."""

    def __init__(
        self, store: Store, accounts: Accounts, settings: Settings, others: Others | None = None
    ) -> None:
        self._store, self.accounts, self.settings = store, accounts, settings
        self._member, self._others = store.member, others or Others(store.member)
        self.rooms: dict[str, Room] = {}
        self._waiting: dict[str, Row[Any]] = {}  # open tables not yet brought back
        self._bringing_back = asyncio.Lock()  # one at a time, so that no table has two owners
        self.locked: dict[str, Locked] = {}  # open tables that cannot be brought back
        self._failed: dict[str, int] = {}  # tables that had to start again, and at which record
        self._tasks: list[asyncio.Task[None]] = []
        self.restored = asyncio.Event()
        self.orphans = asyncio.Event()  # there may be tables without a server
        self._claiming: asyncio.Future[Sequence[Row[Any]]] | None = None
        self._claimed = asyncio.Event()  # there may be tables to bring back
        self._stopping = False

    @property
    def shared(self) -> bool:
        """Whether other servers may have tables of the same store."""
        return self._member is not None

    # Life.

    async def start(self) -> None:
        if self._member is None:
            self._wait_to_come_back(await asyncio.to_thread(self._store.open_tables))
        else:
            self._tasks = [
                asyncio.create_task(self._keep_claiming(self._member), name="claim tables")
            ]
        self._tasks += [
            asyncio.create_task(self._keep_bringing_back(), name="bring tables back"),
            asyncio.create_task(self._watch(), name="watch tables"),
        ]

    async def stop(self) -> None:
        self._stopping = True
        await self._stop_tasks(self._tasks)
        await asyncio.gather(*(room.stop() for room in list(self.rooms.values())))

    async def _stop_tasks(self, tasks: Sequence[asyncio.Task[None]]) -> None:
        for task in tasks:
            task.cancel()
        last = () if self._claiming is None else (self._claiming,)  # a thread runs to its end
        await asyncio.gather(*tasks, *last, return_exceptions=True)

    def _wait_to_come_back(self, rows: Sequence[Row[Any]]) -> None:
        self._waiting |= {row.id: row for row in rows}
        self._claimed.set()

    async def _keep_bringing_back(self) -> None:
        """One after the other, those that somebody asks for before their turn. New ones are claimed
        meanwhile: a server that has many to bring back is no reason for more to have none.
        """
        while True:
            await self._claimed.wait()
            self._claimed.clear()
            for table in list(self._waiting):
                try:
                    await self.room(table)
                except Refused:
                    pass  # locked, and written down
                except Exception:  # one table that cannot be read must not keep the others away
                    log.exception("table %s cannot be brought back", table)
            self.restored.set()

    async def _keep_claiming(self, member: Member) -> None:
        """Among several servers: tables that have none become ours, to be brought back."""
        while True:
            try:
                self._claiming = asyncio.ensure_future(asyncio.to_thread(member.claim))
                rows = await asyncio.shield(self._claiming)
                if rows:
                    log.info("%d tables are taken over", len(rows))
                self._wait_to_come_back(rows)
            except NotOwnerError:
                return  # the store says so to everybody
            except DBAPIError as error:
                log.warning("the database does not answer: %s", error.orig)
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self.orphans.wait()
            self.orphans.clear()

    async def hand_over(self) -> None:
        """Give every table to the other servers, between two commands; no hand is ended."""
        assert self._member is not None
        await self._stop_tasks(self._tasks[:2])
        await asyncio.to_thread(self._member.mark_leaving)
        await self._give_away(self._member, [*self.rooms, *self._waiting, *self.locked])

    async def _give_away(self, member: Member, tables: Sequence[str]) -> None:
        for first in range(0, len(tables), TOGETHER):
            some = tables[first : first + TOGETHER]
            async with self._bringing_back:
                rooms = [self.rooms[table] for table in some if table in self.rooms]
                await asyncio.gather(*map(self._forget, rooms))
                for table in some:
                    self._waiting.pop(table, None)
                    self.locked.pop(table, None)
                await self._store.write(partial(member.release, some))

    async def back(self) -> None:
        """Wait until all tables are back after a start, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self.restored.wait()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            for room in list(self.rooms.values()):
                try:
                    await self._look_after(room)
                except Exception:  # the others must still be looked after
                    log.exception("table %s cannot be looked after", room.id)
            if self._member is not None:
                with suppress(NotOwnerError, DBAPIError):  # who claims tables says so
                    await self._even_out(self._member)

    async def _even_out(self, member: Member) -> None:
        """Some of too many tables go to servers that have fewer; first where no hand is on."""
        some = ceil(await asyncio.to_thread(member.surplus) / AT_ONCE)
        by_hand = sorted(self.rooms, key=lambda one: self.rooms[one].table.state.phase == "play")
        await self._give_away(member, by_hand[:some])

    async def _look_after(self, room: Room) -> None:
        if room.failure is not None:
            with suppress(Refused):  # locked, or another server's by now
                await self.room(room.id)
        elif room.table.state.closed:
            self._failed.pop(room.id, None)
            await self._forget(room)
        elif room.choices.lobby and self._is_deserted(room):
            room.close_when_idle()

    def _is_deserted(self, room: Room) -> bool:
        since = room.audience.empty_since
        people = any(not patron.bot for patron in room.table.state.patrons.values())
        return (
            since is not None
            and not people
            and self.settings.table_clock.now() - since > IDLE_SECONDS
        )

    async def _start_again(self, room: Room) -> None:
        """A table that failed is to come back as the store has it."""
        log.warning("table %s starts again: %r", room.id, room.failure)
        for account in room.members.values():
            await self.accounts.reload_chips(account)
        row = await asyncio.to_thread(self._store.find_table, room.id)
        ours = self._member is None or (row is not None and row.server == self._member.id)
        if row is not None and row.closed is None and ours:
            self._waiting[room.id] = row
        await self._forget(room)

    async def _forget(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
        await room.stop()
        for account in room.members.values():
            account.seats.pop(room.id, None)

    # Finding.

    async def room(self, table: str) -> Room:
        """The room of a table, brought back from the store if need be."""
        room = self.rooms.get(table)
        if room is not None and room.failure is None:
            return room
        if table in self.locked:
            raise self.locked[table].refusal()
        if room is None and table not in self._waiting:
            await self._wait_for(table)
        async with self._bringing_back:
            return await self._find(table)

    async def _wait_for(self, table: str) -> None:
        """Until a table that has lost its server is ours, or another's, which is raised."""
        if self._member is None:
            raise _no_table(table)
        try:
            async with asyncio.timeout(PATIENCE):
                while table not in self._waiting and table not in self.rooms:
                    row, peer = await asyncio.to_thread(self._member.owner_of, table)
                    if row is None or row.closed is not None:
                        raise _no_table(table)
                    if peer is not None and peer.id != self._member.id:
                        raise Elsewhere(peer)
                    await asyncio.sleep(BEAT / 7)
        except TimeoutError:
            raise Refused("shutting-down", "the table has no server yet; try again") from None

    async def _find(self, table: str) -> Room:
        room = self.rooms.get(table)
        if room is not None and room.failure is None:
            return room
        if room is not None:
            await self._start_again(room)
        row = self._waiting.get(table)
        if row is None and self._member is not None:
            raise Refused("shutting-down", "the table goes to another server; try again")
        if row is None or self._stopping:
            raise _no_table(table)
        found = await self._bring_back_or_lock(row)
        if room is not None and not isinstance(room.failure, NotKeptError):
            # What fails twice at the same place will fail again.
            count = found.table.state.count
            found.hopeless = self._failed.get(table) == count
            self._failed[table] = count
        del self._waiting[table]
        self.rooms[table] = found
        found.start()
        return found

    def here(self) -> list[dict[str, Any]]:
        """The open tables of this server that anybody may find."""
        return [
            table_line(room)
            for room in self.rooms.values()
            if not (room.table.state.closed or room.closing or room.choices.private)
        ]

    def all_here(self) -> list[dict[str, Any]]:
        """Every open table of this server, as the house manages it."""
        return [house_line(room) for room in self.rooms.values() if not room.table.state.closed]

    async def tables(
        self, filing: str | None = None, family: str | None = None
    ) -> list[dict[str, Any]]:
        """Open tables, of all servers, those with people who are there first."""
        lines = [*self.here(), *(await self._others.tables())]
        wanted = [
            line
            for line in lines
            if filing in (None, line["filing"]) and family in (None, line["family"])
        ]
        wanted.sort(key=lambda line: (-line["present"], line["filing"], line["id"]))
        return wanted[: self.settings.limits.table_list]

    async def all_back(self) -> list[Room]:
        """The rooms of this server, when all of its tables are back."""
        await self.restored.wait()
        for table in list(self._waiting):
            with suppress(Refused):  # locked
                await self.room(table)
        return list(self.rooms.values())

    # Opening.

    async def open(self, setup: Setup, choices: Choices, deed: Deed | None = None) -> Room:
        """A new table under the rules of its filing, in the hours of the house book."""
        check_hours(self.accounts.now())
        if await asyncio.to_thread(self._store.find_table, setup.table) is not None:
            raise Refused("table-known", "there is or was a table of this name", where="table")
        if len(self.rooms) + len(self._waiting) >= self.settings.limits.tables:
            raise Refused("too-many", "no more tables can be opened; close some first")
        members: dict[str, Account] = {}
        most = self.settings.limits.seats_per_account
        journal = TableJournal(setup.table, self._store, members, most)
        journal.opening = {
            "id": setup.table,
            "filing": setup.filing,
            "choices": json.dumps(choices.as_json()),
            "opened": now_text(),
            "server": self._member.id if self._member else None,
            "epoch": journal.fence[1],
        }
        journal.deed = deed
        table = open_table(setup, journal, self.settings.source(), committed=True)
        room = self._make_room(table, journal, choices, members)
        await room.begin()
        self.rooms[room.id] = room
        room.start()
        return room

    def choices_for(
        self, setup: Setup, *, seats: int | None = None, bots: int | None = None,
        pace: Pace | None = None, lobby: bool = False, private: bool = False,
        pace_name: PaceName = "normal",
    ) -> Choices:  # fmt: skip
        filing = load(setup.filing)
        places = int(setup.options.get("seats", filing.table.seats))
        return Choices(
            seats=min(seats or places, places),
            bots=self.settings.bots if bots is None else bots,
            pace=pace or self.settings.pace.called(pace_name),
            lobby=lobby,
            private=private,
            pace_name=pace_name,
        )

    async def close(self, room: Room, deed: Deed) -> None:
        """Close a table after the hand in play, even if the service starts anew meanwhile."""
        await self.choose(room, replace(room.choices, closing=True), deed)
        room.close_when_idle()

    async def change(self, room: Room, wish: ChangedTable, deed: Deed) -> None:
        """Other terms between two hands, then other seats, bots or pace."""
        old = room.choices
        pace = self.settings.pace.called(wish.pace) if wish.pace else old.pace
        choices = replace(
            old,
            seats=min(wish.seats or old.seats, room.table.state.terms.seats),
            bots=old.bots if wish.bots is None else wish.bots,
            pace=pace,
            pace_name=wish.pace or old.pace_name,
            private=old.private if wish.private is None else wish.private,
        )
        if sitting := [
            seat
            for seat, name in room.table.state.seats.items()
            if seat > choices.seats and not room.table.state.patrons[name].bot
        ]:
            said = f"somebody sits at seat {sitting[0]}, which would be gone"
            raise Refused("seat-taken", said, where="seats")
        terms = wish.terms()
        if wish.pace:
            terms["seconds_to_act"] = max(1, int(pace.act_seconds))
        before = room.table.state.setup
        await room.change_terms(terms, deed)
        written = room.table.state.setup != before
        await self.choose(room, choices, None if written else deed)

    async def choose(self, room: Room, choices: Choices, deed: Deed | None = None) -> None:
        """What the house has chosen for a table is kept, and then holds."""
        wish = update(schema.tables).where(schema.tables.c.id == room.id)
        wish = wish.values(choices=json.dumps(choices.as_json()))

        def write(connection: Connection) -> None:
            connection.execute(wish)
            if deed is not None:
                deed.write(connection, now_text())

        await self._store.write(write, room.journal.fence)
        room.choose(choices)

    def _make_room(
        self, table: AnyTable, journal: TableJournal, choices: Choices, members: dict[str, Account]
    ) -> Room:
        source = random.Random(secrets.randbits(64))  # for bots, which need no secrets
        kind: type[Conduct[Any]] = BankedConduct if isinstance(table, BankedTable) else HandConduct
        conduct = kind(table, choices.pace, bots=choices.bots, seats=choices.seats, source=source)
        conduct.spares_newcomers = self.settings.spare_newcomers
        return Room(
            table.state.setup.table, table, journal, conduct, choices,
            members=members, limits=self.settings.limits, describe=table_whole,
            clock=self.settings.table_clock,
        )  # fmt: skip

    # Bringing back.

    async def _bring_back_or_lock(self, row: Row[Any]) -> Room:
        """The table as its records left it; one whose records do not hold is locked."""
        try:
            return await self._bring_back(row)
        except (NotOwnerError, OperationalError, InterfaceError):
            raise  # the store does not answer now; the table may be well
        except Exception as error:
            log.error("table %s is locked: %s", row.id, error, exc_info=error)
            locked = await asyncio.to_thread(examine, self._store, row, error)
            self.locked[row.id] = locked
            del self._waiting[row.id]
            raise locked.refusal() from None

    async def is_locked(self, table: str) -> bool:
        """Whether a table is locked here; of one elsewhere, its server knows."""
        if self._member is not None and table not in self.locked:
            row, peer = await asyncio.to_thread(self._member.owner_of, table)
            is_open = row is not None and row.closed is None
            if is_open and peer is not None and peer.id != self._member.id:
                raise Elsewhere(peer)
        return table in self.locked

    async def close_locked(self, table: str, by: Account) -> Locked:
        """Close a table that is locked, and return its chips."""
        if not await self.is_locked(table):
            raise Refused("no-such-table", "there is no locked table of this id", where="table")
        locked = self.locked[table]
        at = now_text()
        try:
            await self._store.write(lambda found: close_locked(found, locked, at, by.name))
        finally:
            for name in locked.owed:
                with suppress(Refused):  # one without an account is no reason to keep it locked
                    await self.accounts.reload_chips(await self.accounts.by_name(name))
        self.locked.pop(table, None)
        return locked

    async def _bring_back(self, row: Row[Any]) -> Room:
        """The table as its records left it, a hand in progress included."""
        past = await asyncio.to_thread(read_past, self._store, row.id)
        choices = Choices.from_json(json.loads(row.choices))
        members: dict[str, Account] = {}
        most = self.settings.limits.seats_per_account
        journal = TableJournal(row.id, self._store, members, most, row.epoch)
        table, before = await asyncio.to_thread(self._rebuild, past, journal)
        room = self._make_room(table, journal, choices, members)
        now = self.settings.table_clock.now()
        for patron in table.state.patrons.values():
            if not patron.bot:
                account = members[patron.name] = await self.accounts.by_name(patron.name)
                if self._member is not None:  # another server may have carried out some
                    await self.accounts.recall_commands(account)
                account.seats[row.id] = patron.seat or 0
                room.conduct.greet(patron.name).goes(now, choices.pace.act_seconds)
        journal.come_back()
        room.audience.come_back(past)
        if before is not None:
            start = before.state.count
            earlier = self._make_room(before, journal, choices, {})
            earlier.audience.last_settled = room.audience.last_settled
            earlier.audience.teller = room.audience.teller
            snapshot = earlier.audience.snapshot_text(None)
            held = [entry for entry in past.entries if entry.number >= start]
            room.audience.resume_hand(snapshot, held, start - 1)
        if table.other_rules:
            self._end_and_reopen(room)
        return room

    def _end_and_reopen(self, room: Room) -> None:
        """A table begun by other rules is not continued: it ends, and another one is opened.

        Its hand is void, everybody has their chips back in the account, and the log says why.
        """
        state, choices = room.table.state, room.choices
        log.warning("table %s is closed and opened anew: %s", room.id, room.table.other_rules)
        room.closing, room.hopeless = True, state.phase == "play"
        if not choices.closing:
            setup = replace(state.setup, table=new_id())
            self._tasks.append(asyncio.create_task(self._reopen(setup, choices), name="reopen"))

    async def _reopen(self, setup: Setup, choices: Choices) -> None:
        try:
            await self.open(setup, choices)
        except HousewayError as error:  # the filing of today may not permit it
            log.warning("%s cannot be opened anew: %s", setup.filing, error)

    def _rebuild(self, past: Past, journal: TableJournal) -> tuple[AnyTable, AnyTable | None]:
        """A table from its past, and as it was before the hand that is being played."""
        entries = past.entries
        journal.resume(past)
        table = restore(entries, journal, self.settings.source(), state=past.state())
        if table.state.phase != "play":
            return table, None
        before = entries[: hand_start(entries)]
        return table, restore(before, MemoryJournal(), random.Random(0), state=past.state())


def _no_table(table: str) -> Refused:
    return Refused("no-such-table", f"there is no open table {table[:60]!r}", where="table")


def new_id(*, secret: bool = False) -> str:
    """Names a table; of a private one nobody can guess it."""
    return secrets.token_hex(16 if secret else 6)


def hand_start(entries: Sequence[r.Entry]) -> int:
    """Where the command begins that dealt the hand in play."""
    place = max(
        place
        for place, entry in enumerate(entries)
        if isinstance(entry.record, r.NoMoreBets | r.HandStarted)
    )
    while place and entries[place - 1].more:
        place -= 1
    return place

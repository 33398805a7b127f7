"""A table's journal in the store: records, rounds, commands and chips in one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Any

from sqlalchemy import Connection, and_, delete, insert, update

from houseway.histories.event_log import START, write_line
from houseway.service.people.accounts import Account
from houseway.service.people.acts import Deed
from houseway.service.people.cage import enter
from houseway.service.storage import schema, sitting
from houseway.service.storage.keys import signer_of
from houseway.service.storage.store import Store
from houseway.service.tables.checkpoints import Checkpoints, Past
from houseway.table import records as r
from houseway.table.board import Board
from houseway.table.opening import AnyState

FORGET_AT_ONCE = 20  # commands long past that are removed together


class TableJournal:
    """Queues what a table writes; nobody may be told before `kept` is done.

    `members` are the people at the table by name: chips they buy or bring back move between
    their account and the table in the same transaction as the record that says so.
    """

    def __init__(
        self, table: str, store: Store, members: Mapping[str, Account], most_seats: int,
        epoch: int = 1,
    ) -> None:  # fmt: skip
        self._table, self._store, self._members = table, store, members
        self._most_seats = most_seats  # of an account, at all tables
        self.fence = (table, epoch)  # it is ours as long as this is its epoch
        self._seal = START
        self._checkpoints = Checkpoints()
        self._setup = 0  # the record that set the present terms
        self._first: int | None = None  # the record that began the present round
        self._round: int | None = None  # its number, once it was dealt
        self.opening: dict[str, Any] | None = None  # the row of a table that is new
        # Whose wish is being carried out: its id, and the digest of what was said.
        self.command: tuple[Account, str, str] | None = None
        self.deed: Deed | None = None  # of one who works here, which the next records carry out
        self.pending: list[Future[None]] = []
        self._previous: Future[None] | None = None
        self.fresh: list[r.Entry] = []  # written and not yet told

    def resume(self, past: Past) -> None:
        """Go on behind what the store holds."""
        self._seal = past.seal
        if past.checkpoint is not None:
            self._setup = past.checkpoint.setup
            self._checkpoints = Checkpoints(past.checkpoint.number)
        for entry in past.entries:
            self._follow(entry)

    def hand_is_over(self, state: AnyState, board: Board | None) -> None:
        """What was written is kept, and the table is between two hands: a checkpoint may be due.

        Nobody waits for it: without it, or with the one before, a start reads more records.
        """
        ripe = self._checkpoints.hand_is_over(state, self._seal, self._setup, board)
        if ripe is not None:
            self._store.submit(lambda connection: ripe.write(connection, self._table), self.fence)

    def _follow(self, entry: r.Entry) -> dict[str, Any] | None:
        """Keep track of rounds; a row for one that is over."""
        number, record = entry.number, entry.record
        match record:
            case r.Opened() | r.TermsChanged():
                self._setup = number
            case r.BankTaken():
                self._first = number
            case r.NoMoreBets():
                self._round = record.round
            case r.HandStarted():
                self._first, self._round = number, record.round
            case r.Settled() | r.HandSettled() | r.PointsSettled() | r.RoundVoided() if (
                self._round == record.round
            ):
                row = {
                    "table_id": self._table, "round": record.round, "first": self._first,
                    "last": number, "setup": self._setup, "at": entry.at,
                    "outcome": "void" if isinstance(record, r.RoundVoided) else "settled",
                }  # fmt: skip
                self._round = None
                return row
        return None

    def append(self, entries: Sequence[r.Entry], /) -> None:
        lines: list[dict[str, Any]] = []
        rounds: list[dict[str, Any]] = []
        chips: list[dict[str, Any]] = []
        sits: dict[int, bool] = {}  # by account, who came and went
        closed: str | None = None
        signer = signer_of(self._store.engine)
        for entry in entries:
            line, self._seal = write_line(entry, self._seal, signer)
            lines.append({"table_id": self._table, "number": entry.number, "line": line.decode()})
            record = entry.record
            row = self._follow(entry)
            if row is not None:
                rounds.append(row)
            if isinstance(record, r.BoughtIn | r.CashedOut):
                moved = self._chips(entry, record)
                if moved is not None:
                    chips.append(moved)
            elif isinstance(record, r.Sat | r.Came | r.Left):
                if (account := self._members.get(record.name)) is not None:
                    sits[account.id] = not isinstance(record, r.Left)
            elif isinstance(record, r.Closed):
                closed = entry.at
        command, forgotten = self._command_row(entries[-1])
        opening, self.opening = self.opening, None
        deed, self.deed = self.deed, None
        previous = self._previous

        def write(connection: Connection) -> None:
            if previous is not None and previous.done():
                previous.result()  # if that is missing, this must be missing too
            if opening is not None:
                connection.execute(insert(schema.tables), [opening])
            connection.execute(_RECORDS, lines)
            if forgotten is not None:
                connection.execute(forgotten)
            if command is not None:
                connection.execute(_COMMAND, command)
            if deed is not None:
                deed.write(connection, entries[-1].at, record=entries[-1].number)
            if chips:
                enter(connection, chips)
            for who, comes in sits.items():
                if comes:
                    sitting.sit(connection, self._table, who, self._most_seats)
                else:
                    sitting.leave(connection, self._table, who)
            if rounds:
                connection.execute(_ROUNDS, rounds)
            if closed is not None:
                sitting.leave(connection, self._table)
                connection.execute(
                    update(schema.tables)
                    .where(schema.tables.c.id == self._table)
                    .values(closed=closed)
                )

        self._previous = self._store.submit(write, None if opening is not None else self.fence)
        self.pending.append(self._previous)
        self.fresh += entries

    def _chips(self, entry: r.Entry, record: r.BoughtIn | r.CashedOut) -> dict[str, Any] | None:
        """The account's side of chips bought or brought back; bots have no account."""
        account = self._members.get(record.name)
        if account is None:
            return None
        bought = isinstance(record, r.BoughtIn)
        amount = -record.amount if bought else record.amount
        account.chips += amount
        return {
            "account": account.id, "amount": amount, "reason": record.kind,
            "table_id": self._table, "number": entry.number, "at": entry.at,
        }  # fmt: skip

    def _command_row(self, last: r.Entry) -> tuple[dict[str, Any] | None, Any]:
        """The command that caused the entries, and the removal of those long past."""
        if self.command is None:
            return None, None
        (account, command, digest), self.command = self.command, None
        row = {
            "account": account.id, "id": command, "table_id": self._table,
            "number": last.number, "at": last.at, "digest": digest,
        }  # fmt: skip
        commands = account.commands
        if len(commands.forgotten) < FORGET_AT_ONCE and command not in commands.forgotten:
            return row, None
        old, commands.forgotten = commands.forgotten, []
        c = schema.commands.c
        return row, delete(schema.commands).where(and_(c.account == account.id, c.id.in_(old)))

    async def look_where(self, account: Account) -> None:
        """Where somebody sits, other servers' tables too."""
        if self._store.member is not None:
            account.sits_at = await self._store.write(
                lambda found: sitting.sits_at(found, account.id)
            )

    def come_back(self) -> None:
        """The store knows who sits here; nobody waits for it."""
        people = [account.id for account in self._members.values()]
        if people:
            self._store.submit(
                lambda found: sitting.set_right(found, self._table, people), self.fence
            )

    async def look_up(self, account: Account, command: str) -> int | None:
        """Where a command has led to that the store has carried out."""
        row = await asyncio.wrap_future(self._store.command(account.id, self._table, command))
        return None if row is None else int(row.number)


_RECORDS = insert(schema.records)
_COMMAND = insert(schema.commands)  # an id that is there already fails: nothing is done twice
_ROUNDS = insert(schema.rounds)

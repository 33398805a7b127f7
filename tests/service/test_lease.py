"""The protocol by which servers share tables, run in every order Hypothesis can think of.

The code is that of the service; the database is a file whose clock the test moves. Servers join,
beat, write, fall silent for any time (they are just not heard of), die, and give tables away. A
write can be left open while time passes, and the answer to a commit can be lost. A file has one
writer at a time where PostgreSQL locks rows: that a server is not removed, nor its table taken,
while its write is under way is tried on PostgreSQL itself in `test_ownership.py`.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import Connection, Engine, create_engine, event, func, insert, select
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from houseway.service.storage import schema
from houseway.service.storage.ownership import NotOwnerError
from houseway.service.storage.servers import LEASE, Member, TablesLostError

PICK = st.integers(0, 99)


@dataclass
class Server:
    """One process: what it believes to have, and a write it may be in the middle of."""

    member: Member
    engine: Engine
    held: dict[str, tuple[int, int]] = field(default_factory=dict)  # epoch, next number
    under_way: tuple[Connection, str, str] | None = None  # a write that is not yet committed


class Lease(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self._folder = tempfile.TemporaryDirectory()
        self._url = f"sqlite:///{self._folder.name}/store.db"
        self._looking = self._engine()
        schema.metadata.create_all(self._looking)
        self.alive: list[Server] = []
        self.acknowledged: defaultdict[str, list[str]] = defaultdict(list)
        self.unsure: set[str] = set()
        self._names, self._values = count(), count()

    def teardown(self) -> None:
        for server in self.alive:
            self._end(server)
        self._looking.dispose()
        self._folder.cleanup()

    def _clock(self) -> float:
        return self.now

    def _engine(self) -> Engine:
        engine = create_engine(self._url, poolclass=NullPool, connect_args={"timeout": 0})

        @event.listens_for(engine, "connect")
        def connected(connection: Any, _: Any) -> None:
            connection.isolation_level = None
            connection.create_function("model_clock", 0, self._clock)
            connection.execute("PRAGMA synchronous=OFF")

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

        return engine

    def _end(self, server: Server) -> None:
        """Without a word: what was not committed never was."""
        if server.under_way is not None:
            server.under_way[0].close()
        server.engine.dispose()

    def _one(self, pick: int) -> Server:
        return self.alive[pick % len(self.alive)]

    def _forget(self, server: Server) -> None:
        self._end(server)
        self.alive.remove(server)

    # Life.

    @precondition(lambda self: len(self.alive) < 4)
    @rule()
    def join(self) -> None:
        engine, me = self._engine(), f"s{next(self._names)}"
        with suppress(OperationalError):  # another writes just now
            member = Member(engine, me, "", clock="model_clock()", steady=self._clock)
            self.alive.append(Server(member, engine))

    @rule(seconds=st.sampled_from([0.2, 1.0, LEASE - 0.1, LEASE + 0.1, 10.0]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: self.alive)
    @rule(pick=PICK)
    def crash(self, pick: int) -> None:
        self._forget(self._one(pick))

    @precondition(lambda self: self.alive)
    @rule(pick=PICK)
    def leave(self, pick: int) -> None:
        server = self._one(pick)
        if server.under_way is None:
            with suppress(OperationalError):
                server.member.leave()
                self._forget(server)

    @precondition(lambda self: self.alive)
    @rule(pick=PICK)
    def beat(self, pick: int) -> None:
        server = self._one(pick)
        if server.under_way is not None:
            return
        try:
            with suppress(OperationalError), server.engine.connect() as connection:
                server.member.check(connection)
        except NotOwnerError:
            self._forget(server)

    # Tables.

    @precondition(lambda self: self.alive)
    @rule(pick=PICK)
    def open_table(self, pick: int) -> None:
        server, table = self._one(pick), f"t{next(self._names)}"
        row = {"id": table, "filing": "", "choices": "", "opened": f"{self.now:09}",
               "server": server.member.id, "epoch": 1}  # fmt: skip
        if server.under_way is not None:
            return
        try:
            with suppress(OperationalError), server.engine.begin() as connection:
                server.member.count(connection)
                connection.execute(insert(schema.tables), [row])
                server.held[table] = (1, 0)
        except NotOwnerError:
            self._forget(server)

    @precondition(lambda self: self.alive)
    @rule(pick=PICK)
    def claim(self, pick: int) -> None:
        server = self._one(pick)
        if server.under_way is not None:
            return
        try:
            with suppress(OperationalError):
                for row in server.member.claim():
                    server.held[row.id] = (row.epoch, self._length(row.id))  # it is brought back
        except NotOwnerError:
            self._forget(server)

    def _length(self, table: str) -> int:
        c = schema.records.c
        with self._looking.connect() as connection:
            number = select(func.count()).where(c.table_id == table)
            return int(connection.execute(number).scalar_one())

    @precondition(lambda self: self.alive)
    @rule(pick=PICK, which=PICK, heard=st.booleans())
    def give_away(self, pick: int, which: int, heard: bool) -> None:
        """Who has not heard that it is done believes the table to be its own."""
        server = self._one(pick)
        table = self._table(server, which)
        if table is None:
            return
        try:
            with suppress(OperationalError), server.engine.begin() as connection:
                server.member.count(connection)
                server.member.release([table], connection)
            if heard:
                del server.held[table]
        except NotOwnerError:
            self._forget(server)

    # Writing.

    def _begin(self, server: Server, table: str) -> tuple[Connection, str, int] | None:
        """Everything of a write but its commit."""
        epoch, number = server.held[table]
        value = f"{server.member.id} {epoch} {next(self._values)}"
        connection = server.engine.connect()
        try:
            commit = server.member.count(connection, [(table, epoch)])
            # Two who write at the same place would be two owners: the key would not allow it.
            row = {"table_id": table, "number": number, "line": value}
            connection.execute(insert(schema.records), [row])
        except BaseException as error:
            connection.close()
            if isinstance(error, TablesLostError):
                del server.held[table]
                return None
            if isinstance(error, NotOwnerError):
                self._forget(server)
                return None
            if isinstance(error, OperationalError):
                return None
            raise
        return connection, value, commit

    def _table(self, server: Server, which: int) -> str | None:
        if server.under_way is not None or not server.held:
            return None
        return sorted(server.held)[which % len(server.held)]

    @precondition(lambda self: self.alive)
    @rule(pick=PICK, which=PICK, answer=st.sampled_from(["heard", "lost", "lost before it came"]))
    def write(self, pick: int, which: int, answer: str) -> None:
        server = self._one(pick)
        table = self._table(server, which)
        begun = None if table is None else self._begin(server, table)
        if begun is None or table is None:
            return
        connection, value, commit = begun
        epoch, number = server.held[table]
        if answer != "lost before it came":
            connection.commit()
        connection.close()
        if answer == "heard":
            self._kept(server, table, value)
            return
        try:
            with server.engine.connect() as connection:
                happened = server.member.has_committed(connection, commit)
        except NotOwnerError:
            self.unsure.add(value)
            self._forget(server)
            return
        assert happened == (answer == "lost")
        if happened:
            self._kept(server, table, value)
        assert server.held[table] == (epoch, number + happened)

    def _kept(self, server: Server, table: str, value: str) -> None:
        self.acknowledged[table].append(value)
        epoch, number = server.held[table]
        server.held[table] = (epoch, number + 1)

    @precondition(lambda self: self.alive)
    @rule(pick=PICK, which=PICK)
    def begin_and_fall_silent(self, pick: int, which: int) -> None:
        server = self._one(pick)
        table = self._table(server, which)
        begun = None if table is None else self._begin(server, table)
        if begun is not None and table is not None:
            server.under_way = (begun[0], table, begun[1])

    @precondition(lambda self: any(server.under_way for server in self.alive))
    @rule(arrives=st.booleans())
    def the_silent_one_wakes(self, arrives: bool) -> None:
        server = next(one for one in self.alive if one.under_way)
        assert server.under_way is not None
        connection, table, value = server.under_way
        server.under_way = None
        if arrives:
            connection.commit()
            self._kept(server, table, value)
        connection.close()

    # What holds.

    def _records(self) -> dict[str, list[str]]:
        r = schema.records
        found: defaultdict[str, list[str]] = defaultdict(list)
        with self._looking.connect() as connection:
            for row in connection.execute(select(r).order_by(r.c.table_id, r.c.number)):
                found[row.table_id].append(row.line)
        return found

    @invariant()
    def nothing_acknowledged_is_lost_and_nothing_is_there_twice(self) -> None:
        records = self._records()
        for table, values in self.acknowledged.items():
            there = records[table]
            assert len(set(there)) == len(there)
            assert [value for value in there if value not in self.unsure] == values

    @invariant()
    def no_epoch_has_two_writers_and_none_comes_back(self) -> None:
        for there in self._records().values():
            writers: dict[int, str] = {}
            last = 0
            for server, epoch in ((line.split()[0], int(line.split()[1])) for line in there):
                assert epoch >= last
                assert writers.setdefault(epoch, server) == server
                last = epoch


TestLease = Lease.TestCase
TestLease.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)

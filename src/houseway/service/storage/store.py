"""The store: a database that is written to by one thread, many commands in one commit.

Whoever submits a write gets a future that is done when the write is on the disk. Writes that
arrive while a commit is under way go into the next one together. A write that fails takes no
other with it. When the answer to a commit is lost, the store finds out whether it happened before
anything is done again.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Table, create_engine, event, func, or_, select
from sqlalchemy.engine import make_url
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError

from houseway.errors import HousewayError
from houseway.service.storage import schema
from houseway.service.storage.archives import last_archived, lines, of_kind
from houseway.service.storage.migrations import SHARED, VERSIONS, current_version, migrate
from houseway.service.storage.ownership import (
    FileHold,
    NotOwnerError,
    Owner,
    SessionHold,
)
from houseway.service.storage.servers import Fence, Member, TablesLostError, may_migrate, server_id

T = TypeVar("T")
Write = Callable[[Connection], T]

_LARGEST_GROUP = 500
_LOOK_SECONDS = 1.0  # between two looks whether the store is still ours
# Seconds before each new try when the database has gone away: it may be starting again.
_PAUSES = (0.0, 0.1, 0.3, 0.6, 1.0, 1.5)
# After which PostgreSQL ends a write that its sender has left alone, and gives its locks free: no
# longer than a lease, since nobody can take a server's tables while it writes.
_LEFT_ALONE = 2_000  # milliseconds
# A line that was cut is noticed, not waited for.
_LINE = {
    "connect_timeout": 5, "keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 2,
    "tcp_user_timeout": 5_000,
}  # fmt: skip
_AGAIN = ("40001", "40P01", "55P03")  # what PostgreSQL says of two who wait for each other

log = logging.getLogger("houseway.service")


def folder_beside(url: URL, name: str) -> Path | None:
    """A folder that stands beside a database in a file, if there is one."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    folder = Path(url.database).absolute().parent / name
    return folder if folder.is_dir() else None


def database_url(database: str) -> URL:
    """The URL of a database: as given, or that of a SQLite file by its path.

    >>> database_url("postgresql://localhost/cards").drivername
    'postgresql+psycopg'
    >>> database_url("cards.db").drivername
    'sqlite'
    """
    try:
        url = make_url(database if "://" in database else f"sqlite:///{database}")
    except (ArgumentError, ValueError):
        raise HousewayError(
            "bad-database", "this is no URL of a database", where=database
        ) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise HousewayError(
            "bad-database",
            f"{url.drivername} is not supported; give sqlite:///PATH or postgresql://…",
            where="database",
        )
    if url.get_backend_name() == "postgresql":
        return url
    if not url.database or url.database == ":memory:":
        raise HousewayError(
            "bad-database", "a cardroom must be kept in a file: sqlite:///PATH", where="database"
        )
    return url.set(database=os.path.realpath(url.database))  # not by a name that may be moved


def make_engine(url: URL, name: str = "houseway") -> Engine:
    """`name` says whose a change is to those who are told of it."""
    if url.get_backend_name() == "postgresql":
        line = {**_LINE, "application_name": name}
        engine = create_engine(url, pool_pre_ping=True, hide_parameters=True, connect_args=line)

        @event.listens_for(engine, "connect")
        def on_session(connection: Any, _: Any) -> None:
            connection.execute(f"SET idle_in_transaction_session_timeout = {_LEFT_ALONE}")
            connection.commit()

        return engine
    assert url.database is not None
    _private_file(Path(url.database))
    engine = create_engine(url, pool_size=8, hide_parameters=True)

    begin_by_hand(engine)

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        for pragma in (
            "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000",
        ):  # fmt: skip
            connection.execute(f"PRAGMA {pragma}")

    return engine


def begin_by_hand(engine: Engine) -> None:
    """Have SQLite begin transactions where we do: for changes of the schema too, and so that all
    that one reads is of one state.
    """

    @event.listens_for(engine, "connect")
    def by_hand(connection: Any, _: Any) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")


def _private_file(path: Path) -> None:
    """A file for its owner alone: it holds the cards of running hands.

    One that is there is not opened: closing it again would drop the locks SQLite has on it.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        if not path.is_file() or not os.access(path, os.R_OK | os.W_OK):
            raise _cannot_write(path, "it is no file of yours") from None
    except OSError as error:
        raise _cannot_write(path, error.strerror or "") from None


def _cannot_write(path: Path, why: str) -> HousewayError:
    return HousewayError(
        "no-database", f"cannot be written: {why}; choose another --database", where=str(path)
    )


def _no_database(url: URL, error: DatabaseError) -> HousewayError:
    reason = str(error.orig).strip().splitlines()[0]
    return HousewayError(
        "no-database",
        f"the database cannot be used: {reason}; is it running, and is it a cardroom's?",
        where=url.render_as_string(hide_password=True),
    )


@dataclass(slots=True)
class _Pending:
    write: Write[Any]
    done: Future[Any]
    fence: Fence | None = None


def chips_in(connection: Connection, account: int) -> int:
    """What the ledger says lies in an account."""
    c = schema.chips.c
    total = select(func.coalesce(func.sum(c.amount), 0)).where(c.account == account)
    return int(connection.execute(total).scalar_one())


def _not_ours(fence: Fence | None) -> NotOwnerError:
    table = fence[0] if fence else ""
    return NotOwnerError(
        "not-owner", "another server has taken over this table", where=f"table {table}"
    )


class UnsureError(Exception):
    """The answer to a commit was lost, and so was the way to ask: it may have happened."""


class _WriteError(Exception):
    """A write has failed by itself; the database is well."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def _do(write: Write[T], connection: Connection) -> T:
    try:
        return write(connection)
    except Exception as error:
        if isinstance(error, DBAPIError) and (
            error.connection_invalidated or getattr(error.orig, "sqlstate", "") in _AGAIN
        ):
            raise
        raise _WriteError(error) from error


def _finish(connection: Connection) -> None:
    try:
        connection.commit()
    except BaseException:
        connection.invalidate()  # what has not reached the database by now never will
        raise


class Store:
    """A database of which this process is the owner, or (PostgreSQL) one of several servers.

    `lost` is done when another has become the owner. `address` is where other servers of the same
    store reach this one.
    """

    def __init__(self, database: str, *, address: str = "") -> None:
        self.url = database_url(database)
        me = server_id()
        self.engine = make_engine(self.url, me)
        self.member: Member | None = None
        self.lost: Future[NotOwnerError] = Future()
        self.lost.set_running_or_notify_cancel()
        try:
            self._hold: FileHold | None = None
            if self.url.get_backend_name() == "postgresql":
                self._owner: Owner | Member = self._join(me, address)
            else:
                self._hold = FileHold(self.engine)
                try:
                    migrate(self.engine)
                    self._owner = Owner(self.engine)
                except BaseException:
                    self._hold.release()
                    raise
        except BaseException as error:
            self.engine.dispose()
            if isinstance(error, DatabaseError):
                raise _no_database(self.url, error) from None
            raise
        self._queue: queue.SimpleQueue[_Pending | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._closed = False
        self._looked = time.monotonic()
        self._thread.start()

    def _join(self, me: str, address: str) -> Member:
        joining = SessionHold(self.engine)
        try:
            with self.engine.connect() as connection:
                if SHARED <= current_version(connection) < VERSIONS[-1]:
                    may_migrate(connection, self.url.render_as_string(hide_password=True))
            migrate(self.engine)
            self.member = Member(self.engine, me, address)
        finally:
            joining.release()
        return self.member

    def close(self) -> None:
        """Write what was submitted, then stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()
            if self.member is not None:
                with suppress(DatabaseError):  # who cannot say goodbye is missed soon enough
                    self.member.leave()
            if self._hold is not None:
                self._hold.release()
            self.engine.dispose()

    # Writing.

    def submit(self, write: Write[T], fence: Fence | None = None) -> Future[T]:
        """Have something written; the future is done when it is on the disk, or has failed.

        `fence` names the table it is about: it is not written if that is another server's now.
        """
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()  # whoever stops waiting does not stop the write
        if self._closed:
            done.set_exception(HousewayError("shutting-down", "the cardroom is closing"))
            return done
        self._queue.put(_Pending(write, done, fence if self.member is not None else None))
        return done

    async def write(self, write: Write[T], fence: Fence | None = None) -> T:
        """The same, waited for."""
        return await asyncio.wrap_future(self.submit(write, fence))

    @property
    def waiting(self) -> int:
        """How many writes are not yet begun."""
        return self._queue.qsize()

    def chips_of(self, account: int) -> Future[int]:
        """What lies in an account, read in the order of writes: those submitted are counted."""
        return self.submit(lambda connection: chips_in(connection, account))

    def command(self, account: int, table: str, command: str) -> Future[Row[Any] | None]:
        """A command that was carried out at a table, looked for behind all writes under way."""
        c = schema.commands.c
        wanted = select(schema.commands)
        wanted = wanted.where(c.account == account, c.table_id == table, c.id == command)
        return self.submit(lambda connection: connection.execute(wanted).first())

    def _write_all(self) -> None:
        last = False
        while not last:
            try:
                group = [self._queue.get(timeout=_LOOK_SECONDS)]
            except queue.Empty:
                group = []
            with suppress(queue.Empty):
                while group and group[-1] is not None and len(group) < _LARGEST_GROUP:
                    group.append(self._queue.get_nowait())
            last = bool(group) and group[-1] is None
            writes = [pending for pending in group if pending is not None]
            if writes:
                self._commit(writes)
            if time.monotonic() - self._looked >= _LOOK_SECONDS:
                self._look()

    def _commit(self, group: Sequence[_Pending]) -> None:
        try:
            results = self._transact(group)
        except TablesLostError as tables:
            for pending in group:
                if pending.fence in tables.lost:
                    pending.done.set_exception(_not_ours(pending.fence))
            rest = [pending for pending in group if pending.fence not in tables.lost]
            if rest:
                self._commit(rest)
        except _WriteError as failed:
            if len(group) == 1:
                group[0].done.set_exception(failed.error)
                return
            for pending in group:
                self._commit([pending])
        except Exception as error:
            if isinstance(error, NotOwnerError):
                self._lose(error)
            for pending in group:
                pending.done.set_exception(error)
        else:
            for pending, result in zip(group, results, strict=True):
                pending.done.set_result(result)

    def _transact(self, group: Sequence[_Pending]) -> list[Any]:
        """All the writes or none, once; a database that has gone away is waited for a little.

        After an UnsureError whoever submitted them must look before doing anything again.
        """
        unsure: tuple[int, list[Any]] | None = None  # a commit without an answer
        fences = [pending.fence for pending in group if pending.fence is not None]
        for pause in (*_PAUSES, None):
            if self.lost.done():
                raise self.lost.result()
            try:
                with self.engine.connect() as connection:
                    if unsure is not None:
                        if self._owner.has_committed(connection, unsure[0]):
                            return unsure[1]
                        connection.rollback()
                        unsure = None
                    number = self._owner.count(connection, fences)
                    results = [_do(pending.write, connection) for pending in group]
                    unsure = number, results
                    _finish(connection)
                    return results
            except (NotOwnerError, TablesLostError, _WriteError):
                raise
            except Exception as error:
                if pause is None and unsure is not None:
                    raise UnsureError(str(error)) from error
                if pause is None:
                    raise
                log.warning("the database does not answer: %s", error)
            time.sleep(pause)
        raise AssertionError  # the last try returns or raises

    def _look(self) -> None:
        """Whether the store is still ours, though there is nothing to write."""
        self._looked = time.monotonic()
        if self.lost.done():
            return
        try:
            with self.engine.connect() as connection:
                self._owner.check(connection)
        except NotOwnerError as error:
            self._lose(error)
        except DatabaseError as error:
            log.warning("the database does not answer: %s", error.orig)

    def _lose(self, error: NotOwnerError) -> None:
        if not self.lost.done():
            log.error("%s", error)
            self.lost.set_result(error)

    # Reading. These block; the service calls them in threads.

    def find_account(self, folded: str) -> Row[Any] | None:
        return self.first(select(schema.accounts).where(schema.accounts.c.folded == folded))

    def account_of_token(self, token_hash: str) -> tuple[str, Row[Any]] | None:
        """The stored hash and the account of a session, with the day it began."""
        a, s = schema.accounts, schema.sessions
        columns = (
            s.c.token, s.c.created.label("session_created"), s.c.id.label("session"), s.c.kind,
            s.c.began, s.c.made, s.c.address, s.c.agent, a,
        )  # fmt: skip
        found = self.first(select(*columns).join_from(s, a).where(s.c.token == token_hash))
        return None if found is None else (found.token, found)

    def commands_of(self, account: int, limit: int = 200) -> list[Row[Any]]:
        """The latest commands that were carried out, the oldest of them first."""
        c = schema.commands
        latest = select(c).where(c.c.account == account).order_by(c.c.at.desc()).limit(limit)
        return self.all(latest)[::-1]

    def open_tables(self) -> list[Row[Any]]:
        t = schema.tables
        return self.all(select(t).where(t.c.closed.is_(None)).order_by(t.c.opened, t.c.id))

    def find_table(self, table: str) -> Row[Any] | None:
        return self.first(select(schema.tables).where(schema.tables.c.id == table))

    def lines(self, table: str, first: int = 0, last: int | None = None) -> list[str]:
        """A table's records in their order, those in files too."""
        return self._read(lambda connection: list(lines(connection, table, first, last)))

    def brought_since(self, table: str, number: int) -> dict[str, int]:
        """By name, what people brought from their accounts to a table from a record on."""
        c, a = schema.chips.c, schema.accounts.c
        moved = (
            select(a.name, func.sum(-c.amount).label("brought"))
            .join_from(schema.chips, schema.accounts)
            .where(c.table_id == table, c.number >= number)
            .group_by(a.name)
        )
        return {row.name: int(row.brought) for row in self.all(moved)}

    def last_of(self, table: str, kind: str, until: int) -> int | None:
        """The number of a table's last record of a kind, up to another one."""
        r = schema.records.c
        wanted = select(r.number).where(r.table_id == table, r.number <= until, of_kind(kind))
        found = self.first(wanted.order_by(r.number.desc()).limit(1))
        if found is not None:
            return int(found.number)
        return self._read(lambda connection: last_archived(connection, table, kind, until))

    def lines_of(self, table: str, kinds: Iterable[str], before: int) -> list[str]:
        """A table's records of some kinds before another one."""
        r = schema.records.c
        named = or_(*map(of_kind, kinds))
        wanted = select(r.line).where(r.table_id == table, r.number < before, named)
        return [row.line for row in self.all(wanted.order_by(r.number))]

    def rounds(self, table: str, before: int | None, limit: int) -> list[Row[Any]]:
        """Finished rounds, the newest first."""
        r = schema.rounds
        wanted = select(r).where(r.c.table_id == table)
        if before is not None:
            wanted = wanted.where(r.c.round < before)
        return self.all(wanted.order_by(r.c.round.desc()).limit(limit))

    def find_round(self, table: str, number: int) -> Row[Any] | None:
        r = schema.rounds
        return self.first(select(r).where(r.c.table_id == table, r.c.round == number))

    def newest(self, table: Table, find: str, before: int | None, limit: int) -> list[Row[Any]]:
        """Rows of a list that speak of every word looked for, the newest first."""
        c = table.c
        wanted = select(table).where(
            *(c.words.contains(one, autoescape=True) for one in find.casefold().split())
        )
        if before is not None:
            wanted = wanted.where(c.id < before)
        return self.all(wanted.order_by(c.id.desc()).limit(limit))

    def _read(self, read: Callable[[Connection], T]) -> T:
        if self.lost.done():
            raise self.lost.result()
        with self.engine.connect() as connection:
            return read(connection)

    def all(self, query: Any) -> list[Row[Any]]:
        return self._read(lambda connection: list(connection.execute(query)))

    def first(self, query: Any) -> Row[Any] | None:
        found = self.all(query)
        return found[0] if found else None

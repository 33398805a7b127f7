"""The store: a database that is written to by one thread, many commands in one commit.

Whoever submits a write gets a future that is done when the write is on the disk. Writes that
arrive while a commit is under way go into the next one together. A write that fails takes no
other with it.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Engine, Row, create_engine, event, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import ArgumentError, DatabaseError

from houseway.errors import HousewayError
from houseway.service import schema
from houseway.service.migrations import migrate

T = TypeVar("T")
Write = Callable[[Connection], T]

_LARGEST_GROUP = 500
_LOCK_KEY = 0x686F757365  # "house", for PostgreSQL's advisory lock


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
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise HousewayError(
            "bad-database", "a cardroom must be kept in a file: sqlite:///PATH", where="database"
        )
    return url


def make_engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(url, pool_pre_ping=True)
    assert url.database is not None
    _private_file(Path(url.database))
    engine = create_engine(url, pool_size=8)

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, for changes of schema too
        for pragma in (
            "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000",
        ):  # fmt: skip
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _private_file(path: Path) -> None:
    """A file for its owner alone: it holds the cards of running hands."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise HousewayError(
            "no-database",
            f"cannot be written: {error.strerror}; choose another --database",
            where=str(path),
        ) from None


class Lock(Protocol):
    """Held while a process serves a database."""

    def release(self) -> None: ...


class _FileLock:
    def __init__(self, path: Path) -> None:
        import fcntl

        self._file = path.open("w")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise _in_use(str(path)) from None

    def release(self) -> None:
        self._file.close()


class _AdvisoryLock:
    def __init__(self, engine: Engine) -> None:
        self._connection = engine.connect()
        held = self._connection.execute(text(f"SELECT pg_try_advisory_lock({_LOCK_KEY})"))
        if not held.scalar_one():
            self._connection.close()
            raise _in_use(engine.url.render_as_string(hide_password=True))
        self._connection.commit()

    def release(self) -> None:
        self._connection.invalidate()  # the lock belongs to the connection, which must not live on
        self._connection.close()


def _in_use(where: str) -> HousewayError:
    return HousewayError(
        "in-use", "another cardroom is served from this database; stop it first", where=where
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


class Store:
    """A database in use by this process alone."""

    def __init__(self, database: str) -> None:
        self.url = database_url(database)
        self.engine = make_engine(self.url)
        try:
            self._lock = self._take_lock()
            try:
                migrate(self.engine)
            except BaseException:
                self._lock.release()
                raise
        except BaseException as error:
            self.engine.dispose()
            if isinstance(error, DatabaseError):
                raise _no_database(self.url, error) from None
            raise
        self._queue: queue.SimpleQueue[_Pending | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._closed = False
        self._thread.start()

    def _take_lock(self) -> Lock:
        if self.url.get_backend_name() == "sqlite":
            return _FileLock(Path(f"{self.url.database}.lock"))
        return _AdvisoryLock(self.engine)

    def close(self) -> None:
        """Write what was submitted, then stop."""
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()
            self._lock.release()
            self.engine.dispose()

    # Writing.

    def submit(self, write: Write[T]) -> Future[T]:
        """Have something written; the future is done when it is on the disk, or has failed."""
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()  # whoever stops waiting does not stop the write
        if self._closed:
            done.set_exception(HousewayError("shutting-down", "the cardroom is closing"))
            return done
        self._queue.put(_Pending(write, done))
        return done

    @property
    def waiting(self) -> int:
        """How many writes are not yet begun."""
        return self._queue.qsize()

    def chips_of(self, account: int) -> Future[int]:
        """What lies in an account, read in the order of writes: those submitted are counted."""
        c = schema.chips.c
        total = select(func.coalesce(func.sum(c.amount), 0)).where(c.account == account)
        return self.submit(lambda connection: int(connection.execute(total).scalar_one()))

    def _write_all(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            group, last = [first], False
            while len(group) < _LARGEST_GROUP:
                try:
                    pending = self._queue.get_nowait()
                except queue.Empty:
                    break
                if pending is None:
                    last = True
                    break
                group.append(pending)
            self._commit(group)
            if last:
                return

    def _commit(self, group: Sequence[_Pending]) -> None:
        try:
            with self.engine.begin() as connection:
                results = [pending.write(connection) for pending in group]
        except Exception as error:
            if len(group) == 1:
                group[0].done.set_exception(error)
                return
            for pending in group:
                self._commit([pending])
            return
        for pending, result in zip(group, results, strict=True):
            pending.done.set_result(result)

    # Reading. These block; the service calls them in threads.

    def find_account(self, folded: str) -> Row[Any] | None:
        return self._one(select(schema.accounts).where(schema.accounts.c.folded == folded))

    def account_of_token(self, token_hash: str) -> tuple[str, Row[Any]] | None:
        """The stored hash and the account of a session, with the day it began."""
        a, s = schema.accounts, schema.sessions
        columns = (
            s.c.token, s.c.created.label("session_created"), s.c.id.label("session"), s.c.kind,
            s.c.began, s.c.made, s.c.address, s.c.agent, a,
        )  # fmt: skip
        found = self._one(select(*columns).join_from(s, a).where(s.c.token == token_hash))
        return None if found is None else (found.token, found)

    def commands_of(self, account: int, limit: int = 200) -> list[Row[Any]]:
        """The latest commands that were carried out, the oldest of them first."""
        c = schema.commands
        latest = select(c).where(c.c.account == account).order_by(c.c.at.desc()).limit(limit)
        return self._all(latest)[::-1]

    def open_tables(self) -> list[Row[Any]]:
        t = schema.tables
        return self._all(select(t).where(t.c.closed.is_(None)).order_by(t.c.opened, t.c.id))

    def find_table(self, table: str) -> Row[Any] | None:
        return self._one(select(schema.tables).where(schema.tables.c.id == table))

    def lines(self, table: str, first: int = 0, last: int | None = None) -> list[str]:
        """A table's records in their order."""
        r = schema.records
        wanted = select(r.c.line).where(r.c.table_id == table, r.c.number >= first)
        if last is not None:
            wanted = wanted.where(r.c.number <= last)
        return [row.line for row in self._all(wanted.order_by(r.c.number))]

    def rounds(self, table: str, before: int | None, limit: int) -> list[Row[Any]]:
        """Finished rounds, the newest first."""
        r = schema.rounds
        wanted = select(r).where(r.c.table_id == table)
        if before is not None:
            wanted = wanted.where(r.c.round < before)
        return self._all(wanted.order_by(r.c.round.desc()).limit(limit))

    def find_round(self, table: str, number: int) -> Row[Any] | None:
        r = schema.rounds
        return self._one(select(r).where(r.c.table_id == table, r.c.round == number))

    def _all(self, query: Any) -> list[Row[Any]]:
        with self.engine.connect() as connection:
            return list(connection.execute(query))

    def _one(self, query: Any) -> Row[Any] | None:
        with self.engine.connect() as connection:
            found: Row[Any] | None = connection.execute(query).first()
            return found

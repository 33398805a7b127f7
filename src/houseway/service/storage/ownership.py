"""Who serves a store: one owner at a time, known by an epoch that every write checks.

So it is with a file. On PostgreSQL each table has its own owner among several servers
(`service/storage/servers.py`), by the same idea.

The *epoch* is a number in the store itself. Whoever becomes the owner raises it, and every write
begins by counting itself under it, in its own transaction: a server that was paused, cut off or
left behind finds that it is the owner no longer and has written nothing. The same count says
whether a commit happened whose answer was lost.

The *hold* is a lock of the database that ends with the process. It is only a courtesy, so that
a server started by mistake is refused instead of taking the store from the one that runs.
"""

from __future__ import annotations

import logging
import os
import socket
import sqlite3
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DatabaseError

from houseway.errors import HousewayError

CARDROOM = "cardroom"  # all that a store holds has one owner
_LOCK_KEY = 0x686F757365  # "house", for PostgreSQL's advisory lock
_TOGETHER_KEY = _LOCK_KEY + 1
JOINING_SECONDS = 10.0  # that one who joins waits for another

log = logging.getLogger("houseway.service")


class NotOwnerError(HousewayError):
    """The store is another's now: nothing was written, and nothing may be served from it."""


class Owner:
    """The right to write to a store, until somebody else takes it."""

    def __init__(self, engine: Engine) -> None:
        """Become the owner; waits for a write of the one before that is under way."""
        self._where = engine.url.render_as_string(hide_password=True)
        self._file = _RealFile(engine)
        with engine.begin() as connection:
            self._epoch: int = connection.execute(
                _TAKE, {"what": CARDROOM, "holder": holder(), "since": now()}
            ).scalar_one()

    def count(self, connection: Connection, fences: object = ()) -> int:
        """First in every write: that the store is still ours. The number of this commit."""
        del fences  # who has the store has all its tables
        self._file.check()
        mine = {"what": CARDROOM, "epoch": self._epoch}
        number: int | None = connection.execute(_COUNT, mine).scalar_one_or_none()
        if number is None:
            raise self._lost()
        return number

    def check(self, connection: Connection) -> int:
        """That the store is still ours, and the number of the last commit."""
        self._file.check()
        row = connection.execute(_LOOK, {"what": CARDROOM}).one()
        if row.epoch != self._epoch:
            raise self._lost()
        return int(row.commits)

    def has_committed(self, connection: Connection, number: int) -> bool:
        """Whether a commit happened whose answer was lost."""
        return self.check(connection) >= number

    def _lost(self) -> NotOwnerError:
        return NotOwnerError(
            "not-owner",
            "another server has taken over this store; this one has stopped",
            where=self._where,
        )


_TAKE = text(
    "UPDATE owners SET epoch = epoch + 1, holder = :holder, since = :since "
    "WHERE what = :what RETURNING epoch"
)
_COUNT = text(
    "UPDATE owners SET commits = commits + 1 WHERE what = :what AND epoch = :epoch "
    "RETURNING commits"
)
_LOOK = text("SELECT epoch, commits FROM owners WHERE what = :what")


def holder() -> str:
    return f"process {os.getpid()} on {socket.gethostname()}"


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class _RealFile:
    """The file behind a SQLite URL: a copy or another file in its place is not ours."""

    def __init__(self, engine: Engine) -> None:
        self._path = Path(engine.url.database or "")
        self._known = self._look()

    def _look(self) -> tuple[int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino

    def check(self) -> None:
        if self._look() != self._known:
            raise NotOwnerError(
                "not-owner",
                "the file was moved or replaced while it was served; this server has stopped",
                where=str(self._path),
            )


# The hold.


class FileHold:
    """SQLite's own lock on the real file, whatever name it is opened by.

    Every connection to a file with a write-ahead log has a shared lock on the file itself as long
    as it is open. Whether anybody has one is found by asking for it alone.
    """

    def __init__(self, engine: Engine) -> None:
        path = Path(engine.url.database or "")
        if path.stat().st_nlink > 1:
            raise HousewayError(
                "second-name",
                "the file has a second name (a hard link), under which SQLite would miss what was "
                "written under this one; remove one of the names",
                where=str(path),
            )
        alone = sqlite3.connect(path, timeout=1, isolation_level=None)
        try:
            alone.execute("PRAGMA locking_mode=EXCLUSIVE")
            alone.execute("BEGIN EXCLUSIVE")
            alone.execute("ROLLBACK")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise in_use(str(path)) from None
            raise DatabaseError("BEGIN EXCLUSIVE", {}, error) from None
        except sqlite3.DatabaseError as error:
            raise DatabaseError("BEGIN EXCLUSIVE", {}, error) from None
        finally:
            alone.close()
        self._connection = engine.connect()
        self._connection.execute(text("SELECT COUNT(*) FROM sqlite_master"))
        self._connection.rollback()

    def release(self) -> None:
        self._connection.close()


class SessionHold:
    """PostgreSQL's advisory lock, held while a server joins.

    Servers that join come one after the other. One of a version before several could share a store
    has it as long as it runs, and is not joined.
    """

    def __init__(self, engine: Engine) -> None:
        until = time.monotonic() + JOINING_SECONDS
        while True:
            connection = engine.connect()
            taken: Any = connection.execute(text(f"SELECT pg_try_advisory_lock({_LOCK_KEY})"))
            if taken.scalar_one():
                break
            connection.close()
            if time.monotonic() > until:
                raise in_use(engine.url.render_as_string(hide_password=True))
            time.sleep(0.1)
        connection.rollback()  # the lock is the session's, not the transaction's
        self._connection = connection

    def release(self) -> None:
        self._connection.invalidate()  # the session must not live on in the pool
        self._connection.close()


def in_use(where: str) -> HousewayError:
    return HousewayError(
        "in-use", "another cardroom is served from this database; stop it first", where=where
    )


# What is no table's is written by any server, one after the other where it must be.


def alone(connection: Connection) -> None:
    """Nobody else adds to what all servers count together until this transaction ends.

    One lock for all of it, so that no two can wait for each other.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({_TOGETHER_KEY})"))

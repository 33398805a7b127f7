"""A store that a released version has written, put into a database as that version left it."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import text

from houseway.service.storage.migrations import take_step
from houseway.service.storage.store import database_url, make_engine

FIXTURE = Path(__file__).parent / "fixtures" / "store-0.1.0.db"
# As it was kept: who sits where, in the middle of a hand.
TABLES = {
    "Guest 1": ("9913f5da88b8", "casino-club/three-card-poker-6-card-bonus"),
    "Guest 2": ("6a4e2b1e7a13", "napa-valley/no-bust-21st-century-blackjack"),
    "Guest 3": ("bdd482945ccd", "500-club/texas-holdem"),
    "Guest 4": ("058ffc79cc3f", "napa-valley/pai-gow-tiles"),
    "Guest 5": ("1cf98c3d0317", "500-club/face-up-chinese-poker"),
}
CLOSED = "850afcdc55ef"
_ORDER = ("accounts", "sessions", "tables", "records", "rounds", "commands", "chips")


def token_of(name: str) -> str:
    """What somebody of the old store comes in with."""
    return f"the-token-of-{name.replace(' ', '-')}"


def put(database: str, folder: Path) -> None:
    """The old store in an empty database; everybody in it has a session that is in use.

    The house's ends with the step to sessions of staff: it gets in by the token in its file.
    """
    path = folder / "old.db"
    shutil.copy(FIXTURE, path)
    with closing(sqlite3.connect(path)) as old:
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        for account, name in old.execute("SELECT id, name FROM accounts").fetchall():
            hashed = hashlib.sha256(token_of(name).encode()).hexdigest()
            old.execute("INSERT INTO sessions VALUES (?, ?, ?)", (hashed, account, at))
        old.commit()
        if database.startswith("postgres"):
            _copy(old, database)
            return
    name = database_url(database).database
    assert name is not None
    os.replace(path, name)


def _copy(old: sqlite3.Connection, database: str) -> None:
    engine = make_engine(database_url(database))
    with engine.begin() as new:
        new.execute(
            text("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, at TEXT NOT NULL)")
        )
        new.execute(text("INSERT INTO schema_version VALUES (1, '2025')"))
        take_step(1, new)
        old.row_factory = sqlite3.Row
        for table in _ORDER:
            rows = [dict(row) for row in old.execute(f"SELECT * FROM {table}")]
            names = ", ".join(rows[0])
            values = ", ".join(f":{name}" for name in rows[0])
            new.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), rows)
        for table in ("accounts", "chips"):
            new.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), "
                    f"(SELECT MAX(id) FROM {table}))"
                )
            )
    engine.dispose()

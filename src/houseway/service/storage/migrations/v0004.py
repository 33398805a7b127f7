"""Rulings of disputes are kept."""

from __future__ import annotations

from sqlalchemy import Connection, text

_STATEMENTS = (
    """CREATE TABLE rulings (
        id INTEGER PRIMARY KEY NOT NULL,
        link TEXT NOT NULL UNIQUE,
        at TEXT NOT NULL,
        ruled_by TEXT NOT NULL,
        filing TEXT NOT NULL,
        words TEXT NOT NULL,
        body TEXT NOT NULL
    )""",
)


def upgrade(connection: Connection) -> None:
    for statement in _STATEMENTS:
        connection.execute(text(statement))

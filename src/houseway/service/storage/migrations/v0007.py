"""Old records lie in files, which the store names."""

from __future__ import annotations

from sqlalchemy import Connection, text

_STATEMENTS = (
    """CREATE TABLE archives (
        table_id TEXT NOT NULL REFERENCES tables (id),
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        file TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (table_id, first)
    )""",
)


def upgrade(connection: Connection) -> None:
    for statement in _STATEMENTS:
        connection.execute(text(statement))

"""Tables are brought back by checkpoints, which follow from their records."""

from __future__ import annotations

from sqlalchemy import Connection, text

_STATEMENTS = (
    """CREATE TABLE checkpoints (
        table_id TEXT PRIMARY KEY NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        seal TEXT NOT NULL,
        body TEXT NOT NULL
    )""",
)


def upgrade(connection: Connection) -> None:
    for statement in _STATEMENTS:
        connection.execute(text(statement))

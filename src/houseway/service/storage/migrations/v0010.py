"""Who sits at which table, so that all servers count it together; open tables fill it in."""

from __future__ import annotations

from sqlalchemy import Connection, text

_STATEMENT = """CREATE TABLE seats (
    account INTEGER NOT NULL REFERENCES accounts (id),
    table_id TEXT NOT NULL,
    PRIMARY KEY (account, table_id)
)"""


def upgrade(connection: Connection) -> None:
    connection.execute(text(_STATEMENT))
    connection.execute(text("CREATE INDEX seats_by_table ON seats (table_id)"))

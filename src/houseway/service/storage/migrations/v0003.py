"""Accounts: sessions that can be listed, second factors, invitations, how names look."""

from __future__ import annotations

from sqlalchemy import Connection, text

from houseway.service.names import looks

STATEMENTS = (
    "ALTER TABLE accounts ADD COLUMN totp TEXT",
    "ALTER TABLE accounts ADD COLUMN totp_step BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE sessions ADD COLUMN id TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN kind TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN began TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN made TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE sessions ADD COLUMN agent TEXT NOT NULL DEFAULT ''",
    "UPDATE sessions SET id = substr(token, 1, 16), began = created, made = created",
    # Only the token in the file could be the house's.
    """UPDATE sessions SET kind = 'file'
        WHERE account IN (SELECT id FROM accounts WHERE role = 'house')""",
    "CREATE INDEX sessions_by_account ON sessions (account)",
    """CREATE TABLE looks (
        look TEXT PRIMARY KEY NOT NULL,
        account INTEGER NOT NULL REFERENCES accounts (id)
    )""",
    """CREATE TABLE invites (
        secret TEXT PRIMARY KEY NOT NULL,
        account INTEGER NOT NULL REFERENCES accounts (id),
        totp TEXT NOT NULL,
        ends TEXT NOT NULL
    )""",
    """CREATE TABLE sightings (
        account INTEGER NOT NULL REFERENCES accounts (id),
        address TEXT NOT NULL,
        first TEXT NOT NULL,
        last TEXT NOT NULL,
        PRIMARY KEY (account, address)
    )""",
)


def finish(connection: Connection) -> None:
    # Two that look alike may have been let in: the first one has the look.
    add = text(
        "INSERT INTO looks (look, account) VALUES (:look, :account) ON CONFLICT (look) DO NOTHING"
    )
    for row in connection.execute(text("SELECT id, name FROM accounts ORDER BY id")).all():
        for look in sorted(looks(row.name)):
            connection.execute(add, {"look": look, "account": row.id})

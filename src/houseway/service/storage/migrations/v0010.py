"""Who sits at which table, so that all servers count it together; open tables fill it in."""

STATEMENTS = (
    """CREATE TABLE seats (
        account INTEGER NOT NULL REFERENCES accounts (id),
        table_id TEXT NOT NULL,
        PRIMARY KEY (account, table_id)
    )""",
    "CREATE INDEX seats_by_table ON seats (table_id)",
)

"""Long work of the desk is kept, with what it has found."""

STATEMENTS = (
    """CREATE TABLE jobs (
        id TEXT PRIMARY KEY NOT NULL,
        account INTEGER NOT NULL REFERENCES accounts (id),
        at TEXT NOT NULL,
        kind TEXT NOT NULL,
        filing TEXT NOT NULL,
        wish TEXT NOT NULL,
        name TEXT NOT NULL,
        state TEXT NOT NULL,
        beat TEXT NOT NULL,
        share DOUBLE PRECISION NOT NULL,
        result TEXT NOT NULL,
        error TEXT NOT NULL
    )""",
    "CREATE INDEX jobs_by_account ON jobs (account)",
)

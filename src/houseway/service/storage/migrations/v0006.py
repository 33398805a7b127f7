"""What those who work here did is kept."""

STATEMENTS = (
    """CREATE TABLE acts (
        id {serial},
        at TEXT NOT NULL,
        acted TEXT NOT NULL,
        act TEXT NOT NULL,
        about TEXT NOT NULL,
        facts TEXT NOT NULL,
        words TEXT NOT NULL
    )""",
)

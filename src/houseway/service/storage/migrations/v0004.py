"""Rulings of disputes are kept."""

STATEMENTS = (
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

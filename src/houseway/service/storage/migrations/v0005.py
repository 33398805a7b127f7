"""Tables are brought back by checkpoints, which follow from their records."""

STATEMENTS = (
    """CREATE TABLE checkpoints (
        table_id TEXT PRIMARY KEY NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        seal TEXT NOT NULL,
        body TEXT NOT NULL
    )""",
)

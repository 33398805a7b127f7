"""Old records lie in files, which the store names."""

STATEMENTS = (
    """CREATE TABLE archives (
        table_id TEXT NOT NULL REFERENCES tables (id),
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        file TEXT NOT NULL,
        digest TEXT NOT NULL,
        PRIMARY KEY (table_id, first)
    )""",
)

"""The first store: accounts and their chips, tables and their records."""

STATEMENTS = (
    """CREATE TABLE accounts (
        id {serial},
        name TEXT NOT NULL,
        folded TEXT NOT NULL UNIQUE,
        role TEXT NOT NULL,
        password TEXT,
        created TEXT NOT NULL
    )""",
    """CREATE TABLE sessions (
        token TEXT PRIMARY KEY NOT NULL,
        account INTEGER NOT NULL REFERENCES accounts (id),
        created TEXT NOT NULL
    )""",
    """CREATE TABLE tables (
        id TEXT PRIMARY KEY NOT NULL,
        filing TEXT NOT NULL,
        choices TEXT NOT NULL,
        opened TEXT NOT NULL,
        closed TEXT
    )""",
    """CREATE TABLE records (
        table_id TEXT NOT NULL REFERENCES tables (id),
        number INTEGER NOT NULL,
        line TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    )""",
    """CREATE TABLE rounds (
        table_id TEXT NOT NULL REFERENCES tables (id),
        round INTEGER NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        setup INTEGER NOT NULL,
        outcome TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (table_id, round)
    )""",
    """CREATE TABLE commands (
        account INTEGER NOT NULL REFERENCES accounts (id),
        id TEXT NOT NULL,
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (account, id)
    )""",
    """CREATE TABLE chips (
        id {serial},
        account INTEGER NOT NULL REFERENCES accounts (id),
        amount BIGINT NOT NULL,
        reason TEXT NOT NULL,
        table_id TEXT,
        number INTEGER,
        at TEXT NOT NULL
    )""",
    "CREATE INDEX chips_by_account ON chips (account)",
)

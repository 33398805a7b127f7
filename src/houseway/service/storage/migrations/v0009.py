"""Several servers share a store: each has a row and a lease, each open table one for its owner."""

STATEMENTS = (
    """CREATE TABLE servers (
        id TEXT PRIMARY KEY NOT NULL,
        address TEXT NOT NULL,
        secret TEXT NOT NULL,
        version TEXT NOT NULL,
        format INTEGER NOT NULL,
        until DOUBLE PRECISION NOT NULL,
        commits BIGINT NOT NULL,
        leaving INTEGER NOT NULL,
        holder TEXT NOT NULL,
        since TEXT NOT NULL
    )""",
    "ALTER TABLE tables ADD COLUMN server TEXT",
    "ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0",
    "CREATE INDEX tables_open ON tables (server) WHERE closed IS NULL",
    # An id stands for one command at one table: two servers need not ask each other about it.
    """CREATE TABLE commands_by_table (
        account INTEGER NOT NULL REFERENCES accounts (id),
        id TEXT NOT NULL,
        table_id TEXT NOT NULL,
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        digest TEXT,
        PRIMARY KEY (account, id, table_id)
    )""",
    "INSERT INTO commands_by_table SELECT account, id, table_id, number, at, digest FROM commands",
    "DROP TABLE commands",
    "ALTER TABLE commands_by_table RENAME TO commands",
)
# Whoever keeps an account in memory hears that it has changed, when that is committed, and by whom.
POSTGRES = (
    """CREATE FUNCTION tell_account() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_notify('houseway', concat_ws(' ', current_setting('application_name'), 'account',
            to_jsonb(COALESCE(NEW, OLD)) ->> TG_ARGV[0]));
        RETURN NULL;
    END $$""",
    """CREATE TRIGGER told AFTER UPDATE ON accounts
        FOR EACH ROW EXECUTE FUNCTION tell_account('id')""",
    """CREATE TRIGGER told AFTER DELETE ON sessions
        FOR EACH ROW EXECUTE FUNCTION tell_account('account')""",
    """CREATE TRIGGER told AFTER INSERT ON chips
        FOR EACH ROW EXECUTE FUNCTION tell_account('account')""",
)

"""One owner by an epoch, commands known by what they said, and chips that move once a record."""

STATEMENTS = (
    """CREATE TABLE owners (
        what TEXT PRIMARY KEY NOT NULL,
        epoch BIGINT NOT NULL,
        commits BIGINT NOT NULL,
        holder TEXT NOT NULL,
        since TEXT NOT NULL
    )""",
    "INSERT INTO owners (what, epoch, commits, holder, since) VALUES ('cardroom', 0, 0, '', '')",
    # What was asked under an id; nothing is known of commands carried out before.
    "ALTER TABLE commands ADD COLUMN digest TEXT",
    # A record moves chips between the table and one account, once.
    "CREATE UNIQUE INDEX chips_by_record ON chips (table_id, number)",
    # Why the house closed a table out of turn, and what it gave back.
    "ALTER TABLE tables ADD COLUMN remark TEXT",
)

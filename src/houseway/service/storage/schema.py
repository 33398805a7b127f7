"""The tables of the store as the queries use them; `migrations` make them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

metadata = MetaData()

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),  # the name as it is compared
    Column("role", Text, nullable=False),
    Column("password", Text),  # its argon2 hash; a guest has none
    Column("created", Text, nullable=False),
    Column("totp", Text),  # the secret of the second factor
    Column("totp_step", BigInteger, nullable=False, server_default="0"),  # the last one used
)

looks = Table(
    "looks",
    metadata,
    Column("look", Text, primary_key=True),  # what a name may be taken for
    Column("account", ForeignKey("accounts.id"), nullable=False),
)

invites = Table(
    "invites",
    metadata,
    Column("secret", Text, primary_key=True),  # the hash of it
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("totp", Text, nullable=False),  # what the second factor will be
    Column("ends", Text, nullable=False),
)

sightings = Table(
    "sightings",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("address", Text, primary_key=True),
    Column("first", Text, nullable=False),
    Column("last", Text, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", Text, primary_key=True),  # the hash of it
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("created", Text, nullable=False),  # or last used, to the day
    Column("id", Text, nullable=False),  # the same for tokens that follow each other
    Column("kind", Text, nullable=False),  # "file": the one in the house's file
    Column("began", Text, nullable=False),
    Column("made", Text, nullable=False),  # when this token was
    Column("address", Text, nullable=False),
    Column("agent", Text, nullable=False),
    Index("sessions_by_account", "account"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("filing", Text, nullable=False),
    Column("choices", Text, nullable=False),  # JSON: seats, bots, pace, who opened it
    Column("opened", Text, nullable=False),
    Column("closed", Text),
    Column("remark", Text),  # JSON: why the house closed it out of turn, and what it gave back
    Column("server", Text),  # whose it is among several
    Column("epoch", BigInteger, nullable=False, server_default="0"),  # raised with every new owner
    Index(
        "tables_open",
        "server",
        sqlite_where=text("closed IS NULL"),
        postgresql_where=text("closed IS NULL"),
    ),
)

records = Table(
    "records",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),  # as in an event log, its seal included
)

archives = Table(
    "archives",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),  # record in the file
    Column("last", Integer, nullable=False),
    Column("file", Text, nullable=False),  # where it lies
    Column("digest", Text, nullable=False),  # SHA-256 of its lines
)

checkpoints = Table(
    "checkpoints",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, nullable=False),  # of the first record it does not hold
    Column("seal", Text, nullable=False),  # of the last one it does
    Column("body", Text, nullable=False),  # JSON: what the records before it add up to
)

rounds = Table(
    "rounds",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("setup", Integer, nullable=False),  # the record that set the terms
    Column("outcome", Text, nullable=False),
    Column("at", Text, nullable=False),
)

commands = Table(
    "commands",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("id", Text, primary_key=True),
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("digest", Text),  # of what was said; none from before it was kept
)

chips = Table(
    "chips",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("amount", BigInteger, nullable=False),  # cents to the account, from it below zero
    Column("reason", Text, nullable=False),
    Column("table_id", Text),
    Column("number", Integer),  # of the record that moved them
    Column("at", Text, nullable=False),
    Index("chips_by_account", "account"),
    Index("chips_by_record", "table_id", "number", unique=True),
)

seats = Table(
    "seats",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("table_id", Text, primary_key=True),
    Index("seats_by_table", "table_id"),
)

rulings = Table(
    "rulings",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("link", Text, nullable=False, unique=True),  # nobody can guess it
    Column("at", Text, nullable=False),
    Column("ruled_by", Text, nullable=False),
    Column("filing", Text, nullable=False),
    Column("words", Text, nullable=False),  # what it is found by
    Column("body", Text, nullable=False),  # JSON: the facts and the answer as it was given
)

jobs = Table(
    "jobs",
    metadata,
    Column("id", Text, primary_key=True),  # nobody can guess it
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("filing", Text, nullable=False),
    Column("wish", Text, nullable=False),  # JSON: what was asked for
    Column("name", Text, nullable=False),  # under which it is saved; empty: it is not
    Column("state", Text, nullable=False),
    Column("beat", Text, nullable=False),  # when the server that works at it last wrote here
    Column("share", Double, nullable=False),
    Column("result", Text, nullable=False),  # JSON: what is found, or found so far
    Column("error", Text, nullable=False),  # JSON: why it was refused
    Index("jobs_by_account", "account"),
)

acts = Table(
    "acts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Text, nullable=False),
    Column("acted", Text, nullable=False),  # who
    Column("act", Text, nullable=False),
    Column("about", Text, nullable=False),  # a table, a name, a ruling's number
    Column("facts", Text, nullable=False),  # JSON
    Column("words", Text, nullable=False),  # what it is found by
)

owners = Table(
    "owners",
    metadata,
    Column("what", Text, primary_key=True),
    Column("epoch", BigInteger, nullable=False),  # raised by everybody who becomes the owner
    Column("commits", BigInteger, nullable=False),
    Column("holder", Text, nullable=False),  # in words, for people
    Column("since", Text, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),  # where the others reach it
    Column("secret", Text, nullable=False),  # by which it knows them
    Column("version", Text, nullable=False),
    Column("format", Integer, nullable=False),  # of the logs it writes
    Column("until", Double, nullable=False),  # alive, in seconds by the database's clock
    Column("commits", BigInteger, nullable=False),
    Column("leaving", Integer, nullable=False),  # 1: it takes no more tables
    Column("holder", Text, nullable=False),  # in words, for people
    Column("since", Text, nullable=False),
)

"""Old records of tables in files: out of the store, still looked up and verified as before.

A file holds the lines of one table from one record to another, as they stood, seals included, and
the store names it. What is looked for at every start or beside every hand stays in the store too:
the header, the records that set terms, who came and went. Whoever reads a table's lines reads on in
the files where the store leaves off.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select, update

from houseway.errors import HousewayError
from houseway.folders import write_whole
from houseway.histories.cage import CAGE
from houseway.service.storage import schema
from houseway.table import records as r

# A command that is sent again must be known again; nobody sends one again after so long.
COMMANDS_KEPT = timedelta(days=7)
_KEPT = (r.Sat.kind, r.Left.kind)
_AT_ONCE = 20_000  # records in one file


def of_kind(kind: str) -> Any:
    """Whether a row of records is of a kind."""
    return schema.records.c.line.contains(f'"kind":"{kind}"', autoescape=True)


# Reading.


def lines(
    connection: Connection, table: str, first: int = 0, last: int | None = None
) -> Iterator[str]:
    """A table's records in their order, from the store and its files."""
    c = schema.records.c
    wanted = select(c.number, c.line).where(c.table_id == table, c.number >= first)
    if last is not None:
        wanted = wanted.where(c.number <= last)
    number = first
    for row in connection.execute(wanted.order_by(c.number)).all():
        if row.number > number:
            yield from _archived(connection, table, number, row.number - 1)
        yield row.line
        number = row.number + 1
    if last is not None and number <= last:
        yield from _archived(connection, table, number, last)


def last_archived(connection: Connection, table: str, kind: str, until: int) -> int | None:
    """The number of the last record of a kind in a table's files, up to another one."""
    wanted = f'"kind":"{kind}"'
    for row in reversed(_files(connection, table, 0, until)):
        held = _read(row.file, row.digest)
        for number in range(min(row.last, until), row.first - 1, -1):
            if wanted in held[number - row.first]:
                return number
    return None


def _archived(connection: Connection, table: str, first: int, last: int) -> Iterator[str]:
    for row in _files(connection, table, first, last):
        held = _read(row.file, row.digest)
        yield from held[max(0, first - row.first) : last - row.first + 1]


def _files(connection: Connection, table: str, first: int, last: int) -> list[Row[Any]]:
    c = schema.archives.c
    overlapping = select(schema.archives).where(
        c.table_id == table, c.last >= first, c.first <= last
    )
    return list(connection.execute(overlapping.order_by(c.first)))


@lru_cache(maxsize=4)
def _read(file: str, digest: str) -> tuple[str, ...]:
    try:
        text = gzip.decompress(Path(file).read_bytes())
    except FileNotFoundError:
        raise HousewayError(
            "no-archive",
            "these hands are in a file that is not there; bring it back, or say where it is with "
            "`houseway archive --moved FOLDER`",
            where=file,
        ) from None
    except (OSError, EOFError) as error:
        raise HousewayError("no-archive", f"cannot be read: {error}", where=file) from None
    if hashlib.sha256(text).hexdigest() != digest:
        raise HousewayError(
            "bad-archive", "the file is not the one that was written; take it from a copy",
            where=file,
        )  # fmt: skip
    return tuple(text.decode().splitlines())


# Archiving.


@dataclass(slots=True)
class Archived:
    """What was moved."""

    tables: int = 0
    records: int = 0
    files: int = 0
    commands: int = 0  # that need not be known any more


def archive(connection: Connection, folder: Path, before: datetime, now: datetime) -> Archived:
    """Move what was played before a time to files, while the store is served or not.

    A file is complete on the disk before its records leave the store, a transaction for each; if
    it is broken off, the next time begins with what is left.
    """
    moved = Archived()
    folder = folder.absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for table in connection.execute(
            select(schema.tables).where(schema.tables.c.id != CAGE)
        ).all():
            connection.rollback()
            end = _end(connection, table, before.isoformat())
            first = _next(connection, table.id)
            moved.tables += end > first
            while first < end:
                last = min(first + _AT_ONCE, end) - 1
                moved.records += _move(connection, folder, table.id, first, last)
                moved.files += 1
                first = last + 1
    except OSError as error:
        raise HousewayError(
            "no-archive", f"cannot be written: {error.strerror}; choose another folder",
            where=str(folder),
        ) from None  # fmt: skip
    old = min(before, now - COMMANDS_KEPT).isoformat()
    c = schema.commands
    moved.commands = connection.execute(delete(c).where(c.c.at < old)).rowcount
    connection.commit()
    return moved


def _end(connection: Connection, table: Row[Any], before: str) -> int:
    """The first record that stays: of a closed table none, else what a start or a late hand
    reads."""
    c = schema.records.c
    if table.closed is not None:
        newest = select(func.max(c.number)).where(c.table_id == table.id)
        return (connection.execute(newest).scalar() or 0) if table.closed < before else 0
    o, k = schema.rounds.c, schema.checkpoints.c
    kept = select(func.min(o.first)).where(o.table_id == table.id, o.at >= before)
    start = select(k.number).where(k.table_id == table.id)
    checkpoint = connection.execute(start).scalar()
    if checkpoint is None:
        return 0
    round_kept = connection.execute(kept).scalar()
    # The record before a checkpoint proves that it fits.
    return int(min(checkpoint - 1, round_kept if round_kept is not None else checkpoint))


def _next(connection: Connection, table: str) -> int:
    c = schema.archives.c
    last = connection.execute(select(func.max(c.last)).where(c.table_id == table)).scalar()
    return 0 if last is None else int(last) + 1


def _move(connection: Connection, folder: Path, table: str, first: int, last: int) -> int:
    text = "".join(f"{line}\n" for line in lines(connection, table, first, last)).encode()
    connection.rollback()
    file = folder / f"{table}.{first}-{last}.jsonl.gz"
    write_whole(file, gzip.compress(text, mtime=0))
    row = {
        "table_id": table, "first": first, "last": last, "file": str(file),
        "digest": hashlib.sha256(text).hexdigest(),
    }  # fmt: skip
    c, o = schema.records.c, schema.rounds.c
    terms = select(o.setup).where(o.table_id == table)
    connection.execute(insert(schema.archives), [row])
    gone = connection.execute(
        delete(schema.records).where(
            c.table_id == table,
            c.number.between(max(first, 1), last),
            c.number.not_in(terms),
            ~or_(*map(of_kind, _KEPT)),
        )
    ).rowcount
    connection.commit()
    return gone


def moved(connection: Connection, folder: Path) -> tuple[int, list[str]]:
    """Name the files where they lie now: how many were found there, and those nowhere."""
    c = schema.archives
    found, missing = 0, []
    for row in connection.execute(select(c)).all():
        here = folder.absolute() / Path(row.file).name
        if here.is_file():
            _read(str(here), row.digest)
            this = (c.c.table_id == row.table_id) & (c.c.first == row.first)
            connection.execute(update(c).where(this).values(file=str(here)))
            found += 1
        elif not Path(row.file).is_file():
            missing.append(Path(row.file).name)
    connection.commit()
    return found, missing


def day(text: str, now: datetime) -> datetime:
    """The beginning of a day, or of the day so many days ago.

    >>> day("2026-03-01", datetime(2026, 5, 1, tzinfo=UTC)).isoformat()
    '2026-03-01T00:00:00+00:00'
    >>> day("30d", datetime(2026, 5, 1, 13, 5, tzinfo=UTC)).isoformat()
    '2026-04-01T00:00:00+00:00'
    """
    try:
        if text.endswith("d"):
            found = now - timedelta(days=int(text[:-1]))
        else:
            found = datetime.fromisoformat(text).replace(tzinfo=UTC)
        if found > now:
            raise ValueError
    except (ValueError, OverflowError):
        raise HousewayError(
            "bad-day", "give a day that is over, like 2026-03-01, or days ago, like 30d",
            where=f"--before {text}",
        ) from None  # fmt: skip
    return found.replace(hour=0, minute=0, second=0, microsecond=0)

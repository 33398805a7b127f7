"""A store in one file, and back: the same file for SQLite and PostgreSQL, without their tools.

The file is gzip over lines of JSON: a head with the version of the schema, each table with its
columns and rows, an end that counts them. It is taken from one moment of a store in use. It is
brought back into an empty store, which may be of the other kind, in one transaction: all or none.
"""

from __future__ import annotations

import base64
import gzip
import json
import os
import secrets
import zlib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Engine, MetaData, Table, inspect, select, text
from sqlalchemy.exc import DataError, IntegrityError, InterfaceError, ProgrammingError

from houseway.errors import HousewayError
from houseway.reading import open_file
from houseway.service.storage.migrations import VERSIONS, current_version, migrate
from houseway.service.storage.snapshot import reading
from houseway.service.storage.store import Store, database_url, make_engine

FORMAT = "houseway backup 1"
MOST_LINE = 256 * 1024 * 1024  # bytes of a row: a few kilobytes may unpack to more than there is
_AT_ONCE = 1000  # rows
_UNFIT = (DataError, IntegrityError, InterfaceError, ProgrammingError)


def back_up(database: str, file: Path) -> dict[str, int]:
    """Write a store's rows into a file, which appears when it is complete; rows by table."""
    rows: dict[str, int] = {}
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        made = os.open(
            part, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600
        )
        with (
            os.fdopen(made, "wb") as raw,
            gzip.open(raw, "wt", encoding="utf-8", newline="\n") as out,
            reading(database) as connection,
        ):
            version = current_version(connection)
            if version == 0:
                raise HousewayError("no-database", "this is no store of a cardroom", where=database)
            at = datetime.now(UTC).isoformat(timespec="seconds")
            _line(out, {"format": FORMAT, "schema": version, "at": at})
            for table in _tables(connection):
                _line(out, {"table": table.name, "columns": [c.name for c in table.columns]})
                rows[table.name] = 0
                found = connection.execution_options(yield_per=_AT_ONCE).execute(_in_order(table))
                for row in found:
                    _line(out, [_told(value) for value in row])
                    rows[table.name] += 1
            _line(out, {"end": rows})
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        raise HousewayError(
            "no-backup", f"cannot be written: {error.strerror}; choose another file",
            where=str(file),
        ) from None  # fmt: skip
    finally:
        part.unlink(missing_ok=True)
    return rows


def _line(out: IO[str], what: Any) -> None:
    out.write(json.dumps(what, ensure_ascii=False, separators=(",", ":")) + "\n")


def _told(value: Any) -> Any:
    return {"bytes": base64.b64encode(value).decode()} if isinstance(value, bytes) else value


def _meant(value: Any) -> Any:
    return base64.b64decode(value["bytes"]) if isinstance(value, dict) else value


def _tables(connection: Connection) -> list[Table]:
    """All tables but the schema's version, those that others refer to first."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != "schema_version"]


def _in_order(table: Table) -> Any:
    return select(table).order_by(*table.primary_key.columns)


def restore(file: Path, database: str) -> dict[str, int]:
    """Bring a store back from a file, if the file is whole and the store empty; rows by table."""
    head, rows = _check(file)
    engine = make_engine(database_url(database))
    try:
        if _is_used(engine):
            raise HousewayError(
                "store-in-use",
                "a cardroom is kept there already; restore into a new file or an empty database",
                where=engine.url.render_as_string(hide_password=True),
            )
        migrate(engine, upto=head["schema"])  # the tables as they were then
        with engine.begin() as connection:
            _fill(connection, file)
    except (KeyError, TypeError, ValueError, *_UNFIT) as error:
        raise _broken(file, f"its rows do not fit ({type(error).__name__})") from None
    finally:
        engine.dispose()
    Store(database).close()  # makes the steps since then
    return rows


def _is_used(engine: Engine) -> bool:
    """Whether anybody has an account; a served cardroom always has that of the house."""
    with engine.connect() as connection:
        if not inspect(connection).has_table("accounts"):
            return False
        return connection.execute(text("SELECT 1 FROM accounts LIMIT 1")).first() is not None


def _fill(connection: Connection, file: Path) -> None:
    tables = {table.name: table for table in _tables(connection)}
    for table in reversed(tables.values()):
        connection.execute(table.delete())  # a step may have begun a row of its own
    batch: list[dict[str, Any]] = []
    into: Table | None = None
    columns: list[str] = []

    def write() -> None:
        if batch and into is not None:
            connection.execute(into.insert(), batch)
            batch.clear()

    for what in _lines(file):
        if isinstance(what, list):
            batch.append(dict(zip(columns, map(_meant, what), strict=True)))
            if len(batch) >= _AT_ONCE:
                write()
        else:
            write()
            if "table" in what:
                into, columns = tables[what["table"]], what["columns"]
    if connection.dialect.name == "postgresql":
        for table in tables.values():
            _go_on_counting(connection, table)


def _go_on_counting(connection: Connection, table: Table) -> None:
    """Numbers that the database gives out go on behind those that were brought back."""
    for column in table.columns:
        if column.identity is not None:
            connection.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'), "
                    f"COALESCE(MAX({column.name}), 0) + 1, false) FROM {table.name}"
                )
            )


def _check(file: Path) -> tuple[dict[str, Any], dict[str, int]]:
    """Read the whole file before anything is touched."""
    try:
        return _whole(file)
    except (AttributeError, KeyError, StopIteration, TypeError) as error:
        raise _broken(file, f"it is put together otherwise ({type(error).__name__})") from None


def _whole(file: Path) -> tuple[dict[str, Any], dict[str, int]]:
    counted: dict[str, int] = {}
    head: dict[str, Any] = {}
    end: Any = None
    for what in _lines(file):
        if end is not None:
            raise _broken(file, "it goes on after its end")
        if isinstance(what, list):
            counted[next(reversed(counted))] += 1
        elif "table" in what:
            counted[what["table"]] = 0
        elif "format" in what:
            head = what
        else:
            end = what.get("end")
    if head.get("format") != FORMAT:
        raise _broken(file, "it was not written by `houseway backup`")
    if end is None or end != counted:
        raise _broken(file, "it breaks off")
    if head["schema"] not in VERSIONS:
        raise HousewayError(
            "newer-store",
            f"the file has version {head['schema']} and this program knows {VERSIONS[-1]}; "
            "use the newer program",
            where=str(file),
        )
    return head, counted


def _lines(file: Path) -> Iterator[Any]:
    if not os.path.lexists(file):
        raise HousewayError("no-backup", "there is no such file", where=str(file))
    try:
        with open_file(file, HousewayError) as packed, gzip.open(packed) as lines:
            while line := lines.readline(MOST_LINE + 1):
                if len(line) > MOST_LINE:
                    raise ValueError(f"a line has more than {MOST_LINE:,} bytes")
                what = json.loads(line)
                if not isinstance(what, list | dict):
                    raise ValueError("neither a row nor a heading")
                yield what
    except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
        raise _broken(file, str(error)) from None


def _broken(file: Path, why: str) -> HousewayError:
    return HousewayError(
        "bad-backup", f"this is no whole backup: {why}; nothing was changed", where=str(file)
    )

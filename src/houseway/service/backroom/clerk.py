"""A process that works over the records of the store, with more time than a question has.

`python -m houseway.service.backroom.clerk`: logs are written out of the store as its owner
takes them, and read by the same functions as those of the command line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, or_, select

from houseway.errors import HousewayError, Refused
from houseway.service.backroom.worker import main
from houseway.service.storage import schema
from houseway.service.storage.archives import lines
from houseway.service.storage.snapshot import reading

CAGE = "cage"


@contextmanager
def _desk() -> Iterator[Path]:
    """A folder for files that somebody refers to by their name alone."""
    with TemporaryDirectory() as folder:
        try:
            yield Path(folder)
        except HousewayError as error:
            where = error.where.replace(folder + os.sep, "")
            raise type(error)(error.code, error.message, where=where, cite=error.cite) from None


def _log(connection: Connection, table: str, folder: Path) -> Path:
    path = folder / f"{table}.log"
    with path.open("w", encoding="utf-8") as out:
        out.writelines(f"{line}\n" for line in lines(connection, table))
    return path


def report(database: str, tables: Sequence[str], since: str, until: str, counted: str) -> bytes:
    """As `houseway report` over the logs of some tables, or of all that were open in a time."""
    from houseway.histories.report import report as make

    t = schema.tables
    wanted = select(t.c.id).where(t.c.id != CAGE).order_by(t.c.opened, t.c.id)
    if tables:
        wanted = wanted.where(t.c.id.in_(tables))
    if since:
        wanted = wanted.where(or_(t.c.closed.is_(None), t.c.closed >= since))
    if until:
        wanted = wanted.where(t.c.opened < f"{until}T24")
    with _desk() as folder, reading(database) as connection:
        found = list(connection.execute(wanted).scalars())
        if missing := sorted({*tables} - {*found}):
            said = f"there was no table {missing[0]!r} in this time"
            raise Refused("no-such-table", said, where="tables")
        sheet = None
        if counted.strip():
            suffix = ".json" if counted.lstrip().startswith("{") else ".toml"
            sheet = folder / f"count sheet{suffix}"
            sheet.write_text(counted, encoding="utf-8")
        made = make([_log(connection, one, folder) for one in found], sheet)
    return json.dumps({"ok": made.ok, **made.as_json()}).encode()


def verify(database: str, table: str, keys: str) -> bytes:
    """As `houseway verify` over a table's log, held against the cage's and the house's keys."""
    with _desk() as folder, reading(database) as connection:
        log = _log(connection, table, folder)
        cage = _log(connection, CAGE, folder) if table != CAGE else None
        return _verified(log, folder, keys, cage)


def verify_log(log: str, keys: str) -> bytes:
    """The same over a log that somebody brings."""
    with _desk() as folder:
        path = folder / "your log"
        path.write_text(log, encoding="utf-8")
        return _verified(path, folder, keys)


def _verified(log: Path, folder: Path, keys: str, cage: Path | None = None) -> bytes:
    from houseway.histories.verify import verify as check

    file = folder / "keys.pem"
    file.write_text(keys, encoding="utf-8")
    return json.dumps(check(log, cage=cage, keys=file if keys else None).as_json()).encode()


def export(database: str, table: str, number: int) -> bytes:
    """As `houseway export`: a hand with all its cards."""
    from houseway.histories.export import export_round

    with _desk() as folder, reading(database) as connection:
        made = export_round(_log(connection, table, folder), number)
    return json.dumps({"text": made.text, "suffix": made.suffix}).encode()


def unusual(database: str) -> bytes:
    """As `houseway unusual`: play that is worth a second look."""
    from houseway.service.backroom.unusual import report as look

    return json.dumps(look(database)).encode()


WORKS: dict[str, Any] = {
    "report": report, "verify": verify, "verify_log": verify_log, "export": export,
    "unusual": unusual,
}  # fmt: skip

if __name__ == "__main__":
    with suppress(MemoryError, BrokenPipeError):
        main(WORKS)

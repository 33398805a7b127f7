"""Sheets of anchors from a store: the last hash of every log, each day and when asked for."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from pathlib import Path

from sqlalchemy import Connection, Engine, or_, select

from houseway.histories.anchors import Anchor, write_sheet
from houseway.histories.cage import CAGE
from houseway.histories.event_log import split_line
from houseway.service.storage import schema


def anchors_folder(key: Path) -> Path:
    """Where the daily sheets are put: beside the house's key."""
    return key.parent / "anchors"


def sheet(connection: Connection, now: datetime, since: datetime | None = None) -> str:
    """The last hash of every table that is open or was closed since then, and of the cage."""
    t, r = schema.tables.c, schema.records.c
    start = since or datetime.combine(now.date(), time(), UTC)
    wanted = or_(t.closed.is_(None), t.closed >= start.isoformat(), t.id == CAGE)
    found = []
    for table in connection.execute(select(t.id).where(wanted)).scalars().all():
        # Table by table: to group all records of all years would take its time.
        last = select(r.number, r.line).where(r.table_id == table).order_by(r.number.desc())
        row = connection.execute(last.limit(1)).first()
        parts = None if row is None else split_line(row.line.encode())
        if row is not None and parts is not None:  # a log whose end cannot be read has no anchor
            found.append(Anchor(table, row.number, parts[1]))
    return write_sheet(now.isoformat(timespec="seconds"), found)


def keep_daily(engine: Engine, folder: Path, now: datetime) -> Path | None:
    """The sheet of the day that is over, unless it was made; where it was put."""
    day = now.date() - timedelta(days=1)
    path = folder / f"{day.isoformat()}.txt"
    if path.exists():
        return None
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with engine.connect() as connection:
        made = sheet(connection, now, datetime.combine(day, time(), UTC))
    fresh = path.with_suffix(".new")
    fresh.write_text(made, encoding="utf-8")
    fresh.replace(path)
    return path

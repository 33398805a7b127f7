"""Anchors: the last hash of every log on a day, on a small sheet that is lodged elsewhere.

A log that was cut short or written anew before the sheet was made cannot have the hash that
stands on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from houseway.errors import HousewayError
from houseway.histories.event_log import lines_of, split_line
from houseway.histories.findings import Finding
from houseway.reading import read_text

HEAD = "houseway anchor 1"
_LINE = re.compile(r"(\S+) +(\d{1,12}) +([0-9a-f]{64})")


class Anchor(NamedTuple):
    """The last record of a log when a sheet was made."""

    table: str
    number: int
    seal: str


def write_sheet(at: str, anchors: Iterable[Anchor]) -> str:
    """A sheet of so many lines, for a file or to be printed."""
    lines = [f"{one.table} {one.number} {one.seal}" for one in sorted(anchors)]
    return "\n".join([HEAD, f"# {at}: table, number of its last record, hash", *lines]) + "\n"


def read_sheet(path: Path) -> list[Anchor]:
    """The anchors of a file, which may hold the sheets of several days."""
    found = []
    lines = [line.strip() for line in read_text(path).splitlines()]
    if HEAD not in lines:
        raise _bad_anchor(path, 1, f"no line says {HEAD!r}")
    for number, line in enumerate(lines, 1):
        if not line or line == HEAD or line.startswith("#"):
            continue
        parts = _LINE.fullmatch(line)
        if parts is None:
            raise _bad_anchor(path, number, "a line is a table, a number and a hash")
        found.append(Anchor(parts[1], int(parts[2]), parts[3]))
    return found


def _bad_anchor(path: Path, line: int, why: str) -> HousewayError:
    said = f"this is no sheet of anchors: {why}"
    return HousewayError("bad-anchor", said, where=f"{path}, line {line}")


def hold(path: Path, lines: int, anchors: Iterable[Anchor]) -> Iterator[Finding]:
    """What anchors of a log say against it, of its first so many lines."""
    due = {one.number: one for one in anchors}
    for number, line in enumerate(lines_of(path)):
        if number >= lines:
            break
        anchor = due.pop(number, None)
        parts = split_line(line.rstrip(b"\n")) if anchor else None
        if anchor and (parts is None or parts[1] != anchor.seal):
            said = f"record {number} had the hash {anchor.seal} when it was anchored: the log was"
            yield Finding("anchor", number + 1, f"{said} written anew")
    for missing in due.values():
        said = f"record {missing.number} was there when it was anchored: the log was cut short"
        yield Finding("anchor", lines + 1, said)

"""Checking an event log: its chain, the rules it was played by, and every command given again."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.filings.pinned import Rules
from houseway.filings.schema.common import FilingBase
from houseway.histories.anchors import Anchor, hold, read_sheet
from houseway.histories.cage import CAGE, compare_with_cage, follow_cage
from houseway.histories.chain import check_chain
from houseway.histories.event_log import lines_of, parse_line, split_line
from houseway.histories.findings import Finding, Verified
from houseway.histories.reenact import (
    Line,
    Reenactment,
    WrongRecordError,
    commands,
    text_of,
    written_as,
)
from houseway.histories.signing import read_keys, take_off
from houseway.histories.versions import upgraded
from houseway.table import records as r
from houseway.table.opening import PROGRAM, not_pinned

# Versions whose tables this program gives every command again as they did.
KNOWN = ("0.1.0", PROGRAM)

_UNPROVED = (
    "the log does not say who gave each command, as those of 0.1.0: it does not prove who was a "
    "person and who a bot, nor who decided a correction"
)


def verify(
    path: Path,
    *,
    running: bool = False,
    cage: Path | None = None,
    keys: Path | None = None,
    anchors: Path | None = None,
) -> Verified:
    """Check a log. One that is still written to (`running`) need not have its last line yet.

    With the cage's log the chips that people bought and brought back are held against it, with
    the house's public keys its signatures, with a sheet of anchors its hashes of that day.
    """
    found = Verified()
    sheet = read_sheet(anchors) if anchors is not None else []
    broken = check_chain(path, found, running=running, keys=read_keys(keys) if keys else None)
    if found.signatures == "unchecked":
        found.notes.append("its signatures are not checked; give the house's public key (--key)")
    if anchors is not None:
        _hold_anchors(path, found, sheet)
    if broken is not None:
        found.findings.append(broken)
        return found
    if _is_cage(path):
        found.replayed = follow_cage(_lines(path, found.lines), found) is not None
        return found  # a cage is never closed
    if cage is not None:
        _hold_against(cage, path, found)
    last = replay(_lines(path, found.lines), found)
    if last is None:
        return found
    found.closed = isinstance(last.record, r.Closed)
    if last.more and not running:
        end = "the last command breaks off; lines are missing"
        found.findings.append(Finding("dropped", found.lines + 1, end, end=True))
    elif not found.closed and not running:
        end = (
            "the log does not end with the table's closing: it is still in use, "
            "or lines were dropped at the end"
        )
        found.findings.append(Finding("not-closed", found.lines + 1, end, end=True))
    return found


def _hold_anchors(path: Path, found: Verified, sheet: list[Anchor]) -> None:
    if not found.lines:
        return
    try:
        header = parse_line(next(iter(lines_of(path))), 1).record
    except HousewayError:
        return  # which the replay will find
    name = header.setup.table if isinstance(header, r.Opened) else CAGE
    own = [one for one in sheet if one.table == name]
    found.anchored = len(own)
    found.findings += hold(path, found.lines, own)
    if not own:
        found.notes.append(f"the sheet of anchors has no line for table {name}")


def _is_cage(path: Path) -> bool:
    return f'"kind":"{r.CageOpened.kind}"'.encode() in next(iter(lines_of(path)))


def _hold_against(cage: Path, path: Path, found: Verified) -> None:
    book_found = Verified()
    broken = check_chain(cage, book_found, running=True)
    if broken is not None:
        book_found.findings.append(broken)
        book = None
    else:
        book = follow_cage(_lines(cage, book_found.lines), book_found)
    for finding in book_found.findings:
        found.findings.append(
            Finding(finding.code, finding.line, f"the cage's log: {finding.message}")
        )
    if book is not None:
        with suppress(WrongRecordError):  # which the replay will find
            found.findings += compare_with_cage(_lines(path, found.lines), book)


def _lines(path: Path, count: int) -> Iterator[Line]:
    """The lines of a log; one of an older version as the present one would have written it."""
    read: deque[Line] = deque()  # whose entries are still to be brought up to date
    for entry in upgraded(_entries(path, count, read)):
        line = read.popleft()
        if entry != line.entry:
            written = r.write_entry(entry)
            line = Line(line.number, written, entry, text_of(written))
        yield line


def _entries(path: Path, count: int, read: deque[Line]) -> Iterator[r.Entry]:
    version = 1
    for number, text in enumerate(islice(lines_of(path), count), 1):
        try:
            entry = parse_line(text, number)
        except HousewayError as error:
            raise WrongRecordError(number, "not-a-record", error.message) from None
        written = json.loads(text)
        del written["hash"]
        line = Line(number, written, entry, _unsigned(text[:-1], written))
        if entry.version < version:
            why = f"version {entry.version} of the format cannot follow version {version}"
            raise WrongRecordError(number, "not-a-record", why)
        version = entry.version
        if version == 1 and not written_as(line, without_version(r.write_entry(entry))):
            raise WrongRecordError(number, "replay", "it is not written as a table writes")
        read.append(line)
        yield entry


def without_version(written: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in written.items() if key != "v"}


def _unsigned(text: bytes, written: dict[str, Any]) -> bytes:
    """A line as it would be if nobody had signed it."""
    parts = split_line(text)
    plain = take_off(parts[0])[0] if parts else b""
    if parts is None or plain == parts[0]:
        return text
    del written["signed"]
    return plain + text[len(parts[0]) :]


def replay(lines: Iterable[Line], found: Verified) -> r.Entry | None:
    """Give every command again and compare, or say why that cannot be done; the last entry."""
    again: Reenactment | None = None
    why, last = "", None
    try:
        for command, following in commands(lines):
            last = command[-1].entry
            if again is not None and not last.more:
                again.give(command, following)
            elif again is None and not why:
                again, why = _begin(command)
                if again is None or not again.state.authors:
                    found.notes.append(why or _UNPROVED)
                if again is not None and (since := changed_since(again.state.filing)):
                    found.notes.append(since)
            if again is not None:
                _count(command, found)
    except WrongRecordError as wrong:
        found.findings.append(Finding(wrong.code, wrong.line, str(wrong)))
        return None
    found.replayed = again is not None
    return last


def _begin(command: list[Line]) -> tuple[Reenactment | None, str]:
    """A table as the header opens it, or why there can be none by the same rules."""
    header = command[0].entry.record
    if not isinstance(header, r.Opened):
        raise WrongRecordError(1, "no-header", "the first record opens no table")
    why = cannot_replay(header)
    return (None, why) if why else (Reenactment(command), "")


def _count(command: Iterable[Line], found: Verified) -> None:
    for line in command:
        record = line.entry.record
        found.rounds += isinstance(record, r.Settlement)
        if isinstance(record, r.Correction):
            who = line.entry.author or None
            found.corrections.append(
                {"line": line.number, "of": record.of, "by": who, "reason": record.reason}
            )


def cannot_replay(header: r.Opened) -> str:
    """Why the rules of this log are not those of this program, or nothing."""
    if header.version not in KNOWN:
        return (
            f"the log was written by version {header.version} and this is {PROGRAM}: "
            "its rounds are not played again"
        )
    try:
        why = not_pinned(header.setup, header.fingerprint, header.rules)
    except (HousewayError, TypeError, ValueError, AttributeError) as error:
        return f"its rounds cannot be played again: {error}"
    if why and header.rules is not None:
        raise WrongRecordError(1, "replay", f"record 0 (opened): {why}")
    return why and f"{why}: its rounds cannot be played again under the same rules"


def changed_since(filing: FilingBase) -> str:
    """What became of the filing a log carries, if the catalogue has another one by now."""
    try:
        now = load(filing.id)
    except HousewayError:
        return (
            f"the catalogue has no filing {filing.id}; the log is held against the one it carries"
        )
    if Rules.of(now) == Rules.of(filing):
        return ""
    return f"the filing {filing.id} has changed since; the log is held against the one it carries"

"""The event log: a table's entries as lines of JSON, each sealed by a hash over all before it.

A line is one JSON object whose last key is `hash`, the SHA-256 of the hash before it and of the
line's own bytes up to that key. Entries of one command follow each other and all but the last
say `more`: a log that breaks off between them (the process was killed) lost a command nobody
was told of, and is cut back to the last whole one when it is opened again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from houseway.errors import CannotHaveHappened, HousewayError
from houseway.histories.signing import SIGNED, Signer
from houseway.histories.versions import upgraded
from houseway.reading import parse_json, read_lines
from houseway.table.records import Entry, read_entry, write_entry

START = hashlib.sha256(b"houseway event log 1").hexdigest()
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_SEAL = len(',"hash":""}') + 64


def write_line(entry: Entry, before: str, signer: Signer | None = None) -> tuple[bytes, str]:
    """An entry's line without its line end, signed where it is of those, and its hash."""
    body = _ENCODER.encode(write_entry(entry))[:-1].encode()
    if signer is not None and isinstance(entry.record, SIGNED):
        body += signer.mark(seal_of(before, body))
    seal = seal_of(before, body)
    return body + f',"hash":"{seal}"}}'.encode(), seal


def seal_of(before: str, body: bytes) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()


def write_log(entries: Iterable[Entry], signer: Signer | None = None) -> Iterator[str]:
    """The lines of a log, for entries that are kept elsewhere."""
    before = START
    for entry in entries:
        line, before = write_line(entry, before, signer)
        yield line.decode()


def split_line(line: bytes) -> tuple[bytes, str] | None:
    """A line's body and its seal; None if it has none."""
    body, tail = line[:-_SEAL], line[-_SEAL:]
    if not (tail.startswith(b',"hash":"') and tail.endswith(b'"}') and body):
        return None
    return body, tail[9:-2].decode("ascii", "replace")


def parse_line(line: bytes, number: int) -> Entry:
    """The entry of a line as it was written, whatever its seal; `upgraded` brings it up to date."""
    try:
        return read_entry(parse_json(line, exact=False))
    except (HousewayError, ValueError) as error:
        raise CannotHaveHappened(
            "not-a-record", f"this line is no record: {error}", where=f"line {number}"
        ) from None


def iter_log(path: Path) -> Iterator[Entry]:
    """The entries of a log up to its last whole command; a broken chain is an error."""
    return upgraded(entry for command, _, _ in _commands(path) for entry in command)


def read_log(path: Path) -> list[Entry]:
    """All entries of a log up to its last whole command."""
    return list(iter_log(path))


def _commands(path: Path) -> Iterator[tuple[list[Entry], str, int]]:
    """The entries of each command, the hash after them, and the size of the log so far."""
    before, size = START, 0
    command: list[Entry] = []
    for number, line in enumerate(lines_of(path), 1):
        if not line.endswith(b"\n"):
            return  # a line that was never finished
        parts = split_line(line[:-1])
        if parts is None and number == 1:
            raise not_a_log(path)
        if parts is None or seal_of(before, parts[0]) != parts[1]:
            raise CannotHaveHappened(
                "broken-chain",
                "this line does not follow from the one before; `houseway verify` says more",
                where=f"{path}, line {number}",
            )
        before, size = parts[1], size + len(line)
        command.append(parse_line(line, number))
        if not command[-1].more:
            yield command, before, size
            command = []


@contextmanager
def of_log(path: Path) -> Iterator[None]:
    """Within, the entries of a log are followed. Seals prove that nothing was changed since they
    were made, not that what they seal can have happened."""
    try:
        yield
    except HousewayError:
        raise
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
    ) as error:
        raise CannotHaveHappened(
            "cannot-follow",
            f"its records do not follow from each other ({error or type(error).__name__}); "
            "`houseway verify` says where",
            where=str(path),
        ) from error


def not_a_log(path: Path) -> CannotHaveHappened:
    return CannotHaveHappened(
        "not-a-log",
        "this is no event log: a line of one is a record in JSON that ends with its hash",
        where=f"{path}, line 1",
    )


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file with their ends, one at a time: a log may be long."""
    return read_lines(path)


# Kinds that must be on the disk before anybody is told: chips bought, sold, dropped or settled.
_MONEY = frozenset(
    {
        "bought_in", "cashed_out", "fees_taken", "time_taken", "correction", "settled",
        "hand_settled", "points_settled", "round_voided",
    }
)  # fmt: skip


class EventLog:
    """A log file that is written to; the journal of a table.

    Every command goes to the operating system in one write before `append` returns, so that
    killing the process loses nothing. Commands that move money at the cage, the drop box or a
    settlement are forced to the disk as well; `durable=False` leaves that to the system.
    """

    def __init__(self, path: Path, *, durable: bool = True) -> None:
        self.path, self._durable = path, durable
        self.entries_before: list[Entry] = []
        self.seal, self._size = START, 0  # the hash of the last line written
        if path.exists():
            written: list[Entry] = []
            for command, self.seal, self._size in _commands(path):
                written += command
            self.entries_before = list(upgraded(written))
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if os.fstat(self._file).st_size != self._size:
            os.ftruncate(self._file, self._size)  # the torn end of a command nobody was told of
            os.fsync(self._file)
        os.lseek(self._file, self._size, os.SEEK_SET)

    def append(self, entries: Sequence[Entry], /) -> None:
        lines = []
        seal = self.seal
        for entry in entries:
            line, seal = write_line(entry, seal)
            lines.append(line + b"\n")
        data = b"".join(lines)
        try:
            written = os.write(self._file, data)
            while written < len(data):
                written += os.write(self._file, data[written:])
            if self._durable and any(entry.record.kind in _MONEY for entry in entries):
                os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, self._size)
            os.lseek(self._file, self._size, os.SEEK_SET)
            raise
        self._size += len(data)
        self.seal = seal

    def close(self) -> None:
        os.fsync(self._file)
        os.close(self._file)

    def __enter__(self) -> EventLog:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

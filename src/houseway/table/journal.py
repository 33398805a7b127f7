"""Where a table's entries go before anybody is told of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from houseway.table.records import Entry


class Journal(Protocol):
    """Keeps entries for good, all of a command or none; raises if it cannot.

    A journal that writes later (a database with group commit) may queue them here, as long as
    nobody is told before they are kept.
    """

    def append(self, entries: Sequence[Entry], /) -> None: ...


class MemoryJournal:
    """Entries in a list, for tests and for tables nobody needs to prove."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def append(self, entries: Sequence[Entry], /) -> None:
        self.entries.extend(entries)


class NoJournal:
    """For a table whose entries are looked at as they come, and forgotten."""

    def append(self, entries: Sequence[Entry], /) -> None:
        pass

"""A table whose records cannot be read to their end: shut, and given back by its last good state.

Nothing is cut off or mended: its lines stay as they are, for whoever finds out what happened. What
people are owed is what they had by the last record that holds, a hand in play being void, and what
the ledger of accounts says they brought to the table or took from it since.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select, update

from houseway.errors import CannotHaveHappened, HousewayError, Refused
from houseway.histories.event_log import START, parse_line, seal_of, split_line
from houseway.histories.versions import upgraded
from houseway.service.people.acts import Deed
from houseway.service.people.cage import enter
from houseway.service.storage import schema, sitting
from houseway.service.storage.store import Store
from houseway.table import records as r
from houseway.table.codec import write_amounts
from houseway.table.journal import MemoryJournal
from houseway.table.opening import fold, restore


@dataclass(frozen=True, slots=True, kw_only=True)
class Locked:
    """One table that is shut, why, and what its people are owed."""

    id: str
    filing: str
    opened: str
    why: HousewayError
    records: int  # that the store has
    good: int  # so many of them hold
    owed: Mapping[str, int]  # by name

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id, "filing": self.filing, "opened": self.opened, "why": self.why.as_json(),
            "records": self.records, "good": self.good,
            "owed": write_amounts(self.owed),
        }  # fmt: skip

    def refusal(self) -> Refused:
        return Refused(
            "table-locked",
            "a record of this table cannot be read; the house can see it, close the table and "
            "return the chips",
            where=f"table {self.id}",
        )


# Reading.


def read_lines(
    lines: Sequence[str], seal: str = START, *, first: int = 0
) -> tuple[list[r.Entry], str]:
    """The entries of a stored log, or from a record on whose predecessor has a seal, and the last
    seal; a broken chain is an error.
    """
    entries: list[r.Entry] = []
    for entry, seal in _chain(lines, seal, first):  # noqa: B007, B020
        entries.append(entry)
    if entries and entries[-1].more:
        raise CannotHaveHappened("torn-record", "the last command is not whole", where="records")
    return list(upgraded(entries)), seal


def _chain(
    lines: Sequence[str], seal: str = START, first: int = 0
) -> Iterator[tuple[r.Entry, str]]:
    for number, text in enumerate(lines, first):
        line = text.encode()
        parts = split_line(line)
        if parts is None or seal_of(seal, parts[0]) != parts[1]:
            raise CannotHaveHappened(
                "broken-chain", "this record does not follow from the one before",
                where=f"record {number}",
            )  # fmt: skip
        seal = parts[1]
        yield parse_line(line, number), seal


def good_part(lines: Sequence[str]) -> tuple[list[r.Entry], dict[str, int]]:
    """The longest beginning that a table can be brought back from, and what its people had then."""
    entries: list[r.Entry] = []
    try:
        for entry, _ in _chain(lines):
            entries.append(entry)
    except HousewayError:
        pass  # what came before it holds
    entries = _present(entries)
    while entries:
        entries = _whole(entries)
        try:
            return entries, _give_back(entries)
        except Exception:  # a record that no rule allows; the one before may hold
            entries = entries[: _last_applied(entries)]
    return [], {}


def _present(entries: Sequence[r.Entry]) -> list[r.Entry]:
    """In the present version of the format, as far as they can be read so."""
    found: list[r.Entry] = []
    with suppress(Exception):  # the rest is what cannot be read
        for entry in upgraded(entries):
            found.append(entry)
    return found


def _whole(entries: list[r.Entry]) -> list[r.Entry]:
    """Without the beginning of a command at their end."""
    while entries and entries[-1].more:
        entries = entries[:-1]
    return entries


def _last_applied(entries: Sequence[r.Entry]) -> int:
    """How many entries can be applied one after the other; always fewer than there are."""
    low, high = 0, len(entries) - 1
    while low < high:
        middle = (low + high + 1) // 2
        try:
            fold(entries[:middle])
        except Exception:
            high = middle - 1
        else:
            low = middle
    return low


def _give_back(entries: Sequence[r.Entry]) -> dict[str, int]:
    """What each person would go with if the table were closed here, a hand in play being void."""
    journal = MemoryJournal()
    table = restore(entries, journal, random.Random(0))
    people = {patron.name for patron in table.state.patrons.values() if not patron.bot}
    if not table.state.between_rounds:
        table.void("the table is locked")
    table.close()
    had = dict.fromkeys(people, 0)
    for entry in journal.entries:
        if isinstance(entry.record, r.CashedOut) and entry.record.name in people:
            had[entry.record.name] += entry.record.amount
    return had


def examine(store: Store, row: Row[Any], why: Exception) -> Locked:
    """What is known of a table that cannot be brought back."""
    try:
        lines = store.lines(row.id)
    except Exception:  # not even that
        lines = []
    good, owed = good_part(lines)
    for name, brought in store.brought_since(row.id, len(good)).items():
        owed[name] = max(0, owed.get(name, 0) + brought)
    known = why if isinstance(why, HousewayError) else HousewayError("fault", f"{why!r}")
    return Locked(
        id=row.id, filing=row.filing, opened=row.opened, why=known, records=len(lines),
        good=len(good), owed={name: amount for name, amount in owed.items() if amount},
    )  # fmt: skip


# Closing.


def close_locked(connection: Connection, locked: Locked, at: str, by: str) -> None:
    """Close the table and return what is owed, in one transaction, once."""
    t, a = schema.tables.c, schema.accounts.c
    remark = json.dumps({"locked": locked.as_json(), "closed_by": by})
    shut = update(schema.tables).where(t.id == locked.id, t.closed.is_(None))
    if not connection.execute(shut.values(closed=at, remark=remark)).rowcount:
        raise Refused("table-closed", "the table is closed already", where=f"table {locked.id}")
    sitting.leave(connection, locked.id)
    for name, amount in locked.owed.items():
        row = {"amount": amount, "reason": "returned", "table_id": locked.id, "at": at}
        for account in connection.execute(select(a.id).where(a.name == name)).scalars().all():
            enter(connection, [{"account": account, **row}])
    facts = {"owed": write_amounts(locked.owed)}
    Deed(by, "closed locked table", locked.id, facts).write(connection, at)

"""Checkpoints of tables in the store: taken now and then, so that a start reads the last few hands.

One stands for the records before it: the number of the first record it does not hold, and the seal
of the last one it does. It is used only with a log that has that seal at that place, by the
program that took it; otherwise all records are read. It is written one hand late, so that the
last settled hand always lies behind it and is told from its records.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from houseway.errors import CannotHaveHappened
from houseway.service.storage import schema
from houseway.service.storage.store import Store
from houseway.service.tables.locked import read_lines
from houseway.table import records as r
from houseway.table.board import Board
from houseway.table.checkpoint import take
from houseway.table.opening import PROGRAM, AnyState, from_checkpoint

EVERY = 400  # records


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What a table had come to after so many records."""

    number: int  # of the record that follows
    seal: str  # of the one before it
    body: dict[str, Any]

    @classmethod
    def of(cls, state: AnyState, seal: str, setup: int, board: Board | None) -> Checkpoint:
        """`setup` is the number of the record that set the terms."""
        body = {
            "program": PROGRAM, "setup": setup, "state": take(state),
            "board": None if board is None else board.keep(),
        }  # fmt: skip
        return cls(state.count, seal, json.loads(json.dumps(body)))  # the table goes on meanwhile

    @property
    def setup(self) -> int:
        return int(self.body["setup"])

    def seats(self) -> dict[int, str]:
        """Who sat where."""
        return {int(seat): name for seat, name in self.body["state"]["seats"].items()}

    def bots(self) -> set[str]:
        return {name for name, one in self.body["state"]["patrons"].items() if one["bot"]}

    def write(self, connection: Connection, table: str) -> None:
        c = schema.checkpoints
        connection.execute(delete(c).where(c.c.table_id == table))
        row = {"table_id": table, "number": self.number, "seal": self.seal}
        connection.execute(insert(c), [row | {"body": json.dumps(self.body)}])


@dataclass(frozen=True, slots=True)
class Past:
    """A table's records as far as they must be read, and what those before them came to."""

    entries: list[r.Entry]
    seal: str  # of the last
    checkpoint: Checkpoint | None = None
    set_up_by: Sequence[r.Record] = ()

    def state(self) -> AnyState | None:
        """What the records before `entries` add up to; None where there are none."""
        if self.checkpoint is None:
            return None
        return from_checkpoint(self.set_up_by, self.checkpoint.body["state"])


def read_past(store: Store, table: str) -> Past:
    """From the last checkpoint on where there is one that can be used, else from the beginning."""
    found = _usable(store, table)
    if found is None:
        return Past(*read_lines(store.lines(table)))
    try:
        entries, seal = read_lines(store.lines(table, found.number), found.seal, first=found.number)
        places = sorted({0, found.setup})
        set_up_by = [_record(store, table, place) for place in places]
        past = Past(entries, seal, found, set_up_by)
        past.state()
    except (CannotHaveHappened, AssertionError, KeyError, TypeError, ValueError):
        return Past(*read_lines(store.lines(table)))  # the records are the truth
    return past


def _usable(store: Store, table: str) -> Checkpoint | None:
    c = schema.checkpoints
    row = store.first(select(c).where(c.c.table_id == table))
    if row is None:
        return None
    body = json.loads(row.body)
    before = store.lines(table, row.number - 1, row.number - 1)
    fits = bool(before) and before[0].endswith(f'"hash":"{row.seal}"}}')
    if body.get("program") != PROGRAM or not fits:
        return None
    return Checkpoint(row.number, row.seal, body)


def _record(store: Store, table: str, number: int) -> r.Record:
    (line,) = store.lines(table, number, number)
    return r.read_entry(json.loads(line)).record


class Checkpoints:
    """Takes a table's checkpoints as it goes on."""

    def __init__(self, since: int = 0) -> None:
        self._since = since  # the number of the last one
        self._taken: Checkpoint | None = None  # to be written when the next hand is over

    def hand_is_over(
        self, state: AnyState, seal: str, setup: int, board: Board | None
    ) -> Checkpoint | None:
        """One to be written now, if it is time for it."""
        ripe, self._taken = self._taken, None
        if ripe is not None:
            self._since = ripe.number
        elif state.count - self._since >= EVERY and state.between_rounds:
            self._taken = Checkpoint.of(state, seal, setup, board)
        return ripe

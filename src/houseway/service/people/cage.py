"""The cage: every chip that comes into an account or leaves it, in rows and in a sealed log.

The log stands among the records of the tables, under the name `cage`, which no table has. Its
lines are written in the transaction that moves the chips, so that neither is without the other.
A last line that cannot be read stays as it is, for `verify` to name, and a new chain with a header
of its own begins after it: the rows have every chip.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, func, insert, select

from houseway.errors import HousewayError, Refused
from houseway.histories.cage import CAGE
from houseway.histories.event_log import START, parse_line, split_line, write_line
from houseway.service.storage import schema
from houseway.service.storage.keys import signer_of
from houseway.service.storage.ownership import alone
from houseway.service.storage.store import chips_in
from houseway.table import records as r
from houseway.table.opening import PROGRAM

_CHIPS = insert(schema.chips)


def enter(connection: Connection, moved: Sequence[Mapping[str, Any]]) -> None:
    """Chips into accounts and out of them: rows of the store, and a line of the log for each."""
    alone(connection)
    number, at, seal = _end(connection, moved[0]["at"])
    signer = signer_of(connection)
    lines: list[dict[str, Any]] = []
    for row in moved:
        connection.execute(_CHIPS, [dict(row)])
        name, balance = _account(connection, row["account"])
        if balance < 0 and row["amount"] < 0:  # spent meanwhile, at a table of another server
            raise Refused("not-enough-chips", "these chips do not lie in the account any more")
        at = max(at, row["at"], key=datetime.fromisoformat)  # tables write in any order
        record = r.AccountMoved(
            name, row["amount"], balance, row["reason"], row.get("table_id") or "",
            row.get("number"),
        )  # fmt: skip
        line, seal = write_line(r.Entry(number, _plain(at), record), seal, signer)
        lines.append({"table_id": CAGE, "number": number, "line": line.decode()})
        number += 1
    connection.execute(insert(schema.records), lines)


def _end(connection: Connection, at: str) -> tuple[int, str, str]:
    """The number of the next line, the time and the hash of the last one."""
    c = schema.records.c
    wanted = select(c.number, c.line).where(c.table_id == CAGE).order_by(c.number.desc()).limit(1)
    last = connection.execute(wanted).first()
    if last is None:
        table = {"id": CAGE, "filing": "", "choices": "{}", "opened": at, "closed": at}
        connection.execute(insert(schema.tables), [table])
        return _begin(connection, at, 0)
    parts = split_line(last.line.encode())
    with suppress(HousewayError):
        if parts is not None:
            return last.number + 1, parse_line(last.line.encode(), last.number).at, parts[1]
    return _begin(connection, at, last.number + 1)


def _begin(connection: Connection, at: str, number: int) -> tuple[int, str, str]:
    """A header: what lies in every account before the first chip that is logged after it."""
    a, c = schema.accounts.c, schema.chips.c
    sums = select(a.name, func.sum(c.amount)).where(a.id == c.account).group_by(a.name)
    balances = {name: int(total) for name, total in connection.execute(sums.order_by(a.name))}
    header = r.Entry(number, _plain(at), r.CageOpened(PROGRAM, balances))
    line, seal = write_line(header, START, signer_of(connection))
    first = {"table_id": CAGE, "number": number, "line": line.decode()}
    connection.execute(insert(schema.records), [first])
    return number + 1, at, seal


def _account(connection: Connection, account: int) -> tuple[str, int]:
    """Whose it is, and what lies in it now."""
    a = schema.accounts.c
    name = connection.execute(select(a.name).where(a.id == account)).scalar_one()
    return name, chips_in(connection, account)


def _plain(at: str) -> str:
    """A time as logs write it."""
    return datetime.fromisoformat(at).isoformat(timespec="milliseconds")

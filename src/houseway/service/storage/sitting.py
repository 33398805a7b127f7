"""At how many tables somebody sits, at all servers of a store together."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, delete, insert, select

from houseway.errors import Refused
from houseway.service.storage import schema
from houseway.service.storage.ownership import alone

_SEATS, _S = schema.seats, schema.seats.c


def too_many(elsewhere: int) -> Refused:
    return Refused("too-many", f"you sit at {elsewhere} tables already; leave one first")


def sits_at(connection: Connection, account: int) -> frozenset[str]:
    """The tables at which somebody sits or stands behind."""
    found = select(_S.table_id).where(_S.account == account)
    return frozenset(connection.execute(found).scalars())


def sit(connection: Connection, table: str, account: int, most: int) -> None:
    """Somebody sits there, at no more tables than that: else nothing of it is written."""
    alone(connection)  # two servers who seat the same person count each other
    set_right(connection, table, (account,))
    seats = len(sits_at(connection, account))
    if seats > most:
        raise too_many(seats - 1)


def leave(connection: Connection, table: str, account: int | None = None) -> None:
    """Somebody does not sit there any more, or nobody does."""
    gone = delete(_SEATS).where(_S.table_id == table)
    connection.execute(gone if account is None else gone.where(_S.account == account))


def set_right(connection: Connection, table: str, accounts: Collection[int]) -> None:
    """Who sits there by its log: a table may come from before this was kept."""
    known = set(connection.execute(select(_S.account).where(_S.table_id == table)).scalars())
    if missing := set(accounts) - known:
        connection.execute(insert(_SEATS), [{"account": a, "table_id": table} for a in missing])

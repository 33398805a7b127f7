"""New accounts: the first free name, unless it looks like somebody else's."""

from __future__ import annotations

import secrets
from datetime import datetime
from functools import cache

from sqlalchemy import Connection, insert, select

from houseway.errors import Refused
from houseway.service.names import LONGEST_NAME, fold, looks
from houseway.service.people.roles import Role
from houseway.service.people.sessions import text_of
from houseway.service.storage import schema
from houseway.service.storage.ownership import alone
from houseway.table.evening import NAMES

_RESERVED = frozenset(
    {*(name.casefold() for name in NAMES), "house", "bank", "board", "player", "banker", "dealer"}
)
_LOOK = select(schema.looks.c.look)


def add_account(connection: Connection, name: str, role: Role, now: datetime) -> tuple[int, str]:
    """A new account under the first free name, which is what it looks like for good."""
    alone(connection)
    free = _free_name(connection, name, reserved=role != "house")
    row = {"name": free, "folded": fold(free), "role": role, "created": text_of(now)}
    key = connection.execute(insert(schema.accounts).values(**row)).inserted_primary_key
    assert key is not None
    taken = looks(free)
    known = set(connection.execute(_LOOK.where(schema.looks.c.look.in_(taken))).scalars())
    rows = [{"look": look, "account": key[0]} for look in sorted(taken - known)]
    if rows:
        connection.execute(insert(schema.looks), rows)
    return int(key[0]), free


def _free_name(connection: Connection, name: str, *, reserved: bool) -> str:
    """The name, or the name with the first free number; none if it looks like another."""
    column = schema.accounts.c.folded
    number = 1
    while True:
        suffix = "" if number == 1 else f" {number}"
        tried = name[: LONGEST_NAME - len(suffix)] + suffix
        known = connection.execute(select(column).where(column == fold(tried))).first()
        if known is None and not (reserved and fold(tried) in _RESERVED):
            if not (reserved and _looks_taken(connection, tried)):
                return tried
            if number == 1:
                raise Refused(
                    "look-alike", "this looks like the name of somebody else; choose another",
                    where="name",
                )  # fmt: skip
        number = number + 1 if number < 20 else secrets.randbelow(1_000_000)


def _looks_taken(connection: Connection, name: str) -> bool:
    mine = looks(name)
    if mine & _reserved_looks():
        return True
    return connection.execute(_LOOK.where(schema.looks.c.look.in_(mine))).first() is not None


@cache
def _reserved_looks() -> frozenset[str]:
    return frozenset().union(*map(looks, _RESERVED))

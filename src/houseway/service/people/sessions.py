"""Sessions: a device that is let in by a token, until it is not used, too old, or sent away.

Only the hash of a token is kept. A token can be exchanged for a new one; the old one opens until
the new one is first used, so that an answer lost on the way locks nobody out.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Row, delete, insert, select, update

from houseway.service.people.roles import is_staff
from houseway.service.storage import schema

if TYPE_CHECKING:
    from houseway.service.people.accounts import Account

UNUSED_DAYS = 90  # who comes back within them stays known
OLDEST_DAYS = 365
STAFF_HOURS = 12  # a shift
RENEW_DAYS = 1  # after which a page exchanges its token
FILE = "file"  # the kind of the token in the house's file


@dataclass(frozen=True, slots=True)
class Where:
    """Whence somebody comes."""

    address: str = ""
    agent: str = ""  # the browser, in its own words


class Begun(NamedTuple):
    """A new session: the token its owner gets, and what it is called."""

    token: str
    id: str


@dataclass(slots=True, eq=False)
class Session:
    """One device of an account."""

    id: str
    token: str  # the hash of it
    account: Account
    began: str
    made: str  # when the token was
    used: str  # to the day
    kind: str
    where: Where
    seen_at: float = 0.0  # when the address was last written down

    @property
    def file(self) -> bool:
        return self.kind == FILE

    def ended(self, now: datetime) -> bool:
        return has_ended(self.kind, self.account.role, self.began, self.used, now)

    def wants_new_token(self, now: datetime) -> bool:
        return self.kind != FILE and self.made <= days_before(now, RENEW_DAYS)


def text_of(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds")


def days_before(now: datetime, days: float) -> str:
    return text_of(now - timedelta(days=days))


def at_clock(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def hash_token(token: str) -> str:
    """What is kept of a token. It has 256 random bits, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def has_ended(kind: str, role: str, began: str, used: str, now: datetime) -> bool:
    if kind == FILE:
        return False  # it is valid while the file holds it
    if is_staff(role):
        return began <= days_before(now, STAFF_HOURS / 24)
    return used <= days_before(now, UNUSED_DAYS) or began <= days_before(now, OLDEST_DAYS)


# Each of these is part of a transaction.


def begin(
    connection: Connection, account: int, now: datetime, where: Where, *, kind: str = ""
) -> Begun:
    """A new session."""
    token, at = new_token(), text_of(now)
    session = secrets.token_hex(8)
    connection.execute(
        insert(schema.sessions).values(
            token=hash_token(token), account=account, id=session, kind=kind,
            created=at, began=at, made=at, address=where.address, agent=where.agent,
        )
    )  # fmt: skip
    note_address(connection, account, where.address, at)
    return Begun(token, session)


def note_address(connection: Connection, account: int, address: str, at: str) -> None:
    """That an account was used from an address, for the report of unusual play."""
    if not address:
        return
    c = schema.sightings.c
    known = update(schema.sightings).where(c.account == account, c.address == address)
    if not connection.execute(known.values(last=at)).rowcount:
        row = {"account": account, "address": address, "first": at, "last": at}
        connection.execute(insert(schema.sightings), [row])


def exchange(connection: Connection, hashed: str, now: datetime) -> str | None:
    """A second token for a session; None if there is no such session any more."""
    c = schema.sessions.c
    row = connection.execute(select(schema.sessions).where(c.token == hashed)).first()
    if row is None:
        return None
    drop(connection, c.id == row.id, c.token != hashed)  # one that was handed out and never used
    token, at = new_token(), text_of(now)
    written = {**row._mapping, "token": hash_token(token), "created": at, "made": at}
    connection.execute(insert(schema.sessions), [written])
    return token


def came_back(connection: Connection, session: Session, now: datetime) -> bool:
    """A token that was not in memory is used: those it came in place of are void. Whether it has
    not ended itself meanwhile."""
    c = schema.sessions.c
    values = {"created": session.used, "address": session.where.address,
              "agent": session.where.agent}  # fmt: skip
    own = update(schema.sessions).where(c.token == session.token).values(**values)
    if not connection.execute(own).rowcount:
        return False
    drop(connection, c.id == session.id, c.token != session.token)
    note_address(connection, session.account.id, session.where.address, text_of(now))
    return True


def drop(connection: Connection, *which: Any) -> None:
    connection.execute(delete(schema.sessions).where(*which))


def drop_old(connection: Connection, now: datetime) -> None:
    """Tokens that no longer open anything, and addresses nobody was seen at for as long."""
    c, a = schema.sessions.c, schema.accounts.c
    staff = select(a.id).where(a.role != "player")
    drop(connection, c.kind != FILE, c.created <= days_before(now, UNUSED_DAYS))
    drop(connection, c.kind != FILE, c.began <= days_before(now, OLDEST_DAYS))
    drop(
        connection, c.kind != FILE, c.account.in_(staff),
        c.began <= days_before(now, STAFF_HOURS / 24),
    )  # fmt: skip
    last = schema.sightings.c.last
    connection.execute(delete(schema.sightings).where(last <= days_before(now, UNUSED_DAYS)))


def told(rows: list[Row[Any]], own: Session) -> list[dict[str, Any]]:
    """The sessions of an account for its owner, the latest first."""
    latest: dict[str, dict[str, Any]] = {}
    for row in rows:
        latest[row.id] = {
            "id": row.id, "began": row.began, "used": row.created, "address": row.address,
            "agent": row.agent, "here": row.id == own.id, "file": row.kind == FILE,
        }  # fmt: skip
    return sorted(latest.values(), key=lambda line: str(line["used"]), reverse=True)

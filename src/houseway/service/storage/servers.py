"""The servers that share a store: each has a lease, and each open table one of them for its owner.

PostgreSQL is what they have in common, and nothing else is: its rows are the only truth, its clock
the only clock. A server has a row in `servers` with the time until which it counts as alive; it
renews it about every second, and with every write. Who finds that another's time has run out
removes its row, and takes tables that have no server. A table's row says whose it is and has an
*epoch* that is raised whenever it changes hands.

Every write counts itself in the row of its server and looks at the rows of the tables it is about,
in its own transaction, and these rows are locked until it is done. So a server cannot be removed,
nor a table taken, while a write of it is under way; and one that was paused or cut off finds that
its row is gone, and has written nothing.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Row,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)

from houseway.errors import HousewayError, Refused
from houseway.service.storage import schema
from houseway.service.storage.ownership import NotOwnerError, holder, now
from houseway.table.opening import PLAYS_ON, PROGRAM
from houseway.table.records import VERSION as LOG_FORMAT

BEAT = 0.7  # seconds between two looks at the others
UNEVEN: Final = 2  # tables beyond its share, or a tenth of it, that a server keeps
LEASE = 3.0  # seconds after which a server that was not heard of may be removed
CHANNEL = "houseway"
CLOCK: Final = "extract(epoch from clock_timestamp())"

Fence = tuple[str, int]  # a table, and the epoch under which it is written to
_S, _T = schema.servers, schema.tables


class Peer(NamedTuple):
    """Another server, as one reaches it."""

    id: str
    address: str
    secret: str  # by which it knows that it is one of us who asks


class Elsewhere(Refused):
    """A table is with another server, which is to be asked."""

    def __init__(self, peer: Peer) -> None:
        super().__init__("shutting-down", "the table is with another server; try again")
        self.peer = peer


class TablesLostError(Exception):
    """Some of the tables that were to be written to are another's now."""

    def __init__(self, lost: Iterable[Fence]) -> None:
        super().__init__("tables are another's now")
        self.lost = frozenset(lost)


def server_id() -> str:
    return secrets.token_hex(6)


class Member:
    """This server's place among those that share a store."""

    def __init__(
        self, engine: Engine, me: str, address: str, *, clock: str = CLOCK,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        """Join; refused while servers are there that play by other rules.

        `clock` is the database's, the only one that decides; `steady` is our own.
        """
        self.id, self.secret = me, secrets.token_urlsafe(24)
        self._engine = engine
        self._clock: ColumnElement[float] = literal_column(clock)
        self._now = steady
        self._where = engine.url.render_as_string(hide_password=True)
        self._left_to_others = False
        with engine.begin() as connection:
            for other in connection.execute(self._alive()):
                if other.format != LOG_FORMAT or other.version not in PLAYS_ON:
                    raise _other_version(other, self._where)
            row = {"id": me, "address": address, "secret": self.secret, "version": PROGRAM,
                   "format": LOG_FORMAT, "commits": 0, "leaving": 0, "holder": holder(),
                   "since": now()}  # fmt: skip
            connection.execute(insert(_S).values(until=self._clock + LEASE, **row))
        self.touched = self._steady = steady()
        self.known = self.peers()  # as of the last beat

    # Writing.

    def count(self, connection: Connection, fences: Sequence[Fence] = ()) -> int:
        """First in every write: that we and the tables are still ours. The number of this commit.

        A write is a sign of life as good as any.
        """
        number = self._renew(connection, commits=_S.c.commits + 1)
        wanted = set(fences)
        if wanted:
            mine = select(_T.c.id, _T.c.epoch).where(
                _T.c.server == self.id, tuple_(_T.c.id, _T.c.epoch).in_(sorted(wanted))
            )
            found = connection.execute(mine.with_for_update(read=True))
            lost = wanted - {(row.id, row.epoch) for row in found}
            if lost:
                raise TablesLostError(lost)
        return number

    def check(self, connection: Connection) -> int:
        """Say that we are alive; the number of the last commit."""
        number = self._renew(connection)
        connection.commit()
        return number

    def _renew(self, connection: Connection, **more: Any) -> int:
        began = self._now()
        mine = update(_S).where(_S.c.id == self.id).values(until=self._clock + LEASE, **more)
        number: int | None = connection.execute(mine.returning(_S.c.commits)).scalar_one_or_none()
        if number is None:
            raise self._lost()
        if began - self.touched > LEASE:
            self._steady = began  # the others may have been cut off as well
        self.touched = began
        return number

    def has_committed(self, connection: Connection, number: int) -> bool:
        """Whether a commit happened whose answer was lost; waits for one that is under way."""
        mine = select(_S.c.commits).where(_S.c.id == self.id).with_for_update()
        found: int | None = connection.execute(mine).scalar_one_or_none()
        if found is None:
            raise self._lost()
        return found >= number

    def _lost(self) -> NotOwnerError:
        return NotOwnerError(
            "not-owner",
            "this server was not heard of and others have taken over its tables; it has stopped",
            where=self._where,
        )

    @property
    def in_touch(self) -> bool:
        """Whether, by our own clock, nobody can have removed us."""
        return self._now() - self.touched <= LEASE

    # Who is there.

    def _alive(self) -> Any:
        return select(_S).where(_S.c.until > self._clock)

    def peers(self) -> list[Peer]:
        """The others that are alive."""
        with self._engine.connect() as connection:
            rows = connection.execute(self._alive().where(_S.c.id != self.id).order_by(_S.c.id))
            return [Peer(row.id, row.address, row.secret) for row in rows]

    def owner_of(self, table: str) -> tuple[Row[Any] | None, Peer | None]:
        """A table's row, and the server it is with, if that one is there."""
        wanted = (
            select(_T, _S.c.address, _S.c.secret)
            .join_from(_T, _S, _T.c.server == _S.c.id, isouter=True)
            .where(_T.c.id == table)
        )
        with self._engine.connect() as connection:
            row = connection.execute(wanted).first()
        if row is None or row.address is None:
            return row, None
        return row, Peer(row.server, row.address, row.secret)

    # Tables.

    def orphans(self) -> bool:
        """Whether there are tables without a server."""
        with self._engine.connect() as connection:
            return (
                connection.execute(select(_T.c.id).where(*_orphans()).limit(1)).first() is not None
            )

    def claim(self) -> Sequence[Row[Any]]:
        """Take tables that have no server, those of servers that were not heard of among them.

        Everybody takes a fair part at once. Who has as many as others leaves the rest to them for
        one beat, and an older program leaves all to a newer one.
        """
        with self._engine.begin() as connection:
            self._renew(connection)
        self.known = self.peers()
        if self._now() - self._steady >= LEASE:
            with self._engine.begin() as connection:
                gone = delete(_S).where(_S.c.id != self.id, _S.c.until < self._clock)
                connection.execute(gone)
        with self._engine.begin() as connection:
            most = self._share(connection)
            if most <= 0:
                return []
            found = (
                select(_T.c.id).where(*_orphans()).order_by(_T.c.opened, _T.c.id).limit(most)
            ).with_for_update(skip_locked=True)
            mine = update(_T).where(_T.c.id.in_(found.scalar_subquery()))
            taken = mine.values(server=self.id, epoch=_T.c.epoch + 1).returning(_T)
            return connection.execute(taken).all()

    def _share(self, connection: Connection) -> int:
        """How many tables without a server to take now."""

        orphans = _number(connection, *_orphans())
        if not orphans:
            self._left_to_others = False
            return 0
        servers = connection.execute(self._staying()).all()
        newer = any(one.version not in PLAYS_ON for one in servers)
        fair, mine = self._parts(connection, len(servers))
        part = fair - mine
        if (part > 0 and not newer) or self._left_to_others:
            self._left_to_others = False
            return part if part > 0 else ceil(orphans / max(1, len(servers)))
        self._left_to_others = True
        return 0

    def surplus(self) -> int:
        """How many tables to give to servers that have fewer; none among different programs, of
        which the newest gets all in time.
        """
        with self._engine.connect() as connection:
            servers = connection.execute(self._staying()).all()
            if any(one.version != PROGRAM for one in servers):
                return 0
            fair, mine = self._parts(connection, len(servers))
        over = mine - fair
        return over if over > max(UNEVEN, fair // 10) else 0

    def _staying(self) -> Any:
        return self._alive().where(_S.c.leaving == 0)

    def _parts(self, connection: Connection, servers: int) -> tuple[int, int]:
        """How many open tables are a server's fair part, and how many we have."""
        is_open = _T.c.closed.is_(None)
        fair = ceil(_number(connection, is_open) / max(1, servers))
        return fair, _number(connection, is_open, _T.c.server == self.id)

    def release(self, tables: Sequence[str], connection: Connection) -> None:
        """Part of a write: these tables are anybody's now."""
        mine = update(_T).where(_T.c.id.in_(tables), _T.c.server == self.id)
        connection.execute(mine.values(server=None, epoch=_T.c.epoch + 1))
        self._say_orphans(connection)

    def _say_orphans(self, connection: Connection) -> None:
        """There are tables without a server: nobody need wait for the next beat."""
        if connection.dialect.name == "postgresql":
            tell(connection, self.id, "orphans")

    def mark_leaving(self) -> None:
        with self._engine.begin() as connection:
            connection.execute(update(_S).where(_S.c.id == self.id).values(leaving=1))

    def leave(self) -> None:
        """Go: our tables are anybody's from now on."""
        with self._engine.begin() as connection:
            connection.execute(delete(_S).where(_S.c.id == self.id))
            self._say_orphans(connection)


def tell(connection: Connection, me: str, kind: str, which: str = "") -> None:
    """Part of a write: tell the other servers, when it is committed."""
    connection.execute(select(func.pg_notify(CHANNEL, f"{me} {kind} {which}".rstrip())))


def _number(connection: Connection, *which: Any) -> int:
    return int(connection.execute(select(func.count()).where(*which)).scalar_one())


def _orphans() -> tuple[Any, ...]:
    known = select(_S.c.id)
    return _T.c.closed.is_(None), or_(_T.c.server.is_(None), _T.c.server.not_in(known))


def _other_version(other: Row[Any], where: str) -> HousewayError:
    return HousewayError(
        "other-version",
        f"a server of version {other.version} serves this store (log format {other.format}), and "
        f"this one, {PROGRAM} (log format {LOG_FORMAT}), does not play on its tables; stop all "
        "servers of that version first, then start this one",
        where=where,
    )


def may_migrate(connection: Connection, where: str) -> None:
    """Nobody may be using a store whose tables are about to be changed."""
    alive = select(_S.c.version).where(_S.c.until > literal_column(CLOCK))
    version = connection.execute(alive).scalar()
    if version is not None:
        raise HousewayError(
            "other-version",
            f"a server of version {version} serves this store, and this one would change its "
            "tables; stop all others first",
            where=where,
        )

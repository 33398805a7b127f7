"""Who is who: guests by name with a secret token, passwords for those who want one, chips."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Row, delete, func, select, update

from houseway.errors import Refused
from houseway.filings.schema.base import dollars
from houseway.folders import write_whole
from houseway.service.names import clean_name, fold
from houseway.service.people import sessions, totp
from houseway.service.people.acts import Deed
from houseway.service.people.cage import enter
from houseway.service.people.newcomers import add_account
from houseway.service.people.once import REMEMBERED, Commands
from houseway.service.people.passwords import Guesses, Passwords, check_password
from houseway.service.people.roles import Role, is_staff
from houseway.service.people.sessions import FILE, Session, Where, hash_token
from houseway.service.settings import Settings, data_folder
from houseway.service.storage import schema
from houseway.service.storage.ownership import alone
from houseway.service.storage.store import Store, chips_in

T = TypeVar("T")

KEPT_SESSIONS = 5000  # in memory; the others are read again when they come back
ADDRESS_SECONDS = 60  # between two changes of a session's address that are written down
KEPT_ENROLMENTS = 1000  # second factors that were begun and not confirmed

log = logging.getLogger("houseway.service")


def _chips(account: int, amount: int, reason: str, at: str) -> dict[str, Any]:
    return {"account": account, "amount": amount, "reason": reason, "at": at}


def now_text() -> str:
    return sessions.text_of(datetime.now(UTC))


@dataclass(slots=True, eq=False, weakref_slot=True)
class Account:
    """Somebody with chips. `chips` are those in the account, in cents; tables hold their own."""

    id: int
    name: str
    role: Role
    has_password: bool
    chips: int
    second_factor: bool = False
    commands: Commands = field(default_factory=Commands)
    seats: dict[str, int] = field(default_factory=dict)  # tables where the account has chips
    sits_at: frozenset[str] = frozenset()  # tables of all servers, as of the last look
    seen_hand: bool = False  # to its end, since the house opened

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "chips": dollars(self.chips),
            "role": self.role,
            "password": self.has_password,
            "second_factor": self.second_factor,
        }


class Accounts:
    """All accounts in use, and the ways into them.

    Every session of one who works here was opened with a second factor or is the house's file:
    there is no way to give a staff account a password but together with one.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        # One object for an account as long as a table, a socket or a recent session needs it.
        self._by_id: WeakValueDictionary[int, Account] = WeakValueDictionary()
        self._by_token: OrderedDict[str, Session] = OrderedDict()
        self._loading = asyncio.Lock()
        self.passwords = Passwords()
        self._enrolling: OrderedDict[int, str] = OrderedDict()  # secrets not yet confirmed

    def now(self) -> datetime:
        return sessions.at_clock(self._settings.clock())

    # Ways in.

    async def new_guest(self, name: str, where: Where | None = None) -> tuple[str, Account]:
        """A new account under the name, or under the name with a number, and its token."""
        name, gift, now = clean_name(name), self._settings.gift, self.now()

        def write(connection: Connection) -> tuple[int, str, sessions.Begun]:
            account, free = add_account(connection, name, "player", now)
            begun = sessions.begin(connection, account, now, where or Where())
            if gift:
                enter(connection, [_chips(account, gift, "gift", now_text())])
            return account, free, begun

        account, free, begun = await self._store.write(write)
        made = self._by_id[account] = Account(account, free, "player", False, gift)
        hashed, at = hash_token(begun.token), sessions.text_of(now)
        self._keep(Session(begun.id, hashed, made, at, at, at, "", where or Where()))
        return begun.token, made

    async def session(self, token: str, where: Where | None = None) -> Session:
        """Whose token it is; tokens are compared by their hash in constant time."""
        hashed, now = hash_token(token), self.now()
        known = self._by_token.get(hashed)
        if known is not None and known.used > sessions.days_before(now, 1):
            self._by_token.move_to_end(hashed)
        else:
            known = await self._come_back(hashed, where, now)
        if self.is_over(known, now):
            self._by_token.pop(hashed, None)
            raise _unknown_token()
        if where is not None and where.address != known.where.address:
            self._moved(known, where)
        return known

    async def _come_back(self, hashed: str, where: Where | None, now: datetime) -> Session:
        """A session as the store has it; that it is used again is written down."""
        found = await asyncio.to_thread(self._store.account_of_token, hashed)
        if found is None or not hmac.compare_digest(found[0].encode(), hashed.encode()):
            raise _unknown_token()
        row = found[1]
        if sessions.has_ended(row.kind, row.role, row.began, row.session_created, now):
            raise _unknown_token()
        account = await self._load(row)
        session = Session(
            row.session, hashed, account, row.began, row.made, sessions.text_of(now), row.kind,
            where or Where(row.address, row.agent),
        )  # fmt: skip
        if not await self._store.write(
            lambda connection: sessions.came_back(connection, session, now)
        ):
            raise _unknown_token()  # ended while it was looked up
        for other, one in list(self._by_token.items()):
            if one.id == session.id and other != hashed:
                del self._by_token[other]
        self._keep(session)
        return session

    def _moved(self, session: Session, where: Where) -> None:
        """A session is used from elsewhere: written down when there is time, nobody waits."""
        at = self._settings.clock()
        if abs(at - session.seen_at) < ADDRESS_SECONDS:
            return
        session.where, session.seen_at = where, at
        c, values = schema.sessions.c, {"address": where.address, "agent": where.agent}
        own = update(schema.sessions).where(c.token == session.token).values(**values)

        def write(connection: Connection) -> None:
            connection.execute(own)
            sessions.note_address(connection, session.account.id, where.address, now_text())

        self._store.submit(write).add_done_callback(_note_failure)

    def _keep(self, session: Session) -> None:
        self._by_token[session.token] = session
        if len(self._by_token) > KEPT_SESSIONS:
            self._by_token.popitem(last=False)

    async def login(
        self, name: str, password: str, code: str | None, guesses: Guesses,
        where: Where | None = None,
    ) -> tuple[str, Account]:  # fmt: skip
        """A new session of an account with a password, and with a code if it has a second one."""
        try:
            row = await asyncio.to_thread(self._store.find_account, fold(clean_name(name)))
        except Refused:
            row = None  # nobody can be called that
        if not await self.passwords.verify(row.password if row else None, password) or row is None:
            raise Refused("wrong-password", "this name and password do not belong together")
        if row.totp and code is None:
            raise Refused("code-needed", "give the code of your authenticator app", where="code")
        if is_staff(row.role) and not row.totp:
            raise Refused("wrong-password", "this name and password do not belong together")
        if row.totp:
            guesses.begin_code(row.id)
        token = await self._store.write(self._opening(row, code, where or Where()))
        if row.totp:
            guesses.right_code(row.id)
        return token, await self._load(row)

    def _opening(
        self, row: Row[Any], code: str | None, where: Where
    ) -> Callable[[Connection], str]:
        now = self.now()

        def write(connection: Connection) -> str:
            check_unchanged(connection, row)
            if row.totp:
                use_code(connection, row.id, row.totp, code or "", now.timestamp())
            if is_staff(row.role):
                note_entry(connection, row.name, where, now)
            return sessions.begin(connection, row.id, now, where).token

        return write

    async def renew(self, session: Session) -> str:
        """A new token for the same session; the old one opens until the new one is used."""
        if session.kind == FILE:
            raise Refused("forbidden", "the token in the house's file is new when the file is gone")
        now = self.now()
        token = await self._store.write(
            lambda connection: sessions.exchange(connection, session.token, now)
        )
        if token is None:
            raise _unknown_token()
        return token

    # Ways out.

    async def logout(self, session: Session) -> None:
        await self.end_sessions(session.account, lambda one: one == session.id)

    async def list_sessions(self, session: Session) -> list[dict[str, Any]]:
        c = schema.sessions.c
        wanted = select(schema.sessions).where(c.account == session.account.id)
        rows = await self._store.write(lambda connection: list(connection.execute(wanted)))
        now, role = self.now(), session.account.role
        kept = [
            row
            for row in rows
            if not sessions.has_ended(row.kind, role, row.began, row.created, now)
        ]
        return sessions.told(kept, session)

    async def end_sessions(self, account: Account, which: Callable[[str], bool]) -> list[str]:
        """Void the tokens of the account's sessions chosen by id; those that were ended."""
        c = schema.sessions.c

        def write(connection: Connection) -> list[str]:
            own = connection.execute(select(c.id).where(c.account == account.id)).scalars()
            ended = [one for one in own if which(one)]
            sessions.drop(connection, c.account == account.id, c.id.in_(ended))
            return ended

        ended = await self._store.write(write)
        for token, session in list(self._by_token.items()):
            if session.account is account and session.id in ended:
                del self._by_token[token]
        return ended

    async def forget_old_sessions(self) -> None:
        """Tokens that no longer open anything need not be kept."""
        now = self.now()
        ends = schema.invites.c.ends

        def write(connection: Connection) -> None:
            sessions.drop_old(connection, now)
            connection.execute(delete(schema.invites).where(ends <= sessions.text_of(now)))

        await self._store.write(write)

    # Passwords and second factors.

    async def set_password(self, session: Session, password: str, old: str | None) -> None:
        """Give an account a password, to enter it from elsewhere, or another in place of its own.

        Its other sessions end.
        """
        account = session.account
        check_password(password)
        if is_staff(account.role) and not account.second_factor:
            raise Refused("forbidden", "who works here gets in by an invitation first")
        row = await self._confirm(account, old)
        hashed = await self.passwords.hash(password)
        await self._set(row, session, password=hashed)
        await self.end_sessions(account, lambda one: one != session.id)
        account.has_password = True

    async def _confirm(self, account: Account, password: str | None) -> Row[Any]:
        """That it is the owner who asks: a token alone may be somebody else's by now."""
        row = await asyncio.to_thread(self._store.find_account, fold(account.name))
        assert row is not None
        if not row.password:
            return row
        if password is None or not await self.passwords.verify(row.password, password):
            raise Refused("wrong-old-password", "the password you have now is another", where="old")
        return row

    async def begin_second_factor(self, account: Account, password: str) -> dict[str, str]:
        """A secret for an authenticator app; it counts once a code of it was given."""
        if not account.has_password:
            raise Refused("bad-password", "choose a password first: the code comes after it")
        if (await self._confirm(account, password)).totp:
            raise Refused("forbidden", "there is a second factor; do without it first, by its code")
        secret = self._enrolling[account.id] = totp.new_secret()
        if len(self._enrolling) > KEPT_ENROLMENTS:
            self._enrolling.popitem(last=False)
        return totp.enrolment(secret, account.name)

    async def confirm_second_factor(self, session: Session, code: str) -> None:
        """From now on a login needs a code; other sessions end."""
        account = session.account
        secret = self._enrolling.get(account.id)
        if secret is None:
            raise Refused("bad-request", "begin with a new picture: this one is too old")
        step = totp.step_of(secret, code, self._settings.clock())
        if step is None:
            raise wrong_code()
        row = await asyncio.to_thread(self._store.find_account, fold(account.name))
        assert row is not None
        del self._enrolling[account.id]
        await self._set(row, session, totp=secret, totp_step=step)
        await self.end_sessions(account, lambda one: one != session.id)
        account.second_factor = True

    async def remove_second_factor(
        self, session: Session, password: str, code: str, guesses: Guesses
    ) -> None:
        account = session.account
        if is_staff(account.role):
            raise Refused("forbidden", "who works here has a second factor")
        row = await self._confirm(account, password)
        if not row.totp:
            return
        now = self._settings.clock()
        guesses.begin_code(row.id)
        await self._store.write(
            lambda connection: use_code(connection, row.id, row.totp, code, now)
        )
        guesses.right_code(row.id)
        await self._set(row, session, totp=None, totp_step=0)
        account.second_factor = False

    async def _set(self, row: Row[Any], session: Session, **values: Any) -> None:
        """Change what opens an account, by one whose session has not ended meanwhile."""
        own = update(schema.accounts).where(schema.accounts.c.id == row.id).values(**values)
        here = select(schema.sessions.c.id).where(schema.sessions.c.token == session.token)

        def write(connection: Connection) -> None:
            check_unchanged(connection, row)
            if connection.execute(here).first() is None:
                raise _unknown_token()
            connection.execute(own)

        await self._store.write(write)

    # Finding.

    async def by_name(self, name: str) -> Account:
        """The account of somebody at a table."""
        row = await asyncio.to_thread(self._store.find_account, fold(name))
        if row is None:
            raise Refused("no-such-account", f"nobody here is called {name!r}", where="name")
        return await self._load(row)

    async def _load(self, row: Row[Any]) -> Account:
        """The one object for an account, its chips and its latest commands included."""
        async with self._loading:
            known = self._by_id.get(row.id)
            if known is not None:
                return known
            chips = await asyncio.wrap_future(self._store.chips_of(row.id))
            commands = await asyncio.to_thread(self._store.commands_of, row.id, 2 * REMEMBERED)
            account = Account(row.id, row.name, row.role, bool(row.password), chips, bool(row.totp))
            for one in commands:
                account.commands.remember(one.id, one.digest, one.number)
            self._by_id[row.id] = account
            return account

    async def recall_commands(self, account: Account) -> None:
        """Commands that another server has carried out meanwhile are known here too."""
        for one in await asyncio.to_thread(self._store.commands_of, account.id, REMEMBERED):
            if one.id not in account.commands.known:
                account.commands.remember(one.id, one.digest, one.number)

    async def changed(self, number: int) -> Callable[[Session], bool] | None:
        """Another server has changed an account: what is kept of it is read again.

        Which sessions are void now; None if nobody here knows the account.
        """
        account = self._by_id.get(number)
        if account is None:
            return None
        a, s = schema.accounts.c, schema.sessions.c
        row = await asyncio.to_thread(
            self._store.first, select(schema.accounts).where(a.id == number)
        )
        query = select(s.token, s.id).where(s.account == number)
        kept = {one.token: one.id for one in await asyncio.to_thread(self._store.all, query)}
        assert row is not None
        account.role, account.has_password = row.role, bool(row.password)
        account.second_factor = bool(row.totp)
        await self.reload_chips(account)
        for token, session in list(self._by_token.items()):
            if session.account is account and token not in kept:
                del self._by_token[token]
        left = set(kept.values())
        return lambda session: session.account is account and session.id not in left

    def known(self) -> list[int]:
        """The accounts that are kept in memory."""
        return list(self._by_id)

    async def reload_chips(self, account: Account) -> None:
        """After a write has failed: what the store says counts, and what was begun since."""
        before = account.chips
        stored = await asyncio.wrap_future(self._store.chips_of(account.id))
        account.chips += stored - before

    # Chips.

    async def refill(self, account: Account, count: Callable[[str], Awaitable[int]]) -> None:
        """The first gift again, for one who has lost it; `count` says what lies at tables.

        While that is counted at all servers, nothing may move between account and tables.
        """
        settings, c = self._settings, schema.chips.c
        last = select(func.max(c.id)).where(c.account == account.id)
        before = await self._store.write(lambda connection: connection.execute(last).scalar())
        at_tables = await count(account.name)

        def write(connection: Connection) -> None:
            alone(connection)
            if connection.execute(last).scalar() != before:
                raise Refused("in-progress", "chips are on their way to a table; try again")
            have = chips_in(connection, account.id) + at_tables  # the ledger counts, not we
            if have >= settings.refill_below:
                raise Refused(
                    "not-broke",
                    f"a refill is for those with less than {dollars(settings.refill_below)}; "
                    f"you have {dollars(have)}",
                )
            amount = settings.gift - have
            enter(connection, [_chips(account.id, amount, "refill", now_text())])

        try:
            await self._store.write(write)
        finally:
            await self.reload_chips(account)

    # The house's file.

    async def house(self) -> Account:
        """The house's account; it and the file with its token are made when missing."""
        path = self.token_file
        if path.exists():
            try:
                session = await self.session(path.read_text(encoding="utf-8").strip())
                if session.account.role == "house" and session.kind == FILE:
                    return session.account
            except Refused:
                pass  # of another store, or revoked: make a new one
        now, c = self.now(), schema.accounts.c

        def write(connection: Connection) -> tuple[str, Row[Any]]:
            alone(connection)
            if self._store.member is None:  # among several servers each opens by its own file
                sessions.drop(connection, schema.sessions.c.kind == FILE)
            house = select(schema.accounts).where(c.role == "house").order_by(c.id)
            if connection.execute(house).first() is None:
                add_account(connection, "House", "house", now)
            row = next(iter(connection.execute(house)))
            return sessions.begin(connection, row.id, now, Where(), kind=FILE).token, row

        token, row = await self._store.write(write)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, f"{token}\n".encode())
        return await self._load(row)

    @property
    def token_file(self) -> Path:
        if self._settings.house_token_file is not None:
            return self._settings.house_token_file
        url = self._store.url
        if url.get_backend_name() == "sqlite" and url.database:
            return Path(url.database).with_suffix(".house-token")
        return data_folder() / "house-token"

    def is_over(self, session: Session, now: datetime) -> bool:
        """Whether a session opens nothing any more; who deletes the house's file means it."""
        if session.kind != FILE:
            return session.ended(now)
        try:
            kept = self.token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return True
        return not hmac.compare_digest(hash_token(kept), session.token)


def _note_failure(done: Future[None]) -> None:
    if done.exception() is not None:
        log.warning("an address was not written down: %s", done.exception())


def note_entry(connection: Connection, name: str, where: Where, now: datetime) -> None:
    """Somebody who works here has come in."""
    facts = {"address": where.address}
    Deed(name, "entered", facts=facts).write(connection, sessions.text_of(now))


def check_unchanged(connection: Connection, row: Row[Any]) -> None:
    """That the password and the second factor are still those that were looked at.

    A password takes its time to be checked; meanwhile its owner may have changed it, or the house
    may have voided it. Who does so at another server waits until this is written.
    """
    c = schema.accounts.c
    own = select(c.password, c.totp, c.role).where(c.id == row.id).with_for_update()
    if tuple(connection.execute(own).one()) != (row.password, row.totp, row.role):
        raise Refused("wrong-password", "this name and password do not belong together")


def use_code(connection: Connection, account: int, secret: str, code: str, now: float) -> None:
    """Use up a code of the second factor; each opens once, at whichever server."""
    c = schema.accounts.c
    own = select(c.totp_step).where(c.id == account).with_for_update()
    last = connection.execute(own).scalar_one()
    step = totp.step_of(secret, code, now, after=last)
    if step is None:
        raise wrong_code()
    connection.execute(update(schema.accounts).where(c.id == account).values(totp_step=step))


def _unknown_token() -> Refused:
    return Refused("unknown-token", "this token is not known here; enter again")


def wrong_code() -> Refused:
    return Refused(
        "wrong-code", "this code is wrong or was used; take the one your app shows now",
        where="code",
    )  # fmt: skip

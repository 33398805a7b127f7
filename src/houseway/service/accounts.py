"""Who is who: guests by name with a secret token, passwords for those who want one, chips."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import os
import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Row, delete, insert, select, update

from houseway.errors import Refused
from houseway.filings.schema.base import dollars
from houseway.service import schema
from houseway.service.cage import enter
from houseway.service.once import REMEMBERED, Commands
from houseway.service.settings import Settings, data_folder
from houseway.service.store import Store, chips_in
from houseway.table.evening import NAMES

LONGEST_NAME = 24
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
SESSION_DAYS = 90  # without use; who comes back stays known
KEPT_SESSIONS = 5000  # in memory; the others are read again when they come back
_RESERVED = frozenset(
    {*(name.casefold() for name in NAMES), "house", "bank", "board", "player", "banker", "dealer"}
)


def _chips(account: int, amount: int, reason: str, at: str) -> dict[str, Any]:
    return {"account": account, "amount": amount, "reason": reason, "at": at}


def now_text() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def hash_token(token: str) -> str:
    """What is kept of a token. It has 256 random bits, so a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A name as it is shown, or why it is none."""
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused(
            "bad-name", f"a name has 1 to {LONGEST_NAME} printable characters", where="name"
        )
    if not set(name).isdisjoint('/:"\\<>'):
        raise Refused("bad-name", "a name has no slash, colon, quote or bracket", where="name")
    return name


def fold(name: str) -> str:
    """How names are compared: Ann and ANN are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


@dataclass(slots=True, eq=False, weakref_slot=True)
class Account:
    """Somebody with chips. `chips` are those in the account, in cents; tables hold their own."""

    id: int
    name: str
    role: str
    has_password: bool
    chips: int
    commands: Commands = field(default_factory=Commands)
    seats: dict[str, int] = field(default_factory=dict)  # tables where the account has chips

    @property
    def is_house(self) -> bool:
        return self.role == "house"

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "chips": dollars(self.chips),
            "role": self.role,
            "password": self.has_password,
        }


class Accounts:
    """All accounts in use, and the ways into them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        # One object for an account as long as a table, a socket or a recent session needs it.
        self._by_id: WeakValueDictionary[int, Account] = WeakValueDictionary()
        self._by_token: OrderedDict[str, tuple[Account, str]] = OrderedDict()
        self._loading = asyncio.Lock()
        self._hashing = asyncio.Semaphore(2)  # a password takes memory and a core for a while

    # Ways in.

    async def new_guest(self, name: str, *, role: str = "player") -> tuple[str, Account]:
        """A new account under the name, or under the name with a number, and its token."""
        name = clean_name(name)
        token, gift = secrets.token_urlsafe(32), self._settings.gift
        if role == "house":
            gift = 0

        def write(connection: Connection) -> tuple[int, str]:
            at, free = now_text(), _free_name(connection, name, reserved=role != "house")
            key = connection.execute(
                insert(schema.accounts).values(name=free, folded=fold(free), role=role, created=at)
            ).inserted_primary_key
            assert key is not None
            account = int(key[0])
            connection.execute(
                insert(schema.sessions).values(token=hash_token(token), account=account, created=at)
            )
            if gift:
                enter(connection, [_chips(account, gift, "gift", at)])
            return account, free

        account, free = await asyncio.wrap_future(self._store.submit(write))
        made = self._by_id[account] = Account(account, free, role, False, gift)
        self._keep_session(hash_token(token), made, now_text())
        return token, made

    async def authenticate(self, token: str) -> Account:
        """Whose token it is; tokens are compared by their hash in constant time."""
        hashed = hash_token(token)
        known = self._by_token.get(hashed)
        if known is not None and known[1] > _days_ago(1):
            self._by_token.move_to_end(hashed)
            return known[0]
        found = await asyncio.to_thread(self._store.account_of_token, hashed)
        if found is None or not hmac.compare_digest(found[0].encode(), hashed.encode()):
            raise _unknown_token()
        row = found[1]
        if row.session_created <= _days_ago(SESSION_DAYS):
            raise _unknown_token()
        account, used = await self._load(row), row.session_created
        if used <= _days_ago(1):
            used = await self._renew(hashed)
        self._keep_session(hashed, account, used)
        return account

    async def _renew(self, hashed: str) -> str:
        at, sessions = now_text(), schema.sessions

        def write(connection: Connection) -> None:
            connection.execute(
                update(sessions).where(sessions.c.token == hashed).values(created=at)
            )

        await asyncio.wrap_future(self._store.submit(write))
        return at

    def _keep_session(self, hashed: str, account: Account, created: str) -> None:
        self._by_token[hashed] = (account, created)
        if len(self._by_token) > KEPT_SESSIONS:
            self._by_token.popitem(last=False)

    async def register(self, account: Account, password: str, token: str) -> None:
        """Give an account a password, to enter it from elsewhere; its other tokens become void."""
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise Refused(
                "bad-password",
                f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters",
                where="password",
            )
        hashed, own = await self._hash(password), hash_token(token)
        sessions = schema.sessions.c

        def write(connection: Connection) -> None:
            connection.execute(
                update(schema.accounts)
                .where(schema.accounts.c.id == account.id)
                .values(password=hashed)
            )
            connection.execute(
                delete(schema.sessions).where(sessions.account == account.id, sessions.token != own)
            )

        await asyncio.wrap_future(self._store.submit(write))
        for other, (holder, _) in list(self._by_token.items()):
            if holder is account and other != own:
                del self._by_token[other]
        account.has_password = True

    async def login(self, name: str, password: str) -> tuple[str, Account]:
        """A new session of an account with a password."""
        try:
            row = await asyncio.to_thread(self._store.find_account, fold(clean_name(name)))
        except Refused:
            row = None  # nobody can be called that
        # An unknown name takes as long as a wrong password.
        hashed = row.password if row is not None and row.password else await self._decoy()
        right = await self._verify(hashed, password)
        if row is None or not row.password or not right:
            raise Refused("wrong-password", "this name and password do not belong together")
        token = secrets.token_urlsafe(32)

        def write(connection: Connection) -> None:
            connection.execute(
                insert(schema.sessions).values(
                    token=hash_token(token), account=row.id, created=now_text()
                )
            )

        await asyncio.wrap_future(self._store.submit(write))
        return token, await self._load(row)

    async def logout(self, token: str) -> None:
        hashed = hash_token(token)
        self._by_token.pop(hashed, None)

        def write(connection: Connection) -> None:
            connection.execute(delete(schema.sessions).where(schema.sessions.c.token == hashed))

        await asyncio.wrap_future(self._store.submit(write))

    async def forget_old_sessions(self) -> None:
        """Tokens that no longer open anything need not be kept."""

        def write(connection: Connection) -> None:
            connection.execute(
                delete(schema.sessions).where(schema.sessions.c.created <= _days_ago(SESSION_DAYS))
            )

        await asyncio.wrap_future(self._store.submit(write))

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
            account = Account(row.id, row.name, row.role, bool(row.password), chips)
            for one in commands:
                account.commands.remember(one.id, one.digest, one.number)
            self._by_id[row.id] = account
            return account

    async def reload_chips(self, account: Account) -> None:
        """After a write has failed: what the store says counts, and what was begun since."""
        before = account.chips
        stored = await asyncio.wrap_future(self._store.chips_of(account.id))
        account.chips += stored - before

    # Chips.

    async def refill(self, account: Account, at_tables: int) -> None:
        """The first gift again, for one who has lost it."""
        settings = self._settings

        def write(connection: Connection) -> None:
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
            await asyncio.wrap_future(self._store.submit(write))
        finally:
            await self.reload_chips(account)

    # The house.

    async def house(self) -> tuple[Account, Path]:
        """The house's account, and the file with its token; both are made when missing."""
        path = self._settings.house_token_file or self._token_file()
        if path.exists():
            try:
                account = await self.authenticate(path.read_text(encoding="utf-8").strip())
                if account.is_house:
                    return account, path
            except Refused:
                pass  # of another store, or revoked: make a new one
        token, account = await self.new_guest("House", role="house")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token + "\n")
        return account, path

    def _token_file(self) -> Path:
        url = self._store.url
        if url.get_backend_name() == "sqlite" and url.database:
            return Path(url.database).with_suffix(".house-token")
        return data_folder() / "house-token"

    # Passwords.

    async def _hash(self, password: str) -> str:
        from argon2 import PasswordHasher

        async with self._hashing:
            return await asyncio.to_thread(PasswordHasher().hash, password)

    async def _verify(self, hashed: str, password: str) -> bool:
        from argon2 import PasswordHasher
        from argon2.exceptions import Argon2Error

        async with self._hashing:
            try:
                return await asyncio.to_thread(PasswordHasher().verify, hashed, password)
            except Argon2Error:
                return False

    _made_up: str | None = None

    async def _decoy(self) -> str:
        if self._made_up is None:
            self._made_up = await self._hash(secrets.token_urlsafe(16))
        return self._made_up


def _free_name(connection: Connection, name: str, *, reserved: bool) -> str:
    """The name, or the name with the first free number."""
    column = schema.accounts.c.folded
    number = 1
    while True:
        suffix = "" if number == 1 else f" {number}"
        tried = name[: LONGEST_NAME - len(suffix)] + suffix
        taken = reserved and fold(tried) in _RESERVED
        if (
            not taken
            and connection.execute(select(column).where(column == fold(tried))).first() is None
        ):
            return tried
        number = number + 1 if number < 20 else secrets.randbelow(1_000_000)


def _days_ago(days: int) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")


def _unknown_token() -> Refused:
    return Refused("unknown-token", "this token is not known here; enter again")

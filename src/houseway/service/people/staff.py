"""Who works here: invited by a link that opens once, let in by a password and a second factor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Row, case, delete, insert, select, update

from houseway.errors import Refused
from houseway.service.names import clean_name, fold
from houseway.service.people import sessions, totp
from houseway.service.people.accounts import Account, Accounts, note_entry, wrong_code
from houseway.service.people.acts import Deed
from houseway.service.people.newcomers import add_account
from houseway.service.people.passwords import check_password
from houseway.service.people.roles import Role, is_staff
from houseway.service.people.sessions import Where, hash_token
from houseway.service.storage import schema
from houseway.service.storage.store import Store

INVITE_HOURS = 24


class Staff:
    """Invitations. An account that waits for one to be accepted cannot be entered otherwise."""

    def __init__(self, store: Store, accounts: Accounts) -> None:
        self._store, self._accounts = store, accounts

    async def list(self) -> list[dict[str, Any]]:
        a = schema.accounts.c
        wanted = select(schema.accounts).where(a.role != "player").order_by(a.id)
        rows = await self._store.write(lambda connection: list(connection.execute(wanted)))
        return [
            {"name": row.name, "role": row.role, "ready": bool(row.password and row.totp)}
            for row in rows
        ]

    async def accounts(self, find: str, limit: int) -> Sequence[dict[str, Any]]:
        """Accounts by name, those who work here first, with what opens them now."""
        a, s, i = schema.accounts, schema.sessions, schema.invites
        now, staff = self._accounts.now(), case((a.c.role == "player", 1), else_=0)
        wanted = select(a).order_by(staff, a.c.folded).limit(limit)
        if find.strip():
            wanted = wanted.where(a.c.folded.contains(fold(find.strip()), autoescape=True))

        def read(connection: Connection) -> Sequence[dict[str, Any]]:
            rows = list(connection.execute(wanted))
            own = [row.id for row in rows]
            opened = list(connection.execute(select(s).where(s.c.account.in_(own))))
            waiting = select(i).where(i.c.account.in_(own), i.c.ends > sessions.text_of(now))
            invited = {one.account: one.ends for one in connection.execute(waiting)}
            return [_managed(row, opened, invited.get(row.id), now) for row in rows]

        return await self._store.write(read)

    async def hire(self, name: str, role: Role, by: Account) -> tuple[str, Account]:
        """A new account for somebody who works here, and the secret of their invitation."""
        name, now = clean_name(name), self._accounts.now()

        def write(connection: Connection) -> tuple[str, str]:
            account, free = add_account(connection, name, role, now)
            self._did(connection, Deed(by.name, "invited", free, {"role": role}))
            return free, self._invite(connection, account)

        free, secret = await self._store.write(write)
        return secret, await self._accounts.by_name(free)

    async def invite_again(self, account: Account, by: str) -> str:
        """For a lost phone: password, second factor and sessions are void until it is accepted."""
        if not is_staff(account.role):
            raise Refused("no-such-account", "nobody of that name works here", where="name")
        own = update(schema.accounts).where(schema.accounts.c.id == account.id)

        def write(connection: Connection) -> str:
            connection.execute(own.values(password=None, totp=None, totp_step=0))
            self._did(connection, Deed(by, "invited again", account.name))
            return self._invite(connection, account.id)

        secret = await self._store.write(write)
        account.has_password = account.second_factor = False
        await self._end_sessions(account)
        return secret

    async def end_sessions(self, account: Account, by: Account) -> None:
        """Every token of an account is void, but for the one in the house's file."""
        deed = Deed(by.name, "ended the sessions of", account.name)
        await self._store.write(lambda connection: self._did(connection, deed))
        await self._end_sessions(account)

    async def _end_sessions(self, account: Account) -> None:
        kept = select(schema.sessions.c.id).where(schema.sessions.c.kind == sessions.FILE)
        files = set(
            await self._store.write(lambda connection: list(connection.execute(kept).scalars()))
        )
        await self._accounts.end_sessions(account, lambda one: one not in files)

    async def give_role(self, account: Account, role: Role, by: Account) -> None:
        """Another role for one who works here; they enter again with it."""
        self._check_staff(account, "given another role")
        own = update(schema.accounts).where(schema.accounts.c.id == account.id)
        facts = {"from": account.role, "to": role}

        def write(connection: Connection) -> None:
            connection.execute(own.values(role=role))
            self._did(connection, Deed(by.name, "changed the role of", account.name, facts))

        await self._store.write(write)
        account.role = role
        await self._end_sessions(account)

    def _check_staff(self, account: Account, what: str) -> None:
        if account.role == "house" or not is_staff(account.role):
            raise Refused("forbidden", f"only the floor and the office can be {what}")

    def _did(self, connection: Connection, deed: Deed) -> None:
        deed.write(connection, sessions.text_of(self._accounts.now()))

    async def dismiss(self, account: Account, by: Account) -> None:
        """Somebody works here no more: the account stays with its chips and cannot be entered."""
        self._check_staff(account, "dismissed")
        own = update(schema.accounts).where(schema.accounts.c.id == account.id)

        def write(connection: Connection) -> None:
            connection.execute(own.values(role="player", password=None, totp=None))
            connection.execute(delete(schema.invites).where(schema.invites.c.account == account.id))
            self._did(connection, Deed(by.name, "dismissed", account.name))

        await self._store.write(write)
        account.role, account.has_password, account.second_factor = "player", False, False
        await self._accounts.end_sessions(account, lambda _: True)

    def _invite(self, connection: Connection, account: int) -> str:
        secret = sessions.new_token()
        connection.execute(delete(schema.invites).where(schema.invites.c.account == account))
        ends = self._accounts.now() + timedelta(hours=INVITE_HOURS)
        row = {"secret": hash_token(secret), "account": account, "totp": totp.new_secret(),
               "ends": sessions.text_of(ends)}  # fmt: skip
        connection.execute(insert(schema.invites), [row])
        return secret

    async def house_invitation(self, house: Account, *, anew: bool = False) -> str | None:
        """The link for the house itself, until somebody has accepted one."""
        if anew:
            return await self.invite_again(house, house.name)
        if house.has_password:
            return None
        return await self._store.write(lambda connection: self._invite(connection, house.id))

    # The one who is invited.

    async def look(self, secret: str) -> dict[str, Any]:
        """Whom an invitation is for, and what to show to their phone."""
        row = await self._store.write(self._finding(secret))
        picture = await asyncio.to_thread(totp.enrolment, row.totp, row.name)
        return {"name": row.name, "role": row.role, **picture}

    async def accept(
        self, secret: str, password: str, code: str, where: Where
    ) -> tuple[str, Account]:
        """Choose a password, show that the phone has the secret, and be let in."""
        check_password(password)
        found = await self._store.write(self._finding(secret))
        now = self._accounts.now()
        step = totp.step_of(found.totp, code, now.timestamp())
        if step is None:
            raise wrong_code()
        hashed = await self._accounts.passwords.hash(password)

        def write(connection: Connection) -> str:
            row = self._finding(secret)(connection)  # nobody has used it meanwhile
            connection.execute(
                update(schema.accounts)
                .where(schema.accounts.c.id == row.id)
                .values(password=hashed, totp=row.totp, totp_step=step)
            )
            connection.execute(delete(schema.invites).where(schema.invites.c.account == row.id))
            note_entry(connection, row.name, where, now)
            return sessions.begin(connection, row.id, now, where).token

        token = await self._store.write(write)
        account = await self._accounts.by_name(found.name)
        account.has_password = account.second_factor = True
        return token, account

    def _finding(self, secret: str) -> Callable[[Connection], Any]:
        a, i = schema.accounts, schema.invites
        columns = (a.c.id, a.c.name, a.c.role, i.c.totp)
        now = sessions.text_of(self._accounts.now())
        wanted = (
            select(*columns)
            .join_from(i, a)
            .where(i.c.secret == hash_token(secret), i.c.ends > now)
            .with_for_update()  # at another server too it opens once
        )

        def find(connection: Connection) -> Any:
            row: Any = connection.execute(wanted).first()
            if row is None:
                raise Refused(
                    "no-such-invitation", "this link was used or is too old; ask for a new one"
                )
            return row

        return find


def _managed(
    row: Row[Any], opened: list[Row[Any]], invited: str | None, now: datetime
) -> dict[str, Any]:
    """An account as those see it who manage it."""
    own = {
        one.id: one.created
        for one in opened
        if one.account == row.id
        and not sessions.has_ended(one.kind, row.role, one.began, one.created, now)
    }
    return {
        "name": row.name, "role": row.role, "since": row.created,
        "password": bool(row.password), "second_factor": bool(row.totp),
        "invited": invited, "sessions": len(own), "used": max(own.values(), default=None),
    }  # fmt: skip

"""Who works here: invited by a link that opens once, let in by a password and a second factor."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from houseway.errors import Refused
from houseway.service import schema, sessions, totp
from houseway.service.accounts import Account, Accounts, wrong_code
from houseway.service.names import clean_name
from houseway.service.newcomers import add_account
from houseway.service.passwords import check_password
from houseway.service.roles import Role, is_staff
from houseway.service.sessions import Where, hash_token

INVITE_HOURS = 24


class Staff:
    """Invitations. An account that waits for one to be accepted cannot be entered otherwise."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def list(self) -> list[dict[str, Any]]:
        a = schema.accounts.c
        wanted = select(schema.accounts).where(a.role != "player").order_by(a.id)
        rows = await self._accounts.write(lambda connection: list(connection.execute(wanted)))
        return [
            {"name": row.name, "role": row.role, "ready": bool(row.password and row.totp)}
            for row in rows
        ]

    async def hire(self, name: str, role: Role) -> tuple[str, Account]:
        """A new account for somebody who works here, and the secret of their invitation."""
        name, now = clean_name(name), self._accounts.now()

        def write(connection: Connection) -> tuple[str, str]:
            account, free = add_account(connection, name, role, now)
            return free, self._invite(connection, account)

        free, secret = await self._accounts.write(write)
        return secret, await self._accounts.by_name(free)

    async def invite_again(self, account: Account) -> str:
        """For a lost phone: password, second factor and sessions are void until it is accepted."""
        if not is_staff(account.role):
            raise Refused("no-such-account", "nobody of that name works here", where="name")
        own = update(schema.accounts).where(schema.accounts.c.id == account.id)
        file = schema.sessions.c.kind == sessions.FILE

        def write(connection: Connection) -> str:
            connection.execute(own.values(password=None, totp=None, totp_step=0))
            return self._invite(connection, account.id)

        secret = await self._accounts.write(write)
        account.has_password = account.second_factor = False
        kept = select(schema.sessions.c.id).where(file)
        files = set(
            await self._accounts.write(lambda connection: list(connection.execute(kept).scalars()))
        )
        await self._accounts.end_sessions(account, lambda one: one not in files)
        return secret

    async def dismiss(self, account: Account) -> None:
        """Somebody works here no more: the account stays with its chips and cannot be entered."""
        if account.role == "house" or not is_staff(account.role):
            raise Refused("forbidden", "only the floor and the office can be dismissed")
        own = update(schema.accounts).where(schema.accounts.c.id == account.id)

        def write(connection: Connection) -> None:
            connection.execute(own.values(role="player", password=None, totp=None))
            connection.execute(delete(schema.invites).where(schema.invites.c.account == account.id))

        await self._accounts.write(write)
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
            return await self.invite_again(house)
        if house.has_password:
            return None
        return await self._accounts.write(lambda connection: self._invite(connection, house.id))

    # The one who is invited.

    async def look(self, secret: str) -> dict[str, Any]:
        """Whom an invitation is for, and what to show to their phone."""
        row = await self._accounts.write(self._finding(secret))
        picture = await asyncio.to_thread(totp.enrolment, row.totp, row.name)
        return {"name": row.name, "role": row.role, **picture}

    async def accept(
        self, secret: str, password: str, code: str, where: Where
    ) -> tuple[str, Account]:
        """Choose a password, show that the phone has the secret, and be let in."""
        check_password(password)
        found = await self._accounts.write(self._finding(secret))
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
            return sessions.begin(connection, row.id, now, where).token

        token = await self._accounts.write(write)
        account = await self._accounts.by_name(found.name)
        account.has_password = account.second_factor = True
        return token, account

    def _finding(self, secret: str) -> Callable[[Connection], Any]:
        a, i = schema.accounts, schema.invites
        columns = (a.c.id, a.c.name, a.c.role, i.c.totp)
        now = sessions.text_of(self._accounts.now())
        wanted = (
            select(*columns).join_from(i, a).where(i.c.secret == hash_token(secret), i.c.ends > now)
        )

        def find(connection: Connection) -> Any:
            row: Any = connection.execute(wanted).first()
            if row is None:
                raise Refused(
                    "no-such-invitation", "this link was used or is too old; ask for a new one"
                )
            return row

        return find

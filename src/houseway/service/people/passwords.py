"""Passwords: hashed slowly, compared without telling what was wrong, guessed at a price."""

from __future__ import annotations

import asyncio
import secrets

from houseway.errors import Refused
from houseway.service.limits import Rates
from houseway.service.settings import Limits

SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200


def check_password(password: str) -> None:
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise Refused(
            "bad-password",
            f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters",
            where="password",
        )


class Passwords:
    """Argon2 in threads, two at a time: each takes memory and a core for a while."""

    def __init__(self) -> None:
        self._hashing = asyncio.Semaphore(2)
        self._made_up: str | None = None

    async def hash(self, password: str) -> str:
        from argon2 import PasswordHasher

        async with self._hashing:
            return await asyncio.to_thread(PasswordHasher().hash, password)

    async def verify(self, hashed: str | None, password: str) -> bool:
        """Whether a password is right; one that was never set takes as long to be wrong."""
        from argon2 import PasswordHasher
        from argon2.exceptions import Argon2Error

        if self._made_up is None:
            self._made_up = await self.hash(secrets.token_urlsafe(16))
        async with self._hashing:
            try:
                await asyncio.to_thread(PasswordHasher().verify, hashed or self._made_up, password)
            except Argon2Error:
                return False
            return hashed is not None


class Guesses:
    """Wrong tries slow the one who makes them: an address at one name, and an address in all.

    What others try from elsewhere never counts against the owner, and a right password counts
    against nobody. A code of the second factor is so short that wrong ones count by account,
    wherever they come from: only one who has the password can make them.
    """

    def __init__(self, limits: Limits) -> None:
        self._pairs = Rates(*limits.passwords)
        self._addresses = Rates(*limits.guesses)
        self._codes = Rates(*limits.codes)

    def rates(self) -> dict[str, Rates]:
        """By name, for servers that count together."""
        return {"pairs": self._pairs, "addresses": self._addresses, "codes": self._codes}

    def begin(self, address: str, name: str) -> None:
        """Counted before the answer is known, so that many at once count too."""
        self._pairs.check((address, name), "wrong passwords")
        self._addresses.check(address, "wrong passwords")

    def right(self, address: str, name: str) -> None:
        self._pairs.give_back((address, name))
        self._addresses.give_back(address)

    def begin_code(self, account: int) -> None:
        self._codes.check(account, "wrong codes")

    def right_code(self, account: int) -> None:
        self._codes.give_back(account)

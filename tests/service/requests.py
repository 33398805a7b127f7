"""Requests of people with and without a token, by a clock that is told the time."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from houseway.service.people import totp
from tests.service.running import Running, asking, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
SECRET = {"password": "correct horse"}
DAY = 86_400.0


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@dataclass
class Web:
    """Requests of somebody with or without a token."""

    running: Running
    client: httpx.AsyncClient
    clock: Clock

    async def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> httpx.Response:
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        return await self.client.request(method, path, json=body, headers=headers)

    async def get(self, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
        answer = await self.ask(method, path, body, token)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    async def refused(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> str:
        answer = await self.ask(method, path, body, token)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["error"]["code"])

    async def guest(self, name: str) -> str:
        return str((await self.get("POST", "/api/guests", {"name": name}))["token"])

    async def member(self, name: str) -> str:
        """A guest with a password."""
        token = await self.guest(name)
        await self.get("POST", "/api/accounts", SECRET, token)
        return token

    def code(self, secret: str) -> str:
        return totp.code_at(secret, int(self.clock.now) // totp.SECONDS)

    def house(self) -> str:
        path = self.running.parts.accounts.token_file
        return path.read_text().strip()


@asynccontextmanager
async def web(folder: Path, **choices: Any) -> AsyncIterator[Web]:
    clock = choices.setdefault("clock", Clock())
    async with serving(folder, **choices) as running:
        address = running.address
        async with asking(address) as client:
            yield Web(running, client, clock)


async def hired(here: Web, name: str, role: str) -> tuple[str, str]:
    """Somebody who has accepted an invitation: their token and the secret of their app."""
    wish = {"name": name, "role": role}
    invite = (await here.get("POST", "/api/staff", wish, here.house()))["invite"]
    shown = await here.get("POST", "/api/invites/look", {"invite": invite})
    assert (shown["name"], shown["role"]) == (name, role)
    assert shown["secret"] in shown["address"]
    assert shown["image"].startswith("data:image/svg+xml;base64,")
    accept = {"invite": invite, **SECRET, "code": here.code(shown["secret"])}
    found = await here.get("POST", "/api/invites/accept", accept)
    assert found["account"]["second_factor"] is True
    assert await here.refused("POST", "/api/invites/accept", accept) == "no-such-invitation"
    return found["token"], shown["secret"]

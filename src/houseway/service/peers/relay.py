"""Between servers of a store: a request or a socket for a table goes on to the server that has it.

A plain pipe, with the player's own credentials: the owner of the table answers as if they had come
there. What PostgreSQL tells everybody (`NOTIFY`) holds 8,000 bytes and goes to all servers; a view
of a table is larger, and is for one. The server that relays names itself by the other's secret,
which stands in the store, and says for whom it asks.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

import h11
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from houseway.errors import Refused
from houseway.service.storage.servers import Peer

SECRET, CLIENT = "x-houseway-relay", "x-houseway-client"
RELAYED = "houseway.relayed"  # in a scope: another server asks for somebody
BODY = "houseway.body"  # in a scope: what was sent with a request
ASK_SECONDS = 2.0  # for what servers ask each other
RELAY_SECONDS = 70.0  # for what a player asks, the coach's advice too
CONNECT_SECONDS = 2.0
_PASSED = ("authorization", "user-agent", "accept", "content-type")
_RETURNED = ("content-type", "content-disposition", "retry-after", "www-authenticate")


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes


def out_of_reach() -> Refused:
    return Refused("shutting-down", "the server of this table does not answer; try again")


def is_from_a_server(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode(), secret.encode())


def as_client(scope: Scope, address: str) -> Scope:
    """A relayed request, as it would have come from the player."""
    return {**scope, "client": (address, 0), RELAYED: True}


async def ask(
    peer: Peer, method: str, target: str, *, headers: dict[str, str] | None = None,
    body: bytes = b"", seconds: float = ASK_SECONDS,
) -> Answer:  # fmt: skip
    """One request to another server; a refusal to be tried again if it does not answer."""
    try:
        async with asyncio.timeout(seconds), _line_to(peer) as (reader, writer):
            return await _exchange(reader, writer, peer, method, target, headers or {}, body)
    except (OSError, TimeoutError, EOFError, h11.RemoteProtocolError):
        raise out_of_reach() from None


@asynccontextmanager
async def _line_to(peer: Peer) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    parts = urlsplit(peer.address)
    secure = parts.scheme == "https"
    async with asyncio.timeout(CONNECT_SECONDS):
        reader, writer = await asyncio.open_connection(
            parts.hostname, parts.port or (443 if secure else 80),
            ssl=ssl.create_default_context() if secure else None,
        )  # fmt: skip
    try:
        yield reader, writer
    finally:
        writer.close()


async def _exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, peer: Peer, method: str,
    target: str, headers: dict[str, str], body: bytes,
) -> Answer:  # fmt: skip
    said = h11.Connection(h11.CLIENT)
    named = {**headers, "host": urlsplit(peer.address).netloc, SECRET: peer.secret,
             "content-length": str(len(body)), "connection": "close"}  # fmt: skip
    asking = h11.Request(method=method, target=target, headers=list(named.items()))
    for part in (asking, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(said.send(part) or b"")
    await writer.drain()
    status, parts = 0, []
    found: dict[str, str] = {}
    while True:
        event = said.next_event()
        if event is h11.NEED_DATA:
            said.receive_data(await reader.read(65536))
        elif isinstance(event, h11.Response):
            status = event.status_code
            found = {name.decode(): value.decode() for name, value in event.headers}
        elif isinstance(event, h11.Data):
            parts.append(bytes(event.data))
        elif isinstance(event, h11.EndOfMessage):
            return Answer(status, found, b"".join(parts))
        else:
            raise EOFError


async def ask_json(peer: Peer, method: str, target: str, given: Any = None) -> Any:
    """What a server answers another; its refusal is raised here."""
    body = b"" if given is None else json.dumps(given).encode()
    answer = await ask(
        peer, method, target, headers={"content-type": "application/json"}, body=body
    )
    told = json.loads(answer.body)
    if answer.status >= 400:
        error = told["error"]
        raise Refused(error["code"], error["message"], where=error["where"], cite=error["cite"])
    return told


async def relay(request: Request, peer: Peer) -> Response:
    """Have another server answer a request."""
    headers = {name: request.headers[name] for name in _PASSED if name in request.headers}
    headers[CLIENT] = request.client.host if request.client else ""
    target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    answer = await ask(
        peer, request.method, target, headers=headers, body=request.scope.get(BODY, b""),
        seconds=RELAY_SECONDS,
    )  # fmt: skip
    passed = {name: answer.headers[name] for name in _RETURNED if name in answer.headers}
    return Response(answer.body, answer.status, headers=passed)


class Pipe:
    """A player's socket at a table of another server."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line

    @classmethod
    async def to(cls, peer: Peer, table: str, address: str, agent: str, *, seconds: float) -> Pipe:
        scheme = "wss" if peer.address.startswith("https") else "ws"
        try:
            line = await connect(
                f"{scheme}://{urlsplit(peer.address).netloc}/ws?table={quote(table)}",
                additional_headers={SECRET: peer.secret, CLIENT: address},
                user_agent_header=agent, max_size=None, compression=None, proxy=None,
                open_timeout=seconds, close_timeout=1,
            )  # fmt: skip
        except (OSError, TimeoutError, EOFError, InvalidHandshake):
            raise out_of_reach() from None
        return cls(line)

    async def say(self, text: str) -> None:
        with suppress(ConnectionClosed):  # who listens hears of it
            await self._line.send(text)

    async def listen(self, heard: Callable[[str], None]) -> tuple[int, str]:
        """Pass on what the owner says, until it closes; with what word it did.

        One that is gone without a word is starting again somewhere: so is the player told.
        """
        with suppress(ConnectionClosed):
            async for text in self._line:
                heard(text if isinstance(text, str) else text.decode())
        code = self._line.close_code or 1006
        return (
            (1012, "restarting") if code in (1001, 1006) else (code, self._line.close_reason or "")
        )

    async def close(self) -> None:
        await self._line.close()

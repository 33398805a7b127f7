"""Plain ASGI middleware: headers that browsers obey, origins, sizes and rates of requests."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from ipaddress import ip_address
from socket import gethostname
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.errors import Refused
from houseway.service.limits import Rates, network_of
from houseway.service.peers.relay import BODY, CLIENT, SECRET, as_client, is_from_a_server
from houseway.service.settings import Limits

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
log = logging.getLogger("houseway.service")
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
UPLOADS = frozenset({"/api/records/verify"})  # read by their routes, once the sender is known


class SecurityHeaders:
    """The same headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope.get("scheme") == "https":
                    headers.setdefault("strict-transport-security", "max-age=31536000")
                if scope["path"].startswith("/api/"):
                    headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, sending)


class Faults:
    """A fault of ours becomes an answer like any other, and a line in the log."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception:
            if scope["type"] != "http" or begun:
                raise
            log.exception("a request failed")
            words = "something is wrong here; it was written down"
            await refuse(scope, send, 500, "fault", words)


def client_of(scope: Scope) -> str:
    """Whom rates are counted by: an address, or the network that one IPv6 customer has."""
    return network_of(scope["client"][0] if scope.get("client") else "")


class Hosts:
    """Which `Host` a request may name: an address, this machine, or a name the house gave.

    A foreign page can have its own name lead here (DNS rebinding); it cannot have an address.
    """

    def __init__(self, names: Iterable[str]) -> None:
        own = gethostname().casefold()
        self._names = {"localhost", own, f"{own}.local", *(name.casefold() for name in names)}

    def __contains__(self, host: object) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name.rstrip(".") in self._names or name.endswith(".localhost"):
            return True
        try:
            ip_address(name.partition("%")[0])
        except ValueError:
            return False
        return True


class Guard:
    """Refuses requests for other hosts, from foreign pages, too large ones, and floods."""

    def __init__(
        self, app: ASGIApp, *, limits: Limits, origins: Iterable[str] = (),
        hosts: Iterable[str] = (),
    ) -> None:  # fmt: skip
        self._app, self._limits, self._origins = app, limits, frozenset(origins)
        self._hosts = Hosts(hosts)
        self._rates = Rates(*limits.requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        socket = scope["type"] == "websocket"
        if SECRET in headers:
            await self._for_a_server(scope, headers, receive, send)
            return
        if headers.get("host", "") not in self._hosts:
            await refuse(
                scope, send, 421, "bad-host",
                "this cardroom is not reached by that name; the house gives its names by --name",
            )  # fmt: skip
            return
        foreign = not self._is_ours(headers)
        if foreign and (socket or scope["method"] not in SAFE_METHODS):
            await refuse(scope, send, 403, "bad-origin", "this page is not part of the cardroom")
            return
        if not self._rates.allows(client_of(scope)):
            await asyncio.sleep(self._limits.refusal_seconds)  # who asks too fast waits for it
            await refuse(scope, send, 429, "too-many", "too many requests; wait a little")
            return
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            await refuse(scope, send, 422, "bad-request", "an address holds no NUL")
            return
        if socket:
            await self._app(scope, receive, send)
            return
        await self._with_small_body(scope, headers, receive, send)

    async def _for_a_server(
        self, scope: Scope, headers: Headers, receive: Receive, send: Send
    ) -> None:
        """What another server relays: it has looked at who asks, and says who that is."""
        member = scope["app"].state.cardroom.store.member
        if member is None or not is_from_a_server(headers[SECRET], member.secret):
            await refuse(scope, send, 403, "forbidden", "only servers of this cardroom may say so")
            return
        scope = as_client(scope, headers.get(CLIENT, ""))
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._with_small_body(scope, headers, receive, send)

    def _is_ours(self, headers: Headers) -> bool:
        """Whether the page that asks is ours; programs that are no browsers do not say."""
        origin = headers.get("origin")
        if origin is None or origin in self._origins:
            return True
        try:
            netloc = urlsplit(origin).netloc
        except ValueError:
            return False
        return netloc.casefold() == headers.get("host", "").casefold()

    async def _with_small_body(
        self, scope: Scope, headers: Headers, receive: Receive, send: Send
    ) -> None:
        upload = scope["path"] in UPLOADS
        most = self._limits.upload_bytes if upload else self._limits.body_bytes
        announced = headers.get("content-length", "0")
        if not announced.isdigit() or int(announced) > most:
            await refuse(scope, send, 413, "too-large", f"a request has {most} bytes at most")
            return
        if scope["method"] in SAFE_METHODS or upload:
            await self._app(scope, receive, send)
            return
        # Small enough to be read at once: what is larger than announced, or does not come, is
        # refused before the application sees it.
        body, more = b"", True
        try:
            async with asyncio.timeout(self._limits.request_seconds):
                while more and len(body) <= most:
                    message = await receive()
                    if message["type"] != "http.request":
                        return
                    body += message.get("body", b"")
                    more = message.get("more_body", False)
        except TimeoutError:
            await refuse(scope, send, 408, "too-slow", "the request did not come in time")
            return
        if len(body) > most:
            await refuse(scope, send, 413, "too-large", f"a request has {most} bytes at most")
            return
        given = False
        scope[BODY] = body

        async def receiving() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receiving, send)


async def refuse(scope: Scope, send: Send, status: int, code: str, message: str) -> None:
    """An error before the application is reached; a socket is turned away by its handshake."""
    body = json.dumps({"error": Refused(code, message).as_json()}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in scope.get("extensions", {}):
            await send({"type": "websocket.close", "code": 1008, "reason": message})
            return
        kind = "websocket.http.response"
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})

"""A small client of the cardroom, for tests and for bots that play over the network.

async with Cardroom("http://localhost:8000") as cardroom:
    await cardroom.enter("Ann")
    async with await cardroom.quick_seat(family="three-card-poker") as seat:
        await seat.until(lambda: seat.phase == "wagers" and not seat.is_bank)
        await seat.do("wager", wagers={"ante": "10"})
        await seat.do("ready")
        ask = await seat.next_ask()
        await seat.do("answer", ask=ask["id"], move="play")
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from houseway.errors import HousewayError, Refused

Json = dict[str, Any]
KEPT = 5000  # records a client remembers
PATIENCE = 60.0  # seconds for an answer
_OPENER = build_opener(ProxyHandler({}))


def raise_error(answer: Json) -> None:
    """Raise what the service refused."""
    error = answer["error"]
    raise Refused(error["code"], error["message"], where=error["where"], cite=error["cite"])


class Cardroom:
    """The HTTP side: who you are, which tables there are, what was played."""

    def __init__(self, address: str, *, token: str | None = None) -> None:
        self.address, self.token, self.name = address.rstrip("/"), token, ""

    async def __aenter__(self) -> Cardroom:
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def request(
        self, method: str, path: str, body: Json | str | None = None, **query: Any
    ) -> Any:
        """One request; JSON comes back parsed, other text as it is, a refusal is raised."""
        return await asyncio.to_thread(self._request, method, path, body, query)

    def _request(self, method: str, path: str, body: Json | str | None, query: Json) -> Any:
        headers = {}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            headers["Content-Type"] = "text/plain" if isinstance(body, str) else "application/json"
            data = (body if isinstance(body, str) else json.dumps(body)).encode()
        asked = {name: value for name, value in query.items() if value is not None}
        url = self.address + path + (f"?{urlencode(asked)}" if asked else "")
        request = Request(url, data=data, headers=headers, method=method)
        request.get_header("host")
        try:
            with _OPENER.open(request, timeout=PATIENCE) as response:
                text, kind = response.read().decode(), response.headers.get_content_type()
        except OSError as error:
            read = getattr(error, "read", None)
            if read is None:
                raise
            answer = json.loads(read())
            error.close()  # type: ignore[attr-defined]
            raise_error(answer)
        if not text:
            return None
        return json.loads(text) if kind == "application/json" else text

    async def enter(self, name: str) -> Json:
        """Come in as a guest."""
        answer: Json = await self.request("POST", "/api/guests", {"name": name})
        self.token = answer["token"]
        self.name = answer["account"]["name"]
        return answer

    async def me(self) -> Json:
        answer: Json = await self.request("GET", "/api/me")
        return answer

    async def tables(self, **query: str) -> list[Json]:
        answer: list[Json] = await self.request("GET", "/api/tables", **query)
        return answer

    async def open_table(self, filing: str, **choices: Any) -> Json:
        """As the house: a new table."""
        answer: Json = await self.request("POST", "/api/tables", {"filing": filing, **choices})
        return answer

    async def round(self, table: str, number: int) -> Json:
        answer: Json = await self.request("GET", f"/api/tables/{table}/rounds/{number}")
        return answer

    async def quick_seat(self, **wish: Any) -> Seat:
        """A seat somewhere, connected."""
        found = await self.request("POST", "/api/quick-seat", wish)
        return await self.table(found["table"])

    async def table(self, table: str, *, keep: bool = False) -> Seat:
        """Connect to a table, to play or to watch."""
        seat = Seat(self.address, table, self.token, keep=keep)
        await seat.connect()
        return seat


class Seat:
    """The socket side: one table as this client knows it.

    `now`, `asks` and `bank` are kept up to date; `view` is that of the last snapshot, `records`
    what was heard since. With `keep` every message is kept as it came.
    """

    def __init__(self, address: str, table: str, token: str | None, *, keep: bool = False) -> None:
        parts = urlsplit(address)
        scheme = "wss" if parts.scheme == "https" else "ws"
        self._url = f"{scheme}://{parts.netloc}/ws?table={quote(table)}"
        self._token, self._keep = token, keep
        self.table = table
        self.number: int | None = None
        self.snapshot: Json = {}
        self.view: Json = {}
        self.now: Json = {}
        self.asks: list[Json] = []
        self.records: list[Json] = []
        self.scoreboard: Json | None = None
        self.bank: str | None = None  # who holds it
        self.heard: list[str] = []
        self.said: dict[str, str] = {}  # with `keep`: what was asked for under each id
        self.closed: tuple[int, str] | None = None
        self.resyncs = 0
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._unanswered: dict[str, tuple[Json, asyncio.Future[Json]]] = {}

    async def __aenter__(self) -> Seat:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # The connection.

    async def connect(self) -> Json:
        """Say hello; what was missed since the last connection follows by itself."""
        self._socket = await connect(
            self._url, subprotocols=["houseway.2"], max_size=None, compression=None,  # type: ignore[list-item]
            proxy=None, open_timeout=PATIENCE,
        )  # fmt: skip
        self.closed = None  # and not before: who does not get through is still outside
        self._reader = asyncio.create_task(self._read(self._socket))
        hello: Json = {"do": "hello"}
        if self._token is not None:
            hello["token"] = self._token
        if self.number is not None:
            hello["last"] = self.number
        before = list(self._unanswered.values())
        answer = await self.do(hello.pop("do"), **hello)
        for message, _ in before:  # the same ids: what was done already is not done again
            await self._send(message)
        return answer

    async def drop(self) -> None:
        """Lose the connection without a word, as a bad network would."""
        if self._socket is not None:
            self._socket.transport.abort()
        await self._stop()

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        await self._stop()
        for _, waiting in self._unanswered.values():
            waiting.cancel()

    async def _stop(self) -> None:
        if self._reader is not None:
            with suppress(asyncio.CancelledError):
                await self._reader
        self._reader = self._socket = None

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                assert isinstance(text, str)
                if self._keep:
                    self.heard.append(text)
                await self._take(json.loads(text))
        except ConnectionClosed:
            pass
        self.closed = (socket.close_code or 1006, socket.close_reason or "")
        async with self._news:
            self._news.notify_all()

    async def _take(self, message: Json) -> None:
        if "re" in message:
            _, waiting = self._unanswered.pop(message["re"], ({}, None))
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif "snapshot" in message:
            self._take_snapshot(message["snapshot"])
        elif "records" in message:
            if self.number is not None and message["from"] != self.number + 1:
                self.resyncs += 1
                await self._send({"id": self._new_id(), "do": "resync"})
                return
            self.number = message["number"]
            self._take_records(message["records"])
            self.now = message.get("now", self.now)
            self.asks = message.get("asks", self.asks)
            self.scoreboard = message.get("scoreboard", self.scoreboard)
        elif "now" in message:
            self.now = message["now"]
        async with self._news:
            self._news.notify_all()

    def _take_records(self, records: list[Json]) -> None:
        self.records += records
        del self.records[:-KEPT]
        for record in records:
            if record["kind"] == "bank_taken":
                self.bank = record["name"]
            elif record["kind"] in ("settled", "round_voided"):
                self.bank = None

    def _take_snapshot(self, snapshot: Json) -> None:
        self.snapshot, self.number = snapshot, snapshot["number"]
        self.view, self.now, self.asks = snapshot["view"], snapshot["now"], snapshot["asks"]
        self.scoreboard = snapshot["scoreboard"]
        held = self.view.get("bank")
        self.bank = held["name"] if held else None
        self.records = []

    # Commands.

    @staticmethod
    def _new_id() -> str:
        return secrets.token_hex(8)

    async def _send(self, message: Json) -> None:
        if self._socket is None:
            raise HousewayError("not-connected", "connect first")
        await self._socket.send(json.dumps(message))

    async def send_text(self, text: str) -> None:
        """Whatever you like, right or wrong."""
        assert self._socket is not None
        await self._socket.send(text)

    async def do(
        self, what: str, *, command_id: str | None = None, timeout: float | None = None, **more: Any
    ) -> Json:
        """Send a command and wait for its answer; a refusal is raised."""
        message = {"id": command_id or self._new_id(), "do": what, **more}
        waiting: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._unanswered[message["id"]] = (message, waiting)
        if self._keep:
            self.said[message["id"]] = what
        with suppress(ConnectionClosed):
            await self._send(message)
        await self.until(waiting.done, timeout)
        answer = waiting.result()
        if "error" in answer:
            raise_error(answer)
        return answer

    # What is known.

    @property
    def phase(self) -> str:
        return str(self.now.get("phase", ""))

    @property
    def you(self) -> str | None:
        return self.snapshot.get("you")

    @property
    def seat(self) -> int | None:
        return self.snapshot.get("seat")

    def offered(self) -> bool:
        """Whether the bank is offered to this client."""
        waiting = self.now.get("waiting")
        return bool(waiting and waiting["for"] == "bank" and self.you in waiting["names"])

    def can_bet(self) -> bool:
        """Whether wagers may be placed, and this client has not said that it is done."""
        return (
            self.phase == "wagers"
            and self.bank not in (None, self.you)
            and self.you not in self.now["ready"]
        )

    def stack(self) -> str:
        return str(self.now.get("accounts", {}).get(f"seat:{self.seat}", "0.00"))

    def settled(self) -> list[Json]:
        """Settlements heard since the last snapshot."""
        kinds = ("settled", "hand_settled", "points_settled")
        return [record for record in self.records if record["kind"] in kinds]

    async def until(self, what: Callable[[], Any], timeout: float | None = None) -> Any:
        """Wait until something holds."""
        async with asyncio.timeout(timeout or PATIENCE), self._news:
            while not (found := what()):
                if self.closed is not None:
                    raise HousewayError(
                        "disconnected", f"closed with {self.closed[0]}: {self.closed[1]}"
                    )
                await self._news.wait()
            return found

    async def next_ask(self, timeout: float | None = None) -> Json:
        """The next decision that is this client's to make."""
        await self.until(lambda: self.asks, timeout)
        return self.asks[0]

"""A table's socket: who comes in, what they say, and a bounded queue of what they are told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.utils import ClientDisconnected

from houseway.errors import HousewayError, Refused
from houseway.service.limits import Bucket, Rates, network_of
from houseway.service.peers.relay import CONNECT_SECONDS, RELAYED, Pipe
from houseway.service.people.accounts import Account, Accounts
from houseway.service.people.sessions import Session, Where
from houseway.service.protocol import Command, Hello, Simple, command_id, read_command
from houseway.service.settings import Limits
from houseway.service.storage.servers import Elsewhere
from houseway.service.tables.conduct import wall
from houseway.service.tables.lobby import PATIENCE, Lobby
from houseway.service.tables.room import NotKeptError, Room
from houseway.service.tables.wire import refusal_json, to_json
from houseway.service.watching import Watch
from houseway.service.web.line import NAME, Line

SUBPROTOCOLS = ("houseway.2", "houseway.1")  # what the first said is still understood
LAST_WORDS = 2.0  # seconds for what is still to be sent
AGAIN_SECONDS = 0.2  # between two tries to reach a server that is gone
STRIKES = 40  # messages over the rate before the socket is closed

log = logging.getLogger("houseway.service")


class Socket:
    """One connection at a table."""

    def __init__(self, websocket: WebSocket, limits: Limits, line: Line | None) -> None:
        """`line` is None where another server than ours serves the application."""
        self.account: Account | None = None
        self.session: Session | None = None
        self.position = -1
        self.live = False
        self.room: Room | None = None
        self._websocket, self._limits, self._line = websocket, limits, line
        self._out: deque[str] = deque()
        self._bytes = 0
        self._writing = False  # something that was queued is on its way
        self._wake = asyncio.Event()
        self.let_go = asyncio.Event()  # somebody has decided to close it
        self._closing: tuple[int, str] | None = None
        self._spoke = 0.0  # when all that was to be sent had been sent
        self._beats = 0
        self._next_look: asyncio.TimerHandle | None = None

    @property
    def closed(self) -> bool:
        return self._closing is not None

    def send(self, text: str) -> None:
        """Write a message, or queue it. One who does not read is let go rather than waited for."""
        if self._closing is not None:
            return
        line = None if self._writing or self._out else self._line
        if line is not None and line.say(text):
            self._spoke = time.monotonic()
            return
        self._out.append(text)
        self._bytes += len(text)
        if len(self._out) > self._limits.unread_messages or self._bytes > self._limits.unread_bytes:
            self._out.clear()
            self.close(4430, "too slow a reader")
        else:
            self._wake.set()

    def close(self, code: int, reason: str) -> None:
        if self._closing is None:
            self._closing = (code, reason)
            self._wake.set()
            self.let_go.set()

    async def write(self) -> None:
        """Send what is queued, and a beat when nothing was sent for a while."""
        websocket = self._websocket
        self._spoke = time.monotonic()
        self._look()
        try:
            while True:
                while self._out:
                    text = self._out.popleft()
                    self._bytes -= len(text)
                    self._writing = True
                    await websocket.send_text(text)
                    self._writing = False
                if self._closing is not None:
                    await websocket.close(*self._closing)
                    return
                self._spoke = time.monotonic()
                self._wake.clear()
                await self._wake.wait()
        finally:
            if self._next_look is not None:
                self._next_look.cancel()

    def _look(self) -> None:
        """Whether a beat is due, looked at once in that time: an alarm set with every message and
        stopped by the next one would cost more than the message."""
        now, pause = time.monotonic(), self._limits.beat_seconds
        left = self._spoke + pause - now
        if left <= 0:
            left = pause
            if not self._out:
                self._beats += 1
                self.send(to_json({"beat": self._beats, "time": wall(now, now)}))
        self._next_look = asyncio.get_running_loop().call_later(left, self._look)


class Gate:
    """Lets sockets in, up to so many, and serves each until it goes."""

    def __init__(self, lobby: Lobby, accounts: Accounts, limits: Limits, watch: Watch) -> None:
        self._lobby, self._accounts, self._limits = lobby, accounts, limits
        self._watch = watch
        self._sockets: set[Socket] = set()
        self._by_address: Counter[str] = Counter()
        self._rates = Rates(*limits.messages)
        self._address_rates = Rates(*limits.messages_per_address)
        self._shut: tuple[int, str] | None = None

    @property
    def open(self) -> int:
        return len(self._sockets)

    def turn_out(self, void: Callable[[Session], bool]) -> None:
        """Close the sockets of sessions that are void now."""
        for socket in self._sockets:
            if socket.session is not None and void(socket.session):
                socket.close(4401, "the token is void")

    def close_all(self, code: int, reason: str) -> None:
        """Whoever comes after is closed with the same word, for good or until `open_again`."""
        self._shut = (code, reason)
        for socket in self._sockets:
            socket.close(code, reason)

    def open_again(self) -> None:
        self._shut = None

    async def serve(self, websocket: WebSocket) -> None:
        address = websocket.client.host if websocket.client else ""
        offered = websocket.scope.get("subprotocols", [])
        limits = self._limits
        await websocket.accept(next((one for one in SUBPROTOCOLS if one in offered), None))
        line: Line | None = websocket.scope.get("extensions", {}).get(NAME)
        if line is not None and not line.handshake_complete:
            raise ClientDisconnected  # gone before they were let in
        if self._shut is not None:
            await websocket.close(*self._shut)
            return
        full, network = self.open >= limits.connections, network_of(address)
        if full or self._by_address[network] >= limits.connections_per_address:
            await websocket.close(1013, "too many connections; try again later")
            return
        socket = Socket(websocket, limits, line)
        self._sockets.add(socket)
        self._by_address[network] += 1
        try:
            await self._serve(websocket, socket, address)
        except WebSocketDisconnect:
            pass
        finally:
            self._sockets.remove(socket)
            self._by_address[network] -= 1
            if not self._by_address[network]:
                del self._by_address[network]

    async def _serve(self, websocket: WebSocket, socket: Socket, address: str) -> None:
        """Read and write until the client goes or is let go."""
        writer = asyncio.create_task(socket.write())
        reader = asyncio.create_task(self._read(websocket, socket, address))
        leaving = asyncio.create_task(socket.let_go.wait())
        try:
            await asyncio.wait({writer, reader, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():  # the last words go out, but nobody waits for one who does not read
                await asyncio.wait({writer}, timeout=LAST_WORDS)
        finally:
            for task in (writer, reader, leaving):
                task.cancel()
            socket.close(1001, "gone")  # so that a table it was about to join does not take it in
            if socket.room is not None:
                socket.room.leave(socket)
            await asyncio.gather(writer, reader, leaving, return_exceptions=True)

    async def _read(self, websocket: WebSocket, socket: Socket, address: str) -> None:
        room = await self._welcome(websocket, socket)
        if room is None:
            await socket.let_go.wait()
        elif isinstance(room, Pipe):
            await _pass_on(websocket, socket, room)
        else:
            await self._listen(websocket, socket, room, address)

    async def _welcome(self, websocket: WebSocket, socket: Socket) -> Room | Pipe | None:
        """The first message: who it is. The room it belongs to, here or elsewhere, or None after
        closing.
        """
        try:
            async with asyncio.timeout(self._limits.hello_seconds):
                text = await _receive(websocket)
        except TimeoutError:
            socket.close(4408, "no hello in time")
            return None
        try:
            hello = read_command(text)
            if not isinstance(hello, Hello):
                raise Refused("bad-request", "the first message is a hello", where="do")
        except HousewayError as error:
            socket.send(refusal_json({"re": command_id(text), "error": error.as_json()}))
            socket.close(4400, "the first message is a hello")
            return None
        code, host = 4401, websocket.client.host if websocket.client else ""
        where = Where(host, websocket.headers.get("user-agent", "")[:200])
        try:
            if hello.token is not None:
                socket.session = await self._accounts.session(hello.token, where)
                socket.account = socket.session.account
            code = 4404
            room = await self._find(websocket, where, text)
            if isinstance(room, Pipe):
                return room
            code = 1012
            if self._lobby.shared and socket.account is not None:
                await self._accounts.recall_commands(socket.account)
            socket.room = room
            await room.do(lambda: room.join(socket, hello))
        except HousewayError as error:
            code = {"table-locked": 4423, "shutting-down": 1012}.get(error.code, code)
            socket.send(refusal_json({"re": hello.id, "error": error.as_json()}))
            socket.close(code, error.message[:100])
            return None
        return room

    async def _find(self, websocket: WebSocket, where: Where, hello: str) -> Room | Pipe:
        """The room, or a way to the server that has it; one that is gone is soon another.

        Who still has it and does not answer is busy, with all who came at once: the last try waits
        for that, for tries that are given up cost it as much.
        """
        table, until = websocket.query_params.get("table", ""), time.monotonic() + PATIENCE
        while True:
            try:
                return await self._lobby.room(table)
            except Elsewhere as elsewhere:
                if websocket.scope.get(RELAYED):
                    raise
                last = until - time.monotonic() < CONNECT_SECONDS
                try:
                    pipe = await Pipe.to(
                        elsewhere.peer, table, where.address, where.agent,
                        seconds=PATIENCE if last else CONNECT_SECONDS,
                    )  # fmt: skip
                except Refused:
                    if time.monotonic() > until:
                        raise
                    await asyncio.sleep(AGAIN_SECONDS)
                else:
                    await pipe.say(hello)
                    return pipe

    async def _listen(self, websocket: WebSocket, socket: Socket, room: Room, address: str) -> None:
        """Commands one after the other."""
        bucket = Bucket(*self._limits.messages, now=time.monotonic())
        strikes = 0
        while not socket.let_go.is_set():
            text = await _receive(websocket)
            key = socket.account.id if socket.account else address
            if (
                bucket.take(time.monotonic())
                and self._rates.allows(key)
                and self._address_rates.allows(network_of(address))
            ):
                strikes = max(0, strikes - 1)
                await self._obey(socket, room, text)
                continue
            strikes += 1
            refusal = Refused("too-many", "too many messages; wait a little")
            socket.send(refusal_json({"re": command_id(text), "error": refusal.as_json()}))
            if strikes > STRIKES:
                socket.close(4429, "too many messages")

    async def _obey(self, socket: Socket, room: Room, text: str) -> None:
        try:
            command = read_command(text)
        except HousewayError as error:
            socket.send(refusal_json({"re": command_id(text), "error": error.as_json()}))
            return
        began = time.perf_counter()
        try:
            answer = await self._answer(socket, room, command)
        except HousewayError as error:
            answer = {"error": error.as_json()}
            if error.code == "shutting-down":
                socket.close(1012, "restarting")
        except Exception as error:
            log.exception("a command failed")
            if isinstance(error, NotKeptError) and error.unsure:
                # Unanswered, it is sent again with its id and looked up before it is done again.
                socket.close(1012, "restarting")
                return
            refusal = Refused("fault", "the table is at fault and starts again; reconnect")
            answer = {"error": refusal.as_json()}
        self._watch.command(command.do, answer, time.perf_counter() - began)
        socket.send(refusal_json({"re": command.id, **answer}))

    async def _answer(self, socket: Socket, room: Room, command: Command) -> dict[str, object]:
        match command:
            case Simple(do="ping"):
                now = time.monotonic()
                return {"ok": True, "time": wall(now, now)}
            case Simple(do="resync"):
                await room.do(lambda: _resync(room, socket))
                return {"ok": True, "number": socket.position}
            case Hello():
                raise Refused("bad-request", "hello was said already", where="do")
        account = socket.account
        if account is None:
            raise Refused("not-seated", "enter first: a stranger can only watch")
        return await room.do(lambda: room.command(account, command))


async def _pass_on(websocket: WebSocket, socket: Socket, pipe: Pipe) -> None:
    """A table of another server: both ways as it comes."""

    async def say() -> None:
        while True:
            await pipe.say(await _receive(websocket))

    saying = asyncio.create_task(say())
    listening = asyncio.create_task(pipe.listen(socket.send))
    try:
        await asyncio.wait({saying, listening}, return_when=asyncio.FIRST_COMPLETED)
        if listening.done():
            socket.close(*listening.result())
            await socket.let_go.wait()
    finally:
        for task in (saying, listening):
            task.cancel()
        await pipe.close()
        await asyncio.gather(saying, listening, return_exceptions=True)


async def _resync(room: Room, socket: Socket) -> None:
    room.audience.send_snapshot(socket)


async def _receive(websocket: WebSocket) -> str:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text = message.get("text")
    return text if isinstance(text, str) else ""

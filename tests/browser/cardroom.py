"""A served cardroom for the browser: tables opened by the house, and chance arranged at will."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
from collections.abc import Iterable, MutableSequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from houseway.service.client import Cardroom
from houseway.service.settings import Pace
from tests.service.running import PATIENCE, serving

PACE = Pace(
    bet_seconds=60, act_seconds=60, extra_seconds=60, offer_seconds=60, bot_seconds=0,
    pause_seconds=1,
)  # fmt: skip


class Arranged(random.Random):
    """Chance as usual, but for the first cards of every shuffle, which lie as they are told."""

    def __init__(self, first: Iterable[str]) -> None:
        super().__init__(20)
        self._first = tuple(first)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        super().shuffle(x)
        for place, wanted in enumerate(self._first):
            if wanted == "--":  # any card
                continue
            found = next(i for i in range(place, len(x)) if x[i].text == wanted)
            x[place], x[found] = x[found], x[place]


class Served:
    """The service in a thread of its own."""

    def __init__(self, folder: Path, pace: Pace = PACE, **choices: Any) -> None:
        self._folder, self._choices = folder, {"pace": pace, **choices}
        self._ready, self._stop = threading.Event(), threading.Event()
        self._next: random.Random | None = None
        self.address = ""
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE), "the cardroom does not open"

    def _source(self) -> random.Random:
        chosen, self._next = self._next, None
        return chosen or random.Random()

    async def _serve(self) -> None:
        async with serving(self._folder, source=self._source, **self._choices) as running:
            self.address = running.address
            self._token = running.parts.accounts.token_file.read_text().strip()
            self._ready.set()
            await asyncio.to_thread(self._stop.wait)

    def close(self) -> None:
        self._stop.set()
        self._thread.join(PATIENCE)

    def ask(self, path: str, body: Any = None) -> Any:
        """A request of the house."""
        data = None if body is None else json.dumps(body).encode()
        headers = {
            "authorization": f"Bearer {self._token}",
            "content-type": "application/json",
        }
        request = Request(f"{self.address}{path}", data=data, headers=headers)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def arrange(self, *first: str) -> None:
        """The cards on top after every shuffle at the next table that is opened."""
        self._next = Arranged(first)

    def open_table(
        self, filing: str, *, bots: int = 1, first: Iterable[str] = (), **choices: Any
    ) -> str:
        """A table of the house; `first` are the cards on top after every shuffle."""
        if cards := tuple(first):
            self.arrange(*cards)
        opened = self.ask("/api/tables", {"filing": filing, "bots": bots, **choices})
        identity: str = opened["id"]
        return identity

    def declare(self, table: str, kind: str, **error: Any) -> None:
        """The house declares an error of the dealer at a table."""

        async def declare() -> None:
            async with await Cardroom(self.address, token=self._token).table(table) as floor:
                await floor.do("declare", kind=kind, **error)

        with ThreadPoolExecutor(1) as other:  # this thread has the browser's loop
            other.submit(lambda: asyncio.run(declare())).result(timeout=PATIENCE)

    def close_table(self, table: str) -> None:
        self.ask(f"/api/tables/{table}/close", {})


class Line:
    """A line to the cardroom that can be cut: it passes bytes on until somebody pulls the plug."""

    def __init__(self, address: str) -> None:
        self._target = int(address.rpartition(":")[2])
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._sockets: list[socket.socket] = []
        self._cut = False
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if self._cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._target))
            with self._lock:
                self._sockets += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass, args=(source, target), daemon=True).start()

    @staticmethod
    def _pass(source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for one in (source, target):
            one.close()

    def cut(self) -> None:
        """Everything that was connected is lost, and nothing new comes through."""
        self._cut = True
        with self._lock:
            for one in self._sockets:
                try:
                    one.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue  # gone already
            self._sockets.clear()

    def mend(self) -> None:
        self._cut = False

    def close(self) -> None:
        self.cut()
        self._listener.close()

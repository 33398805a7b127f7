"""What is written down of requests: one JSON object a line, each with the request it belongs to.

Lines are handed to a thread that writes them, so that a full pipe or a slow disk stops nobody; if
it cannot keep up, lines are left out and the next one that is written says how many.
"""

from __future__ import annotations

import json
import logging
import queue
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from pathlib import Path
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from houseway.errors import HousewayError

MOST_WAITING = 10_000  # lines
request_id: ContextVar[str] = ContextVar("request_id", default="")
log = logging.getLogger("houseway.requests")

_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "SOCKET"}
_FACTS = ("method", "route", "status", "ms", "address", "account", "lost")


class Traced:
    """Gives each request and each socket an id, counts it, and writes one line when it is over."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        identity, began, status = secrets.token_hex(6), time.perf_counter(), 0
        token = request_id.set(identity)

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = identity
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            self._over(scope, status, time.perf_counter() - began)
            request_id.reset(token)

    @staticmethod
    def _over(scope: Scope, status: int, seconds: float) -> None:
        method = scope.get("method", "SOCKET")
        if method not in _METHODS:
            method = "OTHER"
        route = getattr(scope.get("route"), "path", "" if status == 404 else "page")
        cardroom = getattr(scope["app"].state, "cardroom", None)
        if cardroom is not None and scope["type"] == "http":
            cardroom.watch.request(method, route, status, seconds)
        if log.isEnabledFor(logging.INFO):
            facts = {
                "method": method, "route": route, "status": status,
                "ms": round(1000 * seconds, 2), "account": scope.get("houseway.account"),
                "address": scope["client"][0] if scope.get("client") else "",
            }  # fmt: skip
            log.info("request" if scope["type"] == "http" else "socket", extra=facts)


class JsonLines(logging.Formatter):
    """A record as one line of JSON; what a client sent is quoted, never raw."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if getattr(record, "request", ""):
            line["request"] = record.request  # type: ignore[attr-defined]
        for fact in _FACTS:
            value = getattr(record, fact, None)
            if value is not None:
                line[fact] = value
        if record.exc_text:
            line["trace"] = record.exc_text
        return json.dumps(line)


class _Handler(QueueHandler):
    """Takes a record and its request along; never waits."""

    lost = 0

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        record.request = request_id.get()
        if record.exc_info:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
            record.exc_info = None
        record.msg, record.args = record.getMessage(), None
        return record

    def enqueue(self, record: logging.LogRecord) -> None:
        if self.lost:
            record.lost = self.lost
        try:
            self.queue.put_nowait(record)
            self.lost = 0
        except queue.Full:
            self.lost += 1


@contextmanager
def writing(target: str | None) -> Iterator[None]:
    """Write the service's log to a file, or to standard error for "-", until the block is left."""
    if target is None:
        yield
        return
    output: logging.Handler
    try:
        output = (
            logging.StreamHandler(sys.stderr)
            if target == "-"
            else logging.FileHandler(Path(target), encoding="utf-8")
        )
    except OSError as error:
        raise HousewayError(
            "no-log", f"cannot be written: {error.strerror}; choose another --log", where=target
        ) from None
    output.setFormatter(JsonLines())
    waiting: queue.Queue[logging.LogRecord] = queue.Queue(MOST_WAITING)
    handler, listener = _Handler(waiting), QueueListener(waiting, output)
    loggers = [logging.getLogger(name) for name in ("houseway", "uvicorn")]
    before = [(one.level, one.propagate, one.handlers[:]) for one in loggers]
    for one in loggers:
        one.handlers[:], one.propagate = [handler], False
    loggers[0].setLevel(logging.INFO)
    loggers[1].setLevel(logging.WARNING)
    listener.start()
    try:
        yield
    finally:
        for one, (level, propagate, handlers) in zip(loggers, before, strict=True):
            one.handlers[:], one.propagate = handlers, propagate
            one.setLevel(level)
        listener.stop()
        output.close()

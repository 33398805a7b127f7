"""How the service does, in figures: counted as it works, handed out in Prometheus' format.

The figures are kept by `prometheus_client`: histograms, escaping and the two formats scrapers ask
for are more than a few lines, and it is what those who run Prometheus know.
"""

from __future__ import annotations

import asyncio
from collections import Counter as Count
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector
from sqlalchemy import func, select

from houseway.service.storage import schema
from houseway.service.tables.describe import table_line

if TYPE_CHECKING:
    from houseway.service.cardroom import Cardroom

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class Watch:
    """The figures of one service."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "houseway_requests", "HTTP requests answered", ["method", "route", "status"],
            registry=self._registry,
        )  # fmt: skip
        self._request_seconds = Histogram(
            "houseway_request_seconds", "Time to answer an HTTP request", ["route"],
            buckets=_STEPS, registry=self._registry,
        )  # fmt: skip
        self._commands = Counter(
            "houseway_commands", "Commands of players", ["do", "answer"], registry=self._registry
        )
        self._command_seconds = Histogram(
            "houseway_command_seconds", "Time until a command is kept and answered",
            buckets=_STEPS, registry=self._registry,
        )  # fmt: skip
        self._moment: _Moment | None = None

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        self._requests.labels(method, route, str(status)).inc()
        self._request_seconds.labels(route).observe(seconds)

    def command(self, do: str, answer: dict[str, Any], seconds: float) -> None:
        self._commands.labels(do, "refused" if "error" in answer else "done").inc()
        self._command_seconds.observe(seconds)

    def follow(self, cardroom: Cardroom) -> None:
        """Look at the tables, sockets and store of a service whenever somebody asks."""
        self._moment = _Moment(cardroom)
        self._registry.register(self._moment)

    async def text(self) -> bytes:
        if self._moment is not None:
            await self._moment.count_rounds()
        return generate_latest(self._registry)


class _Moment(Collector):
    """What is so now, read when it is asked for and not kept up to date meanwhile."""

    def __init__(self, cardroom: Cardroom) -> None:
        self._cardroom, self._rounds = cardroom, 0

    async def count_rounds(self) -> None:
        wanted = select(func.count()).select_from(schema.rounds)

        def count() -> int:
            with self._cardroom.store.engine.connect() as connection:
                return int(connection.execute(wanted).scalar_one())

        self._rounds = await asyncio.to_thread(count)

    def describe(self) -> list[Metric]:
        return []  # nothing is read before somebody asks

    def collect(self) -> Iterator[Metric]:
        room = self._cardroom
        tables = GaugeMetricFamily("houseway_tables", "Open tables", labels=["phase"])
        rooms = list(room.lobby.rooms.values())
        lines = [table_line(one) for one in rooms]
        phases = Count(line["phase"] for line in lines)
        for phase, number in sorted(phases.items()):
            tables.add_metric([phase], number)
        yield tables
        for name, words, value in (
            ("people", "People with chips at a table", sum(line["people"] for line in lines)),
            ("bots", "Bots at tables", sum(line["bots"] for line in lines)),
            ("spectators", "Sockets that only watch", sum(line["spectators"] for line in lines)),
            (
                "failed_tables",
                "Tables about to start again",
                sum(one.failure is not None for one in rooms),
            ),
            ("sockets", "Open sockets", room.gate.open),
            ("waiting_writes", "Writes that wait for the store", room.store.waiting),
            ("draining", "Whether no new hand is begun", int(room.draining)),
        ):
            yield GaugeMetricFamily(f"houseway_{name}", words, value=value)
        yield CounterMetricFamily("houseway_rounds", "Rounds finished and kept", value=self._rounds)

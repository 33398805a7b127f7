"""Watching a cardroom: health, figures, lines of the log, a stop that lets hands end."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from houseway.errors import HousewayError, Refused
from houseway.service import logs
from houseway.service.client import Seat
from tests.service.playing import Player
from tests.service.running import PATIENCE, Running, asking, eventually, free_port, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


def _client(running: Running) -> httpx.AsyncClient:
    return asking(running.address)


async def _figures(running: Running) -> dict[tuple[str, tuple[tuple[str, str], ...]], float]:
    text = await running.house().request("GET", "/metrics")
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_figures_for_prometheus_are_the_house_s_and_are_right(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running, _client(running) as client:
            assert (await client.get("/metrics")).status_code == 401
            ann = await running.guest("Ann")
            forbidden = {"authorization": f"Bearer {ann.token}"}
            assert (await client.get("/metrics", headers=forbidden)).status_code == 403
            seat = await ann.quick_seat(filing=THREE_CARD)
            await Player(seat, random.Random(1), banks=0).play(3)
            for _ in range(4):
                await client.get("/api/tables")
            await client.get("/api/tables/nowhere")
            found = await _figures(running)
            assert found["houseway_people", ()] == 1
            assert found["houseway_sockets", ()] == 1
            assert found["houseway_rounds_total", ()] >= 3
            route = (("method", "GET"), ("route", "/api/tables"), ("status", "200"))
            assert found["houseway_requests_total", route] == 4
            route = (("method", "GET"), ("route", "/api/tables/{table}"), ("status", "404"))
            assert found["houseway_requests_total", route] == 1
            answers = (("answer", "done"), ("do", "wager"))
            assert found["houseway_commands_total", answers] >= 3
            assert found["houseway_command_seconds_count", ()] >= 6
            assert not [name for name, _ in found if "Ann" in name]
            await seat.close()

    run(test())


def test_a_made_up_path_or_method_makes_no_figure_of_its_own(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running, _client(running) as client:
            for number in range(20):
                await client.get(f"/api/nothing/{number}")
            await client.request("BREW", "/api/tables")
            found = await _figures(running)
            routes = {dict(labels)["route"] for name, labels in found
                      if name == "houseway_requests_total"}  # fmt: skip
            assert not [route for route in routes if "nothing" in route]
            methods = {dict(labels)["method"] for name, labels in found
                       if name == "houseway_requests_total"}  # fmt: skip
            assert "BREW" not in methods

    run(test())


def test_health_and_readiness(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running, _client(running) as client:
            assert (await client.get("/health")).json() == {"ok": True}
            await running.parts.lobby.restored.wait()
            ready = await client.get("/ready")
            assert (ready.status_code, ready.json()) == (
                200, {"ready": True, "store": True, "tables": True, "open": True},
            )  # fmt: skip
            running.parts.draining = True
            ready = await client.get("/ready")
            assert (ready.status_code, ready.json()["open"]) == (503, False)
            running.parts.draining = False
            running.parts.store.close()
            ready = await client.get("/ready")
            assert (ready.status_code, ready.json()["store"]) == (503, False)
            assert (await client.get("/health")).status_code == 200

    run(test())


def test_every_answer_has_an_id_and_the_log_a_line_with_it(tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"

    async def test() -> list[str]:
        async with serving(tmp_path) as running, _client(running) as client:
            answers = [await client.get("/api/tables"), await client.get("/nothing%01%0a")]
            guest = await running.guest("Eve; x=1")
            await guest.request("GET", "/api/me")
            return [answer.headers["x-request-id"] for answer in answers]

    with logs.writing(str(file)):
        ids = run(test())
        logging.getLogger("houseway.service").warning("odd\nline %s", "\x1b[31m")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    by_id = {line["request"]: line for line in lines if "request" in line}
    assert len(set(ids)) == 2
    first = by_id[ids[0]]
    assert (first["method"], first["route"], first["status"]) == ("GET", "/api/tables", 200)
    assert first["address"] == "127.0.0.1"
    assert {"at", "level", "from", "message", "ms"} <= set(first)
    assert by_id[ids[1]]["status"] == 404
    assert any(line.get("account") for line in lines if line.get("route") == "/api/me")
    assert "\x1b" not in file.read_text()
    assert lines[-1]["message"] == "odd\nline \x1b[31m"


def test_a_fault_is_logged_with_the_request_it_belongs_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "log.jsonl"

    async def test() -> str:
        async with serving(tmp_path) as running:

            def broken(*_: Any) -> None:
                raise ZeroDivisionError("made up")

            monkeypatch.setattr(running.parts.lobby, "tables", broken)
            transport = httpx.AsyncHTTPTransport()
            async with asking(running.address, transport=transport) as client:
                answer = await client.get("/api/tables")
                assert answer.status_code == 500
                assert "made up" not in answer.text
                return answer.headers["x-request-id"]

    with logs.writing(str(file)):
        identity = run(test())
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    faults = [
        line for line in lines if line["level"] == "error" and line.get("request") == identity
    ]
    assert any("ZeroDivisionError: made up" in line.get("trace", "") for line in faults)


def test_a_log_that_cannot_be_written_stops_nobody_and_says_how_much_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "MOST_WAITING", 5)
    stuck, entered = threading.Event(), threading.Event()
    file = tmp_path / "log.jsonl"
    log = logging.getLogger("houseway.service")

    def emit(handler: logging.FileHandler, record: logging.LogRecord) -> None:
        entered.set()
        stuck.wait(20)
        logging.StreamHandler.emit(handler, record)

    monkeypatch.setattr(logging.FileHandler, "emit", emit)
    with logs.writing(str(file)):
        log.warning("the disk is slow from here on")
        assert entered.wait(20)
        for number in range(50):  # none of these waits
            log.warning("line %d", number)
        stuck.set()
        while "line 4" not in file.read_text():
            pass
        log.warning("the last")
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == 7
    assert (lines[-1]["message"], lines[-1]["lost"]) == ("the last", 45)


def test_a_log_that_cannot_be_opened_is_an_error_in_words(tmp_path: Path) -> None:
    with pytest.raises(HousewayError) as refusal, logs.writing(str(tmp_path)):
        pass
    assert refusal.value.code == "no-log"


# A stop that lets hands end.


async def _in_the_middle(seat: Seat) -> dict[str, Any]:
    """A hand in which it is this player's turn."""
    while True:
        await seat.until(lambda: seat.offered() or seat.can_bet() or seat.asks)
        if seat.asks:
            return seat.asks[0]
        if seat.offered():
            with suppress(Refused):  # one who has not seen a hand is passed over meanwhile
                await seat.do("decline_bank")
        else:
            await seat.do("wager", wagers={"ante": "10"})
            await seat.do("ready")


def test_a_draining_cardroom_lets_the_hand_end_and_begins_no_other(tmp_path: Path) -> None:
    async def test() -> None:
        from houseway.service.drain import begin_no_hand

        async with serving(tmp_path) as running:
            seat = await (await running.guest("Ann")).quick_seat(filing=THREE_CARD)
            ask = await _in_the_middle(seat)
            room = running.parts.lobby.rooms[seat.table]
            before = room.table.state.round
            assert begin_no_hand(running.parts) == 1
            await seat.do("answer", ask=ask["id"], move="play")
            await seat.until(seat.settled)
            assert begin_no_hand(running.parts) == 0
            bystander = await (await running.guest("Bob")).quick_seat(filing=THREE_CARD)
            for _ in range(20):  # the owner looks again whenever somebody says something
                await bystander.do("ping")
                await bystander.do("resync")
            assert room.table.state.round == before
            assert room.table.state.phase != "play"
            await bystander.close()
            await seat.close()

    run(test())


class Served:
    """`houseway serve --drain`, to be told to stop."""

    def __init__(self, folder: Path, *more: str) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self.log = folder / "log.jsonl"
        command = [
            sys.executable, "-m", "houseway.cli", "serve", "--no-browser", "--port", str(port),
            "--database", f"sqlite:///{folder / 'cardroom.db'}", "--log", str(self.log), *more,
        ]  # fmt: skip
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    async def wait(self) -> None:
        async with asking() as client:
            for _ in range(1200):
                assert self.process.poll() is None
                try:
                    if (await client.get(f"{self.address}/ready")).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        raise AssertionError("it does not open")

    async def ended(self) -> str:
        return (await asyncio.to_thread(self.process.communicate, timeout=PATIENCE))[0]


def test_told_to_stop_it_waits_for_the_hand_and_then_goes(tmp_path: Path) -> None:
    async def test() -> None:
        from houseway.service.client import Cardroom

        served = Served(tmp_path, "--drain", "60")
        try:
            await served.wait()
            ann = Cardroom(served.address)
            await ann.enter("Ann")
            seat = await ann.quick_seat(filing=THREE_CARD)
            ask = await _in_the_middle(seat)
            served.process.terminate()
            async with asking() as client:
                while (await client.get(f"{served.address}/ready")).status_code == 200:
                    await asyncio.sleep(0.02)
            assert served.process.poll() is None, "a hand is being played"
            await seat.do("answer", ask=ask["id"], move="play")
            said = await served.ended()
            await eventually(lambda: seat.closed is not None)
            assert seat.settled(), "the hand was played to its end"
            assert seat.closed is not None
            assert seat.closed[0] == 1012
            assert "/#/invite/" in said, "the first start prints the house's link"
            await seat.close()
        finally:
            served.process.kill()
            served.process.wait()
        kinds = {json.loads(line)["message"] for line in served.log.read_text().splitlines()}
        assert {"request", "socket"} <= kinds

    run(test())


def test_told_twice_it_goes_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        from houseway.service.client import Cardroom

        served = Served(tmp_path, "--drain", "3600")
        try:
            await served.wait()
            ann = Cardroom(served.address)
            await ann.enter("Ann")
            seat = await ann.quick_seat(filing=THREE_CARD)
            await _in_the_middle(seat)
            served.process.terminate()
            async with asking() as client:
                while (await client.get(f"{served.address}/ready")).status_code == 200:
                    await asyncio.sleep(0.02)
            served.process.terminate()
            await served.ended()
            await seat.close()
        finally:
            served.process.kill()
            served.process.wait()

    run(test())

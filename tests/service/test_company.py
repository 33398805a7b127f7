"""Company at a table: private ones found by their link, a pace of one's choice, a few words."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.service.client import Seat
from houseway.service.settings import Pace
from tests.service.clocks import HeldClock
from tests.service.running import LOOSE, QUICK, Running, run, serving

HOLDEM = "500-club/texas-holdem"


async def _quick(running: Running, name: str, **wish: object) -> Seat:
    guest = await running.guest(name)
    found = await guest.request("POST", "/api/quick-seat", {"filing": HOLDEM, **wish})
    seat = Seat(running.address, found["table"], guest.token, keep=True)
    await seat.connect()
    await seat.until(lambda: seat.snapshot)
    return seat


def test_a_private_table_is_found_by_its_link_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann = await _quick(running, "Ann", private=True)
            assert len(ann.table) == 32, "nobody guesses it"
            bob = await _quick(running, "Bob")
            assert bob.table != ann.table
            listed = await (await running.guest("Cy")).tables()
            assert [line["id"] for line in listed] == [bob.table]
            friend = await running.guest("Di")
            seat = await friend.table(ann.table)
            assert seat.snapshot["table"]["private"]
            await seat.do("sit", seat=2)
            for one in (ann, bob, seat):
                await one.close()

    run(test())


def test_a_private_table_stays_private_after_a_restart(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann = await _quick(running, "Ann", private=True, pace="relaxed")
            table = ann.table
            await ann.close()
        async with serving(tmp_path, bots=0) as running:
            guest = await running.guest("Bob")
            await running.parts.lobby.restored.wait()
            assert await guest.tables() == []
            found = await guest.request("GET", f"/api/tables/{table}")
            assert (found["private"], found["pace_name"]) == (True, "relaxed")

    run(test())


def test_a_quick_seat_is_at_the_pace_that_was_wished(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0, pace=replace(QUICK, act_seconds=30)) as running:
            ann = await _quick(running, "Ann", pace="relaxed")
            bob = await _quick(running, "Bob", pace="quick")
            cy = await _quick(running, "Cy", pace="quick")
            assert bob.table == cy.table != ann.table
            assert ann.snapshot["table"]["pace"]["act_seconds"] == 60
            assert bob.snapshot["table"]["pace"]["act_seconds"] == 15
            for one in (ann, bob, cy):
                await one.close()

    run(test())


def test_paces_are_slower_and_quicker_but_a_lost_line_has_its_time() -> None:
    usual = Pace()
    assert usual.called("normal") == usual
    assert usual.called("relaxed").pause_seconds == 2 * usual.pause_seconds
    assert usual.called("quick").act_seconds == usual.act_seconds / 2
    assert usual.called("quick").back_seconds == usual.back_seconds


def _heard(seat: Seat) -> list[dict[str, str]]:
    return [said["said"] for said in map(json.loads, seat.heard) if "said" in said]


def test_words_are_heard_by_players_bounded_in_rate_and_not_kept(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        limits = replace(LOOSE, phrases=(0.2, 3))
        async with serving(tmp_path, bots=0, limits=limits, table_clock=clock) as running:
            ann, bob = await _quick(running, "Ann"), await _quick(running, "Bob")
            watcher = Seat(running.address, ann.table, None, keep=True)
            await watcher.connect()
            for _ in range(3):
                await ann.do("say", phrase="nice-hand")
            with pytest.raises(Refused) as refusal:
                await ann.do("say", phrase="nice-hand")
            assert refusal.value.code == "too-many"
            clock.advance(5)
            await ann.do("say", phrase="thank-you")
            await bob.do("ping")
            await watcher.do("ping")
            assert [one["phrase"] for one in _heard(bob)] == [*["nice-hand"] * 3, "thank-you"]
            assert {one["name"] for one in _heard(bob)} == {"Ann"}
            assert not _heard(watcher)
            room = running.parts.lobby.rooms[ann.table]
            assert not any("nice-hand" in str(entry) for entry in room.audience.recent)
            with pytest.raises(Refused):
                await watcher.do("say", phrase="hello")
            with pytest.raises(Refused) as refusal:
                await bob.do("say", phrase="buy my chips")
            assert refusal.value.code == "bad-request"
            await asyncio.gather(ann.close(), bob.close(), watcher.close())

    run(test())

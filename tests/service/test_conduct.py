"""Time at a table: windows that close, decisions made for the silent, seats of those who left."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from houseway.errors import Refused
from houseway.service.client import Seat
from houseway.service.tables import conduct
from tests.service.clocks import HeldClock
from tests.service.playing import Player
from tests.service.running import LOOSE, QUICK, Running, eventually, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


async def _ann_and_bob(running: Running, filing: str = THREE_CARD) -> tuple[Seat, Seat]:
    ann, bob = await running.guest("Ann"), await running.guest("Bob")
    return await ann.quick_seat(filing=filing), await bob.quick_seat(filing=filing)


async def _look() -> None:
    """Done by the owner of a table when it has nothing else to do."""


def _kinds(seat: Seat) -> list[str]:
    return [record["kind"] for record in seat.records]


def test_bets_close_when_the_time_is_over(tmp_path: Path) -> None:
    async def test() -> None:
        clock, pace = HeldClock(), replace(QUICK, bet_seconds=20)
        async with serving(tmp_path, bots=0, pace=pace, table_clock=clock) as running:
            ann, bob = await _ann_and_bob(running)
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(lambda: bob.now["bets_close"])
            clock.advance(20)  # a window without any wager opens again
            await bob.do("resync")
            assert bob.phase == "wagers"
            await bob.do("wager", wagers={"ante": "10"})
            clock.advance(19)
            await bob.do("resync")
            assert bob.phase == "wagers"
            clock.advance(1)
            await bob.next_ask()
            await ann.close()
            await bob.close()

    run(test())


async def _who_sat_out(ann: Seat, bob: Seat) -> Seat:
    await ann.until(lambda: "sat_out" in _kinds(ann))
    name = next(record["name"] for record in ann.records if record["kind"] == "sat_out")
    return ann if ann.you == name else bob


def test_a_silent_player_is_folded_after_extra_time_and_then_sits_out(tmp_path: Path) -> None:
    async def test() -> None:
        clock, pace = HeldClock(), replace(QUICK, act_seconds=10, extra_seconds=5)
        async with serving(tmp_path, bots=0, pace=pace, table_clock=clock) as running:
            ann, bob = await _ann_and_bob(running)
            for allowed in (10 + 5, 10 + 2):  # the extra time is used up, and 2 seconds come back
                await ann.until(lambda: ann.offered() or bob.offered())
                bank, other = (ann, bob) if ann.offered() else (bob, ann)
                await bank.do("take_bank", wager="200")
                await other.until(lambda seat=other: seat.phase == "wagers")  # type: ignore[misc]
                await other.do("wager", wagers={"ante": "10"})
                await other.do("ready")
                ask = await other.next_ask()
                assert ask["kind"] == "play-or-fold"
                clock.advance(allowed - 1)
                await other.do("resync")
                assert other.asks, "a second is left"
                clock.advance(1)
                await bank.until(bank.settled)
                records = bank.records
                assert "timed_out" in _kinds(bank)
                chose = [r["event"] for r in records if r["kind"] == "happened"
                         and r["event"]["did"] == "chose"]  # fmt: skip
                assert chose[0]["move"] == "fold"
                bank.records.clear()
                other.records.clear()
            silent = await _who_sat_out(ann, bob)
            await silent.do("sit_in")
            await silent.do("resync")
            seats = {one.get("name"): one for one in silent.view["seats"]}
            assert "sitting_out" not in seats[silent.you], "and is not sent out again at once"
            await ann.close()
            await bob.close()

    run(test())


def test_acting_late_uses_extra_time_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conduct, "EXTRA_BACK", 0.0)

    async def test() -> None:
        clock, pace = HeldClock(), replace(QUICK, act_seconds=10, extra_seconds=30)
        async with serving(tmp_path, bots=0, pace=pace, table_clock=clock) as running:
            ann, bob = await _ann_and_bob(running)
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(lambda: bob.phase == "wagers")
            await bob.do("wager", wagers={"ante": "10"})
            await bob.do("ready")
            ask = await bob.next_ask()
            assert bob.now["waiting"]["extra"] == {"Bob": 30}
            person = running.parts.lobby.rooms[ann.table].conduct.people["Bob"]
            person.missed = 1
            clock.advance(14)
            await bob.do("answer", ask=ask["id"], move="play")
            assert person.extra == 30 - 4
            assert person.missed == 0, "who acts is not silent"
            await ann.close()
            await bob.close()

    run(test())


def test_the_bank_passes_on_when_nobody_answers(tmp_path: Path) -> None:
    async def test() -> None:
        clock, pace = HeldClock(), replace(QUICK, offer_seconds=20)
        async with serving(tmp_path, bots=0, pace=pace, table_clock=clock) as running:
            ann, bob = await _ann_and_bob(running)
            await ann.until(ann.offered)
            clock.advance(20)
            await bob.until(lambda: "bank_declined" in _kinds(bob))
            declined = next(r for r in bob.records if r["kind"] == "bank_declined")
            assert declined["why"] == "no answer"
            await bob.until(bob.offered)
            await ann.close()
            await bob.close()

    run(test())


def test_one_who_stays_away_gives_up_the_seat_with_all_chips(tmp_path: Path) -> None:
    async def test() -> None:
        clock, limits = HeldClock(), replace(LOOSE, away_seconds=300)
        async with serving(tmp_path, bots=0, limits=limits, table_clock=clock) as running:
            ann, bob = await _ann_and_bob(running)
            await bob.drop()
            await ann.until(lambda: "Bob" not in ann.now["connected"])
            clock.advance(299)
            await ann.do("resync")
            assert "left" not in _kinds(ann)
            clock.advance(1)
            await ann.until(lambda: "left" in _kinds(ann))
            account = await running.parts.accounts.by_name("Bob")
            assert account.chips == 1000_00
            assert not account.seats
            await ann.close()

    run(test())


def test_nothing_is_dealt_while_nobody_is_there(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, table_clock=clock) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing="500-club/texas-holdem")
            await Player(seat, random.Random(1)).play(2)
            room = running.parts.lobby.rooms[seat.table]
            await seat.drop()

            def paused() -> bool:
                clock.advance(1)  # a hand begun is played out
                return room.conduct.paused

            await eventually(paused)
            dealt = room.table.state.round
            clock.advance(60)
            await room.do(_look)
            assert room.table.state.round == dealt
            assert room.conduct.paused
            await seat.connect()
            with suppress(Refused):  # after two silent decisions one sits out
                await seat.do("sit_in")
            await Player(seat, random.Random(1)).play(1)
            await seat.close()

    run(test())


def test_a_showdown_is_looked_at_until_everybody_has_seen_enough(tmp_path: Path) -> None:
    async def test() -> None:
        clock, pace = HeldClock(), replace(QUICK, pause_seconds=5)
        async with serving(tmp_path, pace=pace, table_clock=clock) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing="500-club/texas-holdem")
            room = running.parts.lobby.rooms[seat.table]
            for waits in (True, False):
                seat.records.clear()
                await Player(seat, random.Random(2)).play(1)
                await seat.until(lambda: seat.phase == "idle" and seat.now["next_at"])
                dealt = room.table.state.round
                if waits:
                    clock.advance(4)
                    await room.do(_look)
                    assert room.table.state.round == dealt
                    clock.advance(1)
                else:
                    await seat.do("ready")
                await eventually(lambda dealt=dealt: room.table.state.round > dealt)  # type: ignore[misc]
            await seat.until(lambda: seat.phase == "play")
            with pytest.raises(Refused) as refusal:
                await seat.do("ready")
            assert refusal.value.code == "mid-round"
            await seat.close()

    run(test())


def test_bots_take_time_when_told_to(tmp_path: Path) -> None:
    async def test() -> None:
        clock, pace = HeldClock(), replace(QUICK, bot_seconds=2)
        async with serving(tmp_path, pace=pace, table_clock=clock) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing=THREE_CARD)
            room = running.parts.lobby.rooms[seat.table]
            await seat.until(lambda: seat.phase == "bank" and len(room.table.state.patrons) == 4)
            before = room.table.state.count
            await room.do(_look)
            assert room.table.state.count == before, "no bot decides while no time passes"
            playing = asyncio.create_task(Player(seat, random.Random(1), banks=0).play(1))

            def played() -> bool:
                clock.advance(0.5)
                return playing.done()

            await eventually(played, 60)
            await playing
            await seat.close()

    run(test())


def test_the_house_opens_tables_within_the_filings_rules(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            house = running.house()
            table = await house.open_table(
                THREE_CARD, schedule="1", limits="10-200", seats=4, bots=1,
                pace={"bet_seconds": 5},
            )  # fmt: skip
            assert table["seats"] == 4
            assert table["limits"] == "10-200"
            assert table["pace"]["bet_seconds"] == 5
            assert table["felt"]["spots"][0]["min"] == "10.00"
            guest = await running.guest("Ann")
            with pytest.raises(Refused) as refusal:
                await guest.open_table(THREE_CARD)
            assert refusal.value.code == "forbidden"
            for wrong, code in (
                ({"filing": "nowhere/nothing"}, "unknown-filing"),
                ({"filing": THREE_CARD, "schedule": "99"}, "unknown-schedule"),
                ({"filing": THREE_CARD, "options": {"sharks": True}}, "unknown-option"),
                ({"filing": THREE_CARD, "limits": "many"}, "bad-limits"),
                ({"filing": "500-club/texas-holdem", "stakes": {"structure": "wild"}}, "structure"),
                (
                    {"filing": THREE_CARD, "schedule": "1", "limits": "4-500"},
                    "limits-not-permitted",
                ),
                ({"filing": THREE_CARD, "schedule": ["1", "2"]}, "several-schedules"),
                (
                    {
                        "filing": "500-club/texas-holdem",
                        "schedule": ["175"],
                        "stakes": {"small_bet": 4, "big_bet": 8, "blinds": [2, 4]},
                    },
                    "band-missing",
                ),
                (
                    {
                        "filing": "500-club/texas-holdem",
                        "stakes": {"small_bet": 2, "big_bet": 4, "blinds": [1, 2]},
                    },
                    "limits-not-permitted",
                ),
                ({"filing": "500-club/razz", "stakes": {"structure": "limit"}}, "no-bet"),
                (
                    {"filing": "500-club/face-up-chinese-poker", "stakes": {"point_value": "x"}},
                    "bad-stakes",
                ),
                ({"filing": THREE_CARD, "pace": {"bet_seconds": 0}}, "bad-request"),
                ({"filing": THREE_CARD, "bots": 99}, "bad-request"),
            ):
                with pytest.raises(Refused) as refusal:
                    await house.request("POST", "/api/tables", wrong)
                assert refusal.value.code == code
            assert len(await house.tables()) == 1

    run(test())


def test_a_poker_newcomer_waits_for_the_blind_or_posts(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=2) as running:
            ann, bob = await running.guest("Ann"), await running.guest("Bob")
            first = await ann.quick_seat(filing="outlaws/holdem")
            await Player(first, random.Random(4)).play(2)
            await first.next_ask()  # a hand is under way and waits for Ann
            second = await bob.table(first.table)
            free = next(s["seat"] for s in second.view["seats"] if "name" not in s)
            await second.do("sit", seat=free)
            assert second.view["waiting_to_enter"] == ["Bob"]
            assert second.now["waiting_to_enter"] == ["Bob"]
            with pytest.raises(Refused) as refusal:
                await second.do("enter", entry="by-the-window")
            assert refusal.value.code == "entry"
            await second.do("enter", entry="post-now")
            assert [r["entry"] for r in second.records if r["kind"] == "entry_chosen"] == [
                "post-now"
            ]
            await first.close()
            await second.close()

    run(test())

"""People who left hold nobody up: their seats act at once, pass the bank, sit out, are freed."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.service.client import Seat
from houseway.service.tables.room import Room
from houseway.table.records import HandStarted
from tests.service.clocks import HeldClock
from tests.service.playing import Player
from tests.service.running import LOOSE, QUICK, Running, eventually, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
PAI_GOW = "500-club/fortune-pai-gow-poker"
HOLDEM = "outlaws/holdem"
PACE = replace(QUICK, act_seconds=30, extra_seconds=60, offer_seconds=20, back_seconds=5)


async def _guests(running: Running, filing: str, *names: str) -> list[Seat]:
    return [await (await running.guest(name)).quick_seat(filing=filing) for name in names]


async def _gone(seat: Seat, witness: Seat) -> None:
    name = seat.you
    await seat.drop()
    await witness.until(lambda: name not in witness.now["connected"])


def _kinds(seat: Seat) -> list[str]:
    return [record["kind"] for record in seat.records]


def _of(seat: Seat, kind: str) -> list[dict[str, Any]]:
    return [record for record in seat.records if record["kind"] == kind]


def _who_declined(seat: Seat) -> list[tuple[str, str]]:
    return [(one["name"], one.get("why", "declined")) for one in _of(seat, "bank_declined")]


async def _bet(bank: Seat, *others: Seat) -> None:
    """The bank is taken and everybody else bets."""
    await bank.until(bank.offered)
    await bank.do("take_bank", wager="300")
    for seat in others:
        await seat.until(lambda seat=seat: seat.phase == "wagers")  # type: ignore[misc]
        base = next(s["name"] for s in seat.snapshot["table"]["felt"]["spots"] if s["base"])
        await seat.do("wager", wagers={base: "10"})
    for seat in others:
        if seat.phase == "wagers":
            await seat.do("ready")


def test_an_absent_seat_acts_at_once_by_its_default(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob = await _guests(running, THREE_CARD, "Ann", "Bob")
            await _bet(ann, bob)
            await bob.next_ask()
            await _gone(bob, ann)
            clock.advance(4)
            await ann.do("resync")
            assert ann.phase == "play", "a line may blink"
            clock.advance(1)
            await ann.until(ann.settled)
            chose = [r["event"] for r in _of(ann, "happened") if r["event"]["did"] == "chose"]
            assert [one["move"] for one in chose] == ["fold"]
            await ann.close()

    run(test())


def test_one_who_has_been_gone_longer_is_not_waited_for_at_all(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob = await _guests(running, THREE_CARD, "Ann", "Bob")
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(lambda: bob.phase == "wagers")
            await bob.do("wager", wagers={"ante": "10"})
            await _gone(bob, ann)
            clock.advance(5)  # everybody who is there is ready: the hand is dealt and ends
            await ann.until(ann.settled)
            await ann.close()

    run(test())


def test_back_in_time_nothing_was_decided(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob = await _guests(running, THREE_CARD, "Ann", "Bob")
            await _bet(ann, bob)
            ask = await bob.next_ask()
            for _ in range(4):  # a line that blinks again and again
                await _gone(bob, ann)
                clock.advance(4)
                await bob.connect()
            assert bob.asks[0]["id"] == ask["id"]
            clock.advance(20)  # 36 seconds in all: the extra time runs, as for everybody
            await bob.do("answer", ask=ask["id"], move="play")
            await ann.until(ann.settled)
            assert "timed_out" not in _kinds(ann)
            await ann.close()
            await bob.close()

    run(test())


def test_the_bank_passes_the_absent_at_once(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob, cy = await _guests(running, THREE_CARD, "Ann", "Bob", "Cy")
            await _gone(bob, ann)
            clock.advance(5)
            await ann.until(ann.offered)
            await ann.do("decline_bank")
            await cy.until(cy.offered)  # no time has passed
            assert _who_declined(cy) == [("Ann", "declined"), ("Bob", "not there")]
            await ann.close()
            await cy.close()

    run(test())


def test_one_who_answers_no_offer_and_does_nothing_else_sits_out(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob = await _guests(running, THREE_CARD, "Ann", "Bob")
            for _ in range(2):
                await ann.until(ann.offered)
                clock.advance(20)
                await bob.until(bob.offered)
                await bob.do("decline_bank")
                if not _of(bob, "sat_out"):
                    clock.advance(8)  # asked again
            await bob.until(lambda: [r["name"] for r in _of(bob, "sat_out")] == ["Ann"])
            await ann.close()
            await bob.close()

    run(test())


async def _both_play(ann: Seat, bob: Seat) -> Player:
    """A few hands, after which Bob says nothing more."""
    player = Player(ann, random.Random(3))
    other = asyncio.create_task(Player(bob, random.Random(4)).play(99))
    await player.play(3)
    other.cancel()
    await asyncio.gather(other, return_exceptions=True)
    return player


def test_after_two_hands_the_absent_is_dealt_out_and_then_gives_up_the_seat(
    tmp_path: Path,
) -> None:
    async def test() -> None:
        clock, limits = HeldClock(), replace(LOOSE, away_seconds=180)
        async with serving(
            tmp_path, bots=2, pace=PACE, limits=limits, table_clock=clock
        ) as running:
            ann, bob = await _guests(running, HOLDEM, "Ann", "Bob")
            room = running.parts.lobby.rooms[ann.table]
            player = await _both_play(ann, bob)
            await _gone(bob, ann)
            clock.advance(5)
            away = room.table.state.round + (room.table.state.phase != "play")
            await player.play(player.rounds + 4)
            dealt = [one.seats for one in _dealt(room) if one.round > away + 1]
            assert dealt, "hands went on"
            assert all(bob.seat not in seats for seats in dealt)
            assert room.table.state.patrons["Bob"].sitting_out
            stack = room.table.state.stack("Bob")
            account = await running.parts.accounts.by_name("Bob")
            before = account.chips
            clock.advance(175)
            await eventually(lambda: not account.seats)
            assert account.chips == before + stack
            await ann.close()

    run(test())


def _dealt(room: Room) -> list[HandStarted]:
    records = (entry.record for entry in room.audience.recent)
    return [record for record in records if isinstance(record, HandStarted)]


def test_blinds_missed_while_away_are_posted_by_one_who_returns(tmp_path: Path) -> None:
    async def test() -> None:
        clock, limits = HeldClock(), replace(LOOSE, away_seconds=10_000)
        async with serving(
            tmp_path, bots=2, pace=PACE, limits=limits, table_clock=clock
        ) as running:
            ann, bob = await _guests(running, HOLDEM, "Ann", "Bob")
            room = running.parts.lobby.rooms[ann.table]
            player = await _both_play(ann, bob)
            await _gone(bob, ann)
            clock.advance(5)
            await player.play(player.rounds + 8)  # twice around the table
            assert room.table.state.patrons["Bob"].sitting_out
            await ann.next_ask()  # a hand is under way without Bob
            await bob.connect()
            await bob.do("sit_in")
            assert bob.now["waiting_to_enter"] == ["Bob"]
            await bob.do("enter", entry="post-all-blinds")
            playing = asyncio.create_task(player.play(99))
            await bob.until(
                lambda: [one for one in _of(bob, "hand_started") if bob.seat in one["seats"]]
            )
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await ann.close()
            await bob.close()

    run(test())


async def _house_way(seat: Seat) -> None:
    """Set every hand of a round by the house way."""
    while await seat.until(lambda: seat.asks or seat.settled()) is seat.asks:
        ask = seat.asks[0]
        await seat.do("answer", ask=ask["id"], move=ask["choices"][0]["move"])


def test_pai_gow_is_set_the_house_way_for_the_absent(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob = await _guests(running, PAI_GOW, "Ann", "Bob")
            await _bet(ann, bob)
            await bob.next_ask()
            await _gone(bob, ann)
            clock.advance(5)
            ask = await ann.next_ask()
            if ask["kind"] != "set-bank":
                await ann.do("answer", ask=ask["id"], move=ask["choices"][0]["move"])
            await ann.until(lambda: _of(ann, "timed_out"))
            assert {one["name"] for one in _of(ann, "timed_out")} == {"Bob"}
            await _house_way(ann)
            await ann.close()

    run(test())


def test_a_player_dealer_who_left_in_the_middle_of_a_hand_holds_nobody_up(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob, cy = await _guests(running, PAI_GOW, "Ann", "Bob", "Cy")
            await _bet(ann, bob, cy)
            await bob.next_ask()
            await _gone(ann, bob)
            clock.advance(5)
            await asyncio.gather(_house_way(bob), _house_way(cy))
            # The second hand of the turn is not Ann's to take: the bank passes on at once.
            await bob.until(bob.offered)
            assert ("Ann", "not there") in _who_declined(bob)
            ledger = running.parts.lobby.rooms[bob.table].table.state.ledger
            assert sum(ledger.balances().values()) == 0
            await bob.close()
            await cy.close()

    run(test())


def test_a_quick_seat_does_not_lead_to_a_table_that_waits_for_the_absent(tmp_path: Path) -> None:
    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob = await _guests(running, THREE_CARD, "Ann", "Bob")
            await _bet(ann, bob)
            await bob.next_ask()
            await _gone(bob, ann)
            (cy,) = await _guests(running, THREE_CARD, "Cy")
            assert cy.table != ann.table
            clock.advance(5)
            await ann.until(ann.settled)
            await ann.close()  # nobody is at Ann's table now: Cy's is listed first
            lobby = running.parts.lobby
            absent = lobby.rooms[ann.table].conduct.present
            await eventually(lambda: not absent())
            lines = await lobby.tables()
            assert lines[0]["id"] == cy.table
            assert [line["present"] for line in lines] == [1, 0]
            (di,) = await _guests(running, THREE_CARD, "Di")
            assert di.table == cy.table
            await cy.close()
            await di.close()

    run(test())


# Nobody is left to wait for others who are not there.


def test_bets_that_nobody_made_open_again_and_everybody_hears_of_it(tmp_path: Path) -> None:
    """One who said "no bet" against a lone bank was told nothing more, and waited for others."""

    async def test() -> None:
        clock = HeldClock()
        async with serving(tmp_path, bots=0, pace=PACE, table_clock=clock) as running:
            ann, bob = await _guests(running, "500-club/ez-baccarat", "Ann", "Bob")
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await bob.until(bob.can_bet)
            await bob.do("ready")
            await bob.until(lambda: bob.now["ready"] == ["Bob"])
            clock.advance(PACE.bet_seconds)
            await bob.until(lambda: bob.now["ready"] == [] and bob.can_bet())
            await bob.do("wager", wagers={"player": "10"}, round=1)
            await bob.do("ready", round=1)
            await bob.until(bob.settled)
            await ann.close()
            await bob.close()

    run(test())


def test_one_who_is_ready_for_a_hand_is_not_taken_to_be_for_the_next(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0, pace=PACE) as running:
            ann, bob = await _guests(running, "500-club/ez-baccarat", "Ann", "Bob")
            for hand in (1, 2):
                await ann.until(ann.offered)
                await ann.do("take_bank", wager="300")
                await bob.until(bob.can_bet)
                if hand == 2:
                    with pytest.raises(Refused) as refused:
                        await bob.do("ready", round=1)
                    assert refused.value.code == "stale"
                    assert bob.can_bet()
                await bob.do("wager", wagers={"player": "10"}, round=hand)
                await bob.do("ready", round=hand)
                await bob.until(lambda hand=hand: len(bob.settled()) == hand)  # type: ignore[misc]
            await ann.close()
            await bob.close()

    run(test())

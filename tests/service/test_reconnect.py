"""Losing the connection in the middle of a hand: back in seconds, nothing lost, nothing twice."""

from __future__ import annotations

import asyncio
import json
import random
from itertools import pairwise
from pathlib import Path

from houseway.service.client import Cardroom, Seat
from houseway.service.tables.audience import KEPT
from tests.service.playing import Player
from tests.service.running import Running, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


async def _hand_in_play(running: Running) -> tuple[Seat, Seat]:
    ann, bob = await running.guest("Ann"), await running.guest("Bob")
    first = await ann.quick_seat(filing=THREE_CARD)
    second = Seat(running.address, first.table, bob.token, keep=True)
    await bob.request("POST", "/api/quick-seat", {"filing": THREE_CARD})
    await second.connect()
    await first.until(first.offered)
    await first.do("take_bank", wager="300")
    await second.until(lambda: second.phase == "wagers")
    await second.do("wager", wagers={"ante": "10"})
    await second.do("ready")
    await second.next_ask()
    return first, second


def _numbers(seat: Seat) -> list[tuple[int, int]]:
    messages = map(json.loads, seat.heard)
    return [(m["from"], m["number"]) for m in messages if "records" in m]


def test_a_player_resumes_a_hand_with_the_last_number(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _hand_in_play(running)
            ask, last = bob.asks[0], bob.number
            assert last is not None
            await bob.drop()
            await ann.until(lambda: "Bob" not in ann.now["connected"])
            await ann.do("buy_in", amount="50")  # something happens meanwhile
            bob.heard.clear()
            answer = await bob.connect()
            assert answer["seat"] == 2
            await bob.until(lambda: bob.number == answer["number"])
            assert _numbers(bob)[0][0] == last + 1, "it goes on where it was"
            assert not any('"snapshot"' in text for text in bob.heard)
            assert bob.asks[0]["id"] == ask["id"], "the same question is still open"
            await bob.do("answer", ask=ask["id"], move="play")
            await bob.until(bob.settled)
            spans = _numbers(bob)
            for (_, before), (first, _) in pairwise(spans):
                assert first == before + 1
            await ann.close()
            await bob.close()

    run(test())


def test_what_was_not_answered_is_sent_again_with_its_id(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _hand_in_play(running)
            # The connection is lost before the answer comes: did the command arrive?
            waiting: asyncio.Future[dict[str, object]] = asyncio.Future()
            command = {"id": "lost", "do": "buy_in", "amount": "20"}
            bob._unanswered["lost"] = (command, waiting)
            await bob.send_text(json.dumps(command))
            await bob.drop()
            await bob.connect()
            await bob.do("ping")
            assert waiting.done(), "it was sent again with its id, and answered"
            assert (await running.parts.accounts.by_name("Bob")).chips == 480_00
            again = await bob.do("buy_in", amount="20", command_id="lost")
            assert again["ok"]
            assert (await running.parts.accounts.by_name("Bob")).chips == 480_00
            await ann.close()
            await bob.close()

    run(test())


def test_a_gap_is_healed_by_a_snapshot(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _hand_in_play(running)
            assert bob.number is not None
            bob.number -= 3  # as if three records had been missed
            await bob.do("answer", move="play")
            await bob.until(lambda: bob.resyncs == 1 and bob.snapshot["number"] == bob.number)
            assert bob.snapshot["last_settled"]["kind"] == "settled"
            assert bob.number == running.parts.lobby.rooms[bob.table].table.state.count - 1
            await ann.close()
            await bob.close()

    run(test())


def test_one_who_was_away_for_long_gets_the_whole_felt(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing=THREE_CARD)
            await seat.until(lambda: seat.number or 0)
            watcher = await Cardroom(running.address).table(seat.table, keep=True)
            await watcher.drop()
            room = running.parts.lobby.rooms[seat.table]
            player = Player(seat, random.Random(3))
            while room.table.state.count < KEPT + 200:
                await player.play(player.rounds + 5)
            watcher.heard.clear()
            await watcher.connect()
            await watcher.until(lambda: any('"snapshot"' in text for text in watcher.heard))
            await watcher.close()
            await seat.close()

    run(test())


def test_a_number_from_the_future_or_another_table_gets_the_whole_felt(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _hand_in_play(running)
            await bob.drop()
            bob.number = 10**6
            bob.heard.clear()
            await bob.connect()
            await bob.do("ping")
            assert any('"snapshot"' in text for text in bob.heard)
            assert bob.asks
            await ann.close()
            await bob.close()

    run(test())


def test_a_restart_in_the_middle_of_a_hand(tmp_path: Path, database: str) -> None:
    """The process ends in an orderly way; the hand goes on, and a spectator still waits for it."""

    async def test() -> None:
        async with serving(tmp_path, bots=0, database=database) as running:
            ann, bob = await _hand_in_play(running)
            tokens, table = (ann._token, bob._token), ann.table
            cards, last = bob.asks[0]["cards"], bob.number
            await ann.close()
            await bob.close()
        async with serving(tmp_path, bots=0, database=database) as running:
            watcher = await Cardroom(running.address).table(table)
            assert watcher.phase == "wagers", "as it was before the deal"
            first, second = [Seat(running.address, table, token) for token in tokens]
            second.number = last
            await first.connect()
            await second.connect()
            assert first.phase == "play"
            ask = await second.next_ask()
            assert ask["cards"] == cards
            await second.do("answer", ask=ask["id"], move="play")
            await first.until(first.settled)
            await watcher.until(watcher.settled)
            for seat in (first, second, watcher):
                await seat.close()

    run(test())

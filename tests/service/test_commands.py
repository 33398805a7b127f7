"""Commands: each once, none too late, none for another."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.service.client import Cardroom, Seat
from tests.service.running import Running, eventually, run, serving

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"


async def _table(running: Running) -> tuple[Seat, Seat]:
    """Ann banks, Bob may bet."""
    ann, bob = await running.guest("Ann"), await running.guest("Bob")
    first = await ann.quick_seat(filing=THREE_CARD)
    second = await bob.quick_seat(filing=THREE_CARD)
    await first.until(first.offered)
    await first.do("take_bank", wager="300")
    await second.until(lambda: second.phase == "wagers")
    return first, second


async def _refused(who: Seat, what: str, /, **more: Any) -> str:
    with pytest.raises(Refused) as refusal:
        await who.do(what, **more)
    return refusal.value.code


def test_a_repeated_command_has_no_second_effect(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _table(running)
            first = await bob.do("buy_in", amount="100", command_id="once")
            stack = bob.stack()
            again = await bob.do("buy_in", amount="100", command_id="once")
            assert again["number"] == first["number"]
            assert await _refused(bob, "buy_in", amount="9", command_id="once") == "reused-id"
            assert bob.stack() == stack
            account = (await running.parts.accounts.by_name("Bob")).chips
            assert account == 1000_00 - 500_00 - 100_00
            # Another person's ids are their own.
            await ann.do("buy_in", amount="10", command_id="once")
            for seat in (ann, bob):
                await seat.close()

    run(test())


def test_an_id_long_forgotten_is_a_new_one_and_harms_nobody(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.people.once.REMEMBERED", 5)

    async def test() -> None:
        async with serving(tmp_path, bots=0, database=database) as running:
            ann, bob = await _table(running)
            room = running.parts.lobby.rooms[bob.table]
            for number in range(60):
                await bob.do("buy_in", amount="1", command_id=f"{number % 12}")
            assert room.failure is None
            assert (await running.parts.accounts.by_name("Bob")).chips == 500_00 - 60_00
            kept = running.parts.store.commands_of(room.members["Bob"].id, 1000)
            assert len(kept) <= 5 + 20 + 1
            for seat in (ann, bob):
                await seat.close()

    run(test())


def test_a_repeated_command_has_no_second_effect_after_a_restart(
    tmp_path: Path, database: str
) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0, database=database) as running:
            ann, bob = await _table(running)
            answer = await bob.do("buy_in", amount="100", command_id="once")
            token, table = bob._token, bob.table
            for seat in (ann, bob):
                await seat.close()
        async with serving(tmp_path, bots=0, database=database) as running:
            cardroom = Cardroom(running.address, token=token)
            again = await cardroom.table(table)
            assert (await again.do("buy_in", amount="100", command_id="once")) == answer
            assert again.stack() == "600.00"
            assert (await cardroom.me())["account"]["chips"] == "400.00"
            await again.close()

    run(test())


def test_the_same_id_at_two_tables_at_once_is_carried_out_once(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann = await running.guest("Ann")
            seats = [
                await ann.quick_seat(filing=filing, buy_in="100")
                for filing in (THREE_CARD, "500-club/ez-baccarat")
            ]
            results = await asyncio.gather(
                *(seat.do("buy_in", amount="100", command_id="x") for seat in seats),
                return_exceptions=True,
            )
            assert sum(isinstance(one, dict) for one in results) >= 1
            assert (await ann.me())["account"]["chips"] == "700.00"
            for seat in seats:
                await seat.close()

    run(test())


def test_what_comes_too_late_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _table(running)
            assert await _refused(bob, "wager", wagers={"ante": "10"}, round=7) == "stale"
            await bob.do("wager", wagers={"ante": "10"}, round=1)
            await bob.do("take_back")
            await bob.do("wager", wagers={"ante": "20"}, round=1)
            await bob.do("ready")
            ask = await bob.next_ask()
            assert await _refused(bob, "wager", wagers={"ante": "10"}) == "no-more-bets"
            assert await _refused(bob, "answer", ask="1.2.9", move="play") == "stale"
            assert await _refused(ann, "answer", ask=ask["id"], move="play") == "stale"
            assert await _refused(ann, "answer", move="play") == "out-of-turn"
            assert await _refused(ann, "answer", seat=2, move="play") == "out-of-turn"
            assert await _refused(bob, "answer", ask=ask["id"], move="hit") == "not-a-choice"
            await bob.do("answer", ask=ask["id"], move="play")
            assert await _refused(bob, "answer", ask=ask["id"], move="play") == "stale"
            for seat in (ann, bob):
                await seat.close()

    run(test())


def test_rules_of_the_game_are_cited(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _table(running)
            with pytest.raises(Refused) as refusal:
                await bob.do("wager", wagers={"pair_plus": "5"})
            assert refusal.value.cite
            assert refusal.value.where
            assert await _refused(ann, "wager", wagers={"ante": "10"}) == "bank-bets"
            assert await _refused(bob, "take_bank", wager="10") == "not-offered"
            assert await _refused(bob, "wager", wagers={"ante": "10"}, seat=3) != ""
            for seat in (ann, bob):
                await seat.close()

    run(test())


def test_chips_that_are_not_there_cannot_be_brought(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _table(running)
            assert await _refused(bob, "buy_in", amount="500.01") == "not-enough-chips"
            assert await _refused(bob, "cash_out", amount="9999") == "bad-amount"
            await bob.do("cash_out", amount="100")
            assert await _refused(bob, "buy_in", amount="0") != ""
            cyd = await (await running.guest("Cyd")).table(ann.table)
            assert await _refused(cyd, "sit", seat=4, buy_in="2000") == "not-enough-chips"
            assert await _refused(cyd, "sit", seat=1) == "seat-taken"
            assert await _refused(cyd, "sit", seat=19) == "no-such-seat"
            assert await _refused(cyd, "leave") == "not-seated"
            assert await _refused(cyd, "wager", wagers={"ante": "10"}) == "not-seated"
            for seat in (ann, bob, cyd):
                await seat.close()

    run(test())


def test_004_4040_a_no_limit_table_sells_what_its_filing_permits(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            table = await running.house().open_table(
                "500-club/texas-holdem", bots=0, schedule=["1", "4", "7"], limits="20-200",
                stakes={"structure": "no-limit", "min_bet": 2, "blinds": [1, 2]},
            )  # fmt: skip
            ann = await (await running.guest("Ann")).table(table["id"])
            for wrong in ("19.99", "200.01"):
                assert await _refused(ann, "sit", seat=1, buy_in=wrong) == "buy-in"
            await ann.do("sit", seat=1, buy_in="20")
            assert await _refused(ann, "buy_in", amount="180.01") == "buy-in"
            await ann.do("buy_in", amount="180")
            await ann.close()

    run(test())


def test_one_who_stands_behind_bets_on_a_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            house = running.house()
            table = await house.open_table("500-club/ez-baccarat", bots=0, schedule=[])
            seats = [await (await running.guest(name)).table(table["id"])
                     for name in ("Ann", "Bob", "Cyd")]  # fmt: skip
            ann, bob, cyd = seats
            await ann.do("sit", seat=1)
            await bob.do("sit", seat=2)
            await cyd.do("come", buy_in="200")
            await ann.until(ann.offered)
            await ann.do("take_bank", wager="300")
            await cyd.until(lambda: cyd.phase == "wagers")
            await bob.do("wager", wagers={"player": "10"})
            await cyd.do("wager", seat=2, wagers={"player": "10"})
            assert await _refused(cyd, "wager", wagers={"player": "10"}) == "bad-request"
            await bob.do("ready")
            await cyd.do("ready")
            await cyd.until(cyd.settled)
            assert "2/Cyd" in cyd.settled()[0]["net"]
            for seat in seats:
                await seat.close()

    run(test())


def test_a_table_that_is_closed_gives_the_chips_back(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _table(running)
            await bob.do("wager", wagers={"ante": "10"})
            await bob.do("ready")
            await bob.next_ask()
            house = running.house()
            await house.request("POST", f"/api/tables/{ann.table}/close")
            with pytest.raises(Refused, match="closed"):
                await house.request("GET", f"/api/tables/{ann.table}/sealed-log")
            await bob.do("answer", move="play")
            await bob.until(lambda: bob.phase == "closed")
            accounts = [await running.parts.accounts.by_name(n) for n in ("Ann", "Bob")]
            fee = running.parts.store.lines(ann.table)
            drop = sum(
                round(100 * float(move[2]))
                for line in map(json.loads, fee)
                for move in line.get("moves", ())
                if move[1] == "drop"
            )
            assert sum(account.chips for account in accounts) + drop == 2000_00
            log = await house.request("GET", f"/api/tables/{ann.table}/sealed-log")
            assert json.loads(log.splitlines()[-1])["kind"] == "closed"
            for seat in (ann, bob):
                await seat.close()

    run(test())


def test_what_cannot_be_written_down_has_not_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails once: nobody hears of the command, and the table comes back without it."""

    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann, bob = await _table(running)
            store = running.parts.store
            count = running.parts.lobby.rooms[bob.table].table.state.count

            def full(_: Any) -> Any:
                monkeypatch.undo()
                broken: Future[None] = Future()
                broken.set_exception(OSError("no space left on device"))
                return broken

            monkeypatch.setattr(store, "submit", full)
            assert await _refused(bob, "buy_in", amount="100", command_id="once") == "fault"
            await eventually(lambda: ann.closed is not None and bob.closed is not None)
            assert ann.closed is not None
            assert ann.closed[0] == 1012
            await ann.drop()
            await bob.drop()
            await ann.connect()
            await bob.connect()
            assert running.parts.lobby.rooms[bob.table].table.state.count == count
            assert (await running.parts.accounts.by_name("Bob")).chips == 500_00
            await bob.do("buy_in", amount="100", command_id="once")  # now it is done
            assert (await running.parts.accounts.by_name("Bob")).chips == 400_00
            await ann.close()
            await bob.close()

    run(test())

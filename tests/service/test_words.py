"""A poker table on the wire: trade words with amounts; the old shorthand is understood."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

from houseway.service.client import Seat
from tests.service.running import PATIENCE, Running, run, serving

HOLDEM = "500-club/texas-holdem"


async def _dealt(running: Running) -> tuple[Seat, Seat]:
    """Ann and Bob, heads up for blinds of 2 and 4; the first of the two is to act."""
    opened = await running.house().open_table(
        HOLDEM, bots=0, seats=3,
        stakes={"structure": "no-limit", "blinds": ["2", "4"], "min_bet": "4"},
    )  # fmt: skip
    seats = []
    for place, name in enumerate(("Ann", "Bob"), 1):
        seat = await (await running.guest(name)).table(opened["id"])
        await seat.do("sit", seat=place, buy_in="100")
        seats.append(seat)
    first, second = seats
    await first.until(lambda: first.asks or second.asks)
    return (first, second) if first.asks else (second, first)


def _chose(seat: Seat) -> list[dict[str, Any]]:
    events = [record["event"] for record in seat.records if record["kind"] == "happened"]
    return [event for event in events if event["did"] == "chose"]


def test_bets_are_said_in_trade_words_with_what_was_paid(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            first, second = await _dealt(running)
            ask = first.asks[0]
            assert [choice["move"] for choice in ask["choices"]] == ["fold", "call"]
            assert ask["verbs"] == ["raise"]
            assert first.now["bets"] == {str(first.seat): "2.00", str(second.seat): "4.00"}
            assert first.now["in_hand"] == [1, 2]
            await first.do("answer", ask=ask["id"], move="raise 1200")
            await second.until(lambda: second.asks)
            assert second.now["bets"] == {str(first.seat): "12.00", str(second.seat): "4.00"}
            await second.do("answer", ask=second.asks[0]["id"], move="call")
            await first.until(lambda: first.asks or second.asks)
            assert first.now["bets"] == {}
            for seat in (first, second):
                raised, called = _chose(seat)
                assert raised["move"] == "raise 1200"
                assert (raised["paid"], raised["to"]) == ("10.00", "12.00")
                assert (called["move"], called["paid"], called["to"]) == ("call", "8.00", "12.00")
                told = [line for record in seat.records for line in record.get("told", ())]
                assert f"Seat {first.seat} raises to $12" in told
                assert f"Seat {second.seat} calls $8" in told
                assert all("v" not in record for record in seat.records)
                await seat.close()

    run(test())


def test_the_shorthand_of_the_first_protocol_is_still_understood(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            first, second = await _dealt(running)
            await first.do("answer", ask=first.asks[0]["id"], move="cbr 1200")
            await second.until(lambda: second.asks)
            await second.do("answer", ask=second.asks[0]["id"], move="cc")
            await first.until(lambda: first.asks or second.asks)
            here, there = (first, second) if first.asks else (second, first)
            await here.do("answer", ask=here.asks[0]["id"], move="cc")
            await there.until(lambda: there.asks)
            await there.do("answer", ask=there.asks[0]["id"], move="f")
            moves = [event["move"] for event in _chose(there)]
            assert moves == ["raise 1200", "call", "check", "fold"]
            for seat in (first, second):
                await seat.close()

    run(test())


def test_both_versions_of_the_protocol_may_be_asked_for(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            opened = await running.house().open_table("outlaws/holdem", bots=0)
            address = running.address.replace("http", "ws") + f"/ws?table={opened['id']}"
            for offered, chosen in (
                (["houseway.1"], "houseway.1"), (["houseway.2"], "houseway.2"),
                (["houseway.1", "houseway.2"], "houseway.2"), (["other.1"], None),
            ):  # fmt: skip
                subprotocols: Any = offered
                async with (
                    asyncio.timeout(PATIENCE),
                    connect(address, subprotocols=subprotocols, open_timeout=PATIENCE) as line,
                ):
                    assert line.subprotocol == chosen

    run(test())

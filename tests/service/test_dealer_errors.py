"""The house declares an error of the dealer over its socket; everybody at the table sees it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.service.client import Seat
from tests.service.running import run, serving


def _declared(seat: Seat) -> list[Any]:
    events = [record.get("event", {}) for record in seat.records if record["kind"] == "happened"]
    return [event for event in events if event["did"] == "declared"]


def test_outlaws_exposed_card_declared_by_the_house_over_the_socket(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            house = running.house()
            opened = await house.open_table("outlaws/holdem", bots=0, seats=3)
            seats = []
            for place, name in enumerate(("Ann", "Bob"), 1):
                seat = await (await running.guest(name)).table(opened["id"])
                await seat.do("sit", seat=place, buy_in="100")
                seats.append(seat)
            ann, bob = seats
            floor = await house.table(opened["id"])
            await ann.until(lambda: ann.phase == "play" and (ann.asks or bob.asks))
            with pytest.raises(Refused) as refusal:
                await ann.do("declare", kind="exposed-card", place=1, number=1)
            assert refusal.value.code == "forbidden"
            with pytest.raises(Refused) as refusal:
                await floor.do("declare", kind="early-bird")
            assert refusal.value.code == "no-such-error"
            first = await floor.do(
                "declare", kind="exposed-card", place=1, number=1, command_id="oops"
            )
            again = await floor.do(
                "declare", kind="exposed-card", place=1, number=1, command_id="oops"
            )
            assert again["number"] == first["number"]
            for seat in (ann, bob):
                await seat.until(partial(_declared, seat))
                (event,) = _declared(seat)
                assert event["cite"] == "Rules, exposed card"
                assert event["cards"]
            assert ann.asks or bob.asks  # the same question is still open
            await floor.do("declare", kind="exposed-card", place=2, number=2)
            await ann.until(lambda: any(r["kind"] == "round_voided" for r in ann.records))
            for seat in (ann, bob, floor):
                await seat.close()

    run(test())

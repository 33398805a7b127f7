"""The game in the web cardroom: chosen in the lobby, described, played, saved."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

from conftest import FILING
from houseway.errors import Refused
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import parse_round
from houseway.rounds.felt import hints_for
from houseway.service.client import Cardroom, Seat
from super_pan_9.schema import SuperPan9


async def play_a_hand(seat: Seat, move: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The question that was put, and the settlement of the hand."""
    while True:
        await seat.until(lambda: seat.asks or seat.offered() or seat.can_bet())
        if seat.offered():
            with suppress(Refused):  # it passes one who has not seen a hand by itself
                await seat.do("decline_bank")
            await seat.until(lambda: not seat.offered())
        elif seat.can_bet():
            await seat.do("wager", wagers={"game": "10", "tie": "5"})
            await seat.do("ready")
            await seat.until(lambda: not seat.can_bet())
        else:
            asked = seat.asks[0]
            await seat.do("answer", ask=asked["id"], move=move)
            await seat.until(lambda: any(r["round"] == seat.now["round"] for r in seat.settled()))
            return asked, seat.settled()[-1]


def test_a_hand_is_played_and_its_file_settles_alike(address: str) -> None:
    async def test() -> None:
        cardroom = Cardroom(address)
        await cardroom.enter("Ann")
        families = await cardroom.request("GET", "/api/families")
        (ours,) = [one for one in families if one["family"] == "super-pan-9"]
        assert ours["kinds"][0]["filings"] == [FILING]
        async with await cardroom.quick_seat(family="super-pan-9") as seat:
            await seat.until(lambda: seat.snapshot)
            hints = seat.snapshot["table"]["hints"]
            assert hints["asks"]["draw-or-stand"][0] == "Draw or stand?"
            asked, record = await play_a_hand(seat, "draw")
            assert asked["kind"] == "draw-or-stand"
            assert [one["move"] for one in asked["choices"]] == ["draw", "stand"]
            assert len(asked["cards"].split()) == 3
            path = f"/api/tables/{seat.table}/rounds/{record['round']}/file"
            file = parse_round(await cardroom.request("GET", path))
            again = adjudicate(file).as_json()
            assert again["net"] == record["net"]

    asyncio.run(test())


@pytest.mark.usefixtures("plain")
def test_without_a_felt_of_its_own_it_is_played_too(address: str, filing: SuperPan9) -> None:
    assert hints_for(filing)["moves"] is None
    json.dumps(hints_for(filing))

    async def test() -> None:
        cardroom = Cardroom(address)
        await cardroom.enter("Ben")
        families = await cardroom.request("GET", "/api/families")
        assert {"key": "super-pan-9", "name": "Super Pan 9"}.items() <= families[-1]["kinds"][
            0
        ].items()
        async with await cardroom.quick_seat(family="super-pan-9") as seat:
            _, record = await play_a_hand(seat, "draw")
            path = f"/api/tables/{seat.table}/rounds/{record['round']}/file"
            text = await cardroom.request("GET", path)
            assert "draws" in text
            assert adjudicate(parse_round(text)).as_json()["net"] == record["net"]

    asyncio.run(test())

"""The house opens, changes and closes tables by the one law of what is permitted."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.histories.verify import verify
from houseway.service.client import Cardroom
from tests.service.playing import Player
from tests.service.running import eventually, run, serving

BACCARAT = "napa-valley/ez-baccarat-panda-8"
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
HOLDEM = "500-club/texas-holdem"


async def _refused(house: Cardroom, path: str, body: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        await house.request("POST", path, body)
    return caught.value


def test_what_is_usual_can_be_opened_for_every_filing(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            house = running.house()
            for line in await house.request("GET", "/api/filings"):
                offered = await house.request("GET", f"/api/filings/{line['id']}/setup")
                chosen = ("filing", "schedule", "limits", "options", "stakes")
                wish = {key: one for key, one in offered["usual"].items() if key in chosen}
                tried = await house.request("POST", "/api/tables/try", wish)
                assert tried["played_for"], line["id"]
                named = [one["name"] for one in offered["schedules"]]
                assert set(offered["usual"].get("schedule", [])) <= set(named)
            assert await house.tables() == [], "nothing was opened"

    run(test())


def test_choices_are_the_filings_own(tmp_path: Path) -> None:
    """003:919-920 three to eight decks from a shoe; 003:952-953 and 986 leave two things open."""

    async def test() -> None:
        async with serving(tmp_path) as running:
            offered = await running.house().request("GET", f"/api/filings/{BACCARAT}/setup")
            assert (offered["decks"], offered["dealt_from"]) == ([3, 8], ["shoe"])
            assert {one["name"] for one in offered["options"]} == {
                "natural_ends_drawing", "banker_three_card_seven",
            }  # fmt: skip
            first = offered["schedules"][0]
            assert first["name"] == "1"
            assert "player fee: $0.50" in first["words"]
            poker = await running.house().request("GET", f"/api/filings/{HOLDEM}/setup")
            assert poker["structures"] == ["limit", "no-limit", "pot-limit"]
            assert {"small_bet", "big_bet", "blinds"} <= set(poker["stakes"])

    run(test())


def test_what_the_filing_forbids_is_refused_with_its_clause(tmp_path: Path) -> None:
    """Napa Valley's options 1 to 7 post a minimum of $1 (003, California games)."""

    async def test() -> None:
        async with serving(tmp_path) as running:
            house = running.house()
            wish = {"filing": BACCARAT, "schedule": "1", "limits": "10-100"}
            for path in ("/api/tables/try", "/api/tables"):
                refusal = await _refused(house, path, wish)
                assert refusal.code == "limits-not-permitted"
                assert "a minimum of $10" in refusal.message
                assert refusal.cite
            table = (await house.open_table(BACCARAT, schedule="1", limits="1-100", bots=0))["id"]
            refusal = await _refused(house, f"/api/tables/{table}/change", {"limits": "10-100"})
            assert (refusal.code, bool(refusal.cite)) == ("limits-not-permitted", True)
            refusal = await _refused(house, f"/api/tables/{table}/change", {"stakes": {"ante": 1}})
            assert refusal.code == "bad-stakes"
            acts = await house.request("GET", "/api/acts")
            assert [one["act"] for one in acts] == ["opened table"]

    run(test())


def test_terms_change_between_two_hands_and_the_log_verifies(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=2) as running:
            house = running.house()
            wish = {"schedule": "1", "limits": "5-500", "bots": 2, "seats": 5}
            table = (await house.open_table(THREE_CARD, **wish))["id"]
            ann = await running.guest("Ann")
            async with await ann.table(table) as seat:
                await seat.do("sit", seat=1)
                player = Player(seat, random.Random(3), banks=0)
                await player.play(1)
                change = {"schedule": "3", "limits": "5-100", "pace": "relaxed", "private": True}
                asked = house.request("POST", f"/api/tables/{table}/change", change)
                changed, _ = await _both(asked, player.play(2))
                assert changed["limits"] == "5-100"
                assert (changed["schedule"], changed["pace_name"]) == (["3"], "relaxed")
                assert changed["private"] is True
                assert changed["pace"]["act_seconds"] == 600  # twice the usual
                assert await house.tables() == []
                (line,) = await house.request("GET", "/api/house/tables")
                assert (line["id"], line["setup"]["limits"]) == (table, "5-100")
                # Who sits there is told: the felt has the new limits.
                spot = seat.snapshot["table"]["felt"]["spots"][0]
                assert (spot["min"], spot["max"]) == ("5.00", "100.00")
                await seat.do("leave")
                await seat.until(lambda: seat.now and "Ann" not in str(seat.now.get("ready")))
            await house.request("POST", f"/api/tables/{table}/close")
            await eventually(lambda: table not in running.parts.lobby.rooms)
            log = await house.request("GET", f"/api/tables/{table}/sealed-log")
            (tmp_path / "table.log").write_text(log, encoding="utf-8")
            assert verify(tmp_path / "table.log").ok
            assert log.count('"kind":"terms_changed"') == 1
            acts = await house.request("GET", "/api/acts?find=changed")
            assert [(one["by"], one["about"]) for one in acts] == [("House", table)]
            assert acts[0]["facts"]["limits"] == "5-100"

    run(test())


async def _both(one: Any, other: Any) -> tuple[Any, Any]:
    import asyncio

    first, second = await asyncio.gather(one, other)
    return first, second


def test_seats_and_bots_change_without_the_log(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=3) as running:
            house = running.house()
            table = (await house.open_table(THREE_CARD, seats=6, bots=3))["id"]
            ann = await running.guest("Ann")
            async with await ann.table(table) as seat:
                await seat.do("sit", seat=5)
                room = running.parts.lobby.rooms[table]
                await eventually(lambda: len(room.conduct.bot_names()) == 3)
                path = f"/api/tables/{table}/change"
                refusal = await _refused(house, path, {"seats": 4})
                assert (refusal.code, refusal.where) == ("seat-taken", "seats")
                await Player(seat, random.Random(3), banks=0).play(1)
                changed = await house.request("POST", path, {"bots": 1})
                assert changed["seats"] == 6
                await Player(seat, random.Random(3), banks=0).play(2)
                await eventually(lambda: len(room.conduct.bot_names()) == 1)
            records = running.parts.store.lines(table)
            assert not any('"kind":"terms_changed"' in line for line in records)

    run(test())


def test_the_private_table_of_the_house_is_found_by_its_link_alone(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path) as running:
            house = running.house()
            opened = await house.open_table(THREE_CARD, private=True, bots=0)
            assert len(opened["id"]) == 32
            assert await house.tables() == []
            assert (await house.request("GET", f"/api/tables/{opened['id']}"))["private"] is True

    run(test())

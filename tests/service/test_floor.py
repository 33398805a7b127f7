"""The floor console over the wire: what is offered before it is declared, and what then is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import Refused
from houseway.histories.verify import verify
from houseway.service.client import Cardroom, Seat
from tests.service.running import Running, eventually, run, serving

DOUBLE_HAND = "napa-valley/double-hand-poker"


async def _refused(code: str, who: Seat, do: str, **more: Any) -> None:
    with pytest.raises(Refused) as refusal:
        await who.do(do, **more)
    assert refusal.value.code == code, refusal.value


def _by_the_floor(record: dict[str, Any]) -> bool:
    return record["kind"] in ("floor_acted", "correction", "round_voided")


async def _hand(running: Running, house: Cardroom) -> tuple[str, Seat, Seat, Seat]:
    """Ann banks, Bob bets; the cards are out, and nobody has set a hand yet."""
    opened = await house.open_table(DOUBLE_HAND, bots=0, seats=4)
    seats = []
    for place, name in enumerate(("Ann", "Bob"), 1):
        seat = await (await running.guest(name)).table(opened["id"])
        await seat.do("sit", seat=place, buy_in="500")
        seats.append(seat)
    ann, bob = seats
    floor = await house.table(opened["id"])
    await ann.until(lambda: ann.offered() or bob.offered())
    if bob.offered():
        await bob.do("decline_bank")
        await ann.until(ann.offered)
    await ann.do("take_bank", wager="200")
    await bob.until(bob.can_bet)
    await bob.do("wager", wagers={"game": "20"})
    await bob.do("ready")
    await ann.until(lambda: ann.phase == "play" and (ann.asks or bob.asks))
    if ann.asks and ann.asks[0]["kind"] == "pile":
        await ann.do("answer", move="pile 1")
        await bob.until(lambda: bob.asks)
    return opened["id"], ann, bob, floor


def test_remedies_are_offered_with_their_clauses_and_tell_no_card(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            house = running.house()
            table, ann, bob, floor = await _hand(running, house)
            console = await house.request("GET", f"/api/tables/{table}/floor")
            assert console["phase"] == "play"
            assert {one["place"] for one in console["places"]} >= {"bank", 2, 3, "deck"}
            assert [one["name"] for one in console["waiting"]] == ["Bob"]
            path = f"/api/tables/{table}/floor/exposed-card"
            offers = [await house.request("GET", path, place=place) for place in ("2", "3")]
            for one in offers:  # the same whatever cards lie there (003:215-221)
                assert [order["lines"] for order in one["orders"]] == [
                    "003:217-219", "003:221", "003:215",
                ]  # fmt: skip
            for odd in ("²", "٣", "9" * 60, "2/", "%00"):  # no seat, and no fault of ours
                assert await house.request("GET", path, place=odd)
            silent = await house.request("GET", f"/api/tables/{table}/floor/wrong-number?place=2")
            assert not silent["orders"]
            assert silent["silent"]["about"] == "wrong-number"
            guest = await running.guest("Cy")
            with pytest.raises(Refused) as refusal:
                await guest.request("GET", path)
            assert refusal.value.code == "forbidden"
            await floor.do("declare", kind="exposed-card", place=3, lay="Jk")
            await bob.until(lambda: any(r["kind"] == "round_voided" for r in bob.records))
            assert (ann.stack(), bob.stack()) == ("500.00", "500.00")
            for seat in (ann, bob, floor):
                await seat.close()

    run(test())


def test_what_the_floor_does_is_kept_with_who_and_why_and_verifies(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            house = running.house()
            table, ann, bob, floor = await _hand(running, house)
            for do, more in (
                ("note", {"text": "watch"}),
                ("void", {"reason": "no"}),
                ("unseat", {"name": "Bob", "reason": "no"}),
                ("restore_time", {"seat": 2, "reason": "no"}),
                ("correct", {"of": 0, "reason": "no"}),
                ("seat", {"name": "Cy", "seat": 3, "reason": "no"}),
            ):
                await _refused("forbidden", ann, do, **more)
            await floor.do("restore_time", seat=2, reason="the shuffler jammed")
            await floor.do("note", text="seat 2 asked for the floor")
            await _refused("mid-round", floor, "correct", of=3, reason="too soon")
            await floor.do("void", reason="a tile of another game lay in the deck")
            await ann.until(lambda: any(r["kind"] == "round_voided" for r in ann.records))
            console = await house.request("GET", f"/api/tables/{table}/floor")
            of = console["settled"]["of"]
            assert "The hand is void" in console["settled"]["told"][0]
            move = {"source": "Ann", "target": "Bob", "amount": "15"}
            await floor.do("correct", of=of, reason="paid short before", moves=[move])
            await _refused(
                "not-here", floor, "correct", of=of, reason="whom?", moves=[{**move, "target": "X"}]
            )
            cy = await (await running.guest("Cy")).table(table)
            console = await house.request("GET", f"/api/tables/{table}/floor")
            assert console["watching"] == ["Cy"]
            assert 3 in console["free"]
            await _refused("not-here", floor, "seat", name="Dan", seat=3, reason="on the list")
            await floor.do("seat", name="Cy", seat=3, buy_in="100", reason="next on the list")
            await cy.until(lambda: cy.seat == 3)
            await floor.do("unseat", name="Bob", reason="abusive")
            await ann.until(lambda: any(r["kind"] == "left" for r in ann.records))
            said = [r for r in ann.records if r["kind"] in ("floor_acted", "correction")]
            assert [r.get("act", "correction") for r in said] == [
                "time", "note", "correction", "seat", "unseat",
            ]  # fmt: skip
            for seat in (ann, bob, cy):
                await seat.close()
            await house.request("POST", f"/api/tables/{table}/close")
            store = running.parts.store
            await eventually(lambda: all(row.id != table for row in store.open_tables()))
            log = await house.request("GET", f"/api/tables/{table}/sealed-log")
            kept = tmp_path / "kept.jsonl"
            kept.write_text(log, encoding="utf-8")
            found = verify(kept)
            assert (found.status, found.findings) == ("verified", [])
            by = [one["author"] for one in map(json.loads, log.splitlines()) if _by_the_floor(one)]
            assert by == [floor.you] * 6

    run(test())


def test_house_procedures_are_offered_where_the_filing_is_silent_and_the_house_chose_them(
    tmp_path: Path,
) -> None:
    """003:223 speaks of the bank's hand alone: a player's wrong number is the house's matter."""
    book = tmp_path / "house.toml"
    book.write_text('house = "Napa"\nprocedures = ["player-dealer"]\n', encoding="utf-8")

    async def test() -> None:
        for chosen in (None, book):
            (tmp_path / str(chosen is None)).mkdir()
            async with serving(tmp_path / str(chosen is None), bots=0, house=chosen) as running:
                house = running.house()
                table, ann, bob, floor = await _hand(running, house)
                path = f"/api/tables/{table}/floor/wrong-number?place=2"
                offer = await house.request("GET", path)
                assert not offer["orders"]
                assert ("house" in offer) is (chosen is not None)
                filed = await house.request("GET", path.replace("place=2", "place=bank"))
                assert [one["source"] for one in filed["orders"]] == ["filed"]
                assert "house" not in filed
                for one in offer.get("house", ()):
                    assert (one["source"], one["cite"]) == ("house", "house procedure, not filed")
                if chosen is not None:
                    assert [one["remedy"] for one in offer["house"]] == ["void"]
                    with pytest.raises(Refused):  # nothing unfiled is declared
                        await floor.do("declare", kind="wrong-number", place=2, number=8)
                for seat in (ann, bob, floor):
                    await seat.close()

    run(test())

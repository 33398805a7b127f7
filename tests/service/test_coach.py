"""The coach: it knows what the seat knows, for every game, and nobody waits for it."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError, Refused
from houseway.family import find_family
from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load
from houseway.rounds.driver import Round
from houseway.rounds.events import Chose, Rolled
from houseway.rounds.piles import PILE
from houseway.service.backroom.coach import Coach, question
from houseway.service.settings import Limits
from houseway.service.tables.wire import ask_id
from houseway.table.coach import advise
from houseway.table.evening import SteadyClock, start_evening, usual_setup
from houseway.table.opening import restore
from houseway.table.shoes import Stock, TableSource
from houseway.table.views import View
from tests.catalogue import some
from tests.service.running import eventually, run, serving
from tests.table.tables import Kept

ROUNDS = 3
SHUFFLES = 3
COMPARED = 25  # decisions of a filing that are held against other worlds
ADVISED = 4  # decisions of a filing that are really put to the coach


def asked(filing: str, kept: Kept | None = None) -> Iterator[tuple[Any, str, str]]:
    """A table of bots at every decision, whose it is, and its id."""
    source = random.Random(20)
    evening = start_evening(usual_setup(load(filing)), kept or Kept(), source)
    played = evening.table.state.round + ROUNDS
    for _ in evening.play(ROUNDS):
        for ask in evening.table.waiting_for():
            name = evening.table.state.player_of(ask.seat)
            yield evening.table, name, ask_id(evening.table, ask)
    assert evening.table.state.round >= played


def other_world(kept: Kept, name: str, source: random.Random) -> Any:
    """The same table with the cards that somebody has not seen in another order; None where the
    choices of others do not fit those.
    """
    table: Any = restore(kept.entries, Kept(), source, SteadyClock())
    state = table.state
    seen = {piece for event in View(table, name).sight().events for piece in pieces_in(event)}
    order = list(state.began_with.order)
    dark = [i for i, piece in enumerate(order) if piece.text not in seen]
    pieces = [order[i] for i in dark]
    source.shuffle(pieces)
    for i, piece in zip(dark, pieces, strict=True):
        order[i] = piece
    thrown = [event.dice for event in state.events if isinstance(event, Rolled)]
    stock = Stock(state.began_with.deck, tuple(order), state.began_with.cut, state.began_with.dealt)
    cards = TableSource(stock, source, thrown, state.reshuffles)
    try:
        running = Round(state.procedure(), cards)
        for event in state.events:
            if isinstance(event, Chose):
                running.answer(event.seat, event.move or "")
    except (HousewayError, StopIteration):
        return None
    if len(running.events) != len(state.events):
        return None
    state.events, table._running = running.events, running
    return table


def pieces_in(event: Any) -> set[str]:
    cards = getattr(event, "cards", None)
    found = {piece.text for piece in cards} if isinstance(cards, tuple) else set()
    return found | set((getattr(event, "move", None) or "").split())


@pytest.mark.parametrize("filing", some(filing_ids()))
def test_the_coach_knows_what_the_seat_knows(filing: str) -> None:
    """Other hidden cards, the same question: then the advice cannot tell them apart."""
    source, compared, decisions, kept = random.Random(3), 0, 0, Kept()
    for table, name, ask in asked(filing, kept):
        decisions += 1
        whole = question(table, name, ask)
        if decisions > COMPARED:
            continue
        for _ in range(SHUFFLES):
            other = other_world(kept, name, source)
            if other is None:
                continue
            try:
                put = question(other, name, ask)
            except Refused:  # in that world it would be another's turn
                continue
            if put["events"] == whole["events"]:
                compared += 1
                assert put == whole
    family = find_family(load(filing).family)
    assert bool(decisions) is bool(family.coach), "a game with decisions has a coach"
    assert compared or not decisions


@pytest.mark.parametrize("filing", some(filing_ids()))
def test_every_kind_of_decision_is_advised(filing: str) -> None:
    """In all games that have decisions; what is called best is a legal move."""
    known: dict[str, int] = {}
    for table, name, ask in asked(filing):
        put = question(table, name, ask)
        kind = put["ask"]["kind"]
        if known.get(kind, 0) >= ADVISED:
            continue
        known[kind] = known.get(kind, 0) + 1
        told = advise(put)
        assert told["why"], kind
        open_ask = next(a for a in table.waiting_for() if ask_id(table, a) == ask)
        if told["best"]:
            assert open_ask.refuses(told["best"]) is None
        for one in told["moves"]:
            assert one["cost"] >= 0
            if not one["move"].startswith("set"):
                assert open_ask.refuses(one["move"]) is None
        if kind not in ("clean-sweep", PILE):
            assert told["best"] or told["facts"], kind


# The coach.


def test_who_waits_is_struck_off_and_nothing_is_begun_for_them() -> None:
    async def test() -> None:
        coach = Coach(replace(Limits(), coaches=1, advice_waiting=2))
        held = asyncio.Event()

        async def hold() -> None:
            async with coach._turns:
                await held.wait()

        holding = asyncio.create_task(hold())
        await asyncio.sleep(0)
        waiting = asyncio.create_task(coach.ask("advise", {"any": 1}))
        other = asyncio.create_task(coach.ask("advise", {"any": 2}))
        await eventually(lambda: coach._waiting.total() == 2)
        with pytest.raises(Refused, match="too many to help"):
            await coach.ask("advise", {"any": 3})
        waiting.cancel()
        other.cancel()
        await asyncio.gather(waiting, other, return_exceptions=True)
        assert not coach._waiting
        assert len(coach._kept) == 0
        assert not coach._workers.pids
        held.set()
        await holding
        await coach.stop()

    run(test())


def test_one_address_leaves_room_for_others_and_nobody_waits_for_games_nobody_plays() -> None:
    async def test() -> None:
        coach, begun, gate = Coach(replace(Limits(), advice_per_address=3)), [], asyncio.Event()

        async def work(_: str, what: str, /, **given: Any) -> bytes:
            begun.append(f"{what} {given['number']}")
            await gate.wait()
            return b"{}"

        coach._workers.do = work  # type: ignore[method-assign]
        many = [
            asyncio.create_task(coach.ask("spots", {"number": n}, "192.0.2.1")) for n in range(20)
        ]
        await eventually(lambda: sum(task.done() for task in many) == 17)
        refusals = [task.exception() for task in many if task.done()]
        assert {one.code for one in refusals if isinstance(one, Refused)} == {"too-many"}
        other = asyncio.create_task(coach.ask("advise", {"number": 1}, "192.0.2.2"))
        for number in range(20):
            coach.prepare({"number": number})
        gate.set()
        assert await other == b"{}"
        await asyncio.gather(*many, return_exceptions=True)
        assert begun == ["spots 0", "spots 1", "spots 2", "advise 1"]
        await coach.stop()

    run(test())


def test_a_turn_lasts_until_the_work_is_done_though_nobody_waits_any_more() -> None:
    async def test() -> None:
        coach, begun, gate = Coach(Limits()), list[str](), asyncio.Event()

        async def work(_: str, what: str, /, **given: Any) -> bytes:
            begun.append(f"{what} {given['number']}")
            await gate.wait()
            return b"{}"

        coach._workers.do = work  # type: ignore[method-assign]
        left = asyncio.create_task(coach.ask("advise", {"number": 1}))
        await eventually(lambda: bool(begun))
        left.cancel()
        await asyncio.gather(left, return_exceptions=True)
        waiting = [asyncio.create_task(coach.ask("advise", {"number": 2})) for _ in range(3)]
        for _ in range(10):
            await asyncio.sleep(0)
        assert begun == ["advise 1"]
        gate.set()
        assert await asyncio.gather(*waiting) == [b"{}"] * 3
        assert begun == ["advise 1", "advise 2"]
        await coach.stop()

    run(test())


def test_advice_over_http(tmp_path: Path) -> None:
    """A seat gets advice for its own decision, and nobody else does."""

    async def test() -> None:
        async with serving(tmp_path) as running:
            house = running.house()
            opened = await house.open_table("outlaws/three-card-poker-6-card-bonus", bots=2)
            ann, ben = await running.guest("Ann"), await running.guest("Ben")
            seat = await ann.table(opened["id"])
            async with seat:
                await seat.do("sit", seat=1, buy_in="200")
                while not seat.asks:
                    await seat.until(lambda: seat.asks or seat.can_bet() or seat.offered(), 30)
                    if seat.offered():
                        await seat.do("decline_bank")
                    elif seat.can_bet():
                        await seat.do("wager", wagers={"ante": "10"})
                        await seat.do("ready")
                        await seat.until(lambda: seat.asks, 30)
                ask = seat.asks[0]["id"]
                path = f"/api/tables/{opened['id']}/advice?ask={ask}"
                told = await ann.request("GET", path)
                assert told["best"] in ("play", "fold")
                assert {one["move"] for one in told["moves"]} == {"play", "fold"}
                with pytest.raises(Refused) as refused:
                    await ben.request("GET", path)
                assert refused.value.code == "stale"
                spots = await ben.request("GET", f"/api/tables/{opened['id']}/spots")
                assert spots["counted"]
                assert json.dumps(spots["spots"]["pair_plus"]["pays"])

    run(test())


# The bank and those who have not seen a hand.


def test_nobody_is_offered_the_bank_before_they_have_seen_a_hand(tmp_path: Path) -> None:
    """The bank passes a newcomer by, says so, and comes the next time round."""

    async def test() -> None:
        async with serving(tmp_path, spare_newcomers=True) as running:
            opened = await running.house().open_table(
                "outlaws/three-card-poker-6-card-bonus", bots=1
            )
            ann = await running.guest("Ann")
            async with await ann.table(opened["id"]) as seat:
                await seat.do("sit", seat=1, buy_in="200")
                while not seat.settled():
                    await seat.until(lambda: seat.asks or seat.can_bet() or seat.settled(), 30)
                    assert not seat.offered()
                    if seat.asks:
                        await seat.do("answer", ask=seat.asks[0]["id"], move="fold")
                    elif seat.can_bet():
                        await seat.do("wager", wagers={"ante": "10"})
                        await seat.do("ready")
                        await seat.until(lambda: seat.asks or seat.settled(), 30)
                assert not [one for one in seat.records if one["kind"] == "bank_declined"]
                offers = [one for one in seat.records if one["kind"] == "bank_offered"]
                assert offers[0]["spared"] == ["Ann"]
                assert not any(one["name"] == "Ann" for one in offers[:2])
                await seat.until(lambda: seat.offered() or seat.can_bet(), 30)
                state = running.parts.lobby.rooms[opened["id"]].table.state
                assert not state.patrons["Ann"].unseen

    run(test())


def test_two_newcomers_alone_are_asked_or_nobody_could_play(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, spare_newcomers=True) as running:
            opened = await running.house().open_table(
                "outlaws/three-card-poker-6-card-bonus", bots=0
            )
            ann, ben = await running.guest("Ann"), await running.guest("Ben")
            async with await ann.table(opened["id"]) as one, await ben.table(opened["id"]) as two:
                await one.do("sit", seat=1, buy_in="200")
                await two.do("sit", seat=2, buy_in="200")
                await one.until(lambda: one.offered() or two.offered(), 30)

    run(test())

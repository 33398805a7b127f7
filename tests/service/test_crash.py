"""`kill -9` in the middle of rounds: nothing acknowledged is lost, nothing is there twice."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from houseway.errors import HousewayError
from houseway.histories.verify import verify
from houseway.service.client import Cardroom, Seat
from houseway.service.storage import schema
from houseway.service.storage.store import Store
from houseway.service.tables.locked import read_lines
from houseway.table.opening import fold
from tests.service.playing import Player
from tests.service.running import eventually, free_port, run
from tests.service.served import Process

FILINGS = (
    "casino-club/three-card-poker-6-card-bonus",
    "napa-valley/no-bust-21st-century-blackjack",
    "500-club/fortune-pai-gow-poker",
    "500-club/texas-holdem",
)
EIGHT = (
    *FILINGS,
    "napa-valley/pai-gow-tiles",
    "500-club/face-up-chinese-poker",
    "napa-valley/ez-baccarat-panda-8",
    "500-club/ultimate-texas-holdem",
)
Json = dict[str, Any]


class Witness:
    """A player who remembers everything that was said and heard."""

    def __init__(self, cardroom: Cardroom, seat: Seat, source: random.Random) -> None:
        self.cardroom, self.seat, self.source = cardroom, seat, source
        self.heard: dict[int, Json] = {}
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self.confirmed = 0  # acknowledged, and found in the store
        self.bought = 0  # buy-ins that were acknowledged
        self.rounds = 0

    async def play_until_it_ends(self) -> None:
        player = Player(self.seat, self.source)
        with suppress(HousewayError, TimeoutError):
            while True:
                await player.play(player.rounds + 1)
        self.rounds += player.rounds
        self.take_down()

    async def come_back(self) -> None:
        """With the last number heard, and with what was not answered."""
        await self.seat.drop()
        answer = await self.seat.connect()
        assert answer["seat"] is not None
        await self.seat.do("ping")

    def take_down(self) -> None:
        for text in self.seat.heard:
            message = json.loads(text)
            for record in message.get("records", ()):
                self.heard[record["n"]] = record
            if "re" in message and "number" in message and "you" not in message:
                self.acknowledged[message["re"]] = message["number"]
            elif "error" in message:
                self.refused.add(message["re"])
        self.seat.heard.clear()


async def _sit_down(
    process: Process, source: random.Random, filings: tuple[str, ...]
) -> list[Witness]:
    witnesses = []
    for place, filing in enumerate(filings):
        for name in ("Ann", "Bob"):
            cardroom = Cardroom(process.address)
            await cardroom.enter(f"{name} at {place}")
            found = await cardroom.request("POST", "/api/quick-seat", {"filing": filing})
            seat = await cardroom.table(found["table"], keep=True)
            witnesses.append(Witness(cardroom, seat, random.Random(source.random())))
    return witnesses


def _inspect(database: str, folder: Path, witnesses: list[Witness], replayed: bool) -> None:
    """Open what the killed server left, as the next one will."""
    store = Store(database)
    commands = {(row.account, row.id): row for row in store.all(select(schema.commands))}
    by_id = {key[1]: row for key, row in commands.items()}
    assert len(by_id) == len(commands)
    names = {row.name: row.id for row in store.all(select(schema.accounts))}
    moved = {(row.table_id, row.number): row for row in store.all(select(schema.chips))
             if row.table_id is not None}  # fmt: skip
    gifts = sum(row.amount for row in store.all(select(schema.chips)) if row.table_id is None)
    tables = {witness.seat.table for witness in witnesses}
    at_tables = 0
    for table in tables:
        lines = store.lines(table)
        entries, _ = read_lines(lines)  # the chain holds and no command is half there
        state = fold(entries)
        state.ledger.check()
        people = {name for name, patron in state.patrons.items() if not patron.bot}
        assert len(people) == 2, "nobody has lost a seat"
        for line in map(json.loads, lines):
            if line["kind"] in ("bought_in", "cashed_out") and line["name"] in names:
                row = moved.pop((table, line["n"]))
                amount = round(float(line["amount"]) * 100)
                sign = -1 if line["kind"] == "bought_in" else 1
                assert (row.account, row.amount) == (names[line["name"]], sign * amount)
                at_tables -= row.amount
        if replayed:
            _verify(lines, folder / f"{table}.log")
        for witness in witnesses:
            if witness.seat.table == table:
                _compare(witness, [json.loads(line) for line in lines], by_id)
                _confirm(witness)
    assert not moved, "chips moved in an account without a record at a table"
    held = sum(store.chips_of(account).result(10) for account in names.values())
    assert held + at_tables == gifts, "chips were lost or made"
    store.close()


def _verify(lines: list[str], path: Path) -> None:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = verify(path, running=True)
    assert found.ok, found.findings
    assert found.replayed


def _compare(witness: Witness, lines: list[Json], commands: dict[str, Any]) -> None:
    for number, record in witness.heard.items():
        kept = lines[number]
        assert kept["kind"] == record["kind"]
        assert kept["at"] == record["at"]
    for command, number in witness.acknowledged.items():
        assert number < len(lines)
        if witness.seat.said[command] not in ("ready", "resync"):  # these change nothing
            assert commands[command].number <= number
    for command in witness.refused:
        assert command not in commands
    bought = sum(line["kind"] == "bought_in" and line["name"] == witness.seat.you for line in lines)
    said = sum(what == "buy_in" for what in witness.seat.said.values())
    known = sum(witness.seat.said[command] == "buy_in" for command in witness.acknowledged)
    assert 1 + witness.bought + known <= bought <= 1 + said, "none is lost, none is there twice"


def _confirm(witness: Witness) -> None:
    """Found once; the store forgets the ids of commands long past, so they are not asked again."""
    acknowledged, witness.acknowledged, witness.refused = witness.acknowledged, {}, set()
    witness.bought += sum(witness.seat.said[command] == "buy_in" for command in acknowledged)
    witness.confirmed += len(acknowledged)


async def _kill_and_look(
    folder: Path, database: str, kills: int, seed: int, filings: tuple[str, ...] = FILINGS
) -> tuple[int, int]:
    source = random.Random(seed)
    process = Process(folder, free_port(), database)
    await process.start()
    try:
        witnesses = await _sit_down(process, source, filings)
        for kill in range(kills):
            playing = asyncio.gather(*(witness.play_until_it_ends() for witness in witnesses))
            wanted = source.randint(5, 60) * len(filings)
            await eventually(lambda: sum(len(w.seat.heard) for w in witnesses) > wanted, 300)  # noqa: B023
            process.kill()
            await playing
            replayed = kill % 20 == 19 or kill == kills - 1  # the whole log, from its beginning
            await asyncio.to_thread(_inspect, database, folder, witnesses, replayed)
            await process.start()
            for witness in witnesses:
                await witness.come_back()
        rounds = sum(witness.rounds for witness in witnesses)
        acknowledged = sum(witness.confirmed for witness in witnesses)
        # Play goes on where it was. Who has seen a round end plays on: the others may have heard
        # of it as they came back, and would wait for one who has left off.
        players = [Player(witness.seat, witness.source) for witness in witnesses]
        playing = asyncio.gather(*(player.play(1_000_000) for player in players))
        await eventually(lambda: playing.done() or all(player.rounds for player in players))
        assert not playing.done(), "somebody could not play on"
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        for witness in witnesses:
            await witness.seat.close()
        assert process.terminate() in (0, -15)  # after an orderly end the signal is passed on
        assert "Traceback" not in process.errors.read_text()
    finally:
        process.kill()
    return rounds, acknowledged


def test_killed_in_the_middle_of_rounds_at_busy_tables(database: str, tmp_path: Path) -> None:
    rounds, acknowledged = run(_kill_and_look(tmp_path, database, kills=2, seed=1))
    assert rounds > 0
    assert acknowledged > 20


@pytest.mark.long
def test_killed_two_hundred_times_at_eight_busy_tables(database: str, tmp_path: Path) -> None:
    rounds, acknowledged = run(_kill_and_look(tmp_path, database, 200, seed=100, filings=EIGHT))
    assert rounds > 500
    assert acknowledged > 2000

"""A start reads the last hands of a table and not the whole evening; the records stay the truth."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from houseway.histories.verify import verify
from houseway.service.client import Cardroom
from houseway.service.storage import schema
from houseway.service.storage.store import Store
from houseway.service.tables import checkpoints
from houseway.service.tables.checkpoints import read_past
from houseway.table.checkpoint import take
from houseway.table.opening import fold
from tests.service.playing import Player
from tests.service.running import eventually, run, serving

BACCARAT = "napa-valley/ez-baccarat-panda-8"
HOLDEM = "500-club/texas-holdem"
TILES = "napa-valley/pai-gow-tiles"


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 60)


def _rows(store: Store) -> list[Any]:
    return store.all(select(schema.checkpoints))


async def _evening(folder: Path, filing: str, hands: int) -> tuple[str, str | None]:
    """A table with checkpoints behind it and Ann still there; its id, and Ann's token."""
    async with serving(folder) as running:
        ann = await running.guest("Ann")
        seat = await ann.quick_seat(filing=filing)
        await Player(seat, random.Random(5), banks=0).play(hands)
        store = running.parts.store
        await eventually(lambda: bool(_rows(store)))
        await seat.close()
        return seat.table, ann.token


@pytest.mark.parametrize("filing", [BACCARAT, HOLDEM, TILES])
def test_a_table_comes_back_by_its_checkpoint_as_by_all_its_records(
    filing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        table, _ = await _evening(tmp_path, filing, 14)
        store = Store(f"sqlite:///{tmp_path / 'cardroom.db'}")
        past = read_past(store, table)
        assert past.checkpoint is not None
        whole = store.lines(table)
        assert past.checkpoint.number + len(past.entries) == len(whole)
        monkeypatch.setattr(checkpoints, "_usable", lambda *_: None)
        everything = read_past(store, table)
        assert everything.checkpoint is None
        assert past.seal == everything.seal
        at = past.checkpoint.number
        assert past.checkpoint.body["state"] == take(fold(everything.entries[:at]))
        store.close()

    run(test())


@pytest.mark.parametrize("filing", [BACCARAT, HOLDEM, TILES])
def test_what_is_told_after_a_start_by_a_checkpoint_is_what_all_records_tell(
    filing: str, tmp_path: Path
) -> None:
    async def test() -> None:
        table, _ = await _evening(tmp_path, filing, 14)
        async with serving(tmp_path) as running:
            lobby, store = running.parts.lobby, running.parts.store
            await lobby._forget(await lobby.room(table))
            row: Any = store.find_table(table)
            seen = []
            for _ in range(2):
                room = await lobby._bring_back(row)  # by the checkpoint, then without
                seen.append(json.loads(room.audience.snapshot_text(None))["snapshot"])
                store.submit(lambda c: c.execute(schema.checkpoints.delete())).result(10)
        for name in ("number", "view", "last_settled", "bank_set", "scoreboard"):
            assert seen[0][name] == seen[1][name], name
        assert seen[0]["last_settled"]["names"]
        assert seen[0]["last_settled"]["bots"]

    run(test())


@pytest.mark.parametrize(
    "change",
    [
        {"seal": "0" * 64}, {"number": 7}, {"body": '{"program": "0.0.1"}'},
        {"body": "{}"},
    ],
)  # fmt: skip
def test_a_checkpoint_that_does_not_fit_is_passed_over(
    change: dict[str, Any], tmp_path: Path
) -> None:
    async def test() -> None:
        table, _ = await _evening(tmp_path, BACCARAT, 14)
        store = Store(f"sqlite:///{tmp_path / 'cardroom.db'}")
        assert read_past(store, table).checkpoint is not None
        store.submit(lambda c: c.execute(update(schema.checkpoints).values(**change))).result(10)
        past = read_past(store, table)
        assert past.checkpoint is None
        assert len(past.entries) == len(store.lines(table))
        store.close()

    run(test())


def test_a_forged_balance_in_a_checkpoint_is_not_believed(tmp_path: Path) -> None:
    async def test() -> None:
        table, _ = await _evening(tmp_path, BACCARAT, 14)
        store = Store(f"sqlite:///{tmp_path / 'cardroom.db'}")
        body = json.loads(_rows(store)[0].body)
        body["state"]["ledger"]["drop"] += 100
        change = update(schema.checkpoints).values(body=json.dumps(body))
        store.submit(lambda c: c.execute(change)).result(10)
        assert read_past(store, table).checkpoint is None
        store.close()

    run(test())


def test_play_goes_on_after_a_start_by_a_checkpoint_and_the_log_is_verified(tmp_path: Path) -> None:
    async def test() -> None:
        table, token = await _evening(tmp_path, HOLDEM, 8)
        async with serving(tmp_path) as running:
            seat = await Cardroom(running.address, token=token).table(table)
            await Player(seat, random.Random(6)).play(3)
            await seat.close()
            lines = await asyncio.to_thread(running.parts.store.lines, table)
        path = tmp_path / "log"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        found = verify(path, running=True)
        assert found.ok, found.findings

    run(test())

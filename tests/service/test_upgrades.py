"""A store of a released version: it opens, its hands are played on, and its logs verify."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sqlalchemy import inspect

from houseway.histories.verify import verify
from houseway.service.client import Cardroom
from houseway.service.storage.migrations import VERSIONS, current_version, migrate
from houseway.service.storage.store import Store, database_url, make_engine
from tests.service import old_store
from tests.service.playing import Player
from tests.service.running import run, serving


def _verify(store: Store, table: str, folder: Path, *, running: bool) -> int:
    path = folder / f"{table}.log"
    path.write_text("\n".join(store.lines(table)) + "\n", encoding="utf-8")
    found = verify(path, running=running)
    assert found.ok, found.findings
    return found.lines


def test_the_next_version_is_a_step_that_keeps_what_was_there(
    database: str, tmp_path: Path
) -> None:
    old_store.put(database, tmp_path)
    engine = make_engine(database_url(database))
    with engine.connect() as connection:
        assert current_version(connection) == 1
    assert migrate(engine) == [version for version in VERSIONS if version > 1]
    assert "owners" in inspect(engine).get_table_names()
    engine.dispose()
    store = Store(database)
    assert len(store.open_tables()) == 5
    guest = store.find_account("guest 3")
    assert guest is not None
    assert {row.digest for row in store.commands_of(guest.id)} == {None}
    assert store.chips_of(guest.id).result(20) == 500_00
    store.close()


def test_every_log_of_an_old_store_verifies(database: str, tmp_path: Path) -> None:
    old_store.put(database, tmp_path)
    store = Store(database)
    for table, _ in old_store.TABLES.values():
        assert _verify(store, table, tmp_path, running=True) > 70
    _verify(store, old_store.CLOSED, tmp_path, running=False)
    store.close()


@pytest.mark.parametrize("name", old_store.TABLES)
def test_a_hand_of_an_old_store_is_played_on(database: str, tmp_path: Path, name: str) -> None:
    table, filing = old_store.TABLES[name]

    async def test() -> None:
        async with serving(tmp_path, database=database, bots=2) as running:
            guest = Cardroom(running.address, token=old_store.token_of(name))
            seat = await guest.table(table)
            assert seat.you == name
            assert seat.snapshot["table"]["filing"] == filing
            assert seat.asks, "the question they were asked is still open"
            await Player(seat, random.Random(3), banks=0).play(2)
            await running.house().request("POST", f"/api/tables/{table}/close")
            await seat.close()

    old_store.put(database, tmp_path)
    run(test())
    store = Store(database)
    assert _verify(store, table, tmp_path, running=True) > 70
    assert len(store.rounds(table, None, 50)) >= 4, "three of then, and those of now"
    store.close()


def test_a_command_the_old_program_carried_out_is_not_done_again(
    database: str, tmp_path: Path
) -> None:
    """It kept no digest: the id alone must do."""
    old_store.put(database, tmp_path)
    store = Store(database)
    guest = store.find_account("guest 3")
    assert guest is not None
    done = store.commands_of(guest.id)[0]
    store.close()

    async def test() -> None:
        async with serving(tmp_path, database=database) as running:
            cardroom = Cardroom(running.address, token=old_store.token_of("Guest 3"))
            seat = await cardroom.table(done.table_id)
            answer = await seat.do("sit", command_id=done.id, seat=1, buy_in="500")
            assert answer["number"] == done.number
            assert (await cardroom.me())["account"]["chips"] == "500.00"
            await seat.close()

    run(test())

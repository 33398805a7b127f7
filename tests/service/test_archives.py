"""Old hands in files: the store is smaller, and every question about them has its old answer."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import HousewayError
from houseway.folders import write_whole
from houseway.histories.verify import verify
from houseway.service.backroom import unusual
from houseway.service.storage import archives, schema
from houseway.service.storage.archives import archive
from houseway.service.storage.snapshot import reading, writing
from houseway.service.storage.store import Store
from houseway.service.tables import checkpoints
from houseway.service.tables.checkpoints import read_past
from tests.service.playing import Player
from tests.service.running import Running, eventually, run, serving

BACCARAT = "napa-valley/ez-baccarat-panda-8"
HOLDEM = "500-club/texas-holdem"
SOON = datetime.now(UTC) + timedelta(days=1)  # later than everything that is played here


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "EVERY", 60)
    monkeypatch.setattr(archives, "_AT_ONCE", 100)


async def _answers(running: Running, table: str) -> list[Any]:
    """What is told of a table's past."""
    house = running.house()
    told = [await house.request("GET", f"/api/tables/{table}/history", limit="50")]
    for one in told[0]:
        at = f"/api/tables/{table}/rounds/{one['round']}"
        for path in (at, f"{at}/file", f"{at}/proof"):
            try:
                told.append(await house.request("GET", path))
            except HousewayError as error:
                told.append(error.code)
    return told


def _count(database: str) -> int:
    with reading(database) as connection:
        return connection.execute(select(func.count()).select_from(schema.records)).scalar_one()


@pytest.mark.parametrize("filing", [BACCARAT, HOLDEM])
def test_hands_in_files_are_told_as_before_and_the_table_goes_on(
    filing: str, database: str, tmp_path: Path
) -> None:
    async def test() -> None:
        async with serving(tmp_path, database=database) as running:
            store = running.parts.store
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(filing=filing)
            await Player(seat, random.Random(5), banks=0).play(12)
            await eventually(lambda: store.all(select(schema.checkpoints)))
            before, lines, records = (
                await _answers(running, seat.table), store.lines(seat.table), _count(database),
            )  # fmt: skip
            with writing(database) as connection:  # beside the service
                done = archive(connection, tmp_path / "old", SOON, SOON)
            assert done.records > 50
            assert done.commands == 0, "they may still be sent again"
            assert _count(database) < records
            assert store.lines(seat.table)[: len(lines)] == lines
            told = await _answers(running, seat.table)
            assert all(one in told for one in before[1:])
            await Player(seat, random.Random(6), banks=0).play(2)
            await seat.do("leave")  # nobody is waited for
            await seat.close()
        async with serving(tmp_path, database=database) as running:  # it is there after a start
            store = running.parts.store
            await running.parts.lobby.restored.wait()
            assert read_past(store, seat.table).checkpoint is not None
            assert (await _answers(running, seat.table))[1:]
            await running.house().request("POST", f"/api/tables/{seat.table}/close")
            t = schema.tables
            closed = select(t).where(t.c.id == seat.table, t.c.closed.is_not(None))
            await eventually(lambda: store.all(closed))
            log = await running.house().request("GET", f"/api/tables/{seat.table}/sealed-log")
            (tmp_path / "log.jsonl").write_text(log)
        assert log.splitlines()[: len(lines)] == lines
        assert verify(tmp_path / "log.jsonl").ok
        with writing(database) as connection:  # what is left of a closed table
            archive(connection, tmp_path / "old", SOON, SOON)
            again = archive(connection, tmp_path / "old", SOON, SOON)
        assert again.records == 0
        found = unusual.report(database)
        assert found["rounds"] >= 14
        again_open = Store(database)
        assert "\n".join(again_open.lines(seat.table)) + "\n" == log
        again_open.close()

    run(test())


def _archived(tmp_path: Path) -> tuple[str, str, list[Path]]:
    """A store with a table in files: its URL, the table, the files."""
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"

    async def play() -> str:
        async with serving(tmp_path) as running:
            seat = await (await running.guest("Ann")).quick_seat(filing=BACCARAT)
            await Player(seat, random.Random(5), banks=0).play(10)
            await eventually(lambda: running.parts.store.all(select(schema.checkpoints)))
            await seat.close()
            return seat.table

    table = run(play())
    with writing(database) as connection:
        archive(connection, tmp_path / "old", SOON, SOON)
    return database, table, sorted((tmp_path / "old").iterdir())


def test_a_file_that_is_gone_or_changed_is_named_and_one_that_moved_is_found(
    tmp_path: Path,
) -> None:
    database, table, files = _archived(tmp_path)
    assert all(one.stat().st_mode & 0o077 == 0 for one in files), "cards lie in them"
    store = Store(database)
    whole = store.lines(table)
    store.close()
    new = tmp_path / "elsewhere"
    new.mkdir()
    for one in files:
        one.rename(new / one.name)
    archives._read.cache_clear()
    store = Store(database)
    with pytest.raises(HousewayError) as refusal:
        store.lines(table)
    assert (refusal.value.code, refusal.value.where) == ("no-archive", str(files[0]))
    runner = CliRunner()
    done = runner.invoke(app, ["archive", str(new), "--moved", "--database", database])
    assert done.output == f"{len(files)} files lie in {new}\n"
    assert store.lines(table) == whole
    (new / files[0].name).write_bytes((new / files[-1].name).read_bytes())
    archives._read.cache_clear()
    with pytest.raises(HousewayError, match="not the one that was written"):
        store.lines(table)
    store.close()


def test_a_broken_off_archive_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """StoppedError after each file was written and before its records left the store."""
    database = f"sqlite:///{tmp_path / 'cardroom.db'}"

    class StoppedError(Exception):
        pass

    def stop(file: Path, content: bytes) -> None:
        write_whole(file, content)
        raise StoppedError

    monkeypatch.setattr(archives, "write_whole", stop)
    with pytest.raises(StoppedError):
        _archived(tmp_path)
    store = Store(database)
    (row,) = store.all(select(schema.tables).where(schema.tables.c.filing == BACCARAT))
    whole = store.lines(row.id)
    with reading(database) as connection:
        assert not connection.execute(select(schema.archives)).all()
    monkeypatch.setattr(archives, "write_whole", write_whole)
    with writing(database) as connection:
        assert archive(connection, tmp_path / "old", SOON, SOON).records
    assert store.lines(row.id) == whole
    store.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["old", "--before", "yesterday"], "give a day that is over"),
        (["old", "--before", "2999-01-01"], "give a day that is over"),
        (["old", "--before", "²d"], "give a day that is over"),
        (["cardroom.db/old"], "choose another folder"),
        (["old", "--database", "sqlite:///nothing.db"], "there is no such file"),
    ],
)
def test_bad_input_is_said(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Store(f"sqlite:///{tmp_path / 'cardroom.db'}").close()
    given = words if "--database" in words else [*words, "--database", "sqlite:///cardroom.db"]
    done = CliRunner().invoke(app, ["archive", *given])
    assert done.exit_code == 2
    assert said in done.output

"""A store in one file and back: taken under load, whole or refused, from one kind to the other."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import random
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import HousewayError
from houseway.service.storage import backup, migrations, schema
from houseway.service.storage.backup import back_up, restore
from houseway.service.storage.snapshot import reading
from houseway.service.storage.store import database_url, make_engine
from houseway.service.tables.locked import read_lines
from houseway.table import records as r
from tests.service.playing import Player
from tests.service.running import Running, run, serving

GAMES = ("three-card-poker", "baccarat", "twenty-one", "pai-gow-poker")


async def _play(running: Running, number: int, stop: asyncio.Event, played: Counter[int]) -> None:
    """Somebody who comes, plays, goes and comes back, so that chips move all the time."""
    cardroom = await running.guest(f"P{number}")
    source = random.Random(number)
    while not stop.is_set():
        try:
            seat = await cardroom.quick_seat(family=GAMES[number % len(GAMES)], buy_in="200")
        except HousewayError as error:
            if error.code != "not-enough-chips":
                raise
            return  # they are gone
        player = Player(seat, source, banks=30)
        while not stop.is_set() and player.rounds < 2:
            try:
                async with asyncio.timeout(0.5):
                    await seat.until(player._something)
            except TimeoutError:
                continue
            before = player.rounds
            await player.step()
            played[number] += player.rounds - before
        await player.try_to("leave")
        await seat.close()


def _whole(database: str) -> Counter[str]:
    """Every log follows, and every chip is where the log or the account says; what there is."""
    found: Counter[str] = Counter()
    with reading(database) as connection:
        moved: Counter[str] = Counter()
        for table in connection.execute(select(schema.tables.c.id)).scalars().all():
            c = schema.records.c
            wanted = select(c.line).where(c.table_id == table).order_by(c.number)
            lines = list(connection.execute(wanted).scalars())
            entries, _ = read_lines(lines)  # a broken chain or a torn command is an error
            found["records"] += len(entries)
            for entry in entries:
                if isinstance(entry.record, r.BoughtIn):
                    moved[entry.record.name] -= entry.record.amount
                elif isinstance(entry.record, r.CashedOut):
                    moved[entry.record.name] += entry.record.amount
        a, chips = schema.accounts, schema.chips
        ledger: Counter[str] = Counter()
        for name, amount, reason in connection.execute(
            select(a.c.name, chips.c.amount, chips.c.reason).join_from(chips, a)
        ):
            if reason not in ("gift", "refill"):
                ledger[name] += amount
            found["chips"] += 1
        names = set(connection.execute(select(a.c.name)).scalars())
        assert {n: amount for n, amount in moved.items() if n in names and amount} == {
            n: amount for n, amount in ledger.items() if amount
        }, "the accounts and the tables tell the same"
        found["rounds"] += len(connection.execute(select(schema.rounds.c.round)).all())
    return found


def test_a_backup_taken_under_load_is_one_moment_and_comes_back_whole(
    database: str, tmp_path: Path
) -> None:
    (tmp_path / "again").mkdir()

    async def test() -> list[Path]:
        stop, files, played = asyncio.Event(), [], Counter[int]()
        async with serving(tmp_path, database=database) as running:
            players = [asyncio.create_task(_play(running, n, stop, played)) for n in range(8)]
            for number in range(6):
                file = tmp_path / f"{number}.backup"
                await asyncio.to_thread(back_up, database, file)
                files.append(file)
                seen = played.total()
                async with asyncio.timeout(240):  # until more was played, before the next one
                    while played.total() < seen + 3:
                        await asyncio.sleep(0.02)
            stop.set()
            await asyncio.gather(*players)
        return files

    files = run(test())
    sizes = []
    for file in files:
        target = f"sqlite:///{tmp_path / 'again' / file.stem}.db"
        rows = restore(file, target)
        found = _whole(target)
        assert found["records"] == rows["records"]
        sizes.append(rows["records"])
    assert sizes == sorted(set(sizes)), "each is a later moment"
    assert sizes[-1] > 100

    async def go_on() -> None:
        async with serving(tmp_path / "again", database=target) as running:
            await running.parts.lobby.restored.wait()
            # Those who sat there are away; a table of one's own waits for nobody.
            opened = await running.house().open_table("casino-club/three-card-poker-6-card-bonus")
            seat = await (await running.guest("New")).table(opened["id"])
            await seat.do("sit", seat=1, buy_in="200")
            await Player(seat, random.Random(1)).play(2)
            await seat.close()
        _whole(target)

    run(go_on())


def test_it_comes_back_into_the_database_it_came_from_and_numbers_go_on(
    database: str, tmp_path: Path
) -> None:
    """From SQLite into each kind, and further accounts get numbers of their own."""
    first = f"sqlite:///{tmp_path / 'first.db'}"

    async def fill() -> None:
        async with serving(tmp_path, database=first) as running:
            for name in ("Ann", "Böb", "東"):
                await running.guest(name)

    run(fill())
    file = tmp_path / "x.backup"
    assert back_up(first, file) == restore(file, database)
    with reading(first) as one, reading(database) as other:
        for table in schema.metadata.sorted_tables:
            # Whoever opens a store becomes its owner.
            if table.name in rows_of(file) and table.name != "owners":
                order = select(table).order_by(*table.primary_key.columns)
                assert one.execute(order).all() == other.execute(order).all(), table.name

    async def go_on() -> None:
        async with serving(tmp_path, database=database) as running:
            await running.guest("Cyd")
            with pytest.raises(HousewayError, match="already"):
                await asyncio.to_thread(restore, file, database)

    run(go_on())


def rows_of(file: Path) -> dict[str, int]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        found: dict[str, int] = json.loads(list(lines)[-1])["end"]
        return found


def _small(tmp_path: Path) -> Path:
    async def fill() -> None:
        async with serving(tmp_path, database=f"sqlite:///{tmp_path / 'small.db'}") as running:
            await running.guest("Ann")

    run(fill())
    file = tmp_path / "small.backup"
    back_up(f"sqlite:///{tmp_path / 'small.db'}", file)
    return file


def test_a_backup_is_its_owner_s_alone_and_leaves_no_part_behind(tmp_path: Path) -> None:
    file = _small(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part"))
    with pytest.raises(HousewayError) as refusal:
        back_up(f"sqlite:///{tmp_path / 'nothing.db'}", tmp_path / "y.backup")
    assert refusal.value.code == "no-database"
    with pytest.raises(HousewayError) as refusal:
        back_up(f"sqlite:///{tmp_path / 'small.db'}", tmp_path / "no" / "y.backup")
    assert refusal.value.code == "no-backup"
    assert not (tmp_path / "nothing.db").exists()
    assert not list(tmp_path.glob("y*"))


def test_a_broken_file_changes_nothing(tmp_path: Path) -> None:
    file = _small(tmp_path)
    whole = file.read_bytes()
    lines = gzip.decompress(whole).splitlines(keepends=True)
    newer = lines[0].replace(b'"schema":', b'"schema":99')
    broken: dict[str, Any] = {
        "cut": whole[: len(whole) // 2],
        "torn": gzip.compress(b"".join(lines[:-1])),
        "short": gzip.compress(b"".join(lines[:5] + lines[6:])),
        "longer": gzip.compress(b"".join([*lines, lines[0]])),
        "newer": gzip.compress(b"".join([newer, *lines[1:]])),
        "foreign": gzip.compress(b'{"format":"other"}\n{"end":{}}\n'),
        "text": b"hello",
        "number": gzip.compress(b"7\n"),
        "empty": b"",
        "deep": gzip.compress(b"[" * 100_000 + b"\n"),
        "row": gzip.compress(b'[1, 2]\n{"end":{}}\n'),
        "table": gzip.compress(lines[0] + b'{"table":["x"]}\n'),
        "end": gzip.compress(b'{"format":"houseway backup 1"}\n{"end":{}}\n'),
        "schema": gzip.compress(b'{"format":"houseway backup 1","schema":[1]}\n{"end":{}}\n'),
        "changed": whole[:-20] + bytes(byte ^ 0x55 for byte in whole[-20:]),
    }
    for name, content in broken.items():
        bad = tmp_path / f"{name}.backup"
        bad.write_bytes(content)
        target = tmp_path / f"{name}.db"
        with pytest.raises(HousewayError) as refusal:
            restore(bad, f"sqlite:///{target}")
        assert refusal.value.code in ("bad-backup", "newer-store"), name
        assert not target.exists(), name


def test_rows_that_do_not_fit_leave_an_empty_store(tmp_path: Path) -> None:
    head = gzip.decompress(_small(tmp_path).read_bytes()).splitlines(keepends=True)[0]
    for name, rows in {
        "unknown": b'{"table":"nowhere","columns":["a"]}\n[1]\n{"end":{"nowhere":1}}\n',
        "short": b'{"table":"accounts","columns":["id","name"]}\n[1]\n{"end":{"accounts":1}}\n',
        "missing": b'{"table":"accounts","columns":["id"]}\n[1]\n{"end":{"accounts":1}}\n',
        "strange": b'{"table":"accounts","columns":["id"]}\n[{"a":1}]\n{"end":{"accounts":1}}\n',
        "none": b'{"table":"accounts"}\n[1]\n{"end":{"accounts":1}}\n',
    }.items():
        bad, target = tmp_path / f"{name}.backup", f"sqlite:///{tmp_path / name}.db"
        bad.write_bytes(gzip.compress(head + rows))
        with pytest.raises(HousewayError) as refusal:
            restore(bad, target)
        assert refusal.value.code == "bad-backup", name
        restore(tmp_path / "small.backup", target)  # it can still be filled


@pytest.mark.parametrize("kind", ["loop", "pipe", "folder", "zero", "bomb"])
def test_what_is_no_backup_is_refused_and_never_waited_for(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "given"
    match kind:
        case "loop":
            path.symlink_to(path)
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "zero":
            path.symlink_to("/dev/zero")
        case "bomb":
            monkeypatch.setattr(backup, "MOST_LINE", 1000)
            path.write_bytes(gzip.compress(b" " * 100_000))
    with pytest.raises(HousewayError) as refusal:
        restore(path, f"sqlite:///{tmp_path / 'new.db'}")
    assert refusal.value.where == str(path)


def test_a_backup_of_an_older_schema_is_brought_back_and_up_to_date(tmp_path: Path) -> None:
    old = f"sqlite:///{tmp_path / 'old.db'}"
    engine = make_engine(database_url(old))
    migrations.migrate(engine, upto=1)
    with engine.begin() as connection:
        connection.execute(
            text(
                "INSERT INTO accounts (id, name, folded, role, created) "
                "VALUES (7, 'coco', 'coco', 'player', '2025')"
            )
        )
    engine.dispose()
    file, new = tmp_path / "old.backup", f"sqlite:///{tmp_path / 'new.db'}"
    back_up(old, file)
    restore(file, new)
    with reading(new) as connection:
        assert migrations.current_version(connection) == migrations.VERSIONS[-1]
        looks = set(connection.execute(select(schema.looks.c.look)).scalars())
        assert "coco" in looks


def test_the_commands_say_what_they_did_and_end_with_2_where_they_could_not(
    tmp_path: Path,
) -> None:
    _small(tmp_path)
    database, file = f"sqlite:///{tmp_path / 'small.db'}", str(tmp_path / "z.backup")
    new = f"sqlite:///{tmp_path / 'z.db'}"
    runner = CliRunner()
    done = runner.invoke(app, ["backup", file, "--database", database])
    assert done.exit_code == 0
    assert "rows of" in done.output
    done = runner.invoke(app, ["restore", file, "--database", new])
    assert done.exit_code == 0
    assert "are back" in done.output
    assert runner.invoke(app, ["restore", file, "--database", new]).exit_code == 2
    assert runner.invoke(app, ["backup", file, "--database", "sqlite:///nowhere.db"]).exit_code == 2
    done = runner.invoke(app, ["unusual", "--database", new, "--json"])
    assert json.loads(done.output) == {"rounds": 0, "findings": []}

"""One owner of a store: a second server is refused, and one that lost the store writes nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, create_engine, text

from houseway.errors import HousewayError
from houseway.service.client import Cardroom, Seat
from houseway.service.storage import schema
from houseway.service.storage.ownership import FileHold
from houseway.service.storage.store import Store, database_url
from tests.service.conftest import empty_database
from tests.service.running import PATIENCE, eventually, free_port, run, serving


def _add(name: str) -> Callable[[Connection], None]:
    row = {"name": name, "folded": name.casefold(), "role": "player", "created": "2025"}

    def write(connection: Connection) -> None:
        connection.execute(schema.accounts.insert(), [row])

    return write


def _names(database: str) -> set[str]:
    """Read without the store, as another program would."""
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        found = {row.name for row in connection.execute(schema.accounts.select())}
    engine.dispose()
    return found


def _restart(database: str) -> None:
    """What a restart of PostgreSQL does: every session ends."""
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    engine.dispose()


class _NoHold(FileHold):
    """Somebody who does not ask whether another has the file."""

    def __init__(self, engine: Engine) -> None:
        self._connection = engine.connect()


def _take_over(database: str) -> Store:
    """A second server that takes all from the first, which has had no word of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("houseway.service.storage.store.FileHold", _NoHold)
        taken = Store(database)
    if taken.member is not None:
        with taken.engine.begin() as connection:
            servers = schema.servers
            connection.execute(servers.delete().where(servers.c.id != taken.member.id))
    return taken


def _refusal(database: str) -> str:
    with pytest.raises(HousewayError) as refusal:
        Store(database).close()
    return refusal.value.code


# A second server on the same file.


@pytest.mark.parametrize("way", ["symbolic", "hard", "no lock file", "moved", "folder"])
def test_no_second_name_of_the_file_lets_a_second_server_in(tmp_path: Path, way: str) -> None:
    path, other = tmp_path / "cardroom.db", tmp_path / "other.db"
    store = Store(str(path))
    match way:
        case "symbolic":
            other.symlink_to(path)
        case "hard":
            os.link(path, other)
        case "no lock file":
            for lock in tmp_path.glob("*.lock"):
                lock.unlink()
            other = path
        case "moved":
            path.rename(other)
        case "folder":
            (tmp_path / "door").symlink_to(tmp_path)
            other = tmp_path / "door" / "cardroom.db"
    try:
        assert _refusal(str(other)) in ("in-use", "second-name")
    finally:
        store.close()


def test_a_file_with_a_second_name_is_not_served_even_when_nobody_has_it(tmp_path: Path) -> None:
    """SQLite keeps a journal by name: what was written under the one is missing under the other."""
    path = tmp_path / "cardroom.db"
    Store(str(path)).close()
    os.link(path, tmp_path / "other.db")
    assert _refusal(str(path)) == "second-name"
    (tmp_path / "other.db").unlink()
    Store(str(path)).close()


def test_a_server_in_another_process_is_refused_too(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "cardroom.db"))
    script = "import sys; from houseway.service.storage.store import Store; Store(sys.argv[1])"
    command = [sys.executable, "-c", script, str(tmp_path / "cardroom.db")]
    second = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert second.returncode != 0
    assert "another cardroom is served from this database" in second.stderr
    store.close()


def test_a_file_that_is_replaced_under_its_server_is_given_up(tmp_path: Path) -> None:
    """A copy put in its place must not lose what is acknowledged after it."""
    path = tmp_path / "cardroom.db"
    store = Store(str(path))
    store.submit(_add("Ann")).result(PATIENCE)
    shutil.copy(path, tmp_path / "copy.db")
    (tmp_path / "copy.db").replace(path)
    with pytest.raises(HousewayError) as refusal:
        store.submit(_add("Bob")).result(PATIENCE)
    assert refusal.value.code == "not-owner"
    assert store.lost.result(PATIENCE) is refusal.value
    store.close()


def test_no_module_of_one_system_is_needed_to_serve_a_store(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules.update(fcntl=None, resource=None, pwd=None, grp=None)\n"
        "from houseway.service.serve import allow_files; allow_files(100)\n"
        "from houseway.service.storage.store import Store; Store(sys.argv[1]).close()"
    )
    subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "cardroom.db")], check=True, timeout=PATIENCE
    )


# The fence.


def test_who_has_lost_the_store_writes_nothing_any_more(database: str) -> None:
    first = Store(database)
    first.submit(_add("Ann")).result(PATIENCE)
    second = _take_over(database)
    second.submit(_add("Bob")).result(PATIENCE)
    refused = [first.submit(_add(name)) for name in ("Cyd", "Dee")]
    for one in refused:
        with pytest.raises(HousewayError) as refusal:
            one.result(PATIENCE)
        assert refusal.value.code == "not-owner"
    assert _names(database) == {"Ann", "Bob"}
    second.submit(_add("Eve")).result(PATIENCE)
    first.close()
    second.close()
    assert _names(database) == {"Ann", "Bob", "Eve"}


def test_who_has_lost_the_store_reads_nothing_from_it_either(database: str) -> None:
    first = Store(database)
    second = _take_over(database)
    with pytest.raises(HousewayError):
        first.submit(_add("Ann")).result(PATIENCE)
    with pytest.raises(HousewayError) as refusal:
        first.open_tables()
    assert refusal.value.code == "not-owner"
    first.close()
    second.close()


def test_one_who_has_nothing_to_write_notices_it_too(database: str) -> None:
    first = Store(database)
    second = _take_over(database)
    assert first.lost.result(PATIENCE).code == "not-owner"
    assert not second.lost.done()
    first.close()
    second.close()


def test_a_write_under_way_is_finished_before_another_becomes_the_owner(database: str) -> None:
    """No moment has two owners: what the first has begun is there when the second looks."""
    first = Store(database)
    begun, gate = threading.Event(), threading.Event()

    def slow(connection: Connection) -> None:
        begun.set()
        gate.wait(PATIENCE)
        _add("Ann")(connection)

    written = first.submit(slow)
    begun.wait(PATIENCE)
    seen: list[set[str]] = []

    def take() -> None:
        second = _take_over(database)
        seen.append(_names(database))
        second.close()

    taker = threading.Thread(target=take)
    taker.start()
    taker.join(0.5)  # it waits; were it not to, the names would be none
    gate.set()
    taker.join(PATIENCE)
    with suppress(HousewayError):
        written.result(PATIENCE)
    assert seen == [{"Ann"}] == [_names(database)]
    first.close()


@pytest.mark.postgres
def test_after_a_restart_of_the_database_a_server_goes_on_where_it_was(postgres: str) -> None:
    with empty_database(postgres, "restarted") as database:
        store = Store(database)
        _restart(database)
        store.submit(_add("Ann")).result(PATIENCE)
        store.close()
        assert _names(database) == {"Ann"}


# The service.


def test_a_cardroom_that_lost_its_store_closes_every_socket_and_refuses(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, bots=0) as running:
            ann = await running.guest("Ann")
            seat = await ann.quick_seat(family="three-card-poker")
            stranger = await Cardroom(running.address).table(seat.table)
            database = running.parts.settings.database
            second = await asyncio.to_thread(_take_over, database)
            with pytest.raises(HousewayError) as left_open:  # the next owner will know
                await seat.do("buy_in", amount="100")
            assert left_open.value.code == "disconnected"
            await eventually(lambda: seat.closed and stranger.closed)
            assert seat.closed is not None
            assert stranger.closed is not None
            assert seat.closed[0] == stranger.closed[0] == 1012
            late = Seat(running.address, seat.table, ann.token)
            with suppress(HousewayError):
                await late.connect()
            await eventually(lambda: late.closed)
            assert late.closed is not None
            assert late.closed[0] == 1012, "and not as if the table had never been"
            for path in ("/api/tables", "/api/me"):
                with pytest.raises(HousewayError) as refusal:
                    await ann.request("GET", path)
                assert refusal.value.code == "not-owner"
            await asyncio.to_thread(second.close)

    run(test())


def test_a_server_that_lost_its_store_ends_with_a_clear_word(tmp_path: Path) -> None:
    port, database = free_port(), tmp_path / "cardroom.db"
    command = [sys.executable, "-m", "houseway.cli", "serve", "--no-browser", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--database", str(database)], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        assert server.stdout is not None
        assert "open at" in server.stdout.readline()

        async def take_over() -> None:
            cardroom = Cardroom(f"http://127.0.0.1:{port}")
            async with asyncio.timeout(PATIENCE):
                while True:
                    with suppress(OSError):
                        await cardroom.tables()
                        break
            await asyncio.to_thread(lambda: _take_over(str(database)).close())

        run(take_over())
        said = server.communicate(timeout=PATIENCE)[0]
    finally:
        server.kill()
        server.wait()
    assert server.returncode == 2
    assert "another server has taken over" in said
    assert "Traceback" not in said
    assert "kept for the next time" not in said

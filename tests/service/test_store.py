"""The store: versions, one owner, writes that are all there or not at all, on both databases."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy import Connection, inspect, text

from houseway.errors import HousewayError
from houseway.service.storage import schema
from houseway.service.storage.migrations import VERSIONS, current_version, migrate
from houseway.service.storage.store import Store, database_url, make_engine
from tests.service.running import free_port


def _account(name: str) -> dict[str, str]:
    return {"name": name, "folded": name.casefold(), "role": "player", "created": "2025"}


def _add(connection: Connection, name: str) -> None:
    connection.execute(schema.accounts.insert(), [_account(name)])


def test_an_empty_database_is_brought_to_the_newest_version(database: str) -> None:
    store = Store(database)
    with store.engine.connect() as connection:
        assert current_version(connection) == VERSIONS[-1]
    assert migrate(store.engine) == [], "a second time there is nothing to do"
    store.close()


def test_the_migrations_make_exactly_the_tables_that_the_queries_use(database: str) -> None:
    store = Store(database)
    found = inspect(store.engine)
    made = {name: {c["name"]: c["nullable"] for c in found.get_columns(name)}
            for name in found.get_table_names() if name != "schema_version"}  # fmt: skip
    used = {
        table.name: {column.name: bool(column.nullable) for column in table.columns}
        for table in schema.metadata.sorted_tables
    }
    assert made == used
    for table in schema.metadata.sorted_tables:
        key = found.get_pk_constraint(table.name)["constrained_columns"]
        assert set(key) == {column.name for column in table.primary_key}
    store.close()


def test_a_store_of_a_newer_program_is_left_alone(database: str) -> None:
    store = Store(database)
    with store.engine.begin() as connection:
        connection.execute(text("INSERT INTO schema_version VALUES (999, '2099')"))
    store.close()
    with pytest.raises(HousewayError, match="999") as refusal:
        Store(database)
    assert refusal.value.code == "newer-store"


def test_a_step_that_fails_leaves_the_old_version(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(connection: Connection) -> None:
        connection.execute(text("CREATE TABLE half_made (id INTEGER)"))
        raise OSError("the disk is full")

    finish = "houseway.service.storage.migrations.v0001.finish"
    monkeypatch.setattr(finish, broken, raising=False)
    engine = make_engine(database_url(database))
    with pytest.raises(OSError, match="full"):
        migrate(engine)
    with engine.connect() as connection:
        assert current_version(connection) == 0
    assert not inspect(engine).get_table_names()
    engine.dispose()


def test_one_process_at_a_time_serves_a_file(tmp_path: Path) -> None:
    database = str(tmp_path / "cardroom.db")
    store = Store(database)
    with pytest.raises(HousewayError) as refusal:
        Store(database)
    assert refusal.value.code == "in-use"
    store.close()
    Store(database).close()


def test_a_failed_write_takes_no_other_with_it(database: str) -> None:
    store = Store(database)
    gate = threading.Event()

    def slow(connection: Connection) -> None:
        gate.wait(5)  # the others queue up behind it and go into one commit
        _add(connection, "Ann")

    first = store.submit(slow)
    good = store.submit(lambda connection: _add(connection, "Bob"))
    bad = store.submit(lambda connection: _add(connection, "Ann"))  # the name is taken
    later = store.submit(lambda connection: _add(connection, "Cyd"))
    gate.set()
    for written in (first, good, later):
        written.result(10)
    with pytest.raises(Exception, match=r"(?i)unique"):
        bad.result(10)
    names = {row.name for row in store.all(schema.accounts.select())}
    assert names == {"Ann", "Bob", "Cyd"}
    store.close()


def test_what_is_done_is_on_the_disk_for_another_reader(tmp_path: Path) -> None:
    """A second connection, as after a crash, sees what was acknowledged and nothing else."""
    path = tmp_path / "cardroom.db"
    store = Store(str(path))
    store.submit(lambda connection: _add(connection, "Ann")).result(10)
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT name FROM accounts").fetchall() == [("Ann",)]
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    other.close()
    store.close()


def test_writes_after_closing_are_refused(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "cardroom.db"))
    kept = store.submit(lambda connection: _add(connection, "Ann"))
    store.close()
    assert kept.done(), "what was submitted before is written"
    with pytest.raises(HousewayError, match="closing"):
        store.submit(lambda connection: _add(connection, "Bob")).result(1)


@pytest.mark.parametrize(
    "url", ["mysql://localhost/cards", "sqlite://", "sqlite:///:memory:", "://", "sqlite://x:y:z/"]
)
def test_other_databases_are_refused_by_name(url: str) -> None:
    with pytest.raises(HousewayError) as refusal:
        database_url(url)
    assert refusal.value.code == "bad-database"


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds the order of the cards and the hashes of tokens."""
    store = Store(str(tmp_path / "new" / "cardroom.db"))
    store.submit(lambda connection: _add(connection, "Ann")).result(10)
    assert (tmp_path / "new").stat().st_mode & 0o077 == 0
    for path in (tmp_path / "new").iterdir():
        assert path.stat().st_mode & 0o077 == 0, path
    store.close()


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "cardroom.db"
    path.write_text("these are my holiday notes " * 100)
    with pytest.raises(HousewayError, match="cannot be used") as refusal:
        Store(str(path))
    assert refusal.value.code == "no-database"
    (tmp_path / "folder").mkdir()
    with pytest.raises(HousewayError, match="cannot be written"):
        Store(str(tmp_path / "folder"))


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(HousewayError) as refusal:
        Store(f"postgresql://houseway:secret@127.0.0.1:{free_port()}/cards")
    assert refusal.value.code == "no-database"
    assert "secret" not in str(refusal.value)


def test_one_who_stops_waiting_does_not_stop_the_write(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "cardroom.db"))
    gate = threading.Event()
    slow = store.submit(lambda _: gate.wait(5))
    given_up = store.submit(lambda connection: _add(connection, "Ann"))
    assert not given_up.cancel()
    gate.set()
    slow.result(5)
    given_up.result(5)
    store.submit(lambda connection: _add(connection, "Bob")).result(5)
    assert len(store.all(schema.accounts.select())) == 2
    store.close()

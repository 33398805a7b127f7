"""What tests of the service share: a cardroom that stands, passwords that are hashed quickly, and
a PostgreSQL server for those that need one (`-m postgres` starts it).
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import argon2
import pytest

from tests.service.pg import Postgres
from tests.service.running import PATIENCE, Running, standing_cardroom

# Servers that tests start need no pages of the desk made ready.
os.environ.setdefault("HOUSEWAY_AHEAD", "false")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if "postgres" in (config.option.markexpr or ""):
        return
    wanted = [item for item in items if item.get_closest_marker("postgres") is None]
    if len(wanted) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
        items[:] = wanted


@pytest.fixture(scope="session")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One cardroom for all tests that ask it something, or play at a table of their own."""
    with standing_cardroom(tmp_path_factory.mktemp("standing")) as running:
        yield running


@pytest.fixture(autouse=True, scope="session")
def _quick_passwords() -> Iterator[None]:
    """Argon2 with little work: what is tested is never how long it takes."""
    with pytest.MonkeyPatch.context() as patched:
        quick = partial(argon2.PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
        patched.setattr(argon2, "PasswordHasher", quick)
        yield


@pytest.fixture(autouse=True, scope="session")
def _patience() -> Iterator[None]:
    """Nothing is given up because the machine has much else to do."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("houseway.service.client.PATIENCE", PATIENCE)
        patched.setattr("houseway.service.backroom.workers.STARTING", PATIENCE)
        # Behind everything else, long work would hardly begin on a machine that is busy.
        patched.setattr("houseway.service.backroom.jobs.NICE", 0)
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of an empty server: the one in HOUSEWAY_TEST_POSTGRES, or one started here."""
    given = os.environ.get("HOUSEWAY_TEST_POSTGRES")
    if given:
        yield given
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server.url()
        finally:
            server.kill()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database, on each kind of server."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'cardroom.db'}"
        return
    server: str = request.getfixturevalue("postgres")
    with empty_database(server, f"t{abs(hash(request.node.nodeid))}") as url:
        yield url


@contextmanager
def empty_database(server: str, name: str) -> Iterator[str]:
    """A database of a server that is there as long as the block."""
    import psycopg

    name = f"{name}_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield server.rpartition("/")[0] + f"/{name}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")

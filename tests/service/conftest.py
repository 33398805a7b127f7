"""What tests of the service share: a cardroom that stands, passwords that are hashed quickly, and
a PostgreSQL server for those that need one (`-m postgres` starts it).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import argon2
import pytest

from tests.service.running import Running, free_port, standing_cardroom


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


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of an empty server: the one in HOUSEWAY_TEST_POSTGRES, or one started here."""
    given = os.environ.get("HOUSEWAY_TEST_POSTGRES")
    if given:
        yield given
        return
    # Debian keeps the server's tools off the path.
    usual = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")))
    found = shutil.which("initdb") or (usual[-1] if usual else None)
    assert found, "PostgreSQL's initdb is not on the path; or set HOUSEWAY_TEST_POSTGRES"
    tools = Path(found).resolve().parent
    # A server does not run as root.
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        data, port = f"{folder}/data", free_port()
        _run(*as_user, str(tools / "initdb"), "-D", data, "-U", "houseway", "-A", "trust")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
        control = [*as_user, str(tools / "pg_ctl"), "-D", data, "-w"]
        _run(*control, "-o", options, "-l", f"{folder}/log", "start")
        try:
            yield f"postgresql://houseway@127.0.0.1:{port}/postgres"
        finally:
            _run(*control, "-m", "immediate", "stop")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


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

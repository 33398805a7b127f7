"""Steps from one version of the store to the next, each in a module named after its version.

A step is never changed once it was released: a store made by it is out there.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module

from sqlalchemy import Connection, Engine, inspect, text

from houseway.errors import HousewayError

VERSIONS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
SHARED = 9  # from here on several servers may have a store in use


def current_version(connection: Connection) -> int:
    """0 for an empty database."""
    if not inspect(connection).has_table("schema_version"):
        return 0
    return int(connection.execute(text("SELECT MAX(version) FROM schema_version")).scalar_one())


def migrate(engine: Engine, *, upto: int = VERSIONS[-1]) -> list[int]:
    """Bring a database up to a version, this program's; the steps that were made."""
    made: list[int] = []
    with engine.begin() as connection:
        before = current_version(connection)
        if before > VERSIONS[-1]:
            raise HousewayError(
                "newer-store",
                f"the database has version {before} and this program knows {VERSIONS[-1]}; "
                "use the newer program",
                where=str(engine.url.render_as_string(hide_password=True)),
            )
        if before == 0:
            connection.execute(
                text("CREATE TABLE schema_version (version INTEGER PRIMARY KEY, at TEXT NOT NULL)")
            )
        for version in VERSIONS:
            if before < version <= upto:
                step(version)(connection)
                connection.execute(
                    text("INSERT INTO schema_version (version, at) VALUES (:version, :at)"),
                    {"version": version, "at": datetime.now(UTC).isoformat(timespec="seconds")},
                )
                made.append(version)
    return made


def step(version: int) -> Callable[[Connection], None]:
    upgrade: Callable[[Connection], None] = import_module(f"{__name__}.v{version:04}").upgrade
    return upgrade

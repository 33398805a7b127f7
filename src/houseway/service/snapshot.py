"""A store as it is at one moment, read beside a service that goes on writing to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from houseway.errors import HousewayError
from houseway.service.store import database_url


@contextmanager
def reading(database: str) -> Iterator[Connection]:
    """One transaction that sees one state of the store and stops no writer."""
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise HousewayError("no-database", "there is no such file", where=str(url.database))
    engine = _engine(database)
    try:
        with engine.connect() as connection:
            yield connection
    except DatabaseError as error:
        raise HousewayError(
            "no-database",
            f"the store cannot be read: {str(error.orig).strip().splitlines()[0]}",
            where=url.render_as_string(hide_password=True),
        ) from None
    finally:
        engine.dispose()


def _engine(database: str) -> Engine:
    url = database_url(database)
    if url.get_backend_name() == "postgresql":
        return create_engine(
            url, poolclass=NullPool, isolation_level="REPEATABLE READ",
            execution_options={"postgresql_readonly": True},
        )  # fmt: skip
    engine = create_engine(url, poolclass=NullPool, connect_args={"timeout": 30})

    # Without these two, every SELECT would see a state of its own.
    @event.listens_for(engine, "connect")
    def by_hand(connection: object, _: object) -> None:
        connection.isolation_level = None  # type: ignore[attr-defined]

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine

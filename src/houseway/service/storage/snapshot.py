"""A store beside a service that goes on writing to it: as it is at one moment, or to be tidied."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from houseway.errors import HousewayError
from houseway.service.storage.migrations import VERSIONS, current_version
from houseway.service.storage.store import begin_by_hand, database_url, make_engine


@contextmanager
def reading(database: str) -> Iterator[Connection]:
    """One transaction that sees one state of the store and stops no writer."""
    with _connected(_engine(_present(database))) as connection:
        yield connection


@contextmanager
def writing(database: str) -> Iterator[Connection]:
    """A connection to a store of this program's version, for what no table depends on."""
    with _connected(make_engine(_present(database))) as connection:
        version = current_version(connection)
        if version != VERSIONS[-1]:
            raise HousewayError(
                "other-store",
                f"the store has version {version or 'none'} and this program {VERSIONS[-1]}; serve "
                "it once with this program",
                where=connection.engine.url.render_as_string(hide_password=True),
            )
        connection.rollback()
        yield connection


def _present(database: str) -> URL:
    url = database_url(database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise HousewayError("no-database", "there is no such file", where=str(url.database))
    return url


@contextmanager
def _connected(engine: Engine) -> Iterator[Connection]:
    try:
        with engine.connect() as connection:
            yield connection
    except DatabaseError as error:
        raise HousewayError(
            "no-database",
            f"the store cannot be read: {str(error.orig).strip().splitlines()[0]}",
            where=engine.url.render_as_string(hide_password=True),
        ) from None
    finally:
        engine.dispose()


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "postgresql":
        return create_engine(
            url, poolclass=NullPool, isolation_level="REPEATABLE READ", hide_parameters=True,
            execution_options={"postgresql_readonly": True},
        )  # fmt: skip
    engine = create_engine(
        url, poolclass=NullPool, hide_parameters=True, connect_args={"timeout": 30}
    )
    begin_by_hand(engine)  # or every SELECT would see a state of its own
    return engine

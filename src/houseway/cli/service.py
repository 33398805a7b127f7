"""The commands around the web cardroom: serve it, back it up, bring it back, look at its play."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.app import Json, app, of_filings
from houseway.printing import command, printable, say, show_json

Database = Annotated[
    str | None, typer.Option(metavar="URL", help="SQLAlchemy URL; SQLite if left out.")
]


@command(app)
@of_filings
def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on; 0.0.0.0 for the network.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="Port to listen on; else 8000.", min=0, max=65535)
    ] = None,
    database: Database = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="A name the cardroom is reached by; may be repeated."),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy (address or network) whose X-Forwarded-For is believed; may be repeated.",
        ),
    ] = None,
    tls_cert: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Certificate with its chain, PEM.")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Key of the certificate, PEM.")
    ] = None,
    drain: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS", help="When told to stop, let hands end for so long.", min=0
        ),
    ] = None,
    log: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write JSON lines about requests; - for stderr."),
    ] = None,
    house_link: Annotated[
        bool,
        typer.Option(
            "--house-link", help="Print a new link for the house; its password and codes are void."
        ),
    ] = False,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Settings in TOML; the environment goes before it."),
    ] = None,
    show_settings: Annotated[
        bool,
        typer.Option("--show-settings", help="Print every setting and its origin, and end."),
    ] = False,
) -> None:
    """The web cardroom: every game at a live table in the browser."""
    from houseway.service.configuration import configure

    given = {
        "host": host, "port": port, "database": database, "names": name, "proxies": proxy,
        "tls_cert": tls_cert, "tls_key": tls_key, "drain": drain, "log": log,
        "browser": False if no_browser else None,
    }  # fmt: skip
    given = {key: value for key, value in given.items() if value is not None}
    told = configure(config, os.environ, given)
    chosen = told.configuration
    settings = chosen.settings()
    if show_settings:
        for line in told.lines():
            say(line)
        return
    from houseway.service.serve import serve as run_server

    run_server(
        chosen.host, chosen.port, open_browser=chosen.browser, settings=settings, log=chosen.log,
        house_link=house_link,
    )  # fmt: skip


@command(app)
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it; replaced when complete.")],
    database: Database = None,
) -> None:
    """Copy a cardroom's store into one file, while it is served or not."""
    from houseway.service.settings import default_database
    from houseway.service.storage.backup import back_up

    rows = back_up(database or default_database(), file)
    say(f"{file}: {sum(rows.values())} rows of {len(rows)} tables")


@command(app)
def restore(
    file: Annotated[Path, typer.Argument(help="A file written by `houseway backup`.")],
    database: Database = None,
) -> None:
    """Bring a cardroom back from such a file, into an empty store of either kind."""
    from houseway.service.settings import default_database
    from houseway.service.storage.backup import restore as bring_back

    rows = bring_back(file, database or default_database())
    say(f"{sum(rows.values())} rows of {len(rows)} tables are back")


@command(app)
def archive(
    folder: Annotated[Path, typer.Argument(help="Where the files go, or with --moved, lie.")],
    before: Annotated[
        str, typer.Option(help="A day (2026-03-01) or days ago (90d): hands before it go.")
    ] = "90d",
    moved: Annotated[
        bool, typer.Option("--moved", help="Move nothing: the files lie in FOLDER now.")
    ] = False,
    database: Database = None,
) -> None:
    """Move old hands of a cardroom from its store to files; they are looked up there as before."""
    from houseway.service.settings import default_database
    from houseway.service.storage import archives
    from houseway.service.storage.snapshot import writing

    now = datetime.now(UTC)
    with writing(database or default_database()) as connection:
        if moved:
            found, missing = archives.moved(connection, folder)
            say(f"{found} files lie in {folder}")
            for name in missing:
                say(f"not found: {name}")
            return
        done = archives.archive(connection, folder, archives.day(before, now), now)
    say(
        f"{folder}: {done.records} records of {done.tables} tables in {done.files} files; "
        f"{done.commands} old commands forgotten"
    )


@command(app)
def unusual(database: Database = None, as_json: Json = False) -> None:
    """Play that is worth a second look: one person behind several names, chips passed on."""
    from houseway.service.backroom.unusual import report
    from houseway.service.settings import default_database

    found = report(database or default_database())
    if as_json:
        show_json(found)
        return
    for finding in found["findings"]:
        say(f"{finding['kind']}: {', '.join(finding['names'])}: {finding['why']}")
    say(f"{found['rounds']} rounds, {len(found['findings'])} findings")


@command(app)
def key(
    database: Database = None,
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate", help="Make a new key, used from the next start; old logs keep theirs."
        ),
    ] = False,
) -> None:
    """The public keys by which the house's logs are verified, present and past, in PEM."""
    from houseway.service.settings import default_database
    from houseway.service.storage.keys import key_file, open_keys, public_keys
    from houseway.service.storage.store import database_url

    path = key_file(database_url(database or default_database()))
    if rotate:
        open_keys(path, rotate=True)
    sys.stdout.write(printable(public_keys(path), lines=True))


@command(app)
def anchor(database: Database = None) -> None:
    """The last hash of every log, on a small sheet to be lodged elsewhere."""
    from houseway.service.settings import default_database
    from houseway.service.storage.anchoring import sheet
    from houseway.service.storage.snapshot import reading

    with reading(database or default_database()) as connection:
        sys.stdout.write(printable(sheet(connection, datetime.now(UTC)), lines=True))

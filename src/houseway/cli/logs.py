"""Commands about tables and their logs: dealt, exported, reported, verified."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.app import FilingName, Json, app, of_filings
from houseway.printing import command, print_sheet, printable, say, show_json


@command(app)
@of_filings
def deal(
    filing: FilingName,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same rounds.")] = None,
    rounds: Annotated[int, typer.Option(help="How many rounds.")] = 1,
    seats: Annotated[
        int | None, typer.Option(help="How many players; a full table if left out.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="The event log, one record a line.")
    ] = False,
) -> None:
    """Rounds played by simple bots at a full table, every step shown."""
    from houseway.histories.dealing import deal as dealt

    for line in dealt(filing, seed=seed, rounds=rounds, seats=seats, as_log=as_json):
        say(line.rstrip("\n"))


Log = Annotated[Path, typer.Argument(metavar="LOG", help="An event log.")]


@command(app)
@of_filings
def export(
    log: Log,
    number: Annotated[int, typer.Option("--round", metavar="N", help="Which round.")],
    as_json: Json = False,
) -> None:
    """A round of a log as a round file, or a poker hand as PHH."""
    from houseway.histories.export import export_round

    exported = export_round(log, number)
    if as_json:
        show_json({"text": exported.text, "suffix": exported.suffix})
    else:
        sys.stdout.write(printable(exported.text, lines=True))


@command(app)
@of_filings
def report(
    logs: Annotated[list[Path], typer.Argument(metavar="LOG…", help="Event logs.")],
    counted: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The count sheet to hold it against.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Ledger, drop by schedule and shift, against the count sheet. Status 1 if it is off."""
    from houseway.histories.report import report as make_report
    from houseway.histories.report_sheet import report_sheet

    made = make_report(logs, counted)
    show_json(made.as_json()) if as_json else print_sheet(report_sheet(made))
    if not made.ok:
        raise typer.Exit(1)


@command(app)
@of_filings
def verify(
    log: Log,
    cage: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The cage's log, to hold chips against.")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The house's public keys, to check signatures."),
    ] = None,
    anchor: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A sheet of anchors, to hold the log against."),
    ] = None,
    as_json: Json = False,
) -> None:
    """An event log's chain, and that every command given again writes the same. Status 1 if not."""
    from houseway.histories.report_sheet import verified_sheet
    from houseway.histories.verify import verify as check

    found = check(log, cage=cage, keys=key, anchors=anchor)
    show_json(found.as_json()) if as_json else print_sheet(verified_sheet(found))
    if not found.ok:
        raise typer.Exit(1)

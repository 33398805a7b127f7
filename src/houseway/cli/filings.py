"""Commands about filings: the catalogue, sheets, signs, differences, findings."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from houseway.cli.app import FilingName, Json, app, of_filings
from houseway.printing import command, print_sheet, report, say, show_json


class LintForm(StrEnum):
    """How findings are written."""

    text = "text"
    json = "json"
    sarif = "sarif"


class SignForm(StrEnum):
    """How a sign is written."""

    text = "text"
    html = "html"
    svg = "svg"
    pdf = "pdf"


@command(app)
@of_filings
def filings(as_json: Json = False) -> None:
    """The catalogue: every filing with its house, family and number of schedules."""
    from houseway.filings.catalogue import in_force

    catalogue = in_force()
    entries, bad = catalogue.index(), catalogue.not_loaded()
    if as_json:
        show_json(entries)
    else:
        from houseway.filings.show import catalogue_table

        print_sheet(catalogue_table(entries))
    for one in bad:
        assert one.error is not None
        report(one.error, as_json=False)
    if bad:
        raise typer.Exit(1)


@command(app)
@of_filings
def show(
    filing: FilingName,
    find: Annotated[
        str, typer.Option("--find", metavar="WORD", help="Only what speaks of WORD.")
    ] = "",
    errors: Annotated[
        bool, typer.Option("--errors", help="What it orders when something goes wrong.")
    ] = False,
    as_json: Json = False,
) -> None:
    """One filing as a rule sheet, each rule with its source."""
    from houseway.filings.loader import open_filing
    from houseway.filings.show import errors_sheet, rule_sheet, rule_sheet_json

    opened = open_filing(filing)
    if errors:
        from houseway.filings.irregular import told_json

        if as_json:
            show_json(told_json(opened))
        else:
            print_sheet(errors_sheet(opened))
        return
    if as_json:
        show_json(rule_sheet_json(opened, find=find))
    else:
        print_sheet(rule_sheet(opened, find=find))


@command(app)
@of_filings
def sign(
    filing: FilingName,
    schedule: Annotated[
        str,
        typer.Option(metavar="N[,N…]", help="Schedule options in force; else by the house book."),
    ] = "",
    limits: Annotated[
        str, typer.Option(metavar="MIN-MAX", help="The posted limits; else by the house book.")
    ] = "",
    as_json: Json = False,
    form: Annotated[
        SignForm, typer.Option("--format", help="For a terminal, or a page to hang up.")
    ] = SignForm.text,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where the page goes.")
    ] = None,
) -> None:
    """The sign a table must post."""
    from houseway.filings.loader import open_filing
    from houseway.filings.sign import make_sign, table_sign, table_sign_json

    opened = open_filing(filing)
    chosen = [part.strip() for part in schedule.split(",") if part.strip()]
    if as_json:
        show_json(table_sign_json(opened, chosen, limits))
        return
    if form is SignForm.text and output is None:
        print_sheet(table_sign(opened, chosen, limits))
        return
    from houseway.filings.sign_forms import sign_page

    written = sign_page(make_sign(opened, chosen, limits), form.value)
    if output is not None:
        output.write_bytes(written)
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(written)


@command(app)
def schema() -> None:
    """The JSON Schema of a filing, for editors."""
    from houseway.filings.json_schema import json_schema

    sys.stdout.write(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n")


@command(app)
def new(
    family: Annotated[str, typer.Argument(metavar="[FAMILY]", help="As `twenty-one`.")] = "",
    copied: Annotated[
        str, typer.Option("--from", metavar="ID", help="Copy a filing of the catalogue.")
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to a new file.")
    ] = None,
) -> None:
    """A commented draft of a filing: with every key of a family, or a copy to change."""
    from houseway.errors import HousewayError
    from houseway.family import family_names
    from houseway.filings.drafting import copy_of, new_draft

    if bool(family) == bool(copied):
        raise HousewayError(
            "no-family",
            f"name a family ({', '.join(family_names())}) or a filing with --from ID, not both",
            where="FAMILY",
        )
    text = copy_of(copied) if copied else new_draft(family)
    if output is None:
        sys.stdout.write(text)
        return
    try:
        with output.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise HousewayError(
            "file-exists", "there is such a file; name another", where=str(output)
        ) from None


@command(app)
@of_filings
def diff(first: FilingName, second: FilingName, as_json: Json = False) -> None:
    """What two filings do differently, rule by rule."""
    from houseway.filings.diff import differences, differences_json, differences_table
    from houseway.filings.loader import open_filing

    one, other = open_filing(first), open_filing(second)
    found = differences(one, other)
    if as_json:
        show_json(differences_json(one, other, found))
    else:
        print_sheet(differences_table(one, other, found))


@command(app)
@of_filings
def lint(
    names: Annotated[list[str] | None, typer.Argument(metavar="[ID|FILE]…")] = None,
    as_json: Json = False,
    form: Annotated[
        LintForm, typer.Option("--format", help="For a person, a program, or a code host.")
    ] = LintForm.text,
    readings: Annotated[
        bool, typer.Option("--readings", help="List the readings taken, one by one.")
    ] = False,
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend files where only one mending is possible.")
    ] = False,
    against: Annotated[
        str, typer.Option(metavar="DATE", help="Hold them against the law of a day.")
    ] = "",
) -> None:
    """What is wrong or doubtful in filings. Status 1 if an error was found."""
    from houseway.filings.lint import lint_filings, lint_filings_against, mend_files
    from houseway.filings.show import findings_table

    form = LintForm.json if as_json else form
    mended = mend_files(names or []) if fix else []
    found = lint_filings_against(names or [], against) if against else lint_filings(names or [])
    if form is LintForm.json:
        show_json([finding.as_json() for finding in found])
    elif form is LintForm.sarif:
        from houseway.filings.lint.sarif import as_sarif

        kept = [finding for finding in found if readings or finding.code != "reading"]
        show_json(as_sarif(kept))
    else:
        for one in mended:
            say(f"mended: {one}")
        print_sheet(findings_table(found, readings=readings))
    if any(finding.severity == "error" for finding in found):
        raise typer.Exit(1)


@command(app)
@of_filings
def trace(
    filing: FilingName,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Rows for a spreadsheet.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="A matrix to print.")
    ] = None,
) -> None:
    """Every clause of a filing's text: what holds it, whether it is executed, what tests it."""
    from houseway.filings.loader import open_filing
    from houseway.filings.trace import trace as trace_of
    from houseway.filings.trace.sheet import trace_csv, trace_html, trace_table

    opened = open_filing(filing)
    clauses = trace_of(opened)
    if html is not None:
        html.write_text(trace_html(opened, clauses), encoding="utf-8")
    if as_json:
        show_json([clause.as_json() for clause in clauses])
    elif as_csv:
        sys.stdout.write(trace_csv(clauses))
    elif html is None:
        print_sheet(trace_table(opened, clauses))

"""`houseway rng-test`: the command alone; the tests are in `analysis.randomness`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from houseway.printing import say


def rng_test(
    shuffles: Annotated[
        int, typer.Option(help="Shuffles of each deck; of a shoe as many times fewer.")
    ] = 10_000,
    throws: Annotated[int, typer.Option(help="Throws of three dice.")] = 200_000,
    seed: Annotated[
        int | None,
        typer.Option(help="Test the repeatable source of this seed, not that of live tables."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Keep the report here.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="The report as JSON.")] = False,
) -> None:
    """Whether shuffles and dice are fair: the tests of a laboratory. Status 1 if they are not."""
    from datetime import UTC, datetime

    from houseway.analysis.randomness import examine
    from houseway.cards import seeded_source, system_source
    from houseway.cli import _progress

    if output is not None:
        output.open("a").close()  # refuse before the work, not after it
    with _progress("shuffling", as_json) as progress:
        made = examine(
            system_source() if seed is None else seeded_source(seed),
            began=datetime.now(UTC),
            source_name="the system's secure generator, as at live tables"
            if seed is None
            else f"the repeatable generator, seed {seed}; not that of live tables",
            shuffles=shuffles,
            throws=throws,
            progress=progress,
        )
    report = made.as_text()
    if as_json:
        report = json.dumps(made.as_json(), indent=2) + "\n"
    if output is None:
        sys.stdout.write(report)
    else:
        output.write_text(report, encoding="utf-8")
        say(f"{made.verdict}; the report is in {output}")
    if not made.ok:
        raise typer.Exit(1)

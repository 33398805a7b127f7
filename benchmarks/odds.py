"""How long exact odds take, counted afresh, beside what they may take.

    python -m benchmarks.odds             # every filing with odds, one after the other
    python -m benchmarks.odds baccarat    # filings with that word in their id

The first filing of a family is counted twice, so that compiling is shown apart from counting.
Wall time is what the goal is for, on two idle cores; CPU time tells how busy the machine was.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from houseway.analysis.odds import analyse, counting, shippable
from houseway.filings.loader import load
from houseway.filings.terms import make_terms

# The most seconds a filing of the family may take once its code is compiled.
GOALS = {
    "three-card-poker": 2.0,
    "baccarat": 2.0,
    "pai-gow-tiles": 30.0,
    "ultimate-holdem": 60.0,
}
ALL_FILINGS = 15 * 60.0
MEMORY = 2 * 2**10  # in MB


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    wall: float
    cpu: float
    goal: float | None


def measure(filing_id: str) -> tuple[float, float]:
    terms = make_terms(load(filing_id))
    wall, cpu = time.perf_counter(), time.process_time()
    analyse(terms, counting(terms.filing.family))
    return time.perf_counter() - wall, time.process_time() - cpu


def measure_all(words: list[str]) -> Iterator[Row]:
    compiled: set[str] = set()
    for filing_id in shippable():
        if words and not any(word in filing_id for word in words):
            continue
        family: str = load(filing_id).family
        if family not in compiled:
            compiled.add(family)
            yield Row(f"{filing_id}, first time", *measure(filing_id), None)
        yield Row(filing_id, *measure(filing_id), GOALS.get(family))


def verdict(measured: float, most: float | None, unit: str = "s") -> str:
    if most is None:
        return ""
    return f"{most:,.0f} {unit} {'met' if measured <= most else 'MISSED'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("words", nargs="*", help="only filings with one of these in their id")
    words = parser.parse_args().words
    console = Console(width=100)
    cores, load_now = os.cpu_count(), os.getloadavg()[0]
    console.print(
        f"Python {platform.python_version()}, {cores} cores, load {load_now:.1f} at first"
    )
    table = Table(title="Odds counted afresh", title_justify="left")
    table.add_column("filing", min_width=48)
    for heading in ("wall s", "CPU s", "at most"):
        table.add_column(heading, justify="right")
    total = 0.0
    for row in measure_all(words):
        total += row.wall if row.goal is not None or "first time" not in row.name else 0.0
        table.add_row(row.name, f"{row.wall:.2f}", f"{row.cpu:.2f}", verdict(row.wall, row.goal))
    table.add_row(
        "all of these", f"{total:.1f}", "", verdict(total, None if words else ALL_FILINGS)
    )
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    table.add_row("memory at most", f"{memory:,.0f} MB", "", verdict(memory, MEMORY, "MB"))
    console.print(table)


if __name__ == "__main__":
    main()

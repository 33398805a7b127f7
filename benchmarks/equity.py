"""How long equities take: from a cold start, counted and sampled, beside loading NumPy and Numba.

    python benchmarks/equity.py

The first start is that after an installation, with nothing compiled. Starts are timed by the
processor time of whole commands, the rest by that of a call once everything is loaded. All cores
share a sample, so that the time one waits is about its processor time over their number.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.table import Table

from houseway.families.poker.equity import Equity, equity

HOLDEM: Final = "napa-valley/texas-holdem"
COMMAND: Final = (sys.executable, "-m", "houseway.cli", "equity", HOLDEM)
PAIRS: Final = ("AhKh", "QsQd")
FIVE_WAY: Final = ("AhKh", "QQ+", "random", "random", "random")


def start(*command: str, cache: str) -> float:
    """The processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "HOUSEWAY_CACHE": cache}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def warm(work: Callable[[], Equity]) -> tuple[float, Equity]:
    """The best of three calls after a first one."""
    work()
    best = float("inf")
    for _ in range(3):
        begin = time.process_time()
        found = work()
        best = min(best, time.process_time() - begin)
    return best, found


def main() -> None:
    table = Table(title="equities: seconds of processor time")
    for heading in ("what", "seconds", "times loading", "answer"):
        table.add_column(heading, justify="left" if heading in ("what", "answer") else "right")
    with tempfile.TemporaryDirectory() as cache:
        loading = start(sys.executable, "-c", "import numpy, numba", cache=cache)
        rows = [("loading NumPy and Numba", loading, "")]
        for what, hands in (("pair against pair", PAIRS), ("five ways, sampled", FIVE_WAY)):
            for which in ("first", "second"):
                rows.append((f"{what}, {which} start", start(*COMMAND, *hands, cache=cache), ""))
    for what, hands in (("pair against pair, loaded", PAIRS), ("five ways, loaded", FIVE_WAY)):
        took, found = warm(lambda hands=hands: equity(HOLDEM, hands))  # type: ignore[misc]
        rows.append((what, took, found.in_short()))
    for what, took, answer in rows:
        table.add_row(what, f"{took:.2f}", f"{took / loading:.1f}", answer)
    Console(width=200).print(table)


if __name__ == "__main__":
    main()

"""A nursery of tables that are to be killed.

For every line `log, filing, seed` (tabs between) on standard input it forks a process that opens
or restores that table and lets bots play at it for ever. The process notes what it has
acknowledged, number and hash, in the file `log.told`. The nursery answers with the process's
number, and with `dead` once it is.
"""

from __future__ import annotations

import os
import random
import sys
import time
from pathlib import Path

from houseway.filings.loader import load
from houseway.histories.event_log import EventLog
from houseway.table.evening import SteadyClock, bring_back, start_evening, usual_setup

_write = os.write


def play(path: Path, filing: str, seed: int) -> None:
    """Play until killed; half of all writes to the log are made in two pieces."""
    source = random.Random(seed)
    told = os.open(f"{path}.told", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def in_pieces(fd: int, data: bytes) -> int:
        if source.randrange(2):
            return _write(fd, data)
        written = _write(fd, data[: source.randint(1, len(data))])
        time.sleep(0.001)
        return written

    os.write = in_pieces  # type: ignore[assignment]
    log = EventLog(path, durable=False)
    if log.entries_before:
        evening = bring_back(log.entries_before, log, source, clock=SteadyClock(), stack=300_00)
    else:
        setup = usual_setup(load(filing))
        evening = start_evening(setup, log, source, seats=4, stack=300_00)
    for entries in evening.play(1_000_000):
        if entries:
            _write(told, b"%d %s\n" % (entries[-1].number, log.seal.encode()))


def main() -> None:
    for line in sys.stdin:
        path, filing, seed = line.rstrip("\n").split("\t")
        load(filing)  # once for all that are born here
        child = os.fork()
        if not child:
            play(Path(path), filing, int(seed))
        _write(1, b"%d\n" % child)
        os.waitpid(child, 0)
        _write(1, b"dead\n")


if __name__ == "__main__":
    main()

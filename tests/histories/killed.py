"""A table of bots in a process of its own, to be killed: it says what it has acknowledged.

Run with a log file, a filing and a seed. It opens or restores the table, plays for ever, and
writes the number of the last entry it was told of after every command.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from houseway.filings.loader import load
from houseway.histories.event_log import EventLog
from houseway.table.evening import SteadyClock, bring_back, start_evening, usual_setup


def main() -> None:
    path, filing, seed = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    log = EventLog(path, durable=False)
    source = random.Random(seed)
    if log.entries_before:
        evening = bring_back(log.entries_before, log, source, clock=SteadyClock(), stack=300_00)
    else:
        setup = usual_setup(load(filing))
        evening = start_evening(setup, log, source, seats=4, stack=300_00)
    os.write(1, b"ready\n")
    for entries in evening.play(1_000_000):
        if entries:
            os.write(1, b"%d\n" % entries[-1].number)


if __name__ == "__main__":
    main()

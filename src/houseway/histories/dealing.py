"""A few rounds dealt to a table of bots, told step by step or as the lines of an event log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from houseway.cards import seeded_source, system_source
from houseway.errors import Refused
from houseway.filings.loader import open_filing
from houseway.filings.schema.common import FilingBase
from houseway.histories.event_log import START, write_line
from houseway.table.evening import start_evening, usual_setup
from houseway.table.records import Entry
from houseway.table.told import Teller


class _Lines:
    """A journal that turns entries into lines as they come."""

    def __init__(self, as_log: bool, filing: FilingBase) -> None:
        self._as_log, self._seal = as_log, START
        self._teller = Teller(filing)
        self.lines: list[str] = []

    def append(self, entries: Sequence[Entry], /) -> None:
        for entry in entries:
            if self._as_log:
                line, self._seal = write_line(entry, self._seal)
                self.lines.append(line.decode())
            else:
                self.lines += self._teller.tell(entry)

    def take(self) -> list[str]:
        taken, self.lines = self.lines, []
        return taken


def deal(
    filing: str,
    *,
    seed: int | None = None,
    rounds: int = 1,
    seats: int | None = None,
    as_log: bool = False,
) -> Iterator[str]:
    """Rounds of a filing (an id or a file) played by bots at a full table, line by line.

    With `as_log` the lines are those of the event log, which `verify`, `export` and `report`
    read. The same seed deals the same rounds.
    """
    opened = open_filing(filing)
    most = opened.table.seats
    if seats is not None and not 2 <= seats <= most:
        raise Refused(
            "bad-seats",
            f"{seats} players at a table with {most} seats; two at least are needed",
            where="seats",
            cite=str(opened.table.cite),
        )
    if rounds < 1:
        raise Refused("bad-rounds", f"{rounds} rounds; at least one is dealt", where="rounds")
    source = system_source() if seed is None else seeded_source(seed)
    journal = _Lines(as_log, opened)
    evening = start_evening(usual_setup(opened), journal, source, seats=seats, filing=opened)
    yield from journal.take()
    for _ in evening.play(rounds):
        yield from journal.take()
    evening.table.close()
    yield from journal.take()

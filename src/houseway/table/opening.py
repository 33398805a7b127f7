"""Opening a table, and bringing one back from its records."""

from __future__ import annotations

import random
from collections.abc import Iterable
from importlib.metadata import version

from houseway.filings.loader import load
from houseway.filings.schema.common import FilingBase
from houseway.table import records as r
from houseway.table.banked import BankedTable
from houseway.table.banked_state import BankedState
from houseway.table.journal import Journal
from houseway.table.setup import Setup, fingerprint, terms_of
from houseway.table.table import Clock, utc_now

PROGRAM = version("houseway")


def open_table(
    setup: Setup,
    journal: Journal,
    source: random.Random,
    clock: Clock = utc_now,
    *,
    filing: FilingBase | None = None,
) -> BankedTable:
    """A new table. `filing` is a draft that does not stand in the catalogue."""
    filing = filing or load(setup.filing)
    terms_of(setup, filing)  # refuses what the filing does not permit
    table = BankedTable(BankedState(filing), journal, source, clock)
    table.carry_out([r.Opened(PROGRAM, fingerprint(setup, filing), setup)])
    return table


def restore(
    entries: Iterable[r.Entry],
    journal: Journal,
    source: random.Random,
    clock: Clock = utc_now,
    *,
    filing: FilingBase | None = None,
) -> BankedTable:
    """The table as its records left it, in the middle of a round if that is where they end."""
    state = BankedState(filing)
    for entry in entries:
        state.apply(entry)
    return BankedTable(state, journal, source, clock)

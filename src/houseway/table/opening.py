"""Opening a table, and bringing one back from its records."""

from __future__ import annotations

import random
from collections.abc import Iterable
from importlib.metadata import version

from houseway.errors import FilingError
from houseway.filings.loader import load
from houseway.filings.schema.common import FilingBase
from houseway.table import records as r
from houseway.table.banked import BankedTable
from houseway.table.banked_state import BankedState
from houseway.table.chinese import ChineseState, ChineseTable
from houseway.table.journal import Journal
from houseway.table.poker import PokerTable
from houseway.table.poker_state import PokerState
from houseway.table.setup import Setup, fingerprint, terms_of
from houseway.table.table import Clock, utc_now

PROGRAM = version("houseway")


AnyTable = BankedTable | PokerTable | ChineseTable
AnyState = BankedState | PokerState | ChineseState


def state_for(filing: FilingBase) -> AnyState:
    """An empty state for a filing's kind of game."""
    family = filing.family
    if family == "poker":
        return PokerState(filing)
    return ChineseState(filing) if family == "chinese-poker" else BankedState(filing)


def _table_of(state: AnyState, journal: Journal, source: random.Random, clock: Clock) -> AnyTable:
    if isinstance(state, PokerState):
        return PokerTable(state, journal, source, clock)
    if isinstance(state, ChineseState):
        return ChineseTable(state, journal, source, clock)
    return BankedTable(state, journal, source, clock)


def open_table(
    setup: Setup,
    journal: Journal,
    source: random.Random,
    clock: Clock = utc_now,
    *,
    filing: FilingBase | None = None,
) -> AnyTable:
    """A new table. `filing` is a draft that does not stand in the catalogue."""
    filing = filing or load(setup.filing)
    terms_of(setup, filing)  # refuses what the filing does not permit
    table = _table_of(state_for(filing), journal, source, clock)
    table.carry_out([r.Opened(PROGRAM, fingerprint(setup, filing), setup)])
    return table


def fold(entries: Iterable[r.Entry], filing: FilingBase | None = None) -> AnyState:
    """The state that entries add up to."""
    state: AnyState | None = None
    for entry in entries:
        if state is None:
            if not isinstance(entry.record, r.Opened):
                raise FilingError("no-header", "the first record does not open a table")
            state = state_for(filing or load(entry.record.setup.filing))
        state.apply(entry)
    if state is None:
        raise FilingError("no-header", "there are no records")
    return state


def restore(
    entries: Iterable[r.Entry],
    journal: Journal,
    source: random.Random,
    clock: Clock = utc_now,
    *,
    filing: FilingBase | None = None,
) -> AnyTable:
    """The table as its records left it, in the middle of a round if that is where they end."""
    return _table_of(fold(entries, filing), journal, source, clock)

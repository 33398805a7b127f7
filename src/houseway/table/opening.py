"""Opening a table, and bringing one back from its records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.cards import Chance
from houseway.errors import FilingError
from houseway.family import find_family
from houseway.filings.loader import load
from houseway.filings.pinned import Rules
from houseway.filings.schema.common import FilingBase
from houseway.table import records as r
from houseway.table.banked import BankedTable
from houseway.table.banked_state import BankedState
from houseway.table.checkpoint import give
from houseway.table.hand_table import HandState, HandTable
from houseway.table.journal import Journal
from houseway.table.setup import Setup, fingerprint
from houseway.table.table import Clock, utc_now
from houseway.version import __version__

PROGRAM = __version__
PLAYS_ON = (PROGRAM,)  # versions whose tables this one plays on to the same ends


AnyTable = BankedTable | HandTable[Any]
AnyState = BankedState | HandState


def table_class(filing: FilingBase) -> type[AnyTable]:
    """The table a game is dealt at: one with a bank, unless its family has its own."""
    own: type[HandTable[Any]] | None = find_family(filing.family).part("table")
    return own or BankedTable


def state_for(filing: FilingBase) -> AnyState:
    """An empty state for a filing's kind of game."""
    state: AnyState = table_class(filing).state_class(filing)
    return state


def _table_of(
    filing: FilingBase, state: Any, journal: Journal, source: Chance, clock: Clock
) -> AnyTable:
    return table_class(filing)(state, journal, source, clock)


def open_table(
    setup: Setup,
    journal: Journal,
    source: Chance,
    clock: Clock = utc_now,
    *,
    filing: FilingBase | None = None,
    committed: bool = False,
) -> AnyTable:
    """A new table. `filing` is a draft that does not stand in the catalogue.

    A table that is `committed` publishes every shuffle's commitment before it is dealt; one that
    nobody needs to trust saves the work.
    """
    rules = Rules.of(filing or load(setup.filing))
    state = state_for(rules.filing)
    state.permit(setup)
    table = _table_of(rules.filing, state, journal, source, clock)
    table.carry_out(
        [
            r.Opened(
                PROGRAM,
                fingerprint(setup, rules),
                setup,
                authors=True,
                committed=committed,
                rules=rules,
            )
        ]
    )
    return table


def filing_of(header: r.Opened) -> FilingBase:
    """The filing that a log carries; of one that does not, the catalogue's of that id."""
    return load(header.setup.filing) if header.rules is None else header.rules.filing


def fold(entries: Iterable[r.Entry]) -> AnyState:
    """The state that entries add up to."""
    state: AnyState | None = None
    for entry in entries:
        if state is None:
            if not isinstance(entry.record, r.Opened):
                raise FilingError("no-header", "the first record does not open a table")
            state = state_for(filing_of(entry.record))
        state.apply(entry)
    if state is None:
        raise FilingError("no-header", "there are no records")
    return state


def from_checkpoint(set_up_by: Iterable[r.Record], taken: Mapping[str, Any]) -> AnyState:
    """The state a checkpoint was taken of; `set_up_by` opened the table and set its terms."""
    state: AnyState | None = None
    for record in set_up_by:
        if state is None:
            assert isinstance(record, r.Opened)
            state = state_for(filing_of(record))
        state.set_up_by(record)
    assert state is not None
    give(state, taken)
    state.ledger.check()
    return state


def restore(
    entries: Iterable[r.Entry],
    journal: Journal,
    source: Chance,
    clock: Clock = utc_now,
    *,
    state: AnyState | None = None,
) -> AnyTable:
    """The table as its records left it, in the middle of a round if that is where they end.

    `state` is what those before them add up to. One whose log was begun by other rules can only be
    ended.
    """
    if state is None:
        state = fold(entries)
    else:
        for entry in entries:
            state.apply(entry)
    table = _table_of(state.filing, state, journal, source, clock)
    table.other_rules = other_rules(table.state)
    return table


def other_rules(state: AnyState) -> str:
    """Why the rules of a table are not those its log was begun with, or nothing."""
    if state.version not in PLAYS_ON:
        return f"the table was opened by version {state.version} and this is {PROGRAM}"
    return not_pinned(state.setup, state.fingerprint, state.rules)


def not_pinned(setup: Setup, hashed: str, rules: Rules | None) -> str:
    """Why rules are not those that a hash pins, or nothing."""
    if rules is None:
        return (
            f"the log has a hash of {setup.filing} and not the filing itself, its readings or its "
            "collection, and these have changed since"
        )
    if rules.filing.id != setup.filing or fingerprint(setup, rules) != hashed:
        return f"the filing {setup.filing} that the log carries is not the one its hash pins"
    return ""

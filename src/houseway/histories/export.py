"""Any hand of a log as a file of its own, read off what was written down.

A round of a player-dealer game becomes a round file, a hand of another game the file its family
writes; adjudicated or replayed, each gives the same result again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from houseway.errors import CannotHaveHappened
from houseway.histories.event_log import iter_log, of_log
from houseway.histories.hand_files import Exported, Played, hand_file
from houseway.histories.round_export import PlayedRound
from houseway.table import records as r
from houseway.table.banked_state import BankedState
from houseway.table.opening import AnyState, filing_of, state_for


def played(entries: Iterable[r.Entry]) -> Iterator[Played]:
    """Every settled hand of a table in turn; voided ones are left out."""
    state: AnyState | None = None
    for entry in entries:
        record = entry.record
        if isinstance(record, r.Opened):
            state = state_for(filing_of(record))
        assert state is not None
        if isinstance(state, BankedState):
            if isinstance(record, r.Settled):
                yield PlayedRound.of(state, record)
        elif isinstance(record, r.HandSettled | r.PointsSettled):
            yield hand_file(state.filing.family).played(state, record)
        state.apply(entry)


def export_round(path: Path, number: int) -> Exported:
    """The hand of that number in a log."""
    last = 0
    with of_log(path):
        for one in played(iter_log(path)):
            if one.number == number:
                return one.export()
            last = one.number
    found = round_entries(iter_log(path), number) if number > 0 else []
    if found:  # it ended, but not with a settlement
        ended = found[-1].record
        why = f"hand {number} was void: {getattr(ended, 'reason', '')}"
    else:
        why = f"the log has no settled hand {number}" + (f"; its last is {last}" if last else "")
    raise CannotHaveHappened("no-such-round", why, where=str(path))


def round_entries(entries: Iterable[r.Entry], number: int) -> list[r.Entry]:
    """The records of one hand, from its start to its settlement or the reason it was void.

    A dispute reads them again; it never changes them.
    """
    found: list[r.Entry] = []
    for entry in entries:
        record = entry.record
        if isinstance(record, r.BankTaken | r.HandStarted):
            found = []
        found.append(entry)
        if isinstance(record, r.Ended):
            if record.round == number:
                return found
            found = []
    return []

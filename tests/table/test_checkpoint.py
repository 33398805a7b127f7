"""A table brought back by a checkpoint is the table that all of its records make."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from houseway.filings.loader import load
from houseway.table import records as r
from houseway.table.checkpoint import take
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.opening import AnyState, fold, from_checkpoint, restore, state_for
from tests.table.tables import IDS

# Nothing of these lies on a table between two hands; a state that is made anew has them so.
EMPTY = {"bank", "wagers", "free", "layout", "fees", "lying", "hand", "engine"}


def _checkpoint(entries: Sequence[r.Entry]) -> AnyState:
    """A state as the store would bring it back: through JSON, with the records of the setup."""
    taken = json.loads(json.dumps(take(fold(entries))))
    sets = [one.record for one in entries if isinstance(one.record, r.Opened | r.TermsChanged)]
    return from_checkpoint({id(one): one for one in (sets[0], sets[-1])}.values(), taken)


def _same(found: AnyState, wanted: AnyState) -> None:
    mine, theirs = dict(vars(found)), dict(vars(wanted))
    assert mine.pop("ledger").balances() == theirs.pop("ledger").balances()
    assert mine == theirs


def _evening(filing: str, rounds: int) -> list[r.Entry]:
    journal = MemoryJournal()
    setup = usual_setup(load(filing))
    evening = start_evening(setup, journal, random.Random(7), committed=True)
    for _ in evening.play(rounds):
        pass
    return journal.entries


@pytest.mark.parametrize("filing", IDS)
def test_between_any_two_hands_a_checkpoint_is_what_the_records_add_up_to(filing: str) -> None:
    entries = _evening(filing, 5)
    found, state = 0, fold(entries[:1])
    for place, entry in enumerate(entries[1:], 2):
        state.apply(entry)
        if entry.more or not state.between_rounds or state.round == found:
            continue
        found = state.round
        back = _checkpoint(entries[:place])
        _same(back, state)
        # And the table goes on from it to the same end.
        table = restore(entries[place:], MemoryJournal(), random.Random(1), state=back)
        _same(table.state, fold(entries))
    assert found == 5


@pytest.mark.parametrize("filing", IDS)
def test_a_state_has_nothing_that_no_checkpoint_keeps(filing: str) -> None:
    """What is neither kept nor set by the setup's records nor empty between hands is forgotten."""
    state = state_for(load(filing))
    kept = {name for base in type(state).__mro__ for name in vars(base).get("kept", {})}
    set_up = {"_filing", "rules", "version", "fingerprint", "authors", "committed", "timed_fee"}
    assert set(vars(state)) - kept - set_up - EMPTY == set()


def test_changed_terms_are_those_of_the_last_record_that_set_them() -> None:
    journal = MemoryJournal()
    setup = usual_setup(load("napa-valley/ez-baccarat-panda-8"))
    evening = start_evening(setup, journal, random.Random(3))
    for _ in evening.play(2):
        pass
    evening.table.change_terms({"limits": "1-50"})
    wanted = fold(journal.entries)
    found = _checkpoint(journal.entries)
    assert found.setup.limits == wanted.setup.limits == "1-50"
    _same(found, wanted)


@pytest.mark.parametrize("change", [{"round": None}, {"luck": 7}])
def test_a_checkpoint_of_another_program_is_refused(change: dict[str, Any]) -> None:
    entries = _evening("napa-valley/ez-baccarat-panda-8", 1)
    taken = take(fold(entries)) | change
    taken = {name: value for name, value in taken.items() if value is not None or name != "round"}
    with pytest.raises(ValueError, match="another program"):
        from_checkpoint([entries[0].record], taken)

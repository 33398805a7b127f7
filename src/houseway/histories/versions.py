"""Old versions of the event log, brought up to the present one while they are read.

Every entry says in which version of the format it was written; a log that was begun by an old
program and carried on by this one has several. Seals are checked over the bytes as written,
before anything here happens. One function leads from each version to the next.

Version 1 had the moves of poker in the shorthand of hand histories and did not say what a choice
paid, nor how many cards a draw was for. The hand is played again by its own rules to learn it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from houseway.filings.loader import load
from houseway.filings.schema.common import FilingBase
from houseway.rounds.driver import Round
from houseway.rounds.events import Chose, Declared, Event, last_to_choose
from houseway.table import records as r
from houseway.table.hand_table import HandState
from houseway.table.opening import state_for
from houseway.table.setup import Setup
from houseway.table.shoes import Stock, TableSource
from houseway.table.stakes import stake_name

_ENDS = (r.Settled, r.HandSettled, r.PointsSettled, r.RoundVoided)


def upgraded(
    entries: Iterable[r.Entry],
    filing: FilingBase | None = None,
    setup: Setup | None = None,
) -> Iterator[r.Entry]:
    """Entries in the present version: a whole log, or from the start of a hand with its setup.

    `filing` is a draft that does not stand in the catalogue.
    """
    for version in range(1, r.VERSION):
        entries = _STEPS[version](entries, filing, setup)
    return iter(entries)


def _from_1(
    entries: Iterable[r.Entry], filing: FilingBase | None, setup: Setup | None
) -> Iterator[r.Entry]:
    """A poker hand is held back until its end, since its last words may be needed for the first."""
    hand: list[r.Entry] = []  # the poker hand being read
    for entry in entries:
        record = entry.record
        if isinstance(record, r.Opened | r.TermsChanged):
            setup = record.setup
        if hand or (entry.version == 1 and isinstance(record, r.HandStarted)):
            hand.append(entry)
            if isinstance(record, _ENDS):
                yield from _played_again(hand, filing, setup)
                hand = []
        elif entry.version == 1 and isinstance(record, r.StakeAdded):
            yield _as_2(entry, replace(record, wager=stake_name(record.move)))
        else:
            yield _as_2(entry, record)
    yield from _played_again(hand, filing, setup)


def _as_2(entry: r.Entry, record: r.Record) -> r.Entry:
    return entry if entry.version > 1 else entry._replace(record=record, version=2)


def _played_again(
    hand: Sequence[r.Entry], filing: FilingBase | None, setup: Setup | None
) -> Iterator[r.Entry]:
    """The entries of a hand with what its choices came to, as far as its rules give it again.

    The rest stays as it was written: nobody knows better.
    """
    written = [entry.record.event for entry in hand if isinstance(entry.record, r.Happened)]
    known = _known(written, _play(hand, written, filing, setup))
    happened = 0
    for entry in hand:
        record = entry.record
        if isinstance(record, r.Happened):
            if happened < len(known):
                record = r.Happened(known[happened], record.eyes)
            happened += 1
        elif isinstance(record, r.ChipsMoved) and happened <= len(known):
            record = r.ChipsMoved(record.moves, last_to_choose(known[:happened]))
        yield _as_2(entry, record)


def _known(written: Sequence[Event], played: Sequence[Event]) -> list[Event]:
    """The events that were played again as they were written, with all they say now."""
    found: list[Event] = []
    for then, now in zip(written, played, strict=False):
        if isinstance(then, Chose) and isinstance(now, Chose):
            then = now._replace(seat=then.seat, kind=then.kind, hand=then.hand)
        if then != now:
            break
        found.append(now)
    return found


def _play(
    hand: Sequence[r.Entry],
    written: Sequence[Event],
    filing: FilingBase | None,
    setup: Setup | None,
) -> list[Event]:
    """The events of a hand played again with its cards and choices, up to where it breaks off."""
    shuffled = next((e.record for e in hand if isinstance(e.record, r.Shuffled)), None)
    if setup is None or shuffled is None:
        return []
    running: Round | None = None
    try:
        state = state_for(filing or load(setup.filing))
        if not isinstance(state, HandState):
            return []
        state.apply(r.Entry(0, "", r.Opened("", "", setup)))
        state.hand = next(e.record for e in hand if isinstance(e.record, r.HandStarted))
        orders = [e.record.order for e in hand if isinstance(e.record, r.Reshuffled)]
        source = TableSource(Stock.of(shuffled), random.Random(0), (), orders)
        running = Round(state.procedure(), source)
        for event in written:
            if isinstance(event, Chose) and running.waiting_for():
                move = state.in_trade_words(event.move or "", running.waiting_for()[0])
                running.answer(event.seat, move)
            elif isinstance(event, Declared):
                running.declare(event.error)
    except Exception:  # what broke the hand then, or rules that have changed since
        pass
    return running.events if running is not None else []


_STEPS: dict[
    int, Callable[[Iterable[r.Entry], FilingBase | None, Setup | None], Iterator[r.Entry]]
] = {1: _from_1}

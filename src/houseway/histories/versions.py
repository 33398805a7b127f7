"""Old versions of the event log, brought up to the present one while they are read.

Every entry says in which version of the format it was written; a log that was begun by an old
program and carried on by this one has several. Seals are checked over the bytes as written,
before anything here happens. One function brings what each version did not say.

Version 1 had the moves of poker in the shorthand of hand histories and did not say what a choice
paid, nor how many cards a draw was for. The hand is played again by its own rules to learn it.
Up to version 2 the header had but a hash of the rules; the rules of that hash are looked up.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from houseway.filings.pinned import past_rules
from houseway.rounds.driver import Round
from houseway.rounds.events import Chose, Declared, Event, last_to_choose
from houseway.table import records as r
from houseway.table.hand_table import HandState
from houseway.table.opening import filing_of, state_for
from houseway.table.setup import fingerprint
from houseway.table.shoes import Stock, TableSource
from houseway.table.stakes import stake_name


def upgraded(entries: Iterable[r.Entry], header: r.Opened | None = None) -> Iterator[r.Entry]:
    """Entries in the present version: a whole log, or from the start of a hand with the header
    that its terms would open a table with (`with_rules`).
    """
    return _with_version(_from_1(_from_2(entries), header))


def with_rules(header: r.Opened) -> r.Opened:
    """A header with the rules it pins, where it has but their hash and they are known."""
    if header.rules is not None:
        return header
    rules = past_rules(header.setup.filing)
    if rules is None or fingerprint(header.setup, rules) != header.fingerprint:
        return header
    return replace(header, rules=rules)


def _with_version(entries: Iterable[r.Entry]) -> Iterator[r.Entry]:
    for entry in entries:
        yield entry if entry.version == r.VERSION else entry._replace(version=r.VERSION)


def _from_2(entries: Iterable[r.Entry]) -> Iterator[r.Entry]:
    for entry in entries:
        record = entry.record
        if isinstance(record, r.Opened) and entry.version < 3:
            entry = entry._replace(record=with_rules(record))
        yield entry


def _from_1(entries: Iterable[r.Entry], header: r.Opened | None) -> Iterator[r.Entry]:
    """A poker hand is held back until its end, since its last words may be needed for the first."""
    hand: list[r.Entry] = []  # the poker hand being read
    for entry in entries:
        record = entry.record
        if isinstance(record, r.Opened):
            header = record
        elif isinstance(record, r.TermsChanged) and header is not None:
            header = replace(header, setup=record.setup)
        if hand or (entry.version == 1 and isinstance(record, r.HandStarted)):
            hand.append(entry)
            if isinstance(record, r.Ended):
                yield from _played_again(hand, header)
                hand = []
        elif entry.version == 1 and isinstance(record, r.StakeAdded):
            yield entry._replace(record=replace(record, wager=stake_name(record.move)))
        else:
            yield entry
    yield from _played_again(hand, header)


def _played_again(hand: Sequence[r.Entry], header: r.Opened | None) -> Iterator[r.Entry]:
    """The entries of a hand with what its choices came to, as far as its rules give it again.

    The rest stays as it was written: nobody knows better.
    """
    written = [entry.record.event for entry in hand if isinstance(entry.record, r.Happened)]
    known = _known(written, _play(hand, written, header))
    happened = 0
    for entry in hand:
        record = entry.record
        if isinstance(record, r.Happened):
            if happened < len(known):
                record = r.Happened(known[happened], record.eyes)
            happened += 1
        elif isinstance(record, r.ChipsMoved) and happened <= len(known):
            record = r.ChipsMoved(record.moves, last_to_choose(known[:happened]))
        yield entry if entry.version > 1 else entry._replace(record=record)


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
    hand: Sequence[r.Entry], written: Sequence[Event], header: r.Opened | None
) -> list[Event]:
    """The events of a hand played again with its cards and choices, up to where it breaks off."""
    shuffled = next((e.record for e in hand if isinstance(e.record, r.Shuffled)), None)
    if header is None or shuffled is None:
        return []
    running: Round | None = None
    try:
        state = state_for(filing_of(header))
        if not isinstance(state, HandState):
            return []
        state.apply(r.Entry(0, "", header))
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

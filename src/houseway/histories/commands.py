"""Which command a table was given, read off the records it wrote."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from houseway.rounds.events import Chose, Declared
from houseway.table import records as r

Give = Callable[[], tuple[r.Entry, ...]]

_NOBODY = "nobody knows"  # the author of a correction in the first format


def given(table: Any, records: Sequence[r.Record], by: str) -> Give:
    """The command whose records these are, ready to be given to a table that has not had it.

    What is not a decision of somebody is not read: the table works it out again.
    """
    if any(isinstance(record, r.Closed) for record in records):
        return partial(table.close, by=by)
    first, absent = records[0], not by
    match first:
        case r.Sat(name, seat, bot, third_party, unseen):
            marks = {"bot": bot, "third_party": third_party, "unseen": unseen}
            return partial(table.sit, name, seat, buy_in=_bought(records, name), **marks)
        case r.Came(name, bot, third_party):
            marks = {"bot": bot, "third_party": third_party}
            return partial(table.come, name, buy_in=_bought(records, name), **marks)
        case r.BoughtIn(name, amount):
            return partial(table.buy_in, name, amount)
        case r.CashedOut(name, amount) if name not in _gone(records):
            return partial(table.cash_out, name, amount)
        case r.CashedOut(name) | r.Left(name) | r.Leaving(name):
            return partial(table.leave, name, absent=absent)
        case r.SatOut(name, ""):
            return partial(table.sit_out, name, absent=absent)
        case r.SatIn(name):
            return partial(table.sit_in, name)
        case r.TermsChanged(_, setup):
            return partial(table.change_terms, _changes(table.state.setup, setup), by=by)
        case r.Correction(of, reason, moves):
            author = by if table.state.authors else _NOBODY
            return partial(table.correct, of, reason, moves, by=author)
        case r.FloorActed():
            return _floor(table, first, records, by)
        case r.RoundVoided(_, reason):
            bank = getattr(table.state, "bank", None)
            if bank is not None and table.state.phase == "wagers":
                return _goes(table, records, [bank.name], absent) or partial(
                    table.void, reason, by=by
                )
            return partial(table.void, reason, by=by)
        case r.TimeDue() | r.TimeTaken() | r.SatOut() | r.HandStarted() | r.ButtonDrawn():
            return _clock_or_deal(table, records)
        case r.WordAdded(name, _, word):
            return partial(table.add_word, name, word)
        case r.EntryChosen(name, entry):
            return partial(table.enter, name, entry)
    return _at_the_felt(table, records, absent) or _in_the_round(table, records, by)


def _at_the_felt(table: Any, records: Sequence[r.Record], absent: bool) -> Give | None:
    """Commands of a table with a player-dealer, before the cards."""
    match records[0]:
        case r.BankOffered():
            return partial(table.offer_bank)
        case r.BankTaken(_, name, _, wager):
            return partial(table.take_bank, name, wager)
        case r.BankDeclined(_, name, why):
            return _goes(table, records, [name], absent) or partial(
                table.decline_bank, name, why, absent=absent
            )
        case r.Wagered(bettor, name, wagers) if wagers:
            return partial(table.place, name, _seat(bettor), wagers)
        case r.Wagered():
            back: list[r.Wagered] = []
            for record in records:
                if not isinstance(record, r.Wagered):
                    break
                back.append(record)
            last = back[-1]  # the seat's own wagers, after those behind it
            return _goes(table, records, [record.name for record in back], absent) or partial(
                table.place, last.name, _seat(last.bettor), {}
            )
        case r.FreeCollectionUsed(name, seat):
            return partial(table.hand_in_button, name, seat)
        case r.NoMoreBets():
            return partial(table.no_more_bets)
    return None


def _in_the_round(table: Any, records: Sequence[r.Record], by: str) -> Give:
    match records[0]:
        case r.TimedOut(_, seat):
            late = [one for one in records if isinstance(one, r.TimedOut)]
            if sum(one.why == "no answer" for one in late) > 1:
                return partial(table.expire)
            return partial(table.time_out, seat)
        case r.Happened(Declared(error)):
            more = error._asdict()
            return partial(table.declare, more.pop("kind"), by=by, **more)
        case r.Happened() | r.StakeAdded():
            chose = next(
                one.event
                for one in records
                if isinstance(one, r.Happened) and isinstance(one.event, Chose)
            )
            name = by or table.state.player_of(chose.seat)
            return partial(table.act, name, chose.seat, chose.move)
    raise AssertionError("no command begins with this")


def _floor(table: Any, acted: r.FloorActed, records: Sequence[r.Record], by: str) -> Give:
    match acted:
        case r.FloorActed("note", text):
            return partial(table.note, text, by=by)
        case r.FloorActed("time", reason, _, seat):
            return partial(table.restore_time, seat, reason, by=by)
        case r.FloorActed("unseat", reason, name):
            return partial(table.unseat, name, reason, by=by)
        case r.FloorActed("seat", reason, name, seat):
            sat = records[1]
            assert isinstance(sat, r.Sat)
            marks = {"third_party": sat.third_party, "unseen": sat.unseen}
            bought = _bought(records[1:], name)
            return partial(table.seat, name, seat, reason, by=by, buy_in=bought, **marks)
        case _:
            kind, place = acted.reason.partition(":")[0], acted.seat or acted.name or None
            return partial(table.declare, kind, place=place, by=by)


def _bought(records: Sequence[r.Record], name: str) -> int:
    match records[1:2]:
        case [r.BoughtIn(buyer, amount)] if buyer == name:
            return amount
    return 0


def _gone(records: Sequence[r.Record]) -> set[str]:
    return {record.name for record in records if isinstance(record, r.Left)}


def _goes(table: Any, records: Sequence[r.Record], names: list[str], absent: bool) -> Give | None:
    """What lay on the felt goes back because somebody leaves or sits out."""
    out = {one.name for one in records if isinstance(one, r.SatOut) and not one.why}
    gone = _gone(records)
    for name in names:
        if name in gone:
            return partial(table.leave, name, absent=absent)
        if name in out:
            return partial(table.sit_out, name, absent=absent)
    return None


def _changes(before: Any, after: Any) -> dict[str, Any]:
    """What the house changed; which of it is still by its book the table says itself."""
    fields = (one.name for one in dataclasses.fields(before) if one.name != "house_book")
    return {
        name: getattr(after, name)
        for name in fields
        if getattr(after, name) != getattr(before, name)
    }


def _clock_or_deal(table: Any, records: Sequence[r.Record]) -> Give:
    """The next hand of a table without a bank, or a look at the clock."""
    dealt = any(isinstance(one, r.HandStarted | r.ButtonDrawn) for one in records)
    if dealt or (table.state.clock_started is None and hasattr(table, "deal")):
        return partial(table.deal)
    return partial(table.tick)


def _seat(bettor: str) -> int:
    return int(bettor.partition("/")[0])

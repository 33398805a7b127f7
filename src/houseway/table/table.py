"""What every table does: seats, the cage, the clock, corrections, and writing it all down first.

A command is a generator of records. Each record changes the state when it is yielded; when the
command is done, all of them go to the journal, and only then is anybody told. A command that is
refused has yielded nothing and changed nothing.
"""

from __future__ import annotations

import dataclasses
from abc import ABC
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from houseway.cards import Chance
from houseway.errors import Refused
from houseway.filings.loader import schedule_sets
from houseway.filings.schema.base import brief
from houseway.filings.schema.common import FilingBase
from houseway.settlement.ledger import CAGE, DROP, JACKPOT, Ledger, Move, move
from houseway.table import records as r
from houseway.table.journal import Journal
from houseway.table.setup import Setup, fingerprint
from houseway.table.state import Patron, State

Clock = Callable[[], datetime]
Steps = Iterator[r.Record]
Entries = tuple[r.Entry, ...]
P = ParamSpec("P")
T = TypeVar("T", bound="Table[Any]")
AnyState = TypeVar("AnyState", bound=State)

LONGEST_NAME = 40
LONGEST_REASON = 200


def utc_now() -> datetime:
    return datetime.now(UTC)


def command(method: Callable[Concatenate[T, P], Steps]) -> Callable[Concatenate[T, P], Entries]:
    """A method that yields records becomes one that carries them out and returns the entries.

    It is the house's command; `by` names who of the house gave it.
    """

    @wraps(method)
    def run(self: T, /, *args: P.args, **kwargs: P.kwargs) -> Entries:
        self.check_rules(method.__name__)
        return self.carry_out(method(self, *args, **kwargs), str(kwargs.get("by", "")))

    return run


def wish(
    method: Callable[Concatenate[T, str, P], Steps],
) -> Callable[Concatenate[T, str, P], Entries]:
    """A command that somebody at the table gives by themselves, unless they are a bot or away."""

    @wraps(method)
    def run(self: T, name: str, /, *args: P.args, **kwargs: P.kwargs) -> Entries:
        self.check_rules(method.__name__)
        known = self.state.patrons.get(name)
        bot = known.bot if known is not None else kwargs.get("bot")
        by = "" if bot or kwargs.get("absent") else name
        return self.carry_out(method(self, name, *args, **kwargs), by)

    return run


def says_why(reason: str, by: str) -> None:
    if not reason.strip() or len(reason) > LONGEST_REASON or not reason.isprintable():
        raise Refused(
            "no-reason", f"say why, in 1 to {LONGEST_REASON} characters on one line", where="reason"
        )
    if not by:
        raise Refused("no-author", "what the floor does says who decided it", where="by")


_FIXED = ("filing", "table", "ordinance", "house_book")  # as long as the table stands


class Table(ABC, Generic[AnyState]):
    """A table in use. `source` is where chance comes from, `clock` where the time does."""

    def __init__(
        self, state: AnyState, journal: Journal, source: Chance, clock: Clock = utc_now
    ) -> None:
        self.state = state
        self.fault = ""  # why the table must be restored from its log before it can go on
        self.other_rules = ""  # why it can only end: the rules are not those its log began with
        self._journal, self._random, self._clock = journal, source, clock
        self._now = datetime.min  # of the command being carried out

    def check_rules(self, command: str) -> None:
        """A table that was begun by other rules is ended, never continued."""
        if self.other_rules and command not in ("void", "close"):
            raise Refused(
                "other-rules",
                f"{self.other_rules}; void the hand, close the table and open it anew",
            )

    def carry_out(self, steps: Iterable[r.Record], by: str = "") -> Entries:
        """Apply a command's records, keep them, and give them back to be told."""
        if self.fault:
            raise Refused("table-fault", f"restore the table from its log: {self.fault}")
        if self.state.closed:
            raise Refused("table-closed", "the table is closed")
        at = self._read_clock()
        if not self.state.authors:
            by = ""
        entries: list[r.Entry] = []
        try:
            own = () if self.other_rules else (self._go_on(), self._promise())
            for some in (steps, *own):
                for record in some:
                    entry = r.Entry(self.state.count, at, record, more=True, author=by)
                    self.state.apply(entry)
                    entries.append(entry)
            if entries:
                entries[-1] = entries[-1]._replace(more=False)
                self._journal.append(entries)
        except BaseException as error:
            if entries:  # the state is ahead of what was kept
                self.fault = f"{type(error).__name__}: {error}"
            raise
        return tuple(entries)

    def _read_clock(self) -> str:
        """The time of a command: read once, and never before that of the one before it."""
        at = self._clock().isoformat(timespec="milliseconds")
        self._now = datetime.fromisoformat(at)
        last = self.state.last_at
        if last and self._now < datetime.fromisoformat(last):
            at, self._now = last, datetime.fromisoformat(last)
        return at

    # What games add.

    def _go_on(self) -> Steps:
        """What the house dealer does next without being told, after every command."""
        yield from ()

    def _promise(self) -> Steps:
        """What is published of the next shuffle."""
        yield from ()

    def _in_action(self, patron: Patron) -> bool:  # noqa: ARG002
        """Whether somebody has chips or cards in a running round."""
        return False

    def _release(self, patron: Patron) -> Steps:  # noqa: ARG002
        """What happens to somebody's wagers who goes before the deal."""
        yield from ()

    def _absent(self) -> Steps:
        """Decisions of those who have left are made for them."""
        yield from ()

    def _check_buy_in(self, patron: Patron, amount: int) -> None:
        """Refuse a buy-in the game's rules do not allow."""

    def _check_cash_out(self, patron: Patron, amount: int) -> None:
        """Refuse a cash-out the game's rules do not allow."""

    @classmethod
    def usual_setup(cls, filing: FilingBase, *, table: str = "1") -> Setup:
        """As a house might open it: the filing's own choices, its first collection option."""
        sets = schedule_sets(filing)
        options = sets[0].options() if sets else []
        schedule = (str(options[0][1].number),) if options else ()
        return Setup(filing.id, table=table, schedule=schedule)

    # Seats and the cage.

    @wish
    def sit(
        self,
        name: str,
        seat: int,
        *,
        buy_in: int = 0,
        bot: bool = False,
        third_party: bool = False,
        unseen: bool = False,
    ) -> Steps:
        """Take an empty seat, with chips from the cage."""
        sat = r.Sat(name, seat, bot=bot, third_party=third_party, unseen=unseen)
        yield from self._sit(sat, buy_in)

    def _sit(self, sat: r.Sat, buy_in: int, *before: r.Record) -> Steps:
        self._check_name(sat.name)
        self._check_seat(sat.seat)
        taken = self.state.seats.get(sat.seat)
        if taken is not None:
            raise Refused("seat-taken", f"{taken} sits there", where=f"seat {sat.seat}")
        if buy_in:
            self._check_chips(Patron(sat.name, sat.seat), buy_in)
        yield from before
        yield sat
        if buy_in:
            yield from self._buy_in(sat.name, buy_in)

    @wish
    def buy_in(self, name: str, amount: int) -> Steps:
        """Chips from the cage."""
        yield from self._buy_in(name, amount)

    def _buy_in(self, name: str, amount: int) -> Steps:
        patron = self._patron(name)
        self._check_chips(patron, amount)
        yield r.BoughtIn(name, amount, move(CAGE, patron.account, amount))

    def _check_chips(self, patron: Patron, amount: int) -> None:
        if amount <= 0:
            raise Refused("bad-amount", "a buy-in must be more than nothing", where=patron.name)
        self._check_buy_in(patron, amount)

    @wish
    def cash_out(self, name: str, amount: int) -> Steps:
        """Chips back to the cage."""
        patron = self._patron(name)
        held = self.state.stack(name)
        if not 0 < amount <= held:
            raise Refused("bad-amount", f"{brief(amount)} of a stack of {brief(held)}", where=name)
        self._check_cash_out(patron, amount)
        yield r.CashedOut(name, amount, move(patron.account, CAGE, amount))

    @wish
    def leave(self, name: str, *, absent: bool = False) -> Steps:  # noqa: ARG002
        """Go, with all chips; one who is in a round goes when it is settled.

        One who is `absent` is taken off the table by the house.
        """
        yield from self._go(name)

    def _go(self, name: str, *before: r.Record) -> Steps:
        patron = self._patron(name)
        if patron.leaving:
            raise Refused("leaving", "is leaving already", where=name)
        yield from before
        if self._in_action(patron):
            yield r.Leaving(name)
            yield from self._absent()
        else:
            yield from self._release(patron)
            yield from self._depart(patron)

    def _depart(self, patron: Patron) -> Steps:
        held = self.state.stack(patron.name)
        if held:
            yield r.CashedOut(patron.name, held, move(patron.account, CAGE, held))
        yield r.Left(patron.name)

    def _departures(self) -> Steps:
        """Those who wanted to leave during the round."""
        for patron in [p for p in self.state.patrons.values() if p.leaving]:
            yield from self._depart(patron)

    @wish
    def sit_out(self, name: str, *, absent: bool = False) -> Steps:  # noqa: ARG002
        """Keep the seat without being dealt in or offered the bank."""
        patron = self._patron(name)
        if patron.sitting_out:
            raise Refused("sitting-out", "is sitting out already", where=name)
        if not self._in_action(patron):
            yield from self._release(patron)
        yield r.SatOut(name)

    @wish
    def sit_in(self, name: str) -> Steps:
        """Play again after sitting out."""
        if not self._patron(name).sitting_out:
            raise Refused("not-sitting-out", "is not sitting out", where=name)
        yield r.SatIn(name)

    # The floor. Whoever does these things is named, and says why.

    @command
    def note(self, text: str, *, by: str) -> Steps:
        """Something about the table that is to be kept, for everybody to read."""
        says_why(text, by)
        yield r.FloorActed("note", text)

    @command
    def unseat(self, name: str, reason: str, *, by: str) -> Steps:
        """Somebody is taken off the table, with all chips; from a round when it is settled."""
        says_why(reason, by)
        patron = self._patron(name)
        yield from self._go(name, r.FloorActed("unseat", reason, name, patron.seat or 0))

    @command
    def seat(
        self, name: str, seat: int, reason: str, *, by: str, buy_in: int = 0,
        third_party: bool = False, unseen: bool = False,
    ) -> Steps:  # fmt: skip
        """Somebody is given an empty seat, with chips from the cage."""
        says_why(reason, by)
        sat = r.Sat(name, seat, third_party=third_party, unseen=unseen)
        yield from self._sit(sat, buy_in, r.FloorActed("seat", reason, name, seat))

    # The house.

    @command
    def change_terms(self, changes: Mapping[str, Any], *, by: str = "") -> Steps:  # noqa: ARG002
        """Another schedule, other limits, options or stakes, between hands only."""
        state = self.state
        if not state.between_rounds:
            raise Refused("mid-round", "terms change between hands only")
        for name in changes:
            if name in _FIXED or not hasattr(state.setup, name):
                raise Refused("not-a-term", f"{name} cannot be changed at a table", where=name)
        own = (one for one in state.setup.house_book if one.partition(".")[0] not in changes)
        setup = dataclasses.replace(state.setup, **changes, house_book=tuple(own))
        if setup == state.setup:
            raise Refused("no-change", "these are the terms that hold already")
        terms = state.permit(setup)
        crowd = [seat for seat in state.seats if seat > terms.seats]
        if crowd:
            raise Refused(
                "seat-taken", f"seat {crowd[0]} is taken and would be gone", where="seats"
            )
        assert state.rules is not None  # or it could only end
        yield r.TermsChanged(fingerprint(setup, state.rules), setup)

    @command
    def correct(
        self, of: int, reason: str, moves: Iterable[tuple[str, str, int]] = (), *, by: str
    ) -> Steps:
        """Decide a dispute about an earlier record by a new one that names it and its author.

        `moves` puts chips right, from account to account in cents.
        """
        state = self.state
        if not 0 <= of < state.count:
            raise Refused("no-such-record", f"there is no record {of}", where="of")
        if not reason:
            raise Refused("no-reason", "a correction says why", where="reason")
        if not by:
            raise Refused("no-author", "a correction says who decided it", where="by")
        if not state.between_rounds:
            raise Refused("mid-round", "corrections are made between hands")
        entries = tuple(Move(*one) for one in moves)
        known = {CAGE, DROP, JACKPOT, *(p.account for p in state.patrons.values())}
        for source, target, amount in entries:
            strange = {source, target} - known
            if strange or amount <= 0:
                raise Refused(
                    "bad-move",
                    f"chips move between {', '.join(sorted(known))}, in whole amounts above zero",
                    where=f"{source} to {target}",
                )
        try:
            Ledger(state.ledger.balances()).post(entries)
        except AssertionError as error:
            raise Refused("not-enough", str(error), where="moves") from None
        yield r.Correction(of, reason, entries)

    @command
    def tick(self) -> Steps:
        """Look at the clock: collections by time fall due, and are taken between hands."""
        if self.state.between_rounds:
            if self.state.clock_started is not None:
                yield from self._collect_time()
        elif self._period() > self.state.periods_due:
            yield r.TimeDue(self._period())

    def _period(self) -> int:
        """Which collection by the clock is due by now, counted from 1; 0 where there is none."""
        timed, started = self.state.timed_fee, self.state.clock_started
        if timed is None:
            return 0
        if started is None:
            return 1
        return (self._now - started) // timedelta(minutes=timed.minutes) + 1

    def _collect_time(self) -> Steps:
        """The collection by the clock from each active player; who cannot pay sits out."""
        period, timed = self._period(), self.state.timed_fee_at(self._now)
        if timed is None or period <= self.state.periods:
            return
        if period > self.state.periods_due:
            yield r.TimeDue(period)
        fees: dict[str, int] = {}
        for patron in list(self.state.patrons.values()):
            if not patron.active:
                continue
            if self.state.stack(patron.name) >= timed.fee:
                fees[patron.name] = timed.fee
            else:
                yield r.SatOut(patron.name, why=f"cannot pay the collection of {brief(timed.fee)}")
        yield r.TimeTaken(
            period,
            fees,
            tuple(Move(self.state.patrons[n].account, DROP, f) for n, f in fees.items() if f),
        )

    @command
    def close(self, *, by: str = "") -> Steps:  # noqa: ARG002
        """Everybody cashes out and goes; the log gets its last line."""
        if not self.state.between_rounds:
            raise Refused("mid-round", "settle or void the round before closing")
        yield from self._break_up()
        for patron in list(self.state.patrons.values()):
            yield from self._depart(patron)
        yield r.Closed(self.state.count)

    def _break_up(self) -> Steps:
        """What a game does with chips that lie in the middle when it ends."""
        yield from ()

    # Checks.

    def _patron(self, name: str) -> Patron:
        patron = self.state.patrons.get(name)
        if patron is None:
            raise Refused("not-here", f"nobody at the table is called {name!r}", where=name)
        return patron

    def _check_name(self, name: str) -> None:
        if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise Refused(
                "bad-name", f"a name has 1 to {LONGEST_NAME} printable characters", where="name"
            )
        if "/" in name or ":" in name:
            raise Refused("bad-name", "a name has no slash and no colon", where="name")
        if name in self.state.patrons:
            raise Refused("name-taken", f"{name!r} is at the table already", where="name")

    def _check_seat(self, seat: int) -> None:
        if not 1 <= seat <= self.state.terms.seats:
            raise Refused(
                "no-such-seat",
                f"the table has seats 1 to {self.state.terms.seats}",
                where=f"seat {seat}",
                cite=str(self.state.filing.table.cite),
            )

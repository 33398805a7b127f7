"""What a table's records add up to: who sits where, with what, under which terms.

`apply` is the only thing that changes a state. A running table applies its records as it makes
them; a restored one, a report and a check apply them as they read them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar

from houseway.filings.permitted.options import in_force
from houseway.filings.pinned import Rules
from houseway.filings.schedules import Schedule
from houseway.filings.schema.collection import (
    CaliforniaGroup,
    CaliforniaOption,
    TimedGroup,
    TimedOption,
)
from houseway.filings.schema.common import FilingBase
from houseway.filings.terms import Terms
from houseway.settlement.ledger import Ledger
from houseway.table import records as r
from houseway.table.checkpoint import KeptLedger
from houseway.table.setup import Setup, check_setup, schedules_of, terms_of


@dataclass(slots=True)
class Patron:
    """Somebody at the table: seated, or standing behind to bet on others' hands."""

    name: str
    seat: int | None
    bot: bool = False
    third_party: bool = False
    sitting_out: bool = False
    leaving: bool = False
    unseen: bool = False  # has not seen a hand yet
    buttons: list[r.FreeCollectionEarned] = field(default_factory=list)

    @property
    def account(self) -> str:
        return f"rail:{self.name}" if self.seat is None else f"seat:{self.seat}"

    @property
    def active(self) -> bool:
        return self.seat is not None and not self.sitting_out and not self.leaving


@dataclass(frozen=True, slots=True)
class TimedFee:
    """A collection by the clock: so much from each active player every so many minutes."""

    minutes: int
    fee: int
    schedule: str


class State(ABC):
    """The common part: people, chips, terms, and what the clock demands."""

    setup: Setup
    terms: Terms[Any]
    kept: ClassVar[Mapping[str, Any]] = {  # by a checkpoint, with their types
        "count": int, "last_at": str, "patrons": dict[str, Patron], "seats": dict[int, str],
        "ledger": KeptLedger, "closed": bool, "round": int, "periods": int, "periods_due": int,
        "clock_started": datetime | None,
    }  # fmt: skip

    def __init__(self, filing: FilingBase) -> None:
        self._filing = filing
        self.rules: Rules | None = None  # as the log carries them; None where it has but a hash
        self.count = 0  # records so far; the next one has this number
        self.version = ""
        self.fingerprint = ""
        self.authors = True  # whether the log says who gave each command
        self.committed = False  # whether shuffles are promised before they are dealt
        self.patrons: dict[str, Patron] = {}
        self.seats: dict[int, str] = {}  # who sits where
        self.ledger = Ledger()
        self.closed = False
        self.round = 0
        self.periods = 0  # collections by the clock that were taken
        self.periods_due = 0
        self.clock_started: datetime | None = None
        self.last_at = ""
        self.timed_fee: TimedFee | None = None  # the collection by the clock in force

    @property
    def filing(self) -> Any:
        filing: Any = self.terms.filing
        return filing

    @property
    @abstractmethod
    def between_rounds(self) -> bool:
        """Whether no hand is being played and none has wagers."""

    def stack(self, name: str) -> int:
        return self.ledger[self.patrons[name].account]

    def patron_at(self, seat: int) -> Patron | None:
        name = self.seats.get(seat)
        return None if name is None else self.patrons[name]

    def schedules(self) -> list[Schedule]:
        return schedules_of(self.setup, self.filing)

    def permit(self, setup: Setup) -> Terms[Any]:
        """The terms under which the table may be opened or go on, or the rule that forbids it."""
        terms = self._terms_of(setup)
        check_setup(setup, terms)
        return terms

    def _terms_of(self, setup: Setup) -> Terms[Any]:
        return terms_of(setup, self._filing)

    def terms_at(self, at: datetime) -> Terms[Any]:
        """The terms with the option for the hour, where the table posts several."""
        if len(self.setup.schedule) < 2:
            return self.terms
        return self.terms.with_schedule(next(iter(in_force(self.schedules(), at)), None))

    def timed_fee_at(self, at: datetime) -> TimedFee | None:
        """The collection by the clock at some hour."""
        if self.timed_fee is None or len(self.setup.schedule) < 2:
            return self.timed_fee
        return self._timed_fee(in_force(self.schedules(), at))

    def _timed_fee(self, schedules: Sequence[Schedule]) -> TimedFee | None:
        for schedule in schedules:
            group, option = schedule.group, schedule.option
            if isinstance(group, TimedGroup) and isinstance(option, TimedOption):
                return TimedFee(group.minutes, option.fee, schedule.cite)
            if (
                isinstance(group, CaliforniaGroup)
                and isinstance(option, CaliforniaOption)
                and group.player_basis == "half-hour"
            ):
                return TimedFee(30, option.player[0].fee, schedule.cite)
        return None

    # Records.

    def apply(self, entry: r.Entry) -> None:
        """Take in one record."""
        record = entry.record
        if entry.number != self.count:
            raise AssertionError(f"record {entry.number} follows {self.count - 1}")
        self.count += 1
        self.last_at = entry.at
        moves = getattr(record, "moves", ())
        if moves:
            self.ledger.post(moves)
        handler = getattr(self, f"_on_{record.kind}", None)
        if handler is not None:
            handler(record)

    def set_up_by(self, record: r.Record) -> None:
        """Take the rules and terms of a record that sets them, and nothing else."""
        getattr(self, f"_on_{record.kind}")(record)

    def _on_opened(self, record: r.Opened) -> None:
        self.version, self.fingerprint = record.version, record.fingerprint
        self.authors, self.committed = record.authors, record.committed
        self.rules = record.rules
        self._set_up(record.setup)

    def _on_terms_changed(self, record: r.TermsChanged) -> None:
        self.fingerprint = record.fingerprint
        self._set_up(record.setup)

    def _set_up(self, setup: Setup) -> None:
        self.setup = setup
        self.terms = self._terms_of(setup)
        self.timed_fee = self._timed_fee(self.schedules())

    def _on_sat(self, record: r.Sat) -> None:
        self.patrons[record.name] = Patron(
            record.name, record.seat, record.bot, record.third_party, unseen=record.unseen
        )
        self.seats[record.seat] = record.name

    def _on_came(self, record: r.Came) -> None:
        self.patrons[record.name] = Patron(record.name, None, record.bot, record.third_party)

    def _on_sat_out(self, record: r.SatOut) -> None:
        self.patrons[record.name].sitting_out = True

    def _on_sat_in(self, record: r.SatIn) -> None:
        self.patrons[record.name].sitting_out = False

    def _on_leaving(self, record: r.Leaving) -> None:
        self.patrons[record.name].leaving = True

    def _on_left(self, record: r.Left) -> None:
        patron = self.patrons.pop(record.name)
        if patron.seat is not None:
            del self.seats[patron.seat]

    def _on_time_due(self, record: r.TimeDue) -> None:
        self.periods_due = record.period

    def _on_time_taken(self, record: r.TimeTaken) -> None:
        if self.clock_started is None:
            self.clock_started = datetime.fromisoformat(self.last_at)
        self.periods = self.periods_due = record.period

    def _on_closed(self, record: r.Closed) -> None:  # noqa: ARG002
        self.closed = True

"""What a table's logs add up to: hands, action, fees by rate, the drop, the bank's results.

Reports are made by table, shift and schedule, and held against the count sheet of the drop boxes.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from houseway.errors import CannotHaveHappened
from houseway.filings.schema.base import dollars
from houseway.histories.count_sheet import CountSheet, read_count_sheet
from houseway.histories.event_log import iter_log, of_log
from houseway.settlement.ledger import DROP, JACKPOT, POT, Ledger
from houseway.table import records as r
from houseway.table.codec import write_amounts

# A shift begins at an hour and lasts until the next one begins.
DEFAULT_SHIFTS: Mapping[str, time] = {
    "day": time(6),
    "swing": time(14),
    "graveyard": time(22),
}


@dataclass(frozen=True, slots=True, order=True)
class Shift:
    """A shift of a day, named by the day on which it begins."""

    day: date
    name: str

    def __str__(self) -> str:
        return f"{self.day} {self.name}"


def shift_of(at: datetime, shifts: Mapping[str, time]) -> Shift:
    """
    >>> str(shift_of(datetime(2025, 1, 2, 3), DEFAULT_SHIFTS))
    '2025-01-01 graveyard'
    """
    started = [(begin, name) for name, begin in shifts.items() if begin <= at.time()]
    if started:
        return Shift(at.date(), max(started)[1])
    last = max((begin, name) for name, begin in shifts.items())[1]
    return Shift(at.date() - timedelta(days=1), last)


SUMS = ("hands", "voided", "action", "drop", "jackpot", "not_covered", "uncovered", "waived")
_MONEY = {
    "action", "drop", "jackpot", "uncovered", "waived", "net", "fees", "expected", "counted",
    "difference",
}  # fmt: skip


def _told(one: object, *names: str) -> dict[str, Any]:
    """Some of what is known, money in dollars."""
    known = ((name, getattr(one, name)) for name in names)
    return {name: dollars(value) if name in _MONEY else value for name, value in known}


@dataclass(slots=True)
class Figures:
    """Sums over hands. Money in cents."""

    hands: int = 0
    voided: int = 0
    action: int = 0  # wagers placed before the deal, as the schedule counts them; poker: pots
    drop: int = 0
    jackpot: int = 0  # put aside for prizes, no part of the drop
    not_covered: int = 0  # hands in which the bank's wager did not reach
    uncovered: int = 0  # by how much
    waived: int = 0
    rates: Counter[tuple[str, int]] = field(default_factory=Counter)  # who pays, fee: how often

    def add(self, other: Figures) -> None:
        for name in SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.rates.update(other.rates)

    def as_json(self) -> dict[str, Any]:
        rates = [
            {"from": who, "fee": dollars(fee), "times": times}
            for (who, fee), times in sorted(self.rates.items())
        ]
        return {**_told(self, *SUMS), "rates": rates}


@dataclass(slots=True)
class BankResult:
    """What one person's turns in the bank came to, before fees."""

    hands: int = 0
    net: int = 0
    fees: int = 0

    def as_json(self) -> dict[str, Any]:
        return _told(self, "hands", "net", "fees")


@dataclass(frozen=True, slots=True)
class Counted:
    """A box of the count sheet against what the logs say it holds."""

    table: str
    shift: str  # empty: all shifts of the logs
    expected: int
    counted: int

    @property
    def difference(self) -> int:
        return self.counted - self.expected

    def as_json(self) -> dict[str, Any]:
        return _told(self, "table", "shift", "expected", "counted", "difference")


@dataclass(slots=True)
class Turn:
    """One person's hands in the bank of a table without another's between them, in one shift."""

    table: str
    shift: Shift
    name: str
    since: str
    until: str
    declined: tuple[str, ...] = ()  # who was offered the bank before and would not have it
    hands: int = 0
    voided: int = 0
    net: int = 0
    fees: int = 0

    def as_json(self) -> dict[str, Any]:
        told = _told(self, "name", "since", "until", "hands", "voided", "net", "fees")
        where = {"table": self.table, "shift": str(self.shift)}
        return {**where, **told, "declined": list(self.declined)}


@dataclass(slots=True)
class Report:
    """Figures by table, shift and schedule; the bank's results; the ledgers; the count."""

    by_table: dict[str, Figures] = field(default_factory=dict)
    by_shift: dict[Shift, Figures] = field(default_factory=dict)
    by_schedule: dict[str, Figures] = field(default_factory=dict)
    by_box: dict[tuple[str, Shift], Figures] = field(default_factory=dict)  # of a table and shift
    rotation: list[Turn] = field(default_factory=list)
    banks: dict[str, BankResult] = field(default_factory=dict)
    ledgers: dict[str, Ledger] = field(default_factory=dict)
    counted: list[Counted] = field(default_factory=list)

    @property
    def total(self) -> Figures:
        total = Figures()
        for figures in self.by_table.values():
            total.add(figures)
        return total

    @property
    def ok(self) -> bool:
        """Nothing in the count differs from what the logs say."""
        return not any(one.difference for one in self.counted)

    def as_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "total": self.total.as_json(),
            "tables": {name: one.as_json() for name, one in self.by_table.items()},
            "shifts": {str(shift): one.as_json() for shift, one in sorted(self.by_shift.items())},
            "schedules": {name: one.as_json() for name, one in self.by_schedule.items()},
            "player_dealers": {name: one.as_json() for name, one in sorted(self.banks.items())},
            "ledger": {
                table: write_amounts(ledger.balances()) for table, ledger in self.ledgers.items()
            },
        }
        answer["boxes"] = [
            {"table": table, "shift": str(shift), **one.as_json()}
            for (table, shift), one in sorted(self.by_box.items())
        ]
        answer["rotation"] = [turn.as_json() for turn in self.rotation]
        if self.counted:
            answer["counted"] = [one.as_json() for one in self.counted]
        return answer


# Making the report.


def report(paths: Iterable[Path], counted: Path | None = None) -> Report:
    """The report over some logs, held against a count sheet if there is one."""
    sheet = read_count_sheet(counted) if counted is not None else None
    shifts = (sheet.shifts if sheet else None) or DEFAULT_SHIFTS
    made = Report()
    seen: set[str] = set()
    for path in paths:
        with of_log(path):
            real = os.path.realpath(path)
            if real in seen:
                said = "this log was named before"
                raise CannotHaveHappened("named-twice", said, where=str(path))
            seen.add(real)
            add_log(made, iter_log(path), shifts, where=str(path))
    if sheet is not None:
        made.counted = list(_reconcile(made, sheet))
    return made


def add_log(
    made: Report, entries: Iterable[r.Entry], shifts: Mapping[str, time], *, where: str = "log"
) -> None:
    """Take in one log."""
    reader = LogReader(made, shifts)
    last: r.Entry | None = None
    for entry in entries:
        if last is None and not isinstance(entry.record, r.Opened):
            raise CannotHaveHappened("no-header", "the log does not open a table", where=where)
        last = entry
        reader.read(entry)
    if last is None:
        raise CannotHaveHappened("empty", "there is no record in this file", where=where)
    reader.ledger.check()


class LogReader:
    """Goes through one log, entry by entry, and adds to a report."""

    def __init__(self, made: Report, shifts: Mapping[str, time]) -> None:
        self._made, self._shifts = made, shifts
        self.ledger = Ledger()
        self._table = self._filing = self._schedule = ""
        self._bank: r.BankTaken | None = None
        self._fees: r.FeesTaken | None = None  # of the hand in play
        self._pot = 0  # all that was bet in the hand
        self._turn: Turn | None = None  # in the bank
        self._declined: list[str] = []

    def read(self, entry: r.Entry) -> None:
        record = entry.record
        if isinstance(record, r.Opened):
            self._table = record.setup.table
            self.ledger = self._made.ledgers.setdefault(self._table, self.ledger)
        if isinstance(record, r.Opened | r.TermsChanged):
            setup = record.setup
            self._filing = setup.filing
            self._schedule = " ".join((setup.filing, "+".join(setup.schedule) or "no schedule"))
        if isinstance(record, r.HandStarted) and record.schedule:
            self._schedule = f"{self._filing} {record.schedule}"  # of that number of players
        moves = getattr(record, "moves", ())
        self.ledger.post(moves)
        self._rotate(entry)
        figures = self._figures(record)
        for name, account in (("drop", DROP), ("jackpot", JACKPOT)):
            taken = sum(m.amount for m in moves if m.target == account)
            setattr(figures, name, taken - sum(m.amount for m in moves if m.source == account))
        if figures != Figures():
            self._add(entry, figures)

    def _rotate(self, entry: r.Entry) -> None:
        """Follow who holds the bank."""
        record, turn = entry.record, self._turn
        if isinstance(record, r.BankDeclined):
            self._declined.append(record.name)
        elif isinstance(record, r.BankTaken):
            shift = shift_of(datetime.fromisoformat(entry.at), self._shifts)
            if turn is None or (turn.name, turn.shift) != (record.name, shift):
                declined = tuple(dict.fromkeys(self._declined))
                turn = Turn(self._table, shift, record.name, entry.at, entry.at, declined)
                self._made.rotation.append(turn)
            self._turn, self._declined = turn, []
        elif turn is not None and isinstance(record, r.Settled | r.RoundVoided):
            turn.until = entry.at
            if isinstance(record, r.RoundVoided):
                turn.voided += 1
            else:
                turn.hands += 1
                turn.net += record.net.get("bank", 0)
                turn.fees += self._fees.bank if self._fees else 0

    def _figures(self, record: r.Record) -> Figures:
        """What one record adds, the drop apart; a hand counts when it is settled."""
        figures = Figures()
        if isinstance(record, r.BankTaken):
            self._bank = record
        elif isinstance(record, r.FeesTaken):
            self._fees = record
        elif isinstance(record, r.TimeTaken):
            figures.rates = Counter(("time", fee) for fee in record.fees.values())
        elif isinstance(record, r.RoundVoided):
            figures.voided, self._fees = 1, None
        elif isinstance(record, r.HandStarted):
            self._pot = 0
        elif isinstance(record, r.HandSettled):
            figures.hands = 1
            figures.action = self._pot + _into_pot(record)
            if record.fee:
                figures.rates = Counter({("pot", record.fee): 1})
        elif isinstance(record, r.PointsSettled):
            figures.hands, figures.action = 1, _into_pot(record)
        elif isinstance(record, r.ChipsMoved):
            self._pot += _into_pot(record)
        elif isinstance(record, r.Settled):
            figures.hands = 1
            figures.uncovered = sum(line.uncovered for line in record.lines)
            figures.not_covered = int(figures.uncovered > 0)
            if self._bank is not None:
                bank = self._made.banks.setdefault(self._bank.name, BankResult())
                bank.hands += 1
                bank.net += record.net.get("bank", 0)
                bank.fees += self._fees.bank if self._fees else 0
            if self._fees is not None:
                figures.action = self._fees.action
                figures.waived = sum(self._fees.waived.values())
                figures.rates = Counter({("bank", self._fees.bank): 1})
                figures.rates.update(("player", fee) for fee in self._fees.seats.values())
            self._fees = None
        return figures

    def _add(self, entry: r.Entry, figures: Figures) -> None:
        made, shift = self._made, shift_of(datetime.fromisoformat(entry.at), self._shifts)
        made.by_table.setdefault(self._table, Figures()).add(figures)
        made.by_shift.setdefault(shift, Figures()).add(figures)
        made.by_schedule.setdefault(self._schedule, Figures()).add(figures)
        made.by_box.setdefault((self._table, shift), Figures()).add(figures)


def _into_pot(record: r.ChipsMoved | r.HandSettled | r.PointsSettled) -> int:
    return sum(move.amount for move in record.moves if move.target == POT)


def _reconcile(made: Report, sheet: CountSheet) -> Iterator[Counted]:
    """Every counted box against the logs, and every table with a drop that was not counted."""
    named = {(box.table, box.shift) for box in sheet.box}
    for box in sheet.box:
        expected = sum(
            figures.drop
            for (table, shift), figures in made.by_box.items()
            if table == box.table and box.shift in ("", str(shift))
        )
        yield Counted(box.table, box.shift, expected, box.counted)
    for (table, shift), figures in sorted(made.by_box.items()):
        if (table, "") not in named and (table, str(shift)) not in named and figures.drop:
            yield Counted(table, str(shift), figures.drop, 0)

"""What a table's logs add up to: hands, action, fees by rate, the drop, the bank's results.

Reports are made by table, shift and schedule, and held against the count sheet of the drop boxes.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from houseway.errors import CannotHaveHappened
from houseway.filings.schema.base import Record, cents, dollars
from houseway.histories.event_log import read_log
from houseway.settlement.ledger import DROP, Ledger
from houseway.table import records as r

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


@dataclass(slots=True)
class Figures:
    """Sums over hands. Money in cents."""

    hands: int = 0
    voided: int = 0
    action: int = 0  # wagers placed before the deal, as the schedule counts them; poker: pots
    drop: int = 0
    not_covered: int = 0  # hands in which the bank's wager did not reach
    uncovered: int = 0  # by how much
    waived: int = 0
    rates: Counter[tuple[str, int]] = field(default_factory=Counter)  # who pays, fee: how often

    def add(self, other: Figures) -> None:
        for name in ("hands", "voided", "action", "drop", "not_covered", "uncovered", "waived"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.rates.update(other.rates)

    def as_json(self) -> dict[str, Any]:
        return {
            "hands": self.hands,
            "voided": self.voided,
            "action": dollars(self.action),
            "drop": dollars(self.drop),
            "not_covered": self.not_covered,
            "uncovered": dollars(self.uncovered),
            "waived": dollars(self.waived),
            "rates": [
                {"from": who, "fee": dollars(fee), "times": times}
                for (who, fee), times in sorted(self.rates.items())
            ],
        }


@dataclass(slots=True)
class BankResult:
    """What one person's turns in the bank came to, before fees."""

    hands: int = 0
    net: int = 0
    fees: int = 0

    def as_json(self) -> dict[str, Any]:
        return {"hands": self.hands, "net": dollars(self.net), "fees": dollars(self.fees)}


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
        return {
            "table": self.table,
            "shift": self.shift,
            "expected": dollars(self.expected),
            "counted": dollars(self.counted),
            "difference": dollars(self.difference),
        }


@dataclass(slots=True)
class Report:
    """Figures by table, shift and schedule; the bank's results; the ledgers; the count."""

    by_table: dict[str, Figures] = field(default_factory=dict)
    by_shift: dict[Shift, Figures] = field(default_factory=dict)
    by_schedule: dict[str, Figures] = field(default_factory=dict)
    drops: dict[tuple[str, Shift], int] = field(default_factory=dict)
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
                table: {name: dollars(amount) for name, amount in ledger.balances().items()}
                for table, ledger in self.ledgers.items()
            },
        }
        if self.counted:
            answer["counted"] = [one.as_json() for one in self.counted]
        return answer


# The count sheet.


def _amount(value: Any) -> int:
    return cents(value)


def _hours(value: Any) -> Any:
    return {name: time.fromisoformat(at) for name, at in value.items()}


class Box(Record):
    """One drop box as it was counted: an amount, or chips by their value."""

    table: str
    shift: str = ""  # "2025-01-01 swing"; empty: the whole evening
    amount: Annotated[int, BeforeValidator(_amount)] | None = None
    chips: dict[str, int] = {}

    @property
    def counted(self) -> int:
        return (self.amount or 0) + sum(cents(value) * n for value, n in self.chips.items())


class CountSheet(Record):
    """What was found in the drop boxes, and when the shifts begin."""

    box: list[Box] = Field(min_length=1)
    shifts: Annotated[dict[str, time], BeforeValidator(_hours)] = {}


def read_count_sheet(path: Path) -> CountSheet:
    """A count sheet in TOML or JSON."""
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".json":
            data = json.loads(text, parse_float=Decimal)
        else:
            data = tomllib.loads(text, parse_float=Decimal)
        return CountSheet.model_validate(data)
    except OSError as error:
        raise CannotHaveHappened(
            "no-such-file", f"cannot be read: {error}", where=str(path)
        ) from None
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise CannotHaveHappened(
            "bad-count-sheet", first["msg"], where=f"{path}: {place}"
        ) from None
    except ValueError as error:
        raise CannotHaveHappened("bad-count-sheet", str(error), where=str(path)) from None


# Making the report.


def report(paths: Iterable[Path], counted: Path | None = None) -> Report:
    """The report over some logs, held against a count sheet if there is one."""
    sheet = read_count_sheet(counted) if counted is not None else None
    shifts = (sheet.shifts if sheet else None) or DEFAULT_SHIFTS
    made = Report()
    for path in paths:
        add_log(made, read_log(path), shifts, where=str(path))
    if sheet is not None:
        made.counted = list(_reconcile(made, sheet))
    return made


def add_log(
    made: Report, entries: Iterable[r.Entry], shifts: Mapping[str, time], *, where: str = "log"
) -> None:
    """Take in one log."""
    ledger, table, schedule = Ledger(), "", ""
    bank: r.BankTaken | None = None
    for entry in entries:
        record = entry.record
        if isinstance(record, r.Opened):
            table, schedule = (
                record.setup.table,
                _schedule(record.setup.filing, record.setup.schedule),
            )
            made.ledgers.setdefault(table, ledger)
            ledger = made.ledgers[table]
        elif isinstance(record, r.TermsChanged):
            schedule = _schedule(record.setup.filing, record.setup.schedule)
        elif isinstance(record, r.BankTaken):
            bank = record
        moves = getattr(record, "moves", ())
        ledger.post(moves)
        figures = _figures(record)
        dropped = sum(m.amount for m in moves if m.target == DROP)
        dropped -= sum(m.amount for m in moves if m.source == DROP)
        if figures is None and not dropped:
            continue
        if not table:
            raise CannotHaveHappened("no-header", "the log does not open a table", where=where)
        figures = figures or Figures()
        figures.drop = dropped
        shift = shift_of(datetime.fromisoformat(entry.at), shifts)
        made.by_table.setdefault(table, Figures()).add(figures)
        made.by_shift.setdefault(shift, Figures()).add(figures)
        made.by_schedule.setdefault(schedule, Figures()).add(figures)
        made.drops[(table, shift)] = made.drops.get((table, shift), 0) + dropped
        if bank is not None:
            _add_bank(made.banks.setdefault(bank.name, BankResult()), record)
    ledger.check()


def _schedule(filing: str, schedule: tuple[str, ...]) -> str:
    return f"{filing} {'+'.join(schedule)}" if schedule else f"{filing} without schedule"


def _figures(record: r.Record) -> Figures | None:
    """What one record adds, the drop apart."""
    if isinstance(record, r.Settled):
        uncovered = sum(line.uncovered for line in record.lines)
        return Figures(hands=1, not_covered=bool(uncovered), uncovered=uncovered)
    if isinstance(record, r.FeesTaken):
        rates = Counter({("bank", record.bank): 1})
        rates.update(("player", fee) for fee in record.seats.values())
        return Figures(action=record.action, waived=sum(record.waived.values()), rates=rates)
    if isinstance(record, r.TimeTaken):
        return Figures(rates=Counter(("time", fee) for fee in record.fees.values()))
    if isinstance(record, r.RoundVoided):
        return Figures(voided=1)
    return None


def _add_bank(result: BankResult, record: r.Record) -> None:
    if isinstance(record, r.Settled):
        result.hands += 1
        result.net += record.net.get("bank", 0)
    elif isinstance(record, r.FeesTaken):
        result.fees += record.bank


def _reconcile(made: Report, sheet: CountSheet) -> Iterator[Counted]:
    """Every counted box against the logs, and every table with a drop that was not counted."""
    named = {(box.table, box.shift) for box in sheet.box}
    for box in sheet.box:
        expected = sum(
            amount
            for (table, shift), amount in made.drops.items()
            if table == box.table and box.shift in ("", str(shift))
        )
        yield Counted(box.table, box.shift, expected, box.counted)
    for (table, shift), amount in sorted(made.drops.items()):
        if (table, "") not in named and (table, str(shift)) not in named and amount:
            yield Counted(table, str(shift), amount, 0)

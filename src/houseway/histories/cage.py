"""The cage's log checked: balances carried forward, and held against the log of a table."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.filings.schema.base import dollars
from houseway.histories.findings import Finding, Verified
from houseway.histories.reenact import Line, WrongRecordError, written_as
from houseway.table import records as r

CAGE = "cage"  # the name of its log among those of the tables, which have hexadecimal digits

# Why chips move, and whether they then come into the account. Those of a locked table are returned
# by the house, and no record of the table moved them.
_REASONS = {
    "gift": True, "refill": True, "returned": True, "cashed_out": True, "bought_in": False,
}  # fmt: skip


class CageBook:
    """What lies in every account, line by line."""

    def __init__(self, header: Line) -> None:
        assert isinstance(header.entry.record, r.CageOpened)
        self.began = header.entry.at
        self._accounts = dict(header.entry.record.accounts)
        self._next, self._at = header.entry.number, header.entry.at
        self.at_tables: dict[str, dict[int, r.AccountMoved]] = {}  # by table and record
        self._follow(header)

    def enter(self, line: Line) -> None:
        """One more line; it must follow from those before it."""
        self._follow(line)
        record = line.entry.record
        if not isinstance(record, r.AccountMoved):
            raise _wrong(line, "this is no business of the cage")
        due = self._accounts.get(record.account, 0) + record.amount
        if record.balance != due:
            raise _wrong(line, f"balance is {dollars(record.balance)} and should be {dollars(due)}")
        if due < 0:
            raise _wrong(line, f"{record.account} has too few chips")
        comes = _REASONS.get(record.reason)
        if comes is None or (record.amount > 0) is not comes:
            raise _wrong(line, f"{dollars(record.amount)} cannot be {record.reason!r}")
        by_record = record.reason in ("bought_in", "cashed_out")
        if bool(record.table) is (record.reason in ("gift", "refill")) or by_record is (
            record.number is None
        ):
            raise _wrong(line, "chips of a table name the record that moved them, others none")
        self._accounts[record.account] = due
        if record.number is not None:
            known = self.at_tables.setdefault(record.table, {})
            if record.number in known:
                raise _wrong(line, f"record {record.number} of the table has moved them before")
            known[record.number] = record

    def _follow(self, line: Line) -> None:
        entry = line.entry
        if entry.number != self._next or entry.more or entry.author:
            raise _wrong(line, f"this is not line {self._next} of the cage")
        if not written_as(line, r.write_entry(entry)):
            raise _wrong(line, "it is not written as a cage writes")
        if entry.at < self._at:
            raise _wrong(line, f"the time runs backwards, from {self._at} to {entry.at}")
        self._next, self._at = self._next + 1, entry.at


def _wrong(line: Line, why: str) -> WrongRecordError:
    what = f"record {line.entry.number} ({line.entry.record.kind})"
    return WrongRecordError(line.number, "cage", f"{what}: {why}")


def follow_cage(lines: Iterable[Line], found: Verified) -> CageBook | None:
    """The cage's book from its log; what is wrong with it stands among the findings."""
    book: CageBook | None = None
    try:
        for line in lines:
            if book is not None:
                book.enter(line)
            elif isinstance(line.entry.record, r.CageOpened):
                book = CageBook(line)
            else:
                raise WrongRecordError(1, "no-header", "the first record opens no cage")
    except WrongRecordError as wrong:
        found.findings.append(Finding(wrong.code, wrong.line, str(wrong)))
        return None
    return book


def compare_with_cage(lines: Iterable[Line], book: CageBook) -> Iterable[Finding]:
    """Chips that people bought at a table or brought back, against the cage's lines of them."""
    table, bots, number = "", set[str](), 0
    known: dict[int, r.AccountMoved] = {}
    for line in lines:
        record, number = line.entry.record, line.number
        if isinstance(record, r.Opened):
            table = record.setup.table
            known = dict(book.at_tables.get(table, {}))
        elif isinstance(record, r.Sat | r.Came):
            (bots.add if record.bot else bots.discard)(record.name)
        elif isinstance(record, r.BoughtIn | r.CashedOut) and record.name not in bots:
            sign = -1 if isinstance(record, r.BoughtIn) else 1
            there = known.pop(line.entry.number, None)
            is_there = there and (there.account, there.amount, there.reason)
            if is_there != (record.name, sign * record.amount, record.kind) and (
                there is not None or line.entry.at >= book.began
            ):
                why = f"record {line.entry.number} ({record.kind}): the cage knows of {is_there}"
                yield Finding("cage", line.number, why)
    for missing in known:
        why = f"record {missing}: the cage has moved chips for it, and the log has no such record"
        yield Finding("cage", number, why)

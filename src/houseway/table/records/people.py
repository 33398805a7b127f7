"""The table and the people at it."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.table.codec import Amounts, Money, Moved, RulesField, SetupField
from houseway.table.records.base import Record


@dataclass(frozen=True, slots=True)
class Opened(Record):
    """The header: the rules of the table, whole and by their hash, and the program's version.

    Up to version 2 of the format a log had their hash only; where nobody knows any more what it
    stood for, there are no `rules`.

    With `authors` the log says who gave each command, and of each settlement which hands were
    not shown. Logs of 0.1.0 do not, and a table goes on as its log began. With `committed` every
    shuffle is promised before it is dealt.
    """

    version: str
    fingerprint: str
    setup: SetupField
    authors: bool = False
    committed: bool = False
    rules: RulesField = None


@dataclass(frozen=True, slots=True)
class TermsChanged(Record):
    """Another schedule, other limits or options, from the next hand on."""

    fingerprint: str
    setup: SetupField


@dataclass(frozen=True, slots=True)
class Sat(Record):
    name: str
    seat: int
    bot: bool = False
    third_party: bool = False  # a proposition player of a third-party provider
    unseen: bool = False  # has not seen a hand yet, here or elsewhere: the bank passes them by


@dataclass(frozen=True, slots=True)
class Came(Record):
    """One who stands behind and bets on other people's hands."""

    name: str
    bot: bool = False
    third_party: bool = False


@dataclass(frozen=True, slots=True)
class SatOut(Record):
    name: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class SatIn(Record):
    name: str


@dataclass(frozen=True, slots=True)
class Leaving(Record):
    """Goes as soon as the round is settled; until then nothing more is asked of them."""

    name: str


@dataclass(frozen=True, slots=True)
class Left(Record):
    name: str


@dataclass(frozen=True, slots=True)
class BoughtIn(Record):
    name: str
    amount: Money
    moves: Moved


@dataclass(frozen=True, slots=True)
class CashedOut(Record):
    name: str
    amount: Money
    moves: Moved


@dataclass(frozen=True, slots=True)
class Correction(Record):
    """A decision of the floor about an earlier record, which itself stays as it is."""

    of: int
    reason: str
    moves: Moved = ()


@dataclass(frozen=True, slots=True)
class FloorActed(Record):
    """Something the floor did at the table, whose author the entry names, and why.

    `act` is `note`, `time` (a decision is given its time again), `unseat`, `seat`, `ruled` (what
    the filing orders is told and moves nothing) or `deck-change`; `name` and `seat` say of whom.
    """

    act: str
    reason: str
    name: str = ""
    seat: int = 0


@dataclass(frozen=True, slots=True)
class TimeDue(Record):
    """A collection by the clock has fallen due; it is taken before the next hand."""

    period: int


@dataclass(frozen=True, slots=True)
class TimeTaken(Record):
    """The collection by the clock, from each active player."""

    period: int
    fees: Amounts
    moves: Moved


@dataclass(frozen=True, slots=True)
class Closed(Record):
    """The table is closed; nothing follows. `entries` counts the records before this one."""

    entries: int

"""Reading a log with the rules in hand: checks that share no code with the tables they check.

Each check is told one record after another, so that a long log is read once for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Protocol

from houseway.table import records as r


class Check(Protocol):
    def read(self, record: r.Record, /) -> None: ...


def watched(entries: Iterable[r.Entry], *checks: Check) -> Iterator[r.Entry]:
    """The entries as they are, each shown to the checks first."""
    for entry in entries:
        for check in checks:
            check.read(entry.record)
        yield entry


def read_through(entries: Iterable[r.Entry], *checks: Check) -> None:
    for _ in watched(entries, *checks):
        pass


class Chips:
    """Chips are conserved at every record, and nothing lies on the felt between hands."""

    def __init__(self) -> None:
        self.at: Counter[str] = Counter()
        self.void = 0

    def read(self, record: r.Record, /) -> None:
        for source, target, amount in getattr(record, "moves", ()):
            assert amount > 0, record
            self.at[source] -= amount
            self.at[target] += amount
            assert source == "cage" or self.at[source] >= 0, (source, record)
        assert sum(self.at.values()) == 0, record
        if isinstance(record, r.Settled | r.HandSettled | r.PointsSettled | r.RoundVoided):
            felt = {a: n for a, n in self.at.items() if a.startswith(("felt", "bank", "pot")) and n}
            assert not felt, (record, felt)
        if isinstance(record, r.BoughtIn | r.CashedOut):
            assert "cage" in record.moves[0]
            assert record.moves[0].amount == record.amount
        self.void += isinstance(record, r.RoundVoided)


class Settlements:
    """What the lines of a settlement say is what each stack gained over the hand."""

    def __init__(self) -> None:
        self.hands = 0
        self._chips: Counter[str] = Counter()
        self._before: Counter[str] = Counter()
        self._owners: dict[str, str] = {}
        self._accounts: dict[str, str] = {}
        self._bank = ""

    def read(self, record: r.Record, /) -> None:
        if isinstance(record, r.Sat):
            self._accounts[record.name] = f"seat:{record.seat}"
        elif isinstance(record, r.Came):
            self._accounts[record.name] = f"rail:{record.name}"
        elif isinstance(record, r.BankTaken):
            self._before, self._owners = Counter(self._chips), {}
            self._bank = record.name
        elif isinstance(record, r.Wagered):
            self._owners[record.bettor] = record.name
        elif isinstance(record, r.BoughtIn | r.CashedOut | r.FeesTaken | r.TimeTaken):
            self._post(self._before, record)  # apart from the result of the hand
        self._post(self._chips, record)
        if isinstance(record, r.Settled):
            self.hands += 1
            won: Counter[str] = Counter({self._accounts[self._bank]: record.net["bank"]})
            for line in record.lines:
                won[self._accounts[self._owners[line.bettor]]] += line.net
            for account in set(self._accounts.values()):
                gained = self._chips[account] - self._before[account]
                assert gained == won[account], (account, record)

    @staticmethod
    def _post(chips: Counter[str], record: r.Record) -> None:
        for source, target, amount in getattr(record, "moves", ()):
            chips[source] -= amount
            chips[target] += amount


class Rotation:
    """The bank as filed: two hands each, then clockwise to the next who is there.

    Worked out from who sits where: of all who may be asked, the nearest one clockwise of the last
    bank; the last bank itself only when all others have declined, and never where the filing
    wants another player in between.
    """

    def __init__(self, *, seats: int, broken: bool) -> None:
        self.seen: Counter[str] = Counter()
        self._seats, self._broken = seats, broken
        self._there: dict[int, str] = {}
        self._away: set[str] = set()
        self._declined: list[str] = []
        self._held: tuple[int, str, int] | None = None  # seat, name, turn of the last hand settled
        self._in_row: Counter[str] = Counter()
        self._taken: r.BankTaken | None = None
        self._again: r.BankTaken | None = None

    def read(self, record: r.Record, /) -> None:
        if isinstance(record, r.Sat):
            self._there[record.seat] = record.name
        elif isinstance(record, r.Left):
            self._there = {s: name for s, name in self._there.items() if name != record.name}
        elif isinstance(record, r.SatOut | r.Leaving):
            self._away.add(record.name)
        elif isinstance(record, r.SatIn):
            self._away.discard(record.name)
        elif isinstance(record, r.BankOffered):
            self._offered(record)
        elif isinstance(record, r.BankDeclined):
            self._declined.append(record.name)
            self.seen["declined"] += 1
        elif isinstance(record, r.BankRefused):
            assert record.broken is self._broken
            self._declined = []
            self.seen["refused"] += 1
        elif isinstance(record, r.BankTaken):
            self._taken, self._declined, self._again = record, [], None
        elif isinstance(record, r.Settled):
            self._settled()
        elif isinstance(record, r.RoundVoided):
            self._again = self._taken

    def _offered(self, record: r.BankOffered) -> None:
        self.seen["offered"] += 1
        able = {
            seat: name
            for seat, name in self._there.items()
            if name not in self._away and name not in (*self._declined, *record.spared)
        }
        held, again = self._held, self._again
        assert able.get(record.seat) == record.name, record
        if again is not None and able.get(again.seat) == again.name:
            assert (record.name, record.turn) == (again.name, again.turn)
        elif held is not None and held[2] == 1 and able.get(held[0]) == held[1]:
            assert (record.name, record.turn) == (held[1], 2), record
        else:
            assert record.turn == 1, record
            start = held[0] if held else 0
            others = [seat for seat, name in able.items() if held is None or name != held[1]]
            if others:
                nearest = min(others, key=lambda seat: (seat - start - 1) % self._seats)
                assert record.seat == nearest, record
            else:
                assert held is not None
                assert record.name == held[1]
                assert not (self._broken and self._in_row[held[1]] >= 2), record

    def _settled(self) -> None:
        taken = self._taken
        assert taken is not None
        row = self._in_row[taken.name] + 1
        self._in_row = Counter({taken.name: row})
        assert not (self._broken and row > 2), "three hands in a row"
        self._held = (taken.seat, taken.name, taken.turn)
        self.seen[f"turn {taken.turn}"] += 1


class Button:
    """The button goes to the next player clockwise who is dealt in."""

    def __init__(self) -> None:
        self.hands = 0
        self._last: int | None = None
        self._drawn: int | None = None

    def read(self, record: r.Record, /) -> None:
        if isinstance(record, r.ButtonDrawn):
            self._drawn = record.seat
        if not isinstance(record, r.HandStarted):
            return
        self.hands += 1
        if record.button is None:
            return
        if self._drawn is not None:
            assert record.button == self._drawn
            self._drawn = None
        elif self._last is not None:
            # One who comes in on the blind has let the button pass.
            posts = dict(zip(record.seats, record.blinds, strict=False))
            blind = {seat for seat, post in posts.items() if post > 0 and len(posts) > 2}
            ring = sorted({*record.seats, record.button} - blind)
            expected = next((seat for seat in ring if seat > self._last), ring[0])
            assert record.button == expected, record
        self._last = record.button


def check_chips(entries: Iterable[r.Entry]) -> Chips:
    chips = Chips()
    read_through(entries, chips)
    return chips

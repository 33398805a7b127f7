"""Reading a log with the rules in hand: checks that share no code with the tables they check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from houseway.table import records as r


class Chips:
    """Balances from the moves of records alone; only the cage goes below zero."""

    def __init__(self) -> None:
        self.at: Counter[str] = Counter()

    def read(self, record: r.Record) -> None:
        for source, target, amount in getattr(record, "moves", ()):
            assert amount > 0, record
            self.at[source] -= amount
            self.at[target] += amount
            assert source == "cage" or self.at[source] >= 0, (source, record)
        assert sum(self.at.values()) == 0, record


def check_chips(entries: Iterable[r.Entry]) -> Chips:
    """Chips are conserved at every record, and nothing lies on the felt between hands."""
    chips = Chips()
    for entry in entries:
        record = entry.record
        chips.read(record)
        if isinstance(record, r.Settled | r.HandSettled | r.PointsSettled | r.RoundVoided):
            felt = {
                a: n for a, n in chips.at.items() if a.startswith(("felt", "bank", "pot")) and n
            }
            assert not felt, (record, felt)
        if isinstance(record, r.BoughtIn | r.CashedOut):
            assert {record.moves[0].source, record.moves[0].target} >= {"cage"}
            assert record.moves[0].amount == record.amount
    return chips


def check_settlements(entries: Iterable[r.Entry]) -> int:
    """What the lines of a settlement say is what each stack gained over the hand."""
    chips = Chips()
    owners: dict[str, str] = {}
    accounts: dict[str, str] = {}
    before: Counter[str] = Counter()
    bank = ""
    hands = 0
    for entry in entries:
        record = entry.record
        if isinstance(record, r.Sat):
            accounts[record.name] = f"seat:{record.seat}"
        elif isinstance(record, r.Came):
            accounts[record.name] = f"rail:{record.name}"
        elif isinstance(record, r.BankTaken):
            before, owners = Counter(chips.at), {}
            bank = record.name
        elif isinstance(record, r.Wagered):
            owners[record.bettor] = record.name
        elif isinstance(record, r.BoughtIn | r.CashedOut | r.FeesTaken | r.TimeTaken):
            for source, target, amount in record.moves:  # apart from the result of the hand
                before[source] -= amount
                before[target] += amount
        chips.read(record)
        if isinstance(record, r.Settled):
            hands += 1
            won: Counter[str] = Counter({accounts[bank]: record.net["bank"]})
            for line in record.lines:
                won[accounts[owners[line.bettor]]] += line.net
            for account in set(accounts.values()):
                assert chips.at[account] - before[account] == won[account], (account, record)
    return hands


def check_rotation(entries: Iterable[r.Entry], *, seats: int, broken: bool) -> Counter[str]:
    """The bank as filed: two hands each, then clockwise to the next who is there.

    Worked out from who sits where: of all who may be asked, the nearest one clockwise of the last
    bank; the last bank itself only when all others have declined, and never where the filing
    wants another player in between.
    """
    there: dict[int, str] = {}
    away: set[str] = set()
    held: tuple[int, str, int] | None = None  # seat, name, turn of the last hand settled
    in_row: Counter[str] = Counter()
    declined: list[str] = []
    taken: r.BankTaken | None = None
    again: r.BankTaken | None = None
    seen: Counter[str] = Counter()
    for entry in entries:
        record = entry.record
        if isinstance(record, r.Sat):
            there[record.seat] = record.name
        elif isinstance(record, r.Left):
            there = {seat: name for seat, name in there.items() if name != record.name}
        elif isinstance(record, r.SatOut | r.Leaving):
            away.add(record.name)
        elif isinstance(record, r.SatIn):
            away.discard(record.name)
        elif isinstance(record, r.BankOffered):
            able = {s: n for s, n in there.items() if n not in away and n not in declined}
            assert able.get(record.seat) == record.name, record
            if again is not None and able.get(again.seat) == again.name:
                assert (record.name, record.turn) == (again.name, again.turn)
            elif held is not None and held[2] == 1 and able.get(held[0]) == held[1]:
                assert (record.name, record.turn) == (held[1], 2), record
            else:
                assert record.turn == 1, record
                start = held[0] if held else 0
                others = [s for s, n in able.items() if held is None or n != held[1]]
                if others:
                    nearest = min(others, key=lambda s: (s - start - 1) % seats)
                    assert record.seat == nearest, record
                else:
                    assert held is not None
                    assert record.name == held[1]
                    assert not (broken and in_row[held[1]] >= 2), record
            seen["offered"] += 1
        elif isinstance(record, r.BankDeclined):
            declined.append(record.name)
            seen["declined"] += 1
        elif isinstance(record, r.BankRefused):
            assert record.broken is broken
            declined = []
            seen["refused"] += 1
        elif isinstance(record, r.BankTaken):
            taken, declined, again = record, [], None
        elif isinstance(record, r.Settled):
            assert taken is not None
            row = in_row[taken.name] + 1
            in_row = Counter({taken.name: row})
            assert not (broken and row > 2), "three hands in a row"
            held = (taken.seat, taken.name, taken.turn)
            seen[f"turn {taken.turn}"] += 1
        elif isinstance(record, r.RoundVoided):
            again = taken
    return seen


def check_button(entries: Iterable[r.Entry]) -> int:
    """The button goes to the next player clockwise who was dealt in; hands counted."""
    last: int | None = None
    drawn: int | None = None
    hands = 0
    for entry in entries:
        record: Any = entry.record
        if isinstance(record, r.ButtonDrawn):
            drawn = record.seat
        if not isinstance(record, r.HandStarted):
            continue
        hands += 1
        if record.button is None:
            continue
        if drawn is not None:
            assert record.button == drawn
            drawn = None
        elif last is not None:
            ring = sorted({*record.seats, record.button})
            expected = next((seat for seat in ring if seat > last), ring[0])
            assert record.button == expected, record
        last = record.button
    return hands

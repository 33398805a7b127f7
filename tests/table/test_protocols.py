"""What others may bring to a table: chance, a journal, a bot, each by doing what is asked of it.

None of them derives from a class of ours but the bot; mypy holds their shapes as well.
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from typing import Any

from houseway.cards import CARDS, Chance, roll, shuffled
from houseway.rounds.steps import Ask
from houseway.table import Bot, Entry, Journal, Setup, View, fold, open_table
from houseway.table.banked import BankedTable
from houseway.table.evening import BankedEvening
from tests.table.tables import CLUB, Clock


class Device:
    """Chance from outside: here the digests of a counter, cut to size without bias."""

    def __init__(self) -> None:
        self._count = 0

    def randint(self, a: int, b: int, /) -> int:
        sides = b - a + 1
        while True:
            self._count += 1
            drawn = int.from_bytes(sha256(b"%d" % self._count).digest()[:4], "big")
            if drawn < 2**32 // sides * sides:
                return a + drawn % sides

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        for last in range(len(x) - 1, 0, -1):
            other = self.randint(0, last)
            x[last], x[other] = x[other], x[last]


class Lines:
    """A journal from outside."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def append(self, entries: Sequence[Entry], /) -> None:
        self.entries.extend(entries)

    def settled(self) -> list[Any]:
        return [entry.record for entry in self.entries if entry.record.kind == "settled"]


class Cautious(Bot):
    """Always ten dollars on the ante, and always folds."""

    def wagers(self, view: View, /) -> dict[str, int]:  # noqa: ARG002
        return {"ante": 10_00}

    def bank(self, view: View, /) -> int | None:  # noqa: ARG002
        return 500_00

    def choose(self, ask: Ask, view: View, /) -> str:  # noqa: ARG002
        return "fold"


def test_chance_from_outside_shuffles_and_throws() -> None:
    device: Chance = Device()
    assert sorted(shuffled(CARDS, device), key=lambda card: card.index) == list(CARDS)
    assert {face for _ in range(100) for face in roll(device).faces} == {1, 2, 3, 4, 5, 6}


def test_a_table_runs_on_what_others_bring() -> None:
    journal = Lines()
    kept: Journal = journal
    table = open_table(Setup(CLUB), kept, Device(), Clock())
    assert isinstance(table, BankedTable)
    evening = BankedEvening(table, random.Random(1), Cautious, seats=3, behind=0, stack=2_000_00)
    for _ in evening.play(2):
        pass
    kinds = [entry.record.kind for entry in journal.entries]
    assert kinds.count("settled") == 2
    (answers,) = {line.outcome for record in journal.settled() for line in record.lines}
    assert answers == "lose"  # everybody folded
    assert fold(journal.entries).ledger.balances() == table.state.ledger.balances()

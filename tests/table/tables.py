"""Tables for tests: a steady clock, stacked decks, people who do as they are told."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from houseway.cards import parse_cards, parse_tiles
from houseway.errors import HousewayError
from houseway.families.chinese_poker.table import ChineseTable
from houseway.families.poker.table import PokerTable
from houseway.filings.catalogue import filing_ids
from houseway.table.banked import BankedTable
from houseway.table.journal import MemoryJournal
from houseway.table.opening import open_table
from houseway.table.records import Entry, Record
from houseway.table.setup import Setup

IDS = tuple(filing_ids())
CLUB = "casino-club/three-card-poker-6-card-bonus"
NO_BUST = "napa-valley/no-bust-21st-century-blackjack"
PURE = "casino-club/pure-21.5-blackjack"


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2025, 1, 1, 18, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def move(self, **time: float) -> None:
        self.now += timedelta(**time)


class Stacked(random.Random):
    """A random source whose shuffles bring given cards to the top, one list a shuffle."""

    def __init__(self, *tops: str) -> None:
        super().__init__(5)
        self._tops = list(tops)

    def shuffle(self, order: Any) -> None:
        super().shuffle(order)
        if self._tops:
            text = self._tops.pop(0)
            parse: Any = parse_tiles if text[:2].isdigit() else parse_cards
            for place, card in enumerate(parse(text)):
                found = next(i for i in range(place, len(order)) if order[i] is card)
                order[place], order[found] = order[found], order[place]


class Kept(MemoryJournal):
    """A journal that tests can look into."""

    def records(self, kind: str) -> list[Any]:
        return [entry.record for entry in self.entries if entry.record.kind == kind]

    def kinds(self) -> list[str]:
        return [entry.record.kind for entry in self.entries]

    def last(self) -> Record:
        return self.entries[-1].record


def banked(
    filing: str = CLUB, *tops: str, clock: Clock | None = None, **setup: Any
) -> tuple[BankedTable, Kept]:
    journal = Kept()
    table = open_table(Setup(filing, **setup), journal, Stacked(*tops), clock or Clock())
    assert isinstance(table, BankedTable)
    return table, journal


def poker(
    filing: str, *tops: str, clock: Clock | None = None, **setup: Any
) -> tuple[PokerTable, Kept]:
    journal = Kept()
    table = open_table(Setup(filing, **setup), journal, Stacked(*tops), clock or Clock())
    assert isinstance(table, PokerTable)
    return table, journal


def chinese(*tops: str, clock: Clock | None = None, **setup: Any) -> tuple[ChineseTable, Kept]:
    journal = Kept()
    table = open_table(
        Setup("500-club/face-up-chinese-poker", **setup), journal, Stacked(*tops), clock or Clock()
    )
    assert isinstance(table, ChineseTable)
    return table, journal


def fill(table: Any, names: Sequence[str] = ("Ann", "Bob", "Cy"), buy_in: int = 1_000_00) -> None:
    """People at seats 1, 2, 3 and so on."""
    for seat, name in enumerate(names, 1):
        table.sit(name, seat, buy_in=buy_in)


def refused(code: str) -> Any:
    """The command in this block is refused with that code."""
    return _Refusal(code)


class _Refusal:
    def __init__(self, code: str) -> None:
        self._code = code
        self._raises = pytest.raises(HousewayError)

    def __enter__(self) -> Any:
        self.info = self._raises.__enter__()
        return self

    def __exit__(self, *details: Any) -> bool:
        result = self._raises.__exit__(*details)
        error = self.info.value
        assert error.code == self._code, error
        assert error.message
        return bool(result)


def numbers(entries: Sequence[Entry]) -> list[int]:
    return [entry.number for entry in entries]

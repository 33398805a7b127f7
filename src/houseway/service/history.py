"""Finished rounds as somebody may see them, and files to take away."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row

from houseway.errors import Refused
from houseway.filings.loader import load
from houseway.games.events import Burned, Dealt, Event
from houseway.histories.event_log import parse_line
from houseway.histories.export import PlayedRound, round_file
from houseway.service.store import Store
from houseway.service.wire import records_for, to_json
from houseway.table import records as r
from houseway.table.setup import Setup, terms_of
from houseway.table.shoes import Stock
from houseway.table.sight import Sight
from houseway.table.views import Viewer, visible

LOG_ROUNDS = 50


class History:
    """What the store knows of rounds that are over. Nothing here touches a running table."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def rounds(self, table: str, before: int | None, limit: int) -> list[dict[str, Any]]:
        """The last rounds, the newest first."""
        await self._table(table)
        rows = await asyncio.to_thread(self._store.rounds, table, before, limit)
        return [
            {
                "round": row.round, "at": row.at, "outcome": row.outcome,
                "first": row.first, "last": row.last,
            }
            for row in rows
        ]  # fmt: skip

    async def round(self, table: str, number: int, viewer: Viewer) -> dict[str, Any]:
        """One round, record by record, as the asker may see it."""
        setup, entries = await self._read(table, number)
        return {
            "round": number,
            "setup": setup.as_json(),
            "records": records_for(entries, viewer),
        }

    async def round_file(self, table: str, number: int, viewer: Viewer) -> str:
        """The round as a file for `adjudicate`; only with cards the asker has seen."""
        setup, entries = await self._read(table, number)
        played = played_round(setup, entries)
        if hides_cards(entries, viewer):
            raise Refused(
                "hidden-cards",
                f"round {number} has cards you have not seen (a hand that was folded); "
                "its log shows what you saw",
                where=f"round {number}",
            )
        return await asyncio.to_thread(round_file, played)

    async def log(self, table: str, rounds: int, viewer: Viewer) -> str:
        """The last rounds as lines of JSON, as the asker may see them."""
        row = await self._table(table)
        found = await asyncio.to_thread(self._store.rounds, table, None, min(rounds, LOG_ROUNDS))
        head = [{"table": table, "filing": row.filing, "seen_by": viewer}]
        lines = [to_json(one) for one in head]
        for one in reversed(found):
            texts = await asyncio.to_thread(self._store.lines, table, one.first, one.last)
            entries = [parse_line(text.encode(), 0) for text in texts]
            lines += [to_json(record) for record in records_for(entries, viewer)]
        return "\n".join(lines) + "\n"

    async def sealed_log(self, table: str) -> str:
        """The whole event log with its seals, once the table is closed and nothing is secret."""
        row = await self._table(table)
        if row.closed is None:
            raise Refused("mid-round", "the sealed log is given out when the table is closed")
        lines = await asyncio.to_thread(self._store.lines, table)
        return "\n".join(lines) + "\n"

    async def _table(self, table: str) -> Row[Any]:
        row = await asyncio.to_thread(self._store.find_table, table)
        if row is None:
            raise Refused("no-such-table", f"there is no table {table!r}", where="table")
        return row

    async def _read(self, table: str, number: int) -> tuple[Setup, list[r.Entry]]:
        await self._table(table)
        row = await asyncio.to_thread(self._store.find_round, table, number)
        if row is None:
            raise Refused(
                "no-such-round", f"the table has no finished round {number}", where="round"
            )
        head = await asyncio.to_thread(self._store.lines, table, row.setup, row.setup)
        lines = await asyncio.to_thread(self._store.lines, table, row.first, row.last)
        opened = parse_line(head[0].encode(), row.setup).record
        assert isinstance(opened, r.Opened | r.TermsChanged)
        return opened.setup, [parse_line(line.encode(), 0) for line in lines]


def file_name(filing: str, number: int, ending: str) -> str:
    """
    >>> file_name("casino-club/ultimate-texas-holdem", 12, "toml")
    'casino-club-ultimate-texas-holdem-12.toml'
    """
    return f"{re.sub(r'[^a-z0-9.]+', '-', filing)}-{number}.{ending}"


def events_of(entries: Sequence[r.Entry]) -> list[Event]:
    return [entry.record.event for entry in entries if isinstance(entry.record, r.Happened)]


def hides_cards(entries: Sequence[r.Entry], viewer: Viewer) -> bool:
    """Whether a card of the round lay face down for somebody to its end."""
    seen = [visible(entry, viewer) for entry in entries]
    sight = Sight(events_of([entry for entry in seen if entry is not None]))
    return any(None in hand for hands in sight.hands.values() for hand in hands)


def played_round(setup: Setup, entries: Sequence[r.Entry]) -> PlayedRound:
    """A settled round from its own records alone, the rest of the shoe left out."""
    found: dict[type, Any] = {type(entry.record): entry.record for entry in entries}
    settled = found.get(r.Settled)
    if settled is None:
        raise Refused(
            "no-round-file",
            "a round file is of a settled round of a player-dealer game",
            where="round",
        )
    events = events_of(entries)
    order: list[Any] = []
    for event in events:
        if isinstance(event, Dealt):
            order += event.cards or ()
        elif isinstance(event, Burned):
            order += order[:1] * event.count  # nobody knows them; any card will do
    return PlayedRound(
        settled.round,
        setup,
        terms_of(setup, load(setup.filing)),
        found[r.BankTaken],
        found[r.NoMoreBets].layout,
        Stock(0, tuple(order), len(order)),
        events,
        found.get(r.FeesTaken),
        settled,
    )



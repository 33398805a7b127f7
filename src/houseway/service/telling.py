"""Finished rounds told to somebody, from their lines in the store: what a worker does of it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from houseway.filings.loader import load
from houseway.histories.event_log import parse_line
from houseway.histories.versions import upgraded
from houseway.service.takeaway import take_away
from houseway.service.wire import records_for, to_json
from houseway.table import records as r
from houseway.table.proofs import proof
from houseway.table.setup import Setup
from houseway.table.sight import unshown
from houseway.table.told import Teller
from houseway.table.words import Settlement

Lines = Sequence[str]


def tell_round(number: int, opened: str, lines: Lines, first: int, viewer: str | None) -> bytes:
    """One round, record by record."""
    setup = _setup(opened)
    told = _told(setup.filing, _entries(lines, first, setup), viewer)
    return json.dumps({"round": number, "setup": setup.as_json(), "records": told}).encode()


def tell_proof(number: int, lines: Lines, start: int, first: int, viewer: str | None) -> bytes:
    """What proves the cards of a round; `start` numbers the first of the lines.

    Older versions made no commitments: there is nothing to bring up to date.
    """
    entries = [parse_line(line.encode(), start + place) for place, line in enumerate(lines)]
    shuffles = proof(entries, first, viewer)
    return json.dumps({"round": number, "shuffles": shuffles}).encode()


def tell_file(number: int, opened: str, lines: Lines, first: int, viewer: str | None) -> bytes:
    """The round as a file for `adjudicate` or `replay`, after its name and a line end."""
    setup = _setup(opened)
    made = take_away(setup, _entries(lines, first, setup), viewer)
    return f"{file_name(setup.filing, number, made.suffix)}\n{made.text}".encode()


def tell_log(
    table: str, filing: str, rounds: Sequence[tuple[str, int, Lines]], viewer: str | None
) -> bytes:
    """Rounds as lines of JSON; each is given by its terms, its first record's number, its lines."""
    told = [to_json({"table": table, "filing": filing, "seen_by": viewer})]
    for opened, first, lines in rounds:
        entries = _entries(lines, first, _setup(opened))
        told += [to_json(record) for record in _told(filing, entries, viewer)]
    return ("\n".join(told) + "\n").encode()


def _setup(line: str) -> Setup:
    opened = parse_line(line.encode(), 0).record
    assert isinstance(opened, r.Opened | r.TermsChanged)
    return opened.setup


def _entries(lines: Lines, first: int, setup: Setup) -> list[r.Entry]:
    """Those of an older version need the terms of the round to be understood."""
    written = (parse_line(line.encode(), first + place) for place, line in enumerate(lines))
    return list(upgraded(written, setup=setup))


def _told(filing: str, entries: Sequence[r.Entry], viewer: str | None) -> list[dict[str, Any]]:
    return records_for(_with_unshown(entries), viewer, Teller(load(filing)))


def _with_unshown(entries: Sequence[r.Entry]) -> list[r.Entry]:
    """Settlements of 0.1.0 do not say which hands were not shown: the cards of the round do."""
    seen = [entry.record for entry in entries if isinstance(entry.record, r.Happened)]

    def filled(entry: r.Entry) -> r.Entry:
        record = entry.record
        if not isinstance(record, Settlement) or record.unshown is not None:
            return entry
        dark = unshown([one.event for one in seen], [one.eyes for one in seen])
        return entry._replace(record=replace(record, unshown=dark))

    return [filled(entry) for entry in entries]


def file_name(filing: str, number: int, suffix: str) -> str:
    """
    >>> file_name("casino-club/ultimate-texas-holdem", 12, ".toml")
    'casino-club-ultimate-texas-holdem-12.toml'
    """
    return f"{re.sub(r'[^a-z0-9.]+', '-', filing)}-{number}{suffix}"

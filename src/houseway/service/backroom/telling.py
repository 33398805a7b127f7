"""Finished rounds told to somebody, from their lines in the store: what a worker does of it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.loader import readings_of
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.histories.adjudicate import adjudicate
from houseway.histories.event_log import parse_line
from houseway.histories.hand_files import Hindsight
from houseway.histories.replay import replay_hand
from houseway.histories.round_file import check_round
from houseway.histories.versions import upgraded, with_rules
from houseway.reading import parse_toml
from houseway.service.backroom.takeaway import take_away
from houseway.service.tables.describe import played_at
from houseway.service.tables.whose import WhoseTeller
from houseway.service.tables.wire import records_for, to_json
from houseway.table import records as r
from houseway.table.opening import filing_of
from houseway.table.proofs import proof
from houseway.table.setup import terms_of
from houseway.table.sight import unshown
from houseway.table.views import seen_events

Lines = Sequence[str]


def tell_round(
    number: int, opened: Lines, lines: Lines, first: int, viewer: str | None, came: Lines = (),
    closed: bool = False,
) -> bytes:  # fmt: skip
    """One round, record by record; `came` are the lines in which people sat down and left."""
    header = _header(opened)
    told = _told(header, _entries(lines, first, header), viewer, came)
    table = played_at(header) | {"closed": closed}
    setup = header.setup.as_json()
    return json.dumps({"round": number, "setup": setup, "table": table, "records": told}).encode()


def tell_proof(number: int, lines: Lines, start: int, first: int, viewer: str | None) -> bytes:
    """What proves the cards of a round; `start` numbers the first of the lines.

    Older versions made no commitments: there is nothing to bring up to date.
    """
    entries = [parse_line(line.encode(), start + place) for place, line in enumerate(lines)]
    shuffles = proof(entries, first, viewer)
    return json.dumps({"round": number, "shuffles": shuffles}).encode()


def tell_file(number: int, opened: Lines, lines: Lines, first: int, viewer: str | None) -> bytes:
    """The round as a file for `adjudicate` or `replay`, after its name and a line end."""
    header = _header(opened)
    made = take_away(header, _entries(lines, first, header), viewer)
    return f"{file_name(header.setup.filing, number, made.suffix)}\n{made.text}".encode()


def tell_dispute(number: int, opened: Lines, lines: Lines, first: int, viewer: str | None) -> bytes:
    """The same as JSON for the page of disputes, with `??` for what the asker never saw."""
    header = _header(opened)
    made = take_away(header, _entries(lines, first, header), viewer, disputed=True)
    file = parse_toml(made.text, where=f"round {number}")
    return json.dumps({"filing": header.setup.filing, "file": file}, default=float).encode()


def tell_readings(number: int, opened: Lines, lines: Lines, first: int) -> bytes:
    """Readings and options whose other value would have changed somebody's money in a round, as
    far as the cards tell that everybody saw.
    """
    header = _header(opened)
    filing = filing_of(header)
    titles = {one.id: one.title for one in readings_of(filing)}
    try:
        found = _other_readings(header, _entries(lines, first, header))
    except HousewayError:  # void, or with an error of the dealer that no file has a word for
        found = []
    told = [one | {"title": titles.get(one["reading"], "")} for one in found]
    return json.dumps({"round": number, "readings": told}).encode()


def _other_readings(header: r.Opened, entries: Sequence[r.Entry]) -> list[dict[str, Any]]:
    made = take_away(header, entries, None, disputed=True)
    file = parse_toml(made.text, where="round")
    filing = filing_of(header)
    if isinstance(filing, PlayerDealerFiling):
        settled = adjudicate(check_round(file), terms=terms_of(header.setup, filing))
        return [one.as_json() for one in settled.ruling.readings]
    seats = file.get("seats", [])
    found = replay_hand(file).get("readings", [])
    return [one | {"net": _by_seat(one["net"], seats)} for one in found]


def tell_hindsight(
    number: int, opened: Lines, lines: Lines, first: int, viewer: str | None
) -> bytes:
    """Who had how much of the pot as the cards came, as far as the asker knows all hands."""
    header = _header(opened)
    entries = _entries(lines, first, header)
    filing = filing_of(header)
    look: Hindsight | None = find_family(filing.family).part("hindsight")
    happened = [entry.number for entry in entries if isinstance(entry.record, r.Happened)]
    steps: list[dict[str, Any]] = []
    if look is not None:
        with suppress(HousewayError, ImportError):  # the extra is not installed
            steps = [
                {"record": happened[place], "shares": {str(s): round(p, 4) for s, p in of.items()}}
                for place, of in look(filing, seen_events(entries, viewer))
            ]
    return json.dumps({"round": number, "steps": steps}).encode()


def _by_seat(net: Mapping[str, str], seats: Sequence[int]) -> dict[str, str]:
    """Amounts by seat that a hand file has by player, `p1` the first."""
    return {str(seats[int(player[1:]) - 1]): amount for player, amount in net.items()}


def tell_log(
    table: str, filing: str, header: str, rounds: Sequence[tuple[str, int, Lines]],
    viewer: str | None, came: Lines = (),
) -> bytes:  # fmt: skip
    """Rounds as lines of JSON; each is given by its terms, its first record's number, its lines."""
    told = [to_json({"table": table, "filing": filing, "seen_by": viewer})]
    for terms, first, lines in rounds:
        opened = _header([header, terms])
        entries = _entries(lines, first, opened)
        told += [to_json(record) for record in _told(opened, entries, viewer, came)]
    return ("\n".join(told) + "\n").encode()


def _header(lines: Lines) -> r.Opened:
    """What opens a table under the terms of a round: the log's first line, and that which set
    the terms.
    """
    first, terms = (parse_line(line.encode(), 0).record for line in (lines[0], lines[-1]))
    assert isinstance(first, r.Opened)
    assert isinstance(terms, r.Opened | r.TermsChanged)
    return replace(with_rules(first), setup=terms.setup)


def _entries(lines: Lines, first: int, header: r.Opened) -> list[r.Entry]:
    """Those of an older version need the terms of the round to be understood."""
    written = (parse_line(line.encode(), first + place) for place, line in enumerate(lines))
    return list(upgraded(written, header))


def _told(
    header: r.Opened, entries: Sequence[r.Entry], viewer: str | None, came: Lines = ()
) -> list[dict[str, Any]]:
    teller = WhoseTeller(filing_of(header), header.setup.options)
    people = (parse_line(line.encode(), 0) for line in came)
    teller.follow(entry for entry in people if entry.number < entries[0].number)
    teller.follow(entries)
    return records_for(_with_unshown(entries), viewer, teller)


def _with_unshown(entries: Sequence[r.Entry]) -> list[r.Entry]:
    """Settlements of 0.1.0 do not say which hands were not shown: the cards of the round do."""
    seen = [entry.record for entry in entries if isinstance(entry.record, r.Happened)]

    def filled(entry: r.Entry) -> r.Entry:
        record = entry.record
        if not isinstance(record, r.Settlement) or record.unshown is not None:
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

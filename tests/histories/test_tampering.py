"""A tampered log is always found, and the first line that differs is named."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.filings.loader import load
from houseway.histories.event_log import START, seal_of, write_log
from houseway.histories.findings import Verified
from houseway.histories.verify import verify
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal

FILINGS = (
    "casino-club/pure-21.5-blackjack",
    "500-club/texas-holdem",
    "500-club/face-up-chinese-poker",
)

SEEDS = (6, 7)


@cache
def honest(filing: str, seed: int = SEEDS[0]) -> tuple[bytes, ...]:
    """The lines of a closed log of a few rounds."""
    journal = MemoryJournal()
    evening = start_evening(usual_setup(load(filing)), journal, random.Random(seed), seats=3)
    for _ in evening.play(4):
        pass
    evening.table.close()
    return tuple(line.encode() for line in write_log(journal.entries))


@cache
def honest_logs() -> frozenset[tuple[bytes, ...]]:
    return frozenset(honest(filing, seed) for filing in FILINGS for seed in SEEDS)


def check(data: bytes) -> Verified:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "log"
        path.write_bytes(data)
        return verify(path)


def first_difference(before: tuple[bytes, ...], after: list[bytes]) -> int:
    """The first line, from 1, at which two logs differ."""
    for place, (one, other) in enumerate(zip(before, after, strict=False), 1):
        if one != other:
            return place
    return min(len(before), len(after)) + 1


def changed(draw: Any, lines: list[bytes]) -> list[bytes]:
    place = draw(st.sampled_from([place for place, line in enumerate(lines) if line]))
    line = bytearray(lines[place])
    for at in draw(st.lists(st.integers(0, len(line) - 1), min_size=1, max_size=3)):
        line[at] = draw(st.integers(0, 255).filter(lambda byte: byte != 10))
    return [*lines[:place], bytes(line), *lines[place + 1 :]]


def dropped(draw: Any, lines: list[bytes]) -> list[bytes]:
    place = draw(st.integers(0, len(lines) - 1))
    return lines[:place] + lines[place + draw(st.integers(1, 5)) :]


def added(draw: Any, lines: list[bytes]) -> list[bytes]:
    place = draw(st.integers(0, len(lines)))
    forged = b'{"n":%d,"at":"","kind":"sat_in","name":"Eve","hash":"%s"}' % (place, b"0" * 64)
    new = draw(st.sampled_from([forged, b"", b"{}", b"\xff\xfe"]) | st.sampled_from(lines))
    return [*lines[:place], new, *lines[place:]]


def swapped(draw: Any, lines: list[bytes]) -> list[bytes]:
    first, second = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    lines = list(lines)
    lines[first], lines[second] = lines[second], lines[first]
    return lines


def moved(draw: Any, lines: list[bytes]) -> list[bytes]:
    lines = list(lines)
    line = lines.pop(draw(st.integers(0, len(lines) - 1)))
    lines.insert(draw(st.integers(0, len(lines))), line)
    return lines


def spliced(draw: Any, lines: list[bytes]) -> list[bytes]:
    other = honest(draw(st.sampled_from(FILINGS)), draw(st.sampled_from(SEEDS)))
    here, there = draw(st.integers(0, len(lines))), draw(st.integers(0, len(other) - 1))
    return [*lines[:here], *other[there:]]


WAYS = (changed, dropped, added, swapped, moved, spliced)


class Tampered:
    """A log that is no longer honest, and the first line that follows from no honest one."""

    def __init__(self, after: list[bytes], ways: list[Any]) -> None:
        self.after, self.ways = after, ways
        self.place = max(first_difference(log, after) for log in honest_logs())

    def __repr__(self) -> str:
        return f"{[way.__name__ for way in self.ways]} from line {self.place} on"


@st.composite
def tampered(draw: Any) -> Tampered:
    """A log after one or two tamperings."""
    after = list(honest(draw(st.sampled_from(FILINGS))))
    ways = draw(st.lists(st.sampled_from(WAYS), min_size=1, max_size=2))
    for way in ways:
        after = way(draw, after) if after else after
    return Tampered(after, ways)


def tampering_is_found(log: Tampered) -> None:
    found = check(b"".join(line + b"\n" for line in log.after))
    if tuple(log.after) in honest_logs():
        assert found.ok  # another whole log; only its last hash tells it from this one
        return
    assert not found.ok
    assert found.findings[0].line == log.place, found.findings
    assert found.findings[0].message


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tampered())
def test_a_tampered_log_is_found_and_the_first_wrong_line_named(log: Tampered) -> None:
    tampering_is_found(log)


@pytest.mark.long
@settings(max_examples=10_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tampered())
def test_many_tampered_logs_are_found_and_the_first_wrong_line_named(log: Tampered) -> None:
    tampering_is_found(log)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FILINGS), st.data())
def test_a_log_cut_at_any_byte_is_found_and_the_end_named(filing: str, data: Any) -> None:
    whole = b"".join(line + b"\n" for line in honest(filing))
    size = data.draw(st.integers(0, len(whole) - 1))
    found = check(whole[:size])
    assert not found.ok
    assert found.findings[0].line == whole[:size].count(b"\n") + 1


@pytest.mark.parametrize("filing", FILINGS)
def test_a_header_or_another_line_sealed_anew_does_not_carry_the_next(filing: str) -> None:
    lines = list(honest(filing))
    for place in (0, 1, len(lines) // 2, len(lines) - 2):
        written = json.loads(lines[place])
        before = START if not place else json.loads(lines[place - 1])["hash"]
        del written["hash"]
        written["at"] = "2020-01-01T00:00:00.000+00:00"
        body = json.dumps(written, ensure_ascii=False, separators=(",", ":"))[:-1].encode()
        sealed = body + f',"hash":"{seal_of(before, body)}"}}'.encode()
        found = check(b"".join(x + b"\n" for x in (*lines[:place], sealed, *lines[place + 1 :])))
        assert not found.ok
        assert found.findings[0].line == place + 2  # the next line follows from another one
        assert "sealed anew" in found.findings[0].message

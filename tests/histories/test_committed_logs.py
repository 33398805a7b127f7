"""Verify gives the words again and works out every commitment anew."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from houseway.histories.event_log import write_log
from houseway.histories.findings import Verified
from houseway.histories.verify import verify
from tests.catalogue import some
from tests.histories.forger import opened, sealed
from tests.table.tables import IDS
from tests.table.test_commitment import play

HOLDEM = "500-club/texas-holdem"


@cache
def lines(filing: str) -> tuple[str, ...]:
    return tuple(write_log(play(filing, 2)))


def check(tmp_path: Path, log: list[dict[str, Any]]) -> Verified:
    path = tmp_path / "log"
    path.write_bytes(sealed(log))
    return verify(path)


@pytest.mark.parametrize("filing", some(IDS))
def test_an_honest_log_with_commitments_is_verified(filing: str, tmp_path: Path) -> None:
    found = check(tmp_path, opened(lines(filing)))
    assert found.status == "verified", found.findings


def forged(kind: str, key: str, change: Any) -> list[dict[str, Any]]:
    log = opened(lines(HOLDEM))
    record = [one for one in log if one["kind"] == kind][1 if kind != "word_added" else 0]
    record[key] = change(record[key])
    return log


def swap(order: str) -> str:
    cards = order.split()
    cards[0], cards[1] = cards[1], cards[0]
    return " ".join(cards)


@pytest.mark.parametrize(
    ("kind", "key", "change"),
    [
        ("prepared", "order", swap),  # another order than the one committed to
        ("prepared", "salt", lambda _: "0" * 64),
        ("prepared", "salt", lambda salt: salt.upper()),
        ("prepared", "salt", lambda _: "no number"),
        ("committed", "root", lambda _: "0" * 64),
        ("committed", "shuffle", lambda number: number + 1),
        ("committed", "cards", lambda count: count - 1),
        ("shuffled", "order", swap),  # not what was promised and turned
        ("word_added", "word", lambda word: word + "!"),
        ("word_added", "shuffle", lambda number: number + 1),
    ],
)
def test_a_forged_promise_is_found(kind: str, key: str, change: Any, tmp_path: Path) -> None:
    found = check(tmp_path, forged(kind, key, change))
    assert found.status == "forged"
    assert found.findings[0].code == "replay"


def test_words_left_out_or_put_in_are_found(tmp_path: Path) -> None:
    log = opened(lines(HOLDEM))
    at = next(n for n, one in enumerate(log) if one["kind"] == "word_added")
    without = [one | {"n": n} for n, one in enumerate(log[:at] + log[at + 1 :])]
    assert check(tmp_path, without).status == "forged"


def test_a_log_that_says_it_does_not_commit_has_no_commitments(tmp_path: Path) -> None:
    log = opened(lines(HOLDEM))
    del log[0]["committed"]
    assert check(tmp_path, log).status == "forged"
    assert json.loads(lines(HOLDEM)[0])["committed"] is True

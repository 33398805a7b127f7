"""Anchors: a log that was cut short or written anew before its sheet was made is found."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.histories.anchors import Anchor, read_sheet, write_sheet
from houseway.histories.event_log import write_log
from houseway.histories.verify import verify
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal


def lines(seed: int, hands: int) -> list[str]:
    journal = MemoryJournal()
    setup = usual_setup(load("500-club/texas-holdem"), table="a1")
    evening: Any = start_evening(setup, journal, random.Random(seed), seats=3)
    for _ in evening.play(hands):
        pass
    evening.table.close()
    return list(write_log(journal.entries))


def check(tmp_path: Path, log: list[str], *anchors: Anchor) -> Any:
    path, sheet = tmp_path / "log", tmp_path / "anchors.txt"
    path.write_text("".join(line + "\n" for line in log), encoding="utf-8")
    sheet.write_text(write_sheet("2025-01-01T23:59:59+00:00", anchors), encoding="utf-8")
    return verify(path, anchors=sheet)


def anchor(log: list[str], number: int) -> Anchor:
    return Anchor("a1", number, json.loads(log[number])["hash"])


def test_a_log_that_goes_on_behind_its_anchors_holds(tmp_path: Path) -> None:
    log = lines(1, 3)
    found = check(tmp_path, log, anchor(log, 20), anchor(log, len(log) - 1))
    assert (found.status, found.anchored) == ("verified", 2)


def test_an_evening_that_ends_earlier_than_it_did_is_found(tmp_path: Path) -> None:
    """The shorter log is closed and perfect in itself; only the anchor knows better."""
    long, short = lines(1, 3), lines(1, 2)
    assert len(short) < len(long)
    assert check(tmp_path, short).status == "verified"
    found = check(tmp_path, short, anchor(long, len(long) - 1))
    assert found.status == "forged"
    assert (found.findings[0].code, found.findings[0].line) == ("anchor", len(short) + 1)
    assert "cut short" in found.findings[0].message


def test_an_evening_invented_as_a_whole_is_found(tmp_path: Path) -> None:
    log, other = lines(1, 3), lines(2, 3)
    found = check(tmp_path, other, anchor(log, 20))
    assert found.status == "forged"
    assert found.findings[0].line == 21
    assert "written anew" in found.findings[0].message


def test_a_sheet_without_the_table_says_so(tmp_path: Path) -> None:
    found = check(tmp_path, lines(1, 1), Anchor("b2", 3, "0" * 64))
    assert (found.status, found.anchored) == ("verified", 0)
    assert any("no line for table a1" in note for note in found.notes)


def test_sheets_of_several_days_in_one_file(tmp_path: Path) -> None:
    path = tmp_path / "anchors.txt"
    days = [[Anchor("a1", 3, "0" * 64)], [Anchor("a1", 9, "1" * 64), Anchor("cage", 2, "2" * 64)]]
    path.write_text("\n".join(write_sheet("x", day) for day in days), encoding="utf-8")
    assert read_sheet(path) == days[0] + days[1]


@pytest.mark.parametrize("text", ["", "a1 3", "houseway anchor 1\na1 3 zz", "\0"])
def test_what_is_no_sheet_is_refused(text: str, tmp_path: Path) -> None:
    path = tmp_path / "anchors.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HousewayError) as caught:
        read_sheet(path)
    assert caught.value.code in ("bad-anchor", "not-text", "bad-encoding")

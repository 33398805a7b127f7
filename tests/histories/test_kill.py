"""SIGKILL at random moments: the same round goes on, nothing acknowledged is lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from houseway.histories.event_log import EventLog, read_log
from houseway.histories.verify import verify
from houseway.table.opening import fold, restore
from houseway.table.records import Entry
from tests.table.reading import check_chips

ROOT = Path(__file__).parents[2]
FILINGS = (
    "casino-club/pure-21.5-blackjack",
    "napa-valley/fortune-pai-gow-poker-1.0",
    "500-club/omaha-hi-lo",
    "500-club/2-7-triple-draw",
    "500-club/face-up-chinese-poker",
)


def run_and_kill(path: Path, filing: str, seed: int, seconds: float) -> int:
    """Let the table play for a while, kill it, and return the last number it acknowledged."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.histories.killed", str(path), filing, str(seed)],
        cwd=ROOT, stdout=subprocess.PIPE, env=os.environ,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == b"ready\n"
        time.sleep(seconds)
    finally:
        process.send_signal(signal.SIGKILL)
    told = process.stdout.read().split(b"\n")[:-1]  # what follows the last line end is half a line
    process.stdout.close()
    process.wait()
    return int(told[-1]) if told else -1


def kill_often(path: Path, filing: str, times: int, source: random.Random) -> None:
    """Kill and restart on the same log, and look at it after every death."""
    entries_before: list[Entry] = []
    middle = 0
    for seed in range(times):
        acknowledged = run_and_kill(path, filing, seed, source.uniform(0.0, 0.12))
        with EventLog(path, durable=False) as log:  # cuts a torn end off
            entries = log.entries_before
        assert [entry.number for entry in entries] == list(range(len(entries)))
        assert len(entries) > acknowledged  # nothing acknowledged is missing
        assert entries[: len(entries_before)] == entries_before  # and nothing was changed
        check_chips(entries)
        middle += fold(entries).phase == "play"
        found = verify(path, running=True)
        assert found.ok, found.findings
        assert found.replayed
        entries_before = list(entries)
    assert middle or times < 5  # some deaths came in the middle of a round


@pytest.mark.parametrize("filing", FILINGS)
def test_a_killed_table_resumes(filing: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    kill_often(path, filing, 2, random.Random(filing))
    finish(path)


@pytest.mark.long
@pytest.mark.parametrize("filing", FILINGS)
def test_a_table_killed_a_hundred_times(filing: str, tmp_path: Path) -> None:
    path = tmp_path / "log"
    kill_often(path, filing, 100, random.Random(filing))
    finish(path)


def finish(path: Path) -> None:
    """The last round is voided cleanly, and the closed log is whole."""
    with EventLog(path, durable=False) as log:
        table = restore(log.entries_before, log, random.Random(1))
        if not table.state.between_rounds:
            table.void("the house is closing")
        table.close()
    found = verify(path)
    assert found.ok, found.findings
    chips = check_chips(read_log(path))
    assert chips.at["cage"] == -chips.at["drop"]

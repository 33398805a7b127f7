"""SIGKILL at random moments: the same round goes on, nothing acknowledged is lost or doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
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


class Nursery:
    """Processes that play at a table until they are killed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.histories.killed"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def run_and_kill(self, path: Path, filing: str, seed: int, source: random.Random) -> None:
        """Kill a table after so many acknowledged commands and a moment more."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        told = Path(f"{path}.told")
        before = len(told.read_bytes().splitlines()) if told.exists() else 0
        self._process.stdin.write(f"{path}\t{filing}\t{seed}\n".encode())
        self._process.stdin.flush()
        child = int(self._process.stdout.readline())
        more = source.randrange(30)
        try:
            for _ in range(60_000):
                if told.exists() and len(told.read_bytes().splitlines()) >= before + more:
                    break
                time.sleep(0.001)
            time.sleep(source.uniform(0, 0.004))
        finally:
            os.kill(child, signal.SIGKILL)
            assert self._process.stdout.readline() == b"dead\n"

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


def acknowledged(path: Path) -> list[tuple[int, str]]:
    """Every command that was acknowledged: the number of its last record and the hash."""
    lines = Path(f"{path}.told").read_text().split("\n")[:-1]
    return [(int(number), seal) for number, seal in (line.split() for line in lines)]


def kill_often(
    path: Path,
    filing: str,
    times: int,
    source: random.Random,
    nursery: Nursery,
    wanted: tuple[str, ...],
) -> None:
    """Kill and restart on the same log, and look at it after every death. Where it strikes is
    chance: as often as said, and on until every death that is wanted has been died."""
    deaths: Counter[str] = Counter()
    entries_before: list[Entry] = []
    for seed in range(20 * times):
        if seed >= times and all(deaths[kind] for kind in wanted):
            return
        nursery.run_and_kill(path, filing, seed, source)
        left = path.read_bytes() if path.exists() else b""
        with EventLog(path, durable=False) as log:  # cuts a torn end off
            entries = list(log.entries_before)
            deaths["torn"] += path.stat().st_size < len(left)
            deaths["in a round"] += bool(entries) and fold(entries).phase == "play"
            if entries and source.randrange(3) == 0 and not fold(entries).between_rounds:
                table = restore(entries, log, source)
                table.void("the power failed")
                deaths["voided"] += 1
        assert entries[: len(entries_before)] == entries_before  # nothing was changed
        entries_before = read_log(path)
        assert [entry.number for entry in entries_before] == list(range(len(entries_before)))
        told = acknowledged(path)
        lines = path.read_bytes().splitlines()
        for number, seal in told:  # nothing acknowledged is missing or has changed
            assert lines[number].endswith(f'"hash":"{seal}"}}'.encode())
        numbers = [number for number, _ in told]
        assert numbers == sorted(set(numbers))  # and nothing was acknowledged twice
        check_chips(entries_before)
        if not entries_before:
            continue  # killed before the table was open
        found = verify(path, running=True)
        assert found.ok, found.findings
        assert found.replayed
    pytest.fail(f"killed {20 * times} times, and died only {dict(deaths)}")


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


@pytest.mark.parametrize("filing", FILINGS)
def test_a_killed_table_resumes_or_voids_its_round(
    filing: str, tmp_path: Path, nursery: Nursery
) -> None:
    path = tmp_path / "log"
    kill_often(path, filing, 6, random.Random(filing), nursery, ("in a round",))
    finish(path)


@pytest.mark.long
@pytest.mark.parametrize("evening", range(5))
@pytest.mark.parametrize("filing", FILINGS)
def test_a_table_killed_twenty_times(
    filing: str, evening: int, tmp_path: Path, nursery: Nursery
) -> None:
    path = tmp_path / "log"
    source = random.Random(f"{filing} {evening}")
    kill_often(path, filing, 20, source, nursery, ("torn", "in a round", "voided"))
    finish(path)

"""The log file: sealed lines, commands whole or not at all, torn ends."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import CannotHaveHappened
from houseway.filings.loader import load
from houseway.histories.event_log import START, EventLog, read_log, write_line, write_log
from houseway.table import records as r
from houseway.table.evening import start_evening, usual_setup
from houseway.table.journal import MemoryJournal
from houseway.table.opening import open_table, restore
from houseway.table.setup import Setup

CLUB = "casino-club/three-card-poker-6-card-bonus"


def entry(number: int, *, more: bool = False) -> r.Entry:
    return r.Entry(number, "2025-01-01T18:00:00.000+00:00", r.SatIn(f"P{number}"), more)


def evening(path: Path, rounds: int = 3, filing: str = CLUB) -> list[r.Entry]:
    with EventLog(path, durable=False) as log:
        played = start_evening(usual_setup(load(filing)), log, random.Random(1), seats=4)
        for _ in played.play(rounds):
            pass
    return read_log(path)


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with EventLog(path) as log:
        log.append([entry(0)])
        log.append([entry(1, more=True), entry(2)])
    assert read_log(path) == [entry(0), entry(1, more=True), entry(2)]
    with EventLog(path) as log:
        assert log.entries_before == read_log(path)
        log.append([entry(3)])
    assert len(read_log(path)) == 4


def test_a_line_carries_the_hash_of_all_before_it(tmp_path: Path) -> None:
    import hashlib
    import json

    path = tmp_path / "log"
    with EventLog(path) as log:
        log.append([entry(0), entry(1)])
    seal = hashlib.sha256(b"houseway event log 1").hexdigest()
    for line in path.read_bytes().splitlines():
        body, written = line.rsplit(b',"hash":"', 1)
        seal = hashlib.sha256(seal.encode() + body).hexdigest()
        assert written == seal.encode() + b'"}'
        assert json.loads(line)["hash"] == seal


def test_entries_kept_elsewhere_make_the_same_log(tmp_path: Path) -> None:
    entries = evening(tmp_path / "log")
    assert "\n".join(write_log(entries)) + "\n" == (tmp_path / "log").read_text()


@pytest.mark.parametrize("filing", [CLUB, "500-club/badugi", "napa-valley/pai-gow-tiles"])
def test_a_log_cut_at_any_byte_opens_again_at_the_last_whole_command(
    filing: str, tmp_path: Path
) -> None:
    """Whatever reached the disk, the table comes back and no finished command is missing."""
    path = tmp_path / "log"
    entries = evening(path, 2, filing)
    data = path.read_bytes()
    ends = [at for at, byte in enumerate(data) if byte == 10]
    whole = [0]  # sizes at which a command is complete, and how many entries it has
    counts = [0]
    for number, (one, end) in enumerate(zip(entries, ends, strict=True), 1):
        if not one.more:
            whole.append(end + 1)
            counts.append(number)
    source = random.Random(7)
    cuts = sorted({*source.sample(range(ends[0] + 1, len(data)), 60), *(e for e in ends[:20])})
    for cut in cuts:
        torn = tmp_path / "torn"
        torn.write_bytes(data[:cut])
        with EventLog(torn, durable=False) as log:
            place = max(i for i, size in enumerate(whole) if size <= cut)
            assert log.entries_before == entries[: counts[place]]
            if log.entries_before:
                table = restore(log.entries_before, log, random.Random(3))
                table.state.ledger.check()
        assert torn.stat().st_size == whole[place]


def test_after_a_cut_the_evening_goes_on_and_the_chain_holds(tmp_path: Path) -> None:
    from houseway.histories.verify import verify

    path = tmp_path / "log"
    evening(path, 2)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    with EventLog(path, durable=False) as log:
        table: Any = restore(log.entries_before, log, random.Random(5))
        if table.state.phase in ("play", "wagers"):
            table.void("the power failed")
        table.close()
    found = verify(path)
    assert found.ok, found.findings
    assert found.replayed


def test_a_changed_line_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "log"
    evening(path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"Ben", b"Bob", 1))
    with pytest.raises(CannotHaveHappened, match="does not follow") as refused:
        EventLog(path)
    assert "line" in refused.value.where
    assert path.read_bytes() == data.replace(b"Ben", b"Bob", 1)  # nothing is cut off


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(CannotHaveHappened, match="there is no such file"):
        read_log(tmp_path / "nothing")


def test_money_is_forced_to_the_disk_before_it_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    with EventLog(tmp_path / "log") as log:
        table = open_table(Setup(CLUB, schedule=("1",)), log, random.Random(1))
        before = len(synced)
        table.sit("Ann", 1)
        assert len(synced) == before
        table.buy_in("Ann", 100_00)
        assert len(synced) == before + 1
        table.sit("Bob", 2, buy_in=500_00)
        assert len(synced) == before + 2


@pytest.mark.parametrize("filing", [CLUB, "500-club/razz", "500-club/face-up-chinese-poker"])
def test_every_round_is_forced_to_the_disk(
    filing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", synced.append)
    with EventLog(tmp_path / "log") as log:
        played = start_evening(usual_setup(load(filing)), log, random.Random(1), seats=3)
        for _ in range(5):
            before = len(synced)
            for _ in played.play(1):
                pass
            assert len(synced) > before


def test_a_full_disk_leaves_no_half_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log"
    real = os.write
    with EventLog(path, durable=False) as log:
        log.append([entry(0)])
        size = path.stat().st_size

        def fails(fd: int, data: bytes) -> int:
            if len(data) > 20:
                return real(fd, data[:20])
            raise OSError(errno.ENOSPC, "no space left on device")

        monkeypatch.setattr("os.write", lambda fd, data: fails(fd, data[:40]))
        with pytest.raises(OSError, match="no space"):
            log.append([entry(1)])
        monkeypatch.setattr("os.write", real)
        assert path.stat().st_size == size
        log.append([entry(1)])
    assert read_log(path) == [entry(0), entry(1)]


def test_the_same_seed_writes_the_same_log(tmp_path: Path) -> None:
    evening(tmp_path / "one")
    evening(tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_lines_start_from_a_fixed_hash() -> None:
    line, seal = write_line(entry(0), START)
    again, same = write_line(entry(0), START)
    assert (line, seal) == (again, same)
    assert MemoryJournal().entries == []

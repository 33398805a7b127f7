"""Logs that were written by released versions: they verify, and a table goes on from them."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from houseway.histories.event_log import EventLog
from houseway.histories.verify import verify
from houseway.table.evening import SteadyClock, bring_back

LOGS = sorted((Path(__file__).parent / "fixtures").glob("logs-*/*.log"))


def _closed(log: Path) -> bool:
    return log.stem.endswith("closed")


def test_five_kinds_of_table_are_kept_of_the_first_release() -> None:
    assert len([log for log in LOGS if log.parent.name == "logs-0.1.0"]) == 10


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_an_old_log_verifies(log: Path) -> None:
    found = verify(log, running=not _closed(log))
    assert found.ok, found.findings
    assert found.replayed
    assert found.closed == _closed(log)


@pytest.mark.parametrize("log", [one for one in LOGS if not _closed(one)], ids=lambda log: log.stem)
def test_a_hand_that_was_broken_off_is_played_on_and_the_whole_log_verifies(
    log: Path, tmp_path: Path
) -> None:
    path = tmp_path / "log"
    shutil.copy(log, path)
    with EventLog(path, durable=False) as going_on:
        before = going_on.entries_before
        evening = bring_back(before, going_on, random.Random(2), clock=SteadyClock())
        assert evening.table.waiting_for(), "it ends in the middle of a hand"
        for _ in evening.play(2):
            pass
    found = verify(path, running=True)
    assert found.ok, found.findings
    assert found.lines > len(before)

"""What a long run of random rounds saw is printed when the session ends."""

from __future__ import annotations

import pytest

LONG_RUN = "test_many_random_rounds_keep_the_rules_and_leave_nothing_out"


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    ran = [
        report.nodeid
        for outcome in ("passed", "failed")
        for report in terminalreporter.stats.get(outcome, [])
        if LONG_RUN in report.nodeid
    ]
    if not ran or config.cache is None:
        return
    terminalreporter.section("random rounds: how often each thing occurred")
    for path in sorted(config.cache.mkdir("random-rounds").glob("*.txt")):
        if any(path.stem.replace(" ", "/") in nodeid for nodeid in ran):
            terminalreporter.write_line(path.read_text(encoding="utf-8"))

"""How the whole suite runs: on how many processes, and without looking for garbage in what was
collected, which stays until the end.
"""

from __future__ import annotations

import faulthandler
import gc
import os

import pytest

gc.disable()  # until everything is collected


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are cores: much of what is tested waits, for processes and lines.

    What each worker costs, to collect and to load what is compiled, is less than what stands idle.
    """
    return max(1, (os.cpu_count() or 1) * 3 // 2)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A proof of minutes does not hang, and to look into a thread at work may end the process."""
    if item.get_closest_marker("long"):
        faulthandler.cancel_dump_traceback_later()

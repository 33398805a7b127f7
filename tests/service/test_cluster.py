"""Three servers, a proxy and a real PostgreSQL, with kills, pauses, cuts and rolling upgrades.

The hour with three hundred tables is `python -m tests.service.cluster --hour`.
"""

from __future__ import annotations

import asyncio
from itertools import takewhile
from pathlib import Path
from tempfile import gettempdir

import pytest

pytestmark = [pytest.mark.postgres, pytest.mark.long]


def test_three_servers_lose_nothing_whatever_happens_to_them(tmp_path: Path) -> None:
    from tests.service.cluster import run_cluster

    for folder in takewhile(lambda one: one != Path(gettempdir()), tmp_path.parents):
        folder.chmod(0o755)  # PostgreSQL runs as another user and must get in
    outcome = asyncio.run(run_cluster(tmp_path, seconds=120, tables=8))
    assert outcome.strange == []
    assert outcome.figures["rounds"] > 50
    assert outcome.figures["bought once"] > 10
    assert outcome.figures["taken over within"]

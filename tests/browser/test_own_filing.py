"""A filing that no package has, in `filings` beside the database, played by a person in a browser:
from the lobby to its settlement, through a killed server, to a verified log and a file."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.filings.catalogue import joined
from houseway.histories.adjudicate import adjudicate
from houseway.histories.export import export_round
from houseway.histories.round_file import parse_round
from houseway.histories.verify import verify
from houseway.service.client import Cardroom
from tests.browser.conftest import NewPlayer
from tests.browser.test_fairness import check
from tests.service.running import free_port
from tests.service.served import Process

pytestmark = pytest.mark.browser

ID = "tule-creek/three-card-poker"  # an ante bonus and a meter of fixed prizes, written as data
DRAFT = Path(__file__).parents[2] / "examples" / "filings" / f"{ID}.toml"


def wait_for(doing: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: the browser has the loop of this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Process]:
    folder = tmp_path / "filings" / "tule-creek"
    folder.mkdir(parents=True)
    shutil.copy(DRAFT, folder)
    process = Process(tmp_path, free_port(), f"sqlite:///{tmp_path / 'cardroom.db'}")
    wait_for(process.start())
    yield process
    process.kill()


async def closed_log(process: Process, token: str, table: str) -> str:
    house = Cardroom(process.address, token=token)
    await house.request("POST", f"/api/tables/{table}/close")
    async with asyncio.timeout(60):
        while True:
            try:
                return str(await house.request("GET", f"/api/tables/{table}/sealed-log"))
            except HousewayError:
                await asyncio.sleep(0.1)


def test_it_is_played_killed_brought_back_checked_exported_and_verified(
    process: Process, new_player: NewPlayer, tmp_path: Path
) -> None:
    ann = new_player(address=process.address)
    ann.quick_seat(ID)
    assert "Tule Creek" in ann.page.inner_text("body")
    first = ann.play_hand(bets=("ante",))
    shown = ann.lines()
    assert (ann.seat, "ante", "1") in shown

    process.kill()
    wait_for(process.start())
    second = ann.play_hand(bets=("ante",))  # the page has come back by itself
    assert second > first

    # The hand played before the kill, from the history: settled anew to the same lines.
    round_file = parse_round(ann.download(first).read_text(encoding="utf-8"))
    assert round_file.filing == ID
    with joined(tmp_path / "filings"):
        answer = adjudicate(round_file)
    settled = {
        (line.bettor, line.wager, str(line.hand)): line.outcome for line in answer.settlement.lines
    }
    assert settled == {key: outcome for key, (outcome, _) in shown.items()}
    assert check(ann, first) == "good"

    table = ann.page.url.rpartition("/")[2]
    token = (tmp_path / "house-token").read_text().strip()
    log = tmp_path / "log"
    log.write_text(wait_for(closed_log(process, token, table)), encoding="utf-8")
    found = verify(log)
    assert found.status == "verified", json.dumps([str(one) for one in found.findings])
    assert f'filing = "{ID}"' in export_round(log, 1).text

"""The house, before a table that is locked: why, its log, and the chips given back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.service import old_store

pytestmark = pytest.mark.browser
HOLDEM, _ = old_store.TABLES["Guest 3"]


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Served]:
    path = tmp_path / "cardroom.db"
    old_store.put(f"sqlite:///{path}", tmp_path)
    with closing(sqlite3.connect(path)) as store:
        store.execute(
            "UPDATE records SET line = replace(line, '\"cc\"', '\"f\"') "
            "WHERE table_id = ? AND number = 134",
            (HOLDEM,),
        )
        store.commit()
    served = Served(tmp_path)
    yield served
    served.close()


def _enter(player: Any, token: str) -> None:
    token = json.dumps(token)
    player.page.add_init_script(f"localStorage.setItem('houseway.token', JSON.stringify({token}))")
    player.page.goto(f"{player.address}/")
    player.page.wait_for_selector("[data-filing]")


def test_the_house_closes_a_locked_table_from_the_page(damaged: Served, new_player: Any) -> None:
    player = new_player(address=damaged.address)
    _enter(player, damaged._token)
    locked = player.page.locator("hw-locked li")
    locked.wait_for()
    assert "Record 134: this record does not follow" in locked.inner_text()
    assert "134 of 136 records hold" in locked.inner_text()
    with player.page.expect_download() as taken:
        locked.get_by_text("Log").click()
    assert len(Path(taken.value.path()).read_text().splitlines()) == 136
    locked.get_by_text("Close").click()
    assert "$504 to Guest 3" in player.page.locator("dialog").inner_text()
    player.page.get_by_text("Close and return the chips").click()
    locked.wait_for(state="detached")


def test_others_do_not_see_it_and_are_told_why_they_cannot_sit(
    damaged: Served, new_player: Any
) -> None:
    player = new_player(address=damaged.address)
    _enter(player, old_store.token_of("Guest 3"))
    assert player.page.locator("hw-locked").count() == 0
    player.page.goto(f"{player.address}/#/table/{HOLDEM}")
    player.page.get_by_text("A record of this table cannot be read").first.wait_for()

"""The office at its desk: tables, hands, the report against the count, logs; desktop and phone."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from houseway.service.client import Cardroom
from tests.browser.cardroom import Served
from tests.browser.player import Player
from tests.browser.test_accessibility import axe as axe
from tests.browser.test_accessibility import problems
from tests.browser.test_house_desk import go, the_house
from tests.browser.test_phone import PHONE, fits, small_targets
from tests.service.playing import Player as Playing

pytestmark = pytest.mark.browser

THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
FORTUNE = "500-club/fortune-pai-gow-poker"
HOLDEM = "500-club/texas-holdem"
TABLE = "Evening1"


async def _play(address: str, table: str) -> None:
    ann = Cardroom(address)
    await ann.enter("Ann")
    async with await ann.table(table) as seat:
        await seat.do("sit", seat=1)
        await Playing(seat, random.Random(3), banks=0).play(3)
        await seat.do("leave")


@pytest.fixture(scope="module")
def evening(fresh: Served) -> str:
    """A table at which three hands were played, with a collection in its drop box."""
    table = fresh.open_table(THREE_CARD, table=TABLE, bots=2, seats=5, schedule="1")
    with ThreadPoolExecutor(1) as other:  # this thread has the browser's loop
        other.submit(lambda: asyncio.run(_play(fresh.address, table))).result(timeout=60)
    fresh.close_table(table)
    return table


def test_a_table_is_found_and_its_log_verified(
    fresh: Served, new_player: Any, evening: str
) -> None:
    house = the_house(fresh, new_player, "records")
    page = house.page
    page.fill("#tables-find", "three casino")
    page.click("form >> text=Find")
    page.click(f'tr[data-key="{evening}"] a')
    page.wait_for_selector("caption >> text=Hands, the newest first")
    assert page.locator("tbody tr").count() >= 3
    page.click('[data-do="verify"]')
    page.wait_for_selector('[data-status="verified"]', timeout=60_000)
    with page.expect_download() as saved:
        page.locator("tbody tr").last.locator("button", has_text="File").click()
    assert f'filing = "{THREE_CARD}"' in saved.value.path().read_text()
    with page.expect_download() as log:
        page.click('[data-do="log"]')
    # The same log, brought by hand; then with a name changed in it.
    text = log.value.path().read_text()
    go(house, "records/verify")
    for written, status in ((text, "verified"), (text.replace("Ann", "Eve", 1), "forged")):
        page.set_input_files(
            "#verify-file", {"name": "a.log", "mimeType": "text/plain", "buffer": written.encode()}
        )
        page.click("text=Verify >> nth=-1")
        page.wait_for_selector(f'[data-status="{status}"]', timeout=60_000)


def test_a_hand_of_a_closed_table_is_replayed(fresh: Served, new_player: Any, evening: str) -> None:
    house = the_house(fresh, new_player, f"records/table/{evening}")
    page = house.page
    page.wait_for_selector("text=Three Card Poker 6 Card Bonus, Casino Club · opened")
    page.locator("tbody tr").first.locator("text=Replay").click()
    page.wait_for_selector(".replay-felt .seat")
    page.click('[data-step="last"]')
    page.wait_for_selector(".replay .line[data-bettor]")
    page.click("text=All hands of the table")
    page.wait_for_selector("caption >> text=Hands, the newest first")
    stranger: Player = new_player("Cyd", address=fresh.address)
    stranger.page.goto(f"{fresh.address}/#/hand/{evening}/1")
    stranger.page.wait_for_selector(".replay-felt .seat")
    stranger.page.wait_for_selector("text=To the lobby")


def test_a_file_that_is_no_log_is_not_called_forged(fresh: Served, new_player: Any) -> None:
    house = the_house(fresh, new_player, "records/verify")
    page = house.page
    page.set_input_files(
        "#verify-file", {"name": "a.log", "mimeType": "text/plain", "buffer": b"a shopping list"}
    )
    page.click("text=Verify >> nth=-1")
    page.wait_for_selector("h2 >> text=No log", timeout=60_000)
    page.wait_for_selector("text=There is no record in this file")


def test_the_report_is_held_against_the_count(
    fresh: Served, new_player: Any, evening: str, tmp_path: Path
) -> None:
    house = the_house(fresh, new_player, "records/report")
    page = house.page
    page.fill("#report-tables", evening)
    page.click("text=Make the report")
    page.wait_for_selector("caption >> text=Rotation of the bank", timeout=60_000)
    expected = page.locator("table", has_text="Drop against the count").locator("td").first
    drop = expected.inner_text()
    assert float(drop) > 0
    for counted, difference, words in (
        (f"{float(drop) - 1:.2f}", "-1.00", "The count differs from the logs."),
        (drop, "0.00", "The count agrees with the logs."),
    ):
        page.fill("#count-0", counted)
        page.click("text=Hold against the count")
        page.wait_for_selector(f"text={words}", timeout=60_000)
        row = page.locator("table", has_text="Drop against the count").locator("tbody tr").first
        assert row.inner_text().split("\t")[-1].strip() == difference
    page.screenshot(path=str(tmp_path / "report.png"), full_page=True)
    for kind, start in (("pdf", b"%PDF"), ("csv", b"table,shift"), ("json", b"{")):
        with page.expect_download() as saved:
            page.click(f'[data-do="{kind}"]')
        assert saved.value.path().read_bytes().startswith(start)


def test_a_hand_is_set_and_counted_and_a_file_is_ruled(player: Player) -> None:
    page = player.page
    go(player, f"hands/set/{FORTUNE}")
    page.fill("#set-cards", "8c 4d Ks 9s 8d 7c 4h")
    page.click("text=Set the hand")
    # As in the README: two pairs, split by the chart.
    page.wait_for_selector("[data-cards]")
    assert page.locator("[data-cards] hw-card").count() == 7
    go(player, f"hands/equity/{HOLDEM}")
    page.fill("#equity-hands", "AhKh\nQsQd")
    page.fill("#equity-board", "Qh Jh 2c")
    page.click("text=Work it out")
    page.wait_for_selector("caption >> text=Exact, over 990 deals", timeout=60_000)
    # A range that is given twice is two players, and halves of the pot are told where there are.
    page.select_option("#equity-filing", "outlaws/holdem-hi-lo")
    page.fill("#equity-hands", "random\nrandom")
    page.fill("#equity-board", "2h 3d 4c 5s 7h")
    page.click("text=Work it out")
    page.wait_for_selector("tbody th >> text=random #2", timeout=60_000)
    assert page.locator("thead th").all_inner_texts()[-1] == "Low"
    assert page.locator("#equity-filing option", has_text="Baccarat").count() == 0
    go(player, "hands/set")  # nothing is asked without a filing, and only of games with a house way
    page.wait_for_selector("#set-filing option >> nth=5", state="attached")
    assert page.locator("#set-filing option").count() == 1 + 5
    page.fill("#set-cards", "As Kd")
    page.click("text=Set the hand")
    assert page.evaluate("() => document.querySelector('#set-filing').matches(':invalid')")
    go(player, "hands")
    page.fill("#hand-text", "filing = 7")
    page.click("text=Rule >> nth=-1")
    page.wait_for_selector("[data-part=answer] .error-box")


PLACES = ("", "records", f"records/table/{TABLE}", "records/report", "records/verify",
          "records/rulings", "hands",
          f"hands/set/{FORTUNE}", f"hands/equity/{HOLDEM}")  # fmt: skip


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_every_page_of_the_records_is_fit_for_all(
    fresh: Served, new_player: Any, evening: str, axe: str, window: dict[str, Any], tmp_path: Path
) -> None:
    del evening
    house = the_house(fresh, new_player, "records", **window)
    for place in PLACES:
        go(house, place)
        if place == "records/report":
            house.page.click("text=Make the report")
            house.page.wait_for_selector("caption >> text=Rotation of the bank", timeout=60_000)
        house.page.wait_for_load_state("networkidle")
        name = f"{place.replace('/', '-') or 'desk'}.png"
        house.page.screenshot(path=str(tmp_path / name), full_page=True)
        assert problems(house, axe) == [], place
        if window:
            assert fits(house), place
            assert small_targets(house) == [], place

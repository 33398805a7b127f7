"""A filing written on the desk: completion, findings as one types, what becomes of it, a phone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player
from tests.browser.test_accessibility import axe as axe
from tests.browser.test_accessibility import problems
from tests.browser.test_house_desk import go, the_house
from tests.browser.test_phone import PHONE, fits, small_targets

pytestmark = pytest.mark.browser

BACCARAT = "napa-valley/ez-baccarat-panda-8"


def _open(player: Player) -> None:
    player.page.goto(f"{player.address}/#/desk/draft/{BACCARAT}")
    player.page.wait_for_selector("#draft-text")
    player.page.wait_for_selector(".finding >> text=to-fill")


def test_a_draft_is_written_checked_dealt_and_compared(player: Player, axe: str) -> None:
    _open(player)
    page = player.page
    page.click("#draft-text")
    page.keyboard.press("Control+End")
    page.keyboard.type("\n[table]\nsea")
    page.wait_for_function(  # the schema is there, on a busy machine after a while
        "async () => (await fetch('/api/schema')).ok", polling=3000
    )
    page.keyboard.press("Control+Space")
    page.wait_for_selector(".cm-tooltip-autocomplete li >> text=seats_allowed")
    page.keyboard.press("Escape")
    page.wait_for_selector(".finding.is-error >> text=cannot be read as TOML")
    page.wait_for_selector(".cm-lint-marker-error")
    page.reload()  # what was written is still there
    page.wait_for_selector(".finding.is-error >> text=cannot be read as TOML")
    page.click("#draft-text")
    page.keyboard.press("Control+End")
    for _ in "\n[table]\nsea":
        page.keyboard.press("Backspace")
    page.wait_for_selector(".finding >> text=to-fill")
    assert problems(player, axe) == []
    page.click('[data-view="rules"]')
    page.wait_for_selector(".draft-beside dl.rules-found")
    page.click('[data-view="odds"]')
    page.wait_for_selector("caption >> text=Every bet of the draft")
    page.click('[data-view="deal"]')
    page.wait_for_selector("pre.dealt")
    page.click('[data-view="diff"]')
    page.wait_for_selector(f"caption >> text=differences from {BACCARAT}")
    page.click('[data-view="sign"]')
    page.fill("#draft-limits", "1-100")
    page.click("text=Show the sign")
    page.wait_for_selector("img.sign-preview")
    with page.expect_download() as taken:
        page.click('[data-do="download"]')
    assert taken.value.suggested_filename.endswith(".toml")


def test_a_draft_is_read_on_a_phone(new_player: object) -> None:
    player: Player = new_player(**PHONE)  # type: ignore[operator]
    _open(player)
    assert player.page.locator("textarea#draft-text").count() == 1
    assert fits(player)
    assert small_targets(player) == []


def test_a_saved_draft_is_in_the_catalogue_and_the_lobby_at_once(
    fresh: Served, new_player: Any
) -> None:
    house = the_house(fresh, new_player, f"draft/{BACCARAT}")
    page, saved = house.page, "my-house/ez-baccarat-panda-8"
    page.click('[data-do="save"]:enabled')
    page.wait_for_selector("text=It is in the catalogue now")
    go(house, "filings")
    page.wait_for_selector(f'tr[data-key="{saved}"]')
    go(house, f"odds/{saved}")
    page.wait_for_selector('[data-bet="dragon_7"]')
    page.goto(f"{house.address}/")
    page.wait_for_selector(f'[data-filing="{saved}"]')

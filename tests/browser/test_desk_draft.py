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


def test_a_mistake_is_mended_and_the_odds_follow(player: Player) -> None:
    """Dragon 7 at 50 to 1: of the edge of 7.6113% at 40 to 1 follows that it wins 2.2534% of the
    time (41 p = 1 - 0.076113), and ten more each time are 22.534% of a unit.
    """
    _open(player)
    page = player.page
    page.click('[data-view="odds"]')
    row = page.locator("tr", has_text="Dragon 7")
    row.wait_for()
    assert "7.611%\t7.611%" in row.inner_text()
    page.click("#draft-text")
    page.keyboard.press("Control+f")
    page.keyboard.type("pays = 40")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.type("pays = fifty")
    page.wait_for_selector("text=it does not load yet")
    for _ in "fifty":
        page.keyboard.press("Backspace")
    page.keyboard.type("50")
    page.wait_for_selector("tr:has-text('Dragon 7') >> text=here −22.534%")
    # What was written is not lost by another choice, unless one wants that.
    page.select_option("#draft-from", "500-club/ez-baccarat")
    page.click("dialog >> text=Not now")
    assert page.input_value("#draft-from") == BACCARAT
    page.goto(f"{player.address}/#/desk/draft/500-club/ez-baccarat")
    page.wait_for_selector("dialog >> text=What is written here is lost")
    page.click("dialog .danger")
    page.wait_for_function("() => document.querySelector('#draft-from').value.startsWith('500')")


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

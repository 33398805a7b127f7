"""The house at its desk: tables opened, changed and closed, accounts, acts; desktop and phone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player
from tests.browser.test_accessibility import axe as axe
from tests.browser.test_accessibility import problems
from tests.browser.test_account import code_of
from tests.browser.test_phone import PHONE, fits, small_targets

pytestmark = pytest.mark.browser

BACCARAT = "napa-valley/ez-baccarat-panda-8"


def the_house(served: Served, new_player: Any, place: str, **window: Any) -> Player:
    """The house, by the token of its file, at a page of the desk."""
    house: Player = new_player("House", address=served.address, **window)
    house.page.add_init_script(
        f"localStorage.setItem('houseway.token', JSON.stringify('{served._token}'))"
    )
    go(house, place)
    return house


def go(house: Player, place: str) -> None:
    house.page.goto(f"{house.address}/#/desk/{place}")
    house.page.wait_for_selector(".desk-body h1")


def test_a_table_is_opened_changed_and_closed(
    fresh: Served, new_player: Any, tmp_path: Path
) -> None:
    house = the_house(fresh, new_player, "house")
    page = house.page
    page.select_option("#open-filing", BACCARAT)
    page.wait_for_selector(".tried >> text=Permitted: $1 to $100")
    page.fill("#table-limits", "10-100")
    # Refused while it is typed, with the paragraph of the filing.
    page.wait_for_selector(".tried .error-box >> text=a minimum of $10 is not in the range")
    assert page.locator(".tried .cite").inner_text().strip()
    page.click("text=Open the table")
    page.wait_for_selector(".tried .error-box >> text=a minimum of $10")
    page.fill("#table-limits", "1-50")
    page.fill("#table-name", "Main1")
    page.fill("#table-seats", "5")
    page.select_option("#table-option-banker_three_card_seven", "push")
    assert page.input_value("#table-option-natural_ends_drawing") == "true"  # as filed
    page.select_option("#table-option-natural_ends_drawing", "false")
    page.wait_for_selector(".tried >> text=Permitted: $1 to $50")
    page.screenshot(path=str(tmp_path / "open.png"), full_page=True)
    page.click("text=Open the table")
    row = page.wait_for_selector('tr[data-key="Main1"]')
    assert row is not None
    assert "$1 to $50" in row.inner_text()
    assert "0 of 5" in row.inner_text()
    chosen = {"seats": 5, "bots": 3, "pace": "normal", "private": False}
    assert fresh.ask("/api/acts?find=opened")[0]["facts"].items() >= chosen.items()
    opened = fresh.ask("/api/tables/Main1")
    assert opened["options"] == {"banker_three_card_seven": "push", "natural_ends_drawing": False}

    page.click('tr[data-key="Main1"] >> text=Change')
    page.wait_for_selector("#table-limits")
    page.click("summary >> text=collection options filed")
    page.click('button:has-text("Use option 2")')
    assert page.input_value("#table-schedule") == "2"
    page.select_option("#table-pace", "relaxed")
    page.check("#table-private")
    page.click("text=Change the table")
    page.wait_for_selector('tr[data-key="Main1"] >> text=relaxed, private')
    changed = fresh.ask("/api/tables/Main1")
    assert (changed["schedule"], changed["limits"]) == (["2"], "1-50")

    page.click('tr[data-key="Main1"] >> text=Close')
    page.click("dialog >> text=Close the table")
    page.wait_for_selector('tr[data-key="Main1"]', state="detached")

    go(house, "house/acts")
    page.wait_for_selector("tbody tr")
    told = page.locator("tbody tr").all_inner_texts()
    assert ["closed table Main1" in told[0], "changed table Main1" in told[1]] == [True, True]
    assert "opened table Main1" in told[2]
    page.fill("#acts-find", "changed")
    page.click("form >> text=Find")
    page.wait_for_function("() => document.querySelectorAll('tbody tr').length === 1")
    with page.expect_download() as saved:
        page.click('[data-do="csv"]')
    assert "changed table,Main1" in saved.value.path().read_text()


def test_accounts_are_managed_in_the_page(fresh: Served, new_player: Any) -> None:
    house = the_house(fresh, new_player, "house/accounts")
    page = house.page
    page.fill("#hire-name", "Olga")
    page.select_option("#hire-role", "floor")
    page.click("form >> text=Invite >> nth=-1")
    link = page.wait_for_selector("dialog [data-part=link]")
    assert link is not None
    assert "#/invite/" in (link.get_attribute("href") or "")
    page.click("dialog [aria-label=Close]")
    row = page.locator('tr[data-key="Olga"]')
    assert "an invitation, until" in row.inner_text()
    # A new link for one who has not accepted the first takes nothing from anybody.
    row.locator("text=New link").click()
    page.wait_for_selector("dialog [data-do=copy]")
    page.click("dialog [aria-label=Close]")
    # The house's own would void its password: that is asked first.
    page.locator('tr[data-key="House"]').locator("text=New link").click()
    page.wait_for_selector("dialog >> text=Your password, codes and sessions are void at once")
    page.click("dialog >> text=Not now")
    row.locator("select").select_option("office")
    page.click("dialog >> text=Not now")
    page.wait_for_function(
        "() => document.querySelector('tr[data-key=Olga] select').value === 'floor'"
    )
    row.locator("select").select_option("office")
    page.click("dialog >> text=Give the role")
    page.wait_for_selector(".toast >> text=Olga enters again as office")
    row.locator("text=Dismiss").click()
    page.click("dialog .danger")
    page.wait_for_selector(".toast >> text=Olga works here no more")
    page.wait_for_selector('tr[data-key="Olga"] >> text=Player')


def test_who_works_here_finds_the_login_on_the_desk(new_player: Any, fresh: Served) -> None:
    """A session of theirs ends every evening: the next day they begin at the lobby."""
    invite = fresh.ask("/api/staff", {"name": "Ida", "role": "floor"})["invite"]
    ida: Player = new_player("Ida", address=fresh.address)
    page = ida.page
    page.goto(f"{fresh.address}/#/invite/{invite}")
    key = page.inner_text(".key")
    page.fill("#invite-password", "floor secret")
    page.fill("#invite-code", code_of(key))
    page.click("text=Come in")
    page.wait_for_selector(".desk-home >> text=Records")
    page.evaluate("() => localStorage.clear()")
    page.goto(f"{fresh.address}/")
    page.reload()
    page.click("header >> text=Desk")
    page.click(".desk-nav >> text=Log in")
    page.fill("#login-name", "Ida")
    page.fill("#login-password", "floor secret")
    page.click(".login button")
    page.wait_for_selector("[role=alert] >> text=code")
    page.fill("#login-code", code_of(key, later=1))
    page.click(".login button")
    page.wait_for_selector(".desk-home >> text=Records")
    assert "Log in" not in page.inner_text(".desk-nav")
    for place, words in (
        ("records/report", "This page is for the house and the office."),
        ("house/accounts", "This page is for the house."),
        ("house/acts", "This page is for the house and the office."),
    ):
        go(ida, place)
        page.wait_for_selector(f"[role=alert] >> text={words}")
    page.goto(f"{fresh.address}/#/rulings")  # where the rulings stood before
    page.wait_for_selector("text=None was kept yet")


def test_a_guest_sees_what_is_public_and_a_login(player: Player) -> None:
    go(player, "house")
    page = player.page
    page.wait_for_selector("#login-code")
    assert "House" not in page.inner_text(".desk-nav")
    page.fill("#login-name", "Nobody")
    page.fill("#login-password", "no such one")
    page.fill("#login-code", "123456")
    page.click(".login button")
    page.wait_for_selector("[role=alert] >> text=do not belong together")


PLACES = ("house", f"house/open/{BACCARAT}", "house/open/500-club/texas-holdem",
          "house/table/Steady", "house/accounts", "house/acts")  # fmt: skip


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_every_page_of_the_house_is_fit_for_all(
    fresh: Served, new_player: Any, axe: str, window: dict[str, Any], tmp_path: Path
) -> None:
    if not any(one["id"] == "Steady" for one in fresh.ask("/api/house/tables")):
        fresh.open_table(BACCARAT, table="Steady")
    house = the_house(fresh, new_player, "house", **window)
    for place in PLACES:
        go(house, place)
        house.page.wait_for_selector("tbody tr:visible, .tried p")
        house.page.screenshot(path=str(tmp_path / f"{place.replace('/', '-')}.png"), full_page=True)
        assert problems(house, axe) == [], place
        if window:
            assert fits(house), place
            assert small_targets(house) == [], place

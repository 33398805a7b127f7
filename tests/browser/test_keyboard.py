"""From the lobby to a settled hand without a mouse, and back out of a drawer."""

from __future__ import annotations

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player

pytestmark = pytest.mark.browser

MOST_TABS = 150


def tab_to(player: Player, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_TABS):
        if player.page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by the Tab key")


def test_a_hand_with_the_keyboard_alone(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/")
    page.wait_for_selector("[data-filing]")
    tab_to(player, "input[type=search]")
    page.keyboard.type("outlaws three card")
    tab_to(player, '[data-filing="outlaws/three-card-poker-6-card-bonus"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("#guest-name:focus")
    page.keyboard.type("Kay")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-do="decline_bank"]:enabled, [data-do="ready"]:enabled')
    if player.sees('[data-do="decline_bank"]'):
        tab_to(player, '[data-do="decline_bank"]')
        page.keyboard.press("Enter")
    page.wait_for_selector('[data-do="ready"]:enabled')
    # The chips are one stop, chosen between with the arrows.
    tab_to(player, ".chip.chosen")
    chosen = page.locator(".chip.chosen").get_attribute("data-chip")
    page.keyboard.press("ArrowRight")
    assert page.locator(".chip.chosen").get_attribute("data-chip") != chosen
    page.keyboard.press("ArrowLeft")
    tab_to(player, '.seat.me [data-spot="ante"]')
    page.keyboard.press("Enter")
    page.wait_for_selector('.seat.me [data-spot="ante"]:not(.pending) hw-chips')
    tab_to(player, '[data-do="ready"]')
    page.keyboard.press("Enter")
    page.wait_for_selector('.decision [data-shortcut="p"]:enabled')
    page.keyboard.press("p")  # the letter on the button
    page.wait_for_selector('hw-table[data-settled="1"]')
    tab_to(player, '[data-tool="clock"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open] [data-replay]")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog[open]", state="detached")
    assert page.evaluate("document.activeElement.matches('[data-tool=\"clock\"]')")


def test_focus_stays_in_the_dock_when_its_button_goes(served: Served, player: Player) -> None:
    page = player.page
    player.sit(served.open_table("outlaws/pure-21.5-blackjack"))
    page.wait_for_selector('[data-do="decline_bank"]:enabled')
    page.focus('[data-do="decline_bank"]')
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-do="decline_bank"]', state="detached")
    assert page.evaluate("document.activeElement.closest('.dock') !== null")


def test_the_skip_link_leads_to_the_content_and_stays_on_the_page(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/#/adjudicate")
    page.wait_for_selector("#filing")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.skip')")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url.endswith("#/adjudicate")

"""The game in a real browser: chosen by its kind, decided by its buttons, tapped in and settled."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from conftest import FILING
from houseway.rounds.felt import hints_for
from super_pan_9.schema import SuperPan9

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

CHROMIUM = os.environ.get("HOUSEWAY_TEST_CHROMIUM", "/usr/bin/chromium")


@pytest.fixture
def page() -> Iterator[Page]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        switches = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=switches)
        found = browser.new_page(viewport={"width": 1280, "height": 860})
        faults: list[str] = []
        found.on("pageerror", lambda error: faults.append(str(error)))
        yield found
        browser.close()
        assert not faults


def come_to_a_decision(address: str, page: Page) -> None:
    """From the lobby to the first question of a hand."""
    page.goto(address)
    page.click('[data-kind="super-pan-9"]')
    page.fill("#guest-name", "Ann")
    page.click("dialog >> text=Come in")
    page.wait_for_selector('hw-table[data-seat]:not([data-seat=""])')
    decision, bet, offer = ".decision", '[data-do="ready"]:enabled', '[data-do="decline_bank"]'
    while not page.locator(decision).count():
        page.wait_for_selector(f"{decision}, {bet}, {offer}")
        if page.locator(offer).count():
            page.click(offer)
            page.wait_for_selector(offer, state="detached")
        elif page.locator(bet).count():
            page.click('.seat.me button[data-spot="game"]')
            page.wait_for_selector('.seat.me [data-spot="game"]:not(.pending) hw-chips')
            page.click(bet)
            page.wait_for_selector(bet, state="detached")


def draw_and_settle(page: Page) -> None:
    page.click('[data-move="draw"]')
    page.wait_for_selector('.side .line[data-wager="game"]')


def test_from_the_lobby_to_a_settled_hand(address: str, page: Page) -> None:
    come_to_a_decision(address, page)
    assert "More points than the bank win" in page.inner_text(".side")
    assert "Draw or stand? You have" in page.inner_text(".decision")
    assert page.inner_text('[data-move="draw"]').startswith("Draw a card")
    draw_and_settle(page)


@pytest.mark.usefixtures("plain")
def test_a_game_without_a_felt_of_its_own_has_buttons_for_its_choices(
    address: str, page: Page
) -> None:
    come_to_a_decision(address, page)
    assert "Your turn" in page.inner_text(".decision")
    assert page.inner_text('[data-move="draw"]') == "Draw"
    draw_and_settle(page)


@pytest.mark.usefixtures("plain")
def test_without_a_felt_the_form_takes_choices_as_typed(
    address: str, page: Page, filing: SuperPan9
) -> None:
    plain = hints_for(filing)

    def answer(route: Route) -> None:
        sheet = route.fetch()
        route.fulfill(response=sheet, json=sheet.json() | {"hints": plain})

    page.route(f"**/api/filings/{FILING}", answer)
    page.goto(f"{address}/#/adjudicate")
    page.select_option("#filing", FILING)
    page.wait_for_selector("#seat-0-draws")
    page.fill("#bank-cards", "3c Kh Qs 6s")
    page.fill("#seat-0-wager-game", "30")
    page.fill("#seat-0-cards", "6c 6d 2h")
    page.fill("#seat-0-draws", "Ac")
    page.fill("#seat-0-amount", "draw")
    page.click('[data-add=""]')
    page.click('[data-do="settle"]')
    page.wait_for_selector(".settlement-sheet")
    assert page.locator('[data-bettor="2"] [data-net]').get_attribute("data-net") == "-30.00"


def test_a_disputed_round_is_tapped_in(address: str, page: Page) -> None:
    page.goto(f"{address}/#/adjudicate")
    page.select_option("#filing", FILING)
    page.wait_for_selector("#seat-0-draws")
    page.click('[data-pick="bank-cards"]')
    ranks = {key.get_attribute("data-piece") or "" for key in page.locator(".key").all()}
    assert {rank[0] for rank in ranks} == set("A23456JQK")
    page.click('[data-do="picked"]')
    page.fill("#bank-cards", "3c Kh Qs 6s")
    page.fill("#seat-0-wager-game", "30")
    page.fill("#seat-0-cards", "6c 6d 2h")
    page.fill("#seat-0-draws", "Ac")
    page.click('[data-add="draw"]')
    page.click('[data-do="settle"]')
    page.wait_for_selector(".settlement-sheet")
    assert page.locator('[data-bettor="2"] [data-net]').get_attribute("data-net") == "-30.00"
    page.fill("#bank-cards", "3c Kh Qs")
    page.click('[data-do="settle"]')
    page.wait_for_selector("#bank-cards-wrong")

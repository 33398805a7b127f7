"""The bank's page as an office uses it: a run begun, followed, ended, saved, shared, asked again."""

from __future__ import annotations

import pytest

from tests.browser.player import Player
from tests.browser.test_accessibility import axe as axe
from tests.browser.test_accessibility import problems
from tests.browser.test_phone import PHONE, fits, small_targets

pytestmark = pytest.mark.browser

BACCARAT = "500-club/ez-baccarat"
THREE_CARD = "500-club/three-card-poker-6-card-bonus"


def _open(player: Player, place: str = "") -> None:
    player.page.goto(f"{player.address}/#/desk/bank{place}")
    player.page.wait_for_selector(".bank-form")


def _run(player: Player) -> None:
    player.page.click("text=Run >> visible=true")
    player.give_name()


def _more(player: Player) -> None:
    player.page.click("summary >> text=Rounds, seed")


def test_a_run_is_followed_saved_shared_and_asked_again(player: Player, new_player: object) -> None:
    _open(player)
    page = player.page
    page.select_option("#bank-filing", THREE_CARD)
    page.fill("#bank-bank", "500, 2,000")
    page.check(".bank-schedules input[value='1']")
    page.check("text=Described here")
    page.fill("#bank-count-0", "4")
    page.fill("#bank-0-ante", "25 x3, 100")
    page.fill("#bank-0-pair_plus", "5 at 25%")
    page.click("summary >> text=Sessions")
    page.fill("#bank-bankroll", "10000")
    _more(player)
    page.fill("#bank-rounds", "200000")
    _run(player)
    page.wait_for_selector('[data-state="done"]')
    caption = page.locator("caption").first.inner_text()
    assert "200,000 of 200,000 rounds dealt" in caption
    assert page.locator("tbody tr th", has_text="$2,000").count()
    assert page.locator("figure.chart svg[role=img]").count() == 3
    page.click('[data-do="save"]')
    page.fill("#run-name", "Fridays")
    page.click("dialog >> text=Save >> nth=-1")
    page.wait_for_selector("h1 >> text=Fridays")
    page.reload()
    page.wait_for_selector("h1 >> text=Fridays")
    stranger = new_player("Bo").page  # type: ignore[operator]
    stranger.goto(page.url)
    stranger.wait_for_selector("h1 >> text=Fridays")
    assert stranger.locator('[data-do="delete"]').count() == 0
    page.click("text=Change and run again")
    page.wait_for_selector("#bank-0-ante")
    assert page.input_value("#bank-0-ante") == "25 x3, 100"
    assert page.input_value("#bank-0-pair_plus") == "5 at 25%"
    assert page.input_value("#bank-count-0") == "4"
    page.wait_for_selector(".runs >> text=Fridays")


def test_figures_come_in_and_a_long_run_is_cancelled(player: Player) -> None:
    _open(player, f"/{BACCARAT}")
    page = player.page
    page.wait_for_selector("#bank-bank")
    _more(player)
    page.fill("#bank-rounds", "1000000000")
    _run(player)
    page.wait_for_selector("caption")
    first = page.locator("caption").first.inner_text()
    page.wait_for_function(
        "first => document.querySelector('caption').innerText !== first", arg=first
    )
    page.reload()  # it goes on
    page.wait_for_selector('[data-state="running"]')
    page.click('[data-do="cancel"]')
    page.wait_for_selector('[data-state="cancelled"]')
    page.wait_for_selector("text=As far as it came")
    page.click('[data-do="delete"]')
    page.wait_for_selector(".bank-form")


def test_the_bank_s_book_has_its_curves_and_schedules(player: Player, axe: str) -> None:
    _open(player, f"/{BACCARAT}")
    page = player.page
    page.check("text=The bank's book")
    page.fill("#bank-bank", "1000")
    page.check(".bank-schedules input[value='1']")
    _more(player)
    page.fill("#bank-rounds", "50000")
    _run(player)
    page.wait_for_selector('[data-state="done"]')
    page.wait_for_selector("figcaption >> text=Ruin within 8 hours, by recursion")
    page.wait_for_selector("caption >> text=Schedules for these wagers")
    page.locator("figure details summary").first.click()
    assert page.locator("figure details table").first.locator("tbody tr").count() >= 8
    assert problems(player, axe) == []


def test_what_is_mistyped_is_said(player: Player) -> None:
    _open(player, f"/{BACCARAT}")
    page = player.page
    page.fill("#bank-bank", "many")
    page.click("text=Run >> visible=true")
    page.wait_for_selector(".error-box >> text=many is no number")
    page.fill("#bank-bank", "1000")
    page.fill("#bank-seats", "19")
    _run(player)
    page.wait_for_selector('[data-state="refused"]')
    page.wait_for_selector(".error-box >> text=at a table of")


def test_the_form_and_a_run_are_read_on_a_phone(new_player: object, axe: str) -> None:
    player: Player = new_player(**PHONE)  # type: ignore[operator]
    _open(player, f"/{BACCARAT}")
    page = player.page
    page.wait_for_selector("#bank-bank")
    page.check("text=Described here")
    assert fits(player)
    assert small_targets(player) == []
    page.check("text=Usual habits")
    _more(player)
    page.fill("#bank-rounds", "60000")
    _run(player)
    page.wait_for_selector('[data-state="done"]')
    assert fits(player)
    assert small_targets(player) == []
    assert problems(player, axe) == []

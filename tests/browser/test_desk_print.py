"""On paper: dark ink whatever the screen's theme, no bars or buttons, a ruling on one page."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player
from tests.browser.test_house_desk import go, the_house
from tests.histories.test_floor import SILENT

pytestmark = pytest.mark.browser

BACCARAT = "napa-valley/ez-baccarat-panda-8"
PALE = """() => [...document.querySelectorAll("main h1, main h2, main th, main td, main dd, main p")]
  .filter(one => one.checkVisibility() && one.textContent.trim())
  .filter(one => {
    const [r, g, b] = getComputedStyle(one).color.match(/[\\d.]+/g).map(Number);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b > 140;
  }).map(one => one.outerHTML.slice(0, 120))"""
SHOWN = """() => [...document.querySelectorAll("hw-header, .desk-nav, button, select, nav")]
  .filter(one => one.checkVisibility() && !one.matches(".sort, .sort *"))
  .map(one => one.outerHTML.slice(0, 120))"""


def _on_paper(player: Player) -> bytes:
    """What is printed, and that it is readable and without what only works on a screen."""
    page = player.page
    page.wait_for_load_state("networkidle")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(PALE) == []
    assert page.evaluate(SHOWN) == []
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="null")  # as a browser has it
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    return page.pdf(prefer_css_page_size=True, format="Letter")


def _pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize(
    "place",
    ["filings", f"filing/{BACCARAT}", f"odds/{BACCARAT}", "odds", "check",
     f"compare/{BACCARAT}+500-club/ez-baccarat"],
)  # fmt: skip
def test_a_page_of_the_desk_prints_dark_on_white(place: str, new_player: Any) -> None:
    player: Player = new_player(color_scheme="dark")
    go(player, place)
    assert _pages(_on_paper(player)) >= 1


def test_a_ruling_prints_on_one_page(fresh: Served, new_player: Any) -> None:
    """The longest: a filing that is silent, with what others order and every step."""
    file = tomllib.loads(SILENT.read_text(encoding="utf-8"))
    kept = fresh.ask("/api/rulings", {"file": file, "table": "7", "note": "Seat 4 asked."})
    house = the_house(fresh, new_player, "records", color_scheme="dark")
    house.page.goto(f"{house.address}/#/ruling/{kept['link']}")
    house.page.wait_for_selector(".signatures")
    assert _pages(_on_paper(house)) == 1

"""What the first visit costs: nothing from elsewhere, under 300 KB. How long it takes is measured by
`benchmarks/views.py`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from houseway.filings.loader import load
from houseway.rounds.felt import hints_for
from tests.browser.cardroom import Served
from tests.browser.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Response

pytestmark = pytest.mark.browser

PAGE = Path(__file__).parents[2] / "src" / "houseway" / "service" / "page"
OWN_NAMES = ("http://www.w3.org/",)  # names of namespaces, never fetched


def test_the_first_page_is_small_and_all_of_it_is_ours(player: Player) -> None:
    answers: list[Response] = []
    player.page.on("response", lambda answer: answers.append(answer))
    player.page.goto(f"{player.address}/")
    player.page.wait_for_selector("[data-filing]")
    player.page.wait_for_load_state("networkidle")
    assert answers
    assert [one.url for one in answers if not one.url.startswith(player.address)] == []
    assert [one.url for one in answers if one.status >= 400] == []
    assert sum(len(one.body()) for one in answers) < 300_000


def test_no_file_of_the_page_names_another_place() -> None:
    found = [
        (file.name, address)
        for file in PAGE.rglob("*")
        if file.suffix in (".html", ".js", ".css", ".svg", ".webmanifest")
        for address in re.findall(r"(?:https?:)?//[\w.-]+\.\w+/?", file.read_text())
        if address not in OWN_NAMES
    ]
    assert found == []


def test_how_a_game_goes_is_read_in_the_lobby(served: Served, player: Player) -> None:
    filing = "napa-valley/pai-gow-tiles"
    page = player.page
    page.goto(f"{served.address}/")
    page.click(f'[data-how="{filing}"]')
    page.wait_for_selector("dialog[open] .primer li")
    shown = page.locator("dialog[open] .primer li").all_inner_texts()
    assert shown == hints_for(load(filing))["how"]
    assert page.locator("dialog[open] svg.picture").bounding_box()["width"] > 200  # type: ignore[index]
    player.close_drawer()
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(f'[data-how="{filing}"]').scroll_into_view_if_needed()
    wide = page.evaluate(
        "() => [...document.querySelectorAll('*')].filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 80))"
    )
    assert wide == []

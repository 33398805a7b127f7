"""A browser for the session, a cardroom for the session, a window for each test."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = os.environ.get("HOUSEWAY_TEST_CHROMIUM", "/usr/bin/chromium")
SWITCHES = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip

NewPlayer = Callable[..., Player]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(tmp_path_factory.mktemp("cardroom"))
    yield served
    served.close()


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A cardroom without the tables of other tests, so that a quick seat opens a new one."""
    served = Served(tmp_path_factory.mktemp("fresh"))
    yield served
    served.close()


@pytest.fixture
def new_player(browser: Browser, served: Served, tmp_path: Path) -> Iterator[NewPlayer]:
    """Makes players, each in a browser of their own; errors on the page fail the test."""
    players: list[Player] = []

    def make(name: str = "Ann", *, address: str = "", **window: Any) -> Player:
        chosen: dict[str, Any] = {
            "viewport": {"width": 1366, "height": 768},
            "reduced_motion": "reduce",
            "accept_downloads": True,
        }
        context = browser.new_context(**{**chosen, **window})
        player = Player(context.new_page(), address or served.address, name, tmp_path)
        players.append(player)
        return player

    yield make
    for player in players:
        player.page.context.close()
    assert not [error for player in players for error in player.errors]


@pytest.fixture
def player(new_player: NewPlayer) -> Player:
    return new_player()

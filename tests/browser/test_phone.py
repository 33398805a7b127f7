"""The page on a phone: nothing wider than the screen, everything large enough to tap."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import DECIDE, Decide, Player

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def fits(player: Player) -> bool:
    """Whether nothing makes the page scroll sideways."""
    return bool(
        player.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth + 1")
    )


def small_targets(player: Player) -> list[str]:
    """Buttons and links in sight that are harder to hit than 24 by 24 pixels."""
    found: list[str] = player.page.evaluate(
        """() => [...document.querySelectorAll("button, a[href], input, select, summary")]
          .filter(one => one.checkVisibility() && !one.closest(".sr-only") && !one.matches(".sr-only"))
          .map(one => [one, one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.width < 24 || box.height < 24))
          .filter(([one]) => one.type !== "checkbox" && one.type !== "radio")
          .map(([one]) => one.outerHTML.slice(0, 120))"""
    )
    return found


def seeing(kind: str) -> Decide:
    """Decide as usual, once the own cards are seen above the dock that covers the felt."""

    def decide(player: Player) -> None:
        hidden = player.page.evaluate(
            """() => {
              const dock = document.querySelector(".dock").getBoundingClientRect();
              return [...document.querySelectorAll(".seat.me hw-card, .seat.me hw-tile")]
                .map(one => one.getBoundingClientRect())
                .filter(box => box.top < 40 || box.bottom > dock.top).length;
            }"""
        )
        assert not hidden, f"{hidden} cards are out of sight"
        DECIDE[kind](player)

    return decide


@pytest.mark.parametrize("window", [PHONE, SMALL], ids=["390", "360"])
@pytest.mark.parametrize(
    ("filing", "bets"),
    [
        ("casino-club/pure-21.5-blackjack", ("game",)),
        ("500-club/ultimate-texas-holdem", ("ante",)),
        ("500-club/fortune-pai-gow-poker", ("game",)),
        ("napa-valley/pai-gow-tiles", ("game",)),
        ("napa-valley/ez-baccarat-panda-8", ("banker",)),
    ],
)
def test_a_round_on_a_phone(
    filing: str, bets: tuple[str, ...], window: dict[str, Any], served: Served, new_player: Any
) -> None:
    player: Player = new_player(**window)
    player.sit(served.open_table(filing, bots=4))
    player.page.wait_for_selector('[data-do="decline_bank"], [data-do="ready"]')
    assert fits(player)
    player.play_hand(bets=bets, decide={kind: seeing(kind) for kind in DECIDE})
    assert fits(player)
    assert not small_targets(player)


def test_a_file_is_saved_from_the_menu(served: Served, new_player: Any) -> None:
    player: Player = new_player(**SMALL)
    player.sit(served.open_table("napa-valley/ez-baccarat-panda-8"))
    assert player.download(player.play_hand(bets=("banker",))).exists()


def test_a_hand_of_poker_on_a_phone(fresh: Served, new_player: Any) -> None:
    player: Player = new_player(address=fresh.address, **SMALL)
    player.quick_seat("500-club/pineapple-hi-lo")
    player.play_hand()
    assert fits(player)


@pytest.mark.parametrize("place", ["", "adjudicate", "rules/500-club/razz"])
def test_pages_fit_a_small_phone(place: str, new_player: Any) -> None:
    player: Player = new_player(**SMALL)
    player.page.goto(f"{player.address}/#/{place}")
    player.page.wait_for_selector("h1")
    player.page.wait_for_timeout(500)
    assert fits(player)
    assert not small_targets(player)


def test_the_bar_of_the_adjudicate_page_is_one_row(new_player: Any, served: Served) -> None:
    """Four buttons and the ruling above them: of 640 pixels it takes less than a seventh."""
    small: Player = new_player("Bar", **SMALL)
    table = served.open_table("500-club/fortune-pai-gow-poker", bots=2)
    small.sit(table)
    hand = small.play_hand(bets=("game",))
    small.page.goto(f"{small.address}/#/adjudicate/{table}/{hand}")
    small.page.wait_for_selector(".settle-bar .live[data-live]:not([data-live=''])")
    bar = small.page.locator(".settle-bar").bounding_box()
    assert bar is not None
    assert bar["height"] < 91
    assert small.page.locator(".settle-bar button").count() == 4
    assert fits(small)
    assert small_targets(small) == []

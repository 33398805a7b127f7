"""An error of the dealer and its remedy, as the page draws them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Decide, Player

pytestmark = pytest.mark.browser

HOLDEM = "outlaws/holdem"
PAIRS = ("Ac", "Kc", "Qc", "Ad", "Kd", "Qd")  # all three want to play on


QUIET: dict[str, Decide] = {"bet": lambda player: player.first_of("check", "call")}
OTHERS = ".seat:not(.me):not(.folded):has(hw-card)"


def sit(served: Served, player: Player) -> str:
    table = served.open_table(HOLDEM, bots=2, seats=5, first=PAIRS)
    player.sit(table)
    return table


def against_two(player: Player, *, board: int) -> str:
    """Play on until so much of the board lies and two others are in the hand; one of their seats."""
    for _ in range(2000):
        if player.sees(".decision"):
            here = player.page.locator(".communal.board hw-card").count() == board
            others = player.page.locator(OTHERS)
            if here and others.count() == 2:
                return others.first.get_attribute("data-seat") or ""
            player.decide(QUIET)
        player.page.wait_for_timeout(20)
    raise AssertionError("two others are never in the hand")


def test_an_exposed_card_is_turned_up_changed_and_told(served: Served, new_player: Any) -> None:
    guest: Player = new_player(reduced_motion="no-preference")
    table = sit(served, guest)
    bot = against_two(guest, board=0)
    hand = f'[data-seat="{bot}"] hw-card'
    assert guest.page.locator(hand).count() == 2
    served.declare(table, "exposed-card", place=int(bot), number=2)
    guest.page.wait_for_selector(f"{hand}[card]")
    exposed = guest.page.locator(f"{hand}[card]").get_attribute("card")
    guest.page.wait_for_selector(".remedy")
    assert f"seat {bot}'s {exposed} was exposed" in guest.page.inner_text(".remedy")
    guest.page.wait_for_selector(f"{hand}[card]", state="detached")
    guest.page.locator(hand).nth(1).wait_for()  # the card that replaces it, face down
    guest.page.wait_for_selector(".decision")
    guest.decide(QUIET)
    guest.page.wait_for_selector(".remedy", state="detached")


def test_a_hand_declared_dead_lies_folded(served: Served, new_player: Any) -> None:
    guest: Player = new_player()
    table = sit(served, guest)
    bot = against_two(guest, board=3)
    served.declare(table, "wrong-number", place=int(bot), number=3)
    guest.page.wait_for_selector(f'[data-seat="{bot}"].folded')
    assert "the hand is dead" in guest.page.inner_text(".remedy")


def test_bets_lie_before_the_seats_and_are_told_with_their_amounts(
    served: Served, new_player: Any
) -> None:
    guest: Player = new_player()
    sit(served, guest)
    against_two(guest, board=0)
    guest.page.wait_for_function("() => document.querySelectorAll('.street-bet .sr-only').length")
    bets = set(guest.page.locator(".street-bet .sr-only").all_inner_texts())
    assert "bet $3" in bets  # the big blind
    assert bets <= {"bet $1", "bet $3", "bet $6", "bet $9", "bet $12"}
    guest.decide(QUIET)
    against_two(guest, board=3)
    log = guest.page.inner_text(".side-log")
    assert "calls $" in log
    assert not {"cc", "cbr", "f"} & set(log.split())

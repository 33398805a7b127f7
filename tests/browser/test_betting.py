"""Chips on spots: placed, undone, doubled, cleared and bet again; refusals in plain words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.browser.cardroom import PACE, Served
from tests.browser.player import Player

pytestmark = pytest.mark.browser

CASINO_TCP = "casino-club/three-card-poker-6-card-bonus"


def wait_for_bets(player: Player) -> None:
    """Pass the bank on and wait until bets are open."""
    player.page.wait_for_selector('[data-do="decline_bank"], [data-do="ready"]')
    if player.sees('[data-do="decline_bank"]'):
        player.page.click('[data-do="decline_bank"]')
    player.page.wait_for_selector('[data-do="ready"]')


def on(player: Player, spot: str) -> str:
    """What lies on one of our spots, once the service has it."""
    here = f'.seat.me [data-spot="{spot}"]'
    player.page.wait_for_selector(f"{here}:not(.pending)")
    chips = player.page.locator(f"{here} hw-chips")
    return chips.inner_text() if chips.count() else ""


def click(player: Player, spot: str) -> None:
    player.page.click(f'.seat.me button[data-spot="{spot}"]')


def test_chips_are_added_undone_doubled_cleared_and_bet_again(
    served: Served, player: Player
) -> None:
    player.sit(served.open_table(CASINO_TCP, limits="5-500", schedule="1"))
    wait_for_bets(player)
    page = player.page
    page.click('[data-chip="2500"]')
    click(player, "ante")
    click(player, "ante")
    assert on(player, "ante") == "$50"
    page.click('[data-do="undo"]')
    assert on(player, "ante") == "$25"
    page.click('[data-do="double"]')
    assert on(player, "ante") == "$50"
    page.click('[data-chip="500"]')
    click(player, "pair_plus")
    assert on(player, "pair_plus") == "$5"
    page.locator('.seat.me button[data-spot="pair_plus"]').press("Delete")
    assert on(player, "pair_plus") == ""
    page.click('[data-do="clear"]')
    assert on(player, "ante") == ""
    click(player, "ante")
    assert on(player, "ante") == "$5"
    page.click('[data-do="ready"]')
    player.play_hand()
    wait_for_bets(player)
    page.click('[data-do="rebet"]')
    assert on(player, "ante") == "$5"


def test_a_bonus_bet_waits_for_its_base_wager(served: Served, player: Player) -> None:
    """Casino Club: Pair Plus Wager, item 1: needs an ante."""
    player.sit(served.open_table(CASINO_TCP))
    wait_for_bets(player)
    click(player, "pair_plus")
    assert "Pair Plus needs a wager on Ante first" in player.page.inner_text(".toast")
    assert on(player, "pair_plus") == ""


def test_a_click_never_goes_beyond_the_limit_of_a_spot(served: Served, player: Player) -> None:
    """Casino Club: at most $50 on Pair Plus, whatever the schedule."""
    player.sit(served.open_table(CASINO_TCP))
    wait_for_bets(player)
    player.page.click('[data-chip="10000"]')
    click(player, "ante")
    click(player, "pair_plus")
    assert on(player, "pair_plus") == "$50"
    click(player, "pair_plus")
    assert "takes $50 at most" in player.page.inner_text(".toast.bad")


def test_the_service_refuses_and_the_felt_goes_back(served: Served, player: Player) -> None:
    player.sit(served.open_table(CASINO_TCP))
    wait_for_bets(player)
    player.page.click('[data-chip="10000"]')
    for _ in range(6):  # more than the stack
        click(player, "ante")
    player.page.wait_for_selector(".toast.bad")
    assert "more than" in player.page.inner_text(".toast.bad")
    assert on(player, "ante") in ("", "$100", "$200", "$300", "$400", "$500")
    stack = player.page.inner_text(".seat.me .plate-stack")
    assert stack.startswith("$")


def test_somebody_standing_behind_bets_on_another_hand(
    served: Served, player: Player, new_player: object
) -> None:
    """Casino Club: backline wagers are permitted on the ante."""
    assert callable(new_player)
    table = served.open_table(CASINO_TCP)
    player.sit(table)
    behind: Player = new_player("Bea")
    behind.page.goto(f"{behind.address}/#/table/{table}")
    behind.page.click('[data-do="come"]')
    behind.give_name()
    wait_for_bets(player)
    click(player, "ante")
    assert on(player, "ante") == "$5"
    behind.page.click(f'[data-seat="{player.seat}"] button[data-spot="ante"]')
    player.page.wait_for_selector(".seat.me .behind >> text=Bea $5")
    player.page.click('[data-do="ready"]')
    behind.page.click('[data-do="ready"]')
    player.play_hand()
    assert (f"{player.seat}/Bea", "ante", "1") in player.lines()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_hand_that_goes_by_at_once_leaves_nobody_waiting_for_others(
    motion: str, tmp_path: Path, new_player: Any
) -> None:
    """Baccarat asks nothing: dealt, settled and banked again before its cards are drawn, the page
    once took the word "ready" of one hand for that of the next, and waited for others."""
    quick = Served(tmp_path, pace=replace(PACE, pause_seconds=0))
    try:
        player: Player = new_player(address=quick.address, reduced_motion=motion)
        player.sit(quick.open_table("500-club/ez-baccarat", bots=2))
        for _ in range(3):
            player.play_hand(bets=("player",))
    finally:
        quick.close()


def test_a_spot_that_closes_under_the_finger_is_drawn_closed(
    served: Served, player: Player
) -> None:
    """A button that goes away while it has the focus says so in the middle of the drawing."""
    player.sit(served.open_table(CASINO_TCP))
    wait_for_bets(player)
    player.page.focus('.seat.me button[data-spot="ante"]')
    player.page.evaluate(
        """() => {
          const table = document.querySelector("hw-table");
          Object.defineProperty(table.betting, "open", { get: () => false });
          table.render();
        }"""
    )
    assert not player.sees('.seat.me button[data-spot="ante"]')
    assert player.sees('.seat.me [data-spot="ante"]')

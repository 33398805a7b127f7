"""Two browsers at one table, a lost line in the middle of a hand, somebody who only watches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.cardroom import Line, Served
from tests.browser.player import Player

pytestmark = pytest.mark.browser

TCP = "outlaws/three-card-poker-6-card-bonus"


def bet_when_open(player: Player, spot: str = "ante") -> None:
    player.page.wait_for_selector('[data-do="ready"]')
    player.bet(spot)


def pass_the_bank_on(*players: Player) -> None:
    """Until all can bet: the bank comes to each of them in turn, or to the bot first."""
    for _ in range(500):
        for player in players:
            if player.sees('[data-do="decline_bank"]:enabled'):
                player.page.click('[data-do="decline_bank"]')
        if all(player.sees('[data-do="ready"]') for player in players):
            return
        players[0].page.wait_for_timeout(50)
    raise AssertionError("bets are never open to all")


def test_two_browsers_at_one_table_see_the_same_settlement(served: Served, new_player: Any) -> None:
    ann, bob = new_player("Ann"), new_player("Bob")
    table = served.open_table(TCP)
    ann.sit(table)
    ann.page.wait_for_selector('[data-do="decline_bank"]')
    bob.sit(table)
    pass_the_bank_on(ann, bob)
    ann.page.wait_for_selector(".seat >> text=Bob")
    # Wagers show on the other's felt before the deal.
    ann.page.wait_for_selector('[data-do="ready"]')
    ann.page.click('.seat.me button[data-spot="ante"]')
    bob.page.wait_for_selector(f'[data-seat="{ann.seat}"] [data-spot="ante"] hw-chips')
    # Bets close when both are ready.
    ann.page.click('[data-do="ready"]')
    bet_when_open(bob)
    cards = _play_in_turn(ann, bob)
    assert cards["Ann"] != cards["Bob"]
    assert ann.lines() == bob.lines()
    assert {bettor for bettor, _, _ in ann.lines()} == {ann.seat, bob.seat}


def _play_in_turn(*players: Player) -> dict[str, str]:
    """Both play on; what each saw of the own cards, and that nobody saw the other's."""
    cards: dict[str, str] = {}
    while len(cards) < len(players):
        for player in players:
            if player.name in cards or not player.sees(".decision"):
                continue
            own = player.page.locator(".seat.me hw-card[card]")
            cards[player.name] = " ".join(card.get_attribute("card") or "" for card in own.all())
            others = player.page.locator(".seat:not(.me) hw-card[card]")
            assert others.count() == 0
            player.move("play")
            player.page.wait_for_selector(".decision", state="detached")
        players[0].page.wait_for_timeout(30)
    for player in players:
        player.page.wait_for_selector('hw-table[data-settled="1"]')
    return cards


def test_a_lost_line_in_mid_hand_comes_back_with_nothing_missing(
    served: Served, new_player: Any
) -> None:
    line = Line(served.address)
    player: Player = new_player(address=line.address)
    player.sit(served.open_table(TCP))
    player.page.wait_for_selector('[data-do="decline_bank"], [data-do="ready"]')
    if player.sees('[data-do="decline_bank"]'):
        player.page.click('[data-do="decline_bank"]')
    bet_when_open(player)
    player.page.wait_for_selector(".decision")
    cards = _own_cards(player)
    line.cut()
    player.page.wait_for_selector(".banner.bad >> text=Connection lost")
    assert player.page.locator('.decision [data-move="play"]').is_disabled()
    line.mend()
    player.page.wait_for_selector(".banner.bad", state="detached")
    player.page.wait_for_selector('.decision [data-move="play"]:enabled')
    assert _own_cards(player) == cards
    player.move("play")
    player.page.wait_for_selector('hw-table[data-settled="1"]')
    assert any(bettor == player.seat for bettor, _, _ in player.lines())
    line.close()


def _own_cards(player: Player) -> list[str | None]:
    return [card.get_attribute("card") for card in player.page.locator(".seat.me hw-card").all()]


def test_a_wager_made_as_the_line_breaks_is_placed_once(served: Served, new_player: Any) -> None:
    """The command is sent again with its id, which has no second effect."""
    line = Line(served.address)
    player: Player = new_player(address=line.address)
    player.sit(served.open_table(TCP))
    player.page.wait_for_selector('[data-do="decline_bank"], [data-do="ready"]')
    if player.sees('[data-do="decline_bank"]'):
        player.page.click('[data-do="decline_bank"]')
    player.page.wait_for_selector('[data-do="ready"]')
    line.cut()
    player.page.click('.seat.me button[data-spot="ante"]')
    player.page.wait_for_selector('.seat.me [data-spot="ante"].pending')
    line.mend()
    player.page.wait_for_selector('.seat.me [data-spot="ante"]:not(.pending) hw-chips')
    assert player.page.inner_text('.seat.me [data-spot="ante"] hw-chips') == "$5"
    assert player.page.inner_text(".seat.me .plate-stack") == "$495"
    line.close()


def test_a_reload_in_mid_hand_resumes_the_decision(served: Served, player: Player) -> None:
    player.sit(served.open_table(TCP))
    player.page.wait_for_selector('[data-do="decline_bank"], [data-do="ready"]')
    if player.sees('[data-do="decline_bank"]'):
        player.page.click('[data-do="decline_bank"]')
    bet_when_open(player)
    player.page.wait_for_selector(".decision")
    cards = _own_cards(player)
    player.page.reload()
    player.page.wait_for_selector(".decision")
    assert _own_cards(player) == cards
    player.move("play")
    player.page.wait_for_selector('hw-table[data-settled="1"]')


def test_a_spectator_sees_a_hand_when_it_is_over(served: Served, new_player: Any) -> None:
    ann, eve = new_player("Ann"), new_player("Eve")
    table = served.open_table(TCP)
    ann.sit(table)
    eve.page.goto(f"{eve.address}/#/table/{table}")
    eve.page.wait_for_selector(".banner >> text=Watching")
    ann.page.wait_for_selector('[data-do="decline_bank"], [data-do="ready"]')
    if ann.sees('[data-do="decline_bank"]'):
        ann.page.click('[data-do="decline_bank"]')
    bet_when_open(ann)
    ann.page.wait_for_selector(".decision")
    eve.page.wait_for_selector(".banner >> text=Hand 1 is being played")
    assert eve.page.locator(".felt hw-card").count() == 0
    ann.move("play")
    eve.page.wait_for_selector('hw-table[data-settled="1"]')
    assert eve.lines() == ann.lines()

"""Company in the browser: an invitation, words over a seat, sounds only where they are wanted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player

pytestmark = pytest.mark.browser
TCP = "casino-club/three-card-poker-6-card-bonus"


def _menu(player: Player, entry: str) -> None:
    player.page.click(".menu summary")
    player.page.click(f'.menu [data-do="{entry}"]')


def test_a_private_table_is_opened_and_somebody_comes_by_its_link(
    served: Served, new_player: Any
) -> None:
    ann, bob = new_player("Ann"), new_player("Bob")
    ann.sit(served.open_table(TCP))
    _menu(ann, "invite")
    ann.page.check('input[name="pace"][value="relaxed"]')
    before = ann.page.url
    ann.page.click('[data-do="private"]')
    ann.page.wait_for_function("before => location.href !== before", arg=before)
    ann.page.wait_for_selector(".table-title >> text=/private · relaxed/")
    _menu(ann, "invite")
    link = ann.page.input_value("#invite-link")
    assert link == ann.page.url
    ann.page.keyboard.press("Escape")
    bob.page.goto(link)
    bob.page.click('[data-do="sit"]')
    bob.give_name()
    bob.page.wait_for_selector('hw-table[data-seat]:not([data-seat=""])')
    assert bob.sees(".plate-text >> text=/^Ann/")


def test_words_stand_over_the_seat_of_who_said_them(served: Served, new_player: Any) -> None:
    table = served.open_table(TCP)
    ann, bob = new_player("Ann"), new_player("Bob")
    ann.sit(table)
    bob.sit(table)
    _menu(ann, "say")
    ann.page.click('[data-phrase="good-luck"]')
    said = bob.page.locator(".seat:has(.said)")
    said.wait_for()
    assert said.locator(".plate-text").inner_text().startswith("Ann")
    assert said.locator(".said").inner_text() == "Good luck"
    bob.page.wait_for_selector(".said", state="detached")


def test_there_is_no_sound_until_it_is_turned_on(served: Served, new_player: Any) -> None:
    player = new_player("Uma")
    player.page.add_init_script(
        """window.sounds = 0;
        const Real = window.AudioContext;
        window.AudioContext = class extends Real { constructor() { super(); window.sounds += 1; } };"""
    )
    player.sit(served.open_table(TCP))
    player.play_hand(bets=("ante",))
    assert player.page.evaluate("window.sounds") == 0
    player.page.evaluate("localStorage.setItem('houseway.settings', JSON.stringify({sound: 'on'}))")
    player.play_hand(bets=("ante",))
    assert player.page.evaluate("window.sounds") == 1, "one context, whatever is played"

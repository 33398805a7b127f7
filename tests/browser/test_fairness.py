"""The shuffle: a word of one's own for the next one, and a hand checked in the browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player
from tests.browser.test_tools import menu

pytestmark = pytest.mark.browser

TCP = "outlaws/three-card-poker-6-card-bonus"


def check(player: Player, hand: int) -> str:
    player.open_tool("clock", "History")
    player.page.click(f'[data-check="{hand}"]')
    found = player.page.wait_for_selector("[data-checked]")
    assert found is not None
    return str(found.get_attribute("data-checked"))


def test_a_hand_with_a_word_of_ours_is_checked_in_the_browser(
    served: Served, player: Player
) -> None:
    player.sit(served.open_table(TCP))
    page = player.page
    menu(player, "shuffle")
    page.fill("[data-word]", "lucky")
    page.click("dialog >> text=Add it")
    page.wait_for_selector(".side-log >> text=lucky")
    hand = player.play_hand(bets=("ante",))
    assert check(player, hand) == "good"
    words = page.inner_text(".check-lines")
    assert "(“lucky”)" in words
    assert "fixed before the first card" in words
    assert "stay closed" in words


def test_a_house_that_opens_another_card_is_found(served: Served, player: Player) -> None:
    def forge(route: Any) -> None:
        answer = route.fetch()
        proof = answer.json()
        proof["shuffles"][0]["opened"][0]["card"] = "Jk"
        route.fulfill(response=answer, body=json.dumps(proof))

    player.sit(served.open_table(TCP))
    hand = player.play_hand(bets=("ante",))
    player.page.route("**/proof", forge)
    assert check(player, hand) == "bad"
    assert "Tell the floor" in player.page.inner_text(".check-lines")

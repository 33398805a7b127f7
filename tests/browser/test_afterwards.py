"""A hand that is over: who won it, what the history says of it, its replay, its address."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.table.coach import prepare
from tests.browser.cardroom import Served
from tests.browser.player import Player

pytestmark = pytest.mark.browser

TCP = "outlaws/three-card-poker-6-card-bonus"
HOLDEM = "500-club/texas-holdem"


def cards(player: Player, selector: str) -> list[str | None]:
    return [one.get_attribute("card") for one in player.page.locator(selector).all()]


def test_the_history_has_cards_and_net_of_every_hand(served: Served, player: Player) -> None:
    player.sit(served.open_table(TCP, schedule=["1"]))
    page = player.page
    page.wait_for_selector(".seat.me .plate-stack >> text=$500")
    hand = player.play_hand(bets=("ante",))
    own = cards(player, ".seat.me hw-card")
    stack = float(page.inner_text(".seat.me .plate-stack").replace("$", "").replace(",", ""))
    player.open_tool("clock", "History")
    row = f'[data-key="round-{hand}"]'
    page.wait_for_selector(row)
    assert cards(player, f"{row} .history-cards hw-card") == own
    net = page.locator(f"{row} [data-net]").get_attribute("data-net")
    assert net == str(round(stack * 100) - 500_00)


def test_a_replay_is_drawn_as_the_table_and_can_be_shown_to_others(
    served: Served, new_player: Any
) -> None:
    ann: Player = new_player("Zoe")
    ann.sit(served.open_table(TCP))
    hand = ann.play_hand(bets=("ante",))
    own = cards(ann, ".seat.me hw-card")
    bank = cards(ann, ".communal.bank hw-card")
    ann.open_tool("clock", "History")
    ann.page.click(f'[data-replay="{hand}"]')
    ann.page.click('[data-step="last"]')
    assert cards(ann, ".replay-felt .seat.me hw-card") == own
    assert cards(ann, ".replay-felt .communal.bank hw-card") == bank
    names = ann.page.locator(".replay-felt .plate-text").all_inner_texts()
    assert "You" in names
    assert not [name for name in names if name.startswith("Seat")]
    told = []
    for _ in range(12):
        ann.page.click('[data-step="back"]')
        told.append(ann.page.inner_text(".replay-told"))
    assert any(words.startswith("Zoe is dealt") for words in told), told
    assert not [words for words in told if words.lower().startswith("seat ")]
    address = ann.page.locator("[data-share]").get_attribute("href")
    other: Player = new_player("Other")
    other.page.goto(f"{other.address}/{address}")
    other.page.click('[data-step="last"]')
    assert "Zoe" in other.page.locator(".replay-felt .plate-text").all_inner_texts()
    assert cards(other, ".replay-felt .communal.bank hw-card") == bank
    assert not other.sees(".replay-felt .seat.me")
    # Whoever goes elsewhere with a drawer open leaves it behind.
    ann.page.evaluate("() => (location.hash = '#/')")
    ann.page.wait_for_selector(".welcome")
    assert not ann.sees("dialog[open]")


# What lies there while a hand is shown: the next one may follow before a test has looked.
NOTE_SHOWDOWN = """() => new MutationObserver(() => {
  const call = document.querySelector(".call.award");
  if (!call) return;
  const all = (what) => [...document.querySelectorAll(what)];
  window.shown = {
    said: call.textContent, won: all(".seat.won").map(one => one.dataset.seat),
    board: all(".middle hw-card").length,
    raised: all(".won hw-card.plays, .middle hw-card.plays").length,
    raised_of_losers: all(".seat.lost hw-card.plays").length,
    awarded: all(".side .line[data-for]").map(one => one.dataset.seat),
    with_hand: all(".side .because").some(one => /with/i.test(one.textContent)),
  };
}).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true })"""


def test_the_winner_is_lit_and_the_award_is_one_sentence(player: Player) -> None:
    player.quick_seat(HOLDEM)
    player.page.evaluate(NOTE_SHOWDOWN)
    player.play_hand(decide={"bet": lambda one: one.first_of("check", "call")})
    shown = player.page.evaluate("() => window.shown")
    assert sorted(shown["won"]) == sorted(set(shown["awarded"]))
    assert "win" in shown["said"] or "share" in shown["said"]
    assert "best" not in shown["said"]
    if shown["with_hand"]:
        assert shown["board"] == 5
        assert 5 <= shown["raised"] <= 5 + 2 * len(set(shown["won"]))
        assert not shown["raised_of_losers"]


def test_a_tap_on_the_felt_has_seen_enough(player: Player) -> None:
    player.quick_seat(HOLDEM)
    before = player.play_hand(decide={"bet": lambda one: one.first_of("check", "call")})
    if player.sees('[data-do="next"]'):  # the pause of a second may be over
        player.page.click(".felt", position={"x": 500, "y": 340})
    player.page.wait_for_function(
        "before => Number(document.querySelector('hw-table').dataset.round) > before", arg=before
    )


def test_a_showdown_is_looked_at_however_late_it_was_seen(new_player: Any) -> None:
    """Cards are laid one by one, so the next hand may begin while the last is still shown."""
    player: Player = new_player(reduced_motion="no-preference")
    page = player.page
    player.quick_seat(HOLDEM)
    page.wait_for_selector(".decision")
    # Long enough for the dealer to begin the next hand; on a real table it is five seconds.
    page.evaluate(
        "() => Object.defineProperty(document.querySelector('hw-table').stage, 'look', {value: 1e6})"
    )
    hand = player.play_hand(decide={"bet": lambda one: one.first_of("fold", "check")})
    page.wait_for_function("() => document.querySelector('hw-table').stage.holding")
    assert player.settled == hand
    assert page.locator(".call.award").inner_text()
    page.click('[data-do="next"]')
    page.wait_for_function(
        "before => Number(document.querySelector('hw-table').dataset.round) > before", arg=hand
    )


def test_the_settlement_says_where_a_reading_decided(served: Served, player: Player) -> None:
    """A winning three-card seven: as filed the banker line is paid, read otherwise returned."""
    cards = ("4c", "2s", "2d", "3h", "2c")
    player.sit(served.open_table("500-club/ez-baccarat", first=cards))
    player.play_hand(bets=("banker",))
    where = '.side .otherwise [data-option="banker_three_card_seven"]'
    player.page.wait_for_selector(where)
    words = player.page.inner_text(where)
    assert "If banker three card seven were push: you even (now +$5)" in words, words
    assert "Banker line on a dragon 7; reading table-games 100" in words


def test_a_replay_of_poker_says_who_had_how_much_of_the_pot(
    served: Served, new_player: Any
) -> None:
    """Kings against queens, checked to the end and shown: on the turn two of 44 cards are queens."""
    prepare(make_terms(load(HOLDEM)))  # what counts equities is compiled before
    cards = ("Kc", "Qc", "Kd", "Qd", "2s", "3h", "7d", "9c", "4s", "Jh", "5s", "8d")
    stakes = {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]}
    table = served.open_table(HOLDEM, bots=0, first=cards, stakes=stakes)
    ann, bob = new_player("Zoe"), new_player("Bob")
    for one in (ann, bob):
        one.sit(table)
    for _ in range(600):
        if ann.settled:
            break
        for one in (ann, bob):
            if one.sees(".decision"):
                one.decide({"bet": lambda player: player.first_of("check", "call")})
        ann.page.wait_for_timeout(30)
    ann.open_tool("clock", "History")
    with ann.page.expect_response("**/rounds/1/equity", timeout=60_000):
        ann.page.click('[data-replay="1"]')
    ann.page.click('[data-step="last"]')
    assert not ann.sees(".replay .equity")
    said = ""
    for _ in range(40):
        ann.page.click('[data-step="back"]')
        ann.page.wait_for_timeout(30)
        if ann.sees(".replay .equity"):
            said = ann.page.inner_text(".replay .equity")
            break
    assert "95%" in said, said
    assert "5%" in said
    assert "Zoe" in said

"""What lies around the game: chips, sitting out, leaving, replay, rules, sign, scoreboard, deck."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.hands.baccarat import baccarat_hand
from tests.browser.cardroom import Served
from tests.browser.player import Player
from tests.browser.test_betting import wait_for_bets

pytestmark = pytest.mark.browser

TCP = "outlaws/three-card-poker-6-card-bonus"
BACCARAT = "napa-valley/ez-baccarat-panda-8"


def menu(player: Player, what: str) -> None:
    player.page.click(".menu summary")
    player.page.click(f'.menu-list [data-do="{what}"]')


def chips_of(player: Player) -> int:
    """What the account holds away from the table, in dollars."""
    found: dict[str, Any] = player.page.evaluate(
        """async () => (await fetch("/api/me", {
          headers: {Authorization: "Bearer " + JSON.parse(localStorage.getItem("houseway.token"))},
        })).json()"""
    )
    return round(float(found["account"]["chips"]))


# Chips, sitting out, leaving.


def test_chips_are_brought_and_taken_home(served: Served, player: Player) -> None:
    player.sit(served.open_table(TCP))
    page = player.page
    assert chips_of(player) == 500
    menu(player, "chips")
    page.fill("#buy-in", "120")
    page.click("dialog >> text=Bring them")
    page.wait_for_selector(".seat.me .plate-stack >> text=$620")
    assert chips_of(player) == 380
    menu(player, "leave")
    page.wait_for_url("**/#/")
    assert chips_of(player) == 1000


def test_sitting_out_and_playing_again(served: Served, player: Player) -> None:
    player.sit(served.open_table(TCP))
    page = player.page
    page.wait_for_selector('[data-do="decline_bank"], [data-do="ready"]')
    menu(player, "sit_out")
    page.wait_for_selector(".dock >> text=You are sitting out")
    page.wait_for_selector(".seat.me.out")
    page.click('[data-do="sit_in"]')
    page.wait_for_selector(".seat.me:not(.out)")
    player.play_hand(bets=("ante",))


# History, rules and sign.


def test_a_hand_is_replayed_step_by_step(served: Served, player: Player) -> None:
    player.sit(served.open_table(TCP))
    hand = player.play_hand(bets=("ante",))
    own = [card.get_attribute("card") for card in player.page.locator(".seat.me hw-card").all()]
    player.open_tool("clock", "History")
    page = player.page
    page.click(f'[data-replay="{hand}"]')
    page.wait_for_selector(".replay-felt")
    told: list[str] = []
    steps = int(page.inner_text(".replay-tools .figure").split()[-1])
    for _ in range(steps):
        told.append(page.inner_text(".replay-told"))
        page.click('[data-step="next"]')
    assert page.inner_text(".replay-tools .figure") == f"{steps} of {steps}"
    assert any("banks" in words for words in told)
    assert any("No more bets" in words for words in told)
    shown = page.locator(".replay-felt hw-card[card]").evaluate_all(
        "all => all.map(one => one.getAttribute('card'))"
    )
    assert set(own) <= set(shown)
    assert len(shown) >= 6  # ours and the bank's


def test_rules_are_searched_and_the_sign_posts_the_pay_tables(
    served: Served, player: Player
) -> None:
    player.sit(served.open_table(TCP))
    page = player.page
    player.open_tool("book", "Rules")
    page.wait_for_selector("dialog .sheet-section, dialog .sheet")
    entries = page.locator("dialog .sheet dd")
    whole = entries.count()
    page.locator("dialog input").first.fill("pair plus")
    page.wait_for_function(
        "whole => document.querySelectorAll('dialog .sheet dd').length < whole", arg=whole
    )
    assert 0 < entries.count() < whole
    player.close_drawer()
    player.open_tool("sign", "Sign")
    page.wait_for_selector("dialog .sign table")
    assert "Pair Plus" in page.inner_text("dialog .sign")
    assert page.locator("dialog .sign td.amount, dialog .sign td").count() > 4


def test_rules_are_looked_up_by_meaning_and_traced_clause_by_clause(player: Player) -> None:
    """002:241 ("action button") and 002:212; 002:307 is a rule, 002:308 a word explained."""
    page = player.page
    page.goto(f"{player.address}/#/rules/{TCP}")
    page.wait_for_selector(".sheet-section")
    page.locator("input[type=search]").fill("rotate")  # the sheet says "offered on"
    page.wait_for_selector("text=1 entry")
    assert "Offered on after 2 hands" in page.inner_text(".sheet")
    page.locator("input[type=search]").fill("")
    page.click("text=Every clause of the text")
    page.wait_for_selector("hw-trace tbody tr")
    assert "spot[ante]" in page.inner_text('tr[data-key="002:212"]')
    rows = page.locator("hw-trace tbody tr")
    whole = rows.count()
    page.click("hw-trace button >> text=Told")
    page.wait_for_function(
        "whole => document.querySelectorAll('hw-trace tbody tr').length < whole", arg=whole
    )
    assert page.locator('tr[data-key="002:308"]').count() == 1
    assert page.locator('tr[data-key="002:307"]').count() == 0


def test_words_for_the_person_are_seen_and_heard_in_front_of_a_drawer(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/")
    page.wait_for_selector("[data-filing]")
    page.evaluate(
        """async () => {
          const { dialog, toast } = await import("/js/parts/dialog.js");
          dialog("A drawer", "Something", {drawer: true});
          toast("This file shows cards you did not see", {bad: true});
        }"""
    )
    toast = page.locator(".toast.bad")
    toast.get_by_role("button", name="Dismiss").click()  # not covered
    assert page.locator('dialog [role="alert"]').text_content()
    player.close_drawer()
    assert page.locator("body > #toasts, body > #alerts, body > #calls").count() == 3


# The scoreboard that the filings describe.


def outcome(file: dict[str, Any]) -> tuple[str, bool]:
    """Winner and natural of a round, from its cards."""
    player, banker = (
        baccarat_hand(parse_cards(file["hands"][side])) for side in ("player", "banker")
    )
    natural = player.is_natural or banker.is_natural
    if player.strength == banker.strength:
        return "T", natural
    return ("P" if player.strength > banker.strength else "B"), natural


def test_the_scoreboard_counts_what_was_dealt(served: Served, player: Player) -> None:
    """EZ Trak, key features: limits, numbers and shares, naturals, hands per shoe, a timer."""
    player.sit(served.open_table(BACCARAT, limits="5-300"))
    results: list[tuple[str, bool]] = []
    for _ in range(3):
        hand = player.play_hand(bets=("banker",))
        results.append(outcome(tomllib.loads(player.download(hand).read_text())))
    page = player.page
    winners = [winner for winner, _ in results]
    naturals = sum(natural for _, natural in results)
    player.open_tool("grid", "Scoreboard")
    page.wait_for_selector("dialog .tally")
    assert "$5 to $300" in page.inner_text("dialog .board-head")
    rows: dict[str, list[str]] = {
        cells[0]: cells[1:]
        for cells in (
            row.inner_text().split("\t") for row in page.locator("dialog .tally tbody tr").all()
        )
    }
    for name, letter in (("Banker", "B"), ("Player", "P"), ("Tie", "T")):
        count = winners.count(letter)
        assert rows[name] == [str(count), f"{round(count / 3 * 1000) / 10:g}%"]
    assert rows["Naturals"][0] == str(naturals)
    beads = page.locator("dialog .bead").evaluate_all("all => all.map(one => one.classList[1])")
    assert [bead[0].upper() for bead in beads] == winners
    player.close_drawer()
    page.wait_for_selector(f".board-strip >> text=Shoe: {len(results)} hands")


# The look of things.


def test_a_four_colour_deck_is_a_choice(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/")
    colours = """() => ["c", "d", "h", "s"].map(suit => {
      const card = document.createElement("hw-card");
      card.setAttribute("card", "A" + suit);
      document.body.append(card);
      return getComputedStyle(card.querySelector(".card-ink")).color;
    })"""
    page.wait_for_selector("hw-card")
    assert len(set(page.evaluate(colours))) == 2
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog").get_by_text("Four colours").click()
    assert len(set(page.evaluate(colours))) == 4
    page.reload()
    page.wait_for_selector("hw-card")
    assert len(set(page.evaluate(colours))) == 4


def test_dark_and_light_can_be_switched_and_stay(player: Player) -> None:
    page = player.page
    page.goto(f"{player.address}/")
    page.wait_for_selector("[data-filing]")
    before = page.evaluate("document.documentElement.dataset.theme")
    page.locator('hw-header [aria-label^="Switch to"]').click()
    after = page.evaluate("document.documentElement.dataset.theme")
    assert {before, after} == {"dark", "light"}
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == after


FLIGHTS = """() => {
  window.flights = 0;
  new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(node => {
    if (node.classList?.contains("flying")) window.flights += 1;
  }))).observe(document.body, {childList: true, subtree: true});
}"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_chips_fly_unless_motion_is_unwanted(motion: str, served: Served, new_player: Any) -> None:
    player: Player = new_player(reduced_motion=motion)
    player.sit(served.open_table(TCP))
    wait_for_bets(player)
    player.page.evaluate(FLIGHTS)
    player.page.click('.seat.me button[data-spot="ante"]')
    player.page.wait_for_selector('.seat.me [data-spot="ante"]:not(.pending) hw-chips')
    player.page.wait_for_timeout(300)
    assert (player.page.evaluate("window.flights") > 0) == (motion == "no-preference")

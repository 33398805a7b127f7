"""A first-time visitor at a table of every family: from the lobby to knowing why a hand was won or
lost, every step's words read off the page.

HOUSEWAY_TEST_SHOTS=FOLDER keeps a picture of each step.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.rounds.felt import hints_for
from houseway.table.coach import prepare
from tests.browser.cardroom import Served
from tests.browser.player import DECIDE, Decide, Player
from tests.browser.test_every_filing import BANKED, BETS, FILINGS

pytestmark = pytest.mark.browser

# One game of each family, and what the coach must say of its decisions.
GAMES = {
    "outlaws/three-card-poker-6-card-bonus": r"You are ahead of \d+% of the hands the bank can have",
    "napa-valley/ultimate-texas-holdem": r"starting hands|end ahead \d+% of the time",
    "casino-club/pure-21.5-blackjack": r"One more card (takes this hand over \d+% of the time|cannot|would)|natural",
    "500-club/ez-baccarat": "",
    "500-club/fortune-pai-gow-poker": r"House way: .+",
    "napa-valley/pai-gow-tiles": r"House way: .+",
    "500-club/texas-holdem": r"Equity (under )?\d+% against \d? ?a? ?random hands?",
    "500-club/face-up-chinese-poker": r"On average [+−]?[\d.]+ points\. Foul (never|always|\d+% of the time)",
}


@pytest.fixture(scope="module")
def kind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A cardroom that spares newcomers the bank, as every house does that says nothing else.

    What its coach compiles is compiled before: on a busy machine that outlasts a decision.
    """
    for filing in GAMES:
        prepare(make_terms(load(filing)))
    served = Served(tmp_path_factory.mktemp("kind"), spare_newcomers=True)
    yield served
    served.close()


def shot(player: Player, name: str) -> None:
    if folder := os.environ.get("HOUSEWAY_TEST_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        player.page.screenshot(path=Path(folder) / f"{name}.png")


CUT = """selector => [...document.querySelectorAll(selector)]
  .filter(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
  .map(one => one.textContent)"""


# What the dock says of a hand that is over: the next one may follow within a second.
NOTE_RESULT = """() => new MutationObserver(() => {
  const one = document.querySelector(".dock .last-hand");
  if (one) window.said = one.textContent;
}).observe(document.body, { childList: true, subtree: true, characterData: true })"""


# What the coach says of an act stands there until bets open again.
NOTE_COMMENT = """() => new MutationObserver(() => {
  const one = document.querySelector(".coach-comment");
  if (one) window.commented = one.textContent;
}).observe(document.body, { childList: true, subtree: true, characterData: true })"""
ADVISED = (
    """() => performance.getEntriesByType("resource").some(one => one.name.includes("/advice?"))"""
)


def advised(said: str, heard: list[str]) -> dict[str, Decide]:
    """Every decision is made once the coach has spoken, and what it calls best is done."""

    def decide(kind: str) -> Decide:
        def act(player: Player) -> None:
            page = player.page
            page.wait_for_selector('[data-coach="advice"], [data-coach="quiet"]')
            words = page.inner_text(".decision .coach-line")
            assert re.search(said, words), words
            assert page.evaluate(CUT, ".dock, .coach-text, .decision button") == [], kind
            heard.append(words)
            shot(player, f"{player.name}-decision-{len(heard)}")
            best = page.locator(".decision button:has(.coach-mark.best):enabled")
            if best.count() and kind not in ("set", "set-bank"):
                best.first.click()
            elif kind == "set":
                player.move("house_way")
            else:
                DECIDE[kind](player)

        return act

    return {kind: decide(kind) for kind in DECIDE}


@pytest.mark.parametrize("filing", GAMES)
def test_a_first_time_visitor_knows_why_the_hand_was_won_or_lost(
    filing: str, kind: Served, new_player: Any
) -> None:
    family = FILINGS[filing]["family"]
    player: Player = new_player(family[:12].title(), address=kind.address)
    page = player.page
    # The lobby says what it is, and a name is all it takes.
    page.goto(f"{kind.address}/")
    assert "Take a seat" in page.inner_text(".welcome")
    assert "Nothing here is bought, sold or paid out" in page.inner_text(".welcome")
    page.wait_for_selector(f'[data-filing="{filing}"]')
    shot(player, f"{player.name}-lobby")
    player.quick_seat(filing)
    # At the table: how it goes, in the six lines of this filing, with a picture.
    page.wait_for_selector(".side .primer li")
    assert page.locator(".side .primer li").all_inner_texts() == hints_for(load(filing))["how"]
    assert page.locator(".side svg.picture").get_attribute("aria-label")
    assert page.evaluate(CUT, ".side-settlement") == [], "six lines and a picture, all of them"
    shot(player, f"{player.name}-table")
    # The first hand: nobody asks a newcomer to bank.
    bets = BETS[family] if filing in BANKED else ()
    if bets:
        while not player.sees('[data-do="ready"]:enabled'):
            assert not player.sees('[data-do="take_bank"]'), "the bank, before a hand was seen"
            page.wait_for_timeout(30)
        page.hover(f'.seat.me button[data-spot="{bets[0]}"]')
        page.wait_for_function(
            "() => /edge is .*%; it wins .*% of the time|Counted with/.test(document.querySelector('.spot-card p')?.textContent)"
        )
        shot(player, f"{player.name}-spot")
    heard: list[str] = []
    page.evaluate(NOTE_RESULT)
    player.play_hand(bets=bets, decide=advised(GAMES[filing], heard))
    assert bool(heard) is bool(GAMES[filing]), "a game with decisions is coached"
    # The end: what became of every wager, or of the pot, and why.
    page.wait_for_selector(".side .settlement .settled-sum")
    lines = page.locator(".side .settlement > .lines .because").all_inner_texts()
    assert lines
    told = [line for line in lines if line != "Folded"]
    assert all(len(line) > 8 for line in told), lines  # our own, or who won the pot
    own = page.inner_text(".side .settled-sum")
    assert re.search(r"Hand \d+: you are ([+−]\$[\d.,]+|even)", own), own
    # The dock says it too: what it brought, and why.
    said = page.evaluate("() => window.said")
    assert len(said.partition(": ")[2].split()) >= 3 or "Folded" in said, said
    if page.locator(".hand-cost").count():
        assert re.search(r"Against best play|as well as it can be", page.inner_text(".hand-cost"))
    shot(player, f"{player.name}-settled")
    # The evening, in the coach's drawer.
    player.open_tool("coach", "Coach")
    page.wait_for_selector("[data-evening='1']")
    so_far = page.inner_text("[data-evening]").partition(". ")[2]
    assert re.fullmatch(
        r"Against best play you gave up (nothing|\$[\d.,]+)\.|What it cost against best play is not known here\.",
        so_far,
    )
    assert page.locator(".evening-chart").get_attribute("aria-label")
    assert page.locator("dialog .primer li").count() == 6
    shot(player, f"{player.name}-evening")
    player.close_drawer()


def test_one_switch_for_advice_before_after_or_none(kind: Served, new_player: Any) -> None:
    player: Player = new_player("Switch", address=kind.address)
    page = player.page
    player.quick_seat("outlaws/three-card-poker-6-card-bonus")

    def choose(mode: str) -> None:
        player.open_tool("coach", "Coach")
        page.check(f'input[name="coach"][value="{mode}"]')
        player.close_drawer()

    def fold(seen: bool, *, quiet: bool = False) -> Decide:
        def act(one: Player) -> None:
            if seen:
                one.page.wait_for_selector('[data-coach="advice"]')
            else:
                assert not one.sees(".coach-line")
                assert not one.sees(".coach-mark")
            if quiet:
                one.page.wait_for_function(ADVISED)  # it has made up its mind, and keeps quiet
                assert not one.sees(".coach-line")
            one.move("fold")

        return act

    choose("none")
    player.play_hand(bets=("ante",), decide={"play-or-fold": fold(False)})
    assert not player.sees(".coach-comment")
    choose("after")
    page.evaluate(NOTE_COMMENT)
    player.play_hand(bets=("ante",), decide={"play-or-fold": fold(False, quiet=True)})
    page.wait_for_function("() => window.commented")
    assert re.search(r"Fold (was the best play|cost \$)", page.evaluate("() => window.commented"))
    choose("before")
    player.play_hand(bets=("ante",), decide={"play-or-fold": fold(True)})


def test_the_house_way_is_looked_at_before_it_is_taken(kind: Served, new_player: Any) -> None:
    player: Player = new_player("Way", address=kind.address)
    player.quick_seat("500-club/fortune-pai-gow-poker")

    def look(one: Player) -> None:
        page = one.page
        page.click('[data-do="preview-way"]')
        page.wait_for_selector('.decision [data-move="house_way"]:enabled')
        page.wait_for_selector(".set-area.front .piece >> nth=1")  # the coach may be busy
        assert page.locator(".set-area.front .piece").count() == 2
        assert page.inner_text(".set-words").startswith("House way: ")
        shot(one, "Way-preview")
        # Another setting is still open, and takes the preview back.
        page.locator(".set-area.front .piece").first.click()
        page.wait_for_selector('[data-do="preview-way"]')
        one.move("house_way")

    player.play_hand(bets=("game",), decide={"set": look})


def test_chinese_poker_warns_of_a_foul_while_it_is_placed(kind: Served, new_player: Any) -> None:
    """Rows are full or not: the rule alone, asked of the page's own function."""
    player: Player = new_player("Foul", address=kind.address)
    page = player.page
    page.goto(f"{kind.address}/")
    found = page.evaluate(
        """async () => {
          const { foulRows } = await import("/js/table/hands.js");
          const rows = [{ name: "top", most: 3 }, { name: "middle", most: 5 }, { name: "bottom", most: 5 }];
          const say = (...cards) => foulRows(rows, cards.map((one) => one.split(" ").filter(Boolean)));
          return [
            say("Kc Kd Ks", "2c 2d 3h 4s 7c", "Ah As Ad Qs Qd"),
            say("", "9c 9d 9h", "Ah As Kd Qs Jd"),
            say("2c 3d 4h", "9c 9d 5h 6s 7c", "9h 9s 5d 6c 7d"),
            say("2c 3d 4h", "9c 9d 5h 6s 7c", "Th Ts 5d 6c 7d"),
            say("Ac Ad", "9c 9d 5h", ""),
          ];
        }"""
    )
    top, partly, equal, *legal = found
    assert top == "Foul: top (three kings) is not below middle (pair of twos)."
    assert partly == "Foul: middle (three nines) is not below bottom (pair of aces)."
    assert "middle (pair of nines) is not below bottom (pair of nines" in equal
    assert legal == ["", ""]

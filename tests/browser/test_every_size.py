"""At every decision of every game the own cards, what lies in the middle and the buttons are seen
together, on every size of screen; and nothing moves under the finger when others act."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.table.coach import prepare
from tests.browser.cardroom import Served
from tests.browser.player import DECIDE, Decide, Player
from tests.browser.test_every_filing import BANKED, BETS, FILINGS
from tests.coaching import ask_coach

pytestmark = pytest.mark.browser

# A desk, a phone on its side, two upright ones, and a screen of 1366x768 enlarged twice.
SIZES = {
    "1366x768": {"width": 1366, "height": 768},
    "844x390": {"width": 844, "height": 390},
    "360x640": {"width": 360, "height": 640},
    "390x844": {"width": 390, "height": 844},
    "zoom-200": {"width": 683, "height": 384},
}

HIDDEN = """() => {
  const seen = one => {
    const box = one.getBoundingClientRect();
    const inside = box.top >= 0 && box.left >= 0 && box.right <= innerWidth + 1
      && box.bottom <= innerHeight + 1;
    const on = document.elementFromPoint(box.left + box.width / 2, box.top + box.height * 0.35);
    return inside && on && !(on.closest(".dock") && !one.closest(".dock"));
  };
  const parts = ".seat.me hw-card, .seat.me hw-tile, .middle hw-card, .middle hw-tile, "
    + ".decision .piece, .decision button";
  return [...document.querySelectorAll(parts)]
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().width && !seen(one))
    .map(one => one.outerHTML.slice(0, 90));
}"""


def seeing(kind: str) -> Decide:
    def decide(player: Player) -> None:
        player.page.wait_for_timeout(30)  # the page scrolls to the own place
        assert player.page.evaluate(HIDDEN) == [], kind
        DECIDE[kind](player)

    return decide


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("filing", FILINGS)
def test_all_that_a_decision_needs_is_seen_together(
    filing: str, size: str, served: Served, new_player: Any
) -> None:
    player: Player = new_player(viewport=SIZES[size], has_touch=True)
    bets: tuple[str, ...] = ()
    if filing in BANKED:
        player.sit(served.open_table(filing, bots=3))
        bets = BETS[FILINGS[filing]["family"]]
    else:
        player.quick_seat(filing)
    player.play_hand(bets=bets, decide={kind: seeing(kind) for kind in DECIDE})


@pytest.mark.parametrize("size", SIZES)
def test_a_pair_at_21_shows_all_its_choices_with_what_they_cost(
    size: str, served: Served, new_player: Any
) -> None:
    """Hit, stand, double, double for less, split, surrender, each with the coach's mark."""
    filing = "500-club/pure-21.5-blackjack"
    prepare(make_terms(load(filing)))  # what its coach compiles
    player: Player = new_player(viewport=SIZES[size], has_touch=True)
    player.sit(served.open_table(filing, first=("8s", "6h", "8d", "Kc")))

    def decide(player: Player) -> None:
        player.page.wait_for_selector('.decision [data-move="split"] .coach-mark')
        player.page.wait_for_timeout(30)  # the page scrolls to the own place
        assert player.page.evaluate(HIDDEN) == []
        player.move("surrender")

    player.play_hand(bets=("game",), decide={"play": decide})


NAME_OVER_CARDS = """() => {
  const name = document.querySelector(".seat.me .hand-name")?.getBoundingClientRect();
  if (!name) return null;
  return [...document.querySelectorAll(".seat.me hw-card")].map(one => one.getBoundingClientRect())
    .filter(card => name.top < card.top + card.height * 0.3 || name.left < 0
      || name.right > innerWidth).length;
}"""


@pytest.mark.parametrize("size", ["360x640", "844x390"])
def test_the_name_of_a_high_and_a_low_leaves_the_cards_to_be_read(
    size: str, served: Served, new_player: Any
) -> None:
    filing = "500-club/seven-card-stud-hi-lo"
    facts = {"to_call": 0, "pot": 1200}  # asked once, so that what its coach needs is compiled
    ask_coach(filing, "bet", ("check",), "Ac 2d 3h 4s 5c", others=2, facts=facts)
    player: Player = new_player(viewport=SIZES[size], has_touch=True)
    both: list[str] = []

    def decide(player: Player) -> None:
        player.page.wait_for_selector('[data-coach="advice"]')
        if player.sees(".seat.me .hand-name"):
            assert player.page.evaluate(NAME_OVER_CARDS) == 0
            both.append(player.page.inner_text(".seat.me .hand-name"))
        DECIDE["bet"](player)

    player.quick_seat(filing)
    player.play_hand(decide={"bet": decide})
    assert both


@pytest.mark.parametrize("size", ["360x640", "390x844", "844x390"])
@pytest.mark.parametrize("filing", ["napa-valley/pai-gow-tiles", "500-club/fortune-pai-gow-poker"])
def test_a_hand_is_set_with_every_button_on_the_screen(
    filing: str, size: str, served: Served, new_player: Any
) -> None:
    """The coach's own setting beside the house way, which costs something; then its preview."""
    player: Player = new_player(viewport=SIZES[size], has_touch=True)
    page = player.page

    def against_the_chart(route: Any) -> None:
        told = route.fetch().json()
        told["best"] = f"set {told['settings']['best']['front']}"
        told["moves"] = [{"move": "house_way", "value": -1, "cost": 12.34, "units": 0.5},
                         {"move": told["best"], "value": 0, "cost": 0, "units": 0}]  # fmt: skip
        route.fulfill(json=told)

    page.route("**/advice?*", against_the_chart)

    def decide(player: Player) -> None:
        page.wait_for_selector('.decision [data-do="as-advised"]')
        page.wait_for_timeout(30)  # the page scrolls to the own place
        assert page.evaluate(HIDDEN) == []
        page.click('[data-do="preview-way"]')
        page.wait_for_selector('.decision [data-move="house_way"]:enabled')
        assert page.evaluate(HIDDEN) == []
        player.move("house_way")

    prepare(make_terms(load(filing)))  # what its coach compiles
    player.sit(served.open_table(filing, bots=2))
    player.play_hand(bets=("game",), decide={"set": decide})


FIVE_SPOTS = "napa-valley/ultimate-texas-holdem"


@pytest.mark.parametrize("size", ["360x640", "390x844", "844x390"])
def test_spots_are_seen_whole_when_bets_open_and_replays_fit(
    size: str, served: Served, new_player: Any
) -> None:
    player: Player = new_player(viewport=SIZES[size], has_touch=True)
    page = player.page
    player.sit(served.open_table(FIVE_SPOTS, bots=2))
    until_both_may_bet(player)
    page.wait_for_timeout(50)  # the page scrolls to the own place
    hidden = page.evaluate(HIDDEN.replace(".decision .piece, .decision button", ".seat.me .spot"))
    assert hidden == []
    player.play_hand(bets=("ante",))
    player.open_tool("clock", "History")
    page.locator("[data-replay]").first.click()
    page.click('[data-step="last"]')
    page.wait_for_selector(".replay .settlement")
    wide = "() => [...document.querySelectorAll('.replay, .replay *')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.className)"
    assert page.evaluate(wide) == []


def until_both_may_bet(*players: Player) -> None:
    for _ in range(600):
        for player in players:
            if player.sees('[data-do="decline_bank"]:enabled'):
                player.page.click('[data-do="decline_bank"]')
        if all(player.sees('[data-do="ready"]') for player in players):
            return
        players[0].page.wait_for_timeout(30)
    raise AssertionError("bets never open")


@pytest.mark.parametrize("size", ["844x390", "360x640", "1366x768"])
def test_spots_stay_where_they_are_while_others_bet(
    size: str, served: Served, new_player: Any
) -> None:
    player: Player = new_player(viewport=SIZES[size])
    other: Player = new_player("Other")
    table = served.open_table("outlaws/three-card-poker-6-card-bonus", bots=1)
    player.sit(table)
    other.sit(table)
    until_both_may_bet(player, other)
    where = "() => JSON.stringify(document.querySelector('.seat.me [data-spot=\"ante\"]').getBoundingClientRect())"
    before = player.page.evaluate(where)
    other.page.click('.seat.me button[data-spot="ante"]')
    other.page.wait_for_selector('.seat.me [data-spot="ante"]:not(.pending) hw-chips')
    player.page.wait_for_selector(
        f'.seat[data-seat="{other.seat}"] hw-chips, .seat[data-seat="{other.seat}"] .lying'
    )
    assert player.page.evaluate(where) == before
    player.page.click('.seat.me button[data-spot="ante"]')
    player.page.wait_for_selector('.seat.me [data-spot="ante"]:not(.pending) hw-chips')
    assert player.page.evaluate(where) == before


def test_the_advice_on_a_hand_against_an_open_bank_is_seen_with_it(
    served: Served, new_player: Any
) -> None:
    """Face-up pai gow lays out fourteen cards: the coach's line stands on the screen with them."""
    filing = "500-club/face-up-pai-gow-poker"
    prepare(make_terms(load(filing)))  # what its coach compiles
    player: Player = new_player(viewport=SIZES["390x844"], has_touch=True)
    seen: list[str] = []

    def decide(player: Player) -> None:
        page = player.page
        page.wait_for_selector('[data-coach="advice"]')
        page.wait_for_timeout(30)  # the page scrolls to the own place
        assert page.evaluate(HIDDEN) == []
        box = page.locator(".decision .coach-line").bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
        seen.append(page.inner_text(".decision .coach-line"))
        player.move("house_way")

    player.sit(served.open_table(filing, bots=3))
    for _ in range(3):  # against an ace-high of the bank nobody sets a hand
        player.play_hand(bets=("game",), decide={"set": decide})
        if seen:
            return
    raise AssertionError("nothing was to be set in three hands")

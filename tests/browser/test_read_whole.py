"""What stands on the felt is read whole: nothing cut, nothing covered, on a desk and on phones."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import DECIDE, Player

pytestmark = pytest.mark.browser

DESK = {"width": 1366, "height": 768}
UPRIGHT = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
THREE_CARD = "outlaws/three-card-poker-6-card-bonus"

# The longest sums of an evening on every plate: what of them is cut, or lies under a button.
HIDDEN_WORDS = """() => [...document.querySelectorAll(".seat:not(.me) .plate:has(.plate-stack)")].flatMap((plate) => {
  const [stack, word, puck] = [".plate-stack", ".plate-word", ".pucks"].map((one) => plate.querySelector(one));
  stack.textContent = "$2,345.50";
  word.textContent = "−$960.50";
  const under = puck?.getBoundingClientRect();
  return [stack, word].filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const box = range.getBoundingClientRect();
    const edge = plate.getBoundingClientRect();
    return one.scrollWidth > one.clientWidth + 1 || box.right > edge.right + 1 || (under
      && box.left < under.right && under.left < box.right && box.top + 3 < under.bottom && under.top < box.bottom - 3);
  }).map((one) => one.className);
})"""


@pytest.mark.parametrize("size", [DESK, UPRIGHT, SIDEWAYS], ids=["desk", "upright", "sideways"])
@pytest.mark.parametrize("filing", [THREE_CARD, "500-club/texas-holdem"])
def test_a_net_beside_a_button_is_read_whole(
    filing: str, size: dict[str, int], served: Served, new_player: Any
) -> None:
    player: Player = new_player(viewport=size)
    if filing == THREE_CARD:
        player.sit(served.open_table(filing, bots=5))
    else:
        player.quick_seat(filing)
    beside: list[bool] = []

    def look(kind: str) -> Any:
        def decide(one: Player) -> None:
            beside.append(one.sees(".seat:not(.me) .plate .pucks"))
            assert one.page.evaluate(HIDDEN_WORDS) == []
            DECIDE[kind](one)

        return decide

    bets = ("ante",) if filing == THREE_CARD else ()
    for _ in range(3):  # the button goes round
        player.play_hand(bets=bets, decide={kind: look(kind) for kind in DECIDE})
        if any(beside):
            return
    raise AssertionError("the button was ours in three hands")


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_the_name_of_somebody_away_is_read_whole(
    size: dict[str, int], served: Served, new_player: Any
) -> None:
    player: Player = new_player(viewport=size)
    other: Player = new_player("Newcomer")
    table = served.open_table(THREE_CARD, bots=3)
    player.sit(table)
    other.sit(table)
    seat = other.seat
    other.page.goto("about:blank")
    gone = player.page.locator(f'.seat[data-seat="{seat}"] .plate-name')
    gone.locator(".tag", has_text="AWAY").wait_for()
    lines = gone.locator(".plate-text").evaluate(
        """one => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return new Set([...range.getClientRects()].map(box => box.top)).size;
        }"""
    )
    assert lines == 1, "a name is not broken for a mark"


NOTE_CALLS = """() => {
  window.calls = [];
  new MutationObserver(() => {
    const one = document.querySelector(".call.award");
    if (one) window.calls.push([one.textContent, one.scrollHeight > one.clientHeight + 1]);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


@pytest.mark.parametrize("size", [UPRIGHT, SIDEWAYS], ids=["upright", "sideways"])
def test_what_the_bank_had_is_said_to_its_end(
    size: dict[str, int], served: Served, new_player: Any
) -> None:
    """Two hands and how each is set take more than a line of a phone."""
    player: Player = new_player(viewport=size)
    player.sit(served.open_table("500-club/fortune-pai-gow-poker", bots=2))
    player.page.evaluate(NOTE_CALLS)
    player.play_hand(bets=("game",))
    player.page.wait_for_function("() => window.calls.length")
    calls = player.page.evaluate("() => window.calls")
    assert any("The bank sets" in words for words, _ in calls), calls
    assert [words for words, cut in calls if cut] == []


def test_on_a_phone_on_its_side_the_own_result_is_seen_and_labels_stay_in_their_box(
    served: Served, new_player: Any
) -> None:
    player: Player = new_player(viewport=SIDEWAYS)
    page = player.page
    player.sit(served.open_table("500-club/fortune-pai-gow-poker", bots=2))

    def look(one: Player) -> None:
        wide = one.page.locator(".set-title").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.parentElement.clientWidth).map(one => one.textContent)"
        )
        assert wide == []
        one.page.evaluate("() => { document.querySelector('.felt').scrollTop = 0; }")
        one.move("house_way")

    player.play_hand(bets=("game",), decide={"set": look})
    box = page.locator(".seat.me .plate").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SIDEWAYS["height"]


def test_five_spots_lie_on_the_felt_of_the_picture(served: Served, player: Player) -> None:
    player.sit(served.open_table("500-club/ez-baccarat"))
    player.page.wait_for_selector(".side svg.picture")
    beside = player.page.evaluate(
        """() => {
          const felt = document.querySelector(".side .picture-felt");
          return [...document.querySelectorAll(".side .picture-spot")].flatMap(({ cx, cy, rx }) =>
            [-1, 1].map((side) => new DOMPoint(cx.baseVal.value + side * (rx.baseVal.value + 3), cy.baseVal.value)))
            .filter((point) => !felt.isPointInFill(point)).length;
        }"""
    )
    assert beside == 0


def test_who_sits_down_at_a_running_table_learns_how_it_goes(
    served: Served, new_player: Any
) -> None:
    """The hand of the others is there, folded; the first own hand takes its place."""
    ann: Player = new_player("Ann")
    table = served.open_table("500-club/ez-baccarat")
    ann.sit(table)
    ann.play_hand(bets=("player",))
    # What lay in the middle is named in the history: nobody held it.
    ann.open_tool("clock", "History")
    ann.page.wait_for_selector(".history-cards")
    assert "Player" in ann.page.inner_text(".history-cards >> nth=0")
    assert "Banker" in ann.page.inner_text(".history-cards >> nth=0")
    ann.close_drawer()
    bob: Player = new_player("Bob")
    bob.sit(table)
    bob.page.wait_for_selector(".side .primer li")
    assert bob.page.inner_text("#settlement-title") == "How it goes"
    assert (
        bob.page.locator(".side-settlement details summary").first.inner_text() == "The last hand"
    )
    bob.play_hand(bets=("player",))
    bob.page.wait_for_selector(".side .settled-sum")
    assert bob.page.inner_text("#settlement-title") in ("Settlement", "The last hand")
    assert not bob.sees(".side .primer")


def test_bots_carry_their_mark_in_every_replay(served: Served, new_player: Any) -> None:
    """Also in a hand long after they sat down, and for one who has but the link."""
    player: Player = new_player()
    table = served.open_table("500-club/ez-baccarat", bots=2)
    player.sit(table)
    player.play_hand(bets=("player",))
    hand = player.play_hand(bets=("player",))
    other: Player = new_player("Other")
    other.page.goto(f"{served.address}/#/hand/{table}/{hand}")
    other.page.click('[data-step="last"]')
    other.page.wait_for_selector(".replay .settlement")
    assert other.page.locator(".replay-felt .seat:has(.tag.bot)").count() == 2
    assert other.page.locator(".replay-felt .seat .plate-text").count() == 3


def test_a_dealer_speaks_of_people_by_name(served: Served, player: Player) -> None:
    player.page.goto(served.address)
    said = player.page.evaluate(
        """async () => {
          const { inNames } = await import("/js/table/lines.js");
          const table = { table: { hints: {} }, seats: new Map([[1, { name: "Ann" }]]) };
          return ["Dealer: Seat 1 declares 6 Pairs", "seat 1: stand", "Dealer: Seat 2 declares 6 Pairs"]
            .map((line) => inNames(line, table));
        }"""
    )
    assert said == [
        "Dealer: Ann declares 6 Pairs", "Ann: stand", "Dealer: Seat 2 declares 6 Pairs",
    ]  # fmt: skip

"""A floorperson's calls ruled on a phone, each in under 25 taps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import Player
from tests.browser.test_phone import PHONE, fits, small_targets

pytestmark = pytest.mark.browser

MOST = 25


class Floor:
    """A floorperson with a thumb: every touch is counted, a choice in a list as two."""

    def __init__(self, player: Player, filing: str) -> None:
        self.page, self.taps = player.page, 0
        self.page.goto(f"{player.address}/#/adjudicate")
        self.page.wait_for_selector("#filing option", state="attached")
        self.choose("#filing", filing)

    def tap(self, *selectors: str) -> None:
        for selector in selectors:
            self.page.tap(selector)
            self.taps += 1

    def choose(self, selector: str, value: str) -> None:
        self.page.wait_for_selector(selector)
        self.page.select_option(selector, value)
        self.taps += 2

    def type(self, selector: str, text: str) -> None:
        self.page.fill(selector, text)
        self.taps += 1 + len(text)

    def pick(self, opens: str, cards: str) -> None:
        self.tap(opens, *(f'.picker [data-piece="{card}"]' for card in cards.split()))
        self.tap('[data-do="picked"]')

    def act(self, *moves: str) -> None:
        """Acts of poker, one after another; the page asks for each when it knows whose it is."""
        for move in moves:
            before = self.page.locator(".acts li").count()
            self.tap(f'[data-act-add="{move}"]')
            self.page.wait_for_function(
                f"""() => document.querySelectorAll('.acts li').length > {before}
                  && document.querySelector('.next-act p')"""
            )

    def ruling(self, word: str) -> str:
        """The ruling, once it is there; everything of it fits."""
        self.page.wait_for_selector(f'.ruling[data-ruling="{word}"]')
        assert self.taps < MOST, f"{self.taps} taps"
        return self.page.inner_text(".ruling")


@pytest.fixture
def thumb(new_player: Any) -> Player:
    player: Player = new_player(**PHONE)
    return player


def test_a_three_card_hand_with_a_mucked_card_unknown(thumb: Player) -> None:
    """000:366-369: king-seven-two against queen-three and any of 47 unseen cards.

    It loses to the queens and threes (3 each), the aces (4) and the kings with a queen (3), that
    is to 13, and wins against 34 of 47: 72.3%. Queen and three make no flush and no straight.
    """
    floor = Floor(thumb, "casino-club/three-card-poker-6-card-bonus")
    floor.pick('[data-pick="bank-cards"]', "Qd ?? 3s")
    floor.type("#seat-0-wager-ante", "20")
    floor.pick('[data-pick="seat-0-cards"]', "Kh 7d 2c")
    floor.tap('[data-add="play"]')
    told = floor.ruling("open")
    assert "Seat 2, Ante: −$20 to +$20" in told
    assert "72.3%" in told
    assert fits(thumb)
    assert not small_targets(thumb)


def test_an_exposed_ace_at_double_hand_poker(thumb: Player) -> None:
    """003:217-219: an ace exposed on the deal is a misdeal, also in a pile without a wager."""
    floor = Floor(thumb, "napa-valley/double-hand-poker")
    floor.type("#seat-0-wager-game", "20")
    floor.tap('[data-do="add-error"]')
    floor.choose("#error-0-kind", "exposed-card")
    floor.choose("#error-0-place", "pile 5")
    floor.choose("#error-0-noticed", "deal")
    floor.pick('[data-pick="error-0-cards"]', "As")
    told = floor.ruling("void")
    assert "003:217-219" in told
    assert "Seat 2: $20" in told
    assert thumb.page.locator(".live").inner_text().startswith("Void")
    assert fits(thumb)
    assert not small_targets(thumb)


def test_a_turn_dealt_early_at_holdem(thumb: Player) -> None:
    """002:49: it is out of play; the turn is dealt in its time, the card goes back for the river."""
    floor = Floor(thumb, "outlaws/holdem")
    thumb.page.wait_for_selector('[data-act-add="cc"]')
    floor.act("cc", "cc", "cc")
    floor.pick('[data-do="deal"]', "Jd 9h 4s")
    thumb.page.wait_for_selector('[data-act-add="cc"]')
    floor.act("cc")
    floor.tap('[data-do="add-error"]')
    floor.choose("#error-0-kind", "early-board")
    floor.choose("#error-0-place", "board")
    floor.pick('[data-pick="error-0-cards"]', "Td")
    told = floor.ruling("waiting")
    assert "002:49" in told
    assert "filed" in told
    assert fits(thumb)
    assert not small_targets(thumb)


def test_chinese_poker_row_by_row(player: Player) -> None:
    """The example of the page on poker hands: player 2 is higher in all three rows."""
    page = player.page
    Floor(player, "500-club/face-up-chinese-poker")
    rows = [("Qc7d2h", "3c3d9hJc5s", "4c4d6h6sTc"), ("Kc8d2s", "9c9d3hJs5c", "7c7hAhAsTd")]
    for number, held in enumerate(rows):
        for name, cards in zip(("top", "middle", "bottom"), held, strict=True):
            page.fill(f"#player-{number}-{name}", cards)
    page.wait_for_selector('.ruling[data-ruling="settled"]')
    stacks = page.locator("[data-stack]").evaluate_all("all => all.map(one => one.dataset.stack)")
    assert stacks == ["97.00", "103.00"]


def test_a_wrong_winner_is_corrected(player: Player) -> None:
    """All fold to player 2. Of the blinds of $3 and $6 half the larger was not called: the pot is
    $6, and went to player 1."""
    floor = Floor(player, "500-club/texas-holdem")
    page = player.page
    page.wait_for_selector('[data-act-add="f"]')
    before = page.locator(".acts li").count()
    page.click('[data-act-add="f"]')
    page.wait_for_function(f"() => document.querySelectorAll('.acts li').length > {before}")
    page.wait_for_selector(".next-act >> text=Player 1 to act")
    page.click('[data-act-add="f"]')
    page.wait_for_selector('.ruling[data-ruling="settled"]')
    page.locator("summary", has_text="Already pushed").click()
    page.fill("#pushed-0", "6")
    page.wait_for_function(
        "() => document.querySelector('.ruling')?.innerText.includes('Must still move')"
    )
    told = floor.page.inner_text(".ruling")
    assert "Player 1: −$6" in told
    assert "Player 2: +$6" in told


def test_a_hand_of_the_history_is_disputed(served: Served, new_player: Any) -> None:
    """What was played at a table stands in the form and settles as it was settled there."""
    player: Player = new_player()
    table = served.open_table("napa-valley/ez-baccarat-panda-8")
    player.sit(table)
    number = player.play_hand(bets=("banker",))
    page = player.page
    player.open_tool("clock", "History")
    with page.context.expect_page() as opening:
        page.click(f'[data-dispute="{number}"]')
    disputed = opening.value
    disputed.wait_for_selector('.ruling[data-ruling="settled"]')
    found = served.ask(f"/api/tables/{table}/rounds/{number}")["records"]
    (settled,) = [one for one in found if one["kind"] == "settled"]
    nets = disputed.locator(".nets li").evaluate_all(
        """all => Object.fromEntries(all.map(one =>
          [one.dataset.bettor, one.querySelector("strong").dataset.net]))"""
    )
    assert nets == settled["net"]


def test_a_ruling_is_kept_listed_and_shown_by_its_link(served: Served, new_player: Any) -> None:
    """003:217-219 again, by somebody of the floor; a stranger sees it by the link."""
    boss: Player = new_player()
    boss.page.goto(boss.address)
    boss.page.evaluate(
        "token => localStorage.setItem('houseway.token', JSON.stringify(token))", served._token
    )
    floor = Floor(boss, "napa-valley/double-hand-poker")
    page = boss.page
    page.wait_for_selector("#seat-0-wager-game")
    page.fill("#seat-0-wager-game", "20")
    page.click('[data-do="add-error"]')
    for field, value in (("kind", "exposed-card"), ("place", "pile 5"), ("noticed", "deal")):
        floor.choose(f"#error-0-{field}", value)
    page.fill("#error-0-cards", "As")
    page.wait_for_selector('.ruling[data-ruling="void"]')
    page.click('[data-do="keep"]')
    page.fill("#ruling-table", "12")
    page.fill("#ruling-names", "Bob Ng")
    page.click('[data-do="keep-now"]')
    page.wait_for_selector(".ruling-page")
    stranger: Player = new_player()
    stranger.page.goto(page.url)
    stranger.page.wait_for_selector(".ruling-page .ruling")
    told = stranger.page.inner_text(".ruling-page")
    assert "table 12" in told
    assert "003:217-219" in told
    assert stranger.page.locator('.lay hw-card[card="As"]').count() == 1
    assert len(stranger.page.pdf(format="Letter")) > 1000
    stranger.page.emulate_media(media="print")
    assert stranger.page.evaluate("document.querySelector('.ruling-page').scrollHeight") < 1000
    page.goto(f"{boss.address}/#/desk/records/rulings")
    page.fill("#ruling-find", "ng")
    page.click("form >> text=Find")
    page.wait_for_selector("tbody tr >> text=Bob Ng")
    page.fill("#ruling-find", "nobody of that name")
    page.click("form >> text=Find")
    page.wait_for_selector("text=None is found.")

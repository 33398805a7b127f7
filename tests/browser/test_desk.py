"""The desk as an office uses it: a question, a comparison, a check, odds; desktop and phone."""

from __future__ import annotations

import pytest

from tests.browser.player import Player
from tests.browser.test_accessibility import axe as axe
from tests.browser.test_accessibility import problems
from tests.browser.test_phone import PHONE, fits, small_targets

pytestmark = pytest.mark.browser

BACCARAT = "napa-valley/ez-baccarat-panda-8"


def _open(player: Player, place: str) -> None:
    player.page.goto(f"{player.address}/#/desk{place}")
    player.page.wait_for_selector(".desk-body h1, .desk-body h2")


def test_a_question_leads_to_a_rule_with_a_lasting_link(player: Player) -> None:
    _open(player, "/filings")
    page = player.page
    page.fill("#desk-question", "who returns the ante when the bank does not qualify?")
    page.click(".desk-ask button")
    page.wait_for_selector('section[data-key="casino-club/three-card-poker-6-card-bonus"]')
    page.select_option("#desk-house", "Casino Club")
    found = page.locator("section[data-key]")
    assert all("casino-club" in (one.get_attribute("data-key") or "") for one in found.all())
    page.locator("section[data-key] dt a", has_text="Bank does not qualify: ante").first.click()
    wanted = page.wait_for_selector(".rule.wanted")
    assert wanted is not None
    assert "Bank does not qualify: ante" in wanted.inner_text()
    assert "/rule/" in page.url
    page.reload()  # the address alone shows it again
    page.wait_for_selector(".rule.wanted")


def test_a_rule_among_several_of_its_name_and_a_pay_table_have_their_own_links(
    player: Player,
) -> None:
    """Casino Club's hold'em: the play wager after three board cards (000:611), not before them."""
    filing = "filing/casino-club/ultimate-texas-holdem"
    _open(player, f"/{filing}/rule/game%2C%20play%20wager%2C%20611")
    page = player.page
    page.wait_for_selector(".rule.wanted")
    assert "3 board cards up" in page.locator(".rule.wanted").inner_text()
    # Links of old name the rule alone.
    _open(player, f"/{filing}/rule/bank%2C%20bank")
    page.wait_for_selector(".rule.wanted >> text=Bank")
    # A pay table is found by a question, and its link leads to it.
    _open(player, "/filings/what%20does%20a%20royal%20flush%20pay")
    page.click('section[data-key="casino-club/ultimate-texas-holdem"] dt >> text=Blind')
    wanted = page.locator(".pay-tables .rule.wanted")
    wanted.wait_for()
    assert "Blind Pay Table · lines 676-685" in wanted.inner_text()
    # Its lines are shown in the trace.
    wanted.locator("a", has_text="lines").click()
    page.wait_for_selector("tr.wanted >> text=Blind Pay Table")
    assert page.locator("nav >> text=Trace").get_attribute("aria-current") == "page"


def test_the_catalogue_is_narrowed_and_the_address_has_it(player: Player) -> None:
    """Two houses' filings with a joker; which of them charge players; both kept over a reload."""
    _open(player, "/filings")
    page = player.page
    page.select_option("#desk-deck", "52 cards and a joker")
    page.wait_for_selector("caption >> text=5 filings")
    assert page.locator("#desk-fees option", has_text="From players (5)").count() == 1
    page.select_option("#desk-bonus_bets", "fortune")
    page.wait_for_selector("caption >> text=3 filings")
    assert page.locator("#desk-deck option", has_text="32 tiles").count() == 0  # none would be left
    page.reload()
    page.wait_for_selector("caption >> text=3 filings")
    assert page.input_value("#desk-bonus_bets") == "fortune"
    page.click("th >> text=House")
    page.click("th >> text=House")
    first = page.locator("tbody tr").first
    assert "Napa Valley" in first.inner_text()
    assert page.locator("th[aria-sort=descending]").inner_text().startswith("House")
    page.click('[data-do="clear"]')
    page.wait_for_selector("caption >> text=47 filings")
    assert page.url.endswith("#/desk/filings")


def test_what_no_filing_speaks_of_is_said(player: Player) -> None:
    _open(player, "/filings/max%20payout%20of%20the%20progressive")
    told = player.page.wait_for_selector("[data-part=unsaid]")
    assert told is not None
    assert "“progressive”" in told.inner_text()
    _open(player, "/filing/nobody/nothing")
    player.page.wait_for_selector(".error-box >> text=There is no filing nobody/nothing")


def test_a_filing_has_its_trace_and_its_sign(player: Player) -> None:
    _open(player, f"/filing/{BACCARAT}")
    page = player.page
    page.wait_for_selector("dl.rules-found")
    page.click("nav >> text=Trace")
    page.wait_for_selector(".desk-nav")
    page.wait_for_selector(".trace-executed")
    page.go_back()
    page.click("nav >> text=Sign")
    page.wait_for_selector("#sign-schedule")
    page.fill("#sign-schedule", "1")
    page.fill("#sign-limits", "10-100")
    page.click("text=Show the sign")
    page.wait_for_selector(".error-box >> text=a minimum of $10")  # refused, with the rule
    page.fill("#sign-limits", "1-100")
    page.click("text=Show the sign")
    page.wait_for_selector("img.sign-preview")


def test_filings_are_compared_money_first(player: Player) -> None:
    _open(player, f"/compare/{BACCARAT}")
    page = player.page
    page.select_option("#compare-1", "500-club/ez-baccarat")
    page.wait_for_selector("table.compared")
    assert page.locator("caption").first.inner_text() == "What each bet costs the bettor, per unit"
    assert "14.360%" in page.locator("tr", has_text="Tie").first.inner_text()
    assert "$1,000" in page.locator('[data-kind="rule"]').inner_text()


def test_a_difference_tells_what_it_is_worth(player: Player) -> None:
    """Four of a kind at 50 instead of 100 to 1: 50 times 13 x C(48, 2) of C(52, 6) hands."""
    tcp = "three-card-poker-6-card-bonus"
    _open(player, f"/compare/casino-club/{tcp}+outlaws/{tcp}")
    row = player.page.locator('tr[data-path="pay_table.six_card_bonus.rows.four-of-a-kind.pays"]')
    told = row.locator("[data-worth=six_card_bonus]")
    told.wait_for()
    assert told.inner_text() == "Six card bonus: −3.601% for the bettor, +3.601% for the bank"
    first = player.page.locator('[data-kind="rule"] tbody tr').first
    assert "three-of-a-kind" in (first.get_attribute("data-path") or "")  # worth most


def test_findings_are_filtered_and_a_draft_is_checked(player: Player) -> None:
    _open(player, f"/check/{BACCARAT}")
    page = player.page
    page.wait_for_selector(".finding")
    assert page.locator(".finding strong", has_text="reading").count() == 0
    page.click(".finding >> text=how to mend")
    page.wait_for_selector(".finding >> text=To mend it:")
    page.select_option("#check-severity", "warning")
    assert page.url.endswith("?severity=warning")
    assert page.locator(".finding.is-note").count() == 0
    page.click("summary")
    page.fill("#check-draft", 'family = "barracat"')
    page.click("text=Check the draft")
    page.select_option("#check-severity", "")
    page.wait_for_selector(".finding.is-error")
    assert "baccarat" in page.locator(".finding.is-error").first.inner_text()


def test_odds_of_a_filing_and_the_league(player: Player) -> None:
    _open(player, "/odds")
    page = player.page
    page.wait_for_selector("caption >> text=55 bets of 22 filings")
    page.select_option("#odds-filing", BACCARAT)
    page.wait_for_selector('[data-bet="dragon_7"]')
    assert "−0.076113" in page.locator("tr", has_text="Dragon 7").first.inner_text()
    page.locator('[data-bet="dragon_7"] summary', has_text="The figures").click()
    assert "+40" in page.locator('[data-bet="dragon_7"] details table').inner_text()


def test_options_are_switched_in_place(player: Player) -> None:
    _open(player, f"/odds/{BACCARAT}")
    page = player.page
    page.wait_for_selector("#odds-banker_three_card_seven")
    page.evaluate("document.querySelector('.desk-nav').dataset.same = 'yes'")
    page.focus("#odds-banker_three_card_seven")
    page.select_option("#odds-banker_three_card_seven", "push")
    row = page.locator("tr", has_text="Banker").first
    row.locator(".lose, .win").wait_for()  # what the switch has changed
    assert page.locator(".desk-nav").get_attribute("data-same") == "yes"  # nothing loaded anew
    assert page.evaluate("document.activeElement.id") == "odds-banker_three_card_seven"
    page.reload()  # the address has the choice
    page.wait_for_selector("#odds-banker_three_card_seven")
    assert page.input_value("#odds-banker_three_card_seven") == "push"


def test_a_strategy_card_tells_what_each_choice_costs(player: Player) -> None:
    _open(player, "/odds/500-club/pure-21.5-blackjack")
    page = player.page
    page.click('[data-bet="game"] summary >> text=How to play')
    page.locator(".card-grid tbody td").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    told = page.locator(".card-told")
    told.locator("text=/stand .* costs/").wait_for()
    assert "against 3" in told.inner_text()


def test_a_chart_to_set_by_tells_what_other_settings_cost(player: Player) -> None:
    """Tiles are counted out: a pair of teens whole or split; pai gow poker's rows are sampled."""
    _open(player, "/odds/napa-valley/pai-gow-tiles")
    page = player.page
    page.click('[data-bet="game"] summary >> text=How to play')
    row = page.locator(".card-grid tr", has_text="Sevens are split")
    row.locator("td").first.hover()
    told = page.locator("[data-card*='row by row'] .card-told")
    told.locator("text=/pair split .* pair whole .* costs 0.2114/").wait_for()
    _open(player, "/odds/500-club/fortune-pai-gow-poker")
    page.click('[data-bet="game"] summary >> text=How to play')
    page.locator(".card-grid tr", has_text="Two pairs, high pair A, K or Q").locator("td").hover()
    told = page.locator(".card-told")
    told.locator("text=/house way .* two pair behind .* costs/").wait_for()


def test_the_lowest_hand_to_play_tells_what_a_fold_would_cost(player: Player) -> None:
    _open(player, "/odds/casino-club/three-card-poker-6-card-bonus")
    page = player.page
    page.click('[data-bet="ante"] summary >> text=How to play')
    page.locator(".card-grid tbody tr", has_text="King high, nine-two").locator("td").hover()
    told = page.locator(".card-told")
    told.locator("text=/Lowest played, K: play .* fold .* costs/").wait_for()
    assert "Next lower, K: fold" in told.inner_text()


def test_odds_name_the_readings_they_hang_on(player: Player) -> None:
    """Napa's banker of seven with three cards: a push by the other reading (table-games 100)."""
    _open(player, f"/odds/{BACCARAT}")
    told = player.page.locator('[data-part="readings"] tr', has_text="table-games 100")
    told.wait_for()
    assert "Banker 1.018%" in told.inner_text()
    assert "Taken: " in told.inner_text()


PLACES = ("", "/filings", f"/filing/{BACCARAT}", "/check", "/odds",
          f"/compare/{BACCARAT}+500-club/ez-baccarat", f"/odds/{BACCARAT}")  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_every_page_is_read_on_a_phone(place: str, new_player: object) -> None:
    player: Player = new_player(**PHONE)  # type: ignore[operator]
    _open(player, place)
    player.page.wait_for_load_state("networkidle")
    assert fits(player)
    assert small_targets(player) == []
    broken = player.page.locator(".desk-nav a").evaluate_all(
        """all => all.filter(one => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getClientRects().length > 1;
        }).map(one => one.textContent)"""
    )
    assert broken == []


@pytest.mark.parametrize("window", [{}, PHONE], ids=["desktop", "phone"])
def test_every_page_is_fit_for_all(window: dict[str, object], new_player: object, axe: str) -> None:
    player: Player = new_player(**window)  # type: ignore[operator]
    for place in (*PLACES, "/filings/can%20I%20bet%20behind"):
        _open(player, place)
        player.page.wait_for_load_state("networkidle")
        assert problems(player, axe) == [], place

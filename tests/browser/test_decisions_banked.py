"""Every decision of the player-dealer games through its own control; the file tells what was said.

The cards lie as the test wants them: a player's first card, the bank's, the player's second, …
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.setting import Setting
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from tests.browser.cardroom import Served
from tests.browser.player import Decide, Player

pytestmark = pytest.mark.browser

SPANISH, PURE, CASINO = (
    "500-club/pure-spanish-21.5", "500-club/pure-21.5-blackjack",
    "casino-club/pure-21.5-blackjack",
)  # fmt: skip


def said(*moves: str) -> Decide:
    """These moves, one after the other, by their buttons."""
    coming: Iterator[str] = iter(moves)
    return lambda player: player.move(next(coming))


def typed(word: str, amount: str) -> Decide:
    """An amount typed beside its button."""

    def decide(player: Player) -> None:
        player.page.fill(f"#{word}-amount", amount)
        player.move(f"{word} amount")

    return decide


def then(*steps: Decide) -> Decide:
    coming = iter(steps)
    return lambda player: next(coming)(player)


def played(
    served: Served,
    player: Player,
    filing: str,
    first: Iterable[str],
    decide: dict[str, Decide],
    bets: tuple[str, ...] = ("game",),
    **choices: Any,
) -> dict[str, Any]:
    """Our seat in the file of a round played so."""
    player.sit(served.open_table(filing, first=first, **choices))
    hand = player.play_hand(bets=bets, decide=decide)
    file = tomllib.loads(player.download(hand).read_text())
    seat: dict[str, Any] = next(s for s in file["seat"] if str(s["number"]) == player.seat)
    return seat


# 21: hit, stand, double, double for less, split, surrender, rescue, insurance.


def test_hit_and_stand(served: Served, player: Player) -> None:
    cards = ("Ts", "6h", "3d", "Kc", "2s", "9c")
    seat = played(served, player, PURE, cards, {"play": said("hit", "stand")})
    assert seat["actions"] == ["hit", "stand"]


def test_double_down(served: Served, player: Player) -> None:
    seat = played(served, player, PURE, ("5s", "6h", "6d", "Kc", "9h"), {"play": said("double")})
    assert seat["actions"] == ["double"]


def test_double_for_less_by_typing_the_amount(served: Served, player: Player) -> None:
    cards = ("5s", "6h", "6d", "Kc", "9h")
    seat = played(served, player, PURE, cards, {"play": typed("double", "3")})
    assert seat["actions"] == ["double 3"]


def test_split_gives_two_hands_on_the_felt(served: Served, player: Player) -> None:
    cards = ("8s", "6h", "8d", "Kc", "Th", "Tc")
    hands: list[int] = []

    def stand(player: Player) -> None:
        hands.append(player.page.locator(".seat.me .hand").count())
        assert player.page.locator(".seat.me .hand-chips").all_inner_texts() == ["$5", "$5"]
        player.move("stand")

    decide = {"play": then(said("split"), stand, stand)}
    seat = played(served, player, PURE, cards, decide)
    assert seat["actions"] == ["split", "stand", "stand"]
    assert hands == [2, 2]


def test_surrender(served: Served, player: Player) -> None:
    cards = ("Ts", "9h", "6d", "Kc")
    seat = played(served, player, PURE, cards, {"play": said("surrender")})
    assert seat["actions"] == ["surrender"]


def test_rescue_after_a_double(served: Served, player: Player) -> None:
    cards = ("5s", "9h", "6d", "Kc", "2h")
    decide = {"play": said("double"), "after-double": said("rescue")}
    seat = played(served, player, SPANISH, cards, decide)
    assert seat["actions"] == ["double", "rescue"]


def test_surrender_before_the_bank_looks(served: Served, player: Player) -> None:
    cards = ("Ks", "Ah", "6d", "8c")
    decide = {"early-surrender": said("surrender")}
    options = {"late_surrender": False}
    seat = played(served, player, SPANISH, cards, decide, options=options)
    assert seat["actions"] == ["surrender"]


def test_insurance_for_an_amount(served: Served, player: Player) -> None:
    cards = ("Ts", "Ah", "9d", "8c")
    decide = {"insurance": typed("insure", "2"), "play": said("stand")}
    seat = played(served, player, CASINO, cards, decide)
    assert seat["actions"][0] == "insure 2"


def test_insurance_declined(served: Served, player: Player) -> None:
    cards = ("Ts", "Ah", "9d", "8c")
    played(served, player, CASINO, cards, {"insurance": said("decline")})
    assert "insurance" in player.decided


# Three card poker and ultimate hold'em.


@pytest.mark.parametrize("move", ["play", "fold"])
def test_three_cards_played_or_folded(move: str, served: Served, player: Player) -> None:
    filing = "outlaws/three-card-poker-6-card-bonus"
    seat = played(served, player, filing, (), {"play-or-fold": said(move)}, bets=("ante",))
    assert seat["actions"] == [move]


@pytest.mark.parametrize(
    "moves", [("bet 4",), ("bet 3",), ("check", "bet 2"), ("check", "check", "bet 1")]
)
def test_ultimate_raises_early_for_more(
    moves: tuple[str, ...], served: Served, player: Player
) -> None:
    filing = "generic/ultimate-texas-holdem"
    seat = played(served, player, filing, (), {"bet": said(*moves)}, bets=("ante",))
    assert seat["actions"] == list(moves)
    assert seat["wagers"]["ante"] == seat["wagers"]["blind"]  # one click bets both


def test_ultimate_folded_at_the_river(served: Served, player: Player) -> None:
    player.sit(served.open_table("generic/ultimate-texas-holdem"))
    player.play_hand(bets=("ante",), decide={"bet": said("check", "check", "fold")})
    assert player.lines()[player.seat, "ante", "1"] == ("lose", "-5.00")


# Pai gow: set by tapping, by dragging, by the house way; a foul is announced.

FORTUNE = "500-club/fortune-pai-gow-poker"


def _pieces(player: Player, *cards: str) -> None:
    for card in cards:
        player.page.click(f'.set-area.back [data-piece="{card}"]')


def _hand_of(player: Player) -> list[str]:
    pieces = player.page.locator(".set-area .piece").all()
    return [piece.get_attribute("data-piece") or "" for piece in pieces]


def test_pai_gow_set_by_tapping_two_cards(served: Served, player: Player) -> None:
    chosen: list[str] = []

    def decide(player: Player) -> None:
        chosen.extend(_hand_of(player)[-2:])
        _pieces(player, *chosen)
        player.move("set")

    seat = played(served, player, FORTUNE, (), {"set": decide})
    assert sorted(seat["set"].split()) == sorted(chosen)


def test_pai_gow_set_by_dragging(served: Served, player: Player) -> None:
    chosen: list[str] = []

    def decide(player: Player) -> None:
        chosen.extend(_hand_of(player)[-2:])
        for card in chosen:
            piece = player.page.locator(f'.set-area.back [data-piece="{card}"]')
            piece.drag_to(player.page.locator(".set-area.front"))
        player.move("set")

    seat = played(served, player, FORTUNE, (), {"set": decide})
    assert sorted(seat["set"].split()) == sorted(chosen)


def test_pai_gow_house_way(served: Served, player: Player) -> None:
    seat = played(served, player, FORTUNE, (), {"set": said("house_way")})
    assert seat["house_way"] is True


def test_pai_gow_warns_of_a_foul_hand(served: Served, player: Player) -> None:
    """All 21 ways to set the hand dealt: the page warns where the rules call it foul."""
    rules = load(FORTUNE)
    assert isinstance(rules, PaiGowPoker)
    setting = Setting(make_terms(rules))
    warned: dict[str, bool] = {}
    foul: dict[str, bool] = {}

    def decide(player: Player) -> None:
        hand = _hand_of(player)
        for pair in combinations(hand, 2):
            move = "set " + " ".join(pair)
            _pieces(player, *pair)
            warned[move] = player.page.inner_text(".set-words").startswith("Foul: ")
            foul[move] = bool(setting.hand(move, parse_cards(" ".join(hand))).foul)
            for card in pair:
                player.page.click(f'.set-area.front [data-piece="{card}"]')
        player.move("house_way")

    played(served, player, FORTUNE, (), {"set": decide})
    assert len(warned) == 21
    assert warned == foul


def test_tiles_set_by_tapping_and_by_the_house_way(served: Served, player: Player) -> None:
    filing = "napa-valley/pai-gow-tiles"

    def decide(player: Player) -> None:
        player.page.locator(".set-area.back .piece").first.click()
        player.page.locator(".set-area.back .piece").first.click()
        assert player.page.inner_text(".set-words").startswith("Low: ")
        player.move("set")

    seat = played(served, player, filing, (), {"set": decide})
    assert len(seat["set"].split()) == 2
    hand = player.play_hand(bets=("game",), decide={"set": said("house_way")})
    assert hand > 1


# The bank: offered, taken with a wager, passed on; its hand set by its holder.


def test_the_bank_is_taken_with_a_typed_wager(served: Served, player: Player) -> None:
    player.sit(served.open_table(FORTUNE))
    page = player.page
    page.wait_for_selector('[data-do="take_bank"]')
    page.fill("#bank-wager", "123")
    page.click('[data-do="take_bank"]')
    page.wait_for_selector(".bank-words >> text=You bank $123")
    assert page.locator(".seat.me .button-puck").get_attribute("aria-label")
    player.play_hand(bank=True, decide={"set-bank": said("house_way")})
    assert "you banked" in page.inner_text(".settled-sum")


def test_a_bank_wager_beyond_the_stack_cannot_be_sent(served: Served, player: Player) -> None:
    player.sit(served.open_table(PURE))
    player.page.wait_for_selector('[data-do="take_bank"]')
    player.page.fill("#bank-wager", "99999")
    assert player.page.locator('[data-do="take_bank"]').is_disabled()
    assert player.page.locator("#bank-wager").get_attribute("aria-invalid") == "true"

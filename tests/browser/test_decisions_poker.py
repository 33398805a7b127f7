"""Every decision of the poker games through its own control; the hand's file tells what was said."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import DECIDE, Player, place_all

pytestmark = pytest.mark.browser


@pytest.fixture
def guest(new_player: Any, fresh: Served) -> Player:
    found: Player = new_player(address=fresh.address)
    return found


def actions(player: Player, hand: int) -> list[str]:
    """What we did in the hand, as its file has it."""
    file = tomllib.loads(player.download(hand).read_text())
    me = f"p{file['seats'].index(int(player.seat)) + 1} "
    return [action.removeprefix(me) for action in file["actions"] if action.startswith(me)]


def test_fold_call_and_a_raise_of_the_limit(guest: Player) -> None:
    def decide(player: Player) -> None:
        first = ("raise", "bet") if not told else ("fold",)
        player.first_of(*first, "call", "check")
        told.append("raise")

    told: list[str] = []
    guest.quick_seat("500-club/texas-holdem")
    hand = guest.play_hand(decide={"bet": decide})
    # Bets and raises of $6 before the flop, on a big blind of $6.
    assert actions(guest, hand)[0] in ("cbr 12", "cbr 18", "cbr 24")


def test_a_fold_gives_the_hand_up(guest: Player) -> None:
    guest.quick_seat("500-club/omaha")
    for _ in range(6):  # in the big blind nothing may have to be called
        hand = guest.play_hand(
            decide={"bet": lambda player: player.first_of("fold", "call", "check")}
        )
        if "f" in actions(guest, hand):
            break
    else:
        pytest.fail("six hands, and nobody bet")
    assert "folds" in guest.page.inner_text(".side-log")


def test_pot_limit_sizes_by_field_slider_and_pot_buttons(guest: Player) -> None:
    sizes: list[str] = []
    raised: list[str] = []

    def decide(player: Player) -> None:
        page = player.page
        if sizes or not player.sees(".sizes"):
            player.first_of("call", "check")
            return
        lying = page.locator(".street-bet hw-chips").evaluate_all(
            "all => all.map(one => Number(one.getAttribute('amount')) / 100)"
        )
        before, highest = sorted({0, *lying})[-2:]
        least = round(highest + max(highest - before, big))
        button = page.locator('.decision [data-move="raise"]')
        page.click("text=/^Most /")
        sizes.append(button.inner_text())
        page.click("text=/^Least /")
        assert button.inner_text().startswith(f"Raise to ${least}")
        page.locator('.sizes input[type="range"]').press("ArrowRight")
        assert button.inner_text().startswith(f"Raise to ${least + 1}")
        page.fill("#bet-size", "99999")
        assert button.is_disabled()
        page.fill("#bet-size", str(least + 2))
        assert button.inner_text().startswith(f"Raise to ${least + 2}")
        raised.append(f"cbr {least + 2}")
        player.move("raise")

    guest.quick_seat("500-club/pot-limit-omaha-8")
    big = int(re.findall(r"blinds \$\d+ and \$(\d+)", guest.page.inner_text(".table-title"))[0])
    hand = guest.play_hand(decide={"bet": decide})
    # The least raise is what was raised before, or the big blind; the file has what was typed.
    assert actions(guest, hand)[0] == raised[0]


def test_the_bring_in_is_posted(fresh: Served, guest: Player) -> None:
    # Two cards down and one up for each of four; the first up card is the lowest.
    down = ("Kc", "Kd", "Kh", "Ks", "Qc", "Qd", "Qh", "Qs")
    fresh.arrange(*down, "2c", "Jd", "Th", "9s")
    guest.quick_seat("500-club/seven-card-stud")
    hand = guest.play_hand()
    assert guest.decided[0] == "bring-in"
    assert actions(guest, hand)[0] == "pb"


def test_draw_by_tapping_cards_and_stand_pat(guest: Player) -> None:
    thrown: list[str] = []

    def draw(player: Player) -> None:
        if not thrown:
            for piece in player.page.locator(".discarding .piece").all()[:2]:
                thrown.append(piece.get_attribute("data-piece") or "")
                piece.click()
        player.move("draw")

    guest.quick_seat("500-club/2-7-triple-draw")
    hand = guest.play_hand(decide={"draw": draw})
    draws = [action for action in actions(guest, hand) if action.startswith("sd")]
    assert draws == ["sd " + "".join(thrown), "sd", "sd"]


def test_pineapple_makes_everybody_throw_one(guest: Player) -> None:
    def discard(player: Player) -> None:
        assert player.page.locator('.decision [data-move="discard"]').is_disabled()
        first, second = player.page.locator(".discarding .piece").all()[:2]
        first.click()
        second.click()  # instead of the first
        thrown.append(second.get_attribute("data-piece") or "")
        player.move("discard")

    thrown: list[str] = []
    guest.quick_seat("500-club/pineapple")
    hand = guest.play_hand(decide={"discard": discard})
    assert f"sd {thrown[0]}" in actions(guest, hand)


def test_mexican_poker_turns_the_down_card_up(guest: Player) -> None:
    guest.quick_seat("500-club/mexican-poker")
    hand = guest.play_hand(decide={"expose": lambda player: player.first_of("turn up")})
    assert "ex" in actions(guest, hand)


def test_chinese_poker_placed_by_tapping_and_dragging_and_a_sweep_declared(
    fresh: Served, guest: Player
) -> None:
    """Two players, one with all spades and one with all hearts, whichever we are."""
    first = [rank + suit for rank in "AKQJT" for suit in "sh"]
    later = []
    for pair, odd in (("98", "2"), ("76", "3"), ("54", "4"), ("32", "5")):
        for suit, other in ("sc", "hd"):
            later += [rank + suit for rank in pair] + [odd + other]
    table = fresh.open_table("500-club/face-up-chinese-poker", first=[*first, *later])

    def place_two(player: Player) -> None:
        page = player.page
        pieces = page.locator(".placing > .set-pieces .piece").all()
        cards = [piece.get_attribute("data-piece") or "" for piece in pieces]
        for card in [card for card in cards if card[1] in "sh"]:
            row = "middle" if card[0] in "98765" else "top"
            target = page.locator(".placing-row", has=page.locator(f'[data-row="{row}"]'))
            page.locator(f'.placing [data-piece="{card}"]').drag_to(target)
        player.move("place")

    def declare(player: Player) -> None:
        player.page.locator('.decision [data-move^="declare "]').first.click()

    guest.sit(table)
    guest.play_hand(
        decide={"first-cards": place_all, "later-cards": place_two, "clean-sweep": declare}
    )
    assert guest.decided == ["first-cards", *["later-cards"] * 4, "clean-sweep"]
    assert "declares" in guest.page.inner_text(".side-log")


def test_a_newcomer_chooses_how_to_come_in(fresh: Served, new_player: Any) -> None:
    """Outlaws hold'em, new players: wait for the big blind, or post."""
    # Ann, at seat 1, draws the button; the big blind is not at seat 3 when Bob comes.
    fresh.arrange("As", "2c", "3d", "4h")
    ann: Player = new_player("Ann", address=fresh.address)
    bob: Player = new_player("Bob", address=fresh.address)
    ann.quick_seat("outlaws/holdem")
    ann.play_hand()
    bob.quick_seat("outlaws/holdem")
    bob.page.wait_for_selector("[data-entry]")
    words = bob.page.locator("[data-entry]").all_inner_texts()
    assert words[:3] == ["Wait for the blind", "Post after the button", "Post now"]
    bob.page.click('[data-entry="post-now"]')
    bob.page.wait_for_selector(".side-log >> text=Bob: post now")


@pytest.mark.parametrize(
    ("filing", "kind", "move"),
    [
        ("500-club/face-up-chinese-poker", "first-cards", "place"),
        ("500-club/crazy-pineapple", "discard", "discard"),
        ("500-club/2-7-triple-draw", "draw", "draw"),
    ],
)
def test_what_the_coach_advises_is_laid_with_one_tap(
    filing: str, kind: str, move: str, player: Player
) -> None:
    """It is looked at before it is done."""
    done: list[str] = []

    def decide(one: Player) -> None:
        page = one.page
        page.wait_for_selector('[data-coach="advice"], [data-coach="quiet"]')
        if one.sees('[data-do="as-advised"]'):
            page.click('[data-do="as-advised"]')
            page.wait_for_selector(f'.decision [data-move="{move}"]:enabled')
            laid = page.locator(".piece.gone, .piece.placed").all()
            said = page.inner_text(".coach-line strong")
            done.append(said)
            assert len(laid) == sum(said.count(suit) for suit in "♠♥♦♣"), said
        DECIDE[kind](one)

    player.quick_seat(filing)
    for _ in range(6):
        player.play_hand(decide={kind: decide, "bet": lambda one: one.first_of("call", "check")})
        if done:
            return
    raise AssertionError("nothing was advised")

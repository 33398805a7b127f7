"""What the page says is so: whose hand it was, what is left, what may be bet, what is asked."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from tests.browser.cardroom import Served
from tests.browser.player import DECIDE, Player
from tests.browser.test_betting import wait_for_bets

pytestmark = pytest.mark.browser

TCP = "outlaws/three-card-poker-6-card-bonus"
TILES = "napa-valley/pai-gow-tiles"
FACE_UP = "500-club/face-up-pai-gow-poker"
UTH = "generic/ultimate-texas-holdem"
RAZZ = "500-club/razz"
HOLDEM = "500-club/texas-holdem"


def until_asked(player: Player, kind: str, **how: Any) -> None:
    """Play on until a decision of a kind is open; the hand stays there."""
    for _ in range(1500):
        found = player.page.locator(".decision")
        if found.count():
            if found.get_attribute("data-ask") == kind:
                return
            player.decide(how.get("decide", {}))
        elif player.sees('[data-do="decline_bank"]:enabled'):
            player.page.click('[data-do="decline_bank"]')
        elif how.get("bets") and player.sees('[data-do="ready"]:enabled'):
            player.bet(*how["bets"])
        player.page.wait_for_timeout(20)
    raise AssertionError(f"{kind} is never asked")


def test_a_hand_played_before_one_sat_down_is_not_one_s_own(
    served: Served, new_player: Any
) -> None:
    table = served.open_table(TCP, bots=2, seats=4)
    first: Player = new_player("First")
    first.sit(table)
    seat = first.seat
    first.play_hand(bets=("ante",))
    first.page.click(".menu summary")
    first.page.click('.menu-list [data-do="leave"]')
    first.page.wait_for_url("**/#/")
    second: Player = new_player("Second")
    second.page.goto(f"{second.address}/#/table/{table}")
    second.page.click(f'.seat[data-seat="{seat}"] .sit')
    second.give_name()
    second.page.wait_for_selector(f'hw-table[data-seat="{seat}"]')
    second.page.click(".side-settlement summary >> text=The last hand")
    second.page.wait_for_selector(".side .line")
    assert "you are" not in second.page.inner_text(".side-settlement")
    assert "First" in second.page.inner_text(".side-settlement")
    assert not second.sees(".seat.me .plate-word .win, .seat.me .plate-word .lose")


def test_shoe_and_rack_hold_the_deck_also_for_one_who_joins_a_running_hand(
    served: Served, new_player: Any
) -> None:
    """Face-up Chinese poker is dealt from one deck of 52."""
    table = served.open_table("500-club/face-up-chinese-poker", bots=1, seats=4)
    ann: Player = new_player("Ann")
    ann.sit(table)
    ann.page.wait_for_selector(".decision")
    for player in (ann, _reloaded(ann)):
        words = player.page.locator(".shoe .sr-only").text_content() or ""
        left, out = map(int, re.findall(r"\d+", words))
        assert left + out == 52
        assert 0 < out < 52


def _reloaded(player: Player) -> Player:
    player.page.reload()
    player.page.wait_for_selector(".decision")
    return player


def test_limits_are_said_alike_in_lobby_head_dock_and_sign(served: Served, player: Player) -> None:
    """Tiles at Napa Valley, option 1: from $10, no maximum."""
    table = served.open_table(TILES, schedule=["1"])
    page = player.page
    page.goto(f"{player.address}/")
    page.wait_for_selector(f'[data-key="{table}"]')
    assert "from $10" in page.inner_text(f'[data-key="{table}"]')
    player.sit(table)
    wait_for_bets(player)
    assert "from $10." in page.inner_text(".dock")
    assert "from $10" in page.inner_text(".table-title")
    player.open_tool("sign", "Sign")
    page.wait_for_selector("dialog .sign")
    assert "Table limits: from $10" in page.inner_text("dialog .sign")


def test_bonus_spots_are_named_only_where_there_are_some(served: Served, player: Player) -> None:
    player.sit(served.open_table(TILES))
    wait_for_bets(player)
    player.page.click('.seat.me button[data-spot="game"]')
    player.page.wait_for_selector('.seat.me [data-spot="game"]:not(.pending) hw-chips')
    assert "Deal when you are done" in player.page.inner_text(".dock")
    assert "onus" not in player.page.inner_text(".dock")


def test_get_chips_counts_what_was_brought_already(player: Player) -> None:
    """A guest has $1,000 and sits down with $500 of it."""
    player.quick_seat(TCP)
    player.page.click(".menu summary")
    player.page.click('.menu-list [data-do="chips"]')
    player.page.wait_for_selector("dialog #buy-in")
    words = player.page.inner_text("dialog")
    assert "You have $500 of play chips in your account and $500 at this table" in words


def test_boxes_of_tiles_are_called_what_the_words_below_call_them(
    served: Served, player: Player
) -> None:
    player.sit(served.open_table(TILES))
    until_asked(player, "set", bets=("game",))
    page = player.page
    pieces = page.locator(".set-area.back .piece")
    pieces.nth(0).click()
    assert "Choose 1 more tile for" in page.inner_text(".set-words")
    page.locator(".set-area.back .piece").nth(0).click()
    titles = [page.inner_text(f".set-area.{name} .set-title") for name in ("front", "back")]
    low, high = re.findall(r"(?:Low|High): ([^.]*)\.", page.inner_text(".set-words"))
    assert sorted(titles) == ["High hand", "Low hand"]
    named: list[str] = page.evaluate(
        """async () => {
          const { tilePair } = await import("/js/table/hands.js");
          return ["front", "back"].map(name => tilePair(...[...document.querySelectorAll(
            `.set-area.${name} .piece`)].map(one => one.dataset.piece)).name);
        }"""
    )
    assert dict(zip(titles, named, strict=True)) == {"Low hand": low, "High hand": high}


def test_the_bank_s_setting_lies_on_the_felt_before_players_set(
    served: Served, player: Player
) -> None:
    """Face-up pai gow: the bank's hand is opened and set first."""
    player.sit(served.open_table(FACE_UP))
    until_asked(player, "set", bets=("game",))
    for _ in range(2):
        assert player.page.locator(".communal.bank .set-front hw-card").count() == 2
        assert player.page.locator(".communal.bank .set-back hw-card").count() == 5
        player.page.reload()
        player.page.wait_for_selector(".decision")


def test_at_the_river_one_bets_or_folds(served: Served, player: Player) -> None:
    player.sit(served.open_table(UTH))
    check = {"bet": lambda one: one.first_of("check")}
    for _ in range(1500):
        if player.sees(".decision"):
            if not player.sees('.decision [data-move="check"]'):
                break
            assert "Raise or check?" in player.page.inner_text(".dock")
            player.decide(check)
        elif player.sees('[data-do="decline_bank"]:enabled'):
            player.page.click('[data-do="decline_bank"]')
        elif player.sees('[data-do="ready"]:enabled'):
            player.bet("ante")
        player.page.wait_for_timeout(20)
    assert "Bet or fold?" in player.page.inner_text(".dock")


def test_nothing_that_is_over_stands_in_the_dock_while_cards_are_dealt(
    served: Served, new_player: Any
) -> None:
    guest: Player = new_player(reduced_motion="no-preference")
    guest.sit(served.open_table(TCP))
    wait_for_bets(guest)
    guest.page.evaluate(
        """() => {
          window.stale = [];
          new MutationObserver(() => {
            const dealt = document.querySelector(".seat.me hw-card");
            const dock = document.querySelector(".dock")?.innerText ?? "";
            if (dealt && /Place your bets|Waiting for others/.test(dock)) window.stale.push(dock);
          }).observe(document.body, {childList: true, subtree: true});
        }"""
    )
    guest.bet("ante")
    guest.page.wait_for_selector(".decision")
    assert guest.page.evaluate("window.stale") == []


def test_a_low_hand_is_never_called_a_high_one(player: Player) -> None:
    player.quick_seat(RAZZ)
    until = time.monotonic() + 25
    shown = ""
    while time.monotonic() < until and "with" not in shown.lower():
        player.play_hand(decide={"bet": lambda one: one.first_of("check", "call")})
        shown = player.page.inner_text(".side-settlement")
        assert "high hand" not in shown
        assert "high half" not in shown


def test_the_net_has_the_collection_in_it_and_says_so(served: Served, player: Player) -> None:
    """Outlaws, option 1: a player pays $0.50 (lines 330-334)."""
    player.sit(served.open_table(TCP, schedule=["1"]))
    page = player.page
    page.wait_for_selector(".seat.me .plate-stack >> text=$500")
    player.play_hand(bets=("ante",))
    stack = page.inner_text(".seat.me .plate-stack").replace("$", "").replace(",", "")
    change = round(float(stack) * 100) - 500_00
    said = page.inner_text(".side .settled-sum strong").replace("−", "-").replace("$", "")
    assert (0 if said == "even" else round(float(said) * 100)) == change
    assert page.locator(".side [data-fee]").get_attribute("data-fee") == "50"
    player.open_tool("clock", "History")
    page.wait_for_selector('dialog[open] [data-fee="50"]')
    assert page.locator("dialog[open] [data-net]").first.get_attribute("data-net") == str(change)


def test_nets_of_a_pot_and_its_collection_add_up_to_nothing(player: Player) -> None:
    """What a seat takes is no net: what it put in was its own."""
    player.quick_seat("500-club/texas-holdem")
    fee = 0
    for _ in range(4):
        player.play_hand(decide={"bet": lambda one: one.first_of("check", "call")})
        page = player.page
        words = page.locator(".side .settlement > .lines .figure").all_inner_texts()
        fee = len(page.locator(".side .fee-line").all())
        plates = page.locator(".plate-word :is(.win, .lose, .push)").all_inner_texts()
        nets = [_cents(one) for one in plates]
        taken = [_cents(one) for one in page.locator(".fee-line .figure").all_inner_texts()]
        assert sum(nets) == sum(taken), (plates, words)
        shown = {_cents(one) for one in words[: len(words) - fee]}
        assert shown <= {*nets}
        if fee:
            break
    assert fee, "no hand came to a flop"


def _cents(words: str) -> int:
    """ "−$5.50" and "even" in cents."""
    plain = words.replace("−", "-").replace("$", "").replace(",", "")
    return 0 if plain == "even" else round(float(plain) * 100)


def test_what_a_replay_says_at_its_end_is_a_list(served: Served, player: Player) -> None:
    player.sit(served.open_table(TCP))
    hand = player.play_hand(bets=("ante",))
    player.open_tool("clock", "History")
    player.page.click(f'[data-replay="{hand}"]')
    player.page.click('[data-step="last"]')
    told = player.page.locator(".replay-told p")
    assert all(len(line) < 160 for line in told.all_inner_texts())


def test_one_game_is_one_game(player: Player) -> None:
    player.page.goto(f"{player.address}/")
    player.page.wait_for_selector("[data-filing]")
    player.page.fill('input[type="search"]', "badugi 500")
    player.page.wait_for_function("() => document.querySelectorAll('[data-filing]').length === 1")
    assert player.page.text_content(".catalogue [role=status]") == "1 game found"


def test_a_hand_is_not_called_what_the_one_before_was(player: Player) -> None:
    player.quick_seat(HOLDEM)
    page = player.page
    page.evaluate(
        """() => {
          window.stale = [];
          let last = {};
          new MutationObserver(() => {
            const name = document.querySelector(".seat.me .hand-name")?.innerText;
            const own = [...document.querySelectorAll(".seat.me hw-card")].map((one) => one.getAttribute("card")).join(" ");
            if (name && name === last.name && own !== last.own) window.stale.push([name, own]);
            if (name) last = { name, own };
          }).observe(document.body, {childList: true, subtree: true, characterData: true, attributes: true});
        }"""
    )
    named: list[str] = []

    def look(one: Player) -> None:
        one.page.wait_for_selector('[data-coach="advice"]')
        named.append(one.page.inner_text(".hand-name"))
        one.first_of("check", "call")

    hand = player.play_hand(decide={"bet": look})
    assert named
    page.wait_for_function(
        "hand => Number(document.querySelector('hw-table').dataset.round) > hand", arg=hand
    )
    page.wait_for_function("() => document.querySelectorAll('.seat.me hw-card').length === 2")
    assert page.evaluate("window.stale") == []


SIDEWAYS = {"width": 844, "height": 390}


def test_on_its_side_a_phone_says_why_a_wager_was_lost(served: Served, new_player: Any) -> None:
    """Nothing is seen there beside felt and dock, so the dock has the settlement."""
    guest: Player = new_player(viewport=SIDEWAYS, has_touch=True)
    guest.sit(served.open_table(TCP))
    guest.play_hand(bets=("ante",))
    line = guest.page.locator(f'.dock .line[data-bettor="{guest.seat}"]').first
    line.wait_for()
    assert line.locator(".because").inner_text()


def test_the_house_way_is_looked_at_within_the_screen_of_a_phone_on_its_side(
    served: Served, new_player: Any
) -> None:
    guest: Player = new_player(viewport=SIDEWAYS, has_touch=True)
    guest.sit(served.open_table(TILES))

    def look(one: Player) -> None:
        one.page.click('[data-do="preview-way"]')
        taken = one.page.locator('.decision [data-move="house_way"]')
        taken.wait_for()
        for part in (taken, one.page.locator(".set-words")):
            box = part.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= SIDEWAYS["width"]
        assert taken.evaluate("one => one.scrollWidth <= one.clientWidth")
        one.move("house_way")

    guest.play_hand(bets=("game",), decide={"set": look})


def test_a_button_lies_on_no_words_of_a_plate(new_player: Any) -> None:
    guest: Player = new_player(viewport={"width": 390, "height": 844}, has_touch=True)
    guest.quick_seat(HOLDEM)
    covered: list[str] = []

    def look(one: Player) -> None:
        covered.extend(
            one.page.evaluate(
                """() => [...document.querySelectorAll(".plate:has(.pucks)")].flatMap((plate) => {
                  const puck = plate.querySelector(".pucks").getBoundingClientRect();
                  return [...plate.querySelectorAll(".plate-text, .plate-stack, .plate-word")].filter((words) => {
                    const range = document.createRange();
                    range.selectNodeContents(words);
                    const box = range.getBoundingClientRect();
                    return box.width && box.left < puck.right && puck.left < box.right
                      && box.top + 3 < puck.bottom && puck.top < box.bottom - 3;
                  }).map((words) => words.innerText);
                })"""
            )
        )
        DECIDE["bet"](one)

    guest.play_hand(decide={"bet": look})
    assert covered == []


def test_points_are_told_from_the_side_of_whoever_looks(player: Player) -> None:
    """A pair is recorded as the first of the two has it; rows, points and sum are ours here."""
    player.quick_seat("500-club/face-up-chinese-poker")
    page = player.page

    def as_advised(one: Player) -> None:
        one.page.click('.decision [data-do="as-advised"]')
        one.move("place")

    kinds = ("first-cards", "later-cards", "fantasy-land")
    for _ in range(3):  # a foul has no rows
        player.play_hand(decide=dict.fromkeys(kinds, as_advised))
        page.wait_for_selector(".side .settlement .line[data-points]")
        told = page.locator(".side .settlement > .lines > .line[data-points]").evaluate_all(
            """all => all.map(one => ({ ...one.dataset, head: one.querySelector(".line-head").innerText,
              rows: [...one.querySelectorAll(".point-row .figure")].map(row => row.innerText),
              words: one.innerText }))"""
        )
        assert told
        for one in told:
            sign = 1 if one["first"] == player.seat else -1
            points = sign * int(one["points"])
            assert re.search(rf"\n?{'−' if points < 0 else '[+]?'}{abs(points)} point", one["head"])
            assert one["head"].startswith("You against ")
            if one["rows"]:
                assert sum(int(row.replace("−", "-")) for row in one["rows"]) == points
            elif "is foul" in one["words"]:
                assert ("Your hand is foul" in one["words"]) is (points < 0)
                assert "front" not in one["words"].split("\n")[1]
        if any(one["rows"] for one in told):
            return
    raise AssertionError("advised hands were foul three times")

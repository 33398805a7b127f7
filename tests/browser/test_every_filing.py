"""A round of every filing, clicked to its settlement; its file gives the same result again."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.filings.catalogue import index
from houseway.histories.adjudicate import adjudicate_file
from houseway.histories.replay import replay_file
from tests.browser.cardroom import Served
from tests.browser.player import Player

pytestmark = pytest.mark.browser

FILINGS = {entry["id"]: entry for entry in index()}
BANKED = [name for name, entry in FILINGS.items() if entry["kind"] == "player-dealer"]
POKER = [name for name, entry in FILINGS.items() if entry["family"] == "poker"]
CHINESE = [name for name, entry in FILINGS.items() if entry["family"] == "chinese-poker"]

# The base wager, and a bonus bet where there is one.
BETS = {
    "twenty-one": ("game",), "three-card-poker": ("ante", "pair_plus"),
    "ultimate-holdem": ("ante", "trips"), "baccarat": ("player", "tie"),
    "pai-gow-poker": ("game",), "pai-gow-tiles": ("game",),
}  # fmt: skip


def test_the_three_kinds_are_all_filings() -> None:
    assert len(BANKED) + len(POKER) + len(CHINESE) == len(FILINGS) == 47


@pytest.mark.parametrize("filing", BANKED)
def test_a_round_against_the_bank_and_its_file(filing: str, served: Served, player: Player) -> None:
    table = served.open_table(filing)
    player.sit(table)
    hand = player.play_hand(bets=BETS[FILINGS[filing]["family"]])
    shown = player.lines()
    assert any(bettor == player.seat for bettor, _, _ in shown)
    again = adjudicate_file(player.download(hand)).as_json()
    settled = {
        (line["bettor"], line["wager"], str(line["hand"])): (line["outcome"], line["net"])
        for line in again["lines"]
    }
    assert shown == settled
    for line in player.page.locator(".side .line").all():
        assert line.locator(".because").text_content()
        assert line.locator(".cite").text_content()


@pytest.mark.parametrize("filing", POKER)
def test_a_hand_of_poker_and_its_phh(filing: str, player: Player) -> None:
    player.quick_seat(filing)
    hand = player.play_hand()
    awards = player.page.locator(".side .line[data-for]").evaluate_all(
        "all => all.map(one => ({...one.dataset}))"
    )
    file = player.download(hand)
    assert file.suffix == ".phh"
    answer, seats = _replayed(file)
    shown = {(seats.index(int(a["seat"])) + 1, a["for"]): Decimal(a["amount"]) for a in awards}
    assert shown == _winners(answer)
    assert player.decided, "nothing was asked"
    for line in player.page.locator(".side .line[data-for]").all():
        assert line.locator(".because").text_content()
        if line.get_attribute("data-for") != "pot":
            assert line.locator(".cite").text_content()


@pytest.mark.parametrize("filing", CHINESE)
def test_a_hand_of_chinese_poker_and_its_file(filing: str, player: Player) -> None:
    player.quick_seat(filing)
    hand = player.play_hand()
    shown = player.page.locator(".side .line[data-points]").evaluate_all(
        "all => all.map(one => ({...one.dataset}))"
    )
    answer, _ = _replayed(player.download(hand))
    assert {"first-cards", "later-cards"} <= set(player.decided)
    found = sorted(abs(int(one["points"])) for one in shown)
    assert found == sorted(abs(int(line.split()[-1])) for line in answer["points"])


def _winners(answer: dict[str, Any]) -> dict[tuple[int, str], Decimal]:
    """ "p1 high 8" as player, half and amount."""
    found: dict[tuple[int, str], Decimal] = {}
    for line in answer["winners"]:
        who, half, amount = line.split()
        found[int(who[1:]), half] = Decimal(amount)
    return found


def _replayed(file: Path) -> tuple[dict[str, Any], list[int]]:
    (answer,) = replay_file(file)
    assert not isinstance(answer, HousewayError), answer
    return answer, tomllib.loads(file.read_text()).get("seats", [])

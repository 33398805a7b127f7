"""The page's own reading of hands, which only advises, held against the rules over many hands."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from houseway.cards import TILE_SET, Card, Tile, cards_of, write
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.families.pai_gow_poker.setting import Setting
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.hands.tiles import set_tiles, tile_hand
from tests.browser.player import Player

pytestmark = pytest.mark.browser

FOUL = """async ([hands, joker]) => {
  const { compare, five, front } = await import("/js/table/hands.js");
  return hands.map(([small, big]) => compare(front(small.split(" ")), five(big.split(" "), joker)) > 0);
}"""
LOWER = """async (hands) => {
  const { tilePair } = await import("/js/table/hands.js");
  return hands.map(([one, other]) => {
    const [a, b] = [tilePair(...one.split(" ")), tilePair(...other.split(" "))];
    return Math.sign(a.strength - b.strength);
  });
}"""


@pytest.mark.parametrize(
    ("filing", "joker"),
    [
        ("500-club/face-up-pai-gow-poker", "ace-straight-flush"),
        ("500-club/fortune-pai-gow-poker", "ace-straight"),
    ],
)
def test_foul_hands_of_pai_gow_poker(filing: str, joker: str, player: Player) -> None:
    rules = load(filing)
    assert isinstance(rules, PaiGowPoker)
    setting = Setting(make_terms(rules))
    assert setting.use == joker
    source = random.Random(55)
    deck: list[Card] = list(cards_of("joker-53"))
    hands: list[tuple[str, str]] = []
    expected: list[bool] = []
    for _ in range(400):
        seven = source.sample(deck, 7)
        for small in combinations(seven, 2):
            big = [card for card in seven if card not in small]
            hands.append((write(small), write(big)))
            expected.append(bool(setting.hand(f"set {write(small)}", seven).foul))
    assert any(expected)
    assert not all(expected)
    assert _evaluate(player, FOUL, [hands, joker]) == expected


def test_which_of_two_tile_hands_is_the_low_one(player: Player) -> None:
    source = random.Random(32)
    hands: list[tuple[str, str]] = []
    expected: list[int] = []
    for _ in range(2000):
        four: list[Tile] = source.sample(TILE_SET, 4)
        one, other = (four[0], four[1]), (four[2], four[3])
        first, second = tile_hand(*one), tile_hand(*other)
        hands.append((write(one), write(other)))
        expected.append((first > second) - (first < second))
        assert set_tiles(one, other).low_hand == min(first, second)
    assert _evaluate(player, LOWER, hands) == expected


def _evaluate(player: Player, script: str, argument: Any) -> Any:
    player.page.goto(f"{player.address}/")
    return player.page.evaluate(script, argument)

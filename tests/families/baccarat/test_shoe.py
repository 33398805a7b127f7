"""Baccarat from the cards left: published effects of removal, small shoes dealt out in full."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.cards import Card, card
from houseway.errors import HousewayError
from houseway.families.baccarat.schema import Baccarat
from houseway.families.baccarat.shoe import countable, next_round
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms
from houseway.hands.baccarat import card_points
from tests.families.baccarat.test_odds import BANKER_DRAWS

NAPA = "napa-valley/ez-baccarat-panda-8"


def terms(**options: str) -> Terms[Baccarat]:
    filing = load(NAPA)
    assert isinstance(filing, Baccarat)
    return make_terms(filing, options=options)


# What one, two and three cards less change of the player hand's chance to win, eight decks:
# excelpunks.com, "Concepts 16: Baccarat – Effects of Card Removal".
PUBLISHED = {
    "4": (-0.0000435175, -0.0000870460, -0.0001305855),
    "T": (-0.0000373810, -0.0000749287, -0.0001126377),
    "K": (-0.0000373810, -0.0000749287, -0.0001126377),
    "A": (-0.0000295798, -0.0000594307, -0.0000895596),
    "3": (-0.0000217068,),
}


@pytest.mark.parametrize("rank", PUBLISHED)
def test_published_effects_of_one_to_three_cards_removed(rank: str) -> None:
    full = odds(NAPA, decks=8).bets["player"].hit
    for number, published in enumerate(PUBLISHED[rank], 1):
        hit = odds(NAPA, decks=8, seen=f"{rank}*{number}").bets["player"].hit
        assert float(hit - full) == pytest.approx(published, abs=6e-11)


def plain_round(order: tuple[int, ...]) -> tuple[int, int, int]:
    """Player and banker points and how many cards the banker has, by the customary table."""
    player, banker, rest = order[0] + order[2], order[1] + order[3], list(order[4:])
    first, second = player % 10, banker % 10
    if first >= 8 or second >= 8:
        return first, second, 2
    if first <= 5:
        third = rest.pop(0)
        draws = str(third) in BANKER_DRAWS[second]
        first = (first + third) % 10
    else:
        draws = second <= 5
    return (first, (second + rest[0]) % 10, 3) if draws else (first, second, 2)


@pytest.mark.parametrize("text", ["Ah 4d 7c 8s 9h 2d 6c Ks", "5h 5d 5c 3s 3h Td 8c 9s"])
def test_the_last_eight_cards_of_a_shoe_dealt_in_every_order(text: str) -> None:
    cards = [card(one) for one in text.split()]
    ends = Counter(map(plain_round, permutations([card_points(one) for one in cards], 6)))
    whole = sum(ends.values())
    bets = {bet.name: bet for bet in next_round(terms(), Counter(cards))}
    wins = sum(n for (player, banker, _), n in ends.items() if player > banker)
    dragons = sum(n for (p, b, cards_of), n in ends.items() if b == 7 > p and cards_of == 3)
    ties = sum(n for (player, banker, _), n in ends.items() if player == banker)
    assert bets["player"].hit == Fraction(wins, whole)
    assert bets["dragon_7"].ev == Fraction(41 * dragons, whole) - 1
    assert bets["tie"].ev == Fraction(9 * ties, whole) - 1


def test_any_shoe_in_compiled_code_is_worth_what_is_counted() -> None:
    rules = terms(banker_three_card_seven="push")
    (group,) = countable(rules)
    source = np.random.default_rng(5)
    deck = rules.filing.deck.cards(8)
    for number in (6, 7, 20, 150, 416):
        left = Counter[Card](deck[place] for place in source.permutation(416)[:number])
        counts = [sum(left[one] for one in {*kind.cards}) for kind in group.kinds]
        found = group.values(np.array([counts]))[0]
        for bet in next_round(rules, left):
            value, square = found[group.bets.index(bet.name)]
            assert value == pytest.approx(float(bet.ev), abs=1e-12), (number, bet.name)
            assert square - value**2 == pytest.approx(bet.sd**2, abs=1e-9)


def test_cards_neither_seen_nor_left_change_nothing() -> None:
    fewer = odds(NAPA, seen="8h 9d", decks_left=3.5)
    assert fewer.bets["dragon_7"].ev == odds(NAPA, seen="8h 9d").bets["dragon_7"].ev
    assert fewer.as_json()["shoe"] == {"seen": 2, "unseen": 414, "decks_left": 3.5}
    assert "414" in fewer.assumed[0]


@pytest.mark.parametrize(
    ("seen", "decks_left", "said"),
    [
        ("8h*9", None, "8h is named 9 times, and there are 8"),
        ("8*33", None, "no more than 32"),
        ("8z", None, "is not a card"),
        ("Jk", None, "Jk is named 1 times, and there are 0"),
        ("8h", 8.0, "there are 415"),
        ("", 0.1, "a round can take 6 cards"),
    ],
)
def test_cards_that_cannot_have_been_seen(seen: str, decks_left: float | None, said: str) -> None:
    with pytest.raises(HousewayError) as refused:
        odds(NAPA, seen=seen, decks_left=decks_left)
    assert refused.value.code in ("bad-seen", "bad-cards")
    assert said in str(refused.value)


def test_a_game_without_a_shoe_says_so() -> None:
    with pytest.raises(HousewayError) as refused:
        odds("napa-valley/pai-gow-tiles", seen="8h")
    assert refused.value.code == "no-shoe"

"""Ultimate hold'em with more cards known than a player's own: published figures, single flops."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.analysis.simulate.chance import start
from houseway.analysis.suits import starts
from houseway.cards import CARDS, parse_cards
from houseway.families.ultimate_holdem import exposed as ours
from houseway.families.ultimate_holdem.known import (
    CHECK,
    PLAY,
    STAKES,
    flop_of,
    known_to_all,
    known_to_one,
)
from houseway.families.ultimate_holdem.rules import Rules
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.loader import load
from houseway.hands.arrays import Floats
from houseway.hands.kernels import tables
from houseway.hands.tables import part
from houseway.rounds.judging import judge

CASINO = "casino-club/ultimate-texas-holdem"
# E. Jacobson, "Ultimate Texas Hold'em Hole-Card Play" (888casino): the player's advantage and how
# often four antes are bet at once, by all cases; our base game is his.
PUBLISHED = {1: (0.135922, None), 2: (0.385816, 0.347368)}


@cache
def rules() -> Rules:
    filing = load(CASINO)
    assert isinstance(filing, UltimateHoldem)
    return Rules(filing)


@cache
def by_start() -> dict[int, tuple[float, float, bool]]:
    return ours._by_start(odds(CASINO).bets["ante"].strategy["before the flop"], 4)


def check_published(seen: int, situations: int) -> None:
    found = known_to_one(rules().pays(), seen, situations, start(1, seen))
    gain, error = ours._estimated(found, rules().scale, by_start(), 4)
    ev, at_once = PUBLISHED[seen]
    assert abs(float(odds(CASINO).bets["ante"].ev) + gain - ev) < 3.5 * error
    if at_once is not None:
        often = found[:, 4].mean()
        assert abs(often - at_once) < 3.5 * (at_once * (1 - at_once) / situations) ** 0.5


def test_jacobsons_both_cards_of_the_bank_seen_38_58_percent() -> None:
    check_published(2, 400)


def test_jacobsons_one_card_of_the_bank_seen_13_59_percent() -> None:
    check_published(1, 40)


@pytest.mark.long
@pytest.mark.parametrize(("seen", "situations"), [(1, 1_000), (2, 6_000)])
def test_jacobsons_cards_of_the_bank_seen_closely(seen: int, situations: int) -> None:
    check_published(seen, situations)


BLIND = {"royal-flush": 500.0, "straight-flush": 50.0, "four-of-a-kind": 10.0, "full-house": 3.0,
         "flush": 1.5, "straight": 1.0}  # fmt: skip


def test_a_flop_with_both_cards_seen_by_the_readable_ranking() -> None:
    own, bank, flop = parse_cards("Kh 9h"), parse_cards("Ac 4d"), parse_cards("9c 4h 2h")
    left = [card for card in CARDS if card not in (*own, *bank, *flop)]
    seven, stakes, play, best = judge("high"), [], [], []
    for last in combinations(left, 2):
        mine, theirs = (seven([*two, *flop, *last]) for two in (own, bank))
        sign = (mine.strength > theirs.strength) - (mine.strength < theirs.strength)
        ante = sign if theirs.category != "high-card" else 0  # the bank needs a pair
        blind = BLIND.get(mine.category, 0.0) if sign > 0 else sign
        stakes.append(ante + blind)
        play.append(sign)
        best.append(max(-2.0, ante + blind + sign))
    deck = np.array([card.index for card in (*own, *bank, *flop, *left)], np.uint8)
    sums: Floats = np.zeros(4)
    flop_of(
        tables(), part("category"), rules().pays(), deck, 2, 4, 7, np.zeros((52, 52), np.uint8),
        False, sums,
    )  # fmt: skip
    found = sums / rules().scale
    assert found[STAKES] == pytest.approx(np.mean(stakes))
    assert found[PLAY] == pytest.approx(np.mean(play))
    assert found[CHECK] == pytest.approx(np.mean(best))


def test_hows_two_players_together_gain_about_a_tenth_of_a_percent() -> None:
    """S. How, "Two-Player Collusion for Ultimate Texas Hold'em" (Discount Gambling, 2009): about
    0.1%, negligible. Every choice is at least as good as without the knowledge."""
    checked = np.array([by_start()[index][2] for index in starts()], np.uint8)
    gain = known_to_all(rules().pays(), 2, 60, checked, start(1, 3)) / rules().scale
    assert gain.min() >= -1e-12
    assert gain.mean() < 0.002
    more = known_to_all(rules().pays(), 10, 60, checked, start(1, 3)) / rules().scale
    assert gain.mean() < more.mean() < 0.02

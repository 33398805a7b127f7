"""Pai gow poker: bonus bets against published counts, the chart against the Python setter."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from math import comb, hypot, sqrt

import numpy as np
import pytest

from houseway.analysis.simulate.run import simulate
from houseway.analysis.simulate.table import SimulatedTable
from houseway.cards import CARDS, JOKER
from houseway.families.pai_gow_poker.ace_high import (
    DEALS,
    HANDS,
    ace_high_counts,
    deals_both_ace_high,
    hands_ace_high,
)  # fmt: skip
from houseway.families.pai_gow_poker.charts import (
    Rules,
    ace_high_strengths,
    rules_for,
    set_by_chart,
)
from houseway.families.pai_gow_poker.counting import Rounds, gains_of_best, play_pairs
from houseway.families.pai_gow_poker.house_way import joker_use, setter_of
from houseway.families.pai_gow_poker.odds import _ace_high, _fortune, fortune_counts
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.hands.kernels import JOKER_7, count, evaluate
from tests.analysis.counts import assert_counted_as_before, digest

FACE_UP = "500-club/face-up-pai-gow-poker"
FORTUNE = "500-club/fortune-pai-gow-poker"
NAPA = "napa-valley/fortune-pai-gow-poker-1.0"
DECK = (*CARDS, JOKER)


def filed(name: str) -> PaiGowPoker:
    filing = load(name)
    assert isinstance(filing, PaiGowPoker)
    return filing


def rules_of(name: str) -> Rules:
    filing = filed(name)
    assert filing.game.house_way is not None
    return rules_for(filing, filing.game.house_way)


def test_fortune_counts_as_published() -> None:
    """Wizard of Odds, pai gow poker appendix 5: seven cards with the joker, five-card hands.

    There the hands of seven cards are among the straight flushes and royals.
    """
    counts = fortune_counts()
    assert sum(counts.values()) == HANDS == 154_143_080
    assert counts["five-aces"] == 1_128
    assert counts["four-of-a-kind"] == 307_472
    assert counts["full-house"] == 4_188_528
    assert counts["flush"] == 6_172_088
    assert counts["three-of-a-kind"] == 7_672_500
    assert counts["straight"] == 11_034_204
    assert counts[""] == 124_556_196
    suited = ("straight-flush", "royal-flush", "royal-flush-royal-match",
              "seven-card-straight-flush", "seven-card-straight-flush-joker")  # fmt: skip
    assert sum(counts[name] for name in suited) == 184_832 + 26_132
    assert counts["seven-card-straight-flush"] == 4 * 8


def test_fortune_value_is_the_sum_of_its_rows() -> None:
    """004:4985-4999 over the published counts; three of a kind is paid above a straight."""
    bet = _fortune(filed(FACE_UP))
    assert bet.exact
    pays = {"straight": 2, "three of a kind": 3, "flush": 4, "full house": 5, "four of a kind": 25}
    by_name = {outcome.name: outcome for outcome in bet.outcomes}
    for name, pay in pays.items():
        assert by_name[name].net == pay
    rest = {"straight flush": 50, "royal flush": 125, "five aces": 250,
            "seven card straight flush joker": 750, "royal flush royal match": 1000,
            "seven card straight flush": 2500, "nothing": -1}  # fmt: skip
    total = sum(pay * by_name[name].weight for name, pay in (pays | rest).items())
    assert bet.ev == Fraction(int(total), HANDS)


def test_envy_of_one_other_player_is_the_chance_of_the_hand_times_the_prize() -> None:
    bet = _fortune(filed(NAPA))
    counts = fortune_counts()
    prizes = {"seven-card-straight-flush": 5000, "royal-flush-royal-match": 1000,
              "seven-card-straight-flush-joker": 500, "five-aces": 250, "royal-flush": 50,
              "straight-flush": 20, "four-of-a-kind": 5}  # fmt: skip
    value = Fraction(sum(counts[name] * prize for name, prize in prizes.items()), HANDS)
    button = bet.compared["an envy button, from each other fortune bet"]
    assert Fraction(button["fraction"]) == value
    one = bet.compared["$5 with a button, 1 other fortune bet"]
    three = bet.compared["$5 with a button, 3 other fortune bets"]
    assert Fraction(one["fraction"]) == bet.ev + value / 5
    assert Fraction(three["fraction"]) == bet.ev + 3 * value / 5  # each hand: linear


def test_envy_for_the_highest_hand_alone_is_a_little_less() -> None:
    """004:746: of several hands only the highest is paid."""
    each, highest = _fortune(filed(FACE_UP)), _fortune(filed(FORTUNE))
    name = "$5 with a button, 5 other fortune bets"
    less = each.compared[name]["ev"] - highest.compared[name]["ev"]
    assert 0 < less < 0.001
    assert highest.compared[name]["standard_error"] < 1e-4
    one = "$5 with a button, 1 other fortune bet"
    assert highest.compared[one] == each.compared[one]


def test_ace_high_hands_as_the_kernel_counts_them() -> None:
    low, high = ace_high_strengths()
    found = int(count(JOKER_7)[low : high + 1].sum())
    assert hands_ace_high(True) + hands_ace_high(False) == found


def test_ace_high_bank_and_player_as_dealt_by_chance() -> None:
    counts = ace_high_counts()
    assert sum(counts.values()) == DEALS == HANDS * comb(46, 7)
    dealt = np.random.default_rng(4).permuted(
        np.tile(np.arange(53, dtype=np.uint8), (300_000, 1)), axis=1
    )
    low, high = ace_high_strengths()
    player, bank = (evaluate(JOKER_7, dealt[:, i : i + 7].copy()) for i in (0, 7))
    both = ((player >= low) & (player <= high) & (bank >= low) & (bank <= high)).mean()
    expected = counts["player-and-bank-ace-high"] / DEALS
    assert abs(both - expected) < 4 * sqrt(expected / len(dealt))
    # The joker may be on either side.
    assert deals_both_ace_high(True, False) == deals_both_ace_high(False, True)


def test_ace_high_pays_one_row() -> None:
    """Ruling 145: both ace-high is the 40 to 1 row, also with the bank's joker."""
    bet = _ace_high(filed(FACE_UP))
    nets = {outcome.name: outcome.net for outcome in bet.outcomes}
    assert nets["player and bank ace high"] == 40
    assert nets["bank ace high joker"] == 15
    assert nets["bank ace high"] == 5
    assert bet.ev < 0


@pytest.mark.parametrize(
    ("name", "options"),
    [(FORTUNE, {}), (FORTUNE, {"joker_flush": True}), (FACE_UP, {}), (NAPA, {})],
)
def test_compiled_chart_sets_as_the_setter_does(name: str, options: dict[str, bool]) -> None:
    terms = make_terms(filed(name), options=options)
    setter = setter_of(terms)
    assert setter is not None
    dice = random.Random(9)
    hands = np.array([dice.sample(range(53), 7) for _ in range(3_000)], np.uint8)
    fronts = set_by_chart(rules_of(name), hands, flush=joker_use(terms) != "ace-straight")
    for hand, front in zip(hands, fronts, strict=True):
        cards = [DECK[card] for card in hand]
        found = sorted(cards[place].rank or 14 for place in front)
        assert found == sorted(card.rank or 14 for card in setter.set(cards).front)


def _nobody(share: float) -> None:
    """The progress of a count that nobody waits for."""


def pairs_of(name: str, blocks: int, hands: int) -> Rounds:
    high = (hands_ace_high(True) + hands_ace_high(False)) / HANDS if name == FACE_UP else 0.0
    return play_pairs(rules_of(name), blocks, hands, 1, flush=True, high=high, tell=_nobody)


def test_house_way_against_house_way_favours_the_bank_by_the_copies() -> None:
    """Wizard of Odds, ask the wizard 134: 28.61 % won, 41.48 % pushed, 29.91 % lost.

    That is another house way; the bank's gain, 1.30 %, comes from copies alone.
    """
    found = pairs_of(NAPA, 100, 300)
    win, push, lose = found.charted
    assert win == pytest.approx(0.2861, abs=0.006)
    assert push == pytest.approx(0.4148, abs=0.008)
    assert lose == pytest.approx(0.2991, abs=0.006)
    # Every hand is once the player's and once the bank's, so only copies tell the sides apart.
    assert lose - win == pytest.approx(found.by_copy, abs=1e-12)
    assert found.by_copy == pytest.approx(0.0130, abs=4 * found.by_copy_error + 0.0005)
    assert found.chart_value == -found.by_copy


def test_best_play_gains_on_the_house_way() -> None:
    for gains in gains_of_best(rules_of(NAPA), 8, 200, 2_000, 1, flush=True, tell=_nobody):
        assert sum(gains.changes) == pytest.approx(0, abs=1e-5)
        assert 0 < gains.gain < 0.01
        assert 0 < gains.otherwise < 0.3


def test_seeing_the_bank_is_worth_more_than_the_house_way() -> None:
    """Face up: every hand the house way wins is won, and some more; the ace-high bank pushes.

    Dealt round by round, one bank and one player from a full deck, the value is the same.
    """
    found = pairs_of(FACE_UP, 60, 200)
    assert found.value > found.chart_value
    run = simulate(
        FACE_UP,
        table=SimulatedTable.model_validate(
            {"bank": [50_000], "player": [{"seat": 2, "wagers": {"game": 100}}]}
        ),
        rounds=60_000, workers=1,
    )  # fmt: skip
    dealt, error = -run.cells[0].mean / 100, run.cells[0].sd / 100 / sqrt(60_000)
    assert dealt == pytest.approx(found.value, abs=4 * hypot(error, found.value_error))


def test_some_hands_are_counted_as_before() -> None:
    """By a seed: the same blocks of hands come to the same results."""
    game = pairs_of(FACE_UP, 4, 50)
    assert_counted_as_before("pai-gow-poker", "face up", game.value)
    assert_counted_as_before("pai-gow-poker", "face up, by the chart", sum(game.charted[::2]))
    player, bank = gains_of_best(rules_of(NAPA), 2, 40, 300, 1, flush=True, tell=_nobody)
    assert_counted_as_before("pai-gow-poker", "best play", player.gain)
    assert_counted_as_before("pai-gow-poker", "best bank", bank.gain)
    fortune = json.dumps(fortune_counts(), sort_keys=True)
    assert_counted_as_before("pai-gow-poker", "fortune", digest([*fortune.encode()]))

"""Bonus bets by data at three card poker: paid on another wager, and a fixed meter.

Figures "W" are explained in `tests/families/bonus.py`.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from houseway.analysis.odds import odds
from houseway.filings.loader import load
from houseway.filings.schema.common import PlayerDealerFiling
from tests.families.bonus import THREE_CARD, answered, counted, draft, seat, settled, with_bet
from tests.families.test_golden import written


@pytest.fixture(scope="module")
def three_card() -> PlayerDealerFiling:
    return draft(THREE_CARD)


def test_the_ante_bonus_is_paid_to_a_beaten_hand_and_not_to_a_folded_one(
    three_card: PlayerDealerFiling,
) -> None:
    # Item 9. Seat 1's straight loses to three of a kind; seat 2 has folded a straight; seat 3's
    # pair has no ante bonus. Item 11: the meter stays in after a fold, 6 dollars for a straight.
    bets = {"ante": 10, "royal_meter": 1}
    answer = answered(
        three_card, bank={"seat": 7, "wager": 5000, "cards": "9c 9d 9s"},
        seat=[
            seat(1, "4h 5d 6c", wagers=bets, actions=["play"]),
            seat(2, "Th Jd Qc", wagers=bets, actions=["fold"]),
            seat(3, "2h 2d Kc", wagers=bets, actions=["play"]),
        ],
    )  # fmt: skip
    assert [written(line) for line in answer.settlement.lines] == [
        "1 ante 10.00 lose -10.00",
        "1 play 10.00 lose -10.00",
        "1 ante_bonus 10.00 win 1:1 +10.00",
        "1 royal_meter 1.00 win 6:1 +6.00",
        "2 ante 10.00 lose -10.00",
        "2 royal_meter 1.00 win 6:1 +6.00",
        "3 ante 10.00 lose -10.00",
        "3 play 10.00 lose -10.00",
        "3 royal_meter 1.00 lose -1.00",
    ]
    because = {line.wager: line.because for line in answer.settlement.lines if line.seat == 1}
    assert because["royal_meter"] == "Straight pays $6"


def test_the_meter_tells_spades_from_other_suits(three_card: PlayerDealerFiling) -> None:
    for cards, won in (("As Ks Qs", 3000), ("Ah Kh Qh", 500), ("9h Th Jh", 70)):
        lines = settled(
            three_card, bank={"seat": 7, "wager": 50000, "cards": "2c 7d 8s"},
            seat=[seat(1, cards, wagers={"ante": 10, "royal_meter": 1}, actions=["play"])],
        )  # fmt: skip
        assert lines[2] == "1 ante_bonus 10.00 win 5:1 +50.00"
        assert lines[3] == f"1 royal_meter 1.00 win {won}:1 +{won}.00"


def test_published_odds_of_ante_and_ante_bonus(three_card: PlayerDealerFiling) -> None:
    # Queen high qualifies, no card seen, played from queen-six-four on: 8.6580 without a bonus
    # (reviewpokerrooms.com). The bonus 5-4-1 by hand, of C(52,3): 48 straight flushes, 52 triples,
    # 720 straights, all of them played. Together 3.3730, as W has it.
    bets = odds(three_card, recompute=True).bets
    assert float(-100 * bets["ante"].ev) == pytest.approx(8.6580, abs=5e-5)
    assert bets["ante_bonus"].ev == Fraction(5 * 48 + 4 * 52 + 720, comb(52, 3))
    together = bets["ante"].ev + bets["ante_bonus"].ev
    assert float(-100 * together) == pytest.approx(3.3730, abs=5e-5)
    # The meter by hand, of C(52,3): 1 and 3 royals, 44 straight flushes, 52 triples, 720 straights.
    won = 3000 + 3 * 500 + 44 * 70 + 52 * 60 + 720 * 6
    lost = comb(52, 3) - 1 - 3 - 44 - 52 - 720
    assert bets["royal_meter"].ev == Fraction(won - lost, comb(52, 3))


def test_six_cards_by_data_are_the_six_card_bonus_of_the_catalogue() -> None:
    source = load("casino-club/three-card-poker-6-card-bonus")
    assert isinstance(source, PlayerDealerFiling)
    rows = [
        {"hand": row.hand, "pays": f"{row.pays.numerator}:{row.pays.denominator}"}
        for row in source.pays("six_card_bonus").rows
        if row.pays is not None
    ]
    table = {"wager": "six", "looks_at": ["own", "bank"], "ranking": "high", "rows": rows}
    filing = with_bet("casino-club/three-card-poker-6-card-bonus", table, needs="ante")
    shipped = odds("casino-club/three-card-poker-6-card-bonus", decks=1).bets["six_card_bonus"]
    assert counted(filing, "six", 1).distribution == shipped.distribution


def test_a_row_may_ask_whether_the_bank_qualifies() -> None:
    """A pair is paid 2 to 1 where the bank has queen high or better, and 1 to 1 where not."""
    rows = [
        {"hand": "against-queens", "pays": 2, "when": {"hand": "one-pair", "bank_qualifies": True}},
        {"hand": "against-less", "pays": 1, "when": {"hand": "one-pair", "bank_qualifies": False}},
    ]
    table = {"wager": "more", "looks_at": ["own"], "ranking": "three-card", "rows": rows}
    filing = with_bet("500-club/three-card-poker-6-card-bonus", table, needs="ante")
    player = seat(1, "7h 7d 2c", wagers={"ante": 10, "more": 10}, actions=["play"])
    for bank, line in (
        ("Qd 8c 4s", "1 more 10.00 win 2:1 +20.00"),
        ("Jd 8c 4s", "1 more 10.00 win 1:1 +10.00"),
    ):
        dealt = {"seat": 2, "wager": 5000, "cards": bank}
        assert line in settled(filing, bank=dealt, seat=[player])

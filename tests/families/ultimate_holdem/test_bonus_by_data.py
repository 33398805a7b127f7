"""Bonus bets by data at ultimate hold'em: board and own cards.

Figures "W" are explained in `tests/families/bonus.py`.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from math import comb

import pytest

from houseway.analysis.odds import odds
from houseway.analysis.simulate.table import SimulatedTable
from houseway.errors import HousewayError
from houseway.filings.loader import parse_filing, read_toml
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.hands.five_high import HIGH_ORDER
from tests.families.bonus import BACCARAT, Data, answered, counted, seat, settled, with_bet


def holdem(table: Data) -> PlayerDealerFiling:
    return with_bet("generic/ultimate-texas-holdem", table, needs="ante")


HOLE = {
    "wager": "hole",
    "looks_at": ["own"],
    "rows": [
        {"hand": "aces", "pays": 30, "when": {"ranks": "AA"}},
        {"hand": "suited-ace-king", "pays": 20, "when": {"ranks": "AK", "suited": True}},
        {"hand": "pair", "pays": 4, "when": {"pair": "any"}},
    ],
}
SEVEN = {
    "wager": "seven",
    "looks_at": ["own", "board"],
    "ranking": "high",
    "rows": [
        {"hand": "royal-flush", "pays": 50},
        {"hand": "straight-flush", "pays": 40},
        {"hand": "four-of-a-kind", "pays": 30},
        {"hand": "full-house", "pays": 8},
        {"hand": "flush", "pays": 7},
        {"hand": "straight", "pays": 4},
        {"hand": "three-of-a-kind", "pays": 3},
    ],
}


def test_hole_cards_and_seven_cards_are_settled_though_folded() -> None:
    filing = with_bet("generic/ultimate-texas-holdem", HOLE, needs="ante")
    wagers = {"ante": 10, "blind": 10, "hole": 5}
    lines = settled(
        filing, bank={"seat": 6, "wager": 5000, "cards": "Kc Kd"}, board="Ts 9d 8c 3h 2c",
        seat=[
            seat(1, "4h 4d", wagers=wagers, actions=["check", "check", "fold"]),
            seat(2, "As Ks", wagers=wagers, actions=["bet 4"]),
            seat(3, "7h 6d", wagers=wagers, actions=["check", "check", "bet 1"]),
        ],
    )  # fmt: skip
    bonus = [line for line in lines if " hole " in line]
    assert bonus == [
        "1 hole 5.00 win 4:1 +20.00",
        "2 hole 5.00 win 20:1 +100.00",
        "3 hole 5.00 lose -5.00",
    ]


def test_hole_cards_counted_by_hand() -> None:
    # Of C(52,2): 6 pairs of aces, 4 suited ace-kings, 72 other pairs.
    bet = counted(holdem(HOLE), "hole")
    assert bet.ev == Fraction(6 * 30 + 4 * 20 + 72 * 4 - (1326 - 82), 1326)


def test_published_odds_of_trips_by_data() -> None:
    # W, ultimate texas hold'em, trips 50-40-30-8-7-4-3: 3.4979 when nothing is folded. Of the
    # 133,784,560 hands of seven cards: 4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620.
    bet = counted(holdem(SEVEN), "seven")
    hands = (4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620)
    paid = sum(n * (pays + 1) for n, pays in zip(hands, (50, 40, 30, 8, 7, 4, 3), strict=True))
    assert bet.ev == Fraction(paid, comb(52, 7)) - 1
    assert float(-100 * bet.ev) == pytest.approx(3.4979, abs=5e-5)


ANTE_BONUS = {
    "wager": "ante_bonus", "paid_on": "ante", "looks_at": ["own", "board"], "ranking": "high",
    "rows": [{"hand": hand, "pays": 1} for hand in HIGH_ORDER[:6]],
}  # fmt: skip


def test_the_ante_bonus_of_holdem_is_paid_unless_folded() -> None:
    filing = with_bet("generic/ultimate-texas-holdem", ANTE_BONUS, needs="ante", offered=False)
    wagers = {"ante": 10, "blind": 10}
    lines = settled(
        filing, bank={"seat": 6, "wager": 5000, "cards": "Kc Kd"}, board="Ts 9d 8c 3h 2c",
        seat=[
            seat(1, "Qh Jd", wagers=wagers, actions=["check", "check", "bet 1"]),
            seat(2, "Qs Jc", wagers=wagers, actions=["check", "check", "fold"]),
            seat(3, "7h 7d", wagers=wagers, actions=["bet 4"]),
        ],
    )  # fmt: skip
    assert [line for line in lines if "ante_bonus" in line] == ["1 ante_bonus 10.00 win 1:1 +10.00"]


def test_what_cannot_be_counted_is_said_beside_the_bets_that_can() -> None:
    # Suits of the bank's finished hand: baccarat is counted by values.
    data = copy.deepcopy(read_toml(BACCARAT))
    data["spot"].append(data["spot"][-1] | {"name": "suited", "label": "Suited"})
    data["settlement"]["wager_order"].append("suited")
    rows = [{"hand": "suited", "pays": 5, "when": {"suited": True}}]
    data["pay_table"].append(
        {"name": "suited", "wager": "suited", "looks_at": ["banker"], "rows": rows, "cite": "X | 1"}
    )
    filing = parse_filing(data, "suited.toml")
    report = odds(filing, decks=8, recompute=True)
    assert report.bets["lucky_6"].exact
    assert "suited" not in report.bets
    assert "not ranks, suits or colors" in report.not_counted["suited"]
    again = odds(filing, decks=8)
    assert (again.source, again.not_counted) == ("kept", report.not_counted)
    assert again.as_json()["not_counted"] == dict(report.not_counted)
    players = [{"seat": 1, "wagers": {"player": 20, "suited": 5}}]
    table = SimulatedTable.model_validate({"schedule": 1, "bank": 1000, "player": players})
    with pytest.raises(HousewayError, match="not ranks, suits or colors"):
        odds(filing, decks=8, table=table)


def test_rows_that_are_added_up() -> None:
    # Twenty in two hearts that are like cards: 4 for the twenty, 3 for one suit, 10 for the pair.
    table = {
        "wager": "sum", "looks_at": ["own"], "adds": True,
        "rows": [
            {"hand": "twenty", "label": "Twenty", "pays": 4, "when": {"total": 20}},
            {"hand": "suited", "label": "One suit", "pays": "3:2", "when": {"suited": True}},
            {"hand": "pair", "label": "Pair of one suit", "pays": 10, "when": {"pair": "suited"}},
        ],
    }  # fmt: skip
    filing = with_bet("casino-club/pure-21.5-blackjack", table, needs="game")
    answer = answered(
        filing, bank={"seat": 8, "wager": 5000, "cards": "9d 8c"},
        seat=[
            seat(1, "Qh Qh", wagers={"game": 10, "sum": 10}),
            seat(2, "Kh Jh", wagers={"game": 10, "sum": 10}),
            seat(3, "Kh Qd", wagers={"game": 10, "sum": 10}),
            seat(4, "Th 9d", wagers={"game": 10, "sum": 10}),
        ],
    )  # fmt: skip
    lines = [line for line in answer.settlement.lines if line.wager == "sum"]
    assert [line.net for line in lines] == [155_00, 55_00, 40_00, -10_00]
    assert (
        lines[0].because == "Twenty pays 4:1 and One suit pays 3:2 and Pair of one suit pays 10:1"
    )
    # The expected values of the rows add up too, less the wager where none is filled. Of C(52n,2):
    # by hand with one deck, where no two cards are alike: 4 suits of C(13,2), of these 6 a twenty;
    # twenties C(16,2) and 4 aces with 4 nines, of those in one suit 4 times 6 and 4.
    bet = counted(filing, "sum", 1)
    suited, twenties, both = 4 * comb(13, 2), comb(16, 2) + 16, 4 * 6 + 4
    nothing = comb(52, 2) - suited - twenties + both
    assert bet.ev == Fraction(4 * twenties + Fraction(3, 2) * suited - nothing) / comb(52, 2)

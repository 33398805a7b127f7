"""Bonus bets by data at 21: pairs, three cards with the bank's, totals, the bank's finished hand.

Figures "W" are explained in `tests/families/bonus.py`.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import pytest

from houseway.analysis.odds import odds
from houseway.filings.loader import load, parse_filing, read_toml
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import make_terms
from tests.families.bonus import BLACKJACK, answered, counted, draft, seat, settled, with_bet


@pytest.fixture(scope="module")
def blackjack() -> PlayerDealerFiling:
    return draft(BLACKJACK)


ALL_BETS = {
    "game": 10, "twenty_one_plus_three": 5, "perfect_pairs": 5, "lucky_ladies": 5, "bust": 5,
    "blazing_7s": 5,
}  # fmt: skip


def test_queens_of_hearts_beside_the_banks_natural(blackjack: PlayerDealerFiling) -> None:
    # Items 15 and 16. 21+3: queen, queen, ace is nothing. The bank is not over; no seven.
    lines = settled(
        blackjack, bank={"seat": 7, "wager": 50000, "cards": "Ad Kd"},
        seat=[seat(1, "Qh Qh", wagers=ALL_BETS)],
    )  # fmt: skip
    assert lines == [
        "1 game 10.00 lose -10.00",
        "1 twenty_one_plus_three 5.00 lose -5.00",
        "1 perfect_pairs 5.00 win 25:1 +125.00",
        "1 lucky_ladies 5.00 win 1000:1 +5000.00",
        "1 bust 5.00 lose -5.00",
        "1 blazing_7s 5.00 lose -5.00",
    ]


def test_three_sevens_and_a_bank_over_in_four_cards(blackjack: PlayerDealerFiling) -> None:
    # Seat 1 goes over, and the bank still finishes for Bust (item 17): 7-9, ace, jack is 27.
    # The sevens are hearts and spades: three of a kind, two colors, a mixed pair.
    lines = settled(
        blackjack, bank={"seat": 7, "wager": 50000, "cards": "7s 4d 5c Jd"},
        seat=[seat(1, "7h 7s", draws="Kd", wagers=ALL_BETS, actions=["hit"])],
    )  # fmt: skip
    assert lines == [
        "1 game 10.00 lose -10.00",
        "1 twenty_one_plus_three 5.00 win 9:1 +45.00",
        "1 perfect_pairs 5.00 win 6:1 +30.00",
        "1 lucky_ladies 5.00 lose -5.00",
        "1 bust 5.00 win 3:1 +15.00",
        "1 blazing_7s 5.00 win 50:1 +250.00",
    ]


def test_a_natural_of_one_suit_is_paid_half_more(blackjack: PlayerDealerFiling) -> None:
    # Item 7: 3 to 2 and half; ace, king, queen of spades are a straight flush in 21+3.
    lines = settled(
        blackjack, bank={"seat": 7, "wager": 50000, "cards": "Qs 9d"},
        seat=[
            seat(1, "As Ks", wagers={"game": 10, "twenty_one_plus_three": 5}),
            seat(2, "Ad Kc", wagers={"game": 10}),
        ],
    )  # fmt: skip
    assert lines == [
        "1 game 10.00 win 3:2 +15.00",
        "1 suited_natural 10.00 win 1:2 +5.00",
        "1 twenty_one_plus_three 5.00 win 9:1 +45.00",
        "2 game 10.00 win 3:2 +15.00",
    ]


def test_published_odds_of_bonus_bets_at_21(blackjack: PlayerDealerFiling) -> None:
    # W: 21+3 with six decks 3.2386; perfect pairs 25-12-6 with six and eight decks 6.1093 and
    # 4.0964; lucky ladies 1000-125-19-9-4 with six decks 24.7089.
    for wager, decks, edge in (
        ("twenty_one_plus_three", 6, 3.2386),
        ("perfect_pairs", 6, 6.1093),
        ("perfect_pairs", 8, 4.0964),
        ("lucky_ladies", 6, 24.7089),
    ):
        ev = counted(blackjack, wager, decks).ev
        assert float(-100 * ev) == pytest.approx(edge, abs=5e-5), wager


def test_published_combinations_of_21_plus_3(blackjack: PlayerDealerFiling) -> None:
    # W, 21+3, six decks, of 5,013,320 combinations: straight flushes 10,368, three of a kind
    # 26,312, straights 155,520, flushes 236,736 and 56,160 with a pair. Here an up card is told
    # apart from the two own ones, so that each counts three times.
    bet = counted(blackjack, "twenty_one_plus_three", 6)
    found = {o.name: Fraction(int(o.weight), 3) for o in bet.outcomes}
    assert found["Ace, king, queen of one suit"] + found["Straight flush"] == 10_368
    assert found["Three of a kind"] == 26_312
    assert found["Straight"] == 155_520
    assert found["Flush"] == 236_736 + 56_160
    assert bet.cases == 3 * 5_013_320


def test_published_odds_of_21_plus_3_by_five_rows() -> None:
    # W, 21+3 version 3, six decks: suited three of a kind 1,040 at 100, others 25,272 at 33,
    # straight flushes at 35, straights at 10, flushes at 5: -0.041427.
    data = copy.deepcopy(read_toml(BLACKJACK))
    (table,) = (t for t in data["pay_table"] if t["name"] == "twenty_one_plus_three")
    flushes = ["straight-flush", "mini-royal-flush"]
    table["rows"] = [
        {"hand": "suited", "pays": 100, "when": {"hand": "three-of-a-kind", "suited": True}},
        {"hand": "straight-flush", "pays": 35, "when": {"hand": flushes}},
        {"hand": "three-of-a-kind", "pays": 33},
        {"hand": "straight", "pays": 10},
        {"hand": "flush", "pays": 5},
    ]
    filing = parse_filing(data, "rows.toml")
    assert isinstance(filing, PlayerDealerFiling)
    bet = counted(filing, "twenty_one_plus_three", 6)
    assert float(bet.ev) == pytest.approx(-0.041427, abs=5e-7)
    found = {o.name: Fraction(int(o.weight), 3) for o in bet.outcomes}
    assert found["Suited"] == 1_040
    assert found["Three of a kind"] == 25_272


def test_perfect_pairs_counted_by_hand(blackjack: PlayerDealerFiling) -> None:
    # Six decks: 52 times C(6,2) of one card; 13 ranks, 2 pairs of suits of one color, 6 x 6; and 4
    # pairs of suits of two colors.
    bet = counted(blackjack, "perfect_pairs", 6)
    found = {o.name: o.weight for o in bet.outcomes}
    assert found["Pair of one suit"] == 52 * comb(6, 2)
    assert found["Pair of one color"] == 13 * 2 * 36
    assert found["Pair of two colors"] == 13 * 4 * 36
    assert bet.cases == comb(312, 2)


def test_blazing_sevens_counted_by_hand(blackjack: PlayerDealerFiling) -> None:
    # Two cards and a third from six decks, 24 sevens of 312: the orders of choosing them.
    bet = counted(blackjack, "blazing_7s", 6)
    found = {o.name: o.weight for o in bet.outcomes}
    others = 288
    three = comb(24, 2) * 22
    suited, colored = 4 * comb(6, 2) * 4, 2 * comb(12, 2) * 10
    assert found["Three sevens of one suit"] == suited
    assert found["Three sevens of one color"] == colored - suited
    assert found["Three sevens"] == three - colored
    assert found["Two sevens"] == comb(24, 2) * others + 24 * others * 23
    assert found["One seven"] == 24 * others * (others - 1) + comb(others, 2) * 24
    assert bet.cases == comb(312, 2) * 310


def test_a_suited_natural_counted_by_hand(blackjack: PlayerDealerFiling) -> None:
    # Four suits of 6 aces with 24 ten-cards; then 310 cards hold 23 aces and 95 ten-cards.
    bet = counted(blackjack, "suited_natural", 6)
    no_natural = 1 - Fraction(2 * 23 * 95, 310 * 309)
    assert bet.ev == Fraction(4 * 6 * 24, comb(312, 2)) * no_natural / 2
    assert bet.unit == "game"


def test_the_bust_bonus_by_data_is_the_buster_bet_of_the_catalogue() -> None:
    # Casino Club's Buster, rows by cards (000:141-152), and the same written as data.
    rows = [
        {"hand": f"over-{n}", "pays": pays, "when": {"over": True, "cards": cards}}
        for n, (cards, pays) in enumerate([("8+", 250), (7, 100), (6, 25), (5, 6), (4, 3), (3, 1)])
    ]
    table = {"wager": "bust", "looks_at": ["bank"], "rows": rows}
    filing = with_bet("casino-club/pure-21.5-blackjack", table, needs="game")
    shipped = odds("casino-club/pure-21.5-blackjack").bets["buster"]
    bet = counted(filing, "bust", make_terms(filing).decks)
    assert bet.distribution == shipped.distribution


def test_red_cards_by_data_are_the_red_flex_of_the_catalogue() -> None:
    # Casino Club's Red Flex (000:183-192): the same verdict, round by round.
    rows = [
        {"hand": f"red-{n}", "pays": pays, "when": {"red_first": cards}}
        for n, (cards, pays) in enumerate([("7+", 200), (6, 100), (5, 50), (4, 10), (3, 5), (2, 1)])
    ]
    table = {"wager": "reds", "looks_at": ["bank"], "rows": rows}
    filing = with_bet("casino-club/pure-21.5-blackjack", table, needs="game")
    for cards in ("Qd 6h 2d", "Qd 7c", "Qs 7h", "5h 2d 3h 6d 2h"):
        answer = answered(
            filing, bank={"seat": 8, "wager": 5000, "cards": cards},
            seat=[seat(1, "Th 9d", wagers={"game": 10, "red_flex": 5, "reds": 5})],
        )  # fmt: skip
        by_wager = {line.wager: (line.outcome, line.net) for line in answer.settlement.lines}
        assert by_wager["reds"] == by_wager["red_flex"], cards


def test_copies_by_data_are_the_match_bet_of_the_catalogue() -> None:
    source = load("500-club/pure-spanish-21.5")
    assert isinstance(source, PlayerDealerFiling)
    pays = {row.hand: str(row.pays).replace("/", ":") for row in source.pays("match_dealer").rows}
    when = {
        "two-suited": {"suited_copies": 2},
        "suited-and-unsuited": {"copies": 2, "suited_copies": 1},
        "one-suited": {"copies": 1, "suited_copies": 1},
        "two-unsuited": {"copies": 2},
        "one-unsuited": {"copies": 1},
    }
    rows = [
        {"hand": hand, "pays": f"{odds}:1" if ":" not in odds else odds, "when": when[hand]}
        for hand, odds in pays.items()
    ]
    table = {"wager": "copies", "looks_at": ["own"], "against": "bank-up", "rows": rows}
    filing = with_bet("500-club/pure-spanish-21.5", table, needs="game")
    decks = make_terms(filing).decks
    shipped = odds("500-club/pure-spanish-21.5", decks=decks).bets["match_dealer"]
    assert counted(filing, "copies", decks).distribution == shipped.distribution


def test_every_two_cards_are_one_kind_of_pair_or_none(blackjack: PlayerDealerFiling) -> None:
    from houseway.cards import CARDS
    from houseway.rounds.bonus import Dealt, filled_rows

    (table,) = (t for t in blackjack.bonus_bets(6) if t.wager == "perfect_pairs")
    for one, other in combinations_with_replacement(CARDS, 2):
        rows = filled_rows(table, Dealt({"own": (one, other)}))
        same_rank = one.text[0] == other.text[0]
        same_color = (one.text[1] in "dh") == (other.text[1] in "dh")
        wanted = "perfect" if one is other else "colored" if same_color else "mixed"
        assert [row.hand for row in rows] == ([wanted] if same_rank else [])

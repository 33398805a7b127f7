"""Rows of bonus bets by data: those no deal fills, those by other cards too, those by a rank.

Figures "W" are house edges of the Wizard of Odds; every other count is done here by hand.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from houseway.cards import parse_cards
from houseway.errors import HousewayError
from houseway.filings.lint import lint_filing
from houseway.rounds.bonus import Dealt, filled_rows
from tests.families.bonus import answered, counted, refused, seat, with_bet

Data = dict[str, Any]
BACCARAT = "napa-valley/ez-baccarat-panda-8"
BLACKJACK = "casino-club/pure-21.5-blackjack"
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
HOLDEM = "casino-club/ultimate-texas-holdem"
PAI_GOW = "500-club/fortune-pai-gow-poker"
BASE = {BACCARAT: "player", BLACKJACK: "game", THREE_CARD: "ante", HOLDEM: "ante", PAI_GOW: "game"}


def bet(filing: str, *rows: Data, **rest: Any) -> Any:
    """A filing with a bet of these rows, the first thing they ask for as their name."""
    table = {"wager": "more", "rows": list(rows), **rest}
    return with_bet(filing, table, needs=BASE[filing], limits="1-50")


def row(name: str, pays: int | str = 5, also: list[Data] | None = None, **when: Any) -> Data:
    return {"hand": name, "pays": pays, "when": when} | ({"also": also} if also else {})


def shares(filing: Any, decks: int | None = None) -> dict[str, Fraction]:
    """How often each row of the bet is filled."""
    outcomes = counted(filing, "more", decks).outcomes
    whole = sum(Fraction(one.weight) for one in outcomes)
    return {one.name: Fraction(one.weight) / whole for one in outcomes}


def findings(filing: Any) -> set[tuple[str, str]]:
    return {(one.code, one.where) for one in lint_filing(filing) if "pay_table more" in one.where}


# What cannot come


@pytest.mark.parametrize(
    ("filing", "looks_at", "against", "when"),
    [
        # A baccarat hand counts 0 to 9 in two or three cards; a natural has two, eight or nine.
        (BACCARAT, ["banker"], "", {"total": 10}),
        (BACCARAT, ["banker"], "player", {"total": 6, "margin": 7}),
        (BACCARAT, ["banker"], "banker", {"margin": "1+"}),
        (BACCARAT, ["banker"], "", {"natural": True, "cards": 3}),
        (BACCARAT, ["banker"], "", {"natural": True, "total": 6}),
        (BACCARAT, ["player", "banker"], "", {"cards": 7}),
        (BACCARAT, ["player", "banker"], "", {"cards": 3}),
        # Two cards count 21 at most; nobody is over with two.
        (BLACKJACK, ["own"], "", {"total": "22+"}),
        (BLACKJACK, ["bank"], "", {"over": True, "cards": "1-2"}),
        (BLACKJACK, ["bank"], "", {"over": True, "cards": 2, "base": "won"}),
        (BLACKJACK, ["own"], "", {"ranks": "KQ", "pair": "any"}),
        # One deck has one ace of spades, and no two cards of a rank and suit.
        (HOLDEM, ["own"], "", {"pair": "suited", "holds": "JJ"}),
        (HOLDEM, ["own"], "", {"exactly": "As As"}),
        (THREE_CARD, ["own"], "", {"suited": True, "holds": "77"}),
        (THREE_CARD, ["own"], "", {"color": "red", "ranks": "777"}),
    ],
)
def test_a_row_that_no_deal_fills_is_an_error(
    filing: str, looks_at: list[str], against: str, when: Data
) -> None:
    measured = {"against": against} if against else {}
    rows = row("first", 9, **when), row("other", cards="1+")
    made = bet(filing, *rows, looks_at=looks_at, **measured)
    assert findings(made) == {("row-impossible", "pay_table more, first")}


def test_rows_that_can_come_are_no_finding() -> None:
    made = bet(
        BACCARAT, row("natural-win", 1, natural=True, margin="1+"), row("by-9", 30, margin=9),
        row("by-8", 10, margin=8), looks_at=["player"], against="banker",
    )  # fmt: skip
    # The published order of the dragon bonus: naturals are tried first and pay least.
    assert not findings(made)


def test_a_margin_left_out_between_two_others_is_found() -> None:
    rows = [row(f"by-{n}", pays, margin=n) for n, pays in ((9, 30), (8, 10), (6, 4), (5, 2))]
    made = bet(BACCARAT, *rows, looks_at=["player"], against="banker")
    assert findings(made) == {("row-missing", "pay_table more")}
    said = [one.message for one in lint_filing(made) if one.code == "row-missing"]
    assert said == ["a margin of 7 has no row, though rows below and above have"]


def test_figures_exchanged_between_rows_of_one_kind_are_found() -> None:
    made = bet(BACCARAT, row("by-9", 10, margin=9), row("by-8", 30, margin=8),
               looks_at=["player"], against="banker")  # fmt: skip
    assert findings(made) == {("rows-out-of-order", "pay_table more, by-8")}


def test_a_bet_on_having_nothing_is_no_table_with_rows_left_out() -> None:
    # Pai gow insurance: only seven cards without so much as a pair are paid.
    made = bet(PAI_GOW, row("pai-gow", 3, hand="high-card"), looks_at=["own"],
               ranking="high-joker")  # fmt: skip
    assert not findings(made)


# By other cards too


def test_prime_by_three_and_by_six_cards_of_a_colour() -> None:
    # W "Three Card Poker", Prime: 3.62%. By hand: two colours of 26, three own cards, all six.
    prime = bet(
        THREE_CARD,
        row("six", 4, color="same", also=[{"looks_at": ["own", "bank"], "color": "same"}]),
        row("three", 3, color="same"),
        looks_at=["own"],
    )
    three = Fraction(2 * comb(26, 3), comb(52, 3))
    six = Fraction(2 * comb(26, 6), comb(52, 6))
    found = counted(prime, "more")
    assert found.ev == 4 * six + 3 * (three - six) - (1 - three)
    assert round(float(found.ev), 4) == -0.0362
    assert not findings(prime)
    answer = answered(
        prime, bank={"seat": 7, "wager": 5000, "cards": "Qd 9h 4d"},
        seat=[
            seat(1, "Kh 8d 2h", wagers={"ante": 10, "more": 5}, actions=["play"]),
            seat(2, "Ks 8c 2s", wagers={"ante": 10, "more": 5}, actions=["play"]),
            seat(3, "Kc 8h 2c", wagers={"ante": 10, "more": 5}, actions=["play"]),
        ],
    )  # fmt: skip
    lines = {line.seat: line.net for line in answer.settlement.lines if line.wager == "more"}
    assert lines == {1: 20_00, 2: 15_00, 3: -5_00}


def test_a_bank_over_in_eight_cards_beside_a_natural() -> None:
    # Buster Blackjack as Nevada has it: 2000 where the player holds a natural, else 250. The bank
    # draws 2, 4, 6, 8, 11, 14, 16 and then a ten.
    made = bet(
        BLACKJACK,
        row("eight-and-natural", 2000, over=True, cards="8+",
            also=[{"looks_at": ["own"], "natural": True}]),
        row("eight", 250, over=True, cards="8+"),
        row("fewer", 2, over=True, cards="3-7"),
        looks_at=["bank"],
    )  # fmt: skip
    answer = answered(
        made, decks=8, bank={"seat": 8, "wager": 50000, "cards": "2h 2d 2c 2s 3h 3d 2h Tc"},
        seat=[
            seat(1, "Ah Kd", wagers={"game": 10, "more": 5}),
            seat(2, "Th 9d", wagers={"game": 10, "more": 5}),
        ],
    )  # fmt: skip
    lines = {line.seat: line.net for line in answer.settlement.lines if line.wager == "more"}
    assert lines == {1: 10_000_00, 2: 1_250_00}


@pytest.mark.long
def test_a_royal_match_on_both_sides_is_counted() -> None:
    # Of one deck: a king and queen of a suit at the seat, and of another suit at the bank.
    made = bet(
        BLACKJACK,
        row("crown", 1000, ranks="KQ", suited=True,
            also=[{"looks_at": ["bank-first"], "ranks": "KQ", "suited": True}]),
        row("royal", 25, ranks="KQ", suited=True),
        looks_at=["own"],
    )  # fmt: skip
    chances = shares(made, 1)
    both, own = Fraction(4 * 3, comb(52, 2) * comb(50, 2)), Fraction(4, comb(52, 2))
    assert chances["Crown"] == both
    assert chances["Royal"] == own - both


@pytest.mark.parametrize(
    ("also", "said"),
    [
        ({"looks_at": ["bnak"], "color": "red"}, "did you mean 'bank'?"),
        ({"looks_at": ["bank"]}, "asks for nothing"),
        ({"looks_at": ["bank"], "ranks": "77"}, "ranks names 2 cards, and the bet looks at 3"),
        ({"looks_at": ["bank"], "hand": "flush"}, "no ranking says what they are"),
        ({"looks_at": [], "color": "red"}, "at least 1 item"),
    ],
)
def test_what_is_asked_of_other_cards_is_checked_too(also: Data, said: str) -> None:
    table = {"wager": "more", "looks_at": ["own"], "rows": [row("one", color="same", also=[also])]}
    assert any(said in one for one in refused(THREE_CARD, table, needs="ante"))


# By a count


def test_over_and_under_13_count_every_ace_as_one() -> None:
    # W "Blackjack side bets", over/under 13 with six decks: 6.55% and 10.07%. By hand: 24 cards of
    # each of nine values, ace to nine, and 96 tens.
    pack = dict.fromkeys(range(1, 10), 24) | {10: 96}
    over = under = 0
    for one, of_one in pack.items():
        for other, of_other in pack.items():
            ways = of_one * (of_other - (one == other))
            over, under = over + ways * (one + other > 13), under + ways * (one + other < 13)
    orders = 312 * 311
    for won, edge, rows in (
        (over, -0.0655, row("over", 1, low_total="14+")),
        (under, -0.1007, row("under", 1, low_total="2-12")),
    ):
        found = counted(bet(BLACKJACK, rows, looks_at=["own"]), "more", 6).ev
        assert found == Fraction(2 * won - orders, orders)
        assert round(float(found), 4) == edge


# By the rank of a hand

_RUNS = [{*range(top - 4, top + 1)} for top in range(6, 15)] + [{14, 2, 3, 4, 5}]


def _pai_gows() -> dict[int, int]:
    """Seven of 53 cards without a pair, straight or flush, by the highest: the joker is an ace,
    or what a straight or a flush lacks."""
    found = dict.fromkeys(range(9, 15), 0)
    without = 4**7 - 4 * (comb(7, 5) * 9 + comb(7, 6) * 3 + 1)
    for ranks in combinations(range(2, 15), 7):
        if not any(run <= {*ranks} for run in _RUNS):
            found[max(ranks)] += without
    beside = 4**6 - 4 * (comb(6, 4) * 9 + comb(6, 5) * 3 + 1)
    for ranks in combinations(range(2, 14), 6):
        if not any(len(run & {*ranks}) >= 4 for run in _RUNS):
            found[14] += beside
    return found


def test_pai_gow_insurance_by_the_highest_card_counted_by_hand() -> None:
    pays = {9: 100, 10: 25, 11: 15, 12: 7, 13: 5, 14: 3}
    rows = [
        row(f"{'AKQJT9'[14 - rank]}-high".lower(), odds, hand="high-card",
            led_by="AKQJT9"[14 - rank])
        for rank, odds in pays.items()
    ]  # fmt: skip
    made = bet(PAI_GOW, *rows, looks_at=["own"], ranking="high-joker")
    assert not findings(made)
    hands, ways = comb(53, 7), _pai_gows()
    assert ways[9] == 2 * 15_540  # 2 3 4 with 6 7 8 9, or 2 3 4 5 with 7 8 9
    won = sum(pays[rank] * ways[rank] for rank in pays)
    assert counted(made, "more").ev == Fraction(won - (hands - sum(ways.values())), hands)


def test_a_joker_that_is_an_ace_leads_the_hand() -> None:
    made = bet(PAI_GOW, row("ace", 3, hand="high-card", led_by="A"),
               row("king", 5, hand="high-card", led_by="K"), looks_at=["own"],
               ranking="high-joker")  # fmt: skip
    (table,) = made.bonus_bets(1)
    for cards, filled in (("Jk Kd Jc 9h 7d 4s 2c", "ace"), ("Kd Jc 9h 7d 4s 3s 2c", "king")):
        (found,) = filled_rows(table, Dealt({"own": parse_cards(cards)}))
        assert found.hand == filled


def test_pairs_of_jacks_or_better_by_their_rank() -> None:
    # Three cards: of a pair's 13 ranks four are jacks or better, each in 6 times 48 hands.
    made = bet(THREE_CARD, row("jacks-or-better", 1, hand="one-pair", led_by="AKQJ"),
               looks_at=["own"], ranking="three-card")  # fmt: skip
    chances = shares(made)
    assert chances["Jacks or better"] == Fraction(4 * 6 * 48, comb(52, 3))


def test_hands_by_a_joker_that_is_any_card_are_not_counted_as_if_it_were_an_ace() -> None:
    made = bet(PAI_GOW, row("quads", 5, hand="four-of-a-kind"), looks_at=["own"],
               ranking="high-wild")  # fmt: skip
    with pytest.raises(HousewayError, match="hands are not counted by 'high-wild'"):
        counted(made, "more")


def test_red_cards_before_a_black_one_are_not_counted_from_unordered_cards() -> None:
    made = bet(BLACKJACK, row("two-red", 3, red_first=2), looks_at=["own"])
    with pytest.raises(HousewayError, match="the order in which its cards are dealt"):
        counted(made, "more")

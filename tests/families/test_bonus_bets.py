"""Bonus bets by data: rounds settled by hand, and the odds that others have published.

The filings are the drafts in `examples/filings`; what they lack is added here. Figures "W" are the
house edges of the Wizard of Odds pages on the bet named: those of dragon bonus, lucky ladies, 21+3,
of the lines of baccarat and of EZ baccarat were looked up (21+3 and EZ baccarat row by row;
baccarat also in the permutations of excelpunks.com, "Concepts 13"), and so was the ante without
its bonus (reviewpokerrooms.com, all 407,170,400 deals). Beside every other one, and where there is
none, the count is done again here, in another way.
"""

from __future__ import annotations

import copy
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, perm
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.bonus import bonus_bet
from houseway.analysis.odds import odds
from houseway.analysis.report import Bet
from houseway.analysis.simulate.table import SimulatedTable
from houseway.errors import HousewayError, Problems
from houseway.family import find_family
from houseway.filings.loader import DATA, load, load_file, parse_filing, read_toml
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import make_terms
from houseway.hands.five_high import HIGH_ORDER
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile
from tests.families.test_golden import written

Data = dict[str, Any]
DRAFTS = Path(__file__).parents[2] / "examples" / "filings"
BACCARAT, BLACKJACK, THREE_CARD = (
    DRAFTS / "silver-ford" / "commission-baccarat.toml",
    DRAFTS / "copper-gulch" / "blackjack.toml",
    DRAFTS / "tule-creek" / "three-card-poker.toml",
)


def draft(path: Path) -> PlayerDealerFiling:
    filing = load_file(path)
    assert isinstance(filing, PlayerDealerFiling)
    return filing


def settled(filing: PlayerDealerFiling, **round_: Any) -> list[str]:
    return [written(line) for line in answered(filing, **round_).settlement.lines]


def answered(filing: PlayerDealerFiling, **round_: Any) -> Adjudication:
    file = RoundFile.model_validate({"filing": filing.id, **round_})
    return adjudicate(file, terms=make_terms(filing))


def seat(number: int, cards: str = "", **rest: Any) -> Data:
    return {"number": number, "cards": cards, **rest}


def counted(filing: PlayerDealerFiling, wager: str, decks: int | None = None) -> Bet:
    """One bonus bet, without the rest of the game."""
    terms = make_terms(filing, decks=decks)
    (table,) = (t for t in filing.bonus_bets(terms.decks) if t.wager == wager)
    return bonus_bet(terms, table, find_family(filing.family).part("bonus")(terms, table))


def with_bet(
    filing: str, table: Data, *, needs: str, limits: str = "", offered: bool = True
) -> PlayerDealerFiling:
    """A filing of the catalogue with a bonus bet more."""
    data = copy.deepcopy(read_toml(DATA / f"{filing}.toml"))
    data["id"] = "riverbend/more"
    data["source"] = {"file": "own", "lines": "1-99"}
    if offered:
        spot = {"name": table["wager"], "label": "More", "backline": "refused", "needs": [needs]}
        data["spot"].append(spot | {"cite": "More | 1"} | ({"limits": limits} if limits else {}))
    data["settlement"]["wager_order"].append(table["wager"])
    data.setdefault("pay_table", []).append({"name": table["wager"], "cite": "More | 2", **table})
    made = parse_filing(data, "more.toml")
    assert isinstance(made, PlayerDealerFiling)
    return made


def refused(filing: str, table: Data, **rest: Any) -> list[str]:
    with pytest.raises(HousewayError) as caught:
        with_bet(filing, table, **rest)
    several = caught.value.found if isinstance(caught.value, Problems) else [caught.value]
    return [str(one) for one in several]


# Baccarat: commission, margins, two rows on one total


@pytest.fixture(scope="module")
def baccarat() -> PlayerDealerFiling:
    return draft(BACCARAT)


BETS = {"dragon_player": 10, "dragon_banker": 10, "lucky_6": 10, "player_pair": 10}


def test_the_banker_line_is_paid_less_five_per_cent_to_the_cent(
    baccarat: PlayerDealerFiling,
) -> None:
    # Item 11: 19 to 20. Of 12.50 that is 11.875; the half cent stays with the bank (principle 6).
    # The banker wins 7 to 1 in two cards each way: player 5-6 is 1 and draws a king.
    lines = settled(
        baccarat, bank={"seat": 7, "wager": 5000}, hands={"player": "5c 6d Ks", "banker": "3d 4c"},
        seat=[seat(1, wagers={"banker": 12.5, "player": 20}), seat(2, wagers={"banker": 200})],
    )  # fmt: skip
    assert lines == [
        "1 player 20.00 lose -20.00",
        "1 banker 12.50 win 19:20 +11.87",
        "2 banker 200.00 win 19:20 +190.00",
    ]


def test_dragon_bonus_by_margin_and_player_pair(baccarat: PlayerDealerFiling) -> None:
    # Item 13: player 4-4 is a natural eight over 0-0 (kings): natural, so 1 to 1 and not the row
    # for 8. Item 15: a pair of fours.
    lines = settled(
        baccarat, bank={"seat": 7, "wager": 5000}, hands={"player": "4c 4d", "banker": "Kd Kc"},
        seat=[seat(1, wagers={"player": 10, **BETS})],
    )  # fmt: skip
    assert lines[1:] == [
        "1 dragon_player 10.00 win 1:1 +10.00",
        "1 dragon_banker 10.00 lose -10.00",
        "1 lucky_6 10.00 lose -10.00",
        "1 player_pair 10.00 win 11:1 +110.00",
    ]


def test_dragon_bonus_pays_thirty_for_nine_points_more_without_a_natural(
    baccarat: PlayerDealerFiling,
) -> None:
    # Player 2-3 draws a four: nine. Banker king-queen draws a ten: nothing.
    lines = settled(
        baccarat, bank={"seat": 7, "wager": 5000},
        hands={"player": "2c 3d 4h", "banker": "Kd Qc Ts"},
        seat=[seat(1, wagers={"player": 10, **BETS})],
    )  # fmt: skip
    assert lines[1] == "1 dragon_player 10.00 win 30:1 +300.00"


def test_a_natural_tie_returns_the_dragon_bonus_and_a_plain_tie_loses_it(
    baccarat: PlayerDealerFiling,
) -> None:
    natural = settled(
        baccarat, bank={"seat": 7, "wager": 5000}, hands={"player": "4c 4d", "banker": "Kd 8c"},
        seat=[seat(1, wagers={"player": 10, "tie": 10, **BETS})],
    )  # fmt: skip
    assert natural[:4] == [
        "1 player 10.00 push 0.00",
        "1 tie 10.00 win 8:1 +80.00",
        "1 dragon_player 10.00 push 0.00",
        "1 dragon_banker 10.00 push 0.00",
    ]
    plain = settled(
        baccarat, bank={"seat": 7, "wager": 5000}, hands={"player": "4c 3d", "banker": "Kd 7c"},
        seat=[seat(1, wagers={"player": 10, **BETS})],
    )  # fmt: skip
    assert plain[1:3] == ["1 dragon_player 10.00 lose -10.00", "1 dragon_banker 10.00 lose -10.00"]


@pytest.mark.parametrize(
    ("player", "banker", "line"),
    [
        ("2c 3d Kh", "3d 3c", "win 12:1 +120.00"),  # banker six in two over five
        ("2c 3d Kh", "2d Kc 4s", "win 20:1 +200.00"),  # and in three
        ("2c 4d", "3d 3c", "lose -10.00"),  # six each: it does not win
    ],
)
def test_lucky_6_has_two_rows(
    baccarat: PlayerDealerFiling, player: str, banker: str, line: str
) -> None:
    lines = settled(
        baccarat, bank={"seat": 7, "wager": 5000}, hands={"player": player, "banker": banker},
        seat=[seat(1, wagers={"banker": 10, "lucky_6": 10})],
    )  # fmt: skip
    assert lines[1] == f"1 lucky_6 10.00 {line}"


def test_published_odds_of_commission_baccarat_with_eight_decks(
    baccarat: PlayerDealerFiling,
) -> None:
    # W, baccarat: 1.0579, 1.2351, 14.3596, pair 10.3614; dragon bonus 2.65 and 9.37; lucky six.
    bets = odds(baccarat, decks=8, recompute=True).bets
    published = {
        "banker": 1.0579, "player": 1.2351, "tie": 14.3596, "player_pair": 10.3614,
        "dragon_player": 2.6517, "dragon_banker": 9.3731,
    }  # fmt: skip
    for name, edge in published.items():
        assert float(-100 * bets[name].ev) == pytest.approx(edge, abs=5e-5), name
    # A pair by hand: whatever the first card, 31 of the 415 others have its rank; it pays 11.
    assert bets["player_pair"].ev == Fraction(12 * 31, 415) - 1
    # A banker's winning six comes in 269,232,304,455,680 orders (excelpunks.com); by its two rows
    # these are so many of all orders of six cards.
    assert bets["lucky_6"].cases == perm(416, 6)
    by_row = {o.name: Fraction(int(o.weight), perm(416, 6)) for o in bets["lucky_6"].outcomes}
    two, three = by_row["Six in two cards"], by_row["Six in three cards"]
    assert (two + three) * 4_998_398_275_503_360 == 269_232_304_455_680
    assert bets["lucky_6"].ev == 13 * two + 21 * three - 1


def test_published_odds_of_half_pay_on_six() -> None:
    # W, baccarat without commission: a banker six pays half, 1.4581.
    data = read_toml(BACCARAT)
    del data["game"]["banker_line"]["commission"]
    data["game"]["banker_line"]["on_total"] = [{"total": 6, "pays": "1:2"}]
    filing = parse_filing(data, "super-six.toml")
    assert isinstance(filing, PlayerDealerFiling)
    ev = odds(filing, decks=8, recompute=True).bets["banker"].ev
    assert float(-100 * ev) == pytest.approx(1.4581, abs=5e-5)
    lines = settled(
        filing, bank={"seat": 7, "wager": 5000}, hands={"player": "2c 3d Kh", "banker": "3d 3c"},
        seat=[seat(1, wagers={"banker": 10.01})],
    )  # fmt: skip
    assert lines == ["1 banker 10.01 win 1:2 +5.00"]


def test_a_winning_total_may_be_returned() -> None:
    # W, EZ baccarat: a banker seven of three cards goes back, 1.0183; the banker wins otherwise in
    # 2,179,619,555,108,870 and the player in 2,230,518,282,592,250 orders, as printed to
    # fifteen digits.
    data = read_toml(BACCARAT)
    del data["game"]["banker_line"]["commission"]
    data["game"]["banker_line"]["on_total"] = [{"total": 7, "cards": 3, "push": True}]
    filing = parse_filing(data, "ez.toml")
    assert isinstance(filing, PlayerDealerFiling)
    ev = odds(filing, decks=8, recompute=True).bets["banker"].ev
    assert float(-100 * ev) == pytest.approx(1.0183, abs=5e-5)
    won, lost, orders = 2_179_619_555_108_870, 2_230_518_282_592_250, 4_998_398_275_503_360
    assert isinstance(ev, Fraction)
    assert abs(ev * orders - (won - lost)) <= 20


# 21: pairs, three cards with the bank's, totals, the bank's finished hand


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


# Three card poker: paid on another wager, and a fixed meter


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


# Ultimate hold'em: board and own cards


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


# What cannot be decided does not load


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"looks_at": ["owns"]}, "did you mean 'own'?"),
        ({"looks_at": ["own", "bank"], "ranking": "three-card"}, "looks at 6 cards"),
        ({"ranking": "tree-card"}, "did you mean 'three-card'?"),
        ({"ranking": ""}, "no ranking says what they are"),
        ({"against": "bank"}, "no row measures by the cards"),
        ({"rows": [{"hand": "flusch", "pays": 3}]}, "did you mean 'flush'?"),
        ({"rows": [{"hand": "flush"}]}, "neither a payoff nor a prize"),
        ({"rows": [{"hand": "flush", "pays": 3, "push": True}]}, "one of pays, prize and push"),
        ({"rows": [{"hand": "flush", "prize": 30}]}, "one fixed amount"),
        ({"rows": [{"hand": "x", "pays": 3, "when": {"total": 20}}]}, "not known in this game"),
        ({"rows": [{"hand": "x", "pays": 3, "when": {"pair": "any"}}]}, "a pair is of two cards"),
        ({"rows": [{"hand": "x", "pays": 3, "when": {}}]}, "asks for nothing"),
        ({"rows": [{"hand": "x", "pays": 3, "when": {"exactly": "Qx"}}]}, "Qx"),
        ({"rows": [{"hand": "x", "pays": 3, "when": {"suit": True}}]}, "suit"),
        ({"rows": [{"hand": "x", "pays": 3, "when": {"margin": 3}}]}, "margin"),
        ({"decks": "2+"}, "no pay tables decide"),
        ({"adds": True, "rows": [{"hand": "flush", "push": True}]}, "cannot be added up"),
        (
            {
                "ranking": "",
                "rows": [
                    {"hand": "one", "pays": 2, "when": {"holds": "7", "cards": "2-3"}},
                    {"hand": "two", "pays": 15, "when": {"holds": "77", "cards": 3}},
                ],
            },
            "the row 'two' can never come: 'one' above it takes it",
        ),
        (
            {
                "rows": [
                    {"hand": "royals", "pays": 9, "when": {"hand": ["flush", "straight"]}},
                    {"hand": "flush", "pays": 3},
                ]
            },
            "the row 'flush' can never come",
        ),
        ({"wager": "pair_plus"}, "pair_plus"),
    ],
)
def test_a_bonus_bet_that_could_not_be_decided_is_refused(change: Data, said: str) -> None:
    table: Data = {
        "wager": "more", "looks_at": ["own"], "ranking": "three-card",
        "rows": [{"hand": "flush", "pays": 3}],
    }  # fmt: skip
    problems = refused(
        "casino-club/three-card-poker-6-card-bonus", table | change, needs="ante",
        offered=change.get("wager") is None,
    )  # fmt: skip
    assert any(said in problem for problem in problems), problems


def test_keys_of_bonus_bets_are_refused_where_a_rule_of_the_family_decides() -> None:
    data = copy.deepcopy(read_toml(THREE_CARD))
    data["pay_table"][1]["ranking"] = "three-card"
    data["pay_table"][1]["rows"][0]["push"] = True
    with pytest.raises(HousewayError) as caught:
        parse_filing(data, "idle.toml")
    assert "say what they look at" in str(caught.value)


def test_two_tables_for_one_wager_go_by_the_number_of_decks() -> None:
    # The same pair pays 11 with eight decks and 12 with six or seven.
    data = copy.deepcopy(read_toml(BACCARAT))
    pair = data["pay_table"][-1]
    less = copy.deepcopy(pair) | {"name": "player_pair_6", "decks": "6-7"}
    less["rows"][0]["pays"] = 12
    data["pay_table"].append(less)
    with pytest.raises(HousewayError, match="2 pay tables decide"):
        parse_filing(data, "twice.toml")
    pair["decks"] = 8
    filing = parse_filing(data, "by-decks.toml")
    assert isinstance(filing, PlayerDealerFiling)
    for decks, pays in ((6, 12), (8, 11)):
        pairs = 13 * comb(4 * decks, 2)
        assert (
            counted(filing, "player_pair", decks).ev
            == Fraction(pairs * (pays + 1), comb(52 * decks, 2)) - 1
        )


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

"""Bonus bets by data at baccarat: commission, margins, two rows on one total.

Figures "W" are explained in `tests/families/bonus.py`.
"""

from __future__ import annotations

from fractions import Fraction
from math import perm

import pytest

from houseway.analysis.odds import odds
from houseway.filings.loader import parse_filing, read_toml
from houseway.filings.schema.common import PlayerDealerFiling
from tests.families.bonus import BACCARAT, draft, seat, settled


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

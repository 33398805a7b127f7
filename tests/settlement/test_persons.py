"""What one person may not bet at several places, taken together."""

from __future__ import annotations

import pytest

from houseway.errors import HousewayError
from houseway.filings.loader import load
from houseway.filings.sign import table_sign_json
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import parse_round

ROUND = """
filing = "napa-valley/ez-baccarat-panda-8"
bank = {{ seat = 1, wager = 1000 }}
hands = {{ player = "9h Kd", banker = "3c 4c" }}
options = {{ backline = true }}
[[seat]]
number = 2
{first}
[[seat]]
number = 3
{second}
"""
BEHIND = 'wagers = {{ {own} = 10 }}\n[[seat.backline]]\nname = "{name}"\nwagers = {{ {line} = 10 }}'


def settle(first: str, second: str) -> None:
    adjudicate(parse_round(ROUND.format(first=first, second=second)))


def test_003_948_one_person_does_not_bet_both_lines_at_two_seats() -> None:
    ann = 'player = "Ann"\nwagers = {{ {} = 10 }}'
    settle(ann.format("player"), ann.format("player"))
    with pytest.raises(HousewayError, match="Ann has bet") as refused:
        settle(ann.format("player"), ann.format("banker"))
    assert refused.value.code == "excluded"


def test_003_948_nor_behind_two_seats() -> None:
    player = BEHIND.format(own="player", name="Bea", line="player")
    banker = BEHIND.format(own="banker", name="Bea", line="banker")
    with pytest.raises(HousewayError, match="Bea has bet"):
        settle(player, banker)


OUTLAWS = """
filing = "outlaws/three-card-poker-6-card-bonus"
bank = {{ seat = 1, wager = 1000, cards = "2c 5d 9h" }}
[[seat]]
number = 2
player = "{}"
cards = "Ah Kh Qh"
wagers = {{ ante = 10 }}
actions = ["play"]
[[seat]]
number = 3
player = "{}"
cards = "As Ks Qs"
wagers = {{ ante = 10 }}
actions = ["play"]
"""


def test_002_212_307_a_wager_at_another_position_is_backline_betting_and_refused() -> None:
    """002:212, 307"""
    adjudicate(parse_round(OUTLAWS.format("Ann", "Bob")))
    with pytest.raises(HousewayError, match="Ann plays seat 2 already") as refused:
        adjudicate(parse_round(OUTLAWS.format("Ann", "Ann")))
    assert refused.value.code == "two-positions"
    assert "Backline Betting" in refused.value.cite
    # 002:403: at the same house's 21 game other betting circles are open.
    circles = load("outlaws/pure-21.5-blackjack").table.other_spots
    assert circles is True


SPACES = """
filing = "{filing}"
limits = "{limits}"
bank = {{ seat = 1, wager = 1000 }}
hands = {{ player = "9h Kd", banker = "3c 4c" }}
[[seat]]
number = 2
wagers = {{ player = {line}, tie = {tie} }}
"""


@pytest.mark.parametrize(
    ("line", "tie", "wrong"), [(500, 50, ""), (500, 51, "tie"), (5, 25, ""), (5, 24, "tie")]
)
def test_003_933_each_betting_space_has_limits_of_its_own(line: int, tie: int, wrong: str) -> None:
    """003:933"""
    text = SPACES.format(
        filing="napa-valley/ez-baccarat-panda-8", limits="5-500; tie 25-50", line=line, tie=tie
    )
    if not wrong:
        adjudicate(parse_round(text))
        return
    with pytest.raises(HousewayError, match=r"\$25 to \$50") as refused:
        adjudicate(parse_round(text))
    assert (refused.value.code, refused.value.where) == ("off-limits", f"seat 2, {wrong}")


@pytest.mark.parametrize(
    ("filing", "limits", "said"),
    [
        ("napa-valley/ez-baccarat-panda-8", "5-500; tie 1-50", "table minimum of $5"),
        ("napa-valley/ez-baccarat-panda-8", "5-500; tie 5-501", "table maximum is $500"),
        ("napa-valley/ez-baccarat-panda-8", "5-500; ties 5-50", "no ties wager"),
        ("500-club/ez-baccarat", "5-200; tie 5-50", "one limit for all"),
    ],
)
def test_003_933_nobody_bets_less_than_the_table_minimum(
    filing: str, limits: str, said: str
) -> None:
    """003:933"""
    with pytest.raises(HousewayError) as refused:
        adjudicate(parse_round(SPACES.format(filing=filing, limits=limits, line=10, tie=10)))
    assert refused.value.code == "limits-not-permitted"
    assert said in str(refused.value)


def test_003_933_the_sign_names_the_limits_of_each_space() -> None:
    """003:933"""
    sign = table_sign_json(load("napa-valley/ez-baccarat-panda-8"), ["1"], "1-100; tie 5-50")
    assert sign["limits"] == {"min": "1.00", "max": "100.00"}
    assert sign["bonus_limits"] == {"Tie Bet": {"min": "5.00", "max": "50.00"}}


def test_a_place_behind_a_seat_is_not_one_person() -> None:
    player = BEHIND.format(own="player", name="B1", line="player")
    banker = BEHIND.format(own="banker", name="B1", line="banker")
    settle(player, banker)


BEHIND_A_HAND = """
filing = "{}"
bank = {{ seat = 1, wager = 1000, cards = "2c 5d 9h" }}
[[seat]]
number = 2
cards = "Ah Kh Qh"
wagers = {{ ante = 10 }}
actions = ["play"]
[[seat.backline]]
name = "B1"
wagers = {{ ante = 10 }}
"""


def test_a_bet_behind_is_refused_by_its_clause_or_by_the_reading_where_there_is_none() -> None:
    """002:212 refuses it; 003:603 and the rest of that filing say nothing of it."""
    with pytest.raises(HousewayError, match="does not permit") as refused:
        adjudicate(parse_round(BEHIND_A_HAND.format("outlaws/three-card-poker-6-card-bonus")))
    assert refused.value.cite == "Betting scheme, items 3 and 5"
    silent = BEHIND_A_HAND.format("napa-valley/three-card-poker-6-card-bonus-1.3")
    with pytest.raises(HousewayError, match="says nothing of backline betting") as refused:
        adjudicate(parse_round(silent))
    assert refused.value.cite == "reading table-games 70"
    adjudicate(parse_round("options = { backline = true }\n" + silent))

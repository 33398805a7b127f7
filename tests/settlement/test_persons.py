"""What one person may not bet at several places, taken together."""

from __future__ import annotations

import pytest

from houseway.errors import HousewayError
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


def test_a_place_behind_a_seat_is_not_one_person() -> None:
    player = BEHIND.format(own="player", name="B1", line="player")
    banker = BEHIND.format(own="banker", name="B1", line="banker")
    settle(player, banker)

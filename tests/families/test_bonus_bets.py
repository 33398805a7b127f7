"""Bonus bets by data: what cannot be decided does not load, and what goes by the decks."""

from __future__ import annotations

import copy
from fractions import Fraction
from math import comb

import pytest

from houseway.errors import HousewayError
from houseway.filings.loader import parse_filing, read_toml
from houseway.filings.schema.common import PlayerDealerFiling
from tests.families.bonus import BACCARAT, THREE_CARD, Data, counted, refused


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

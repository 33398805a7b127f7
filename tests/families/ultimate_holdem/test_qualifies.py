"""The bank's least hand is the filing's: whatever kind is filed, the ante goes by it."""

from __future__ import annotations

import copy

import pytest

from houseway.analysis.odds import result_key
from houseway.families.ultimate_holdem import odds as counting
from houseway.filings.catalogue import find_file
from houseway.filings.loader import parse_filing, read_toml
from houseway.filings.terms import make_terms
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import parse_round

FILING = "casino-club/ultimate-texas-holdem"

# The bank's two cards on a board of A 7 2 J 4, and the kind they make.
BANKS = {
    "high-card": "9c 8d",
    "one-pair": "7c 8d",
    "two-pair": "7c 2d",
    "three-of-a-kind": "2c 2d",
}
ORDER = list(BANKS)


def terms(minimum: str) -> object:
    path = find_file(FILING)
    assert path is not None
    data = copy.deepcopy(read_toml(path))
    data["game"]["qualifies"]["minimum"] = minimum
    return make_terms(parse_filing(data, "house.toml"))


@pytest.mark.parametrize("minimum", BANKS)
@pytest.mark.parametrize("held", BANKS)
def test_an_ante_is_returned_when_the_bank_has_less_than_is_filed(minimum: str, held: str) -> None:
    round_file = parse_round(
        f"""
        filing = "{FILING}"
        board = "Ac 7d 2s Jh 4c"
        [bank]
        seat = 6
        wager = 1000
        cards = "{BANKS[held]}"
        [[seat]]
        number = 2
        cards = "Ah Ad"
        wagers = {{ ante = 10, blind = 10 }}
        actions = ["bet 4"]
        """
    )
    answer = adjudicate(round_file, terms=terms(minimum)).as_json()  # type: ignore[arg-type]
    ante = next(line for line in answer["lines"] if line["wager"] == "ante")
    qualifies = ORDER.index(held) >= ORDER.index(minimum)
    assert (ante["outcome"], ante["net"]) == (("win", "10.00") if qualifies else ("push", "0.00"))


def test_odds_are_kept_by_what_is_filed() -> None:
    keys = {result_key(terms(minimum), counting) for minimum in BANKS}  # type: ignore[arg-type]
    assert len(keys) == len(BANKS)

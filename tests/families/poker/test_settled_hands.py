"""Every settled example of a poker hand comes out as settled."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path

import pytest

from houseway.errors import HandRefused
from houseway.families.poker.phh import parse_hand
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.schema import Poker
from houseway.filings.loader import load
from tests.families.poker.hands import POKER_FILINGS

CASES = Path(__file__).parents[2] / "cases" / "poker"
HANDS = sorted(path for path in CASES.glob("*.toml") if "chinese" not in path.stem)


def test_the_examples_are_there() -> None:
    assert len(HANDS) >= 28


@pytest.mark.parametrize("name", POKER_FILINGS)
def test_every_poker_filing_is_in_the_catalogue(name: str) -> None:
    filing = load(name)
    assert isinstance(filing, Poker)
    assert filing.id == name


def test_every_poker_filing_has_an_example() -> None:
    named = {tomllib.loads(path.read_text(encoding="utf-8"))["_filing"] for path in HANDS}
    assert named == set(POKER_FILINGS)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_settled_hand(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    expect = data["expect"]
    hand = parse_hand(data, file=path.name)
    if expect.get("error"):
        with pytest.raises(HandRefused) as caught:
            replay(hand)
        assert caught.value.refused == expect["refused"]
        assert caught.value.index == expect.get("refused_index")
        assert caught.value.message
        return
    answer = replay(hand)
    assert answer.finishing_stacks == tuple(map(Decimal, expect["finishing_stacks"]))
    assert list(answer.winners) == expect["winners"]
    assert answer.fee == Decimal(expect.get("fee", 0))

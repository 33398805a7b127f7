"""Hands of every filing in tests/rounds/poker, worked out by hand from the texts."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HandRefused
from houseway.families.poker.phh import parse_hand
from houseway.families.poker.phh_replay import replay
from tests.families.poker.hands import POKER_FILINGS

FOLDER = Path(__file__).parents[2] / "rounds" / "poker"


def hands() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        found += [
            pytest.param(hand, id=f"{path.stem.partition('--')[2]}: {name}")
            for name, hand in data.items()
        ]
    return found


def test_every_filing_has_hands() -> None:
    assert {path.stem.replace("--", "/") for path in FOLDER.glob("*.toml")} == set(POKER_FILINGS)


@pytest.mark.parametrize("data", hands())
def test_hand(data: dict[str, Any]) -> None:
    expect = data["expect"]
    hand = parse_hand(data)
    if expect.get("error"):
        with pytest.raises(HandRefused) as caught:
            replay(hand)
        error = caught.value
        refused = (error.code, error.refused, error.index)
        assert refused == (expect["code"], expect["refused"], expect.get("refused_index"))
        return
    answer = replay(hand)
    assert answer.finishing_stacks == tuple(map(Decimal, expect["finishing_stacks"]))
    assert list(answer.winners) == expect.get("winners", list(answer.winners))
    assert answer.fee == expect.get("fee", 0)

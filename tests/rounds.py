"""Comparing an adjudicated round with the `[expect]` table of a settled example."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.histories.adjudicate import Adjudication, adjudicate
from houseway.histories.round_file import RoundFile, parse_round

# Tiles of one name are interchangeable in a house way.
_SAME_TILE = {"54": "63", "53": "62", "43": "52", "32": "41", "21": "42"}


def check_round(text: str, *, file: str = "round") -> Adjudication | HousewayError:
    """Settle a round and hold it against its `[expect]`; return the answer or the refusal."""
    parsed = parse_round(text, file=file)
    expect = parsed.expect
    assert expect is not None, f"{file} expects nothing"
    if expect.get("error"):
        with pytest.raises(HousewayError) as refused:
            adjudicate(parsed)
        assert refused.value.message
        assert refused.value.code not in ("unknown-filing", "unknown-option", "unknown-schedule")
        return refused.value
    answer = adjudicate(parsed)
    _compare(answer.as_json(), expect, parsed)
    return answer


def check_file(path: Path) -> Adjudication | HousewayError:
    return check_round(path.read_text(encoding="utf-8"), file=path.name)


def _compare(answer: dict[str, Any], expect: dict[str, Any], parsed: RoundFile) -> None:
    if "first_action" in expect:
        assert answer["first_action"] == expect["first_action"]
    net = {who: Decimal(str(amount)) for who, amount in expect.get("net", {}).items()}
    if net:
        assert {who: Decimal(amount) for who, amount in answer["net"].items()} == net
    outcomes = {_outcome_key(line): line["outcome"] for line in answer["lines"]}
    for key, outcome in expect.get("outcome", {}).items():
        assert outcomes.get(key) == outcome, key
    if "fees" in expect:
        fees = answer["fees"]
        assert Decimal(fees["bank"]) == Decimal(str(expect["fees"].get("bank", 0)))
        seats = {who: Decimal(str(fee)) for who, fee in expect["fees"].get("seats", {}).items()}
        assert {who: Decimal(fee) for who, fee in fees["seats"].items()} == seats
    tiles = parsed.filing.endswith("pai-gow-tiles")
    for who, small in expect.get("house_way", {}).items():
        found = answer["house_way"][who]
        assert _by_rank(found, tiles) == _by_rank(small, tiles), (who, found, small)


def _outcome_key(line: dict[str, Any]) -> str:
    hand = f"#{line['hand']}" if line["hand"] > 1 else ""
    return f"{line['bettor']}.{line['wager']}{hand}"


def _by_rank(pieces: str, tiles: bool) -> Counter[str]:
    if tiles:
        return Counter(_SAME_TILE.get(one, one) for one in pieces.split())
    return Counter("A" if one == "Jk" else one[0] for one in pieces.split())

"""Hands in which something went wrong come out as worked from the texts."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HandRefused, HousewayError
from houseway.histories.replay import replay_file
from tests.families.poker.hands import POKER_FILINGS

CASES = sorted((Path(__file__).parents[2] / "cases" / "irregular-poker").glob("*.toml"))
NEAR = Decimal("0.000002")


def test_there_are_cases_of_every_filing() -> None:
    named = {tomllib.loads(path.read_text(encoding="utf-8"))["_filing"] for path in CASES}
    assert named == {*POKER_FILINGS, "500-club/face-up-chinese-poker"}
    assert len(CASES) >= 150


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_irregular_hand(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    expect = data["expect"]
    (answer,) = replay_file(path)
    if expect.get("error"):
        _check_refused(answer, expect)
        return
    assert isinstance(answer, dict), answer
    assert answer["ruling"] in expect.get("ruling_any", [expect.get("ruling")])
    _check_money(answer, expect)
    if "winners" in expect:
        assert answer["winners"] == expect["winners"]
    if "points" in expect:
        assert answer["points"] == expect["points"]
    if "remedy_lines" in expect:
        assert _lines(expect["remedy_lines"]) <= _lines(answer["remedy"]["lines"])
    if "source" in expect:
        assert answer["remedy"]["source"] == expect["source"]
    if "silent_about" in expect:
        silent = answer["silent"]
        assert silent["about"] == expect["silent_about"]
        assert silent.get("why") == expect.get("why", silent.get("why"))
        settled = {one["filing"] for one in silent["elsewhere"]}
        assert set(expect.get("elsewhere", ())) <= settled
        if expect.get("elsewhere") == []:
            assert not settled
    else:
        assert "silent" not in answer
    _check_open(answer, expect.get("open", {}))


def _check_refused(answer: dict[str, Any] | HousewayError, expect: dict[str, Any]) -> None:
    assert isinstance(answer, HandRefused), answer
    assert answer.message
    assert answer.refused == expect["refused"]
    assert answer.index == expect.get("refused_index")


def _check_money(answer: dict[str, Any], expect: dict[str, Any]) -> None:
    stacks = answer["finishing_stacks"]
    if "finishing_stacks" in expect:
        assert list(map(Decimal, stacks)) == expect["finishing_stacks"]
    for player, stack in expect.get("finishing_stacks_of", {}).items():
        assert Decimal(stacks[int(player[1:]) - 1]) == stack
    if "fee" in expect:
        assert Decimal(answer["fee"]) == expect["fee"]
    for key in ("returned", "corrections"):
        if key in expect:
            told = {who: Decimal(amount) for who, amount in answer.get(key, {}).items()}
            assert told == expect[key]


def _check_open(answer: dict[str, Any], expect: dict[str, Any]) -> None:
    found = {one["player"]: one for one in answer.get("open", ())}
    assert set(found) == set(expect)
    for player, wanted in expect.items():
        told = found[player]
        assert Decimal(told["least"]) == wanted["least"]
        assert Decimal(told["most"]) == wanted["most"]
        for how in ("win", "split", "push", "lose"):
            chance = Decimal(told["possible"].get(how, "0"))
            assert abs(chance - Decimal(wanted.get(how, 0))) < NEAR, (player, how)


def _lines(text: str) -> set[tuple[str, int]]:
    """Every line of `002:41, 004:1424-1426`."""
    found = set()
    for part in text.split(","):
        file, _, lines = part.strip().partition(":")
        first, _, last = lines.partition("-")
        found |= {(file, line) for line in range(int(first), int(last or first) + 1)}
    return found

"""Comparing the ruling on a round in which something went wrong with what was worked out by hand.

A case file is a round file with `[expect]`, or a `[round]` with many `[[case]]`: what went wrong
(`error`), what was paid, keys of the round that are otherwise (`change`), and what is expected.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError, Problems
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import check_round

_FACTS = ("error", "paid", "procedures", "schedule")


def cases(path: Path) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Every case of a file: its name, the round, what is expected."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if "case" not in data:
        yield path.stem, {key: data[key] for key in data if key != "expect"}, data["expect"]
        return
    for one in data["case"]:
        facts = {key: one[key] for key in _FACTS if key in one}
        yield (
            f"{path.stem}: {one['name']}",
            data["round"] | one.get("change", {}) | facts,
            one["expect"],
        )


def check_case(round_file: dict[str, Any], expect: dict[str, Any]) -> None:
    if "error" in expect:
        with pytest.raises(HousewayError) as refused:
            adjudicate(check_round(round_file))
        found = refused.value
        codes = [one.code for one in found.found] if isinstance(found, Problems) else [found.code]
        assert expect["error"] in codes
        return
    answer = adjudicate(check_round(round_file)).as_json()
    assert answer["ruling"] == expect["ruling"], answer
    for key in ("net", "returned", "corrections"):
        if key in expect:
            assert _money(answer.get(key, {})) == _money(expect[key]), (key, answer)
    if expect["ruling"] == "settled" and "corrections" not in expect:
        assert "corrections" not in answer
    _check_remedy(answer, expect)
    _check_open(answer.get("open", []), expect.get("open", {}))
    if "first_action" in expect:
        assert answer["first_action"] == expect["first_action"]
    if "fees" in expect:
        assert Decimal(answer["fees"]["bank"]) == Decimal(expect["fees"]["bank"])
        assert _money(answer["fees"]["seats"]) == _money(expect["fees"]["seats"])
    if "fees_returned" in expect:
        found, wanted = answer["fees_returned"], expect["fees_returned"]
        assert Decimal(found["bank"]) == Decimal(wanted["bank"])
        assert _money(found["seats"]) == _money(wanted["seats"])
    assert [b["bettor"] for b in answer.get("buttons", [])] == expect.get("buttons", [])
    outcomes = {f"{line['bettor']}.{line['wager']}": line["outcome"] for line in answer["lines"]}
    for key, outcome in expect.get("outcome", {}).items():
        assert outcomes[key] == outcome, key
    if "readings" in expect:
        assert {r["option"]: r["net"] for r in answer.get("readings", [])} == expect["readings"]


def _money(amounts: dict[str, Any]) -> dict[str, Decimal]:
    return {who: Decimal(str(amount)) for who, amount in amounts.items()}


def _check_remedy(answer: dict[str, Any], expect: dict[str, Any]) -> None:
    remedy = answer.get("remedy", {})
    if "remedy_lines" in expect:
        assert _lines(remedy["lines"]) == _lines(expect["remedy_lines"])
    if "source" in expect:
        assert remedy["source"] == expect["source"]
    if expect["ruling"] == "floor":
        silent = answer["silent"]
        assert silent["about"]
        elsewhere = {one["filing"] for one in silent["elsewhere"]}
        assert set(expect.get("elsewhere", ())) <= elsewhere
        assert not answer.get("returned")


def _lines(text: str) -> list[str]:
    """Line ranges; one line is a range that ends where it begins."""
    parts = [part.strip().partition(":") for part in text.split(",")]
    return [f"{file}:{lines if '-' in lines else f'{lines}-{lines}'}" for file, _, lines in parts]


def _check_open(found: list[dict[str, Any]], expect: dict[str, Any]) -> None:
    by_key = {f"{one['bettor']}.{one['wager']}": one for one in found}
    assert by_key.keys() == expect.keys()
    for key, wanted in expect.items():
        one = by_key[key]
        assert one["decides"]
        for bound in ("least", "most"):
            assert Decimal(one[bound]) == Decimal(wanted[bound]), (key, one)
        for outcome in ("win", "lose", "push", "no_action"):
            chance = float(one["possible"].get(outcome, 0))
            assert chance == pytest.approx(wanted.get(outcome, 0), abs=1e-6), (key, outcome, one)

"""Rounds in which something went wrong are ruled as the text, or its silence, has it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.catalogue import index
from houseway.filings.irregular import silent, told_json
from houseway.filings.loader import load
from houseway.filings.schema.irregular import KINDS
from tests.irregular import cases, check_case

FOLDER = Path(__file__).parent / "cases" / "irregular"
CASES = [case for path in sorted(FOLDER.glob("*.toml")) for case in cases(path)]
BANKED = [entry["id"] for entry in index() if entry["kind"] == "player-dealer"]


@pytest.mark.parametrize(
    ("round_file", "expect"),
    [case[1:] for case in CASES],
    ids=[name for name, _, _ in CASES],
)
def test_irregular_round(round_file: dict[str, Any], expect: dict[str, Any]) -> None:
    check_case(round_file, expect)


def test_the_cases_are_there() -> None:
    assert len(CASES) >= 400


@pytest.mark.parametrize("filing", BANKED)
def test_every_kind_a_text_names_is_ordered_and_no_other(filing: str) -> None:
    named = tomllib.loads((FOLDER.parent / "irregular-kinds.toml").read_text(encoding="utf-8"))
    wanted = {kind for kind, filings in named["named"].items() if filing in filings}
    told = told_json(load(filing))["errors"]
    assert [one["kind"] for one in told] == list(KINDS)
    assert {one["kind"] for one in told if "orders" in one} == wanted
    for kind, filings in named["named"].items():
        if kind not in wanted:
            elsewhere = {one.filing for one in silent(load(filing), kind).elsewhere}
            assert set(filings) <= elsewhere, kind

"""Rounds in which something went wrong are ruled as the text, or its silence, has it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.filings.catalogue import index
from houseway.filings.irregular import lines_of, silent, told_json
from houseway.filings.loader import load
from houseway.filings.schema.irregular import KINDS
from tests.irregular import cases, check_case

FOLDER = Path(__file__).parent / "cases" / "irregular"
CASES = [case for path in sorted(FOLDER.glob("*.toml")) for case in cases(path)]
NAMED: dict[str, dict[str, list[str]]] = tomllib.loads(
    (FOLDER.parent / "irregular-kinds.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(
    ("round_file", "expect"),
    [case[1:] for case in CASES],
    ids=[name for name, _, _ in CASES],
)
def test_irregular_round(round_file: dict[str, Any], expect: dict[str, Any]) -> None:
    check_case(round_file, expect)


def test_the_cases_are_there() -> None:
    assert len(CASES) >= 400


@pytest.mark.parametrize("filing", [entry["id"] for entry in index()])
def test_every_kind_a_text_names_is_ordered_and_no_other(filing: str) -> None:
    part = "named" if load(filing).kind == "player-dealer" else "poker"
    wanted = {kind for kind, filings in NAMED[part].items() if filing in filings}
    told = told_json(load(filing))["errors"]
    assert [one["kind"] for one in told] == list(KINDS)
    assert {one["kind"] for one in told if "orders" in one} == wanted
    for kind in KINDS:
        if kind not in wanted:
            elsewhere = {one.filing for one in silent(load(filing), kind).elsewhere}
            assert elsewhere == {f for of in NAMED.values() for f in of.get(kind, ())}, kind


@pytest.mark.parametrize("filing", [entry["id"] for entry in index() if load(entry["id"]).orders])
def test_every_line_of_an_order_has_a_case_worked_by_hand(filing: str) -> None:
    """Each line that a filing's orders cite, for each kind of irregularity they are for."""
    rules = load(filing)
    ordered = {
        (kind, line)
        for order in rules.orders
        for kind in order.kinds
        for line in lines_of(rules, order).split(", ")
    }
    worked = {
        (error["kind"], line)
        for name, errors, expect in _worked()
        if name == filing
        for error in errors
        for line in expect.get("remedy_lines", "").split(", ")
    }
    assert ordered <= worked, sorted(ordered - worked)


def _worked() -> Iterator[tuple[str, list[dict[str, Any]], dict[str, Any]]]:
    """Every case: its filing, what went wrong, what is expected."""
    for _, file, expect in CASES:
        yield file["filing"], file.get("error", []), expect
    for path in sorted(FOLDER.with_name("irregular-poker").glob("*.toml")):
        hand = tomllib.loads(path.read_text(encoding="utf-8"))
        yield hand["_filing"], hand.get("_errors", []), hand["expect"]

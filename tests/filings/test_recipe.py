"""The recipe of docs/filings.md: its example loads, reads, compares and settles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.filings.diff import differences
from houseway.filings.lint import lint_filings
from houseway.filings.loader import load, load_file, open_filing
from houseway.filings.show import rule_sheet
from houseway.filings.sign import table_sign
from tests.filings.printed import flat

PAGE = (Path(__file__).parents[2] / "docs" / "filings.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)
    assert len(found) == 1, f"one {language} example is expected"
    return str(found[0])


@pytest.fixture
def example(tmp_path: Path) -> Path:
    path = tmp_path / "my-house.toml"
    path.write_text(block("toml"), encoding="utf-8")
    return path


def test_the_example_is_shown_as_a_rule_sheet(example: Path) -> None:
    sheet = flat(rule_sheet(open_filing(str(example))))
    assert "Three Card Poker Riverbend Cardroom" in sheet
    assert "Bank qualifies with queen high or better Settling, item 3" in sheet


def test_lint_finds_nothing_in_the_example(example: Path) -> None:
    assert lint_filings([str(example)]) == []


def test_the_example_is_signed_within_its_limits(example: Path) -> None:
    sign = flat(table_sign(load_file(example), ["2"], "5-200"))
    assert "Table limits: $5 to $200" in sign


def test_the_example_is_compared_with_the_catalogue(example: Path) -> None:
    found = differences(load_file(example), load("casino-club/three-card-poker-6-card-bonus"))
    by_path = {one.path: one for one in found}
    assert by_path["table.seats"].first == "6 seats in all"
    assert by_path["table.seats"].second == "7 seats in all"


def test_a_round_is_settled_under_the_example(example: Path) -> None:
    exec(compile(block("python"), "docs/filings.md", "exec"), {"path": example})

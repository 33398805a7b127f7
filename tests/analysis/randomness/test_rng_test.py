"""`houseway rng-test`: the report, its verdict over many tests, where it is kept."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import houseway
from houseway.analysis.randomness import Finding, Report
from houseway.cli import app

FEW = ("--seed", "3", "--shuffles", "2500", "--throws", "2500")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["rng-test", *arguments])


def made(*ps: float) -> Report:
    return Report(
        version="1", began="2026-01-02T03:04:05+00:00", source="a test", system="none", code=(),
        boxes=(), throws=0,
        findings=tuple(Finding("dice", "runs", f"test {n}", 9, 1.5, "normal", p)
                       for n, p in enumerate(ps)),
    )  # fmt: skip


def test_the_text_says_what_was_done_within_80_columns() -> None:
    result = run(*FEW)
    assert result.exit_code == 0, result.output
    assert f"program   houseway {houseway.__version__}" in result.stdout
    assert "source    the repeatable generator, seed 3; not that of live tables" in result.stdout
    assert re.search(r"standard-52 +52 pieces +2,500 shuffles", result.stdout)
    assert result.stdout.endswith("Verdict: passed\n")
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_seed_gives_the_same_report_but_for_its_time() -> None:
    one, other = (json.loads(run(*FEW, "--json").stdout) for _ in range(2))
    assert all(report.pop("began") for report in (one, other))
    assert one == other
    assert {test["kind"] for test in one["tests"]} == {
        "contents", "chi-square", "runs", "serial", "permutation",
    }  # fmt: skip
    assert {"tiles-32", "standard-52", "8 x standard-52", "dice"} <= {
        test["subject"] for test in one["tests"]
    }
    assert all(re.fullmatch("[0-9a-f]{64}", module["sha256"]) for module in one["code"])
    for key in ("sample", "statistic", "law", "p", "result"):
        assert all(key in test for test in one["tests"])


def test_the_report_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "report.json"
    result = run(*FEW, "--json", "-o", str(kept))
    assert result.stdout == f"passed; the report is in {kept}\n"
    assert json.loads(kept.read_text())["verdict"] == "passed"


@pytest.mark.parametrize("arguments", [("-o", "/nowhere/report.txt"), ("--throws", "10")])
def test_bad_input_ends_with_two(arguments: tuple[str, str]) -> None:
    result = run(*FEW[:4], *arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


def test_an_unfair_source_ends_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.table.shoes.shuffled", lambda pieces, _: list(pieces))
    result = run(*FEW)
    assert result.exit_code == 1
    assert result.stdout.endswith("Verdict: failed\n")


def test_one_in_a_hundred_below_99_is_no_failure() -> None:
    report = made(0.005, *[0.5] * 99)
    assert report.ok
    assert report.below == 1
    assert report.expected_below == pytest.approx(1.0)
    assert report.findings[0].result(report.bar) == "below 99%"
    assert "Below 99%: 1; an honest source puts 1.0 there." in report.as_text()


def test_the_bar_of_the_whole_is_shared_by_its_tests() -> None:
    """0.01 / 100: a test at 0.00009 fails the whole, one at 0.00011 does not."""
    assert not made(0.00009, *[0.5] * 99).ok
    assert made(0.00011, *[0.5] * 99).ok
    assert made(0.011).ok


def test_certain_checks_add_nothing_to_what_chance_explains() -> None:
    report = made(*[0.5] * 10)
    sure = replace(
        report, findings=(*report.findings, Finding("d", "contents", "", 1, 0, "none", 1))
    )
    assert sure.expected_below == pytest.approx(report.expected_below)

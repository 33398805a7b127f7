"""The catalogue's commands from the outside: what is printed, and the exit status."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from houseway.cli import app

CASINO_TCP = "casino-club/three-card-poker-6-card-bonus"
OUTLAWS_TCP = "outlaws/three-card-poker-6-card-bonus"
BAD = Path(__file__).parent / "bad"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def answer(*arguments: str) -> Any:
    done = run(*arguments, "--json")
    assert done.stdout.count("\n") == 1, "one document on standard output, nothing else"
    return json.loads(done.stdout)


def test_filings_lists_the_47_ids() -> None:
    assert len(answer("filings")) == 47
    assert CASINO_TCP in run("filings").stdout


def test_show_prints_a_sheet_and_its_data() -> None:
    done = run("show", CASINO_TCP)
    assert done.exit_code == 0
    assert "Round of play" in done.stdout
    assert answer("show", CASINO_TCP)["family"] == "three-card-poker"
    assert answer("show", CASINO_TCP, "--find", "qualifies")["found"]


def test_show_of_an_unknown_filing_is_bad_input() -> None:
    done = run("show", "casino-club/roulette")
    assert done.exit_code == 2
    assert "there is no filing" in done.stderr
    assert answer("show", "casino-club/roulette")["error"]["code"] == "unknown-filing"


def test_show_of_a_bad_file_names_file_and_key() -> None:
    path = BAD / "unknown-key.toml"
    assert answer("show", str(path))["error"]["where"] == f"{path}: table.seat_colour"
    several = run("show", str(BAD / "several-defects.toml"))
    assert several.exit_code == 2
    assert several.stderr.count("error:") == 3


def test_sign_refuses_limits_with_status_2() -> None:
    assert run("sign", CASINO_TCP, "--schedule", "1", "--limits", "5-500").exit_code == 0
    done = run("sign", CASINO_TCP, "--schedule", "1", "--limits", "5-5000")
    assert done.exit_code == 2
    assert "[Wagering Limits and Collection Fees" in done.stderr
    error = answer("sign", CASINO_TCP, "--schedule", "1", "--limits", "5-5000")["error"]
    assert error["code"] == "limits-not-permitted"


def test_diff_prints_both_houses() -> None:
    done = run("diff", CASINO_TCP, OUTLAWS_TCP)
    assert done.exit_code == 0
    assert "Casino Club" in done.stdout
    assert answer("diff", CASINO_TCP, OUTLAWS_TCP)["same"] is False
    assert "The two filings are the same." in run("diff", CASINO_TCP, CASINO_TCP).stdout


def test_lint_ends_with_1_where_there_is_an_error() -> None:
    assert run("lint", CASINO_TCP).exit_code == 0
    assert run("lint", "500-club/ez-baccarat").exit_code == 1
    assert run("lint").exit_code == 1
    done = run("lint", str(BAD / "percentage-fee.toml"), "--json")
    assert done.exit_code == 1
    (found,) = json.loads(done.stdout)
    assert list(found) == ["filing", "severity", "code", "message", "where", "cite"]
    assert run("lint", "no/such/file.toml").exit_code == 2


def test_schema_describes_every_family() -> None:
    schema = json.loads(run("schema").stdout)
    assert schema["title"] == "A Houseway filing"
    assert len(schema["allOf"]) == 8

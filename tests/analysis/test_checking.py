"""`houseway check`: findings, sheet and odds of a draft, and what a saved change changes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from houseway.analysis.checking import check, watch
from houseway.cli import app
from houseway.filings.drafting import copy_of

BACCARAT = "napa-valley/ez-baccarat-panda-8"
HOLDEM = "500-club/texas-holdem"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    path = tmp_path / "draft.toml"
    path.write_text(copy_of(BACCARAT), encoding="utf-8")
    return path


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    later = path.stat().st_mtime_ns + 1_000_000_000
    os.utime(path, ns=(later, later))  # clocks of file systems are coarse


def steps(*several: Callable[[], None]) -> Callable[[], None]:
    """A wait in which one thing after another happens."""
    left = list(several)
    return lambda: left.pop(0)() if left else None


def test_a_draft_is_linted_shown_and_counted(draft: Path) -> None:
    made = check(draft)
    assert not made.is_good  # the house is still to be filled in
    assert made.odds is not None
    # The published edge of the player line, with eight decks.
    assert round(float(made.odds.bets["player"].ev), 6) == -0.012351
    answer = made.as_json()
    assert list(answer) == ["file", "findings", "sheet", "odds", "no_odds"]
    assert answer["sheet"]["family"] == "baccarat"


def test_a_saved_change_shows_in_sheet_and_odds(draft: Path) -> None:
    # Tie at 9 to 1 instead of 8: one unit more on each tie, of which there are 9.5156%.
    looks = watch(draft, steps(lambda: change(draft, "pays = 8 }", "pays = 9 }")))
    (first, none), (second, before) = islice(looks, 2)
    assert none is None
    assert before is first
    (rule,) = second.rules_since(first)
    assert (rule.first, rule.second) == ("8:1", "9:1")
    (shift,) = second.odds_since(first)
    assert shift.bet == "tie"
    assert shift.before is not None
    assert shift.after is not None
    assert round(shift.after - shift.before, 5) == 0.09516


def test_a_file_saved_unchanged_or_missing_for_a_moment_changes_nothing(draft: Path) -> None:
    away = draft.with_suffix(".away")
    looks = watch(
        draft,
        steps(
            lambda: None,
            lambda: os.replace(draft, away),
            lambda: os.replace(away, draft),
            lambda: change(draft, "Panda", "Panda"),
            lambda: change(draft, "pays = 40 }", "pays = 41 }"),
        ),
        with_odds=False,
    )
    made = [check.rules_since(before) if before else None for check, before in islice(looks, 3)]
    assert [None if one is None else len(one) for one in made] == [None, 0, 1]


def test_a_draft_that_does_not_load_is_told_and_watched_on(draft: Path) -> None:
    looks = watch(
        draft,
        steps(
            lambda: change(draft, 'first = "player"', 'first = "plyer"'),
            lambda: change(draft, 'first = "plyer"', 'first = "banker"'),
        ),
        with_odds=False,
    )
    first, second, third = (check for check, _ in islice(looks, 3))
    assert first.filing is not None
    assert second.filing is None
    assert second.findings[0].where.endswith("game.deal.first")
    assert third.filing is not None


def test_check_prints_all_and_ends_with_1_where_lint_finds_an_error(draft: Path) -> None:
    done = run("check", str(draft))
    assert done.exit_code == 1
    assert "still to be" in done.stdout
    assert "-0.012351" in done.stdout
    change(draft, "TO FILL IN: the cardroom", "Riverbend Cardroom")
    change(draft, "TO FILL IN: the Bureau's number", "GEGA-000000")
    assert run("check", str(draft), "--no-odds").exit_code == 0


def test_check_says_why_there_are_no_odds(tmp_path: Path) -> None:
    path = tmp_path / "draft.toml"
    path.write_text(copy_of(HOLDEM), encoding="utf-8")
    answer: dict[str, Any] = json.loads(run("check", str(path), "--json").stdout)
    assert (answer["odds"], answer["no_odds"]) == (None, "no game against a player-dealer")


def test_check_of_no_file_is_bad_input(tmp_path: Path) -> None:
    for given in ((), ("--watch",)):
        done = run("check", str(tmp_path / "none.toml"), *given)
        assert done.exit_code == 2
        assert "no such file" in done.stderr


def test_watch_ends_with_an_interrupt(draft: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(seconds: float) -> None:  # noqa: ARG001
        raise KeyboardInterrupt

    monkeypatch.setattr("houseway.cli.analysis.time.sleep", interrupt)
    done = run("check", str(draft), "--watch", "--no-odds", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["file"] == str(draft)

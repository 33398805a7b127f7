"""What lint's options do: readings folded, formats, mending, the law of a day."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from houseway.cli import app
from houseway.filings.catalogue import own_ids
from houseway.filings.lint import lint_filings, lint_filings_against
from houseway.filings.lint.codes import codes
from houseway.filings.lint.laws import laws
from houseway.filings.loader import load_file

EZ = "500-club/ez-baccarat"
TILES = "napa-valley/pai-gow-tiles"
ROOT = Path(__file__).parents[2]
BAD = Path(__file__).parent / "bad"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["lint", *arguments])


def found(*arguments: str) -> list[dict[str, str]]:
    answer: list[dict[str, str]] = json.loads(run(*arguments, "--json").stdout)
    return answer


def test_readings_fold_into_one_line_a_filing() -> None:
    shown = run(EZ).stdout
    taken = [one for one in found(EZ) if one["code"] == "reading"]
    assert f"{EZ}: {len(taken)} readings taken (--readings)" in shown
    assert "table-games 97" not in shown
    listed = run(EZ, "--readings").stdout
    assert all(one["cite"] in listed for one in taken)
    assert "readings taken" not in listed


def test_errors_stand_before_warnings_and_notes() -> None:
    shown = run(EZ, TILES).stdout
    kinds = [line.split()[0] for line in shown.splitlines() if line.strip()]
    kinds = [kind for kind in kinds if kind in ("error", "warning", "note")]
    assert kinds == sorted(kinds, key=("error", "warning", "note").index)
    assert set(kinds) == {"error", "warning", "note"}


def test_a_finding_is_told_by_its_code() -> None:
    """By it its chapter is looked up; 004:3604-3605 is in two brackets."""
    assert "brackets-overlap: $50 is in two" in " ".join(run(EZ).stdout.split())


def test_json_is_a_list_with_its_readings_as_ever() -> None:
    plain = run(EZ, "--json").stdout
    assert plain == run(EZ, "--format", "json").stdout == run(EZ, "--json", "--readings").stdout
    assert {"filing", "severity", "code", "message", "where", "cite"} == found(EZ)[0].keys()


def _sarif(*arguments: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run(*arguments, "--format", "sarif").stdout)
    return document


def test_sarif_names_rules_levels_and_places() -> None:
    document = _sarif(EZ)
    assert document["version"] == "2.1.0"
    (one,) = document["runs"]
    rules = one["tool"]["driver"]["rules"]
    overlap = next(r for r in one["results"] if r["ruleId"] == "brackets-overlap")
    assert rules[overlap["ruleIndex"]]["id"] == "brackets-overlap"
    assert overlap["level"] == "error"  # 004:3604-3605
    assert overlap["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].endswith(
        "500-club/ez-baccarat.toml"
    )
    assert "reading" not in {r["ruleId"] for r in one["results"]}
    with_readings = _sarif(EZ, "--readings")["runs"][0]["results"]
    assert "reading" in {r["ruleId"] for r in with_readings}


def test_sarif_leads_to_the_file_and_line_of_ones_own(mine: Path) -> None:
    _spoil(mine, 'house = "', 'house = "TO FILL IN: ')
    lines = mine.read_text(encoding="utf-8").splitlines()
    results = _sarif(str(mine))["runs"][0]["results"]
    (unfilled,) = [one for one in results if one["ruleId"] == "to-fill"]
    place = unfilled["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == mine.as_uri()
    assert lines[place["region"]["startLine"] - 1].startswith("house = ")
    assert all(one["locations"][0]["physicalLocation"]["region"]["startLine"] for one in results)


@pytest.mark.parametrize("name", ["unknown-key", "range-backwards", "bracket", "no-citation"])
def test_a_finding_stands_by_the_line_it_is_about(name: str) -> None:
    (result, *_) = _sarif(str(BAD / f"{name}.toml"))["runs"][0]["results"]
    line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
    written = (BAD / f"{name}.toml").read_text(encoding="utf-8").splitlines()[line - 1]
    begins = {"unknown-key": "seat_colour", "range-backwards": "limits", "no-citation": "[bank]"}
    assert written.startswith(begins.get(name, "option"))


def test_sarif_of_a_file_that_does_not_load(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    shutil.copy(BAD / "unknown-key.toml", path)
    done = run(str(path), "--format", "sarif")
    assert done.exit_code == 1
    (result,) = json.loads(done.stdout)["runs"][0]["results"]
    assert result["ruleId"] == "unknown-key"


def test_an_unknown_format_is_bad_input() -> None:
    assert run(EZ, "--format", "xml").exit_code == 2


def test_every_code_has_its_chapter() -> None:
    page = (ROOT / "docs" / "lint.md").read_text(encoding="utf-8")
    assert all(f"### {code}\n" in page for code in codes())
    assert {one.code for one in lint_filings([])} <= codes().keys()


# Mending


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The example of a complete filing, from the page that explains it."""
    page = (ROOT / "docs" / "filings.md").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(page.split("```toml\n", 1)[1].split("```", 1)[0], encoding="utf-8")
    assert not [one for one in found(str(path)) if one["severity"] == "error"]
    return path


def _spoil(path: Path, right: str, wrong: str) -> str:
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong, 1), encoding="utf-8")
    return text


def test_fix_names_a_wager_once_in_the_order(mine: Path) -> None:
    order = next(
        line for line in mine.read_text(encoding="utf-8").splitlines() if "wager_order" in line
    )
    apart = order.replace("]", ', "ante"]')  # first or last: nobody knows which is meant
    text = _spoil(mine, order, apart)
    assert "unknown-wager" in {one["code"] for one in found(str(mine))}
    assert "mended" not in run(str(mine), "--fix").stdout
    _spoil(mine, apart, order.replace('"ante"', '"ante", "ante"'))
    done = run(str(mine), "--fix")
    assert "ante stands once in the order of settlement" in done.stdout
    assert mine.read_text(encoding="utf-8") == text


def test_fix_writes_a_range_forwards(mine: Path) -> None:
    text = _spoil(mine, 'limits = "1-50"', 'limits = "50-1"')
    assert run(str(mine)).exit_code == 1
    assert run(str(mine), "--fix").exit_code == 0
    assert mine.read_text(encoding="utf-8") == text
    assert load_file(mine)


def test_fix_puts_brackets_in_order_but_not_two_that_start_alike(tmp_path: Path) -> None:
    from houseway.filings.lint.mending import mend

    path = tmp_path / "fees.toml"
    path.write_text('bank = ["101+: 2", "1-100: 1"]  # as printed\n', encoding="utf-8")
    assert len(mend(path)) == 1
    assert path.read_text(encoding="utf-8") == 'bank = ["1-100: 1", "101+: 2"]  # as printed\n'
    unclear = 'bank = ["101+: 2", "1-100: 1", "1-50: 3"]\n'
    path.write_text(unclear, encoding="utf-8")
    assert mend(path) == []
    assert path.read_text(encoding="utf-8") == unclear


def test_fix_leaves_comments_alone(tmp_path: Path) -> None:
    from houseway.filings.lint.mending import mend

    path = tmp_path / "fees.toml"
    path.write_text('# printed: bank = ["101+: 2", "1-100: 1"]\n', encoding="utf-8")
    assert mend(path) == []


def test_fix_leaves_a_right_file_and_the_catalogue_alone(mine: Path) -> None:
    before = mine.read_bytes()
    assert "mended" not in run(str(mine), EZ, "--fix").stdout
    assert mine.read_bytes() == before


def test_fix_of_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    done = run(str(tmp_path / "none.toml"), "--fix")
    assert done.exit_code == 2
    assert "Traceback" not in done.stderr


# The law of a day


def against(filing: str, day: str) -> dict[str, str]:
    return {one.where: one.severity for one in lint_filings_against([filing], day)}


def test_every_barred_word_of_a_title_is_named() -> None:
    """Games may not be called blackjack or 21 (Cal. Code Regs., tit. 11, §§ 2073-2075)."""
    (barred,) = [
        one
        for one in lint_filings_against(["500-club/pure-21.5-blackjack"], "2026-04-15")
        if "2073" in one.where
    ]
    assert "the name has '21' and 'Blackjack'" in barred.message


def test_the_rules_of_2026_are_in_force_for_seven_weeks_and_then_stayed() -> None:
    """Effective April 1, 2026; enjoined on May 21, 2026."""
    names, rotation = (
        "Cal. Code Regs., tit. 11, §§ 2073-2075",
        "Cal. Code Regs., tit. 11, §§ 2076-2077",
    )
    no_bust = "napa-valley/no-bust-21st-century-blackjack"
    assert names not in against(no_bust, "2026-03-31")
    assert against(no_bust, "2026-04-01")[names] == "warning"
    assert against(no_bust, "2026-05-20")[rotation] == "warning"
    assert (
        against(no_bust, "2026-05-21")[names] == against(no_bust, "2026-05-21")[rotation] == "note"
    )
    # Baccarat is no blackjack; its seat is offered after two hands, not before every one.
    assert against(EZ, "2026-04-01")[names] == "note"
    assert against(EZ, "2026-04-01")[rotation] == "warning"


def test_the_notice_of_2016_held_for_a_year() -> None:
    """June 30, 2016 to June 20, 2017: an hour in the seat, unless the filing ends the game."""
    notice = "Bureau's notice on rotation of 2016"
    assert notice not in against(EZ, "2016-06-29")
    assert against(EZ, "2016-06-30")[notice] == "warning"
    assert notice not in against(EZ, "2017-06-20")
    # 003:152: if nobody intervenes the game is broken
    assert against("napa-valley/no-bust-21st-century-blackjack", "2017-01-01")[notice] == "note"


def test_poker_has_no_player_dealer_and_is_held_to_the_law_of_fees_alone() -> None:
    assert against("500-club/omaha", "2026-04-02") == {"Penal Code 337j, fees": "note"}


def test_every_law_names_its_source_and_every_filing_can_be_held_to_it() -> None:
    assert all(one.source for one in laws())
    assert {one.filing for one in lint_filings_against([], "2026-04-02")} == set(own_ids())


def test_a_day_that_is_none_is_bad_input() -> None:
    done = run(EZ, "--against", "next tuesday", "--json")
    assert done.exit_code == 2
    assert json.loads(done.stdout)["error"]["code"] == "bad-date"


def test_the_hook_for_pre_commit_runs_lint() -> None:
    hook = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert "entry: houseway lint\n" in hook
    assert all(f"{key}: " in hook for key in ("id", "name", "language"))

"""`houseway new`: drafts with every key, that load, play and lint clean but for what is marked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.errors import FilingError
from houseway.family import family_names
from houseway.filings.catalogue import filing_ids
from houseway.filings.drafting import copy_of, new_draft
from houseway.filings.lint import Finding, lint_file, lint_filings
from houseway.filings.lint.rules import MARK
from houseway.filings.loader import open_filing
from houseway.filings.schema.base import Record
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    PotGroup,
    TimedGroup,
)
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.filing import family_schema
from houseway.filings.schema.walk import records_of
from tests.filings.mutants import play
from tests.filings.test_commands import answer, run


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "draft.toml"
    path.write_text(text, encoding="utf-8")
    return path


def told(findings: list[Finding]) -> set[tuple[str, str]]:
    """What lint finds apart from what is still to be filled in and the readings taken."""
    return {(f.severity, f.code) for f in findings if f.code not in ("to-fill", "reading")}


@pytest.mark.parametrize("family", family_names())
def test_a_draft_has_only_its_marks_to_fill(family: str, tmp_path: Path) -> None:
    path = written(tmp_path, new_draft(family))
    found = lint_file(path)
    assert {one.where for one in found if one.code == "to-fill"} >= {"house", "approval"}
    assert not {code for severity, code in told(found) if severity == "error"}
    filled = path.read_text(encoding="utf-8").replace(MARK, "Filled")
    assert not [one for one in lint_file(written(tmp_path, filled)) if one.severity == "error"]


@pytest.mark.parametrize("family", family_names())
def test_a_draft_is_played(family: str, tmp_path: Path) -> None:
    filing = open_filing(str(written(tmp_path, new_draft(family))))
    assert filing.family == family
    assert play(filing)[0] == "played"


# Fees of the other kind of game are refused, and so no part of the draft.
FOREIGN = {True: (PotGroup, TimedGroup, BlindsGroup), False: (CaliforniaGroup,)}


def keys(model: type[Record], found: set[str], seen: set[type]) -> set[str]:
    if model not in seen:
        seen.add(model)
        for key, info in model.model_fields.items():
            found.add(key)
            for record in records_of(info.annotation):
                if record.__name__ not in (
                    "Bracket",
                    "HourSpan",
                    "PlayerBand",
                ):  # written as one string
                    keys(record, found, seen)
    return found


@pytest.mark.parametrize("family", family_names())
def test_a_draft_names_every_key_of_its_family(family: str) -> None:
    text = new_draft(family)
    schema = family_schema(family)
    seen: set[type] = {*FOREIGN[issubclass(schema, PlayerDealerFiling)]}
    missing = [
        key for key in sorted(keys(schema, set(), seen)) if not re.search(rf"(?m)\b{key}\b", text)
    ]
    assert not missing


@pytest.mark.parametrize("family", family_names())
def test_a_draft_speaks_of_the_game_and_writes_numbers_as_a_filing_does(family: str) -> None:
    text = new_draft(family)
    for inner in ("Unknown keys are refused", "got keys later", "low, high", "[pay_table.decks]"):
        assert inner not in text
    if issubclass(family_schema(family), PlayerDealerFiling):
        assert '# decks = "2+"' in text


@pytest.mark.parametrize("filing_id", filing_ids())
def test_a_copy_is_linted_like_the_filing_it_copies(filing_id: str, tmp_path: Path) -> None:
    path = written(tmp_path, copy_of(filing_id))
    found = lint_file(path)
    assert {one.where for one in found if one.code == "to-fill"} >= {"house"}
    assert told(found) == told(lint_filings([filing_id]))
    before = [one.cite for one in lint_filings([filing_id]) if one.code == "reading"]
    assert sorted(one.cite for one in found if one.code == "reading") == sorted(before)
    assert open_filing(str(path)).id == f"my-house/{filing_id.partition('/')[2]}"


def test_new_writes_a_file_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert run("new", "baccarat", "-o", str(path)).exit_code == 0
    assert path.read_text(encoding="utf-8") == new_draft("baccarat")
    again = run("new", "baccarat", "-o", str(path))
    assert again.exit_code == 2
    assert "there is such a file" in again.stderr


def test_new_prints_a_copy() -> None:
    done = run("new", "--from", "casino-club/pure-21.5-blackjack")
    assert done.exit_code == 0
    assert done.stdout == copy_of("casino-club/pure-21.5-blackjack")


@pytest.mark.parametrize("given", [(), ("baccarat", "--from", "casino-club/pure-21.5-blackjack")])
def test_new_needs_a_family_or_a_filing(given: tuple[str, ...]) -> None:
    done = run("new", *given)
    assert done.exit_code == 2
    assert "twenty-one" in done.stderr


def test_an_unknown_family_or_filing_is_answered_with_the_known_ones() -> None:
    assert "known are baccarat" in run("new", "bacarat").stderr
    with pytest.raises(FilingError) as refused:
        copy_of("casino-club/pure-21")
    assert "did you mean 'casino-club/pure-21.5-blackjack'" in refused.value.message


def test_lint_lists_what_is_to_fill(tmp_path: Path) -> None:
    path = written(tmp_path, new_draft("pai-gow-tiles"))
    found = [one for one in answer("lint", str(path)) if one["code"] == "to-fill"]
    (cites,) = (one for one in found if "citations" in one["message"])
    assert re.match(
        r"\d+ citations are still to be filled in: deck.cite, table.cite", cites["message"]
    )

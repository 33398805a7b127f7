"""A ruling on paper: one page with the cards, the clause with its line, and a place to sign."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.filings.page import Word, fitted
from houseway.histories.adjudicate import adjudicate
from houseway.histories.explain import explained
from houseway.histories.replay import replay_file
from houseway.histories.round_file import check_round
from houseway.histories.ruling_page import _blocks, ruling_pdf

CASES = Path(__file__).parents[1] / "cases"
MISDEAL = CASES / "irregular" / "napa-double-hand-05-exposed-ace-misdeal.toml"


def case_of(path: Path, **more: Any) -> dict[str, Any]:
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    if "_filing" in file:
        (answer,) = replay_file(path, explain=True)
        return {"file": file, "answer": answer, **more}
    file.pop("expect", None)
    ruled = adjudicate(check_round(file))
    steps = [one.as_json() for one in explained(ruled)]
    return {"file": file, "answer": {**ruled.as_json(), "explain": steps}, **more}


def words(case: dict[str, Any]) -> list[str]:
    return [mark.text for mark in fitted(list(_blocks(case, "Ruling"))) if isinstance(mark, Word)]


def test_a_misdeal_says_clause_line_and_who_gets_what_back() -> None:
    """003:217-219; every wager goes back."""
    case = case_of(MISDEAL, number=7, at="2025-01-01", by="Flo", table="4", names="Bob")
    found = words(case)
    text = " ".join(found)
    assert "Void: nobody wins or loses" in found
    assert "A joker or an ace boxed or exposed is a misdeal." in found
    assert "003:217-219" in text
    assert "ruled by Flo" in text
    assert found[found.index("Goes back to seat 2") + 1] == "30.00"
    assert {"Floor", "Player", "♠", "10", "Exposed card"} <= set(found)


@pytest.mark.parametrize(
    "path", sorted((CASES / "irregular").glob("*-[0-9][0-9]-*.toml")), ids=lambda path: path.stem
)
def test_every_kind_of_ruling_fits_on_one_page(path: Path) -> None:
    page = ruling_pdf(case_of(path))
    assert page.startswith(b"%PDF")
    assert page.count(b"/Type /Page\n") == 1 or page.count(b"/Type /Page ") == 1


def test_a_poker_hand_has_its_page_too() -> None:
    path = CASES / "irregular-poker" / "outlaws-holdem-01-one-card-exposed.toml"
    found = words(case_of(path))
    assert "002:41" in " ".join(found)
    assert {"Board", "p2 has", "88.00"} <= set(found)


def test_the_command_writes_one_page_of_one_file(tmp_path: Path) -> None:
    out = tmp_path / "ruling.pdf"
    done = CliRunner().invoke(app, ["adjudicate", str(MISDEAL), "--pdf", str(out)])
    assert done.exit_code == 0, done.output
    assert out.read_bytes().startswith(b"%PDF")
    two = CliRunner().invoke(app, ["adjudicate", str(MISDEAL), str(MISDEAL), "--pdf", str(out)])
    assert two.exit_code == 2


@pytest.mark.parametrize(
    ("name", "lay"),
    [
        ("outlaws-holdem-51-early-flop", ["p1", "p2", "p3", "Board", "Early board"]),
        ("500-face-up-chinese-poker-33-foul-hand-gets-no-bonus", ["p1 top", "p2 bottom"]),
    ],
)
def test_replay_writes_a_ruling_on_one_page(name: str, lay: list[str], tmp_path: Path) -> None:
    hand, out = CASES / "irregular-poker" / f"{name}.toml", tmp_path / "ruling.pdf"
    done = CliRunner().invoke(app, ["replay", str(hand), "--pdf", str(out)])
    assert done.exit_code == 0, done.output
    assert f"played-on; written to {out}" in " ".join(done.stdout.split())
    assert out.read_bytes().startswith(b"%PDF-")
    assert {"Played on", *lay} <= set(words(case_of(hand)))
    two = CliRunner().invoke(app, ["replay", str(hand), str(hand), "--pdf", str(out)])
    assert two.exit_code == 2
    assert "give one file" in two.stderr

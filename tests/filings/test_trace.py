"""Every line of the five texts is accounted for, by something that exists.

The texts are not in the repository; their blank lines are recorded. Where HOUSEWAY_TEXTS names a
folder with them, the records are held against them.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.filings.catalogue import own_ids
from houseway.filings.loader import load
from houseway.filings.schema.common import FilingBase
from houseway.filings.trace import count, lines_by_kind, trace
from houseway.filings.trace.clauses import Clause, untraced
from houseway.filings.trace.holding import holders, is_told
from houseway.filings.trace.texts import (
    TESTS,
    line_numbers,
    lines_tested,
    steps,
    text_names,
    text_trace,
)
from tests.tools.line_tests import ROOT, index_of_tests, lines_named

TEXTS = os.environ.get("HOUSEWAY_TEXTS", "")
NAPA_TCP = "napa-valley/three-card-poker-6-card-bonus-1.3"


def _lines_of(clauses: list[Clause]) -> Iterator[tuple[str, int]]:
    for one in clauses:
        yield from ((one.text, line) for line in range(one.first, one.last + 1))


def _clause(filing_id: str, line: int) -> Clause:
    return next(one for one in trace(load(filing_id)) if one.first <= line <= one.last)


@pytest.mark.parametrize("filing_id", own_ids())
def test_every_line_of_a_filing_is_accounted_for(filing_id: str) -> None:
    filing = load(filing_id)
    assert untraced(filing) == []
    clauses = trace(filing)
    assert all(one.clause for one in clauses if one.kind != "no-rule"), "a clause has its place"
    assert all(one.held_by for one in clauses)
    assert sum(count(clauses).values()) == len(clauses)
    places = [(one.text, one.first) for one in clauses]
    assert places == sorted(places)


def test_the_five_texts_are_traced_to_the_last_line() -> None:
    # 745, 190, 531, 2,049 and 5,252 line ends; all but 002 have one line more, without an end.
    known = {name: text_trace(name) for name in text_names()}
    assert {name: one.lines for name, one in known.items() if one} == {
        "000": 746, "001": 191, "002": 531, "003": 2050, "004": 5253,
    }  # fmt: skip
    traced = {place for one in own_ids() for place in _lines_of(trace(load(one)))}
    for name, own in known.items():
        assert own is not None
        idle = (own.blank, *own.no_rule.values())  # a document's title may be no filing's
        known_idle = {place for lines in idle for place in line_numbers(lines, name)}
        left = {(name, line) for line in range(1, own.lines + 1)} - known_idle - traced
        assert not left, f"no filing traces {sorted(left)[:20]}"


def test_the_page_on_the_trace_counts_what_became_of_every_line() -> None:
    page = (ROOT / "docs" / "trace.md").read_text(encoding="utf-8")
    traces = [trace(load(one)) for one in own_ids()]
    for name in text_names():
        own = text_trace(name)
        assert own is not None
        kinds = lines_by_kind(name, traces)
        blank = len(list(line_numbers(own.blank, name)))
        assert blank + sum(kinds.values()) == own.lines
        counted = (own.lines, blank, kinds["executed"], kinds["told"], kinds["no-rule"])
        assert f"| {name} | {' | '.join(f'{one:,}' for one in counted)} |" in page


@pytest.mark.parametrize("name", text_names())
def test_what_is_recorded_of_a_text_is_recorded_once(name: str) -> None:
    own = text_trace(name)
    assert own is not None
    spans = [own.blank, *own.no_rule.values(), *(one.lines for one in own.held if not one.filing)]
    places = [place for lines in spans for place in line_numbers(lines, name)]
    assert len(places) == len(set(places))
    assert all(1 <= line <= own.lines for _, line in places)


@pytest.mark.parametrize("filing_id", own_ids())
def test_held_lines_name_keys_rules_and_steps_that_exist(filing_id: str) -> None:
    filing = load(filing_id)
    own = text_trace(filing.source.file)
    assert own is not None
    mine = set(line_numbers(filing.source.lines, filing.source.file))
    keys = {one.what.partition(" (")[0] for one in holders(filing)}
    for held in own.held:
        concerns = held.filing in ("", filing_id)
        if concerns and mine & set(line_numbers(held.lines, filing.source.file)):
            for name in held.by:
                assert name in keys or name in {"procedure", *steps().step} or _has(filing, name)


def _has(filing: FilingBase, name: str) -> bool:
    return is_told(name) and bool(getattr(filing, name.partition("[")[0], None))


def test_steps_name_parts_of_the_program() -> None:
    for place in steps().step.values():
        module, _, member = place.partition(":")
        assert hasattr(import_module(module), member), place
    told = (*steps().rule.values(), *steps().term.values())
    named = {step for several in told for step in several}
    named |= {
        name
        for text in text_names()
        if (own := text_trace(text))
        for held in own.held
        for name in held.by
    }
    assert set(steps().step) <= named, "a step that no clause names"
    topics = {rule.topic for one in own_ids() for rule in load(one).rule}
    assert set(steps().rule) <= topics, "a topic that no filing has"
    terms = {term.term for one in own_ids() for term in load(one).term}
    assert set(steps().term) <= terms, "a term that no filing has"


def test_the_tests_named_exist_and_the_index_is_fresh() -> None:
    assert TESTS.read_text(encoding="utf-8") == index_of_tests(), (
        "run python -m tests.tools.line_tests"
    )
    for test in {test for tests in lines_tested().values() for test in tests}:
        path, _, name = test.partition("::")
        assert name in (ROOT / path).read_text(encoding="utf-8")


def test_a_test_bears_on_the_lines_it_names() -> None:
    """A whole game's range says where nothing stands; no single test bears on every line of it."""
    for test, lines in json.loads(TESTS.read_text(encoding="utf-8")).items():
        for span in lines.split(", "):
            assert len(list(line_numbers(span))) <= 100, f"{test}: {span}"


def test_a_test_names_lines_as_people_write_them() -> None:
    assert list(lines_named("003:629, 12 seats")) == ["003:629"]
    assert list(lines_named("002:53-59; the rules")) == ["002:53-59"]
    assert list(lines_named("at 10:30, port 3:80")) == []


def test_napa_three_card_poker_clause_by_clause() -> None:
    """Read off the text by hand: a heading, rules with a key, a step, words, a page mark."""
    assert _clause(NAPA_TCP, 570).kind == "no-rule"  # "Standards of play:"
    assert _clause(NAPA_TCP, 601).held_by == ("the head or mark of a page",)
    qualifies = _clause(NAPA_TCP, 618)  # 003:618: queen high
    assert (qualifies.kind, qualifies.held_by[0]) == ("executed", "game.qualifies")
    assert qualifies.clause == "Round of Play, item 5"
    assert _clause(NAPA_TCP, 614).kind == "told"  # 003:614: only the player touches the cards
    covered = _clause(NAPA_TCP, 644)  # 003:644: what the bank does not cover goes back
    assert covered.held_by == ("step cover (houseway.settlement.settle:settle)",)
    case = "tests/cases/tablegames/napa-tcp-04-six-card-rows.toml"  # its comment names 618-621
    assert case in qualifies.tests
    assert _clause(NAPA_TCP, 704).held_by == ("term[Suit]",)  # 003:704


# Read off the texts: money, cards or refusals follow these, though a single value, a table of
# nothing but its citation, or words are all that a filing has of them.
DONE = [
    ("casino-club/pure-21.5-blackjack", 14, "step cover"),  # no more is won than was wagered
    ("casino-club/pure-21.5-blackjack", 43, "step card-values"),
    ("casino-club/pure-21.5-blackjack", 132, "step procedure"),  # Buster stays in action
    ("casino-club/pure-21.5-blackjack", 139, "step procedure"),  # the bank draws for Buster bets
    ("casino-club/three-card-poker-6-card-bonus", 389, "step cover"),
    ("casino-club/ultimate-texas-holdem", 744, "step rates"),  # five rates
    ("outlaws/holdem", 27, "step procedure"),  # check and raise
    ("outlaws/holdem", 39, "game.dealer_errors.boxed_card"),
    ("napa-valley/no-bust-21st-century-blackjack", 95, "game.jokers"),  # second best hand
    ("napa-valley/no-bust-21st-century-blackjack", 107, "game.freeze"),
    ("napa-valley/double-hand-poker", 231, "game.dealing_faults.misread"),
    ("napa-valley/fortune-pai-gow-poker-1.0", 810, "game.copy_hand"),
    ("napa-valley/ez-baccarat-panda-8", 923, "game.values"),
    ("napa-valley/ez-baccarat-panda-8", 1479, "step rates"),
    ("napa-valley/pai-gow-tiles", 1075, "game.ranks"),
    ("napa-valley/pai-gow-tiles", 1156, "game.touching"),
    ("napa-valley/pai-gow-tiles", 1180, "game.piles.unused_shown"),
    ("500-club/pure-spanish-21.5", 305, "game.rescue"),
    ("500-club/ez-baccarat", 442, "game.tied"),
    ("500-club/face-up-chinese-poker", 1949, "game.compared"),
    ("500-club/mexican-poker", 2103, "game.street[third-card].expose"),
    ("500-club/razz", 2858, "game.antes"),
    ("500-club/ez-baccarat", 4025, "step cover"),
    ("500-club/texas-holdem", 4752, "step rates"),
    ("500-club/face-up-pai-gow-poker", 5245, "step rotation"),
    ("500-club/seven-card-stud", 3005, "game.street[fourth-street].double_bet"),
]


@pytest.mark.parametrize(("filing_id", "line", "by"), DONE)
def test_what_the_program_does_is_not_called_told(filing_id: str, line: int, by: str) -> None:
    clause = _clause(filing_id, line)
    assert clause.kind == "executed"
    assert by in {held.partition(" (")[0] for held in clause.held_by}


# Read off the texts: a review by the Bureau, a colour of backs, hands that carry and count cards,
# the house's want of interest. A range cited for its neighbours carries none of them out.
SAID = [
    ("casino-club/pure-21.5-blackjack", 242),
    ("casino-club/three-card-poker-6-card-bonus", 292),
    ("casino-club/three-card-poker-6-card-bonus", 434),
    ("casino-club/ultimate-texas-holdem", 620),
    ("casino-club/ultimate-texas-holdem", 662),
    ("generic/ultimate-texas-holdem", 126),
    ("generic/ultimate-texas-holdem", 162),
    ("outlaws/three-card-poker-6-card-bonus", 185),
    ("outlaws/three-card-poker-6-card-bonus", 325),
    ("napa-valley/no-bust-21st-century-blackjack", 87),
    ("napa-valley/pai-gow-tiles", 1151),
    ("napa-valley/ultimate-texas-holdem", 1586),
    ("napa-valley/ultimate-texas-holdem", 1627),
    ("500-club/fortune-pai-gow-poker", 559),
    ("500-club/three-card-poker-6-card-bonus", 804),
    ("500-club/three-card-poker-6-card-bonus", 855),
    ("500-club/ultimate-texas-holdem", 965),
    ("500-club/face-up-pai-gow-poker", 4950),
    ("500-club/ez-baccarat", 4031),
]


@pytest.mark.parametrize(("filing_id", "line"), SAID)
def test_what_is_only_said_is_not_called_executed(filing_id: str, line: int) -> None:
    assert _clause(filing_id, line).kind == "told"


@pytest.mark.parametrize("filing_id", own_ids())
def test_citations_name_lines_on_which_something_stands(filing_id: str) -> None:
    """000:277 is the opening notice of three card poker; 000:273 is blank."""
    blank = {
        place
        for name in text_names()
        if (own := text_trace(name))
        for place in line_numbers(own.blank, name)
    }
    assert [
        one.what for one in holders(load(filing_id)) if one.places and one.places <= blank
    ] == []


def test_a_shared_schedule_is_traced_with_each_game_that_uses_it() -> None:
    # 003:1199-1212: options 1 to 7 of the California games, two rows each.
    option = _clause(NAPA_TCP, 1199)
    assert option.kind == "executed"
    assert any(what.startswith("schedule california-games") for what in option.held_by)


def test_facts_the_text_does_not_file_are_marked() -> None:
    """003:889 gives Omaha no number of seats and no way of shuffling."""
    held = _clause("napa-valley/omaha", 889).held_by
    assert "table (seats not filed)" in held
    assert "deck (dealt_from not filed)" in held
    filed = _clause("500-club/omaha", 2188).held_by  # 004:2188: ten seats, filed
    assert "table" in filed


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["trace", *arguments])
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_the_command_prints_json_csv_and_a_page(tmp_path: Path) -> None:
    answer = json.loads(run(NAPA_TCP, "--json"))
    for one in answer:
        assert {"lines", "clause", "kind", "held_by", "tests"} <= one.keys()
        assert one["kind"] in ("executed", "told", "no-rule")
    rows = list(csv.reader(io.StringIO(run(NAPA_TCP, "--csv"))))
    assert len(rows) == len(answer) + 1
    page = tmp_path / "matrix.html"
    assert run(NAPA_TCP, "--html", str(page)) == ""
    assert page.read_text(encoding="utf-8").count("<tr class=") == len(answer)
    assert "executed" in run(NAPA_TCP)


def test_a_page_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["trace", NAPA_TCP, "--html", str(tmp_path / "no" / "x.html")])
    assert done.exit_code == 2
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not TEXTS, reason="HOUSEWAY_TEXTS names no folder with the texts")
@pytest.mark.parametrize("name", text_names())
def test_blank_lines_are_those_of_the_text(name: str) -> None:
    own = text_trace(name)
    (path,) = Path(TEXTS).glob(f"{name}*.txt")
    lines = path.read_text(encoding="utf-8").split("\n")
    if not lines[-1]:
        lines.pop()
    blank = {(name, place) for place, line in enumerate(lines, 1) if not line.strip()}
    assert own is not None
    assert (own.lines, set(line_numbers(own.blank, name))) == (len(lines), blank)

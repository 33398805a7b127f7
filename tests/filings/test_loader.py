"""A bad filing does not load: each error names its file, its key and what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.errors import FilingError, HousewayError, Problems
from houseway.filings.lint import lint_filings
from houseway.filings.loader import load, load_file, open_filing

BAD = Path(__file__).parent / "bad"
OPTION = "collection.set[0].group[0].option"

# file: code, key path, words of the message
EXPECTED: dict[str, tuple[str, str, str]] = {
    "unknown-key": ("unknown-key", "table.seat_colour", "spelling"),
    "misspelt-key-in-a-row": ("unknown-key", "pay_table[0].rows[4].pay", "spelling"),
    "missing-key": ("missing-key", "game.qualifies.high_card", "required"),
    "missing-table": ("missing-key", "game.qualifies", "required"),
    "no-citation": ("no-citation", "bank.cite", '"Heading, item | lines"'),
    "citation-without-lines": ("bad-value", "deck.cite", "both parts required"),
    "citation-with-bad-lines": ("bad-value", "deck.cite", "'page 4' is no line range"),
    "money-in-words": ("bad-value", f"{OPTION}[1].player[0]", "'one' is no amount of dollars"),
    "money-below-a-cent": ("bad-value", f"{OPTION}[1].player[0]", "whole number of cents"),
    "odds": ("bad-value", "pay_table[0].rows[2].pays", "'30 for 1' is no payoff"),
    "range-backwards": ("bad-value", "spot[1].limits", "ends below its beginning"),
    "range-in-words": ("bad-value", "spot[1].limits", "no amount of dollars"),
    "bracket": ("bad-value", f"{OPTION}[0].bank[0]", "no fee bracket"),
    "percentage-fee": ("percentage-fee", f"{OPTION}[0].bank[0]", "Penal Code 337j"),
    "percentage-in-words": ("percentage-fee", f"{OPTION}[1].player[0]", "Penal Code 337j"),
    "percentage-as-basis": (
        "percentage-fee",
        "collection.set[0].group[0].bank_basis",
        "Penal Code 337j",
    ),
    "percentage-as-key": ("percentage-fee", f"{OPTION}[0].percent_of_winnings", "337j"),
    "row-twice": ("bad-value", "pay_table[0].rows", "the row 'straight' stands twice"),
    "spot-twice": ("bad-value", "spot", "spot 'ante' stands twice"),
    "spot-needs-an-unknown-one": ("bad-value", "spot", "names no spot 'blind'"),
    "spot-not-in-the-order": ("bad-value", "settlement.wager_order", "'pair_plus' is missing"),
    "option-twice": ("bad-value", "option", "option 'seats' stands twice"),
    "default-not-among-the-values": ("bad-value", "option[0]", "default 7 is not among"),
    "reading-names-no-option": ("bad-value", "reading", "names no option 'ties'"),
    "unknown-family": ("unknown-family", "family", "known are baccarat, chinese-poker"),
    "no-family": ("unknown-family", "family", "known are"),
    "unknown-collection": ("unknown-collection", "collection.shared", "'riverbend-2020'"),
    "unknown-set": ("unknown-collection", "collection.shared", "has no set 'big-wheel'"),
    "fees-without-a-basis": ("bad-value", "collection.set[0].group[0]", "player_basis"),
    "id": ("bad-value", "id", "pattern"),
    "unknown-choice": ("bad-value", "game.play_unqualified.equal", "'win', 'push' or 'lose'"),
    "no-spots": ("bad-value", "spot", "at least 1 item"),
    "decks-backwards": ("bad-value", "deck", "no range"),
    "button-without-values": ("bad-value", "first_action", "`card` and `values`"),
    "not-toml": ("not-toml", "", "line 14, column 9"),
    "key-twice": ("not-toml", "", "Cannot overwrite a value (at line 15"),
    "not-utf-8": ("not-toml", "", "UTF-8"),
}


def test_every_bad_file_is_expected() -> None:
    assert {path.stem for path in BAD.glob("*.toml")} == {*EXPECTED, "several-defects"}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_bad_filing_is_refused_with_file_and_key(name: str) -> None:
    code, key, words = EXPECTED[name]
    path = BAD / f"{name}.toml"
    with pytest.raises(FilingError) as refused:
        open_filing(str(path))
    error = refused.value
    assert (error.code, error.where) == (code, f"{path}: {key}" if key else str(path))
    assert words in error.message


def test_every_defect_of_a_file_is_reported_at_once() -> None:
    path = BAD / "several-defects.toml"
    with pytest.raises(Problems) as refused:
        load_file(path)
    assert {(error.code, error.where) for error in refused.value.found} == {
        ("bad-value", f"{path}: table.seats"),
        ("bad-value", f"{path}: game.qualifies.high_card"),
        ("unknown-key", f"{path}: bank.hand"),
    }
    assert "(and 2 more)" in refused.value.message


@pytest.mark.parametrize("name", [*EXPECTED, "several-defects"])
def test_lint_reports_a_file_that_does_not_load(name: str) -> None:
    path = BAD / f"{name}.toml"
    found = lint_filings([str(path)])
    assert found
    assert {one.severity for one in found} == {"error"}
    if name in EXPECTED:
        assert found[0].code == EXPECTED[name][0]


def test_a_missing_file_is_named() -> None:
    for work in (open_filing, lambda name: lint_filings([name])):
        with pytest.raises(HousewayError) as refused:
            work("no/such/house.toml")
        assert refused.value.code == "no-such-file"
        assert "house.toml" in refused.value.where


def test_an_unknown_id_gets_the_nearest_ones() -> None:
    with pytest.raises(FilingError) as refused:
        load("casino-club/three-card-poker")
    assert refused.value.code == "unknown-filing"
    assert "casino-club/three-card-poker-6-card-bonus" in refused.value.message


@pytest.mark.parametrize("name", ["collections/casino-club", "readings/poker", "../secrets", ""])
def test_only_filings_are_in_the_catalogue(name: str) -> None:
    with pytest.raises(FilingError) as refused:
        load(name)
    assert refused.value.code == "unknown-filing"
    assert "collections/" not in refused.value.message.partition(";")[2]


def test_a_changed_copy_works_everything_out_anew() -> None:
    """What was asked of a filing before is not carried over to another one made from it."""
    filing: Any = load("500-club/pure-21.5-blackjack")
    assert "buster" in filing.bonus_tables
    without = filing.model_copy(update={"pay_table": []})
    assert not without.bonus_tables

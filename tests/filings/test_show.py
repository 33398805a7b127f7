"""The rule sheet says what the filings say; a search finds every form of a word."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from houseway.filings.catalogue import build_index, filing_ids, index
from houseway.filings.find import find, stem
from houseway.filings.lint import Finding
from houseway.filings.loader import load, readings_of, schedule_sets
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.show import catalogue_table, findings_table, rule_sheet, rule_sheet_json
from tests.filings.printed import flat, printed

CASINO_TCP = "casino-club/three-card-poker-6-card-bonus"


# The catalogue


def test_the_catalogue_has_the_47_filings_of_the_five_houses() -> None:
    houses = [entry["id"].partition("/")[0] for entry in index()]
    assert {house: houses.count(house) for house in set(houses)} == {
        "casino-club": 3,
        "generic": 1,
        "outlaws": 5,
        "napa-valley": 12,
        "500-club": 26,
    }


def test_the_index_is_that_of_the_data() -> None:
    assert index() == build_index(), "run scripts/make-index"


def test_an_index_entry_has_the_promised_keys() -> None:
    for entry in index():
        assert list(entry) == [
            "id", "house", "title", "kind", "family", "approval", "seats", "schedules", "deck",
            "fees", "bonus_bets",
        ]  # fmt: skip
        assert entry["kind"] in ("player-dealer", "poker")


def test_the_catalogue_names_seats_and_schedules_as_filed() -> None:
    entries = {entry["id"]: entry for entry in index()}
    assert entries[CASINO_TCP]["seats"] == 7
    assert entries[CASINO_TCP]["schedules"] == 5
    assert entries["napa-valley/ez-baccarat-panda-8"]["schedules"] == 42
    assert entries["napa-valley/ez-baccarat-panda-8"]["approval"] == "GEGA-004217"
    assert entries["500-club/texas-holdem"]["kind"] == "poker"


def test_a_house_has_one_name() -> None:
    names: dict[str, set[str]] = {}
    for entry in index():
        names.setdefault(entry["id"].partition("/")[0], set()).add(entry["house"])
    assert all(len(several) == 1 for several in names.values()), names


def test_the_catalogue_table_has_a_line_for_each_filing() -> None:
    text = flat(catalogue_table(index()))
    assert all(entry["id"] in text for entry in index())
    assert "47 filings" in text


def test_listing_the_catalogue_imports_neither_schema_nor_filings() -> None:
    code = (
        "import sys; sys.argv = ['houseway', 'filings', '--json']\n"
        "from houseway.cli import app\n"
        "try:\n    app()\nexcept SystemExit:\n    pass\n"
        "heavy = ('houseway.filings.schema', 'houseway.filings.loader', 'numpy', 'rich.table')\n"
        "assert not [name for name in sys.modules if name.startswith(heavy)]\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(json.loads(done.stdout)) == len(index())


# The sheet


@pytest.mark.parametrize("filing_id", filing_ids())
def test_every_filing_makes_a_sheet_with_a_source_for_every_rule(filing_id: str) -> None:
    filing = load(filing_id)
    sheet = printed(rule_sheet(filing), width=100)
    assert max(map(len, sheet.splitlines())) <= 100
    text = flat(rule_sheet(filing))
    assert filing.title in text
    assert filing.approval in text
    assert str(filing.deck.cite) in text
    for rule in filing.rule:
        assert rule.text in text
        assert str(rule.cite) in text
    for option in filing.option:
        assert option.name in text
    for one in schedule_sets(filing):
        assert one.name in text
    for reading in readings_of(filing):
        assert reading.id in text
    if isinstance(filing, PlayerDealerFiling):
        for table in filing.pay_table:
            for row in table.rows:
                assert row.label in text


def test_casino_club_three_card_poker_reads_as_filed() -> None:
    text = flat(rule_sheet(load(CASINO_TCP)))
    for line in (
        "Deck 52 cards, no joker; one deck; 2 sets used in turn; dealt from a shuffler",
        "Table 7 seats in all",
        "Pair Plus (bonus) ante $0 to $50 permitted",
        "Play or fold asked from the player-dealer's left; a fold loses ante and pair plus",
        "Bank does not qualify: ante pays 1:1 whatever the hands",
        "Bank qualifies: play wager pays 1:1 if the player is higher, loses if lower, is returned",
        "6 Card Bonus (TCB-6B4)",
        "Four of a Kind 100:1",
        "at a seat: play, ante, pair plus, six card bonus",
        "its third card; cards count as printed, A 1, J 11, Q 12, K 13",
        "options 1 to 5 the bank pays by the total table action ($0.50 to $15); players pay",
        "table-games 14 Casino Club: the card that places the button",
    ):
        assert line in text, line


def test_napa_three_card_poker_collects_losers_first() -> None:
    text = flat(rule_sheet(load("napa-valley/three-card-poker-6-card-bonus-1.3")))
    assert "all losers collected first, then winners paid" in text
    assert "Seats Which of the three tables is used: 8 unless 10 or 14 is chosen" in text


def test_razz_is_brought_in_by_the_ace_with_the_custom_as_an_option() -> None:
    text = flat(rule_sheet(load("500-club/razz")))
    assert "the highest card of A23456789TJQK" in text
    assert "best unless worst is chosen" in text
    assert "poker R-1 Who brings it in at razz" in text


def test_the_banker_chart_reads_row_by_row() -> None:
    text = flat(rule_sheet(load("500-club/ez-baccarat")))
    assert "3 draws against 0 to 7 and 9, 4 draws against 2 to 7, 5 draws against 4 to 7" in text
    assert "6 draws against 6 to 7, 7 stands" in text


def test_the_sheet_says_what_equal_hands_do_to_both_lines() -> None:
    """004:442, 476: in a tie player and banker line push."""
    assert "Hands equal both lines are returned" in flat(rule_sheet(load("500-club/ez-baccarat")))


def test_a_blind_as_large_as_the_ante_is_a_reading_where_it_is_not_filed() -> None:
    """000:591, 001:86 and 003:1556 order equal wagers; 004:1014 only asks for both."""
    filed = {one for one in filing_ids() if one.endswith("ultimate-texas-holdem")}
    taken = {
        one
        for one in filed
        if any("size of the blind" in reading.title for reading in readings_of(load(one)))
    }
    assert taken == {"500-club/ultimate-texas-holdem"}


def test_generic_has_no_schedule_and_says_so() -> None:
    filing = load("generic/ultimate-texas-holdem")
    assert filing.collection.none_filed in flat(rule_sheet(filing))


# The search


@pytest.mark.parametrize(
    ("word", "other"),
    [
        ("misdeal", "misdeals"),
        ("bet", "betting"),
        ("split", "splitting"),
        ("push", "pushes"),
        ("bonus", "bonuses"),
        ("copy", "copies"),
        ("tie", "tied"),
        ("raise", "raising"),
        ("collect", "collections"),
        ("fold", "folded"),
    ],
)
def test_forms_of_a_word_have_one_stem(word: str, other: str) -> None:
    assert stem(word) == stem(other)


@pytest.mark.parametrize(("word", "other"), [("deal", "dealer"), ("seat", "set"), ("bank", "ban")])
def test_other_words_have_other_stems(word: str, other: str) -> None:
    assert stem(word) != stem(other)


def test_a_search_finds_rules_terms_readings_and_procedures() -> None:
    filing = load("outlaws/three-card-poker-6-card-bonus")
    sections = {entry.section for entry in find(filing, "Qualifiers")}
    assert "term" in sections
    assert any(entry.section == "game" for entry in find(filing, "qualify"))
    assert any("no more bets" in entry.heading for entry in find(filing, "NO MORE BET"))
    assert any(entry.section.startswith("reading") for entry in find(filing, "misprint"))
    found = find(filing, "percentages")
    assert found
    assert all(entry.cite is not None for entry in found if entry.section == "rule")


def test_a_search_for_misdeals_answers_with_the_clause() -> None:
    filing = load("napa-valley/double-hand-poker")
    cites = [str(entry.cite) for entry in find(filing, "misdeals") if entry.section == "rule"]
    assert "Object of the game, misdeals (a)-(c)" in cites
    assert "two identical cards turn up" in flat(rule_sheet(filing, find="misdeals"))


def test_a_search_shows_one_option() -> None:
    found = rule_sheet_json(load(CASINO_TCP), find="option 3")["found"]
    option = [entry for entry in found if entry["heading"].endswith("option 3")]
    assert "$1,001 and over: $10" in option[0]["text"]


def test_a_search_without_an_answer_says_so() -> None:
    filing = load(CASINO_TCP)
    assert "Nothing in this filing speaks of 'roulette'" in flat(
        rule_sheet(filing, find="roulette")
    )
    assert rule_sheet_json(filing, find="roulette")["found"] == []


# JSON


@pytest.mark.parametrize("filing_id", filing_ids())
def test_the_json_of_a_filing_holds_all_of_it(filing_id: str) -> None:
    filing = load(filing_id)
    document = json.loads(json.dumps(rule_sheet_json(filing)))
    assert document["id"] == filing_id
    assert document["deck"]["cite"].count("|") == 1
    options = [
        option
        for one in document["schedule_sets"]
        for group in one["group"]
        for option in group.get("option", [])
    ]
    assert len(options) == next(e["schedules"] for e in index() if e["id"] == filing_id)
    assert [one["id"] for one in document["readings_taken"]] == [
        reading.id for reading in readings_of(filing)
    ]
    assert all(one["taken"] for one in document["readings_taken"])


def test_money_in_json_is_a_string() -> None:
    document = rule_sheet_json(load("500-club/razz"))
    assert document["schedule_sets"][0]["group"][0]["option"][0]["regular"].count(".") == 1


# Findings


def test_shared_findings_stand_once_with_their_filings() -> None:
    same = [Finding(f"house/{n}", "warning", "gap", "a gap", "set x", "Fees") for n in (1, 2, 3)]
    reading = Finding("house/1", "note", "reading", "poker G-1, Blinds: so", "003:7", "poker G-1")
    text = flat(findings_table([*same, reading]))
    assert text.count("a gap") == 1
    assert "house/1 and 2 more" in text
    assert "house/1: 1 readings taken (--readings)" in text
    assert "0 errors, 3 warnings, 0 notes, 1 reading" in text
    assert flat(findings_table([])) == "Nothing found."


def test_a_file_of_a_user_is_shown(tmp_path: Path) -> None:
    from houseway.filings.catalogue import DATA
    from houseway.filings.loader import open_filing

    path = tmp_path / "mine.toml"
    path.write_text((DATA / f"{CASINO_TCP}.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert open_filing(str(path)) == load(CASINO_TCP)

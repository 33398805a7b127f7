"""The filing: listed, shown, compared, signed and checked like one of the catalogue."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import super_pan_9
from conftest import FILING, Command
from houseway.filings.catalogue import index
from houseway.filings.loader import load, open_filing
from super_pan_9.schema import SuperPan9

HOME = Path(super_pan_9.__file__).parent / "filings" / "riverbend"
TOML = HOME / "super-pan-9.toml"


def test_it_is_listed_with_its_house_and_family(houseway: Command) -> None:
    (line,) = [one for one in index() if one["id"] == FILING]
    assert (line["family"], line["seats"], line["schedules"]) == ("super-pan-9", 8, 2)
    assert "riverbend/super-pan-9" in houseway("filings")


def test_every_citation_names_lines_of_the_text(filing: SuperPan9) -> None:
    lines = (HOME / "super-pan-9.txt").read_text(encoding="utf-8").splitlines()
    assert filing.source.lines == f"1-{len(lines)}"
    cited = re.findall(r'cite = "([^|]+)\|([^"]+)"', TOML.read_text(encoding="utf-8"))
    assert len(cited) >= 15
    for words, places in cited:
        said = [
            line
            for place in places.split(",")
            for first, _, last in [place.strip().partition("-")]
            for line in lines[int(first) - 1 : int(last or first)]
        ]
        items = re.findall(r"\d+\.\d+", words)
        numbered = [line.split()[0] for line in said]
        assert {items[0], items[-1]} <= {*numbered} if items else said, words


def test_it_is_shown_with_the_source_of_each_rule(houseway: Command) -> None:
    sheet = " ".join(houseway("show", FILING).split())
    assert "nines and tens taken out" in sheet
    assert "draws to 5, stands above" in sheet
    assert "Riverbend Cardroom" in houseway("show", TOML)
    found = json.loads(houseway("show", FILING, "--find", "draws", "--json"))
    assert found["find"] == "draws"


def test_editors_are_told_its_keys(houseway: Command) -> None:
    schema = json.loads(houseway("schema"))
    assert set(schema["$defs"]["BankDraw"]["properties"]) >= {"draws_to", "all_stood"}


def test_lint_finds_only_what_the_text_leaves_open(houseway: Command) -> None:
    (found,) = json.loads(houseway("lint", FILING, "--json"))
    assert (found["severity"], found["where"]) == ("note", "bank.third_party")


def test_lint_warns_of_a_bank_that_draws_to_nine(houseway: Command, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(TOML.read_text().replace("draws_to = 5", "draws_to = 9"), encoding="utf-8")
    codes = [one["code"] for one in json.loads(houseway("lint", mine, "--json"))]
    assert "bank-always-draws" in codes


def test_lint_warns_of_a_second_rule_that_says_the_same(houseway: Command, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(TOML.read_text().replace("all_stood = 6", "all_stood = 5"), encoding="utf-8")
    codes = [one["code"] for one in json.loads(houseway("lint", mine, "--json"))]
    assert "no-difference" in codes


def test_it_is_signed_within_the_limits_of_its_schedule(houseway: Command) -> None:
    sign = houseway("sign", FILING, "--schedule", "1", "--limits", "5-200")
    assert "Table limits: $5 to $200" in sign
    houseway("sign", FILING, "--schedule", "1", "--limits", "5-900", status=2)


def test_two_houses_are_compared_rule_by_rule(houseway: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    text = TOML.read_text(encoding="utf-8").replace("draws_to = 5", "draws_to = 6")
    other.write_text(text.replace('drawn = "face-up"', 'drawn = "face-down"'), encoding="utf-8")
    found = {
        one["path"]: one
        for one in json.loads(houseway("diff", TOML, other, "--json"))["differences"]
    }
    assert set(found) == {"game.bank_draw.draws_to", "game.deal.drawn"}
    assert "draws to 6, stands above" in json.dumps(found)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("draws_to = 5", "draws_to = 10"), "bad-value"),
        (("draws_to = 5", "draws_to = 5\nshuffles = true"), "unknown-key"),
        (('name = "tie"\nlabel', 'name = "luck"\nlabel'), "bad-value"),
        (('without = ["7"', 'without = ["1"'), "bad-value"),
    ],
)
def test_what_the_schema_does_not_know_is_refused(
    change: tuple[str, str], code: str, houseway: Command, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(TOML.read_text(encoding="utf-8").replace(*change), encoding="utf-8")
    (found, *_) = json.loads(houseway("lint", bad, "--json", status=1))
    assert found["code"] == code


def test_the_deck_is_36_cards_twelve_times(filing: SuperPan9) -> None:
    cards = filing.deck.cards(12)
    assert len(cards) == 432
    assert {card.text[0] for card in cards} == set("A23456JQK")
    assert open_filing(str(TOML)) == load(FILING)

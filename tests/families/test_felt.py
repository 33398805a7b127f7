"""The page draws every family from its hints: they are whole, and the page knows no family."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import houseway.service
from houseway.family import Family, families_with, family_names, find_family
from houseway.filings.catalogue import index, own_ids
from houseway.filings.loader import load
from houseway.histories.dealing import deal
from houseway.rounds.felt import PLAIN, families_told, felt_hints, hints_for

PAGE = Path(houseway.service.__file__).parent / "page"
OURS = sorted({load(filing).family for filing in own_ids()})
# A filing of each family, and enough hands for every kind of decision its bots come to.
EVENINGS = {load(filing).family: filing for filing in reversed(own_ids())}


def test_the_page_names_no_family() -> None:
    for path in (*PAGE.rglob("*.js"), *PAGE.rglob("*.css"), *PAGE.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        for family in OURS:
            for quoted in (f'"{family}"', f"'{family}'", f"`{family}`"):
                if family == "poker" and "kind ===" in text:
                    continue  # the filings' own kind of game, not the family
                assert quoted not in text, f"{path.name} has a word for {family}"


@pytest.mark.parametrize("family", OURS)
def test_every_family_of_ours_says_how_it_is_drawn(family: str) -> None:
    hints = felt_hints(family)
    assert hints is not PLAIN
    assert hints.kinds


@pytest.mark.parametrize("filing", own_ids())
def test_the_hints_of_a_filing_are_plain_data(filing: str) -> None:
    told = hints_for(load(filing))
    assert json.loads(json.dumps(told))["family"]
    held = told["seat_cards"]
    assert held is None or held >= 0


@pytest.mark.parametrize("filing", own_ids())
def test_how_every_game_goes_is_said_in_six_lines(filing: str) -> None:
    lines = hints_for(load(filing))["how"]
    assert len(lines) == len(set(lines)) == 6
    for line in lines:
        assert line[0].isupper()
        assert line.endswith(".")
        assert "  " not in line
        assert len(line) <= 190
        assert "_" not in line


def test_how_it_goes_says_what_the_filing_says() -> None:
    """Where two houses differ, the lines do: one pays every ante, one the higher hand's."""
    casino, club = (
        hints_for(load(f"{house}/three-card-poker-6-card-bonus"))["how"][4]
        for house in ("casino-club", "500-club")
    )
    assert casino.endswith("is paid with the higher hand and is paid with the lower.")
    assert club.endswith("is paid with the higher hand and is lost with the lower.")
    bets = hints_for(load("napa-valley/ultimate-texas-holdem"))["how"]
    assert "bet your ante 4 times or 3 times" in bets[2]
    assert "exactly two" in hints_for(load("500-club/omaha"))["how"][4]


@pytest.mark.parametrize("family", OURS)
def test_every_decision_that_comes_up_is_put_into_words(family: str) -> None:
    asked = {
        record["event"]["kind"]
        for line in deal(EVENINGS[family], seed=5, rounds=6, as_log=True)
        for record in [json.loads(line)]
        if record["kind"] == "happened" and record["event"]["did"] == "chose"
    }
    assert asked <= set(felt_hints(family).asks), family


def test_ultimate_holdem_offers_the_bets_of_its_filing() -> None:
    words = [move["word"] for move in hints_for(load("generic/ultimate-texas-holdem"))["moves"]]
    assert words == ["check", "bet 4", "bet 3", "bet 2", "bet 1", "fold"]


def test_every_filing_is_of_a_kind_that_the_lobby_offers() -> None:
    told = families_told(index())
    kinds = [kind for one in told for kind in one["kinds"]]
    assert len({kind["key"] for kind in kinds}) == len(kinds)
    offered = {filing for kind in kinds for filing in kind["filings"]}
    assert offered == {line["id"] for line in index()}
    assert all(kind["filings"] for kind in kinds)


def test_one_family_is_for_newcomers() -> None:
    assert [name for name in OURS if felt_hints(name).for_newcomers] == ["three-card-poker"]


def test_every_part_a_family_names_can_be_loaded() -> None:
    kinds = [name for name in Family.__dataclass_fields__ if name not in _NO_PARTS]
    for name in family_names():
        for kind in kinds:
            given = getattr(find_family(name), kind)
            assert (find_family(name).part(kind) is None) == (not given), (name, kind)
    assert len(families_with("procedure")) == len(family_names())


_NO_PARTS = ("name", "label", "package", "filings")

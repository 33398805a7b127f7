"""Odds of a filing: what is answered, from where, and what is refused."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from houseway.analysis import cache
from houseway.analysis.odds import (
    analyse,
    counting,
    odds,
    result_key,
    shippable,
    shipped_terms,
    strategy_cards,
)
from houseway.analysis.report import bet_to_record
from houseway.errors import HousewayError
from houseway.families.twenty_one.rules import Tables
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from tests.analysis.test_report import PROMISED

TCP = "casino-club/three-card-poker-6-card-bonus"
BACCARAT = "500-club/ez-baccarat"


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def assert_shipped(filing: str) -> None:
    """If this fails, run scripts/make-results."""
    for terms in shipped_terms(filing):
        module = counting(terms.filing.family)
        found = cache.find(filing, result_key(terms, module))
        assert found is not None, f"{filing}, {terms.decks} decks: run scripts/make-results"
        assert found[1] == "shipped"


@pytest.mark.parametrize("filing", shippable())
def test_shipped_results_are_of_these_rules_and_this_count(filing: str) -> None:
    assert_shipped(filing)


@pytest.mark.parametrize(
    "filing", [f for f in shippable() if load(f).family in ("baccarat", "three-card-poker")]
)
def test_counting_afresh_gives_the_shipped_results(filing: str) -> None:
    """Of the others a sample, in their own tests; the long run counts them all."""
    terms = next(shipped_terms(filing))
    module = counting(terms.filing.family)
    found = cache.find(filing, result_key(terms, module))
    assert found is not None
    counted = [bet_to_record(bet) for bet in analyse(terms, module)]
    assert json.loads(json.dumps(counted)) == [bet_to_record(bet) for bet in found[0]]


def test_results_of_all_22_player_dealer_filings_are_shipped() -> None:
    assert len(shippable()) == 22
    kept = {path.stem.replace("--", "/", 1) for path in cache.SHIPPED.glob("*.json")}
    assert kept == set(shippable())


@pytest.mark.parametrize("filing", [f for f in shippable() if load(f).family == "twenty-one"])
def test_shipped_21_results_were_asked_of_these_procedures(filing: str) -> None:
    """Choices, ends of the bank and payments come from the procedures, which are no part of a
    result's name: the digest kept with it tells whether they still answer the same."""
    terms = next(shipped_terms(filing))
    kept = odds(filing).bets["game"].strategy["asked"]
    assert kept == Tables(terms).asked, "run scripts/make-results"


@pytest.mark.parametrize("filing", shippable())
def test_every_bet_of_a_filing_is_answered(filing: str) -> None:
    assert_shipped(filing)
    report = odds(filing)
    answer = report.as_json()
    assert {"filing", "decks", "options", "bets"} <= answer.keys()
    spots = {spot.name for spot in load(filing).spot}  # type: ignore[attr-defined]
    assert set(answer["bets"]) == spots - {"blind"}
    for name, bet in answer["bets"].items():
        assert set(bet) >= PROMISED
        assert bet["edge"] == -bet["ev"]
        assert sum(bet["distribution"].values()) == pytest.approx(1), name
        mean = sum(float(Fraction(net)) * share for net, share in bet["distribution"].items())
        assert mean == pytest.approx(bet["ev"])
        if bet["exact"]:
            assert float(Fraction(bet["fraction"])) == bet["ev"]
        assert report.bets[name].outcomes
    assert answer["assumed"]
    for card in strategy_cards(report):
        assert card.rows


def test_a_users_own_pay_table_works_the_same(
    tmp_path: Path,
    own_cache: Path,  # noqa: ARG001
) -> None:
    """casinocitytimes.com, The Three Card Poker problem: pair plus 40-30-6-3-1 costs 7.28%, and
    2.32% where a flush pays four."""
    text = (DATA / f"{TCP}.toml").read_text(encoding="utf-8")
    text = text.replace(
        '  { hand = "mini-royal-flush", label = "Mini Royal Flush", pays = 200 },\n',
        '  { hand = "mini-royal-flush", label = "Mini Royal Flush", pays = 40 },\n',
    )
    draft = tmp_path / "draft.toml"
    draft.write_text(text, encoding="utf-8")
    report = odds(str(draft))
    assert report.source == "computed"
    assert float(report.bets["pair_plus"].ev) == pytest.approx(-0.0728, abs=5e-5)
    better = text.replace(
        '{ hand = "flush", label = "Flush", pays = 3 }',
        '{ hand = "flush", label = "Flush", pays = 4 }',
    )
    draft.write_text(better, encoding="utf-8")
    report = odds(str(draft))
    assert report.source == "computed"
    assert float(report.bets["pair_plus"].ev) == pytest.approx(-0.0232, abs=5e-5)
    assert odds(str(draft)).source == "kept"
    assert odds(str(draft), recompute=True).source == "computed"


def test_a_result_depends_on_rules_and_options_not_on_words() -> None:
    filing = load(TCP)
    module = counting("three-card-poker")
    key = result_key(make_terms(filing), module)

    def changed(edit: Callable[[dict[str, object]], object]) -> str:
        data = filing.model_dump(mode="json")
        edit(data)
        return result_key(make_terms(type(filing).model_validate(data)), module)

    def cite(data: dict[str, object]) -> None:
        data["game"]["play"]["cite"] = "Elsewhere | 1"  # type: ignore[index]
        data["title"] = "Another name"

    def pay(data: dict[str, object]) -> None:
        data["pay_table"][0]["rows"][0]["pays"] = "199:1"  # type: ignore[index]

    def rule(data: dict[str, object]) -> None:
        data["game"]["ante_unqualified"]["lower"] = "push"  # type: ignore[index]

    assert changed(cite) == key
    assert changed(pay) != key
    assert changed(rule) != key
    baccarat = counting("baccarat")
    keys = {
        result_key(make_terms(load(BACCARAT), decks=decks, options=options), baccarat)
        for decks in (6, 8)
        for options in ({}, {"natural_ends_drawing": False})
    }
    assert len(keys) == 4


def test_a_torn_result_is_made_anew(own_cache: Path) -> None:
    options = {"natural_ends_drawing": False}
    first = odds(BACCARAT, decks=3, options=options)
    assert first.source == "computed"
    (path,) = (own_cache / "odds").glob("*.json")
    assert odds(BACCARAT, decks=3, options=options).source == "kept"
    path.write_text(path.read_text(encoding="utf-8")[:100], encoding="utf-8")
    again = odds(BACCARAT, decks=3, options=options)
    assert again.source == "computed"
    assert dict(again.bets) == dict(first.bets)


def test_without_a_cache_folder_odds_are_still_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(blocked / "below"))
    report = odds(BACCARAT, decks=3, options={"natural_ends_drawing": False})
    assert report.source == "computed"


def test_shipped_results_need_neither_numpy_nor_numba() -> None:
    code = (
        "import sys\n"
        "from houseway.analysis.odds import odds, shippable, strategy_cards\n"
        "from tests.analysis.test_odds import assert_shipped\n"
        "for filing in shippable():\n"
        "    assert_shipped(filing)\n"
        "    strategy_cards(odds(filing))\n"
        "print(sorted({'numpy', 'numba', 'matplotlib'} & set(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert done.stdout.strip() == "[]"


def test_progress_is_told_and_ends_at_one() -> None:
    told: list[float] = []
    odds(BACCARAT, decks=4, recompute=True, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) > 1


def test_a_poker_game_has_no_odds_against_a_bank() -> None:
    with pytest.raises(HousewayError) as refused:
        odds("500-club/texas-holdem")
    assert refused.value.code == "no-odds"
    assert "equity" in refused.value.message


def test_decks_and_options_are_those_the_filing_leaves_to_the_house() -> None:
    with pytest.raises(HousewayError) as refused:
        odds(BACCARAT, decks=2)
    assert refused.value.code == "bad-option"
    with pytest.raises(HousewayError) as refused:
        odds(BACCARAT, options={"natural_ends": False})
    assert refused.value.code == "unknown-option"


PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text(encoding="utf-8")


def test_the_example_of_the_page_runs() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(compile(block, "docs/odds.md", "exec"), {})


FOUND = {
    "casino-club ultimate hold'em": "casino-club/ultimate-texas-holdem",
    "generic ultimate hold'em": "generic/ultimate-texas-holdem",
    "napa-valley ultimate hold'em": "napa-valley/ultimate-texas-holdem",
    "500-club ultimate hold'em": "500-club/ultimate-texas-holdem",
    "casino-club three card poker": TCP,
    "napa-valley three card poker, one deck": "napa-valley/three-card-poker-6-card-bonus-1.3",
    "outlaws three card poker": "outlaws/three-card-poker-6-card-bonus",
    "500-club three card poker": "500-club/three-card-poker-6-card-bonus",
    "both baccarat filings, eight decks": BACCARAT,
    "napa-valley pai gow tiles": "napa-valley/pai-gow-tiles",
    "casino-club Pure 21.5": "casino-club/pure-21.5-blackjack",
    "outlaws Pure 21.5": "outlaws/pure-21.5-blackjack",
    "500-club Pure 21.5": "500-club/pure-21.5-blackjack",
    "500-club Pure Spanish 21.5": "500-club/pure-spanish-21.5",
    "napa-valley No Bust 21st Century": "napa-valley/no-bust-21st-century-blackjack",
    "napa-valley No Bust 4.3": "napa-valley/no-bust-21st-century-blackjack-4.3",
    "napa-valley 21st Century 8.0": "napa-valley/21st-century-blackjack-8.0",
    "500-club fortune pai gow": "500-club/fortune-pai-gow-poker",
    "500-club face-up pai gow": "500-club/face-up-pai-gow-poker",
    "napa-valley fortune pai gow": "napa-valley/fortune-pai-gow-poker-1.0",
    "napa-valley double hand": "napa-valley/double-hand-poker",
}


@pytest.mark.parametrize("line", FOUND)
def test_figures_of_the_page_are_the_results(line: str) -> None:
    (cells,) = re.findall(rf"\| {re.escape(line)} \|(.*)\|", PAGE)
    bets = odds(FOUND[line]).bets
    written = re.findall(r"([a-z0-9 ]*?) ?([+-]\d+\.\d+)", cells)
    assert len(written) == len(bets)
    for name, value in written:
        bet = bets[name.strip().replace(" ", "_")] if name.strip() else next(iter(bets.values()))
        places = len(value.partition(".")[2])
        assert f"{100 * float(bet.ev):+.{places}f}" == value, name


def test_readings_that_figures_hang_on_with_the_other_figures() -> None:
    # Wizard of Odds, EZ baccarat: the banker line costs 1.0183% where a three-card seven is
    # returned; drawing on against naturals changes ties alone (table-games 97, 100).
    report = odds("napa-valley/ez-baccarat-panda-8", decks=8)
    told = {one["option"]: one for one in report.as_json()["readings"]}
    assert set(told) == {"natural_ends_drawing", "banker_three_card_seven"}
    pushed = told["banker_three_card_seven"]
    assert (pushed["reading"], pushed["value"]) == ("table-games 100", "push")
    assert set(pushed["bets"]) == {"banker"}
    assert pushed["bets"]["banker"]["edge"] == pytest.approx(0.010183, abs=5e-7)
    assert set(told["natural_ends_drawing"]["bets"]) == {"tie"}


def test_a_reading_whose_figures_are_not_at_hand_is_named_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("houseway.analysis.odds.kept", lambda _: {})
    (joker,) = odds("500-club/fortune-pai-gow-poker").readings
    assert (joker.option, joker.value, joker.evs) == ("joker_flush", True, None)
    assert "readings" not in odds("casino-club/ultimate-texas-holdem").as_json()

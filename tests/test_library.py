"""The library: results that show themselves, rounds that are stepped, copied and settled."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import houseway
from houseway.analysis.odds import strategy_cards
from houseway.analysis.plots import plot
from houseway.analysis.shown import Shown
from houseway.cards import CARDS, Shoe
from houseway.errors import HousewayError
from houseway.rounds.driver import Round, ShoeSource
from houseway.rounds.events import Dealt
from houseway.rounds.procedures import procedure
from houseway.rounds.verdicts import Layout, SeatWagers

ROOT = Path(__file__).parent.parent
THREE_CARD = "casino-club/three-card-poker-6-card-bonus"
TABLE = ROOT / "docs" / "examples" / "three-card.toml"


def _results() -> Iterator[tuple[Shown, int]]:
    """Each kind of result, and how many rows it has."""
    odds = houseway.odds(THREE_CARD)
    yield odds, 3
    yield odds.bets["ante"], 7
    yield houseway.par("500-club/ez-baccarat"), 5 * 30
    yield houseway.equity("500-club/texas-holdem", ["AhKh", "QsQd"], board="2c3d4h5s"), 2
    yield houseway.simulate(THREE_CARD, bank=[500_00, 1000_00], rounds=2_000, workers=1), 2


def test_results_say_themselves_in_a_line_a_table_and_a_frame() -> None:
    import pandas  # here: every process that collects tests would wait for them
    import polars

    for result, rows in _results():
        assert repr(result).startswith("<")
        assert len(repr(result)) < 200
        assert "\n" not in repr(result)
        page = HTMLParser()
        html = result._repr_html_()
        page.feed(html)
        assert html.count("<table") == html.count("</table>") == 1
        by_pandas, by_polars = result.to_frame(), result.to_frame("polars")
        assert isinstance(by_pandas, pandas.DataFrame)
        assert isinstance(by_polars, polars.DataFrame)
        assert len(by_pandas) == len(by_polars) == rows
        assert list(by_pandas.columns) == by_polars.columns


def test_a_frame_holds_the_figures() -> None:
    frame = houseway.odds("500-club/ez-baccarat").to_frame().set_index("bet")
    assert round(frame.loc["tie", "ev"], 6) == -0.143596  # Wizard of Odds


def test_without_a_library_of_frames_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = houseway.odds(THREE_CARD)
    with pytest.raises(HousewayError) as refused:
        found.to_frame("excel")
    assert refused.value.code == "no-such-library"
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
        monkeypatch.setattr("houseway.analysis.shown.find_spec", lambda _: None)
    with pytest.raises(HousewayError) as refused:
        found.to_frame()
    assert refused.value.code == "missing-extra"


def test_cards_show_themselves() -> None:
    (card,) = strategy_cards(houseway.odds(THREE_CARD))
    assert repr(card) == "<card: Three card poker: the lowest hand to play>"
    assert card._repr_html_().startswith("<svg")


def test_paths_may_be_strings(tmp_path: Path) -> None:
    case = ROOT / "tests" / "cases" / "tablegames" / "napa-baccarat-09-panda-8.toml"
    assert houseway.read_round(str(case)) == houseway.read_round(case)
    assert houseway.adjudicate_file(str(case)).as_json() == houseway.adjudicate_file(case).as_json()
    hand = ROOT / "tests" / "cases" / "poker" / "500-razz-04-all-fold.toml"
    assert len(houseway.read_hands(str(hand))) == 1
    filing = str(ROOT / "src" / "houseway" / "filings" / "data" / f"{THREE_CARD}.toml")
    assert houseway.filing(filing).id == THREE_CARD == houseway.filing(Path(filing)).id
    made = houseway.simulate(
        "500-club/three-card-poker-6-card-bonus", table=str(TABLE), rounds=2_000, workers=1
    )
    for kind in ("svg", "pdf"):
        for name in ("a", "b"):
            plot(made, str(tmp_path / f"{name}.{kind}"))
        assert (tmp_path / f"a.{kind}").read_bytes() == (tmp_path / f"b.{kind}").read_bytes()


# Rounds


def _events(running: Any) -> list[Any]:
    return list(running.events)


def test_a_copy_goes_its_own_way_and_gets_the_same_cards() -> None:
    running = houseway.open_round("casino-club/pure-21.5-blackjack", {2: {"game": 10}}, seed=4)
    other = running.copy()
    assert _events(other) == _events(running)
    for one in (running, other):
        while not one.over:
            ask = one.waiting_for()[0]
            one.step("stand" if "stand" in ask.choices else "hit")
    assert _events(other) == _events(running)
    assert other.settle(500).net == running.settle(500).net


def test_a_copy_between_decisions_made_together_keeps_those_that_are_made() -> None:
    """Pai gow: seats set at once, in any order."""
    wagers = {1: {"game": 10}, 2: {"game": 10}}
    running = houseway.open_round("500-club/fortune-pai-gow-poker", wagers, seed=1)
    assert [ask.seat for ask in running.waiting_for()] == [1, 2]
    running.answer(2, "house_way")
    other = running.copy()
    assert [ask.seat for ask in other.waiting_for()] == [1]
    other.step("house_way")
    assert [ask.seat for ask in running.waiting_for()] == [1]


def test_a_copy_may_get_other_cards() -> None:
    running = houseway.open_round("casino-club/pure-21.5-blackjack", {2: {"game": 10}}, seed=4)
    tens = [card for card in CARDS if card.text[0] == "T"]
    other = running.copy(ShoeSource(Shoe(tens * 5), random.Random(1)))
    before = len(other.events)
    other.step("hit")
    drawn = [event for event in other.events[before:] if isinstance(event, Dealt)]
    assert drawn[0].cards == (tens[0],)


def test_a_running_procedure_alone_cannot_be_copied() -> None:
    terms = houseway.terms(houseway.filing(THREE_CARD))
    layout = Layout(2, (SeatWagers(1, {"ante": 1000}),))
    source = ShoeSource(Shoe(CARDS), random.Random(1))
    running = Round(procedure(terms, layout), source)
    with pytest.raises(HousewayError) as refused:
        running.copy()
    assert refused.value.code == "no-copy"
    again = Round(lambda: procedure(terms, layout), ShoeSource(Shoe(CARDS), random.Random(1)))
    assert again.copy().events == again.events


def test_what_cannot_be_settled_or_opened_is_refused() -> None:
    running = houseway.open_round(THREE_CARD, {1: {"ante": 10}}, source=random.Random(3))
    with pytest.raises(HousewayError) as refused:
        running.settle(500)
    assert refused.value.code == "not-over"
    running.step("fold")
    with pytest.raises(HousewayError) as refused:
        running.step("play")
    assert refused.value.code == "no-decision"
    for filing, wagers in (
        ("500-club/omaha", {1: {"ante": 10}}),
        (THREE_CARD, {1: {"pair_plus": 5}}),
    ):
        with pytest.raises(HousewayError):
            houseway.open_round(filing, wagers)


def test_a_round_without_a_seed_is_copied_too() -> None:
    running = houseway.open_round(THREE_CARD, {1: {"ante": 10}})
    other = running.copy()
    for one in (running, other):
        one.step("play")
    assert _events(running) == _events(other)

"""Pai gow tiles: hands set one by one against all others, and rounds dealt."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from houseway.analysis.odds import odds
from houseway.analysis.report import OddsReport, bet_to_record
from houseway.analysis.two_hands import results_of
from houseway.cards import TILE_SET, Tile, parse_tiles
from houseway.families.pai_gow_tiles.counting import all_hands, count
from houseway.families.pai_gow_tiles.house_way import house_way
from houseway.families.pai_gow_tiles.outcomes import verdicts
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.hands.tiles import TileSetting, set_tiles, tile_hand, tile_settings
from tests.analysis.counts import assert_counted_as_before, digest
from tests.analysis.rounds import play_rounds

NAPA = "napa-valley/pai-gow-tiles"
HANDS, BANKS = 35_960, 20_475


@pytest.fixture(scope="module")
def report() -> OddsReport:
    return odds(NAPA)


@cache
def filed() -> PaiGowTiles:
    filing = load(NAPA)
    assert isinstance(filing, PaiGowTiles)
    return filing


@cache
def bank_strengths(faces: tuple[Tile, ...]) -> tuple[int, int]:
    way = house_way(filed(), faces)
    return _strengths(set_tiles(way.low, way.high))


def value_of(low: tuple[Tile, Tile], hand: list[Tile]) -> int:
    """Wins less losses of a setting over all bank hands, one by one."""
    high = list(hand)
    for tile in low:
        high.remove(tile)
    mine = sorted((tile_hand(*low).strength, tile_hand(*high).strength))
    rest = list(TILE_SET)
    for tile in hand:
        rest.remove(tile)
    value = 0
    for bank in combinations(rest, 4):
        theirs = bank_strengths(bank)
        value += (mine[0] > theirs[0]) + (mine[1] > theirs[1]) - 1
    return value


@pytest.mark.long
def test_counting_afresh_gives_the_shipped_results(report: OddsReport) -> None:
    afresh = odds(NAPA, recompute=True)
    assert bet_to_record(afresh.bets["game"]) == bet_to_record(report.bets["game"])


def test_some_hands_are_counted_as_before() -> None:
    """A few hands in every setting against all hands of the bank, set by the chart."""
    hands = all_hands()[::700]
    settings = [[_strengths(s) for s in tile_settings([TILE_SET[t] for t in one])] for one in hands]
    bank = [bank_strengths(tuple(TILE_SET[t] for t in one)) for one in all_hands()]
    judged = results_of(verdicts(filed()))
    found = count(
        np.array(hands, np.uint8), np.array(settings, np.int16), np.array(bank, np.int16), judged
    )
    assert_counted_as_before("pai-gow-tiles", "a hand in 700", digest(found))


def _strengths(setting: TileSetting) -> tuple[int, int]:
    return setting.low_hand.strength, setting.high_hand.strength


def test_every_deal_of_two_hands_is_counted(report: OddsReport) -> None:
    assert report.bets["game"].cases == HANDS * BANKS == 736_281_000


def test_best_play_against_the_filed_chart_favours_the_player(report: OddsReport) -> None:
    """Ruling 161 has no-pair hands set with the highest high hand; that gives the bank away."""
    bet = report.bets["game"]
    chart = bet.compared["house way against house way"]
    assert bet.ev > 0 > chart["ev"]
    assert bet.strategy["scores"]["ev"] > 0
    # House way against house way the bank's gain is the copies: no more than published, 2 to 3 in
    # a hundred (Wizard of Odds, Pai Gow Tiles: 1.44% without a commission).
    assert 0.01 < chart["edge"] < 0.02


def test_differences_from_the_house_way_one_by_one(report: OddsReport) -> None:
    lines = report.bets["game"].strategy["differs from the house way"]
    source = random.Random(16)
    for line in [lines[0], *source.sample(lines, 4)]:
        hand = list(parse_tiles(line["tiles"]))
        best, chart = (
            tuple(parse_tiles(line[key].partition(" / ")[0])) for key in ("best", "house way")
        )
        gain = (value_of(best, hand) - value_of(chart, hand)) / BANKS  # type: ignore[arg-type]
        assert gain == pytest.approx(line["gain"])
        way = house_way(filed(), hand)
        assert {tile_hand(*way.low).strength, tile_hand(*way.high).strength} == {
            tile_hand(*side).strength
            for side in (chart, parse_tiles(line["house way"].partition(" / ")[2]))
        }
        others = [value_of(s.low, hand) for s in tile_settings(hand)]
        assert value_of(best, hand) == max(others)  # type: ignore[arg-type]


def test_hands_set_otherwise_and_the_gain_add_up(report: OddsReport) -> None:
    bet = report.bets["game"]
    rows = bet.strategy["by row of the chart"].values()
    lines = bet.strategy["differs from the house way"]
    assert sum(row["hands"] for row in rows) == HANDS
    assert sum(row["set otherwise"] for row in rows) == sum(line["hands"] for line in lines)
    gain = sum(row["gain"] for row in rows)
    assert gain == pytest.approx(float(bet.ev) - bet.compared["house way against house way"]["ev"])
    assert sum(line["gain"] * line["hands"] for line in lines) / HANDS == pytest.approx(gain)


def test_rounds_dealt_by_the_procedure_agree_within_their_error(report: OddsReport) -> None:
    chart = report.bets["game"].compared["house way against house way"]
    terms = make_terms(load(NAPA))

    def choose(ask: Any, running: Any) -> str:  # noqa: ARG001
        return "house_way"

    played = play_rounds(
        terms, ["game"], {"game": ["game"]}, choose, rounds=4_000, seed=11, cards=32
    )
    sample = played.samples["game"]
    assert abs(sample.mean - chart["ev"]) < 4 * sample.error


def test_what_is_filed_and_what_is_ruled_are_kept_apart() -> None:
    """Of 35,960 hands 29,120 have no pair: 32 * 30 * 28 * 26 / 24 without two of one name.

    The two parts make up the whole, and the chart is not called filed where it has no row.
    """
    report = odds("napa-valley/pai-gow-tiles")
    bet = report.bets["game"]
    filed, ruled = (bet.compared[f"when the bank's hand {end}"] for end in _ENDS)
    assert filed["share"] + ruled["share"] == pytest.approx(1)
    assert ruled["share"] >= 29_120 / 35_960
    parts = (Fraction(one["fraction"]) * Fraction(one["share"]) for one in (filed, ruled))
    assert float(sum(parts)) == pytest.approx(float(bet.ev))
    assert any("no filed row" in line for line in report.assumed)
    assert not any("filed chart" in line for line in report.assumed)


_ENDS = ("has a filed row", "is set by a reading")

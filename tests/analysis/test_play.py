"""How the players of a simulation play: by what was counted, and the same answer from both."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.odds import counted, odds
from houseway.analysis.simulate.held import Check
from houseway.analysis.simulate.run import simulate
from houseway.analysis.simulate.table import SimulatedTable, read_simulated_table, with_play
from houseway.cards import TILE_SET
from houseway.errors import HousewayError
from houseway.families.pai_gow_tiles.counting import all_hands, hand_index
from houseway.families.pai_gow_tiles.plays import setter
from houseway.families.three_card_poker.plays import table_of
from houseway.filings.loader import load
from houseway.filings.terms import Terms, make_terms
from tests.analysis.test_simulate import a_schedule, assert_same, opened, run, usual_table

NO_BUST = "napa-valley/no-bust-21st-century-blackjack"
SPANISH = "500-club/pure-spanish-21.5"
THREE_CARD = "500-club/three-card-poker-6-card-bonus"
TILES = "napa-valley/pai-gow-tiles"
ULTIMATE = "casino-club/ultimate-texas-holdem"
FORTUNE = "500-club/fortune-pai-gow-poker"


def seats(spot: str, amount: int, **more: Any) -> SimulatedTable:
    """Five seats with one wager each."""
    players = [{"seat": seat, "wagers": {spot: amount}} for seat in range(2, 7)]
    return SimulatedTable.model_validate({"player": players, "bank": [20_000], **more})


# One table, one answer


@pytest.mark.parametrize(
    ("filing_id", "schedule", "an_hour"),
    [(NO_BUST, 8, 86.67), (SPANISH, 1, None)],
)
def test_five_seats_of_100_are_worth_the_same_counted_and_dealt(
    filing_id: str, schedule: int, an_hour: float | None
) -> None:
    """$86.67 an hour at 60 hands was counted for No Bust under schedule 8, and dealt at 297.96."""
    table = seats("game", 100, schedule=[schedule], hands_an_hour=60)
    (exact,) = odds(filing_id, table=with_play(table, "best")).collection
    if an_hour is not None:
        assert exact["bank"]["after_an_hour"] == pytest.approx(an_hour, abs=0.01)
    (by_chart,) = odds(filing_id, table=table).collection
    made = simulate(filing_id, table=table, rounds=300_000, workers=1)
    check = made.cells[0].check
    assert check.counted == pytest.approx(by_chart["bank"]["after"], abs=1e-9)
    assert check.agrees
    assert made.agrees
    dealt, error = made.cells[0].mean, made.cells[0].sd / sqrt(300_000)
    assert abs(dealt - by_chart["bank"]["after"]) < 4 * error
    assert by_chart["bank"]["from_play"] >= 0  # what the chart gives up goes to the bank


@pytest.mark.parametrize("play", ["best", "chart", "bot"])
@pytest.mark.parametrize(
    ("filing_id", "spot"), [(THREE_CARD, "ante"), (TILES, "game"), ("500-club/ez-baccarat", "tie")]
)
def test_every_way_to_play_is_dealt_at_what_was_counted(
    filing_id: str, spot: str, play: str
) -> None:
    if spot == "tie":
        table = seats("banker", 100)
    else:
        table = seats(spot, 100)
    made = simulate(filing_id, table=table, rounds=200_000, workers=1, play=play)
    assert made.cells[0].check.agrees, made.cells[0].check.words


def test_ultimate_holdem_by_the_card_and_fortune_prizes_are_dealt_at_what_was_counted() -> None:
    table = seats("ante", 100, bank=[500_000])
    made = simulate(ULTIMATE, table=table, rounds=200_000, workers=1)
    assert made.cells[0].check.agrees, made.cells[0].check.words
    table = SimulatedTable.model_validate(
        {
            "bank": [500_000],
            "player": [
                {"seat": seat, "wagers": {"game": 20, "fortune": {"chance": 0.5, "of": 5}}}
                for seat in (2, 3, 4)
            ],
        }
    )
    made = simulate(FORTUNE, table=table, rounds=200_000, workers=1)
    assert made.cells[0].check.agrees, made.cells[0].check.words


def test_a_bank_that_does_not_cover_is_not_held_to_the_count() -> None:
    made = simulate(THREE_CARD, table=seats("ante", 100, bank=[200]), rounds=2_000, workers=1)
    check = made.cells[0].check
    assert check.agrees is None
    assert "did not cover" in check.why_not


def test_a_difference_beyond_four_standard_errors_is_said_loudly() -> None:
    far = Check(counted=1.0, dealt=1.5, error=0.1)
    assert far.agrees is False
    assert "THEY DIFFER" in far.words
    assert Check(counted=1.0, dealt=1.3, error=0.1).agrees


# Strategies come from the count


def test_the_chart_of_three_card_poker_plays_as_its_line_is_counted() -> None:
    """The chart's own value was worked out from gains over folding; its cases are counted apart."""
    for filing_id in (THREE_CARD, "outlaws/three-card-poker-6-card-bonus"):
        ante = odds(filing_id).bets["ante"]
        by_chart = ante.under("chart")
        assert float(by_chart.ev) == pytest.approx(ante.strategy["chart_ev"], abs=1e-15)
        assert by_chart.cases == ante.cases
        assert ante.under("bot").ev <= by_chart.ev <= ante.ev


def test_best_play_of_three_card_poker_plays_each_hand_that_gains() -> None:
    """Its frequency is the one counted: by the own hand and the card of the bank seen."""
    terms: Terms[Any] = make_terms(load(THREE_CARD))
    plays = table_of(terms, "best")
    played = dealt = 0
    for low in range(52):
        for middle in range(low + 1, 52):
            for high in range(middle + 1, 52):
                others = [card for card in range(52) if card not in (low, middle, high)]
                played += int(plays[others, low, middle, high].sum())
                dealt += len(others)
    ante = odds(THREE_CARD).bets["ante"]
    assert played / dealt == pytest.approx(ante.strategy["frequencies"]["play"], abs=1e-12)


@pytest.mark.parametrize("skill", ["best", "chart", "bot"])
def test_tiles_are_set_as_was_counted(skill: str) -> None:
    """Some hands of the player against every hand of the bank, set one by one and compared."""
    terms: Terms[Any] = make_terms(load(TILES))
    set_hand, set_bank = setter(terms, skill), setter(terms, "bot")
    hands = all_hands()
    bank = [set_bank([TILE_SET[tile] for tile in hand]) for hand in hands]
    (game,) = counted(terms)[0]
    lines = game.strategy["differs from the house way"]
    otherwise = 0
    for hand in hands[:: len(hands) // 40]:
        tiles = [TILE_SET[tile] for tile in hand]
        mine, way = set_hand(tiles), set_bank(tiles)
        differs = (mine.low_hand, mine.high_hand) != (way.low_hand, way.high_hand)
        otherwise += differs
        if skill == "bot":
            assert not differs
        if skill == "best" and differs:
            worth = [0, 0]
            for other in hands:
                if set(other) & set(hand):
                    continue
                against = bank[hand_index(other)]
                for place, one in enumerate((mine, way)):
                    worth[place] += (one.low_hand > against.low_hand) + (
                        one.high_hand > against.high_hand
                    )
            assert worth[0] > worth[1]
    assert skill == "bot" or otherwise
    assert lines


def test_tiles_both_sides_at_their_best_lie_between_either_side_alone() -> None:
    """A player against the chart has the most, one against a bank that answers best the least."""
    (game,) = counted(make_terms(load(TILES)))[0]
    compared = game.compared
    both = compared["both sides set as is best, each against the other"]
    bank = compared["the bank set as is best for it against players of the house way"]
    chart = compared["house way against house way"]
    low, high = both["between"]
    assert low <= both["ev"] <= high
    assert high - low < 1e-4
    assert bank["ev"] < chart["ev"]
    assert bank["ev"] < low
    assert high < float(game.ev)


@pytest.mark.parametrize(
    "filing_id",
    [
        THREE_CARD, TILES, FORTUNE, "500-club/face-up-pai-gow-poker",
        pytest.param(NO_BUST, marks=pytest.mark.long),  # counts its card
    ],
)  # fmt: skip
def test_kernel_and_procedure_play_a_mix_alike(filing_id: str) -> None:
    filing = opened(filing_id)
    schedule = a_schedule(filing, 3)
    table = with_play(usual_table(filing, schedule), "mix")
    kernel = run(filing, table, engine="kernel", bank=60_000_00, hands=60, schedule=schedule)
    full = run(filing, table, engine="procedure", bank=60_000_00, hands=60, schedule=schedule)
    assert_same(kernel, full)


@pytest.mark.parametrize("play", ["chart", "bot"])
def test_kernel_and_procedure_play_ultimate_holdem_alike(play: str) -> None:
    filing = opened(ULTIMATE)
    table = with_play(usual_table(filing, None), play)
    kernel = run(filing, table, engine="kernel", bank=60_000_00, hands=60)
    full = run(filing, table, engine="procedure", bank=60_000_00, hands=60)
    assert_same(kernel, full)


@pytest.mark.long
def test_best_play_of_ultimate_holdem_is_dealt_at_what_was_counted() -> None:
    """Every flop and river by the count; the kernel and the procedure alike."""
    filing = opened(ULTIMATE)
    table = with_play(usual_table(filing, None), "best")
    kernel = run(filing, table, engine="kernel", bank=60_000_00, hands=60)
    full = run(filing, table, engine="procedure", bank=60_000_00, hands=60)
    assert_same(kernel, full)
    table = seats("ante", 100, bank=[500_000])
    made = simulate(ULTIMATE, table=table, rounds=1_000_000, play="best")
    assert made.cells[0].check.agrees, made.cells[0].check.words


# What the table says


def test_each_player_s_skill_stands_in_the_table_file(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        'bank = 500\n[[player]]\nseat = 2\nskill = "best"\nwagers = { ante = 10 }\n'
        "[[player]]\nseat = 3\nskill = { chart = 3, bot = 1 }\nwagers = { ante = 10 }\n"
        '[[player]]\nseat = 4\nstrategy = "simple"\nwagers = { ante = 10 }\n'
        "[[player]]\nseat = 5\nwagers = { ante = 10 }\n"
    )
    table = read_simulated_table(file)
    ways = [player.plays() for player in table.player]
    assert ways == [
        {"best": 1},
        {"chart": Fraction(3, 4), "bot": Fraction(1, 4)},
        {"bot": 1},
        {"chart": 1},
    ]
    mixed = with_play(table, "mix")
    assert [player.plays() for player in mixed.player[:3]] == ways[:3]
    assert mixed.player[3].plays() == dict.fromkeys(("best", "chart", "bot"), Fraction(1, 3))
    file.write_text('[[player]]\nseat = 2\nskill = "good"\nwagers = { ante = 10 }\n')
    with pytest.raises(HousewayError, match="'good' is no skill; known are best, chart, bot"):
        read_simulated_table(file)
    with pytest.raises(HousewayError, match="no way to play"):
        with_play(table, "well")


def test_what_play_costs_is_shown_for_each_seat() -> None:
    players = [
        {"seat": 2, "skill": "best", "wagers": {"ante": 100}},
        {"seat": 3, "skill": "bot", "wagers": {"ante": 100}},
    ]
    table = SimulatedTable.model_validate({"schedule": [1], "bank": [5_000], "player": players})
    report = odds(THREE_CARD, table=table)
    (found,) = report.collection
    best, bot = found["players"]
    ante = report.bets["ante"]
    assert best["cost_of_play"] == 0
    assert bot["cost_of_play"] == pytest.approx(100 * float(ante.ev - ante.under("bot").ev))
    assert found["bank"]["from_play"] == pytest.approx(bot["cost_of_play"])


# Falls of a session, and work that nobody waits for


def test_the_fall_of_a_shift_does_not_grow_with_the_rounds() -> None:
    table = seats("ante", 20)
    short = simulate(THREE_CARD, table=table, rounds=40_000, workers=1).as_json()["cells"][0]
    long = simulate(THREE_CARD, table=table, rounds=640_000, workers=1).as_json()["cells"][0]
    one, other = short["per_stretch"], long["per_stretch"]
    assert one["hours"] == other["hours"] == 8
    assert one["stretches"] == 40_000 // 320
    error = one["deepest_fall_sd"] / sqrt(one["stretches"])
    assert abs(one["deepest_fall"] - other["deepest_fall"]) < 4 * error
    assert float(long["worst"]["deepest_fall"]) > float(short["worst"]["deepest_fall"])


def test_a_run_tells_how_far_it_is_and_can_be_cancelled() -> None:
    told: list[float] = []
    with pytest.raises(HousewayError) as caught:
        simulate(
            THREE_CARD, table=seats("ante", 20), rounds=500_000, workers=1,
            progress=told.append, cancelled=lambda: len(told) == 3,
        )  # fmt: skip
    assert caught.value.code == "cancelled"
    assert told == [0.1, 0.2, 0.3] or told == pytest.approx([0.1, 0.2, 0.3])

"""What a schedule's fees leave of the odds, by hand from the filed brackets."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.analysis.after_collection import hourly_fee, table_fees
from houseway.analysis.odds import odds
from houseway.analysis.simulate.table import SimulatedTable, read_simulated_table
from houseway.errors import HousewayError, Problems
from houseway.filings.loader import load
from houseway.filings.schema.collection import CaliforniaGroup, CaliforniaOption
from houseway.filings.terms import make_terms

TCP = "casino-club/three-card-poker-6-card-bonus"
UTH = "500-club/ultimate-texas-holdem"
HALF_HOUR = "outlaws/pure-21.5-blackjack"


def table(schedule: int | str | list[int], *players: dict[str, Any], **rest: Any) -> SimulatedTable:
    return SimulatedTable.model_validate({"schedule": schedule, "player": list(players), **rest})


def fees(filing: str, described: SimulatedTable) -> tuple[Fraction, dict[int, Fraction]]:
    terms: Any = make_terms(load(filing), schedule=described.schedule[0])
    found = table_fees(terms, described)
    return found.bank, dict(found.seats)


def test_casino_club_tcp_schedule_1_charges_the_bank_by_table_action() -> None:
    """Option 1: 5-50 is 0.50, 51-100 is 1, 101-300 is 2; players pay nothing."""
    one = {"seat": 1, "wagers": {"ante": 40, "pair_plus": 5}}
    two = {"seat": 3, "wagers": {"ante": 60}}
    bank, seats = fees(TCP, table(1, one))
    assert bank == 50
    assert seats == {1: Fraction(0)}
    bank, seats = fees(TCP, table(1, one, two))
    assert bank == 200
    assert seats == {1: Fraction(0), 3: Fraction(0)}


def test_wagers_as_distributions_give_the_expected_fee() -> None:
    """Ante 25 or 50, a bonus bet of 50 one time in four: table action 25, 50, 75 or 100."""
    player = {"seat": 1, "wagers": {"ante": {"25": 1, "50": 1}, "pair_plus": {"0": 3, "50": 1}}}
    bank, _ = fees(TCP, table(1, player))
    assert bank == Fraction(3, 4) * 50 + Fraction(1, 4) * 100
    both, _ = fees(TCP, table(1, player, {"seat": 2, "wagers": {"ante": 30}}))
    # 55, 80, 105 or 130 dollars
    assert both == Fraction(3, 4) * 100 + Fraction(1, 4) * 200


def test_a_seat_that_sometimes_sits_out() -> None:
    player = {"seat": 1, "wagers": {"ante": {"0": 1, "60": 1}}}
    bank, _ = fees(TCP, table(1, player, {"seat": 2, "wagers": {"ante": 10}}))
    assert bank == Fraction(50 + 100, 2)


def test_outlaws_tcp_schedule_1_charges_players_by_their_ante() -> None:
    """Option 1: an ante of 5 to 300 pays 0.50, one of 301 to 500 pays 1."""
    filing = "outlaws/three-card-poker-6-card-bonus"
    small = {"seat": 1, "wagers": {"ante": 10, "pair_plus": 5}}
    large = {"seat": 2, "wagers": {"ante": {"300": 1, "400": 1}}}
    bank, seats = fees(filing, table(1, small, large))
    assert seats == {1: 50, 2: 75}
    assert bank == Fraction(200 + 300, 2)  # table action 315 or 415


def test_napa_flat_player_fee_and_what_it_leaves_of_the_odds() -> None:
    """Option 4: every bettor pays 1; the bank pays 1 up to 100 of table action."""
    filing = "napa-valley/ez-baccarat-panda-8"
    players = [
        {"seat": 1, "wagers": {"banker": 20}},
        {"seat": 2, "wagers": {"player": 25, "dragon_7": 5}},
    ]
    report = odds(filing, table=table(4, *players, hands_an_hour=50))
    (answer,) = report.collection
    bets = report.bets
    assert answer["bank"]["fee"] == 1.0
    first, second = answer["players"]
    assert first["ev"] == pytest.approx(20 * float(bets["banker"].ev))
    assert second["ev"] == pytest.approx(
        25 * float(bets["player"].ev) + 5 * float(bets["dragon_7"].ev)
    )
    assert first["after"] == pytest.approx(first["ev"] - 1)
    gain = -first["ev"] - second["ev"]
    assert answer["bank"]["ev"] == pytest.approx(gain)
    assert answer["bank"]["after_an_hour"] == pytest.approx(50 * (gain - 1))
    assert answer["bets"]["banker"]["fee_per_unit"] == pytest.approx(1 / 20)
    assert answer["bets"]["banker"]["edge"] == pytest.approx(1 / 20 - float(bets["banker"].ev))
    assert answer["fees_per_hand"] == 3.0
    assert report.as_json()["collection"] == [answer]


def test_ultimate_blind_equals_the_ante_and_counts_as_action() -> None:
    """500 Club, option 1: 50 to 100 pays 2. Ante 30 with its blind are 60."""
    described = table(1, {"seat": 2, "wagers": {"ante": 30}})
    assert fees(UTH, described)[0] == 200
    (answer,) = odds(UTH, table=described).collection
    assert answer["players"][0]["wagers"] == {"ante": 30.0, "blind": 30.0}
    ante = odds(UTH).bets["ante"].under("chart")
    assert answer["bank"]["ev"] == pytest.approx(-30 * float(ante.ev))


def test_outlaws_21_half_hour_fee_is_spread_over_the_hands() -> None:
    """Options 4 and 5: each player pays 1 every half hour; the bank by table action."""
    player = {"seat": 1, "wagers": {"game": 50}}
    bank, seats = fees(HALF_HOUR, table(4, player, hands_an_hour=40))
    assert bank == 100
    assert seats == {1: Fraction(200, 40)}
    schedule = make_terms(load(HALF_HOUR), schedule=4).schedule
    assert schedule is not None
    assert isinstance(schedule.group, CaliforniaGroup)
    assert isinstance(schedule.option, CaliforniaOption)
    assert hourly_fee(schedule.group, schedule.option) == 200


def test_a_table_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        "schedule = 1\nhands_an_hour = 40\n[[player]]\nseat = 2\n"
        'wagers = { ante = 10, pair_plus = { "0" = 3, "5" = 1 } }\n',
        encoding="utf-8",
    )
    described = read_simulated_table(path)
    assert described.player[0].wagers["pair_plus"] == {0: Fraction(3, 4), 500: Fraction(1, 4)}
    (answer,) = odds(TCP, table=path).collection
    assert answer["players"][0]["wagers"] == {"ante": 10.0, "pair_plus": 1.25}


def test_several_schedules_are_compared() -> None:
    """Casino Club, options 1 and 4: 60 of table action costs 1 in both, 110 costs 2 and 3."""
    described = table([1, 4], {"seat": 2, "wagers": {"ante": [60, 110]}})
    first, second = odds(TCP, table=described).collection
    assert (first["bank"]["fee"], second["bank"]["fee"]) == (1.5, 2.0)
    assert first["bank"]["ev"] == second["bank"]["ev"]


def test_the_tables_decks_and_options_hold_where_none_are_given() -> None:
    described = table(4, {"seat": 1, "wagers": {"tie": 5}}, decks=6)
    filing = "napa-valley/ez-baccarat-panda-8"
    assert odds(filing, table=described).decks == 6
    assert odds(filing, decks=7, table=described).decks == 7


@pytest.mark.parametrize(
    "text", ["schedule = 1\n", "[[player]]\nseat = 1\nwagers = { ante = 5 }\n"]
)
def test_a_table_needs_a_schedule_and_players(tmp_path: Path, text: str) -> None:
    path = tmp_path / "table.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(HousewayError) as refused:
        odds(TCP, table=path)
    assert refused.value.code == "no-table"


@pytest.mark.parametrize(
    ("schedule", "players", "code"),
    [
        (1, [{"seat": 1, "wagers": {"pair_plus": 5}}], "no-wager"),
        (1, [{"seat": 1, "wagers": {"ante": 501}}], "off-limits"),
        (1, [{"seat": 1, "wagers": {"trips": 5}}], "no-such-wager"),
        (1, [{"seat": 9, "wagers": {"ante": 5}}], "no-such-seat"),
        (1, [{"seat": n, "wagers": {"ante": 5}} for n in range(1, 8)], "no-bank-seat"),
        (99, [{"seat": 1, "wagers": {"ante": 5}}], "unknown-schedule"),
    ],
)
def test_tables_that_cannot_be_are_refused(
    schedule: int, players: list[dict[str, Any]], code: str
) -> None:
    with pytest.raises(HousewayError) as refused:
        odds(TCP, table=table(schedule, *players))
    codes = {e.code for e in refused.value.found} if isinstance(refused.value, Problems) else set()
    assert code in {refused.value.code, *codes}


def test_a_filing_without_schedules_has_no_fees() -> None:
    described = table(1, {"seat": 1, "wagers": {"ante": 5}})
    with pytest.raises(HousewayError) as refused:
        odds("generic/ultimate-texas-holdem", table=described)
    assert refused.value.code == "no-schedule"

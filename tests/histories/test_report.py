"""Reports over logs, and the count of the drop boxes."""

from __future__ import annotations

import json
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from houseway.errors import HousewayError
from houseway.histories.count_sheet import read_count_sheet
from houseway.histories.event_log import EventLog
from houseway.histories.report import DEFAULT_SHIFTS, report, shift_of
from houseway.histories.report_page import box_rows, report_pdf
from houseway.histories.report_sheet import report_sheet, verified_sheet
from houseway.histories.verify import verify
from houseway.table.opening import open_table
from houseway.table.setup import Setup
from tests.table.tables import CLUB, NO_BUST, Clock, Stacked


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Two hands of No Bust under option 1: the bank pays 1, each player 50 cents; then one void."""
    path = tmp_path / "seven.log"
    clock = Clock()
    with EventLog(path, durable=False) as journal:
        setup = Setup(NO_BUST, table="7", schedule=("1",), limits="1-100")
        table: Any = open_table(setup, journal, Stacked("Kh 9h 7c Kd 9d Kc"), clock)
        for seat, name in enumerate(("Ann", "Bob", "Cy"), 1):
            table.sit(name, seat, buy_in=500_00)
        for wager in (10_00, 100_00):
            table.take_bank("Ann", wager)
            table.place("Bob", 2, {"game": 10_00})
            table.place("Cy", 3, {"game": 20_00})
            table.no_more_bets()
            while table.waiting_for():
                table.time_out(table.waiting_for()[0].seat)
            clock.move(hours=5)  # the second hand is played by the graveyard shift
        table.take_bank("Bob", 100_00)
        table.place("Cy", 3, {"game": 20_00})
        table.no_more_bets()
        table.void("misdeal")
        table.close()
    return path


def test_hands_action_and_fees_by_rate(log: Path) -> None:
    made = report([log])
    total = made.total
    assert (total.hands, total.voided) == (2, 1)
    assert total.action == 60_00
    assert total.rates == {("bank", 1_00): 2, ("player", 50): 4}
    assert total.drop == 4_00  # the void hand's fees went back
    assert made.by_schedule.keys() == {f"{NO_BUST} 1"}


def test_hands_that_were_not_fully_covered(log: Path) -> None:
    total = report([log]).total
    # A bank of 10 against 20 and 18: the first winner takes all of it, the second gets no action.
    assert total.not_covered == 1
    assert total.uncovered == 20_00


def test_the_player_dealers_results(log: Path) -> None:
    banks = report([log]).banks
    assert banks["Ann"].hands == 2
    assert banks["Ann"].fees == 2_00
    assert banks.keys() == {"Ann"}  # Bob's hand was void


def test_the_bank_goes_round_by_turns_of_a_shift(log: Path) -> None:
    """Ann banks a hand in each of two shifts; Bob's hand is void."""
    made = report([log])
    turns = [
        (one.table, str(one.shift), one.name, one.hands, one.voided, one.fees)
        for one in made.rotation
    ]
    assert turns == [
        ("7", "2025-01-01 swing", "Ann", 1, 0, 1_00),
        ("7", "2025-01-01 graveyard", "Ann", 1, 0, 1_00),
        ("7", "2025-01-01 graveyard", "Bob", 0, 1, 0),
    ]
    assert sum(one.net for one in made.rotation) == made.banks["Ann"].net
    # A bank of 10 that lost all of it.
    assert made.rotation[0].net == -10_00


def test_fees_by_table_and_shift(log: Path) -> None:
    """The bank pays 1 and two players 50 cents each, in either shift."""
    boxes = report([log]).as_json()["boxes"]
    assert [(one["table"], one["shift"], one["hands"], one["drop"]) for one in boxes] == [
        ("7", "2025-01-01 graveyard", 1, "2.00"),
        ("7", "2025-01-01 swing", 1, "2.00"),
    ]
    assert boxes[0]["rates"] == [
        {"from": "bank", "fee": "1.00", "times": 1},
        {"from": "player", "fee": "0.50", "times": 2},
    ]


def test_a_report_to_take_away_has_the_count_beside_each_box(log: Path, tmp_path: Path) -> None:
    """One box of a shift a dollar short, and a table that has no log."""
    sheet = tmp_path / "count.toml"
    sheet.write_text(
        '[[box]]\ntable = "7"\nshift = "2025-01-01 swing"\namount = 1\n'
        '[[box]]\ntable = "9"\namount = 3\n'
    )
    made = report([log], sheet).as_json()
    rows = {(one["table"], one["shift"]): one for one in box_rows(made)}
    assert (rows["7", "2025-01-01 swing"]["drop"], rows["7", "2025-01-01 swing"]["difference"]) == (
        "2.00", "-1.00",
    )  # fmt: skip
    assert rows["7", "2025-01-01 graveyard"]["counted"] == "0.00"  # it was not counted
    assert (rows["9", "all"]["drop"], rows["9", "all"]["difference"]) == ("0.00", "3.00")
    page = report_pdf(made, "Report", "table 7")
    assert page.startswith(b"%PDF")
    long = {**made, "rotation": made["rotation"] * 60}
    assert (
        report_pdf(long, "Report", "").count(b"/Type /Page\n") > page.count(b"/Type /Page\n") == 1
    )


def test_who_declined_stands_before_the_turn(tmp_path: Path) -> None:
    path = tmp_path / "eight.log"
    with EventLog(path, durable=False) as journal:
        setup = Setup(NO_BUST, table="8", schedule=("1",), limits="1-100")
        table: Any = open_table(setup, journal, Stacked("Kh 9h 7c Kd 9d Kc"), Clock())
        for seat, name in enumerate(("Ann", "Bob", "Cy"), 1):
            table.sit(name, seat, buy_in=500_00)
        table.decline_bank("Ann")
        table.take_bank("Bob", 100_00)
        table.place("Cy", 3, {"game": 20_00})
        table.void("misdeal")
        table.close()
    (turn,) = report([path]).rotation
    assert (turn.name, turn.declined) == ("Bob", ("Ann",))


def test_shifts_divide_the_drop(log: Path) -> None:
    made = report([log])
    assert {str(shift): one.drop for shift, one in made.by_shift.items()} == {
        "2025-01-01 swing": 2_00,
        "2025-01-01 graveyard": 2_00,
    }


def test_the_ledger_ends_with_cage_and_drop(log: Path) -> None:
    assert report([log]).ledgers["7"].balances() == {"cage": -4_00, "drop": 4_00}


def test_poker_hands_are_summed_by_the_option_of_their_number_of_players(tmp_path: Path) -> None:
    path = tmp_path / "poker.log"
    stakes = {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]}
    with EventLog(path, durable=False) as journal:
        setup = Setup("500-club/texas-holdem", stakes=stakes, schedule=("177", "175", "173"))
        table: Any = open_table(setup, journal, Stacked(), Clock())
        for seat in range(1, 6):
            table.sit(f"P{seat}", seat, buy_in=100_00)
        for left in ("P5", ""):  # a hand of five, then one of four
            table.deal()
            while table.waiting_for():
                table.time_out(table.waiting_for()[0].seat)
            if left:
                table.leave(left)
        table.close()
    made = report([path])
    assert {name: one.hands for name, one in made.by_schedule.items()} == {
        "500-club/texas-holdem 175": 1,
        "500-club/texas-holdem 177": 1,
    }
    assert sum(one.drop for one in made.by_schedule.values()) == made.total.drop > 0


def test_a_shift_after_midnight_belongs_to_the_day_it_began_on() -> None:
    def at(hour: int) -> str:
        return str(shift_of(datetime(2025, 3, 1, hour, tzinfo=UTC), DEFAULT_SHIFTS))

    assert at(5) == "2025-02-28 graveyard"
    assert at(6) == "2025-03-01 day"
    assert at(22) == "2025-03-01 graveyard"


# Count sheets.


def sheet(tmp_path: Path, text: str, name: str = "count.toml") -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def test_a_box_that_holds_what_it_should(log: Path, tmp_path: Path) -> None:
    made = report([log], sheet(tmp_path, '[[box]]\ntable = "7"\namount = 4\n'))
    assert made.ok
    assert made.as_json()["counted"] == [
        {"table": "7", "shift": "", "expected": "4.00", "counted": "4.00", "difference": "0.00"}
    ]


def test_chips_by_their_value_and_a_box_for_each_shift(log: Path, tmp_path: Path) -> None:
    text = """
        [[box]]
        table = "7"
        shift = "2025-01-01 swing"
        chips = { "0.50" = 2, "1" = 1 }
        [[box]]
        table = "7"
        shift = "2025-01-01 graveyard"
        amount = 1.50
    """
    made = report([log], sheet(tmp_path, text))
    assert not made.ok
    assert [(one.expected, one.counted, one.difference) for one in made.counted] == [
        (2_00, 2_00, 0),
        (2_00, 1_50, -50),
    ]


def test_a_box_nobody_counted_is_missed(log: Path, tmp_path: Path) -> None:
    text = '[[box]]\ntable = "7"\nshift = "2025-01-01 swing"\namount = 2\n'
    made = report([log], sheet(tmp_path, text))
    assert [(one.shift, one.difference) for one in made.counted] == [
        ("2025-01-01 swing", 0),
        ("2025-01-01 graveyard", -2_00),
    ]


def test_the_sheet_says_when_shifts_begin(log: Path, tmp_path: Path) -> None:
    box = {"table": "7", "shift": "2025-01-01 late", "amount": "4.00"}
    text = json.dumps({"shifts": {"early": "04:00", "late": "17:00"}, "box": [box]})
    path = sheet(tmp_path, text, "count.json")
    assert read_count_sheet(path).shifts == {"early": time(4), "late": time(17)}
    assert report([log], path).ok


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("box = 1", "box"),
        ("[[box]]\namount = 1", "box.0.table"),
        ('[[box]]\ntable = "1"\namount = -1', "box.0.amount"),
        ('[[box]]\ntable = "1"\nchips = { "1" = -1 }', "box.0.chips.1"),
        ('[[box]]\ntable = "1"\ncolour = "red"', "box.0.colour"),
        ("", "box"),
        ("= =", "count.toml"),
        ('[[box]]\ntable = "1"\n[shifts]\nday = "early"', "count.toml"),
    ],
)
def test_a_bad_count_sheet_names_the_place(tmp_path: Path, text: str, where: str) -> None:
    with pytest.raises(HousewayError) as refused:
        read_count_sheet(sheet(tmp_path, text))
    assert where in refused.value.where


def test_several_tables_and_a_file_that_is_no_log(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "eight.log"
    with EventLog(other, durable=False) as journal:
        table = open_table(Setup(CLUB, table="8"), journal, Stacked(), Clock())
        table.sit("Ann", 1, buy_in=10_00)
    made = report([log, other])
    assert made.ledgers["8"]["seat:1"] == 10_00
    assert made.total.hands == 2
    with pytest.raises(HousewayError):
        report([tmp_path / "none.log"])


def test_sheets_for_people(log: Path, tmp_path: Path) -> None:
    console = Console(width=120, record=True, file=(tmp_path / "out").open("w"))
    console.print(
        report_sheet(report([log], sheet(tmp_path, '[[box]]\ntable = "7"\namount = 3\n')))
    )
    console.print(verified_sheet(verify(log)))
    text = console.export_text()
    for expected in ("Fees by rate", "Player-dealers", "Ann", "-1.00", "2 rounds played again"):
        assert expected in text
    console.file.close()

"""Collections of invented houses: jackpot drops, fees of the button, fees by the hour.

Limit hands are $4-$8 with blinds of 2 and 4 and stacks of 200, worked out by hand.
"""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HousewayError
from houseway.families.poker.pot_fees import PotHabits, pot_fees
from houseway.families.poker.schema import Poker
from houseway.families.poker.table import PokerTable
from houseway.filings.lint import lint_filing
from houseway.filings.sign import table_sign_json
from houseway.histories.event_log import EventLog
from houseway.histories.report import report
from houseway.histories.verify import verify
from houseway.table.evening import start_evening, usual_setup
from houseway.table.opening import open_table
from houseway.table.setup import Setup
from tests.families.poker.hands import HOLE, ends, limit
from tests.families.poker.houses import cited, house
from tests.table.tables import Clock, Kept, Stacked, fill, refused

CHECK = "p1 cc; p2 cc; p3 cc"
BOARDS = ["d db 2h8c9d", "d db Ts", "d db 3s"]
CALLED = "; ".join([f"{HOLE}; p3 cc; p1 cc; p2 cc", *(f"{b}; {CHECK}" for b in BOARDS)])
TWO = "; ".join([f"{HOLE}; p3 f; p1 cc; p2 cc", *(f"{b}; p1 cc; p2 cc" for b in BOARDS)])
STAKES: dict[str, Any] = {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]}


def collecting(
    *options: dict[str, Any], base: str = "texas-holdem", kind: str = "pot", **group: Any
) -> Poker:
    """A house with one paragraph of fees."""
    given: dict[str, Any] = {"kind": kind, "structures": ["limit"], **group}
    if kind == "pot":
        given.setdefault("taken", "flop-turn-river")
    lines = [{"number": n, "lines": "1", **one} for n, one in enumerate(options, 1)]
    one = {"name": "poker", "title": "Poker", "group": [cited(**given, option=lines)]}
    return house(base, {"collection": {"set": [cited(**one)]}})


JACKPOT = collecting({"players": "2+", "regular": "3", "jackpot": "1"}, jackpot_pot="10")
BUTTON = collecting({"players": "2+", "regular": "5"}, taken="button")


# The hand.


def test_a_jackpot_drop_leaves_the_pot_on_the_flop_beside_the_fee() -> None:
    # 12 lie there: 3 for the house, 1 for the jackpot; the straight wins 8.
    answer = ends(limit("", CALLED, _schedule=1), [196, 196, 204], ["p3 high 8"], 3, filing=JACKPOT)
    assert answer.as_json()["jackpot"] == "1.00"


def test_no_jackpot_drop_from_a_small_pot_or_without_a_flop() -> None:
    # 8 lie there, and 10 are needed.
    answer = ends(limit("", TWO, _schedule=1), [196, 201, 200], ["p2 high 5"], 3, filing=JACKPOT)
    assert "jackpot" not in answer.as_json()
    folds = limit("", f"{HOLE}; p3 f; p1 f", _schedule=1)
    ends(folds, [198, 202, 200], ["p2 pot 4"], 0, filing=JACKPOT)


def test_a_jackpot_drop_stops_at_what_is_left_of_the_pot() -> None:
    greedy = collecting({"players": "2+", "regular": "10", "jackpot": "5"})
    # Of 12 the fee takes 10 and the jackpot the last 2.
    answer = ends(limit("", CALLED, _schedule=1), [196, 196, 196], None, 10, filing=greedy)
    assert answer.result.jackpot == 2_00


def test_draw_games_drop_for_the_jackpot_after_the_first_round() -> None:
    option = {"players": "2+", "regular": "3", "jackpot": "1"}
    game = collecting(option, base="2-7-single-draw", taken="betting-rounds")
    deal = "d dh p1 8c6d4h3s2h; d dh p2 KsQsJd8h2s; d dh p3 QdQcJs9s9d"
    called = f"{deal}; p3 cc; p1 cc; p2 cc; p1 sd; p2 sd; p3 sd; {CHECK}"
    answer = ends(limit("", called, _schedule=1), [204, 196, 196], ["p1 high 8"], 3, filing=game)
    assert answer.result.jackpot == 1_00
    ends(limit("", f"{deal}; p3 f; p1 f", _schedule=1), [198, 202, 200], None, 0, filing=game)


def test_the_button_pays_the_fee_and_the_pot_nothing() -> None:
    ends(limit("", CALLED, _schedule=1), [196, 196, 203], ["p3 high 12"], 5, filing=BUTTON)
    folds = limit("", f"{HOLE}; p3 f; p1 f", _schedule=1)
    ends(folds, [198, 202, 195], ["p2 pot 4"], 5, filing=BUTTON)


def test_a_short_button_plays_for_what_the_fee_leaves() -> None:
    # Of 9 the fee takes 5; 4 call the blind, and p3 with a straight wins the whole of 12.
    straight = ["d db 5h8c9d", "d db Ts", "d db 3s"]
    play = [f"{HOLE}; p3 cc; p1 cc; p2 cc", *(f"{b}; p1 cc; p2 cc" for b in straight)]
    hand = limit("", "; ".join(play), _schedule=1, starting_stacks=[200, 200, 9])
    ends(hand, [196, 196, 12], ["p3 high 12"], 5, filing=BUTTON)


# The table.


def table_of(filing: Poker, *schedule: str, clock: Clock | None = None) -> tuple[PokerTable, Kept]:
    journal = Kept()
    setup = Setup(filing.id, schedule=schedule, stakes=STAKES)
    table = open_table(setup, journal, Stacked("As Kh Qd"), clock or Clock(), filing=filing)
    assert isinstance(table, PokerTable)
    fill(table)
    return table, journal


def call_down(table: PokerTable) -> None:
    while table.waiting_for():
        ask = table.waiting_for()[0]
        table.act(table.state.player_of(ask.seat), ask.seat, ask.choices[1])


def test_drop_box_and_jackpot_are_apart_in_the_ledger() -> None:
    table, journal = table_of(JACKPOT, "1")
    table.deal()
    call_down(table)
    (settled,) = journal.records("hand_settled")
    assert (settled.fee, settled.jackpot) == (3_00, 1_00)
    assert (table.state.ledger["drop"], table.state.ledger["jackpot"]) == (3_00, 1_00)
    assert sum(table.state.stack(name) for name in ("Ann", "Bob", "Cy")) == 3_000_00 - 4_00


@pytest.mark.parametrize("filing", [JACKPOT, BUTTON])
def test_a_void_hand_gives_fee_and_drop_back(filing: Poker) -> None:
    table, _ = table_of(filing, "1")
    table.deal()
    while table.state.engine is not None and not table.state.engine.boards[0]:
        ask = table.waiting_for()[0]
        table.act(table.state.player_of(ask.seat), ask.seat, ask.choices[1])
    assert table.state.ledger["drop"] > 0
    table.void("a fire alarm", by="floor")
    assert {name: table.state.stack(name) for name in ("Ann", "Bob", "Cy")} == {
        "Ann": 1_000_00, "Bob": 1_000_00, "Cy": 1_000_00,
    }  # fmt: skip
    assert table.state.ledger["drop"] == table.state.ledger["jackpot"] == 0


def test_the_buttons_fee_never_lies_in_the_pot() -> None:
    table, journal = table_of(BUTTON, "1")
    table.deal()  # Ann has the button
    assert (table.state.ledger["pot"], table.state.ledger["drop"]) == (6_00, 5_00)
    assert table.state.stack("Ann") == 995_00
    call_down(table)
    assert journal.records("hand_settled")[-1].fee == 5_00


@pytest.mark.parametrize("filing", [JACKPOT, BUTTON])
def test_an_evening_is_proved_and_reported(filing: Poker, tmp_path: Path) -> None:
    path = tmp_path / "log"
    with EventLog(path, durable=False) as log:
        evening = start_evening(usual_setup(filing), log, random.Random(3), seats=4, filing=filing)
        for _ in evening.play(20):
            pass
        balances = evening.table.state.ledger.balances()
        evening.table.close()
    found = verify(path)
    assert found.ok, found.findings
    assert found.replayed
    total = report([path]).total
    assert (total.drop, total.jackpot) == (balances["drop"], balances.get("jackpot", 0))
    assert total.drop == 20 * 5_00 if filing is BUTTON else total.jackpot > 0


# Fees by the hour.


DAY, NIGHT = "06:00-18:00", "18:00-06:00"
BY_HOUR = collecting(
    {"players": "2+", "regular": "3", "hours": DAY},
    {"players": "2+", "regular": "4", "hours": NIGHT},
)


def test_the_hour_picks_the_option_of_the_hand() -> None:
    clock = Clock()  # six in the evening
    clock.move(minutes=-1)
    table, journal = table_of(BY_HOUR, "1", "2", clock=clock)
    table.deal()
    clock.move(minutes=5)  # a hand keeps the option it began with
    call_down(table)
    table.deal()
    call_down(table)
    clock.move(hours=12)
    table.deal()
    call_down(table)
    assert [hand.schedule for hand in journal.records("hand_started")] == ["1", "2", "1"]
    assert [hand.fee for hand in journal.records("hand_settled")] == [3_00, 4_00, 3_00]


def test_options_of_all_hours_are_posted_and_none_twice() -> None:
    with refused("band-missing"):
        table_of(BY_HOUR, "1")
    twice = collecting(
        {"players": "2+", "regular": "3", "hours": "06:00-18:00"},
        {"players": "2+", "regular": "4", "hours": "17:00-06:00"},
    )
    with refused("bands-overlap"):
        table_of(twice, "1", "2")
    assert "bands-overlap" not in {found.code for found in lint_filing(BY_HOUR)}


def test_time_collection_by_the_hour() -> None:
    timed = collecting(
        {"fee": "6", "hours": DAY}, {"fee": "7", "hours": NIGHT}, kind="timed", minutes=30
    )
    clock = Clock()
    clock.move(minutes=-20)
    table, journal = table_of(timed, "1", "2", clock=clock)
    table.deal()
    call_down(table)
    clock.move(minutes=30)
    table.tick()
    taken = [dict(one.fees) for one in journal.records("time_taken")]
    assert [set(fees.values()) for fees in taken] == [{6_00}, {7_00}]
    with refused("hours-missing"):
        table_of(timed, "1")


@pytest.mark.parametrize("hours", ["18-02", "25:00-02:00", "18:00-18:00"])
def test_hours_that_are_none_are_refused(hours: str) -> None:
    with pytest.raises(HousewayError, match="no hours of the day"):
        collecting({"players": "2+", "regular": "3", "hours": hours})


# Signs and costs.


def test_the_sign_tells_drop_button_and_hours() -> None:
    def fees(filing: Poker, *schedules: str) -> list[tuple[str, str, str, str]]:
        lines = table_sign_json(filing, list(schedules), "4-8")["collection"]["fees"]
        return [(one["option"], one["from"], one["for"], one["fee"]) for one in lines]

    assert fees(JACKPOT, "1") == [
        ("1", "pot, 2 or more players", "regular fee", "3.00"),
        ("1", "pot, 2 or more players", "jackpot drop, not a fee of the house", "1.00"),
    ]
    assert "from a pot of $10 on" in table_sign_json(JACKPOT, ["1"], "4-8")["collection"]["basis"]
    assert fees(BUTTON, "1") == [("1", "button, 2 or more players", "regular fee", "5.00")]
    assert [one[0] for one in fees(BY_HOUR, "1", "2")] == [
        "1, 06:00 to 18:00", "2, 18:00 to 06:00",
    ]  # fmt: skip


def test_what_the_button_costs_an_hour() -> None:
    # 30 pots an hour at 5, shared by nine.
    (found,) = pot_fees(BUTTON, PotHabits(players=9))
    assert found.per_player_hour == Fraction(5_00 * 30, 9)


def test_a_later_fee_of_the_button_is_refused() -> None:
    with pytest.raises(HousewayError, match="regular fee only"):
        collecting({"players": "2+", "regular": "5", "turn": "1"}, taken="button")

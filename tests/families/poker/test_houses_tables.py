"""Tables of invented houses: kills, straddles, dead buttons, unopened pots, evenings of bots."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from houseway.families.poker.hand_file import PlayedHand
from houseway.families.poker.phh import parse_hands
from houseway.families.poker.phh_replay import replay
from houseway.families.poker.schema import Poker
from houseway.families.poker.session import Entrant, seat_past_dead_button
from houseway.families.poker.table import PokerTable
from houseway.filings.lint import lint_filing
from houseway.histories.event_log import EventLog, iter_log
from houseway.histories.export import played
from houseway.histories.verify import verify
from houseway.table.evening import start_evening, usual_setup
from houseway.table.opening import open_table
from houseway.table.setup import Setup
from tests.families.poker.houses import (
    DEAD_BUTTON,
    DOUBLE,
    HALF_POT,
    JACKS,
    KILL,
    LOWBALL,
    SHORT,
    SPREAD,
    STRADDLE,
    cited,
    house,
)
from tests.table.tables import Clock, Kept, Stacked, fill, refused

LIMIT: dict[str, Any] = {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]}
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve")


def table_of(filing: Poker, *tops: str, **stakes: Any) -> tuple[PokerTable, Kept]:
    journal = Kept()
    setup = Setup(filing.id, stakes=LIMIT | stakes)
    table = open_table(setup, journal, Stacked(*tops), Clock(), filing=filing)
    assert isinstance(table, PokerTable)
    return table, journal


def started(journal: Kept) -> Any:
    return journal.records("hand_started")[-1]


def play(table: PokerTable, winner: str) -> None:
    """Everybody but one folds; that one checks or calls."""
    table.deal()
    while table.waiting_for():
        ask = table.waiting_for()[0]
        name = table.state.player_of(ask.seat)
        table.act(name, ask.seat, ask.choices[1] if name == winner else "fold")


# Kills.


def test_two_pots_in_a_row_kill_the_third() -> None:
    table, journal = table_of(house("texas-holdem", KILL), "As Kh Qd Jc")
    fill(table, NAMES[:4])
    play(table, "Ann")
    play(table, "Ann")
    assert [hand.kill for hand in journal.records("hand_started")] == [0, 0]
    play(table, "Bob")
    hand = started(journal)
    assert hand.kill == 1
    # Button at seat 3: Dee and Ann have the blinds; the killing blind is 8.
    assert (hand.button, hand.seats, hand.blinds) == (3, (4, 1, 2, 3), (2_00, 4_00, 0, 0))
    moved = journal.records("hand_settled")[-1]
    assert moved.awards[0].amount == 2_00 + 8_00 + 8_00  # Bob called 8
    play(table, "Cy")
    assert started(journal).kill == 0


def test_a_scoop_of_so_much_kills_the_next_pot() -> None:
    game = house("texas-holdem", {"game.kill": cited(pot_at_least="6")})
    table, journal = table_of(game, "As Kh Qd Jc")
    fill(table, NAMES[:4])
    play(table, "Ann")  # both blinds fold: 6 and the call of 4
    play(table, "Bob")
    assert [hand.kill for hand in journal.records("hand_started")] == [0, 1]


# Straddles.


def test_who_says_so_straddles_whenever_first_left_of_the_blinds() -> None:
    table, journal = table_of(house("texas-holdem", STRADDLE), "As Kh Qd Jc")
    fill(table, NAMES[:4])
    table.enter("Dee", "straddle")
    play(table, "Ann")  # the button is Ann's: Bob and Cy post, Dee straddles
    assert started(journal).blinds == (2_00, 4_00, 8_00, 0)
    play(table, "Ann")  # Cy and Dee post, Ann does not straddle
    assert started(journal).blinds == (2_00, 4_00, 0, 0)
    table.enter("Dee", "no-straddle")
    for _ in range(3):
        play(table, "Ann")
        assert started(journal).blinds == (2_00, 4_00, 0, 0)


def test_no_straddle_where_none_is_filed() -> None:
    table, _ = table_of(house("texas-holdem", {}))
    fill(table)
    with refused("straddle"):
        table.enter("Ann", "straddle")


# Dead buttons. Amounts 2 and 4; five seats, the small blind was due at 2 and the big one at 3.


@pytest.mark.parametrize(
    ("left", "button", "order", "blinds"),
    [
        ((1, 2, 3, 4, 5), 2, (3, 4, 5, 1, 2), (2, 4, 0, 0, 0)),
        ((1, 2, 4, 5), 2, (4, 5, 1, 2), (4, 0, 0, 0)),  # the big blind has gone: no small blind
        ((1, 3, 4, 5), 2, (3, 4, 5, 1), (2, 4, 0, 0)),  # the button lies before an empty seat
        ((1, 2, 3, 5), 2, (3, 5, 1, 2), (2, 4, 0, 0)),  # the next one has gone
        ((1, 5), 5, (1, 5), (2, 4)),  # two are left: the big blind goes on to seat 5
    ],
)
def test_the_big_blind_goes_on_and_the_button_follows(
    left: tuple[int, ...], button: int, order: tuple[int, ...], blinds: tuple[int, ...]
) -> None:
    found, seating = seat_past_dead_button((2, 4), (2, 3), left, custom=False)
    assert (found, seating.order, seating.blinds) == (button, order, blinds)


def test_by_custom_the_small_blind_is_the_button_when_two_are_left() -> None:
    button, seating = seat_past_dead_button((2, 4), (2, 3), (1, 5), custom=True)
    assert (button, seating.order, seating.blinds) == (1, (5, 1), (2, 4))


def test_nobody_comes_in_between_the_button_and_the_big_blind() -> None:
    # Seat 3 is taken anew; its big blind has passed, and 4 has it now.
    new = [Entrant(3, False, "wait-for-big-blind")]
    button, seating = seat_past_dead_button((2, 4), (2, 3), (1, 2, 4, 5), new, custom=False)
    assert (button, seating.order, seating.waiting) == (2, (4, 5, 1, 2), (3,))


def test_a_table_with_a_dead_button() -> None:
    table, journal = table_of(house("texas-holdem", DEAD_BUTTON), "As Kh Qd Jc Td")
    fill(table, NAMES)
    play(table, "Ann")  # Ann has the button, Bob and Cy the blinds
    table.leave("Cy")
    play(table, "Ann")
    hand = started(journal)
    assert (hand.button, hand.seats, hand.blinds) == (2, (4, 5, 1, 2), (4_00, 0, 0, 0))
    play(table, "Ann")
    hand = started(journal)
    assert (hand.button, hand.seats, hand.blinds) == (3, (4, 5, 1, 2), (2_00, 4_00, 0, 0))


# A pot that nobody opens.


def test_a_pot_nobody_opens_waits_for_the_next_hand_and_is_shared_at_the_end() -> None:
    game = house("2-7-single-draw", JACKS | {"game.openers": cited(passed_out="pot-carried")})
    table, journal = table_of(game, ante="1", blinds=[])
    fill(table)
    table.deal()
    while table.waiting_for():
        ask = table.waiting_for()[0]
        table.act(table.state.player_of(ask.seat), ask.seat, "check")
    assert journal.records("hand_settled")[-1].carried == 3_00
    assert table.state.ledger["pot"] == 3_00
    table.deal()
    assert (started(journal).carried, table.state.ledger["pot"]) == (3_00, 6_00)
    table.void("the deck was short", by="floor")
    assert table.state.ledger["pot"] == 3_00
    assert table.state.stack("Ann") == 999_00
    table.close()
    assert table.state.ledger.balances() == {}


# Whole evenings.


HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "short deck": ("texas-holdem", SHORT),
    "double board": ("omaha-hi-lo", DOUBLE),
    "lowball": ("2-7-single-draw", LOWBALL),
    "jacks": ("2-7-single-draw", JACKS),
    "jacks carried": (
        "2-7-single-draw",
        JACKS | {"game.openers": cited(passed_out="pot-carried")},
    ),
    "spread": ("texas-holdem", SPREAD),
    "half pot": (
        "texas-holdem",
        HALF_POT
        | {"game.structures.allowed": ["pot-limit"], "game.raise_cap.holds_in": ["pot-limit"]},
    ),
    "straddle": ("texas-holdem", STRADDLE),
    "kill": ("texas-holdem", KILL),
    "spread kill": ("texas-holdem", SPREAD | KILL),
    "dead button": ("texas-holdem", DEAD_BUTTON),
}


@pytest.mark.parametrize("name", HOUSES)
def test_an_evening_of_bots_is_proved_and_replays(name: str, tmp_path: Path) -> None:
    check_evening(name, 10, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", HOUSES)
def test_a_long_evening_of_bots_is_proved_and_replays(name: str, tmp_path: Path) -> None:
    check_evening(name, 100, tmp_path)


def check_evening(name: str, rounds: int, tmp_path: Path) -> None:
    filing = house(*HOUSES[name])
    assert [found for found in lint_filing(filing) if found.severity == "error"] == []
    path, source = tmp_path / "log", random.Random(7)
    with EventLog(path, durable=False) as log:
        evening = start_evening(
            usual_setup(filing), log, source, seats=5, stack=200_00, filing=filing
        )
        for number, _ in enumerate(evening.play(rounds)):
            if name == "straddle" and number < 2:
                assert isinstance(evening.table, PokerTable)
                evening.table.enter("Ada", "straddle")
        evening.table.close()
    hands = 0
    for one in played(iter_log(path)):
        assert isinstance(one, PlayedHand)
        result = replay(parse_hands(one.export().text)[0], filing).result
        assert (result.stacks, result.carried) == (one.settled.stacks, one.settled.carried)
        hands += 1
    assert hands == rounds
    found = verify(path)
    assert found.ok, found.findings
    assert found.replayed

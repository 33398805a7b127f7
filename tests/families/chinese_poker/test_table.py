"""Chinese poker at a table: both buttons, three of four dealt in, points from stack to stack."""

from __future__ import annotations

from typing import Any

from houseway.filings.schema.base import dollars
from tests.table.tables import Clock, chinese, fill, refused

NAMES = ("Ann", "Bob", "Cy", "Dee")


def play(table: Any) -> None:
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)


def test_item_1_the_first_seat_gets_both_buttons_and_they_move_clockwise() -> None:
    table, journal = chinese()
    fill(table, NAMES, buy_in=100_00)
    for _ in range(5):
        table.deal()
        play(table)
    hands = journal.records("hand_started")
    assert [one.button for one in hands] == [1, 2, 3, 4, 1]
    # The one with the buttons and the next two are dealt in.
    assert [one.seats for one in hands[:4]] == [(1, 2, 3), (2, 3, 4), (3, 4, 1), (4, 1, 2)]


def test_item_3_points_are_paid_from_stack_to_stack() -> None:
    table, journal = chinese(stakes={"point_value": 2})
    fill(table, NAMES[:3], buy_in=100_00)
    table.deal()
    play(table)
    (settled,) = journal.records("points_settled")
    due = dict.fromkeys((1, 2, 3), 0)
    for line in settled.points:
        assert line.paid == 2_00 * line.points
        due[line.first] += line.paid
        due[line.second] -= line.paid
    assert {s: table.state.ledger[f"seat:{s}"] - 100_00 for s in due} == due
    assert table.state.ledger["pot"] == 0


def test_a_hand_is_begun_with_nine_points_and_a_game_with_thirty_limits() -> None:
    table, _ = chinese()
    with refused("buy-in"):
        table.sit("Ann", 1, buy_in=29_99)
    fill(table, NAMES[:2], buy_in=30_00)
    table.correct(0, "a test of small stacks", [("seat:1", "cage", 21_01)], by="Flo")
    with refused("too-few-players"):
        table.deal()


def test_the_fee_is_taken_from_each_active_player_every_forty_minutes() -> None:
    clock = Clock()
    table, journal = chinese(clock=clock, schedule=("1",))
    fill(table, NAMES[:2], buy_in=100_00)
    fee = table.state.timed_fee
    assert fee is not None
    assert fee.minutes == 40
    table.deal()
    assert table.state.ledger["drop"] == 2 * fee.fee
    play(table)
    clock.move(minutes=41)
    table.deal()
    assert len(journal.records("time_taken")) == 2


def test_queens_on_top_lead_to_fantasy_land_for_the_next_hand() -> None:
    # Left of the button first: Bob and then Ann, one card at a time.
    first = "Qh 2c Qd 2d As 3c Ah 3d Kh 4c"
    bob = ("place top Qh Qd bottom As Ah Kh", "place middle Ks Kd", "place bottom Ac middle 9c",
           "place middle 8d 7s", "place top Jc bottom Td")  # fmt: skip
    later = (
        "Ks Kd 2h",
        "4d 5h 6c",
        "Ac 9c 2s",
        "7h 8h 9h",
        "8d 7s 3h",
        "Jd Jh 6d",
        "Jc Td 3s",
        "9s Th 5c",
    )
    table, journal = chinese(" ".join((first, *later)))
    fill(table, NAMES[:2], buy_in=100_00)
    table.deal()
    moves = iter(bob)
    while table.waiting_for():
        ask = table.waiting_for()[0]
        if ask.seat == 2:
            table.act("Bob", 2, next(moves))
        else:
            table.time_out(ask.seat)
    (settled,) = journal.records("points_settled")
    assert settled.fantasy_land == (2,)
    table.deal()
    assert journal.records("hand_started")[-1].fantasy_land == (2,)
    # Thirteen cards face down, seen by nobody else.
    deal = next(
        r.event for r in journal.records("happened")[::-1] if getattr(r.event, "count", 0) == 13
    )
    assert deal.private_to == (2,)


def test_a_void_hand_moves_nothing_and_keeps_the_buttons() -> None:
    table, journal = chinese()
    fill(table, NAMES[:3], buy_in=100_00)
    table.deal()
    table.void("misdeal")
    table.deal()
    assert [one.button for one in journal.records("hand_started")] == [1, 1]
    assert dollars(-table.state.ledger["cage"]) == "300.00"

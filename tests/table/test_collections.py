"""Schedules in force, free-collection buttons, collections by the clock."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.rounds.events import Dealt
from houseway.rounds.steps import Deal, Procedure, Void
from houseway.table import records as r
from houseway.table.banked import BankedTable
from tests.table.tables import CLUB, NO_BUST, Clock, Kept, banked, fill, refused

OUTLAWS = "outlaws/pure-21.5-blackjack"


# Terms.


def test_a_schedule_is_fixed_before_the_hand_and_changes_between_hands_only() -> None:
    table, journal = banked(CLUB, schedule=("1",))
    fill(table)
    table.take_bank("Ann", 500_00)
    with refused("mid-round"):
        table.change_terms({"schedule": ("2",)})
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    with refused("mid-round"):
        table.change_terms({"limits": "10-200"})
    table.act("Bob", 2, "fold")
    table.change_terms({"schedule": ("2",), "limits": "10-200"})
    (changed,) = journal.records("terms_changed")
    assert changed.setup.schedule == ("2",)
    assert changed.fingerprint != journal.records("opened")[0].fingerprint
    table.take_bank("Ann", 500_00)
    with refused("off-limits"):
        table.place("Bob", 2, {"ante": 5_00})


def test_casino_club_one_schedule_is_used_at_a_table_at_a_time() -> None:
    with refused("several-schedules"):
        banked(CLUB, schedule=("1", "2"))


def test_what_the_filing_does_not_permit_does_not_open() -> None:
    with refused("unknown-schedule"):
        banked(CLUB, schedule=("99",))
    with refused("bad-setup"):
        banked(CLUB, dealt_from="shoe")
    with refused("bad-option"):
        banked(CLUB, decks=2)


def test_a_smaller_table_cannot_take_away_a_taken_seat() -> None:
    table, _ = banked("napa-valley/three-card-poker-6-card-bonus-1.3", options={"seats": 14})
    table.sit("Ann", 12, buy_in=100_00)
    with refused("seat-taken"):
        table.change_terms({"options": {"seats": 8}})
    with refused("not-a-term"):
        table.change_terms({"filing": CLUB})
    table.leave("Ann")
    table.change_terms({"options": {"seats": 8}})
    assert table.state.terms.seats == 8


# Free-collection buttons (003:83, 118-119).


def no_action_hand(**setup: Any) -> tuple[BankedTable, Kept]:
    """Bob wins the bank's whole wager; Cy, settled after him, gets no action."""
    # One card each, Bob, Cy, bank; the second Bob, Cy; then the bank's: a six, action at seat 2.
    table, journal = banked(NO_BUST, "Kh 9h 7c Kd 8h Kc", schedule=("1",), limits="1-100", **setup)
    fill(table)
    table.take_bank("Ann", 10_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Cy", 3, {"game": 10_00})
    table.no_more_bets()
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)
    return table, journal


def test_no_bust_item_17_a_hand_without_action_earns_a_button() -> None:
    table, journal = no_action_hand()
    (settled,) = journal.records("settled")
    outcomes = {line.bettor: line.outcome for line in settled.lines}
    assert sorted(outcomes.values()) == ["no_action", "win"]
    (earned,) = journal.records("free_collection_earned")
    loser = next(bettor for bettor, outcome in outcomes.items() if outcome == "no_action")
    assert earned.seat == int(loser)
    assert len(table.state.patrons[earned.name].buttons) == 1


def test_no_bust_item_18_a_button_waives_the_next_fee_once_and_is_logged() -> None:
    table, journal = no_action_hand()
    holder = journal.records("free_collection_earned")[0].name
    seat = table.state.patrons[holder].seat
    assert seat is not None
    table.take_bank("Ann", 10_00)
    with refused("no-wager"):
        table.hand_in_button(holder, seat)
    table.place(holder, seat, {"game": 5_00})
    table.hand_in_button(holder, seat)
    assert not table.state.patrons[holder].buttons
    with refused("no-button"):
        table.hand_in_button(holder, seat)
    stack = table.state.stack(holder)
    table.no_more_bets()
    taken = journal.records("fees_taken")[-1]
    assert dict(taken.waived) == {str(seat): 50}
    assert dict(taken.seats) == {}
    assert table.state.stack(holder) >= stack - 5_00


def test_no_bust_item_18_a_button_is_for_the_round_that_follows() -> None:
    """003:83, 119: the disc is used on the next round; kept back, it is worth nothing after it."""
    table, journal = no_action_hand()
    holder = journal.records("free_collection_earned")[0].name
    other = "Cy" if holder == "Bob" else "Bob"
    for name in (holder, other):
        assert not journal.records("free_collection_lapsed")
        table.take_bank("Ann", 100_00)
        table.place(name, table.state.patrons[name].seat or 0, {"game": 5_00})
        if name == holder:
            table.void("misdeal")  # the round it is for has not been played
            assert len(table.state.patrons[holder].buttons) == 1
            continue
        table.no_more_bets()
        while table.waiting_for():
            table.time_out(table.waiting_for()[0].seat)
    assert [one.name for one in journal.records("free_collection_lapsed")] == [holder]
    assert not table.state.patrons[holder].buttons


def test_no_bust_item_18_a_button_holds_for_the_limit_it_was_given_under() -> None:
    table, journal = no_action_hand()
    holder = journal.records("free_collection_earned")[0].name
    seat = table.state.patrons[holder].seat
    assert seat is not None
    table.change_terms({"limits": "1-50"})
    table.take_bank("Ann", 10_00)
    table.place(holder, seat, {"game": 5_00})
    with refused("other-limits"):
        table.hand_in_button(holder, seat)


def test_a_void_hand_gives_the_button_back() -> None:
    table, journal = no_action_hand()
    holder = journal.records("free_collection_earned")[0].name
    seat = table.state.patrons[holder].seat
    assert seat is not None
    table.take_bank("Ann", 10_00)
    table.place(holder, seat, {"game": 5_00})
    table.hand_in_button(holder, seat)
    table.void("misdeal")
    assert len(table.state.patrons[holder].buttons) == 1


def test_no_bust_one_behind_who_got_no_action_earns_a_button_and_hands_it_in() -> None:
    """003:83, 1192: the own wager had no action; the fee that is waived is that of the wager."""
    table, journal = banked(NO_BUST, "Kh 7c Kd Kc", schedule=("1",), limits="1-100")
    fill(table)
    table.take_bank("Ann", 10_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Cy", 2, {"game": 10_00})  # behind Bob, who takes all that the bank has
    table.no_more_bets()
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)
    (earned,) = journal.records("free_collection_earned")
    assert (earned.name, earned.seat) == ("Cy", 2)
    table.take_bank("Ann", 10_00)
    table.place("Bob", 2, {"game": 5_00})
    with refused("no-wager"):
        table.hand_in_button("Cy", 2)
    table.place("Cy", 2, {"game": 5_00})
    table.hand_in_button("Cy", 2)
    table.no_more_bets()
    taken = journal.records("fees_taken")[-1]
    assert dict(taken.waived) == {"2/Cy": 50}
    assert dict(taken.seats) == {"2": 50}


def test_no_bust_4_3_item_14_knows_no_free_collection() -> None:
    table, journal = banked(
        "napa-valley/no-bust-21st-century-blackjack-4.3", schedule=("1",), limits="1-100"
    )
    fill(table)
    for _ in range(6):
        offer = table.state.offer
        assert offer is not None
        table.take_bank(offer.name, 1_00)
        for seat, name in table.state.seats.items():
            if name != offer.name:
                table.place(name, seat, {"game": 10_00})
        table.no_more_bets()
        while table.waiting_for():
            table.time_out(table.waiting_for()[0].seat)
    outcomes = {line.outcome for one in journal.records("settled") for line in one.lines}
    assert "no_action" in outcomes
    assert not journal.records("free_collection_earned")


# By the clock (002:523: a player fee per 30 minutes).


def test_outlaws_option_4_takes_the_players_fee_every_half_hour_between_hands() -> None:
    clock = Clock()
    table, journal = banked(OUTLAWS, clock=clock, schedule=("4",))
    fill(table)
    fee = table.state.timed_fee
    assert fee is not None
    assert fee.minutes == 30
    first = journal.records("time_taken")[0]
    assert dict(first.fees) == {"Ann": fee.fee, "Bob": fee.fee}  # Cy sat down after it
    clock.move(minutes=29)
    assert table.tick() == ()
    table.take_bank("Ann", 100_00)
    table.place("Bob", 2, {"game": 10_00})
    clock.move(minutes=2)
    table.tick()  # in the middle of a hand it falls due and waits
    assert journal.records("time_due")[-1].period == 2
    assert len(journal.records("time_taken")) == 1
    table.no_more_bets()
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)
    second = journal.records("time_taken")[1]
    assert dict(second.fees) == {"Ann": fee.fee, "Bob": fee.fee, "Cy": fee.fee}


def test_one_who_cannot_pay_the_clock_sits_out() -> None:
    clock = Clock()
    table, journal = banked(OUTLAWS, clock=clock, schedule=("4",))
    fill(table)
    table.cash_out("Cy", 1_000_00)
    clock.move(minutes=31)
    table.tick()
    assert journal.records("sat_out")[0].name == "Cy"
    assert "Cy" not in journal.records("time_taken")[1].fees


def test_hours_without_a_hand_are_charged_once() -> None:
    clock = Clock()
    table, journal = banked(OUTLAWS, clock=clock, schedule=("4",))
    fill(table, ("Ann", "Bob"))
    clock.move(hours=3)
    table.tick()
    assert [one.period for one in journal.records("time_taken")] == [1, 7]


# After the first cards (002:509, 004:178: dropped when each player has the initial two cards).

CLUB_PURE = "500-club/pure-21.5-blackjack"


def kinds_of(journal: Kept) -> list[str]:
    """What was written down since the last call of no more bets."""
    kinds = []
    for entry in journal.entries:
        match entry.record:
            case r.NoMoreBets() as record:
                kinds = [record.kind]
            case r.Happened(Dealt(place)):
                kinds.append(f"to {place}")
            case record:
                kinds.append(record.kind)
    return kinds


@pytest.mark.parametrize(
    ("filing", "schedule", "bank_fee"),
    [(OUTLAWS, "1", 50), (CLUB_PURE, "game/1", 50)],  # $10 of action: 002:512, 004:181
)
def test_the_fee_falls_when_every_player_has_two_cards(
    filing: str, schedule: str, bank_fee: int
) -> None:
    """002:509, 512; 004:178, 181"""
    table, journal = banked(filing, "", schedule=(schedule,))
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 5_00})
    table.place("Cy", 3, {"game": 5_00})
    table.no_more_bets()
    kinds = kinds_of(journal)
    taken = kinds.index("fees_taken")
    before = kinds[:taken]
    assert (before.count("to 2"), before.count("to 3")) == (2, 2)
    assert before[-1] in ("to 2", "to 3")  # at once, with the last of them
    (fee,) = journal.records("fees_taken")
    assert (fee.bank, fee.action) == (bank_fee, 10_00)
    table.void("misdeal")  # what was taken for a hand that does not count goes back
    assert table.state.ledger["drop"] == 0
    assert {table.state.stack(name) for name in ("Ann", "Bob", "Cy")} == {1_000_00}


def test_a_round_called_off_before_that_has_cost_no_fee(monkeypatch: pytest.MonkeyPatch) -> None:
    """002:509; 004:178"""
    table, journal = banked(CLUB_PURE, "", schedule=("game/1",))
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 5_00})

    def one_card_and_no_more() -> Procedure:
        yield Deal(2, 1, seen_by=(2,))
        yield Void("the shuffler is broken")

    monkeypatch.setattr(table.state, "procedure", one_card_and_no_more)
    table.no_more_bets()
    assert [one for one in kinds_of(journal) if one in ("to 2", "round_voided")] == [
        "to 2",
        "round_voided",
    ]
    assert not journal.records("fees_taken")
    assert table.state.ledger["drop"] == 0
    assert {table.state.stack(name) for name in ("Ann", "Bob", "Cy")} == {1_000_00}


def test_where_it_is_filed_so_the_fee_comes_before_the_cards() -> None:
    """003:112: all fees are collected before play starts."""
    table, journal = banked(NO_BUST, "", schedule=("1",), limits="1-100")
    fill(table)
    table.take_bank("Ann", 100_00)
    table.place("Bob", 2, {"game": 5_00})
    table.no_more_bets()
    assert kinds_of(journal)[:2] == ["no_more_bets", "fees_taken"]

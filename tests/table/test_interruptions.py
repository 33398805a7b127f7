"""Silence, leaving, faults, misdeals, corrections: the chips find their owners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from houseway.cards import OutOfCardsError
from houseway.errors import Refused
from houseway.rounds.driver import Round
from houseway.table.opening import open_table
from houseway.table.records import Entry
from houseway.table.setup import Setup
from houseway.table.views import visible
from tests.table.tables import CLUB, PURE, Clock, Stacked, banked, fill, refused

UTH = "casino-club/ultimate-texas-holdem"
FORTUNE = "napa-valley/fortune-pai-gow-poker-1.0"
DOUBLE_HAND = "napa-valley/double-hand-poker"
TILES = "napa-valley/pai-gow-tiles"


def dealt(filing: str, *tops: str, wagers: dict[str, int] | None = None, **setup: Any) -> Any:
    """Ann banks, Bob has a wager at seat 2, the cards are out."""
    table, journal = banked(filing, *tops, **setup)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, wagers or {"game": 10_00})
    table.no_more_bets()
    return table, journal


@pytest.mark.parametrize(
    ("filing", "wagers", "moves"),
    [
        (CLUB, {"ante": 10_00}, ["fold"]),
        (UTH, {"ante": 10_00, "blind": 10_00}, ["check", "check", "fold"]),
        (FORTUNE, {"game": 10_00}, ["house_way", "house_way"]),
        (TILES, {"game": 10_00}, ["pile 1", "house_way", "house_way"]),
    ],
)
def test_a_silent_player_folds_checks_or_is_set_the_house_way(
    filing: str, wagers: dict[str, int], moves: list[str]
) -> None:
    table, journal = dealt(filing, wagers=wagers)
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)
    chosen = [r.event.move for r in journal.records("happened") if hasattr(r.event, "move")]
    assert chosen == moves
    assert len(journal.records("timed_out")) == len(moves)


def test_a_silent_player_of_21_stands_and_takes_no_insurance() -> None:
    table, journal = dealt(PURE, "9h Ac 5d 8c")
    table.time_out(2)
    table.time_out(2)
    chosen = [r.event.move for r in journal.records("happened") if hasattr(r.event, "move")]
    assert chosen == ["decline", "stand"]


def test_double_hand_without_a_chart_is_set_so_that_it_cannot_be_foul() -> None:
    # Two low cards of different rank in front, though the lowest are a pair.
    seven = "2h 2d 5c 7s 9h Jd Ac"
    rest = "3h 3d 6c 8s Th Qd Kc"
    table, journal = dealt(DOUBLE_HAND, " ".join([seven, rest] * 1))
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)
    (settled,) = journal.records("settled")
    assert not any("foul" in line.because for line in settled.lines)


def test_decisions_expire_after_the_time_the_table_allows() -> None:
    clock = Clock()
    table, journal = banked(CLUB, clock=clock, seconds_to_act=20)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.no_more_bets()
    clock.move(seconds=19)
    assert table.expire() == ()
    clock.move(seconds=1)
    assert table.expire()[0].record.kind == "timed_out"
    assert journal.records("settled")


def test_an_offer_of_the_bank_expires_as_declined() -> None:
    clock = Clock()
    table, journal = banked(CLUB, clock=clock)
    fill(table)
    clock.move(seconds=31)
    table.expire()
    assert journal.records("bank_declined")[0].why == "no answer"
    assert table.state.offer is not None
    assert table.state.offer.name == "Bob"


def test_one_who_leaves_in_the_round_is_folded_and_goes_after_it() -> None:
    table, journal = banked(CLUB)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.place("Cy", 3, {"ante": 10_00})
    table.no_more_bets()
    table.leave("Cy")
    assert "Cy" in table.state.patrons  # still in the round
    table.act("Bob", 2, "fold")  # Cy's turn follows and is made for them
    assert "Cy" not in table.state.patrons
    assert journal.records("timed_out")[0].why == "left the table"
    assert journal.records("cashed_out")[0].amount == 990_00


def test_a_bank_that_leaves_in_the_round_pays_and_is_paid_first() -> None:
    table, journal = dealt(CLUB, wagers={"ante": 10_00})
    table.leave("Ann")
    table.act("Bob", 2, "fold")
    assert journal.records("cashed_out")[0].amount == 1_010_00
    assert table.state.offer is not None
    assert table.state.offer.name == "Bob"


def test_before_the_deal_leaving_takes_the_wagers_along() -> None:
    table, _ = banked(CLUB)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.leave("Bob")
    assert -table.state.ledger["cage"] == 2_000_00
    assert not table.state.wagers


def test_a_bank_that_leaves_before_the_deal_voids_the_hand() -> None:
    table, journal = banked(CLUB)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.leave("Ann")
    (voided,) = journal.records("round_voided")
    assert voided.round == 0
    assert table.state.stack("Bob") == 1_000_00
    assert journal.records("cashed_out")[0].amount == 1_000_00


# Void hands.


def test_a_misdeal_gives_every_wager_and_every_fee_back() -> None:
    table, journal = banked("napa-valley/no-bust-21st-century-blackjack", schedule=("1",))
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.place("Cy", 3, {"game": 20_00})
    table.no_more_bets()
    assert table.state.ledger["drop"] == 2_00  # 1 from the bank, 50 cents from each player
    table.void("misdeal: a card was boxed")
    assert {name: table.state.stack(name) for name in ("Ann", "Bob", "Cy")} == {
        "Ann": 1_000_00,
        "Bob": 1_000_00,
        "Cy": 1_000_00,
    }
    assert table.state.ledger["drop"] == 0
    assert journal.records("round_voided")[0].reason == "misdeal: a card was boxed"


def test_a_void_hand_does_not_use_up_the_banks_turn() -> None:
    table, journal = dealt(CLUB, wagers={"ante": 10_00})
    table.void("misdeal")
    offered = journal.records("bank_offered")[-1]
    assert (offered.name, offered.turn) == ("Ann", 1)


def test_void_needs_a_hand_and_a_reason() -> None:
    table, _ = banked(CLUB)
    fill(table)
    with refused("no-round"):
        table.void("misdeal")
    table.take_bank("Ann", 500_00)
    with refused("no-reason"):
        table.void("")


def test_a_fault_of_the_program_voids_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    table, journal = dealt(CLUB, wagers={"ante": 10_00})

    def breaks(*args: object) -> None:  # noqa: ARG001
        raise OutOfCardsError("no cards")

    monkeypatch.setattr(Round, "answer", breaks)
    table.act("Bob", 2, "play")
    (voided,) = journal.records("round_voided")
    assert voided.fault == "OutOfCardsError: no cards"
    assert voided.reason == "the round cannot go on"
    told = visible(next(e for e in journal.entries if e.record is voided), "Bob")
    assert told is not None
    assert "OutOfCardsError" not in str(told.record)  # it may name cards nobody has seen
    assert table.state.stack("Bob") == 1_000_00
    assert table.state.ledger["bank"] == 0


# The journal.


class Failing:
    """A journal that fails when it is told to."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.broken = False

    def append(self, entries: Sequence[Entry], /) -> None:
        if self.broken:
            raise OSError("no space left on device")
        self.entries.extend(entries)


def test_what_cannot_be_kept_is_not_acknowledged_and_stops_the_table() -> None:
    journal = Failing()
    table = open_table(Setup(CLUB), journal, Stacked(), Clock())
    table.sit("Ann", 1, buy_in=100_00)
    journal.broken = True
    with pytest.raises(OSError, match="no space"):
        table.sit("Bob", 2, buy_in=100_00)
    journal.broken = False
    with pytest.raises(Refused, match="restore the table"):
        table.sit("Cy", 3, buy_in=100_00)
    assert not any(getattr(e.record, "name", "") == "Bob" for e in journal.entries)


# Corrections.


def test_a_dispute_is_settled_by_a_new_record_that_names_the_old_one() -> None:
    table, journal = dealt(CLUB, wagers={"ante": 10_00})
    table.act("Bob", 2, "fold")
    (place,) = [e.number for e in journal.entries if e.record.kind == "settled"]
    before = journal.entries[place]
    table.correct(place, "the fold was not Bob's", [("seat:1", "seat:2", 10_00)], by="Flo")
    correction = journal.records("correction")[0]
    assert correction.of == place
    assert journal.entries[place] is before
    assert table.state.stack("Bob") == 1_000_00


def test_corrections_keep_the_chips_right() -> None:
    table, _ = banked(CLUB)
    fill(table)
    with refused("no-such-record"):
        table.correct(999, "why", [], by="Flo")
    with refused("no-reason"):
        table.correct(1, "", [], by="Flo")
    with refused("no-author"):
        table.correct(1, "why", [], by="")
    with refused("not-enough"):
        table.correct(1, "why", [("seat:1", "seat:2", 1_000_01)], by="Flo")
    with refused("bad-move"):
        table.correct(1, "why", [("seat:1", "seat:9", 1)], by="Flo")
    with refused("bad-move"):
        table.correct(1, "why", [("seat:1", "seat:2", -1)], by="Flo")
    table.take_bank("Ann", 10_00)
    with refused("mid-round"):
        table.correct(1, "why", [], by="Flo")


# The door.


def test_seats_and_names() -> None:
    table, _ = banked(CLUB)
    table.sit("Ann", 1)
    with refused("seat-taken"):
        table.sit("Bob", 1)
    with refused("name-taken"):
        table.sit("Ann", 2)
    with refused("no-such-seat"):
        table.sit("Bob", 8)
    for name in ("", "a/b", "a:b", "x" * 41, "tab\there"):
        with refused("bad-name"):
            table.sit(name, 2)
    with refused("bad-amount"):
        table.cash_out("Ann", 1)
    with refused("not-here"):
        table.leave("Zoe")


def test_marks_of_bots_and_proposition_players_are_kept() -> None:
    table, journal = banked(CLUB)
    table.sit("Ann", 1, third_party=True)
    table.sit("Bot", 2, bot=True)
    sat = journal.records("sat")
    assert (sat[0].third_party, sat[0].bot, sat[1].bot) == (True, False, True)


def test_closing_cashes_everybody_out_and_ends_the_log() -> None:
    table, journal = banked(CLUB)
    fill(table)
    table.take_bank("Ann", 500_00)
    with refused("mid-round"):
        table.close()
    table.void("the evening is over")
    table.close()
    assert table.state.ledger["cage"] == 0
    assert journal.last().kind == "closed"
    with refused("table-closed"):
        table.sit("Dee", 5)


def test_sitting_out_keeps_the_seat_and_takes_back_the_wagers() -> None:
    table, _ = banked(CLUB)
    fill(table)
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"ante": 10_00})
    table.sit_out("Bob")
    assert table.state.stack("Bob") == 1_000_00
    with refused("sitting-out"):
        table.place("Bob", 2, {"ante": 10_00})
    with refused("sitting-out"):
        table.sit_out("Bob")
    table.sit_in("Bob")
    with refused("not-sitting-out"):
        table.sit_in("Bob")

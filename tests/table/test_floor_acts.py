"""What the floor does at a table is logged with who and why, verified, and comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from houseway.rounds.events import Declared
from houseway.table.told import Teller
from tests.table.erring import HOLDEM, check, holdem
from tests.table.tables import Clock, Kept, banked, fill, refused
from tests.table.test_dealer_errors_banked import DOUBLE_HAND, TILES, dealt, everything_back

UNUSED = 5  # nobody sits there


def last(journal: Kept, kind: str) -> tuple[Any, str]:
    entry = next(one for one in reversed(journal.entries) if one.record.kind == kind)
    return entry.record, entry.author


def told(table: Any, journal: Kept) -> list[str]:
    teller = Teller(table.state.filing)
    return [line for entry in journal.entries for line in teller.tell(entry)]


# Cards in piles without a wager (003:215-221).


@pytest.mark.parametrize("card", ["Jk", "As"])
@pytest.mark.parametrize("kind", ["exposed-card", "boxed-card"])
def test_double_hand_a_joker_or_ace_in_an_unused_pile_is_a_misdeal(
    card: str, kind: str, tmp_path: Path
) -> None:
    table, journal = dealt()
    table.declare(kind, place=UNUSED, lay=card, by="Flo")
    everything_back(table, journal, "Object of the game, misdeals (a)")
    check(table, journal, tmp_path)


def test_double_hand_another_card_in_an_unused_pile_changes_nothing_but_counts(
    tmp_path: Path,
) -> None:
    table, journal = dealt()
    before = {seat: table.state.cards_of(seat) for seat in (1, 2, 3)}
    table.declare("exposed-card", place=UNUSED, lay="9h", by="Flo")
    assert {seat: table.state.cards_of(seat) for seat in (1, 2, 3)} == before
    event = journal.records("happened")[-1].event
    assert isinstance(event, Declared)
    assert event.cite == "Object of the game, boxed or exposed card"
    table.declare("boxed-card", place=6, lay="8h", by="Flo")
    everything_back(table, journal, "Object of the game, misdeals (b)")
    check(table, journal, tmp_path)


def test_double_hand_the_card_of_an_unused_pile_must_be_named() -> None:
    table, _ = dealt()
    with refused("no-such-card"):
        table.declare("exposed-card", place=UNUSED, number=3)


# Acts with an author and a reason.


def test_a_note_is_kept_with_its_author(tmp_path: Path) -> None:
    table, journal = dealt()
    table.note("seat 2 was warned about language", by="Flo")
    record, author = last(journal, "floor_acted")
    assert (record.act, author) == ("note", "Flo")
    assert "The floor notes: seat 2 was warned about language" in told(table, journal)
    check(table, journal, tmp_path)


@pytest.mark.parametrize("act", ["note", "unseat", "restore_time", "seat"])
def test_the_floor_says_who_and_why(act: str) -> None:
    table, journal = dealt()
    what = {"note": (), "unseat": ("Bob",), "restore_time": (2,), "seat": ("Dan", 4)}[act]
    count = len(journal.entries)
    with refused("no-reason"):
        getattr(table, act)(*what, " ", by="Flo")
    with refused("no-author"):
        getattr(table, act)(*what, "because", by="")
    assert len(journal.entries) == count


def test_time_is_given_again(tmp_path: Path) -> None:
    clock = Clock()
    table, journal = dealt(clock=clock, seconds_to_act=20)
    clock.move(seconds=19)
    table.restore_time(2, "the dealer was talking", by="Flo")
    clock.move(seconds=19)
    table.expire()
    assert not journal.records("timed_out")
    assert "The floor gives Bob time again: the dealer was talking" in told(table, journal)
    with refused("out-of-turn"):
        table.restore_time(4, "nobody", by="Flo")
    check(table, journal, tmp_path)


def test_somebody_in_a_round_is_taken_off_when_it_is_settled(tmp_path: Path) -> None:
    table, journal = dealt()
    table.unseat("Bob", "asked to leave", by="Flo")
    assert table.state.patrons["Bob"].leaving
    with refused("leaving"):
        table.unseat("Bob", "again", by="Flo")
    table.void("the cup fell", by="Flo")
    assert "Bob" not in table.state.patrons
    assert last(journal, "round_voided")[1] == "Flo"
    check(table, journal, tmp_path)


def test_somebody_is_seated_by_the_floor(tmp_path: Path) -> None:
    table, journal = banked(DOUBLE_HAND, schedule=("2",))
    fill(table, buy_in=1_000_00)
    table.seat("Dan", 4, "next on the list", by="Flo", buy_in=200_00)
    assert table.state.stack("Dan") == 200_00
    record, author = last(journal, "floor_acted")
    assert (record.act, record.name, record.seat, author) == ("seat", "Dan", 4, "Flo")
    with refused("seat-taken"):
        table.seat("Eve", 4, "next on the list", by="Flo")
    check(table, journal, tmp_path)


# What a filing orders where nothing on the felt changes.


def test_tiles_a_late_bet_is_ruled_by_its_clause(tmp_path: Path) -> None:
    """003:1139, 1147: only wagers count that lay before the cup was shaken."""
    table, journal = dealt(TILES)
    table.declare("late-bet", place=3, by="Flo")
    record, author = last(journal, "floor_acted")
    assert (record.act, record.seat, author) == ("ruled", 3, "Flo")
    assert "before the dice cup was shaken" in record.reason
    check(table, journal, tmp_path)


def test_what_no_text_settles_is_not_ruled() -> None:
    table, journal = dealt(TILES)
    count = len(journal.entries)
    with refused("no-such-error"):
        table.declare("wrong-pile", place=3, by="Flo")
    assert len(journal.entries) == count


def test_outlaws_a_miscalled_hand_is_told_between_hands(tmp_path: Path) -> None:
    """002:23: the cards count for what they are."""
    table, journal = holdem(filing=HOLDEM)
    table.void("fire alarm", by="Flo")
    table.declare("miscalled-hand", place=2, by="Flo")
    assert last(journal, "floor_acted")[0].act == "ruled"
    check(table, journal, tmp_path)


# Other cards (003:229).


def test_double_hand_other_cards_between_hands_are_shuffled_anew(tmp_path: Path) -> None:
    table, journal = dealt()
    with refused("mid-round"):
        table.declare("deck-change", place="bank", by="Flo")
    table.void("spilled", by="Flo")
    table.declare("deck-change", place=3, by="Flo")  # before the first bank anybody may ask
    assert last(journal, "floor_acted")[0].act == "deck-change"
    check(table, journal, tmp_path)


def test_double_hand_between_its_two_turns_only_the_bank_may_ask(tmp_path: Path) -> None:
    table, journal = dealt()
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)
    assert table.state.offer.turn == 2
    with refused("not-the-bank"):
        table.declare("deck-change", place=3, by="Flo")
    table.declare("deck-change", place="bank", by="Flo")
    check(table, journal, tmp_path)

"""Poker tables: button, blinds, those who come and go, table stakes, fees by the hand and clock."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.families.poker.table import PokerTable
from houseway.table.records import Award
from tests.table.tables import Clock, Kept, fill, poker, refused

HOLDEM = "500-club/texas-holdem"
NAPA = "napa-valley/texas-holdem"
OUTLAWS = "outlaws/holdem"
STUD = "500-club/seven-card-stud"
RAZZ = "500-club/razz"
# Limit options of 500 Club hold'em for 7 and more, 5 and 6, and 4 and fewer players.
OPTIONS = ("173", "175", "177")
LIMIT: dict[str, Any] = {"structure": "limit", "small_bet": 4, "big_bet": 8, "blinds": [2, 4]}
NO_LIMIT: dict[str, Any] = {"structure": "no-limit", "min_bet": 2, "blinds": [1, 2]}


def fold_round(table: PokerTable) -> None:
    """Everybody folds to the last blind."""
    while table.waiting_for():
        ask = table.waiting_for()[0]
        table.act(table.state.player_of(ask.seat), ask.seat, ask.choices[0])


def started(journal: Kept) -> Any:
    return journal.records("hand_started")[-1]


def test_500_club_item_1_the_best_card_draws_the_button_suits_break_ties() -> None:
    table, journal = poker(HOLDEM, "Ah As 2c", stakes=LIMIT)
    fill(table)
    table.deal()
    (drawn,) = journal.records("button_drawn")
    assert dict(drawn.cards) == {"1": "Ah", "2": "As", "3": "2c"}
    assert drawn.seat == 2
    assert started(journal).button == 2
    assert started(journal).seats == (3, 1, 2)  # the small blind left of the button first
    assert started(journal).blinds == (2_00, 4_00, 0)


def test_button_and_blinds_move_clockwise_after_each_hand() -> None:
    table, journal = poker(HOLDEM, stakes=LIMIT)
    fill(table, ("Ann", "Bob", "Cy", "Dee"))
    for _ in range(5):
        table.deal()
        fold_round(table)
    buttons = [one.button for one in journal.records("hand_started")]
    assert [(b % 4) + 1 for b in buttons[:-1]] == buttons[1:]
    assert all(one.blinds[:2] == (2_00, 4_00) for one in journal.records("hand_started"))


def test_chips_go_to_the_pot_as_they_are_bet_and_to_the_winner() -> None:
    # Button at seat 1 (drawn); Bob and Cy post; all fold to Cy.
    table, journal = poker(HOLDEM, "As Kh Qd", stakes=LIMIT)
    fill(table)
    table.deal()
    assert table.state.ledger["pot"] == 6_00
    assert (table.state.stack("Bob"), table.state.stack("Cy")) == (998_00, 996_00)
    table.act("Ann", 1, "fold")
    table.act("Bob", 2, "fold")
    (settled,) = journal.records("hand_settled")
    # The uncalled half of the big blind goes back; 4 are won.
    assert settled.awards == (Award(3, "pot", 4_00),)
    assert (table.state.stack("Bob"), table.state.stack("Cy")) == (998_00, 1_002_00)
    assert table.state.ledger["pot"] == 0


def test_the_option_of_the_schedule_follows_the_number_of_players() -> None:
    # One option is posted for each number of players (poker G-13).
    table, journal = poker(HOLDEM, "As Kh Qd", stakes=LIMIT, schedule=OPTIONS)
    fill(table)
    schedules = {n: table.state.schedule_for(n) for n in (2, 3, 4, 5, 6, 7, 9)}
    assert set(schedules.values()) == set(OPTIONS)
    table.deal()
    assert started(journal).schedule == schedules[3]


def test_one_option_is_in_force_for_each_number_of_players() -> None:
    with refused("bands-overlap"):
        poker(HOLDEM, stakes=LIMIT, schedule=(*OPTIONS, "176"))  # two for four or fewer
    with refused("bands-overlap"):
        poker(HOLDEM, stakes=LIMIT, schedule=("177", *OPTIONS))
    with refused("options-do-not-go-together"):  # a fee from the pot and one by the clock
        poker(NAPA, stakes=LIMIT, schedule=("1", "18"))
    table, _ = poker(HOLDEM, stakes=LIMIT, schedule=OPTIONS)
    with refused("bands-overlap"):
        table.change_terms({"schedule": (*OPTIONS, "176")})


def test_a_table_without_an_option_for_some_number_of_players_does_not_open() -> None:
    with refused("band-missing"):
        poker(HOLDEM, stakes=LIMIT, schedule=("173",))


def test_fees_leave_the_pot_when_they_fall_due() -> None:
    table, journal = poker(HOLDEM, "As Kh Qd", stakes=LIMIT, schedule=OPTIONS)
    fill(table)
    table.deal()
    table.act("Ann", 1, "call")
    table.act("Bob", 2, "call")
    assert table.state.ledger["drop"] == 0
    table.act("Cy", 3, "check")  # the flop
    assert table.state.ledger["drop"] == 4_00  # option 177: 4 on the flop, nothing later
    assert table.state.ledger["pot"] == 8_00
    while table.waiting_for():
        ask = table.waiting_for()[0]
        table.act(table.state.player_of(ask.seat), ask.seat, ask.choices[1])
    (settled,) = journal.records("hand_settled")
    assert settled.fee == table.state.ledger["drop"] == 4_00
    assert sum(award.amount for award in settled.awards) == 8_00


def test_table_stakes_no_chips_are_added_or_taken_in_a_hand() -> None:
    table, _ = poker(HOLDEM, stakes=NO_LIMIT)
    fill(table, buy_in=100_00)
    table.deal()
    with refused("table-stakes"):
        table.buy_in("Ann", 50_00)
    with refused("table-stakes"):
        table.cash_out("Ann", 10_00)
    with refused("mid-round"):
        table.deal()
    fold_round(table)
    table.buy_in("Ann", 50_00)


def test_one_who_leaves_a_hand_is_folded_and_the_bets_stay() -> None:
    table, journal = poker(HOLDEM, "As Kh Qd", stakes=LIMIT)
    fill(table)
    table.deal()
    table.leave("Ann")  # on the button, first to act
    assert journal.records("timed_out")[0].why == "left the table"
    table.leave("Bob")
    assert not table.waiting_for()
    assert table.state.seats == {3: "Cy"}
    assert table.state.stack("Cy") == 1_002_00


def test_silence_checks_where_nothing_is_to_be_paid_and_folds_otherwise() -> None:
    table, journal = poker(HOLDEM, "As Kh Qd", stakes=LIMIT)
    fill(table)
    table.deal()
    table.time_out(1)
    table.act("Bob", 2, "call")
    table.time_out(3)  # the big blind has its bet in: a check
    moves = [r.event.move for r in journal.records("happened") if hasattr(r.event, "move")]
    assert moves == ["fold", "call", "check"]


def test_a_void_hand_gives_back_blinds_bets_and_fees_and_keeps_the_button() -> None:
    table, journal = poker(HOLDEM, stakes=LIMIT, schedule=OPTIONS)
    fill(table)
    table.deal()
    button = started(journal).button
    for _ in range(3):
        ask = table.waiting_for()[0]
        table.act(table.state.player_of(ask.seat), ask.seat, ask.choices[1])
    assert table.state.ledger["drop"] > 0
    table.void("two cards on the floor")
    assert all(table.state.stack(name) == 1_000_00 for name in ("Ann", "Bob", "Cy"))
    assert table.state.ledger["drop"] == table.state.ledger["pot"] == 0
    table.deal()
    assert started(journal).button == button


def test_two_are_needed_and_chips() -> None:
    table, _ = poker(HOLDEM, stakes=LIMIT)
    table.sit("Ann", 1, buy_in=100_00)
    table.sit("Bob", 2)
    with refused("too-few-players"):
        table.deal()
    table.buy_in("Bob", 100_00)
    table.deal()


def test_stakes_the_filing_does_not_allow_do_not_open() -> None:
    with refused("structure"):
        poker(RAZZ, stakes={"structure": "no-limit", "min_bet": 2})
    table, _ = poker(HOLDEM, stakes=LIMIT)
    with refused("bad-stakes"):
        table.change_terms({"stakes": {"rake": 5}})
    with refused("bad-stakes"):
        table.change_terms({"stakes": {"ante": "much"}})


def test_razz_and_stud_have_no_blinds_antes_come_from_everybody() -> None:
    stakes = {"structure": "limit", "small_bet": 4, "big_bet": 8, "ante": "0.50", "bring_in": 1}
    table, journal = poker(RAZZ, stakes=stakes)
    fill(table)
    table.deal()
    hand = started(journal)
    assert hand.button is None
    assert hand.seats == (1, 2, 3)  # from the left of the house dealer
    assert hand.antes == (50, 50, 50)
    assert table.state.ledger["pot"] == 1_50


def test_heads_up_by_the_letter_the_button_posts_the_big_blind() -> None:
    # poker G-1: the player left of the button posts the small blind.
    table, journal = poker(HOLDEM, "As Kh", stakes=LIMIT)
    fill(table, ("Ann", "Bob"))
    table.deal()
    assert started(journal).button == 1
    assert started(journal).seats == (2, 1)
    assert (table.state.stack("Bob"), table.state.stack("Ann")) == (998_00, 996_00)


def test_heads_up_by_custom_the_button_posts_the_small_blind() -> None:
    table, _ = poker(HOLDEM, "As Kh", stakes=LIMIT, options={"heads_up_blinds": "custom"})
    fill(table, ("Ann", "Bob"))
    table.deal()
    assert (table.state.stack("Ann"), table.state.stack("Bob")) == (998_00, 996_00)


# Outlaws: the blinds are the fee, the weekday sets the bets, posts (002:55-61, 113-143).


def outlaws(names: tuple[str, ...] = ("Ann", "Bob", "Cy"), **setup: Any) -> Any:
    table, journal = poker(OUTLAWS, "As Kh Qd", **setup)
    fill(table, names, buy_in=100_00)
    return table, journal


def test_outlaws_fees_the_blinds_go_to_the_drop_box_at_once() -> None:
    table, journal = outlaws()
    table.deal()
    assert table.state.ledger["drop"] == 4_00
    assert started(journal).weekday == "wednesday"  # the first of January 2025
    fold_round(table)
    assert table.state.stack("Cy") == 97_00  # all fold to the big blind, who wins nothing (O-18)


def test_outlaws_rules_a_new_player_waits_for_the_big_blind_or_posts_it() -> None:
    table, journal = outlaws(("Ann", "Bob", "Cy", "Dee"))
    table.deal()  # button 1, blinds 2 and 3
    fold_round(table)
    table.sit("Eve", 5, buy_in=100_00)
    table.sit("Fay", 6, buy_in=100_00)
    with refused("entry"):
        table.enter("Fay", "post-all-blinds")  # open to returning players
    table.enter("Fay", "post-now")
    table.deal()  # button 2, blinds 3 and 4; Fay posts the big blind, Eve waits for it
    hand = started(journal)
    assert hand.button == 2
    assert hand.seats == (3, 4, 6, 1, 2)
    assert hand.blinds == (1_00, 3_00, -3_00, 0, 0)
    fold_round(table)
    table.deal()  # button 3: the big blind has come to Eve
    assert started(journal).seats == (4, 5, 6, 1, 2, 3)
    assert started(journal).blinds == (1_00, 3_00, 0, 0, 0, 0)


def test_outlaws_rules_nobody_enters_between_the_button_and_the_blinds() -> None:
    table, journal = outlaws(("Ann", "Bob", "Cy"))
    table.deal()  # button 1, blinds 2 and 3
    fold_round(table)
    table.sit("Eve", 5, buy_in=100_00)
    table.enter("Eve", "post-now")
    table.deal()  # button 2, blinds 3 and, at seat 5, the big blind
    assert started(journal).seats == (3, 5, 1, 2)
    fold_round(table)
    table.sit("Fay", 4, buy_in=100_00)
    table.enter("Fay", "post-now")
    table.deal()  # button 3; Fay is next to it and must let it pass
    assert started(journal).button == 3
    assert started(journal).seats == (5, 1, 2, 3)


def test_outlaws_rules_one_who_missed_the_blinds_comes_back_by_waiting_or_posting() -> None:
    table, journal = outlaws(("Ann", "Bob", "Cy", "Dee"))
    table.deal()  # button 1, blinds 2 and 3
    fold_round(table)
    table.sit_out("Dee")
    table.deal()  # button 2, blinds 3 and 1: they pass Dee
    assert started(journal).seats == (3, 1, 2)
    fold_round(table)
    table.sit_in("Dee")
    assert "Dee" in table.state.entrants
    with refused("entry"):
        table.enter("Dee", "post-now")
    table.enter("Dee", "post-all-blinds")
    table.deal()  # button 3, blinds 1 and 2 with Dee between button and blinds: she waits
    assert 4 not in started(journal).seats
    fold_round(table)
    table.deal()  # button 1, blinds 2 and 3, then Dee posts both: 3 live, 1 dead
    hand = started(journal)
    assert hand.button == 1
    assert hand.seats == (2, 3, 4, 1)
    assert hand.blinds == (1_00, 3_00, -4_00, 0)


def test_one_who_sat_out_without_missing_a_blind_just_comes_back() -> None:
    table, journal = outlaws(("Ann", "Bob", "Cy", "Dee"))
    table.deal()  # button 1, blinds 2 and 3
    fold_round(table)
    table.sit_out("Ann")
    table.sit_in("Ann")
    assert not table.state.entrants
    table.deal()
    assert 1 in started(journal).seats


def test_outlaws_rules_a_player_sits_down_with_ten_times_the_smallest_bet() -> None:
    table, _ = poker(OUTLAWS)
    with refused("buy-in"):
        table.sit("Ann", 1, buy_in=5_00)


def test_nobody_waits_where_the_filing_has_no_posts() -> None:
    table, journal = poker(HOLDEM, stakes=LIMIT)
    fill(table)
    table.deal()
    fold_round(table)
    table.sit("Dee", 4, buy_in=100_00)
    table.deal()
    assert 4 in started(journal).seats
    with refused("not-waiting"):
        table.enter("Dee", "post-now")


# Napa: collection by the half hour (003:1979).


def test_napa_options_18_to_23_take_the_fee_every_half_hour_from_each_active_player() -> None:
    clock = Clock()
    table, journal = poker(NAPA, clock=clock, stakes=LIMIT, schedule=("18",))
    fill(table)
    fee = table.state.timed_fee
    assert fee is not None
    table.deal()
    assert dict(journal.records("time_taken")[0].fees) == dict.fromkeys(
        ("Ann", "Bob", "Cy"), fee.fee
    )
    fold_round(table)
    clock.move(minutes=10)
    table.deal()
    fold_round(table)
    assert len(journal.records("time_taken")) == 1
    clock.move(minutes=21)
    table.deal()
    assert len(journal.records("time_taken")) == 2
    assert all(one.fee == 0 for one in journal.records("hand_settled"))


@pytest.mark.parametrize("filing", [HOLDEM, STUD, "500-club/badugi", "outlaws/draw-poker-hi-lo"])
def test_a_hand_is_restored_after_every_decision(filing: str) -> None:
    from houseway.filings.loader import load
    from houseway.table.evening import usual_setup
    from houseway.table.opening import restore

    setup = usual_setup(load(filing))
    table, journal = poker(filing, stakes=setup.stakes, schedule=setup.schedule)
    fill(table, ("Ann", "Bob", "Cy", "Dee"))
    table.deal()
    again: Any = table
    for _ in range(200):
        if not again.waiting_for():
            break
        again = restore(journal.entries, journal, again._random, again._clock)
        ask = again.waiting_for()[0]
        again.act(again.state.player_of(ask.seat), ask.seat, ask.choices[-1])
    assert len(journal.records("hand_settled")) == 1
    assert again.state.ledger["pot"] == 0

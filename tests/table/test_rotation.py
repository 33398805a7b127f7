"""The player-dealer's seat: offered clockwise after every two hands, declined, broken."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load
from houseway.filings.schema.banking import PlayerDealer
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.table.banked import BankedTable
from houseway.table.rotation import Held, Offer, next_offer
from tests.table.tables import CLUB, NO_BUST, banked, fill, refused

NAPA_TCP = "napa-valley/three-card-poker-6-card-bonus-1.3"
SEATED = {1: "Ann", 4: "Bob", 6: "Cy"}
FILED = PlayerDealer(cite="Type of Game | 281")
BROKEN = PlayerDealer(declined_by_all="game-broken", cite="Round of Play, item 10 | 152")


def offer(last: Held | None, *declined: str, rule: PlayerDealer = FILED) -> Offer | None:
    return next_offer(rule, seats=7, seated=SEATED, last=last, declined=declined)


def test_casino_club_tcp_type_of_game_the_bank_is_held_two_hands_then_goes_clockwise() -> None:
    assert offer(Held(4, "Bob", 1, 1)) == Offer(4, "Bob", 2)
    assert offer(Held(4, "Bob", 2, 2)) == Offer(6, "Cy", 1)
    assert offer(Held(6, "Cy", 2, 2)) == Offer(1, "Ann", 1)


def test_one_who_declines_is_passed_over_and_the_next_one_asked() -> None:
    assert offer(Held(4, "Bob", 2, 2), "Cy") == Offer(1, "Ann", 1)
    assert offer(Held(4, "Bob", 1, 1), "Bob") == Offer(6, "Cy", 1)


def test_silent_filing_asks_the_last_bank_again_after_all_others() -> None:
    assert offer(Held(4, "Bob", 2, 2), "Cy", "Ann") == Offer(4, "Bob", 1)
    assert offer(Held(4, "Bob", 2, 2), "Cy", "Ann", "Bob") is None


def test_no_bust_item_10_the_same_person_never_banks_more_than_two_hands_in_a_row() -> None:
    assert offer(Held(4, "Bob", 2, 2), "Cy", "Ann", rule=BROKEN) is None
    # One who gave the second hand up has held it once only.
    assert offer(Held(4, "Bob", 1, 1), "Bob", "Cy", "Ann", rule=BROKEN) is None
    assert offer(Held(4, "Bob", 2, 2), "Cy", rule=BROKEN) == Offer(1, "Ann", 1)


def test_a_holder_who_changed_seats_is_still_asked_last() -> None:
    moved = {2: "Bob", 3: "Cy", 5: "Dee"}
    found = next_offer(FILED, seats=7, seated=moved, last=Held(1, "Bob", 2, 2))
    assert found == Offer(3, "Cy", 1)
    found = next_offer(
        FILED, seats=7, seated=moved, last=Held(1, "Bob", 2, 2), declined=("Cy", "Dee")
    )
    assert found == Offer(2, "Bob", 1)


def test_a_voided_hand_is_offered_to_the_same_bank_in_the_same_turn() -> None:
    again = Offer(4, "Bob", 2)
    assert next_offer(FILED, seats=7, seated=SEATED, last=None, again=again) == again
    gone = {1: "Ann", 6: "Cy"}
    assert next_offer(FILED, seats=7, seated=gone, last=None, again=again) == Offer(1, "Ann", 1)


def test_only_filings_that_say_so_break_the_game() -> None:
    broken = {
        name
        for name in (CLUB, NO_BUST, "napa-valley/no-bust-21st-century-blackjack-4.3")
        if isinstance(filing := load(name), PlayerDealerFiling)
        and filing.bank.declined_by_all == "game-broken"
    }
    assert broken == {NO_BUST, "napa-valley/no-bust-21st-century-blackjack-4.3"}


TWO_IN_A_ROW = PlayerDealer(in_a_row=2, cite="Round of Play, item 10 | 631")


def test_napa_tcp_631_nobody_banks_three_hands_in_a_row_though_all_others_decline() -> None:
    """003:574, 631"""
    held = Held(4, "Bob", 2, 2)
    assert offer(held, "Cy", "Ann", rule=TWO_IN_A_ROW) is None
    assert offer(held, "Cy", rule=TWO_IN_A_ROW) == Offer(1, "Ann", 1)
    # One hand was held, in whatever turn: there is one more.
    assert offer(Held(4, "Bob", 1, 1), rule=TWO_IN_A_ROW) == Offer(4, "Bob", 2)


def test_napa_tcp_631_another_seat_is_the_same_person() -> None:
    """003:631"""
    moved = {2: "Bob", 6: "Cy"}
    turns: Any = {"rule": TWO_IN_A_ROW, "seats": 7, "seated": moved}
    # Bob banked once from seat 4 and once, after Cy declined, from seat 2.
    assert next_offer(**turns, last=Held(4, "Bob", 1, 1), declined=("Cy",)) == Offer(2, "Bob", 1)
    assert next_offer(**turns, last=Held(2, "Bob", 1, 2)) == Offer(6, "Cy", 1)
    assert next_offer(**turns, last=Held(2, "Bob", 1, 2), declined=("Cy",)) is None


def test_filings_that_bar_a_third_hand_and_those_that_only_order_an_offer() -> None:
    """001:178; 003:81, 377, 484-488, 574 and 631 bar the person; the others say "offered"."""
    barring = {
        name
        for name in filing_ids()
        if isinstance(filing := load(name), PlayerDealerFiling) and filing.bank.in_a_row == 2
    }
    assert barring == {
        "generic/ultimate-texas-holdem",
        NO_BUST,
        "napa-valley/no-bust-21st-century-blackjack-4.3",
        "napa-valley/21st-century-blackjack-8.0",
        NAPA_TCP,
    }


# At a table.


def napa_hand(table: BankedTable, bank: str, bettor: str) -> None:
    table.take_bank(bank, 100_00)
    table.place(bettor, table.state.patrons[bettor].seat or 0, {"ante": 5_00})
    table.no_more_bets()
    for ask in table.waiting_for():
        table.act(table.state.player_of(ask.seat), ask.seat, "fold")


def test_napa_tcp_631_the_table_waits_without_a_bank() -> None:
    """003:631"""
    table, journal = banked(NAPA_TCP, "", "")
    fill(table, ("Ann", "Bob"))
    napa_hand(table, "Ann", "Bob")
    napa_hand(table, "Ann", "Bob")
    table.decline_bank("Bob")
    assert table.state.phase == "idle"
    assert table.state.refused
    assert journal.records("bank_refused")[-1].broken is False
    # An offer of the bank, and another seat, ask Bob again and never Ann.
    table.offer_bank()
    assert table.state.offer == Offer(2, "Bob", 1)
    table.decline_bank("Bob")
    table.leave("Ann")
    table.sit("Ann", 6, buy_in=500_00)
    assert table.state.offer == Offer(2, "Bob", 1)
    table.decline_bank("Bob")
    with refused("nobody-to-bank"):
        table.sit_out("Bob")
        table.offer_bank()
    table.sit_in("Bob")
    napa_hand(table, "Bob", "Ann")  # somebody has intervened
    table.decline_bank("Bob")
    assert table.state.offer == Offer(6, "Ann", 1)


def test_napa_tcp_631_one_seat_with_people_behind_it_gets_two_hands() -> None:
    """003:631"""
    table, journal = banked(NAPA_TCP, "", "", options={"backline": True})
    fill(table, ("Ann", "Bob"))
    table.come("Cy", buy_in=500_00)
    napa_hand(table, "Ann", "Bob")
    napa_hand(table, "Ann", "Bob")
    table.leave("Bob")  # Ann sits alone now, with Cy behind
    assert table.state.offer is None
    assert [one.broken for one in journal.records("bank_refused")] == [False]


def test_where_an_offer_is_all_that_is_ordered_the_bank_stays_if_all_decline() -> None:
    """000:281: two hands, then the seat is offered on; nobody must take it."""
    table, _ = banked()
    fill(table, ("Ann", "Bob"))
    for _ in range(2):
        play_hand(table)
    table.decline_bank("Bob")
    assert table.state.offer == Offer(1, "Ann", 1)


def test_the_first_offer_goes_to_the_house_dealers_left_and_is_logged() -> None:
    table, journal = banked()
    fill(table)
    assert table.state.offer == Offer(1, "Ann", 1)
    assert [o.name for o in journal.records("bank_offered")] == ["Ann"]


def test_nobody_is_offered_the_bank_before_two_can_play() -> None:
    table, _ = banked()
    table.sit("Ann", 1, buy_in=100_00)
    assert table.state.phase == "idle"
    table.sit("Bob", 2)
    assert table.state.offer == Offer(1, "Ann", 1)


# Those who have not seen a hand yet.


def test_a_newcomer_is_not_asked_while_another_can_be_and_the_offer_says_so() -> None:
    table, journal = banked()
    table.sit("Ann", 1, buy_in=100_00, unseen=True)
    table.sit("Ben", 2, buy_in=100_00, unseen=True)
    table.sit("Bob", 3, buy_in=300_00)
    assert table.state.offer == Offer(1, "Ann", 1), "among newcomers one must be asked"
    table.decline_bank("Ann")
    play_hand(table)
    spared = [(one.name, one.spared) for one in journal.records("bank_offered")]
    assert spared == [("Ann", ()), ("Bob", ("Ben",)), ("Bob", ())]
    assert not any(one.unseen for one in table.state.patrons.values())

    table, journal = banked()
    table.sit("Bob", 3, buy_in=300_00)
    table.sit("Ann", 1, buy_in=100_00, unseen=True)
    assert table.state.offer == Offer(3, "Bob", 1)
    (offered,) = journal.records("bank_offered")
    assert offered.spared == ("Ann",)
    with refused("not-offered"):
        table.decline_bank("Ann")
    table.decline_bank("Bob")
    assert table.state.offer == Offer(1, "Ann", 1), "nobody else is left"


def test_napa_tcp_a_newcomer_is_asked_where_the_other_has_banked_twice_in_a_row() -> None:
    """003:631: Bob may not bank a third hand. The table once stood still here: the newcomer was
    passed over because Bob was there, and Bob could not be asked."""
    table, _ = banked(NAPA_TCP)
    table.sit("Bob", 1, buy_in=300_00)
    table.sit("Cy", 2, buy_in=300_00)
    play_hand(table)
    play_hand(table)
    assert table.state.held == Held(1, "Bob", 2, 2)
    table.leave("Cy")
    table.sit("Ann", 2, buy_in=100_00, unseen=True)
    assert table.state.offer == Offer(2, "Ann", 1)


def play_hand(table: BankedTable, seat: int = 2) -> None:
    bank = table.state.offer
    assert bank is not None
    table.take_bank(bank.name, 100_00)
    bettor = next(n for s, n in sorted(table.state.seats.items()) if n != bank.name)
    table.place(bettor, table.state.patrons[bettor].seat or seat, {"ante": 5_00})
    table.no_more_bets()
    for ask in table.waiting_for():
        table.act(table.state.player_of(ask.seat), ask.seat, "fold")


def test_first_and_second_turn_are_shown_and_the_bank_then_moves_on() -> None:
    table, journal = banked()
    fill(table)
    for _ in range(5):
        play_hand(table)
    taken = [(one.name, one.turn) for one in journal.records("bank_taken")]
    assert taken == [("Ann", 1), ("Ann", 2), ("Bob", 1), ("Bob", 2), ("Cy", 1)]


def test_who_was_asked_and_declined_is_logged() -> None:
    table, journal = banked()
    fill(table)
    table.decline_bank("Ann")
    table.decline_bank("Bob", "goes for a walk")
    assert table.state.offer == Offer(3, "Cy", 1)
    assert [(d.name, d.why) for d in journal.records("bank_declined")] == [
        ("Ann", "declined"),
        ("Bob", "goes for a walk"),
    ]


def test_when_nobody_takes_the_bank_the_table_waits_and_can_be_asked_again() -> None:
    table, journal = banked()
    fill(table)
    for name in ("Ann", "Bob", "Cy"):
        table.decline_bank(name)
    assert table.state.phase == "idle"
    assert journal.records("bank_refused")[-1].broken is False
    table.offer_bank()
    assert table.state.offer == Offer(1, "Ann", 1)


def test_no_bust_item_10_the_game_is_broken_until_another_player_intervenes() -> None:
    table, journal = banked(NO_BUST, "", "")
    fill(table, ("Ann", "Bob"))
    for _ in range(2):
        table.take_bank("Ann", 100_00)
        table.place("Bob", 2, {"game": 10_00})
        table.no_more_bets()
        while table.waiting_for():
            table.time_out(table.waiting_for()[0].seat)
    assert table.state.offer == Offer(2, "Bob", 1)
    table.decline_bank("Bob")
    assert table.state.phase == "broken"
    assert journal.records("bank_refused")[-1].broken is True
    with refused("nobody-to-bank"):
        table.sit_out("Bob")
        table.offer_bank()
    table.sit("Cy", 5, buy_in=500_00)
    assert table.state.offer == Offer(5, "Cy", 1)


def test_only_the_one_who_is_asked_can_take_the_bank() -> None:
    table, _ = banked()
    fill(table)
    with refused("not-offered"):
        table.take_bank("Bob", 100_00)
    with refused("not-offered"):
        table.decline_bank("Cy")


@pytest.mark.parametrize(("wager", "code"), [(0, "bad-wager"), (1_000_01, "not-enough")])
def test_the_banks_wager_has_no_upper_limit_but_the_stack(wager: int, code: str) -> None:
    table, _ = banked()
    fill(table)
    with refused(code):
        table.take_bank("Ann", wager)
    table.take_bank("Ann", 1_000_00)
    assert table.state.ledger["bank"] == 1_000_00


def test_the_bank_keeps_back_what_the_collection_may_take() -> None:
    table, _ = banked(schedule=("1",))
    fill(table)
    kept = table.largest_bank_fee()
    assert kept > 0
    with refused("not-enough"):
        table.take_bank("Ann", 1_000_00)
    table.take_bank("Ann", 1_000_00 - kept)


def test_a_bank_that_leaves_is_no_longer_asked() -> None:
    table, _ = banked()
    fill(table)
    table.leave("Ann")
    assert table.state.offer == Offer(2, "Bob", 1)
    table.sit_out("Bob")
    assert table.state.phase == "idle"  # one player alone

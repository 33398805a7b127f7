"""The cards of a table from round to round."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from houseway.filings.loader import load
from houseway.filings.terms import make_terms
from houseway.rounds.events import Dealt
from houseway.table.codec import read_pieces
from houseway.table.records import Shuffled
from houseway.table.setup import Setup
from houseway.table.shoes import Stock, is_kept, needs_shuffle, pieces_of, shuffle
from houseway.table.views import shoe_of
from tests.table.tables import CLUB, PURE, Kept, banked, fill

BACCARAT = "napa-valley/ez-baccarat-panda-8"


def hands(filing: str, count: int, wagers: dict[str, int], **setup: Any) -> Kept:
    table, journal = banked(filing, **setup)
    fill(table, ("Ann", "Bob"), buy_in=5_000_00)
    for _ in range(count):
        offer = table.state.offer
        assert offer is not None
        table.take_bank(offer.name, 100_00)
        for seat, name in table.state.seats.items():
            if name != offer.name:
                table.place(name, seat, wagers)
        table.no_more_bets()
        while table.waiting_for():
            table.time_out(table.waiting_for()[0].seat)
    return journal


def test_casino_club_tcp_two_decks_are_used_in_turn_each_freshly_shuffled() -> None:
    journal = hands(CLUB, 4, {"ante": 5_00})
    shuffles = journal.records("shuffled")
    assert [one.deck for one in shuffles] == [0, 1, 0, 1]
    assert all(len(one.order.split()) == 52 for one in shuffles)
    assert len({one.order for one in shuffles}) == 4


def test_a_shoe_of_several_decks_lives_on_until_the_cut_card() -> None:
    journal = hands(PURE, 60, {"game": 5_00}, decks=2, dealt_from="shoe", cut=30)
    shuffles = journal.records("shuffled")
    assert 3 <= len(shuffles) <= 12  # some five cards a hand of 104 - 30
    assert all(one.cut == 74 for one in shuffles)
    cards = 0
    for entry in journal.entries:
        if entry.record.kind == "shuffled":
            assert cards == 0 or cards >= 74  # never before the cut card came out
            cards = 0
        event = getattr(entry.record, "event", None)
        cards += event.count if isinstance(event, Dealt) else 0


def test_napa_baccarat_a_round_begins_only_with_six_cards_in_the_shoe() -> None:
    journal = hands(BACCARAT, 60, {"banker": 10_00}, decks=3)
    shoes: list[int] = []
    for entry in journal.entries:
        if isinstance(entry.record, Shuffled):
            shoes.append(0)
        event = getattr(entry.record, "event", None)
        if isinstance(event, Dealt):
            shoes[-1] += event.count
    assert len(shoes) >= 2
    assert all(156 - 6 < used <= 156 for used in shoes[:-1])


def test_a_shuffle_holds_every_card_once_for_each_deck_jokers_too() -> None:
    filing = load("napa-valley/no-bust-21st-century-blackjack")
    terms = make_terms(filing, decks=3)
    record = shuffle(terms, Setup(filing.id, decks=3), None, random.Random(1))
    counted = Counter(read_pieces(record.order))
    assert len(counted) == 53
    assert set(counted.values()) == {3}


def test_other_decks_need_a_new_shoe() -> None:
    filing = load(PURE)
    setup = Setup(PURE, dealt_from="shoe")
    terms = make_terms(filing, decks=6)
    stock = Stock.of(shuffle(terms, setup, None, random.Random(1)))
    assert is_kept(terms)
    assert not needs_shuffle(terms, stock)
    assert needs_shuffle(make_terms(filing, decks=4), stock)
    assert needs_shuffle(terms, None)


def test_tiles_are_a_set_of_32() -> None:
    filing = load("napa-valley/pai-gow-tiles")
    assert len(pieces_of(make_terms(filing))) == 32


def test_a_deck_shuffled_for_every_hand_has_no_cut_card_that_says_last_hand() -> None:
    """Pai gow poker lays out all 53 cards."""
    table, _ = banked("500-club/fortune-pai-gow-poker")
    fill(table, ("Ann", "Bob"), buy_in=5_000_00)
    offer = table.state.offer
    assert offer is not None
    table.take_bank(offer.name, 100_00)
    bettor = next(name for name in table.state.seats.values() if name != offer.name)
    seat = next(seat for seat, name in table.state.seats.items() if name == bettor)
    table.place(bettor, seat, {"game": 10_00})
    table.no_more_bets()
    shoe = shoe_of(table)
    assert shoe is not None
    assert shoe["left"] == 0
    assert not shoe["cut_card_out"]

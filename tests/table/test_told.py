"""Records in the dealer's words: bets of poker, tiles that are not cards, hands joined late."""

from __future__ import annotations

import random

import pytest

from houseway.cards import seeded_source
from houseway.families.poker.table import PokerTable
from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load
from houseway.filings.schema.base import brief
from houseway.rounds.events import Chose, Dealt
from houseway.rounds.steps import Ask
from houseway.settlement.ledger import Move
from houseway.table import records as r
from houseway.table.evening import start_evening, usual_setup
from houseway.table.stakes import quiet_move
from houseway.table.told import Teller
from houseway.table.views import View
from tests.table.tables import Kept

POKER = [one for one in filing_ids() if load(one).family == "poker"]
HOLDEM = "500-club/texas-holdem"


def entries_of(*records: r.Record) -> list[r.Entry]:
    return [r.Entry(number, "2025-01-01T18:00:00Z", one) for number, one in enumerate(records)]


def told(filing: str, *records: r.Record) -> list[str]:
    teller, entries = Teller(load(filing)), entries_of(*records)
    teller.follow(entries)
    return [line for one in entries for line in teller.tell(one)]


def chose(seat: int, move: str) -> r.Happened:
    return r.Happened(Chose(seat, "bet", 1, move))


def chips(*moves: tuple[str, str, int]) -> r.ChipsMoved:
    return r.ChipsMoved(tuple(Move(*one) for one in moves))


FLOP = r.Happened(Dealt("board", 1, 3, None, ()))


def hand(*blinds: int, stack: int = 100_00) -> r.HandStarted:
    return r.HandStarted(1, 3, (1, 2, 3), (stack,) * 3, blinds=blinds, schedule="173")


class AtRandom:
    """Makes moves at random and writes down what was to call and whether somebody had bet."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self.words = ""

    def choose(self, ask: Ask, view: View) -> str:
        self.words = ""
        if ask.kind != "bet":
            return quiet_move(ask, view.sight().cards(ask.seat))
        call, bets = ask.facts["to_call"], ask.facts["bets"].values()
        least, most = ask.facts["least"], ask.facts["most"]
        roll = self._dice.random()
        if roll < 0.3 and least is not None:
            amount = self._dice.choice((least, most))
            self.words = f"{'raises to' if any(bets) else 'bets'} {brief(amount)}"
            return f"cbr {amount}"
        if roll < 0.4 and call:
            self.words = "folds"
            return "f"
        self.words = f"calls {brief(call)}" if call else "checks"
        return "cc"


@pytest.mark.parametrize("filing", POKER)
def test_bets_are_told_as_the_open_decision_has_them(filing: str) -> None:
    """The words come from the records alone; what they must say, from the hand as it is played."""
    kept, at_random = Kept(), AtRandom(random.Random(8))
    table = start_evening(usual_setup(load(filing)), kept, seeded_source(8), stack=60_00).table
    assert isinstance(table, PokerTable)
    wanted: dict[int, str] = {}
    for _ in range(6):
        for name in table.state.patrons:
            if table.state.stack(name) < 20_00:
                table.buy_in(name, 60_00)
        table.deal()
        while table.waiting_for():
            ask = table.waiting_for()[0]
            name = table.state.player_of(ask.seat)
            first = table.act(name, ask.seat, at_random.choose(ask, View(table, name)))[0]
            if at_random.words:
                wanted[first.number] = f"Seat {ask.seat} {at_random.words}"
    teller = Teller(load(filing))
    teller.follow(kept.entries)
    found = {one.number: list(teller.tell(one)) for one in kept.entries if one.number in wanted}
    assert found == {number: [words] for number, words in wanted.items()}
    for word in ("checks", "calls", "bets", "raises to", "folds"):
        assert any(f" {word}" in words for words in wanted.values()), word


def test_blinds_are_bets_and_the_last_blind_may_check() -> None:
    assert told(HOLDEM, hand(200, 400, 0), chips(("seat:1", "pot", 200), ("seat:2", "pot", 400)),
                chose(3, "cc"), chips(("seat:3", "pot", 400)), chose(1, "cc"),
                chips(("seat:1", "pot", 200)), chose(2, "cc"), FLOP,
                chips(("pot", "drop", 300)), chose(1, "cbr 400"))[5:] == [
        "Seat 3 calls $4", "Seat 1 calls $2", "Seat 2 checks", "The board is dealt 3 cards",
        "The house takes $3", "Seat 1 bets $4",
    ]  # fmt: skip


def test_a_call_with_the_last_chips_is_for_what_is_there() -> None:
    assert told(HOLDEM, hand(200, 400, 0, stack=7_00), chose(3, "cbr 700"), chose(1, "cc"))[4:] == [
        "Seat 3 raises to $7",
        "Seat 1 calls $5",
    ]


def test_a_bring_in_is_a_bet_to_call() -> None:
    assert told("500-club/razz", hand(), chose(2, "pb"), chips(("seat:2", "pot", 100)),
                chose(3, "cc"), chips(("seat:3", "pot", 100)))[4:] == [
        "Seat 2 brings it in", "Seat 2 puts in $1", "Seat 3 calls $1",
    ]  # fmt: skip


def test_all_standing_pat_still_ends_the_betting_round() -> None:
    assert told("500-club/2-7-triple-draw", hand(0, 0, 0), chose(1, "cbr 400"), chose(2, "cc"),
                chose(1, "sd"), chose(2, "sd"), chose(1, "cc"))[4:] == [
        "Seat 1 bets $4", "Seat 2 calls $4", "Seat 1 stands pat", "Seat 2 stands pat",
        "Seat 1 checks",
    ]  # fmt: skip


def test_a_hand_that_was_not_followed_is_told_without_amounts() -> None:
    teller = Teller(load(HOLDEM))
    lines = [
        line for one in entries_of(chose(1, "cc"), chose(2, "cbr 800")) for line in teller.tell(one)
    ]
    assert lines == ["Seat 1 checks or calls", "Seat 2 makes it $8"]


def test_tiles_are_not_called_cards() -> None:
    assert told("napa-valley/pai-gow-tiles", r.Happened(Dealt(3, 1, 4, None, ()))) == [
        "Seat 3 is dealt 4 tiles"
    ]

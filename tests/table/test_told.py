"""Records in the dealer's words: bets of poker, tiles that are not cards, hands joined late."""

from __future__ import annotations

import random

import pytest

from houseway.cards import seeded_source
from houseway.families.poker.table import PokerTable
from houseway.filings.catalogue import filing_ids
from houseway.filings.loader import load
from houseway.filings.schema.base import brief
from houseway.rounds.events import Called, Chose, Dealt
from houseway.rounds.steps import Ask, Put
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
    teller = Teller(load(filing))
    return [line for one in entries_of(*records) for line in teller.tell(one)]


def chose(seat: int, move: str, paid: int = 0, to: int = 0, *, all_in: bool = False) -> r.Happened:
    return r.Happened(Chose(seat, "bet", 1, move, False, Put(paid, to, all_in) if paid else None))


def test_how_many_cards_somebody_draws_is_said_of_them_and_not_of_the_dealer() -> None:
    def draw(seat: int, number: int) -> r.Happened:
        return r.Happened(Chose(seat, "draw", 1, None, True, None, number))

    assert told(
        "500-club/2-7-triple-draw",
        draw(3, 2),
        r.Happened(Called("draws 2")),
        draw(5, 0),
        r.Happened(Called("stands pat")),
    ) == ["Seat 3 draws 2", "Seat 5 stands pat"]


def chips(*moves: tuple[str, str, int], by: int | None = None) -> r.ChipsMoved:
    return r.ChipsMoved(tuple(Move(*one) for one in moves), by)


def _all_in(ask: Ask, paid: int) -> str:
    return ", all-in" if paid == ask.facts["stacks"][ask.seat] else ""


class AtRandom:
    """Makes moves at random and writes down what was to call and whether somebody had bet."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self.words = ""

    def choose(self, ask: Ask, view: View) -> str:
        self.words = ""
        if ask.kind != "bet":
            return quiet_move(ask, view.sight().cards(ask.seat))
        call, bets = ask.facts["to_call"], ask.facts["bets"]
        least, most = ask.facts["least"], ask.facts["most"]
        roll = self._dice.random()
        if roll < 0.3 and least is not None:
            amount = self._dice.choice((least, most))
            word = "raises to" if any(bets.values()) else "bets"
            self.words = f"{word} {brief(amount)}{_all_in(ask, amount - bets[ask.seat])}"
            return f"{ask.beyond.verbs[0]} {amount}"
        if roll < 0.4 and call:
            self.words = "folds"
            return "fold"
        self.words = f"calls {brief(call)}{_all_in(ask, call)}" if call else "checks"
        return "call" if call else "check"


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
    found = {one.number: list(teller.tell(one)) for one in kept.entries if one.number in wanted}
    assert found == {number: [words] for number, words in wanted.items()}
    for word in ("checks", "calls", "bets", "raises to", "folds"):
        assert any(f" {word}" in words for words in wanted.values()), word


def test_every_bet_is_told_from_its_own_record() -> None:
    assert told(HOLDEM, chips(("seat:1", "pot", 200), ("seat:2", "pot", 400)),
                chose(3, "call", 400, 400), chips(("seat:3", "pot", 400), by=3),
                chose(1, "raise 1200", 1000, 1200), chips(("seat:1", "pot", 1000), by=1),
                chose(2, "fold"), chose(3, "call", 300, 700, all_in=True),
                chips(("seat:3", "pot", 300), ("pot", "drop", 300), ("pot", "seat:1", 500), by=3),
                chose(1, "check"), chose(1, "bet 400", 400, 400)) == [
        "Seat 1 puts in $2; seat 2 puts in $4", "Seat 3 calls $4", "Seat 1 raises to $12",
        "Seat 2 folds", "Seat 3 calls $3, all-in", "The house takes $3; $5 back to seat 1",
        "Seat 1 checks", "Seat 1 bets $4",
    ]  # fmt: skip


def test_a_bring_in_is_told_with_its_amount() -> None:
    lines = told(
        "500-club/razz", chose(2, "bring in", 100, 100), chips(("seat:2", "pot", 100), by=2)
    )
    assert lines == ["Seat 2 brings it in for $1"]


def test_draws_are_told_to_whom_they_may_be() -> None:
    thrown = Chose(1, "draw", 1, "draw Kh 9c", True, None, 2)
    pat = Chose(2, "draw", 1, "stand pat", True, None, 0)
    lines = told("500-club/badugi", *(r.Happened(one.as_seen(1)) for one in (thrown, pat)))
    assert lines == ["Seat 1 throws Kh 9c", "Seat 2 stands pat"]  # how many is no secret
    lines = told("500-club/badugi", *(r.Happened(one.as_seen(2)) for one in (thrown, pat)))
    assert lines == ["Seat 1 draws 2", "Seat 2 stands pat"]


def test_tiles_are_not_called_cards() -> None:
    assert told("napa-valley/pai-gow-tiles", r.Happened(Dealt(3, 1, 4, None, ()))) == [
        "Seat 3 is dealt 4 tiles"
    ]


@pytest.mark.parametrize(
    ("filing", "said"),
    [
        # 000:590 permits them; three card poker of 002 does not mention them.
        ("casino-club/ultimate-texas-holdem", "permitted: Dealing Procedures"),
        ("outlaws/three-card-poker-6-card-bonus", "of whom the filing says nothing"),
    ],
)
def test_everybody_is_told_what_the_text_says_of_a_third_partys_player(
    filing: str, said: str
) -> None:
    for record in (r.Sat("Ann", 3, third_party=True), r.Came("Ann", third_party=True)):
        (line,) = told(filing, record)
        assert f"(third-party proposition player, {said}" in line
    assert told(filing, r.Sat("Ann", 3)) == ["Ann sits down at seat 3"]

"""Piles laid out before the house dealer, the bank's choice of the first, and who gets which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_export import PlayedRound, round_file
from houseway.histories.round_file import parse_round
from houseway.rounds.events import Burned, Chose, Dealt, Laid, Rolled, Shown
from houseway.rounds.piles import PILE
from houseway.table.banked import BankedTable
from houseway.table.opening import open_table, restore
from houseway.table.proofs import proof
from houseway.table.setup import Setup
from houseway.table.shoes import Stock
from houseway.table.views import View
from tests.table.tables import Clock, Kept, Stacked, banked, fill, refused

FORTUNE = "napa-valley/fortune-pai-gow-poker-1.0"
CLUB_FORTUNE = "500-club/fortune-pai-gow-poker"
FACE_UP = "500-club/face-up-pai-gow-poker"
DOUBLE_HAND = "napa-valley/double-hand-poker"
TILES = "napa-valley/pai-gow-tiles"


def deal(filing: str, **setup: Any) -> tuple[BankedTable, Kept]:
    """Ann banks at seat 1, Bob bets at seat 2; no more bets."""
    table, journal = banked(filing, **setup)
    fill(table, ("Ann", "Bob"))
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    table.no_more_bets()
    return table, journal


def finish(table: BankedTable) -> None:
    while table.waiting_for():
        table.time_out(table.waiting_for()[0].seat)


def order(table: BankedTable) -> tuple[Any, ...]:
    assert table.state.began_with is not None
    return tuple(table.state.began_with.order)


def moved(table: BankedTable) -> dict[int | str, int]:
    """The pile each position got."""
    return {
        event.place: event.pile
        for event in table.state.events
        if isinstance(event, Dealt | Burned) and event.place is not None
    }


def there_and_back(pile: int) -> list[int]:
    """Its cards in the deck, counted from 0.

    003:761 and 004:609-610, 4822-4823 lay a card on each of seven piles from left to right, then
    from right to left, and so on.
    """
    return [pile - 1, 14 - pile, 13 + pile, 28 - pile, 27 + pile, 42 - pile, 41 + pile]


def pile_by_pile(pile: int) -> list[int]:
    return list(range(7 * pile - 7, 7 * pile))


@pytest.mark.parametrize(
    ("filing", "device", "lie"),
    [
        (FORTUNE, "hand", there_and_back),
        (CLUB_FORTUNE, "hand", there_and_back),
        (FACE_UP, "hand", there_and_back),
        (FACE_UP, "shuffler", pile_by_pile),  # 004:4826-4827
        (DOUBLE_HAND, "hand", pile_by_pile),  # 003:174 does not say how they are laid
    ],
)
def test_the_bank_chooses_the_first_pile(
    filing: str, device: str, lie: Callable[[int], list[int]]
) -> None:
    """003:174, 763; 004:612, 4829: asked before the dice, and in the log."""
    table, _ = deal(filing, dealt_from=device)
    (ask,) = table.waiting_for()
    assert (ask.seat, ask.kind, ask.default) == (1, PILE, "pile 1")
    assert ask.choices == tuple(f"pile {n}" for n in range(1, 8))
    assert not any(isinstance(event, Rolled | Dealt) for event in table.state.events)
    with refused("not-a-choice"):
        table.act("Ann", 1, "pile 8")
    table.act("Ann", 1, "pile 3")
    events = table.state.events
    (rolled,) = (event for event in events if isinstance(event, Rolled))
    # The bank is 1, 8 and 15 and others follow clockwise: the total less one, from seat 1 on.
    first = (rolled.dice.total - 1) % 7 + 1
    assert moved(table)["bank" if first == 1 else first] == 3
    # The next piles go round clockwise.
    assert moved(table)["bank" if first == 7 else first + 1] == 4
    dealt = [event for event in events if isinstance(event, Dealt)]
    assert {event.place for event in dealt} == {"bank", 2}
    for event in dealt:
        assert event.cards == tuple(order(table)[place] for place in lie(event.pile))


@pytest.mark.parametrize("filing", [FORTUNE, CLUB_FORTUNE])
def test_from_the_shuffler_hands_go_to_positions_one_by_one(filing: str) -> None:
    """003:757, 004:599-606: the dice come first, and nobody chooses."""
    table, _ = deal(filing, dealt_from="shuffler")
    events = table.state.events
    assert not any(isinstance(event, Laid) for event in events)
    assert all(ask.kind != PILE for ask in table.waiting_for())
    kinds = [type(event) for event in events if isinstance(event, Rolled | Dealt | Burned)]
    assert kinds[0] is Rolled


def test_tiles_1142_the_bank_chooses_a_stack_and_1180_unused_ones_are_shown_afterwards() -> None:
    """003:1141-1142, 1153, 1180"""
    table, _ = deal(TILES)
    table.act("Ann", 1, "pile 5")
    piles = moved(table)
    assert sorted(piles.values()) == [1, 2, 3, 4, 5, 6, 7, 8]
    stranger = View(table, "Eve").sight()
    assert not any(stranger.cards(seat) for seat in (1, *range(3, 9)))
    (bob,) = (e for e in table.state.events if isinstance(e, Dealt) and e.place == 2)
    start = 4 * (bob.pile - 1)
    assert bob.cards == order(table)[start : start + 4]
    finish(table)
    shown = [e for e in table.state.events if isinstance(e, Shown) and e.place in range(3, 9)]
    assert {event.place for event in shown} == {3, 4, 5, 6, 7, 8}
    assert table.state.events[-6:] == shown
    for event in shown:
        start = 4 * (piles[event.place] - 1)
        assert event.cards == order(table)[start : start + 4]


def test_a_bank_that_says_nothing_gets_the_first_pile() -> None:
    table, journal = deal(DOUBLE_HAND)
    table.time_out(1)
    (chose,) = (e for e in table.state.events if isinstance(e, Chose) and e.kind == PILE)
    assert chose.move == "pile 1"
    assert journal.records("timed_out")[-1].name == "Ann"


@pytest.mark.parametrize("filing", [TILES, FACE_UP])
def test_a_round_with_piles_is_rebuilt_and_exported(filing: str) -> None:
    table, journal = deal(filing)
    table.act("Ann", 1, "pile 4")
    again = restore(journal.entries, Kept(), Stacked(), Clock())
    assert again.state.events == table.state.events
    state, layout, bank, began = table.state, table.state.layout, table.state.bank, order(table)
    assert layout is not None
    assert bank is not None
    finish(table)
    settled = journal.records("settled")[-1]
    stock = Stock(0, began, len(began))
    played = PlayedRound(
        1, state.setup, state.terms, bank, layout, stock, state.events, None, settled
    )
    answer = adjudicate(parse_round(round_file(played)))
    assert [line.net for line in answer.settlement.lines] == [line.net for line in settled.lines]


def test_the_cards_of_a_pile_are_proved_at_the_places_they_lay() -> None:
    journal = Kept()
    table = open_table(
        Setup(FACE_UP, dealt_from="hand"), journal, Stacked(), Clock(), committed=True
    )
    assert isinstance(table, BankedTable)
    fill(table, ("Ann", "Bob"))
    table.take_bank("Ann", 500_00)
    table.place("Bob", 2, {"game": 10_00})
    first = table.state.count
    table.no_more_bets()
    table.act("Ann", 1, "pile 2")
    finish(table)
    (shuffle,) = proof(journal.entries, first, "Bob")
    dealt = {e.place: e for e in table.state.events if isinstance(e, Dealt)}
    opened = {one["position"]: one["card"] for one in shuffle["opened"]}
    bob = dealt[2]
    lay = [opened[place] for place in there_and_back(bob.pile)]
    assert lay == [card.text for card in bob.cards or ()]
    assert len(opened) == 14  # Bob's and, shown, the bank's


def test_4831_a_generator_names_the_first_position() -> None:
    """004:4831-4834"""
    table, _ = deal(FACE_UP, options={"generator": True})
    table.act("Ann", 1, "pile 1")
    (rolled,) = (e for e in table.state.events if isinstance(e, Rolled))
    assert len(rolled.dice.faces) == 1
    assert 1 <= rolled.dice.total <= 7
    named = rolled.dice.total  # the bank, at seat 1, is one
    assert moved(table)["bank" if named == 1 else named] == 1
    with refused("unknown-option"):
        deal(TILES, options={"generator": True})


def test_751_a_larger_table_deals_to_seven_positions() -> None:
    """003:751"""
    table, _ = banked(FORTUNE, options={"seats": 10})
    names = ("Ann", "Bob", "Cy", "Dee", "Ed", "Flo", "Gil", "Hal")
    fill(table, names)
    table.take_bank("Ann", 500_00)
    for seat, name in enumerate(names[1:7], 2):
        table.place(name, seat, {"game": 10_00})
    with refused("too-many-hands"):
        table.place("Hal", 8, {"game": 10_00})
    table.no_more_bets()
    finish(table)
    served = [
        event.place
        for event in table.state.events
        if isinstance(event, Dealt | Burned) and event.place is not None
    ]
    assert sorted(map(str, served)) == ["2", "3", "4", "5", "6", "7", "bank"]


LARGE = """
filing = "napa-valley/fortune-pai-gow-poker-1.0"
options = {{ seats = 10 }}
dice = [{dice}]
[bank]
seat = 3
wager = 500
cards = "2c 3c 4d 5d 7h 8h Ts"
house_way = true
[[seat]]
number = 8
cards = "As Ad Kc Kd 9h 6s 3d"
wagers = {{ game = 10 }}
house_way = true
[[seat]]
number = 1
cards = "Ah Ac Kh Ks 9d 6c 3h"
wagers = {{ game = 10 }}
house_way = true
"""


@pytest.mark.parametrize(
    ("dice", "first"),
    [
        # Counted are the bank at 3, then 4, 5, 6 and 7 to make up seven, 8, and 1.
        ("2, 2, 2", 8),  # six is seat 8
        ("2, 2, 3", 1),  # seven is seat 1
        ("2, 3, 3", 8),  # eight is the bank: from its left on, the first with a wager
        ("6, 4, 4", 1),  # fourteen is seat 1 again
    ],
)
def test_751_the_dice_count_the_positions_dealt_to(dice: str, first: int) -> None:
    """003:751"""
    answer = adjudicate(parse_round(LARGE.format(dice=dice)))
    assert answer.result.first_action == first


def test_751_no_more_than_seven_hands_lie_in_a_round_file() -> None:
    """003:751"""
    seats = "".join(
        f'[[seat]]\nnumber = {n}\ncards = ""\nwagers = {{ game = 10 }}\nhouse_way = true\n'
        for n in range(2, 9)
    )
    text = (
        'filing = "napa-valley/fortune-pai-gow-poker-1.0"\noptions = { seats = 10 }\n'
        'dice = [1, 1, 1]\n[bank]\nseat = 1\nwager = 100\ncards = ""\n' + seats
    )
    with refused("too-many-hands"):
        adjudicate(parse_round(text))

"""Looking back at a hand: parts of the pot counted by hand, and nothing told of unseen cards."""

from __future__ import annotations

import pytest

from houseway.cards import parse_cards
from houseway.families.poker.hindsight import shares
from houseway.families.poker.schema import Poker
from houseway.filings.loader import load
from houseway.rounds.events import Chose, Dealt, Event, Shown


def holdem() -> Poker:
    filing = load("napa-valley/texas-holdem")
    assert isinstance(filing, Poker)
    return filing


def dealt(place: int | str, cards: str, *, seen: bool = True) -> Dealt:
    pieces = parse_cards(cards)
    hole = isinstance(place, int)
    eyes = (place,) if isinstance(place, int) else None
    return Dealt(place, 1, len(pieces), pieces if seen or not hole else None, eyes)


def acts(seat: int, move: str) -> Chose:
    return Chose(seat, "bet", 1, move)


FIRST: list[Event] = [
    dealt(3, "9c 8c", seen=False), dealt(5, "Ah Ad", seen=False), dealt(7, "Ks Kc", seen=False),
    acts(3, "call"), acts(5, "raise"), acts(7, "all in"), acts(3, "fold"), acts(5, "call"),
]  # fmt: skip
LATER: list[Event] = [dealt("board", "2c 7d 9h"), dealt("board", "Jd"), dealt("board", "3s")]
SHOWN: list[Event] = [Shown(5, parse_cards("Ah Ad")), Shown(7, parse_cards("Ks Kc"))]


def test_aces_against_kings_from_the_last_fold_on() -> None:
    found = list(shares(holdem(), [*FIRST, *LATER, *SHOWN]))
    assert [place for place, _ in found] == [6, 8, 9]  # the fold, the flop, the turn
    assert all(sum(of.values()) == pytest.approx(1) for _, of in found)
    # On the turn two kings of the 44 cards that are left win for seat 7.
    assert found[-1][1] == pytest.approx({5: 42 / 44, 7: 2 / 44})
    # On the flop one of them comes on turn or river, and no ace after or before it: of the
    # C(45,2) = 990 pairs 1 has both kings, 2 x 41 a king and neither king nor ace, 2 x 2 a king
    # and an ace, with which the aces win.
    assert found[1][1] == pytest.approx({5: 1 - 83 / 990, 7: 83 / 990}, abs=1e-12)


def test_nothing_is_told_where_a_hand_that_stayed_was_not_seen() -> None:
    assert not list(shares(holdem(), [*FIRST, *LATER, SHOWN[0]]))
    assert not list(shares(holdem(), [*FIRST, *LATER]))


def test_nothing_is_told_before_the_last_fold_nor_of_cards_that_are_drawn() -> None:
    folds: list[Event] = [*FIRST, *LATER[:2], acts(7, "fold")]
    assert not list(shares(holdem(), [*folds, SHOWN[0]]))
    drawn: list[Event] = [Chose(5, "draw", 1, None, number=1), dealt(5, "Ad", seen=False)]
    assert not list(shares(holdem(), [*FIRST[1:3], *drawn, *LATER, *SHOWN]))

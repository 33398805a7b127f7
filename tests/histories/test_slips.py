"""Slips of a tired floorperson: what is said names the place and what to write instead."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from houseway.errors import HandRefused, HousewayError, Problems
from houseway.families.poker.hand_file import replayed
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import check_round

CASES = Path(__file__).parents[1] / "cases"


def read(folder: str, name: str) -> dict[str, Any]:
    (path,) = (CASES / folder).glob(f"{name}*.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


DOUBLE_HAND = read("irregular", "napa-double-hand-01")
THREE_CARD = read("irregular", "casino-club-tcp-03")
BOXED = {"kind": "boxed-card", "place": "2", "cards": "9h", "noticed": "deal"}
ANTE = {"bettor": "1", "wager": "ante", "net": 10}
TWICE = {"kind": "identical-cards", "cards": "9h", "noticed": "settling"}


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        ({"kind": "boxed_card"}, "unknown-irregularity", "did you mean boxed-card"),
        ({"place": "9"}, "bad-place", "seats 1 to 7"),
        ({"place": "2/B1"}, "bad-place", "nobody bets behind one"),
        ({"place": ["2"]}, "bad-value", "a seat's number, or a word"),
        ({"cards": "10h"}, "not-a-card", "a ten is written T"),
        ({"cards": "?"}, "not-a-card", "is written ??"),
        ({"cards": "9h 9h"}, "card-too-often", "name each card once"),
        ({"cards": "8c"}, "card-too-often", "taken away or lay apart"),
        ({"noticed": "dealing"}, "bad-value", "'dealing' is none of 'deal', 'choices'"),
        ({"number": 9}, "right-number", "counted from 1"),
        ({"number": -1}, "bad-value", "must not be below zero"),
        ({"kind": "wrong-number", "place": "bank", "number": 7}, "right-number", "7 are the right"),
        ({"kind": "identical-cards", "cards": "9h 9d"}, "not-identical", "name the card once"),
    ],
)
def test_an_error_entry(error: dict[str, Any], code: str, said: str) -> None:
    assert _said(DOUBLE_HAND | {"error": [BOXED | error]}, code, said).where


def test_a_card_of_another_deck() -> None:
    joker = {"kind": "exposed-card", "place": 1, "cards": "Jk", "noticed": "deal"}
    _said(THREE_CARD | {"error": [joker], "paid": []}, "card-too-often", "Jk is no card of this")


@pytest.mark.parametrize(
    ("paid", "code", "said"),
    [
        ({"bettor": "5"}, "unknown-bettor", "bettors are 1, 2"),
        ({"bettor": "bank"}, "unknown-bettor", "what the bank paid or took"),
        ({"wager": "anti"}, "no-such-wager", "there are ante, play"),
    ],
)
def test_a_paid_entry(paid: dict[str, Any], code: str, said: str) -> None:
    assert _said(THREE_CARD | {"paid": [ANTE | paid]}, code, said).where == "paid entry 1"


def test_what_was_paid_before_a_round_was_void() -> None:
    """A void round has no results, but nobody was paid on a wager that nobody made."""
    paid = {"bettor": "1", "wager": "gaem", "net": 20}
    _said(DOUBLE_HAND | {"error": [TWICE], "paid": [paid]}, "no-such-wager", "there are game")
    added = [ANTE | {"wager": "play"}]  # a raise made after the deal
    void = {"kind": "short-deck", "noticed": "after"}
    file = THREE_CARD | {"error": [void], "paid": added, "procedures": "player-dealer"}
    assert adjudicate(check_round(file)).as_json()["corrections"] == {"1": "-10.00"}


def test_when_it_was_noticed_may_be_written_large() -> None:
    file = DOUBLE_HAND | {"error": [BOXED | {"noticed": "Deal", "place": "Seat 2"}]}
    assert adjudicate(check_round(file)).as_json()["ruling"] == "played-on"


def _said(file: dict[str, Any], code: str, said: str) -> HousewayError:
    with pytest.raises(HousewayError) as refused:
        adjudicate(check_round(file))
    found = refused.value.found if isinstance(refused.value, Problems) else [refused.value]
    (one,) = [error for error in found if error.code == code]
    assert said in one.message
    return one


# Poker hands.

HAND = read("irregular-poker", "outlaws-holdem-01")
EXPOSED = HAND["_errors"][0]


@pytest.mark.parametrize(
    ("error", "refused", "said"),
    [
        ({"after": 40}, "_errors[0].after", "the last one written is 17"),
        ({"cards": "QdQd"}, "_errors[0]", "Qd stands twice"),
        ({"cards": "Kh"}, "_errors[0]", "Kh lies in 'd dh p3 KhTh'"),
        ({"cards": "AsQd"}, "_errors[0]", "As still lies in 'd dh p2 As5h'"),
        ({"player": ""}, "_errors[0]", "say whose card it was"),
        ({"kind": "early-board", "cards": "9c", "after": 9}, "_errors[0]", "9c lies in"),
        ({"kind": "string-bet", "player": "p4", "after": 9}, "_errors[0]", "p4 folded"),
        ({"kind": "wrong-number", "number": 3}, "p3 cc", "the hand is void and ends where"),
    ],
)
def test_an_error_of_a_hand(error: dict[str, Any], refused: str, said: str) -> None:
    with pytest.raises(HandRefused) as found:
        replayed(HAND | {"_errors": [EXPOSED | error]})
    assert found.value.refused == refused
    assert said in found.value.message


def test_a_field_that_is_passed_over_is_named() -> None:
    hand = {key: value for key, value in HAND.items() if key != "_errors"}
    assert replayed(hand | {"_error": [EXPOSED]})["warnings"] == [
        "_error is passed over; did you mean _errors?"
    ]
    assert "warnings" not in replayed(hand | {"_event": "Tuesday game"})

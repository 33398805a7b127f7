"""Rounds worked out by hand from the text, and records that cannot have happened."""

from __future__ import annotations

import pytest

from houseway.errors import HousewayError
from houseway.filings.terms import make_terms
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import parse_round
from houseway.rounds.driver import Round
from houseway.rounds.events import Dealt, Shown, view
from houseway.rounds.steps import Burn, Deal, Pieces, Roll
from houseway.rounds.verdicts import Layout, SeatWagers
from super_pan_9.procedure import play
from super_pan_9.schema import SuperPan9

# Seat 2 stands on 9, seat 3 draws a five to its 4, seat 5 an ace to its 3; the bank has 3, must
# draw (7.4) and gets a six: 9. Seats 2 and 3 push (8.4), seat 5 and the one behind it lose (8.3),
# the tie bet of seat 2 is paid seven to one (8.5).
ROUND = """
filing = "riverbend/super-pan-9"
schedule = 1
[bank]
seat = 1
wager = 500
cards = "3c Kh Qs 6s"
[[seat]]
number = 2
cards = "5h 4s Kd"
wagers = { game = 20, tie = 5 }
actions = ["stand"]
[[seat]]
number = 3
cards = "6c 6d 2h"
draws = "5s"
wagers = { game = 30 }
actions = ["draw"]
[[seat]]
number = 5
cards = "As 2s Jd"
draws = "Ac"
wagers = { game = 10 }
actions = ["draw"]
[[seat.backline]]
name = "B1"
wagers = { game = 20 }
"""


def test_items_7_and_8_settle_a_round_of_four_bettors() -> None:
    answer = adjudicate(parse_round(ROUND)).as_json()
    assert answer["first_action"] == 2
    assert [
        (one["bettor"], one["wager"], one["outcome"], one["net"]) for one in answer["lines"]
    ] == [
        ("2", "game", "push", "0.00"),
        ("2", "tie", "win", "35.00"),
        ("3", "game", "push", "0.00"),
        ("5", "game", "lose", "-10.00"),
        ("5/B1", "game", "lose", "-20.00"),
    ]
    assert answer["net"] == {
        "2": "35.00",
        "3": "0.00",
        "5": "-10.00",
        "5/B1": "-20.00",
        "bank": "-5.00",
    }
    # Item 9.2: $85 of action, three players.
    assert answer["fees"]["bank"] == "1.00"
    assert answer["fees"]["seats"] == {"2": "0.50", "3": "0.50", "5": "0.50"}
    assert answer["lines"][0]["cite"] == "Settling, items 8.2 to 8.4"


@pytest.mark.parametrize(
    ("change", "code", "where", "cite"),
    [
        (('"3c Kh Qs 6s"', '"3c Kh Qs"'), "too-few-cards", "bank", "item 7.4"),
        (('"3c Kh Qs 6s"', '"6c Kh Qs 6s"'), "too-many-cards", "bank", "item 7.4"),
        (('draws = "5s"\n', ""), "too-few-cards", "seat 3", "items 7.2"),
        (('"5h 4s Kd"', '"5h 4s Kd"\ndraws = "2c"'), "too-many-cards", "seat 2", "items 7.2"),
        (('["stand"]', '["stand", "draw"]'), "too-many-choices", "seat 2", "items 7.2"),
        (('["stand"]', '["hit"]'), "not-a-choice", "seat 2", "items 7.2"),
        (('"5h 4s Kd"', '"5h 4s 7d"'), "card-too-often", "cards", "items 2.1"),
        (("tie = 5", "tie = 26"), "off-limits", "seat 2", "items 6.2"),
    ],
)  # fmt: skip
def test_what_cannot_have_happened_is_refused_with_its_clause(
    change: tuple[str, str], code: str, where: str, cite: str
) -> None:
    with pytest.raises(HousewayError) as refused:
        adjudicate(parse_round(ROUND.replace(*change, 1)))
    assert refused.value.code == code, refused.value
    assert where in refused.value.where
    assert cite in refused.value.cite


def test_item_7_4_the_bank_draws_with_six_where_no_player_drew() -> None:
    alone = """
filing = "riverbend/super-pan-9"
[bank]
seat = 1
wager = 500
cards = "6c Kh Qs 2s"
[[seat]]
number = 2
cards = "6h As Kd"
wagers = { game = 20 }
actions = ["stand"]
"""
    answer = adjudicate(parse_round(alone)).as_json()
    assert answer["lines"][0]["because"] == "7 loses to 8"
    with pytest.raises(HousewayError, match="a bank hand of 6 draws another card"):
        adjudicate(parse_round(alone.replace(" 2s", "")))


class _Cards:
    """Cards by place, in order."""

    def __init__(self, **hands: str) -> None:
        from houseway.cards import parse_cards

        self._hands = {place: iter(parse_cards(text)) for place, text in hands.items()}

    def deal(self, step: Deal) -> Pieces:
        place = step.to if isinstance(step.to, str) else f"seat{step.to}"
        return tuple(next(self._hands[place]) for _ in range(step.count))

    def roll(self, step: Roll) -> None:  # noqa: ARG002
        raise AssertionError

    def burn(self, step: Burn) -> None:  # noqa: ARG002
        raise AssertionError


def _dealt(filing: SuperPan9) -> Round:
    layout = Layout(1, (SeatWagers(2, {"game": 100}), SeatWagers(3, {"game": 100})))
    source = _Cards(bank="Kh Qs 6s", seat2="5h 4s Kd", seat3="2c 2d 2h 4c")
    return Round(play(make_terms(filing), layout), source)  # type: ignore[arg-type]


def test_items_7_1_and_7_3_say_who_sees_which_cards(filing: SuperPan9) -> None:
    playing = _dealt(filing)
    playing.answer(2, "stand")
    (ask,) = playing.waiting_for()
    assert (ask.seat, ask.choices) == (3, ("draw", "stand"))
    before = {
        viewer: [
            (e.place, e.cards is not None)
            for e in view(playing.events, viewer)
            if isinstance(e, Dealt)
        ]
        for viewer in (2, 3, None)
    }
    assert before[2] == [(2, True), (3, False), ("bank", False)]
    assert before[3] == [(2, False), (3, True), ("bank", False)]
    assert before[None] == [(2, False), (3, False), ("bank", False)]
    assert not any(isinstance(event, Shown) for event in playing.events)
    playing.answer(3, "draw")
    assert playing.over
    drawn = [e for e in view(playing.events, 2) if isinstance(e, Dealt)][-1]
    assert (drawn.place, drawn.cards is not None) == (3, True)


def test_a_house_that_deals_the_fourth_card_face_down(filing: SuperPan9) -> None:
    deal = filing.game.deal.model_copy(update={"drawn": "face-down"})
    game = filing.game.model_copy(update={"deal": deal})
    playing = _dealt(filing.model_copy(update={"game": game}))
    playing.answer(2, "stand")
    playing.answer(3, "draw")
    assert [e.cards for e in view(playing.events, 2) if isinstance(e, Dealt)][-1] is None

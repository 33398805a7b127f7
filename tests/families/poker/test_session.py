"""From hand to hand: button, blinds, new and returning players, the day of the week."""

from __future__ import annotations

from datetime import date

import pytest

from houseway.cards import Card, parse_cards
from houseway.families.poker.fees import game_of_the_day
from houseway.families.poker.rules import table_rules
from houseway.families.poker.schema import ButtonDraw, Poker
from houseway.families.poker.schema_bets import Blinds
from houseway.families.poker.session import (
    Entrant,
    draw_for_button,
    entry_refusal,
    next_button,
    passed_over,
    seat_players,
    weekday_of,
)
from houseway.families.poker.stakes import Stakes
from houseway.filings.loader import load
from houseway.filings.schedules import by_day
from houseway.filings.terms import make_terms


def poker(name: str) -> Poker:
    filing = load(name)
    assert isinstance(filing, Poker)
    return filing


def blinds_of(name: str) -> Blinds:
    rule = poker(name).game.blinds
    assert rule is not None
    return rule


def draw_of(name: str) -> ButtonDraw:
    button = poker(name).game.button
    assert button is not None
    assert button.draw is not None
    return button.draw


def cards(text: str) -> dict[int, Card]:
    return dict(enumerate(parse_cards(text), 1))


# The button.


@pytest.mark.parametrize(
    ("filing", "drawn", "seat"),
    [
        ("500-club/texas-holdem", "Kd Ah As 2c", 3),
        ("500-club/2-7-triple-draw", "Kd Ah 2d 2c", 3),
        ("500-club/badugi", "Kd Ah Kc 2c", 1),
        ("500-club/mexican-poker", "Kd Jk As 2c", 2),
    ],
)
def test_the_button_goes_to_the_best_card_by_the_game_s_ranking_g28(
    filing: str, drawn: str, seat: int
) -> None:
    assert draw_for_button(draw_of(filing), cards(drawn)) == seat


def test_suits_break_ties_spades_first() -> None:
    assert draw_for_button(draw_of("500-club/omaha"), cards("Qc Qh Qd Js")) == 2


def test_the_button_moves_to_the_next_player_clockwise() -> None:
    assert next_button([1, 4, 7], 4) == 7
    assert next_button([1, 4, 7], 7) == 1
    assert next_button([1, 4, 7], 5) == 7


# Blinds and entries at Outlaws.


OUTLAWS = "outlaws/holdem"


def test_outlaws_blinds_follow_the_button() -> None:
    seating = seat_players(blinds_of(OUTLAWS), 3, [1, 3, 5, 8])
    assert seating.order == (5, 8, 1, 3)
    assert seating.blinds == (100, 300, 0, 0)


def test_outlaws_a_new_player_may_post_and_be_dealt_in_at_once() -> None:
    newcomer = Entrant(1, returning=False, entry="post-now")
    seating = seat_players(blinds_of(OUTLAWS), 3, [3, 5, 8], [newcomer])
    assert seating.order == (5, 8, 1, 3)
    assert seating.blinds == (100, 300, -300, 0)


def test_outlaws_nobody_enters_between_the_blinds() -> None:
    # Seat 4 is between the button and the small blind.
    newcomer = Entrant(4, returning=False, entry="post-now")
    seating = seat_players(blinds_of(OUTLAWS), 3, [3, 5, 8], [newcomer])
    assert seating.order == (5, 8, 3)
    assert seating.waiting == (4,)


def test_outlaws_who_waits_for_the_big_blind_enters_with_it() -> None:
    waiting = Entrant(6, returning=False, entry="wait-for-big-blind")
    # Button on 3: seat 5 is the small blind, and 6 comes next.
    seating = seat_players(blinds_of(OUTLAWS), 3, [3, 5, 8], [waiting])
    assert seating.order == (5, 6, 8, 3)
    assert seating.blinds == (100, 300, 0, 0)
    # Button on 8: seat 3 and 5 are the blinds, and 6 goes on waiting.
    seating = seat_players(blinds_of(OUTLAWS), 8, [3, 5, 8], [waiting])
    assert seating.waiting == (6,)


def test_outlaws_who_waits_for_the_button_posts_when_it_has_passed() -> None:
    waiting = Entrant(2, returning=False, entry="post-after-button")
    passed = Entrant(2, returning=False, entry="post-after-button", button_passed=True)
    assert seat_players(blinds_of(OUTLAWS), 3, [3, 5, 8], [waiting]).waiting == (2,)
    seating = seat_players(blinds_of(OUTLAWS), 3, [3, 5, 8], [passed])
    assert seating.order == (5, 8, 2, 3)
    assert seating.blinds == (100, 300, -300, 0)


def test_outlaws_a_returning_player_posts_all_blinds() -> None:
    back = Entrant(1, returning=True, entry="post-all-blinds")
    seating = seat_players(blinds_of(OUTLAWS), 3, [3, 5, 8], [back])
    assert seating.blinds == (100, 300, -400, 0)
    # The hand takes the dollar as dead and the three as live.
    stakes = Stakes("limit", (0,) * 4, seating.blinds, weekday="sunday")
    rules = table_rules(make_terms(poker(OUTLAWS)), stakes)
    assert (rules.big_blind, rules.after_blinds) == (300, 2)


def test_outlaws_each_kind_of_player_has_its_own_ways_in() -> None:
    rule = blinds_of(OUTLAWS)
    assert entry_refusal(rule, Entrant(1, returning=False, entry="post-now")) is None
    refusal = entry_refusal(rule, Entrant(1, returning=False, entry="post-all-blinds"))
    assert refusal is not None
    assert refusal.cite == str(rule.posts.cite if rule.posts else "")
    assert entry_refusal(rule, Entrant(1, returning=True, entry="post-now")) is not None


def test_a_house_without_rules_for_it_deals_everybody_in() -> None:
    newcomer = Entrant(4, returning=False, entry="post-now")
    rule = blinds_of("500-club/texas-holdem")
    assert entry_refusal(rule, newcomer) is None
    seating = seat_players(rule, 3, [3, 5, 8], [newcomer], amounts=[200, 400])
    assert seating.order == (4, 5, 8, 3)
    assert seating.blinds == (200, 400, 0, 0)


@pytest.mark.parametrize(
    ("seat", "before", "after", "passed"),
    [(4, 3, 5, True), (3, 3, 5, False), (5, 3, 5, False), (8, 7, 1, True), (1, 7, 2, True)],
)
def test_a_marker_passes_the_seats_it_moves_over(
    seat: int, before: int, after: int, passed: bool
) -> None:
    assert passed_over(seat, before, after) is passed


# The day of the week.


def test_outlaws_monday_thursday_and_saturday_end_at_twelve() -> None:
    large = {"monday", "thursday", "saturday"}
    for day in range(1, 8):
        name = weekday_of(date(2024, 1, day))  # the first was a Monday
        expected = (300, 300, 600, 1200 if name in large else 600)
        game = game_of_the_day(by_day(poker(OUTLAWS)), name)
        assert game is not None
        assert tuple(game.bets) == expected
    assert weekday_of(date(2024, 1, 7)) == "sunday"

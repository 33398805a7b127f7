"""What a floorperson reads when a record of a 21-type game is refused, or open to doubt."""

from __future__ import annotations

import pytest

from tests.families.twenty_one.twenty_one_rounds import (
    CASINO,
    CLUB500,
    NO_BUST,
    OUTLAWS,
    SPANISH,
    lines,
    refused,
    seat,
    settled,
)

# Filing, bank, the seat's first cards, choices, draws; what is said, and the clause it is laid to.
REASONS = [
    (CASINO, "Td 8c", "6h 5c", "stand", "", "hard 11 draws another card", "Chart 1A"),
    (CASINO, "Td 8c", "Kh 9c", "hit", "2d", "2d cannot have been dealt: hard 19 must stand",
     "Chart 1A"),
    (CASINO, "Td 8c", "Kh 6c", "hit, hit", "9d 2d", "a hand over with 25 takes no further card",
     "Chart 1A"),
    (CASINO, "Td 8c", "Ah Kc", "double", "9d", "Pure 21.5 Blackjack takes no further card",
     "Chart 1A"),
    (CASINO, "Td 8c", "9h 3c", "double, stand", "4d", "stand: a double takes one card",
     "Double-Down"),
    (CASINO, "Td 8c", "Kh 6c", "surrender", "5d", "the hand was surrendered", "item 3"),
    (CASINO, "Td 8c", "Ah Ad", "split, hit", "2s 5c 5d", "a split ace gets one card", "item 2"),
    (CASINO, "Td 8c", "Kh 5c", "stand", "2d", "the player stands on hard 15", "Chart 1A"),
    (CASINO, "Ad Kc", "Kh 6c", "surrender", "", "the bank has a Pure 21.5 Blackjack", "item 3"),
    (CASINO, "Td 6c", "Kh 8c", "stand", "", "hard 16 draws another card", "Chart 1B"),
    (CASINO, "Ad 7c 2h", "Kh 8c", "stand", "", "the bank must stand on soft 18", "Chart 1B"),
    (CASINO, "Ad 7c", "Kh 8c", "insure 0, stand", "", "more than nothing", "item 2"),
    (SPANISH, "Kd 8c", "Kh 2c", "double, rescue", "Jd", "a hand over with 22 takes no further card",
     "Chart 1A"),
    (NO_BUST, "Jk 5c", "Kh 2c", "hit", "5d", "the bank shows a joker, all hands are frozen",
     "Game Rules, items 9 and 10"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("filing", "bank", "cards", "actions", "draws", "says", "cite"),
    REASONS,
    ids=[one[5].replace(" ", "_") for one in REASONS],
)
def test_a_refusal_says_what_the_chart_says(
    filing: str, bank: str, cards: str, actions: str, draws: str, says: str, cite: str
) -> None:
    error = refused(filing, bank, seat(1, cards, actions, draws))
    assert says in str(error)
    assert cite in error.cite


@pytest.mark.parametrize(("cards", "draws", "code"), [
    ("Kh 2c 5c", "", "too-many-cards"), ("Kh 2c 5c", "4d", "too-many-cards"),
    ("Kh", "8d", "too-few-cards"), ("", "Kh 8d", "too-few-cards"),
])  # fmt: skip
def test_the_first_two_cards_stand_apart_from_the_draws(cards: str, draws: str, code: str) -> None:
    error = refused(CASINO, "Td 8c", seat(1, cards, "hit, stand", draws))
    assert (error.code, error.where) == (code, "seat 1, cards")


def test_a_game_without_draws_takes_none() -> None:
    tcp = "casino-club/three-card-poker-6-card-bonus"
    error = refused(tcp, "Qd 8c 3s", seat(1, "Ah Kh", "play", "Qh", ante=10), banker=4)
    assert (error.code, error.where) == ("too-many-cards", "seat 1, draws")


def test_twenty_one_64_a_wager_that_is_switched_off() -> None:
    hand = seat(1, "Qh 9d", game=10, match_dealer=2)
    error = refused(SPANISH, "8c Kd", hand, options={"match_dealer": False})
    assert "switched match_dealer off; the table has game" in str(error)
    assert error.cite.startswith("Match the Dealer")


def test_choices_that_fit_two_hands_are_pointed_out() -> None:
    """Doubled was the 14 with the nine, or else the 20 with the four; then the nine makes 19."""
    guessed = settled(OUTLAWS, "Th 9h", seat(1, "Jd Qc", "split, double", "Kh 4s 9s"))
    (warning,) = guessed.warnings
    assert warning.startswith("seat 1: its choices fit its hands in more than one way")
    assert lines(guessed) == {"1.game": ("win", 10), "1.game#2": ("lose", -20)}
    first = settled(OUTLAWS, "Th 9h", seat(1, "Jd Qc", "split, 1: double", "Kh 4s 9s"))
    assert lines(first) == {"1.game": ("lose", -20), "1.game#2": ("push", 0)}
    second = settled(OUTLAWS, "Th 9h", seat(1, "Jd Qc", "split, 2: double", "Kh 4s 9s"))
    assert lines(second) == lines(guessed)
    assert not first.warnings
    assert not second.warnings


def test_readings_that_end_alike_are_not() -> None:
    answer = settled(CASINO, "Td 7h", seat(1, "5c 5d", "split, hit, stand", "Ah 5h 3d Th"))
    assert not answer.warnings


def test_cards_without_a_wager_are_pointed_out() -> None:
    answer = settled(CASINO, "Td 8c", seat(1, "Kh 9c"), seat(2, "Kh 9c", bets={"game": 0}))
    (warning,) = answer.warnings
    assert warning.startswith("seat 2: it has cards and no wager")
    assert set(answer.settlement.net) == {"1", "bank"}


@pytest.mark.parametrize("rest", [{}, {"schedule": 1}])
def test_twenty_one_46_the_citys_limit_is_a_warning(rest: dict[str, int]) -> None:
    answer = settled(CLUB500, "Td 8c", seat(1, "Kh 9c", game=201), **rest)
    assert answer.warnings == ("1: the game wager of $201 is over the local limit of $200 a bet",)


def test_a_button_the_filing_does_not_know_waives_no_fee() -> None:
    answer = settled(OUTLAWS, "Td 8c", seat(1, "Kh 9c", free=True, game=50), schedule=1)
    assert answer.fees is not None
    assert answer.fees.seats == {"1": 50}
    assert answer.warnings == ("1: the filing knows no free-collection button; it waives no fee",)

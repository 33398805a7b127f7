"""Baccarat from the cards left of a shoe: every order of the next six, and any shoe at once."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from houseway.analysis.report import Bet
from houseway.cards import Card
from houseway.families.baccarat.odds import bets_from, count_ends, drawing_rule, full_shoe, shoe_of
from houseway.families.baccarat.schema import Baccarat
from houseway.filings.terms import Terms
from houseway.hands.baccarat import card_points

if TYPE_CHECKING:
    from houseway.analysis.protect.part import Countable

_NAMES: Final = "TA23456789"  # by points


def by_rank(terms: Terms[Baccarat]) -> bool:  # noqa: ARG001
    return True


def needs(terms: Terms[Baccarat]) -> int:
    return terms.filing.game.shoe.kept_for_a_round


def next_round(terms: Terms[Baccarat], left: Counter[Card]) -> list[Bet]:
    return list(bets_from(terms, shoe_of(left.elements())).values())


def cards_a_round(terms: Terms[Baccarat], players: int) -> float:  # noqa: ARG001
    """On average; the hands are the same however many bet on them."""
    ends = count_ends(drawing_rule(terms), full_shoe(terms))
    cards = sum((end.player_cards + end.banker_cards) * ways for end, ways in ends.items())
    return float(Fraction(cards, sum(ends.values())))


def base(terms: Terms[Baccarat]) -> None:
    """The lines are followed like the other bets."""


def countable(terms: Terms[Baccarat]) -> list[Countable]:
    """The bets that go by points, for any cards left."""
    from houseway.analysis.protect.part import Countable, Kind
    from houseway.families.baccarat.any_shoe import values_of

    deck = terms.filing.deck.cards()
    kinds = tuple(
        Kind(name, tuple(card for card in deck if card_points(card) == points))
        for points, name in enumerate(_NAMES)
    )
    bets, values = values_of(terms)
    return [Countable(kinds=kinds, bets=bets, values=values)]

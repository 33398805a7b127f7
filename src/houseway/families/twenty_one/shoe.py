"""The 21-type games from the cards left of a shoe."""

from __future__ import annotations

from collections import Counter
from math import perm
from typing import TYPE_CHECKING

from houseway.analysis.report import Bet
from houseway.cards import Card
from houseway.families.twenty_one.bonus import RULES, ways_of
from houseway.families.twenty_one.odds import bets_of
from houseway.families.twenty_one.rules import Tables
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.schema.bonus import goes_by_suit
from houseway.filings.terms import Terms

if TYPE_CHECKING:
    from houseway.analysis.protect.part import Countable


def by_rank(terms: Terms[TwentyOne]) -> bool:
    by_data = (table for table in terms.filing.pay_table if table.looks_at)
    return not (
        any(RULES[wager].by_suit for wager in terms.filing.bonus_tables)
        or any(map(goes_by_suit, by_data))
    )


def needs(terms: Terms[TwentyOne]) -> int:  # noqa: ARG001
    """Half a deck: more than a seat and the bank take in any round worth speaking of."""
    return 26


def next_round(terms: Terms[TwentyOne], left: Counter[Card]) -> list[Bet]:
    return bets_of(Tables(terms, left), lambda _: None)


def cards_a_round(terms: Terms[TwentyOne], players: int) -> float:
    """The bank's on average; players are taken to draw as many."""
    tables = Tables(terms)
    cards_left, whole, cards = sum(tables.shoe), 0.0, 0.0
    for up in range(tables.places):
        for values, orders in tables.bank_hands(up):
            chance = orders * ways_of(tables.shoe, values) / perm(cards_left, len(values))
            whole += chance
            cards += chance * len(values)
    return (players + 1) * cards / whole


def base(terms: Terms[TwentyOne]) -> Countable:
    """The game by its card."""
    from houseway.families.twenty_one.any_shoe import by_card

    return by_card(terms)


def countable(terms: Terms[TwentyOne]) -> list[Countable]:
    """The bonus bets, each by the cards that it goes by."""
    from houseway.families.twenty_one.any_shoe import countables

    return countables(Tables(terms))

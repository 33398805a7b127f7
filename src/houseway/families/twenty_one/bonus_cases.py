"""The 21-type games: bonus bets by data, by first cards or by the bank's finished hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import perm

from houseway.analysis.bonus import Case, cannot_count, deals, dealt_cases
from houseway.families.twenty_one.bonus import ways_of
from houseway.families.twenty_one.judging import counting
from houseway.families.twenty_one.rules import Tables, Values, cards_of, place_of
from houseway.families.twenty_one.schema import TwentyOne
from houseway.filings.schema.bonus import keys_of, places_of
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms
from houseway.rounds.bonus import Dealt

_BY_COUNT = frozenset({"total", "low_total", "natural", "over", "cards", "bank_natural"})


def cases(terms: Terms[TwentyOne], table: PayTable) -> Iterator[Case]:
    keys, places = keys_of(table), places_of(table)
    if "base" in keys:
        raise cannot_count(
            terms, table, "a row asks for what became of the base wager, which depends on the play"
        )
    if goes_by_bank(table):
        yield from _finished_banks(terms)
    elif "bank" in places:
        raise cannot_count(
            terms,
            table,
            "of the bank's finished hand its count and number of cards are counted, nothing "
            "else, and no cards beside it",
        )
    elif "bank_natural" not in keys:
        yield from dealt_cases(terms, table, counting(terms.filing.game))
    elif places == {"own"}:
        yield from _beside_a_natural(terms)
    else:
        raise cannot_count(terms, table, "the bank's natural and a card of the bank both matter")


def goes_by_bank(table: PayTable) -> bool:
    """Whether what the bank's finished hand counts decides, and nothing else."""
    return places_of(table) == {"bank"} and keys_of(table) <= _BY_COUNT


def finished_bank(tables: Tables, values: Values) -> Dealt:
    """A hand of the bank as its rows are read."""
    count, cards = counting(tables.game), tuple(cards_of(values))
    return Dealt({"bank": cards}, count, {"bank_natural": partial(bool, count(cards).natural)})


def _finished_banks(terms: Terms[TwentyOne]) -> Iterator[Case]:
    """Orders of as many cards as the bank's longest hand has, by the hand they make.

    The hand is finished while such a wager waits for it; what players take before is as random.
    """
    tables = Tables(terms)
    hands = [hand for up in range(tables.places) for hand in tables.bank_hands(up)]
    longest = max(len(values) for values, _ in hands)
    whole = sum(tables.shoe)
    for values, orders in hands:
        rest = perm(whole - len(values), longest - len(values))
        dealt = finished_bank(tables, values)
        yield Case(dealt, orders * ways_of(tables.shoe, values) * rest)


def _beside_a_natural(terms: Terms[TwentyOne]) -> Iterator[Case]:
    """The own two cards, each with the orders of two more in which the bank has a natural."""
    tables, count = Tables(terms), counting(terms.filing.game)
    naturals = [
        (up, need) for up in range(tables.places) if (need := tables.natural_needs(up)) >= 0
    ]
    for own, ways in deals(Counter(terms.filing.deck.cards(terms.decks)), 2):
        left = list(tables.shoe)
        for card in own:
            left[place_of(card)] -= 1
        made = sum(left[up] * (left[need] - (up == need)) for up, need in naturals)
        all_orders = perm(sum(left), 2)
        for natural, orders in ((True, made), (False, all_orders - made)):
            facts = {"bank_natural": partial(bool, natural)}
            yield Case(Dealt({"own": own}, count, facts), ways * orders)

"""The bonus bets of the 21-type games, counted: by the bank's hand or the first three cards.

The bank's hand is completed while such a wager waits for it (rulings twenty-one 11 and 12), and
however many cards the players take before, in random order the next cards are as likely as any.
So the bank's hand is counted from the full shoe.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import perm
from typing import Final, NamedTuple

from houseway.analysis.report import Bet, Outcome
from houseway.families.twenty_one.judging import match
from houseway.families.twenty_one.rules import Tables, Values, cards_of, place_of


def bonus_bet(tables: Tables, wager: str) -> Bet:
    """One of the filing's bonus bets."""
    rule = RULES[wager]
    outcomes: Counter[tuple[str, Fraction]] = Counter()
    for (key, words), number in rule.cases(tables).items():
        outcomes[words, net_of(tables, wager, key)] += number
    return Bet(
        name=wager,
        unit=wager,
        outcomes=tuple(Outcome(words, net, n) for (words, net), n in sorted(outcomes.items())),
        assumed=(rule.assumed,),
    )


def net_of(tables: Tables, wager: str, key: str) -> Fraction:
    """What a row of a bonus bet's table nets, by its key."""
    table, rows = tables.terms.filing.bonus_tables[wager]
    row = rows.get(key)
    lost = Fraction({"lose": -1, "push": 0, "win": 1}[table.otherwise])
    return lost if row is None or row.pays is None else row.pays


Cases = Counter[tuple[str, str]]  # by the row's key and words


def ways_of(shoe: tuple[int, ...], values: Values) -> int:
    """Orders in which cards of these values, one after another, can be picked from the shoe."""
    found = 1
    for value in set(values):
        found *= perm(shoe[value], values.count(value))
    return found


def _busts(tables: Tables) -> Cases:
    """Orders of as many cards as the bank's longest hand has, by how the bank ends."""
    longest = max(len(end.values) for ends in tables.bank_ends for end in ends)
    whole = sum(tables.shoe)
    cases: Cases = Counter()
    for up in range(tables.places):
        for values, orders in tables.bank_hands(up):
            number = len(values)
            rest = perm(whole - number, longest - number)  # what follows does not matter
            over = tables.game.rules.total(cards_of(values)).is_over
            key = (str(number), f"over in {number} cards") if over else ("", "not over")
            cases[key] += orders * ways_of(tables.shoe, values) * rest
    return cases


def _red_runs(tables: Tables) -> Cases:
    """By the number of red cards the bank's hand begins with."""
    reds = _reds(tables)
    longest = max(len(end.values) for ends in tables.bank_ends for end in ends)
    whole = sum(tables.shoe)
    at_least = {0: perm(whole, longest)}
    for number, layer in enumerate(red_beginnings(tables), 1):
        rest = perm(whole - number, longest - number)
        at_least[number] = rest * sum(
            orders * ways_of(reds, values) for values, orders in layer.items()
        )
    cases: Cases = Counter()
    for number, ways in at_least.items():
        cards = "card" if number == 1 else "cards"
        exactly = ways - at_least.get(number + 1, 0)
        cases[str(number), f"begins with {number} red {cards}"] += exactly
    return cases


def _reds(tables: Tables) -> tuple[int, ...]:
    """How many red cards of each value there are."""
    reds = [0] * tables.places
    for card, number in tables.pack.items():
        if card.is_red:
            reds[place_of(card)] += number
    return tuple(reds)


def red_beginnings(tables: Tables) -> Iterator[Counter[Values]]:
    """Red cards that the bank's hand may begin with, one, two and more, and their orders."""
    reds = _reds(tables)
    growing: Counter[Values] = Counter({(): 1})
    chart, total = tables.game.bank_chart.chart, tables.game.rules.total
    while True:
        longer: Counter[Values] = Counter()
        for values, orders in growing.items():
            # A bank that stands draws no more; two cards it always has.
            if len(values) >= 2 and chart.choice(total(cards_of(values))) != "hit":
                continue
            for place, red in enumerate(reds):
                if values.count(place) < red:
                    longer[tuple(sorted((*values, place)))] += orders
        if not longer:
            return
        yield longer
        growing = longer


def _matches(tables: Tables) -> Cases:
    """The up card and the player's first two, every choice of three cards in order."""
    deck = tables.pack
    cases: Cases = Counter()
    left = deck.copy()
    for up in deck:
        left[up] -= 1
        for first in deck:
            ways = deck[up] * left[first]
            left[first] -= 1
            for second in deck:
                if ways and left[second]:
                    key, _ = match((first, second), up)
                    cases[key, key.replace("-", " ") or "no match"] += ways * left[second]
            left[first] += 1
        left[up] += 1
    return cases


class Rule(NamedTuple):
    """A bonus bet whose rows a rule of the game names."""

    cases: Callable[[Tables], Cases]
    by_suit: bool
    assumed: str


_WAITS: Final = "the bank completes its hand while this wager waits for it"
RULES: Final = {
    "buster": Rule(_busts, False, _WAITS),
    "red_flex": Rule(_red_runs, True, _WAITS),
    "match_dealer": Rule(
        _matches, True, "the bank's up card and the player's first two cards decide"
    ),
}

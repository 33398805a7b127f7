"""Bonus bets by data, counted: every deal goes through the evaluator that the procedures use.

A family gives cases: what is dealt, in how many ways, and whether a fold has lost the bet. Cards
that come straight from the deck are counted here for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, Final, NamedTuple

from houseway.analysis.report import Bet, Outcome
from houseway.cards import Card, parse_cards
from houseway.errors import HousewayError
from houseway.filings.schema.bonus import keys_of
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import PayRow, PayTable
from houseway.filings.terms import Terms
from houseway.rounds.bonus import Cards, Counted, Dealt, filled_rows, row_name, rows_verdict

COUNT: Final = 1  # raised when the same rules come to other figures
_OTHER: Final = "any other hand"
_FEW: Final = 3  # cards whose every choice is dealt out one by one
# A hand for each category of five cards, where nothing but the category decides.
_EXAMPLES: Final = {
    "five-aces": "As Ah Ad Ac Jk", "royal-flush": "As Ks Qs Js Ts",
    "straight-flush": "9s 8s 7s 6s 5s", "four-of-a-kind": "9s 9h 9d 9c 2s",
    "full-house": "9s 9h 9d 2c 2s", "flush": "Ks Js 9s 6s 2s", "straight": "9s 8h 7d 6c 5s",
    "three-of-a-kind": "9s 9h 9d 5c 2s", "two-pair": "9s 9h 5d 5c 2s",
    "one-pair": "9s 9h 7d 5c 2s", "high-card": "Ks Jh 9d 6c 2s",
}  # fmt: skip


class Case(NamedTuple):
    """What is dealt, in how many ways, and whether a fold has lost the bet whatever it is."""

    dealt: Dealt
    ways: int
    forfeited: bool = False


def bonus_bet(
    terms: Terms[Any], table: PayTable, cases: Iterable[Case], *, assumed: tuple[str, ...] = ()
) -> Bet:
    """The bet by its rows."""
    by_rows: dict[tuple[str, ...], tuple[Sequence[PayRow], int]] = {}
    folded = 0
    for case in cases:
        if not case.ways:
            continue
        if case.forfeited:
            folded += case.ways
            continue
        rows = filled_rows(table, case.dealt)
        key = tuple(row.hand for row in rows)
        by_rows[key] = rows, by_rows.get(key, (rows, 0))[1] + case.ways
    outcomes = [_outcome(terms.filing, table, rows, ways) for rows, ways in by_rows.values()]
    if folded:
        outcomes.append(Outcome("folded", Fraction(0 if table.paid_on else -1), folded))
    paid = (f"paid on {table.paid_on}, and never lost",) if table.paid_on else ()
    return Bet(
        name=table.wager,
        unit=table.paid_on or table.wager,
        outcomes=tuple(sorted(outcomes, key=lambda one: -one.net)),
        assumed=(*paid, *assumed),
    )


def _outcome(
    filing: PlayerDealerFiling, table: PayTable, rows: Sequence[PayRow], ways: int
) -> Outcome:
    net = net_of(filing, table, rows)
    return Outcome(" and ".join(map(row_name, rows)) or _OTHER, net, ways)


def net_of(filing: PlayerDealerFiling, table: PayTable, rows: Sequence[PayRow]) -> Fraction:
    """What a unit brings when these rows are filled."""
    verdict = rows_verdict(filing, table, 1, rows)
    return Fraction(0) if verdict is None else verdict.net


def cannot_count(terms: Terms[Any], table: PayTable, why: str) -> HousewayError:
    return HousewayError(
        "no-odds",
        f"the bonus bet {table.wager!r} cannot be counted: {why}",
        where=f"{terms.filing.id}: pay_table {table.name}",
        cite=str(table.cite),
    )


# Cards straight from the deck


def deals(have: Counter[Card], number: int) -> Iterator[tuple[Cards, int]]:
    """Every choice of so many of these cards, like cards taken together, and its ways."""
    for chosen in combinations_with_replacement(have, number):
        ways = prod(comb(have[card], count) for card, count in Counter(chosen).items())
        if ways:
            yield chosen, ways


def dealt_cases(
    terms: Terms[Any],
    table: PayTable,
    count: Callable[[Cards], Counted] | None = None,
) -> Iterator[Case]:
    """A bet on cards that everybody is dealt, whatever is played."""
    sizes = terms.filing.bonus_cards
    names = [*dict.fromkeys((*table.looks_at, *([table.against] if table.against else [])))]
    numbers = [sizes[name] or 0 for name in names]
    pack = Counter(terms.filing.deck.cards(terms.decks))
    if 0 in numbers:
        raise cannot_count(terms, table, "how many cards it looks at is not known beforehand")
    if sum(numbers) <= _FEW:
        for chosen, ways in _by_place(pack, names, numbers):
            yield Case(Dealt(chosen, count), ways)
        return
    if keys_of(table) != {"hand"} or terms.decks != 1:
        raise cannot_count(terms, table, "of so many cards only kinds of hands of one deck can be")
    for category, ways in five_card_hands(terms, table, sum(numbers)).items():
        yield Case(as_hand(table, category), ways)


def _by_place(
    have: Counter[Card], names: list[str], numbers: list[int]
) -> Iterator[tuple[dict[str, Cards], int]]:
    if not names:
        yield {}, 1
        return
    for chosen, ways in deals(have, numbers[0]):
        left = have.copy()
        left.subtract(chosen)
        for others, more in _by_place(left, names[1:], numbers[1:]):
            yield {names[0]: chosen, **others}, ways * more


def as_hand(table: PayTable, category: str) -> Dealt:
    """Cards of a category, all of them at the first place that the table looks at."""
    first, *rest = table.looks_at
    return Dealt({first: parse_cards(_EXAMPLES[category]), **dict.fromkeys(rest, ())})


def five_card_hands(terms: Terms[Any], table: PayTable, number: int) -> Counter[str]:
    """Hands of so many cards of one deck by the category of the best five."""
    from houseway.hands import kernels

    jokers = sum(card.is_joker for card in terms.filing.deck.cards())
    place = getattr(kernels, f"{'JOKER' if jokers else 'HIGH'}_{number}", None)
    if place is None or len(terms.filing.deck.cards()) != 52 + jokers or jokers > 1:
        raise cannot_count(terms, table, "its deck is not one that hands are counted for")
    found: Counter[str] = Counter()
    counts = kernels.count(place)
    strengths = counts.nonzero()[0].astype("uint16")
    codes = kernels.category(strengths)
    for strength, code in zip(strengths, codes, strict=True):
        found[kernels.HIGH_CATEGORIES[code]] += int(counts[strength])
    return found

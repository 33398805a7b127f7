"""Bonus bets by data, counted: every deal goes through the evaluator that the procedures use.

A family gives cases: what is dealt, in how many ways, and whether a fold has lost the bet. Cards
that come straight from the deck are counted here for all of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, Final, NamedTuple

from houseway.analysis.report import Bet, Outcome
from houseway.cards import CARDS, JOKER, Card, parse_cards
from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.schema.bonus import FACTS, keys_of, places_of
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import PayRow, PayTable
from houseway.filings.terms import Terms
from houseway.rounds.bonus import (
    Cards,
    Counted,
    Dealt,
    filled_rows,
    row_name,
    rows_like,
    rows_verdict,
)

COUNT: Final = 2  # raised when the same rules come to other figures
_OTHER: Final = "any other hand"
_MOST: Final = 2_000_000  # choices of cards that are dealt out one by one
# By key of `When`, what of a card it goes by; any other key may ask for the very card.
_GOES_BY: Final = {
    **dict.fromkeys(("ranks", "holds", "sequence", "copies"), "rank"),
    **dict.fromkeys(("total", "low_total", "margin", "natural", "over"), "rank"),
    **dict.fromkeys(("bank_natural", "bank_qualifies", "base"), "rank"),
    "color": "color", "suited": "suit", "cards": "",
}  # fmt: skip
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


def bonus_bet(terms: Terms[Any], table: PayTable, cases: Iterable[Case]) -> Bet:
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
    return Bet(
        name=table.wager,
        unit=table.paid_on or table.wager,
        outcomes=tuple(sorted(outcomes, key=lambda one: -one.net)),
        assumed=(f"paid on {table.paid_on}, and never lost",) if table.paid_on else (),
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


_UNKNOWN: Final = frozenset({"base", "bank_natural", "bank_qualifies"})
_QUICK: Final = 100_000  # choices of cards that a reader of findings waits for


def never_filled(terms: Terms[Any], table: PayTable) -> list[PayRow]:
    """Rows whose conditions no deal fulfils; what depends on how a round went may always be."""
    by_cards = _by_cards_alone(table)
    if by_cards is None:
        return []
    left = {row.hand: row for row in by_cards.rows}
    for case in _every_deal(terms, by_cards):
        if case.ways:
            for row in rows_like(by_cards, case.dealt):
                left.pop(row.hand, None)
        if not left:
            break
    return list(left.values())


def _by_cards_alone(table: PayTable) -> PayTable | None:
    """The table without what rows ask of the round; None where no row asks for anything else."""
    written = table.model_dump(mode="json")
    for row in written["rows"]:
        for asked in (row.get("when") or {}, *row.get("also", ())):
            for key in _UNKNOWN & asked.keys():
                del asked[key]
    read = PayTable.model_validate(written)
    rows = [row for row, asked in read.asked if asked]
    return PayTable.model_validate({**written, "rows": rows}) if rows else None


def _every_deal(terms: Terms[Any], table: PayTable) -> Iterator[Case]:
    """The deals of a bet whatever is played; refused where there are too many to look through."""
    fixed = all(terms.filing.bonus_cards[place] for place in places_of(table))
    if fixed and not keys_of(table) & FACTS:
        return dealt_cases(terms, table, most=_QUICK)
    return iter(find_family(terms.filing.family).part("bonus")(terms, table))


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


def refuse_facts(terms: Terms[Any], table: PayTable) -> None:
    if keys_of(table) & FACTS:
        raise cannot_count(
            terms, table, "a row asks how the round went, and cards alone are counted"
        )


def refuse_all_but_kinds(terms: Terms[Any], table: PayTable, places: set[str]) -> None:
    """For a bet that a fold loses: nothing but the kind of hand at these places may decide."""
    if keys_of(table) != {"hand"} or {*table.looks_at} != places:
        raise cannot_count(terms, table, "a fold loses it, and not the kind of hand alone decides")


def dealt_cases(
    terms: Terms[Any],
    table: PayTable,
    count: Callable[[Cards], Counted] | None = None,
    *,
    most: int = _MOST,
) -> Iterator[Case]:
    """A bet on cards that everybody is dealt, whatever is played."""
    keys, names = keys_of(table), sorted(places_of(table))
    numbers = [terms.filing.bonus_cards[name] or 0 for name in names]
    if 0 in numbers:
        raise cannot_count(terms, table, "how many cards it looks at is not known beforehand")
    if "red_first" in keys:
        raise cannot_count(terms, table, "the order in which its cards are dealt matters to it")
    pack = _alike(Counter(terms.filing.deck.cards(terms.decks)), keys)
    if prod(comb(len(pack) + number - 1, number) for number in numbers) <= most:
        for chosen, ways in _by_place(pack, names, numbers):
            yield Case(Dealt(chosen, count), ways)
        return
    if (
        most < _MOST
        or not keys <= {"hand", "led_by"}
        or terms.decks != 1
        or names != sorted(table.looks_at)
    ):
        raise cannot_count(terms, table, "of so many cards only kinds of hands of one deck can be")
    for cards, ways in five_card_hands(terms, table, sum(numbers)).items():
        yield Case(as_cards(table, cards), ways)


def _alike(pack: Counter[Card], keys: set[str]) -> Counter[Card]:
    """The pack, with cards that no key tells apart counted as one of them."""
    by = {_GOES_BY.get(key, "card") for key in keys}
    if "card" in by or {"rank", "suit"} <= by:
        return pack
    first: dict[tuple[object, ...], Card] = {}
    found: Counter[Card] = Counter()
    for card, number in pack.items():
        kind = (
            card.is_joker,
            card.rank if "rank" in by else 0,
            card.suit if "suit" in by else card.is_red if "color" in by else 0,
        )
        found[first.setdefault(kind, card)] += number
    return found


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
    """Cards of a category, for a bet that nothing else decides."""
    return as_cards(table, parse_cards(_EXAMPLES[category]))


def as_cards(table: PayTable, cards: Cards) -> Dealt:
    """Cards that are worth as much, all of them at the first place that the table looks at."""
    first, *rest = table.looks_at
    return Dealt({first: cards, **dict.fromkeys(rest, ())})


def five_card_hands(terms: Terms[Any], table: PayTable, number: int) -> Counter[Cards]:
    """Hands of so many cards of one deck by five cards that are worth as much as their best."""
    from houseway.hands import kernels

    jokers = sum(card.is_joker for card in terms.filing.deck.cards())
    place = getattr(kernels, f"{'JOKER' if jokers else 'HIGH'}_{number}", None)
    if table.ranking not in ("high", "high-joker"):
        raise cannot_count(terms, table, f"hands are not counted by {table.ranking!r}")
    if place is None or len(terms.filing.deck.cards()) != 52 + jokers or jokers > 1:
        raise cannot_count(terms, table, "its deck is not one that hands are counted for")
    counts = kernels.count(place)
    like = _five_by_strength()
    return Counter({like[int(s)]: int(counts[s]) for s in counts.nonzero()[0]})


@cache
def _five_by_strength() -> dict[int, Cards]:
    """Five cards of every strength that the kernels know."""
    import numpy as np

    from houseway.hands.kernels import JOKER_5, evaluate

    ranks = list(combinations_with_replacement(range(13), 5))
    hands = [[4 * rank + place % 4 for place, rank in enumerate(one)] for one in ranks]
    hands += [[4 * rank for rank in one] for one in ranks if len(set(one)) == 5]
    hands = [hand for hand in hands if len(set(hand)) == 5] + [[48, 49, 50, 51, 52]]
    strengths = evaluate(JOKER_5, np.array(hands, np.uint8))
    return {
        int(strength): tuple((*CARDS, JOKER)[card] for card in hand)
        for strength, hand in zip(strengths, hands, strict=True)
    }

"""Baccarat: every order of six cards from a full shoe, played by the filed chart.

Only a card's points matter, so cards are counted by their ten values. What a finished round pays
is asked of the procedure itself, once for each pair of totals and numbers of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from houseway.analysis.cache import rules_of
from houseway.analysis.report import Bet, Json, Outcome, figures, said_option
from houseway.cards import CARDS, Card
from houseway.families.baccarat.procedure import nets, third_card_rule
from houseway.families.baccarat.schema import Baccarat
from houseway.filings.terms import Terms, make_terms
from houseway.hands.baccarat import ThirdCardRule, card_points, hand_of

OPTIONS: Final = ("natural_ends_drawing", "banker_three_card_seven")
EVERY_DECK: Final = True
COUNT: Final = 1  # raised when the same rules come to other figures

_VALUES: Final = range(10)
Pair = tuple[int, int]
_PAIRS: Final = tuple(combinations_with_replacement(_VALUES, 2))
# A card for each number of points.
_CARDS: Final = {card_points(card): card for card in CARDS}


def rules(terms: Terms[Baccarat]) -> dict[str, Json]:
    """What results depend on."""
    return rules_of(terms, options=OPTIONS)


def assumed(terms: Terms[Baccarat]) -> tuple[str, ...]:
    return (
        f"{terms.decks} full decks; no card has been seen",
        "the bank covers every wager",
        "nobody has a choice after the deal",
    )


def analyse(terms: Terms[Baccarat], progress: Callable[[float], None]) -> list[Bet]:
    """All bets of the filing for the chosen number of decks."""
    bets = bets_from(terms, full_shoe(terms))
    progress(0.4)
    others = {
        said_option(option.name, value): (option.name, value)
        for option in terms.filing.option
        if option.name in OPTIONS
        for value in option.values
        if value != terms.options[option.name]
    }
    for number, (words, (name, value)) in enumerate(others.items(), 1):
        options = {o: terms.options[o] for o in OPTIONS if terms.filing.find_option(o)}
        changed = make_terms(terms.filing, options=options | {name: value}, decks=terms.decks)
        for spot, bet in bets_from(changed, full_shoe(changed)).items():
            if bet.distribution != bets[spot].distribution:
                bets[spot] = _with(bets[spot], words, bet)
        progress(0.4 + 0.6 * number / len(others))
    return list(bets.values())


def _with(bet: Bet, words: str, other: Bet) -> Bet:
    found: dict[str, Json] = {**figures(other), "difference": float(other.ev - bet.ev)}
    return replace(bet, compared={**bet.compared, words: found})


class End(NamedTuple):
    """How a round ended: the points and cards of both hands."""

    player: int
    player_cards: int
    banker: int
    banker_cards: int


Shoe = tuple[int, ...]  # how many cards of each number of points are left


def shoe_of(cards: Iterable[Card]) -> Shoe:
    counts = Counter(card_points(card) for card in cards)
    return tuple(counts[value] for value in _VALUES)


def full_shoe(terms: Terms[Baccarat]) -> Shoe:
    return shoe_of(terms.filing.deck.cards(terms.decks))


@cache
def count_ends(rule: ThirdCardRule, shoe: Shoe) -> Counter[End]:
    """Orders of the next six cards of a shoe by the end they lead to; cards not needed count too.

    >>> from houseway.filings.loader import load
    >>> rule = third_card_rule(load("500-club/ez-baccarat"), natural_ends_drawing=True)
    >>> ends = count_ends(rule, (128, *[32] * 9))
    >>> sum(ends.values()) == 416 * 415 * 414 * 413 * 412 * 411
    True
    """
    ends: Counter[End] = Counter()
    due = _Due(rule)
    for player in _PAIRS:
        without = _without(shoe, player)
        for banker in _PAIRS:
            ways = _ways(shoe, player) * _ways(without, banker)
            if ways:
                for end, orders in _finish(due, player, banker, _without(without, banker)):
                    ends[end] += ways * orders
    return ends


def _ways(left: Sequence[int], pair: Pair) -> int:
    """The orders of two cards that give a pair of values."""
    one, other = pair
    return left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]


def _without(left: Sequence[int], pair: Pair) -> list[int]:
    return [count - pair.count(value) for value, count in enumerate(left)]


class _Due:
    """Who draws, by totals: the rule is asked once for each case."""

    def __init__(self, rule: ThirdCardRule) -> None:
        self._rule = rule
        self.next = cache(self._next)

    def _next(self, player: int, third: int | None, banker: int) -> str | None:
        cards = _of_points(player)
        if third is not None:
            cards += (_CARDS[third],)
        return self._rule.next_to_draw(cards, _of_points(banker))


def _of_points(total: int) -> tuple[Card, ...]:
    return (_CARDS[0], _CARDS[total])


def _finish(
    due: _Due, player: Pair, banker: Pair, left: Sequence[int]
) -> Iterator[tuple[End, int]]:
    """The ends of a round with these first cards, with the orders of the two cards that follow."""
    cards = sum(left)
    first, second = sum(player) % 10, sum(banker) % 10
    draws = due.next(first, None, second)
    if draws is None:
        yield End(first, 2, second, 2), cards * (cards - 1)
    elif draws == "banker":
        for value in _VALUES:
            yield End(first, 2, (second + value) % 10, 3), left[value] * (cards - 1)
    else:
        for third in _VALUES:
            total = (first + third) % 10
            if due.next(first, third, second) is None:
                yield End(total, 3, second, 2), left[third] * (cards - 1)
                continue
            for value in _VALUES:
                ways = left[third] * (left[value] - (value == third))
                yield End(total, 3, (second + value) % 10, 3), ways


# What the ends pay


def drawing_rule(terms: Terms[Baccarat]) -> ThirdCardRule:
    naturals = terms.filing.game.naturals
    ends_drawing = bool(terms.options.get(naturals.option, naturals.ends_drawing))
    return third_card_rule(terms.filing, natural_ends_drawing=ends_drawing)


def bets_from(terms: Terms[Baccarat], shoe: Shoe) -> dict[str, Bet]:
    """The bets on a round dealt from these cards."""
    rule = drawing_rule(terms)
    by_data = {table.wager for table in terms.filing.pay_table if table.looks_at}
    found: dict[str, Counter[tuple[str, Fraction]]] = {
        spot.name: Counter() for spot in terms.filing.spot if spot.name not in by_data
    }
    for end, cases in count_ends(rule, shoe).items():
        if cases:
            player = hand_of(end.player, end.player_cards)
            banker = hand_of(end.banker, end.banker_cards)
            for spot, net in nets(terms, player, banker).items():
                if spot in found:
                    found[spot][_name(end), net] += cases
    return {
        spot: Bet(
            name=spot,
            unit=spot,
            outcomes=tuple(Outcome(name, net, n) for (name, net), n in sorted(counts.items())),
        )
        for spot, counts in found.items()
    }


def _name(end: End) -> str:
    if end.player == end.banker:
        return "tie"
    player_wins = end.player > end.banker
    total, cards = (end.player, end.player_cards) if player_wins else (end.banker, end.banker_cards)
    numbers = {2: "two", 3: "three"}
    return f"{'player' if player_wins else 'banker'} wins with {total} in {numbers[cards]} cards"

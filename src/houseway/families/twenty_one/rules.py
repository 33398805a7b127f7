"""A 21-type filing as tables: hands by the values of their cards, what may be done with them,
how the bank ends, and what each end pays.

Choices are asked of the procedure's own `decision`, payments of its `Judge`: no rule is written
twice. Only a card's value counts, so the ten-cards are one value, and hands are sorted values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Final

from houseway.cards import CARDS, JOKER, Card
from houseway.errors import HousewayError
from houseway.families.twenty_one.choices import ACE, Hand, House, SeatPlay, decision
from houseway.families.twenty_one.judging import Judge
from houseway.families.twenty_one.schema import TwentyOne, TwentyOneGame
from houseway.filings.terms import Terms
from houseway.hands.twenty_one import Total
from houseway.rounds.steps import Ask
from houseway.rounds.verdicts import SeatWagers

Values = tuple[int, ...]  # a hand: the places of its cards' values, rising

ACE_PLACE, TEN_PLACE, JOKER_PLACE = 0, 9, 10
STAND, HIT, DOUBLE, SURRENDER, SPLIT = 1, 2, 4, 8, 16
MOVES: Final = {
    "stand": STAND, "hit": HIT, "double": DOUBLE, "surrender": SURRENDER, "split": SPLIT,
}  # fmt: skip
# What a hand is: as dealt, made by a split, made by a split of aces.
DEALT, FROM_SPLIT, FROM_ACES = range(3)
KINDS: Final = (DEALT, FROM_SPLIT, FROM_ACES)

MOST_SPLITS: Final = 5  # followed where a filing sets no limit; beyond it a pair is played on
_WAGER: Final = 100


def split_from(pair: int) -> int:
    """What a hand is that was split from a pair of this value."""
    return FROM_ACES if pair == ACE_PLACE else FROM_SPLIT


def place_of(card: Card) -> int:
    """The place of a card's value: ace 0, two 1 ... ten-cards 9, joker 10."""
    if card.is_joker:
        return JOKER_PLACE
    return ACE_PLACE if card.rank == ACE else min(card.rank, 10) - 1


def cards_of(values: Sequence[int], *, suited: bool = False) -> list[Card]:
    """Cards with these values; of several suits unless asked for one."""
    cards = []
    for number, value in enumerate(values):
        if value == JOKER_PLACE:
            cards.append(JOKER)
            continue
        rank = {ACE_PLACE: ACE, TEN_PLACE: 13}.get(value, value + 1)
        cards.append(CARDS[4 * (rank - 2) + (0 if suited else number % 4)])
    return cards


@dataclass(frozen=True, slots=True)
class BankEnd:
    """One way the bank's hand can end: its values, in how many orders, of which class."""

    values: Values
    orders: int
    parts: tuple[tuple[int, Fraction], ...]  # classes of ends, with their shares


@dataclass(frozen=True)
class Tables:
    """Everything the count needs to know of a filing under a house's choices, from the full shoe
    or from the cards left."""

    terms: Terms[TwentyOne]
    left: Mapping[Card, int] | None = None  # None: all of them
    house: House = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "house", House.of(self.terms))
        special = self.game.rules.special
        if special and (len(set(special.ranks)) not in (1, 3) or max(special.ranks) >= 10):
            raise HousewayError(
                "no-odds",
                "the analysis is for a special bank hand of three ranks below ten, all equal or "
                "all different",
                where=f"{self.terms.filing.id}: game.bank_hand",
            )

    @property
    def game(self) -> TwentyOneGame:
        return self.terms.filing.game

    @cached_property
    def pack(self) -> Counter[Card]:
        """The cards that are dealt from."""
        deck = self.terms.filing.deck
        return Counter(deck.cards(self.terms.decks) if self.left is None else self.left)

    @cached_property
    def shoe(self) -> tuple[int, ...]:
        """How many cards of each value it holds."""
        counts: Counter[int] = Counter()
        for card, number in self.pack.items():
            counts[place_of(card)] += number
        jokers = any(card.is_joker for card in self.terms.filing.deck.cards())
        return tuple(counts[place] for place in range(JOKER_PLACE + jokers))

    @property
    def places(self) -> int:
        return len(self.shoe)

    # The bank

    @cached_property
    def _bank(self) -> tuple[list[list[BankEnd]], list[tuple[list[Card], Total]]]:
        classes: dict[tuple[int, bool], int] = {}
        examples: list[tuple[list[Card], Total]] = []

        def class_of(cards: list[Card]) -> int:
            total = self.game.rules.total(cards)
            key = total.strength, total.is_special
            if key not in classes:
                classes[key] = len(classes)
                examples.append((cards, total))
            return classes[key]

        ends = []
        for up in range(self.places):
            found = []
            for values, orders in self.bank_hands(up):
                plain = class_of(cards_of(values))
                parts: tuple[tuple[int, Fraction], ...] = ((plain, Fraction(1)),)
                special = self.game.rules.special
                ranks = tuple(sorted(value + 1 for value in values))
                if special and special.suited and ranks == special.ranks:
                    # Suits of different ranks are independent: one hand of 16 is suited,
                    # whatever other cards have been seen by rank.
                    suited = class_of(cards_of(values, suited=True))
                    parts = ((plain, Fraction(15, 16)), (suited, Fraction(1, 16)))
                found.append(BankEnd(values, orders, parts))
            ends.append(found)
        return ends, examples

    def begins(self, up: int) -> Values:
        """The cards of the bank that are known: the one up, and behind it those out of the shoe."""
        return (up,)

    def bank_hands(self, up: int) -> list[tuple[Values, int]]:
        """Finished hands of the bank with this up card, and in how many orders they are drawn."""
        chart, total = self.game.bank_chart.chart, self.game.rules.total
        begun, gone = self.begins(up), self.begins(up)[1:]
        if gone and chart.choice(total(cards_of(begun))) != "hit":
            return [(tuple(sorted(begun)), 1)]
        growing: Counter[Values] = Counter({tuple(sorted(begun)): 1})
        done: Counter[Values] = Counter()
        while growing:
            longer: Counter[Values] = Counter()
            for values, orders in growing.items():
                for place, cards in enumerate(self.shoe):
                    if values.count(place) - gone.count(place) >= cards:
                        continue
                    drawn = tuple(sorted((*values, place)))
                    goes_on = chart.choice(total(cards_of(drawn))) == "hit"
                    (longer if goes_on else done)[drawn] += orders
            growing = longer
        return sorted(done.items())

    @property
    def bank_ends(self) -> list[list[BankEnd]]:
        """By up card."""
        return self._bank[0]

    @property
    def bank_classes(self) -> int:
        return len(self._bank[1])

    @cached_property
    def natural_class(self) -> int:
        """The bank's natural among its ends; -1 where the shoe cannot give it one."""
        return next((i for i, (_, total) in enumerate(self._bank[1]) if total.is_natural), -1)

    def natural_needs(self, up: int) -> int:
        """The value that makes a natural of this up card; -1 if none does."""
        for place in range(self.places):
            if self.game.rules.total(cards_of((up, place))).is_natural:
                return place
        return -1

    def is_checked(self, up: int) -> bool:
        """Whether the bank's down card is looked at before the players' choices."""
        kinds = self.game.check.up_cards if self.game.check else []
        return (up == ACE_PLACE and "ace" in kinds) or (up == TEN_PLACE and "ten" in kinds)

    def is_frozen(self, up: int) -> bool:
        return self.game.freeze is not None and up == JOKER_PLACE

    # The player's hands

    @cached_property
    def hands(self) -> list[Values]:
        """Every hand that may come about, those with fewer cards first."""
        found: list[Values] = []
        layer: set[Values] = {
            (a, b) for a in range(self.places) for b in range(a, self.places) if self._fits((a, b))
        }
        most_doubles = self.house.doubles
        while layer:
            found += sorted(layer)
            longer: set[Values] = set()
            for values in layer:
                if self._may_draw(values, most_doubles):
                    for place in range(self.places):
                        drawn = tuple(sorted((*values, place)))
                        if self._fits(drawn):
                            longer.add(drawn)
            layer = longer
        return found

    def _fits(self, values: Values) -> bool:
        return all(values.count(value) <= self.shoe[value] for value in values)

    def _may_draw(self, values: Values, most_doubles: int) -> bool:
        total = self.game.rules.total(cards_of(values), split=True)
        if total.is_over or total.is_natural or total.is_joker_21 or total.is_charlie:
            return False
        by_chart = self.game.player_chart.chart.choice(total) != "stand"
        return by_chart or len(values) <= 1 + most_doubles

    @cached_property
    def index(self) -> dict[Values, int]:
        return {values: number for number, values in enumerate(self.hands)}

    def total(self, values: Values, kind: int) -> Total:
        return self.game.rules.total(cards_of(values), split=kind != DEALT)

    def open_moves(self, values: Values, kind: int) -> int:
        """What the procedure lets the holder do, as a sum of moves; splits as if none was made.

        Whether unlike ten-cards may be split is left to the count: here they are alike.
        """
        cards = cards_of(values)
        hand = Hand(
            cards, self.total(values, kind), split=kind != DEALT, split_ace=kind == FROM_ACES
        )
        seat = SeatPlay(1, _WAGER, tuple(cards[:2]), [hand])
        step = decision(self.house, seat, hand, 1)
        if step is None:
            return STAND
        if isinstance(step, str):
            return MOVES[step]
        assert isinstance(step, Ask)
        return sum(MOVES[move] for move in step.choices)

    @property
    def most_splits(self) -> int:
        return MOST_SPLITS if self.game.split.most is None else self.game.split.most

    # What is paid

    @cached_property
    def pays(self) -> tuple[list[int], list[int], list[list[Fraction]]]:
        """The class of every hand as dealt and from a split, and what a class gains by the
        bank's class, per unit."""
        classes: dict[tuple[int, bool, int, bool], int] = {}
        rows: list[list[Fraction]] = []
        by_kind: list[list[int]] = []
        for kind in (DEALT, FROM_SPLIT):
            numbers = []
            for values in self.hands:
                total = self.total(values, kind)
                cards = len(values) if total.is_over else 0
                key = total.strength, total.is_natural, cards, total.is_charlie
                if key not in classes:
                    classes[key] = len(classes)
                    rows.append(self._row(values, kind))
                numbers.append(classes[key])
            by_kind.append(numbers)
        return by_kind[DEALT], by_kind[FROM_SPLIT], rows

    @cached_property
    def asked(self) -> str:
        """A digest of all that the procedures answered: choices, the bank's ends, payments."""
        digest = sha256()
        for kind in KINDS:
            digest.update(repr([self.open_moves(v, kind) for v in self.hands]).encode())
        for ends in self.bank_ends:
            digest.update(repr([(end.values, end.orders, end.parts) for end in ends]).encode())
        digest.update(repr(self.pays).encode())
        return digest.hexdigest()[:16]

    def _row(self, values: Values, kind: int) -> list[Fraction]:
        cards = cards_of(values)
        hand = Hand(cards, self.total(values, kind), split=kind != DEALT)
        play = SeatPlay(1, _WAGER, tuple(cards[:2]), [hand])
        row = []
        for bank, total in self._bank[1]:
            judge = Judge(self.terms, bank, total)
            verdict = next(judge.seat(SeatWagers(1, {"game": _WAGER}), play))
            row.append(verdict.net)
        return row

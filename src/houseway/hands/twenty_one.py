"""The 21-type games: what a hand totals, and what a chart makes its holder do.

Totals are held in half points, so 21.5 is 43. Who wins when two hands meet is the game's affair;
`strength` gives the order that every filing shares: hands within the limit by their total, the
natural on top; below them hands that are over, the nearer one higher.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from houseway.cards import Card
from houseway.cards.unknown import UnknownCard, need
from houseway.hands.value import plural

# By rank, the joker first: its least, one; the ace's too.
_LEAST = (1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)
_ACE, _JOKER = 14, 0


def card_count(card: Card) -> int:
    """What a card counts, the ace and the joker at their least."""
    return _LEAST[card.rank]


def half_points(value: int | str) -> int:
    """A total as a filing writes it, in half points.

    >>> half_points("21.5"), half_points(22)
    (43, 44)
    """
    match = re.fullmatch(r"\s*(\d+)(\.0|\.5|½)?\s*", str(value))
    if match is None:
        raise ValueError(f"{value!r} is no total in whole or half points (as 21 or '21.5')")
    return 2 * int(match[1]) + (match[2] in (".5", "½"))


def written(halves: int) -> str:
    """A total in half points as it is read: `21.5`."""
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Natural:
    """The best hand: which first two cards make it, what it totals, what it is called."""

    made_of: Literal["ace-and-ten", "two-jokers"]
    halves: int
    name: str

    @property
    def needs(self) -> tuple[int, int, int]:
        """How many aces, jokers and ten-cards its two cards are."""
        return (1, 0, 1) if self.made_of == "ace-and-ten" else (0, 2, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecialHand:
    """A hand of the bank that changes what happens when both are over, as three eights."""

    ranks: tuple[int, int, int]  # low to high
    suited: bool = False

    @classmethod
    def three_of(cls, rank: int) -> SpecialHand:
        return cls(ranks=(rank, rank, rank))

    @classmethod
    def suited_ranks(cls, ranks: Iterable[int]) -> SpecialHand:
        low, middle, high = sorted(ranks)
        return cls(ranks=(low, middle, high), suited=True)

    @property
    def name(self) -> str:
        low, middle, high = self.ranks
        if low == high:
            return f"three {plural(low)}"
        return f"{'suited ' if self.suited else ''}{low}-{middle}-{high}"

    def matches(self, cards: Collection[Card]) -> bool:
        if self.suited and len({card.suit for card in cards}) > 1:
            return False
        return tuple(sorted([card.rank for card in cards])) == self.ranks


@dataclass(frozen=True, slots=True, order=True)
class Total:
    """What a hand is worth in a 21-type game."""

    strength: int
    halves: int = field(compare=False)
    is_soft: bool = field(compare=False)
    is_natural: bool = field(compare=False)
    is_over: bool = field(compare=False)
    is_joker_21: bool = field(compare=False)
    is_special: bool = field(compare=False)
    name: str = field(compare=False)
    is_charlie: bool = field(default=False, compare=False)

    @property
    def points(self) -> int:
        """The total in whole points, a half dropped."""
        return self.halves // 2


class UnknownTotal(Total):
    """What a hand is worth of which no card can be named."""

    __slots__ = ("key",)

    def __init__(self, card: UnknownCard) -> None:
        object.__setattr__(self, "key", card.key)

    strength = halves = is_soft = is_natural = is_over = property(need)
    is_joker_21 = is_special = name = is_charlie = property(need)


# A hand's key adds up, card by card, what the total depends on: the least it counts, and how many
# cards, aces, jokers and ten-cards it has. A split hand's key is set apart by one bit more.
_ONE_CARD, _ONE_ACE, _ONE_JOKER, _ONE_TEN = 1 << 10, 1 << 15, 1 << 20, 1 << 25
_SPLIT, _SPECIAL = 1 << 30, 1 << 31
_KEYS = tuple(
    least
    + _ONE_CARD
    + _ONE_ACE * (rank == _ACE)
    + _ONE_JOKER * (rank == _JOKER)
    + _ONE_TEN * (least == 10)
    for rank, least in enumerate(_LEAST)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TwentyOneRules:
    """How a filing counts hands.

    `limit`, in half points, is the most a hand other than the natural may total: beside a
    natural 22 an ordinary 22 is over.

    >>> from houseway.cards import parse_cards
    >>> best = Natural(made_of="ace-and-ten", halves=43, name="Pure 21.5 Blackjack")
    >>> rules = TwentyOneRules(natural=best)
    >>> rules.total(parse_cards("Ah Kd")).name, rules.total(parse_cards("Ah 6d")).name
    ('Pure 21.5 Blackjack', 'soft 17')
    """

    natural: Natural
    limit: int = 42
    jokers: bool = False
    special: SpecialHand | None = None
    charlie: int = 0  # so many cards within the limit are finished; 0: no number is
    # Totals already made, by key: a game has a few hundred, shared by all its hands.
    _totals: dict[int, Total] = field(default_factory=dict, init=False, repr=False, compare=False)
    _special_key: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.special:
            key = sum(_KEYS[rank] for rank in self.special.ranks)
            object.__setattr__(self, "_special_key", key)

    def total(self, cards: Sequence[Card], *, split: bool = False) -> Total:
        """What a hand is worth; `split` says that it was made by splitting.

        Only the first two cards dealt make a natural, so a split hand has none.
        """
        key = 0
        for card in cards:
            key += _KEYS[card.rank]
        if key == self._special_key and self.special and self.special.matches(cards):
            key = _SPECIAL
        elif split:
            key += _SPLIT
        total = self._totals.get(key)
        if total is None:
            total = self._totals[key] = self._count(key)
        return total

    def _count(self, key: int) -> Total:
        if key == _SPECIAL and self.special:
            plain = self._count(self._special_key)
            return replace(plain, is_special=True, name=f"{self.special.name}, {plain.name}")
        least, cards = key % _ONE_CARD, key // _ONE_CARD % 32
        aces, jokers, tens = (key // unit % 32 for unit in (_ONE_ACE, _ONE_JOKER, _ONE_TEN))
        if jokers and not self.jokers:
            raise ValueError("the hand holds a joker and the game is played without jokers")
        if cards == 2:
            if not key & _SPLIT and (aces, jokers, tens) == self.natural.needs:
                soft = self.natural.made_of == "ace-and-ten"
                return _made(self.natural.halves, self.natural.name, soft=soft, natural=True)
            if jokers == 1:
                return _made(self.limit, f"joker {written(self.limit)}", joker_21=True)
        room = self.limit // 2 - least
        if room < 0:
            return _made(2 * least, f"over with {least}", over=True)
        # A joker counts up to ten more than its least. A card that counts eleven makes the hand
        # soft, be it an ace or a joker in its place.
        if room <= 9 * jokers:
            extra, soft = room, False
        elif jokers:
            extra, soft = min(room, 10 * jokers + 10 * (aces > 0)), True
        else:
            soft = aces > 0 and room >= 10
            extra = 10 * soft
        points = least + extra
        name = f"{'soft' if soft else 'hard'} {points}"
        if self.charlie and cards >= self.charlie:
            made = _made(2 * points, f"{name} in {cards} cards", soft=soft)
            return replace(made, is_charlie=True)
        return _made(2 * points, name, soft=soft)


def _made(
    halves: int,
    name: str,
    *,
    soft: bool = False,
    natural: bool = False,
    over: bool = False,
    joker_21: bool = False,
) -> Total:
    strength = -halves if over else 4 * halves + 2 * natural + joker_21
    return Total(strength, halves, soft, natural, over, joker_21, False, name)


Softness = Literal["hard", "soft", "any"]
Choice = Literal["hit", "stand", "option"]

_COUNT = re.compile(r"(hard|soft|any)\s+(\d+)(?:(\+)|(-)(\d+)?)?")
_HIGHEST = 31  # no hand that may still draw totals as much


@dataclass(frozen=True, slots=True)
class Count:
    """Totals a chart names, in whole points, both ends included.

    >>> Count.parse("hard 19+"), str(Count.parse("soft 17-"))
    (Count(softness='hard', low=19, high=31), 'soft 17 or less')
    """

    softness: Softness
    low: int
    high: int

    @classmethod
    def parse(cls, text: str) -> Count:
        """Written as `hard 19+`, `soft 17-`, `any 12-19` or `any 20`."""
        match = _COUNT.fullmatch(text.strip())
        if match is None:
            raise ValueError(
                f"{text!r} names no totals (as 'hard 19+', 'soft 17-', 'any 12-19' or 'any 20')"
            )
        number = int(match[2])
        low = 0 if match[4] and not match[5] else number
        high = _HIGHEST if match[3] else int(match[5] or number)
        if not low <= high <= _HIGHEST:
            raise ValueError(f"{text!r} runs from {low} to {high}; totals go up to {_HIGHEST}")
        return cls(cast(Softness, match[1]), low, high)

    def covers(self, points: int, *, soft: bool) -> bool:
        return self.low <= points <= self.high and self.softness != ("hard" if soft else "soft")

    def __str__(self) -> str:
        if self.high == _HIGHEST:
            return f"{self.softness} {self.low} or more"
        if self.low == 0:
            return f"{self.softness} {self.high} or less"
        span = str(self.low) if self.low == self.high else f"{self.low} to {self.high}"
        return f"{self.softness} {span}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """When a hand must stand, when it must hit; on every other total its holder chooses."""

    must_stand: tuple[Count, ...]
    must_hit: tuple[Count, ...]
    _hard: tuple[Choice, ...] = field(default=(), init=False, repr=False, compare=False)
    _soft: tuple[Choice, ...] = field(default=(), init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        for name, soft in (("_hard", False), ("_soft", True)):
            row = tuple(self._decide(points, soft) for points in range(_HIGHEST + 1))
            object.__setattr__(self, name, row)

    @classmethod
    def parse(cls, *, must_stand: Iterable[str], must_hit: Iterable[str]) -> Chart:
        return cls(
            must_stand=tuple(map(Count.parse, must_stand)),
            must_hit=tuple(map(Count.parse, must_hit)),
        )

    def choice(self, total: Total) -> Choice:
        """What the chart says of a total. A natural and a hand that is over take no card."""
        if total.is_natural or total.is_over:
            return "stand"
        return (self._soft if total.is_soft else self._hard)[total.halves // 2]

    def _decide(self, points: int, soft: bool) -> Choice:
        stands = any(count.covers(points, soft=soft) for count in self.must_stand)
        hits = any(count.covers(points, soft=soft) for count in self.must_hit)
        if stands and hits:
            kind = "soft" if soft else "hard"
            raise ValueError(f"the chart says both hit and stand on {kind} {points}")
        return "stand" if stands else "hit" if hits else "option"

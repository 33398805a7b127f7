"""The value of a hand: an ordered number, the category a pay table names, the cards, the words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

from houseway.cards.card import RANK_NAMES, Card

Category = Literal[
    # Five cards
    "five-aces", "five-of-a-kind", "royal-flush", "straight-flush", "four-of-a-kind", "full-house",
    "flush", "straight", "three-of-a-kind", "two-pair", "one-pair", "high-card",
    # Three cards
    "mini-royal-flush",
    # Seven cards of a fortune bonus
    "seven-card-straight-flush", "royal-flush-royal-match", "seven-card-straight-flush-joker",
    # Low
    "low", "no-low",
    # Badugi
    "badugi", "three-card-badugi", "two-card-badugi", "one-card-badugi",
    # Thirteen cards
    "super-dragon", "dragon", "six-pairs", "three-straights", "three-flushes",
]  # fmt: skip


class HandError(ValueError):
    """Cards that a ranking cannot read: too many, too few, or not of its deck."""


@dataclass(frozen=True, slots=True, order=True)
class HandValue:
    """What a hand is worth. Values of one ranking compare by `strength`; equal means a tie.

    `ranks` are the ranks the hand is read by, the weightiest first (14 is an ace, 1 an ace that
    plays low); `cards` are the cards that make it, in the order a dealer would read them.
    """

    strength: int
    category: Category = field(compare=False)
    ranks: tuple[int, ...] = field(compare=False)
    cards: tuple[Card, ...] = field(compare=False)

    @property
    def name(self) -> str:
        """The hand in a dealer's words; two hands of a ranking share it only when they tie."""
        return spoken(self.category, self.ranks)

    @property
    def qualifies(self) -> bool:
        """False only for cards that make no hand at all, such as a low above its qualifier."""
        return self.strength > 0

    def __str__(self) -> str:
        return self.name


class Ranking(Protocol):
    """What every ranking offers. `strength` is the fast path and agrees with `value`."""

    def strength(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> int: ...

    def value(self, cards: Sequence[Card], board: Sequence[Card] = ()) -> HandValue: ...


Strength = Callable[[Sequence[Card]], int]


def on_board(ranking: Ranking, board: Sequence[Card]) -> Strength:
    """How hands rank that share a board; a ranking with a shorter way to it has it as `on`."""
    on: Callable[[Sequence[Card]], Strength] | None = getattr(ranking, "on", None)
    if on is not None and board:
        return on(board)
    return lambda cards: ranking.strength(cards, board)


PLACES: Final = 5  # ranks a strength holds, four bits each
CODE_SHIFT: Final = 4 * PLACES


def pack(code: int, ranks: Sequence[int]) -> int:
    """A category's code, then up to five ranks, as one number that compares like the hand.

    Ranks that are missing count as zero, so that a front hand of two or three cards loses to
    five cards that begin alike.
    """
    packed = code
    for rank in ranks:
        packed = packed << 4 | rank
    return packed << 4 * (PLACES - len(ranks))


def unpack(packed: int) -> tuple[int, tuple[int, ...]]:
    """The category's code and the ranks of a packed number."""
    ranks = (packed >> shift & 15 for shift in range(CODE_SHIFT - 4, -1, -4))
    return packed >> CODE_SHIFT, tuple(rank for rank in ranks if rank)


_NAMES: Final = {1: "ace", **RANK_NAMES}
_WITHOUT_RANKS: Final[dict[Category, str]] = {
    "seven-card-straight-flush": "seven-card straight flush",
    "seven-card-straight-flush-joker": "seven-card straight flush with the joker",
    "royal-flush-royal-match": "royal flush and royal match",
}


def plural(rank: int) -> str:
    """
    >>> plural(6), plural(14)
    ('sixes', 'aces')
    """
    return _NAMES[rank] + ("es" if rank == 6 else "s")


def _row(ranks: Sequence[int]) -> str:
    return "-".join(_NAMES[rank] for rank in ranks)


def _beside(ranks: Sequence[int]) -> str:
    if len(ranks) == 1:
        return f", {_NAMES[ranks[0]]} kicker"
    return f", {_row(ranks)}" if ranks else ""


def spoken(category: Category, ranks: Sequence[int] = ()) -> str:
    """A hand as a dealer would call it.

    >>> spoken("two-pair", (12, 5, 14))
    'Queens and fives, ace kicker'
    """
    if not ranks:
        return _WITHOUT_RANKS.get(category, category.replace("-", " ")).capitalize()
    return _words(category, ranks[0], ranks[1:]).capitalize()


def _words(category: Category, top: int, rest: Sequence[int]) -> str:
    match category:
        case "five-aces" | "five-of-a-kind":
            return f"five {plural(top)}"
        case "straight-flush" | "straight":
            return f"{_NAMES[top]}-high {category.replace('-', ' ')}"
        case "four-of-a-kind":
            return f"four {plural(top)}{_beside(rest)}"
        case "full-house":
            return f"{plural(top)} full of {plural(rest[0])}"
        case "flush":
            return f"{_NAMES[top]}-high flush{_beside(rest)}"
        case "three-of-a-kind":
            return f"three {plural(top)}{_beside(rest)}"
        case "two-pair":
            return f"{plural(top)} and {plural(rest[0])}{_beside(rest[1:])}"
        case "one-pair":
            return f"pair of {plural(top)}{_beside(rest)}"
        case "high-card":
            return f"{_NAMES[top]} high{_beside(rest)}"
        case "low":
            return f"{_row((top, *rest))} low"
        case "badugi":
            return f"{_row((top, *rest))} badugi"
        case "three-card-badugi" | "two-card-badugi" | "one-card-badugi":
            return f"{category.removesuffix('-badugi')} {_row((top, *rest))}"
        case _:
            return category.replace("-", " ")

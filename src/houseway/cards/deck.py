"""The decks the filings use, shoes, alternating decks, burns and cuts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, MutableSequence, Sequence
from functools import lru_cache
from typing import Any, Generic, Literal, Protocol, TypeVar

from houseway.cards.card import CARDS, JOKER, TILES, Card, Tile

Piece = TypeVar("Piece", Card, Tile)
DeckKind = Literal[
    "standard-52", "bonus-52", "joker-53", "jokers-54", "spanish-48", "mexican-41", "tiles-32"
]


def _tiles() -> tuple[Tile, ...]:
    # Faces of rank 1 to 11 lie twice in the set, the others once: 22 + 10 = 32.
    return tuple(t for i, t in enumerate(TILES) for _ in range(2 if i < 11 else 1))


# `bonus-52` is a plain deck whose ten-cards are marked: the filing says which ranks are bonus.
DECKS: dict[str, tuple[Card, ...]] = {
    "standard-52": CARDS,
    "bonus-52": CARDS,
    "joker-53": (*CARDS, JOKER),
    "jokers-54": (*CARDS, JOKER, JOKER),
    "spanish-48": tuple(c for c in CARDS if c.rank != 10),
    "mexican-41": (*(c for c in CARDS if c.rank not in (8, 9, 10)), JOKER),
}
TILE_SET: tuple[Tile, ...] = _tiles()


class Chance(Protocol):
    """Where chance comes from, for cards and dice. `random.Random` is one, as is any generator
    that can do these two things evenly; `houseway rng-test` is how to see that it does."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Put a list into a uniformly random order, in place."""

    def randint(self, a: int, b: int, /) -> int:
        """A whole number from `a` to `b`, both included."""


def system_source() -> random.Random:
    """The operating system's secure generator, for live play."""
    return random.SystemRandom()


def seeded_source(seed: int) -> random.Random:
    """A repeatable generator, for simulation and tests."""
    return random.Random(seed)


def shuffled(pieces: Iterable[Piece], source: Chance) -> list[Piece]:
    """A uniformly random order. The source is always the caller's."""
    order = list(pieces)
    if isinstance(source, random.Random) and type(source).shuffle is random.Random.shuffle:
        _shuffle(order, source)
    else:
        source.shuffle(order)
    return order


def _shuffle(order: list[Any], source: random.Random) -> None:
    """As `random.Random.shuffle` does it, bit for bit, in a third of the time."""
    draw = source.getrandbits
    for last, width in _turns(len(order)):
        other = draw(width)
        while other > last:
            other = draw(width)
        order[last], order[other] = order[other], order[last]


@lru_cache
def _turns(pieces: int) -> tuple[tuple[int, int], ...]:
    """The places from the last to the second, and the bits it takes to choose one up to there."""
    return tuple((last, (last + 1).bit_length()) for last in range(pieces - 1, 0, -1))


class OutOfCardsError(LookupError):
    """More cards were asked for than are left."""


class Shoe(Generic[Piece]):
    """Cards in the order they will be dealt, with a cut card and the burns taken from it."""

    __slots__ = ("_next", "burned", "cut", "order")

    def __init__(self, order: Sequence[Piece], cut: int | None = None) -> None:
        self.order: tuple[Piece, ...] = tuple(order)
        self.cut = len(self.order) if cut is None else cut
        self.burned: list[Piece] = []
        self._next = 0

    @property
    def left(self) -> int:
        return len(self.order) - self._next

    @property
    def past_cut(self) -> bool:
        """The cut card has come out: the shoe is shuffled before another round."""
        return self._next >= self.cut

    def deal(self, count: int = 1) -> tuple[Piece, ...]:
        if count > self.left:
            raise OutOfCardsError(f"{count} cards are asked for and {self.left} are left")
        start, self._next = self._next, self._next + count
        return self.order[start : self._next]

    def burn(self, count: int = 1) -> None:
        self.burned.extend(self.deal(count))


class AlternatingDecks(Generic[Piece]):
    """Two decks of different back colour, one shuffled while the other is in play."""

    def __init__(self, pieces: Sequence[Piece], source: Chance, decks: int = 2) -> None:
        self._pieces: tuple[Piece, ...] = tuple(pieces)
        self._source, self._decks, self._round = source, decks, 0

    def next_round(self) -> tuple[int, Shoe[Piece]]:
        """The deck to use, counted from 0, and its freshly shuffled cards."""
        deck = self._round % self._decks
        self._round += 1
        return deck, Shoe(shuffled(self._pieces, self._source))


def cards_of(kind: str, decks: int = 1) -> tuple[Card, ...]:
    """All cards of so many decks of a kind."""
    return DECKS[kind] * decks


def too_many(pieces: Iterable[Piece], stock: Iterable[Piece]) -> list[tuple[Piece, int, int]]:
    """Pieces that lie more often than the stock holds: piece, times seen, times it exists."""
    have = Counter(stock)
    seen = Counter(pieces)
    return [(piece, n, have[piece]) for piece, n in seen.items() if n > have[piece]]

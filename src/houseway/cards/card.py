"""Cards, jokers and tiles, and how they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from houseway.errors import HousewayError

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # low to high, where a filing breaks ties by suit

RANK_NAMES = {
    2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine",
    10: "ten", 11: "jack", 12: "queen", 13: "king", 14: "ace",
}  # fmt: skip
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


class NotationError(HousewayError, ValueError):
    """Text that is no card or tile; says which part, and where it stands."""

    def __init__(self, text: str, token: str, position: int, expected: str) -> None:
        self.text, self.token, self.position, self.expected = text, token, position, expected
        said = f"{token!r} at character {position + 1} of {text!r} is not {expected}"
        if "?" in token:
            said += "; one that nobody can name is written ??"
        elif token.startswith("10"):
            said += "; a ten is written T"
        super().__init__("bad-cards", said)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of 52 cards or the joker. There is one object per card, so `is` compares.

    `rank` runs from 2 to 14 (ace); the joker's is 0. `suit` is 0 to 3 in the order of SUITS;
    the joker's is -1. `index` is 4 * (rank - 2) + suit, 52 for the joker.
    """

    text: str
    rank: int
    suit: int
    index: int

    @property
    def is_joker(self) -> bool:
        return self.rank == 0

    @property
    def is_red(self) -> bool:
        return self.suit in (1, 2)

    @property
    def name(self) -> str:
        if self.is_joker:
            return "joker"
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.text[1]]}"

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


JOKER = Card("Jk", 0, -1, 52)
CARDS: tuple[Card, ...] = tuple(
    Card(rank + suit, r, s, 4 * (r - 2) + s)
    for r, rank in enumerate(RANKS, 2)
    for s, suit in enumerate(SUITS)
)
_BY_TEXT = {c.text: c for c in (*CARDS, JOKER)}


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """One face of the 32 Chinese dominoes: two pip counts, the larger first."""

    text: str
    pips: int

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Tile({self.text})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return tile, (self.text,)

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: object) -> Tile:
        return self


# In order of rank; the last five names are shared by two faces (63/54 ... 42/21).
TILE_TEXTS = (
    "66", "11", "44", "31", "55", "33", "22", "65", "64", "61", "51", "63", "54", "62", "53",
    "52", "43", "41", "32", "42", "21",
)  # fmt: skip
TILES: tuple[Tile, ...] = tuple(Tile(t, int(t[0]) + int(t[1])) for t in TILE_TEXTS)
_TILE_BY_TEXT = {t.text: t for t in TILES}

_CARD_TOKEN = re.compile(r"[^\s,]{1,2}")
_TOKEN = re.compile(r"[^\s,]+")


def card(text: str) -> Card:
    """The card written `text`: rank and suit such as `Ah`, or `Jk`.

    >>> card("Ah").name
    'ace of hearts'
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise NotationError(text, text, 0, _EXPECTED_CARD) from None


def tile(text: str) -> Tile:
    """The tile written `text`, as `65`."""
    try:
        return _TILE_BY_TEXT[text]
    except KeyError:
        raise NotationError(text, text, 0, _EXPECTED_TILE) from None


_EXPECTED_CARD = "a card (rank A K Q J T 9 ... 2 with suit s h d c, or Jk for a joker)"
_EXPECTED_TILE = "a tile (two pip counts, the larger first, as 65)"


@lru_cache(maxsize=1 << 12)
def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written with or without spaces between them.

    >>> parse_cards("Ah Kd Jk") == parse_cards("AhKdJk")
    True
    """
    found = []
    for match in _CARD_TOKEN.finditer(text):
        one = _BY_TEXT.get(match[0])
        if one is None:
            raise NotationError(text, match[0], match.start(), _EXPECTED_CARD)
        found.append(one)
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Tiles written with spaces between them, as `66 11 42 21`."""
    found = []
    for match in _TOKEN.finditer(text):
        one = _TILE_BY_TEXT.get(match[0])
        if one is None:
            raise NotationError(text, match[0], match.start(), _EXPECTED_TILE)
        found.append(one)
    return tuple(found)


def write(pieces: Iterable[Card | Tile]) -> str:
    """The notation of some cards or tiles, with spaces between them."""
    return " ".join(piece.text for piece in pieces)

"""Pai gow tiles: what two of the 32 Chinese dominoes are worth, and the ways to set four.

A pair beats a wong, a wong a gong, a gong any count of points; of two equal counts the one with
the higher single tile wins. The second tile is never compared, and zero is zero whatever it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Literal

from houseway.cards import Tile, tile

TilePair = tuple[Tile, Tile]
TileHandKind = Literal["supreme pair", "matched pair", "unmatched pair", "wong", "gong", "points"]

# Rank 1 to 16. Eleven names have one face, which lies twice in the set; five have two faces.
TILE_NAMES: dict[str, tuple[Tile, ...]] = {
    name: tuple(tile(face) for face in faces.split())
    for name, faces in {
        "Teen": "66", "Dey": "11", "Yun": "44", "Gor": "31", "Mooy": "55", "Chong": "33",
        "Bon": "22", "Foo": "65", "Ping": "64", "Tit": "61", "Look": "51",
        "Chop Gow": "63 54", "Chop Bot": "62 53", "Chop Chit": "52 43", "Chop Ng": "41 32",
        "Gee Joon": "42 21",
    }.items()
}  # fmt: skip

_NAME = {face: name for name, faces in TILE_NAMES.items() for face in faces}
_RANK = {face: rank for rank, faces in enumerate(TILE_NAMES.values(), 1) for face in faces}
_LOWEST_RANK = len(TILE_NAMES)

_TEEN, _DEY, _GEE_JOON = "Teen", "Dey", "Gee Joon"
_COUNTS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

# Strengths: zero is 0; points 1 to 9 take 16 to 159, sixteen steps each for the highest tile;
# gongs 160 and 161, wongs 162 and 163; pairs 164 to 178; the supreme pair 179.
_GONG, _WONG, _PAIR = 160, 162, 164


def tile_name(one: Tile) -> str:
    """The trade's name of a tile.

    >>> tile_name(tile("66")), tile_name(tile("43"))
    ('Teen', 'Chop Chit')
    """
    return _NAME[one]


def tile_rank(one: Tile) -> int:
    """1 (Teen) to 16 (Gee Joon, lowest even when it counts six)."""
    return _RANK[one]


@dataclass(frozen=True, slots=True, order=True)
class TileHand:
    """What two tiles are worth. Equal strength is a copy.

    `points` counts 0 to 9 and is 10 for what ranks above every count: gongs, wongs and pairs.
    """

    strength: int
    kind: TileHandKind = field(compare=False)
    points: int = field(compare=False)
    name: str = field(compare=False)


@cache
def tile_hand(one: Tile, other: Tile) -> TileHand:
    """The value of two tiles.

    >>> tile_hand(tile("66"), tile("54")).name
    'wong, Teen with a nine'
    >>> tile_hand(tile("42"), tile("44")).name
    'four, Yun high'
    """
    if _NAME[one] == _NAME[other]:
        return _pair(one, other)
    high, low = sorted((one, other), key=tile_rank)
    if _NAME[high] in (_TEEN, _DEY) and low.pips in (8, 9):
        kind: TileHandKind = "wong" if low.pips == 9 else "gong"
        base, article = (_WONG, "a nine") if kind == "wong" else (_GONG, "an eight")
        # The eight or nine is not compared: any of them ranks alike.
        strength = base + (_NAME[high] == _TEEN)
        return TileHand(strength, kind, 10, f"{kind}, {_NAME[high]} with {article}")
    points = max((a + b) % 10 for a in _counts(one) for b in _counts(other))
    if points == 0:
        return TileHand(0, "points", 0, _COUNTS[0])
    strength = 16 * points + _LOWEST_RANK - _RANK[high]
    return TileHand(strength, "points", points, f"{_COUNTS[points]}, {_NAME[high]} high")


def _pair(one: Tile, other: Tile) -> TileHand:
    name = _NAME[one]
    if name == _GEE_JOON:
        return TileHand(_PAIR + _LOWEST_RANK - 1, "supreme pair", 10, "supreme pair, Gee Joon")
    kind: TileHandKind = "matched pair" if one is other else "unmatched pair"
    return TileHand(_PAIR + _LOWEST_RANK - 1 - _RANK[one], kind, 10, f"pair of {name}")


def _counts(one: Tile) -> tuple[int, ...]:
    return (3, 6) if _NAME[one] == _GEE_JOON else (one.pips,)


@dataclass(frozen=True, slots=True)
class TileSetting:
    """Four tiles set as a low and a high hand."""

    low: TilePair
    high: TilePair
    low_hand: TileHand
    high_hand: TileHand


@lru_cache(maxsize=1 << 14)
def set_tiles(one: TilePair, other: TilePair) -> TileSetting:
    """Two stacks as a setting: the lower combination is the low hand wherever it was placed.

    Of two equal stacks the first is the low one.
    """
    first, second = tile_hand(*one), tile_hand(*other)
    if first <= second:
        return TileSetting(one, other, first, second)
    return TileSetting(other, one, second, first)


def tile_settings(tiles: Sequence[Tile]) -> tuple[TileSetting, TileSetting, TileSetting]:
    """The three ways to set four tiles; tiles stay in the order dealt within a hand."""
    if len(tiles) != 4:
        raise ValueError(f"{len(tiles)} tiles are given; a hand is set from four")
    a, b, c, d = tiles
    return set_tiles((a, b), (c, d)), set_tiles((a, c), (b, d)), set_tiles((a, d), (b, c))

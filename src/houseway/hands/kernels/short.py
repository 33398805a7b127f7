"""Hands of two, three and four cards, and of two tiles."""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from houseway.hands.kernels.lookup import Cards, Strengths, checked, out_of_deck
from houseway.hands.kernels.store import leaf
from houseway.hands.tables import Table, part, tables
from houseway.hands.tables.layout import JOKER_INDEX, offset

_TWO: Final = offset("two")
_FLOOR: Final = offset("two-floor")
_THREE: Final = offset("three")
_THREE_SUITED: Final = offset("three-suited")
_BADUGI: Final = offset("badugi")
_TILES: Final = offset("tiles")

_RANK_SHIFT: Final = np.uint64(2)
_SUIT: Final = np.uint64(3)
_ONE: Final = np.uint64(1)
_RANKS: Final = np.uint64(13)
_RANK_BITS: Final = np.uint64(0x1FFF)
_WITH_JOKER: Final = np.uint64(14)
_TILE_COUNT: Final = np.uint64(32)


@leaf
def two_cards(table: Table, one: int, other: int) -> np.uint16:
    """Two cards: any pair above any two others. The joker is an ace."""
    row = np.uint64(one) >> _RANK_SHIFT
    return table[_TWO + row * _WITH_JOKER + (np.uint64(other) >> _RANK_SHIFT)]  # type: ignore[no-any-return]


@leaf
def is_foul(table: Table, front: np.uint16, back: np.uint16) -> bool:
    """The strength of two cards in front is above that of five behind, so the setting is foul."""
    return bool(back < table[_FLOOR + np.uint64(front)])


@leaf
def three_cards(table: Table, one: int, two: int, three: int) -> np.uint16:
    """Three cards: straight flush, three of a kind, straight, flush, pair, high card."""
    a, b, c = np.uint64(one), np.uint64(two), np.uint64(three)
    ranks = ((a >> _RANK_SHIFT) * _RANKS + (b >> _RANK_SHIFT)) * _RANKS + (c >> _RANK_SHIFT)
    if ((a ^ b) | (a ^ c)) & _SUIT:
        return table[_THREE + ranks]  # type: ignore[no-any-return]
    return table[_THREE_SUITED + ranks]  # type: ignore[no-any-return]


@leaf
def badugi(table: Table, one: int, two: int, three: int, four: int) -> np.uint16:
    """Four cards: the most cards of different ranks and suits, then the lowest."""
    faces = (_faces(one), _faces(two), _faces(three), _faces(four))
    best = np.uint16(0)
    for i in range(4):
        single = faces[i]
        best = max(best, _kept(table, single))
        for j in range(i):
            if single & faces[j]:
                continue
            pair = single | faces[j]
            best = max(best, _kept(table, pair))
            for k in range(j):
                if pair & faces[k]:
                    continue
                triple = pair | faces[k]
                best = max(best, _kept(table, triple))
                for h in range(k):
                    if not triple & faces[h]:
                        best = max(best, _kept(table, triple | faces[h]))
    return best


@leaf
def _faces(card: int) -> np.uint64:
    """A bit for a card's rank and one for its suit: of cards that share a bit one is left out."""
    index = np.uint64(card)
    return (_ONE << (index >> _RANK_SHIFT)) | (_ONE << (_RANKS + (index & _SUIT)))


@leaf
def _kept(table: Table, faces: np.uint64) -> np.uint16:
    return table[_BADUGI + (faces & _RANK_BITS)]  # type: ignore[no-any-return]


@leaf
def two_tiles(table: Table, one: int, other: int) -> np.uint16:
    """Two of the 32 tiles, numbered as in `houseway.cards.TILE_SET`."""
    return table[_TILES + np.uint64(one) * _TILE_COUNT + np.uint64(other)]  # type: ignore[no-any-return]


@leaf
def _fill_two(table: Table, hands: Cards, out: Strengths) -> None:
    for i in range(hands.shape[0]):
        out[i] = two_cards(table, hands[i, 0], hands[i, 1])


@leaf
def _fill_three(table: Table, hands: Cards, out: Strengths) -> None:
    for i in range(hands.shape[0]):
        out[i] = three_cards(table, hands[i, 0], hands[i, 1], hands[i, 2])


@leaf
def _fill_badugi(table: Table, hands: Cards, out: Strengths) -> None:
    for i in range(hands.shape[0]):
        out[i] = badugi(table, hands[i, 0], hands[i, 1], hands[i, 2], hands[i, 3])


@leaf
def _fill_tiles(table: Table, hands: Cards, out: Strengths) -> None:
    for i in range(hands.shape[0]):
        out[i] = two_tiles(table, hands[i, 0], hands[i, 1])


def _of_deck(hands: npt.ArrayLike, size: int, deck: int) -> tuple[Cards, Strengths]:
    cards = checked(hands, size, deck)
    if cards.size and cards.max() >= deck:
        raise out_of_deck(cards, deck)
    return cards, np.empty(len(cards), np.uint16)


def evaluate_two(hands: npt.ArrayLike) -> Strengths:
    """Strengths of two-card hands, 1 to 91; 52 is the joker."""
    cards, out = _of_deck(hands, 2, JOKER_INDEX + 1)
    _fill_two(tables(), cards, out)
    return out


def evaluate_three(hands: npt.ArrayLike) -> Strengths:
    """Strengths of three-card hands, 1 to 741."""
    cards, out = _of_deck(hands, 3, JOKER_INDEX)
    _fill_three(tables(), cards, out)
    return out


def evaluate_badugi(hands: npt.ArrayLike) -> Strengths:
    """Strengths of badugi hands, 1 (a king alone) to 1092 (four to ace)."""
    cards, out = _of_deck(hands, 4, JOKER_INDEX)
    _fill_badugi(tables(), cards, out)
    return out


def evaluate_tiles(hands: npt.ArrayLike) -> Strengths:
    """Strengths of two tiles each, numbered as in `houseway.cards.TILE_SET`."""
    tiles, out = _of_deck(hands, 2, int(_TILE_COUNT))
    _fill_tiles(tables(), tiles, out)
    return out


def three_category(strengths: Strengths) -> Strengths:
    """The codes (places in THREE_CATEGORIES) of three-card strengths."""
    return part("three-category")[strengths]

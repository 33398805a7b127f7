"""Face-up cards, ranked to see who acts first: pairs and high cards only (poker S-11, M-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from houseway.cards.card import Card
from houseway.hands.value import HandError, pack

BoardJoker = Literal["ace", "wild"]


def board_strength(cards: Sequence[Card], *, joker: BoardJoker | None = None) -> int:
    """How one to five face-up cards rank for high; compare boards of the same size.

    A joker dealt face up counts as an ace, one that is wild as the card that makes the best board
    (rulings poker M-4 and M-5).
    """
    ranks = [card.rank for card in cards if not card.is_joker]
    jokers = len(cards) - len(ranks)
    _check(cards)
    if jokers and joker is None:
        raise HandError("a joker lies face up; say whether it is an ace or wild")
    if jokers > 1:
        raise HandError(f"{jokers} jokers lie face up; a deck with boards has one")
    if not jokers:
        return _board(ranks)
    stands_for = range(2, 15) if joker == "wild" else (14,)
    return max(_board([*ranks, rank]) for rank in stands_for)


def low_board_strength(cards: Sequence[Card]) -> int:
    """How one to five face-up cards rank for ace-to-five low; greater is lower, and better."""
    _check(cards)
    if any(card.is_joker for card in cards):
        raise HandError("a joker is given; low boards are dealt from a deck without one")
    return (1 << 40) - _board([1 if card.rank == 14 else card.rank for card in cards])


def _check(cards: Sequence[Card]) -> None:
    if not 1 <= len(cards) <= 5:
        raise HandError(f"{len(cards)} face-up cards are given; a board has 1 to 5")


def _board(ranks: Sequence[int]) -> int:
    """Fours over threes over pairs, then the ranks, those that lie most often first."""
    groups = sorted(((times, rank) for rank, times in Counter(ranks).items()), reverse=True)
    code = 0
    for times in sorted((times for times, _ in groups), reverse=True):
        code = code << 3 | times
    code <<= 3 * (5 - len(groups))
    return pack(code, [rank for _, rank in groups])

"""Piles that lie face down until the bank has chosen the first of them."""

from __future__ import annotations

from functools import lru_cache

from houseway.rounds.steps import Ask, Lay, Procedure

PILE = "pile"  # the kind of decision, and the word of its moves
PILE_HELP = (
    "Choose a pile",
    "You hold the bank: say which pile goes out first. If you say nothing, it is the first.",
)


@lru_cache
def pile_places(piles: int, cards: int, there_and_back: bool) -> tuple[tuple[int, ...], ...]:
    """Which cards of the deck, counted from 0, come to lie in each pile.

    >>> pile_places(3, 2, there_and_back=False)
    ((0, 1), (2, 3), (4, 5))
    >>> pile_places(3, 3, there_and_back=True)
    ((0, 5, 6), (1, 4, 7), (2, 3, 8))
    """
    if not there_and_back:
        return tuple(tuple(range(pile * cards, (pile + 1) * cards)) for pile in range(piles))
    return tuple(
        tuple(piles * turn + (piles - 1 - pile if turn % 2 else pile) for turn in range(cards))
        for pile in range(piles)
    )


def lay_and_choose(lay: Lay, bank_seat: int, cite: str) -> Procedure:
    """Lay the piles and have the bank choose the first to be delivered; 0 where none are laid."""
    laid = yield lay
    if not laid:
        return 0
    choices = tuple(f"{PILE} {pile}" for pile in range(1, lay.piles + 1))
    move = yield Ask(bank_seat, PILE, choices, default=choices[0], cite=cite)
    return int(move.removeprefix(f"{PILE} "))


def pile_of(first: int, turn: int, piles: int) -> int:
    """The pile delivered in a turn, counted from 0; 0 where none were laid."""
    return (first - 1 + turn) % piles + 1 if first else 0

"""The cards of a table between rounds: shoes with a cut card, decks used in turn, the rack."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.cards import (
    TILE_SET,
    Card,
    Dice,
    Shoe,
    Tile,
    cards_of,
    parse_cards,
    parse_tiles,
    roll,
    shuffled,
    write,
)
from houseway.filings.terms import Terms
from houseway.games.steps import Burn, Deal, Pieces, Roll
from houseway.table.records import Shuffled
from houseway.table.setup import Setup


@dataclass(slots=True)
class Stock:
    """Cards in their order and how many have been dealt; those lie in the rack or on the table."""

    deck: int
    order: Pieces
    cut: int
    dealt: int = 0

    @classmethod
    def of(cls, record: Shuffled) -> Stock:
        text = record.order
        tiles = text[:2].isdigit()
        order: Pieces = tuple(parse_tiles(text)) if tiles else tuple(parse_cards(text))
        return cls(record.deck, order, record.cut, record.burned)

    @property
    def left(self) -> int:
        return len(self.order) - self.dealt

    @property
    def past_cut(self) -> bool:
        return self.dealt >= self.cut


def pieces_of(terms: Terms[Any]) -> tuple[Card, ...] | tuple[Tile, ...]:
    """Everything in the box: all decks in use, jokers included."""
    if terms.filing.deck.kind == "tiles-32":
        return TILE_SET
    return cards_of(terms.filing.deck.kind, terms.decks)


def is_kept(terms: Terms[Any], setup: Setup) -> bool:
    """Whether cards live on from round to round: a shoe of several decks.

    A single deck, a deck dealt by hand and a shuffling machine begin every round afresh.
    """
    dealt_from = setup.dealt_from or terms.filing.deck.dealt_from[0]
    return dealt_from == "shoe" and terms.decks > 1


def shuffle(
    terms: Terms[Any], setup: Setup, before: Stock | None, source: random.Random
) -> Shuffled:
    """The next order of cards. Where decks are used in turn, the other one."""
    pieces: list[Any] = shuffled(pieces_of(terms), source)
    sets = terms.filing.deck.alternating
    deck = 0 if before is None else (before.deck + 1) % sets
    cut, burned = len(pieces), 0
    if is_kept(terms, setup):
        behind = len(pieces) // 4
        filed = getattr(terms.filing.game, "shoe", None)  # where the filing knows how a shoe ends
        if filed is not None:
            behind, burned = filed.kept_for_a_round - 1, filed.burned
        cut -= behind if setup.cut is None else setup.cut
    return Shuffled(deck=deck, order=write(pieces), cut=max(cut, 1), burned=burned)


def needs_shuffle(terms: Terms[Any], setup: Setup, stock: Stock | None) -> bool:
    """Before a round: whether its cards must be shuffled first."""
    if stock is None or not is_kept(terms, setup) or len(stock.order) != len(pieces_of(terms)):
        return True
    return stock.past_cut


class TableSource:
    """Cards from the stock, dice from the random source; dice already thrown come first."""

    __slots__ = ("_random", "_shoe", "_thrown")

    def __init__(self, stock: Stock, source: random.Random, thrown: Iterable[Dice] = ()) -> None:
        self._shoe: Shoe[Any] = Shoe(stock.order[stock.dealt :])
        self._random, self._thrown = source, deque(thrown)

    def deal(self, step: Deal) -> Pieces:
        cards: Pieces = () if step.if_given else self._shoe.deal(step.count)
        return cards

    def roll(self, step: Roll) -> Dice:
        return self._thrown.popleft() if self._thrown else roll(self._random, step.count)

    def burn(self, step: Burn) -> None:
        self._shoe.burn(step.count)

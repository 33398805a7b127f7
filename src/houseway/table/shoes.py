"""The cards of a table between rounds: shoes with a cut card, decks used in turn, the rack."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from houseway.cards import Card, Chance, Dice, Shoe, Tile, roll, shuffled, write
from houseway.filings.terms import Terms
from houseway.rounds.piles import pile_places
from houseway.rounds.steps import Burn, Deal, Lay, Pieces, Reshuffle, Roll
from houseway.table.codec import read_pieces
from houseway.table.commitment import SALT_BITS, Promise, Words, turned
from houseway.table.records import Committed, Prepared, Shuffled
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
        return cls(record.deck, read_pieces(record.order), record.cut, record.burned)

    def copy(self) -> Stock:
        return Stock(self.deck, self.order, self.cut, self.dealt)

    @property
    def left(self) -> int:
        return len(self.order) - self.dealt

    @property
    def past_cut(self) -> bool:
        return self.dealt >= self.cut


def pieces_of(terms: Terms[Any]) -> tuple[Card, ...] | tuple[Tile, ...]:
    """Everything in the box: all decks in use, jokers included."""
    pieces: tuple[Card, ...] | tuple[Tile, ...] = terms.filing.deck.pieces(terms.decks)
    return pieces


def is_kept(terms: Terms[Any]) -> bool:
    """Whether cards live on from round to round: a shoe of several decks.

    A single deck, a deck dealt by hand and a shuffling machine begin every round afresh.
    """
    return terms.dealt_from == "shoe" and terms.decks > 1


def prepare(terms: Terms[Any], source: Chance) -> Prepared:
    """The house's part of the next shuffle, to be committed to before anybody adds a word."""
    cards: list[Any] = shuffled(pieces_of(terms), source)
    return Prepared(write(cards), draw_salt(source))


def draw_salt(source: Chance) -> str:
    """The secret of a commitment."""
    return f"{source.randint(0, 2**SALT_BITS - 1):0{SALT_BITS // 4}x}"


def commit(number: int, order: str, salt: str, *, at_once: bool = False) -> Committed:
    """What is published of an order before its first card is dealt."""
    promise = Promise(order, salt)
    return Committed(number, len(promise), promise.root, at_once)


def shuffle(
    terms: Terms[Any],
    setup: Setup,
    before: Stock | None,
    source: Chance,
    prepared: Prepared | None = None,
    words: Words = (),
) -> Shuffled:
    """The next order of cards: what was prepared and promised, turned by the players' words,
    or a new one. Where decks are used in turn, of the other deck."""
    cards: list[Any]
    if prepared is None:
        cards = shuffled(pieces_of(terms), source)
    else:
        order = read_pieces(prepared.order)
        root = Promise(prepared.order, prepared.salt).root if words else ""
        cards = [order[place] for place in turned(len(order), root, words)]
    sets = terms.filing.deck.alternating
    deck = 0 if before is None else (before.deck + 1) % sets
    cut, burned = len(cards), 0
    if is_kept(terms):
        # A quarter of the shoe, and never less than a full table of long hands may need.
        behind = max(len(cards) // 4, 6 * terms.seats)
        filed = getattr(terms.filing.game, "shoe", None)  # where the filing knows how a shoe ends
        if filed is not None:
            behind, burned = filed.kept_for_a_round - 1, filed.burned
        cut -= behind if setup.cut is None else setup.cut
    return Shuffled(deck=deck, order=write(cards), cut=max(cut, 1), burned=burned)


def needs_shuffle(terms: Terms[Any], stock: Stock | None) -> bool:
    """Before a round: whether its cards must be shuffled first."""
    if stock is None or not is_kept(terms) or len(stock.order) != len(pieces_of(terms)):
        return True
    return stock.past_cut


class TableSource:
    """Cards from the stock, dice from the random source; what is known already comes first.

    `thrown` dice and `reshuffles` (orders of a deck shuffled in the middle of a round) are those
    of a round that is played again.
    """

    __slots__ = ("_given", "_piles", "_random", "_shoe", "_thrown", "reshuffled")

    def __init__(
        self,
        stock: Stock,
        source: Chance,
        thrown: Iterable[Dice] = (),
        reshuffles: Iterable[str] = (),
    ) -> None:
        self._shoe: Shoe[Any] = Shoe(stock.order[stock.dealt :])
        self._random, self._thrown, self._given = source, deque(thrown), deque(reshuffles)
        self.reshuffled: deque[str] = deque()  # new orders that are still to be written down
        self._piles: tuple[Pieces, ...] = ()

    def deal(self, step: Deal) -> Pieces:
        if step.pile:
            return self._piles[step.pile - 1]
        if step.if_given:
            return ()
        cards: Pieces = self._shoe.deal(step.count)
        return cards

    def lay(self, step: Lay) -> bool:
        cards = self._shoe.deal(step.piles * step.cards)
        self._piles = tuple(tuple(cards[place] for place in pile) for pile in pile_places(*step))
        return True

    def roll(self, step: Roll) -> Dice:
        if self._thrown:
            return self._thrown.popleft()
        return roll(self._random, step.count, step.generator)

    def burn(self, step: Burn) -> None:
        if not step.pile:
            self._shoe.burn(step.count)

    def reshuffle(self, step: Reshuffle) -> None:
        """The rest of the deck, with the cards named and the burns if said, in a new order."""
        rest, burned = self._shoe.deal(self._shoe.left), self._shoe.burned
        if self._given:
            order: list[Any] = list(read_pieces(self._given.popleft()))
        else:
            mixed: list[Any] = [*rest, *(burned if step.burns else ()), *step.cards]
            order = shuffled(mixed, self._random)
            self.reshuffled.append(write(order))
        self._shoe = Shoe(order)
        if not step.burns:
            self._shoe.burned = burned

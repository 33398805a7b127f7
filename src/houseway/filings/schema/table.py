"""What a table is: the cards on it, and the positions around it."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, model_validator

from houseway.cards import Card, Tile
from houseway.cards.deck import DECKS, TILE_SET, DeckKind
from houseway.filings.schema.base import BadValue, Cited, Grown

Device = Literal["shoe", "shuffler", "hand"]  # that cards are dealt from


class Deck(Grown, Cited):
    """The cards in play. `decks` is the range a house may choose from."""

    added = frozenset({"without"})
    # That each deck has its joker follows from kind and decks; marked ranks are counted as others.
    told_only = ("jokers_as_decks", "bonus_ranks")

    kind: DeckKind
    without: list[Annotated[str, Field(pattern=r"^[AKQJT98765432]$")]] = []  # ranks taken out
    decks: Annotated[list[int], Field(min_length=2, max_length=2)] = [1, 1]
    jokers_as_decks: bool = False  # one joker for each deck in the shoe
    alternating: Annotated[int, Field(ge=1)] = 1  # sets of cards used in turn, round by round
    dealt_from: list[Device] = Field(min_length=1)
    bonus_ranks: list[str] = []  # ranks specially marked
    default_decks: int | None = Field(None, ge=1)  # where a ruling names one; else the largest

    @model_validator(mode="after")
    def _range(self) -> Deck:
        low, high = self.decks
        if not 1 <= low <= high:
            raise ValueError(f"decks {self.decks} is no range")
        if self.without and not self._one:
            raise BadValue("no card of the deck is left", key="without")
        several = high > 1 and any(card.is_joker for card in self._one)
        if self.jokers_as_decks != several:
            raise BadValue(
                "with several decks there is a joker of each: say so"
                if several
                else "there are not several decks with jokers",
                key="jokers_as_decks",
            )
        return self

    @cached_property
    def _one(self) -> tuple[Card, ...]:
        cards = DECKS.get(self.kind, ())
        return tuple(c for c in cards if c.is_joker or c.text[0] not in self.without)

    def cards(self, decks: int = 1) -> tuple[Card, ...]:
        """Every card of so many decks; none where the game is played with tiles."""
        return self._one * decks

    def pieces(self, decks: int = 1) -> tuple[Card, ...] | tuple[Tile, ...]:
        """Everything in the box: cards, or the set of tiles."""
        return TILE_SET if self.kind == "tiles-32" else self.cards(decks)


class SeatsClause(Cited):
    """Another number of seats, at another place of the same text."""

    told_only = ("seats",)  # what holds stands in the table

    seats: int = Field(ge=1)


class Table(Cited):
    """The seated positions, the player-dealer's included."""

    told_only = ("shape", "seats_allowed", "seats_elsewhere")

    seats: int = Field(ge=2, le=14)
    seats_allowed: list[int] = []  # other sizes the filing permits
    active: int | None = Field(default=None, ge=2)  # how many may be dealt in at once, where fewer
    other_spots: bool | None = None  # may players bet on empty positions; None: silent
    limits_by_space: bool = False  # each betting space may have limits of its own
    shape: str = ""
    seats_elsewhere: list[SeatsClause] = []  # places that contradict `seats`

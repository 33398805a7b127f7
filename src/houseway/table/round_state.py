"""The state of a round in progress: the cards of the table, what happened, who may see it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from houseway.cards import Chance
from houseway.filings.schema.common import FilingBase
from houseway.rounds.driver import Round
from houseway.rounds.events import Burned, Chose, Dealt, Declared, Event, Laid, Rolled, Taken
from houseway.rounds.steps import Ask, Procedure
from houseway.table import records as r
from houseway.table.checkpoint import KeptEvent, KeptStock
from houseway.table.codec import read_pieces
from houseway.table.shoes import Stock, TableSource
from houseway.table.sight import unshown
from houseway.table.state import State


class RoundState(State):
    """What all games share: a stock of cards and the events of the running or the last round."""

    kept: ClassVar[Mapping[str, Any]] = {
        "stock": KeptStock | None, "began_with": KeptStock | None, "reshuffles": list[str],
        "events": list[KeptEvent], "eyes": list[tuple[str, ...] | None], "asked_at": str,
        "commitments": int, "prepared": r.Prepared | None, "promised": r.Committed | None,
        "words": list[tuple[str, str]],
    }  # fmt: skip

    def __init__(self, filing: FilingBase) -> None:
        super().__init__(filing)
        self.stock: Stock | None = None
        self.began_with: Stock | None = None  # the stock as it lay when the round began
        self.reshuffles: list[str] = []  # orders of a deck shuffled again in this round
        self.events: list[Event] = []
        self.eyes: list[tuple[str, ...] | None] = []  # who saw the whole of each event
        self.asked_at = ""  # when the present decision was put
        self.commitments = 0  # so far
        self.prepared: r.Prepared | None = None  # the house's part of the next shuffle
        self.promised: r.Committed | None = None  # what was published of it
        self.words: list[tuple[str, str]] = []  # of the players for it

    @property
    @abstractmethod
    def phase(self) -> str:
        """What the table waits for; `play` while a round runs."""

    @abstractmethod
    def player_of(self, seat: int) -> str:
        """Who decides for a seat in the running round."""

    @abstractmethod
    def place_of(self, seat: int) -> int | str:
        """Where a seat's own cards lie."""

    @abstractmethod
    def procedure(self) -> Procedure:
        """The running round from its beginning, ready to be driven."""

    def in_trade_words(self, move: str, ask: Ask) -> str:  # noqa: ARG002
        """A move in the words the game is played in, where another notation was once used."""
        return move

    def cards_of(self, seat: int) -> list[object]:
        """Every card dealt to a seat in this round, but for those taken from it again."""
        place = self.place_of(seat)
        cards: list[object] = []
        for event in self.events:
            if isinstance(event, Dealt) and event.place == place:
                cards += event.cards or ()
            elif isinstance(event, Taken) and event.place == place:
                cards = [card for card in cards if card not in event.cards]
        return cards

    def unshown(self) -> dict[str, tuple[str, ...]] | None:
        """The hands that do not all lie open, by place, and who has seen them nevertheless."""
        if not self.authors:
            return None
        return unshown(self.events, self.eyes)

    # Records.

    def _begin_round(self) -> None:
        self.events, self.eyes, self.reshuffles = [], [], []
        self.began_with = self.stock and self.stock.copy()
        self.asked_at = self.last_at

    def _on_shuffled(self, record: r.Shuffled) -> None:
        self.stock = Stock.of(record)
        self.began_with = self.stock.copy()
        self.prepared = self.promised = None

    def _on_terms_changed(self, record: r.TermsChanged) -> None:
        super()._on_terms_changed(record)
        self.prepared = self.promised = None  # it may be another deck

    def _on_floor_acted(self, record: r.FloorActed) -> None:
        if record.act == "time":
            self.asked_at = self.last_at
        elif record.act == "deck-change":
            self.stock = self.prepared = self.promised = None  # other cards are shuffled

    def _on_prepared(self, record: r.Prepared) -> None:
        self.prepared, self.words = record, []

    def _on_committed(self, record: r.Committed) -> None:
        self.commitments = record.shuffle
        if not record.at_once:
            self.promised = record

    def _on_word_added(self, record: r.WordAdded) -> None:
        self.words.append((record.name, record.word))

    def _on_reshuffled(self, record: r.Reshuffled) -> None:
        assert self.stock is not None
        self.reshuffles.append(record.order)
        order = read_pieces(record.order)
        self.stock = Stock(self.stock.deck, order, len(order))

    def _on_happened(self, record: r.Happened) -> None:
        event = record.event
        self.events.append(event)
        self.eyes.append(record.eyes)
        if isinstance(event, Dealt | Burned):
            assert self.stock is not None
            self.stock.dealt += 0 if event.pile else event.count
        elif isinstance(event, Laid):
            assert self.stock is not None
            self.stock.dealt += event.piles * event.cards
        elif isinstance(event, Chose | Declared):
            self.asked_at = self.last_at


def rebuild(state: RoundState, source: Chance) -> tuple[Round, TableSource]:
    """The running round again, from what was written down of it."""
    assert state.began_with is not None
    thrown = [event.dice for event in state.events if isinstance(event, Rolled)]
    cards = TableSource(state.began_with, source, thrown, state.reshuffles)
    running = Round(state.procedure(), cards)
    for event in state.events:
        if isinstance(event, Chose):
            assert event.move is not None
            running.answer(event.seat, event.move)
        elif isinstance(event, Declared):
            running.declare(event.error)
    if running.events != state.events:
        raise AssertionError("the round does not replay as it was written down")
    return running, cards

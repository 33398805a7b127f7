"""What proves to somebody that the cards they saw are those the house had fixed beforehand.

A place of the order is opened to those who saw its card: when it was dealt, or when it was shown.
Cards that stay hidden stay closed. Where cards came face down to a place at several times (a draw,
a later street), which of them came when is nobody's business even after they were shown: they are
opened to those who saw them dealt and to nobody else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from houseway.rounds.events import Burned, Chose, Dealt, Laid, Shown
from houseway.rounds.piles import pile_places
from houseway.rounds.steps import Place
from houseway.table import records as r
from houseway.table.commitment import Promise, Words, turned


class _Cards:
    """An order that is dealt from, and the places of it that are opened."""

    def __init__(self, promise: Promise, words: Words, dealt: int) -> None:
        self.promise, self.words, self.before = promise, tuple(words), dealt
        self.published: r.Entry | None = None
        self.next = dealt
        self.places = turned(len(promise), promise.root, words)
        self.opened: dict[int, dict[str, Any]] = {}
        self._piles: list[list[int]] = []  # where the cards of those laid out lay

    def take(self, event: Dealt | Burned | Laid) -> Sequence[int]:
        """The places of the cards that an event moved."""
        start = self.next
        if isinstance(event, Laid):
            self._piles = [[start + place for place in pile] for pile in pile_places(*event)]
            self.next += event.piles * event.cards
            return ()
        if event.pile:
            return self._piles[event.pile - 1]
        self.next += event.count
        return range(start, self.next)

    def open(self, position: int, number: int) -> None:
        opening = self.promise.open(self.places[position])
        self.opened[position] = {
            "record": number, "position": position, "place": opening.place,
            "card": opening.card, "salt": opening.salt, "path": list(opening.path),
        }  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        assert self.published is not None
        record = self.published.record
        assert isinstance(record, r.Committed)
        return {
            "shuffle": record.shuffle, "root": record.root, "cards": record.cards,
            "published": self.published.number, "at": self.published.at,
            "at_once": record.at_once, "words": [list(one) for one in self.words],
            "dealt_before": self.before,
            "opened": [self.opened[position] for position in sorted(self.opened)],
        }  # fmt: skip


class _Dark:
    """Cards that came face down for the viewer to one place: where they lie, and when they came."""

    def __init__(self) -> None:
        self.lies: list[tuple[_Cards, int, int, str]] = []
        self.stretches: set[int] = set()


def proof(entries: Sequence[r.Entry], first: int, viewer: str | None) -> list[dict[str, Any]]:
    """Every order a round was dealt from, with the places that a viewer may see opened.

    The entries begin with the commitment that holds when the round begins, or before it; `first`
    is the round's first. Empty where the table does not commit to its shuffles.
    """
    held = _Follower(viewer)
    for entry in entries:
        held.follow(entry, of_round=entry.number >= first)
    held.open_shown()
    return [cards.as_json() for cards in held.used]


class _Follower:
    def __init__(self, viewer: str | None) -> None:
        self._viewer = viewer
        self.used: list[_Cards] = []  # that the round was dealt from
        self._prepared: r.Prepared | None = None
        self._next: tuple[Promise, r.Entry] | None = None
        self._words: list[tuple[str, str]] = []
        self._cards: _Cards | None = None
        self._stretch = 0  # between two decisions nobody has a choice
        self._dark: dict[Place, _Dark] = {}
        self._shown: dict[Place, Counter[str]] = {}

    def follow(self, entry: r.Entry, *, of_round: bool) -> None:
        match entry.record:
            case r.Prepared() as prepared:
                self._prepared, self._words = prepared, []
            case r.WordAdded(name, _, word):
                self._words.append((name, word))
            case r.Reshuffled(order, salt) if salt:
                self._cards = _Cards(Promise(order, salt), (), 0)
            case r.Committed(at_once=True) if self._cards is not None:
                self._cards.published = entry
            case r.Committed() if self._prepared is not None:
                self._next = Promise(self._prepared.order, self._prepared.salt), entry
            case r.Shuffled(burned=burned) if self._next is not None:
                promise, published = self._next
                self._cards = _Cards(promise, self._words, burned)
                self._cards.published, self._next = published, None
            case r.Happened(event, eyes):
                self._happened(entry.number, event, eyes, of_round=of_round)

    def _happened(
        self, number: int, event: Any, eyes: tuple[str, ...] | None, *, of_round: bool
    ) -> None:
        cards = self._cards
        if isinstance(event, Chose):
            self._stretch += 1
        elif isinstance(event, Shown) and of_round:
            shown = self._shown.setdefault(event.place, Counter())
            shown.update(card.text for card in event.cards)
        elif isinstance(event, Dealt | Burned | Laid) and cards is not None:
            if not of_round:
                cards.take(event)
                cards.before = cards.next
                return
            if cards not in self.used:
                self.used.append(cards)
            places = cards.take(event)
            if isinstance(event, Dealt) and event.cards is not None:
                self._dealt(number, cards, places, event, eyes)

    def _dealt(
        self, number: int, cards: _Cards, places: Iterable[int], event: Dealt, eyes: Any
    ) -> None:
        seen = eyes is None or self._viewer in eyes
        dealt: Sequence[Any] = event.cards or ()
        for position, card in zip(places, dealt, strict=True):
            if seen:
                cards.open(position, number)
            else:
                dark = self._dark.setdefault(event.place, _Dark())
                dark.lies.append((cards, position, number, card.text))
                dark.stretches.add(self._stretch)

    def open_shown(self) -> None:
        """Cards that came face down and were shown later."""
        for place, dark in self._dark.items():
            shown = self._shown.get(place, Counter[str]())
            if len(dark.stretches) > 1:
                continue
            for cards, position, number, card in dark.lies:
                if shown[card] > 0:
                    shown[card] -= 1
                    cards.open(position, number)

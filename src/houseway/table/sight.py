"""The cards of a round as one viewer knows them, followed from event to event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from houseway.cards import parse_cards
from houseway.rounds.events import Chose, Dealt, Event, Shown, Taken
from houseway.rounds.steps import Pieces, Place


class Sight:
    """Every hand on the table by place; a card the viewer has not seen is None.

    In Chinese poker a seat's hand 1 is what it still holds, and hands 2 to 4 are its segments
    from top to bottom.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._events: list[Event] = []
        self._hands: dict[Place, list[list[Any]]] = {}
        self._placing: set[Place] = set()  # seats whose cards are laid in three segments
        for event in events:
            self.follow(event)

    @property
    def events(self) -> list[Event]:
        return self._events

    @property
    def hands(self) -> dict[Place, list[list[Any]]]:
        return self._hands

    def at(self, place: Place) -> list[list[Any]]:
        """The hands that lie at a place."""
        return self._hands.get(place, [])

    def cards(self, place: Place, hand: int = 1) -> tuple[Any, ...]:
        """The cards the viewer knows at a place."""
        hands = self.at(place)
        return tuple([c for c in hands[hand - 1] if c is not None]) if hand <= len(hands) else ()

    def follow(self, event: Event) -> None:
        """Take in one more event, as the viewer sees it."""
        self._events.append(event)
        self._lay(event)

    def _lay(self, event: Event) -> None:
        if isinstance(event, Dealt):
            place, hand, count, cards, _, _ = event
            self._hand(place, hand).extend(cards or [None] * count)
        elif isinstance(event, Chose):
            self._follow_choice(*event)
        elif isinstance(event, Shown):
            place, cards, hand = event
            if place in self._placing:
                self._hand(place).clear()
                self._hand(place, hand + 1).extend(cards)
            else:
                self._turn_up(self._hand(place, hand), cards)
        elif isinstance(event, Taken):
            held = self._hand(event.place)
            for card in event.cards:
                held.remove(card if card in held else None)

    def _follow_choice(
        self, seat: int, kind: str, hand: int, move: str | None, _: bool, __: object,
        number: int | None,
    ) -> None:  # fmt: skip
        if kind in ("first-cards", "later-cards"):
            self._placing.add(seat)
            self._hand(seat).clear()
        elif move == "split":
            # The second card moves to a hand of its own, next to the one it was split from.
            self._hands[seat].insert(hand, [self._hand(seat, hand).pop()])
        elif kind == "fantasy-land":
            self._placing.add(seat)
        elif number is not None:
            # One who draws or discards, by name where the viewer may know which.
            thrown: list[Any] = [None] * number
            if move and number:
                thrown = list(parse_cards(move.partition(" ")[2]))
            for card in thrown:
                self._hand(seat).remove(card)

    def _hand(self, place: Place, hand: int = 1) -> list[Any]:
        hands = self._hands.get(place)
        if hands is None:
            hands = self._hands[place] = []
        while len(hands) < hand:
            hands.append([])
        return hands[hand - 1]

    @staticmethod
    def _turn_up(hand: list[Any], cards: Pieces) -> None:
        if len(cards) == len(hand):
            hand[:] = cards
            return
        for card in cards:
            if card not in hand and None in hand:
                hand[hand.index(None)] = card


class Laid:
    """The events of a round in progress by the place they happen at, for all who look."""

    __slots__ = ("_at", "_sorted", "events")

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = events
        self._at: dict[Place, list[Event]] = {}
        self._sorted = 0

    def at(self, place: Place) -> Sequence[Event]:
        return self.by_place().get(place, ())

    def by_place(self) -> Mapping[Place, Sequence[Event]]:
        if self._sorted < len(self.events):
            for event in self.events[self._sorted :]:
                if isinstance(event, _AT_A_PLACE):  # the place, or the seat that chose
                    self._at.setdefault(event[0], []).append(event)
            self._sorted = len(self.events)
        return self._at


_AT_A_PLACE = Dealt, Chose, Shown, Taken


class Glance(Sight):
    """What a seat sees of a round in progress; worked out only where it looks, for what happens at
    one place changes no other. Where nothing is for its eyes it sees what a `stranger` does, if
    there is one to share it with."""

    def __init__(self, laid: Laid, seat: int | None, stranger: Glance | None = None) -> None:
        super().__init__()
        self._laid, self._seat, self._stranger = laid, seat, stranger
        self._followed: dict[Place, int] = {}  # how many events of a place were taken in

    @property
    def events(self) -> list[Event]:
        return [event.as_seen(self._seat) for event in self._laid.events]

    @property
    def hands(self) -> dict[Place, list[list[Any]]]:
        found = {place: self.at(place) for place in self._laid.by_place()}
        return {place: hands for place, hands in found.items() if hands}

    def at(self, place: Place) -> list[list[Any]]:
        events, seat = self._laid.at(place), self._seat
        followed = self._followed.get(place, 0)
        if followed < len(events):
            if self._stranger and seat and place != seat and not _is_for(seat, events):
                return self._stranger.at(place)
            for event in events[followed:]:
                self._lay(event.as_seen(seat))
            self._followed[place] = len(events)
        return super().at(place)


def _is_for(seat: int, events: Sequence[Event]) -> bool:
    """Whether any of these was dealt to be seen by a seat."""
    for event in events:
        if isinstance(event, Dealt) and event.private_to and seat in event.private_to:
            return True
    return False


Eyes = tuple[str, ...] | None  # who may see the whole of an event; None is everybody


def seen_by(events: Iterable[Event], eyes: Iterable[Eyes], viewer: str | None) -> list[Event]:
    """The events of a round as a viewer saw them."""
    return [
        event if names is None or viewer in names else event.as_seen(None)
        for event, names in zip(events, eyes, strict=True)
    ]


def unshown(events: Sequence[Event], eyes: Sequence[Eyes]) -> dict[str, tuple[str, ...]]:
    """The hands a stranger has not seen all of, by place, with the names of those who have."""
    dark = _dark(seen_by(events, eyes, None))
    if not dark:
        return {}
    names = sorted({name for some in eyes for name in some or ()})
    saw = {name: dark - _dark(seen_by(events, eyes, name)) for name in names}
    return {
        str(place): tuple(name for name in names if place in saw[name])
        for place in sorted(dark, key=str)
    }


def _dark(events: Iterable[Event]) -> set[Place]:
    """The places with a card that was not seen."""
    hands = Sight(events).hands
    return {place for place, some in hands.items() if any(None in hand for hand in some)}

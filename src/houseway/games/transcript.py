"""A round in words, as the dealer would call it and as each seat saw it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houseway.cards import write
from houseway.games.events import Burned, Called, Chose, Dealt, Event, Rolled, Shown, view
from houseway.games.steps import Place


def place_name(place: Place | None, hand: int = 1) -> str:
    """
    >>> place_name(3), place_name("bank"), place_name(3, hand=2)
    ('seat 3', 'the bank', 'seat 3, hand 2')
    """
    if isinstance(place, int):
        return f"seat {place}" + (f", hand {hand}" if hand > 1 else "")
    names = {"board": "the board", "player": "the player hand", "banker": "the banker hand"}
    return names.get(place or "", "the bank" if place == "bank" else str(place))


def say(event: Event) -> str:
    """One event in one line."""
    match event:
        case Dealt(place, hand, count, cards, _):
            what = f"{count} card{'s' if count != 1 else ''}" if cards is None else write(cards)
            return f"{place_name(place, hand)} is dealt {what}"
        case Shown(place, hand, cards):
            return f"{place_name(place, hand)} shows {write(cards)}"
        case Chose(seat, _, hand, move, _):
            return f"{place_name(seat, hand)}: {'decides' if move is None else move}"
        case Rolled(dice):
            return f"the dice show {dice}"
        case Burned(count, place):
            where = "" if place is None else f" at {place_name(place)}"
            return f"{count} card{'s' if count != 1 else ''} discarded unseen{where}"
        case Called(text):
            return f"dealer: {text}"


def transcript(events: Iterable[Event], viewer: int | None = None) -> Iterator[str]:
    """The round as one seat saw it; a stranger's view without a seat."""
    return (say(event) for event in view(events, viewer))


def full_transcript(events: Iterable[Event]) -> Iterator[str]:
    """The round with everything in it, for the record and never for a seat."""
    return (say(event) for event in events)

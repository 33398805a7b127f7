"""A round in words, as the dealer would call it and as each seat saw it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from houseway.cards import write
from houseway.rounds.events import (
    Burned,
    Called,
    Chose,
    Dealt,
    Declared,
    Event,
    Laid,
    Mixed,
    Rolled,
    Shown,
    Taken,
    view,
)
from houseway.rounds.steps import Place


def place_name(place: Place | None, hand: int = 1) -> str:
    """
    >>> place_name(3), place_name("bank"), place_name(3, hand=2)
    ('seat 3', 'the bank', 'seat 3, hand 2')
    """
    if place is None:
        return ""
    if isinstance(place, int):
        return f"seat {place}" + (f", hand {hand}" if hand > 1 else "")
    names = {
        "board": "the board",
        "second board": "the second board",
        "player": "the player hand",
        "banker": "the banker hand",
        "aside": "the pile set aside",
    }
    return names.get(place, "the bank" if place == "bank" else place)


def bettor_name(bettor: str) -> str:
    """
    >>> bettor_name("2"), bettor_name("2/B1"), bettor_name("bank"), bettor_name("p3")
    ('seat 2', 'B1 behind seat 2', 'the bank', 'p3')
    """
    seat, _, behind = bettor.partition("/")
    if not seat.isdecimal():
        return "the bank" if bettor == "bank" else bettor
    return f"{behind} behind seat {seat}" if behind else f"seat {seat}"


def say(event: Event, noun: str = "card") -> str:
    """One event in one line; `noun` is what the game is played with."""
    match event:
        case Dealt(place, hand, count, cards, _, pile):
            what = _number(count, noun) if cards is None else write(cards)
            return f"{place_name(place, hand)} is dealt {_from(pile)}{what}"
        case Laid(piles, count):
            return f"{_number(piles, 'pile')} of {_number(count, noun)} are laid out"
        case Shown(place, cards, hand):
            return f"{place_name(place, hand)} shows {write(cards)}"
        case Chose(seat, _, hand, move, _):
            return f"{place_name(seat, hand)}: {'decides' if move is None else move}"
        case Rolled(dice):
            return f"the dice show {dice}"
        case Burned(count, place, pile):
            where = "" if place is None else f" at {place_name(place)}"
            return f"{_from(pile)}{_number(count, noun)} discarded unseen{where}"
        case Called(text):
            return f"dealer: {text}"
        case Taken(place, cards):
            return f"{write(cards)} taken from {place_name(place)}"
        case Mixed():
            return "the deck is shuffled again"
        case Declared(_, says, cite, _):
            return f"dealer's error: {says} [{cite}]"


def _from(pile: int) -> str:
    return f"pile {pile}, " if pile else ""


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' if count != 1 else ''}"


def transcript(
    events: Iterable[Event], viewer: int | None = None, noun: str = "card"
) -> Iterator[str]:
    """The round as one seat saw it; a stranger's view without a seat."""
    return (say(event, noun) for event in view(events, viewer))

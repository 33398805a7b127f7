"""What happened, step by step, and who may see it.

A view is built up from the events a seat may see: `Event.seen_by(viewer)` gives the event as
that viewer saw it. Viewer None is a stranger, who sees only what lies face up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from houseway.cards import Dice
from houseway.rounds.steps import Ask, DealerError, Pieces, Place, Put

# What the dealer announces is seen by everybody as it was said: the step is the event.
from houseway.rounds.steps import Burn as Burned
from houseway.rounds.steps import Call as Called
from houseway.rounds.steps import Lay as Laid
from houseway.rounds.steps import Show as Shown
from houseway.rounds.steps import Take as Taken

__all__ = [
    "Burned", "Called", "Chose", "Dealt", "Declared", "Event", "Laid", "Mixed", "Rolled", "Shown",
    "Taken", "last_to_choose", "ready", "secretly", "view",
]  # fmt: skip


class Dealt(NamedTuple):
    """Cards to a place; `cards` is None in the view of one who may not see them."""

    place: Place
    hand: int
    count: int  # type: ignore[assignment]  # not the tuple's method
    cards: Pieces | None
    private_to: tuple[int, ...] | None  # None: face up
    pile: int = 0  # of those laid out, counted from 1

    def as_seen(self, viewer: int | None) -> Dealt:
        if self.private_to is None or viewer in self.private_to:
            return self
        return Dealt(self.place, self.hand, self.count, None, (), self.pile)


class Rolled(NamedTuple):
    dice: Dice

    def as_seen(self, viewer: int | None) -> Rolled:  # noqa: ARG002
        return self


class Chose(NamedTuple):
    """A seat's move; None in the view of others while it is secret.

    `put` is what it paid and to how much, `number` how many cards it gives up: no secrets.
    """

    seat: int
    kind: str
    hand: int
    move: str | None
    secret: bool = False
    put: Put | None = None
    number: int | None = None

    def as_seen(self, viewer: int | None) -> Chose:
        if not self.secret or viewer == self.seat:
            return self
        return self._replace(move=None)


def secretly(ask: Ask, move: str) -> Chose:
    """The event of a move that is not shown to others when it is made (`Ask.event`)."""
    return Chose(ask.seat, ask.kind, ask.hand, move, secret=True)


@cache
def ready(
    seats: tuple[int, ...], kind: str, moves: tuple[str, ...]
) -> Mapping[int, Mapping[str, Chose]]:
    """The events of moves that say the same every time, seat by seat (`Ask.ready`)."""
    return {seat: {move: Chose(seat, kind, 1, move) for move in moves} for seat in seats}


class Mixed(NamedTuple):
    """The deck was shuffled in the middle of the round; so many known cards went back to it."""

    count: int  # type: ignore[assignment]  # not the tuple's method

    def as_seen(self, viewer: int | None) -> Mixed:  # noqa: ARG002
        return self


class Declared(NamedTuple):
    """An error the dealer declared, what was ordered for it, and the cards it has shown."""

    error: DealerError
    says: str
    cite: str
    cards: Pieces = ()

    def as_seen(self, viewer: int | None) -> Declared:  # noqa: ARG002
        return self


Event = Dealt | Laid | Shown | Rolled | Burned | Called | Chose | Taken | Mixed | Declared


def view(events: Iterable[Event], viewer: int | None) -> Iterator[Event]:
    """The round as one seat saw it."""
    return (event.as_seen(viewer) for event in events)


def last_to_choose(events: Sequence[Event]) -> int | None:
    """The seat of the last choice, whose words say what it paid; None before the first."""
    return next((event.seat for event in reversed(events) if isinstance(event, Chose)), None)

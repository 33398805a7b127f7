"""From hand to hand: the button, the blinds, players who come and go.

Seats are numbered clockwise. These are pure functions of who sits where; a table keeps the state.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from houseway.cards import Card
from houseway.errors import Refused
from houseway.families.poker.schema import ButtonDraw
from houseway.families.poker.schema_bets import Blinds

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

Entry = Literal["wait-for-big-blind", "post-after-button", "post-now", "post-all-blinds"]


def clockwise(seats: Collection[int], after: int) -> list[int]:
    """The seats in turn, beginning with the first one past `after`.

    >>> clockwise([2, 5, 7], after=5)
    [7, 2, 5]
    """
    ordered = sorted(seats)
    return [s for s in ordered if s > after] + [s for s in ordered if s <= after]


def draw_for_button(rule: ButtonDraw, cards: Mapping[int, Card]) -> int:
    """The seat whose card gets the button when a game opens; suits break ties.

    Rank goes by the ranking of the game (ruling G-28), spades before hearts, diamonds and clubs.
    """
    places = {rank: place for place, rank in enumerate(reversed(rule.ranks))}

    def worth(seat: int) -> tuple[int, int]:
        card = cards[seat]
        if card.is_joker:
            return len(places), 0  # as an ace, and higher than any
        return places[card.text[0]], card.suit

    return max(sorted(cards), key=worth)


def next_button(active: Collection[int], button: int) -> int:
    """The button always moves forward, to the next player."""
    return clockwise(active, button)[0]


def weekday_of(day: date) -> str:
    """The day that sets the bets; a hand past midnight keeps the day it began (ruling O-15)."""
    return WEEKDAYS[day.weekday()]


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who is not yet dealt in: how, and whether the button has passed the seat since."""

    seat: int
    returning: bool
    entry: Entry
    button_passed: bool = False


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is dealt in, from the left of the button on, what each posts, and who still waits.

    A post that is no blind stands below zero, so that it does not move the opening.
    """

    order: tuple[int, ...]
    blinds: tuple[int, ...]
    waiting: tuple[int, ...]


def entry_refusal(rule: Blinds, entrant: Entrant) -> Refused | None:
    """Why a player may not enter in the way asked for; None if it is open."""
    posts = rule.posts
    if posts is None:
        return None
    open_to: Sequence[str] = posts.returning if entrant.returning else posts.new_player
    if entrant.entry in open_to:
        return None
    who = "a returning" if entrant.returning else "a new"
    return Refused(
        "entry",
        f"{entrant.entry} is not open to {who} player; open are {', '.join(open_to)}",
        where=f"seat {entrant.seat}",
        cite=str(posts.cite),
    )


def seat_players(
    rule: Blinds,
    button: int,
    regular: Collection[int],
    entrants: Sequence[Entrant] = (),
    amounts: Sequence[int] | None = None,
) -> Seating:
    """The next hand: blinds left of the button, and who of those waiting comes in.

    A player waiting for the big blind enters when it reaches the seat. Nobody else enters
    between the blinds: the button must pass first. A house without rules for it deals everybody
    in.
    """
    blinds = list(rule.amounts if amounts is None else amounts)
    if rule.posts is None:
        everybody = clockwise({*regular, *(e.seat for e in entrants)}, button)
        return Seating(tuple(everybody), _padded(blinds, len(everybody)), ())
    by_seat = {entrant.seat: entrant for entrant in entrants}
    turn = clockwise({*regular, *by_seat}, button)
    order: list[int] = []
    posted: list[int] = []
    waiting: list[int] = []
    for seat in turn:
        blind = len(order)  # how many blinds are posted so far
        entrant = by_seat.get(seat)
        if entrant is None:
            order.append(seat)
            posted.append(blinds[blind] if blind < len(blinds) else 0)
        elif blind == len(blinds) - 1 and len(regular) > 1:
            order.append(seat)  # the big blind has come round to a waiting seat
            posted.append(blinds[blind])
        elif blind >= len(blinds) and _posts(entrant):
            order.append(seat)
            posted.append(-sum(blinds) if entrant.entry == "post-all-blinds" else -blinds[-1])
        else:
            waiting.append(seat)
    return Seating(tuple(order), tuple(posted), tuple(waiting))


def seat_past_dead_button(
    amounts: Sequence[int],
    last: tuple[int, int],
    regular: Collection[int],
    entrants: Sequence[Entrant] = (),
    *,
    custom: bool,
) -> tuple[int, Seating]:
    """The button and the next hand where the blinds go round and the button follows them.

    `last` are the seats at which the two blinds were due in the last hand. Nobody comes in
    between the button and the big blind; with two players left the other one posts the small
    blind, by `custom` on the button.
    """
    by_seat = {entrant.seat: entrant for entrant in entrants}
    present = {*regular, *by_seat}
    big = clockwise(present, last[1])[0]
    others = [seat for seat in regular if seat != big]
    if len(others) == 1:
        button = others[0] if custom else big
        return button, Seating(tuple(clockwise({*others, big}, button)), tuple(amounts), ())
    button, small = last
    order: list[int] = []
    posted: list[int] = []
    waiting: list[int] = []
    passed = False  # the big blind
    for seat in clockwise(present, button):
        entrant = by_seat.get(seat)
        blind = amounts[1] if seat == big else amounts[0] if seat == small else 0
        if seat == big:
            passed = True
        elif entrant is not None and passed and _posts(entrant):
            blind = -sum(amounts) if entrant.entry == "post-all-blinds" else -amounts[1]
        elif entrant is not None or not (passed or blind):
            waiting.append(seat)
            continue
        order.append(seat)
        posted.append(blind)
    return button, Seating(tuple(order), tuple(posted), tuple(waiting))


def _posts(entrant: Entrant) -> bool:
    if entrant.entry == "post-after-button":
        return entrant.button_passed
    return entrant.entry in ("post-now", "post-all-blinds")


def _padded(blinds: Sequence[int], players: int) -> tuple[int, ...]:
    return tuple((*blinds, *(0,) * players)[:players])


def passed_over(seat: int, before: int, after: int) -> bool:
    """Whether a marker that moved clockwise from one seat to another went past a seat.

    Used for a button that passes a waiting player, and for blinds an absent one misses.

    >>> passed_over(8, before=7, after=1)
    True
    """
    if before < after:
        return before < seat < after
    return seat > before or seat < after

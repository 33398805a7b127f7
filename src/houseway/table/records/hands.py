"""A hand for the pot, or for points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from houseway.filings.schema.base import dollars
from houseway.table.codec import Codec, Money, MoneyList, Moved, Numbers, Unshown, read_money
from houseway.table.records.base import Record


@dataclass(frozen=True, slots=True)
class ButtonDrawn(Record):
    """A card each for the button when a game opens, by seat."""

    seat: int
    cards: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EntryChosen(Record):
    """How a new or returning player wants to be dealt in, or that one would straddle."""

    name: str
    entry: str


@dataclass(frozen=True, slots=True)
class HandStarted(Record):
    """Who is dealt in, the first one dealt to first, with what; what is posted; the fee's option.

    A blind below zero is a post that does not move the opening of the action.
    """

    round: int
    button: int | None
    seats: Numbers
    stacks: MoneyList
    antes: MoneyList = ()
    blinds: MoneyList = ()
    schedule: str = ""
    weekday: str = ""
    point_value: Money = 0  # of Chinese poker
    fantasy_land: Numbers = ()
    kill: int = 0  # the seat that killed the pot; 0: nobody
    carried: Money = 0  # what stayed in the pot from the hand before


@dataclass(frozen=True, slots=True)
class ChipsMoved(Record):
    """Bets to the pot, fees to the drop box, uncalled bets back.

    `by` is the seat whose choice moved them, which has said itself what it paid.
    """

    moves: Moved
    by: int | None = None


class Award(NamedTuple):
    """What a seat gets for `high`, for `low`, or the whole `pot` when all others folded."""

    seat: int
    half: str
    amount: int
    hand: str = ""  # what was shown, in the dealer's words
    cite: str = ""


def _write_awards(awards: tuple[Award, ...]) -> list[dict[str, Any]]:
    return [
        {"seat": a.seat, "for": a.half, "amount": dollars(a.amount)}
        | ({"hand": a.hand, "cite": a.cite} if a.hand else {})
        for a in awards
    ]


def _read_awards(written: list[dict[str, Any]]) -> tuple[Award, ...]:
    return tuple(
        Award(a["seat"], a["for"], read_money(a["amount"]), a.get("hand", ""), a.get("cite", ""))
        for a in written
    )


@dataclass(frozen=True, slots=True)
class HandSettled(Record):
    round: int
    fee: Money
    awards: Annotated[tuple[Award, ...], Codec(_write_awards, _read_awards)]
    stacks: MoneyList
    moves: Moved
    unshown: Unshown = None
    carried: Money = 0  # what stays in the pot for the next hand
    jackpot: Money = 0


class PointsLine(NamedTuple):
    """Two seats compared: points the first wins net, and what was paid to it for them."""

    first: int
    second: int
    points: int
    paid: int
    because: str
    cite: str


def _write_points(lines: tuple[PointsLine, ...]) -> list[dict[str, Any]]:
    return [line._asdict() | {"paid": dollars(line.paid)} for line in lines]


def _read_points(written: list[dict[str, Any]]) -> tuple[PointsLine, ...]:
    return tuple(PointsLine(**(line | {"paid": read_money(line["paid"])})) for line in written)


@dataclass(frozen=True, slots=True)
class PointsSettled(Record):
    """The end of a hand of Chinese poker; `fantasy_land` names the seats that go there."""

    round: int
    points: Annotated[tuple[PointsLine, ...], Codec(_write_points, _read_points)]
    stacks: MoneyList
    moves: Moved
    fantasy_land: Numbers = ()
    unshown: Unshown = None

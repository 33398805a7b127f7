"""The house book: what a house has chosen where its filings leave a choice, and what its city says.

A third source of rules beside what is filed and what is read. It cites nothing of a filing; where
it decides, the answer says so.
"""

from __future__ import annotations

from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BeforeValidator, Field, field_validator

from houseway.filings.schema.base import Money, Record

BY_THE_BOOK = "by the house book"
Hour = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]


def _as_list(value: object) -> object:
    """One word may stand for a list of one; a schedule's number is a word too."""
    if isinstance(value, int | str) and not isinstance(value, bool):
        return [str(value)]
    return [str(one) for one in value] if isinstance(value, list) else value


Names = Annotated[list[str], BeforeValidator(_as_list)]


class Ordinance(Record):
    """What the city says, whatever a filing permits."""

    cite: str = Field(min_length=1)  # as one looks it up: "Municipal Code 5.20.110"
    most_wager: Money | None = None  # a player may bet at once
    backline: bool | None = None  # whether anybody may bet behind a seat; None: it is silent
    opens: Hour | None = None
    closes: Hour | None = None  # of the next day, where that is before it opens
    zone: str = "America/Los_Angeles"

    @field_validator("zone")
    @classmethod
    def _is_a_zone(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            raise ValueError(f"{zone!r} is no time zone (as America/Los_Angeles)") from None
        return zone

    def is_open(self, hour: str) -> bool:
        """Whether games are dealt at an hour of the day, written `18:30`."""
        if self.opens is None or self.closes is None:
            return True
        if self.opens < self.closes:
            return self.opens <= hour < self.closes
        return hour >= self.opens or hour < self.closes


class Choices(Record):
    """What is in force for a filing, at all its tables or at one."""

    filing: str
    table: str = ""
    options: dict[str, bool | int | str] = {}
    decks: int | None = None
    schedule: Names = []  # at poker one for each number of players
    limits: str | None = None
    stakes: dict[str, Any] = {}  # of a poker table: structure, bets, blinds, antes


class Word(Record):
    """A word or a button of the house's own, explained."""

    name: str = Field(min_length=1)
    means: str = Field(min_length=1)


class HouseBook(Record):
    """One house's book."""

    house: str
    procedures: Names = []  # sets of house procedure for the floor, one for each kind of game
    ordinance: Ordinance | None = None
    game: list[Choices] = []
    button: list[Word] = []
    word: list[Word] = []

    def choices_for(self, filing: str, table: str = "") -> list[Choices]:
        """What holds at a table, the nearest first."""
        mine = [one for one in self.game if one.filing == filing and one.table in ("", table)]
        return sorted(mine, key=lambda one: not one.table)

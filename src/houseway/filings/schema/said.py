"""The text and what is said of it: its source, choices it leaves, doubts, words for readers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from houseway.filings.schema.base import Cited, Record
from houseway.filings.schema.bonus import Key
from houseway.filings.schema.collection import ReadingId


class Ruled(Cited):
    """A rule that rests on the text and on rulings where the text leaves a doubt."""

    readings: list[ReadingId] = []


class Source(Record):
    """The text the filing was read from: its number and the lines of our copy."""

    told_only = ("file",)

    file: Annotated[str, Field(pattern=r"^\d{3}$|^own$")]
    lines: str


class OptionRule(Cited):
    """A choice left to the house, or made selectable by a ruling."""

    told_only = ("about",)

    name: Key
    about: str
    values: list[bool | int | str] = []
    span: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    default: bool | int | str

    @model_validator(mode="after")
    def _default_is_allowed(self) -> OptionRule:
        if not self.allows(self.default):
            raise ValueError(f"the default {self.default!r} is not among the values")
        return self

    def allows(self, value: object) -> bool:
        if self.span is not None:
            low, high = self.span
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return any(type(one) is type(value) and one == value for one in self.values)


class Reading(Record):
    """A doubt in the text, the reading that holds, and the others."""

    told_only = ("id", "title", "doubt", "taken", "others", "option", "weight", "places", "touches")

    id: str  # as the rulings number them: "table-games 14", "poker G-1"
    title: str
    doubt: str
    taken: str
    others: list[str] = []
    option: str = ""  # the option that selects another reading
    weight: Literal["high", "medium", "low", ""] = ""
    places: list[Annotated[str, Field(pattern=r"^(\d{3}|own):\d+(-\d+)?$")]] = []
    touches: list[str] = []  # ids of the filings concerned, in the shared lists


class ReadingList(Record):
    """A file in `data/readings/`: the readings that hold for one kind of game."""

    reading: list[Reading]


class Rule(Cited):
    """Anything else the filing orders, in our own words, for a person who looks it up."""

    told_only = ("topic", "text")

    topic: Key
    text: str


class Notice(Cited):
    """A notice of the Bureau or of a game's owner, in our own words."""

    told_only = ("topic", "text")

    topic: Literal["zero-collection-review", "ownership", "other"]
    text: str


class Posting(Cited):
    """What must be posted at the table or printed on the felt."""

    told_only = ("text",)  # printed as it stands

    where: Literal["sign", "felt", "scoreboard"]
    text: str


class Term(Cited):
    """A word of the filing's glossary, explained in our own words."""

    told_only = ("term", "means")

    term: str
    means: str


class NotFiled(Record):
    """A fact the program needs and the text does not give; sheets and signs mark it."""

    told_only = ("key", "why")

    key: Annotated[str, Field(pattern=r"^[a-z_]+(\.[a-z_]+)+$")]  # as "table.seats"
    why: str

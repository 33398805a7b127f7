"""Collection: every schedule option of a filing, the basis of its fees and its limits.

A *set* is one list of numbered options. A set used by several games stands once, in
`data/collections/`; a filing names it. Within a set, a *group* is a run of options under one
paragraph of the text.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema, model_validator

from houseway.filings.schema.base import (
    Cited,
    Money,
    Range,
    Record,
    Span,
    cents,
    dollars,
    parse_span,
)


class Bracket(Record):
    """A fee for amounts of a span: `"51-100: 2"` or `"501+: 10"`."""

    span: Range
    fee: Money


def _parse_bracket(value: Any) -> Any:
    if isinstance(value, Bracket | dict):
        return value
    text = str(value)
    if "%" in text:
        raise ValueError(
            f"{text!r}: a fee may not be a percentage of wagers or winnings (Penal Code 337j)"
        )
    span, colon, fee = text.rpartition(":")
    if not colon:
        raise ValueError(f"{text!r} is no fee bracket (as '51-100: 2')")
    return {"span": parse_span(span), "fee": fee.strip()}


def _write_bracket(bracket: Bracket) -> str:
    low = dollars(bracket.span.low).removesuffix(".00")
    high = bracket.span.high
    span = f"{low}+" if high is None else f"{low}-{dollars(high).removesuffix('.00')}"
    return f"{span}: {dollars(bracket.fee).removesuffix('.00')}"


FeeBracket = Annotated[
    Bracket,
    BeforeValidator(_parse_bracket),
    PlainSerializer(_write_bracket, return_type=str),
    WithJsonSchema({"type": "string", "description": "amounts: fee, as '51-100: 2'"}),
]


def _flat_fee(value: Any) -> Any:
    if isinstance(value, str) and "%" in value:
        raise ValueError(
            f"{value!r}: a fee may not be a percentage of wagers or winnings (Penal Code 337j)"
        )
    return value


Fee = Annotated[Money, BeforeValidator(_flat_fee)]
Lines = Annotated[str, Field(pattern=r"^\d+(-\d+)?(, ?\d+(-\d+)?)*$")]


class PlayerBand(Record):
    """A number of players: `"7+"`, `"5-6"`, `"1-4"`."""

    low: int
    high: int | None

    def __contains__(self, players: object) -> bool:
        return (
            isinstance(players, int)
            and players >= self.low
            and (self.high is None or players <= self.high)
        )

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low} or more"
        return f"{self.high} or less" if self.low <= 1 else f"{self.low} to {self.high}"


def _parse_band(value: Any) -> Any:
    if isinstance(value, PlayerBand | dict):
        return value
    match = re.fullmatch(r"(\d+)(?:-(\d+)|(\+))", str(value))
    if not match:
        raise ValueError(f"{value!r} is no number of players (as '7+', '5-6' or '1-4')")
    return {"low": int(match[1]), "high": int(match[2]) if match[2] else None}


Band = Annotated[
    PlayerBand,
    BeforeValidator(_parse_band),
    PlainSerializer(
        lambda b: f"{b.low}+" if b.high is None else f"{b.low}-{b.high}", return_type=str
    ),
    WithJsonSchema({"type": "string", "pattern": r"^\d+(-\d+|\+)$"}),
]


class CaliforniaOption(Record):
    """One option of a player-dealer game. A flat fee is a bracket from zero upwards."""

    number: int
    limits: Range | None = None  # the option's own table limit, where one is filed
    bank: list[FeeBracket]
    player: list[FeeBracket] = []
    # A bracket whose fee the text fails to give: table action in it is refused.
    bank_missing: list[Range] = []
    player_missing: list[Range] = []
    lines: Lines


class PotOption(Record):
    """One option of a poker game whose fee comes out of the pot."""

    number: int
    players: Band
    regular: Fee  # after the flop, or after the first round of betting
    turn: Fee = 0
    river: Fee = 0
    modified: Fee = 0  # taken instead where the hand ends before the flop
    second: Fee = 0  # Table Fee #2, after the second round
    third: Fee = 0  # Table Fee #3, after the third round
    lines: Lines


class TimedOption(Record):
    """One option of a fee by the clock, from each active player."""

    number: int
    fee: Fee
    lines: Lines


class _Group(Cited):
    options: str  # the numbers the paragraph names, as "1-7"
    # The range in which the house picks its posted minimum, and its posted maximum.
    minimum: Range | None = None
    maximum: Range | None = None


class CaliforniaGroup(_Group):
    """Fees of a player-dealer game, per hand, and what they are measured by."""

    kind: Literal["california"]
    bank_basis: Literal["table-action", "flat"]
    # What the total table action counts; the added wagers after the deal never do.
    action: Literal["all-wagers", "base-wagers"] = "all-wagers"
    backline_in_action: bool = True
    player_basis: Literal["none", "flat", "base-wager", "betting-square", "half-hour"] = "none"
    backline_pays: bool = False
    taken: Literal["before-deal", "after-initial-deal"] = "before-deal"
    bonus_limits: dict[str, Range] = {}  # by spot, or "*" for every bonus spot
    # A city's cap on any single wager: it refuses the round, or only warns.
    wager_cap: Money | None = None
    wager_cap_is: Literal["refused", "warned"] = "refused"
    option: list[CaliforniaOption] = Field(min_length=1)


class PotGroup(_Group):
    """Fees from the pot by number of players dealt in."""

    kind: Literal["pot"]
    structures: list[Literal["limit", "no-limit", "pot-limit"]] = Field(min_length=1)
    taken: Literal["flop-turn-river", "betting-rounds"]
    smallest_game: Range | None = None  # limit games: lower and higher bet, as "4-8"
    largest_game: Range | None = None
    buy_in: Range | None = None
    option: list[PotOption] = Field(min_length=1)


class TimedGroup(_Group):
    """A fee every so many minutes, from each active player, in advance."""

    kind: Literal["timed"]
    minutes: int
    structures: list[Literal["limit", "no-limit", "pot-limit"]] = []
    option: list[TimedOption] = Field(min_length=1)


class BlindsGroup(_Group):
    """The blinds themselves are taken as the fee; the options are the posted structures."""

    kind: Literal["blinds"]


Group = Annotated[
    CaliforniaGroup | PotGroup | TimedGroup | BlindsGroup, Field(discriminator="kind")
]
Option = CaliforniaOption | PotOption | TimedOption


class ScheduleSet(Cited):
    """One numbered list of schedule options."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]*$")]
    title: str
    approval: str = ""
    source: str = ""  # the text it stands in, where that is not the filing's own
    procedures: list[str] = []  # what else the paragraph orders, in our own words
    group: list[Group] = Field(min_length=1)

    def options(self) -> list[tuple[Group, Option]]:
        """Every option with its group, in the order filed."""
        return [
            (group, option)
            for group in self.group
            if not isinstance(group, BlindsGroup)
            for option in group.option
        ]

    def find(self, number: int) -> tuple[Group, Option] | None:
        """The first option of that number; lint reports a number used twice."""
        return next((pair for pair in self.options() if pair[1].number == number), None)


class CollectionDocument(Record):
    """A file in `data/collections/`: sets that several filings share."""

    house: str
    title: str
    approval: str = ""
    source: str
    set: list[ScheduleSet] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_differ(self) -> CollectionDocument:
        names = [one.name for one in self.set]
        for name in names:
            if names.count(name) > 1:
                raise ValueError(f"two sets are named {name!r}")
        return self


class Collection(Record):
    """How a filing's tables are charged. Bare option numbers belong to the first set."""

    shared: list[str] = []  # "document/set" in data/collections/, the governing one first
    set: list[ScheduleSet] = []
    free_collection: FreeCollection | None = None
    none_filed: str = ""  # why there is no schedule at all


class FreeCollection(Cited):
    """A waiver of the next fee for a hand that got no action."""

    earned: str  # when a button is earned, in our own words
    waives: Literal["player-fee", "bank-fee"] = "player-fee"
    obligatory: bool


Collection.model_rebuild()

__all__ = [
    "BlindsGroup", "Bracket", "CaliforniaGroup", "CaliforniaOption", "Collection",
    "CollectionDocument", "FreeCollection", "Group", "Option", "PlayerBand", "PotGroup",
    "PotOption", "ScheduleSet", "Span", "TimedGroup", "TimedOption", "cents",
]  # fmt: skip

"""Collection: every schedule option of a filing, the basis of its fees and its limits.

A *set* is one list of numbered options. A set used by several games stands once, in
`data/collections/`; a filing names it. Within a set, a *group* is a run of options under one
paragraph of the text. Brackets stand as printed, overlaps and gaps included: an amount belongs
to the bracket with the highest start it has reached.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema, model_validator

from houseway.filings.schema.base import (
    BadValue,
    Cited,
    Money,
    Range,
    Record,
    Span,
    dollars,
    parse_span,
)


class Bracket(Record):
    """A fee for amounts of a span: `"51-100: 2"` or `"501+: 10"`."""

    span: Range
    fee: Money


_PERCENTAGE = re.compile(r"%|per ?cent", re.I)


def _refuse_percentage(value: Any, key: str = "") -> Any:
    """A fee as a share of what is wagered or won is refused, however it is written."""
    if _PERCENTAGE.search(key) or (isinstance(value, str) and _PERCENTAGE.search(value)):
        raise BadValue(
            f"{value!r}: a fee may not be a percentage of wagers or winnings (Penal Code 337j)",
            code="percentage-fee",
            key=key,
        )
    return value


def _parse_bracket(value: Any) -> Any:
    if isinstance(value, Bracket | dict):
        return value
    text = str(_refuse_percentage(value))
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


Fee = Annotated[Money, BeforeValidator(_refuse_percentage)]
Lines = Annotated[str, Field(pattern=r"^\d+(-\d+)?(, ?\d+(-\d+)?)*$")]
Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")]
ReadingId = Annotated[str, Field(pattern=r"^(twenty-one|table-games|poker|own) [A-Z]?-?\d+$")]
Structure = Literal["limit", "no-limit", "pot-limit", "spread-limit"]
# The first tables told "after-initial-deal" and took the fee before the deal all the same; logs
# that carry such a filing go on so.
Timing = Literal["before-deal", "after-first-cards", "after-initial-deal"]
Weekday = Literal[
    "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"
]  # fmt: skip


class Clause(Cited):
    """Something the text orders about fees, in our own words."""

    told_only = ("text",)

    text: str


class TimingClause(Cited):
    """When another place of the same text has the fee taken."""

    told_only = ("taken",)  # what holds stands in the group

    taken: Timing


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


class HourSpan(Record):
    """Hours of the day, past midnight too: `"18:00-02:00"`. In minutes, the end left out."""

    start: int
    end: int

    def __contains__(self, minute: object) -> bool:
        if not isinstance(minute, int):
            return False
        if self.start < self.end:
            return self.start <= minute < self.end
        return minute >= self.start or minute < self.end

    def __str__(self) -> str:
        return f"{_clock(self.start)} to {_clock(self.end)}"


def _clock(minute: int) -> str:
    return f"{minute // 60:02}:{minute % 60:02}"


def _parse_hours(value: Any) -> Any:
    if isinstance(value, HourSpan | dict):
        return value
    match = re.fullmatch(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)", str(value))
    if not match or match[1] + match[2] == match[3] + match[4]:
        raise ValueError(f"{value!r} are no hours of the day (as '18:00-02:00')")
    start, end = (int(match[i]) * 60 + int(match[i + 1]) for i in (1, 3))
    return {"start": start, "end": end}


Hours = Annotated[
    HourSpan,
    BeforeValidator(_parse_hours),
    PlainSerializer(lambda h: f"{_clock(h.start)}-{_clock(h.end)}", return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^\d\d:\d\d-\d\d:\d\d$"}),
]


def _without_percentages(data: Any) -> Any:
    """No key of a group or an option makes the fee a percentage; remarks may speak of one."""
    if isinstance(data, dict):
        for key, value in data.items():
            if key not in ("note", "cite"):
                _refuse_percentage(value, key)
    return data


class _Option(Record):
    number: int = Field(ge=1)
    lines: Lines  # of our copy, every place where the option is printed
    hours: Hours | None = None  # where fees go by the hour; else it is for any
    jackpot: Fee = 0  # a drop beside the fee, for prizes and not for the house
    note: str = ""

    @model_validator(mode="before")
    @classmethod
    def _no_percentage(cls, data: Any) -> Any:
        return _without_percentages(data)


class CaliforniaOption(_Option):
    """One option of a player-dealer game. A flat fee is a bracket from zero upwards."""

    limits: Range | None = None  # the option's own table limit; it goes before the group's
    bank: list[FeeBracket] = Field(min_length=1)
    player: list[FeeBracket] = []
    # A bracket whose fee the text fails to give: an amount in it is refused.
    bank_missing: list[Range] = []
    player_missing: list[Range] = []


class PotOption(_Option):
    """One option of a poker game whose fee comes out of the pot."""

    players: Band
    regular: Fee  # after the flop, or after the first round of betting
    turn: Fee = 0
    river: Fee = 0
    modified: Fee = 0  # taken instead where the hand ends before the flop
    second: Fee = 0  # Table Fee #2, after the second round
    third: Fee = 0  # Table Fee #3, after the third round


class TimedOption(_Option):
    """One option of a fee by the clock, from each active player."""

    fee: Fee

    @model_validator(mode="after")
    def _no_jackpot(self) -> TimedOption:
        if self.jackpot:
            raise ValueError("a jackpot drop is taken hand by hand, not by the clock")
        return self


class WeekdayGame(Record):
    """The betting structure of certain days, where the blinds are the fee."""

    told_only = ("title",)

    days: list[Weekday] = Field(min_length=1)
    title: str
    bets: list[Money] = Field(min_length=1)  # round by round
    most: list[Money] = Field(min_length=1)  # the largest bet of a round with its raises
    lines: Lines

    @model_validator(mode="after")
    def _rounds_agree(self) -> WeekdayGame:
        if len(self.bets) != len(self.most):
            raise ValueError("bets and most need one amount for each round of betting")
        return self


class _Group(Cited):
    # The numbers that a paragraph names are held against its options by lint.
    told_only: ClassVar[tuple[str, ...]] = ("no_maximum", "options")

    # The numbers the text names for the paragraph, as "1-7"; empty where it names none. Groups
    # that share a paragraph carry the same numbers.
    options: Annotated[str, Field(pattern=r"^(\d+(-\d+)?)?$")] = ""
    # The range in which the house picks its posted minimum, and its posted maximum.
    minimum: Range | None = None
    maximum: Range | None = None
    no_maximum: bool = False  # the text says that there is none
    readings: list[ReadingId] = []  # those that decide here; the filings explain them

    @model_validator(mode="before")
    @classmethod
    def _no_percentage(cls, data: Any) -> Any:
        return _without_percentages(data)


class CaliforniaGroup(_Group):
    """Fees of a player-dealer game, per hand, and what they are measured by."""

    told_only = ("taken_elsewhere", "bonus_in_table_limits")

    kind: Literal["california"]
    bank_basis: Literal["table-action", "flat"]
    # What the total table action counts; the added wagers after the deal never do.
    action: Literal["all-wagers", "base-wagers"] = "all-wagers"
    backline_in_action: bool = True
    player_basis: Literal["none", "flat", "base-wager", "betting-square", "half-hour"] = "none"
    backline_pays: bool = False
    taken: Timing = "before-deal"
    taken_elsewhere: list[TimingClause] = []  # places that contradict `taken`
    # By spot, or "*" for every bonus spot. A spot that stands neither here nor with limits of
    # its own in the filing keeps within the table limits.
    bonus_limits: dict[str, Range] = {}
    bonus_in_table_limits: bool = False  # the paragraph says so
    # A city's cap on any single wager: it refuses the round, or only warns.
    wager_cap: Money | None = None
    wager_cap_is: Literal["refused", "warned"] = "refused"
    option: list[CaliforniaOption] = Field(min_length=1)

    @model_validator(mode="after")
    def _fees_fit_their_basis(self) -> CaliforniaGroup:
        for option in self.option:
            if bool(option.player) == (self.player_basis == "none"):
                raise ValueError(
                    f"option {option.number}: player_basis {self.player_basis!r} and the player "
                    "fees do not go together"
                )
            flat_bank = [("bank", option.bank)] if self.bank_basis == "flat" else []
            by_wager = self.player_basis in ("none", "base-wager")
            flat_player = [] if by_wager else [("player", option.player)]
            for side, brackets in flat_bank + flat_player:
                if len(brackets) != 1 or brackets[0].span != Span(low=0, high=None):
                    raise ValueError(
                        f"option {option.number}: a flat {side} fee is one bracket from zero "
                        "upwards, as '0+: 2'"
                    )
        return self


class PotGroup(_Group):
    """Fees of a hand by number of players dealt in: from the pot, or paid by the button.

    Under `button` the player on the dealer button (the last one dealt to, where it lies before
    an empty seat) pays the regular fee before the deal. A jackpot drop leaves the pot on the
    flop, or after the first round, once at least `jackpot_pot` lies there.
    """

    kind: Literal["pot"]
    structures: list[Structure] = Field(min_length=1)
    taken: Literal["flop-turn-river", "betting-rounds", "button"]
    jackpot_pot: Money = 0
    smallest_game: Range | None = None  # limit games: lower and higher bet, as "4-8"
    largest_game: Range | None = None
    buy_in: Range | None = None
    option: list[PotOption] = Field(min_length=1)

    @model_validator(mode="after")
    def _the_button_pays_once(self) -> PotGroup:
        for one in self.option:
            later = (one.turn, one.river, one.modified, one.second, one.third)
            if self.taken == "button" and any(later):
                raise ValueError(f"option {one.number}: the button pays the regular fee only")
        return self


class TimedGroup(_Group):
    """A fee every so many minutes, from each active player, in advance."""

    kind: Literal["timed"]
    minutes: int = Field(ge=1)
    structures: list[Structure] = []
    option: list[TimedOption] = Field(min_length=1)


class BlindsGroup(_Group):
    """The blinds themselves are taken as the fee, before any card is dealt."""

    kind: Literal["blinds"]
    blinds: list[Money] = Field(min_length=1)  # small blind first
    game: list[WeekdayGame] = []


Group = Annotated[
    CaliforniaGroup | PotGroup | TimedGroup | BlindsGroup, Field(discriminator="kind")
]
Option = CaliforniaOption | PotOption | TimedOption


class ScheduleSet(Cited):
    """One numbered list of schedule options."""

    told_only = ("title", "approval", "games", "procedures", "notices")

    name: Name
    title: str
    approval: str = ""
    source: str = ""  # the text it stands in, where that is not the filing's own
    games: list[str] = []  # the filings it is written for, where they share it
    procedures: list[Clause] = []
    posted: list[Clause] = []  # what the table must show
    notices: list[Clause] = []  # of the Bureau
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
    procedures: list[Clause] = []  # what holds for all its sets
    posted: list[Clause] = []
    set: list[ScheduleSet] = Field(min_length=1)

    @model_validator(mode="after")
    def _names_differ(self) -> CollectionDocument:
        names = [one.name for one in self.set]
        for name in names:
            if names.count(name) > 1:
                raise BadValue(f"two sets are named {name!r}", key="set")
        return self

    def find(self, name: str) -> ScheduleSet | None:
        """The set of that name, with what the document says for all its sets."""
        found = next((one for one in self.set if one.name == name), None)
        if found is None:
            return None
        return found.model_copy(
            update={
                "approval": found.approval or self.approval,
                "source": found.source or self.source,
                "procedures": [*found.procedures, *self.procedures],
                "posted": [*found.posted, *self.posted],
            }
        )


class MostRates(Cited):
    """How many rates of fees the filing allows a table, where it is stricter than the law."""

    rates: int = Field(ge=1, le=5)


class Collection(Record):
    """How a filing's tables are charged. Bare option numbers belong to the first set."""

    told_only = ("none_filed",)  # a table without a schedule takes no fee, whatever the reason

    shared: list[str] = []  # "document/set" in data/collections/, the governing one first
    set: list[ScheduleSet] = []
    free_collection: FreeCollection | None = None
    none_filed: str = ""  # why there is no schedule at all
    most_rates: MostRates | None = None


class FreeCollection(Cited):
    """A waiver of the next fee for a hand that got no action."""

    told_only = ("earned", "waives", "obligatory")

    earned: str  # when a button is earned, in our own words
    waives: Literal["player-fee", "bank-fee"] = "player-fee"
    obligatory: bool
    next_round: bool = False  # for the round that follows and no later one
    behind: bool = False  # also to one who bets behind a seat and whose own wager got no action
    reading: str = ""


Collection.model_rebuild()

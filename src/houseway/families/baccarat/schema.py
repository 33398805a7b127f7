"""Baccarat: two community hands drawn by a chart, lines on either, tie, dragon 7, panda 8."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import (
    BeforeValidator,
    Field,
    PlainSerializer,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from houseway.filings.schema.base import Cited, Grown, Odds, Record
from houseway.filings.schema.bonus import Count, Key, Numbers
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.uses import SWITCH, AnyRow, Dealt, OptionUse, Ranked, WagerRule
from houseway.hands.baccarat import card_points

Side = Literal["player", "banker"]
Total = Annotated[int, Field(ge=0, le=9)]


class Doubtful(Cited):
    """A rule whose text is in doubt names the reading that holds."""

    reading: str = ""


class Values(Cited):
    """Pictures and tens count nothing, an ace one, the rest their face; tens are dropped."""

    ranking: Literal["baccarat"] = "baccarat"


class Naturals(Doubtful):
    """Eight or nine with two cards: whether it stops both hands from drawing."""

    ends_drawing: bool
    option: str = ""  # the option that says otherwise


class Deal(Cited):
    """Two cards to each hand, one at a time in turn, face up."""

    first: Side = "player"


class Shoe(Doubtful):
    """How a shoe begins and ends: cards burned at first, and how many a round must find left."""

    burned: int = Field(ge=0)
    kept_for_a_round: int = Field(ge=6)  # no round uses more than six cards


class DrawsTo(Cited):
    """A hand takes a third card up to this total and stands above it."""

    draws_to: Total


class BankerChart(Doubtful):
    """The banker's third card after the player hand has drawn.

    A row for each banker total, a letter for each value 0 to 9 of the player's third card:
    H takes a card, S stands. Totals without a row stand.
    """

    rows: dict[Total, Annotated[str, Field(pattern=r"^[HS]{10}$")]]

    @field_validator("rows")
    @classmethod
    def _rows_reach_to_seven(cls, rows: dict[int, str]) -> dict[int, str]:
        if missing := set(range(8)) - rows.keys():
            raise ValueError(f"the chart lacks the rows {sorted(missing)}")
        return rows


def _part(value: object) -> object:
    if isinstance(value, Fraction):
        return value
    match = re.fullmatch(r"(\d+(?:\.\d+)?)%", str(value))
    part = Fraction(match[1]) / 100 if match else Fraction(0)
    if not 0 < part < 1:
        raise ValueError(f"{value!r} is no part of a win (as '5%')")
    return part


def percent(part: Fraction) -> str:
    return f"{float(100 * part):g}%"


# A part of what is won, which the bank keeps; written "5%".
Commission = Annotated[
    Fraction,
    BeforeValidator(_part),
    PlainSerializer(percent, return_type=str),
    WithJsonSchema({"type": "string", "pattern": r"^\d+(\.\d+)?%$"}),
]


_WINNING = Count(low=1, high=9)
_CARDS = Count(low=2, high=3)


class OnTotal(Record):
    """What a line does when its hand wins with so many points: other odds, or a return."""

    total: Numbers
    cards: Numbers | None = None  # in so many cards; None: in two or three
    pays: Odds | None = None
    push: bool = False

    @model_validator(mode="after")
    def _does_one_thing(self) -> OnTotal:
        if (self.pays is not None) is self.push:
            raise ValueError("a winning total either pays or is returned")
        if not _WINNING.holds(self.total):
            raise ValueError(f"a hand wins with a total of {_WINNING}, never with {self.total}")
        if self.cards is not None and not _CARDS.holds(self.cards):
            raise ValueError(f"a hand has {_CARDS} cards, never {self.cards}")
        return self

    def takes(self, other: OnTotal) -> bool:
        """Whether whatever fits the other one fits this too."""
        return self.total.holds(other.total) and (self.cards or _CARDS).holds(other.cards or _CARDS)


class Line(Grown, Cited):
    """A wager that its own hand is the closer one to nine."""

    added = frozenset({"commission", "on_total"})

    pays: Odds
    commission: Commission | None = None  # of a win at the usual odds
    on_total: list[OnTotal] = []  # the first that fits

    @field_validator("on_total")
    @classmethod
    def _each_can_fit(cls, several: list[OnTotal]) -> list[OnTotal]:
        for place, one in enumerate(several):
            if any(above.takes(one) for above in several[:place]):
                raise ValueError(f"a total of {one.total} is taken by one above it and never fits")
        return several


class BankerLine(Line, Doubtful):
    """The banker line, and what a winning seven of three cards does to it."""

    three_card_seven: Literal["pays", "push"] = "pays"
    option: str = ""  # the option that says otherwise


class Tied(Doubtful):
    """What the two lines do when the hands are equal."""

    lines: Literal["push", "lose"]


class ThreeCardWin(Cited):
    """A bonus bet that a hand wins with so many points in so many cards.

    The other hand has `other_at_most` or less.
    """

    wager: Key
    hand: Side
    total: Total
    cards: Literal[2, 3] = 3
    other_at_most: Total


class BaccaratGame(Record):
    """The game, rule by rule."""

    values: Values
    shoe: Shoe
    deal: Deal
    naturals: Naturals
    player_hand: DrawsTo
    banker_hand_alone: DrawsTo  # when the player hand has stood
    banker_hand: BankerChart
    player_line: Line
    banker_line: BankerLine
    tied: Tied
    bonus: list[ThreeCardWin] = []


class Baccarat(PlayerDealerFiling):
    family: Literal["baccarat"]
    game: BaccaratGame

    bonus_cards = {"player": None, "banker": None, "player-first": 2, "banker-first": 2}
    bonus_facts = frozenset({"total", "margin", "natural"})

    def dealt(self) -> Dealt:
        return Dealt()

    def told_apart(self, card: Any) -> object:
        """By its points, unless a bonus bet by data looks at more."""
        return card if any(table.looks_at for table in self.pay_table) else card_points(card)

    def wager_rules(self) -> Sequence[WagerRule]:
        game = self.game
        return (
            WagerRule(wager="player", where="game.player_line", filed=True, base=True),
            WagerRule(wager="banker", where="game.banker_line", filed=True, base=True),
            WagerRule(wager="tie", where="game.tied", rows=Ranked(hands=("tie",))),
            *(
                WagerRule(
                    wager=bonus.wager,
                    where=f"game.bonus[{place}].wager",
                    rows=AnyRow(most=1),
                    filed=True,
                )
                for place, bonus in enumerate(game.bonus)
            ),
        )

    def options_asked(self) -> Sequence[OptionUse]:
        naturals, line = self.game.naturals, self.game.banker_line
        uses = (
            OptionUse(
                name=naturals.option,
                where="game.naturals.option",
                values=SWITCH,
                filed=naturals.ends_drawing,
            ),
            OptionUse(
                name=line.option,
                where="game.banker_line.option",
                values=("pays", "push"),
                filed=line.three_card_seven,
            ),
        )
        return [use for use in uses if use.name]

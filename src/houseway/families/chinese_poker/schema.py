"""Face-up Chinese poker: thirteen cards in three segments, compared player by player in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from pydantic import Field, field_validator, model_validator

from houseway.cards.card import RANK_NAMES
from houseway.filings.schema.base import BadValue, Record, Span
from houseway.filings.schema.bonus import Key
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.said import Ruled
from houseway.filings.schema.uses import OptionUse
from houseway.hands.rankings import chart
from houseway.hands.value import plural

Name = Literal["top", "middle", "bottom"]
NAMES: tuple[Name, Name, Name] = ("top", "middle", "bottom")
SIZES: dict[Name, int] = {"top": 3, "middle": 5, "bottom": 5}
Made = Literal[
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "one-pair", "high-card",
]  # fmt: skip
SweepName = Literal["super-dragon", "dragon", "six-pairs", "three-straights", "three-flushes"]
WinLimit = Literal["hand", "opponent"]
Points = Annotated[int, Field(ge=1)]


def front_row(made: str, rank: int) -> str:
    """The bonus row of a pair or three in the three-card segment.

    >>> front_row("one-pair", 12), front_row("three-of-a-kind", 2)
    ('pair-of-queens', 'three-twos')
    """
    return f"pair-of-{plural(rank)}" if made == "one-pair" else f"three-{plural(rank)}"


_FRONT_ROWS = {
    front_row(made, rank) for made in ("one-pair", "three-of-a-kind") for rank in RANK_NAMES
}
_FIVE_CARD_ROWS = {
    "straight", "flush", "full-house", "four-of-a-kind", "straight-flush", "royal-flush",
    "three-of-a-kind", "two-pair", "one-pair", "high-card",
}  # fmt: skip


class Segment(Ruled):
    """One of the three hands a player sets: how many cards it takes and how they rank."""

    told_only = ("label", "cards", "ranking")  # the last two follow from the name

    name: Name
    label: str
    cards: int = Field(ge=1)
    ranking: Literal["chinese-front", "high"]


class Buttons(Ruled):
    """Dealer and action button, held by one player: position #1."""

    opens: Literal["left-of-house-dealer"]
    moves: Literal["clockwise"] = "clockwise"


class TableStakes(Ruled):
    """What a player must have on the table, and how much of it a hand can move.

    Nobody loses more than the stack the hand began with. What one player can win is limited to
    the own stack too: over the whole `hand`, or from each `opponent`.
    """

    least_points: Points  # in the stack when a hand begins
    buy_in_limits: Points  # first buy-in, in times the table limit
    win_limit: WinLimit


class FirstCards(Ruled):
    """Dealt one at a time face up, left of the button first, then placed in that order."""

    cards: int = Field(ge=1, le=13)


class LaterCards(Ruled):
    """Dealt face down, player after player; so many are placed face up, the rest discarded."""

    cards: int = Field(ge=1)
    placed: int = Field(ge=1)


class Compared(Ruled):
    """Position #1 meets everybody clockwise, then #2 those left; sweeps are paid before that."""

    order: Literal["from-button"]
    sweeps: Literal["first"]


class SegmentPoints(Ruled):
    """What a won segment is worth, and what becomes of equal ones.

    Between others a tie is a push. The button may win it, with or without its bonus.
    """

    segment: Points
    tie: Literal["push"]
    button_tie: Literal["wins", "wins-without-bonus", "push"]


class Foul(Ruled):
    """Segments out of order: what the player owes to each opponent who has not fouled."""

    equal_segments: Literal["foul"]
    per_segment: Points
    and_bonuses: bool
    between_fouls: Literal["nothing"] = "nothing"


class BonusRow(Record):
    """A hand of the bonus table and its points by segment."""

    told_only = ("label",)

    hand: Key
    label: str
    top: Points | None = None
    middle: Points | None = None
    bottom: Points | None = None

    @model_validator(mode="after")
    def _known_hand(self) -> BonusRow:
        known = _FRONT_ROWS if self.top is not None else _FIVE_CARD_ROWS
        if self.hand not in known:
            raise BadValue(f"{self.hand!r} is no hand of that segment", key="hand")
        if self.top is not None and (self.middle or self.bottom):
            raise BadValue("a row is for the top segment or for the five-card ones", key="top")
        if not (self.top or self.middle or self.bottom):
            raise BadValue(f"{self.hand!r} has no points in any segment", key="hand")
        return self


def _no_row_twice(hands: list[str]) -> None:
    for hand in hands:
        if hands.count(hand) > 1:
            raise ValueError(f"the row {hand!r} stands twice")


class Bonus(Ruled):
    """Points on top of a won segment."""

    rows: list[BonusRow] = Field(min_length=1)

    @field_validator("rows")
    @classmethod
    def _rows_differ(cls, rows: list[BonusRow]) -> list[BonusRow]:
        _no_row_twice([row.hand for row in rows])
        return rows

    def points(self, segment: Name, hand: str) -> int:
        """The bonus a hand has in a segment; nothing where the table has none."""
        return next((getattr(row, segment) or 0 for row in self.rows if row.hand == hand), 0)


class SweepRow(Record):
    """A clean sweep and what each opponent pays for it."""

    told_only = ("label",)

    hand: SweepName
    label: str
    points: Points


class CleanSweep(Ruled):
    """Naturals of thirteen cards, best first, paid when declared and not compared by segment.

    Sweeps of the same points are a push `by-value`; `by-rank` the higher in the list collects.
    """

    declared: Literal["before-comparison"]
    equal: Literal["by-value", "by-rank"]
    two_in_one: Literal["highest"]
    rows: list[SweepRow] = Field(min_length=1)

    @field_validator("rows")
    @classmethod
    def _rows_differ(cls, rows: list[SweepRow]) -> list[SweepRow]:
        _no_row_twice([row.hand for row in rows])
        return rows

    def find(self, hand: str) -> SweepRow | None:
        return next((row for row in self.rows if row.hand == hand), None)


class Entry(Ruled):
    """What leads to Fantasy Land: a pair of that rank or better on top, without a foul."""

    pair_from: Annotated[str, Field(pattern=r"^[2-9TJQKA]$")]


class Stay(Ruled):
    """What keeps a player there: one of these hands in its segment, without a foul."""

    top: list[Made]
    middle: list[Made]
    bottom: list[Made]


class FantasyLand(Ruled):
    """The next hand dealt all at once face down, and set before the others are dealt to."""

    told_only = ("cards",)  # a whole hand

    cards: int = Field(ge=1)
    entry: Entry
    stay: Stay


class ChinesePokerGame(Record):
    """The game, rule by rule."""

    segment: list[Segment]
    buttons: Buttons
    stakes: TableStakes
    first_cards: FirstCards
    later_cards: LaterCards
    compared: Compared
    points: SegmentPoints
    bonus: Bonus
    foul: Foul
    clean_sweep: CleanSweep
    fantasy_land: FantasyLand

    @field_validator("segment")
    @classmethod
    def _three_segments(cls, segments: list[Segment]) -> list[Segment]:
        if [one.name for one in segments] != list(NAMES):
            raise ValueError("the segments are top, middle and bottom, in that order")
        for one in segments:
            if one.cards != SIZES[one.name]:
                raise ValueError(f"the {one.name} segment takes {SIZES[one.name]} cards")
            if (one.ranking == "chinese-front") != (one.name == "top"):
                raise ValueError("the top segment ranks as chinese-front, the others as high")
        return segments

    @model_validator(mode="after")
    def _thirteen_are_placed(self) -> ChinesePokerGame:
        later = self.later_cards
        if later.placed > later.cards:
            raise BadValue("more cards are placed than dealt", key="later_cards")
        total = sum(one.cards for one in self.segment)
        if (total - self.first_cards.cards) % later.placed:
            raise BadValue(
                f"{self.first_cards.cards} cards and then {later.placed} at a time never make "
                f"{total}",
                key="later_cards",
            )
        if self.fantasy_land.cards != total:
            raise BadValue(f"a hand has {total} cards", key="fantasy_land.cards")
        return self

    @property
    def later_rounds(self) -> int:
        """How often later cards are dealt to a player."""
        total = sum(one.cards for one in self.segment)
        return (total - self.first_cards.cards) // self.later_cards.placed


class ChinesePoker(FilingBase):
    """A game among the players, each against each, in points."""

    kind: Literal["poker"]
    family: Literal["chinese-poker"]
    game: ChinesePokerGame

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        return {"Back and middle": chart("high"), "Front": chart("chinese-front")}

    @property
    def active(self) -> int:
        """How many are dealt in at most; others wait for the buttons to move."""
        return self.most_players

    def options_asked(self) -> Sequence[OptionUse]:
        filed = self.game.stakes.win_limit
        return (OptionUse(name="win_limit", values=get_args(WinLimit), filed=filed),)

    @property
    def limits_are(self) -> str:
        return "A point"

    def own_buy_in(self, bet: int) -> tuple[Span, str]:
        rule = self.game.stakes
        return Span(low=rule.buy_in_limits * bet, high=None), str(rule.cite)

    @model_validator(mode="after")
    def _deck_lasts(self) -> ChinesePoker:
        each = self.game.first_cards.cards + self.game.later_rounds * self.game.later_cards.cards
        plain = self.deck.kind == "standard-52" and self.deck.decks == [1, 1]
        if not plain or self.deck.without or each * self.active > 52:
            raise BadValue(
                f"{self.active} hands of {each} cards need a standard deck of 52", key="deck"
            )
        return self

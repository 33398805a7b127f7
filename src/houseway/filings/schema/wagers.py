"""Where wagers lie, and what they pay."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from houseway.filings.schema.base import BadValue, Cited, Grown, Money, Odds, Range
from houseway.filings.schema.bonus import Also, Key, Numbers, When


class Spot(Cited):
    """A place on the felt where a wager may lie before the deal."""

    told_only = ("label", "limits_in_schedule")

    name: Key
    label: str
    base: bool = False  # belongs to the base game; otherwise a bonus bet
    needs: list[str] = []  # spots of the same bettor that must be filled too
    needs_any: list[str] = []  # spots of the same bettor of which one at least must be filled
    equals: str = ""  # must be the same amount as that spot
    limits: Range | None = None  # holds whatever the schedule
    limits_in_schedule: bool = False  # the text leaves them to the schedule
    backline: Literal["permitted", "refused", "silent"]
    backline_needs: list[str] | None = None  # where others than `needs` bind backline bettors
    excludes: list[str] = []  # spots that may not be filled by the same bettor
    excludes_by: Literal["entry", "person"] = "entry"  # there, or wherever the person bets
    option: str = ""  # an option that offers this spot or not


class PayRow(Grown):
    """A row of a pay table: the hand's key, what it pays to one, and its envy prize.

    In a bonus bet by data, `when` says when the row is filled; it pays odds, a prize in dollars
    for a wager of one fixed amount, or returns the wager.
    """

    added = frozenset({"when", "also", "prize", "push"})
    told_only = ("label",)

    hand: Key
    label: str = ""
    pays: Odds | None = None
    envy: Money | None = None
    when: When | None = None  # where nothing is said, the key is a hand of the table's ranking
    also: list[Also] = []  # and what other cards must be
    prize: Money | None = None
    push: bool = False

    @model_validator(mode="after")
    def _wins_something(self) -> PayRow:
        if self.pays is None and self.envy is None and self.prize is None and not self.push:
            raise BadValue(
                f"{self.hand!r} pays nothing: the row has neither a payoff nor a prize",
                code="row-pays-nothing",
            )
        return self


class PayTable(Grown, Cited):
    """What a wager pays, best row first; a hand in no row loses (or pushes, as said).

    With `looks_at` the table is a bonus bet by data: the rows are tried from the first, on the
    cards it looks at. Without it a rule of the family names the rows.
    """

    added = frozenset({"looks_at", "against", "ranking", "paid_on", "decks", "adds"})
    told_only = ("title",)

    name: Key
    wager: Key
    title: str = ""  # the name it has in the filing, as TCB-6B4
    otherwise: Literal["lose", "push"] = "lose"
    looks_at: list[Key] = []  # whose cards, in the family's words; several are put together
    against: Key = ""  # the cards that margins and copies are measured by
    ranking: str = ""  # by which hands are named
    paid_on: Key = ""  # no wager of its own: paid on what lies on that spot, and never lost
    decks: Numbers | None = None  # only with so many decks
    adds: bool = False  # every row that is filled is paid, all together
    rows: list[PayRow] = Field(min_length=1)

    @field_validator("rows")
    @classmethod
    def _rows_differ(cls, rows: list[PayRow]) -> list[PayRow]:
        keys = [row.hand for row in rows]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"the row {key!r} stands twice")
        return rows

    @cached_property
    def asked(self) -> tuple[tuple[PayRow, dict[str, Any]], ...]:
        """Of a bonus bet by data, what each row asks for."""
        return tuple((r, r.when.given if r.when else {"hand": [r.hand]}) for r in self.rows)

    @cached_property
    def _by_hand(self) -> dict[str, PayRow]:
        return {row.hand: row for row in self.rows}

    def find(self, hand: str) -> PayRow | None:
        return self._by_hand.get(hand)


Outcome = Literal["win", "push", "lose"]


class Compared(Cited):
    """What a wager does when the player's hand is higher, lower or equal."""

    higher: Outcome
    lower: Outcome
    equal: Outcome

    @property
    def one_outcome(self) -> bool:
        """Whether it does the same however the hands compare."""
        return self.higher == self.lower == self.equal

"""Three card poker: ante and play against the bank's three cards, pair plus, six card bonus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from houseway.filings.schema.banking import Showing
from houseway.filings.schema.base import BadValue, Cited, Grown, Record
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.uses import Dealt, OptionUse, Ranked, WagerRule
from houseway.filings.schema.wagers import Compared
from houseway.hands.five_high import HIGH_ORDER
from houseway.hands.rankings import chart
from houseway.hands.three_card import THREE_CARD_ORDER


class Deal(Cited):
    """Three cards each, as a stack; which bank cards lie face up before players choose."""

    starts: Literal["left-of-bank"] = "left-of-bank"
    bank_cards_seen: list[Annotated[int, Field(ge=1, le=3)]]


class PlayOrFold(Grown, Cited):
    """The one choice: a play wager equal to the ante, or a fold and what it costs.

    Where other sizes are filed, a player says which: "play 2" is twice the ante.
    """

    added = frozenset({"times"})

    offered_from: Literal["left-of-bank", "left-of-house-dealer"] = "left-of-bank"
    fold_forfeits: list[str]
    times: Annotated[list[Annotated[int, Field(ge=1, le=10)]], Field(min_length=1)] = [1]

    @field_validator("times")
    @classmethod
    def _sizes_differ(cls, times: list[int]) -> list[int]:
        if len(set(times)) < len(times):
            raise ValueError("a size of the play wager stands twice")
        return times

    @property
    def moves(self) -> tuple[str, ...]:
        """How the play wager is made, the smallest first."""
        return ("play",) if self.times == [1] else tuple(f"play {n}" for n in sorted(self.times))


def play_times(move: str) -> int:
    """How many antes a move plays."""
    return int(move.removeprefix("play") or 1)


Rank = Annotated[str, Field(pattern=r"^[AKQJT98765432]$")]


class Qualifies(Grown, Cited):
    """The lowest high card the bank needs, and any pair qualifies; or the lowest pair; or any hand
    does."""

    added = frozenset({"pair", "always"})

    high_card: Rank | None = None
    pair: Rank | None = None
    always: bool = False

    @model_validator(mode="after")
    def _says_one_thing(self) -> Qualifies:
        said = (self.high_card is not None) + (self.pair is not None) + self.always
        if said != 1:
            raise BadValue(
                "one of high_card, pair and always is required",
                code="bad-value" if said else "missing-key",
                key="high_card",
            )
        if self.high_card is not None and self.high_card in "432":
            raise BadValue(
                f"no hand is lower than five high, so {self.high_card!r} asks for nothing; write "
                "always = true",
                key="high_card",
            )
        return self


class ThreeCardGame(Record):
    """The game, rule by rule."""

    ranking: Literal["three-card"] = "three-card"
    deal: Deal
    play: PlayOrFold
    qualifies: Qualifies
    ante_unqualified: Compared
    play_unqualified: Compared
    ante_qualified: Compared
    play_qualified: Compared
    showing: Showing | None = None  # from the bank's left where nothing is said


class ThreeCardPoker(PlayerDealerFiling):
    family: Literal["three-card-poker"]
    game: ThreeCardGame

    bonus_cards = {"own": 3, "bank": 3}
    bonus_facts = frozenset({"base", "bank_qualifies"})

    def dealt(self) -> Dealt:
        return Dealt(bank_cards=3)

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        return {"Three-card hands": chart("three-card")}

    def wager_rules(self) -> Sequence[WagerRule]:
        own, six = Ranked(hands=THREE_CARD_ORDER[:-1]), Ranked(hands=HIGH_ORDER[:-1])
        return (
            WagerRule(wager="ante", where="game.ante_qualified", filed=True, base=True),
            WagerRule(wager="pair_plus", where="game", rows=own),
            WagerRule(wager="six_card_bonus", where="game", rows=six),
        )

    def options_asked(self) -> Sequence[OptionUse]:
        return ()

    def kept_behind(self, wagers: Mapping[str, int]) -> int:
        return max(self.game.play.times) * wagers.get("ante", 0)

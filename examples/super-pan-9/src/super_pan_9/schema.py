"""What a filing of Super Pan 9 says beyond what every filing does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from houseway.filings.schema.base import Cited, Record
from houseway.filings.schema.common import Compared, PlayerDealerFiling
from houseway.filings.schema.uses import OptionUse, Ranked, WagerRule

HELD = 3  # cards dealt to each position; one more may be drawn
Points = Annotated[int, Field(ge=0, le=9)]


class Deal(Cited):
    """Three cards each, face down, from the player-dealer's left; how a drawn card lies."""

    drawn: Literal["face-up", "face-down"]


class Choice(Cited):
    """Each player draws one card or stands; with whom the dealer begins."""

    offered_from: Literal["left-of-bank", "left-of-house-dealer"]


class BankDraw(Cited):
    """The player-dealer has no choice: it draws up to so many points and stands above."""

    draws_to: Points
    all_stood: Points | None = None  # draws to so many where no player has drawn


class SuperPan9Game(Record):
    deal: Deal
    choice: Choice
    bank_draw: BankDraw
    wager: Compared


class SuperPan9(PlayerDealerFiling):
    family: Literal["super-pan-9"]
    game: SuperPan9Game

    @property
    def first_cards(self) -> int:
        return HELD

    def wager_rules(self) -> Sequence[WagerRule]:
        return (
            WagerRule(wager="game", where="game.wager", filed=True, base=True),
            WagerRule(wager="tie", where="game", rows=Ranked(hands=("tie",))),
        )

    def options_asked(self) -> Sequence[OptionUse]:
        return ()

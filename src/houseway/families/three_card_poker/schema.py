"""Three card poker: ante and play against the bank's three cards, pair plus, six card bonus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from houseway.filings.schema.base import Cited, Record
from houseway.filings.schema.common import Compared, PlayerDealerFiling, Showing
from houseway.filings.schema.uses import OptionUse, Ranked, WagerRule
from houseway.hands.five_high import HIGH_ORDER
from houseway.hands.rankings import chart
from houseway.hands.three_card import THREE_CARD_ORDER


class Deal(Cited):
    """Three cards each, as a stack; which bank cards lie face up before players choose."""

    starts: Literal["left-of-bank"] = "left-of-bank"
    bank_cards_seen: list[Annotated[int, Field(ge=1, le=3)]]


class PlayOrFold(Cited):
    """The one choice: a play wager equal to the ante, or a fold and what it costs."""

    offered_from: Literal["left-of-bank", "left-of-house-dealer"] = "left-of-bank"
    fold_forfeits: list[str]


class Qualifies(Cited):
    """The lowest high card the bank needs; any pair or better qualifies."""

    high_card: Annotated[str, Field(pattern=r"^[AKQJT98765432]$")]


class ThreeCardGame(Record):
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

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        return {"Three-card hands": chart("three-card")}

    def wager_rules(self) -> Sequence[WagerRule]:
        own, six = Ranked(hands=THREE_CARD_ORDER[:-1]), Ranked(hands=HIGH_ORDER[:-1])
        return (
            WagerRule(wager="ante", where="game.ante_qualified", filed=True),
            WagerRule(wager="pair_plus", where="game", rows=own),
            WagerRule(wager="six_card_bonus", where="game", rows=six),
        )

    def options_asked(self) -> Sequence[OptionUse]:
        return ()

    def kept_behind(self, wagers: Mapping[str, int]) -> int:
        return wagers.get("ante", 0)

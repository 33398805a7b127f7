"""Pai gow tiles: four tiles set as a low and a high hand, the house way as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from houseway.filings.schema.base import UNCOUNTED, Cited, Odds, Record
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.uses import Dealt, OptionUse, WagerRule

TileName = Literal[
    "Teen", "Dey", "Yun", "Gor", "Mooy", "Chong", "Bon", "Foo", "Ping", "Tit", "Look",
    "Chop Gow", "Chop Bot", "Chop Chit", "Chop Ng", "Gee Joon",
]  # fmt: skip
Dots = Annotated[int, Field(ge=2, le=12)]


class Doubtful(Cited):
    """A rule whose text is in doubt names the reading that holds."""

    reading: str = ""


class Ranks(Doubtful):
    """Which ranking hands are compared by."""

    ranking: Literal["tiles"] = "tiles"


class UnusedShown(Cited):
    """Hands of positions without a wager are opened to the players when all is settled."""


class Piles(Cited):
    """Piles of four, one for every position; the dice say who gets the first."""

    direction: Literal["clockwise", "counter-clockwise"]
    without_wager: Literal["discarded-unseen"] = "discarded-unseen"
    # Before the house dealer, and the bank chooses the first.
    laid_out: Annotated[bool, UNCOUNTED] = False
    unused_shown: Annotated[UnusedShown | None, UNCOUNTED] = None


class PlayersSet(Cited):
    """Players set freely, or leave four tiles in one stack to be set the house way."""

    house_way: bool  # may be asked for


class BankSets(Cited):
    """The house dealer sets the bank's hand by the chart; whether the bank may overrule it."""

    final_say: Literal["player-dealer", "house-way"]


class Compared(Doubtful):
    """Both hands higher win, both not higher lose, one of each pushes."""

    pays: Odds
    one_higher: Literal["push"] = "push"


class Copies(Doubtful):
    """Hands equal to the bank's, and zero against zero."""

    won_by: Literal["bank"] = "bank"


class Split(Doubtful):
    """A row of the chart: which pair is split, and when. All that is stated must hold.

    After the split each of the pair lies with one of the other two tiles. With
    `or_beside` a tile of so many dots beside the pair does as well as `low_from`.
    """

    told_only = ("says",)

    says: str
    pairs: list[TileName] = Field(min_length=1)
    holding: list[TileName] = []  # one of the other two tiles has such a name
    beside: list[list[Dots]] = Field(default=[], max_length=2)  # dots of the two, either way
    low_from: int | None = Field(default=None, ge=0, le=9)  # gongs and wongs count as more
    or_beside: list[Dots] = []


class Kept(Cited):
    """Pairs that are never split."""

    told_only = ("says",)

    says: str
    pairs: list[TileName] = Field(min_length=1)


class Whole(Doubtful):
    """How hands are set that no row on splitting is for."""

    told_only = ("says",)

    says: str


class HouseWayChart(Cited):
    """The chart by which the house dealer sets four tiles."""

    split: list[Split]
    never_split: Kept
    one_pair: Whole  # the pair is the high hand
    two_pairs: Whole  # the higher pair is the high hand, the lower the low one
    no_pair: Whole  # the highest high hand, then the highest low one

    @model_validator(mode="after")
    def _a_pair_has_one_row(self) -> HouseWayChart:
        named = [name for row in self.split for name in row.pairs] + self.never_split.pairs
        for name in named:
            if named.count(name) > 1:
                raise ValueError(f"the pair {name!r} stands in two rows")
        return self


class Touching(Doubtful):
    """A player who touches tiles or wager too late."""

    once: Literal["bank-has-its-tiles"]
    forfeits: Literal["hand-and-wager"]


class TilesGame(Record):
    """The game, rule by rule."""

    ranks: Ranks
    piles: Piles
    players_set: PlayersSet
    bank_sets: BankSets
    compared: Compared
    copies: Copies
    house_way: HouseWayChart
    touching: Touching | None = None


_HANDS = ("Supreme pair", "Matched pairs", "Unmatched pairs", "Wongs", "Gongs", "Nine or less")


class PaiGowTiles(PlayerDealerFiling):
    family: Literal["pai-gow-tiles"]
    game: TilesGame

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        return {"Hands of two tiles": list(_HANDS)}

    @model_validator(mode="after")
    def _parts_fit(self) -> PaiGowTiles:
        if 4 * self.table.seats > 32:
            raise ValueError("32 tiles make eight piles; the table has more positions")
        if self.first_action.method != "dice":
            raise ValueError("the dice place the first pile; first_action.method must be 'dice'")
        return self

    def dealt(self) -> Dealt:
        return Dealt(tiles=True, dice=True, counted=("tiles-32",), one_deck=True)

    def wager_rules(self) -> Sequence[WagerRule]:
        return (WagerRule(wager="game", where="game.compared", filed=True, base=True),)

    def options_asked(self) -> Sequence[OptionUse]:
        return ()

"""Bets as filed: forced ones, who may bet how much, and what a bet needs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from houseway.cards.card import RANKS
from houseway.filings.schema.base import Money
from houseway.filings.schema.collection import Structure
from houseway.filings.schema.said import Ruled


def _no_rank_twice(ranks: str) -> str:
    if len(set(ranks)) != len(ranks):
        raise ValueError(f"{ranks!r} names a rank twice")
    return ranks


# Card ranks, best first, as "AKQJT98765432"; a deck without some ranks leaves them out.
RankOrder = Annotated[str, Field(pattern=r"^[AKQJT2-9]{9,13}$"), AfterValidator(_no_rank_twice)]


class Antes(Ruled):
    """Every player puts in the posted ante before the deal. Without this rule there is none."""


class Posts(Ruled):
    """What players put in who enter or return between blinds."""

    told_only = ("between_blinds",)

    new_player: list[Literal["wait-for-big-blind", "post-after-button", "post-now"]]
    returning: list[Literal["wait-for-big-blind", "post-all-blinds"]]
    live: Literal["big-blind"] = "big-blind"  # the rest of a post goes dead into the pot
    between_blinds: bool = False  # may a new player be dealt in between the blinds


class Straddle(Ruled):
    """A further blind that a player may post before the cards, so many times the big blind.

    `most` players left of the blinds may, one after the other, each for as many times the last;
    or the button alone. It is the bet to call, and who posted it has the last word.
    """

    by: Literal["left-of-blinds", "button"]
    times: int = Field(default=2, ge=2)
    most: int = Field(default=1, ge=1)


class Blinds(Ruled):
    """Blinds, clockwise from the button, each the poster's own bet.

    `amounts` is given where the filing sets them. With two players `heads_up` says who posts:
    by the `letter` the player left of the button posts the small blind, by `custom` the button.
    """

    numbers: list[int] = Field(min_length=1)  # how many there may be, as [2] or [2, 3]
    amounts: list[Money] = []
    heads_up: Literal["letter", "custom"] = "letter"
    straddles: bool = False  # further blinds and posts may follow, in any amount
    straddle: Straddle | None = None
    posts: Posts | None = None


class BringIn(Ruled):
    """The forced bet of the first round in games without blinds.

    The `by` card in the order `ranks` brings it in. Under `lower-limit` a limit game's bring-in
    is a full lower bet; without limits it is the posted amount. `or_full_bet` lets the player
    open for the lower limit instead. `last_word` is what that player may do when all have called.
    """

    by: Literal["highest", "lowest"]
    ranks: RankOrder
    joker: Literal["", "ace"] = ""
    ties: Literal["highest-suit", "lowest-suit", "first-dealt"]
    amount: Literal["posted", "lower-limit"]
    or_full_bet: bool
    last_word: Literal["may-raise", "none"]


class DoubleBet(Ruled):
    """An open pair acts first and may bet the higher limit, which then holds for the round."""


def _number(value: object) -> object:
    return None if value == "any" else value


# How many; written "any" where there is no limit to them.
Raises = Annotated[
    Annotated[int, Field(ge=0)] | None,
    BeforeValidator(_number),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0}, {"const": "any"}]}),
]


class RaiseCap(Ruled):
    """How many raises may follow the bet in a round, and when there is no limit to them."""

    raises: Raises
    holds_in: list[Structure] = Field(min_length=1)
    lifted: Literal["two-at-start", "never"] = "two-at-start"


class ShortAllIn(Ruled):
    """An all-in for less than a full bet or raise.

    `action-only`: it must be called, but the full bet below it stands: the next raise is counted
    from that, and those who have acted may not raise. `over-the-top`: the next raise is counted
    from the all-in itself, and several short ones that make a full raise reopen the betting.
    """

    counts: Literal["action-only", "over-the-top"]
    forced_bets: Literal["in-full", "as-posted"] = "in-full"  # what a short blind costs to call


class LeastRaise(Ruled):
    """Games without fixed limits: a raise is at least the last one and the smallest bet."""

    at_least: Literal["last-raise"] = "last-raise"


class PotLimit(Ruled):
    """What a pot-limit raise may be: the pot as it is after the call, fees counted in, or half."""

    most: Literal["pot-after-call", "half-pot-after-call"] = "pot-after-call"


class Kill(Ruled):
    """A game with limits played higher for a hand, after somebody won too much.

    Who won a pot of `pot_at_least` alone, or without it two pots in a row, posts twice the big
    blind and all limits are doubled; in a half kill both are half as high again.
    """

    pot_at_least: Money | None = None
    size: Literal["full", "half"] = "full"
    acts: Literal["in-turn", "last"] = "in-turn"  # in the first round


class Openers(Ruled):
    """What the first to bet must hold: a pair of `pair` or better. It is proved at the end.

    When nobody opens, the antes go back or stay for the next hand's pot.
    """

    pair: Annotated[str, Field(pattern=r"^[AKQJT2-9]$")] = "J"
    passed_out: Literal["antes-returned", "pot-carried"]

    @property
    def rank(self) -> int:
        return RANKS.index(self.pair) + 2

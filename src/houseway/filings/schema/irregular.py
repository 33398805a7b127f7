"""What can go wrong in a round, and how a filing or a house says what is done about it.

An `Order` is one sentence of a text: for this kind of irregularity, at such a place, noticed by
then, do that. The orders of a filing stand in the order they are tried, the narrower first.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field, field_validator

from houseway.filings.schema.base import Citation, Record
from houseway.filings.schema.collection import ReadingId

KINDS: dict[str, str] = {
    "exposed-card": "a card was turned up that should have stayed down",
    "boxed-card": "a card lay face up in the deck",
    "flashed-card": "a card may have been seen by somebody as it was dealt",
    "fouled-card": "a card left the table, was damaged or got among the discards",
    "wrong-number": "a hand got too many or too few cards",
    "wrong-pile": "cards or tiles went to the wrong position",
    "identical-cards": "two cards of the same rank, suit and back lay in one deck",
    "early-board": "cards of the board were turned up before the choices were made",
    "late-board": "cards of the board were left out until later choices were made",
    "board-too-large": "the board got too many cards",
    "missing-burn": "a card that should have been burned was not",
    "early-burn": "a card was burned or dealt before the choices were made",
    "foul-hand": "a hand was set in an order the rules forbid",
    "wrong-setting": "the house dealer set a hand otherwise than the chart has it",
    "changed-setting": "a hand was set anew after it lay",
    "touched-tiles": "tiles or a wager were touched when they may no longer be",
    "touched-cards": "somebody other than the rules allow touched cards",
    "changed-discard": "a player wants other cards changed than those put down",
    "late-bet": "a wager was made, raised or taken back after no more bets was called",
    "changed-bet": "a player wants to change a bet or choice that was made",
    "out-of-turn": "somebody acted before it was their turn",
    "string-bet": "a bet or raise was put in by more than one motion without a word",
    "single-chip": "a chip larger than the bet was put in without a word",
    "miscalled-hand": "a hand was called or read as something it is not",
    "wrong-order-shown": "hands were opened in the wrong order",
    "unshown-hand": "a hand was claimed of which not all cards were shown",
    "missed-blind": "a player was away when the blinds passed",
    "straddle": "a player puts in more than the blinds before the cards",
    "kill": "a winner is to post a larger blind for the next hand",
    "called-off": "the round was called off after the fee and before the deal",
    "machine-fault": "the shuffler or the shoe failed",
    "short-deck": "the deck was found short, or with a card too many",
    "deck-change": "somebody asks for new cards",
}  # fmt: skip

Kind = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$")]

# Whose cards or act: a seat with a wager, the bank, a pile nobody bets on, a hand of the table's
# own (baccarat), the board, the deck; at tiles somebody who bets behind a seat.
Whose = Literal["seat", "behind", "bank", "unused", "hand", "board", "deck"]
# Before anybody acted, once somebody has, while wagers are settled, after that.
Noticed = Literal["deal", "choices", "settling", "after"]

Remedy = Literal[
    "void", "replaced", "reset", "true-value", "forfeit", "stands", "taken-back", "dead",
    "penalty", "discretion",
]  # fmt: skip

REMEDIES: dict[str, str] = {
    "void": "the round is void; what was put up goes back",
    "replaced": "the card is replaced, and the round goes on",
    "reset": "the hand is set anew, and the round goes on",
    "true-value": "the hand counts as what it is",
    "forfeit": "what is bet on the hand is lost",
    "stands": "the round goes on as it lies",
    "taken-back": "the cards are taken back and dealt again, and the round goes on",
    "dead": "the hand is dead; its chips stay in the pot",
    "penalty": "a penalty is paid, and the round goes on",
    "discretion": "management decides",
}
assert set(REMEDIES) == set(get_args(Remedy))


class HouseOrder(Record):
    """What is done about one kind of irregularity. All that is stated must hold."""

    told_only = ("says",)

    kinds: list[Kind] = Field(min_length=1)
    whose: list[Whose] = []  # empty: anybody's
    noticed: list[Noticed] = []  # empty: whenever
    ranks: list[Annotated[str, Field(pattern=r"^[AKQJT98765432]$|^Jk$")]] = []  # a card is one
    least: int = Field(default=1, ge=1)  # so many such cards or more in the round
    streets: list[str] = []  # at poker: the board concerned
    fewer_acted: int | None = Field(None, ge=1)  # at poker: before so many players have acted
    intact: bool = False  # only where the cards concerned can all be told
    by_house: bool = False  # only of a hand that the house dealer was asked to set
    backed: bool = False  # only of a hand on which others bet behind the seat
    remedy: Remedy
    wagers: list[str] = []  # those a forfeit takes; empty: all that lie on the hand
    fees: Literal["returned", "kept", "silent"] = "silent"  # of a void round
    says: str  # in our own words

    @field_validator("kinds")
    @classmethod
    def _known(cls, kinds: list[str]) -> list[str]:
        for kind in kinds:
            if kind not in KINDS:
                raise ValueError(
                    f"{kind!r} is no kind of irregularity; known are {', '.join(KINDS)}"
                )
        return kinds


class Order(HouseOrder):
    """What a filing orders, and where it says so."""

    cite: Citation
    note: str = ""
    reading: ReadingId | Literal[""] = ""  # the doubt that was decided, where it rests on one


class ProcedureSet(Record):
    """A file in `data/procedures/`: what a house does where its filings are silent.

    Nobody filed it. It is applied only where it was chosen, and every answer says so.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    title: str
    kind: Literal["player-dealer", "poker"]
    about: str
    order: list[HouseOrder] = Field(min_length=1)

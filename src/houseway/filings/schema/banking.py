"""How the bank is held, and in which order it is settled with."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from pydantic import Field, model_validator

from houseway.filings.schema.base import Citation, Cited, Money


class FirstAction(Cited):
    """Which seat is settled first."""

    method: Literal["card", "dice", "left-of-bank", "right-of-house-dealer"]
    # By card: which of the bank's cards (counted from 1), and what each rank counts.
    card: int | None = Field(None, ge=1)
    values: dict[str, int] = {}
    count_from: Literal["house-dealer-left", "beside-bank"] = "house-dealer-left"
    # By dice: the totals that belong to the bank's own position, and the way round.
    bank_totals: list[int] = []
    dice_direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    generator: bool = False  # a random-number generator may stand in for the dice

    @model_validator(mode="after")
    def _complete(self) -> FirstAction:
        if self.method == "card" and (self.card is None or not self.values):
            raise ValueError("first action by card needs `card` and `values`")
        if self.method == "dice" and not self.bank_totals:
            raise ValueError("first action by dice needs `bank_totals`")
        return self


class SettlementOrder(Cited):
    """The way round the table, and the order of wagers at a seat."""

    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    passes: Literal["seat-by-seat", "losers-first"] = "seat-by-seat"
    wager_order: list[str] = Field(min_length=1)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each wager in the order."""
        return {name: place for place, name in enumerate(self.wager_order)}


class Showing(Cited):
    """With which seat the players' hands are opened first."""

    starts: Literal["left-of-bank", "right-of-house-dealer"]


class PlayerDealer(Cited):
    """How the bank is held and passed on."""

    told_only = ("third_party",)  # said beside the names of those who come for a provider

    hands: int = Field(default=2, ge=1)
    in_a_row: int | None = Field(None, ge=1)  # the most one person may bank; None: only offered on
    offered: Literal["clockwise"] = "clockwise"
    declined_by_all: Literal["game-broken", "bank-continues", "silent"] = "silent"
    wager_maximum: Money | None = None
    third_party: Literal["permitted", "silent"] = "silent"
    third_party_cite: Citation | None = None

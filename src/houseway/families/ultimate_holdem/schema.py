"""Ultimate hold'em: ante and blind, one play wager the sooner the larger, trips, bad beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from houseway.filings.schema.banking import Showing
from houseway.filings.schema.base import UNCOUNTED, Cited, Grown, Record
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.uses import Dealt, OptionUse, Ranked, WagerRule
from houseway.filings.schema.wagers import Compared
from houseway.hands.five_high import HIGH_ORDER
from houseway.hands.rankings import chart

_HANDS = HIGH_ORDER[:-1]


class ShoeDeal(Cited):
    """The order in which cards come from a shoe, where another device has another one."""

    one_by_one: bool  # a card to everybody, then a second; else two at a time
    board: Literal["face-down-at-once", "face-down-first"]


class Deal(Cited):
    """Two cards each and five for the board."""

    starts: Literal["left-of-house-dealer", "left-of-bank"]
    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    # All five board cards lie face down, dealt after the hands or before them, or they are dealt
    # as play goes on.
    board: Literal["face-down-at-once", "face-down-first", "street-by-street"]
    burns: bool = False  # a card before each street
    from_shoe: Annotated[ShoeDeal | None, UNCOUNTED] = None  # where a shoe has its own order


class Street(Cited):
    """What a seat without a play wager may do when so many board cards are up."""

    board_cards: Literal[0, 3, 5]
    bets: list[Annotated[int, Field(ge=1, le=10)]]  # multiples of the ante
    may_check: bool
    may_fold: bool

    @cached_property
    def choices(self) -> tuple[str, ...]:
        """The moves that are open, in words."""
        bets = tuple(f"bet {times}" for times in self.bets)
        return (*bets, *("check",) * self.may_check, *("fold",) * self.may_fold)

    @field_validator("bets")
    @classmethod
    def _sizes_differ(cls, bets: list[int]) -> list[int]:
        if len(set(bets)) < len(bets):
            raise ValueError("a size of the play wager stands twice")
        return bets


class Fold(Cited):
    """What a fold costs, and what becomes of the bonus bets."""

    forfeits: list[str]
    trips: Literal["own-hand", "board-only"]
    # A folded bad beat bet is lost, or paid where the bank's hand is the higher one.
    bad_beat: Literal["lost", "paid-if-bank-higher", "not-offered"]


class Qualifies(Grown, Cited):
    """The lowest kind of hand with which the bank qualifies, and of pairs the lowest one."""

    added = frozenset({"from_rank"})

    minimum: Literal["high-card", "one-pair", "two-pair", "three-of-a-kind", "straight", "flush"]
    from_rank: Annotated[str, Field(pattern=r"^[AKQJT98765432]$")] | None = None

    @model_validator(mode="after")
    def _rank_is_of_a_pair(self) -> Qualifies:
        if self.from_rank is not None and self.minimum not in ("high-card", "one-pair"):
            raise ValueError("from_rank is for a high card or a pair")
        return self


class Blind(Cited):
    """A winner below the pay table pushes; a tie pushes; a loser loses."""

    below_pay_table: Literal["push", "lose"] = "push"
    equal: Literal["push", "lose"] = "push"


class BadBeat(Cited):
    """Paid by the beaten hand, whoever held it."""

    bank_unqualified: Literal["lose", "compared"]
    equal: Literal["lose"] = "lose"


class UltimateGame(Record):
    """The game, rule by rule."""

    ranking: Literal["high"] = "high"
    offered_from: Literal["left-of-house-dealer", "left-of-bank"] = "left-of-bank"
    deal: Deal
    street: Annotated[list[Street], Field(min_length=3, max_length=3)]
    fold: Fold
    qualifies: Qualifies
    ante_unqualified: Compared
    ante_qualified: Compared
    play: Compared
    blind: Blind
    bad_beat: BadBeat | None = None
    showing: Showing | None = None  # from the bank's left where nothing is said

    @model_validator(mode="after")
    def _streets_in_order(self) -> UltimateGame:
        if [street.board_cards for street in self.street] != [0, 3, 5]:
            raise ValueError("the streets must have 0, 3 and 5 board cards, in that order")
        for street in self.street:
            if not (street.bets or street.may_check or street.may_fold):
                raise ValueError(f"with {street.board_cards} board cards nothing may be chosen")
        if self.street[-1].may_check:
            raise ValueError(
                "who has not bet by the last board card bets or folds: no rule settles a hand that "
                "was checked to the end, so may_check is false there"
            )
        return self


class UltimateHoldem(PlayerDealerFiling):
    family: Literal["ultimate-holdem"]
    game: UltimateGame

    bonus_cards = {"own": 2, "bank": 2, "board": 5, "flop": 3}
    bonus_facts = frozenset({"base", "bank_qualifies"})

    def dealt(self) -> Dealt:
        return Dealt(bank_cards=2, one_deck=True)

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        return {"Hands": chart("high")}

    def wager_rules(self) -> Sequence[WagerRule]:
        hands = Ranked(hands=_HANDS)
        rules = [
            WagerRule(wager="ante", where="game.ante_qualified", filed=True, base=True),
            WagerRule(wager="blind", where="game.blind", rows=hands, filed=True, base=True),
            WagerRule(wager="trips", where="game.fold.trips", rows=hands, filed=True),
        ]
        if self.game.bad_beat is not None:
            # A hand that cannot be beaten is never the beaten one.
            beaten = Ranked(hands=_HANDS, never=("royal-flush",))
            rules.append(
                WagerRule(wager="bad_beat", where="game.bad_beat", rows=beaten, filed=True)
            )
        return rules

    def options_asked(self) -> Sequence[OptionUse]:
        return ()

    def kept_behind(self, wagers: Mapping[str, int]) -> int:
        most = max(max(street.bets, default=0) for street in self.game.street)
        return most * wagers.get("ante", 0)

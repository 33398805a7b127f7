"""Everybody who says whether a table may be: sign, table, round file, hand, simulation."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple

from houseway.analysis.simulate.table import SimulatedTable, table_terms
from houseway.errors import HousewayError
from houseway.families.poker.phh import PhhHand
from houseway.families.poker.phh_replay import set_up
from houseway.families.poker.schema import Poker
from houseway.filings.loader import load
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.sign import table_sign_json
from houseway.histories.adjudicate import adjudicate
from houseway.histories.round_file import check_round
from houseway.table.journal import MemoryJournal
from houseway.table.opening import AnyTable, open_table
from houseway.table.setup import Setup

# What a refusal is about, wherever it is written: in a round file or a hand the place differs.
PLACES = {
    "schedule", "_schedule", "limits", "small_bet", "big_bet", "min_bet", "structure",
    "_structure",
}  # fmt: skip


class Refusal(NamedTuple):
    code: str
    cite: str


def answer(ask: Callable[[], Any]) -> Refusal | None:
    """Why a table may not be; None if it may, whatever else is wrong with the round."""
    try:
        ask()
    except HousewayError as error:
        return Refusal(error.code, error.cite) if error.where in PLACES else None
    return None


# Player-dealer games


def signed(filing: str, schedules: tuple[str, ...], limits: str) -> Refusal | None:
    return answer(lambda: table_sign_json(load(filing), list(schedules), limits))


def opened(filing: str, schedules: tuple[str, ...], limits: str) -> Refusal | None:
    return answer(lambda: table(Setup(filing, schedule=schedules, limits=limits)))


def table(setup: Setup) -> AnyTable:
    return open_table(setup, MemoryJournal(), random.Random(0))


def adjudicated(filing: str, schedule: str, limits: str) -> Refusal | None:
    written = {
        "filing": filing,
        "schedule": schedule,
        "limits": limits,
        "bank": {"seat": 99, "wager": 100},  # refused once the table is permitted: nothing is dealt
    }
    return answer(lambda: adjudicate(check_round(written)))


def simulated(filing: str, schedule: str, limits: str) -> Refusal | None:
    game = load(filing)
    assert isinstance(game, PlayerDealerFiling)
    described = SimulatedTable.model_validate({"limits": limits})
    return answer(lambda: table_terms(game, described, schedule))


# Poker


def stakes(filing: Poker, structure: str, limits: tuple[int, int]) -> dict[str, Any]:
    """A table's stakes at these bets; without limits the blinds are the usual ones."""
    game, (small, big) = filing.game, limits
    limit = structure == "limit"
    given: dict[str, Any] = {"structure": structure}
    given |= {"small_bet": small, "big_bet": big} if limit else {"min_bet": 2}
    if game.blinds is not None:
        given["blinds"] = [1, small] if limit else [1, 2]
    if game.antes is not None:
        given["ante"] = "0.50"
    if game.bring_in is not None:
        given["bring_in"] = small if game.bring_in.amount == "lower-limit" and limit else 1
    return given


def spread(
    filing: Poker, schedules: tuple[str, ...], structure: str, limits: tuple[int, int]
) -> Refusal | None:
    """A poker table opened; where the bets have no limit, the amounts are its buy-in."""
    posted = f"{limits[0]}-{limits[1]}"
    setup = Setup(
        filing.id,
        schedule=schedules,
        limits=posted,
        stakes=stakes(filing, structure, limits),
    )
    return answer(lambda: table(setup))


def replayed(
    filing: Poker, schedule: str, structure: str, limits: tuple[int, int], players: int
) -> Refusal | None:
    given = stakes(filing, structure, limits)
    blinds = given.get("blinds", ())
    hand = PhhHand(
        variant="",
        filing=filing.id,
        structure=structure,
        schedule=schedule,
        antes=(Decimal(given.get("ante", 0)),) * players,
        blinds_or_straddles=(*blinds, *(0,) * (players - len(blinds))),
        bring_in=given.get("bring_in", 0),
        small_bet=given.get("small_bet", 0),
        big_bet=given.get("big_bet", 0),
        min_bet=given.get("min_bet", 0),
        starting_stacks=(1000,) * players,
        actions=(),
    )
    return answer(lambda: set_up(hand))

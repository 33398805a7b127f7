"""Stakes and collection options of a poker table for somebody who names none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from houseway.families.poker.schema import Poker
from houseway.filings.loader import schedule_sets
from houseway.filings.permitted.limits import stakes_objection
from houseway.filings.schedules import Schedule, find_schedule
from houseway.filings.schema.base import Span, cents, dollars
from houseway.filings.schema.collection import BlindsGroup, PotGroup, PotOption

LIMITS: Final = (4, 6, 8, 10, 20, 30, 40, 60, 100)  # in dollars; half of it where bets are free
WORTH: Final = 2  # so many times the fee lies in the smallest pot that pays it


def usual_stakes(filing: Poker) -> dict[str, Any]:
    """The smallest permitted game of the first structure filed in which the house's fee is no
    more than half of any pot.
    """
    schedules = [find_schedule(filing, one) for one in usual_schedules(filing)]
    small = [_stakes(filing, lower) for lower in LIMITS]
    permitted = [stakes for stakes in small if _permitted(filing, schedules, stakes)]
    worth = (one for one in permitted if not _eaten(filing, schedules, one))
    return next(worth, (permitted or small)[0])


def _stakes(filing: Poker, lower: int) -> dict[str, Any]:
    """Limits of so much and twice that; spread, any bet between; else blinds of a quarter and a
    half of it. Antes are a quarter of the smaller bet.
    """
    game = filing.game
    structure = game.structures.allowed[0]
    stakes: dict[str, Any] = {"structure": structure}
    by_weekday = any(isinstance(g, BlindsGroup) for s in schedule_sets(filing) for g in s.group)
    least = lower if structure in ("limit", "spread-limit") else lower // 2
    if structure == "limit" and not by_weekday:
        stakes |= {"small_bet": lower, "big_bet": 2 * lower}
    elif structure == "spread-limit":
        stakes |= {"min_bet": lower, "small_bet": 2 * lower, "big_bet": 2 * lower}
    elif not by_weekday:
        stakes["min_bet"] = least
    if game.blinds is not None and not game.blinds.amounts:
        stakes["blinds"] = [_dollars(50 * least), least]
    if game.antes is not None:
        stakes["ante"] = _dollars(25 * least)
    if game.bring_in is not None:
        whole = game.bring_in.amount == "lower-limit" and structure == "limit"
        stakes["bring_in"] = least if whole else _dollars(50 * least)
    return stakes


def _dollars(amount: int) -> int | str:
    return dollars(amount) if amount % 100 else amount // 100


def _permitted(filing: Poker, schedules: Sequence[Schedule], stakes: Mapping[str, Any]) -> bool:
    low = stakes.get("small_bet", stakes.get("min_bet"))
    if low is None:
        return True  # the day sets them
    high = stakes.get("big_bet")
    span = Span(low=cents(low), high=None if high is None else cents(high))
    objections = (
        stakes_objection(filing, one, stakes["structure"], span) for one in (*schedules, None)
    )
    return not any(objections)


def _eaten(filing: Poker, schedules: Sequence[Schedule], stakes: Mapping[str, Any]) -> bool:
    """Whether the fee is too much of the smallest pot it is taken from: everybody's ante, and the
    largest forced bet called once.
    """
    ante = cents(stakes.get("ante", 0))
    forced = [cents(one) for one in (*stakes.get("blinds", ()), stakes.get("bring_in", 0))]
    return any(
        ante * players + 2 * max(forced) < WORTH * _whole_fee(schedule.option)
        for schedule in schedules
        if isinstance(schedule.option, PotOption)
        for players in range(2, filing.table.seats + 1)
        if players in schedule.option.players
    )


def usual_schedules(filing: Poker) -> tuple[str, ...]:
    """The cheapest option for each number of players, until every number has one."""
    structure = filing.game.structures.allowed[0]
    offered = [
        option
        for one in schedule_sets(filing)[:1]
        for group, option in one.options()
        if isinstance(group, PotGroup) and structure in group.structures
        if isinstance(option, PotOption)
    ]
    chosen: list[str] = []
    covered: set[int] = set()
    for option in sorted(offered, key=_whole_fee):
        numbers = {n for n in range(2, filing.table.seats + 1) if n in option.players}
        if numbers - covered:
            chosen.append(str(option.number))
            covered |= numbers
    # Where fees go by the hour, those of the other hours for the same numbers of players.
    for option in offered:
        alike = [one for one in offered if str(one.number) in chosen and one.hours]
        if option.hours and any(one.players == option.players for one in alike):
            chosen += [str(option.number)] * (str(option.number) not in chosen)
    return tuple(chosen)


def _whole_fee(option: PotOption) -> int:
    return option.regular + option.turn + option.river + option.second + option.third

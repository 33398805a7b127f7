"""Stakes and collection options of a poker table for somebody who names none."""

from __future__ import annotations

from typing import Any

from houseway.families.poker.schema import Poker
from houseway.filings.loader import schedule_sets
from houseway.filings.schema.collection import BlindsGroup, PotGroup, PotOption


def usual_stakes(filing: Poker) -> dict[str, Any]:
    """A small game of the first structure filed: limits of 4 and 8, or blinds of 1 and 2;
    spread, any bet from 4 to 8."""
    game = filing.game
    structure = game.structures.allowed[0]
    stakes: dict[str, Any] = {"structure": structure}
    by_weekday = any(isinstance(g, BlindsGroup) for s in schedule_sets(filing) for g in s.group)
    if structure == "limit" and not by_weekday:
        stakes |= {"small_bet": 4, "big_bet": 8}
    elif structure == "spread-limit":
        stakes |= {"min_bet": 4, "small_bet": 8, "big_bet": 8}
    elif not by_weekday:
        stakes["min_bet"] = 2
    if game.blinds is not None and not game.blinds.amounts:
        stakes["blinds"] = [2, 4] if "small_bet" in stakes or by_weekday else [1, 2]
    if game.antes is not None:
        stakes["ante"] = "0.50"
    if game.bring_in is not None:
        lower = game.bring_in.amount == "lower-limit" and structure == "limit"
        stakes["bring_in"] = 4 if lower else 1
    return stakes


def usual_schedules(filing: Poker, structure: str) -> tuple[str, ...]:
    """The cheapest option for each number of players, until every number has one."""
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

"""A set of options against the game that uses it: rates, limits left to it, pots, tables."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.errors import Refused
from houseway.filings.lint.finding import Defect, warning
from houseway.filings.permitted.options import check_option, most_rates, rates_of
from houseway.filings.schedules import Schedule, never_due
from houseway.filings.schema.base import brief
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    Group,
    PotGroup,
    ScheduleSet,
)
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.wording.base import listed, ranges


def check_use(filing: FilingBase, one: ScheduleSet) -> Iterator[Defect]:
    yield from _check_own_cap(filing, one)
    yield from _check_usable(filing, one)
    for group in one.group:
        where = f"set {one.name}" + (f", options {group.options}" if group.options else "")
        if isinstance(filing, PlayerDealerFiling) and isinstance(group, CaliforniaGroup):
            yield from _check_bonus_limits(filing, group, where)
        if isinstance(group, PotGroup):
            yield from _check_pots(group, where)
            yield from _check_rounds(filing, group, where)
        if isinstance(group, BlindsGroup):
            yield warning(
                "fee-takes-pot",
                f"the blinds of {listed([brief(blind) for blind in group.blinds])} are the fee: a "
                "hand that is folded round to the last of them has nothing in its pot",
                where,
                group.cite,
            )


def _check_own_cap(filing: FilingBase, one: ScheduleSet) -> Iterator[Defect]:
    """The filing's own number of rates, where it is stricter than the law."""
    own = filing.collection.most_rates
    if own is None:
        return
    most = most_rates(filing)
    over = [option.number for _, option in one.options() if rates_of(option) > most.rates]
    if over:
        yield warning(
            "rates-over-filed",
            f"options {ranges(over)} have more rates than the {most.rates} the game's own rules "
            "allow: no table of this game may post them",
            f"set {one.name}",
            own.cite,
        )


def _check_usable(filing: FilingBase, one: ScheduleSet) -> Iterator[Defect]:
    """Options that no table of the game can use, with the reason they are refused for."""
    refused: dict[str, list[int]] = {}
    cites: dict[str, object] = {}
    for group, option in one.options():
        try:
            check_option(filing, Schedule(one, group, option))
        except Refused as why:
            said = why.message.removeprefix(f"option {option.number} is ")
            refused.setdefault(said, []).append(option.number)
            cites.setdefault(said, group.cite)
    for said, numbers in refused.items():
        yield warning(
            "option-unusable",
            f"no table can use options {ranges(numbers)}: {said}",
            f"set {one.name}, options {ranges(numbers)}",
            cites[said],
        )


def _check_bonus_limits(
    filing: PlayerDealerFiling, group: CaliforniaGroup, where: str
) -> Iterator[Defect]:
    """A bonus whose limits the text leaves to the schedule, and the schedule is silent."""
    for spot in filing.spot:
        given = spot.limits or group.bonus_limits.get(spot.name) or group.bonus_limits.get("*")
        if spot.limits_in_schedule and not (given or group.bonus_in_table_limits):
            yield warning(
                "bonus-limit-missing",
                f"the limits of {spot.label} are left to the schedule, which gives none: taken are "
                "those of the table",
                f"{where}, {spot.name}",
                spot.cite,
            )


def _check_pots(group: PotGroup, where: str) -> Iterator[Defect]:
    """A fee as large as the smallest pot it is taken from: two players, one bet each; a drop for
    the jackpot as large as the pot from which it is due."""
    dropped = [
        option.number
        for option in group.option
        if option.jackpot and 0 < group.jackpot_pot <= option.jackpot + option.regular
    ]
    if dropped:
        yield warning(
            "fee-takes-pot",
            f"options {ranges(dropped)}: the jackpot is dropped from a pot of "
            f"{brief(group.jackpot_pot)} on, and with the regular fee it takes all of it",
            where,
            group.cite,
        )
    least = _least_bet(group)
    if least is None:
        return
    over = [option.number for option in group.option if option.regular >= 2 * least]
    if over:
        fees = sorted({o.regular for o in group.option if o.number in over})
        most = f"to {brief(fees[-1])} " if len(fees) > 1 else ""
        yield warning(
            "fee-takes-pot",
            f"options {ranges(over)}: a pot of {brief(2 * least)}, two players with the least bet "
            f"of {brief(least)}, is legal, and the regular fee of {brief(fees[0])} {most}takes "
            "all of it",
            where,
            group.cite,
        )


def _check_rounds(filing: FilingBase, group: PotGroup, where: str) -> Iterator[Defect]:
    """A fee after a round of betting that the game does not have."""
    idle = [option.number for option in group.option if never_due(filing, option)]
    if idle:
        rounds = len(filing.betting_rounds)
        yield warning(
            "fee-never-due",
            f"options {ranges(idle)} have a fee after a later round of betting than the {rounds} "
            "the game has: it is never due",
            where,
            group.cite,
        )


def _least_bet(group: Group) -> int | None:
    """The smallest bet a paragraph permits; where only a buy-in is filed, nothing is said."""
    if isinstance(group, PotGroup) and group.smallest_game is not None:
        return group.smallest_game.low
    return group.minimum.low if group.minimum is not None else None

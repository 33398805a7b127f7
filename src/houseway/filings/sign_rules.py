"""Which schedule options may hang at a table together, and within which limits."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.errors import HousewayError
from houseway.filings.loader import schedule_sets
from houseway.filings.schema.base import Span, brief, parse_span
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    Group,
    PotGroup,
    PotOption,
    ScheduleSet,
    TimedGroup,
    WeekdayGame,
)
from houseway.filings.schema.common import FilingBase
from houseway.filings.terms import Schedule, find_schedule
from houseway.filings.wording.base import listed
from houseway.filings.wording.collection import STRUCTURES


@dataclass(frozen=True, slots=True)
class Chosen:
    """The options and limits of a table, found to be in order."""

    set: ScheduleSet
    schedules: list[Schedule]
    group: Group
    limits: Span
    limits_are: str  # what the two amounts stand for
    game: WeekdayGame | None = None  # where the day of the week decides
    warnings: tuple[str, ...] = ()


def choose(filing: FilingBase, wanted: list[str], limits: str) -> Chosen:
    """The table a house wants to run, or the rule that forbids it."""
    span = _parse_limits(limits)
    sets = schedule_sets(filing)
    days = next((g for s in sets for g in s.group if isinstance(g, BlindsGroup)), None)
    if days is not None:
        return _by_day(sets[0], days, wanted, span)
    if not wanted:
        raise HousewayError("no-schedule", "name a schedule option", where="schedule")
    schedules = [find_schedule(filing, one) for one in wanted]
    first = schedules[0]
    if isinstance(first.option, PotOption):
        _check_bands(filing, schedules)
    elif len(schedules) > 1:
        raise HousewayError(
            "several-schedules",
            f"{len(schedules)} options are named; a table uses one at a time",
            where="schedule",
            cite=str(first.set.cite),
        )
    for schedule in schedules:
        _check_limits(schedule, span)
    return Chosen(
        set=first.set,
        schedules=schedules,
        group=first.group,
        limits=span,
        limits_are=_what_limits_are(first.group),
        warnings=_warnings(first, span),
    )


def _parse_limits(limits: str) -> Span:
    try:
        span = Span.model_validate(parse_span(limits))
    except ValueError:
        raise HousewayError(
            "bad-limits", f'{limits!r} are no limits; write them as "5-500"', where="limits"
        ) from None
    if span.high is not None and span.low == span.high and "-" not in limits:
        raise HousewayError(
            "bad-limits", f'{limits!r} is one amount; write both, as "5-500"', where="limits"
        )
    return span


def _by_day(one: ScheduleSet, group: BlindsGroup, wanted: list[str], span: Span) -> Chosen:
    """Where the blinds are the fee: the day stands in place of an option's number."""
    games: dict[str, WeekdayGame] = {day: game for game in group.game for day in game.days}
    named = {games[day.lower()].title for day in wanted if day.lower() in games}
    if not wanted or len(named) != 1 or any(day.lower() not in games for day in wanted):
        raise HousewayError(
            "unknown-schedule",
            "this filing has no numbered options: its fees go by the day of the week, so name a "
            f"day ({', '.join(games)})",
            where="schedule",
            cite=str(group.cite),
        )
    game = games[wanted[0].lower()]
    filed = Span(low=min(game.bets), high=max(game.bets))
    if span != filed:
        raise HousewayError(
            "limits-not-permitted",
            f"the game of {wanted[0].lower()} is {game.title}: limits {filed}, not {span}",
            where="limits",
            cite=str(group.cite),
        )
    return Chosen(one, [], group, span, "Betting limits", game=game)


def _check_bands(filing: FilingBase, schedules: list[Schedule]) -> None:
    """Pot fees go by the number of players: one option for each, and none left out."""
    first = schedules[0]
    cite = str(first.group.cite)
    group = first.group
    for one in schedules:
        if not isinstance(one.option, PotOption) or not isinstance(one.group, PotGroup):
            raise HousewayError(
                "options-do-not-go-together",
                f"option {one.option.number} is a fee by the clock, option {first.option.number} "
                "one from the pot; a table has one kind",
                where="schedule",
                cite=str(one.group.cite),
            )
        if isinstance(group, PotGroup) and one.group.structures != group.structures:
            kinds = [listed(STRUCTURES[s] for s in g.structures) for g in (group, one.group)]
            raise HousewayError(
                "options-do-not-go-together",
                f"option {first.option.number} is for {kinds[0]} games, option "
                f"{one.option.number} for {kinds[1]}",
                where="schedule",
                cite=str(one.group.cite),
            )
    for players in range(2, (filing.table.active or filing.table.seats) + 1):
        fits = [one.option.number for one in schedules if _covers(one, players)]
        if len(fits) > 1:
            raise HousewayError(
                "bands-overlap",
                f"options {listed(map(str, fits))} are both for {players} players; post one",
                where="schedule",
                cite=cite,
            )
        if not fits and any(
            isinstance(o, PotOption) and players in o.players
            for g, o in first.set.options()
            if isinstance(g, PotGroup) and isinstance(group, PotGroup)
            if g.structures == group.structures
        ):
            raise HousewayError(
                "band-missing",
                f"no option named is for {players} players; post one for each number that may play",
                where="schedule",
                cite=cite,
            )


def _covers(schedule: Schedule, players: int) -> bool:
    return isinstance(schedule.option, PotOption) and players in schedule.option.players


def _what_limits_are(group: Group) -> str:
    if isinstance(group, PotGroup) and "limit" not in group.structures and group.buy_in:
        return "Buy-in"
    return "Table limits" if isinstance(group, CaliforniaGroup) else "Betting limits"


def _check_limits(schedule: Schedule, span: Span) -> None:
    """The posted limits keep within those the option and its paragraph permit."""
    group, option = schedule.group, schedule.option
    own = option.limits if isinstance(option, CaliforniaOption) else None
    if own is not None:
        _within(span, own, schedule, "its table limit is")
        if isinstance(group, CaliforniaGroup):
            _check_cap(span, group)
        return
    if not isinstance(group, CaliforniaGroup):
        _check_stakes(span, group, schedule)
        return
    if group.minimum is not None and span.low not in group.minimum:
        _refuse(schedule, f"a minimum of {brief(span.low)} is not in the range {group.minimum}")
    if group.maximum is not None:
        top = group.maximum.high
        if span.high is None and top is not None:
            _refuse(schedule, f"a maximum must be posted, at most {brief(top)}")
        elif span.high is not None and span.high not in group.maximum:
            _refuse(
                schedule, f"a maximum of {brief(span.high)} is not in the range {group.maximum}"
            )
    if isinstance(group, CaliforniaGroup):
        _check_cap(span, group)


def _check_stakes(span: Span, group: Group, schedule: Schedule) -> None:
    """At poker the limits are the stakes of the game, or the buy-in where there are none."""
    if group.minimum is not None:
        top = group.maximum.high if group.maximum is not None else None
        _within(span, Span(low=group.minimum.low, high=top), schedule, "its limits are")
    if not isinstance(group, PotGroup):
        return
    if group.buy_in is not None:
        _within(span, group.buy_in, schedule, "its buy-in is")
    low, high = group.smallest_game, group.largest_game
    if low is not None and (span.low < low.low or (span.high or span.low) < (low.high or low.low)):
        _refuse(schedule, f"the smallest game it permits is {low}")
    if high is not None and (span.high is None or span.high > (high.high or high.low)):
        _refuse(schedule, f"the largest game it permits is {high}")


def _within(span: Span, permitted: Span, schedule: Schedule, words: str) -> None:
    too_high = permitted.high is not None and (span.high is None or span.high > permitted.high)
    if span.low < permitted.low or too_high:
        _refuse(schedule, f"{words} {permitted}, not {span}")


def _check_cap(span: Span, group: CaliforniaGroup) -> None:
    cap = group.wager_cap
    if cap is None or group.wager_cap_is != "refused":
        return
    if span.high is None or span.high > cap:
        raise HousewayError(
            "limits-not-permitted",
            f"the city's ordinance allows no bet over {brief(cap)}",
            where="limits",
            cite=str(group.cite),
        )


def _refuse(schedule: Schedule, why: str) -> None:
    raise HousewayError(
        "limits-not-permitted",
        f"option {schedule.option.number}: {why}",
        where="limits",
        cite=str(schedule.group.cite),
    )


def _warnings(schedule: Schedule, span: Span) -> tuple[str, ...]:
    """What hangs on the wall although a floorperson should know more."""
    group, option = schedule.group, schedule.option
    found: list[str] = []
    cap = group.wager_cap if isinstance(group, CaliforniaGroup) else None
    if cap is not None and (span.high is None or span.high > cap):
        found.append(f"the filing elsewhere names a city ordinance: no bet over {brief(cap)}")
    if isinstance(option, CaliforniaOption):
        for side, missing in (("bank", option.bank_missing), ("player", option.player_missing)):
            found += [f"the filing gives no {side} fee for {one}" for one in missing]
    if isinstance(group, TimedGroup):
        found.append("the fee is taken by the clock and not from the pot")
    return tuple(found)

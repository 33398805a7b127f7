"""The options and limits a house wants to post, found to be in order or refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from houseway.errors import Refused
from houseway.filings.loader import schedule_sets
from houseway.filings.permitted.limits import (
    Spaces,
    check_limits,
    day_objection,
    parse_limits,
    parse_spaces,
    posts_buy_in,
    wager_cap,
)
from houseway.filings.permitted.options import check_schedules
from houseway.filings.schedules import Schedule, by_day, find_schedule
from houseway.filings.schema.base import Span, brief
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    Group,
    ScheduleSet,
    TimedGroup,
    WeekdayGame,
)
from houseway.filings.schema.common import FilingBase


@dataclass(frozen=True, slots=True)
class Posted:
    """The options and limits of a table, found to be in order."""

    set: ScheduleSet | None  # none where no schedule is filed
    schedules: list[Schedule]
    group: Group | None
    limits: Span
    limits_are: str  # what the two amounts stand for
    spaces: Spaces = field(default_factory=dict)
    game: WeekdayGame | None = None  # where the day of the week decides
    warnings: tuple[str, ...] = ()


def posted(filing: FilingBase, wanted: Sequence[str], limits: str) -> Posted:
    """The table a house wants to run, or the rule that forbids it."""
    span = parse_limits(limits)
    days = by_day(filing)
    if days is not None:
        rounds = len(filing.betting_rounds)
        return _by_day(schedule_sets(filing)[0], days, wanted, span, rounds)
    if not wanted and not schedule_sets(filing):
        return Posted(None, [], None, span, "Table limits", parse_spaces(filing, limits))
    if not wanted:
        raise Refused("no-schedule", "name a schedule option", where="schedule")
    schedules = [find_schedule(filing, one) for one in wanted]
    check_schedules(filing, schedules)
    check_limits(filing, schedules, span)
    first = schedules[0]
    return Posted(
        set=first.set,
        schedules=schedules,
        group=first.group,
        limits=span,
        limits_are=filing.limits_are or _what_limits_are(first.group),
        spaces=parse_spaces(filing, limits),
        warnings=tuple(_warnings(first, span)),
    )


def _by_day(
    one: ScheduleSet, group: BlindsGroup, wanted: Sequence[str], span: Span, rounds: int
) -> Posted:
    """Where the blinds are the fee: the day stands in place of an option's number."""
    games: dict[str, WeekdayGame] = {day: game for game in group.game for day in game.days}
    named = [games.get(day.lower()) for day in wanted]
    game = named[0] if named else None
    if game is None or any(other != game for other in named):
        raise Refused(
            "unknown-schedule",
            "this filing has no numbered options: its fees go by the day of the week, so name a "
            f"day ({', '.join(games)})",
            where="schedule",
            cite=str(group.cite),
        )
    found = day_objection(group, game, span, rounds=rounds)
    if found is not None:
        raise Refused("limits-not-permitted", found.said, where="limits", cite=found.cite)
    return Posted(one, [], group, span, "Betting limits", game=game)


def _what_limits_are(group: Group) -> str:
    if posts_buy_in(group):
        return "Buy-in"
    return "Table limits" if isinstance(group, CaliforniaGroup) else "Betting limits"


def _warnings(schedule: Schedule, span: Span) -> Iterator[str]:
    """What hangs on the wall although a floorperson should know more."""
    group, option = schedule.group, schedule.option
    cap = wager_cap(group, "warned")
    if cap is not None and (span.high is None or span.high > cap):
        yield f"the filing elsewhere names a city ordinance: no bet over {brief(cap)}"
    if isinstance(option, CaliforniaOption):
        for side, missing in (("bank", option.bank_missing), ("player", option.player_missing)):
            yield from (f"the filing gives no {side} fee for {one}" for one in missing)
    if isinstance(group, TimedGroup):
        yield "the fee is taken by the clock and not from the pot"

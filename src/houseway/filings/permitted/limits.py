"""Which limits a table may post under the options it has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from houseway.errors import Refused
from houseway.filings.loader import schedule_sets
from houseway.filings.schedules import Schedule, by_day
from houseway.filings.schema.base import Span, brief, parse_span
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    Group,
    Option,
    PotGroup,
    TimedGroup,
    WeekdayGame,
)
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling
from houseway.filings.schema.house import BY_THE_BOOK, Ordinance
from houseway.filings.wording.base import listed

Spaces = Mapping[str, Span]  # by spot, where a betting space has limits of its own


class Objection(NamedTuple):
    """Why limits may not be posted: which of the two amounts, what is wrong, under which clause."""

    end: Literal["low", "high"]
    said: str
    cite: str


def parse_limits(limits: str) -> Span:
    """The two amounts a table posts, as "5-500" or "25-none"; those of spaces may follow."""
    limits = str(limits).partition(";")[0].strip()
    if not limits:
        raise Refused(
            "bad-limits", 'the limits in force are missing; give them, as "5-500"', where="limits"
        )
    try:
        span = Span.model_validate(parse_span(limits))
    except ValueError:
        raise Refused(
            "bad-limits", f'{limits!r} are no limits; write them as "5-500"', where="limits"
        ) from None
    if span.low == span.high and "-" not in limits:
        raise Refused(
            "bad-limits", f'{limits!r} is one amount; write both, as "5-500"', where="limits"
        )
    return span


def parse_spaces(filing: FilingBase, limits: str) -> Spaces:
    """Limits of single betting spaces after the table's own, as "5-500; tie 5-50"."""
    table, *parts = (part.strip() for part in str(limits).split(";"))
    spaces: dict[str, Span] = {}
    for part in parts:
        name, _, amounts = part.partition(" ")
        spaces[name] = own = parse_limits(amounts)
        said = _space_objection(filing, name, own, parse_limits(table))
        if said:
            raise Refused(
                "limits-not-permitted", said, where=f"limits, {name}", cite=str(filing.table.cite)
            )
    return spaces


def _space_objection(filing: FilingBase, name: str, own: Span, table: Span) -> str:
    spot = filing.find_spot(name) if isinstance(filing, PlayerDealerFiling) else None
    if not filing.table.limits_by_space:
        return "the filing has one limit for all betting spaces"
    if spot is None:
        return f"the game has no {name} wager"
    if spot.limits is not None:
        return f"the filing sets the limits of {name}: {spot.limits}"
    if own.low < table.low:
        return f"nobody may bet less than the table minimum of {brief(table.low)}"
    if table.high is not None and (own.high is None or own.high > table.high):
        return f"the table maximum is {brief(table.high)}"
    return ""


def check_limits(
    filing: FilingBase, schedules: Sequence[Schedule], limits: Span, *, structure: str = ""
) -> None:
    """The posted limits keep within what every option named permits.

    With no option in force a player-dealer table's own limits hold as they are (reading
    "table-games 6"); at poker, what no option permits is not offered (reading "poker G-26").
    """
    group = by_day(filing)
    found = (
        Objection("low", "the day of the week sets the limits; leave them out", str(group.cite))
        if group is not None
        else next(filter(None, (_objection(s.group, s.option, limits) for s in schedules)), None)
        if schedules
        else _objection_of_all(for_structure(filing, structure), limits)
    )
    if found is not None:
        raise Refused("limits-not-permitted", found.said, where="limits", cite=found.cite)


def check_ordinance(ordinance: Ordinance | None, limits: Span) -> None:
    """No table posts limits beyond what the city allows."""
    cap = ordinance.most_wager if ordinance is not None else None
    if ordinance is not None and cap is not None and (limits.high is None or limits.high > cap):
        raise Refused(
            "limits-not-permitted",
            f"the city allows no wager over {brief(cap)}, {BY_THE_BOOK}",
            where="limits",
            cite=ordinance.cite,
        )


def stakes_objection(
    filing: FilingBase, schedule: Schedule | None, structure: str, stakes: Span
) -> Objection | None:
    """Why a poker game is not offered at these stakes: the lower and the higher bet."""
    if schedule is not None:
        if posts_buy_in(schedule.group):
            return None
        return _objection(schedule.group, schedule.option, stakes)
    pairs = for_structure(filing, structure)
    if any(posts_buy_in(group) for group, _ in pairs):
        return None
    return _objection_of_all(pairs, stakes)


def day_objection(
    group: BlindsGroup, game: WeekdayGame, limits: Span, *, rounds: int = 0
) -> Objection | None:
    """Where the day sets the game, its limits are the filed ones and no others.

    A game with fewer `rounds` than the day's has may post only what it can come to.
    """
    filed = Span(low=min(game.bets), high=max(game.bets))
    own = game.bets[: rounds or None]
    if limits in (filed, Span(low=min(own), high=max(own))):
        return None
    return Objection(
        "low" if limits.low != filed.low else "high",
        f"the game of {listed(game.days)} is {game.title}: limits {filed}, not {limits}",
        str(group.cite),
    )


def for_structure(filing: FilingBase, structure: str) -> list[tuple[Group, Option]]:
    """The paragraphs of a structure, each with one of its options."""
    return [
        (group, group.option[0])
        for one in schedule_sets(filing)
        for group in one.group
        if isinstance(group, PotGroup | TimedGroup) and structure in group.structures
    ]


def _objection_of_all(pairs: Sequence[tuple[Group, Option]], limits: Span) -> Objection | None:
    found = [_objection(group, option, limits) for group, option in pairs]
    return found[0] if found and all(found) else None


def _objection(group: Group, option: Option, limits: Span) -> Objection | None:
    """What an option and its paragraph have against limits."""
    rules = _table_rules if isinstance(group, CaliforniaGroup) else _stakes_rules
    for end, is_wrong, said in rules(group, option, limits):
        if is_wrong:
            return Objection(end, f"option {option.number}: {said()}", str(group.cite))
    return None


# Which end of the limits, whether it is wrong, and the words for it: hands ask often and are
# seldom refused.
Rule = tuple[Literal["low", "high"], bool, Callable[[], str]]


def _table_rules(group: Group, option: Option, limits: Span) -> Iterator[Rule]:
    """Of a player-dealer table: its option's own limit, or the ranges the house picks from."""
    assert isinstance(group, CaliforniaGroup)
    assert isinstance(option, CaliforniaOption)
    low, high, top = group.minimum, group.maximum, limits.high
    if option.limits is not None:
        yield from _within(limits, option.limits, "its table limit is")
    else:
        if low is not None:
            said = f"a minimum of {brief(limits.low)} is not in the range {low}"
            yield "low", limits.low not in low, lambda: said
        if high is not None and top is None:
            most = f"a maximum must be posted, at most {brief(high.high or 0)}"
            yield "high", high.high is not None, lambda: most
        elif high is not None and top is not None:
            outside = f"a maximum of {brief(top)} is not in the range {high}"
            yield "high", top not in high, lambda: outside
    cap = wager_cap(group, "refused")
    if cap is not None:
        over = f"the city's ordinance allows no bet over {brief(cap)}"
        yield "high", top is None or top > cap, lambda: over


def wager_cap(group: Group | None, kind: Literal["refused", "warned"]) -> int | None:
    """A city's limit on any wager: one that refuses, or one that only warns."""
    if isinstance(group, CaliforniaGroup) and group.wager_cap_is == kind:
        return group.wager_cap
    return None


def _stakes_rules(group: Group, option: Option, limits: Span) -> Iterator[Rule]:  # noqa: ARG001
    """At poker: the lower and the higher bet, or the buy-in where the bets have no limit."""
    if group.minimum is not None:
        top = group.maximum.high if group.maximum is not None else None
        yield from _within(limits, Span(low=group.minimum.low, high=top), "its limits are")
    if not isinstance(group, PotGroup):
        return
    if group.buy_in is not None:
        yield from _within(limits, group.buy_in, "its buy-in is")
    small, large, high = group.smallest_game, group.largest_game, limits.high

    def too_small() -> str:
        return f"the smallest game it permits is {small}"

    def too_large() -> str:
        return f"the largest game it permits is {large}"

    if small is not None:
        yield "low", limits.low < small.low, too_small
        yield "high", high is not None and high < (small.high or small.low), too_small
    if large is not None:
        yield "high", high is None or high > (large.high or large.low), too_large
        yield "low", limits.low > large.low, too_large


def _within(limits: Span, permitted: Span, words: str) -> Iterator[Rule]:
    def outside() -> str:
        return f"{words} {permitted}, not {limits}"

    top = permitted.high
    yield "low", limits.low < permitted.low, outside
    yield "high", top is not None and (limits.high is None or limits.high > top), outside


def posts_buy_in(group: Group) -> bool:
    """Whether the two amounts a table posts are its buy-in."""
    return isinstance(group, PotGroup) and group.buy_in is not None

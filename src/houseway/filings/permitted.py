"""What a table may be: one law for signs, tables, round files, hands and simulations.

Which options hang together, for which structure and how many players, within which limits, and
what a wager and a buy-in may be. Everybody who needs an answer asks here, so that all of them
refuse the same thing with the same clause. What differs from game to game, the filing says
itself: its `structures`, `most_players` and `own_buy_in`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import product
from typing import Literal, NamedTuple

from houseway.errors import Refused
from houseway.filings.loader import schedule_sets
from houseway.filings.schedules import Schedule, by_day, find_schedule
from houseway.filings.schema.base import Span, brief, parse_span
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    Group,
    Option,
    PotGroup,
    PotOption,
    ScheduleSet,
    Structure,
    TimedGroup,
    WeekdayGame,
)
from houseway.filings.schema.common import FilingBase, PlayerDealerFiling, Spot
from houseway.filings.schema.house import BY_THE_BOOK, Ordinance
from houseway.filings.wording.base import listed
from houseway.filings.wording.collection import STRUCTURES

Bounds = tuple[Span, str]  # what is permitted, and the clause that says so
POSTED_LIMITS = "the posted table limits"
SPACE_LIMITS = "the posted limits of the betting space"
Spaces = Mapping[str, Span]  # by spot, where a betting space has limits of its own


class Objection(NamedTuple):
    """Why limits may not be posted: which of the two amounts, what is wrong, under which clause."""

    end: Literal["low", "high"]
    said: str
    cite: str


# The options of a table.

RATES_BY_LAW = 5  # Penal Code 337j


class MostRates(NamedTuple):
    """How many rates of fees a table may post, and who says so."""

    rates: int
    cite: str


def most_rates(filing: FilingBase) -> MostRates:
    """Five by law; fewer where the game's own rules say so."""
    own = filing.collection.most_rates
    return (
        MostRates(RATES_BY_LAW, "Penal Code 337j")
        if own is None
        else MostRates(own.rates, str(own.cite))
    )


def rates_of(option: Option) -> int:
    """How many rates an option has: the brackets of the party that pays by more of them."""
    if not isinstance(option, CaliforniaOption):
        return 1
    bank = len(option.bank) + len(option.bank_missing)
    return max(bank, len(option.player) + len(option.player_missing))


def check_option(
    filing: FilingBase, schedule: Schedule, *, structure: str = "", players: int = 0
) -> None:
    """One option by itself: whether the game can use it, in this structure and for so many."""
    group, option = schedule.group, schedule.option
    for_structures = _structures(group)
    if for_structures and filing.structures and not {*for_structures} & {*filing.structures}:
        raise Refused(
            "structure",
            f"option {option.number} is for {_games(for_structures)}; {filing.title} is filed for "
            f"{_games(filing.structures)} only",
            where="schedule",
            cite=filing.structures_cite,
        )
    if structure and for_structures and structure not in for_structures:
        raise Refused(
            "schedule-structure",
            f"{schedule.cite} is for {_games(for_structures)}; this one is {structure}",
            where="schedule",
            cite=str(group.cite),
        )
    if not isinstance(option, PotOption):
        return
    if option.players.low > filing.most_players:
        raise Refused(
            "schedule-seats",
            f"option {option.number} is for {option.players} players; the game is for "
            f"{filing.most_players} at most",
            where="schedule",
            cite=str(filing.table.cite),
        )
    if players and players not in option.players:
        raise Refused(
            "schedule-players",
            f"option {option.number} is for {option.players} players; {players} are dealt in",
            where="schedule",
            cite=schedule.cite,
        )


def fits(schedule: Schedule, structure: str, players: int) -> bool:
    """Whether a posted option is the one for a hand; fees by the clock are for any number."""
    structures = _structures(schedule.group)
    return (not structures or structure in structures) and (
        not isinstance(schedule.option, PotOption) or _is_for(schedule.option, players)
    )


def in_force(schedules: Sequence[Schedule], at: datetime) -> list[Schedule]:
    """Those of a table's options that are for the hour."""
    return [one for one in schedules if _at(one.option, at.hour * 60 + at.minute)]


def _at(option: Option, minute: int) -> bool:
    return option.hours is None or minute in option.hours


def _changes_of_hour(options: Iterable[Option]) -> list[int]:
    """The minutes of the day at which another option may come into force."""
    hours = [option.hours for option in options if option.hours is not None]
    return sorted({0, *(one.start for one in hours), *(one.end for one in hours)})


def check_structure(filing: FilingBase, structure: str) -> None:
    """A game is spread in the structures filed for it."""
    if filing.structures and structure not in filing.structures:
        raise Refused(
            "structure",
            f"{structure} is not filed for this game; filed is {' or '.join(filing.structures)}",
            where="structure",
            cite=filing.structures_cite,
        )


def check_schedules(
    filing: FilingBase, schedules: Sequence[Schedule], *, structure: str = ""
) -> None:
    """The options a table posts: one, or where the pot pays one for each number of players."""
    for one in schedules:
        check_option(filing, one, structure=structure)
    if schedules and isinstance(schedules[0].option, PotOption):
        _check_bands(filing, schedules)
    elif schedules:
        _check_hours(schedules)
    _check_rates(filing, schedules)


def _check_hours(schedules: Sequence[Schedule]) -> None:
    """One option at any hour of the day."""
    options = [one.option for one in schedules]
    for minute in _changes_of_hour(options):
        found = [one for one in options if _at(one, minute)]
        if len(found) != 1:
            raise Refused(
                "several-schedules" if found else "hours-missing",
                f"{len(found)} options are named for {minute // 60:02}:{minute % 60:02}; a table "
                "uses one at a time",
                where="schedule",
                cite=str(schedules[0].set.cite),
            )


def _check_rates(filing: FilingBase, schedules: Sequence[Schedule]) -> None:
    """What hangs at a table keeps to the number of rates; a round once played is settled as it is
    (reading "twenty-one 80").
    """
    rates, most = sum(rates_of(one.option) for one in schedules), most_rates(filing)
    if rates > most.rates:
        raise Refused(
            "too-many-rates",
            f"{rates} rates of fees; {filing.title} may have {most.rates} at a table",
            where="schedule",
            cite=most.cite,
        )


def _check_bands(filing: FilingBase, schedules: Sequence[Schedule]) -> None:
    """Pot fees go by the number of players: one option for each, and none left out."""
    first = schedules[0]
    for one in schedules:
        said = ""
        if not isinstance(one.option, PotOption):
            said = (
                f"option {one.option.number} is a fee by the clock, option {first.option.number} "
                "one from the pot; a table has one kind"
            )
        elif _structures(one.group) != _structures(first.group):
            said = (
                f"option {first.option.number} is for {_games(_structures(first.group))}, option "
                f"{one.option.number} for {_games(_structures(one.group))}"
            )
        if said:
            raise Refused(
                "options-do-not-go-together", said, where="schedule", cite=str(one.group.cite)
            )
    alike = [o for g, o in first.set.options() if _structures(g) == _structures(first.group)]
    minutes = _changes_of_hour(one.option for one in schedules)
    for players, minute in product(range(2, filing.most_players + 1), minutes):
        fits = [
            one.option.number
            for one in schedules
            if _is_for(one.option, players) and _at(one.option, minute)
        ]
        at = f" at {minute // 60:02}:{minute % 60:02}" if len(minutes) > 1 else ""
        code = said = ""
        if len(fits) > 1:
            code = "bands-overlap"
            said = f"options {listed(map(str, fits))} are both for {players} players{at}; post one"
        elif not fits and any(_is_for(option, players) for option in alike):
            code = "band-missing"
            said = (
                f"no option named is for {players} players{at}; post one for each number that may "
                "play"
            )
        if code:
            raise Refused(code, said, where="schedule", cite=str(first.group.cite))


def _is_for(option: Option, players: int) -> bool:
    return isinstance(option, PotOption) and players in option.players


def _structures(group: Group) -> list[Structure]:
    """Those a paragraph is for; none where it is for any."""
    return group.structures if isinstance(group, PotGroup | TimedGroup) else []


def _games(structures: Sequence[str]) -> str:
    return f"{listed(STRUCTURES[one] for one in structures)} games"


def check_device(filing: FilingBase, dealt_from: str) -> None:
    """Cards come from one of the devices that are filed; nothing said is the first of them."""
    allowed = filing.deck.dealt_from
    if dealt_from and dealt_from not in allowed:
        raise Refused(
            "bad-setup",
            f"cards are dealt from {' or '.join(allowed)}, not from {dealt_from!r}",
            where="dealt_from",
            cite=str(filing.deck.cite),
        )


# Posted limits.


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
        else _objection_of_all(_for_structure(filing, structure), limits)
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
        if _posts_buy_in(schedule.group):
            return None
        return _objection(schedule.group, schedule.option, stakes)
    pairs = _for_structure(filing, structure)
    if any(_posts_buy_in(group) for group, _ in pairs):
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


def _for_structure(filing: FilingBase, structure: str) -> list[tuple[Group, Option]]:
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


def _posts_buy_in(group: Group) -> bool:
    """Whether the two amounts a table posts are its buy-in."""
    return isinstance(group, PotGroup) and group.buy_in is not None


# Wagers and chips.


def wager_limits(
    schedule: Schedule | None, limits: Span | None, spot: Spot, spaces: Spaces
) -> Bounds | None:
    """The bounds on a wager at a spot, and where they stand; None if nothing bounds it."""
    if spot.limits is not None:
        return spot.limits, str(spot.cite)
    group = schedule.group if schedule else None
    if isinstance(group, CaliforniaGroup) and not spot.base:
        own = group.bonus_limits.get(spot.name) or group.bonus_limits.get("*")
        if own is not None:
            return own, str(group.cite)
    if spot.name in spaces:
        return spaces[spot.name], SPACE_LIMITS
    if limits is not None:
        return limits, POSTED_LIMITS
    if schedule is None or not isinstance(group, CaliforniaGroup):
        return None
    # The house picks within ranges: only what no permitted limit allows is refused.
    if isinstance(schedule.option, CaliforniaOption) and schedule.option.limits is not None:
        return schedule.option.limits, schedule.cite
    low, high = group.minimum, group.maximum
    if low is None and high is None:
        return None
    widest = Span(low=low.low if low else 0, high=high.high if high else None)
    return widest, str(group.cite)


def wager_cap(group: Group | None, kind: Literal["refused", "warned"]) -> int | None:
    """A city's limit on any wager: one that refuses, or one that only warns."""
    if isinstance(group, CaliforniaGroup) and group.wager_cap_is == kind:
        return group.wager_cap
    return None


def buy_in(
    filing: FilingBase,
    schedules: Sequence[Schedule],
    limits: Span | None,
    *,
    structure: str = "",
    bet: int = 0,
) -> Bounds | None:
    """What a player may sit down with, and the clause; None where nothing is filed.

    `bet` is the smallest bet, by which some games measure it. Where the bets have no limit, the
    posted limits are the buy-in's.
    """
    own = filing.own_buy_in(bet)
    if own is not None:
        return own
    groups = [s.group for s in schedules] or [g for g, _ in _for_structure(filing, structure)]
    spans = [(g.buy_in, str(g.cite)) for g in groups if isinstance(g, PotGroup) and g.buy_in]
    if not spans:
        return None
    if limits is not None:
        return limits, "the posted buy-in"
    tops = [span.high for span, _ in spans if span.high is not None]
    high = max(tops) if len(tops) == len(spans) else None
    return Span(low=min(span.low for span, _ in spans), high=high), spans[0][1]


# What hangs on the wall.


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
    if _posts_buy_in(group):
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

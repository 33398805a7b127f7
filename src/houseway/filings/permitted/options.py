"""Which options of a schedule a table may post: alone, together, at any hour, for any number of
players.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import product
from typing import NamedTuple

from houseway.errors import Refused
from houseway.filings.schedules import Schedule
from houseway.filings.schema.collection import (
    CaliforniaOption,
    Group,
    Option,
    PotGroup,
    PotOption,
    Structure,
    TimedGroup,
)
from houseway.filings.schema.common import FilingBase
from houseway.filings.wording.base import listed
from houseway.filings.wording.collection import STRUCTURES

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

"""Whether the wagers of a round may lie where they lie: spots, prerequisites, limits, backline."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from houseway.errors import HousewayError, Refused
from houseway.filings.loader import readings_of, schedule_sets
from houseway.filings.permitted.limits import wager_cap
from houseway.filings.permitted.wagers import POSTED_LIMITS, Bounds, wager_limits
from houseway.filings.schema.banking import PlayerDealer
from houseway.filings.schema.base import brief
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.house import BY_THE_BOOK
from houseway.filings.schema.wagers import Spot
from houseway.filings.terms import Terms
from houseway.rounds.verdicts import Layout

PlayerDealerTerms = Terms[PlayerDealerFiling]
_PLACE_BEHIND = re.compile(r"B\d+")


def spot_limits(terms: PlayerDealerTerms, spot: Spot) -> Bounds | None:
    """The bounds on a wager at a spot, and where they stand; None if nothing bounds it."""
    bounds = wager_limits(terms.schedule, terms.limits, spot, terms.spaces)
    if bounds is not None and bounds[1] == POSTED_LIMITS and "limits" in terms.by_book:
        return bounds[0], f"{POSTED_LIMITS}, {BY_THE_BOOK}"
    return bounds


def _is_offered(terms: PlayerDealerTerms, spot: Spot) -> bool:
    return not spot.option or terms.options.get(spot.option) is not False


def _bettor_problems(
    terms: PlayerDealerTerms, wagers: Mapping[str, int], where: str, *, backline: bool
) -> Iterator[HousewayError]:
    filing = terms.filing
    for name, amount in wagers.items():
        spot = filing.find_spot(name)
        if spot is None or not _is_offered(terms, spot):
            offered = ", ".join(s.name for s in filing.spot if _is_offered(terms, s))
            yield Refused(
                "no-such-wager",
                f"the game offers no {name} wager; it has {offered}"
                if spot is None
                else f"the house has switched {name} off; the table has {offered}",
                where=f"{where}, wagers.{name}",
                cite=str(filing.settlement.cite if spot is None else spot.cite),
            )
            continue
        place = f"{where}, {name}"
        if amount <= 0:
            yield Refused(
                "bad-wager", "a wager must be more than nothing", where=place, cite=str(spot.cite)
            )
            continue
        yield from _prerequisite_problems(terms, spot, wagers, place, backline=backline)
        bounds = spot_limits(terms, spot)
        if bounds is not None and amount not in bounds[0]:
            yield Refused(
                "off-limits",
                f"{brief(amount)} is outside the limits of {bounds[0]}",
                where=place,
                cite=bounds[1],
            )
        group = terms.schedule.group if terms.schedule else None
        cap = wager_cap(group, "refused")
        if group is not None and cap is not None and amount > cap:
            yield Refused(
                "off-limits",
                f"{brief(amount)} is over the {brief(cap)} any wager may be",
                where=place,
                cite=str(group.cite),
            )
        ordinance = terms.ordinance
        most = ordinance.most_wager if ordinance is not None else None
        if ordinance is not None and most is not None and amount > most:
            yield Refused(
                "off-limits",
                f"{brief(amount)} is over the {brief(most)} the city allows, {BY_THE_BOOK}",
                where=place,
                cite=ordinance.cite,
            )


def _prerequisite_problems(
    terms: PlayerDealerTerms, spot: Spot, wagers: Mapping[str, int], place: str, *, backline: bool
) -> Iterator[HousewayError]:
    cite = str(spot.cite)
    if backline and terms.ordinance is not None and terms.ordinance.backline is False:
        yield Refused(
            "no-backline",
            f"the city does not allow backline betting, {BY_THE_BOOK}",
            where=place,
            cite=terms.ordinance.cite,
        )
    elif backline and spot.backline == "refused":
        said = f"the filing does not permit backline betting on {spot.label}"
        yield Refused("no-backline", said, where=place, cite=cite)
    elif backline and spot.backline == "silent" and terms.options.get("backline") is not True:
        # No clause decides it; the reading that does is named.
        taken = (one.id for one in readings_of(terms.filing) if one.option == "backline")
        said = (
            f"the filing says nothing of backline betting on {spot.label}; a house that takes it "
            "says so with the option `backline`"
        )
        cited = "".join(f"reading {one}" for one in taken)
        yield Refused("no-backline", said, where=place, cite=cited)
    needs = spot.needs
    if backline and spot.backline_needs is not None:
        needs = spot.backline_needs
    for other in needs:
        if not wagers.get(other):
            yield Refused(
                "needs-base-wager", f"{spot.name} needs a wager on {other}", where=place, cite=cite
            )
    if spot.needs_any and not any(wagers.get(other) for other in spot.needs_any):
        yield Refused(
            "needs-base-wager",
            f"{spot.name} needs a wager on {' or '.join(spot.needs_any)}",
            where=place,
            cite=cite,
        )
    if spot.equals and wagers.get(spot.equals, 0) != wagers[spot.name]:
        yield Refused(
            "unequal",
            f"{spot.name} must be equal to {spot.equals} "
            f"({brief(wagers.get(spot.equals, 0))}), not {brief(wagers[spot.name])}",
            where=place,
            cite=cite,
        )


def _position_problems(terms: PlayerDealerTerms, layout: Layout) -> Iterator[HousewayError]:
    """Where a wager at any position but one's own is backline betting, and refused (002:307)."""
    table, own = terms.filing.table, dict[str, int]()
    for seat in layout.seats if table.other_spots is False else ():
        first = own.setdefault(seat.player or str(seat.number), seat.number)
        if first != seat.number:
            yield Refused(
                "two-positions",
                f"{seat.player} plays seat {first} already, and bets on no other position",
                where=f"seat {seat.number}",
                cite=str(table.cite),
            )


def _excluded_problems(terms: PlayerDealerTerms, layout: Layout) -> Iterator[HousewayError]:
    """Spots that may not both be filled: in one place, or by one person anywhere (003:948)."""
    if not any(spot.excludes for spot in terms.filing.spot):
        return
    by_person: dict[str | int, list[tuple[str, Mapping[str, int]]]] = {}
    for seat in layout.seats:
        here = f"seat {seat.number}"
        by_person.setdefault(seat.player or seat.number, []).append((here, seat.wagers))
        for one in seat.backline:
            there = f"{here}, backline {one.name}"
            # "B1" is no name but the first one behind that seat.
            person = there if _PLACE_BEHIND.fullmatch(one.name) else one.name
            by_person.setdefault(person, []).append((there, one.wagers))
    for who, found in by_person.items():
        for spot in terms.filing.spot:
            for place, wagers in found:
                bet = (
                    (o, where)
                    for o in spot.excludes
                    for where, w in found
                    if w.get(o) and (where == place or spot.excludes_by == "person")
                )
                other, where = next(bet, ("", ""))
                if not wagers.get(spot.name) or not other:
                    continue
                elsewhere = "" if where == place else f": {who} has bet {other} at {where}"
                yield Refused(
                    "excluded",
                    f"{spot.name} and {other} may not both be bet{elsewhere}",
                    where=f"{place}, {spot.name}",
                    cite=str(spot.cite),
                )


def bank_problems(rule: PlayerDealer, wager: int, where: str) -> Iterator[Refused]:
    """Why the player-dealer may not put up so much."""
    if rule.wager_maximum is not None and wager > rule.wager_maximum:
        yield Refused(
            "off-limits",
            f"the bank may put up {brief(rule.wager_maximum)} at most",
            where=where,
            cite=str(rule.cite),
        )


def wager_problems(terms: PlayerDealerTerms, layout: Layout) -> list[HousewayError]:
    """Everything wrong with the wagers of a round, at once."""
    found: list[HousewayError] = []
    cite = str(terms.filing.table.cite)

    def wrong(code: str, said: str, where: str) -> None:
        found.append(Refused(code, said, where=where, cite=cite))

    active = terms.filing.table.active
    if active is not None and len(layout.seats) >= active:
        wrong(
            "too-many-hands",
            f"{active} positions are dealt in, the bank's included",
            f"seat {layout.seats[active - 1].number}",
        )
    if not 1 <= layout.bank_seat <= terms.seats:
        wrong("no-such-seat", f"the table has seats 1 to {terms.seats}", "bank.seat")
    seen: set[int] = set()
    for seat in layout.seats:
        where = f"seat {seat.number}"
        if not 1 <= seat.number <= terms.seats:
            wrong("no-such-seat", f"the table has seats 1 to {terms.seats}", where)
        if seat.number == layout.bank_seat:
            wrong("bank-seat", "the bank does not wager at its own seat", where)
        if seat.number in seen:
            wrong("seat-twice", "this seat stands twice", where)
        seen.add(seat.number)
        if not seat.wagers:
            wrong("empty-seat", "nobody can bet behind a seat without a wager", where)
        found += _bettor_problems(terms, seat.wagers, where, backline=False)
        for behind in seat.backline:
            if not behind.wagers:
                wrong("empty-backline", f"{behind.name!r} bets nothing behind this seat", where)
            found += _bettor_problems(
                terms, behind.wagers, f"{where}, backline {behind.name}", backline=True
            )
        names = [b.name for b in seat.backline]
        for name in {n for n in names if names.count(n) > 1}:
            wrong("backline-twice", f"two backline bettors are named {name!r}", where)
    found += _position_problems(terms, layout)
    found += _excluded_problems(terms, layout)
    return found


def wager_warnings(terms: PlayerDealerTerms, layout: Layout) -> list[str]:
    """What does not refuse the round but a floorperson should know."""
    warnings: list[str] = []
    if terms.filing.collection.free_collection is None:
        warnings += [
            f"{bettor}: the filing knows no free-collection button; it waives no fee"
            for seat in layout.seats
            for bettor, _ in seat.bettors()
            if seat.hands_in(bettor)
        ]
    cap = _warned_cap(terms)
    return warnings + [
        f"{bettor}: the {name} wager of {brief(amount)} is over the local limit of {brief(cap)} a "
        "bet"
        for seat in layout.seats
        for bettor, wagers in seat.bettors()
        for name, amount in wagers.items()
        if cap is not None and amount > cap
    ]


def _warned_cap(terms: PlayerDealerTerms) -> int | None:
    """A city's limit on a wager that refuses none; it holds with no schedule in force too."""
    groups = [terms.schedule.group] if terms.schedule else []
    if not groups:
        groups = [group for one in schedule_sets(terms.filing)[:1] for group in one.group]
    caps = (wager_cap(group, "warned") for group in groups)
    return next((cap for cap in caps if cap is not None), None)

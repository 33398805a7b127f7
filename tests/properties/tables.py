"""Tables to play at: a filing under its options, schedules and limits, and wagers laid on it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from houseway.errors import HousewayError
from houseway.filings.loader import load, schedule_sets
from houseway.filings.schema.base import dollars
from houseway.filings.schema.collection import CaliforniaGroup
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.said import OptionRule
from houseway.filings.schema.wagers import Spot
from houseway.filings.terms import make_terms
from houseway.rounds.verdicts import BacklineWagers, Layout, SeatWagers
from houseway.settlement.wagers import PlayerDealerTerms, spot_limits, wager_problems

Wagers = dict[str, int]
LIMITS = (None, None, None, "5-500", "10-200")
AMOUNTS = (100, 500, 500, 1000, 1000, 1500, 2000, 2500, 5000, 10000)


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a table, and the same as a round file states them."""

    terms: PlayerDealerTerms
    facts: Mapping[str, Any]


def setups(filing_id: str, rng: random.Random) -> list[Setup]:
    """Tables with every schedule of a filing and without one, the options chosen at random."""
    filing = load(filing_id)
    assert isinstance(filing, PlayerDealerFiling)
    schedules: list[str | None] = [
        f"{one.name}/{option.number}"
        for one in schedule_sets(filing)
        for _, option in one.options()
    ]
    return [_setup(filing, schedule, rng) for schedule in schedules + [None] * 12]


def _setup(filing: PlayerDealerFiling, schedule: str | None, rng: random.Random) -> Setup:
    options = {rule.name: _value(rule, rng) for rule in filing.option if rng.random() < 0.6}
    if rng.random() < 0.3:
        options["backline"] = True
    if rng.random() < 0.2:
        options["coverage"] = "net"
    facts: dict[str, Any] = {
        "filing": filing.id,
        "options": options,
        "decks": rng.randint(*filing.deck.decks),
    }
    limits = rng.choice(LIMITS)
    if schedule is not None:
        facts["schedule"] = schedule
        if limits is not None and not _permitted(filing, schedule, limits):
            limits = None
    if limits is not None:
        facts["limits"] = limits
    terms = make_terms(
        filing, options=options, decks=facts["decks"], schedule=schedule, limits=limits
    )
    return Setup(terms, facts)


def _permitted(filing: PlayerDealerFiling, schedule: str, limits: str) -> bool:
    """Whether a table may post these limits under this option of its schedule."""
    try:
        make_terms(filing, schedule=schedule, limits=limits)
    except HousewayError as error:
        if error.code != "limits-not-permitted":
            raise
        return False
    return True


def _value(rule: OptionRule, rng: random.Random) -> bool | int | str:
    return rng.randint(*rule.span) if rule.span else rng.choice(rule.values)


# Wagers


def offered(terms: PlayerDealerTerms) -> list[Spot]:
    return [s for s in terms.filing.spot if not s.option or terms.options[s.option] is not False]


def open_behind(terms: PlayerDealerTerms) -> list[Spot]:
    """Spots on which people may bet behind a seat at this table."""
    as_option = ("permitted", "silent") if terms.options["backline"] is True else ("permitted",)
    return [spot for spot in offered(terms) if spot.backline in as_option]


def layout(setup: Setup, rng: random.Random, *, most_seats: int) -> Layout:
    """A bank, and wagers that the filing permits on some of the other seats."""
    terms = setup.terms
    bank = rng.randint(1, terms.seats)
    others = [number for number in range(1, terms.seats + 1) if number != bank]
    most_seats = min(most_seats, terms.filing.most_players - 1)  # the bank is dealt in too
    count = min(rng.choice((1, 2, 2, 3, 3, 4, len(others))), most_seats)
    people = ["", "", "Ann", "Bob"]
    # Where one person may not bet everywhere, everybody is another one.
    apart = any(spot.excludes for spot in offered(terms)) or terms.filing.table.other_spots is False
    laid = Layout(
        bank,
        tuple(
            SeatWagers(
                number=number,
                wagers=_wagers(terms, offered(terms), rng, behind=False),
                backline=tuple(_behind(terms, rng, str(number) if apart else "")),
                player=rng.choice(people) + (str(number) if apart else ""),
                free_collection=rng.random() < 0.1,
            )
            for number in sorted(rng.sample(others, count))
        ),
    )
    assert wager_problems(terms, laid) == [], laid
    return laid


def _behind(terms: PlayerDealerTerms, rng: random.Random, apart: str) -> Iterator[BacklineWagers]:
    spots = open_behind(terms)
    for name in ("B1", "Bea") if spots else ():
        if rng.random() < 0.25:
            wagers = _wagers(terms, spots, rng, behind=True)
            if wagers:
                yield BacklineWagers(name + apart, wagers)


def _wagers(
    terms: PlayerDealerTerms, spots: Sequence[Spot], rng: random.Random, *, behind: bool
) -> Wagers:
    """Wagers on some of the spots, with all that they need and nothing they exclude."""
    names = [spot.name for spot in spots]
    while True:
        wish = rng.randint(1, len(spots))
        chosen = {spot.name for spot in rng.sample(spots, wish)}
        if rng.random() < 0.3:
            chosen = set(names)  # as much as the table offers
        chosen = _completed(terms, chosen, rng, behind=behind)
        if chosen <= set(names):
            break
    wagers = {spot.name: amount(terms, spot, rng) for spot in spots if spot.name in chosen}
    for spot in spots:
        if spot.name in chosen and spot.equals:
            wagers[spot.name] = wagers[spot.equals]
    return wagers


def _completed(
    terms: PlayerDealerTerms, chosen: set[str], rng: random.Random, *, behind: bool
) -> set[str]:
    done = False
    while not done:
        done = True
        for spot in terms.filing.spot:
            if spot.name not in chosen:
                continue
            gone = chosen & set(spot.excludes)
            needs = spot.backline_needs if behind and spot.backline_needs is not None else None
            wanted = set(spot.needs if needs is None else needs) - chosen
            if spot.needs_any and not chosen & set(spot.needs_any):
                wanted.add(rng.choice(spot.needs_any))
            if spot.equals and spot.equals not in chosen:
                wanted.add(spot.equals)
            if gone or wanted:
                chosen = (chosen - gone) | wanted
                done = False
    return chosen


def amount(terms: PlayerDealerTerms, spot: Spot, rng: random.Random) -> int:
    """An amount the limits allow, in cents, now and then an odd one."""
    bounds = spot_limits(terms, spot)
    low, high = (1, None) if bounds is None else (bounds[0].low or 1, bounds[0].high)
    cap = _cap(terms)
    if cap is not None:
        high = cap if high is None else min(high, cap)
    top = min(high if high is not None else low + 50000, low + 50000)
    kind = rng.random()
    if kind < 0.15:
        return rng.randint(low, top)
    if kind < 0.25:
        return low
    if kind < 0.3:
        return top
    return min(max(rng.choice(AMOUNTS), low), top)


def _cap(terms: PlayerDealerTerms) -> int | None:
    """What no wager may exceed, whatever its spot."""
    group = terms.schedule.group if terms.schedule else None
    if isinstance(group, CaliforniaGroup) and group.wager_cap_is == "refused":
        return group.wager_cap
    return None


def bank_wager(layout: Layout, rng: random.Random) -> int:
    """Plenty, or so little that it runs out somewhere."""
    if rng.random() < 0.35:
        return 10**11
    total = sum(sum(w.values()) for seat in layout.seats for _, w in seat.bettors())
    return rng.randint(1, max(1, rng.choice((total // 4, total, 4 * total))))


# Wagers that are refused


def spoiled(setup: Setup, laid: Layout, rng: random.Random) -> tuple[str, Layout] | None:
    """The layout with one fault, and the code it must be refused with; None if it cannot be."""
    faults = _Faults(setup.terms, laid, rng.choice(laid.seats), rng)
    made: Fault | None = rng.choice(faults.all())()
    if made is None:
        return None
    code, new = made
    if isinstance(new, Layout):
        return code, new
    seats = tuple(new if one is faults.seat else one for one in laid.seats)
    return code, Layout(laid.bank_seat, seats)


Fault = tuple[str, SeatWagers | Layout]


@dataclass(frozen=True, slots=True)
class _Faults:
    """One fault each in the wagers of a seat; None where the filing does not make it one."""

    terms: PlayerDealerTerms
    laid: Layout
    seat: SeatWagers
    rng: random.Random

    def all(self) -> list[Callable[[], Fault | None]]:
        return [
            self.no_such_seat, self.bank_elsewhere, self.at_the_bank, self.twice, self.unknown,
            self.nothing, self.without_base, self.excluded, self.unequal, self.off_limits,
            self.behind_refused, self.behind_nobody, self.behind_twice,
        ]  # fmt: skip

    def no_such_seat(self) -> Fault:
        return "no-such-seat", replace(self.seat, number=self.terms.seats + self.rng.randint(1, 3))

    def bank_elsewhere(self) -> Fault:
        elsewhere = self.rng.choice((0, self.terms.seats + 1))
        return "no-such-seat", Layout(elsewhere, self.laid.seats)

    def at_the_bank(self) -> Fault:
        return "bank-seat", replace(self.seat, number=self.laid.bank_seat)

    def twice(self) -> Fault:
        return "seat-twice", Layout(self.laid.bank_seat, (*self.laid.seats, self.seat))

    def unknown(self) -> Fault:
        switched_off = [s.name for s in self.terms.filing.spot if s not in offered(self.terms)]
        return "no-such-wager", self._wagering(self.rng.choice(["field", *switched_off]), 500)

    def nothing(self) -> Fault:
        return "bad-wager", self._wagering(self.rng.choice(list(self.seat.wagers)), 0)

    def without_base(self) -> Fault | None:
        spot = self._one(lambda s: s.needs or s.needs_any)
        if spot is None:
            return None
        wagers = {spot.name: amount(self.terms, spot, self.rng)}
        return "needs-base-wager", replace(self.seat, wagers=wagers)

    def excluded(self) -> Fault | None:
        spot = self._one(lambda s: s.excludes)
        if spot is None:
            return None
        wagers = {spot.name: 1000, spot.excludes[0]: 1000}
        return "excluded", replace(self.seat, wagers=wagers)

    def unequal(self) -> Fault | None:
        spot = self._one(lambda s: s.equals)
        if spot is None:
            return None
        wagers = {spot.equals: 1000, spot.name: 1000 + self.rng.choice((-1, 1, 500))}
        return "unequal", replace(self.seat, wagers=wagers)

    def off_limits(self) -> Fault | None:
        spot = self._one(lambda s: s.name in self.seat.wagers and spot_limits(self.terms, s))
        bounds = spot and spot_limits(self.terms, spot)
        if not spot or not bounds:
            return None
        low, high = bounds[0].low, bounds[0].high
        wrong = [low - 1] * (low > 1) + ([] if high is None else [high + 1])
        return ("off-limits", self._wagering(spot.name, self.rng.choice(wrong))) if wrong else None

    def behind_refused(self) -> Fault | None:
        spot = self._one(lambda s: s not in open_behind(self.terms))
        if spot is None:
            return None
        return "no-backline", self._behind(BacklineWagers("B1", {spot.name: 1000}))

    def behind_nobody(self) -> Fault:
        behind = BacklineWagers("B1", {self.terms.filing.spot[0].name: 1000})
        return "empty-seat", replace(self.seat, wagers={}, backline=(behind,))

    def behind_twice(self) -> Fault | None:
        if not self.seat.backline:
            return None
        return "backline-twice", self._behind(*self.seat.backline[:1] * 2)

    def _one(self, which: Callable[[Spot], object]) -> Spot | None:
        spots = [spot for spot in offered(self.terms) if which(spot)]
        return self.rng.choice(spots) if spots else None

    def _wagering(self, name: str, one: int) -> SeatWagers:
        return replace(self.seat, wagers={**self.seat.wagers, name: one})

    def _behind(self, *behind: BacklineWagers) -> SeatWagers:
        return replace(self.seat, backline=behind)


def codes(found: Sequence[HousewayError]) -> set[str]:
    return {one.code for one in found}


def possible_faults(pool: Sequence[Setup]) -> set[str]:
    """The refusals of wagers that some table of a pool can give, read from the filing."""
    expected = {
        "no-such-seat", "bank-seat", "seat-twice", "no-such-wager", "bad-wager", "empty-seat",
    }  # fmt: skip
    for terms in (setup.terms for setup in pool):
        spots = offered(terms)
        if any(s.needs or s.needs_any for s in spots):
            expected.add("needs-base-wager")
        if any(s.excludes for s in spots):
            expected.add("excluded")
        if any(s.equals for s in spots):
            expected.add("unequal")
        if any(spot_limits(terms, s) for s in spots):
            expected.add("off-limits")
        if len(open_behind(terms)) < len(spots):
            expected.add("no-backline")
        if open_behind(terms):
            expected.add("backline-twice")
    return expected


def written_wagers(wagers: Mapping[str, int]) -> dict[str, str]:
    """Wagers in dollars, as a round file has them."""
    return {name: dollars(one) for name, one in wagers.items()}

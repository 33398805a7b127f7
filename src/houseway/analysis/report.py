"""What an analysis answers: bets with their results counted, and everything that follows.

A bet is a list of outcomes with the number of cases of each. Expected value, spread, hit rate
and the rest are worked out from these counts, so that they cannot disagree.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from functools import cached_property
from math import fsum, sqrt
from typing import IO, TYPE_CHECKING, Any

from houseway.analysis.shown import Shown
from houseway.filings.schema.base import written

if TYPE_CHECKING:
    from houseway.filings.schema.common import PlayerDealerFiling

Json = Any  # what the json module reads and writes
Number = Fraction | float


@dataclass(frozen=True, slots=True)
class Outcome:
    """A kind of result: what it is, what it brings in units, what was at stake, its cases.

    `weight` is a whole number where cases were counted, a probability where they were not.
    """

    name: str
    net: Fraction
    weight: int | float
    staked: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Prizes:
    """What a bettor with at least `least` cents at stake gets for the hands of other bettors."""

    least: int
    by_others: tuple[float, ...]  # [others who made the bet]: in cents, on average

    def expected(self, others: int) -> float:
        return self.by_others[min(others, len(self.by_others) - 1)]


@dataclass(frozen=True, kw_only=True, repr=False)
class Bet(Shown):
    """A wager's returns per unit staked at first, under the strategy and assumptions it names.

    >>> coin = Bet(name="coin", unit="coin", outcomes=(
    ...     Outcome("heads", Fraction(1), 1), Outcome("tails", Fraction(-1), 1)))
    >>> coin.ev, coin.sd, coin.hit
    (Fraction(0, 1), 1.0, Fraction(1, 2))
    """

    name: str
    unit: str
    outcomes: tuple[Outcome, ...]
    exact: bool = True
    standard_error: float | None = None  # of a sampled `ev`
    error_bound: float | None = None  # how far a calculated `ev` can be from the true one
    strategy: Json = None
    assumed: tuple[str, ...] = ()
    # The same bet under another play, reading or rule: what it is, and its figures.
    compared: Mapping[str, Json] = field(default_factory=dict)
    # Its outcomes when hands are played with less skill; where they are the same, nothing.
    played: Mapping[str, tuple[Outcome, ...]] = field(default_factory=dict)
    prizes: Prizes | None = None  # for what other bettors hold

    def in_short(self) -> str:
        error = self.standard_error or self.error_bound
        how = "exact" if self.exact else f"± {percent(error or 0.0, 4)}"
        return f"bet {self.name}: {percent(self.ev, 4)} of the {self.unit}, {how}"

    def rows(self) -> Iterator[dict[str, Json]]:
        """Each result with its probability."""
        for outcome in self.outcomes:
            yield {
                "result": outcome.name,
                "net": float(outcome.net),
                "staked": float(outcome.staked),
                "cases": outcome.weight if self.exact else None,
                "probability": float(Fraction(outcome.weight) / Fraction(self.cases)),
            }

    def under(self, skill: str) -> Bet:
        """The bet when hands are played so: "best", by the "chart", or as a "bot" does."""
        outcomes = self.played.get(skill)
        return self if outcomes is None else replace(self, outcomes=outcomes, played={})

    def _mean(self, values: Iterable[Number]) -> Number:
        weighed = [
            value * outcome.weight for value, outcome in zip(values, self.outcomes, strict=True)
        ]
        if self.exact:
            return Fraction(sum(weighed)) / sum(outcome.weight for outcome in self.outcomes)
        return fsum(weighed) / fsum(outcome.weight for outcome in self.outcomes)

    @cached_property
    def cases(self) -> int | float:
        return sum(outcome.weight for outcome in self.outcomes)

    @cached_property
    def ev(self) -> Number:
        """What the bettor gains per unit; less than nothing where the bank is favoured."""
        return self._mean(outcome.net for outcome in self.outcomes)

    @cached_property
    def sd(self) -> float:
        squares = self._mean(outcome.net**2 for outcome in self.outcomes)
        return sqrt(squares - self.ev**2)

    @cached_property
    def hit(self) -> Number:
        """How often it wins: the bettor has more than before."""
        return self._mean(Fraction(outcome.net > 0) for outcome in self.outcomes)

    @cached_property
    def lost(self) -> Number:
        return self._mean(Fraction(outcome.net < 0) for outcome in self.outcomes)

    @cached_property
    def average_wager(self) -> Number:
        """Units at stake in the end, raises included."""
        return self._mean(outcome.staked for outcome in self.outcomes)

    @cached_property
    def element_of_risk(self) -> Number:
        """The bank's part of all that is wagered."""
        return -self.ev / self.average_wager

    @cached_property
    def distribution(self) -> dict[Fraction, Number]:
        """The probability of each result, least first."""
        found: dict[Fraction, int | float] = {}
        for outcome in self.outcomes:
            found[outcome.net] = found.get(outcome.net, 0) + outcome.weight
        whole = Fraction(self.cases) if self.exact else self.cases
        return {net: found[net] / whole for net in sorted(found)}

    def as_json(self) -> dict[str, Json]:
        """The promised keys first, then what is ours to add. Probabilities and values as floats."""
        return {
            "unit": self.unit,
            "ev": float(self.ev),
            "sd": self.sd,
            "hit": float(self.hit),
            "edge": -float(self.ev),
            "exact": self.exact,
            "fraction": f"{self.ev.numerator}/{self.ev.denominator}"
            if isinstance(self.ev, Fraction)
            else None,
            "standard_error": self.standard_error,
            "distribution": {
                write_units(net): float(share) for net, share in self.distribution.items()
            },
            "strategy": self.strategy,
            "error_bound": self.error_bound,
            "average_wager": float(self.average_wager),
            "element_of_risk": float(self.element_of_risk),
            "player_dealer": {"ev": -float(self.ev), "sd": self.sd, "hit": float(self.lost)},
            "cases": self.cases,
            "assumed": list(self.assumed),
            "compared": dict(self.compared),
            "played": {
                skill: figures(self.under(skill)) if found else None
                for skill, found in self.played.items()
            },
        }


def write_units(units: Fraction) -> str:
    """Units as people write them.

    >>> write_units(Fraction(13, 2)), write_units(Fraction(-2)), write_units(Fraction(1, 3))
    ('6.5', '-2', '1/3')
    """
    if units.denominator == 1:
        return str(units.numerator)
    rest = units.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return str(float(units)) if rest == 1 else str(units)


def figures(bet: Bet) -> dict[str, Json]:
    """The few numbers by which one bet is compared with another."""
    ev = bet.ev
    return {
        "ev": float(ev),
        "fraction": f"{ev.numerator}/{ev.denominator}" if isinstance(ev, Fraction) else None,
        "sd": bet.sd,
        "hit": float(bet.hit),
        "edge": -float(ev),
    }


def said_option(name: str, value: bool | int | str) -> str:
    """
    >>> said_option("natural_ends_drawing", False), said_option("push_totals", "25")
    ('natural_ends_drawing = false', 'push_totals = 25')
    """
    return f"{name} = {written(value)}"


@dataclass(frozen=True, slots=True)
class OtherFigures:
    """Another reading or option, and the bettor's expected result of each bet it changes; None
    where that was not counted."""

    reading: str
    option: str
    value: bool | int | str
    evs: Mapping[str, float] | None

    def as_json(self) -> dict[str, Json]:
        evs = self.evs
        bets = None if evs is None else {bet: {"ev": ev, "edge": -ev} for bet, ev in evs.items()}
        said = {"reading": self.reading, "option": self.option, "value": self.value}
        return {**said, "bets": bets}


@dataclass(frozen=True, kw_only=True, repr=False)
class OddsReport(Shown):
    """Every bet of a filing under the house's choices."""

    filing: str
    family: str
    decks: int
    options: Mapping[str, bool | int | str]
    bets: Mapping[str, Bet]
    assumed: tuple[str, ...] = ()
    collection: Json = None  # what the fees of a table take, where a table is described
    source: str = "computed"  # or "shipped", or "kept" from an earlier run
    house_book: Mapping[str, Json] = field(default_factory=dict)  # what it decided of them
    not_counted: Mapping[str, str] = field(default_factory=dict)  # bonus bets on offer, and why not
    rules: PlayerDealerFiling | None = field(default=None, compare=False)  # the filing itself
    shoe: Json = None  # how many cards were seen, where some were
    readings: tuple[OtherFigures, ...] = ()  # on which a figure hangs

    def as_json(self) -> dict[str, Json]:
        answer: dict[str, Json] = {
            "filing": self.filing,
            "decks": self.decks,
            "options": dict(self.options),
            "bets": {name: bet.as_json() for name, bet in self.bets.items()},
            "family": self.family,
            "assumed": list(self.assumed),
            "source": self.source,
        }
        if self.collection is not None:
            answer["collection"] = self.collection
        if self.house_book:
            answer["house_book"] = dict(self.house_book)
        if self.shoe is not None:
            answer["shoe"] = self.shoe
        if self.not_counted:
            answer["not_counted"] = dict(self.not_counted)
        if self.readings:
            answer["readings"] = [one.as_json() for one in self.readings]
        return answer

    def in_short(self) -> str:
        decks = f"{self.decks} deck{'s' if self.decks > 1 else ''}"
        bets = ", ".join(f"{name} {percent(bet.ev, 4)}" for name, bet in self.bets.items())
        return f"odds of {self.filing}, {decks}: {bets}"

    def rows(self) -> Iterator[dict[str, Json]]:
        """Each bet with its figures."""
        for name, bet in self.bets.items():
            yield {
                "bet": name,
                "unit": bet.unit,
                "ev": float(bet.ev),
                "sd": bet.sd,
                "hit": float(bet.hit),
                "average_wager": float(bet.average_wager),
                "element_of_risk": float(bet.element_of_risk),
                "exact": bet.exact,
                "standard_error": bet.standard_error,
                "error_bound": bet.error_bound,
            }

    def write_counts(self, file: IO[str]) -> None:
        """A table of cases per outcome as CSV, for a laboratory to check."""
        table = csv.writer(file, lineterminator="\n")
        table.writerow(
            ["filing", "decks", "bet", "unit", "outcome", "net", "staked", "cases", "of", "exact"]
        )
        for name, bet in self.bets.items():
            for outcome in bet.outcomes:
                table.writerow(
                    [
                        self.filing, self.decks, name, bet.unit, outcome.name, outcome.net,
                        outcome.staked, outcome.weight, bet.cases, "yes" if bet.exact else "no",
                    ]
                )  # fmt: skip


# Kept results: outcomes, strategy and words; the figures are worked out again when they are read.


def bet_to_record(bet: Bet) -> dict[str, Json]:
    return {
        "name": bet.name,
        "unit": bet.unit,
        "outcomes": _outcomes_to_record(bet.outcomes),
        "exact": bet.exact,
        "standard_error": bet.standard_error,
        "error_bound": bet.error_bound,
        "strategy": bet.strategy,
        "assumed": list(bet.assumed),
        "compared": dict(bet.compared),
        "played": {skill: _outcomes_to_record(found) for skill, found in bet.played.items()},
        "prizes": None if bet.prizes is None else [bet.prizes.least, list(bet.prizes.by_others)],
    }


def _outcomes_to_record(outcomes: Iterable[Outcome]) -> Json:
    return [[o.name, str(o.net), o.weight, str(o.staked)] for o in outcomes]


def _outcomes_from_record(record: Json) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(name, Fraction(net), weight, Fraction(staked))
        for name, net, weight, staked in record
    )


def bet_from_record(record: Mapping[str, Json]) -> Bet:
    return Bet(
        name=record["name"],
        unit=record["unit"],
        outcomes=_outcomes_from_record(record["outcomes"]),
        exact=record["exact"],
        standard_error=record["standard_error"],
        error_bound=record["error_bound"],
        strategy=record["strategy"],
        assumed=tuple(record["assumed"]),
        compared=record["compared"],
        played={
            skill: _outcomes_from_record(found) for skill, found in record.get("played", {}).items()
        },
        prizes=_prizes(record.get("prizes")),
    )


def _prizes(record: Json) -> Prizes | None:
    return None if record is None else Prizes(record[0], tuple(record[1]))


def at_most(error: float, places: int = 0) -> Decimal:
    """A bound that is never less than it is: in two figures, or to so many places.

    >>> [str(at_most(error)) for error in (0.25, 0.0000000451)], str(at_most(0.0000012, 6))
    (['0.25', '4.6E-8'], '0.000002')
    """
    bound = Decimal(error)
    if places:
        return bound.quantize(Decimal(1).scaleb(-places), ROUND_CEILING)
    return Context(prec=2, rounding=ROUND_CEILING).create_decimal(bound)


def percent(value: Number, places: int = 3) -> str:
    """
    >>> percent(Fraction(-1, 80))
    '-1.250%'
    """
    return f"{100 * float(value):.{places}f}%"

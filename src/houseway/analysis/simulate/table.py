"""The table in a file: players and their habits, the bank and its bankroll, the schedule.

    schedule = 1
    bank = [500, 1000, 2000]      # one wager a hand, or several to compare
    hands_an_hour = 40
    bankroll = 10000
    goal = 15000
    hours = 8

    [[player]]
    seat = 2
    wagers = { ante = [10, 25], pair_plus = { chance = 0.25, of = 5 } }

An amount is in dollars: one number, a list to choose from evenly, a table of amounts with their
weights, or `{ chance, of }` for one made now and then. Spots are drawn each by itself; a player
of several habits has a `[[player.habit]]` for each, with its `weight` and `wagers`. A player's
`skill` is "best", "chart" or "bot", or a table of these with their weights.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from houseway.errors import HousewayError, did_you_mean, raise_all
from houseway.filings.loader import read_toml
from houseway.filings.schema.base import Money, Record, cents, dollars
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import Spot
from houseway.filings.schema.walk import keys_at
from houseway.filings.terms import Terms, make_terms
from houseway.rounds.verdicts import Layout, SeatWagers
from houseway.settlement.wagers import spot_limits, wager_problems

SKILLS = ("best", "chart", "bot")  # how hands are played, the most skilful first
CHART = "chart"
MIX = "mix"
MOST_CASES = 20_000  # of a habit's wagers, each of which is checked against the filing
MOST_BANK = 20_000_000_00  # so that squares of results can be added up exactly


def _number(value: Any, what: str) -> Fraction:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        with suppress(ValueError):  # neither a number nor endless
            number = Fraction(str(value))
            if number >= 0:
                return number
    raise ValueError(f"{value!r} is no {what}")


def _amounts(value: Any) -> dict[int, Fraction]:
    """Amounts in cents with their shares, which sum to one."""
    if isinstance(value, dict) and set(value) == {"chance", "of"}:
        chance = _number(value["chance"], "chance")
        if chance > 1:
            raise ValueError(f"a chance of {value['chance']!r} is above 1")
        drawn = {money: share * chance for money, share in _amounts(value["of"]).items()}
        if chance < 1:
            drawn[0] = drawn.get(0, Fraction(0)) + 1 - chance
        return {money: share for money, share in drawn.items() if share}
    if isinstance(value, list):
        weighed = [(amount, Fraction(1)) for amount in value]
    elif isinstance(value, dict):
        weighed = [(amount, _number(weight, "weight")) for amount, weight in value.items()]
    else:
        weighed = [(value, Fraction(1))]
    shares: dict[int, Fraction] = {}
    for amount, weight in weighed:
        money = cents(amount)
        if money < 0:
            raise ValueError(f"{amount!r} is below zero")
        shares[money] = shares.get(money, Fraction(0)) + weight
    whole = sum(shares.values())
    if not whole:
        raise ValueError("no amount has a weight")
    return {money: share / whole for money, share in shares.items() if share}


def _shares(value: Any) -> dict[str, Fraction]:
    """Ways to play with their shares, which sum to one."""
    weighed = value if isinstance(value, dict) else {value: 1}
    for skill in weighed:
        if skill not in SKILLS:
            raise ValueError(f"{skill!r} is no skill; known are {', '.join(SKILLS)}")
    shares = {skill: _number(weight, "weight") for skill, weight in weighed.items()}
    whole = sum(shares.values())
    if not whole:
        raise ValueError("no skill has a weight")
    return {skill: share / whole for skill, share in shares.items() if share}


Weight = Annotated[Fraction, BeforeValidator(lambda value: _number(value, "weight"))]
Shares = Annotated[dict[str, Fraction], BeforeValidator(_shares)]
Amounts = Annotated[dict[int, Fraction], BeforeValidator(_amounts)]


class Habit(Record):
    """One way a player wagers: amounts by spot."""

    weight: Weight = Fraction(1)
    wagers: dict[str, Amounts] = Field(min_length=1)


class Player(Record):
    """A seat, what lies there, and how its hands are played."""

    seat: int = Field(ge=1)
    wagers: dict[str, Amounts] = Field(default_factory=dict)
    habit: list[Habit] = Field(default_factory=list)
    skill: Shares = Field(default_factory=dict)  # left out: by the chart
    strategy: Literal["simple"] | None = None  # an earlier way to say `skill = "bot"`

    @model_validator(mode="after")
    def _one_of_two(self) -> Player:
        if bool(self.wagers) == bool(self.habit):
            raise ValueError("a player has `wagers`, or a [[player.habit]] for each way to wager")
        if self.habit and not any(habit.weight for habit in self.habit):
            raise ValueError("no habit has a weight")
        return self

    def plays(self) -> dict[str, Fraction]:
        """How the hands are played, with shares."""
        usual = "bot" if self.strategy else CHART
        return self.skill or {usual: Fraction(1)}

    def habits(self) -> list[tuple[Fraction, dict[str, dict[int, Fraction]]]]:
        """Every habit with its share."""
        if not self.habit:
            return [(Fraction(1), self.wagers)]
        whole = sum(habit.weight for habit in self.habit)
        return [(habit.weight / whole, habit.wagers) for habit in self.habit if habit.weight]

    def cases(self, filing: PlayerDealerFiling) -> dict[tuple[int, ...], Fraction]:
        """All that may lie at the seat, spot by spot, with its probability.

        A spot whose condition is not met (a base wager it needs) is left empty.
        """
        found: dict[tuple[int, ...], Fraction] = {}
        for part, wagers in self.habits():
            for case, share in _cases(filing, wagers, f"seat {self.seat}"):
                found[case] = found.get(case, Fraction(0)) + part * share
        return found


def _cases(
    filing: PlayerDealerFiling, wagers: Mapping[str, Mapping[int, Fraction]], where: str
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    count = prod(len(amounts) for amounts in wagers.values())
    if count > MOST_CASES:
        raise HousewayError(
            "too-many-cases",
            f"the wagers can lie in {count:,} ways; {MOST_CASES:,} at most are followed",
            where=where,
        )
    for chosen in product(*(amounts.items() for amounts in wagers.values())):
        named = dict(zip(wagers, (amount for amount, _ in chosen), strict=True))
        yield _placed(filing, named), prod((share for _, share in chosen), start=Fraction(1))


def _placed(filing: PlayerDealerFiling, chosen: Mapping[str, int]) -> tuple[int, ...]:
    placed = {name: amount for name, amount in chosen.items() if amount}
    for spot in filing.spot:
        if spot.equals in placed and spot.name not in chosen:
            placed[spot.name] = placed[spot.equals]
    for spot in filing.spot:
        if spot.name in placed and (
            not all(need in placed for need in spot.needs)
            or (spot.needs_any and not any(need in placed for need in spot.needs_any))
            or any(other in placed for other in spot.excludes)
        ):
            del placed[spot.name]
    return tuple(placed.get(spot.name, 0) for spot in filing.spot)


def _listed(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


class SimulatedTable(Record):
    """What a simulation is told of the table."""

    schedule: Annotated[list[int | str], BeforeValidator(_listed)] = Field(default_factory=list)
    bank: Annotated[list[Money], BeforeValidator(_listed)] = Field(default_factory=list)
    limits: str | None = None
    decks: int | None = None
    options: dict[str, bool | int | str] = Field(default_factory=dict)
    bank_seat: int | None = None  # left out: the first seat nobody plays
    hands_an_hour: float = Field(default=40, gt=0)
    bankroll: Money | None = None
    goal: Money | None = None
    hours: float | None = Field(default=None, gt=0)
    least_bank: Money | None = None  # the bank goes on with less down to this; else all or ruin
    others_bank: float = Field(default=0, ge=0, le=1)  # how likely a player takes the bank offered
    player: list[Player] = Field(default_factory=list)

    @model_validator(mode="after")
    def _session_is_whole(self) -> SimulatedTable:
        if self.bankroll is not None and self.hours is None:
            raise ValueError("a bankroll needs `hours`, the time after which a session ends")
        if self.bankroll is None and (self.goal is not None or self.least_bank is not None):
            raise ValueError("`goal` and `least_bank` need a `bankroll`")
        if self.bankroll is not None and self.goal is not None and self.goal <= self.bankroll:
            raise ValueError("the goal must be above the bankroll")
        if any(not 0 < bank <= MOST_BANK for bank in self.bank):
            raise ValueError(f"a bank is above zero and at most {MOST_BANK // 100:,} dollars")
        return self


def read_simulated_table(path: Path | str) -> SimulatedTable:
    """A description from its file, or an error for every defect, each with its place."""
    return check_simulated_table(read_toml(path), str(path))


def check_simulated_table(data: Mapping[str, Any], source: str) -> SimulatedTable:
    """A description as it was read from somewhere."""
    try:
        return SimulatedTable.model_validate(data)
    except ValidationError as error:
        found: list[HousewayError] = []
        for detail in error.errors():
            place = ".".join(str(part) for part in detail["loc"])
            message = detail["msg"].removeprefix("Value error, ")
            code = "bad-value"
            if detail["type"] == "extra_forbidden":
                *above, key = detail["loc"]
                nearest = did_you_mean(str(key), keys_at(SimulatedTable, tuple(above)))
                code, message = "unknown-key", f"there is no such key; check its spelling{nearest}"
            where = f"{source}: {place}" if place else source
            found.append(HousewayError(code, message, where=where))
        raise_all(found)
        raise


def usual_players(terms: Terms[PlayerDealerFiling], count: int, bank_seat: int) -> list[Player]:
    """So many players of plain habits: 10, 20 or 30 dollars on the base game, moved into its
    limits, and one time in four 5 dollars on each bonus bet."""
    filing = terms.filing
    offered = [s for s in filing.spot if not (s.option and terms.options.get(s.option) is False)]
    bonus = {
        spot.name: {"chance": 0.25, "of": _within(terms, spot, 5)}
        for spot in offered
        if not spot.base
    }
    habits = [
        {"wagers": {first.name: [_within(terms, first, unit) for unit in (10, 20, 30)], **bonus}}
        for first in offered
        if first.base and not first.equals
    ]
    seats = [seat for seat in range(1, terms.seats + 1) if seat != bank_seat][:count]
    return [Player.model_validate({"seat": seat, "habit": habits}) for seat in seats]


def _within(terms: Terms[PlayerDealerFiling], spot: Spot, amount: int) -> str:
    """So many dollars, moved into the limits of a spot."""
    bounds = spot_limits(terms, spot)
    if bounds is None:
        return str(amount)
    span = bounds[0]
    most = 100 * amount if span.high is None else min(100 * amount, span.high)
    return dollars(max(span.low, most))


def with_play(table: SimulatedTable, play: str) -> SimulatedTable:
    """The table with all players playing so; in a "mix" each as the table says of it, and one
    of whom it says nothing a third of the hands each way."""
    if play not in (*SKILLS, MIX):
        raise HousewayError(
            "no-such-play",
            f"{play!r} is no way to play; known are {', '.join((*SKILLS, MIX))}",
            where="play",
        )
    even = {skill: Fraction(1, len(SKILLS)) for skill in SKILLS}

    def playing(player: Player) -> Player:
        if play == MIX:
            said = player.skill or player.strategy
            return player if said else player.model_copy(update={"skill": even})
        return player.model_copy(update={"skill": {play: Fraction(1)}})

    return table.model_copy(update={"player": [playing(player) for player in table.player]})


def skills_of(table: SimulatedTable) -> tuple[str, ...]:
    """The ways in which hands are played at the table."""
    used = {skill for player in table.player for skill in player.plays()}
    return tuple(skill for skill in SKILLS if skill in used)


def table_terms(
    filing: PlayerDealerFiling, table: SimulatedTable, schedule: int | str | None
) -> Terms[PlayerDealerFiling]:
    """The terms of play under one schedule."""
    return make_terms(
        filing, options=table.options, decks=table.decks, schedule=schedule, limits=table.limits
    )


def check_players(terms: Terms[PlayerDealerFiling], table: SimulatedTable) -> None:
    """Every wager that can come to lie is allowed; all that is wrong is said at once."""
    filing = terms.filing
    known = {spot.name for spot in filing.spot}
    found: dict[str, HousewayError] = {}
    seats = [player.seat for player in table.player]
    assert table.bank_seat is not None
    for player in table.player:
        where = f"seat {player.seat}"
        if seats.count(player.seat) > 1:
            error = HousewayError("seat-twice", "two players have this seat", where=where)
            found[str(error)] = error
        wagers_at_all = False
        for _, wagers in player.habits():
            if strange := wagers.keys() - known:
                error = HousewayError(
                    "no-such-wager",
                    f"the game offers no {', '.join(sorted(strange))} wager; it has "
                    f"{', '.join(spot.name for spot in filing.spot)}",
                    where=where,
                )
                found[str(error)] = error
                wagers_at_all = True
                continue
            placed = [
                {s.name: amount for s, amount in zip(filing.spot, case, strict=True) if amount}
                for case, _ in _cases(filing, wagers, where)
            ]
            for wager in filter(None, placed):
                layout = Layout(table.bank_seat, (SeatWagers(player.seat, wager),))
                for problem in wager_problems(terms, layout):
                    found[str(problem)] = problem
            wagers_at_all |= any(placed)
        if not wagers_at_all:
            error = HousewayError("no-wager", "nothing is ever wagered here", where=where)
            found.setdefault(str(error), error)
    raise_all(list(found.values()))

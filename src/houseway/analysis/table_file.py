"""A table described in a file: who sits where and wagers what, and the schedule in force.

    schedule = 1
    hands_an_hour = 40

    [[player]]
    seat = 2
    wagers = { ante = 10, pair_plus = { "0" = 3, "5" = 1 } }

An amount is in dollars; several amounts come with their weights, and "0" is no wager. Each spot
is drawn by itself, and one that must equal another may be left out.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from houseway.errors import HousewayError
from houseway.filings.loader import read_toml
from houseway.filings.schema.base import Record, cents
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.games.verdicts import SeatWagers

MOST_CASES = 100_000  # of a player's wagers together


def _amounts(value: Any) -> Any:
    """Amounts in cents with their shares, which sum to one."""
    written = value if isinstance(value, dict) else {value: 1}
    weights: dict[int, Fraction] = {}
    for amount, weight in written.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float | Decimal) or weight < 0:
            raise ValueError(f"{weight!r} is no weight of an amount")
        money = cents(amount)
        if money < 0:
            raise ValueError(f"{amount!r} is below zero")
        weights[money] = weights.get(money, Fraction(0)) + Fraction(str(weight))
    whole = sum(weights.values())
    if not whole:
        raise ValueError("no amount has a weight")
    return {money: weight / whole for money, weight in weights.items() if weight}


Amounts = Annotated[dict[int, Fraction], BeforeValidator(_amounts)]


class PlayerAtTable(Record):
    """A seat and the wagers that lie there before the deal."""

    seat: int = Field(ge=1)
    wagers: dict[str, Amounts] = Field(min_length=1)

    def layouts(self, filing: PlayerDealerFiling) -> list[tuple[Fraction, SeatWagers]]:
        """What may lie at the seat, with its probability; hands without a wager are left out."""
        spots = [spot for spot in filing.spot if not (spot.equals and spot.name not in self.wagers)]
        unknown = set(self.wagers) - {spot.name for spot in filing.spot}
        if unknown:
            raise HousewayError(
                "no-such-wager",
                f"the game offers no {', '.join(sorted(unknown))} wager; it has "
                f"{', '.join(spot.name for spot in filing.spot)}",
                where=f"seat {self.seat}",
            )
        choices = [list(self.wagers.get(spot.name, {0: Fraction(1)}).items()) for spot in spots]
        cases = 1
        for choice in choices:
            cases *= len(choice)
        if cases > MOST_CASES:
            raise HousewayError(
                "too-many-cases",
                f"the wagers can lie in {cases:,} ways; {MOST_CASES:,} are counted at the most",
                where=f"seat {self.seat}",
            )
        found = []
        for chosen in product(*choices):
            wagers = {spot.name: amount for spot, (amount, _) in zip(spots, chosen, strict=True)}
            for spot in filing.spot:
                if spot.equals and spot.name not in self.wagers:
                    wagers[spot.name] = wagers.get(spot.equals, 0)
            share = Fraction(1)
            for _, part in chosen:
                share *= part
            placed = {name: amount for name, amount in wagers.items() if amount}
            if placed:
                found.append((share, SeatWagers(self.seat, placed)))
        return found


class TableDescription(Record):
    """A table for which fees are worked out."""

    schedule: int | str
    limits: str | None = None
    bank_seat: int | None = None  # left out: the first seat nobody plays
    hands_an_hour: float | None = Field(default=None, gt=0)
    player: list[PlayerAtTable] = Field(min_length=1)


def read_table(path: Path) -> TableDescription:
    """A description from its file; every error names the place."""
    data = read_toml(path)
    try:
        return TableDescription.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        code = "unknown-key" if first["type"] == "extra_forbidden" else "bad-value"
        raise HousewayError(code, message, where=f"{path}: {place}") from None

"""What the collection takes from a poker pot, and from a player in an hour, by schedule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from houseway.errors import HousewayError
from houseway.families.poker.schema import Poker
from houseway.filings.loader import open_filing, schedule_sets
from houseway.filings.schema.base import dollars
from houseway.filings.schema.collection import (
    BlindsGroup,
    PotGroup,
    PotOption,
    TimedGroup,
    TimedOption,
)
from houseway.filings.schema.common import FilingBase

HOUR = 60  # minutes


@dataclass(frozen=True, slots=True, kw_only=True)
class PotHabits:
    """How pots go at a table. Shares are of all pots; money in cents."""

    players: int = 9
    pots_an_hour: Fraction = Fraction(30)
    average_pot: int = 100_00
    seen_flop: Fraction = Fraction(9, 10)  # or, in draw and stud, the end of the first round
    seen_turn: Fraction = Fraction(6, 10)  # the end of the second round
    seen_river: Fraction = Fraction(45, 100)  # the end of the third round

    def __post_init__(self) -> None:
        shares = (Fraction(1), self.seen_flop, self.seen_turn, self.seen_river, Fraction(0))
        if any(one < other for one, other in pairwise(shares)):
            raise HousewayError(
                "bad-shares", "shares of pots lie from 1 to 0, each street's below the one before",
                where="habits",
            )  # fmt: skip
        if self.players < 2 or self.pots_an_hour <= 0 or self.average_pot <= 0:
            raise HousewayError(
                "bad-habits", "two players, a pot an hour and a cent in it are the least",
                where="habits",
            )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PotFee:
    """One schedule option: cents a pot on average, of the average pot, and an hour."""

    schedule: str
    structures: str
    players: str
    per_pot: Fraction
    of_pot: Fraction
    per_player_hour: Fraction
    cite: str

    def as_json(self) -> dict[str, Any]:
        return {
            "schedule": self.schedule,
            "structures": self.structures,
            "players": self.players,
            "per_pot": float(self.per_pot / 100),
            "of_pot": float(self.of_pot),
            "per_player_hour": float(self.per_player_hour / 100),
            "cite": self.cite,
        }

    def as_text(self) -> str:
        return (
            f"{self.schedule} ({self.structures}, {self.players}): "
            f"{dollars(round(self.per_pot))} a pot ({float(self.of_pot):.1%}), "
            f"{dollars(round(self.per_player_hour))} a player and hour"
        )


def pot_fees(filing: FilingBase | str, habits: PotHabits | None = None) -> list[PotFee]:
    """Every option that fits the number of players, in the order filed.

    >>> found = pot_fees("napa-valley/texas-holdem", PotHabits(players=9))
    >>> found[0].as_text()
    'poker/1 (limit, 7 or more): 4.60 a pot (4.6%), 15.33 a player and hour'
    """
    opened = open_filing(filing) if isinstance(filing, str) else filing
    if not isinstance(opened, Poker):
        raise HousewayError("no-pot", f"{opened.id} is not played for a pot", where="filing")
    return list(_fees(opened, habits or PotHabits()))


def _fees(filing: Poker, habits: PotHabits) -> Iterator[PotFee]:
    for one in schedule_sets(filing):
        for group in one.group:
            if isinstance(group, BlindsGroup):
                # The blinds are the fee of every hand, before a card is dealt.
                taken = Fraction(sum(group.blinds))
                yield _fee(f"{one.name}", "all", "any", taken, habits, str(group.cite))
                continue
            kinds = " and ".join(getattr(group, "structures", [])) or "all"
            for option in group.option:
                name = f"{one.name}/{option.number}"
                if isinstance(group, TimedGroup) and isinstance(option, TimedOption):
                    an_hour = Fraction(option.fee * HOUR, group.minutes)
                    taken = an_hour * habits.players / habits.pots_an_hour
                    yield _fee(name, kinds, "any", taken, habits, str(group.cite))
                elif (
                    isinstance(group, PotGroup)
                    and isinstance(option, PotOption)
                    and habits.players in option.players
                ):
                    taken = _of_a_pot(group, option, habits)
                    yield _fee(name, kinds, str(option.players), taken, habits, str(group.cite))


def _of_a_pot(group: PotGroup, option: PotOption, habits: PotHabits) -> Fraction:
    if group.taken == "button":
        return Fraction(option.regular)
    if group.taken == "flop-turn-river":
        streets = (option.regular, option.turn, option.river)
    else:
        streets = (option.regular, option.second, option.third)
    seen = (habits.seen_flop, habits.seen_turn, habits.seen_river)
    taken = sum((fee * share for fee, share in zip(streets, seen, strict=True)), Fraction(0))
    return taken + option.modified * (1 - habits.seen_flop)


def _fee(
    name: str, structures: str, players: str, taken: Fraction, habits: PotHabits, cite: str
) -> PotFee:
    return PotFee(
        name, structures, players, taken, taken / habits.average_pot,
        taken * habits.pots_an_hour / habits.players, cite,
    )  # fmt: skip

"""What a procedure is told, and what it ends with. Verdicts are not payments."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from houseway.rounds.steps import Place

Outcome = Literal["win", "lose", "push"]
ONE = Fraction(1)
EVEN_MONEY = Fraction(1)
BY_FOLDING = "folded"  # why a wager is lost that says nothing of the cards


@dataclass(frozen=True, slots=True)
class BacklineWagers:
    """One who bets behind a seat and follows its decisions."""

    name: str
    wagers: Mapping[str, int]
    insured: int = 0  # what they insured of their own; nobody follows a seat in that
    free_collection: bool = False  # hands in a button for the fee


@dataclass(frozen=True, slots=True)
class SeatWagers:
    """What lies on a seat's spots before the deal, in cents."""

    number: int
    wagers: Mapping[str, int]
    backline: tuple[BacklineWagers, ...] = ()
    player: str = ""
    free_collection: bool = False
    spots: frozenset[str] = field(init=False, repr=False, compare=False)  # anybody wagers on
    _bettors: tuple[tuple[str, Mapping[str, int]], ...] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        own = ((str(self.number), self.wagers),)
        behind = tuple([(f"{self.number}/{b.name}", b.wagers) for b in self.backline])
        object.__setattr__(self, "_bettors", own + behind)
        spots = [spot for _, on in self._bettors for spot, amount in on.items() if amount]
        object.__setattr__(self, "spots", frozenset(spots))

    def bettors(self) -> tuple[tuple[str, Mapping[str, int]], ...]:
        """Everybody with money at this seat: its own player first, then those behind."""
        return self._bettors

    def hands_in(self, bettor: str) -> bool:
        """Whether a bettor at this seat hands in a free-collection button."""
        behind = bettor.partition("/")[2]
        if not behind:
            return self.free_collection
        return any(b.free_collection for b in self.backline if b.name == behind)

    def staked(self, spot: str) -> bool:
        """Whether anybody has a wager on the spot."""
        return spot in self.spots


def only(seat: SeatWagers, spots: Set[str]) -> SeatWagers:
    """A seat with what lies on some of its spots."""
    behind = (
        replace(b, wagers={name: b.wagers[name] for name in b.wagers if name in spots})
        for b in seat.backline
    )
    own = {name: amount for name, amount in seat.wagers.items() if name in spots}
    return replace(seat, wagers=own, backline=tuple(b for b in behind if b.wagers))


@dataclass(frozen=True, slots=True)
class Layout:
    """The table when "no more bets" is called. Seats stand in order of their numbers."""

    bank_seat: int
    seats: tuple[SeatWagers, ...]

    def seat(self, number: int) -> SeatWagers | None:
        return next((s for s in self.seats if s.number == number), None)


class Verdict(NamedTuple):
    """What becomes of one wager, and why.

    Its stake is `times` the amount each bettor has on spot `of`; a lost wager forfeits the
    `forfeits` part of it. `bettors` limits it to some; `prize` is a fixed sum that stakes nothing.
    """

    seat: int
    wager: str
    outcome: Outcome
    because: str
    cite: str
    odds: Fraction | None = None
    of: str = ""  # the spot the stake is measured by; the wager's own if empty
    times: Fraction = ONE
    forfeits: Fraction = ONE
    hand: int = 1
    bettors: tuple[str, ...] | None = None
    prize: int | None = None

    @property
    def net(self) -> Fraction:
        """What a unit on the spot it is measured by wins or loses."""
        if self.outcome == "push":
            return Fraction(0)
        if self.outcome == "lose":
            return -self.forfeits * self.times
        assert self.odds is not None
        return self.odds * self.times


@dataclass(frozen=True, slots=True)
class Result:
    """The end of a round: who is settled first, the verdicts, what a floorperson should know."""

    first_action: int | None
    verdicts: tuple[Verdict, ...]
    warnings: tuple[str, ...] = ()
    house_way: Mapping[str, str] = field(default_factory=dict)
    # Seats whose written choices the round had no use for.
    unasked: tuple[Place, ...] = ()
    # The clause that ended the cards of a place, for a record that shows more.
    closed: Mapping[Place, str] = field(default_factory=dict)
    # And in words, why no card and no choice follows there.
    stopped: Mapping[Place, str] = field(default_factory=dict)

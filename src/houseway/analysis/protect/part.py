"""What a family gives for game protection: bets whose value follows from the cards left, and what
cards that a player should not know are worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from houseway.analysis.seen import NextRound
from houseway.cards import Card
from houseway.filings.terms import Terms
from houseway.hands.arrays import Floats, Integers


class Kind(NamedTuple):
    """Cards of a deck that are alike for some bets."""

    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class Countable:
    """Bets that go by the same kinds of cards."""

    kinds: tuple[Kind, ...]
    bets: tuple[str, ...]
    # [shoe, kind]: cards left, to [shoe, bet, 2]: the result of a unit, and of its square
    values: Callable[[Integers], Floats]


class ShoePart(NextRound, Protocol):
    """What a family gives as its `shoe`."""

    def base(self, terms: Terms[Any]) -> Countable | None:
        """The base game, where a shoe of it takes too long to be followed: only what each card
        removed does to it is told, and only if asked."""

    def countable(self, terms: Terms[Any]) -> Sequence[Countable]:
        """The bets that can be followed through a shoe."""

    def cards_a_round(self, terms: Terms[Any], players: int) -> float:
        """How many cards a round takes, on average."""


@dataclass(frozen=True, kw_only=True)
class Exposure:
    """Cards that a player knows and should not, the best play with them, and what it is worth."""

    what: str  # as "one more card of the bank seen"
    bet: str
    ev: float  # of a unit under best play with that knowledge
    gain: float  # over best play without it
    standard_error: float | None = None  # of both; None where all cases were counted
    play: str = ""  # the best play in words, where a few say it
    remedy: str = ""  # what a floor does about it

    def as_json(self) -> dict[str, Any]:
        return {
            "what": self.what, "bet": self.bet, "ev": self.ev, "gain": self.gain,
            "exact": self.standard_error is None, "standard_error": self.standard_error,
            "play": self.play, "remedy": self.remedy,
        }  # fmt: skip


class Work(NamedTuple):
    """How much is sampled where not all cases are counted, and who is told how far it is."""

    samples: int
    seed: int
    progress: Callable[[float], None]
    base: bool = False  # a base game that takes long is counted too


# What a family gives as `exposed`.
Exposed = Callable[[Terms[Any], Work], Sequence[Exposure]]

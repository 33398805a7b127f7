"""What only a family knows of its filings: the parts its lint gives to the common checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.family import find_family
from houseway.filings.lint.finding import Defect
from houseway.filings.schema.base import Cited

# Hands of five cards from the best; a row of a pay table is named so.
FIVE_CARD_HANDS = (
    "royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight",
    "three-of-a-kind", "two-pair", "one-pair",
)  # fmt: skip


def _nothing(filing: Any) -> Iterator[Defect]:  # noqa: ARG001
    yield from ()


def _none_later(filing: Any) -> Mapping[str, Cited]:  # noqa: ARG001
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """The hands a wager's pay table can name, best first."""

    hands: tuple[str, ...]
    never: tuple[str, ...] = ()  # cannot come in this bet
    best_paid_counts: bool = False  # of several rows a hand fills the best paid one is taken


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyLint:
    """A family's own checks, and what the common checks must know of it."""

    check: Callable[[Any], Iterator[Defect]] = _nothing
    spots: tuple[str, ...] = ()  # without which nobody can play
    cards_held: int = 0  # of each position, the bank's too; 0: not dealt once for all
    cards_shared: int = 0
    later_wagers: Callable[[Any], Mapping[str, Cited]] = _none_later  # made after the deal
    ranked: Mapping[str, Ranked] = field(default_factory=dict)  # by wager
    counted: Mapping[str, int] = field(default_factory=dict)  # rows by cards: the fewest possible
    # Words of the game, each with the filings it is at home in; elsewhere they are foreign.
    words: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)


def always(filing: object) -> bool:  # noqa: ARG001
    return True


NO_LINT = FamilyLint()


def family_lint(family: str) -> FamilyLint:
    lint: FamilyLint = find_family(family).part("lint") or NO_LINT
    return lint

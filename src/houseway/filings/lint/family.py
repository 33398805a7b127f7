"""What only a family knows of its filings: the parts its lint gives to the common checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.family import find_family
from houseway.filings.lint.finding import Defect
from houseway.filings.schema.base import Cited


def _nothing(filing: Any) -> Iterator[Defect]:  # noqa: ARG001
    yield from ()


def _none_later(filing: Any) -> Mapping[str, Cited]:  # noqa: ARG001
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyLint:
    """A family's own checks, and what the common checks must know of it."""

    check: Callable[[Any], Iterator[Defect]] = _nothing
    bets: Callable[[Any], Iterator[Defect]] = _nothing  # findings by the odds of its bets
    style: str = ""  # what a law calls such games: "blackjack"
    cards_held: int = 0  # of each position, the bank's too; 0: not dealt once for all
    cards_shared: int = 0
    later_wagers: Callable[[Any], Mapping[str, Cited]] = _none_later  # made after the deal
    # Words of the game, each with the filings it is at home in; elsewhere they are foreign.
    words: Mapping[str, Callable[[Any], bool]] = field(default_factory=dict)


def always(filing: object) -> bool:  # noqa: ARG001
    return True


NO_LINT = FamilyLint()


def family_lint(family: str) -> FamilyLint:
    lint: FamilyLint = find_family(family).part("lint") or NO_LINT
    return lint

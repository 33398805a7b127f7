"""One round of a player-dealer game, by the procedure of its family."""

from __future__ import annotations

from typing import Any, Protocol

from houseway.family import find_family
from houseway.filings.terms import Terms
from houseway.rounds.steps import Procedure
from houseway.rounds.verdicts import Layout


class Play(Protocol):
    """What a family gives as its procedure."""

    def __call__(self, terms: Terms[Any], layout: Layout, /) -> Procedure: ...


def procedure_of(family: str) -> Play:
    """How a family's rounds are played."""
    play: Play = find_family(family).part("procedure")
    return play


def procedure(terms: Terms[Any], layout: Layout) -> Procedure:
    """A round ready to be driven."""
    return procedure_of(terms.filing.family)(terms, layout)

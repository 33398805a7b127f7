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


def procedure(terms: Terms[Any], layout: Layout) -> Procedure:
    """A round ready to be driven."""
    play: Play = find_family(terms.filing.family).part("procedure")
    return play(terms, layout)

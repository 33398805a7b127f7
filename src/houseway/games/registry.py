"""Which procedure plays which family. Procedures load when they are needed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from houseway.filings.terms import Terms
from houseway.games.steps import Procedure
from houseway.games.verdicts import Layout

PROCEDURES: dict[str, str] = {
    "twenty-one": "twenty_one",
    "three-card-poker": "three_card",
    "ultimate-holdem": "ultimate",
    "baccarat": "baccarat",
    "pai-gow-poker": "pai_gow",
    "pai-gow-tiles": "tiles",
}


def procedure(terms: Terms[Any], layout: Layout) -> Procedure:
    """One round of a player-dealer game, ready to be driven."""
    play: Callable[[Terms[Any], Layout], Procedure] = import_module(
        f"houseway.games.{PROCEDURES[terms.filing.family]}"
    ).play
    return play(terms, layout)

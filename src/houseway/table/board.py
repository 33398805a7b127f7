"""The scoreboard of a table: what a family posts of the rounds dealt so far."""

from __future__ import annotations

from typing import Any, Protocol

from houseway.family import find_family
from houseway.filings.terms import Terms
from houseway.table import records as r


class Board(Protocol):
    """What a family gives as its scoreboard, made anew for a table."""

    def follow(self, record: r.Record, /) -> None:
        """Take in a record of the table; only what everybody has seen may go in."""
        ...

    def as_json(self, terms: Terms[Any], /) -> dict[str, Any]: ...

    def keep(self) -> Any:
        """What it needs to go on after a hand, as JSON."""
        ...

    def go_on(self, kept: Any, /) -> None: ...


def new_board(family: str) -> Board | None:
    """An empty scoreboard; None where the family has none."""
    make = find_family(family).part("scoreboard")
    board: Board | None = make() if make else None
    return board

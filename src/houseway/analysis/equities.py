"""What hands are worth against each other, by a family that plays for a pot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from houseway.errors import HousewayError
from houseway.family import find_family
from houseway.filings.loader import open_filing
from houseway.filings.schema.common import FilingBase


class Equities(Protocol):
    """Who gets how much of the pot."""

    def as_json(self) -> dict[str, Any]: ...

    def as_text(self) -> Any: ...


class CountsEquity(Protocol):
    """What a family gives whose players play for a pot."""

    def __call__(
        self, filing: Any, hands: Sequence[str], /, *, board: str, dead: str, seed: int
    ) -> Equities: ...


def equities(
    filing: FilingBase | str, hands: Sequence[str], *, board: str, dead: str, seed: int
) -> Equities:
    """Who gets how much of the pot if nobody folds."""
    opened = open_filing(filing) if isinstance(filing, str) else filing
    count: CountsEquity | None = find_family(opened.family).part("equity")
    if count is None:
        raise HousewayError(
            "no-equity", f"{opened.id} is not played for a pot; see `houseway odds`", where="filing"
        )
    return count(opened, hands, board=board, dead=dead, seed=seed)

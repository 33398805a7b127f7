"""Setting a hand the house way from its notation, cards or tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from houseway.cards import NotationError
from houseway.errors import Refused
from houseway.family import find_family
from houseway.filings.schema.common import FilingBase


class SetsHands(Protocol):
    """What a family gives whose hands are set: both hands, the row that decided, its clause."""

    def __call__(
        self, filing: Any, text: str, /, options: Mapping[str, Any] | None = None
    ) -> dict[str, str]: ...


def set_house_way(
    filing: FilingBase, text: str, options: Mapping[str, Any] | None = None
) -> dict[str, str]:
    """Both hands, the row of the chart that decided, and where it stands."""
    sets_hands: SetsHands | None = find_family(filing.family).part("house_way")
    if sets_hands is None:
        said = f"{filing.id} is not a game whose hands are set"
        raise Refused("no-house-way", said, where="filing")
    try:
        return sets_hands(filing, text, options)
    except NotationError as error:
        raise Refused("not-a-card", str(error), where="cards") from None

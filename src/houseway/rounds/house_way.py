"""Setting a hand the house way from its notation, cards or tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from houseway.cards import NotationError
from houseway.errors import Refused
from houseway.family import find_family
from houseway.filings.loader import readings_of
from houseway.filings.schema.common import FilingBase


class SetsHands(Protocol):
    """What a family gives whose hands are set: both hands, the row that decided, its clause."""

    def __call__(self, filing: Any, text: str, options: Mapping[str, Any], /) -> dict[str, str]: ...


def set_house_way(filing: FilingBase, text: str) -> dict[str, Any]:
    """Both hands, the row of the chart that decided, and where it stands.

    `readings` lists the options under whose other value the hand would be set otherwise.
    """
    sets_hands: SetsHands | None = find_family(filing.family).part("house_way")
    if sets_hands is None:
        said = f"{filing.id} is not a game whose hands are set"
        raise Refused("no-house-way", said, where="filing")
    try:
        answer: dict[str, Any] = sets_hands(filing, text, {})
        others = list(_set_otherwise(sets_hands, filing, text, answer))
        return {**answer, "readings": others} if others else answer
    except NotationError as error:
        raise Refused("not-a-card", str(error), where="cards") from None


def _set_otherwise(
    sets_hands: SetsHands, filing: FilingBase, text: str, answer: Mapping[str, str]
) -> Iterator[dict[str, Any]]:
    for option in filing.option:
        for value in option.values:
            other = (
                answer
                if value == option.default
                else sets_hands(filing, text, {option.name: value})
            )
            if {*other.items()} - {*answer.items()}:
                named = (r.id for r in readings_of(filing) if r.option == option.name)
                told = {"reading": next(named, ""), "option": option.name, "value": value}
                yield told | {key: other[key] for key in other if key not in ("row", "cite")}

"""The count sheet: what was found in the drop boxes, in TOML or JSON.

[shifts]                     # when each shift begins; left out: 6:00, 14:00 and 22:00
day = "06:00"
night = "18:00"

[[box]]
table = "1"
shift = "2025-01-01 night"   # the day it begins on and its name; left out: everything
amount = 1234.50             # or the chips, by their value:
# chips = { "0.50" = 3, "1" = 140, "5" = 60 }
"""

from __future__ import annotations

from datetime import time
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from houseway.errors import CannotHaveHappened
from houseway.filings.schema.base import Money, Record, cents
from houseway.reading import read_json, read_toml


def _hours(value: Any) -> Any:
    if not isinstance(value, dict):
        raise ValueError('shifts are names with the hour each begins, as day = "06:00"')
    return {name: _hour(at) for name, at in value.items()}


def _hour(at: Any) -> time:
    if isinstance(at, str):
        at = time.fromisoformat(at)
    if not isinstance(at, time) or at.tzinfo is not None:
        raise ValueError(f'{at!r} is no hour of the day, as "06:00"')
    return at


def _chip(value: str) -> str:
    if cents(value) <= 0:
        raise ValueError(f"{value!r} is no value of a chip")
    return value


Chip = Annotated[str, AfterValidator(_chip)]


class Box(Record):
    """One drop box as it was counted: an amount, or chips by their value."""

    table: str
    shift: str = ""  # empty: all shifts of the logs
    amount: Money | None = None
    chips: dict[Chip, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)

    @property
    def counted(self) -> int:
        return (self.amount or 0) + sum(cents(value) * n for value, n in self.chips.items())


class CountSheet(Record):
    """What was found in the drop boxes, and when the shifts begin."""

    box: list[Box] = Field(min_length=1)
    shifts: Annotated[dict[str, time], BeforeValidator(_hours)] = Field(default_factory=dict)


def read_count_sheet(path: Path) -> CountSheet:
    """A count sheet, or an error that names the file and the key."""
    data = read_json(path) if path.suffix == ".json" else read_toml(path)
    try:
        return CountSheet.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise CannotHaveHappened(
            "bad-count-sheet",
            first["msg"].removeprefix("Value error, "),
            where=f"{path}: {place}",
        ) from None

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

import json
import tomllib
from datetime import time
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError

from houseway.errors import CannotHaveHappened
from houseway.filings.schema.base import Money, Record, cents


def _hours(value: Any) -> Any:
    return {name: time.fromisoformat(at) for name, at in value.items()}


class Box(Record):
    """One drop box as it was counted: an amount, or chips by their value."""

    table: str
    shift: str = ""  # empty: all shifts of the logs
    amount: Money | None = None
    chips: dict[str, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)

    @property
    def counted(self) -> int:
        return (self.amount or 0) + sum(cents(value) * n for value, n in self.chips.items())


class CountSheet(Record):
    """What was found in the drop boxes, and when the shifts begin."""

    box: list[Box] = Field(min_length=1)
    shifts: Annotated[dict[str, time], BeforeValidator(_hours)] = Field(default_factory=dict)


def read_count_sheet(path: Path) -> CountSheet:
    """A count sheet, or an error that names the file and the key."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise CannotHaveHappened(
            "no-such-file", f"cannot be read: {why}", where=str(path)
        ) from None
    try:
        if path.suffix == ".json":
            return CountSheet.model_validate(json.loads(text, parse_float=Decimal))
        return CountSheet.model_validate(tomllib.loads(text, parse_float=Decimal))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise CannotHaveHappened(
            "bad-count-sheet",
            first["msg"].removeprefix("Value error, "),
            where=f"{path}: {place}",
        ) from None
    except (ValueError, AttributeError) as error:
        raise CannotHaveHappened("bad-count-sheet", str(error), where=str(path)) from None

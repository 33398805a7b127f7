"""The round file: the facts of one round as a person at the table could read them off."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from houseway.errors import CannotHaveHappened, HousewayError, raise_all
from houseway.filings.schema.base import Record, cents


def _wager(value: Any) -> int:
    amount = cents(value)
    if amount < 0:
        raise ValueError(f"{value} is below zero")
    return amount


Wager = Annotated[int, BeforeValidator(_wager)]
Wagers = dict[str, Wager]


def _faces(value: Any) -> Any:
    return [value] if isinstance(value, int) else value  # a generator's number may stand alone


DiceFaces = Annotated[list[int], BeforeValidator(_faces)]


class Setting(Record):
    """How a pai gow hand was set: by the player, or the house way."""

    set: str | None = None
    house_way: bool = False

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.set is not None and self.house_way:
            raise ValueError("give `set` or `house_way`, not both")
        return self


class BankEntry(Setting):
    seat: int
    wager: Wager
    cards: str = ""


class BacklineEntry(Record):
    name: Annotated[str, Field(min_length=1)]
    wagers: Wagers


class SeatEntry(Setting):
    number: int
    cards: str = ""
    draws: str = ""
    wagers: Wagers = {}
    actions: list[str] = []
    player: str = ""
    free_collection: bool = False
    backline: list[BacklineEntry] = []


class HandsEntry(Record):
    """Baccarat's two community hands."""

    player: str
    banker: str


class RoundFile(Record):
    filing: str
    schedule: int | str | None = None
    limits: str | None = None
    decks: int | None = None
    options: dict[str, Any] = {}
    board: str = ""
    dice: DiceFaces = []
    bank: BankEntry
    seat: list[SeatEntry] = []
    hands: HandsEntry | None = None
    expect: dict[str, Any] | None = None  # of a settled example; not read here


_MESSAGES = {
    "extra_forbidden": ("unknown-key", "a round file has no such key; check its spelling"),
    "missing": ("missing-key", "this is required"),
}


def parse_round(text: str, *, file: str = "round") -> RoundFile:
    """A round file's text, or an error for every defect of its form."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise CannotHaveHappened(
            "not-toml", f"cannot be read as TOML: {error}", where=file
        ) from None
    return check_round(data)


def check_round(data: Any) -> RoundFile:
    """A round file's contents, however they were written, or an error for every defect."""
    try:
        return RoundFile.model_validate(data)
    except ValidationError as error:
        found: list[HousewayError] = []
        for detail in error.errors():
            code, message = _MESSAGES.get(
                detail["type"], ("bad-value", detail["msg"].removeprefix("Value error, "))
            )
            found.append(CannotHaveHappened(code, message, where=_place(detail["loc"])))
        raise_all(found)
        raise


def _place(location: tuple[int | str, ...]) -> str:
    """A key path as a person counts: the second [[seat]] is seat entry 2."""
    parts = [f"entry {part + 1}" if isinstance(part, int) else str(part) for part in location]
    return " ".join(parts)


def read_round(path: Path) -> RoundFile:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CannotHaveHappened(
            "no-such-file", f"cannot be read: {error}", where=str(path)
        ) from None
    return parse_round(text, file=str(path))

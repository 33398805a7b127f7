"""The round file: the facts of one round as a person at the table could read them off."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from houseway.errors import CannotHaveHappened, HousewayError, did_you_mean, raise_all
from houseway.filings.schema.base import BadValue, Record, cents
from houseway.filings.schema.irregular import Noticed
from houseway.filings.schema.walk import keys_at
from houseway.reading import parse_toml, read_toml

Wager = Annotated[int, BeforeValidator(cents)]


def _no_truth(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("must be a whole number")  # true is not one
    return value


Number = Annotated[int, BeforeValidator(_no_truth)]
Wagers = dict[str, Wager]


def _seat_or_word(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | str | None):
        raise ValueError('must be a seat\'s number, or a word as "bank" or "pile 5"')
    return value


def _lower(value: Any) -> Any:
    return value.strip().lower() if isinstance(value, str) else value


def _faces(value: Any) -> Any:
    return [value] if isinstance(value, int) else value  # a generator's number may stand alone


def _bettor(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _insurance(value: Any) -> Any:
    """The one choice of those who bet behind: in all others they follow the seat."""
    word, _, amount = " ".join(str(value).split()).partition(" ")
    if word != "insure":
        raise ValueError("those who bet behind follow the seat; only 'insure 5' is their own")
    cents(amount)
    return f"insure {amount}"


DiceFaces = Annotated[list[Number], BeforeValidator(_faces)]


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
    seat: Number
    wager: Annotated[Wager, Field(ge=0)]
    cards: str = ""


class BacklineEntry(Record):
    name: Annotated[str, Field(min_length=1, pattern=r"^[^/\s][^/]*$")]
    wagers: Wagers
    actions: list[Annotated[str, BeforeValidator(_insurance)]] = []  # of their own: "insure 5"
    free_collection: bool = False

    @property
    def insured(self) -> int:
        """What they insured, in cents."""
        return sum(cents(action.partition(" ")[2]) for action in self.actions)


class SeatEntry(Setting):
    number: Number
    cards: str = ""
    draws: str = ""
    wagers: Wagers = {}
    actions: list[str] = []
    player: str = ""
    free_collection: bool = False
    backline: list[BacklineEntry] = []

    @property
    def wagered(self) -> bool:
        """Whether anybody has money here."""
        return bool(self.backline) or any(self.wagers.values())


class ErrorEntry(Record):
    """Something that went wrong."""

    kind: str
    place: Annotated[int | str | None, BeforeValidator(_seat_or_word)] = None
    cards: str = ""
    number: Annotated[Number, Field(ge=0)] | None = None  # which card from 1, or how many
    noticed: Annotated[Noticed | None, BeforeValidator(_lower)] = None


class PaidEntry(Record):
    """What the dealer has already paid to a bettor on a wager, or taken: then it is negative."""

    bettor: Annotated[str, BeforeValidator(_bettor)]
    wager: str
    net: Wager


class RoundFile(Record):
    filing: str
    schedule: Annotated[int | str | None, BeforeValidator(_no_truth)] = None
    limits: str | None = None
    decks: Number | None = None
    dealt_from: str = ""
    options: dict[str, Any] = {}
    board: str = ""
    dice: DiceFaces = []
    bank: BankEntry
    seat: list[SeatEntry] = []
    hands: dict[str, str] = {}  # those that belong to nobody, by place
    error: list[ErrorEntry] = []  # what went wrong, in the order it was noticed
    paid: list[PaidEntry] = []
    procedures: str = ""  # house procedures chosen for what the filing does not settle
    expect: dict[str, Any] | None = None  # of a settled example; not read here


_MESSAGES = {
    "missing": ("missing-key", "this is required"),
    "string_type": ("bad-value", "must be text in quotation marks"),
    "int_type": ("bad-value", "must be a whole number"),
    "int_parsing": ("bad-value", "must be a whole number"),
    "int_from_float": ("bad-value", "must be a whole number"),
    "bool_type": ("bad-value", "must be true or false"),
    "bool_parsing": ("bad-value", "must be true or false"),
    "list_type": ("bad-value", "must be a list in square brackets"),
    "dict_type": ("bad-value", "must be a table in braces, as { game = 10 }"),
    "model_type": ("bad-value", "must be a table of keys and values"),
    "string_too_short": ("bad-value", "must not be empty"),
    "string_pattern_mismatch": ("bad-value", "must be the bettor's own name, as B1, no slash"),
    "greater_than_equal": ("bad-value", "must not be below zero"),
}


def parse_round(text: str, *, file: str = "round") -> RoundFile:
    """A round file's text, or an error for every defect of its form."""
    return check_round(parse_toml(text, where=file))


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
            if detail["type"] == "literal_error":
                message = f"{detail['input']!r} is none of {detail['ctx']['expected']}"
            if detail["type"] == "extra_forbidden":
                *above, key = detail["loc"]
                known = keys_at(RoundFile, tuple(above))
                nearest = did_you_mean(str(key), known)
                code = "unknown-key"
                message = f"a round file has no such key; check its spelling{nearest}"
            refused = detail.get("ctx", {}).get("error")
            below = (refused.key,) if isinstance(refused, BadValue) and refused.key else ()
            where = _place((*detail["loc"], *below))
            found.append(CannotHaveHappened(code, message, where=where))
        raise_all(found)
        raise


def _place(location: tuple[int | str, ...]) -> str:
    """A key path as a person counts: the second [[seat]] is seat entry 2."""
    parts = [f"entry {part + 1}" if isinstance(part, int) else str(part) for part in location]
    return " ".join(parts)


def read_round(path: Path | str) -> RoundFile:
    """A round file from its path, or an error for every defect of its form."""
    return check_round(read_toml(path))

"""What every part of a filing is made of: strict records, citations, money, odds, ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, Final, Literal, Self, Union, get_args, get_origin

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    WithJsonSchema,
    model_serializer,
    model_validator,
)


def parts_of(annotation: Any) -> Iterator[Any]:
    """The plain types in an annotation: `list[Spot] | None` has `Spot` and `NoneType`."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from parts_of(get_args(annotation)[0])
    elif origin in (Union, UnionType, list, dict, tuple):
        for part in get_args(annotation):
            yield from parts_of(part)
    else:
        yield annotation


class Record(BaseModel):
    """A table of a filing. Unknown keys are refused; nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=False)
    told_only: ClassVar[tuple[str, ...]] = ()  # keys for readers alone; see filings/told_only.py

    @model_validator(mode="before")
    @classmethod
    def _a_switch_is_no_number(cls, data: Any) -> Any:
        for key, value in data.items() if isinstance(data, dict) else ():
            if isinstance(value, bool) and key in cls.model_fields and not _is_switch(cls, key):
                raise BadValue(f"{str(value).lower()} is no value of this key", key=key)
        return data

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        copied = super().model_copy(update=update, deep=deep)
        for name in copied.__dict__.keys() - type(self).model_fields.keys():
            del copied.__dict__[name]  # worked out from what may have changed
        return copied


@cache
def _is_switch(model: type[BaseModel], key: str) -> bool:
    parts = list(parts_of(model.model_fields[key].annotation))
    return any(part is bool or part is Any or get_origin(part) is Literal for part in parts)


# Marks a key that no odds depend on, such as the order cards are dealt in: results outlive it.
UNCOUNTED: Final = "uncounted"


class Grown(Record):
    """A table that got keys later. One that says nothing is not written: logs pin what is written,
    and a filing that does not use the key is the same filing as before."""

    added: ClassVar[frozenset[str]] = frozenset()

    @model_serializer(mode="wrap")
    def _as_filed(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = write(self)
        fields = type(self).model_fields
        for key in self.added:
            if getattr(self, key) == fields[key].get_default(call_default_factory=True):
                written.pop(key, None)
        return written


class BadValue(ValueError):  # noqa: N818  (what the loader calls it)
    """A value refused under a code of its own, or at a key below the table being checked."""

    def __init__(self, message: str, *, code: str = "bad-value", key: str = "") -> None:
        self.code, self.key = code, key
        self.also: list[BadValue] = []  # found with it
        super().__init__(message)


def refuse_all(found: Iterable[BadValue]) -> None:
    """Raise what was found, all at once."""
    several = list(found)
    if several:
        several[0].also = several[1:]
        raise several[0]


_LINES = re.compile(r"(?:\d{3}:)?\d+(?:-\d+)?")


class Cite(BaseModel):
    """Where a rule stands: heading and item for a reader of the filing, lines of our copy.

    Written `"Round of Play, item 3.a | 355-356"`; several line ranges are separated by commas,
    and lines of another source carry its number, as `004:3587`.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    at: str
    lines: str

    def __str__(self) -> str:
        return self.at


def _parse_cite(value: Any) -> Any:
    if isinstance(value, Cite | dict):
        return value
    if not isinstance(value, str):
        raise ValueError('a citation is written "Heading, item | lines"')
    at, bar, lines = value.rpartition("|")
    at, lines = at.strip(), lines.strip()
    if not bar or not at or not lines:
        raise ValueError('a citation is written "Heading, item | lines", both parts required')
    for part in lines.split(","):
        if not _LINES.fullmatch(part.strip()):
            raise ValueError(f"{part.strip()!r} is no line range (as 12, 12-15 or 004:3587)")
    return {"at": at, "lines": lines}


Citation = Annotated[
    Cite,
    BeforeValidator(_parse_cite),
    PlainSerializer(lambda c: f"{c.at} | {c.lines}", return_type=str),
    WithJsonSchema({"type": "string", "pattern": r".+\|.+", "description": "Heading | lines"}),
]


class Cited(Record):
    """A rule that decides a card, a choice, a payment or a fee. No citation, no load."""

    cite: Citation  # where the rule stands: "Heading, item | lines"
    note: str = ""  # a remark for readers


def cents(value: Any) -> int:
    """Dollars as written in a file (10, "7.50", Decimal) as whole cents."""
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal | float):
        raise ValueError(f"{value!r} is no amount of dollars")
    try:
        amount = Decimal(str(value).replace(",", "").removeprefix("$"))
        whole = amount.is_finite() and amount == amount.quantize(Decimal("0.01"))
    except InvalidOperation:  # no number, or one too large to have cents
        raise ValueError(f"{value!r} is no amount of dollars") from None
    if not whole:
        raise ValueError(f"{value} is not a whole number of cents")
    return int(amount * 100)


def dollars(amount: int) -> str:
    """Cents as the string users see: `"12.50"`."""
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 100)
    return f"{sign}{whole}.{rest:02d}"


def brief(amount: int) -> str:
    """Cents for a person: `$5`, `$0.50`, `$1,000`."""
    whole, rest = divmod(amount, 100)
    return f"${whole:,}.{rest:02d}" if rest else f"${whole:,}"


def _amount(value: Any) -> int:
    amount = cents(value)
    if amount < 0:
        raise ValueError(f"{value!r} is below zero")
    return amount


# Whole cents inside; written in dollars in the file, as 5, "0.50" or 7.5.
Money = Annotated[
    int,
    BeforeValidator(_amount),
    PlainSerializer(dollars, return_type=str),
    WithJsonSchema({"anyOf": [{"type": "number", "minimum": 0}, {"type": "string"}]}),
]


def parse_odds(value: Any) -> Fraction:
    """`"3:2"`, `"6 to 5"` or a whole number (to one); a win brings something."""
    odds = Fraction(0)
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        odds = Fraction(value)
    elif match := re.fullmatch(r"\s*([\d,]+)\s*(?::|to)\s*([1-9]\d*)\s*", str(value)):
        odds = Fraction(int(match[1].replace(",", "")), int(match[2]))
    if odds <= 0:
        raise ValueError(f"{value!r} is no payoff (as 40, '3:2' or '6 to 5')")
    return odds


def written(value: bool | int | str) -> str:
    """A value as files and commands have it: `true`, `25`."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def write_odds(odds: Fraction) -> str:
    return f"{odds.numerator}:{odds.denominator}"


Odds = Annotated[
    Fraction,
    BeforeValidator(parse_odds),
    PlainSerializer(write_odds, return_type=str),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string"}]}),
]


class Span(BaseModel):
    """From an amount to another, both included; `high` is None where there is no upper bound."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    low: int
    high: int | None

    def __contains__(self, amount: object) -> bool:
        return (
            isinstance(amount, int)
            and amount >= self.low
            and (self.high is None or amount <= self.high)
        )

    def nearest(self, amount: int) -> int:
        """The amount, moved into the span."""
        amount = max(amount, self.low)
        return amount if self.high is None else min(amount, self.high)

    def __str__(self) -> str:
        if self.high is None:
            return f"{brief(self.low)} and over"
        if self.high == self.low:
            return brief(self.low)
        return f"{brief(self.low)} to {brief(self.high)}"


def parse_span(value: Any) -> Any:
    """`"5-500"`, `"501+"`, `"2000-none"` or a single amount, in dollars."""
    if isinstance(value, Span | dict):
        return value
    text = str(value).replace("$", "").replace(",", "").replace(" ", "")
    if text.endswith("+"):
        return {"low": _amount(text[:-1]), "high": None}
    low, dash, high = text.partition("-")
    if not dash:
        return {"low": _amount(low), "high": _amount(low)}
    if high in ("none", ""):
        return {"low": _amount(low), "high": None}
    result = {"low": _amount(low), "high": _amount(high)}
    if result["high"] < result["low"]:
        raise ValueError(f"{value!r} ends below its beginning")
    return result


def _write_span(span: Span) -> str:
    low = dollars(span.low).removesuffix(".00")
    return f"{low}+" if span.high is None else f"{low}-{dollars(span.high).removesuffix('.00')}"


Range = Annotated[
    Span,
    BeforeValidator(parse_span),
    PlainSerializer(_write_span, return_type=str),
    WithJsonSchema({"type": "string", "description": "5-500, 501+, 2000-none or one amount"}),
]

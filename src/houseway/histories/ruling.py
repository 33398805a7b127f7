"""The answer to a round in which something went wrong, beyond who won what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from houseway.filings.irregular import Silent, lines_of
from houseway.filings.schema.base import dollars
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.irregular import HouseOrder, Order
from houseway.rounds.dealer_errors import cite_of
from houseway.table.codec import write_amounts

Ruled = Literal["settled", "void", "played-on", "open", "floor"]
_PLACES = 6


@dataclass(frozen=True, slots=True)
class Applied:
    """The remedy that was applied, and whose rule it is."""

    says: str
    cite: str
    source: Literal["filed", "reading", "house"]
    lines: str = ""

    def as_json(self) -> dict[str, Any]:
        said = {"says": self.says, "cite": self.cite, "source": self.source}
        return {**said, "lines": self.lines} if self.lines else said


def applied(filing: FilingBase | None, orders: Sequence[HouseOrder]) -> Applied | None:
    """One or several orders as one remedy; it is the house's if any of them is."""
    if not orders:
        return None
    different = list(dict.fromkeys((o.says, cite_of(o), _source(o), lines_of(filing, o))
                                   for o in orders))  # fmt: skip
    sources = [source for _, _, source, _ in different]
    return Applied(
        says="; ".join(dict.fromkeys(says for says, _, _, _ in different)),
        cite="; ".join(dict.fromkeys(cite for _, cite, _, _ in different)),
        source=max(sources, key=("filed", "reading", "house").index),
        lines=", ".join(dict.fromkeys(lines for _, _, _, lines in different if lines)),
    )


def _source(order: HouseOrder) -> Literal["filed", "reading", "house"]:
    if not isinstance(order, Order):
        return "house"
    return "reading" if order.reading else "filed"


@dataclass(frozen=True, slots=True)
class ButtonOwed:
    """A button the house owes a bettor."""

    bettor: str
    cite: str
    kind: str = "free-collection"

    def as_json(self) -> dict[str, str]:
        return {"bettor": self.bettor, "kind": self.kind, "cite": self.cite}


@dataclass(frozen=True, slots=True)
class Undecided:
    """A wager that depends on what is unknown. Money in cents, to the bettor."""

    bettor: str
    wager: str
    hand: int
    possible: Mapping[str, Fraction]
    least: int
    most: int
    decides: str
    estimated: bool = False  # the chances are drawn by lot, too many cards being unknown

    def as_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {
            "bettor": self.bettor,
            "wager": self.wager,
            "hand": self.hand,
            "possible": chances_json(self.possible),
            "least": dollars(self.least),
            "most": dollars(self.most),
            "decides": self.decides,
        }
        return {**said, "estimated": True} if self.estimated else said


@dataclass(frozen=True, slots=True)
class OtherReading:
    """Another reading or option, and what those would have whose money it changes."""

    reading: str
    option: str
    value: bool | int | str
    net: Mapping[str, int]

    def as_json(self) -> dict[str, Any]:
        return {
            "reading": self.reading,
            "option": self.option,
            "value": self.value,
            "net": write_amounts(self.net),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What is added to a plain answer; empty parts are left out of it."""

    ruling: Ruled = "settled"
    remedy: Applied | None = None
    returned: Mapping[str, int] = field(default_factory=dict)
    fees_returned: tuple[int, Mapping[str, int]] | None = None  # the bank's, those of the seats
    buttons: Sequence[ButtonOwed] = ()
    corrections: Mapping[str, int] = field(default_factory=dict)
    open: Sequence[Any] = ()  # records with `as_json`: wagers here, players at poker
    readings: Sequence[OtherReading] = ()
    silent: Silent | None = None

    def as_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {"ruling": self.ruling}
        if self.remedy is not None:
            said["remedy"] = self.remedy.as_json()
        if self.returned:
            said["returned"] = write_amounts(self.returned)
        if self.fees_returned is not None:
            bank, seats = self.fees_returned
            said["fees_returned"] = {"bank": dollars(bank), "seats": write_amounts(seats)}
        if self.buttons:
            said["buttons"] = [one.as_json() for one in self.buttons]
        if self.corrections:
            said["corrections"] = write_amounts(self.corrections)
        for key in ("open", "readings"):
            if entries := getattr(self, key):
                said[key] = [one.as_json() for one in entries]
        if self.silent is not None:
            said["silent"] = self.silent.as_json()
        return said


def chances_json(chances: Mapping[str, Fraction]) -> dict[str, str]:
    """Probabilities to six places, without the zeros at their end."""
    return {name: chance(one) for name, one in chances.items() if one}


def chance(probability: Fraction) -> str:
    """
    >>> chance(Fraction(5, 16)), chance(Fraction(1)), chance(Fraction(34, 47))
    ('0.3125', '1', '0.723404')
    """
    scaled = round(probability * 10**_PLACES)
    if not 0 < scaled < 10**_PLACES and 0 < probability < 1:  # neither sure nor out of the question
        return f"{float(probability):.3g}"
    return f"{scaled / 10**_PLACES:.{_PLACES}f}".rstrip("0").rstrip(".")


def corrections(owed: Mapping[str, int], paid: Mapping[str, int]) -> dict[str, int]:
    """What must still move to each so that all have what is owed; nothing for those who have."""
    return {who: due for who in owed if (due := owed[who] - paid.get(who, 0))}

"""Poker hands in the PHH notation: reading `.phh` and `.phhs` files and writing them.

A hand keeps every field of its file. Amounts are exact decimals; `Chips` turns them into the
whole numbers the engine counts with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

from houseway.errors import HandRefused
from houseway.histories.hand_files import hand_tables
from houseway.reading import read_text, toml_text

Amount = int | Decimal

# Fields of amounts, player by player or single, in the order they are written.
_LISTS = ("antes", "blinds_or_straddles")
_SINGLE = ("bring_in", "small_bet", "big_bet", "min_bet")


@dataclass(frozen=True, slots=True)
class PhhHand:
    """One hand. `other` holds all fields that do not decide the play, as they were read."""

    variant: str
    antes: tuple[Amount, ...]
    starting_stacks: tuple[Amount, ...]
    actions: tuple[str, ...]
    blinds_or_straddles: tuple[Amount, ...] = ()
    bring_in: Amount = 0
    small_bet: Amount = 0
    big_bet: Amount = 0
    min_bet: Amount = 0
    ante_trimming_status: bool | None = None
    filing: str = ""
    structure: str = ""
    schedule: int | str | None = None
    weekday: str = ""
    kill: str = ""  # the player who killed the pot, as `p3`
    carried: Amount = 0  # what lay in the pot before the antes
    options: Mapping[str, Any] = field(default_factory=dict)
    procedures: str = ""  # the house's own, for what the filing is silent about
    errors: tuple[Mapping[str, Any], ...] = ()  # what went wrong, as it was noticed
    paid: tuple[Amount, ...] = ()  # what was pushed to each player out of the pot
    other: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""

    @property
    def players(self) -> int:
        return len(self.starting_stacks)


OWN = {
    "_filing": "filing", "_structure": "structure", "_schedule": "schedule",
    "_weekday": "weekday", "_kill": "kill", "_carried": "carried", "_options": "options",
    "_procedures": "procedures", "_errors": "errors", "_paid": "paid",
}  # fmt: skip
_QUOTED = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")
_KINDS: dict[str, Any] = {"_schedule": (int, str), "_options": dict}


def parse_hands(text: str, *, file: str = "hand") -> list[PhhHand]:
    """The hands of a file's text: one, or many as numbered tables."""
    return [parse_hand(data, file=place) for data, place in hand_tables(text, file=file)]


def read_hands(path: Path | str) -> list[PhhHand]:
    """The hands of a PHH file, one or many."""
    return parse_hands(read_text(path, what="toml"), file=str(path))


def parse_hand(data: Mapping[str, Any], *, file: str = "hand") -> PhhHand:
    """A hand from its parsed TOML."""
    for name in ("variant", "starting_stacks", "actions"):
        if name not in data:
            raise HandRefused("missing-field", f"{name} is required", refused=name)
    stacks = _amounts(data, "starting_stacks")
    known: dict[str, Any] = {
        "variant": _typed(data, "variant", str),
        "starting_stacks": stacks,
        "actions": _actions(data),
        "antes": _amounts(data, "antes") if "antes" in data else (0,) * len(stacks),
        "file": file,
    }
    if "blinds_or_straddles" in data:
        known["blinds_or_straddles"] = _amounts(data, "blinds_or_straddles")
    for name in _SINGLE:
        if name in data:
            known[name] = _amount(data[name], name)
    if "ante_trimming_status" in data:
        known["ante_trimming_status"] = _typed(data, "ante_trimming_status", bool)
    for name, own in OWN.items():
        if name == "_paid" and name in data:
            known[own] = _amounts(data, name)
        elif name == "_carried" and name in data:
            known[own] = _amount(data[name], name)
        elif name == "_errors" and name in data:
            known[own] = _tables(data, name)
        elif name in data:
            known[own] = _typed(data, name, _KINDS.get(name, str))
    for name in (*_LISTS, "_paid"):
        given = known.get(OWN.get(name, name))
        if given is not None and len(given) != len(stacks):
            raise HandRefused(
                "wrong-length",
                f"{name} has {len(given)} amounts for {len(stacks)} players",
                refused=name,
            )
    used = {"variant", "starting_stacks", "actions", "ante_trimming_status", *_LISTS, *_SINGLE}
    other = {name: value for name, value in data.items() if name not in used | set(OWN)}
    return PhhHand(**known, other=other)


def _typed(data: Mapping[str, Any], name: str, kinds: Any) -> Any:
    value = data[name]
    if not isinstance(value, kinds) or (isinstance(value, bool) and kinds is not bool):
        raise HandRefused("bad-field", f"{name} cannot be {value!r}", refused=name)
    return value


def _actions(data: Mapping[str, Any]) -> tuple[str, ...]:
    actions = data["actions"]
    if not isinstance(actions, list) or not all(isinstance(one, str) for one in actions):
        raise HandRefused("bad-field", "actions is a list of strings", refused="actions")
    return tuple(actions)


def _tables(data: Mapping[str, Any], name: str) -> tuple[Mapping[str, Any], ...]:
    tables = data[name]
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise HandRefused("bad-field", f"{name} is a list of tables", refused=name)
    return tuple(tables)


def _amount(value: Any, name: str) -> Amount:
    if name == "_paid" and isinstance(value, str) and _QUOTED.fullmatch(value):
        return Decimal(value)  # as answers write amounts
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise HandRefused("bad-field", f"{value!r} in {name} is no amount", refused=name)
    if isinstance(value, Decimal) and value.is_nan():
        raise HandRefused("bad-field", f"{value} in {name} is no amount", refused=name)
    return value


def _amounts(data: Mapping[str, Any], name: str) -> tuple[Amount, ...]:
    values = data[name]
    if not isinstance(values, list):
        raise HandRefused("bad-field", f"{name} is a list of amounts", refused=name)
    return tuple(_amount(value, name) for value in values)


class Chips:
    """Amounts as whole numbers: cents, or smaller units where a hand needs them."""

    UNLIMITED = 10**15  # an unknown stack, written `inf`

    def __init__(self, amounts: Iterable[Amount]) -> None:
        places = 2
        self.whole = True  # no amount has a fraction
        for amount in amounts:
            if isinstance(amount, Decimal) and amount.is_finite():
                exponent = amount.normalize().as_tuple().exponent
                assert isinstance(exponent, int)
                places = max(places, -exponent)
                self.whole = self.whole and exponent >= 0
        self.places = places
        self.scale: int = 10**places

    def count(self, amount: Amount) -> int:
        if isinstance(amount, Decimal) and amount.is_infinite():
            return self.UNLIMITED
        return int(amount * self.scale)

    def amount(self, count: int) -> Decimal:
        if count > self.UNLIMITED // 2:
            return Decimal("inf")
        return Decimal(count).scaleb(-self.places)

    def text(self, count: int) -> str:
        """`"12.50"`, as all money is written."""
        amount = self.amount(count)
        return f"{amount:.{self.places}f}" if amount.is_finite() else "inf"

    def brief(self, count: int) -> str:
        """`"17"` or `"12.50"`, as in an action."""
        whole, rest = divmod(count, self.scale)
        return str(whole) if not rest else self.text(count)


# Writing.


def write_hands(hands: Sequence[PhhHand]) -> str:
    """Many hands as numbered tables, the form of a `.phhs` file."""
    return "\n".join(f"[{number}]\n{write_hand(hand)}" for number, hand in enumerate(hands, 1))


def write_hand(hand: PhhHand) -> str:
    """One hand as TOML; what is read back equals what was written."""
    lines = [f"variant = {_toml(hand.variant)}"]
    for name, own in OWN.items():
        value = getattr(hand, own)
        if value not in ("", None, {}, ()) and not (name == "_carried" and not value):
            lines.append(f"{name} = {_toml(value)}")
    if hand.ante_trimming_status is not None:
        lines.append(f"ante_trimming_status = {_toml(hand.ante_trimming_status)}")
    lines.append(f"antes = {_toml(hand.antes)}")
    if hand.blinds_or_straddles:
        lines.append(f"blinds_or_straddles = {_toml(hand.blinds_or_straddles)}")
    lines += [f"{name} = {_toml(value)}" for name in _SINGLE if (value := getattr(hand, name))]
    lines.append(f"starting_stacks = {_toml(hand.starting_stacks)}")
    lines.append("actions = [")
    lines += [f"  {_toml(action)}," for action in hand.actions]
    lines.append("]")
    lines += [f"{name} = {_toml(value)}" for name, value in hand.other.items()]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return toml_text(value)
        case Decimal():
            text = format(value, "f") if value.is_finite() else "inf"
            return text if "." in text or text == "inf" else f"{text}.0"
        case int():
            return str(value)
        case list() | tuple():
            return f"[{', '.join(_toml(one) for one in value)}]"
        case dict():
            pairs = ", ".join(f"{_toml(key)} = {_toml(one)}" for key, one in value.items())
            return f"{{ {pairs} }}"
        case datetime() | date() | time():
            return value.isoformat()
    raise TypeError(f"{value!r} has no form in TOML")

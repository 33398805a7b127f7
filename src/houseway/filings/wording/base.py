"""How keys of the schema are spoken of: one table a module, a wording for every key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.filings.schema.base import Record, Span, brief, write_odds
from houseway.filings.schema.collection import Bracket, PlayerBand

Say = Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Wording:
    """What a key is about, and what each of its values says.

    `says` is a table of values, or a function; without it the value speaks for itself. On the
    rule sheet values in `quiet` are left out; a comparison speaks of all. `key` names the field
    that tells the items of a list apart; without it they are told apart by their place.
    """

    about: str = ""
    says: Mapping[Any, str] | Say | None = None
    quiet: tuple[Any, ...] = ()
    key: str = ""
    unsaid: str = "not said"  # for None and for empty lists
    none_is_said: bool = False  # on the rule sheet too: None is a rule of its own

    def sentence(self, value: Any) -> str:
        if value is None or value in ("", [], {}, ()):
            return self.unsaid
        if self.says is None:
            return plain(value)
        if callable(self.says):
            return self.says(value)
        return self.says.get(value) or plain(value)

    def is_quiet(self, value: Any) -> bool:
        if value is None:
            return not self.none_is_said
        return value in ("", [], {}) or value in self.quiet


@dataclass(frozen=True, slots=True)
class RecordWords:
    """The wordings of one table of the schema, or one sentence for all its keys."""

    keys: Mapping[str, Wording] = field(default_factory=dict)
    sentence: Say | None = None  # speaks for every key at once
    matters: Callable[[Any, str], bool] | None = None  # whether a key counts for such a record
    brief: Say | None = None  # the sentence for a rule sheet, where the whole one is too long


Words = Mapping[type, RecordWords]


def keys(**wordings: Wording | str | Mapping[Any, str] | Say) -> RecordWords:
    """A table's wordings; a bare string is what the key is about, a table or function what its
    values say."""
    return RecordWords({key: _worded(given) for key, given in wordings.items()})


def _worded(given: Wording | str | Mapping[Any, str] | Say) -> Wording:
    if isinstance(given, Wording):
        return given
    return Wording(given) if isinstance(given, str) else Wording(says=given)


def only(words: RecordWords, matters: Callable[[Any, str], bool]) -> RecordWords:
    """The same wordings, without the keys that do not count for a record as it is."""
    return RecordWords(words.keys, words.sentence, matters)


def whole(sentence: Say, *, brief: Say | None = None) -> RecordWords:
    """One sentence for the whole table."""
    return RecordWords(sentence=sentence, brief=brief)


def yes(said: str, otherwise: str, *, quiet: bool = True) -> Wording:
    """A switch; `no` is left out of the rule sheet unless it is worth a line."""
    return Wording("", {True: said, False: otherwise}, quiet=(False,) if quiet else ())


def plain(value: Any) -> str:
    """Any value of a filing in words.

    >>> plain(["ante", "pair_plus"]), plain("left-of-bank")
    ('ante and pair plus', 'left of bank')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return write_odds(value)
    if isinstance(value, Bracket):
        return f"{amounts(value.span)}: {brief(value.fee)}"
    if isinstance(value, Span):
        return amounts(value)
    if isinstance(value, PlayerBand | int):
        return str(value)
    if isinstance(value, str):
        return spot_name(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{plain(key)} {plain(one)}" for key, one in value.items())
    if isinstance(value, Record):
        said = (plain(getattr(value, key)) for key in type(value).model_fields)
        return ", ".join(part for part in said if part)
    if isinstance(value, Iterable):
        return listed(plain(one) for one in value)
    return str(value)


def spot_name(name: str) -> str:
    """A key as words; sentences and titles stay as they are."""
    return name if " " in name else name.replace("_", " ").replace("-", " ")


def option_name(name: str) -> str:
    """An option as people read it; its key stands in the list of options.

    >>> option_name("late_surrender")
    "option 'late surrender'"
    """
    return f"option '{name.replace('_', ' ')}'"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """
    >>> listed(["ante", "blind", "trips"])
    'ante, blind and trips'
    """
    several = [part for part in parts if part]
    if len(several) < 2:
        return "".join(several)
    return f"{', '.join(several[:-1])} {last} {several[-1]}"


def ranges(numbers: Iterable[int]) -> str:
    """Numbers in brief.

    >>> ranges([1, 2, 3, 7])
    '1-3, 7'
    """
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def amounts(span: Span) -> str:
    """A span of money; one amount where both ends are the same."""
    return brief(span.low) if span.low == span.high else str(span)


def money(cents: int) -> str:
    return brief(cents)


def count(number: int, one: str, many: str = "") -> str:
    """
    >>> count(1, "deck"), count(8, "deck")
    ('1 deck', '8 decks')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def number_range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


_ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def ordinal(number: int) -> str:
    return _ORDINALS[number] if number < len(_ORDINALS) else f"{number}th"

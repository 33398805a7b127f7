"""What the parts of a filing are used by: a part that no rule uses is refused, never passed over.

A family says which rules decide its wagers, which rows their pay tables may have, and which options
they ask. The check is the same for all: one rule for every spot, one for every pay table and row,
one for every option. A new kind of rule only has to say what it uses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from houseway.errors import did_you_mean
from houseway.filings.schema.base import BadValue

_COUNTED_ROW = re.compile(r"(\d+)(?:-to-(\d+)|(-or-more))?-cards")
MOST_CARDS = 99  # more than any hand can hold


class Rows(Protocol):
    """Which rows a pay table may have."""

    def knows(self, row: str) -> bool: ...

    def nearest(self, row: str) -> str:
        """What a row it does not know may have been meant for."""

    @property
    def most(self) -> int:
        """How many rows the bet can use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """The hands a wager's pay table can name, best first."""

    hands: tuple[str, ...]
    never: tuple[str, ...] = ()  # cannot come in this bet
    best_paid_counts: bool = False  # of several rows a hand fills the best paid one is taken

    def knows(self, row: str) -> bool:
        return row in self.hands

    def nearest(self, row: str) -> str:
        return did_you_mean(row, self.hands)

    @property
    def most(self) -> int:
        return len(self.hands)


@dataclass(frozen=True, slots=True)
class AnyRow:
    """Rows of any name, and no more than so many."""

    most: int = MOST_CARDS

    def knows(self, row: str) -> bool:  # noqa: ARG002
        return True

    def nearest(self, row: str) -> str:  # noqa: ARG002
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Rows by number of cards: `3-cards`, `3-to-4-cards`, `8-or-more-cards`."""

    fewest: int  # that such a hand can have
    most: int = MOST_CARDS  # of rows

    def knows(self, row: str) -> bool:
        return counted_row(row) is not None

    def nearest(self, row: str) -> str:  # noqa: ARG002
        return "; rows are written 3-cards, 3-to-4-cards or 8-or-more-cards"


def counted_row(row: str) -> range | None:
    """The numbers of cards a row is for; None where it names none.

    >>> counted_row("3-to-4-cards")
    range(3, 5)
    """
    match = _COUNTED_ROW.fullmatch(row)
    if match is None:
        return None
    low = int(match[1])
    high = MOST_CARDS if match[3] else int(match[2] or low)
    return range(low, high + 1) if low <= high <= MOST_CARDS else None


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRule:
    """A rule that decides a wager.

    `rows` are those its pay table may have, and it must have one; without `rows` it is paid by no
    table. A rule that the filing states for this very wager is `filed`: the wager must be a spot.
    """

    wager: str
    where: str  # its place in the filing
    rows: Rows | None = None
    table: str = ""  # its pay table, where that has another name than the wager
    filed: bool = False
    envy: bool = False  # whether rows may have an envy prize
    base: bool = False  # the wager belongs to the base game

    @property
    def pay_table(self) -> str:
        return self.table or self.wager


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionUse:
    """An option that a rule asks: where it is named, and the values the rule understands.

    An option the program knows by name is named nowhere. Words are given by a `pattern`.
    """

    name: str
    where: str = ""
    values: tuple[object, ...] = ()
    pattern: str = ""
    filed: object = None  # what the rule itself says: it must be the option's default

    def understands(self, value: object) -> bool:
        if self.pattern:
            return isinstance(value, str) and re.fullmatch(self.pattern, value) is not None
        return any(type(one) is type(value) and one == value for one in self.values)

    @property
    def understood(self) -> str:
        return f"text as {self.pattern}" if self.pattern else ", ".join(map(repr, self.values))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """What a family's procedure deals with, and what its counts and kernels are made for."""

    tiles: bool = False  # instead of cards
    jokers: int = 0  # it can read in one deck
    dice: bool = False  # they are thrown
    bank_cards: int = 0  # of the bank, by which the action button can be placed
    counted: tuple[str, ...] = ("standard-52", "bonus-52")  # decks; none named: any
    one_deck: bool = False  # counts are for one deck only


SWITCH = (True, False)  # the values of an option that is on or off


class _Named(Protocol):
    @property
    def name(self) -> str: ...


class _Spot(_Named, Protocol):
    @property
    def base(self) -> bool: ...


class _PayRow(Protocol):
    @property
    def hand(self) -> str: ...

    @property
    def envy(self) -> object | None: ...


class _PayTable(_Named, Protocol):
    @property
    def wager(self) -> str: ...

    @property
    def looks_at(self) -> Sequence[str]: ...

    @property
    def rows(self) -> Sequence[_PayRow]: ...


def unused_wagers(
    spots: Sequence[_Spot], tables: Sequence[_PayTable], rules: Sequence[WagerRule]
) -> Iterator[BadValue]:
    """Spots, pay tables and rules that do not belong together."""
    yield from _unused_spots(spots, rules)
    by_table = {rule.pay_table: rule for rule in rules if rule.rows is not None}
    names = [table.name for table in tables]
    for place, table in enumerate(tables):
        if table.looks_at:
            continue  # by data: its own check knows it
        where = f"pay_table[{place}]"
        rule = by_table.get(table.name)
        if names.count(table.name) > 1:
            yield BadValue(f"two pay tables are named {table.name!r}", key="pay_table")
        elif all(spot.name != table.wager for spot in spots):
            yield BadValue(
                f"the table is for {table.wager!r}, which is no spot of the game"
                + did_you_mean(table.wager, [spot.name for spot in spots]),
                code="unknown-spot",
                key=f"{where}.wager",
            )
        elif rule is None:
            yield BadValue(
                f"no rule reads a pay table {table.name!r}{did_you_mean(table.name, by_table)}",
                code="unused",
                key=f"{where}.name",
            )
        elif table.wager != rule.wager:
            yield BadValue(
                f"the table {table.name!r} is read for {rule.wager!r}, not for {table.wager!r}",
                code="unused",
                key=f"{where}.wager",
            )
        else:
            yield from _unused_rows(table, rule, where)


def _unused_spots(spots: Sequence[_Spot], rules: Sequence[WagerRule]) -> Iterator[BadValue]:
    decided = [rule.wager for rule in rules]
    own = {rule.wager for rule in rules if rule.base}
    names = [spot.name for spot in spots]
    for place, name in enumerate(names):
        if name in decided and spots[place].base != (name in own):
            said = "belongs to the base game" if name in own else "is a bonus bet"
            yield BadValue(f"a wager on {name!r} {said}", key=f"spot[{place}].base")
        elif name not in decided:
            yield BadValue(
                f"spot {name!r} has no rule{did_you_mean(name, decided)}",
                code="unused",
                key=f"spot[{place}].name",
            )
    for rule in rules:
        if rule.filed and rule.wager not in names:
            yield BadValue(
                f"the game needs a spot {rule.wager!r}: without it nobody can play"
                if rule.base
                else f"the rule is for {rule.wager!r}, which is no spot of the game"
                + did_you_mean(rule.wager, names),
                code="rule-missing" if rule.base else "unknown-spot",
                key="spot" if rule.base else rule.where,
            )
    for name in dict.fromkeys(name for name in decided if decided.count(name) > 1):
        first, *others = (rule.where for rule in rules if rule.wager == name)
        yield BadValue(
            f"{name!r} is decided here and in {first}: a wager has one rule",
            code="two-rules",
            key=others[-1],
        )


def _unused_rows(table: _PayTable, rule: WagerRule, where: str) -> Iterator[BadValue]:
    assert rule.rows is not None
    for place, row in enumerate(table.rows):
        if not rule.rows.knows(row.hand):
            yield BadValue(
                f"{row.hand!r} is no row of this bet and would never be paid"
                + rule.rows.nearest(row.hand),
                code="row-unknown",
                key=f"{where}.rows[{place}].hand",
            )
        elif row.envy is not None and not rule.envy:
            yield BadValue(
                "no rule pays an envy prize on this bet",
                code="unused",
                key=f"{where}.rows[{place}].envy",
            )
    if len(table.rows) > rule.rows.most:
        yield BadValue(
            f"the bet is decided by {rule.rows.most} row, and there are {len(table.rows)}",
            code="unused",
            key=f"{where}.rows[{rule.rows.most}]",
        )


def missing_tables(
    spots: Sequence[_Named], tables: Iterable[_Named], rules: Iterable[WagerRule]
) -> Iterator[BadValue]:
    """Spots that are paid by a table which is not there."""
    have = {table.name for table in tables}
    names = [spot.name for spot in spots]
    for rule in rules:
        if rule.rows is not None and rule.wager in names and rule.pay_table not in have:
            yield BadValue(
                f"spot {rule.wager!r} has no pay table {rule.pay_table!r}: a winner cannot be paid",
                code="pay-table-missing",
                key=f"spot[{names.index(rule.wager)}]",
            )


class _Option(_Named, Protocol):
    @property
    def values(self) -> Sequence[object]: ...

    @property
    def span(self) -> Sequence[int] | None: ...

    @property
    def default(self) -> object: ...


def misread_options(options: Sequence[_Option], uses: Sequence[OptionUse]) -> Iterator[BadValue]:
    """Options that are asked and not listed, and values nobody understands."""
    listed = [option.name for option in options]
    for use in uses:
        if use.where and use.name not in listed:
            yield BadValue(
                f"there is no option {use.name!r} in the filing{did_you_mean(use.name, listed)}",
                code="unknown-option",
                key=use.where,
            )
    known = {use.name: use for use in uses}
    for place, option in enumerate(options):
        asked = known.get(option.name)
        if asked is None:  # lint says so
            continue
        for value in (*option.values, *(option.span or ()), option.default):
            if not asked.understands(value):
                yield BadValue(
                    f"{value!r} is no value that the option {option.name!r} can have; it can be "
                    f"{asked.understood}",
                    key=f"option[{place}].values",
                )
                break
        else:
            if asked.filed is not None and option.default != asked.filed:
                yield BadValue(
                    f"the default is {option.default!r}, and the rule says {asked.filed!r}",
                    key=f"option[{place}].default",
                )

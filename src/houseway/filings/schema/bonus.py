"""Bonus bets as data: when a row of a pay table is filled, and what a filing may say of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, PlainSerializer, WithJsonSchema, field_validator

from houseway.cards.card import RANKS, NotationError, parse_cards
from houseway.errors import did_you_mean
from houseway.filings.schema.base import BadValue, Grown, Record
from houseway.filings.schema.uses import AnyRow, WagerRule
from houseway.hands.rankings import CATEGORIES

if TYPE_CHECKING:
    from houseway.filings.schema.common import PlayerDealerFiling
    from houseway.filings.schema.wagers import PayRow, PayTable

Key = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]*$")]
Base = Literal["won", "lost", "pushed", "folded"]
_NUMBERS = re.compile(r"(\d+)(?:-(\d+)|(\+))?")


class Count(Record):
    """A number or a run of them: `6`, `"4-5"`, `"7+"`."""

    low: int = Field(ge=0)
    high: int | None = Field(ge=0)

    def __contains__(self, number: object) -> bool:
        return (
            isinstance(number, int)
            and number >= self.low
            and (self.high is None or number <= self.high)
        )

    def holds(self, other: Count) -> bool:
        """Whether every number of the other run is one of these."""
        ends = self.high is None or (other.high is not None and other.high <= self.high)
        return self.low <= other.low and ends

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def _parse_numbers(value: Any) -> Any:
    if isinstance(value, Count | dict):
        return value
    match = None if isinstance(value, bool) else _NUMBERS.fullmatch(str(value))
    if match is None:
        raise ValueError(f"{value!r} is no number or range (as 6, '4-5' or '7+')")
    low = int(match[1])
    high = None if match[3] else int(match[2] or low)
    if high is not None and high < low:
        raise ValueError(f"{value!r} ends below its beginning")
    return {"low": low, "high": high}


def _write_numbers(count: Count) -> str:
    if count.high is None:
        return f"{count.low}+"
    return str(count.low) if count.low == count.high else f"{count.low}-{count.high}"


Numbers = Annotated[
    Count,
    BeforeValidator(_parse_numbers),
    PlainSerializer(_write_numbers, return_type=str),
    WithJsonSchema({"type": ["integer", "string"], "pattern": f"^{_NUMBERS.pattern}$"}),
]


def _as_list(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _one_or_several(**of_each: Any) -> WithJsonSchema:
    return WithJsonSchema({"type": ["string", "array"], **of_each})


class When(Grown):
    """Everything a row asks for; all of it must be so. Of a joker no suit, colour or rank is."""

    added = frozenset({"led_by", "low_total"})

    # The cards looked at.
    hand: Annotated[
        list[str], BeforeValidator(_as_list), _one_or_several(items={"type": "string"})
    ] = []  # one of these, by the ranking
    led_by: str = ""  # its first rank, as the ranking reads it: of a pair the pair's, "AKQJ"
    exactly: str = ""  # these very cards, in any order: "Qh Qh"
    ranks: str = ""  # cards of these ranks and no others: "QQ"
    holds: str = ""  # cards of these ranks among them: "777"
    pair: Literal["any", "mixed", "colored", "suited"] | None = None  # two of a rank
    sequence: bool | None = None  # ranks one after another; the ace is high or low
    suited: bool | None = None  # all of one suit
    color: Literal["red", "black", "same"] | None = None  # all of it
    red_first: Numbers | None = None  # so many red cards before the first black one
    copies: Numbers | None = None  # cards of the rank of the first card of `against`
    suited_copies: Numbers | None = None  # and of its suit
    cards: Numbers | None = None  # how many
    # What they count, in games that count.
    total: Numbers | None = None
    low_total: Numbers | None = None  # with every ace as one
    margin: Numbers | None = None  # by how much it is more than the cards `against`
    natural: bool | None = None
    over: bool | None = None
    # How the round went.
    bank_natural: bool | None = None
    bank_qualifies: bool | None = None
    base: Annotated[
        list[Base],
        BeforeValidator(_as_list),
        _one_or_several(
            items={"enum": [*get_args(Base)]}, pattern=f"^({'|'.join(get_args(Base))})$"
        ),
    ] = []  # the seat's base wager

    @field_validator("exactly")
    @classmethod
    def _are_cards(cls, text: str) -> str:
        try:
            parse_cards(text)
        except NotationError as error:
            raise ValueError(error.message) from None
        return text

    @field_validator("ranks", "holds", "led_by")
    @classmethod
    def _are_ranks(cls, text: str) -> str:
        if not set(text) <= set(RANKS):
            raise ValueError(f"{text!r} is no row of ranks, as 'QQ' or '777'")
        return text

    @cached_property
    def given(self) -> dict[str, Any]:
        """What is asked, by key."""
        asked = {key: getattr(self, key) for key in When.model_fields}
        return {key: value for key, value in asked.items() if value not in (None, "", [])}


class Also(When):
    """What a row asks of other cards, beside those that the bet looks at."""

    looks_at: Annotated[list[Key], Field(min_length=1)]  # whose, in the family's words


def _covers(wider: dict[str, Any], asked: dict[str, Any]) -> bool:
    """Whether whatever is as `asked` is as `wider` asks too, by their keys alone."""
    return all(key in asked and _within(key, value, asked[key]) for key, value in wider.items())


def _within(key: str, wider: Any, asked: Any) -> bool:
    if isinstance(wider, Count):
        return wider.holds(asked)
    if isinstance(wider, list):
        return {*asked} <= {*wider}
    if key == "holds":
        return Counter(wider) <= Counter(asked)
    if key == "led_by":
        return {*asked} <= {*wider}
    return wider in (asked, {"pair": "any", "color": "same"}.get(key))


# Keys that a family must supply; the others speak of any cards.
FACTS = frozenset(
    {"total", "low_total", "margin", "natural", "over", "bank_natural", "bank_qualifies", "base"}
)
_AGAINST = frozenset({"margin", "copies", "suited_copies"})
_BY_RANKING = frozenset({"hand", "led_by"})


def keys_of(table: PayTable) -> set[str]:
    """Which keys of `When` decide between the rows of a bonus bet."""
    found: set[str] = set()
    for row, asked in table.asked:
        found |= asked.keys()
        found |= {key for other in row.also for key in other.given}
    return found


_BY_SUIT = frozenset({"hand", "exactly", "pair", "suited", "color", "red_first", "suited_copies"})


def goes_by_suit(table: PayTable) -> bool:
    """Whether suits or colours may decide between the rows of a bonus bet by data."""
    return bool(keys_of(table) & _BY_SUIT)


def places_of(table: PayTable) -> set[str]:
    """Whose cards a bonus bet by data goes by."""
    others = {place for row in table.rows for other in row.also for place in other.looks_at}
    return {*table.looks_at, table.against, *others} - {""}


def needs_place(table: PayTable, place: str) -> bool:
    """Whether a bonus bet by data looks at those cards, or asks what the bank's come to."""
    asked = place == "bank" and keys_of(table) & {"bank_qualifies", "bank_natural", "base"}
    return bool(asked) or place in places_of(table)


def bonus_rules(filing: PlayerDealerFiling) -> Iterator[WagerRule]:
    """The rules that bonus bets by data are, one for each wager of its own."""
    tables = {table.wager: place for place, table in enumerate(filing.pay_table) if table.looks_at}
    for wager, place in tables.items():
        table = filing.pay_table[place]
        if not table.paid_on:
            yield WagerRule(
                wager=wager, where=f"pay_table[{place}]", rows=AnyRow(), table=table.name
            )


def bonus_problems(filing: PlayerDealerFiling) -> Iterator[BadValue]:
    """Bonus bets by data that could not be decided, or are decided twice."""
    by_data = {table.wager for table in filing.pay_table if table.looks_at}
    for place, table in enumerate(filing.pay_table):
        for message, key in (_problems if table.looks_at else _idle_keys)(filing, table):
            where = f"pay_table[{place}]" + (f".{key}" if key else "")
            yield BadValue(message, key=where)
    low, high = filing.deck.decks
    for wager in sorted(by_data):
        for decks in range(low, high + 1):
            number = sum(table.wager == wager for table in filing.bonus_bets(decks))
            if number != 1:
                yield BadValue(
                    f"{number or 'no'} pay tables decide {wager!r} with {decks} decks",
                    code="two-rules" if number else "pay-table-missing",
                    key="pay_table",
                )
                break


Problems = Iterator[tuple[str, str]]  # what is wrong, and at which key of the table


def _idle_keys(filing: PlayerDealerFiling, table: PayTable) -> Problems:  # noqa: ARG001
    for key in ("against", "ranking", "paid_on", "decks", "adds"):
        if getattr(table, key):
            yield f"{key} is for bonus bets that say what they look at", key
    for place, row in enumerate(table.rows):
        for key in ("when", "also", "prize", "push"):
            if getattr(row, key):
                yield f"{key} is for bonus bets that say what they look at", f"rows[{place}].{key}"


def _problems(filing: PlayerDealerFiling, table: PayTable) -> Problems:
    known = filing.bonus_cards
    for name, key in _named_places(table):
        if name not in known:
            yield f"{name!r} is no cards of this game{did_you_mean(name, known)}", key
            return
    cards = _number_of(filing, table.looks_at)
    spot = filing.find_spot(table.paid_on or table.wager)
    if spot is None:
        names = [one.name for one in filing.spot]
        name = table.paid_on or table.wager
        key = "paid_on" if table.paid_on else "wager"
        yield f"{name!r} is no spot of the game{did_you_mean(name, names)}", key
        return
    if table.paid_on and filing.find_spot(table.wager) is not None:
        yield f"{table.wager!r} has a spot and cannot be paid on another one", "paid_on"
    if table.wager not in filing.settlement.wager_order:
        yield f"{table.wager!r} is missing in settlement.wager_order", "wager"
    if table.ranking:
        yield from _ranking_problems(filing, table, cards)
    used = keys_of(table)
    if used & _BY_RANKING and not table.ranking:
        yield "rows name hands, and no ranking says what they are", "ranking"
    if table.ranking and not used & _BY_RANKING:
        yield "no row names a hand of the ranking", "ranking"
    if used & _AGAINST and not table.against:
        yield "rows measure by other cards, and `against` does not say which", "against"
    if table.against and not used & _AGAINST:
        yield "no row measures by the cards `against`", "against"
    for place, row in enumerate(table.rows):
        where = f"rows[{place}]"
        yield from ((said, where) for said in _row_problems(filing, table, row, cards))
        for number, other in enumerate(row.also):
            there = f"{where}.also[{number}]"
            of = _number_of(filing, other.looks_at)
            yield from (
                (said, there) for said in _asked_problems(filing, table, row, other.given, of)
            )
            if _BY_RANKING & other.given.keys():
                yield from ((said, there) for said, _ in _ranking_problems(filing, table, of))
        if row.prize is not None and (spot.limits is None or spot.limits.low != spot.limits.high):
            yield f"a prize in dollars needs one fixed amount as limits of {spot.name!r}", where
        asked = table.asked[place][1]
        if table.adds and row.push:
            yield f"the row {row.hand!r}: what is returned cannot be added up", where
        for above, wider in table.asked[:place]:
            if above.also and above.also != row.also:
                continue
            if asked == wider if table.adds else _covers(wider, asked):
                yield (
                    f"the row {row.hand!r} can never come: {above.hand!r} above it takes it",
                    where,
                )
                break


def _named_places(table: PayTable) -> Problems:
    yield from ((name, "looks_at") for name in table.looks_at)
    if table.against:
        yield table.against, "against"
    for place, row in enumerate(table.rows):
        for number, other in enumerate(row.also):
            where = f"rows[{place}].also[{number}].looks_at"
            yield from ((name, where) for name in other.looks_at)


def _number_of(filing: PlayerDealerFiling, places: list[str]) -> int | None:
    """How many cards lie there; None where that changes."""
    sizes = [filing.bonus_cards[name] for name in places]
    return None if None in sizes else sum(size or 0 for size in sizes)


def _ranking_problems(filing: PlayerDealerFiling, table: PayTable, cards: int | None) -> Problems:
    if table.ranking not in CATEGORIES:
        yield (
            f"no ranking {table.ranking!r} for bonus bets{did_you_mean(table.ranking, CATEGORIES)}",
            ("ranking"),
        )
        return
    ranking = CATEGORIES[table.ranking]
    if cards is None or cards not in ranking.cards:
        have = "a changing number of" if cards is None else cards
        yield (
            f"the bet looks at {have} cards, and {table.ranking!r} ranks {ranking.said}",
            "ranking",
        )
    jokers = sum(card.is_joker for card in filing.deck.cards())
    if jokers > ranking.jokers:
        yield f"{table.ranking!r} cannot read the jokers of the deck", "ranking"


def _row_problems(
    filing: PlayerDealerFiling, table: PayTable, row: PayRow, cards: int | None
) -> Iterator[str]:
    if (row.pays is not None) + (row.prize is not None) + row.push != 1:
        yield f"the row {row.hand!r} must have one of pays, prize and push"
    if row.push and table.paid_on:
        yield f"the row {row.hand!r}: there is no wager to return"
    if row.envy is not None:
        yield f"the row {row.hand!r}: this bet has no envy prize"
    asked: dict[str, Any] = {"hand": [row.hand]} if row.when is None else row.when.given
    yield from _asked_problems(filing, table, row, asked, cards)


def _asked_problems(
    filing: PlayerDealerFiling,
    table: PayTable,
    row: PayRow,
    asked: dict[str, Any],
    cards: int | None,
) -> Iterator[str]:
    """What is wrong with the conditions on so many cards; None where their number changes."""
    if not asked:
        yield f"the row {row.hand!r} asks for nothing"
    if table.ranking in CATEGORIES:
        names = CATEGORIES[table.ranking].names
        for name in asked.get("hand", ()):
            if name not in names:
                yield f"{name!r} is no hand of {table.ranking!r}{did_you_mean(name, names)}"
    for key in asked:
        if key in FACTS and key not in filing.bonus_facts:
            yield f"{key!r} is not known in this game{did_you_mean(key, filing.bonus_facts)}"
    if "pair" in asked and cards != 2:
        yield f"the row {row.hand!r}: a pair is of two cards, and the bet looks at others"
    for key, number in (
        ("exactly", len(parse_cards(asked.get("exactly", "")))),
        ("ranks", len(asked.get("ranks", ""))),
    ):
        if number and cards not in (number, None):
            yield f"the row {row.hand!r}: {key} names {number} cards, and the bet looks at {cards}"
    if cards is not None and len(asked.get("holds", "")) > cards:
        yield f"the row {row.hand!r}: holds names more cards than the bet looks at"
    deck = filing.deck.cards()
    for card in parse_cards(asked.get("exactly", "")):
        if card not in deck:
            yield f"the row {row.hand!r}: the deck has no {card.text}"
    left = {card.text[0] for card in deck}
    for rank in asked.get("ranks", "") + asked.get("holds", ""):
        if rank not in left:
            yield f"the row {row.hand!r}: the deck has no {rank}"

"""What every filing has, whatever its game: deck, table, spots, order, bank, options, readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self

from pydantic import Field, PrivateAttr, field_validator, model_validator

from houseway.cards import Card, Tile
from houseway.cards.deck import DECKS, TILE_SET, DeckKind
from houseway.errors import did_you_mean
from houseway.family import find_family
from houseway.filings.schema.base import (
    BadValue,
    Citation,
    Cited,
    Grown,
    Money,
    Odds,
    Range,
    Record,
    Span,
    refuse_all,
)
from houseway.filings.schema.bonus import Also, Numbers, When, bonus_problems, bonus_rules
from houseway.filings.schema.bonus import Key as Key
from houseway.filings.schema.collection import Collection, ReadingId, ScheduleSet, Structure
from houseway.filings.schema.irregular import Order
from houseway.filings.schema.uses import (
    SWITCH,
    AnyRow,
    Dealt,
    OptionUse,
    WagerRule,
    misread_options,
    missing_tables,
    unused_wagers,
)
from houseway.filings.schema.walk import records_in

Device = Literal["shoe", "shuffler", "hand"]  # that cards are dealt from


class Ruled(Cited):
    """A rule that rests on the text and on rulings where the text leaves a doubt."""

    readings: list[ReadingId] = []


class Source(Record):
    """The text the filing was read from: its number and the lines of our copy."""

    told_only = ("file",)

    file: Annotated[str, Field(pattern=r"^\d{3}$|^own$")]
    lines: str


class Deck(Grown, Cited):
    """The cards in play. `decks` is the range a house may choose from."""

    added = frozenset({"without"})

    kind: DeckKind
    without: list[Annotated[str, Field(pattern=r"^[AKQJT98765432]$")]] = []  # ranks taken out
    decks: Annotated[list[int], Field(min_length=2, max_length=2)] = [1, 1]
    jokers_as_decks: bool = False  # one joker for each deck in the shoe
    alternating: Annotated[int, Field(ge=1)] = 1  # sets of cards used in turn, round by round
    dealt_from: list[Device] = Field(min_length=1)
    bonus_ranks: list[str] = []  # ranks specially marked
    default_decks: int | None = Field(None, ge=1)  # where a ruling names one; else the largest

    @model_validator(mode="after")
    def _range(self) -> Deck:
        low, high = self.decks
        if not 1 <= low <= high:
            raise ValueError(f"decks {self.decks} is no range")
        if self.without and not self._one:
            raise BadValue("no card of the deck is left", key="without")
        several = high > 1 and any(card.is_joker for card in self._one)
        if self.jokers_as_decks != several:
            raise BadValue(
                "with several decks there is a joker of each: say so"
                if several
                else "there are not several decks with jokers",
                key="jokers_as_decks",
            )
        return self

    @cached_property
    def _one(self) -> tuple[Card, ...]:
        cards = DECKS.get(self.kind, ())
        return tuple(c for c in cards if c.is_joker or c.text[0] not in self.without)

    def cards(self, decks: int = 1) -> tuple[Card, ...]:
        """Every card of so many decks; none where the game is played with tiles."""
        return self._one * decks

    def pieces(self, decks: int = 1) -> tuple[Card, ...] | tuple[Tile, ...]:
        """Everything in the box: cards, or the set of tiles."""
        return TILE_SET if self.kind == "tiles-32" else self.cards(decks)


class SeatsClause(Cited):
    """Another number of seats, at another place of the same text."""

    seats: int = Field(ge=1)


class Table(Cited):
    """The seated positions, the player-dealer's included."""

    told_only = ("shape", "seats_allowed", "seats_elsewhere")

    seats: int = Field(ge=2, le=14)
    seats_allowed: list[int] = []  # other sizes the filing permits
    active: int | None = Field(default=None, ge=2)  # how many may be dealt in at once, where fewer
    other_spots: bool | None = None  # may players bet on empty positions; None: silent
    limits_by_space: bool = False  # each betting space may have limits of its own
    shape: str = ""
    seats_elsewhere: list[SeatsClause] = []  # places that contradict `seats`


class Spot(Cited):
    """A place on the felt where a wager may lie before the deal."""

    told_only = ("limits_in_schedule",)

    name: Key
    label: str
    base: bool = False  # belongs to the base game; otherwise a bonus bet
    needs: list[str] = []  # spots of the same bettor that must be filled too
    needs_any: list[str] = []  # spots of the same bettor of which one at least must be filled
    equals: str = ""  # must be the same amount as that spot
    limits: Range | None = None  # holds whatever the schedule
    limits_in_schedule: bool = False  # the text leaves them to the schedule
    backline: Literal["permitted", "refused", "silent"]
    backline_needs: list[str] | None = None  # where others than `needs` bind backline bettors
    excludes: list[str] = []  # spots that may not be filled by the same bettor
    excludes_by: Literal["entry", "person"] = "entry"  # there, or wherever the person bets
    option: str = ""  # an option that offers this spot or not


class PayRow(Grown):
    """A row of a pay table: the hand's key, what it pays to one, and its envy prize.

    In a bonus bet by data, `when` says when the row is filled; it pays odds, a prize in dollars
    for a wager of one fixed amount, or returns the wager.
    """

    added = frozenset({"when", "also", "prize", "push"})

    hand: Key
    label: str = ""
    pays: Odds | None = None
    envy: Money | None = None
    when: When | None = None  # where nothing is said, the key is a hand of the table's ranking
    also: list[Also] = []  # and what other cards must be
    prize: Money | None = None
    push: bool = False

    @model_validator(mode="after")
    def _wins_something(self) -> PayRow:
        if self.pays is None and self.envy is None and self.prize is None and not self.push:
            raise BadValue(
                f"{self.hand!r} pays nothing: the row has neither a payoff nor a prize",
                code="row-pays-nothing",
            )
        return self


class PayTable(Grown, Cited):
    """What a wager pays, best row first; a hand in no row loses (or pushes, as said).

    With `looks_at` the table is a bonus bet by data: the rows are tried from the first, on the
    cards it looks at. Without it a rule of the family names the rows.
    """

    added = frozenset({"looks_at", "against", "ranking", "paid_on", "decks", "adds"})

    name: Key
    wager: Key
    title: str = ""  # the name it has in the filing, as TCB-6B4
    otherwise: Literal["lose", "push"] = "lose"
    looks_at: list[Key] = []  # whose cards, in the family's words; several are put together
    against: Key = ""  # the cards that margins and copies are measured by
    ranking: str = ""  # by which hands are named
    paid_on: Key = ""  # no wager of its own: paid on what lies on that spot, and never lost
    decks: Numbers | None = None  # only with so many decks
    adds: bool = False  # every row that is filled is paid, all together
    rows: list[PayRow] = Field(min_length=1)

    @field_validator("rows")
    @classmethod
    def _rows_differ(cls, rows: list[PayRow]) -> list[PayRow]:
        keys = [row.hand for row in rows]
        for key in keys:
            if keys.count(key) > 1:
                raise ValueError(f"the row {key!r} stands twice")
        return rows

    @cached_property
    def asked(self) -> tuple[tuple[PayRow, dict[str, Any]], ...]:
        """Of a bonus bet by data, what each row asks for."""
        return tuple((r, r.when.given if r.when else {"hand": [r.hand]}) for r in self.rows)

    @cached_property
    def _by_hand(self) -> dict[str, PayRow]:
        return {row.hand: row for row in self.rows}

    def find(self, hand: str) -> PayRow | None:
        return self._by_hand.get(hand)


class FirstAction(Cited):
    """Which seat is settled first."""

    method: Literal["card", "dice", "left-of-bank", "right-of-house-dealer"]
    # By card: which of the bank's cards (counted from 1), and what each rank counts.
    card: int | None = Field(None, ge=1)
    values: dict[str, int] = {}
    count_from: Literal["house-dealer-left", "beside-bank"] = "house-dealer-left"
    # By dice: the totals that belong to the bank's own position, and the way round.
    bank_totals: list[int] = []
    dice_direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    generator: bool = False  # a random-number generator may stand in for the dice

    @model_validator(mode="after")
    def _complete(self) -> FirstAction:
        if self.method == "card" and (self.card is None or not self.values):
            raise ValueError("first action by card needs `card` and `values`")
        if self.method == "dice" and not self.bank_totals:
            raise ValueError("first action by dice needs `bank_totals`")
        return self


class SettlementOrder(Cited):
    """The way round the table, and the order of wagers at a seat."""

    direction: Literal["clockwise", "counter-clockwise"] = "clockwise"
    passes: Literal["seat-by-seat", "losers-first"] = "seat-by-seat"
    wager_order: list[str] = Field(min_length=1)


Outcome = Literal["win", "push", "lose"]


class Compared(Cited):
    """What a wager does when the player's hand is higher, lower or equal."""

    higher: Outcome
    lower: Outcome
    equal: Outcome


class Showing(Cited):
    """With which seat the players' hands are opened first."""

    starts: Literal["left-of-bank", "right-of-house-dealer"]


class PlayerDealer(Cited):
    """How the bank is held and passed on."""

    hands: int = Field(default=2, ge=1)
    in_a_row: int | None = Field(None, ge=1)  # the most one person may bank; None: only offered on
    offered: Literal["clockwise"] = "clockwise"
    declined_by_all: Literal["game-broken", "bank-continues", "silent"] = "silent"
    wager_maximum: Money | None = None
    third_party: Literal["permitted", "silent"] = "silent"
    third_party_cite: Citation | None = None


class OptionRule(Cited):
    """A choice left to the house, or made selectable by a ruling."""

    name: Key
    about: str
    values: list[bool | int | str] = []
    span: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    default: bool | int | str

    @model_validator(mode="after")
    def _default_is_allowed(self) -> OptionRule:
        if not self.allows(self.default):
            raise ValueError(f"the default {self.default!r} is not among the values")
        return self

    def allows(self, value: object) -> bool:
        if self.span is not None:
            low, high = self.span
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return any(type(one) is type(value) and one == value for one in self.values)


class Reading(Record):
    """A doubt in the text, the reading that holds, and the others."""

    told_only = ("id", "title", "doubt", "taken", "others", "option", "weight", "places", "touches")

    id: str  # as the rulings number them: "table-games 14", "poker G-1"
    title: str
    doubt: str
    taken: str
    others: list[str] = []
    option: str = ""  # the option that selects another reading
    weight: Literal["high", "medium", "low", ""] = ""
    places: list[Annotated[str, Field(pattern=r"^(\d{3}|own):\d+(-\d+)?$")]] = []
    touches: list[str] = []  # ids of the filings concerned, in the shared lists


class ReadingList(Record):
    """A file in `data/readings/`: the readings that hold for one kind of game."""

    reading: list[Reading]


class Rule(Cited):
    """Anything else the filing orders, in our own words, for a person who looks it up."""

    told_only = ("topic", "text")

    topic: Key
    text: str


class Notice(Cited):
    """A notice of the Bureau or of a game's owner, in our own words."""

    told_only = ("topic", "text")

    topic: Literal["zero-collection-review", "ownership", "other"]
    text: str


class Posting(Cited):
    """What must be posted at the table or printed on the felt."""

    where: Literal["sign", "felt", "scoreboard"]
    text: str


class Term(Cited):
    """A word of the filing's glossary, explained in our own words."""

    told_only = ("term", "means")

    term: str
    means: str


class NotFiled(Record):
    """A fact the program needs and the text does not give; sheets and signs mark it."""

    key: Annotated[str, Field(pattern=r"^[a-z_]+(\.[a-z_]+)+$")]  # as "table.seats"
    why: str


def _has(record: object, path: str) -> bool:
    key, _, below = path.partition(".")
    value = getattr(record, key, None)
    return value is not None and (not below or _has(value, below))


class Home(Protocol):
    """Where a filing stands: what it refers to is looked for there."""

    def load(self, filing_id: str) -> FilingBase: ...

    def shared_set(self, reference: str, file: str) -> ScheduleSet: ...

    def shared_readings(self) -> tuple[Reading, ...]: ...


_SEATS = tuple(range(2, 15))  # of a table


class FilingBase(Record):
    """The parts common to all filings. Family schemas add `game`."""

    told_only = ("owners", "not_for_play", "version", "rule", "notice", "term")

    id: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9.-]*/[a-z0-9][a-z0-9.-]*$")]
    house: str  # the cardroom
    title: str  # of the game, as filed
    kind: str  # each family says which it is
    family: str  # decides which keys `game` has
    approval: str = ""  # the Bureau's number
    version: str = ""  # of the filing
    source: Source
    owners: list[str] = []  # of a licensed game
    deck: Deck
    table: Table
    option: list[OptionRule] = []
    reading: list[Reading] = []
    readings: list[str] = []  # ids of shared readings that a new filing adopts
    irregular: list[Order] = []  # what is done when something goes wrong
    rule: list[Rule] = []
    notice: list[Notice] = []
    posting: list[Posting] = []
    term: list[Term] = []
    not_for_play: list[str] = []  # variations the filing lists as not available
    not_filed: list[NotFiled] = []
    collection: Collection
    _home: Home | None = PrivateAttr(default=None)

    @property
    def home(self) -> Home | None:
        """Where it stands; None for the catalogue."""
        return self._home

    def standing_in(self, home: Home) -> Self:
        self._home = home
        return self

    def __eq__(self, other: object) -> bool:
        """A filing is what it says, wherever it stands."""
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in type(self).model_fields)

    @model_validator(mode="after")
    def _names_differ(self) -> FilingBase:
        for what, names in (
            ("option", [o.name for o in self.option]),
            ("reading", [r.id for r in self.reading]),
        ):
            for name in names:
                if names.count(name) > 1:
                    raise BadValue(f"{what} {name!r} stands twice", key=what)
        options = {o.name for o in self.option}
        for reading in self.reading:
            if reading.option and reading.option not in options:
                raise BadValue(
                    f"reading {reading.id} names no option {reading.option!r}", key="reading"
                )
        for fact in self.not_filed:
            if not _has(self, fact.key):
                raise BadValue(f"{fact.key!r} is no key of the filing", key="not_filed")
        return self

    @model_validator(mode="after")
    def _everything_is_used(self) -> FilingBase:
        refuse_all(self._unused())
        return self

    def _unused(self) -> Iterator[BadValue]:
        """Parts of the filing that no rule uses, and rules that lack what they use."""
        yield from self._named_twice()
        yield from misread_options(self.option, self.known_options())

    def _named_twice(self) -> Iterator[BadValue]:
        """Lists that name something twice; lint looks through the order of settlement."""
        for path, record in records_in(self):
            for key in type(record).model_fields:
                listed = getattr(record, key)
                if isinstance(listed, list) and key != "wager_order":
                    names = [one for one in listed if isinstance(one, str)]
                    if len(set(names)) < len(names):
                        name = next(one for one in names if names.count(one) > 1)
                        place = f"{path}.{key}" if path else key
                        yield BadValue(f"{name!r} stands twice", key=place)

    def known_options(self) -> Sequence[OptionUse]:
        """Every option that a rule of the filing asks."""
        return (OptionUse(name="seats", values=_SEATS), *(self.options_asked() or ()))

    def options_asked(self) -> Sequence[OptionUse] | None:
        """The options that the family's rules ask; None where it does not say."""
        return None

    def find_option(self, name: str) -> OptionRule | None:
        return next((o for o in self.option if o.name == name), None)

    @property
    def names_filings(self) -> list[str]:
        """Ids of other filings whose parts its options put in force."""
        return []

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """All it orders when something goes wrong: its list, and what keys of its game say."""
        of_game = find_family(self.family).part("orders")
        return (*self.irregular, *(of_game(self) if of_game else ()))

    # What the law of tables asks of every game; a family says otherwise where its own is so.

    @property
    def structures(self) -> list[Structure]:
        """The betting structures it may be spread in; none where it knows no such thing."""
        return []

    @property
    def structures_cite(self) -> str:
        return ""

    @property
    def most_players(self) -> int:
        """How many can be dealt in at once."""
        return self.table.active or self.table.seats

    @property
    def betting_rounds(self) -> list[tuple[str, str]]:
        """Rounds of betting by their names, each at the `lower` or the `higher` limit; none where
        wagers lie before the deal.
        """
        return []

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        """What hands are ranked by, best first, under what a chart on the wall would call it."""
        return {}

    @property
    def limits_are(self) -> str:
        """What the amounts a table posts stand for, where a game has its own word."""
        return ""

    def own_buy_in(self, bet: int) -> tuple[Span, str] | None:  # noqa: ARG002
        """What a player sits down with where the smallest bet is so much, and the clause."""
        return None


class PlayerDealerFiling(FilingBase):
    """A game with a player-dealer."""

    kind: Literal["player-dealer"]
    spot: list[Spot] = Field(min_length=1)
    first_action: FirstAction
    settlement: SettlementOrder
    bank: PlayerDealer
    pay_table: list[PayTable] = []

    # What the family shows to bonus bets by data: whose cards, and how many (None: as drawn); and
    # which of the keys of `When` it knows beyond those of the cards themselves.
    bonus_cards: ClassVar[Mapping[str, int | None]] = {}
    bonus_facts: ClassVar[frozenset[str]] = frozenset()

    def _misfits(self) -> Iterator[BadValue]:
        """Spots that are not told apart, name others that are not there, or have no place."""
        names = [spot.name for spot in self.spot]
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            yield BadValue(f"spot {name!r} stands twice", key="spot")
        for spot in self.spot:
            for other in (
                *spot.needs,
                *spot.needs_any,
                *filter(None, [spot.equals]),
                *spot.excludes,
                *(spot.backline_needs or []),
            ):
                if other not in names:
                    yield BadValue(
                        f"spot {spot.name!r} names no spot {other!r}{did_you_mean(other, names)}",
                        key="spot",
                    )
            if spot.name not in self.settlement.wager_order:
                yield BadValue(f"spot {spot.name!r} is missing", key="settlement.wager_order")

    def wager_rules(self) -> Sequence[WagerRule]:
        """The rules that decide the wagers on the spots; a family says which it has.

        One that does not is believed to have a rule for each spot, and a pay table for each bonus.
        """
        tables = {table.name for table in self.pay_table}
        return [
            WagerRule(
                wager=spot.name,
                where=f"spot[{place}]",
                rows=None if spot.base and spot.name not in tables else AnyRow(),
                base=spot.base,
            )
            for place, spot in enumerate(self.spot)
            if all(table.wager != spot.name for table in self.pay_table if table.looks_at)
        ]

    def _unused(self) -> Iterator[BadValue]:
        rules = [*self.wager_rules(), *bonus_rules(self)]
        misfits = list(self._misfits())
        if misfits:  # what else does not fit may follow from these
            yield from misfits
            return
        yield from self._undealt()
        yield from unused_wagers(self.spot, self.pay_table, rules)
        yield from missing_tables(self.spot, self.pay_table, rules)
        yield from bonus_problems(self)
        yield from super()._unused()

    def dealt(self) -> Dealt | None:
        """What the family deals with; None where it does not say."""
        return None

    def is_counted(self, decks: int) -> bool:
        """Whether the family's counts and kernels are for so many of this deck."""
        dealt = self.dealt()
        if dealt is None or not dealt.counted:
            return True
        whole = self.deck.kind in dealt.counted and not self.deck.without
        return whole and (decks == 1 or not dealt.one_deck)

    def _undealt(self) -> Iterator[BadValue]:
        """A deck or a way to first action that the procedure does not have."""
        dealt, rule = self.dealt(), self.first_action
        if dealt is None:
            return
        jokers = sum(card.is_joker for card in self.deck.cards())
        if (self.deck.kind == "tiles-32") != dealt.tiles or jokers > dealt.jokers:
            played = "tiles" if dealt.tiles else "cards"
            read = "" if dealt.tiles else f" and {dealt.jokers or 'no'} joker in a deck"
            yield BadValue(
                f"the game is played with {played}{read}, not with {self.deck.kind!r}",
                code="deck-and-ranking",
                key="deck.kind",
            )
        if rule.method == "dice" and not dealt.dice:
            yield BadValue("no dice are thrown in this game", key="first_action.method")
        if rule.method == "card" and not 1 <= (rule.card or 0) <= dealt.bank_cards:
            yield BadValue(
                f"the bank has {dealt.bank_cards} cards that can place the button"
                if dealt.bank_cards
                else "the bank has no cards of its own in this game",
                key="first_action.card" if dealt.bank_cards else "first_action.method",
            )
        if rule.method == "dice" and any(
            (total - rule.bank_totals[0]) % self.table.seats for total in rule.bank_totals
        ):
            yield BadValue(
                f"with {self.table.seats} seats these totals do not all fall on the bank",
                key="first_action.bank_totals",
            )

    def known_options(self) -> Sequence[OptionUse]:
        return (
            *super().known_options(),
            OptionUse(name="backline", values=SWITCH),
            OptionUse(name="coverage", values=("gross", "net")),
            *[OptionUse(name="generator", values=SWITCH)] * self.first_action.generator,
            *(
                OptionUse(name=spot.option, where=f"spot[{place}].option", values=SWITCH)
                for place, spot in enumerate(self.spot)
                if spot.option
            ),
        )

    @property
    def first_cards(self) -> int | None:
        """How many cards a seat is dealt where it may draw later ones; else None."""
        return None

    def can_matter(self, option: str, *, joker: bool, words: Set[str]) -> bool:  # noqa: ARG002
        """Whether an option can change a round with or without a joker, in which seats and bank
        chose by these words (`house_way` where a chart set a hand)."""
        return True

    @property
    def hands_bear_on_each_other(self) -> bool:
        """Whether a seat's cards can decide what another seat wins."""
        return False

    def kept_behind(self, wagers: Mapping[str, int]) -> int:  # noqa: ARG002
        """What one who bets behind a seat must be able to add: the seat's largest next wager."""
        return 0

    @property
    def takes_backline(self) -> bool:
        """Whether somebody may ever bet behind a seat: refused nowhere, or not everywhere."""
        return any(spot.backline != "refused" for spot in self.spot)

    @property
    def filed_names(self) -> dict[str, str]:
        """What our word for a spot is called in the filing, where that is another word."""
        words = {spot.name.replace("_", " "): spot.label for spot in self.spot}
        said = {ours: filed.lower().replace("6", "six") for ours, filed in words.items()}
        return {ours: filed for ours, filed in words.items() if ours not in said[ours]}

    def find_spot(self, name: str) -> Spot | None:
        return next((s for s in self.spot if s.name == name), None)

    def bonus_bets(self, decks: int) -> tuple[PayTable, ...]:
        """The bonus bets by data that are offered with so many decks."""
        return self._bonus_by_decks.setdefault(
            decks,
            tuple(
                t for t in self.pay_table if t.looks_at and (t.decks is None or decks in t.decks)
            ),
        )

    @cached_property
    def _bonus_by_decks(self) -> dict[int, tuple[PayTable, ...]]:
        return {}

    @cached_property
    def family_tables(self) -> tuple[PayTable, ...]:
        """The pay tables whose rows a rule of the family names."""
        return tuple(table for table in self.pay_table if not table.looks_at)

    def pays(self, name: str) -> PayTable:
        for table in self.pay_table:
            if table.name == name:
                return table
        raise KeyError(name)

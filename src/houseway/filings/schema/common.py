"""What every filing has, whatever its game: deck, table, spots, order, bank, options, readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self

from pydantic import Field, PrivateAttr, model_validator

from houseway.errors import did_you_mean
from houseway.family import find_family
from houseway.filings.schema import uses
from houseway.filings.schema.banking import FirstAction, PlayerDealer, SettlementOrder
from houseway.filings.schema.base import BadValue, Record, Span, refuse_all
from houseway.filings.schema.bonus import Key as Key
from houseway.filings.schema.bonus import bonus_problems, bonus_rules
from houseway.filings.schema.collection import Collection, ScheduleSet, Structure
from houseway.filings.schema.irregular import Order
from houseway.filings.schema.said import (
    NotFiled,
    Notice,
    OptionRule,
    Posting,
    Reading,
    Rule,
    Source,
    Term,
)
from houseway.filings.schema.table import Deck, Table
from houseway.filings.schema.wagers import Compared as Compared
from houseway.filings.schema.wagers import PayTable, Spot
from houseway.filings.schema.walk import records_in


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

    # Whose it is, what it is called and what is only said.
    told_only = (
        "id", "house", "title", "approval", "version", "owners", "not_for_play", "rule", "notice",
        "term", "not_filed",
    )  # fmt: skip

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
        yield from uses.misread_options(self.option, self.known_options())

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

    def known_options(self) -> Sequence[uses.OptionUse]:
        """Every option that a rule of the filing asks."""
        return (uses.OptionUse(name="seats", values=_SEATS), *(self.options_asked() or ()))

    def options_asked(self) -> Sequence[uses.OptionUse] | None:
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

    def wager_rules(self) -> Sequence[uses.WagerRule]:
        """The rules that decide the wagers on the spots; a family says which it has.

        One that does not is believed to have a rule for each spot, and a pay table for each bonus.
        """
        tables = {table.name for table in self.pay_table}
        return [
            uses.WagerRule(
                wager=spot.name,
                where=f"spot[{place}]",
                rows=None if spot.base and spot.name not in tables else uses.AnyRow(),
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
        yield from uses.unused_wagers(self.spot, self.pay_table, rules)
        yield from uses.missing_tables(self.spot, self.pay_table, rules)
        yield from bonus_problems(self)
        yield from super()._unused()

    def dealt(self) -> uses.Dealt | None:
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

    def known_options(self) -> Sequence[uses.OptionUse]:
        return (
            *super().known_options(),
            uses.OptionUse(name="backline", values=uses.SWITCH),
            uses.OptionUse(name="coverage", values=("gross", "net")),
            *[uses.OptionUse(name="generator", values=uses.SWITCH)] * self.first_action.generator,
            *(
                uses.OptionUse(name=spot.option, where=f"spot[{place}].option", values=uses.SWITCH)
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

    def hands_bear_on_each_other(self, spots: Sequence[Set[str]]) -> bool:  # noqa: ARG002
        """Whether a seat's cards can decide what another seat wins, by what is bet at each."""
        return False

    @property
    def judged_alone(self) -> Set[str]:
        """Spots whose wagers go by the own hand alone, and can be judged without the others."""
        return frozenset()

    @property
    def bank_decides_alone(self) -> bool:
        """Whether the bank's hand can decide a round whatever hands it meets."""
        return False

    def told_apart(self, card: Any) -> object:
        """What the rules know a card by: those of which it is the same are worth the same."""
        return card

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
        found = self._bonus_by_decks.get(decks)
        if found is None:
            bets = (table for table in self.pay_table if table.looks_at)
            found = tuple(bet for bet in bets if bet.decks is None or decks in bet.decks)
            self._bonus_by_decks[decks] = found
        return found

    @cached_property
    def _bonus_by_decks(self) -> dict[int, tuple[PayTable, ...]]:
        return {}

    @cached_property
    def base_spots(self) -> tuple[str, ...]:
        """The spots of the game itself: those of no bonus bet."""
        return tuple(spot.name for spot in self.spot if spot.base)

    @cached_property
    def family_tables(self) -> tuple[PayTable, ...]:
        """The pay tables whose rows a rule of the family names."""
        return tuple(table for table in self.pay_table if not table.looks_at)

    def pays(self, name: str) -> PayTable:
        return self._tables[name]

    @cached_property
    def _tables(self) -> dict[str, PayTable]:
        return {table.name: table for table in reversed(self.pay_table)}

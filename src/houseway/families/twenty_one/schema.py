"""The 21-type games: naturals, charts, doubles, splits, surrender, jokers, bonus bets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cached_property
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from houseway.cards.card import RANKS
from houseway.filings.schema.base import Cited, Grown, Odds, Record
from houseway.filings.schema.bonus import Key
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.uses import (
    SWITCH,
    Counted,
    Dealt,
    OptionUse,
    Ranked,
    WagerRule,
    counted_row,
)
from houseway.filings.schema.wagers import PayRow, PayTable
from houseway.hands import twenty_one as hands

Outcome = Literal["win", "push", "lose"]
Side = Literal["left-of-bank", "left-of-house-dealer"]

MATCH_ROWS = ("two-suited", "suited-and-unsuited", "one-suited", "two-unsuited", "one-unsuited")
_TOTALS = r"\d+(-\d+)?"


def _total(value: str) -> str:
    hands.half_points(value)
    return value


def _count(value: str) -> str:
    hands.Count.parse(value)
    return value


Count = Annotated[str, AfterValidator(_count)]


class Natural(Cited):
    """The best hand, made of the first two cards dealt, and what it pays."""

    told_only = ("name",)

    made_of: Literal["ace-and-ten", "two-jokers"]
    total: Annotated[str, AfterValidator(_total)]
    name: str
    pays: Odds


class Jokers(Cited):
    """A joker is wild. Beside one other card it makes a finished 21 above every other 21."""

    reading: str = ""


class ChartRule(Cited):
    """Totals that must stand or hit, as `hard 19+`, `soft 17-`, `any 12-19`; others are free."""

    must_stand: list[Count]
    must_hit: list[Count]

    @model_validator(mode="after")
    def _not_both(self) -> ChartRule:
        _ = self.chart
        return self

    @cached_property
    def chart(self) -> hands.Chart:
        return hands.Chart.parse(must_stand=self.must_stand, must_hit=self.must_hit)

    def left_open(self) -> str:
        """The first total up to 21 on which the holder would have a choice, if any."""
        chart = self.chart
        for soft, least in ((False, 4), (True, 12)):
            for points in range(least, 22):
                counts = (*chart.must_stand, *chart.must_hit)
                if not any(count.covers(points, soft=soft) for count in counts):
                    return f"{'soft' if soft else 'hard'} {points}"
        return ""


class Dealing(Cited):
    """Two cards each, one at a time, the bank last."""

    first_card_from: Side = "left-of-bank"
    second_card_from: Side = "left-of-bank"
    bank_second_card: Literal["face-down", "after-players"]


class Check(Cited):
    """Up cards with which the bank's down card is looked at; a natural ends the round."""

    up_cards: Annotated[list[Literal["ace", "ten"]], Field(min_length=1)]


class Freeze(Cited):
    """An up card of the bank with which no player draws or decides anything."""

    up_card: Literal["joker"]


class Insurance(Cited):
    """Offered when the bank shows an ace, before its down card is looked at."""

    amount: Literal["half", "up-to-half"]
    pays: Odds


class Double(Grown, Cited):
    """A second wager on the first two cards, for one more card; never on a natural."""

    added = frozenset({"totals"})

    for_less: bool
    after_split: bool
    on_21: bool = True
    totals: list[Count] = []  # only on these, as `hard 9-11`; none named: on any

    def covers(self, total: hands.Total) -> bool:
        """Whether a total is among those named."""
        named = (hands.Count.parse(text) for text in self.totals)
        return any(count.covers(total.points, soft=total.is_soft) for count in named)


class DoubleAgain(Cited):
    """Where the option is in force, a doubled wager may be doubled again, never for less."""

    option: Key
    most: Annotated[int, Field(ge=2)]  # doubles of one hand in all


class Rescue(Cited):
    """A doubled hand that is not over may take its last added wager back and forfeit the rest."""


class Split(Cited):
    """Two cards of one rank make two hands; of ten-cards any two, or only like ones."""

    ten_cards: Literal["any", "same-rank"]
    most: Annotated[int, Field(ge=1)] | None = None  # splits of one seat; None: no limit


class SplitAces(Cited):
    """What may be done with split aces."""

    one_card: bool
    again: bool  # an ace drawn to a split ace may be split


class Surrender(Cited):
    """Giving up half of the wager."""

    when: Literal["first-decision", "any-time"]
    up_to: int | None = Field(None, ge=2)  # the highest total that may be surrendered
    split_hands: bool
    # An option which, switched off, lets players surrender before the bank's card is checked.
    late_option: str = ""


class Charlie(Cited):
    """So many cards that are not over win at once, whatever the bank has but a natural."""

    cards: Annotated[int, Field(ge=4, le=12)]
    pays: Odds


class Clause(Cited):
    """What becomes of a game wager, under a condition."""

    outcome: Outcome
    reading: str = ""  # the ruling that decides, where the text does not


class Results(Record):
    """What becomes of a game wager, case by case."""

    both_natural: Clause
    natural: Clause  # the player's alone
    bank_natural: Clause
    bank_over: Clause
    player_over: Clause
    nearer: Clause  # both within the limit, the player nearer to the natural
    farther: Clause
    equal: Clause
    equal_21: Clause | None = None


class BothOver(Cited):
    """Both hands over the limit: by whether the player's is nearer to it than the bank's."""

    closer: Outcome
    equal: Outcome
    farther: Outcome
    reading: str = ""


class BankHand(BothOver):
    """A hand of the bank for which the rule about both being over is another one."""

    ranks: Annotated[str, Field(pattern=f"^[{RANKS}]{{3}}$")]
    suited: bool = False


class PlayerPush(Cited):
    """A hand over the limit that pushes if nearer than the bank's: so many cards, these totals."""

    cards: int = Field(ge=2)
    totals: Annotated[str, Field(pattern=f"^{_TOTALS}$")]
    option: str = ""  # the option that names the totals, where there is one
    reading: str = ""


class TwentyOneGame(Grown):
    """The game, rule by rule."""

    added = frozenset({"charlie"})

    natural: Natural
    jokers: Jokers | None = None
    player_chart: ChartRule
    bank_chart: ChartRule
    deal: Dealing
    check: Check | None = None
    freeze: Freeze | None = None
    insurance: Insurance | None = None
    double: Double
    double_again: DoubleAgain | None = None
    rescue: Rescue | None = None
    split: Split
    split_aces: SplitAces
    surrender: Surrender | None = None
    charlie: Charlie | None = None
    results: Results
    both_over: BothOver
    bank_hand: BankHand | None = None
    player_push: PlayerPush | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> TwentyOneGame:
        if self.check and self.deal.bank_second_card != "face-down":
            raise ValueError("check: there is no down card to look at")
        if self.natural.made_of == "two-jokers" and self.jokers is None:
            raise ValueError("natural: two jokers need the rule `jokers`")
        if self.freeze and self.jokers is None:
            raise ValueError("freeze: a joker up needs the rule `jokers`")
        if self.bank_chart.left_open():
            raise ValueError(
                f"bank_chart: the bank has no options, and {self.bank_chart.left_open()} is open"
            )
        return self

    @cached_property
    def rules(self) -> hands.TwentyOneRules:
        """How hands are counted."""
        special = None
        if self.bank_hand:
            low, middle, high = sorted(RANKS.index(rank) + 2 for rank in self.bank_hand.ranks)
            special = hands.SpecialHand(ranks=(low, middle, high), suited=self.bank_hand.suited)
        return hands.TwentyOneRules(
            natural=hands.Natural(
                made_of=self.natural.made_of,
                halves=hands.half_points(self.natural.total),
                name=self.natural.name,
            ),
            jokers=self.jokers is not None,
            special=special,
            charlie=self.charlie.cards if self.charlie else 0,
        )


class TwentyOne(PlayerDealerFiling):
    family: Literal["twenty-one"]
    game: TwentyOneGame

    # The first two cards of a seat; the bank's first card, its first two and its finished hand.
    bonus_cards = {"own": 2, "bank-up": 1, "bank-first": 2, "bank": None}
    bonus_facts = frozenset(
        {"total", "low_total", "natural", "over", "margin", "bank_natural", "base"}
    )

    @property
    def first_cards(self) -> int:
        return 2

    def can_matter(self, option: str, *, joker: bool, words: Set[str]) -> bool:  # noqa: ARG002
        if self.game.surrender and option == self.game.surrender.late_option:
            return "surrender" in words
        again = self.game.double_again
        return again is None or option != again.option or "double" in words

    def kept_behind(self, wagers: Mapping[str, int]) -> int:
        return wagers.get("game", 0)

    @model_validator(mode="after")
    def _jokers_are_in_the_deck(self) -> TwentyOne:
        if self.game.jokers and "joker" not in self.deck.kind:
            raise ValueError(f"the deck {self.deck.kind} has no jokers")
        return self

    def dealt(self) -> Dealt:
        return Dealt(jokers=2 if self.game.jokers else 0, bank_cards=2, counted=())

    def wager_rules(self) -> Sequence[WagerRule]:
        matches = Ranked(hands=MATCH_ROWS)
        return (
            WagerRule(wager="game", where="game.results", filed=True, base=True),
            # A hand over the limit has three cards at least; a run of red cards may have one.
            WagerRule(wager="buster", where="game", rows=Counted(fewest=3)),
            WagerRule(wager="red_flex", where="game", rows=Counted(fewest=1)),
            WagerRule(wager="match_dealer", where="game", rows=matches),
        )

    def options_asked(self) -> Sequence[OptionUse]:
        again, surrender, push = self.game.double_again, self.game.surrender, self.game.player_push
        uses = []
        if again is not None:
            where = "game.double_again.option"
            uses.append(OptionUse(name=again.option, where=where, values=SWITCH))
        if surrender is not None and surrender.late_option:
            where = "game.surrender.late_option"
            uses.append(OptionUse(name=surrender.late_option, where=where, values=SWITCH))
        if push is not None and push.option:
            uses.append(
                OptionUse(
                    name=push.option,
                    where="game.player_push.option",
                    pattern=_TOTALS,
                    filed=push.totals,
                )
            )
        return uses

    @cached_property
    def bonus_tables(self) -> dict[str, tuple[PayTable, dict[str, PayRow]]]:
        """Pay tables by wager; rows by number of cards ("8") or by kind of match."""
        return {table.wager: (table, _rows_by_key(table)) for table in self.family_tables}


def _rows_by_key(table: PayTable) -> dict[str, PayRow]:
    rows: dict[str, PayRow] = {}
    for row in table.rows:
        for count in counted_row(row.hand) or (row.hand,):
            rows.setdefault(str(count), row)
    return rows

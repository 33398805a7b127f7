"""Pai gow poker: seven cards set as two in front and five behind, fortune, envy, ace-high."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from functools import cache
from itertools import combinations_with_replacement
from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import Field, model_validator

from houseway.cards import parse_cards
from houseway.filings.schema.base import (
    UNCOUNTED,
    BadValue,
    Citation,
    Cited,
    Grown,
    Money,
    Odds,
    Record,
)
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.table import Device
from houseway.filings.schema.uses import SWITCH, Dealt, OptionUse, Ranked, WagerRule
from houseway.hands.five_high import HIGH_ORDER
from houseway.hands.joker import JokerUse
from houseway.hands.rankings import chart

# The cards of equal rank among seven: every hand is one of these. The joker counts as an ace; where
# it is wild, it lies with the greatest set, or pairs the highest card.
Sets = Literal[
    "none", "2", "2+2", "2+2+2", "3", "3+3", "3+2", "3+2+2", "4", "4+2", "4+3", "5", "5+2"
]  # fmt: skip
Behind = Literal[
    "highest-card", "one-pair", "two-pair", "three-of-a-kind", "complete", "full-house",
    "four-of-a-kind", "five-of-a-kind", "five-aces",
]  # fmt: skip
Ranks = Annotated[str, Field(pattern=r"^[AKQJT98765432]*$")]
BonusJoker = Literal["ace-straight-flush", "ace-straight"]
BUGS = get_args(BonusJoker)  # with which odds and bonus rules are known
Rank = Annotated[str, Field(pattern=r"^[AKQJT98765432]?$")]

RANKS = "AKQJT98765432"
CHART_OPTION = "house_way_chart"  # names a filing with a chart, for one that has none
_FORTUNE_HANDS = Ranked(
    hands=(
        "seven-card-straight-flush", "royal-flush-royal-match", "seven-card-straight-flush-joker",
        "five-aces", *HIGH_ORDER[:-1],
    ),
    best_paid_counts=True,
)  # fmt: skip
_ACE_HIGHS = Ranked(hands=("player-and-bank-ace-high", "bank-ace-high-joker", "bank-ace-high"))


class Doubtful(Cited):
    """A rule whose text is in doubt names the reading that holds."""

    reading: str = ""


class Joker(Doubtful):
    """What the joker may be in the base game, and how the bonus reads it."""

    use: JokerUse
    flush_option: str = ""  # an option that lets it complete a plain flush too


class Piles(Cited):
    """Seven piles of seven, to every position; those of positions without a wager are collected."""

    told_only = ("by_hand", "first_pile", "without_wager")

    piles: int = Field(default=7, ge=1)
    cards: int = Field(default=7, ge=1)
    left_over: int = Field(default=4, ge=0)
    by_hand: Literal["left-to-right-and-back", "silent"] = "silent"
    first_pile: Literal["chosen-by-bank", "from-shuffler"] = "chosen-by-bank"
    # With these devices the piles are laid out before the house dealer and the bank chooses the
    # first; with others, hands come to the positions one by one.
    laid_out: Annotated[list[Device], UNCOUNTED] = []
    without_wager: Literal["collected", "silent"] = "collected"


class PlayersSet(Cited):
    """How a player sets: freely, or the house way when asked for."""

    told_only = ("house_way", "house_way_binds")  # either way the player asks for it

    house_way: Literal["on-request", "at-the-house's-discretion"] = "on-request"
    house_way_binds: bool = False  # once asked for, it cannot be changed


class BankSets(Doubtful):
    """How the bank's hand is set, and whether players see it before they set theirs."""

    method: Literal["freely", "house-way-then-freely", "house-way"]
    opened: Literal["after-players-set", "before-players-set"]


class Foul(Doubtful):
    """Settings that are foul, and what becomes of the game wager."""

    kinds: list[Literal["front-higher", "front-count", "back-count"]] = Field(min_length=1)
    outcome: Literal["lose"] = "lose"


class Case(Doubtful):
    """What the game wager does in one of the cases, and what it pays."""

    outcome: Literal["win", "lose", "push"]
    pays: Odds | None = None

    @model_validator(mode="after")
    def _winners_are_paid(self) -> Case:
        if (self.outcome == "win") != (self.pays is not None):
            raise ValueError("a winning wager, and no other, needs `pays`")
        return self


class Copy(Cited):
    """A hand equal to the bank's."""

    won_by: Literal["bank"] = "bank"


class AceHighPush(Doubtful):
    """A bank with seven cards that are only ace-high returns every game wager."""

    needs_setting: bool = False


class Fortune(Doubtful):
    """How the fortune bet reads seven cards; of several rows that fit, the best paid one holds."""

    joker: BonusJoker


class Envy(Doubtful):
    """A fixed prize for another player's hand, won by those with an envy button."""

    button_from: Money  # the fortune bet that earns a button
    pays: Literal["each-hand", "highest-hand"]
    backline_button: bool = False


class Misdeal(Cited):
    """A fault that ends the round before it is played."""

    when: Literal[
        "joker-or-ace-exposed", "two-cards-exposed", "bank-hand-miscounted", "identical-cards",
        "pile-to-wrong-position",
    ]  # fmt: skip


class Reset(Doubtful):
    """A hand that was set wrong and is set anew, by whom and how."""

    told_only = ("how",)  # management sets it; by what, it is told

    hand: Literal["house-way", "foul-bank"]
    by: Literal["management"] = "management"
    how: Literal["by-the-chart", "most-logical-way"]


class Misread(Cited):
    """A hand the house dealer read wrong."""

    plays: Literal["true-value-if-intact"]


class DealingFaults(Doubtful):
    """What happens to a boxed or exposed card, which faults are a misdeal, what is reset."""

    exposed_card: Literal["replaced-by-first-left-over"]
    misdeal: list[Misdeal]
    reset: list[Reset] = []
    misread: Misread | None = None


class Way(Record):
    """One way to set a hand. Among the splits it allows the highest front hand is taken, then
    the highest back hand; a split that is foul is never allowed."""

    told_only = ("says",)

    says: str
    front: Literal["any", "pair"] = "any"
    # The front hand is this high or higher, any pair included; if it must be a pair, that of this
    # rank or a higher one.
    front_from: Rank = ""
    behind: Behind
    cite: Citation | None = None  # where it stands elsewhere than its row
    reading: str = ""


class Shape(NamedTuple):
    """Seven cards as charts speak of them: the joker is an ace."""

    sets: str  # how many of each rank that lies more than once: "3+2"
    rank: str  # of the greatest set, the highest of equal ones
    second: str  # of the next one; empty where there is none
    single: str  # ranks that lie once


class HouseWayRow(Grown, Cited):
    """A row of the chart: the hands it is for, and the ways to set them, the first possible one.

    A row none of whose ways is possible leaves the hand to the rows after it, and `otherwise`
    says which those are.
    """

    told_only = ("hand", "otherwise", "example")

    added = frozenset({"second", "beside"})

    hand: str
    sets: list[Sets] = Field(min_length=1)
    ranks: Ranks = ""  # of the greatest set (the highest of equal ones); empty: any
    second: Ranks = ""  # of the set after it; empty: any
    beside: Ranks = ""  # ranks that all lie once beside the sets
    complete: bool | None = None  # the seven hold a straight or flush; None: either
    ways: list[Way] = []
    otherwise: str = ""
    example: str = ""  # as filed: the front hand, a slash, the back hand

    @model_validator(mode="after")
    def _says_something(self) -> HouseWayRow:
        if not self.ways and not self.otherwise:
            raise ValueError("a row needs `ways`, or `otherwise` to say which rows hold")
        if self.example:
            front, _, back = self.example.partition("/")
            if len(parse_cards(front)) != 2 or len(parse_cards(back)) != 5:
                raise ValueError("an example is two cards, a slash and five cards")
        return self

    def fits(self, shape: Shape, complete: bool) -> bool:
        """Whether the row is for such a hand."""
        return (
            shape.sets in self.sets
            and (not self.ranks or shape.rank in self.ranks)
            and (not self.second or shape.second in self.second)
            and set(self.beside) <= set(shape.single)
            and (self.complete is None or self.complete is complete)
        )


class HouseWayChart(Cited):
    """The chart by which the house dealer sets a hand, its rows in the order they are tried."""

    told_only = ("title",)

    title: str
    row: list[HouseWayRow] = Field(min_length=1)

    @model_validator(mode="after")
    def _every_hand_has_a_row(self) -> HouseWayChart:
        if missing := self.missing(_shapes()):
            raise ValueError(missing)
        return self

    def missing(self, shapes: Iterable[Shape]) -> str:
        """For which hands of these shapes no row can always be followed; nothing where all can."""
        for shape in shapes:
            for complete in (False, True):
                ways = [w for r in self.row if r.fits(shape, complete) for w in r.ways]
                if any(_possible(w.front, w.front_from, w.behind, shape, complete) for w in ways):
                    continue
                kind = "no equal cards"
                if shape.sets != "none":
                    ranks = f"{shape.rank} and {shape.second}" if shape.second else shape.rank
                    kind = f"sets of {shape.sets}, {ranks}"
                said = "can set every hand" if ways else "is for hands"
                return f"no row {said} with {kind}, complete = {complete}"
        return ""


_BEHIND = get_args(Behind)  # from the lowest


@cache
def _possible(front: str, front_from: str, at_least: Behind, shape: Shape, complete: bool) -> bool:
    """Whether every hand of such a shape can be set that way, whatever its other cards are.

    For a high front only the greatest two sets can be counted on.
    """
    groups = [] if shape.sets == "none" else [int(size) for size in shape.sets.split("+")]
    ranks = [shape.rank, shape.second][: len(groups)]
    groups += [1] * (7 - sum(groups))
    high = [
        place
        for place, rank in enumerate(ranks)
        if front_from and RANKS.index(rank) <= RANKS.index(front_from)
    ]
    if front_from and not high:
        return False
    if at_least == "complete" and complete and front == "any" and not front_from:
        return True
    for one, other in combinations_with_replacement(range(len(groups)), 2):
        left = [size - (place == one) - (place == other) for place, size in enumerate(groups)]
        if min(left) < 0 or (front == "pair" and one != other):
            continue
        if front_from and one not in high and (front == "pair" or other not in high):
            continue
        behind = _made_of(left)
        foul = one == other and (
            behind == "highest-card"
            or (
                behind == "one-pair" and RANKS.index(ranks[left.index(2)]) > RANKS.index(ranks[one])
            )
        )
        if not foul and _BEHIND.index(behind) >= _BEHIND.index(at_least):
            return True
    return False


def _made_of(groups: list[int]) -> Behind:
    """What five cards make by their equal ones alone."""
    most, second = sorted(groups, reverse=True)[:2]
    if most >= 5:
        return "five-of-a-kind"
    if most >= 4:
        return "four-of-a-kind"
    if most == 3:
        return "full-house" if second >= 2 else "three-of-a-kind"
    if most == 2:
        return "two-pair" if second == 2 else "one-pair"
    return "highest-card"


def _shapes(*, wild: bool = False) -> Iterator[Shape]:
    """Every shape there is but for what lies beside the sets: a chart has a row for any of that."""
    for sets in get_args(Sets):
        first, _, others = sets.partition("+")
        # Only aces lie five times, but for a wild joker; of no equal cards the rank does not count.
        for rank in "A" if first == "none" or (first == "5" and not wild) else RANKS:
            if not others:
                yield Shape(sets, rank, "", "")
                continue
            # Of sets of one size the highest comes first; a third one must find a rank below.
            alike = sets.count(first) > 1
            below = RANKS[RANKS.index(rank) + 1 :] if alike else RANKS.replace(rank, "")
            for second in below[: len(below) - others.count("+")]:
                yield Shape(sets, rank, second, "")


class PaiGowGame(Record):
    """The game, rule by rule."""

    joker: Joker
    piles: Piles
    players_set: PlayersSet
    bank_sets: BankSets
    foul: Foul
    both_higher: Case
    both_lower: Case
    one_higher: Case
    copy_hand: Copy
    ace_high_push: AceHighPush | None = None
    fortune: Fortune | None = None
    envy: Envy | None = None
    house_way: HouseWayChart | None = None
    dealing_faults: DealingFaults | None = None


class PaiGowPoker(PlayerDealerFiling):
    family: Literal["pai-gow-poker"]
    game: PaiGowGame

    bonus_cards = {"own": 7, "bank": 7}
    bonus_facts = frozenset({"base"})

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        five = "high-wild" if self.game.joker.use == "wild" else "high-joker"
        return {"Five-card hands": chart(five), "Two-card hands": chart("two-card")}

    def can_matter(self, option: str, *, joker: bool, words: Set[str]) -> bool:
        if option == self.game.joker.flush_option:
            return joker
        return option != CHART_OPTION or "house_way" in words

    @property
    def bank_is_seen(self) -> bool:
        """Whether the bank lies open before the players set."""
        return self.game.bank_sets.opened == "before-players-set"

    def hands_bear_on_each_other(self, spots: Sequence[Set[str]]) -> bool:
        return self.game.envy is not None and sum("fortune" in bet for bet in spots) > 1

    @property
    def judged_alone(self) -> Set[str]:
        return {"fortune"}

    @property
    def bank_decides_alone(self) -> bool:
        return self.game.ace_high_push is not None

    @model_validator(mode="after")
    def _parts_fit(self) -> PaiGowPoker:
        game = self.game
        if game.bank_sets.method != "freely" and game.house_way is None:
            raise ValueError("game.bank_sets follows the house way, and there is no chart")
        if game.envy is not None and game.fortune is None:
            raise ValueError("game.envy needs game.fortune")
        use = game.joker.use
        if use not in BUGS:
            for key in ("ace_high_push", "fortune", "house_way_chart"):
                known = {"house_way_chart": self.find_option(CHART_OPTION)}
                if getattr(game, key, known.get(key)) is not None:
                    raise BadValue(
                        f"{key} is known with a joker that is {' or '.join(BUGS)}",
                        key="game.joker.use",
                    )
            if game.joker.flush_option:
                raise BadValue(
                    f"the joker is {use!r}: no option can widen it", key="game.joker.flush_option"
                )
        if use == "wild" and game.house_way is not None:
            missing = game.house_way.missing(_shapes(wild=True))
            if missing:
                raise BadValue(missing, key="game.house_way")
        return self

    @property
    def names_filings(self) -> list[str]:
        option = self.find_option(CHART_OPTION)
        return [str(one) for one in option.values if one != "none"] if option else []

    def dealt(self) -> Dealt:
        return Dealt(jokers=1, dice=True, bank_cards=7, counted=("joker-53",), one_deck=True)

    def wager_rules(self) -> Sequence[WagerRule]:
        game = self.game
        rules = [WagerRule(wager="game", where="game.both_higher", filed=True, base=True)]
        if game.fortune is not None:
            rules.append(
                WagerRule(
                    wager="fortune",
                    where="game.fortune",
                    rows=_FORTUNE_HANDS,
                    filed=True,
                    envy=game.envy is not None,
                )
            )
        if game.ace_high_push is not None:
            rules.append(WagerRule(wager="ace_high", where="game.ace_high_push", rows=_ACE_HIGHS))
        return rules

    def options_asked(self) -> Sequence[OptionUse]:
        uses = []
        if self.game.joker.flush_option:
            name = self.game.joker.flush_option
            uses.append(OptionUse(name=name, where="game.joker.flush_option", values=SWITCH))
        if self.game.house_way is None:
            uses.append(OptionUse(name=CHART_OPTION, pattern="none|.+/.+"))
        return uses

"""Pai gow poker: seven cards set as two in front and five behind, fortune, envy, ace-high."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from pydantic import Field, model_validator

from houseway.cards import parse_cards
from houseway.filings.schema.base import BadValue, Citation, Cited, Money, Odds, Record
from houseway.filings.schema.common import Device, PlayerDealerFiling
from houseway.filings.schema.uses import SWITCH, OptionUse, Ranked, WagerRule
from houseway.hands.five_high import HIGH_ORDER
from houseway.hands.joker import JokerUse
from houseway.hands.rankings import chart

# The cards of equal rank among seven, the joker counted as an ace: every hand is one of these.
Sets = Literal[
    "none", "2", "2+2", "2+2+2", "3", "3+3", "3+2", "3+2+2", "4", "4+2", "4+3", "5", "5+2"
]  # fmt: skip
Behind = Literal[
    "highest-card", "one-pair", "two-pair", "three-of-a-kind", "complete", "four-of-a-kind"
]
Ranks = Annotated[str, Field(pattern=r"^[AKQJT98765432]*$")]
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

    piles: int = 7
    cards: int = 7
    left_over: int = 4
    by_hand: Literal["left-to-right-and-back", "silent"] = "silent"
    first_pile: Literal["chosen-by-bank", "from-shuffler"] = "chosen-by-bank"
    # With these devices the piles are laid out before the house dealer and the bank chooses the
    # first; with others, hands come to the positions one by one.
    laid_out: list[Device] = []
    without_wager: Literal["collected", "silent"] = "collected"


class PlayersSet(Cited):
    """How a player sets: freely, or the house way when asked for."""

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

    joker: JokerUse


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

    def misdeal_for(self, when: str) -> Misdeal | None:
        return next((one for one in self.misdeal if one.when == when), None)

    def reset_for(self, hand: str) -> Reset | None:
        return next((one for one in self.reset if one.hand == hand), None)


class Way(Record):
    """One way to set a hand. Among the splits it allows the highest front hand is taken, then
    the highest back hand; a split that is foul is never allowed."""

    says: str
    front: Literal["any", "pair"] = "any"
    front_from: Rank = ""  # the front hand is this high or higher; a pair always is
    behind: Behind
    cite: Citation | None = None  # where it stands elsewhere than its row
    reading: str = ""

    @model_validator(mode="after")
    def _pairs_have_no_least(self) -> Way:
        if self.front == "pair" and self.front_from:
            raise BadValue(
                "a front that must be a pair is allowed with any pair; put those hands that are "
                "to have a certain one into a row of their own, by its `ranks`",
                code="unused",
                key="front_from",
            )
        return self


class HouseWayRow(Cited):
    """A row of the chart: the hands it is for, and the ways to set them, the first possible one.

    A row none of whose ways is possible leaves the hand to the rows after it, and `otherwise`
    says which those are.
    """

    hand: str
    sets: list[Sets] = Field(min_length=1)
    ranks: Ranks = ""  # of the greatest set (the highest of equal ones); empty: any
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

    def fits(self, sets: str, rank: str, complete: bool) -> bool:
        """Whether the row is for such a hand; `rank` is that of its greatest set."""
        return (
            sets in self.sets
            and (not self.ranks or rank in self.ranks)
            and (self.complete is None or self.complete is complete)
        )


class HouseWayChart(Cited):
    """The chart by which the house dealer sets a hand, its rows in the order they are tried."""

    title: str
    row: list[HouseWayRow] = Field(min_length=1)

    @model_validator(mode="after")
    def _every_hand_has_a_row(self) -> HouseWayChart:
        for sets in get_args(Sets):
            for rank in _ranks_of(sets):
                for complete in (False, True):
                    if not any(r.ways and r.fits(sets, rank, complete) for r in self.row):
                        kind = "no equal cards" if sets == "none" else f"sets of {sets}, {rank}"
                        raise ValueError(f"no row is for hands with {kind}, complete = {complete}")
        return self


def _ranks_of(sets: str) -> str:
    """The ranks the greatest set of such a hand can have."""
    if sets in ("none", "5", "5+2"):  # only aces lie five times
        return "A"
    lower = {"2+2": 1, "2+2+2": 2, "3+3": 1}.get(sets, 0)
    return RANKS[: len(RANKS) - lower]


class PaiGowGame(Record):
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

    @property
    def ranking_chart(self) -> dict[str, list[str]]:
        return {"Five-card hands": chart("high-joker"), "Two-card hands": chart("two-card")}

    def can_matter(self, option: str, *, joker: bool, house_way: bool) -> bool:
        return joker if option == self.game.joker.flush_option else house_way

    @property
    def hands_bear_on_each_other(self) -> bool:
        return self.game.envy is not None

    @model_validator(mode="after")
    def _parts_fit(self) -> PaiGowPoker:
        game = self.game
        if game.bank_sets.method != "freely" and game.house_way is None:
            raise ValueError("game.bank_sets follows the house way, and there is no chart")
        if game.envy is not None and game.fortune is None:
            raise ValueError("game.envy needs game.fortune")
        return self

    @property
    def names_filings(self) -> list[str]:
        option = self.find_option(CHART_OPTION)
        return [str(one) for one in option.values if one != "none"] if option else []

    def wager_rules(self) -> Sequence[WagerRule]:
        game = self.game
        rules = [WagerRule(wager="game", where="game.both_higher", filed=True)]
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

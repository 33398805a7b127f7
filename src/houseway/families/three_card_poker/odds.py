"""Three card poker: the rules of a filing as numbers, and the counts as bets.

The player chooses with the bank's face-up card in sight, as filed. The value without that card is
given beside it, for comparison with figures published elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from houseway.analysis.cache import rules_of
from houseway.analysis.report import Bet, Json, Outcome, figures
from houseway.cards.card import RANKS
from houseway.errors import HousewayError
from houseway.families.three_card_poker.outcomes import Outcomes
from houseway.families.three_card_poker.procedure import bank_qualifies
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.families.three_card_poker.six_cards import six_card_categories
from houseway.filings.terms import Terms
from houseway.filings.wording.base import spot_name
from houseway.hands.three_card import THREE_CARD_ORDER

if TYPE_CHECKING:
    from houseway.families.three_card_poker.counting import Counts, Hands, Pays

EVERY_DECK: Final = True
COUNT: Final = 1  # raised when the same rules come to other figures

CATEGORIES: Final = tuple(reversed(THREE_CARD_ORDER))  # a hand's code is its place
OF_BANK: Final = tuple(
    (how, qualified) for how in ("higher", "equal", "lower") for qualified in (True, False)
)
BASE, WITH_PAIR_PLUS = 0, 1
PLANS: Final = ("chart", "bot")  # counted beside best play, in this order after the goals


def rules(terms: Terms[ThreeCardPoker]) -> dict[str, Json]:
    """What results depend on."""
    return rules_of(terms)


def assumed(terms: Terms[ThreeCardPoker]) -> tuple[str, ...]:
    seen = len(terms.filing.game.deal.bank_cards_seen)
    cards = {0: "none of the bank's cards", 1: "one card of the bank", 2: "two cards of the bank",
             3: "all three cards of the bank"}[seen]  # fmt: skip
    decks = "one deck of 52 cards" if terms.decks == 1 else f"{terms.decks} decks of 52 cards"
    return (
        f"{decks}, shuffled before each hand",
        f"the player sees their own three cards and {cards} before the choice, no others",
        "the bank covers every wager",
        "a choice of equal value is a fold",
    )


def analyse(terms: Terms[ThreeCardPoker], progress: Callable[[float], None]) -> list[Bet]:
    """All bets of the filing, every deal counted."""
    game = Game(terms)
    bets = bets_of(game, progress)
    progress(0.6)
    return game.played(bets)


def bets_of(game: Game, progress: Callable[[float], None]) -> list[Bet]:
    """The bets under best play; the six card bonus where all its hands can be counted."""
    as_filed, unseen = game.count()
    progress(0.4)
    bets = [game.ante(as_filed, unseen)]
    offered = {spot.name for spot in game.filing.spot}
    if "pair_plus" in offered:
        bets.append(game.pair_plus(as_filed))
    if "six_card_bonus" in offered and (six := game.six_card_bonus()):
        bets.append(six)
    return bets


def best_choices(terms: Terms[ThreeCardPoker]) -> Any:
    """[hand as `player_hands` has them, card seen]: whether best play plays it."""
    import numpy as np

    from houseway.families.three_card_poker.counting import GROUPS, player_hands

    game = Game(terms)
    groups = GROUPS[len(game.game.deal.bank_cards_seen)]
    choices = np.zeros((len(player_hands(terms.decks)[0]), groups), np.uint8)
    game.count(choices=choices)
    return choices


def played_and_folded(terms: Terms[ThreeCardPoker]) -> tuple[Counter[str], Counter[str]]:
    """Deals by the kind of hand: those played, and those folded, under best play of the ante."""
    *played, folded = Game(terms).count()[0].cases[BASE].sum(axis=2)

    def by_category(cases: Any) -> Counter[str]:
        return Counter({name: int(n) for name, n in zip(CATEGORIES, cases, strict=True)})

    return by_category(sum(played)), by_category(folded)


class Game:
    """A filing's rules, and the hands they are for; dealt from all cards, or from those left."""

    def __init__(self, terms: Terms[ThreeCardPoker], left: Sequence[int] | None = None) -> None:
        from houseway.families.three_card_poker.counting import all_hands

        self.left = left

        self.terms, self.filing, self.game = terms, terms.filing, terms.filing.game
        self.hands: Hands = all_hands()
        self.outcomes = Outcomes(self.filing)
        if "six_card_bonus" in self.game.play.fold_forfeits:
            raise HousewayError(
                "no-odds",
                "the analysis is for games in which a fold leaves the six card bonus alive",
                where=f"{self.filing.id}: game.play.fold_forfeits",
                cite=str(self.game.play.cite),
            )
        # What is won is in proportion to the play wager: no size between the two is ever best.
        times = self.game.play.times
        self.sizes = sorted({min(times), max(times)})
        self.scale = lcm(
            *(r.pays.denominator for t in self.filing.pay_table for r in t.rows if r.pays)
        )

    # What is paid

    def base(self, how: str, qualified: bool, times: int) -> Fraction:
        """Ante and play together, the play wager so many times the ante."""
        nets = self.outcomes.played(how, qualified, times=times)
        return nets["ante"] + nets["play"]

    @property
    def fold(self) -> Fraction:
        return self.outcomes.folded().get("ante", Fraction(0))

    def plus(self, category: str) -> Fraction:
        return self.outcomes.played("higher", True, category).get("pair_plus", Fraction(0))

    def plus_folded(self, category: str) -> Fraction:
        return self.outcomes.folded(category).get("pair_plus", Fraction(0))

    def _six(self, category: str) -> Fraction:
        return self.outcomes.played("higher", True, six=category)["six_card_bonus"]

    # Counting

    @property
    def qualifies(self) -> list[bool]:
        return [bank_qualifies(self.filing, bank) for bank in self.hands.judged]

    @property
    def categories(self) -> list[int]:
        return [CATEGORIES.index(judged.category) for judged in self.hands.judged]

    def pays(self) -> Pays:
        """What is paid, in whole parts of the ante."""
        import numpy as np

        from houseway.families.three_card_poker.counting import Pays

        def whole(values: list[list[Any]]) -> Any:
            return np.array([[self._whole(value) for value in row] for row in values], np.int64)

        base = [[self.base(how, q, times) for how, q in OF_BANK] for times in self.sizes]
        play = [
            [whole([[value + plus for value in row] for plus in pluses]) for row in base]
            for pluses in ([0 for _ in CATEGORIES], [self.plus(one) for one in CATEGORIES])
        ]
        return Pays(
            play=np.array(play),
            fold=whole(
                [
                    [self.fold for _ in CATEGORIES],
                    [self.fold + self.plus_folded(category) for category in CATEGORIES],
                ]
            ),
        )

    def count(self, **how: Any) -> tuple[Counts, Counts]:
        """With the bank's cards seen as filed, and with none seen; `how` as for `count`."""
        import numpy as np

        from houseway.families.three_card_poker.counting import KINDS, count

        left = [self.terms.decks] * KINDS if self.left is None else self.left
        return count(
            self.pays(),
            self.qualifies,
            self.categories,
            pack=np.array(left, np.int64),
            seen=len(self.game.deal.bank_cards_seen),
            **how,
        )

    def played(self, bets: list[Bet]) -> list[Bet]:
        """The bets with what becomes of them by the chart and as the bots play."""
        if len(self.game.deal.bank_cards_seen) > 1 or len(self.game.play.times) > 1:
            return [replace(bet, played=dict.fromkeys(PLANS, ())) for bet in bets]
        import numpy as np

        from houseway.families.three_card_poker.lines import bot_rows, chart_rows

        fixed = np.array([chart_rows(self.terms, bets[0]), bot_rows(self.terms)])
        counts, _ = self.count(fixed=fixed)
        found = []
        for bet in bets:
            plans: dict[str, tuple[Outcome, ...]] = {}
            for number, skill in enumerate(PLANS, WITH_PAIR_PLUS + 1):
                if bet.name == "ante":
                    plans[skill] = tuple(self._base_outcomes(counts, number))
                elif bet.name == "pair_plus":
                    plans[skill] = tuple(self._plus(counts, number))
            found.append(replace(bet, played=plans))
        return found

    def _whole(self, value: Fraction) -> int:
        return int(value * self.scale)

    # Bets

    def ante(self, counts: Counts, unseen: Counts) -> Bet:
        blind, bet = self._base_bet(unseen), self._base_bet(counts)
        frequencies = {
            move: float(Fraction(int(cases), int(bet.cases)))
            for move, cases in zip(
                (*self.moves, "fold"), counts.cases[BASE].sum(axis=(1, 2)), strict=True
            )
        }
        return replace(
            bet,
            strategy={"frequencies": frequencies, **self._chart(counts, bet)},
            assumed=("the result of ante and play together, for a unit on the ante",),
            compared={"no card of the bank seen": {**figures(blind), **self._chart(unseen, blind)}},
        )

    @property
    def moves(self) -> list[str]:
        return ["play"] if len(self.sizes) == 1 else [f"play {times}" for times in self.sizes]

    def _base_bet(self, counts: Counts, goal: int = BASE) -> Bet:
        return Bet(name="ante", unit="ante", outcomes=tuple(self._base_outcomes(counts, goal)))

    def _base_outcomes(self, counts: Counts, goal: int) -> Iterator[Outcome]:
        *played, folded = counts.cases[goal].sum(axis=1)
        for move, times, by_standing in zip(self.moves, self.sizes, played, strict=True):
            for (how, qualified), cases in zip(OF_BANK, by_standing, strict=True):
                if cases:
                    bank = "bank qualifies" if qualified else "bank does not qualify"
                    net = self.base(how, qualified, times)
                    yield Outcome(f"{move}: {how}, {bank}", net, int(cases), Fraction(1 + times))
        if folded.any():
            yield Outcome("fold", self.fold, int(folded.sum()))

    def _chart(self, counts: Counts, bet: Bet) -> dict[str, Json]:
        """For each card seen the lowest hand to play, if one line is drawn; and what that costs."""
        if len(self.game.deal.bank_cards_seen) > 1:
            return {"chart": None}
        rows: dict[str, Json] = {}
        lines = Fraction(0)
        by_rank = counts.gains.shape[2] > 1
        for row in range(counts.gains.shape[2]):
            found: dict[str, Json] = {}
            for move, gains in zip(self.moves, counts.gains[BASE, :, row], strict=True):
                line, gain = _best_line([int(value) for value in gains])
                lines += gain
                found[f"{move} from"] = self._line_name(line)
            found["by suits"] = [
                self.hands.judged[i].name for i in counts.mixed[BASE, row].nonzero()[0]
            ]
            rows[RANKS[row] if by_rank else "unseen"] = found
        value = self.fold + lines / (int(bet.cases) * self.scale)
        ordered = dict(reversed(rows.items()))
        return {"chart": ordered, "chart_ev": float(value), "chart_cost": float(bet.ev - value)}

    def _line_name(self, line: int) -> str | None:
        if line == len(self.hands.judged):
            return None
        return self.hands.judged[line].name if line else "any hand"

    def pair_plus(self, counts: Counts) -> Bet:
        alone, base = self._plus_bet(counts, BASE), self._base_bet(counts)
        joint = self._plus_bet(counts, WITH_PAIR_PLUS)
        joint_base = self._base_bet(counts, WITH_PAIR_PLUS)
        compared: dict[str, Json] = {
            "best play of ante and this bet together, a unit each": {
                "together": float(joint_base.ev + joint.ev),
                "apart": float(base.ev + alone.ev),
                "ante": figures(joint_base),
                "pair_plus": figures(joint),
            }
        }
        spot = self.filing.find_spot("pair_plus")
        if spot is not None and "ante" not in spot.needs:
            compared["without an ante, so never folded"] = figures(self._plus_bet(counts, None))
        return replace(
            alone,
            assumed=("hands are played and folded as is best for ante and play",),
            compared=compared,
        )

    def _plus_bet(self, counts: Counts, goal: int | None) -> Bet:
        return Bet(name="pair_plus", unit="pair_plus", outcomes=tuple(self._plus(counts, goal)))

    def _plus(self, counts: Counts, goal: int | None) -> Iterator[Outcome]:
        """By category; with no goal nothing is ever folded."""
        *sizes, folded = counts.cases[goal or 0].sum(axis=2)
        played = sum(sizes)
        if goal is None:
            played, folded = played + folded, folded * 0
        for category, cases in zip(CATEGORIES, played, strict=True):
            if cases:
                yield Outcome(f"play: {spot_name(category)}", self.plus(category), int(cases))
        for category, cases in zip(CATEGORIES, folded, strict=True):
            if cases:
                net = self.plus_folded(category)
                yield Outcome(f"fold: {spot_name(category)}", net, int(cases))

    def six_card_bonus(self) -> Bet | None:
        """None where cards of several decks are left in no order."""
        if self.left is None:
            found: Counter[str] = six_card_categories(self.terms.decks)
        elif max(self.left) > 1:
            return None
        else:
            from houseway.families.three_card_poker.six_left import six_cards_of

            found = six_cards_of([kind for kind, number in enumerate(self.left) if number])
        return Bet(
            name="six_card_bonus",
            unit="six_card_bonus",
            outcomes=tuple(
                Outcome(spot_name(category), self._six(category), cases)
                for category, cases in found.most_common()
            ),
            assumed=(
                "the best five of the player's and the bank's six cards; a fold changes nothing",
            ),
        )


def _best_line(gains: list[int]) -> tuple[int, int]:
    """From which strength on to play, so that the hands above bring the most; and how much."""
    best, line, total = 0, len(gains), 0
    for strength in range(len(gains) - 1, -1, -1):
        total += gains[strength]
        if total > best:
            best, line = total, strength
    return line, best

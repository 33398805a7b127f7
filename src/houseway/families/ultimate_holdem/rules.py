"""What an ultimate hold'em filing pays, as fractions of the ante and as numbers for counting."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from houseway.cards import CARDS
from houseway.errors import HousewayError
from houseway.families.ultimate_holdem.outcomes import HIGHEST, Outcomes
from houseway.families.ultimate_holdem.procedure import qualifies
from houseway.families.ultimate_holdem.schema import UltimateGame, UltimateHoldem
from houseway.hands.five_high import HIGH_ORDER
from houseway.rounds.judging import judge

if TYPE_CHECKING:
    from houseway.families.ultimate_holdem.counting import Pays

CATEGORIES: Final = tuple(reversed(HIGH_ORDER))  # a hand's code is its place
# In the order of `ultimate_board`: how a hand compares, and whether the bank qualifies.
STANDINGS: Final = tuple(
    (how, qualified) for how in ("higher", "equal", "lower") for qualified in (True, False)
)


class Rules:
    """What a filing pays, as fractions of the ante."""

    def __init__(self, filing: UltimateHoldem) -> None:
        self.game, self.outcomes = filing.game, Outcomes(filing)
        _refuse_other_streets(filing)
        _refuse_beaten_ranks(filing, self.outcomes)
        self.offers = {spot.name for spot in filing.spot}
        self.bets = [
            (street, times)
            for street, rule in enumerate(self.game.street)
            for times in sorted(rule.bets)
        ]
        self.scale = lcm(
            *(row.pays.denominator for t in filing.pay_table for row in t.rows if row.pays)
        )

    def _bank(self, qualified: bool) -> tuple[str, int]:
        """A kind of hand and its rank with which the bank qualifies, or does not."""
        hands = ((category, rank) for category in CATEGORIES for rank in (2, HIGHEST))
        found = (hand for hand in hands if self.outcomes.qualifies(*hand) is qualified)
        return next(found, (CATEGORIES[0], HIGHEST))

    # The base game

    def ante(self, how: str, qualified: bool) -> Fraction:
        return self.outcomes.played(how, CATEGORIES[0], *self._bank(qualified))["ante"]

    def play(self, how: str) -> Fraction:
        return self.outcomes.played(how)["play"]

    def blind(self, how: str, category: str) -> Fraction:
        return self.outcomes.played(how, category)["blind"]

    @property
    def fold(self) -> Fraction:
        nets = self.outcomes.folded()
        return sum((nets[wager] for wager in ("ante", "blind") if wager in nets), Fraction(0))

    # Bonus bets; nothing where the filing has none

    def trips(self, category: str) -> Fraction:
        return self.outcomes.played("higher", category).get("trips", Fraction(0))

    def trips_folded(self, own: str, board: str) -> Fraction:
        return self.outcomes.folded("lower", own, board).get("trips", Fraction(0))

    def bad_beat(self, beaten: str, *, bank_qualified: bool) -> Fraction:
        """Of a hand that the bank's beat."""
        nets = self.outcomes.played("lower", beaten, *self._bank(bank_qualified))
        return nets.get("bad_beat", Fraction(0))

    def beaten_bank(self, bank: str) -> Fraction:
        return self.outcomes.played("higher", bank=bank).get("bad_beat", Fraction(0))

    @property
    def beaten_from(self) -> int:
        """The lowest category of a beaten bank that is treated otherwise than a high card."""
        if "bad_beat" not in self.offers:
            return len(CATEGORIES)
        lowest = self.beaten_bank(CATEGORIES[0])
        differ = (i for i, bank in enumerate(CATEGORIES) if self.beaten_bank(bank) != lowest)
        return next(differ, len(CATEGORIES) - 1)

    @property
    def bad_beat_tied(self) -> Fraction:
        nets = self.outcomes.played("equal", CATEGORIES[0], *self._bank(True))
        return nets.get("bad_beat", Fraction(0))

    def bad_beat_folded(self, own: str, how: str = "lower") -> Fraction:
        """A folded hand; `lower` where the bank's would have beaten it."""
        return self.outcomes.folded(how, own).get("bad_beat", Fraction(0))

    @property
    def goals(self) -> list[str]:
        """Bonus bets that a fold can change, after the empty name for the base game alone."""
        found = [""]
        if "trips" in self.offers and any(
            self.trips_folded(own, board) != self.trips(own)
            for own in CATEGORIES
            for board in CATEGORIES
        ):
            found.append("trips")
        if "bad_beat" in self.offers:
            found.append("bad_beat")
        return found

    def pays(self) -> Pays:
        """The same in whole parts of the ante, for counting."""
        import numpy as np

        from houseway.families.ultimate_holdem.counting import Pays

        def whole(values: Any) -> Any:
            if isinstance(values, Fraction):
                return int(values * self.scale)
            return np.array([whole(value) for value in values], np.int64)

        return Pays(
            stakes=whole(
                [
                    [self.ante(how, q) + self.blind(how, own) for how, q in STANDINGS]
                    for own in CATEGORIES
                ]
            ),
            play=whole([self.play(how) for how, _ in STANDINGS]),
            bets=np.array(self.bets, np.int64),
            fold=whole(self.fold),
            qualifies=least_qualified(self.game),
            trips=whole([self.trips(own) for own in CATEGORIES]),
            trips_folded=whole(
                [[self.trips_folded(own, board) for board in CATEGORIES] for own in CATEGORIES]
            ),
            beaten_bank=whole([self.beaten_bank(bank) for bank in CATEGORIES]),
            beaten_from=self.beaten_from,
            beaten=whole(
                [
                    [self.bad_beat(own, bank_qualified=q) for q in (True, False)]
                    for own in CATEGORIES
                ]
            ),
            tied=whole(self.bad_beat_tied),
            beaten_folded=whole([self.bad_beat_folded(own) for own in CATEGORIES]),
            not_beaten_folded=whole(self.bad_beat_folded(CATEGORIES[0], "higher")),
            goals=np.array(
                [[goal == "trips", goal == "bad_beat"] for goal in self.goals], np.int64
            ),
        )


def least_qualified(game: UltimateGame) -> int:
    """The least strength of five cards with which the bank qualifies, by the procedure's rule."""
    import numpy as np

    from houseway.hands.kernels import HIGH_5, evaluate

    hands = [
        [4 * rank + (0 if suited else place % 4) for place, rank in enumerate(ranks)]
        for ranks in combinations_with_replacement(range(13), 5)
        for suited in (False, True)
        if len(set(ranks)) == 5 or (len(set(ranks)) > 1 and not suited)
    ]
    strengths = evaluate(HIGH_5, np.array(hands, np.uint8))
    five = judge("high")
    for place in np.argsort(strengths):
        if qualifies(game, five([CARDS[card] for card in hands[place]])):
            return int(strengths[place])
    raise AssertionError(f"{game.qualifies.minimum} is no hand")


def _refuse_beaten_ranks(filing: UltimateHoldem, outcomes: Outcomes) -> None:
    """Beaten banks are counted by the kind of their hand: its rank may decide on nothing."""
    for bank in CATEGORIES:
        low, high = (outcomes.played("higher", bank=bank, rank=rank) for rank in (2, HIGHEST))
        if low.get("bad_beat") != high.get("bad_beat"):
            raise HousewayError(
                "no-odds",
                f"the bad beat bet pays a beaten {bank.replace('-', ' ')} of the bank, and whether "
                "that qualifies goes by its rank; the bet is counted without that row, or where "
                "the kind of hand alone qualifies, and `houseway simulate` plays any",
                where=f"{filing.id}: game.qualifies.from_rank",
                cite=str(filing.game.qualifies.cite),
            )


def _refuse_other_streets(filing: UltimateHoldem) -> None:
    """A fold early is never better than one on the river, where it costs the same; so the count
    needs a check on the first two streets and a bet or fold on the last."""
    before, flop, river = filing.game.street
    for street in (before, flop, river):
        if street.may_check is (street is river) or (street is river and not street.may_fold):
            raise HousewayError(
                "no-odds",
                "the analysis is for games with a check before and on the flop and a fold on the "
                f"river, and at {street.board_cards} board cards another choice is filed; "
                "`houseway simulate` plays any",
                where=f"{filing.id}: game.street[{filing.game.street.index(street)}]",
                cite=str(street.cite),
            )

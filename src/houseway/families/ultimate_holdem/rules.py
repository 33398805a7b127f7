"""What an ultimate hold'em filing pays, as fractions of the ante and as numbers for counting."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, Final

from houseway.errors import HousewayError
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.schema.common import PayTable
from houseway.hands.five_high import HIGH_ORDER

if TYPE_CHECKING:
    from houseway.families.ultimate_holdem.counting import Pays

CATEGORIES: Final = tuple(reversed(HIGH_ORDER))  # a hand's code is its place
# In the order of `ultimate_board`: how a hand compares, and whether the bank qualifies.
STANDINGS: Final = tuple(
    (how, qualified) for how in ("higher", "equal", "lower") for qualified in (True, False)
)
_WORTH: Final = {"win": 1, "push": 0, "lose": -1}


class Rules:
    """What a filing pays, as fractions of the ante."""

    def __init__(self, filing: UltimateHoldem) -> None:
        self.filing, self.game = filing, filing.game
        _refuse_other_streets(filing)
        self.offers = {spot.name for spot in filing.spot}
        self.bets = [
            (street, times)
            for street, rule in enumerate(self.game.street)
            for times in sorted(rule.bets)
        ]
        self.scale = lcm(
            *(row.pays.denominator for t in filing.pay_table for row in t.rows if row.pays)
        )

    # The base game

    def ante(self, how: str, qualified: bool) -> Fraction:
        rule = self.game.ante_qualified if qualified else self.game.ante_unqualified
        return Fraction(_WORTH[getattr(rule, how)])

    def play(self, how: str) -> Fraction:
        return Fraction(_WORTH[getattr(self.game.play, how)])

    def blind(self, how: str, category: str) -> Fraction:
        rule, table = self.game.blind, self.filing.pays("blind")
        if how == "lower":
            return Fraction(-1)
        if how == "equal":
            return Fraction(_WORTH[rule.equal])
        if table.find(category) is None:
            return Fraction(_WORTH[rule.below_pay_table])
        return _paid(table, category)

    @property
    def fold(self) -> Fraction:
        return Fraction(-sum(wager in self.game.fold.forfeits for wager in ("ante", "blind")))

    # Bonus bets; nothing where the filing has none

    def trips(self, category: str) -> Fraction:
        if "trips" not in self.offers:
            return Fraction(0)
        return _paid(self.filing.pays("trips"), category)

    def trips_folded(self, own: str, board: str) -> Fraction:
        rule = self.game.fold
        if "trips" in rule.forfeits:
            return Fraction(-1)
        return self.trips(own if rule.trips == "own-hand" else board)

    def bad_beat(self, beaten: str, *, bank_qualified: bool) -> Fraction:
        rule = self.game.bad_beat
        if rule is None:
            return Fraction(0)
        if not bank_qualified and rule.bank_unqualified == "lose":
            return Fraction(-1)
        return _paid(self.filing.pays("bad_beat"), beaten)

    def beaten_bank(self, bank: str) -> Fraction:
        return self.bad_beat(bank, bank_qualified=bank != "high-card")

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
        rule = self.game.bad_beat
        return Fraction(_WORTH[rule.equal] if rule is not None else 0)

    def bad_beat_folded(self, own: str) -> Fraction:
        """A folded hand that the bank's would have beaten."""
        rule = self.game.fold
        if "bad_beat" in rule.forfeits or rule.bad_beat != "paid-if-bank-higher":
            return Fraction(-1)
        return _paid(self.filing.pays("bad_beat"), own)

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
            not_beaten_folded=-self.scale,
            goals=np.array(
                [[goal == "trips", goal == "bad_beat"] for goal in self.goals], np.int64
            ),
        )


def _paid(table: PayTable, category: str) -> Fraction:
    row = table.find(category)
    if row is None or row.pays is None:
        return Fraction(_WORTH[table.otherwise])
    return row.pays


def _refuse_other_streets(filing: UltimateHoldem) -> None:
    """A fold early is never better than one on the river, where it costs the same; so the count
    needs a check on the first two streets and a bet or fold on the last."""
    before, flop, river = filing.game.street
    for street in (before, flop, river):
        if street.may_check is (street is river) or (street is river and not street.may_fold):
            raise HousewayError(
                "no-odds",
                "the analysis is for games with a check before and on the flop and a fold on the "
                "river",
                where=f"{filing.id}: game.street",
                cite=str(street.cite),
            )

"""A simulated bank held to what was counted: the same table, the same answer."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot, sqrt
from typing import TYPE_CHECKING, Any, Final

from houseway.analysis.after_collection import table_fees, table_worth
from houseway.analysis.simulate.skill import bets_counted
from houseway.analysis.simulate.table import SimulatedTable, skills_of
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import Terms

if TYPE_CHECKING:
    from houseway.analysis.simulate.report import Cell

FAR: Final = 4.0  # standard errors: by chance one run in sixteen thousand


@dataclass(frozen=True, slots=True)
class Check:
    """The win a hand after the fee, counted and dealt, in dollars; or why they are not compared."""

    counted: float | None = None
    dealt: float = 0.0
    error: float = 0.0  # of both together, one standard error
    why_not: str = ""

    @property
    def distance(self) -> float | None:
        """In standard errors."""
        if self.counted is None or not self.error:
            return None
        return (self.dealt - self.counted) / self.error

    @property
    def agrees(self) -> bool | None:
        if self.counted is None:
            return None
        if self.distance is None:
            return abs(self.dealt - self.counted) < 1e-9
        return abs(self.distance) <= FAR

    def as_json(self) -> dict[str, Any]:
        return {
            "counted_per_hand": self.counted,
            "dealt_per_hand": self.dealt,
            "standard_error": self.error,
            "distance": self.distance,
            "agrees": self.agrees,
            "why_not": self.why_not or None,
        }

    @property
    def words(self) -> str:
        if self.counted is None:
            return f"not held to the count: {self.why_not}"
        if self.distance is None:
            far = "exactly" if self.agrees else "and they DIFFER"
            return f"counted {self.counted:+.4f}, dealt {self.dealt:+.4f}, {far}"
        said = (
            f"counted {self.counted:+.4f}, dealt {self.dealt:+.4f}, "
            f"{abs(self.distance):.1f} standard errors apart"
        )
        if self.agrees:
            return f"{said}: they agree"
        return (
            f"{said}: THEY DIFFER BY MORE THAN CHANCE ALLOWS; trust neither figure before the "
            "reason is found"
        )


UNCHECKED: Final = Check(why_not="nothing was counted")


def held_to_count(terms: Terms[PlayerDealerFiling], table: SimulatedTable, cell: Cell) -> Check:
    """The bank's win a hand, held to the exact figure after its fee where everything is covered."""
    dealt = cell.mean
    if cell.sums.short:
        share = cell.sums.short / cell.sums.hands
        return Check(dealt=dealt, why_not=f"the bank did not cover {share:.2%} of the hands")
    found = counted_win(terms, table)
    if isinstance(found, str):
        return Check(dealt=dealt, why_not=found)
    counted, error = found
    return Check(counted, dealt, hypot(cell.sd / sqrt(cell.sums.hands), error))


def counted_win(
    terms: Terms[PlayerDealerFiling], table: SimulatedTable
) -> tuple[float, float] | str:
    """A hand's win after the bank's fee where everything is covered, in dollars, and how far it
    may be off; or why it is not counted."""
    bets, why = bets_counted(terms)
    if not bets:
        return why
    for skill in skills_of(table):
        if any(bet.played.get(skill) == () for bet in bets.values()):
            return f"play as by `{skill}` is not counted here"
    worth = table_worth(bets, terms.filing, table)
    fee = table_fees(terms, table).bank if terms.schedule else 0
    # A hand is dealt only where somebody wagers.
    return float((worth.bank - fee) / (1 - worth.empty)) / 100, worth.error / 100

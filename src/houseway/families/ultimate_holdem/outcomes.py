"""What each wager of ultimate hold'em nets, tabulated from the procedure's own verdicts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

from houseway.families.ultimate_holdem.procedure import FOLDED, qualifies, seat_verdicts
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.rounds.judging import Judged, standing
from houseway.rounds.verdicts import SeatWagers

Nets = dict[str, Fraction]  # by wager, for a unit on its spot; the play wager for a single ante
LOWEST = "high-card"
HIGHEST = 14  # rank


def _of_rank(hand: Judged, rank: int) -> Judged:
    return replace(hand, ranks=(rank,))


class Outcomes:
    """A filing's verdicts by how a hand stands and what it, the bank's and the board's are."""

    def __init__(self, filing: UltimateHoldem) -> None:
        self._filing = filing
        self._seat = SeatWagers(1, {spot.name: 1 for spot in filing.spot})
        self.played = cache(self._played)
        self.folded = cache(self._folded)

    def _played(self, how: str, own: str = LOWEST, bank: str = LOWEST, rank: int = HIGHEST) -> Nets:
        """The rank of the bank's hand matters only by whether it qualifies with it."""
        return self._nets(how, own, bank, LOWEST, 1, rank)

    def _folded(self, how: str = "lower", own: str = LOWEST, board: str = LOWEST) -> Nets:
        """The bank's hand matters only by whether it is the higher one."""
        return self._nets(how, own, LOWEST, board, FOLDED)

    def qualifies(self, bank: str, rank: int = HIGHEST) -> bool:
        return qualifies(self._filing.game, _of_rank(standing("equal", bank=bank)[1], rank))

    def _nets(
        self, how: str, own: str, bank: str, board: str, times: int, rank: int = HIGHEST
    ) -> Nets:
        hand, against = standing(how, own, bank)
        shared, against = standing(how, board)[0], _of_rank(against, rank)
        verdicts = seat_verdicts(self._filing, self._seat, hand, against, shared, times)
        return {verdict.wager: verdict.net for verdict in verdicts}

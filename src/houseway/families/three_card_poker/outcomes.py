"""What each wager of three card poker nets, tabulated from the procedure's own verdicts."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from houseway.families.three_card_poker.procedure import seat_verdicts
from houseway.families.three_card_poker.schema import ThreeCardPoker
from houseway.rounds.judging import standing
from houseway.rounds.verdicts import SeatWagers

Nets = dict[str, Fraction]  # by wager, for a unit on the spot it is measured by


class Outcomes:
    """A filing's verdicts by how a hand stands, what it is and whether it was folded."""

    def __init__(self, filing: ThreeCardPoker) -> None:
        self._filing = filing
        self._seat = SeatWagers(1, {spot.name: 1 for spot in filing.spot})
        self.played = cache(self._played)
        self.folded = cache(self._folded)

    def _played(
        self,
        how: str,
        qualified: bool,
        own: str = "high-card",
        six: str = "high-card",
        times: int = 1,
    ) -> Nets:
        return self._nets(how, own, six, qualified=qualified, folded=False, times=times)

    def _folded(self, own: str = "high-card", six: str = "high-card") -> Nets:
        return self._nets("lower", own, six, qualified=True, folded=True)

    def _nets(
        self, how: str, own: str, six: str, *, qualified: bool, folded: bool, times: int = 1
    ) -> Nets:
        hand, bank = standing(how, own)
        verdicts = seat_verdicts(
            self._filing, self._seat, hand, bank,
            six=lambda: standing(how, six)[0], qualifies=qualified, folded=folded,
            times=times,
        )  # fmt: skip
        return {verdict.wager: verdict.net for verdict in verdicts}

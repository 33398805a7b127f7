"""What a choice adds: the play wager, as large as the ante or as many times as is said."""

from __future__ import annotations

from fractions import Fraction

from houseway.families.three_card_poker.schema import play_times
from houseway.rounds.verdicts import SeatWagers
from houseway.table.stakes import in_proportion


def added(move: str, seat: SeatWagers, lying: int) -> dict[str, int]:  # noqa: ARG001
    return {} if move == "fold" else in_proportion(seat, "ante", Fraction(play_times(move)))

"""What a choice adds: the play wager, as large as the ante."""

from __future__ import annotations

from fractions import Fraction

from houseway.rounds.verdicts import SeatWagers
from houseway.table.stakes import in_proportion


def added(move: str, seat: SeatWagers, lying: int) -> dict[str, int]:  # noqa: ARG001
    return in_proportion(seat, "ante", Fraction(1)) if move == "play" else {}

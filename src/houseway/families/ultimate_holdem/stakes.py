"""What a choice adds: so many times the ante as a play wager."""

from __future__ import annotations

from fractions import Fraction

from houseway.reading import whole_number
from houseway.rounds.verdicts import SeatWagers
from houseway.table.stakes import in_proportion


def added(move: str, seat: SeatWagers, lying: int) -> dict[str, int]:  # noqa: ARG001
    word, _, rest = move.partition(" ")
    times = whole_number(rest)
    return {} if word != "bet" or times is None else in_proportion(seat, "ante", Fraction(times))

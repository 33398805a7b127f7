"""What a choice adds: a split, a double and insurance; a rescue takes back."""

from __future__ import annotations

from fractions import Fraction

from houseway.filings.schema.base import cents
from houseway.rounds.verdicts import SeatWagers
from houseway.table.stakes import in_proportion


def added(move: str, seat: SeatWagers, lying: int) -> dict[str, int] | None:
    """A bare double adds what lies there again; only insurance is the player's own."""
    word, _, amount = move.partition(" ")
    if word == "insure":
        return {str(seat.number): cents(amount)}
    if word == "split":
        return in_proportion(seat, "game", Fraction(1))
    if word == "double":
        times = Fraction(cents(amount) if amount else lying, seat.wagers.get("game", 0))
        return in_proportion(seat, "game", times)
    return None if word == "rescue" else {}

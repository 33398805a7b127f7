"""Judgements several families share: comparing hands, reading a pay table."""

from __future__ import annotations

from houseway.filings.schema.base import write_odds
from houseway.filings.schema.common import PayTable
from houseway.games.verdicts import Verdict
from houseway.hands.value import HandValue


def compare(hand: HandValue, bank: HandValue) -> tuple[str, str]:
    """How a hand stands against the bank's, as a key of `Compared` and in words."""
    if hand.strength > bank.strength:
        return "higher", f"{hand.name} beats {bank.name}"
    if hand.strength < bank.strength:
        return "lower", f"{hand.name} loses to {bank.name}"
    return "equal", f"{hand.name} ties"


def pay_verdict(seat: int, table: PayTable, category: str, name: str) -> Verdict:
    """A bonus wager by its pay table: the row of its category, or what the table says otherwise."""
    row = table.find(category)
    if row is None or row.pays is None:
        return Verdict(seat, table.wager, table.otherwise, f"{name}: not on the pay table",
                       str(table.cite))  # fmt: skip
    return Verdict(
        seat,
        table.wager,
        "win",
        f"{name} pays {write_odds(row.pays)}",
        str(table.cite),
        odds=row.pays,
    )

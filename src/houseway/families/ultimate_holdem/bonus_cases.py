"""Ultimate hold'em: bonus bets by data, counted by cards straight from the deck."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.analysis.bonus import Case, cannot_count, dealt_cases
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.schema.bonus import FACTS, keys_of
from houseway.filings.schema.common import PayTable
from houseway.filings.terms import Terms


def cases(terms: Terms[UltimateHoldem], table: PayTable) -> Iterator[Case]:
    if (table.paid_on or table.wager) in terms.filing.game.fold.forfeits:
        raise cannot_count(terms, table, "a fold loses it, so that it depends on the play")
    if keys_of(table) & FACTS:
        raise cannot_count(terms, table, "it goes by more than the cards")
    yield from dealt_cases(terms, table)

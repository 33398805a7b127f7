"""Ultimate hold'em: bonus bets by data, by cards straight from the deck or what is played."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.analysis.bonus import Case, as_hand, cannot_count, dealt_cases
from houseway.families.ultimate_holdem.odds import played_and_folded
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.schema.bonus import FACTS, keys_of
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms


def cases(terms: Terms[UltimateHoldem], table: PayTable) -> Iterator[Case]:
    if keys_of(table) & FACTS:
        raise cannot_count(
            terms, table, "a row asks how the round went, and cards alone are counted"
        )
    if (table.paid_on or table.wager) in terms.filing.game.fold.forfeits:
        yield from _until_folded(terms, table)
    else:
        yield from dealt_cases(terms, table)


def _until_folded(terms: Terms[UltimateHoldem], table: PayTable) -> Iterator[Case]:
    """A bet that a fold loses, under play that is best for ante, blind and play."""
    if keys_of(table) != {"hand"} or sorted(table.looks_at) != ["board", "own"]:
        raise cannot_count(terms, table, "a fold loses it, and not the kind of hand alone decides")
    played, folded = played_and_folded(terms)
    for category, ways in played.items():
        yield Case(as_hand(table, category), ways)
    for category, ways in folded.items():
        yield Case(as_hand(table, category), ways, forfeited=True)

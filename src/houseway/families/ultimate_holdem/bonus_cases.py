"""Ultimate hold'em: bonus bets by data, by cards straight from the deck or what is played."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.analysis.bonus import Case, as_hand, dealt_cases, refuse_all_but_kinds, refuse_facts
from houseway.families.ultimate_holdem.odds import played_and_folded
from houseway.families.ultimate_holdem.schema import UltimateHoldem
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms


def cases(terms: Terms[UltimateHoldem], table: PayTable) -> Iterator[Case]:
    refuse_facts(terms, table)
    if (table.paid_on or table.wager) in terms.filing.game.fold.forfeits:
        yield from _until_folded(terms, table)
    else:
        yield from dealt_cases(terms, table)


def _until_folded(terms: Terms[UltimateHoldem], table: PayTable) -> Iterator[Case]:
    """A bet that a fold loses, under play that is best for ante, blind and play."""
    refuse_all_but_kinds(terms, table, {"own", "board"})
    played, folded = played_and_folded(terms)
    for category, ways in played.items():
        yield Case(as_hand(table, category), ways)
    for category, ways in folded.items():
        yield Case(as_hand(table, category), ways, forfeited=True)

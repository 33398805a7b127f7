"""Pai gow poker: bonus bets by data, by the kinds of hands in seven cards."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.analysis.bonus import Case, cannot_count, dealt_cases
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.schema.bonus import FACTS, keys_of
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms


def cases(terms: Terms[PaiGowPoker], table: PayTable) -> Iterator[Case]:
    if keys_of(table) & FACTS:
        raise cannot_count(
            terms, table, "a row asks how the round went, and cards alone are counted"
        )
    yield from dealt_cases(terms, table)

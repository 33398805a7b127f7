"""Pai gow poker: bonus bets by data, by the kinds of hands in seven cards."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.analysis.bonus import Case, dealt_cases, refuse_facts
from houseway.families.pai_gow_poker.schema import PaiGowPoker
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms


def cases(terms: Terms[PaiGowPoker], table: PayTable) -> Iterator[Case]:
    refuse_facts(terms, table)
    yield from dealt_cases(terms, table)

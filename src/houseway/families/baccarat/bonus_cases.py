"""Baccarat: bonus bets by data, by finished hands' points and cards or by the first cards."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.analysis.bonus import Case, cannot_count, dealt_cases
from houseway.families.baccarat.odds import count_ends, drawing_rule, full_shoe
from houseway.families.baccarat.procedure import count_points, dealt_as, goes_by_points
from houseway.families.baccarat.schema import Baccarat
from houseway.filings.schema.bonus import places_of
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms


def cases(terms: Terms[Baccarat], table: PayTable) -> Iterator[Case]:
    if places_of(table) <= {"player-first", "banker-first"}:
        yield from dealt_cases(terms, table, count_points)
        return
    if not goes_by_points(table):
        raise cannot_count(
            terms,
            table,
            "of finished hands points and numbers of cards are counted, not ranks, suits or "
            "colors; those of first cards are (`player-first`, `banker-first`)",
        )
    for end, ways in count_ends(drawing_rule(terms), full_shoe(terms)).items():
        if ways:
            yield Case(dealt_as(end.player, end.player_cards, end.banker, end.banker_cards), ways)

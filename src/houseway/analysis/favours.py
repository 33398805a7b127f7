"""Findings about bets: rows that no deal fills, and bets in their bettor's favour by the exact
odds that are at hand; no odds are counted here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.analysis import cache
from houseway.analysis.bonus import never_filled
from houseway.analysis.odds import counting, result_key
from houseway.analysis.report import Bet
from houseway.errors import HousewayError
from houseway.filings.catalogue import index
from houseway.filings.lint.finding import Defect, error, warning
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import make_terms
from houseway.filings.wording import ranges
from houseway.rounds.bonus import row_name


def check_bets(filing: PlayerDealerFiling) -> Iterator[Defect]:
    yield from _check_rows(filing)
    yield from check_favours(filing)


def _check_rows(filing: PlayerDealerFiling) -> Iterator[Defect]:
    """An error for each row of a bonus bet by data that no deal can fill."""
    low, high = filing.deck.decks
    for table in filing.pay_table:
        # With more decks every deal of fewer is there too.
        decks = max((n for n in range(low, high + 1) if table in filing.bonus_bets(n)), default=0)
        if not decks:
            continue
        terms: Any = make_terms(filing, decks=decks)
        try:
            never = never_filled(terms, table)
        except (HousewayError, ImportError):
            continue  # more than can be looked through
        for row in never:
            yield error(
                "row-impossible",
                f"no deal fills the row {row_name(row)}: what it asks for does not go together, or "
                "the cards cannot make it",
                f"pay_table {table.name}, {row.hand}",
                table.cite,
            )


def check_favours(filing: PlayerDealerFiling) -> Iterator[Defect]:
    """A warning for each bet that wins in the long run, whatever the bank does."""
    for name, (found, apart) in _favoured(filing).items():
        decks, least, most = sorted(found), min(found.values()), max(found.values())
        gain = f"{least:.3%}" if least == most else f"{least:.3%} to {most:.3%}"
        low, high = filing.deck.decks
        at = f" with {ranges(decks)} decks" if low != high and filing.deck.cards() else ""
        spot = filing.find_spot(name)
        yield warning(
            "favours-bettor",
            f"{spot.label if spot else name} gains its bettor {gain} of every bet{at}, by exact "
            f"odds and best play{apart}: the bank loses on it before any fee",
            f"spot {name}" if spot else "game",
            spot.cite if spot else filing.bank.cite,
        )


def _favoured(filing: PlayerDealerFiling) -> dict[str, tuple[dict[int, float], str]]:
    """By bet, what it gains for each number of decks, and the parts it is made of."""
    found: dict[str, tuple[dict[int, float], str]] = {}
    low, high = filing.deck.decks
    for decks in range(low, high + 1):
        by_unit: dict[str, list[Bet]] = {}
        for bet in _at_hand(filing, decks):
            by_unit.setdefault(bet.unit, []).append(bet)
        # What is paid on a wager beside its own odds belongs to it.
        for name, bets in by_unit.items():
            gain = sum(bet.ev for bet in bets)
            if all(bet.exact for bet in bets) and gain > 0:
                found.setdefault(name, ({}, _apart(bets[0])))[0][decks] = float(gain)
    return found


def _apart(bet: Bet) -> str:
    """What is filed and what is ruled, where the odds keep them apart."""
    parts = [
        f"{part['ev']:+.3%} {name}"
        for name, part in bet.compared.items()
        if isinstance(part, dict) and "share" in part
    ]
    return f" ({', '.join(parts)})" if parts else ""


def _at_hand(filing: PlayerDealerFiling, decks: int) -> list[Bet]:
    """The bets as shipped or kept before, under the default options; none if nobody counted.

    A draft with the rules of a filing of the catalogue has that filing's results.
    """
    terms: Any = make_terms(filing, decks=decks)
    try:
        key = result_key(terms, counting(filing.family))
    except HousewayError:
        return []  # rules that are not counted
    alike = (one["id"] for one in index() if one["family"] == filing.family)
    for filing_id in dict.fromkeys((filing.id, *alike)):
        kept = cache.find(filing_id, key)
        if kept:
            return kept[0]
    return []

"""Bets in their bettor's favour, by the exact odds that are at hand; nothing is counted here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.analysis import cache
from houseway.analysis.odds import counting, result_key
from houseway.analysis.report import Bet
from houseway.filings.lint.finding import Defect, warning
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.terms import make_terms
from houseway.filings.wording import ranges


def check_favours(filing: PlayerDealerFiling) -> Iterator[Defect]:
    """A warning for each bet that wins in the long run, whatever the bank does."""
    for name, found in _favoured(filing).items():
        decks, least, most = sorted(found), min(found.values()), max(found.values())
        gain = f"{least:.3%}" if least == most else f"{least:.3%} to {most:.3%}"
        low, high = filing.deck.decks
        at = f" with {ranges(decks)} decks" if low != high and filing.deck.cards() else ""
        spot = filing.find_spot(name)
        yield warning(
            "favours-bettor",
            f"{spot.label if spot else name} gains its bettor {gain} of every bet{at}, by exact "
            "odds and best play: the bank loses on it before any fee",
            f"spot {name}" if spot else "game",
            spot.cite if spot else filing.bank.cite,
        )


def _favoured(filing: PlayerDealerFiling) -> dict[str, dict[int, float]]:
    """By bet, what it gains for each number of decks."""
    found: dict[str, dict[int, float]] = {}
    low, high = filing.deck.decks
    for decks in range(low, high + 1):
        by_unit: dict[str, list[Bet]] = {}
        for bet in _at_hand(filing, decks):
            by_unit.setdefault(bet.unit, []).append(bet)
        # What is paid on a wager beside its own odds belongs to it.
        for name, bets in by_unit.items():
            gain = sum(bet.ev for bet in bets)
            if all(bet.exact for bet in bets) and gain > 0:
                found.setdefault(name, {})[decks] = float(gain)
    return found


def _at_hand(filing: PlayerDealerFiling, decks: int) -> list[Bet]:
    """The bets as shipped or kept before, under the default options; none if nobody counted."""
    terms: Any = make_terms(filing, decks=decks)
    kept = cache.find(filing.id, result_key(terms, counting(filing.family)))
    return kept[0] if kept else []

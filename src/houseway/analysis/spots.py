"""What a player may want to know of each spot before a bet: edge, hit rate, what it pays."""

from __future__ import annotations

from typing import Any

from houseway.analysis.odds import kept
from houseway.analysis.report import Bet
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import PayTable
from houseway.filings.terms import Terms


def spots_told(terms: Terms[Any]) -> dict[str, Any]:
    """Every spot of a table by name. Figures are those kept for its rules; nothing is counted."""
    filing = terms.filing
    if not isinstance(filing, PlayerDealerFiling):
        return {"counted": False, "spots": {}}
    bets = kept(terms)
    bonus = {table.name for table in filing.bonus_bets(terms.decks)}
    tables = [t for t in filing.pay_table if not t.looks_at or t.name in bonus]
    told = {
        spot.name: {
            **_figures(bets.get(spot.name)),
            "pays": [_table(one) for one in tables if spot.name in (one.wager, one.paid_on)],
        }
        for spot in filing.spot
        if not (spot.option and terms.options.get(spot.option) is False)
    }
    return {"counted": bool(bets), "spots": told}


def _figures(bet: Bet | None) -> dict[str, Any]:
    if bet is None:
        return {}
    return {
        "edge": -float(bet.ev),
        "hit": float(bet.hit),
        "staked": float(bet.average_wager),
        "assumed": list(bet.assumed),
    }


def _table(table: PayTable) -> dict[str, Any]:
    return {
        "title": table.title,
        "otherwise": table.otherwise,
        "rows": [
            {
                "hand": row.label or row.hand.replace("-", " "),
                "pays": None
                if row.pays is None
                else _odds(row.pays.numerator, row.pays.denominator),
                "envy": row.envy,
                "prize": row.prize,
            }
            for row in table.rows
        ],
        "cite": str(table.cite),
    }


def _odds(numerator: int, denominator: int) -> str:
    return f"{numerator} to {denominator}"

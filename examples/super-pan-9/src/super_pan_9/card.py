"""The strategy card of Super Pan 9: what to do with each number of points."""

from __future__ import annotations

from houseway.analysis.report import OddsReport, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard


def cards(report: OddsReport) -> tuple[StrategyCard, ...]:
    bet = report.bets["game"]
    cells = {
        total: (Cell(row["choice"], "go" if row["choice"] == "draw" else "wait"),)
        for total, row in bet.strategy["chart"].items()
    }
    return (
        StrategyCard(
            title=f"Super Pan 9, {report.filing}",
            corner="Your three cards",
            columns=("One more card?",),
            rows={f"{total} points": row for total, row in cells.items()},
            notes=(f"Played so: {percent(bet.ev)} of the wager a hand.",),
        ),
    )

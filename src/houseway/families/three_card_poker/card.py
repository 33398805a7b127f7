"""The strategy card of three card poker: the lowest hand to play for each card of the bank.

Nothing is counted here, so that a card may be worded anew without counting anything again.
"""

from __future__ import annotations

from houseway.analysis.report import OddsReport, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard, stated

LOWEST, BELOW = "lowest played", "next lower"


def cards(report: OddsReport) -> tuple[StrategyCard, ...]:
    """The lowest hand to play for each card of the bank, and with each size of the play wager."""
    bet = report.bets["ante"]
    chart = bet.strategy["chart"]
    if chart is None:
        return ()
    froms = [key for key in next(iter(chart.values())) if key.endswith(" from")]
    larger = [f"Play {key.split()[1]} times the ante from" for key in froms[1:]]
    return (
        StrategyCard(
            title="Three card poker: the lowest hand to play",
            rules=stated(report, "deal", "qualifies", "ante_unqualified"),
            corner="Bank shows",
            columns=("Play this hand or better, fold lower ones", *larger),
            rows={
                seen: tuple(Cell(row[key] or "none", "go") for key in froms)
                for seen, row in chart.items()
            },
            covers={
                seen: (f"{LOWEST}, {seen}", f"{BELOW}, {seen}")
                for seen, row in chart.items()
                if row.get("play from") not in (None, "any hand")
            },
            notes=(
                f"Played so: {percent(bet.strategy['chart_ev'])} of the ante a hand. The best play "
                f"of every hand by its suits: {percent(bet.ev)}.",
            ),
        ),
    )

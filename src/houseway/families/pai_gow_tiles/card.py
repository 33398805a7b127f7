"""The strategy cards of pai gow tiles: scores to set by, and the chart of the house way.

Nothing is counted here, so that a card may be worded anew without counting anything again.
"""

from __future__ import annotations

from houseway.analysis.report import OddsReport, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard, stated


def cards(report: OddsReport) -> tuple[StrategyCard, ...]:
    """Scores for low and high hands, of which the setting with the best sum is taken; and the rows
    of the chart with how often best play sets otherwise."""
    bet = report.bets["game"]
    by_row = bet.strategy["by row of the chart"]
    dealt = sum(row["hands"] for row in by_row.values())
    scores = bet.strategy["scores"]
    low, high = scores["low"], scores["high"]
    return (
        StrategyCard(
            title="Pai gow tiles: scores to set four tiles by",
            rules=stated(report, "bank_sets", "copies"),
            corner="Hand",
            columns=("as low hand", "as high hand"),
            rows={
                hand: tuple(Cell(str(side[hand]) if hand in side else "") for side in (low, high))
                for hand in dict.fromkeys((*low, *high))
            },
            notes=(
                "Add the scores of both hands of a setting and take the one with the most.",
                f"Set so: {percent(scores['ev'])} of the wager a hand against the house way. "
                f"The best setting of every hand: {percent(bet.ev)}. House way against "
                f"house way: {percent(bet.compared['house way against house way']['ev'])}.",
            ),
        ),
        StrategyCard(
            title="Pai gow tiles: the house way, row by row",
            rules=stated(report, "bank_sets", "copies"),
            corner="Row of the chart",
            columns=("of all hands", "best set otherwise", "gain"),
            rows={
                says: (
                    Cell(percent(row["hands"] / dealt, 1)),
                    Cell(percent(row["set otherwise"] / row["hands"], 1)),
                    Cell(percent(row["gain"])),
                )
                for says, row in by_row.items()
            },
            covers={says: (says,) for says in by_row},
            notes=(
                "The gain is of the wager, on the average of all hands. What a choice costs, where "
                "asked for, is the exact mean of all hands of the row.",
            ),
        ),
    )

"""The strategy card of pai gow tiles: scores to set by.

Nothing is counted here, so that a card may be worded anew without counting anything again.
"""

from __future__ import annotations

from houseway.analysis.report import OddsReport, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard, stated


def cards(report: OddsReport) -> tuple[StrategyCard, ...]:
    """Scores for low and high hands; the setting with the best sum is taken."""
    bet = report.bets["game"]
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
    )

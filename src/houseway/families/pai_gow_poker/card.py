"""The strategy card of pai gow poker: the chart of the house way, and what more skill brings.

Nothing is counted here, so that a card may be worded anew without counting anything again.
"""

from __future__ import annotations

from houseway.analysis.report import OddsReport, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard, stated


def cards(report: OddsReport) -> tuple[StrategyCard, ...]:
    """The chart by which the house dealer sets a hand, and what more skill would bring."""
    bet = report.bets["game"]
    by_chart = bet.compared["house way against house way"]["ev"]
    rows = {hand: (Cell(how),) for hand, how in bet.strategy["house way"].items()}
    notes = [
        f"Set so against a bank set so: {percent(by_chart)} of the wager a hand. "
        f"Best play: {percent(bet.ev)}."
    ]
    covers = {}
    if "gain over the house way" in bet.strategy:
        covers = {hand: (hand,) for hand in rows}
        differs = bet.strategy["frequencies"]["otherwise"]
        notes.append(f"Best play sets {percent(differs, 0)} of all hands otherwise.")
        notes.append("What a choice costs, where asked for, is the mean of 40 hands of the row.")
    else:
        rows = {
            "A setting beats both hands of the bank": (Cell("set it", "go"),),
            "One beats one of them": (Cell("set it, and push", "wait"),),
            "None beats either": (Cell("any setting loses", "stop"),),
        }
    return (
        StrategyCard(
            title="Pai gow poker: how to set seven cards",
            rules=stated(report, "joker", "bank_sets", "copy_hand"),
            corner="Hand",
            columns=("How to set it",),
            rows=rows,
            covers=covers,
            notes=tuple(notes),
        ),
    )

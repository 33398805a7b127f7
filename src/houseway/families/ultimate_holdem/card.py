"""The strategy card of ultimate hold'em: starting hands, and a rule for the later streets.

Nothing is counted here, so that a card may be worded anew without counting anything again.
"""

from __future__ import annotations

from typing import Final

from houseway.analysis.report import OddsReport, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard, stated

_RANKS: Final = "AKQJT98765432"


def cards(report: OddsReport) -> tuple[StrategyCard, ...]:
    """The chart of starting hands, and the simple rule for the later streets."""
    bet = report.bets["ante"]
    chart, simple = bet.strategy["before the flop"], bet.strategy["simple rule"]
    notes = ["Suited hands stand above the diagonal of pairs, others below."]
    if simple is not None:
        notes += [
            *(f"{street.capitalize()}: {words}." for street, words in simple["words"].items()),
            f"Played so: {percent(simple['ev'])} of the ante a hand; the best play: "
            f"{percent(bet.ev)}.",
        ]
    choices = {row["choice"] for row in chart.values()}

    def letter(choice: str) -> str:
        return "-" if choice == "check" else choice.removeprefix("bet ")

    def cell(i: int, j: int) -> Cell:
        high, low = _RANKS[min(i, j)], _RANKS[max(i, j)]
        row = chart[high + low + ("s" if i < j else "o" if i > j else "")]
        choice, worth = row["choice"], {key: row[key] for key in row if key != "choice"}
        return Cell(letter(choice), "wait" if choice == "check" else "go", worth)

    return (
        StrategyCard(
            title="Ultimate hold'em: starting hands, before the flop",
            rules=stated(report, "street", "qualifies"),
            columns=tuple(_RANKS),
            rows={rank: tuple(cell(i, j) for j in range(13)) for i, rank in enumerate(_RANKS)},
            legend={letter(choice): choice for choice in sorted(choices)},
            notes=tuple(notes),
        ),
    )

"""Odds for a person: a line per bet, what is assumed, the strategy."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.analysis.odds import strategy_cards
from houseway.analysis.report import Bet, OddsReport
from houseway.analysis.strategy_cards import as_text


def _exactness(bet: Bet) -> str:
    if bet.exact:
        return "exact"
    error = bet.standard_error
    return "not exact" if error is None else f"± {error:.6f}"


def odds_sheet(report: OddsReport) -> RenderableType:
    """Every bet with its expected result per unit, seen from the bettor's side."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("bet", "per", "expected", "spread", "wins", ""):
        right = name in ("expected", "spread", "wins")
        table.add_column(name, justify="right" if right else "left")
    for name, bet in report.bets.items():
        table.add_row(
            name.replace("_", " "),
            str(bet.unit),
            f"{float(bet.ev):+.6f}",
            f"{bet.sd:.4f}",
            f"{float(bet.hit):.2%}",
            _exactness(bet),
        )
    heading = f"{report.filing}, {report.decks} deck{'s' if report.decks > 1 else ''}"
    parts: list[RenderableType] = [Text(heading, style="bold"), table]
    parts += [Text(f"Assumed: {words}", style="dim") for words in report.assumed]
    for card in strategy_cards(report):
        parts += ["", as_text(card)]
    return Group(*parts)

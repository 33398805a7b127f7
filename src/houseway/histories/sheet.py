"""The settlement sheet: an adjudicated round as a floorperson could show it to the table."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.filings.schema.base import dollars, write_odds
from houseway.histories.adjudicate import Adjudication
from houseway.settlement.settle import Line

_STYLES = {"win": "green", "lose": "red", "push": "yellow", "no_action": "dim"}
_COLUMNS = {"bettor": 8, "wager": 18, "staked": 10, "outcome": 10, "odds": 9, "net": 11}
_RIGHT = ("staked", "odds", "net")


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _columns(cells: dict[str, str], styles: dict[str, str]) -> Text:
    row = Text()
    for name, width in _COLUMNS.items():
        cell = cells[name]
        padded = f"{cell:>{width}}  " if name in _RIGHT else f"{cell:<{width}}"
        row.append(padded, style=styles.get(name, ""))
    return row


def _entry(line: Line) -> list[RenderableType]:
    """A wager's row, and under it why and under which clause."""
    hand = f" (hand {line.hand})" if line.hand > 1 else ""
    cells = {
        "bettor": line.bettor,
        "wager": line.wager.replace("_", " ") + hand,
        "staked": dollars(line.staked),
        "outcome": line.outcome.replace("_", " "),
        "odds": write_odds(line.odds) if line.odds is not None else "",
        "net": _signed(line.net),
    }
    short = f"; {dollars(line.uncovered)} not covered by the bank" if line.uncovered else ""
    why = Text.assemble(line.because + short, (f"  [{line.cite}]", "dim"))
    return [_columns(cells, {"outcome": _STYLES[line.outcome]}), Padding(why, (0, 0, 0, 8))]


def settlement_sheet(answer: Adjudication) -> RenderableType:
    """Lines in order of settlement, then what everybody won or lost, the fees, what to know."""
    filing = answer.terms.filing
    heading = Text(f"{filing.house}, {filing.title}", style="bold")
    parts: list[RenderableType] = [heading]
    if answer.result.first_action is not None:
        parts.append(f"First action: seat {answer.result.first_action}. In order of settlement:")
    parts += ["", _columns({name: name for name in _COLUMNS}, dict.fromkeys(_COLUMNS, "dim"))]
    for line in answer.settlement.lines:
        parts += _entry(line)
    total = Table.grid(padding=(0, 2))
    total.add_column()
    total.add_column(justify="right")
    for who, net in answer.settlement.net.items():
        total.add_row("the bank" if who == "bank" else f"seat {who}", _signed(net))
    parts += ["", Text("Result", style="bold"), total]
    if answer.result.house_way:
        ways = ", ".join(f"{who}: {cards}" for who, cards in answer.result.house_way.items())
        parts.append(f"Set the house way (small hand): {ways}")
    if answer.fees is not None:
        seats = "".join(f", seat {who} {dollars(fee)}" for who, fee in answer.fees.seats.items())
        parts += ["", f"Collection: bank {dollars(answer.fees.bank)}{seats}"]
        drops = [f"seat {who} {dollars(drop)}" for who, drop in answer.fees.jackpot.items()]
        if drops:
            parts.append(f"Jackpot drop: {', '.join(drops)}")
    parts += [Text(f"Note: {warning}", style="yellow") for warning in answer.warnings]
    return Group(*parts)

"""The settlement sheet: an adjudicated round as a floorperson could show it to the table."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.filings.schema.base import dollars, write_odds
from houseway.histories.adjudicate import Adjudication
from houseway.settlement.settle import Line

_STYLES = {"win": "green", "lose": "red", "push": "yellow", "no_action": "dim"}


def _signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _row(line: Line) -> tuple[RenderableType, ...]:
    wager = line.wager.replace("_", " ") + (f" (hand {line.hand})" if line.hand > 1 else "")
    short = f", {dollars(line.uncovered)} uncovered" if line.uncovered else ""
    return (
        line.bettor,
        wager,
        dollars(line.staked),
        Text(line.outcome.replace("_", " "), style=_STYLES[line.outcome]),
        write_odds(line.odds) if line.odds is not None else "",
        _signed(line.net),
        line.because + short,
        line.cite,
    )


def settlement_sheet(answer: Adjudication) -> RenderableType:
    """Lines in order of settlement, then what everybody won or lost, the fees, what to know."""
    filing = answer.terms.filing
    heading = Text.assemble((f"{filing.house}, {filing.title}", "bold"))
    if answer.result.first_action is not None:
        heading.append(f"   first action: seat {answer.result.first_action}")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("bettor", "wager", "staked", "outcome", "odds", "net", "because", "clause"):
        right = name in ("staked", "odds", "net")
        table.add_column(name, justify="right" if right else "left", no_wrap=right)
    for line in answer.settlement.lines:
        table.add_row(*_row(line))
    total = Table(box=box.SIMPLE_HEAD, pad_edge=False, title="Result", title_justify="left")
    total.add_column("who")
    total.add_column("net", justify="right")
    for who, net in answer.settlement.net.items():
        total.add_row("bank" if who == "bank" else who, _signed(net))
    parts: list[RenderableType] = [heading, table, total]
    if answer.result.house_way:
        ways = ", ".join(f"{who}: {cards}" for who, cards in answer.result.house_way.items())
        parts.append(f"Set the house way (small hand): {ways}")
    if answer.fees is not None:
        seats = "".join(f", {who} {dollars(fee)}" for who, fee in answer.fees.seats.items())
        parts.append(f"Collection: bank {dollars(answer.fees.bank)}{seats}")
    parts += [Text(f"Note: {warning}", style="yellow") for warning in answer.warnings]
    return Group(*parts)

"""The settlement sheet: an adjudicated round as a floorperson could show it to the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.filings.irregular import HOUSE, Silent
from houseway.filings.schema.base import dollars, write_odds
from houseway.histories.adjudicate import Adjudication
from houseway.histories.ruling import Ruling, chances_json
from houseway.rounds.transcript import bettor_name
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


def _entry(line: Line, names: Mapping[str, str]) -> list[RenderableType]:
    """A wager's row, and under it why and under which clause."""
    hand = f" (hand {line.hand})" if line.hand > 1 else ""
    wager = line.wager.replace("_", " ")
    cells = {
        "bettor": line.bettor,
        "wager": names.get(wager, wager) + hand,
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
    filing, ruling = answer.terms.filing, answer.ruling
    heading = Text(f"{filing.house}, {filing.title}", style="bold")
    parts: list[RenderableType] = [heading, *_ruled(ruling)]
    if answer.result.first_action is not None:
        parts.append(f"First action: seat {answer.result.first_action}. In order of settlement:")
    if answer.settlement.lines:
        parts += ["", _columns({name: name for name in _COLUMNS}, dict.fromkeys(_COLUMNS, "dim"))]
    for line in answer.settlement.lines:
        parts += _entry(line, filing.filed_names)
    if answer.settlement.net:
        parts += _amounts("Result", answer.settlement.net)
    if answer.result.house_way:
        ways = ", ".join(f"{who}: {cards}" for who, cards in answer.result.house_way.items())
        parts.append(f"Set the house way (small hand): {ways}")
    if answer.fees is not None:
        seats = "".join(
            f", {bettor_name(who)} {dollars(fee)}" for who, fee in answer.fees.seats.items()
        )
        parts += ["", f"Collection: bank {dollars(answer.fees.bank)}{seats}"]
        drops = [f"{bettor_name(who)} {dollars(drop)}" for who, drop in answer.fees.jackpot.items()]
        if drops:
            parts.append(f"Jackpot drop: {', '.join(drops)}")
    parts += _beyond(ruling)
    parts += [Text(f"Note: {warning}", style="yellow") for warning in answer.warnings]
    return Group(*parts)


_RULED = {
    "void": "Void: nobody wins or loses",
    "played-on": "Played on",
    "open": "Open: something depends on what is unknown",
    "floor": "The filing says nothing of it: the floor decides",
}


def _ruled(ruling: Ruling) -> Iterator[RenderableType]:
    """The ruling in a word, and the remedy under its clause."""
    if ruling.ruling in _RULED:
        yield Text(_RULED[ruling.ruling], style="bold yellow")
    if ruling.remedy is not None:
        mine = " (house procedure, not filed)" if ruling.remedy.source == "house" else ""
        cite = "" if mine else f"  [{ruling.remedy.cite}]"
        yield Text.assemble(f"{ruling.remedy.says}{mine}", (cite, "dim"))


def _amounts(title: str, amounts: Mapping[str, int]) -> Iterator[RenderableType]:
    total = Table.grid(padding=(0, 2))
    total.add_column()
    total.add_column(justify="right")
    for who, net in amounts.items():
        total.add_row(bettor_name(who), _signed(net))
    yield from ("", Text(title, style="bold"), total)


def _beyond(ruling: Ruling) -> Iterator[RenderableType]:
    """What goes back, what must still move, what is open, what is silent, what could be read."""
    if ruling.returned:
        yield from _amounts("Goes back", ruling.returned)
    if ruling.fees_returned is not None:
        bank, of_seats = ruling.fees_returned
        seats = "".join(f", {bettor_name(who)} {dollars(fee)}" for who, fee in of_seats.items())
        yield f"Fees that go back: bank {dollars(bank)}{seats}"
    if ruling.corrections:
        yield from _amounts("Must still move", ruling.corrections)
    for one in ruling.open:
        chances = ", ".join(f"{name} {p}" for name, p in chances_json(one.possible).items())
        yield Text(
            f"Open: {bettor_name(one.bettor)}, {one.wager.replace('_', ' ')}: {chances}; from "
            f"{_signed(one.least)} to {_signed(one.most)}; {one.decides} decides"
        )
    for button in ruling.buttons:
        yield Text.assemble(
            f"{bettor_name(button.bettor)} gets a free-collection button",
            (f"  [{button.cite}]", "dim"),
        )
    for other in ruling.readings:
        net = ", ".join(
            f"{bettor_name(who)} {_signed(amount)}" for who, amount in other.net.items()
        )
        by = f" ({other.reading})" if other.reading else ""
        yield Text(f"Otherwise with {other.option} = {other.value}{by}: {net}", style="cyan")
    if ruling.silent is not None:
        yield from _silence(ruling.silent)


def _silence(silent: Silent) -> Iterator[RenderableType]:
    if silent.nearest:
        yield Text.assemble(f"Nearest: {silent.nearest}", (f"  [{silent.nearest_cite}]", "dim"))
    for one in silent.elsewhere:
        yield Text.assemble(f"{one.filing}: {one.says}", (f"  [{one.cite}]", "dim"))
    for name, says in silent.house:
        yield Text(f"{HOUSE} ({name}): {says}", style="dim")

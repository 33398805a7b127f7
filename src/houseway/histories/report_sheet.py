"""Reports and checks of logs as a person reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.filings.schema.base import dollars
from houseway.histories.findings import Verified
from houseway.histories.report import Figures, Report

_COLUMNS = ("hands", "voided", "action", "drop", "not covered", "uncovered", "waived")


def _table(title: str, *columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left")
    for place, name in enumerate(columns):
        overflow: Literal["fold", "ellipsis"] = "ellipsis" if place else "fold"
        side: Literal["left", "right"] = "right" if place else "left"
        table.add_column(name, justify=side, no_wrap=bool(place), overflow=overflow)
    return table


def _figures(title: str, rows: Iterable[tuple[str, Figures]]) -> Table:
    table = _table(title, "", *_COLUMNS)
    for name, one in rows:
        table.add_row(
            name, str(one.hands), str(one.voided), dollars(one.action), dollars(one.drop),
            str(one.not_covered), dollars(one.uncovered), dollars(one.waived),
        )  # fmt: skip
    return table


def report_sheet(made: Report) -> RenderableType:
    """Figures by table, shift and schedule, rates, player-dealers, the ledger, the count."""
    total = made.total
    parts: list[RenderableType] = [
        _figures("Tables", [*made.by_table.items(), ("all", total)]),
        _figures("Shifts", [(str(s), f) for s, f in sorted(made.by_shift.items())]),
        _figures("Schedules", made.by_schedule.items()),
    ]
    if len(made.by_box) > 1:
        boxes = ((f"{table}, {shift}", one) for (table, shift), one in sorted(made.by_box.items()))
        parts.append(_figures("Tables by shift", boxes))
    rates = _table("Fees by rate", "from", "fee", "times", "sum")
    for (who, fee), times in sorted(total.rates.items()):
        rates.add_row(who, dollars(fee), str(times), dollars(fee * times))
    if total.jackpot:
        rates.add_row("jackpot drop", "", "", dollars(total.jackpot))
    parts.append(rates)
    if made.banks:
        banks = _table("Player-dealers", "", "hands", "result", "fees")
        for name, one in sorted(made.banks.items()):
            banks.add_row(name, str(one.hands), dollars(one.net), dollars(one.fees))
        parts.append(banks)
    if made.rotation:
        turns = _table("Rotation of the bank", "table and shift", "player-dealer", "since", "hands",
                       "result", "fees")  # fmt: skip
        for turn in made.rotation:
            turns.add_row(
                f"{turn.table}, {turn.shift}", turn.name, turn.since[11:16], str(turn.hands),
                dollars(turn.net), dollars(turn.fees),
            )  # fmt: skip
        parts.append(turns)
    ledger = _table("Ledger", "table", "account", "balance")
    for name, balances in made.ledgers.items():
        for account, amount in balances.balances().items():
            ledger.add_row(name, account, dollars(amount))
    parts.append(ledger)
    if made.counted:
        parts.append(_count(made))
    return Group(*parts)


def _count(made: Report) -> Table:
    table = _table("Count", "table", "shift", "expected", "counted", "difference")
    for one in made.counted:
        style = "red" if one.difference else "green"
        table.add_row(
            one.table, one.shift or "all", dollars(one.expected), dollars(one.counted),
            Text(dollars(one.difference), style=style),
        )  # fmt: skip
    return table


def verified_sheet(found: Verified) -> RenderableType:
    """What a check of a log found."""
    parts: list[RenderableType] = []
    for finding in found.findings:
        parts.append(Text(f"line {finding.line}: {finding.message} [{finding.code}]", style="red"))
    for note in found.notes:
        parts.append(Text(f"Note: {note}", style="yellow"))
    for one in found.corrections:
        who = one["by"] or "nobody named"
        parts.append(f"Correction of record {one['of']} by {who}: {one['reason']}")
    whole = found.status != "forged"
    state = "the chain is whole" if whole else f"good up to line {found.lines}"
    played = f", {found.rounds} rounds played again alike" if found.replayed else ""
    parts.append(f"{found.lines} records, {state}{played}")
    parts.append(_signed(found))
    parts.append(f"status {found.status}")
    parts.append(f"hash {found.seal}")
    return Group(*parts)


def _signed(found: Verified) -> str:
    held = f"; held against {found.anchored} anchors" if found.anchored else ""
    if found.signatures == "none":
        return f"not signed by a house{held}"
    said = {"unchecked": "not checked", "good": "all good", "bad": "not all good"}
    covered = f"{found.signed} signatures, the last at line {found.signed_to}"
    return f"{covered}: {said[found.signatures]}{held}"

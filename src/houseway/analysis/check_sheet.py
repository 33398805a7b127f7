"""A draft for a person: findings, rule sheet and odds; after a change, what is otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.analysis.checking import Check
from houseway.analysis.report import percent
from houseway.analysis.sheet import odds_sheet
from houseway.filings.diff import Difference
from houseway.filings.show import findings_table, rule_sheet


def check_sheet(made: Check, before: Check | None = None) -> RenderableType:
    """A draft's findings, rule sheet and odds; after a change only what is otherwise."""
    parts: list[RenderableType] = [findings_table(list(made.findings))]
    if made.filing is None:
        return Group(*parts)
    if before is None or before.filing is None:
        parts.append(rule_sheet(made.filing))
        parts.append(Text(f"\nNo odds: {made.no_odds}") if not made.odds else odds_sheet(made.odds))
        return Group(*parts)
    rules = made.rules_since(before)
    parts += [Text("\nThe rule sheet now says", style="bold"), _changed_rules(rules)]
    if made.odds is None:
        return Group(*parts, Text(f"\nNo odds: {made.no_odds}"))
    table = Table("bet", "before", "now", box=box.SIMPLE)
    for shift in made.odds_since(before):
        table.add_row(shift.bet, *map(_expected, (shift.before, shift.after)))
    same = Text("The odds are the same.")
    return Group(*parts, Text("\nThe odds", style="bold"), table if table.row_count else same)


def _changed_rules(rules: Sequence[Difference]) -> RenderableType:
    if not rules:
        return Text("nothing else.")
    return Text("\n".join(f"{one.about}: {one.second} (before: {one.first})" for one in rules))


def _expected(ev: float | None) -> str:
    return "not offered" if ev is None else percent(ev)

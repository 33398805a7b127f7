"""Game protection for a person: effects, counts, shoes, cards exposed, and what to watch."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.analysis.protect.alerts import Alert
from houseway.analysis.protect.book import Protection, Watched
from houseway.analysis.protect.part import Exposure
from houseway.analysis.report import said_option
from houseway.filings.wording.base import spot_name


def protection_sheet(found: Protection) -> RenderableType:
    decks = f"{found.decks} deck{'s' if found.decks > 1 else ''}"
    parts: list[RenderableType] = [
        Text(f"Game protection: {found.title} ({found.filing}), {decks}", style="bold")
    ]
    if found.options:
        parts.append(Text(", ".join(said_option(*one) for one in found.options.items())))
    if found.alerts:
        parts += ["", Text("What to watch", style="bold"), _alerts(found.alerts)]
    else:
        parts += ["", "Nothing here is worth watching."]
    if found.bets:
        parts += ["", Text("Effects of removal, in millionths of a unit", style="bold")]
        parts += _effects(found.bets)
        parts += [Text("Counts", style="bold"), _counts(found.bets)]
        parts += [Text("Through a shoe, by the cards behind the cut card", style="bold")]
        parts.append(_shoes(found.bets))
        parts.append(f"{found.cards_a_round:.2f} cards a round")
    if found.exposed:
        parts += ["", Text("Cards known that should not be", style="bold")]
        parts.append(_exposed(found.exposed))
    return Group(*parts, *(Text(f"- {line}", style="dim") for line in found.assumed))


def _alerts(alerts: Sequence[Alert]) -> Table:
    table = _table("watch", "when", "worth", "do", left=("watch", "when", "worth", "do"))
    for one in alerts:
        table.add_row(one.watch, one.when, one.worth, one.do)
    return table


def _effects(bets: Sequence[Watched]) -> list[RenderableType]:
    """A table for the bets that go by the same kinds of cards."""
    groups: dict[tuple[str, ...], list[Watched]] = {}
    for one in bets:
        groups.setdefault(tuple(kind.name for kind in one.effects.kinds), []).append(one)
    parts: list[RenderableType] = []
    for names, group in groups.items():
        table = _table("card", *(spot_name(one.bet) for one in group), left=("card",))
        # Cards that do the same stand in one row.
        rows: dict[tuple[str, ...], list[str]] = {}
        for place, name in enumerate(names):
            figures = tuple(f"{1e6 * one.effects.each[place]:+,.1f}" for one in group)
            rows.setdefault(figures, []).append(name)
        for figures, alike in rows.items():
            table.add_row("any" if len(alike) == len(names) else " ".join(alike), *figures)
        parts.append(table)
    return parts


def _counts(bets: Sequence[Watched]) -> Table:
    table = _table("bet", "from the top", "tags", "correlation", "bet at", left=("bet", "tags"))
    for one in bets:
        if one.count is None:
            table.add_row(spot_name(one.bet), f"{one.effects.ev:+.4%}", "every card alike", "", "")
            continue
        table.add_row(
            spot_name(one.bet), f"{one.effects.ev:+.4%}", one.count.said(),
            f"{one.count.correlation:.3f}", f"{one.count.trigger:+g}",
        )  # fmt: skip
    return table


def _shoes(bets: Sequence[Watched]) -> Table:
    table = _table(
        "bet", "cut", "rounds", "bets", "edge", "units a shoe", "perfectly", "DI", left=("bet",)
    )
    for one in bets:
        for place, by in enumerate(one.by_cut):
            table.add_row(
                "" if place else spot_name(one.bet), str(by.cut), f"{by.rounds:g}",
                f"{by.bets:.2f}", f"{by.edge:+.2%}" if by.bets else "",
                f"{by.units:+.3f} ± {by.error:.3f}",
                f"{by.perfect:+.3f}", f"{by.desirability:.2f}",
            )  # fmt: skip
    return table


def _exposed(exposed: Sequence[Exposure]) -> Table:
    table = _table("known", "bet", "worth", "gain", "", left=("known", "bet", ""))
    for one in exposed:
        exact = "exact" if one.standard_error is None else f"± {one.standard_error:.3%}"
        table.add_row(one.what, spot_name(one.bet), f"{one.ev:+.4%}", f"{one.gain:+.4%}", exact)
    return table


def _table(*headings: str, left: Sequence[str]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        side: JustifyMethod = "left" if heading in left else "right"
        table.add_column(heading, justify=side, no_wrap=heading not in left)
    return table

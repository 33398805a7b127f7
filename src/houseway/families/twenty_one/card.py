"""The strategy card of the 21-type games: a choice for each total and up card.

Nothing is counted here, so that a card may be worded anew without counting anything again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from houseway.analysis.report import OddsReport, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard, stated

_KINDS: Final = {"S": "wait", "H": "go", "D": "more", "R": "stop", "P": "split"}
_STATED: Final = (
    "natural", "bank_chart", "double", "split", "split_aces", "surrender", "player_push",
    "bank_hand",
)  # fmt: skip
_EXCEPTIONS: Final = 6  # hands named on the card


def cards(report: OddsReport) -> tuple[StrategyCard, ...]:
    """One choice for each total and up card; then what follows a double, where something does."""
    bet = report.bets["game"]
    chart = bet.strategy
    sections = (
        ("hard", "hard"), ("soft", "soft"), ("pairs", "pair"), ("with a joker drawn", "joker,"),
    )  # fmt: skip
    lines = [
        (word, name, row)
        for part, word in sections
        for name, row in chart.get(part, {}).items()
        if not (word == "soft" and name == "12" and "AA" in chart["pairs"])  # that is two aces
    ]
    columns = tuple(lines[0][2])
    used = {letter for _, _, row in lines for cell in row.values() for letter in cell.split("/")}
    legend = {letter: chart["key"][letter] for letter in "SHDRP" if letter in used}
    if any("/" in cell for _, _, row in lines for cell in row.values()):
        legend["X/Y"] = "X with the first two cards, Y with more or where X is not open"
    notes = [
        f"Played so: {percent(chart['chart_ev'])} of the wager a round. The best play of every "
        f"hand by its cards: {percent(bet.ev)}.",
    ]
    exceptions = [
        f"{one['cards']} against {one['against']} {one['best']}"
        for one in chart["better by cards"][:_EXCEPTIONS]
    ]
    if exceptions:
        notes.append(f"Worth most beyond the chart: {', '.join(exceptions)}.")
    for up, hands in chart.get("surrender before the check", {}).items():
        notes.append(f"Surrender before the check against {up}: {', '.join(hands)}.")
    if "T" in columns:
        notes.append("T: any ten-card." + (" J: joker." if "J" in columns else ""))
    rules, joined = stated(report, *_STATED), list(_joined(lines))
    drawn = [
        StrategyCard(
            title="How to play each total against each card of the bank",
            rules=rules,
            corner="You / bank",
            columns=columns,
            rows={name: row for name, row, _ in joined},
            covers={name: covered for name, _, covered in joined},
            legend=legend,
            notes=tuple(notes),
        )
    ]
    after = chart.get("after a double", {})
    if after:
        spans = {name: [_spans(row[up]) for up in columns] for name, row in after.items()}
        soft = any("s" in total for totals in spans.values() for total in totals)
        drawn.append(
            StrategyCard(
                title="What to do after a double",
                rules=rules,
                corner="Totals to",
                columns=columns,
                rows={
                    name: tuple(Cell(total, _after_kind(name) if total else "") for total in totals)
                    for name, totals in spans.items()
                },
                notes=(f"Every other hand stands{'; s is a soft total' if soft else ''}.",),
            )
        )
    return tuple(drawn)


def _joined(
    lines: Sequence[tuple[str, str, Any]],
) -> Iterator[tuple[str, tuple[Cell, ...], tuple[str, ...]]]:
    """Rows that say the same one after the other as one row, and those it covers."""
    at = 0
    while at < len(lines):
        word, name, row = lines[at]
        end = at
        while end + 1 < len(lines) and lines[end + 1][0] == word and lines[end + 1][2] == row:
            end += 1
        names = name if end == at else _between(lines[end][1], name)
        if word == "pair" and end > at:
            names = " ".join(line[1] for line in lines[at : end + 1])
        covered = tuple(f"{word} {line[1]}" for line in lines[at : end + 1])
        cells = tuple(Cell(cell, _KINDS[cell[0]]) for cell in row.values())
        yield f"{word} {names}", cells, covered
        at = end + 1


def _between(low: str, high: str) -> str:
    """
    >>> _between("18", "20"), _between("soft 15", "soft 19")
    ('18-20', 'soft 15-19')
    """
    return f"{low}-{high.removeprefix(low.rpartition(' ')[0]).strip()}"


def _after_kind(name: str) -> str:
    return "stop" if name.startswith("rescue") else "more"


def _spans(totals: Sequence[str]) -> str:
    """Totals in as few characters as will do.

    >>> _spans(["hard 12", "hard 13", "hard 14", "hard 16", "soft 13"])
    '12-14 16 s13'
    """
    found = []
    for kind, mark in (("hard", ""), ("soft", "s")):
        points = sorted(int(one.split()[1]) for one in totals if one.startswith(kind))
        while points:
            end = 0
            while end + 1 < len(points) and points[end + 1] == points[end] + 1:
                end += 1
            found.append(f"{mark}{points[0]}" + (f"-{points[end]}" if end else ""))
            points = points[end + 1 :]
    return " ".join(found)

"""What goes on a strategy card, family by family, read from the results that are kept.

Nothing is counted here, so that a card may be worded anew without counting anything again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from houseway.analysis.report import OddsReport, percent
from houseway.analysis.strategy_cards import Cell, StrategyCard

_RANKS: Final = "AKQJT98765432"
_KINDS: Final = {"S": "wait", "H": "go", "D": "more", "R": "stop", "P": "split"}
_EXCEPTIONS: Final = 6  # hands named on the card


def three_card(report: OddsReport) -> tuple[StrategyCard, ...]:
    """The lowest hand to play for each card of the bank."""
    bet = report.bets["ante"]
    chart = bet.strategy["chart"]
    if chart is None:
        return ()
    return (
        StrategyCard(
            title=f"Three card poker, {report.filing}",
            corner="Bank shows",
            columns=("Play this hand or better, fold lower ones",),
            rows={seen: (Cell(row["play from"] or "none", "go"),) for seen, row in chart.items()},
            notes=(
                f"Played so: {percent(bet.strategy['chart_ev'])} of the ante a hand. The best play "
                f"of every hand by its suits: {percent(bet.ev)}.",
            ),
        ),
    )


def ultimate(report: OddsReport) -> tuple[StrategyCard, ...]:
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
        choice = chart[high + low + ("s" if i < j else "o" if i > j else "")]["choice"]
        return Cell(letter(choice), "wait" if choice == "check" else "go")

    return (
        StrategyCard(
            title=f"Ultimate hold'em, {report.filing}: before the flop",
            columns=tuple(_RANKS),
            rows={rank: tuple(cell(i, j) for j in range(13)) for i, rank in enumerate(_RANKS)},
            legend={letter(choice): choice for choice in sorted(choices)},
            notes=tuple(notes),
        ),
    )


def tiles(report: OddsReport) -> tuple[StrategyCard, ...]:
    """Scores for low and high hands; the setting with the best sum is taken."""
    bet = report.bets["game"]
    scores = bet.strategy["scores"]
    low, high = scores["low"], scores["high"]
    return (
        StrategyCard(
            title=f"Pai gow tiles, {report.filing}",
            corner="Hand",
            columns=("as low hand", "as high hand"),
            rows={
                hand: tuple(Cell(str(side[hand]) if hand in side else "") for side in (low, high))
                for hand in dict.fromkeys((*low, *high))
            },
            notes=(
                "Add the scores of both hands of a setting and take the one with the most.",
                f"Set so: {percent(scores['ev'])} of the wager a hand against the house way. "
                f"The best setting of every hand: {percent(bet.ev)}. House way against "
                f"house way: {percent(bet.compared['house way against house way']['ev'])}.",
            ),
        ),
    )


def pai_gow(report: OddsReport) -> tuple[StrategyCard, ...]:
    """The chart by which the house dealer sets a hand, and what more skill would bring."""
    bet = report.bets["game"]
    by_chart = bet.compared["house way against house way"]["ev"]
    rows = {hand: (Cell(how),) for hand, how in bet.strategy["house way"].items()}
    notes = [
        f"Set so against a bank set so: {percent(by_chart)} of the wager a hand. "
        f"Best play: {percent(bet.ev)}."
    ]
    if "gain over the house way" in bet.strategy:
        differs = bet.strategy["frequencies"]["otherwise"]
        notes.append(f"Best play sets {percent(differs, 0)} of all hands otherwise.")
    else:
        rows = {
            "A setting beats both hands of the bank": (Cell("set it", "go"),),
            "One beats one of them": (Cell("set it, and push", "wait"),),
            "None beats either": (Cell("any setting loses", "stop"),),
        }
    return (
        StrategyCard(
            title=f"Pai gow poker, {report.filing}",
            corner="Hand",
            columns=("How to set it",),
            rows=rows,
            notes=tuple(notes),
        ),
    )


# The 21-type games


def twenty_one(report: OddsReport) -> tuple[StrategyCard, ...]:
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
    cards = [
        StrategyCard(
            title=f"21, {report.filing}",
            corner="You / bank",
            columns=columns,
            rows=dict(_joined(lines)),
            legend=legend,
            notes=tuple(notes),
        )
    ]
    after = chart.get("after a double", {})
    if after:
        cards.append(
            StrategyCard(
                title=f"21, {report.filing}: after a double",
                corner="Totals to",
                columns=columns,
                rows={
                    name: tuple(Cell(_spans(row[up]), _after_kind(name)) for up in columns)
                    for name, row in after.items()
                },
                notes=("Every other hand stands; s is a soft total.",),
            )
        )
    return tuple(cards)


def _joined(lines: Sequence[tuple[str, str, Any]]) -> Iterator[tuple[str, tuple[Cell, ...]]]:
    """Rows that say the same one after the other as one row."""
    at = 0
    while at < len(lines):
        word, name, row = lines[at]
        end = at
        while end + 1 < len(lines) and lines[end + 1][0] == word and lines[end + 1][2] == row:
            end += 1
        names = name if end == at else f"{lines[end][1]}-{name}"
        if word == "pair" and end > at:
            names = " ".join(line[1] for line in lines[at : end + 1])
        yield f"{word} {names}", tuple(Cell(cell, _KINDS[cell[0]]) for cell in row.values())
        at = end + 1


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


# By family; baccarat leaves no choice.
CARDS: Final[dict[str, Callable[[OddsReport], tuple[StrategyCard, ...]]]] = {
    "three-card-poker": three_card,
    "ultimate-holdem": ultimate,
    "pai-gow-tiles": tiles,
    "pai-gow-poker": pai_gow,
    "twenty-one": twenty_one,
}

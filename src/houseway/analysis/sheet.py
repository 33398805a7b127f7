"""Odds for a person: a line per bet, what is assumed beside it, the collection, the strategy."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from rich import box
from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.analysis.odds import strategy_cards
from houseway.analysis.report import Bet, OddsReport, OtherFigures, at_most, said_option
from houseway.analysis.strategy_cards import as_text


def odds_sheet(report: OddsReport) -> RenderableType:
    """Every bet with its expected result per unit, seen from the bettor's side."""
    decks = f"{report.decks} deck{'s' if report.decks > 1 else ''}"
    parts: list[RenderableType] = [Text(f"{report.filing}, {decks}", style="bold")]
    if report.options:
        parts.append(Text(", ".join(said_option(*one) for one in report.options.items())))
    parts.append(_figures(report))
    parts += _assumed("Not counted", tuple(report.not_counted.values()))
    parts += _assumed("Assumed", report.assumed)
    hung_on = {said_option(one.option, one.value) for one in report.readings}
    for name, bet in report.bets.items():
        parts += _assumed(name.replace("_", " "), (*bet.assumed, *compared_lines(bet, hung_on)))
    parts += _assumed(
        "Readings and options the figures hang on", tuple(map(_other, report.readings))
    )
    for answer in report.collection or ():
        parts += _collection(answer)
    for card in strategy_cards(report):
        parts += ["", Text(as_text(card))]
    return Group(*parts)


def _table(*headings: str, left: tuple[str, ...] = ()) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for number, heading in enumerate(headings):
        # Names may go on in a second line, figures are never cut.
        side: JustifyMethod = "left" if heading in left else "right"
        table.add_column(heading, justify=side, no_wrap=number > 0)
    return table


def _figures(report: OddsReport) -> Table:
    raised = any(bet.average_wager != 1 for bet in report.bets.values())
    headings = ["bet", "expected", "spread", "wins", *(["at risk"] if raised else []), ""]
    table = _table(*headings, left=("bet", ""))
    for name, bet in report.bets.items():
        # Of all that is wagered in the end, raises included, the part the bank keeps.
        risk = [f"{float(bet.element_of_risk):.3%}"] if raised else []
        table.add_row(
            name.replace("_", " "), f"{float(bet.ev):+.6f}", f"{bet.sd:.4f}",
            f"{float(bet.hit):.2%}", *risk, _exactness(bet),
        )  # fmt: skip
    return table


def _exactness(bet: Bet) -> str:
    if bet.exact:
        return "exact"
    if bet.standard_error is not None:
        return f"± {bet.standard_error:.6f}"
    return "not exact" if bet.error_bound is None else f"within {at_most(bet.error_bound, 6):f}"


def _assumed(title: str, lines: tuple[str, ...]) -> Iterator[RenderableType]:
    if lines:
        yield Text(title[:1].upper() + title[1:])
        yield _list(lines)


def _list(lines: Iterable[str]) -> RenderableType:
    grid = Table.grid(padding=(0, 1, 0, 0))
    for line in lines:
        grid.add_row(" -", Text(line, style="dim"))
    return grid


def _other(one: OtherFigures) -> str:
    """What another reading would make of the bets."""
    chosen = said_option(one.option, one.value)
    words = f"{chosen} (reading {one.reading})" if one.reading else chosen
    if one.evs is None:
        return f"{words}: not counted; ask with --option {chosen.replace(' ', '')}"
    figures = (f"{name.replace('_', ' ')} {ev:+.6f}" for name, ev in one.evs.items())
    return f"{words}: {', '.join(figures)}"


def compared_lines(
    bet: Bet, without: Collection[str] = (), named: Mapping[str, str] | None = None
) -> tuple[str, ...]:
    """The same bet otherwise: a line for each other play, option or reading; `named` has words for
    options."""
    lines = []
    for key, found in bet.compared.items():
        if key in without:
            continue
        name = (named or {}).get(key, key)
        if "ev" in found:
            error = found.get("standard_error")
            lines.append(f"{name}: {found['ev']:+.6f}" + (f" ± {error:.6f}" if error else ""))
        elif "together" in found:
            gain = found["together"] - found["apart"]
            worth = f"gains {gain:+.6f} on both" if gain > 1e-9 else "gains nothing"
            lines.append(f"{name}: {worth}")
        elif "dollars" in found:
            lines.append(f"{name}: ${found['dollars']:.4f}")
        else:
            shares = (f"{what} {share:.4%}" for what, share in found.items())
            lines.append(f"{name}: {', '.join(shares)}")
    return tuple(lines)


def _collection(answer: Mapping[str, Any]) -> Iterator[RenderableType]:
    """What the fees of a table leave, in dollars a hand."""
    yield Text(f"\nAfter the collection: {answer['schedule']}", style="bold")
    table = _table("dollars a hand", "expected", "fee", "after", left=("dollars a hand",))
    for player in answer["players"]:
        wagers = ", ".join(f"{n.replace('_', ' ')} {a:.2f}" for n, a in player["wagers"].items())
        table.add_row(f"seat {player['seat']}: {wagers}", *_money(player))
    table.add_row("the bank", *_money(answer["bank"]))
    yield table
    an_hour, pace = answer["bank"]["after_an_hour"], answer["hands_an_hour"]
    lines = [f"the bank keeps {an_hour:+,.2f} dollars an hour at {pace:g} hands"]
    for name, found in answer["bets"].items():
        lines.append(
            f"{name.replace('_', ' ')}: a fee of {found['fee_per_unit']:.4f} a unit leaves "
            f"{found['ev']:+.6f}"
        )
    yield _list(lines)


def _money(found: Mapping[str, float]) -> tuple[str, str, str]:
    return f"{found['ev']:+.4f}", f"{found['fee']:.4f}", f"{found['after']:+.4f}"

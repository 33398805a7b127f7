"""The bank's book and the league for a person, within 80 columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from rich import box
from rich.console import Group, JustifyMethod, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.analysis.bank.book import BankBook, BankLine
from houseway.analysis.bank.clauses import Clause
from houseway.analysis.bank.league import LeagueRow
from houseway.analysis.bank.schedules import ScheduleWorth, WagerSize
from houseway.filings.schema.base import brief, written


def book_sheet(book: BankBook) -> RenderableType:
    parts: list[RenderableType] = [
        Text(f"The bank's book: {book.title} ({book.filing})", style="bold"),
        f"{book.players} players, {book.hands_an_hour:g} hands an hour, sessions of "
        f"{book.hours:g} hours; dollars",
        "",
        Text("Covering more or less", style="bold"),
        _covers(book.lines, book.hours),
    ]
    for line in book.lines:
        parts += _ruin(line, book.hours)
    if book.sizes:
        parts += [Text("The fee against the edge, every player with the same wager", style="bold")]
        parts.append(_sizes(book.sizes))
    if book.schedules:
        parts += [Text("Schedules for these wagers, the best for the bank first", style="bold")]
        parts.append(_schedules(book.schedules))
        if not all(one.permitted for one in book.schedules):
            parts.append(f"*: at most {book.most_rates} rates may hang here ({book.rates_cite})")
    if book.clauses:
        parts += [Text("What each clause is worth", style="bold"), _clauses(book.clauses)]
    return Group(*parts, *(Text(f"- {note}", style="dim") for note in book.assumed))


def league_sheet(rows: Sequence[LeagueRow], *, players: int, pace: float) -> RenderableType:
    table = _table("game", "wager", "edge", "spread", "before", "after", "by", "ahead from")
    for row in rows:
        table.add_row(
            row.filing,
            f"{row.wager}",
            f"{row.edge:+.3%}",
            f"{row.spread:.3f}",
            f"{row.before_fees_per_hour:+,.2f}",
            "" if row.after_fees_per_hour is None else f"{row.after_fees_per_hour:+,.2f}",
            row.best_schedule or "none",
            "never" if row.best_schedule and row.break_even is None else str(row.break_even or ""),
        )
    return Group(
        Text("All houses: the bank against players of one flat wager", style="bold"),
        f"{players} players where there are so many seats, {pace:g} hands an hour; dollars an "
        "hour before fees and after those of the schedule that leaves the bank most",
        table,
        Text("- edge and spread of a unit of the base game's first wager, by the chart", "dim"),
    )


def _covers(lines: Sequence[BankLine], hours: float) -> Table:
    table = _table(
        "bank", "by", "win an hour", "spread", f"in {hours:g} h", "uncovered", "ahead", "Kelly"
    )
    for line in lines:
        error = f" ± {2 * line.win_error * line.win_per_hour / line.win_per_hand:.2f}" if (
            line.win_error and line.win_per_hand
        ) else ""  # fmt: skip
        table.add_row(
            brief(line.bank),
            "none" if line.schedule is None else str(line.schedule),
            f"{line.win_per_hour:+,.2f}{error}",
            f"{line.sd_per_hour:,.0f}",
            f"{line.sd_per_hour * sqrt(hours):,.0f}",
            f"{line.uncovered:.2%}",
            f"{line.chance_ahead:.1%}",
            "no edge" if line.kelly_bankroll is None else f"{line.kelly_bankroll:,.0f}",
        )
    return table


def _ruin(line: BankLine, hours: float) -> list[RenderableType]:
    by = "" if line.schedule is None else f", schedule {line.schedule}"
    table = _table("bankroll", f"ruin in {hours:g} h", "closed form", "ever", "ever at most")
    for point in line.ruin:
        table.add_row(
            f"{point.bankroll:,.0f}", f"{point.session:.3%}", f"{point.session_closed:.3%}",
            f"{point.ever:.3%}", f"{point.ever_at_most:.3%}",
        )  # fmt: skip
    needs = _table("for a ruin of", f"in {hours:g} h", "ever")
    for need in line.needed:
        needs.add_row(
            f"{need.ruin:g}",
            "none is enough" if need.session is None else f"{need.session:,.0f}",
            "none is enough" if need.ever is None else f"{need.ever:,.0f}",
        )
    return [
        Text(f"Ruin with a bank of {brief(line.bank)}{by}", style="bold"), table,
        "Bankroll needed", needs,
    ]  # fmt: skip


def _sizes(sizes: Sequence[WagerSize]) -> Table:
    table = _table("wager", "edge", "fee", "after", "an hour", "fee of edge", "player pays")
    for one in sizes:
        table.add_row(
            f"{one.wager:,}", f"{one.edge:+.3f}", f"{one.bank_fee:.2f}", f"{one.after:+.3f}",
            f"{one.after_per_hour:+,.2f}",
            "" if one.fee_of_edge is None else f"{one.fee_of_edge:.0%}",
            f"{one.player_fee:.2f} ({one.player_fee_of_wager:.1%})",
        )  # fmt: skip
    return table


def _schedules(schedules: Sequence[ScheduleWorth]) -> Table:
    table = _table("by", "limits", "rates", "an hour", "fee", "players", "ahead from", "always")
    for one in schedules:
        if one.win_per_hour is None:
            worth = ("does not fit", "", "")
        else:
            worth = (
                f"{one.win_per_hour:+,.2f}", f"{one.fee_per_hand:.2f}",
                f"{one.player_fees_per_hand:.2f}",
            )  # fmt: skip
        table.add_row(
            one.schedule, one.limits, f"{one.rates}{'' if one.permitted else '*'}", *worth,
            "never" if one.ahead_from is None else f"{one.ahead_from}",
            "never" if one.always_from is None else f"{one.always_from}",
        )  # fmt: skip
    return table


def _clauses(found: Sequence[Clause]) -> Table:
    table = _table("key", "if", "now", "bank an hour", "bets", left=("key", "bets"))
    for one in found:
        changes = ", ".join(f"{n.replace('_', ' ')} {by:+.4%}" for n, by in one.changes.items())
        table.add_row(
            one.key, written(one.value), written(one.instead_of),
            "" if one.bank_per_hour is None or one.why_not else f"{one.bank_per_hour:+,.2f}",
            changes or one.why_not,
        )  # fmt: skip
    return table


def _table(*headings: str, left: Sequence[str] = ("game",)) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        side: JustifyMethod = "left" if heading in left else "right"
        table.add_column(heading, justify=side, no_wrap=heading not in left)
    return table

"""The sign a table must post: game, limits, collection, pay tables, what felt and sign must say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from houseway.filings.house_book import choose, ordinance_said
from houseway.filings.permitted import (
    POSTED_LIMITS,
    Posted,
    check_ordinance,
    posted,
    wager_limits,
)
from houseway.filings.schema.base import Span, brief, dollars, write_odds
from houseway.filings.schema.collection import (
    BlindsGroup,
    Bracket,
    CaliforniaGroup,
    CaliforniaOption,
    PotOption,
    TimedGroup,
    TimedOption,
)
from houseway.filings.schema.common import FilingBase, PayTable, PlayerDealerFiling
from houseway.filings.schema.house import BY_THE_BOOK
from houseway.filings.wording import spot_name
from houseway.filings.wording.base import listed
from houseway.filings.wording.collection import BANK_BASIS, PLAYER_BASIS, TIMING

_POT_FEES = {
    "regular": "regular fee",
    "jackpot": "jackpot drop, not a fee of the house",
    "turn": "turn fee",
    "river": "river fee",
    "modified": "modified fee, instead, if there is no flop",
    "second": "table fee 2",
    "third": "table fee 3",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence that must be seen at the table, and its clause."""

    text: str
    cite: str = ""


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One fee: under which option, who pays it, for what, how much."""

    option: str
    who: str
    measure: str
    fee: int


@dataclass(frozen=True, slots=True)
class Sign:
    """Everything that stands on it, checked against the filing."""

    filing: FilingBase
    chosen: Posted
    bonus_limits: dict[str, Span]
    basis: str
    fees: list[FeeLine]
    pay_tables: list[PayTable]
    felt: list[Line]
    posted: list[Line]
    notices: list[Line]
    by_book: tuple[str, ...] = ()  # what the house book decided of it


def make_sign(filing: FilingBase, schedules: list[str], limits: str) -> Sign:
    """The sign for these options and limits, or the reason why a table cannot run so.

    What is left empty stands in the house book.
    """
    wanted = choose(filing, schedule=schedules, limits=limits or None)
    chosen = posted(filing, wanted.schedule, wanted.limits or "")
    check_ordinance(wanted.ordinance, chosen.limits)
    known = [BY_THE_BOOK.capitalize() + f": {listed(wanted.by_book)}"] if wanted.by_book else []
    if wanted.ordinance is not None:
        known.append(f"The city's ordinance: {ordinance_said(wanted.ordinance)}")
    chosen = replace(chosen, warnings=(*chosen.warnings, *known))
    shown = [Line(one.text, str(one.cite)) for one in filing.posting if one.where != "felt"]
    return Sign(
        filing=filing,
        chosen=chosen,
        bonus_limits=_bonus_limits(filing, chosen),
        basis=_basis(chosen),
        fees=list(_fees(chosen)),
        pay_tables=list(filing.pay_table) if isinstance(filing, PlayerDealerFiling) else [],
        felt=[Line(one.text, str(one.cite)) for one in filing.posting if one.where == "felt"],
        posted=shown + [Line(one.text, str(one.cite)) for one in chosen.set.posted],
        notices=_notices(filing, chosen),
        by_book=wanted.by_book,
    )


def _bonus_limits(filing: FilingBase, chosen: Posted) -> dict[str, Span]:
    """Limits of spots that have their own."""
    if not isinstance(filing, PlayerDealerFiling):
        return {}
    bounds = {
        s.label: wager_limits(chosen.schedules[0], chosen.limits, s, chosen.spaces)
        for s in filing.spot
    }
    return {label: one[0] for label, one in bounds.items() if one and one[1] != POSTED_LIMITS}


def _basis(chosen: Posted) -> str:
    """By what the fees are measured and when they are taken."""
    group = chosen.group
    if isinstance(group, BlindsGroup):
        return "The blinds are the house's fee, taken before any card is dealt."
    if isinstance(group, TimedGroup):
        return "Taken in advance from each active player, by the clock."
    if not isinstance(group, CaliforniaGroup):
        least = getattr(group, "jackpot_pot", 0)
        drop = f" A jackpot drop is taken from a pot of {brief(least)} on." if least else ""
        if getattr(group, "taken", "") == "button":
            return f"Paid by the dealer button before the deal.{drop}"
        return f"Taken from the pot, by the number of players dealt in.{drop}"
    counted = "with" if group.action == "all-wagers" else "without"
    action = f" ({counted} bonus bets)" if group.bank_basis == "table-action" else ""
    bank = f"{BANK_BASIS[group.bank_basis]}{action}"
    behind = ", backline bettors too" if group.backline_pays else ""
    players = f"{PLAYER_BASIS[group.player_basis]}{behind}"
    return f"{bank[:1].upper()}{bank[1:]}; {players}; {TIMING[group.taken]}."


def _fees(chosen: Posted) -> Iterator[FeeLine]:
    group = chosen.group
    if isinstance(group, BlindsGroup) and chosen.game is not None:
        days = ", ".join(chosen.game.days)
        for name, blind in zip(
            ("small blind", "big blind", "third blind"), group.blinds, strict=False
        ):
            yield FeeLine(days, "who posts it", name, blind)
    for schedule in chosen.schedules:
        option = schedule.option
        number = f"{option.number}" + (f", {option.hours}" if option.hours else "")
        match option:
            case CaliforniaOption():
                yield from _brackets(number, "player-dealer", option.bank)
                yield from _brackets(number, "each player", option.player)
                if option.jackpot:
                    yield FeeLine(number, "each player", _POT_FEES["jackpot"], option.jackpot)
            case PotOption():
                button = getattr(schedule.group, "taken", "") == "button"
                for key, name in _POT_FEES.items():
                    fee = getattr(option, key)
                    if fee or key == "regular":
                        who = "button" if button and key == "regular" else "pot"
                        yield FeeLine(number, f"{who}, {option.players} players", name, fee)
            case TimedOption():
                every = f"every {getattr(schedule.group, 'minutes', 0)} minutes"
                yield FeeLine(number, "each active player", every, option.fee)


def _brackets(number: str, who: str, brackets: list[Bracket]) -> Iterator[FeeLine]:
    for one in brackets:
        flat = one.span == Span(low=0, high=None)
        yield FeeLine(number, who, "a hand" if flat else str(one.span), one.fee)


def _notices(filing: FilingBase, chosen: Posted) -> list[Line]:
    """The owner's and the Bureau's; that on games without a player fee where it applies."""
    group = chosen.group
    free = isinstance(group, CaliforniaGroup) and group.player_basis == "none"
    own = [one for one in filing.notice if free or one.topic != "zero-collection-review"]
    notices = [Line(one.text, str(one.cite)) for one in own]
    if free and not any(one.topic == "zero-collection-review" for one in own):
        notices += [Line(one.text, str(one.cite)) for one in chosen.set.notices]
    return notices


def table_sign(filing: FilingBase, schedules: list[str], limits: str) -> RenderableType:
    """The sign, framed."""
    sign = make_sign(filing, schedules, limits)
    head = Text.assemble((filing.title, "bold"), f"\n{filing.house}", justify="center")
    if filing.approval:
        head.append(f", {filing.approval}")
    parts: list[RenderableType] = [head, Text(), _limits(sign)]
    parts += [Text("\nCollection", style="bold"), Text(sign.basis), _fee_table(sign)]
    if isinstance(filing, PlayerDealerFiling) and sign.pay_tables:
        from houseway.filings.sheet import pay_tables

        labels = {spot.name: spot.label for spot in filing.spot}
        parts += [Text("\nPay tables", style="bold"), pay_tables(sign.pay_tables, labels)]
    for title, lines in (
        ("Printed on the felt", sign.felt),
        ("Also to be posted", sign.posted),
        ("Notices", sign.notices),
        ("To know", [Line(warning) for warning in sign.chosen.warnings]),
    ):
        if lines:
            parts += [Text(f"\n{title}", style="bold"), _lines(lines)]
    return Panel(Group(*parts), box=box.DOUBLE, padding=(1, 2))


def _limits(sign: Sign) -> Text:
    text = Text.assemble((f"{sign.chosen.limits_are}: ", "bold"), str(sign.chosen.limits))
    for label, span in sign.bonus_limits.items():
        text.append(f"\n{label}: {span}")
    return text


def _fee_table(sign: Sign) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in ("option", "from", "for"):
        table.add_column(name)
    table.add_column("fee", justify="right")
    last = ("", "")
    for line in sign.fees:
        named = (line.option, line.who)
        shown = ("", "") if named == last else named
        table.add_row(*shown, line.measure, brief(line.fee))
        last = named
    return table


def _lines(lines: list[Line]) -> Table:
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(ratio=7)
    table.add_column(ratio=3, justify="right", style="dim")
    for line in lines:
        table.add_row(Text(line.text), Text(line.cite))
    return table


def table_sign_json(filing: FilingBase, schedules: list[str], limits: str) -> dict[str, Any]:
    sign = make_sign(filing, schedules, limits)
    chosen = sign.chosen

    def lines(several: list[Line]) -> list[dict[str, str]]:
        return [{"text": line.text, "cite": line.cite} for line in several]

    return {
        "filing": filing.id,
        "game": filing.title,
        "house": filing.house,
        "approval": filing.approval,
        "set": chosen.set.name,
        "schedules": [schedule.option.number for schedule in chosen.schedules],
        "limits": _span_json(chosen.limits),
        "limits_are": chosen.limits_are,
        "bonus_limits": {label: _span_json(span) for label, span in sign.bonus_limits.items()},
        "collection": {
            "basis": sign.basis,
            "fees": [
                {"option": f.option, "from": f.who, "for": f.measure, "fee": dollars(f.fee)}
                for f in sign.fees
            ],
            "cite": str(chosen.group.cite),
        },
        "pay_tables": [_pay_table_json(table) for table in sign.pay_tables],
        "felt": lines(sign.felt),
        "posted": lines(sign.posted),
        "notices": lines(sign.notices),
        "warnings": list(chosen.warnings),
        **({"house_book": list(sign.by_book)} if sign.by_book else {}),
    }


def _span_json(span: Span) -> dict[str, str | None]:
    return {"min": dollars(span.low), "max": None if span.high is None else dollars(span.high)}


def _pay_table_json(table: PayTable) -> dict[str, Any]:
    rows = [
        {
            "hand": row.label or spot_name(row.hand),
            "pays": None if row.pays is None else write_odds(row.pays),
            "envy": None if row.envy is None else dollars(row.envy),
            **({"prize": dollars(row.prize)} if row.prize is not None else {}),
            **({"push": True} if row.push else {}),
        }
        for row in table.rows
    ]
    return {"wager": table.wager, "title": table.title, "rows": rows, "cite": str(table.cite)}

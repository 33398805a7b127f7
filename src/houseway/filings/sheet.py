"""The parts of a rule sheet: small tables with the source of every line dimmed at the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich import box
from rich.columns import Columns
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.filings.schema.base import Cite, brief, write_odds
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    Group,
    PotGroup,
    ScheduleSet,
    TimedGroup,
)
from houseway.filings.schema.said import Reading
from houseway.filings.schema.wagers import PayTable, Spot
from houseway.filings.wording import listed, spot_name
from houseway.filings.wording.base import amounts, option_name
from houseway.filings.wording.bonus import bonus_places
from houseway.filings.wording.collection import (
    BANK_BASIS,
    PLAYER_BASIS,
    STRUCTURES,
    TIMING,
    bonus_limits,
)

Row = tuple[str, str, Cite | None]
SOURCE = "dim"


def source(cite: Cite | None) -> Text:
    return Text(str(cite or ""), style=SOURCE)


def heading(text: str) -> Text:
    return Text(text, style="bold cyan")


def rows(lines: Iterable[Row]) -> Table:
    """Label, sentence, source."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(ratio=20, style="bold", overflow="fold")
    table.add_column(ratio=52)
    table.add_column(ratio=28, justify="right", style=SOURCE)
    last: tuple[str, Cite | None] = "", None
    for label, text, cite in lines:
        named = "" if label == last[0] else _capital(label)
        table.add_row(Text(named), Text(text), "" if cite == last[1] else source(cite))
        last = label, cite
    return table


def section(title: str, body: RenderableType) -> Iterator[RenderableType]:
    yield Text()
    yield heading(title)
    yield Padding(body, (0, 0, 0, 2))


def _capital(text: str) -> str:
    return text if "_" in text else text[:1].upper() + text[1:]


def spot_table(spots: list[Spot]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True, show_edge=False)
    for name in ("spot", "needs", "limits", "backline"):
        table.add_column(name)
    table.add_column("source", justify="right", style=SOURCE)
    for spot in spots:
        name, *others = spot_cells(spot)
        label = Text(name)
        label.stylize("bold", 0, len(spot.label))
        table.add_row(label, *others, source(spot.cite))
    return table


def spot_cells(spot: Spot) -> tuple[str, str, str, str]:
    """A spot, what it needs, its limits, and whether others may bet behind."""
    needs = listed(spot_name(one) for one in spot.needs) or "nothing"
    if spot.needs_any:
        needs = listed((spot_name(one) for one in spot.needs_any), "or")
    if spot.equals:
        needs += f"; as much as the {spot_name(spot.equals)}"
    if spot.excludes:
        needs += f"; not with {listed(spot_name(one) for one in spot.excludes)}"
    backline: str = spot.backline
    if spot.backline_needs is not None:
        others = listed(spot_name(one) for one in spot.backline_needs) or "nothing"
        backline += f", needs {others}"
    label = spot.label + ("" if spot.base else " (bonus)")
    if spot.option:
        label += f" by {option_name(spot.option)}"
    return label, needs, str(spot.limits) if spot.limits else "table", backline


def pay_table(table: PayTable, label: str) -> Table:
    """One pay table: row, what it pays, its envy prize."""
    title = f"{label} ({table.title})" if table.title else label
    shown = Table(
        title=title,
        title_style="bold",
        title_justify="left",
        caption=Text(pay_caption(table), style=SOURCE),
        caption_justify="left",
        box=box.SIMPLE,
        show_header=any(row.envy for row in table.rows),
        pad_edge=False,
        show_edge=False,
    )
    shown.add_column("hand")
    shown.add_column("pays", justify="right")
    envy = any(row.envy for row in table.rows)
    if envy:
        shown.add_column("envy", justify="right")
    for name, pays, prize in pay_cells(table):
        shown.add_row(name, pays, *([prize] if envy else []))
    if table.paid_on:
        return shown
    shown.add_row(
        Text("any other hand", style=SOURCE),
        Text("returned" if table.otherwise == "push" else "loses", style=SOURCE),
        *([""] if envy else []),
    )
    return shown


def pay_cells(table: PayTable) -> Iterator[tuple[str, str, str]]:
    """The rows of a pay table: the hand, what it pays, its envy prize."""
    for row in table.rows:
        pays = write_odds(row.pays) if row.pays is not None else "-"
        if row.push or row.prize is not None:
            pays = "returned" if row.push else brief(row.prize or 0)
        name = row.label or spot_name(row.hand).capitalize()
        yield name, pays, brief(row.envy) if row.envy else "-"


def pay_caption(table: PayTable) -> str:
    """The clause; of a bonus bet by data also what it looks at."""
    if not table.looks_at:
        return str(table.cite)
    on = f", paid on the {spot_name(table.paid_on)}" if table.paid_on else ""
    adds = ", all rows filled paid together" if table.adds else ""
    return f"by {bonus_places(table.looks_at)}{on}{adds}; {table.cite}"


def pay_tables(tables: list[PayTable], labels: dict[str, str]) -> Columns:
    shown = [
        pay_table(table, labels.get(table.wager, spot_name(table.wager).capitalize()))
        for table in tables
    ]
    return Columns([Padding(table, (0, 3, 0, 0)) for table in shown])


def set_rows(one: ScheduleSet, *, behind: bool = True) -> Iterator[Row]:
    """A set in brief: a line for each paragraph; of bets `behind` a seat where there are any."""
    numbers = [option.number for _, option in one.options()]
    many = f"{len(numbers)} options" if len(numbers) != 1 else "1 option"
    approval = f", {one.approval}" if one.approval else ""
    head = f"{one.title}{approval}: {many if numbers else 'no numbered options'}"
    yield "set", f"{one.name}: {head}", one.cite
    for group in one.group:
        yield f"  {_numbers(group)}", group_text(group, behind=behind), group.cite


def _numbers(group: Group) -> str:
    if isinstance(group, BlindsGroup):
        return "by day"
    first, last = group.option[0].number, group.option[-1].number
    return f"option {first}" if first == last else f"options {first} to {last}"


def fee_span(fees: Iterable[int]) -> str:
    several = sorted(set(fees))
    if not several:
        return "nothing"
    low, high = several[0], several[-1]
    return brief(low) if low == high else f"{brief(low)} to {brief(high)}"


def limits_text(group: Group) -> str:
    """The limits a paragraph permits."""
    said: list[str] = []
    if group.minimum or group.maximum or group.no_maximum:
        if group.minimum:
            said.append(f"posted minimum {amounts(group.minimum)}")
        if group.maximum:
            said.append(f"maximum {amounts(group.maximum)}")
        elif group.no_maximum:
            said.append("no maximum")
    if isinstance(group, CaliforniaGroup):
        own = list(dict.fromkeys(str(one.limits) for one in group.option if one.limits))
        if own:
            said.append(f"limits {listed(own, 'or')}")
        if group.bonus_limits:
            said.append(bonus_limits(group.bonus_limits))
        if group.wager_cap is not None:
            said.append(f"no bet over {brief(group.wager_cap)} by the city's ordinance")
    if isinstance(group, PotGroup):
        if group.smallest_game and group.largest_game:
            said.append(f"limits {_stakes(group.smallest_game)} to {_stakes(group.largest_game)}")
        if group.buy_in:
            said.append(f"buy-in {group.buy_in}")
    return "; ".join(said)


def _stakes(span: object) -> str:
    return str(span).replace(" to ", "-")


def group_text(group: Group, *, behind: bool = True) -> str:
    """Who pays, by what, how much, and the limits, in one line."""
    match group:
        case CaliforniaGroup():
            bank = fee_span(one.fee for option in group.option for one in option.bank)
            said = [f"{BANK_BASIS[group.bank_basis]} ({bank})", _players(group, behind=behind)]
            if group.bank_basis == "table-action":
                said.append(
                    "bonus bets counted"
                    if group.action == "all-wagers"
                    else "only base wagers counted"
                )
            said.append(TIMING[group.taken])
        case PotGroup():
            payer = "paid by the button" if group.taken == "button" else "from the pot"
            said = [_structures(group.structures), f"fee {payer} by number of players"]
            fees = fee_span(option.regular for option in group.option)
            said.append(f"regular fee {fees}")
            if any(option.jackpot for option in group.option):
                jackpots = fee_span(option.jackpot for option in group.option)
                said.append(f"jackpot drop {jackpots}")
        case TimedGroup():
            fees = fee_span(option.fee for option in group.option)
            said = [f"{fees} every {group.minutes} minutes from each active player"]
            if group.structures:
                said.insert(0, _structures(group.structures))
        case _:
            said = [f"the blinds of {listed(map(brief, group.blinds))} are the fee"]
            said += [f"{listed(game.days)}: {game.title}" for game in group.game]
    limits = limits_text(group)
    return "; ".join([*said, limits] if limits else said)


def _structures(structures: Sequence[str]) -> str:
    return f"{listed(STRUCTURES[one] for one in structures)} games"


def _players(group: CaliforniaGroup, *, behind: bool) -> str:
    if group.player_basis == "none":
        return PLAYER_BASIS["none"]
    fees = fee_span(one.fee for option in group.option for one in option.player)
    too = ", backline bettors too" if group.backline_pays and behind else ""
    return f"{PLAYER_BASIS[group.player_basis]} ({fees}{too})"


def reading_list(taken: list[Reading]) -> Table:
    """Readings by id and title, two to a line."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    for _ in range(2):
        table.add_column(style=SOURCE, no_wrap=True)
        table.add_column(ratio=1)
    cells = [(reading.id, reading.title) for reading in taken]
    half = (len(cells) + 1) // 2
    for number in range(half):
        other = cells[number + half] if number + half < len(cells) else ("", "")
        table.add_row(*cells[number], *other)
    return table

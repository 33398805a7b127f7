"""A filing as a rule sheet, the catalogue as a table, findings as a list."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from houseway.filings.lint import Finding
    from houseway.filings.schema.common import FilingBase
    from houseway.filings.told import Told


def catalogue_table(entries: list[dict[str, Any]]) -> RenderableType:
    """A line for each filing of the catalogue, house by house."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    table.add_column("title, family and id", ratio=1)
    table.add_column("approval", no_wrap=True)
    table.add_column("seats", justify="right", no_wrap=True)
    table.add_column("schedules", justify="right", no_wrap=True)
    house = ""
    for entry in entries:
        if entry["house"] != house:
            house = entry["house"]
            table.add_row(Text(house, style="cyan"))
        title = Text.assemble((entry["title"], "bold"), (f", {entry['family']}", "dim"))
        title.append(f"\n{entry['id']}")
        numbers = (str(entry["seats"]), str(entry["schedules"]))
        table.add_row(title, entry["approval"], *numbers)
    return Group(table, Text(f"{len(entries)} filings", style="dim"))


def rule_sheet(filing: FilingBase, find: str = "") -> RenderableType:
    """The filing on a sheet, or only what speaks of a word."""
    if find:
        return Group(_title(filing), *_found(filing, find))
    return Group(_title(filing), *_sections(filing))


def rule_sheet_json(filing: FilingBase, find: str = "") -> dict[str, Any]:
    """Everything the filing holds, its schedule sets and readings spelled out."""
    from houseway.filings.find import find as look_up
    from houseway.filings.house_book import book_json
    from houseway.filings.loader import readings_of, schedule_sets

    if find:
        found = [entry.as_json() for entry in look_up(filing, find)]
        return {"filing": filing.id, "find": find, "found": found}
    document = filing.model_dump(mode="json")
    document["schedule_sets"] = [one.model_dump(mode="json") for one in schedule_sets(filing)]
    document["readings_taken"] = [
        one.model_dump(mode="json", exclude={"touches"}) for one in readings_of(filing)
    ]
    book = book_json(filing)
    return document if book is None else document | {"house_book": book}


def _house_book(filing: FilingBase) -> Iterator[RenderableType]:
    from houseway.filings.house_book import book_lines
    from houseway.filings.sheet import section

    found = book_lines(filing)
    if found:
        table = Table.grid(padding=(0, 2))
        for about, says in found:
            table.add_row(f"  {about}", says)
        yield from section("By the house book, not filed", table)


def errors_sheet(filing: FilingBase) -> RenderableType:
    """Every kind of irregularity with what the filing orders, then those it is silent about."""
    from houseway.filings.irregular import told
    from houseway.filings.sheet import rows, section

    lines: list[tuple[str, str, Any]] = []
    unsaid: list[str] = []
    for kind, what, orders in told(filing):
        lines += [(kind.replace("-", " "), order.says, order.cite) for order in orders]
        if not orders:
            unsaid.append(f"  {kind}: {what}")
    parts: list[RenderableType] = [_title(filing)]
    if lines:
        parts += section("What is done when something goes wrong", rows(lines))
    parts += [
        Text("\nThe filing orders nothing for these, and the floor decides:", "bold"),
        *unsaid,
    ]
    return Group(*parts)


def _title(filing: FilingBase) -> RenderableType:
    named = [filing.house, filing.approval, filing.version and f"version {filing.version}"]
    head = Text.assemble((filing.title, "bold"), *(f"   {one}" for one in named if one))
    head.append(f"\n{filing.id}   text {filing.source.file}, lines {filing.source.lines}", "dim")
    if filing.owners:
        head.append(f"   owned by {', '.join(filing.owners)}", style="dim")
    return head


def _found(filing: FilingBase, wanted: str) -> Iterator[RenderableType]:
    """The entries that speak of a word, or a word that nothing does."""
    from houseway.filings.find import find, found_apart
    from houseway.filings.sheet import rows, section

    found = find(filing, wanted)
    if not found:
        apart = found_apart(filing, wanted)
        but = f" Look up {' or '.join(map(repr, apart))} alone." if apart else ""
        yield Text(f"\nNothing in this filing speaks of {wanted!r}.{but}")
        return
    by_section: dict[str, list[Any]] = {}
    for entry in found:
        by_section.setdefault(entry.section.partition(" table-")[0], []).append(entry)
    for name, several in by_section.items():
        lines = [(entry.heading, entry.text, entry.cite) for entry in several]
        yield from section(name.capitalize(), rows(lines))


def _sections(filing: FilingBase) -> Iterator[RenderableType]:
    from houseway.filings.schema.common import PlayerDealerFiling
    from houseway.filings.sheet import pay_tables, rows, section, spot_table
    from houseway.filings.told import DECK, ORDER, sections, tell

    banked = filing if isinstance(filing, PlayerDealerFiling) else None
    for title, lines in sections(filing):
        if title == ORDER and banked and banked.pay_table:
            labels = {spot.name: spot.label for spot in banked.spot}
            yield from section("Pay tables", pay_tables(banked.pay_table, labels))
        yield from section(title, rows(lines))
        if title == DECK and banked:
            yield from section("Wagers", spot_table(banked.spot))
    yield from _left_to_the_house(filing)
    yield from _collection(filing, tell(filing).parts["collection"])
    yield from _also_ordered(filing)
    yield from _readings(filing)
    yield from _house_book(filing)


def _left_to_the_house(filing: FilingBase) -> Iterator[RenderableType]:
    from houseway.filings.sheet import rows, section
    from houseway.filings.wording.base import plain
    from houseway.filings.wording.common import option_values

    if filing.option:
        lines = [
            (
                plain(o.name).capitalize(),
                f"{o.about.rstrip('.')}: {option_values(o)} ({o.name})",
                o.cite,
            )
            for o in filing.option
        ]
        yield from section("Left to the house", rows(lines))
    if filing.not_for_play:
        listed = "; ".join(one.rstrip(".") for one in filing.not_for_play)
        yield Text(f"  Listed but not for play: {listed}")


def _collection(filing: FilingBase, told: Told) -> Iterator[RenderableType]:
    from houseway.filings.loader import schedule_sets
    from houseway.filings.sheet import rows, section, set_rows

    sets = schedule_sets(filing)
    behind = getattr(filing, "takes_backline", True)
    lines = [line for one in sets for line in set_rows(one, behind=behind)]
    if not sets:
        lines = [("none", filing.collection.none_filed or "no schedule is filed", None)]
    free = filing.collection.free_collection
    if free is not None:
        lines.append(("free collection", told.parts["free_collection"].says, free.cite))
    yield from section("Collection", rows(lines))
    if sets:
        hint = "--json lists every option; --find 'option 3' shows one, sign prints it."
        yield Text(f"  {hint}", style="dim")


def _also_ordered(filing: FilingBase) -> Iterator[RenderableType]:
    from houseway.filings.sheet import rows, section
    from houseway.filings.wording import spot_name

    if filing.rule:
        lines = [(spot_name(one.topic), one.text, one.cite) for one in filing.rule]
        yield from section("Also ordered", rows(lines))
    lines = [(f"on the {one.where}", one.text, one.cite) for one in filing.posting]
    lines += [(f"notice: {spot_name(one.topic)}", one.text, one.cite) for one in filing.notice]
    if lines:
        yield from section("Posted and noticed", rows(lines))


def _readings(filing: FilingBase) -> Iterator[RenderableType]:
    from houseway.filings.loader import readings_of
    from houseway.filings.sheet import reading_list, section

    taken = readings_of(filing)
    if taken:
        yield from section(
            f"Readings taken where the text is in doubt: {len(taken)}", reading_list(taken)
        )
    if filing.term:
        yield Text(f"\n  {len(filing.term)} terms are explained: --find WORD, or --json.", "dim")


_STYLES = {"error": "bold red", "warning": "yellow", "note": "dim"}


def findings_table(findings: list[Finding], *, readings: bool = False) -> RenderableType:
    """Findings by severity, one line for what several filings share; then the readings."""
    if not findings:
        return Text("Nothing found.")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    table.add_column("kind", no_wrap=True)
    for name, ratio in (("filing", 24), ("place", 20), ("what and why", 48)):
        table.add_column(name, ratio=ratio, overflow="fold")
    rules = [one for one in findings if one.code != "reading"]
    for finding, filings in _merged(rules):
        more = f" and {len(filings) - 1} more" if len(filings) > 1 else ""
        what = Text.assemble((f"{finding.code}: ", "bold"), finding.message)
        if finding.cite:
            what.append(f" [{finding.cite}]", style="dim")
        severity = Text(finding.severity, style=_STYLES[finding.severity])
        table.add_row(severity, filings[0] + more, finding.where, what)
    parts: list[RenderableType] = [table] if rules else []
    taken = _readings_listed(findings) if readings else _readings_in_brief(findings)
    return Group(*parts, *taken, Text(_count(findings), style="dim"))


def _readings_in_brief(findings: list[Finding]) -> Iterator[RenderableType]:
    """One line a filing."""
    taken = Counter(one.filing for one in findings if one.code == "reading")
    for filing, number in taken.items():
        yield Text(f"{filing}: {number} readings taken (--readings)", style="dim")


def _readings_listed(findings: list[Finding]) -> Iterator[RenderableType]:
    filing = ""
    for one in findings:
        if one.code == "reading":
            if one.filing != filing:
                filing = one.filing
                yield Text(f"\n{filing}", style="bold")
            yield Text.assemble(f"  {one.message} ", (one.where, "dim"))


def _count(findings: list[Finding]) -> str:
    taken = sum(one.code == "reading" for one in findings)
    counts = {kind: sum(one.severity == kind for one in findings) for kind in _STYLES}
    counts["note"] -= taken
    counts |= {"reading": taken} if taken else {}
    return ", ".join(f"{n} {kind}{'' if n == 1 else 's'}" for kind, n in counts.items())


def _merged(findings: list[Finding]) -> Iterator[tuple[Finding, list[str]]]:
    """Findings of shared schedules and readings stand once, with the filings they touch."""
    same: dict[tuple[str, ...], tuple[Finding, list[str]]] = {}
    for finding in findings:
        key = (finding.severity, finding.code, finding.where, finding.message, finding.cite)
        same.setdefault(key, (finding, []))[1].append(finding.filing)
    order = list(_STYLES)
    yield from sorted(same.values(), key=lambda pair: order.index(pair[0].severity))

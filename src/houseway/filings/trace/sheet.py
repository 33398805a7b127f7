"""A trace printed: a table for the terminal, rows for a spreadsheet, a matrix for paper."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from html import escape

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.filings.schema.common import FilingBase
from houseway.filings.trace.clauses import Clause, count

_STYLES = {"executed": "green", "told": "cyan", "no-rule": "dim"}
_COLUMNS = ("text", "lines", "clause", "kind", "held by", "tests")


def trace_table(filing: FilingBase, clauses: Sequence[Clause]) -> RenderableType:
    """The clauses in order, and how many there are of each kind."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    table.add_column("lines", no_wrap=True)
    table.add_column("clause", ratio=30)
    table.add_column("kind", no_wrap=True)
    table.add_column("held by", ratio=45)
    table.add_column("tests", justify="right")
    for one in clauses:
        table.add_row(
            one.lines,
            Text(one.clause),
            Text(one.kind, style=_STYLES[one.kind]),
            Text(", ".join(one.held_by)),
            str(len(one.tests) or ""),
        )
    head = Text.assemble((filing.title, "bold"), f"   {filing.house}   text {filing.source.file}")
    return Group(head, table, Text(summary(clauses), style="dim"), *_not_filed(filing))


def summary(clauses: Sequence[Clause]) -> str:
    """What the clauses add up to."""
    said = ", ".join(f"{number} {kind}" for kind, number in count(clauses).items())
    tested = sum(bool(one.tests) for one in clauses)
    return f"{len(clauses)} clauses: {said}; {tested} are named by tests"


def _not_filed(filing: FilingBase) -> list[Text]:
    return [Text(f"Not filed: {fact.key}. {fact.why}") for fact in filing.not_filed]


def trace_csv(clauses: Sequence[Clause]) -> str:
    """One row a clause; several holders or tests in a cell are separated by semicolons."""
    written = io.StringIO()
    rows = csv.writer(written, lineterminator="\n")
    rows.writerow(_COLUMNS)
    for one in clauses:
        held, tests = "; ".join(one.held_by), "; ".join(one.tests)
        rows.writerow((one.text, one.lines, one.clause, one.kind, held, tests))
    return written.getvalue()


_STYLE = """
@page { size: A4 landscape; margin: 12mm }
body { font: 9pt/1.35 system-ui, sans-serif; color: #111; margin: 1.5rem }
h1 { font-size: 15pt; margin: 0 }
p { margin: .3rem 0 }
table { border-collapse: collapse; width: 100%; margin-top: .8rem }
thead { display: table-header-group }
tr { break-inside: avoid }
th, td { border: 1px solid #999; padding: .2rem .4rem; text-align: left; vertical-align: top }
th { background: #eee }
td { overflow-wrap: anywhere }
.no-rule { color: #666 }
"""


def trace_html(filing: FilingBase, clauses: Sequence[Clause]) -> str:
    """The matrix as a page to print: what a test laboratory or the Bureau would ask for."""
    named = ", ".join(filter(None, (filing.house, filing.approval, filing.version)))
    facts = "".join(
        f"<p>Not filed: {escape(fact.key)}. {escape(fact.why)}</p>" for fact in filing.not_filed
    )
    head = "".join(f"<th>{name}</th>" for name in _COLUMNS)
    rows = "\n".join(_row(one) for one in clauses)
    title = escape(f"{filing.title}: trace")
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style></head>
<body><h1>{title}</h1><p>{escape(named)}; {escape(filing.id)}</p>
<p>{escape(summary(clauses))}</p>{facts}
<table><thead><tr>{head}</tr></thead><tbody>
{rows}
</tbody></table></body></html>
"""


def _row(one: Clause) -> str:
    cells = (one.text, one.lines, one.clause, one.kind)
    several = ("<br>".join(map(escape, part)) for part in (one.held_by, one.tests))
    shown = "".join(f"<td>{cell}</td>" for cell in (*map(escape, cells), *several))
    return f'<tr class="{one.kind}">{shown}</tr>'

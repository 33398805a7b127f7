"""A report to take away: rows for a spreadsheet, pages to print and sign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from houseway.filings.page import Block, cells, heading, paged, paragraph, pdf_pages
from houseway.histories.report import SUMS

Json = Mapping[str, Any]


def box_rows(report: Json) -> list[dict[str, Any]]:
    """A row for each table and shift, with what was counted where somebody counted."""
    counted = {(one["table"], one["shift"]): one for one in report.get("counted", ())}
    rows = []
    for box in report["boxes"]:
        found = counted.pop((box["table"], box["shift"]), None)
        row = {"table": box["table"], "shift": box["shift"], **{key: box[key] for key in SUMS}}
        rows.append(row | {key: found and found[key] for key in ("counted", "difference")})
    empty = dict.fromkeys(SUMS)
    for one in counted.values():  # a count of all shifts of a table, or of one without hands
        row = {"table": one["table"], "shift": one["shift"] or "all", **empty,
               "drop": one["expected"]}  # fmt: skip
        rows.append(row | {key: one[key] for key in ("counted", "difference")})
    return rows


def report_pdf(report: Json, title: str, about: str) -> bytes:
    """The report on as many pages as it takes, with a place to sign."""
    return pdf_pages(paged(list(_blocks(report, title, about))), title)


def _blocks(report: Json, title: str, about: str) -> Iterator[Block]:
    yield heading(title, 20)
    yield paragraph(about, 10, grey=True)
    total = report["total"]
    yield paragraph(
        f"{total['hands']} hands, {total['voided']} void; action {total['action']}, drop "
        f"{total['drop']}, fees waived {total['waived']}.", 11,
    )  # fmt: skip
    names = ("hands", "void", "action", "drop", "waived", "counted", "difference")
    keys = ("hands", "voided", "action", "drop", "waived", "counted", "difference")
    yield from _table(
        "Drop by table and shift", ("table", "shift", *names),
        [(row["table"], row["shift"], *(row[key] for key in keys)) for row in box_rows(report)],
        (14, 22, 8, 6, 12, 10, 9, 10, 11),
    )  # fmt: skip
    yield from _table(
        "Fees by rate", ("table", "shift", "from", "fee", "times"),
        [(box["table"], box["shift"], one["from"], one["fee"], one["times"])
         for box in report["boxes"] for one in box["rates"]],
        (14, 22, 20, 10, 10), words=3,
    )  # fmt: skip
    yield from _table(
        "Rotation of the bank", ("table", "shift", "player-dealer", "since", "hands", "result",
                                 "fees"),
        [(one["table"], one["shift"], one["name"], one["since"][:16].replace("T", " "),
          one["hands"], one["net"], one["fees"]) for one in report["rotation"]],
        (14, 22, 22, 18, 7, 12, 9), words=4,
    )  # fmt: skip
    yield paragraph("Signed", 11)
    yield paragraph("_" * 40, 11)


def _table(
    title: str, head: Sequence[str], rows: Sequence[Sequence[Any]], widths: Sequence[int],
    *, words: int = 2,
) -> Iterator[Block]:  # fmt: skip
    if not rows:
        return
    yield heading(title, 13)
    yield cells(head, widths, 9, words=words, bold=True)
    for row in rows:
        yield cells(["" if one is None else str(one) for one in row], widths, 9, words=words)

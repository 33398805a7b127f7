"""The document on paper, by ReportLab. The same document gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.pagesizes import letter
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
    TableStyle,
)

from houseway.analysis.par import document as doc
from houseway.analysis.strategy_cards import COLOURS, StrategyCard

_PLAIN, _BOLD = "Helvetica", "Helvetica-Bold"
_INK, _GREY, _BLUE, _RULE = map(HexColor, ("#16202a", "#4a5866", "#0b3c5d", "#d9dfe5"))
_SIDE, _TOP, _BOTTOM = 42.0, 44.0, 48.0
_WIDE: Final = letter[0] - 2 * _SIDE
_SIZE, _PAD = 7.6, 3.2
_LONG_WORD: Final = 74.0  # points; longer words are broken
_EVENLY: Final = 0.75  # 1 would give a column of long sentences nearly all
_KEPT: Final = 14  # rows of a table that stays on one page
_LONG: Final = 300  # letters of a cell that has many lines


def _style(name: str, size: float, **more: Any) -> ParagraphStyle:
    given = {"fontName": _PLAIN, "textColor": _INK, "leading": size * 1.28, **more}
    return ParagraphStyle(name, fontSize=size, **given)


_TITLE = _style("title", 20, fontName=_BOLD, textColor=_BLUE, spaceAfter=3)
_UNDER = _style("under", 9.5, textColor=_GREY)
_HEAD = _style("head", 13.5, fontName=_BOLD, textColor=_BLUE, spaceBefore=13, spaceAfter=5,
               keepWithNext=1)  # fmt: skip
_LESS = _style("less", 10.5, fontName=_BOLD, textColor=_BLUE, spaceBefore=8, spaceAfter=3,
               keepWithNext=1)  # fmt: skip
_LOOSE = ParagraphStyle("loose", _LESS, keepWithNext=0)  # the table it heads keeps it, or is cut
_TEXT = _style("text", 9, spaceBefore=3, spaceAfter=3)
_NOTE = _style("note", 7.6, textColor=_GREY, spaceBefore=2, spaceAfter=4)
_ITEM = _style("item", 8.6, leftIndent=11, bulletIndent=2, spaceAfter=1)
_CELL = _style("cell", _SIZE, splitLongWords=1)
_RIGHT = _style("right", _SIZE, alignment=TA_RIGHT, splitLongWords=1)
_STRONG = _style("strong", _SIZE, fontName=_BOLD)
_STRONG_RIGHT = _style("strong right", _SIZE, fontName=_BOLD, alignment=TA_RIGHT, splitLongWords=1)
_MIDDLE = _style("middle", _SIZE, alignment=TA_CENTER)
_STRONG_MIDDLE = _style("strong middle", _SIZE, fontName=_BOLD, alignment=TA_CENTER)


def pdf(document: doc.Document) -> bytes:
    written = BytesIO()
    made = BaseDocTemplate(
        written, pagesize=letter, title=document.title, author="houseway", lang="en", invariant=1,
        subject=", ".join(document.subtitle),
    )  # fmt: skip
    frame = Frame(_SIDE, _BOTTOM, _WIDE, letter[1] - _TOP - _BOTTOM, 0, 0, 0, 0)
    made.addPageTemplates([PageTemplate(frames=[frame])])
    alone = len(document.parts) == 1 and isinstance(
        document.parts[0], doc.Card
    )  # has its own title
    story: list[Any] = [] if alone else [Paragraph(escape(document.title), _TITLE)]
    story += [Paragraph(escape(line), _UNDER) for line in document.subtitle]
    for part in document.parts:
        story += _part(part, _HEAD)
    story = [KeepTogether(one) if isinstance(one, _Kept) else one for one in story]
    made.build(story, canvasmaker=lambda *given, **more: _Numbered(document.foot, *given, **more))
    return written.getvalue()


class _Kept(list[Any]):
    """What stays on one page. ReportLab takes one such part within another for endless, so that
    a heading joins the one it stands before."""


class _Numbered(Canvas):  # type: ignore[misc]
    """Pages that say which of how many they are, so they are written when all are there."""

    def __init__(self, foot: str, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._foot = foot
        self._kept: list[dict[str, Any]] = []

    def showPage(self) -> None:  # noqa: N802
        self._kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        for number, page in enumerate(self._kept, 1):
            self.__dict__.update(page)
            self.setStrokeColor(_RULE)
            self.line(_SIDE, _BOTTOM - 12, letter[0] - _SIDE, _BOTTOM - 12)
            self.setFont(_PLAIN, 7.5)
            self.setFillColor(_GREY)
            self.drawString(_SIDE, _BOTTOM - 23, self._foot)
            self.drawRightString(letter[0] - _SIDE, _BOTTOM - 23, f"{number} of {len(self._kept)}")
            super().showPage()
        super().save()


def _part(part: doc.Part, head: ParagraphStyle) -> Iterator[Any]:
    match part:
        case doc.Words(text, small):
            yield Paragraph(escape(text), _NOTE if small else _TEXT)
        case doc.Items(lines):
            yield from (Paragraph(escape(line), _ITEM, bulletText="•") for line in lines)
        case doc.Grid():
            yield from _grid(part)
        case doc.Card(card):
            yield from _card(card)
        case doc.Section(title, parts, apart):
            if apart:
                yield PageBreak()
            else:
                yield CondPageBreak(125)
            below = [made for one in parts for made in _part(one, _LESS)]
            if below and isinstance(below[0], _Kept):
                below[0].insert(
                    0, Paragraph(escape(title), ParagraphStyle("", head, keepWithNext=0))
                )
            else:
                yield Paragraph(escape(title), head)
            yield from below


# Tables


def _grid(grid: doc.Grid) -> Iterator[Any]:
    kept = len(grid.rows) <= _KEPT and all(len(cell) < _LONG for row in grid.rows for cell in row)
    title = [Paragraph(escape(grid.title), _LOOSE)] if grid.title else []
    heads = [_cell(one.name, one, bold=True) for one in grid.columns]
    rows = [heads]
    for number, row in enumerate(grid.rows, 1):
        last = grid.summed and number == len(grid.rows)
        rows.append(
            [_cell(text, one, bold=last) for text, one in zip(row, grid.columns, strict=True)]
        )
    style = [
        *_EVEN,
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, _BLUE),
        ("LINEBELOW", (0, 1), (-1, -1), 0.35, _RULE),
    ]
    # Neither a sum nor a last row stands alone on a page.
    style.append(("NOSPLIT", (0, -3 if grid.summed else -2), (-1, -1)))
    if grid.summed:
        style.append(("LINEABOVE", (0, -1), (-1, -1), 0.9, _BLUE))
    table = Table(
        rows,
        _widths(grid.columns, grid.rows),
        repeatRows=1,
        hAlign="LEFT",
        style=TableStyle(style),
        splitByRow=1,
    )
    note = [Paragraph(escape(grid.note), _NOTE)] if grid.note else [Spacer(0, 4)]
    if kept:
        yield _Kept([*title, table, *note])
    else:
        yield CondPageBreak(110)
        yield from (*title, table, *note)


_EVEN: Final = [
    ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
    ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
    ("TOPPADDING", (0, 0), (-1, -1), 1.4),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.8),
]


def _cell(text: str, column: doc.Column, *, bold: bool = False) -> Paragraph:
    right = column.side == "right"
    style = (_STRONG_RIGHT if right else _STRONG) if bold else (_RIGHT if right else _CELL)
    return Paragraph(escape(text), style)


def _needs(columns: Sequence[doc.Column], rows: Sequence[Sequence[str]]) -> list[float]:
    """The room in which no cell of a column is broken."""
    return [_widest((column.name, *(row[at] for row in rows))) for at, column in enumerate(columns)]


def _least(columns: Sequence[doc.Column], rows: Sequence[Sequence[str]]) -> list[float]:
    """The room a column cannot do without: its longest word, though not of very long ones."""
    found = []
    for at, (column, need) in enumerate(zip(columns, _needs(columns, rows), strict=True)):
        cells = (column.name, *(row[at] for row in rows))
        words = [word for cell in cells for word in cell.split()]
        found.append(min(_widest(words), _LONG_WORD) if column.breaks else need)
    return found


def _widest(texts: Iterable[str]) -> float:
    return 2 * _PAD + 1 + max((stringWidth(text, _BOLD, _SIZE) for text in texts), default=0.0)


def _widths(columns: Sequence[doc.Column], rows: Sequence[Sequence[str]]) -> list[float]:
    """What each column needs, where there is room; else what it cannot do without, and the rest
    shared by those with more to say.
    """
    needs, least = _needs(columns, rows), _least(columns, rows)
    if sum(needs) <= _WIDE:
        return needs
    left = _WIDE - sum(least)
    if left < 0:  # the longest figures go on in a second line
        return _levelled(least)
    wants = [(need - some) ** _EVENLY for need, some in zip(needs, least, strict=True)]
    return [some + left * want / sum(wants) for some, want in zip(least, wants, strict=True)]


def _levelled(needs: Sequence[float]) -> list[float]:
    """Those that need least have it; the others share the rest evenly."""
    found, room = dict[int, float](), _WIDE
    for done, (need, at) in enumerate(sorted((need, at) for at, need in enumerate(needs))):
        found[at] = min(need, room / (len(needs) - done))
        room -= found[at]
    return [found[at] for at in range(len(needs))]


# Cards


def _card(card: StrategyCard) -> Iterator[Any]:
    head = [Paragraph(escape(card.title), _LOOSE)]
    if card.rules:
        head.append(Paragraph(escape(card.rules), _NOTE))
    columns = [doc.Column(card.corner), *map(doc.Column, card.columns)]
    texts = [[name, *(cell.text for cell in cells)] for name, cells in card.rows.items()]
    needs = _widths(columns, texts)
    if len(columns) > 6:  # cells of letters: all as wide as the widest, and a little more
        each = min(max(*needs[1:], 24.0), (_WIDE - needs[0]) / (len(needs) - 1))
        needs = [needs[0], *([each] * (len(needs) - 1))]
    rows = [[Paragraph(escape(one.name), _STRONG if not at else _STRONG_MIDDLE)
             for at, one in enumerate(columns)]]  # fmt: skip
    style = [*_EVEN, ("GRID", (0, 0), (-1, -1), 0.4, HexColor("#8a97a3")),
             ("VALIGN", (0, 0), (-1, -1), "MIDDLE")]  # fmt: skip
    for number, (name, cells) in enumerate(card.rows.items(), 1):
        said = (Paragraph(escape(cell.text), _MIDDLE) for cell in cells)
        rows.append([Paragraph(escape(name), _STRONG), *said])
        for place, cell in enumerate(cells, 1):
            if cell.kind:
                style.append(
                    ("BACKGROUND", (place, number), (place, number), HexColor(COLOURS[cell.kind]))
                )
    table = Table(rows, needs, repeatRows=1, hAlign="LEFT", style=TableStyle(style))
    notes = [Paragraph(escape(note), _NOTE) for note in card.below()]
    if len(rows) <= 45:
        yield _Kept([*head, table, *notes])
    else:
        yield from (*head, table, *notes)
    yield Spacer(0, 8)

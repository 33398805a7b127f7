"""One printed page: blocks of text laid out as large as they fit, and written as SVG or PDF.

The page is a list of marks; who draws them knows nothing of what they mean. Widths are those of
Helvetica, which every printer has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO

WIDTH, HEIGHT, MARGIN = 612.0, 792.0, 36.0  # letter, in points

# Widths of the characters from space to ~ in thousandths of the size.
_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
_SUITS = "♠♥♦♣"  # which Helvetica does not have
_BOLD = 1.08  # how much wider bold letters run


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text; `at` is its left end, its middle or its right end."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    at: str = "start"  # or "middle", "end"
    grey: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.8


@dataclass(frozen=True, slots=True)
class Box:
    """A frame with rounded corners; `radius` of half its height makes it a circle."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 4.0
    line: float = 0.8


Mark = Word | Stroke | Box


@dataclass(frozen=True, slots=True)
class Block:
    """Something that takes a width and says which marks it makes and how high it is."""

    draw: Callable[[float, float, float, float], tuple[list[Mark], float]]


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a line runs; letters beyond the table count as wide ones."""
    thousandths = sum(_WIDTHS[ord(c) - 32] if 32 <= ord(c) < 127 else 700 for c in text)
    return thousandths / 1000 * size * (_BOLD if bold else 1.0)


def wrapped(text: str, size: float, width: float, *, bold: bool = False) -> list[str]:
    """The lines of a paragraph."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if line and text_width(longer, size, bold=bold) > width:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line] if line else lines


def paragraph(
    text: str, size: float, *, bold: bool = False, middle: bool = False, grey: bool = False
) -> Block:
    """Text over the whole width."""

    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[Mark], float]:
        points = size * scale
        marks: list[Mark] = []
        for number, line in enumerate(wrapped(text, points, width, bold=bold), 1):
            base = y + number * points * 1.18 - points * 0.25
            at = (x + width / 2, "middle") if middle else (x, "start")
            marks.append(Word(at[0], base, line, points, bold, at[1], grey))
        return marks, len(marks) * points * 1.18 + points * 0.2

    return Block(draw)


def heading(text: str, size: float = 15) -> Block:
    """A title with a rule under it."""

    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[Mark], float]:
        points = size * scale
        word = Word(x, y + points * 1.25, text, points, bold=True)
        rule = Stroke(x, y + points * 1.5, x + width, y + points * 1.5)
        return [word, rule], points * 1.75

    return Block(draw)


def rows(lines: Iterable[tuple[str, str]], size: float = 12) -> Block:
    """What is due on the left, how much on the right."""
    kept = list(lines)

    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[Mark], float]:
        points = size * scale
        marks: list[Mark] = []
        below = y
        for left, right in kept:
            room = width - text_width(right, points, bold=True) - points
            parts = wrapped(left, points, room) or [""]
            for number, part in enumerate(parts, 1):
                marks.append(Word(x, below + number * points * 1.2 - points * 0.2, part, points))
            base = below + points
            marks.append(Word(x + width, base, right, points, bold=True, at="end"))
            below += len(parts) * points * 1.2
        return marks, below - y + points * 0.3

    return Block(draw)


def stack(
    blocks: Sequence[Block], x: float, y: float, width: float, scale: float
) -> tuple[list[Mark], float]:
    """Blocks one below the other; their marks, and where the last one ends."""
    marks: list[Mark] = []
    for block in blocks:
        made, height = block.draw(x, y, width, scale)
        marks += made
        y += height
    return marks, y


def beside(left: Sequence[Block], right: Sequence[Block]) -> Block:
    """Two columns; one alone takes the whole width."""
    columns = [column for column in (left, right) if column]

    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[Mark], float]:
        gap = 20.0 * (len(columns) - 1)
        each = (width - gap) / max(len(columns), 1)
        marks: list[Mark] = []
        ends = [y]
        for number, column in enumerate(columns):
            made, end = stack(column, x + number * (each + gap), y, each, scale)
            marks += made
            ends.append(end)
        return marks, max(ends) - y

    return Block(draw)


def fitted(blocks: Sequence[Block]) -> list[Mark]:
    """The blocks on one page, as large as they fit."""
    width, bottom = WIDTH - 2 * MARGIN, HEIGHT - MARGIN
    marks: list[Mark] = []
    for hundredths in range(130, 19, -2):
        marks, end = stack(blocks, MARGIN, MARGIN, width, hundredths / 100)
        if end <= bottom:
            break
    frame = MARGIN / 2
    return [Box(frame, frame, WIDTH - 2 * frame, HEIGHT - 2 * frame, 8, 2), *marks]


def cells(
    texts: Sequence[str], shares: Sequence[float], size: float, *, words: int, bold: bool = False
) -> Block:
    """One row of a table: columns of `words` from the left, then figures to the right; what is too
    long for its column is cut."""

    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[Mark], float]:
        points = size * scale
        marks: list[Mark] = []
        for number, (text, share) in enumerate(zip(texts, shares, strict=True)):
            room = width * share / sum(shares)
            shown = text
            while shown and text_width(shown, points, bold=bold) > room - 4:
                shown = shown[:-1]
            right = number >= words
            at = (x + room - 4, "end") if right else (x, "start")
            marks.append(Word(at[0], y + points, shown, points, bold, at[1]))
            x += room
        return marks, points * 1.45

    return Block(draw)


def paged(blocks: Sequence[Block]) -> list[list[Mark]]:
    """The blocks in their own size on as many pages as it takes."""
    width, bottom = WIDTH - 2 * MARGIN, HEIGHT - MARGIN
    pages: list[list[Mark]] = [[]]
    y = MARGIN
    for block in blocks:
        marks, height = block.draw(MARGIN, y, width, 1.0)
        if y + height > bottom and pages[-1]:
            pages.append([])
            marks, height = block.draw(MARGIN, MARGIN, width, 1.0)
            y = MARGIN
        pages[-1] += marks
        y += height
    return pages


def svg(marks: Sequence[Mark], title: str) -> str:
    """The marks as an SVG document."""
    drawn = "\n".join(_svg_mark(mark) for mark in marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
        f'width="{WIDTH:g}pt" height="{HEIGHT:g}pt" role="img" '
        f'font-family="Helvetica, Arial, sans-serif">\n<title>{escape(title)}</title>\n'
        f'<rect width="100%" height="100%" fill="#fff"/>\n{drawn}\n</svg>\n'
    )


def _svg_mark(mark: Mark) -> str:
    match mark:
        case Word():
            weight = ' font-weight="bold"' if mark.bold else ""
            fill = "#555" if mark.grey else "#111"
            return (
                f'<text x="{mark.x:.1f}" y="{mark.y:.1f}" font-size="{mark.size:.1f}"{weight} '
                f'text-anchor="{mark.at}" fill="{fill}">{escape(mark.text)}</text>'
            )
        case Stroke():
            return (
                f'<line x1="{mark.x1:.1f}" y1="{mark.y1:.1f}" x2="{mark.x2:.1f}" '
                f'y2="{mark.y2:.1f}" stroke="#111" stroke-width="{mark.width}"/>'
            )
        case Box():
            return (
                f'<rect x="{mark.x:.1f}" y="{mark.y:.1f}" width="{mark.width:.1f}" '
                f'height="{mark.height:.1f}" rx="{mark.radius:.1f}" fill="none" stroke="#111" '
                f'stroke-width="{mark.line}"/>'
            )


def pdf(marks: Sequence[Mark], title: str) -> bytes:
    """The marks as a PDF of one page; the same marks give the same bytes."""
    return pdf_pages([marks], title)


def pdf_pages(pages: Sequence[Sequence[Mark]], title: str) -> bytes:
    """The marks of each page as a PDF."""
    from reportlab.pdfgen.canvas import Canvas

    written = BytesIO()
    canvas = Canvas(written, pagesize=(WIDTH, HEIGHT), invariant=1, lang="en")
    canvas.setTitle(title)
    for marks in pages:
        for mark in marks:
            _pdf_mark(canvas, mark)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _pdf_mark(canvas: object, mark: Mark) -> None:
    from reportlab.pdfgen.canvas import Canvas

    assert isinstance(canvas, Canvas)
    match mark:
        case Word():
            plain = "Helvetica-Bold" if mark.bold else "Helvetica"
            canvas.setFont("ZapfDingbats" if mark.text in _SUITS else plain, mark.size)
            canvas.setFillGray(0.33 if mark.grey else 0.07)
            put = {
                "start": canvas.drawString,
                "middle": canvas.drawCentredString,
                "end": canvas.drawRightString,
            }[mark.at]
            put(mark.x, HEIGHT - mark.y, mark.text)
        case Stroke():
            canvas.setLineWidth(mark.width)
            canvas.line(mark.x1, HEIGHT - mark.y1, mark.x2, HEIGHT - mark.y2)
        case Box():
            canvas.setLineWidth(mark.line)
            below = HEIGHT - mark.y - mark.height
            canvas.roundRect(mark.x, below, mark.width, mark.height, mark.radius)

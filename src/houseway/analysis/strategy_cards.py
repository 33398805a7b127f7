"""Strategy cards: how to play on one page, as text, as a picture in SVG or PNG, or on paper.

Each family's module makes its cards from a report; here they are drawn, whatever the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap
from typing import Any, Final, NamedTuple

from houseway.analysis.report import OddsReport
from houseway.errors import HousewayError
from houseway.filings.told import tell
from houseway.filings.wording.base import count, spot_name
from houseway.filings.wording.common import choice_words

# Kinds of cells: tints of the palette of Okabe and Ito, told apart by colour-blind people too.
COLOURS: Final[Mapping[str, str]] = {
    "go": "#cfe9f8",  # bet, play, hit
    "more": "#6cbdea",  # double
    "wait": "#f7f7f7",  # check, stand
    "stop": "#f0a35e",  # fold, surrender
    "split": "#f7ec8a",
    "": "#ffffff",
}
_CHARACTER, _LINE, _MARGIN, _BASELINE = 8, 24, 16, 17  # in pixels
_TITLE, _SMALL = 20, 12  # sizes of letters; all others are 14
# In characters: a card is read on a screen of 80 columns.
_FOOTER, _NAME, _WORDS = 78, 28, 46
_LETTER = 0.56  # of a letter's size, its width on average


@dataclass(frozen=True, slots=True)
class Cell:
    """What to do, in as few letters as will do, the kind of choice it is, and what each choice
    brings there, in units of the bet, where that is counted."""

    text: str
    kind: str = ""
    worth: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class StrategyCard:
    """A grid with a heading for each row and column, what the letters mean, and notes."""

    title: str
    rules: str = ""  # the house, decks and rules it holds for
    corner: str = ""
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]
    covers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # hands of one row, named
    legend: Mapping[str, str] = field(default_factory=dict)  # by the text of a cell
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<card: {self.title}>"

    def _repr_html_(self) -> str:
        return as_svg(self)

    def lines(self) -> Iterator[tuple[str, tuple[Cell, ...]]]:
        """The grid with its headings."""
        yield self.corner, tuple(Cell(name) for name in self.columns)
        yield from self.rows.items()

    def parts(self) -> Iterator[list[tuple[str, ...]]]:
        """The grid line by line, each cell in the lines its words need."""
        for name, cells in self.lines():
            folded = [wrap(name, _NAME) or [""]]
            folded += [wrap(cell.text, _WORDS) or [""] for cell in cells]
            yield list(zip_longest(*folded, fillvalue=""))

    def widths(self) -> list[int]:
        """Characters of each column, the row headings first."""
        lines = [words for line in self.parts() for words in line]
        return [max(map(len, column)) for column in zip(*lines, strict=True)]

    def under(self) -> list[str]:
        """What it holds for, in lines."""
        return wrap(self.rules, _FOOTER)

    def below(self) -> list[str]:
        """Legend and notes, each whole."""
        legend = "; ".join(f"{text}: {meaning}" for text, meaning in self.legend.items())
        return [words for words in (legend, *self.notes) if words]

    def footer(self) -> list[str]:
        """The same in lines."""
        return [part for words in self.below() for part in wrap(words, _FOOTER)]

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "rules": self.rules,
            "corner": self.corner,
            "columns": list(self.columns),
            "rows": {name: [cell.text for cell in cells] for name, cells in self.rows.items()},
            "kinds": {name: [cell.kind for cell in cells] for name, cells in self.rows.items()},
            "worth": {
                name: [dict(cell.worth) for cell in cells]
                for name, cells in self.rows.items()
                if any(cell.worth for cell in cells)
            },
            "covers": {name: list(rows) for name, rows in self.covers.items()},
            "legend": dict(self.legend),
            "notes": list(self.notes),
        }


def stated(report: OddsReport, *keys: str) -> str:
    """What a card holds for: the game, house and decks, options, and these rules of the game."""
    filing = report.rules
    if filing is None:
        return report.filing
    kind, pieces = filing.deck.kind, len(filing.deck.pieces())
    decks = f"{count(report.decks, 'deck')} of {pieces} cards"
    said = [f"{filing.title}, {filing.house}", "one set of tiles" if kind == "tiles-32" else decks]
    told = tell(filing).parts["game"].parts
    for key in keys:
        if (part := told.get(key)) is not None and part.text() not in ("", "none", "not offered"):
            said.append(f"{part.about}: {part.text()}")
    said += [f"{spot_name(name)}: {choice_words(value)}" for name, value in report.options.items()]
    return ". ".join(one[:1].upper() + one[1:] for one in said) + "."


def as_text(card: StrategyCard) -> str:
    """
    >>> coin = StrategyCard(title="Coin", columns=("heads",), rows={"call": (Cell("yes"),)})
    >>> print(as_text(coin))
    Coin
    <BLANKLINE>
          heads
    call  yes
    """
    lines = [card.title, *card.under(), ""]
    widths = card.widths()
    for line in card.parts():
        for words in line:
            padded = (word.ljust(width) for word, width in zip(words, widths, strict=True))
            lines.append("  ".join(padded).rstrip())
    return "\n".join([*lines, *([""] if card.footer() else []), *card.footer()])


# Pictures


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    colour: str


class Words(NamedTuple):
    x: float
    y: float
    text: str
    bold: bool = False
    centred: bool = False
    size: int = 14


@dataclass(frozen=True, slots=True)
class Drawing:
    """A card laid out in pixels: what a picture of any format is made from."""

    width: float
    height: float
    marks: tuple[Box | Words, ...]


def draw(card: StrategyCard) -> Drawing:
    widths = [_CHARACTER * characters + _MARGIN for characters in card.widths()]
    marks: list[Box | Words] = [Words(_MARGIN, _LINE + 4, card.title, bold=True, size=_TITLE)]
    y = _LINE + 14
    for said in card.under():
        y += _SMALL + 5
        marks.append(Words(_MARGIN, y, said, size=_SMALL))
    y += _LINE // 2 + 4
    for number, ((_, cells), line) in enumerate(zip(card.lines(), card.parts(), strict=True)):
        height = _LINE * len(line)
        for row, words in enumerate(line):
            marks.append(Words(_MARGIN, y + row * _LINE + _BASELINE, words[0], bold=True))
        x = _MARGIN
        for place, (cell, before, width) in enumerate(zip(cells, widths, widths[1:], strict=False)):
            x += before
            if number:
                marks.append(Box(x, y, width, height, COLOURS[cell.kind]))
            for row, words in enumerate(line):
                at = y + row * _LINE + _BASELINE
                marks.append(
                    Words(x + width / 2, at, words[place + 1], bold=not number, centred=True)
                )
        y += height
    y += 4
    for note in card.footer():
        y += _SMALL + 7
        marks.append(Words(_MARGIN, y, note, size=_SMALL + 1))
    sizes = [(card.title, _TITLE), *((one, _SMALL) for one in card.under())]
    sizes += [(one, _SMALL + 1) for one in card.footer()]
    longest = max(len(text) * size * _LETTER for text, size in sizes)
    return Drawing(max(sum(widths), longest) + 2 * _MARGIN, y + _LINE, tuple(marks))


def as_svg(card: StrategyCard) -> str:
    """The card as a picture that needs no fonts and no script of its own."""
    drawing = draw(card)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.height}" '
        'font-family="sans-serif" font-size="14" role="img">',
        f"<title>{escape(card.title)}</title>",
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for mark in drawing.marks:
        if isinstance(mark, Box):
            parts.append(
                f'<rect x="{mark.x:g}" y="{mark.y:g}" width="{mark.width:g}" '
                f'height="{mark.height:g}" fill="{mark.colour}" stroke="#888888"/>'
            )
        else:
            bold = ' font-weight="bold"' if mark.bold else ""
            centred = ' text-anchor="middle"' if mark.centred else ""
            size = f' font-size="{mark.size}"' if mark.size != 14 else ""
            words = escape(mark.text)
            parts.append(f'<text x="{mark.x:g}" y="{mark.y:g}"{size}{bold}{centred}>{words}</text>')
    return "\n".join([*parts, "</svg>", ""])


def write_cards(cards: Sequence[StrategyCard], path: Path | str) -> list[Path]:
    """Each card to a file of its own: `card.svg`, then `card-2.svg`."""
    path = Path(path)
    if not cards:
        raise HousewayError("no-card", "the game leaves a bettor no choice", where=str(path))
    paths = [
        path.with_stem(f"{path.stem}-{number}") if number > 1 else path
        for number in range(1, len(cards) + 1)
    ]
    for card, one in zip(cards, paths, strict=True):
        write_card(card, one)
    return paths


def write_card(card: StrategyCard, path: Path | str) -> None:
    """To a file: `.svg`, `.pdf`, `.png` or `.txt`."""
    path = Path(path)
    kind = path.suffix.lower()
    if kind == ".svg":
        path.write_text(as_svg(card), encoding="utf-8")
    elif kind == ".txt":
        path.write_text(as_text(card) + "\n", encoding="utf-8")
    elif kind == ".png":
        _write_png(card, path)
    elif kind == ".pdf":
        from houseway.analysis.par.document import Card, Document
        from houseway.analysis.par.pdf import pdf

        path.write_bytes(pdf(Document(title=card.title, parts=(Card(card),))))
    else:
        raise HousewayError(
            "unknown-format",
            f"{kind!r} is no format of a card; use .svg, .pdf, .png or .txt",
            where=str(path),
        )


def _write_png(card: StrategyCard, path: Path) -> None:
    try:
        from matplotlib.figure import Figure
        from matplotlib.patches import Rectangle
    except ImportError as missing:
        raise HousewayError(
            "missing-extra",
            f"a PNG needs {missing.name}: install the extra, houseway[analysis], or write .svg",
            where=str(path),
        ) from missing
    drawing = draw(card)
    figure = Figure(figsize=(drawing.width / 100, drawing.height / 100), dpi=200)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, drawing.width)
    axes.set_ylim(drawing.height, 0)
    axes.axis("off")
    for mark in drawing.marks:
        if isinstance(mark, Box):
            axes.add_patch(
                Rectangle(
                    (mark.x, mark.y), mark.width, mark.height,
                    facecolor=mark.colour, edgecolor="#888888",
                )
            )  # fmt: skip
        else:
            axes.text(
                mark.x, mark.y, mark.text, fontsize=mark.size * 9 / 14,
                ha="center" if mark.centred else "left",
                fontweight="bold" if mark.bold else "normal",
            )  # fmt: skip
    figure.savefig(path)

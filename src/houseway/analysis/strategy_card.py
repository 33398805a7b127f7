"""A strategy card: a grid of choices with a few words, drawn as text, as SVG or as PNG.

    A  K  Q       each family's module makes its cards from a report;
 A  4  4  4       `odds.strategy_cards` asks it for them
 K  4  4  4
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import Final

from houseway.errors import HousewayError

# Kinds of cells: a colour that prints well, told apart by lightness too.
COLOURS: Final[Mapping[str, str]] = {
    "go": "#7fbf7b",  # bet, play, hit
    "more": "#3f8f5f",  # double
    "wait": "#f7f7f7",  # check, stand
    "stop": "#e9a3c9",  # fold, surrender
    "split": "#a6bddb",
    "": "#ffffff",
}
_CHARACTER, _LINE, _MARGIN = 8, 24, 16  # in pixels
_NOTE_WIDTH: Final = 92  # characters


@dataclass(frozen=True, slots=True)
class Cell:
    """What to do, in as few letters as will do, and the kind of choice it is."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A grid with a heading for each row and column, what the letters mean, and notes."""

    title: str
    corner: str = ""
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[Cell, ...]]
    legend: Mapping[str, str] = field(default_factory=dict)  # by the text of a cell
    notes: tuple[str, ...] = ()

    def widths(self) -> list[int]:
        """Characters of each column, the row headings first."""
        lines = [(self.corner, *self.columns)]
        lines += [(name, *(cell.text for cell in cells)) for name, cells in self.rows.items()]
        return [max(len(line[i]) for line in lines) for i in range(len(self.columns) + 1)]

    def footer(self) -> list[str]:
        """Legend and notes in lines."""
        words = [f"{text}: {meaning}" for text, meaning in self.legend.items()]
        lines = ["; ".join(words)] if words else []
        return [part for line in (*lines, *self.notes) for part in wrap(line, _NOTE_WIDTH)]


def as_text(card: Card) -> str:
    """
    >>> print(as_text(Card(title="Coin", columns=("heads",), rows={"call": (Cell("yes"),)})))
    Coin
    <BLANKLINE>
          heads
    call  yes
    """
    widths = card.widths()

    def line(*words: str) -> str:
        return "  ".join(word.ljust(n) for word, n in zip(words, widths, strict=True)).rstrip()

    grid = [line(card.corner, *card.columns)]
    grid += [line(name, *(cell.text for cell in cells)) for name, cells in card.rows.items()]
    footer = ["", *card.footer()] if card.footer() else []
    return "\n".join([card.title, "", *grid, *footer])


def as_svg(card: Card) -> str:
    """The card as a picture; it needs no fonts of its own and no script."""
    widths = [_CHARACTER * n + _MARGIN for n in card.widths()]
    footer = card.footer()
    right = max(
        sum(widths), _CHARACTER * max(len(card.title), *(len(line) for line in footer), 0)
    )
    bottom = _LINE * (len(card.rows) + 3 + len(footer)) + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + 2 * _MARGIN} '
        f'{bottom + _MARGIN}" font-family="sans-serif" font-size="14">',
        f"<title>{escape(card.title)}</title>",
        f'<rect width="100%" height="100%" fill="{COLOURS[""]}"/>',
        _svg_text(_MARGIN, _LINE, card.title, weight="bold"),
    ]
    top = 2 * _LINE
    lines = [(card.corner, tuple(Cell(name) for name in card.columns)), *card.rows.items()]
    for number, (name, cells) in enumerate(lines):
        y = top + number * _LINE
        x = _MARGIN
        parts.append(_svg_text(x, y + 17, name, weight="bold"))
        for cell, width in zip(cells, widths[1:], strict=True):
            x += widths[0] if x == _MARGIN else 0
            if number:
                parts.append(
                    f'<rect x="{x}" y="{y}" width="{width}" height="{_LINE}" '
                    f'fill="{COLOURS[cell.kind]}" stroke="#888"/>'
                )
            weight = "normal" if number else "bold"
            middle = x + width / 2
            parts.append(_svg_text(middle, y + 17, cell.text, weight=weight, anchor="middle"))
            x += width
    y = top + (len(lines) + 1) * _LINE
    for number, words in enumerate(footer):
        parts.append(_svg_text(_MARGIN, y + number * _LINE, words))
    return "\n".join([*parts, "</svg>", ""])


def _svg_text(
    x: float, y: float, words: str, *, weight: str = "normal", anchor: str = "start"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escape(words)}</text>"
    )


def write_card(card: Card, path: Path) -> None:
    """To a file: `.svg`, `.png` or `.txt`."""
    kind = path.suffix.lower()
    if kind == ".svg":
        path.write_text(as_svg(card), encoding="utf-8")
    elif kind == ".txt":
        path.write_text(as_text(card) + "\n", encoding="utf-8")
    elif kind == ".png":
        _write_png(card, path)
    else:
        raise HousewayError(
            "unknown-format", f"{kind!r} is no format of a card; use .svg, .png or .txt",
            where=str(path),
        )  # fmt: skip


def _write_png(card: Card, path: Path) -> None:
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError as missing:
        raise HousewayError(
            "missing-extra",
            f"a PNG needs {missing.name}: install the extra, houseway[analysis], or write .svg",
            where=str(path),
        ) from missing
    widths = [_CHARACTER * n + _MARGIN for n in card.widths()]
    footer = card.footer()
    right = max(sum(widths), _CHARACTER * max(len(card.title), *(len(w) for w in footer), 0))
    bottom = _LINE * (len(card.rows) + 3 + len(footer)) + _MARGIN
    figure = Figure(figsize=((right + 2 * _MARGIN) / 100, (bottom + _MARGIN) / 100), dpi=200)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, right + 2 * _MARGIN)
    axes.set_ylim(bottom + _MARGIN, 0)
    axes.axis("off")
    axes.text(_MARGIN, _LINE, card.title, fontsize=10, fontweight="bold")
    lines = [(card.corner, tuple(Cell(name) for name in card.columns)), *card.rows.items()]
    for number, (name, cells) in enumerate(lines):
        y = 2 * _LINE + number * _LINE
        axes.text(_MARGIN, y + 17, name, fontsize=9, fontweight="bold")
        x = _MARGIN + widths[0]
        for cell, width in zip(cells, widths[1:], strict=True):
            if number:
                axes.add_patch(_patch(x, y, width, COLOURS[cell.kind]))
            weight = "normal" if number else "bold"
            axes.text(x + width / 2, y + 17, cell.text, fontsize=9, ha="center", fontweight=weight)
            x += width
    y = (len(lines) + 3) * _LINE
    for number, words in enumerate(footer):
        axes.text(_MARGIN, y + number * _LINE, words, fontsize=9)
    figure.savefig(path)

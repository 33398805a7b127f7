"""The document as a page that needs nothing but itself, for a screen and for paper."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from houseway.analysis.par import document as doc
from houseway.analysis.strategy_cards import COLOURS, StrategyCard

_STYLE = """
@page { size: letter portrait; margin: 16mm 14mm }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5em; max-width: 62em; color: #16202a;
  font: 10.5pt/1.45 "Helvetica Neue", Helvetica, Arial, sans-serif }
h1 { font-size: 22pt; line-height: 1.15; margin: 0 0 .2em; color: #0b3c5d }
.subtitle { margin: 0; color: #4a5866 }
h2 { font-size: 14.5pt; margin: 1.8em 0 .5em; padding-bottom: .15em; color: #0b3c5d;
  border-bottom: 2px solid #0b3c5d; break-after: avoid }
h3 { font-size: 11.5pt; margin: 1.3em 0 .35em; color: #0b3c5d; break-after: avoid }
p { margin: .5em 0 } .small { font-size: 8.8pt; color: #4a5866 }
ul { margin: .3em 0; padding-left: 1.3em }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 9.2pt }
caption { text-align: left; font-weight: bold; color: #0b3c5d; font-size: 10.5pt;
  padding: .9em 0 .25em; break-after: avoid }
th { text-align: left; vertical-align: bottom; border-bottom: 1.5px solid #0b3c5d;
  padding: .2em .5em }
td { vertical-align: top; border-bottom: 1px solid #d9dfe5; padding: .2em .5em;
  overflow-wrap: anywhere }
tr { break-inside: avoid } thead { display: table-header-group }
.right { text-align: right; font-variant-numeric: tabular-nums } .whole { white-space: nowrap }
.sum td { font-weight: bold; border-top: 1.5px solid #0b3c5d }
.card td, .card th { text-align: center; border: 1px solid #8a97a3; padding: .12em .35em }
.card th { border-bottom-width: 1px } .card tbody th { text-align: left }
footer { margin-top: 2.5em; padding-top: .5em; border-top: 1px solid #d9dfe5; font-size: 8.8pt;
  color: #4a5866 }
@media print { body { padding: 0; max-width: none } .apart { break-before: page } }
"""


def html(document: doc.Document) -> str:
    head = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
    head += f"<title>{escape(document.title)}</title>"
    size = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    lines = [head, size, f"<style>{_STYLE}{_kinds()}</style></head>\n<body>"]
    lines.append(f"<h1>{escape(document.title)}</h1>")
    lines += [f'<p class="subtitle">{escape(line)}</p>' for line in document.subtitle]
    for part in document.parts:
        lines += _part(part, 2)
    lines.append(f"<footer>{escape(document.foot)}</footer>\n</body></html>\n")
    return "\n".join(lines)


def fragment(*parts: doc.Part) -> str:
    """Parts of a page, for a notebook."""
    return "\n".join(line for part in parts for line in _part(part, 4))


def _kinds() -> str:
    kinds = ((kind, colour) for kind, colour in COLOURS.items() if kind)
    return "".join(f".k-{kind} {{ background: {colour} }}\n" for kind, colour in kinds)


def _tag(name: str, text: str, *kinds: str) -> str:
    """An element with its classes."""
    named = " ".join(kind for kind in kinds if kind)
    return f'<{name} class="{named}">{text}</{name}>' if named else f"<{name}>{text}</{name}>"


def _part(part: doc.Part, level: int) -> Iterator[str]:
    match part:
        case doc.Words(text, small):
            yield _tag("p", escape(text), "small" if small else "")
        case doc.Items(lines):
            yield "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
        case doc.Grid():
            yield from _grid(part)
        case doc.Card(card):
            yield from _card(card, level + 1)
        case doc.Section(title, parts, apart):
            kind = ' class="apart"' if apart else ""
            yield f"<section{kind}><h{level}>{escape(title)}</h{level}>"
            for one in parts:
                yield from _part(one, level + 1)
            yield "</section>"


def _grid(grid: doc.Grid) -> Iterator[str]:
    kinds = [
        ("right" if one.side == "right" else "", "" if one.breaks else "whole")
        for one in grid.columns
    ]
    yield '<div class="wide"><table>'
    if grid.title:
        yield _tag("caption", escape(grid.title))
    names = (escape(one.name) for one in grid.columns)
    heads = (_tag("th", name, *kind) for name, kind in zip(names, kinds, strict=True))
    yield f"<thead>{_tag('tr', ''.join(heads))}</thead><tbody>"
    for number, row in enumerate(grid.rows, 1):
        last = grid.summed and number == len(grid.rows)
        cells = (_tag("td", escape(cell), *kind) for cell, kind in zip(row, kinds, strict=True))
        yield _tag("tr", "".join(cells), "sum" if last else "")
    yield "</tbody></table></div>"
    if grid.note:
        yield _tag("p", escape(grid.note), "small")


def _card(card: StrategyCard, level: int) -> Iterator[str]:
    yield _tag(f"h{level}", escape(card.title))
    if card.rules:
        yield _tag("p", escape(card.rules), "small")
    heads = "".join(_tag("th", escape(name)) for name in (card.corner, *card.columns))
    yield f'<div class="wide"><table class="card"><thead>{_tag("tr", heads)}</thead><tbody>'
    for name, cells in card.rows.items():
        said = (_tag("td", escape(one.text), one.kind and f"k-{one.kind}") for one in cells)
        yield _tag("tr", _tag("th", escape(name)) + "".join(said))
    yield "</tbody></table></div>"
    for note in card.below():
        yield _tag("p", escape(note), "small")

"""The document as LaTeX, with packages every distribution has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from houseway.analysis.par import document as doc
from houseway.analysis.strategy_cards import COLOURS, StrategyCard

_PREAMBLE = r"""\documentclass[10pt]{article}
\usepackage[letterpaper,margin=18mm]{geometry}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{helvet}
\renewcommand{\familydefault}{\sfdefault}
\usepackage[table]{xcolor}
\usepackage{longtable,booktabs,array,fancyhdr}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\setlength{\tabcolsep}{3pt}
\emergencystretch=3em
\renewcommand{\arraystretch}{1.12}
\newcommand{\need}{\par\vskip 0pt plus 12\baselineskip\penalty-250\vskip 0pt plus -12\baselineskip}
\pagestyle{fancy}\fancyhf{}\renewcommand{\headrulewidth}{0pt}
"""
_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "_": r"\_", "%": r"\%", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}", "±": r"\ensuremath{\pm}",
    "×": r"\ensuremath{\times}", "–": "--", "…": r"\ldots{}", "½": r"\ensuremath{1/2}",
    "“": "``", "”": "\'\'", "‘": "`", "’": "'",
    "♠": r"\ensuremath{\spadesuit}", "♥": r"\ensuremath{\heartsuit}",
    "♦": r"\ensuremath{\diamondsuit}", "♣": r"\ensuremath{\clubsuit}",
}  # fmt: skip
_WIDE = 168.0  # millimetres between the margins
_LETTER = 1.75  # of a letter in a table


def tex(document: doc.Document) -> str:
    lines = [_PREAMBLE]
    for kind, colour in COLOURS.items():
        if kind:
            lines.append(rf"\definecolor{{k-{kind}}}{{HTML}}{{{colour[1:].upper()}}}")
    lines.append(rf"\fancyfoot[L]{{\footnotesize {_said(document.foot)}}}")
    lines.append(r"\fancyfoot[R]{\footnotesize \thepage{} of \pageref{last}}")
    lines.append(r"\begin{document}")
    lines.append(rf"{{\LARGE\bfseries {_said(document.title)}\par}}")
    lines += [rf"{{{_said(line)}\par}}" for line in document.subtitle]
    for part in document.parts:
        lines += _part(part, 0)
    return "\n".join([*lines, r"\label{last}\end{document}", ""])


def _said(text: str) -> str:
    """Text as TeX reads it; long figures may break where they can."""
    escaped = "".join(_SPECIAL.get(letter, letter) for letter in text)
    return re.sub(r"(/|[0-9a-f]{8}(?=[0-9a-f]{8}))", r"\1\\allowbreak{}", escaped)


def _part(part: doc.Part, level: int) -> Iterator[str]:
    match part:
        case doc.Words(text, small):
            yield rf"{{\footnotesize {_said(text)}\par}}" if small else _said(text) + "\n"
        case doc.Items(lines):
            yield r"\begin{itemize}\setlength{\itemsep}{0pt}"
            yield from (rf"\item {_said(line)}" for line in lines)
            yield r"\end{itemize}"
        case doc.Grid():
            yield from _grid(part)
        case doc.Card(card):
            yield from _card(card)
        case doc.Section(title, parts, apart):
            if apart:
                yield r"\clearpage"
            else:
                yield r"\need"  # a page ends before a heading rather than after it
            yield rf"\{'sub' * level}section*{{{_said(title)}}}"
            for one in parts:
                yield from _part(one, level + 1)


def _grid(grid: doc.Grid) -> Iterator[str]:
    if grid.title:
        yield rf"\need\subsubsection*{{{_said(grid.title)}}}"
    widths = _widths(grid.columns, grid.rows)
    sides = (r"\raggedleft" if one.side == "right" else r"\raggedright" for one in grid.columns)
    form = "".join(
        rf">{{{side}\arraybackslash}}p{{{width:.1f}mm}}"
        for side, width in zip(sides, widths, strict=True)
    )
    heads = " & ".join(rf"\textbf{{{_said(column.name)}}}" for column in grid.columns)
    yield rf"{{\footnotesize\begin{{longtable}}[l]{{@{{}}{form}@{{}}}}"
    yield rf"\toprule {heads} \\ \midrule \endhead"
    for number, row in enumerate(grid.rows, 1):
        last = grid.summed and number == len(grid.rows)
        cells = (rf"\textbf{{{_said(cell)}}}" if last and cell else _said(cell) for cell in row)
        yield (r"\midrule " if last else "") + " & ".join(cells) + r" \\"
    yield r"\bottomrule \end{longtable}}"
    if grid.note:
        yield rf"{{\footnotesize {_said(grid.note)}\par}}"


def _widths(columns: Sequence[doc.Column], rows: Sequence[Sequence[str]]) -> list[float]:
    """Figures get the room they need, as far as there is some, words share the rest."""
    room = _WIDE - 2.2 * len(columns)
    needs = [
        max(len(name), *(len(row[place]) for row in rows)) * _LETTER + 1
        for place, name in enumerate(column.name for column in columns)
    ]
    if sum(needs) <= room:
        return needs
    fixed = [
        0.0 if column.breaks else min(need, room / 4)
        for column, need in zip(columns, needs, strict=True)
    ]
    words = sum(
        min(need, 3 * room) for column, need in zip(columns, needs, strict=True) if column.breaks
    )
    left = room - sum(fixed)
    return [
        have or left * min(need, 3 * room) / words for have, need in zip(fixed, needs, strict=True)
    ]


def _card(card: StrategyCard) -> Iterator[str]:
    yield rf"\subsection*{{{_said(card.title)}}}"
    if card.rules:
        yield rf"{{\footnotesize {_said(card.rules)}\par}}"
    columns = [doc.Column(card.corner), *(doc.Column(name) for name in card.columns)]
    rows = [(name, *(cell.text for cell in cells)) for name, cells in card.rows.items()]
    widths = _widths(columns, rows)
    form = "|".join(rf">{{\raggedright\arraybackslash}}p{{{width:.1f}mm}}" for width in widths)
    heads = " & ".join(rf"\textbf{{{_said(column.name)}}}" for column in columns)
    yield rf"{{\footnotesize\begin{{longtable}}[l]{{|{form}|}} \hline"
    yield rf"{heads} \\ \hline \endhead"
    for name, cells in card.rows.items():
        said = (
            (rf"\cellcolor{{k-{cell.kind}}}" if cell.kind else "") + _said(cell.text)
            for cell in cells
        )
        yield " & ".join([rf"\textbf{{{_said(name)}}}", *said]) + r" \\ \hline"
    yield r"\end{longtable}}"
    for note in card.below():
        yield rf"{{\footnotesize {_said(note)}\par}}"

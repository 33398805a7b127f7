"""A sign to hang up: one page, large print, as HTML, SVG or PDF.

English first; an empty frame at the foot is room for the house's other languages.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from io import StringIO

from houseway.filings import page
from houseway.filings.schema.base import brief, write_odds
from houseway.filings.schema.common import PlayerDealerFiling
from houseway.filings.schema.wagers import PayTable
from houseway.filings.sign import Sign, framed, worded
from houseway.filings.wording import spot_name

_ROOM = 46.0  # points left for other languages


def sign_page(sign: Sign, form: str) -> bytes:
    """The page as `html`, `svg` or `pdf`; as `text` what a terminal shows."""
    if form == "pdf":
        return page.pdf(_marks(sign), _title(sign))
    if form == "svg":
        return page.svg(_marks(sign), _title(sign)).encode()
    return (sign_html(sign) if form == "html" else _plain(sign)).encode()


def _plain(sign: Sign) -> str:
    from rich.console import Console

    console = Console(width=100, record=True, file=StringIO())
    console.print(framed(sign))
    return console.export_text()


def _title(sign: Sign) -> str:
    return f"{sign.filing.title}, {sign.filing.house}"


def _marks(sign: Sign) -> list[page.Mark]:
    filing = sign.filing
    named = ", ".join(filter(None, (filing.house, filing.approval)))
    limits = [f"{label}: {span}" for label, span in sign.bonus_limits.items()]
    blocks = [
        page.paragraph(filing.title, 32, bold=True, middle=True),
        page.paragraph(named, 14, middle=True),
        page.paragraph(
            f"{sign.chosen.limits_are}: {sign.chosen.limits}", 25, bold=True, middle=True
        ),
    ]
    if limits:
        blocks.append(page.paragraph("   ".join(limits), 13, middle=True))
    blocks.append(page.beside(list(_fees(sign)), list(_pays(sign))))
    if sign.spots:
        blocks.append(_felt(sign.spots))
    for title, lines in worded(sign).items():
        if lines:
            blocks.append(page.heading(title, 11))
            blocks += [
                page.paragraph(f"{line.text} [{line.cite}]" if line.cite else line.text, 8.5)
                for line in lines
            ]
    return page.fitted([*blocks, _languages()])


def _fees(sign: Sign) -> Iterator[page.Block]:
    yield page.heading("Collection")
    yield page.paragraph(sign.basis, 10)
    last = ""
    several = len(sign.chosen.schedules) > 1
    lines = []
    for fee in sign.fees:
        who = f"option {fee.option}, {fee.who}" if several else fee.who
        lines.append((fee.what if who == last else f"{who}: {fee.what}", fee.amount))
        last = who
    if lines:
        yield page.rows(lines)
    if sign.stakes:
        yield page.heading("Bets by round")
        yield page.rows(
            (
                stake.round,
                brief(stake.bet) + (f", at most {brief(stake.most)}" if stake.most else ""),
            )
            for stake in sign.stakes
        )
    for name, hands in sign.ranking.items():
        yield page.heading(f"{name}, best first", 12)
        yield page.paragraph(", ".join(hands), 10)


def _pays(sign: Sign) -> Iterator[page.Block]:
    for table in sign.pay_tables:
        yield page.heading(_pay_title(sign, table))
        yield page.rows(_pay_rows(table))


def _pay_title(sign: Sign, table: PayTable) -> str:
    assert isinstance(sign.filing, PlayerDealerFiling)
    spot = sign.filing.find_spot(table.wager)
    return spot.label if spot else spot_name(table.wager).capitalize()


def _pay_rows(table: PayTable) -> Iterator[tuple[str, str]]:
    for row in table.rows:
        pays = write_odds(row.pays) if row.pays is not None else "-"
        envy = f", envy {brief(row.envy)}" if row.envy else ""
        yield row.label or spot_name(row.hand).capitalize(), f"{pays}{envy}"


def _felt(spots: list[str]) -> page.Block:
    """The words of one position as they are printed, each in its place for a wager."""

    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[page.Mark], float]:
        height = 40.0 * scale
        each = min(width / len(spots), 120.0 * scale)
        left = x + (width - each * len(spots)) / 2
        marks: list[page.Mark] = []
        for number, label in enumerate(spots):
            start = left + number * each
            marks.append(page.Box(start + 3, y + 5, each - 6, height - 8, height / 2 - 4, 1.2))
            size = min(11.0 * scale, 1.6 * each / max(len(label), 1))
            marks.append(
                page.Word(start + each / 2, y + height / 2 + size / 2, label, size, at="middle")
            )
        return marks, height + 4

    return page.Block(draw)


def _languages() -> page.Block:
    def draw(x: float, y: float, width: float, scale: float) -> tuple[list[page.Mark], float]:  # noqa: ARG001
        return [page.Box(x, y + 8, width, _ROOM, 4, 0.5)], _ROOM + 10

    return page.Block(draw)


_STYLE = """
@page { size: letter portrait; margin: 10mm }
* { box-sizing: border-box }
body { margin: 0; font: 13pt/1.25 Helvetica, Arial, sans-serif; color: #111 }
main { border: 3px solid #111; border-radius: 10px; padding: 14px 22px; max-width: 216mm;
  margin: auto }
h1 { font-size: 30pt; line-height: 1.1; text-align: center; margin: 0 }
.named, .bonus { text-align: center; margin: .2em 0 }
.limits { text-align: center; font-size: 24pt; font-weight: bold; margin: .2em 0 }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(17em, 1fr));
  gap: 0 2em }
p { margin: .3em 0 }
h2 { font-size: 14pt; border-bottom: 1px solid #111; margin: .5em 0 .2em }
table { width: 100%; border-collapse: collapse }
td:last-child, th:last-child { text-align: right; font-weight: bold; white-space: nowrap }
th { text-align: left; font-weight: normal }
.felt { display: flex; flex-wrap: wrap; justify-content: center; gap: .5em; margin: .6em 0;
  padding: 0 }
.felt li { list-style: none; border: 2px solid #111; border-radius: 2em; padding: .4em 1em }
.small { font-size: 9pt }
cite { font-style: normal; color: #555 }
.languages { border: 1px solid #999; border-radius: 4px; min-height: 18mm; margin-top: .8em }
@media print { main { max-width: none } .small { font-size: 8pt } }
"""


def sign_html(sign: Sign) -> str:
    """A page that needs nothing but itself."""
    filing = sign.filing
    named = ", ".join(filter(None, (filing.house, filing.approval)))
    bonus = "".join(
        f'<p class="bonus">{escape(label)}: {escape(str(span))}</p>'
        for label, span in sign.bonus_limits.items()
    )
    spots = "".join(f"<li>{escape(spot)}</li>" for spot in sign.spots)
    felt = f'<ul class="felt" aria-label="Printed at each position">{spots}</ul>' if spots else ""
    limits = f"{sign.chosen.limits_are}: {sign.chosen.limits}"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{escape(_title(sign))}</title>
<style>{_STYLE}</style></head><body><main>
<h1>{escape(filing.title)}</h1>
<p class="named">{escape(named)}</p>
<p class="limits">{escape(limits)}</p>{bonus}
<div class="columns"><section>{"".join(_html_fees(sign))}</section>
<section>{"".join(_html_pays(sign))}</section></div>
{felt}
{"".join(_html_words(sign))}
<section class="languages" aria-label="Room for other languages"></section>
</main></body></html>
"""


def _html_table(lines: list[tuple[str, str]]) -> str:
    cells = (f"<tr><td>{escape(a)}</td><td>{escape(b)}</td></tr>" for a, b in lines)
    return f"<table>{''.join(cells)}</table>"


def _html_fees(sign: Sign) -> Iterator[str]:
    yield f"<h2>Collection</h2><p>{escape(sign.basis)}</p>"
    several = len(sign.chosen.schedules) > 1
    yield _html_table(
        [
            ((f"option {f.option}, " if several else "") + f"{f.who}: {f.what}", f.amount)
            for f in sign.fees
        ]
    )
    if sign.stakes:
        yield "<h2>Bets by round</h2>"
        yield _html_table(
            [
                (s.round, brief(s.bet) + (f", at most {brief(s.most)}" if s.most else ""))
                for s in sign.stakes
            ]
        )
    for name, hands in sign.ranking.items():
        yield f"<h2>{escape(name)}, best first</h2><p>{escape(', '.join(hands))}</p>"


def _html_pays(sign: Sign) -> Iterator[str]:
    for table in sign.pay_tables:
        yield f"<h2>{escape(_pay_title(sign, table))}</h2>" + _html_table(list(_pay_rows(table)))


def _html_words(sign: Sign) -> Iterator[str]:
    for title, lines in worded(sign).items():
        if lines:
            said = "".join(
                f'<p class="small">{escape(line.text)} <cite>{escape(line.cite)}</cite></p>'
                for line in lines
            )
            yield f"<section><h2>{escape(title)}</h2>{said}</section>"

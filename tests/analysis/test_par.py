"""PAR sheets: what they say, that all kinds say the same, and that they say it again."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser
from math import comb
from pathlib import Path

import pytest
from typer.testing import CliRunner

from houseway.analysis.odds import shippable
from houseway.analysis.par import document as doc
from houseway.analysis.par.outline import _how, outline
from houseway.analysis.par.sheet import BetSheet, ParSheet, par
from houseway.analysis.par.tex import tex
from houseway.analysis.par.writing import KINDS, write_all
from houseway.analysis.report import Bet, Outcome
from houseway.cli import app
from houseway.errors import HousewayError

BACCARAT = "500-club/ez-baccarat"
SPANISH = "500-club/pure-spanish-21.5"
FORTUNE = "500-club/fortune-pai-gow-poker"
COIN = Bet(
    name="coin",
    unit="coin",
    outcomes=(Outcome("heads", Fraction(1), 1), Outcome("tails", Fraction(-1), 1)),
)


def test_bands_of_a_fair_coin_by_hand() -> None:
    """A coin spreads by 1, so that 10,000 throws spread by 0.01; z by any table."""
    coin = BetSheet("Coin", COIN, ())
    (band,) = (one for one in coin.bands() if one.hands == 10_000)
    ends = {level: [round(end, 5) for end in two] for level, two in band.low_high.items()}
    assert ends == {90: [0.98355, 1.01645], 95: [0.9804, 1.0196], 99: [0.97424, 1.02576]}
    assert coin.skewness == 0
    assert not any(one.rough for one in coin.bands())


def test_a_band_too_skewed_for_its_hands_is_marked_as_it_is() -> None:
    """A prize of 99 in a hundred: the true law is the binomial one, and tells how far off it is."""
    outcomes = (Outcome("prize", Fraction(99), 1), Outcome("nothing", Fraction(-1), 99))
    prize = BetSheet("Prize", Bet(name="p", unit="p", outcomes=outcomes), ())
    rough = {band.hands: band.rough for band in prize.bands()}
    assert rough == {1_000: True, 10_000: False, 100_000: False, 1_000_000: False,
                     10_000_000: False}  # fmt: skip

    def furthest_off(hands: int) -> float:
        """How far either tail is from its 25 in a thousand, steps of the prizes smoothed."""
        (band,) = (one for one in prize.bands() if one.hands == hands)

        def below(share: float) -> float:
            step, part = divmod(share * hands / 100 + 0.5, 1)
            cases = [comb(hands, n) * 99 ** (hands - n) for n in range(int(step) + 1)]
            whole = sum(cases[:-1]) + int(part * 10**9) * cases[-1] // 10**9
            return float(Fraction(whole, 100**hands))

        low, high = band.low_high[95]
        return max(abs(below(low) - 0.025), abs(1 - below(high) - 0.025))

    assert furthest_off(1_000) > 0.005
    assert furthest_off(10_000) < 0.005


def test_no_return_is_below_the_worst_result() -> None:
    """A prize of 7,500 to 1: by the normal law alone a thousand hands could give back less than
    nothing."""
    outcomes = (Outcome("prize", Fraction(7500), 1), Outcome("nothing", Fraction(-1), 8999))
    prize = BetSheet("Prize", Bet(name="p", unit="p", outcomes=outcomes), ())
    (band,) = (one for one in prize.bands() if one.hands == 1_000)
    assert [low for low, _ in band.low_high.values()] == [0, 0, 0]


@pytest.mark.parametrize(("summed", "least"), [(True, 3), (False, 2)])
def test_neither_a_sum_nor_a_last_row_stands_alone_on_a_page(summed: bool, least: int) -> None:
    """A table at every place of a page, so also where all but its last row has room."""
    pytest.importorskip("reportlab")
    from houseway.analysis.par.pdf import _grid

    grid = doc.Grid(
        columns=(doc.Column("Result"),),
        rows=tuple((f"row {number}",) for number in range(50)),
        summed=summed,
    )
    table = next(part for part in _grid(grid) if hasattr(part, "repeatRows"))
    for room in range(300, 900, 7):
        *_, last = table.split(500, room) or [table]
        assert len(last._cellvalues) >= 1 + least  # the heading, and the rows


def _below(parts: Iterable[doc.Part]) -> Iterator[doc.Part]:
    """The parts of a sheet, and those of its sections."""
    for part in parts:
        yield part
        if isinstance(part, doc.Section):
            yield from _below(part.parts)


def _grids(sheet: ParSheet) -> list[doc.Grid]:
    return [part for part in _below(outline(sheet).parts) if isinstance(part, doc.Grid)]


@pytest.mark.parametrize(
    ("error", "said"),
    [(4.51e-8, "within 0.0000046%"), (1.61e-6, "within 0.00017%"), (0.25, "within 25%")],
)
def test_a_bound_is_never_said_smaller_than_it_is(error: float, said: str) -> None:
    """Two figures, rounded up by hand; five places made nothing of the first of them, which read as
    if the figure were exact."""
    assert _how(replace(COIN, exact=False, error_bound=error)) == said


def test_what_the_results_add_up_to_is_named_as_what_it_is() -> None:
    """A return of 95% is a unit and an expected result of -0.05: the column sums the second."""
    for one, grid in zip(
        par("outlaws/three-card-poker-6-card-bonus").bets,
        [
            one
            for one in _grids(par("outlaws/three-card-poker-6-card-bonus"))
            if one.title == "Results"
        ],
        strict=True,
    ):
        assert grid.columns[-1].name == "Adds, units"
        adds = [float(row[-1]) for row in grid.rows]
        assert sum(adds[:-1]) == pytest.approx(adds[-1], abs=1e-7)
        assert adds[-1] == pytest.approx(float(one.bet.ev), abs=1e-8)


def test_a_small_part_is_no_nothing() -> None:
    """Twelve red cards come once in 10^16; eight places would add nothing for them."""
    (grid,) = (
        one
        for one in _grids(par("500-club/pure-21.5-blackjack"))
        if any(row[0] == "Begins with 12 red cards" for row in one.rows)
    )
    (row,) = (row for row in grid.rows if row[0] == "Begins with 12 red cards")
    assert row[-2:] == ("9.428e-17", "+2.828e-14")  # 300 * 9.42787e-17


def test_options_and_readings_are_said_in_words() -> None:
    sheet = par(BACCARAT)
    items = [part.lines for part in _below(outline(sheet).parts) if isinstance(part, doc.Items)]
    assert ("option 'natural ends drawing' no: -0.012351",) in items
    readings = next(one for one in _grids(sheet) if one.columns[0].name == "Reading")
    assert readings.rows[-1][0] == "Burn and cut of the shoe (this filing 1)"
    assert any("Option 'natural ends drawing' chooses another." in row[2] for row in readings.rows)
    spots = next(one for one in _grids(par(SPANISH)) if one.title == "Wagers")
    assert spots.rows[1][0] == "Match the Dealer Up Card (bonus) by option 'match dealer'"


def test_results_bear_the_names_of_their_pay_table() -> None:
    """Bonus Bets, Fortune Bonus Bet: the rows as the text prints them."""
    (grid,) = (
        one
        for one in _grids(par("napa-valley/fortune-pai-gow-poker-1.0"))
        if one.title == "Results" and len(one.rows) > 4
    )
    cases = {row[0]: row[2] for row in grid.rows}
    assert cases["7 Card Straight Flush (With Joker)"] == "196"
    assert cases["Royal Flush + Royal Match"] == "72"


def test_a_set_of_tiles_is_no_deck() -> None:
    assert outline(par("napa-valley/pai-gow-tiles")).foot.startswith(
        "napa-valley/pai-gow-tiles, one set of 32 tiles, sheet "
    )


def test_what_is_done_when_something_goes_wrong_is_said_by_its_kind() -> None:
    """003:228-229, as `show --errors` tells it; neither keys nor numbers."""
    lines = par("napa-valley/double-hand-poker").rules["When something goes wrong"]
    assert [line.about for line in lines] == ["changed setting", "deck change"]
    assert lines[0].says.startswith("the bank may set its hand otherwise until")
    assert "Irregular" not in par("napa-valley/double-hand-poker").rules


def test_counts_anyone_can_do() -> None:
    """All by hand: a shoe of eight decks deals first a red card and then a black one 1/2 * 208/415
    of the time; no red card half the time; six of 52 cards, four tiles and four of 28, and
    hold'em's two, three, two and two; three cards, three more and which of those is seen; a match
    of the bank's card, one of 384, with neither of two others; insurance by the ten-cards left."""
    flex = {row["result"]: row for row in par("500-club/pure-21.5-blackjack").bets[1].rows()}
    assert flex["begins with 0 red cards"]["fraction"] == "1/2"
    assert Fraction(flex["begins with 1 red card"]["fraction"]) == Fraction(208, 830)
    three = {
        one.bet.name: one.bet.cases for one in par("outlaws/three-card-poker-6-card-bonus").bets
    }
    assert three["six_card_bonus"] == comb(52, 6)
    assert three["ante"] == comb(52, 3) * comb(49, 3) * 3
    assert par("napa-valley/pai-gow-tiles").bets[0].bet.cases == comb(32, 4) * comb(28, 4)
    holdem = par("generic/ultimate-texas-holdem").bets[0].bet
    assert holdem.cases == comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
    (none,) = (row for row in par(SPANISH).bets[1].rows() if row["result"] == "no match")
    assert Fraction(none["fraction"]) == Fraction(352 * 351, 383 * 382)
    insured = par("casino-club/pure-21.5-blackjack").bets[0].bet.compared
    assert insured["insurance, per unit insured"]["ev"] == pytest.approx(3 * 128 / 415 - 1)


@pytest.mark.parametrize("filing", shippable())
def test_every_sheet_adds_up_in_all_kinds(filing: str) -> None:
    sheet = par(filing)
    for one in sheet.bets:
        rows = list(one.rows())
        assert sum(row["adds"] for row in rows) == pytest.approx(float(one.bet.ev), abs=1e-12)
        if one.bet.exact:
            assert sum(row["cases"] for row in rows) == one.bet.cases
            assert sum(Fraction(row["fraction"]) for row in rows) == 1
    _check_page(sheet)
    written = tex(outline(sheet))
    assert written.count(r"\begin{longtable}") == written.count(r"\end{longtable}")
    assert not re.search(r"(?<!\\)[&%#_$]", re.sub(r" & |\\[a-zA-Z]+\*?(\[[^]]*\])?", "", written))


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def _check_page(sheet: ParSheet) -> None:
    from houseway.analysis.par.html import html

    page = _Page()
    page.feed(html(outline(sheet)))
    assert page.open == []
    said = " ".join(page.text)
    assert sheet.content_hash in said
    assert f"houseway par {sheet.filing.id}" in said
    for one in sheet.bets:
        assert one.label in said
        for paid in one.paid:
            assert all(hand in said for hand, _, _ in paid.rows)
    assert all(reading.taken in said for reading in sheet.readings)


def test_published_figures_of_baccarat_stand_on_its_sheet() -> None:
    """Edges by Wizard of Odds, eight decks, a tie at 8 to 1."""
    edges = {one.bet.name: f"{-float(one.bet.ev):.4%}" for one in par(BACCARAT).bets}
    assert edges["player"] == "1.2351%"
    assert edges["tie"] == "14.3596%"
    assert edges["dragon_7"] == "7.6113%"
    assert edges["panda_8"] == "10.1876%"
    lines = [
        part
        for part in outline(par(BACCARAT)).parts
        if getattr(part, "title", "") == "Results of a round"
    ]
    assert len(lines) == 1  # one table for all lines


def test_results_stand_in_their_order() -> None:
    """Nine cards before ten, and words where they stood."""
    lines = [row["result"] for row in par(BACCARAT).bets[0].rows()]
    assert lines[0] == "banker wins with 1 in three cards"
    assert lines[-1] == "tie"
    buster = next(
        one for one in par("outlaws/pure-21.5-blackjack").bets if one.bet.name == "buster"
    )
    over = [row["result"] for row in buster.rows()]
    assert over == ["not over", *(f"over in {cards} cards" for cards in range(3, 14))]


def test_the_hash_is_that_of_the_json_without_it(tmp_path: Path) -> None:
    sheet = par(BACCARAT)
    written = json.loads(sheet.save(str(tmp_path / "sheet.json")).read_text(encoding="utf-8"))
    said = written["hashes"].pop("sheet")
    text = json.dumps(written, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == said == sheet.content_hash


def test_another_choice_is_another_sheet() -> None:
    sheets = [
        par(BACCARAT),
        par(BACCARAT, decks=6),
        par(BACCARAT, options={"banker_three_card_seven": "push"}),
    ]
    assert len({sheet.content_hash for sheet in sheets}) == 3
    assert len({sheet.rules_hash for sheet in sheets}) == 1
    in_force = {name: value for name, value, _, _ in sheets[2].options}
    assert in_force["Banker three card seven"] == "push"


def test_the_same_bytes_whatever_the_process(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom houseway.analysis.par.sheet import par\n"
        "for name in sys.argv[2:]:\n"
        "    for kind in ('pdf', 'html', 'tex', 'json'):\n"
        "        par(name).save(f'{sys.argv[1]}/{name.split(chr(47))[1]}.{kind}')\n"
    )
    found = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        subprocess.run(
            [sys.executable, "-c", code, str(folder), BACCARAT, SPANISH, FORTUNE], check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "TZ": f"UTC{seed}"},
        )  # fmt: skip
        found.append({path.name: path.read_bytes() for path in sorted(folder.iterdir())})
    assert len(found[0]) == 12
    assert found[0] == found[1]
    assert all(found[0][name].startswith(b"%PDF") for name in found[0] if name.endswith(".pdf"))


def test_poker_has_no_sheet() -> None:
    with pytest.raises(HousewayError) as refused:
        par("500-club/texas-holdem")
    assert refused.value.code == "no-par"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("500-club/texas-holdem", "-o", "{folder}/sheet.pdf"), "no-par"),
        ((BACCARAT, "-o", "{folder}/sheet.doc"), "unknown-format"),
        ((BACCARAT, "-o", "{folder}/none/sheet.json"), "no-access"),
        ((BACCARAT, "--all", "-o", "{folder}"), "bad-arguments"),
        (("--all",), "bad-arguments"),
        (("--all", "-o", "{folder}/sheets", "--format", "doc"), "unknown-format"),
        ((), "no-filing"),
        ((BACCARAT, "--option", "nothing=1", "-o", "{folder}/sheet.json"), "unknown-option"),
    ],
)
def test_refusals_say_what_to_do(words: tuple[str, ...], code: str, tmp_path: Path) -> None:
    given = [word.format(folder=tmp_path) for word in words]
    result = CliRunner().invoke(app, ["par", *given, "--json"])
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == code


def test_a_command_writes_and_prints_the_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    result = CliRunner().invoke(app, ["par", BACCARAT, "-o", str(path)])
    assert result.exit_code == 0
    assert par(BACCARAT).content_hash in result.stdout
    assert path.read_text(encoding="utf-8").startswith("<!doctype html>")
    result = CliRunner().invoke(app, ["par", BACCARAT])
    assert result.exit_code == 2  # neither a file nor --json


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_all_sheets_by_one_command(kind: str, tmp_path: Path) -> None:
    paths = list(write_all(tmp_path / "sheets", kind))
    assert len(paths) == len(shippable()) == 22
    assert all(path.stat().st_size > 10_000 for path in paths)

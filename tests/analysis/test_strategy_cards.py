"""Strategy cards: text, pictures, and what a person reads on them."""

from __future__ import annotations

import re
import struct
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import pytest

from houseway.analysis.odds import odds, strategy_cards
from houseway.analysis.strategy_cards import (
    COLOURS,
    Cell,
    StrategyCard,
    as_svg,
    as_text,
    draw,
    write_card,
)
from houseway.errors import HousewayError

CARD = StrategyCard(
    title="Two & two",
    corner="you / bank",
    columns=("low", "high"),
    rows={"A": (Cell("play", "go"), Cell("fold", "stop")), "K < Q": (Cell("play"), Cell(""))},
    legend={"play": "put up the same again", "fold": "give up"},
    notes=("A note.",),
)
SVG = "{http://www.w3.org/2000/svg}"


def test_text_lines_up() -> None:
    assert as_text(CARD).splitlines() == [
        "Two & two",
        "",
        "you / bank  low   high",
        "A           play  fold",
        "K < Q       play",
        "",
        "play: put up the same again; fold: give up",
        "A note.",
    ]


def test_svg_is_well_formed_and_stays_inside_its_frame() -> None:
    root = ElementTree.fromstring(as_svg(CARD))
    _, _, width, height = (float(part) for part in root.attrib["viewBox"].split())
    words = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert {"Two & two", "K < Q", "play", "fold", "A note."} <= set(words)
    boxes = [box.attrib for box in root.iter(f"{SVG}rect") if "x" in box.attrib]
    assert len(boxes) == 4
    for box in boxes:
        assert float(box["x"]) + float(box["width"]) <= width
        assert float(box["y"]) + float(box["height"]) <= height
    assert draw(CARD).height == height


def test_png_by_matplotlib(tmp_path: Path) -> None:
    path = tmp_path / "card.png"
    write_card(CARD, path)
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert width == pytest.approx(2 * draw(CARD).width, abs=2)
    assert height == pytest.approx(2 * draw(CARD).height, abs=2)


def test_files_by_their_ending(tmp_path: Path) -> None:
    write_card(CARD, tmp_path / "card.svg")
    write_card(CARD, tmp_path / "card.txt")
    assert (tmp_path / "card.svg").read_text(encoding="utf-8") == as_svg(CARD)
    assert (tmp_path / "card.txt").read_text(encoding="utf-8") == as_text(CARD) + "\n"
    with pytest.raises(HousewayError) as refused:
        write_card(CARD, tmp_path / "card.gif")
    assert refused.value.code == "unknown-format"


def test_ultimate_holdem_card_shows_the_published_chart() -> None:
    (card,) = strategy_cards(odds("generic/ultimate-texas-holdem"))
    rows = {name: "".join(cell.text for cell in cells) for name, cells in card.rows.items()}
    # Wizard of Odds; suited hands to the right of the pairs.
    assert rows["A"] == rows["K"] == "4444444444444"
    assert rows["Q"] == "444444444----"
    assert rows["J"] == "4444444------"
    assert rows["5"] == "44-------4---"
    assert rows["4"] == "4---------4--"
    assert rows["2"] == "4------------"
    assert "-2.185%" in as_text(card)


def test_three_card_poker_card_has_a_line_for_each_card_of_the_bank() -> None:
    (card,) = strategy_cards(odds("casino-club/three-card-poker-6-card-bonus"))
    lines = {seen: cells[0].text for seen, cells in card.rows.items()}
    assert list(lines) == list("AKQJT98765432")
    assert lines["A"] == "Ace high, nine-two"
    assert lines["J"] == "any hand"


def test_tiles_card_scores_both_hands() -> None:
    card, _ = strategy_cards(odds("napa-valley/pai-gow-tiles"))
    scores = {hand: tuple(cell.text for cell in cells) for hand, cells in card.rows.items()}
    assert set(scores) >= {"zero", "nine", "gong", "wong", "pair of Teen"}
    assert scores["supreme pair, Gee Joon"][0] == ""  # never the low hand
    low = [int(scores[hand][0]) for hand in ("zero", "one", "five", "nine", "wong")]
    assert low == sorted(low)


def test_baccarat_leaves_no_choice_and_has_no_card() -> None:
    assert strategy_cards(odds("500-club/ez-baccarat")) == ()


def test_a_card_says_whose_it_is_in_every_kind(tmp_path: Path) -> None:
    """House, decks and rules stand on it: those of casino club's filing."""
    (card,) = strategy_cards(odds("casino-club/pure-21.5-blackjack"))
    for words in ("Casino Club", "8 decks of 52 cards", "must hit hard 16 or less and soft 17"):
        assert words in card.rules
    assert card.title == "How to play each total against each card of the bank"
    written = " ".join(as_text(card).split())
    assert "8 decks of 52 cards" in written
    assert "8 decks of 52 cards" in " ".join(re.findall(r">([^<]+)</text>", as_svg(card)))
    for name in ("card.pdf", "again.pdf"):
        write_card(card, str(tmp_path / name))
    content = (tmp_path / "card.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert content == (tmp_path / "again.pdf").read_bytes()


# How a colour looks without one kind of cones: Machado, Oliveira and Fernandes 2009, severity 1.
WITHOUT = {
    "long": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
             (-0.003882, -0.048116, 1.051998)),
    "middle": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
               (-0.011820, 0.042940, 0.968881)),
    "short": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
              (0.004733, 0.691367, 0.303900)),
}  # fmt: skip


def _lab(linear: list[float]) -> tuple[float, float, float]:
    """CIE L*a*b* under D65."""
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.9505, 1.0, 1.089)
    xyz = [sum(a * b for a, b in zip(row, linear, strict=True)) for row in rows]
    x, y, z = (
        t ** (1 / 3) if (t := max(v, 0.0) / w) > 0.008856 else 7.787 * t + 16 / 116
        for v, w in zip(xyz, white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("cones", WITHOUT)
def test_kinds_of_cells_differ_for_colour_blind_people(cones: str) -> None:
    seen = {}
    for kind, colour in COLOURS.items():
        if kind:
            parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
            linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
            seen[kind] = _lab(
                [sum(a * b for a, b in zip(row, linear, strict=True)) for row in WITHOUT[cones]]
            )
    for one, other in combinations(seen, 2):
        assert dist(seen[one], seen[other]) > 10, (one, other)  # two or three just see it


def test_where_nothing_is_rescued_nothing_is_coloured() -> None:
    """An empty cell in the colour of a rescue would say that any hand is rescued."""
    _, after = strategy_cards(odds("500-club/pure-spanish-21.5"))
    (cells,) = after.rows.values()
    assert {bool(cell.text) for cell in cells} == {True, False}
    assert all(bool(cell.text) == (cell.kind == "stop") for cell in cells)
    assert after.notes == ("Every other hand stands.",)  # no soft total is rescued


def test_rows_of_soft_totals_say_soft_once() -> None:
    (card,) = strategy_cards(odds("napa-valley/no-bust-21st-century-blackjack"))
    assert [name for name in card.rows if name.startswith("joker")] == [
        "joker, soft 20-21", "joker, soft 15-19", "joker, hard 21",
    ]  # fmt: skip

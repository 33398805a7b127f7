"""Strategy cards: text, pictures, and what a person reads on them."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from houseway.analysis.odds import odds, strategy_cards
from houseway.analysis.strategy_cards import Cell, StrategyCard, as_svg, as_text, draw, write_card
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
    (card,) = strategy_cards(odds("napa-valley/pai-gow-tiles"))
    scores = {hand: tuple(cell.text for cell in cells) for hand, cells in card.rows.items()}
    assert set(scores) >= {"zero", "nine", "gong", "wong", "pair of Teen"}
    assert scores["supreme pair, Gee Joon"][0] == ""  # never the low hand
    low = [int(scores[hand][0]) for hand in ("zero", "one", "five", "nine", "wong")]
    assert low == sorted(low)


def test_baccarat_leaves_no_choice_and_has_no_card() -> None:
    assert strategy_cards(odds("500-club/ez-baccarat")) == ()

"""The filed house way for tiles: every row, its exceptions, and every hand."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cards import TILE_SET, Tile, parse_tiles, write
from houseway.cli import app
from houseway.errors import Refused
from houseway.families.pai_gow_tiles.house_way import HouseWay, house_way
from houseway.families.pai_gow_tiles.schema import PaiGowTiles
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing, read_toml
from houseway.hands.tiles import tile_hand
from houseway.rounds.house_way import set_house_way
from tests.hands.test_tiles import read_from_tables

TILES = "napa-valley/pai-gow-tiles"
SAME = {"54": "63", "53": "62", "43": "52", "32": "41", "21": "42"}

GEE_JOON, SEVENS, EIGHTS, NINES, TEEN_DEY = (f"House Way, bullet {n}" for n in range(2, 7))
KEPT, PAIR = "House Way, bullet 7", "House Way, bullet 1"


def filing() -> PaiGowTiles:
    found = load(TILES)
    assert isinstance(found, PaiGowTiles)
    return found


def way(text: str) -> HouseWay:
    return house_way(filing(), parse_tiles(text))


def stacks(low: str, high: str) -> tuple[Counter[str], Counter[str]]:
    """Two stacks, tiles of one name alike."""
    one, other = (Counter(SAME.get(face, face) for face in side.split()) for side in (low, high))
    return one, other


def expect(text: str, low: str, high: str, cite: str, reading: str = "") -> None:
    found = way(text)
    assert stacks(write(found.low), write(found.high)) == stacks(low, high), text
    assert (found.cite, found.reading) == (cite, reading)
    assert found.row


# --- row by row ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        # A 6-dot tile and one of 4, 5 or 6 dots, in either order (ruling 167).
        ("42 21 33 31", "31 42", "33 21"),  # 9 Chong over 7
        ("42 21 31 33", "31 42", "33 21"),
        ("42 21 33 22", "22 42", "33 21"),
        ("33 42 41 21", "41 42", "33 21"),
        ("32 51 42 21", "32 42", "51 21"),
        ("51 42 21 31", "31 42", "51 21"),
        ("22 42 21 51", "22 42", "51 21"),
        ("42 21 33 51", "51 42", "33 21"),  # nine each, the higher tile above
    ],
)
def test_bullet_2_gee_joon_is_split(tiles: str, low: str, high: str) -> None:
    expect(tiles, low, high, GEE_JOON)


@pytest.mark.parametrize(
    ("tiles", "low"),
    [
        ("42 21 31 22", "31 22"),  # no 6-dot tile
        ("42 21 31 41", "31 41"),
        ("42 21 33 52", "33 52"),  # the other has seven
        ("42 21 51 66", "51 66"),
        ("42 21 33 55", "33 55"),
        ("42 21 51 44", "51 44"),
        ("42 21 33 63", "33 63"),  # although a split would make nine and five
        ("42 21 66 11", "66 11"),
    ],
)
def test_bullet_2_gee_joon_is_kept(tiles: str, low: str) -> None:
    expect(tiles, low, "42 21", PAIR)


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        ("61 61 66 55", "61 55", "61 66"),  # seven and nine
        ("61 61 66 64", "61 64", "61 66"),
        ("61 61 66 65", "61 65", "61 66"),  # eight and nine
        ("61 61 11 55", "61 55", "61 11"),  # either Teen or Dey (ruling 162)
        ("61 61 11 65", "61 65", "61 11"),
        ("61 61 66 11", "61 11", "61 66"),  # both: nine and nine
        ("52 43 66 55", "52 55", "43 66"),
        ("52 43 11 64", "52 64", "43 11"),
        ("52 66 43 65", "52 65", "43 66"),
        ("11 52 43 66", "52 11", "43 66"),
    ],
)
def test_bullet_3_sevens_are_split(tiles: str, low: str, high: str) -> None:
    expect(tiles, low, high, SEVENS)


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        ("61 61 55 65", "55 65", "61 61"),  # seven and eight, but no Teen or Dey
        ("61 61 66 31", "66 31", "61 61"),  # the low hand would be one
        ("61 61 66 63", "66 63", "61 61"),  # six
        ("61 61 11 42", "11 42", "61 61"),  # three: Gee Joon as six
        ("61 61 66 52", "66 52", "61 61"),  # four
        ("52 43 55 64", "55 64", "52 43"),
        ("52 43 11 44", "11 44", "52 43"),  # five, although a gong is below
        ("52 43 66 61", "66 61", "52 43"),
    ],
)
def test_bullet_3_sevens_are_kept(tiles: str, low: str, high: str) -> None:
    expect(tiles, low, high, PAIR)


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        ("44 44 63 55", "44 63", "44 55"),  # seven and eight
        ("44 44 55 64", "44 64", "44 55"),  # eights with Yun: a copy of each other
        ("44 44 65 63", "44 63", "44 65"),  # seven and nine
        ("44 44 66 63", "44 63", "44 66"),  # a gong above
        ("44 44 66 11", "44 11", "44 66"),  # gongs count as more than nine (ruling 164)
        ("44 44 11 64", "44 64", "44 11"),
        ("62 53 54 55", "62 54", "53 55"),
        ("62 53 66 65", "62 65", "53 66"),
        ("53 11 62 66", "53 11", "62 66"),
        ("62 53 64 65", "62 64", "53 65"),
    ],
)
def test_bullet_4_eights_are_split(tiles: str, low: str, high: str) -> None:
    found = way(tiles)
    assert found.cite == EIGHTS
    one, other = stacks(write(found.low), write(found.high))
    # Where both stacks are equal it does not matter which is called low.
    assert {frozenset(one), frozenset(other)} == {frozenset(s) for s in stacks(low, high)}
    assert tile_hand(*found.low) <= tile_hand(*found.high)


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        ("44 44 66 33", "66 33", "44 44"),  # four under the gong
        ("44 44 63 62", "63 62", "44 44"),  # six
        ("44 44 42 66", "42 66", "44 44"),  # Gee Joon makes four
        ("62 53 44 66", "44 66", "62 53"),  # two eights: six
        ("62 53 31 65", "31 65", "62 53"),  # two
        ("62 53 61 55", "61 55", "62 53"),  # five
    ],
)
def test_bullet_4_eights_are_kept(tiles: str, low: str, high: str) -> None:
    expect(tiles, low, high, PAIR)


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        ("63 54 66 11", "63 11", "54 66"),  # wongs
        ("63 54 66 55", "63 55", "54 66"),  # nine under a wong
        ("63 54 11 64", "63 64", "54 11"),
        ("55 63 64 54", "64 63", "55 54"),  # nine and nine
    ],
)
def test_bullet_5_nines_are_split(tiles: str, low: str, high: str) -> None:
    expect(tiles, low, high, NINES)


@pytest.mark.parametrize(
    ("tiles", "low"),
    [
        ("63 54 66 44", "66 44"),  # seven
        ("63 54 55 65", "55 65"),  # zero
        ("63 54 11 62", "11 62"),  # seven
        ("63 54 66 42", "66 42"),  # five
        ("63 54 33 32", "33 32"),
    ],
)
def test_bullet_5_nines_are_kept(tiles: str, low: str) -> None:
    expect(tiles, low, "63 54", PAIR)


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        ("66 66 31 41", "66 31", "66 41"),  # six and seven
        ("66 66 22 33", "66 22", "66 33"),
        ("66 66 51 61", "66 51", "66 61"),
        ("66 66 44 31", "66 31", "66 44"),  # six under a gong
        ("66 66 44 63", "66 44", "66 63"),  # a gong under a wong
        ("66 66 42 31", "66 31", "66 42"),  # Gee Joon as six: eight
        ("11 11 31 41", "11 31", "11 41"),
        ("11 11 52 61", "11 52", "11 61"),
        ("11 11 62 54", "11 62", "11 54"),
        # Beside a tile of 9 or 11 dots, whatever the low hand; one is enough (ruling 163).
        ("66 66 63 55", "66 55", "66 63"),  # two under a wong
        ("66 66 65 55", "66 55", "66 65"),  # two and three
        ("66 66 65 31", "66 65", "66 31"),
        ("66 66 65 54", "66 65", "66 54"),
        ("66 66 11 63", "66 11", "66 63"),
        ("66 66 11 65", "66 65", "66 11"),
        ("11 11 65 64", "11 64", "11 65"),
        ("11 11 66 54", "11 66", "11 54"),
    ],
)
def test_bullet_6_teen_and_dey_are_split(tiles: str, low: str, high: str) -> None:
    found = way(tiles)
    assert found.cite == TEEN_DEY
    one, other = stacks(write(found.low), write(found.high))
    assert {frozenset(one), frozenset(other)} == {frozenset(s) for s in stacks(low, high)}
    assert tile_hand(*found.low) <= tile_hand(*found.high)


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        ("66 66 55 64", "55 64", "66 66"),  # twos
        ("66 66 55 31", "55 31", "66 66"),  # two and six
        ("66 66 64 44", "64 44", "66 66"),  # two under a gong
        ("66 66 11 31", "11 31", "66 66"),  # four and six
        ("66 66 11 42", "11 42", "66 66"),
        ("11 11 66 44", "66 44", "11 11"),  # four under a gong
        ("11 11 55 61", "55 61", "11 11"),
        ("11 11 55 42", "55 42", "11 11"),
    ],
)
def test_bullet_6_teen_and_dey_are_kept(tiles: str, low: str, high: str) -> None:
    expect(tiles, low, high, PAIR)


@pytest.mark.parametrize(
    ("pair", "others"),
    [
        ("31 31", "66 11"), ("22 22", "66 63"), ("41 32", "66 54"), ("33 33", "66 11"),
        ("51 51", "11 54"), ("55 55", "63 66"), ("64 64", "66 11"), ("65 65", "44 62"),
        ("33 33", "42 31"), ("51 51", "61 62"), ("41 32", "42 55"),
    ],
)  # fmt: skip
def test_bullet_7_pairs_of_4_5_6_10_and_11_dots_are_never_split(pair: str, others: str) -> None:
    expect(f"{others} {pair}", others, pair, KEPT)


@pytest.mark.parametrize(
    ("tiles", "low", "high", "reading"),
    [
        ("66 66 11 11", "11 11", "66 66", ""),
        ("55 55 64 64", "64 64", "55 55", ""),
        ("42 21 66 66", "66 66", "42 21", "table-games 165"),  # sixes and eights by the split
        ("42 21 33 33", "33 33", "42 21", "table-games 165"),  # bullet 2 would split
        ("44 44 66 66", "44 44", "66 66", "table-games 165"),  # gongs by the split
        ("61 61 66 66", "61 61", "66 66", "table-games 165"),  # nines by the split
        ("63 54 11 11", "63 54", "11 11", "table-games 165"),
        ("41 32 65 65", "41 32", "65 65", ""),
        ("62 53 44 44", "62 53", "44 44", ""),
    ],
)
def test_ruling_165_two_pairs_are_never_split(
    tiles: str, low: str, high: str, reading: str
) -> None:
    expect(tiles, low, high, PAIR, reading)


@pytest.mark.parametrize(
    ("tiles", "low", "high"),
    [
        ("66 63 55 31", "55 31", "66 63"),  # the wong above, four below
        ("66 44 63 31", "44 31", "66 63"),  # a wong rather than a gong
        ("66 11 63 44", "11 44", "66 63"),  # wong and gong rather than gong and wong
        ("55 54 61 65", "61 65", "55 54"),  # nine above eight, rather than seven and zero
        ("31 41 55 65", "55 65", "31 41"),  # nine above one, rather than five and four
        ("44 65 33 42", "33 42", "44 65"),  # nine with Yun above nine with Chong
        ("42 31 55 65", "55 65", "42 31"),  # seven with Gor above one, not seven with Foo and four
        ("66 55 61 64", "55 64", "66 61"),  # nine above zero, rather than seven above two
        ("66 61 33 65", "33 65", "66 61"),  # nine with Teen above seven
    ],
)
def test_ruling_161_without_a_pair_the_highest_high_hand(tiles: str, low: str, high: str) -> None:
    found = way(tiles)
    assert (found.cite, found.reading) == (PAIR, "table-games 161")
    options = by_the_text(parse_tiles(tiles))
    assert value(found.high) == max(value(h) for _, h in options)
    assert stacks(write(found.low), write(found.high)) == stacks(low, high)


def test_ruling_161_equal_settings_serve_alike() -> None:
    """A Tit and a Chop Chit are no pair; with Teen either makes the nine, and six and seven are
    three with Chong either way."""
    found = way("61 52 66 33")
    assert found.reading == "table-games 161"
    assert (value(found.low), value(found.high)) == (
        read_from_tables(*parse_tiles("61 33")),
        read_from_tables(*parse_tiles("66 52")),
    )


# --- every hand, against a second reading -----------------------------------------------------

Two = tuple[Tile, Tile]


@cache
def value(pair: Two) -> tuple[int, int]:
    return read_from_tables(*pair)


def worth(pair: Two) -> int:
    """The value the chart speaks of: a gong or wong is more than nine."""
    return min(value(pair)[0], 10)


def by_the_text(tiles: tuple[Tile, ...]) -> list[tuple[Two, Two]]:
    a, b, c, d = tiles
    pairs: list[tuple[Two, Two]] = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
    return [(x, y) if value(x) <= value(y) else (y, x) for x, y in pairs]


def dots(tile: Tile) -> int:
    return int(tile.text[0]) + int(tile.text[1])


def is_pair(pair: Two) -> bool:
    return value(pair)[0] >= 84  # ranks 1 to 16 of the filed table


def second_reading(tiles: tuple[Tile, ...]) -> tuple[Two, Two]:
    """The chart as sentences, by dots."""
    options = by_the_text(tiles)
    whole = [option for option in options if is_pair(option[1])]
    if not whole:
        return max(options, key=lambda o: (value(o[1]), value(o[0])))
    kept = whole[0]
    if is_pair(kept[0]):
        return kept
    apart = next(option for option in options if option not in whole)
    low = worth(apart[0])
    face = dots(kept[1][0])
    beside = sorted(dots(tile) for tile in kept[0])
    if {"42", "21"} == {tile.text for tile in kept[1]}:
        split = 6 in beside and beside[0] in (4, 5, 6) and beside[1] == 6
    elif face == 7:
        split = bool({2, 12} & set(beside)) and low >= 7
    elif face == 8:
        split = low >= 7
    elif face == 9:
        split = low >= 9
    elif face in (2, 12):
        split = low >= 6 or bool({9, 11} & set(beside))
    else:
        split = False
    return apart if split else kept


def test_every_one_of_35960_hands_is_set_as_a_second_reading_says() -> None:
    chart = filing()
    rows: Counter[str] = Counter()
    for tiles in combinations(TILE_SET, 4):
        found = house_way(chart, tiles)
        assert Counter(found.low + found.high) == Counter(tiles)
        assert tile_hand(*found.low) <= tile_hand(*found.high)  # never foul
        low, high = second_reading(tiles)
        assert (value(found.low), value(found.high)) == (value(low), value(high)), write(tiles)
        rows[f"{found.cite} {found.reading}".strip()] += 1
    # Counted by hand: 16 names with two tiles each. No pair C(16,4) x 16, two pairs C(16,2), one
    # pair 16 x C(15,2) x 4, of which 8 names are never split.
    # Splits, as pairs of names beside the pair, times 4: Gee Joon 7; two sevens 7 each; two
    # eights C(6,2) each; the nine C(4,2); Teen and Dey C(10,2) + 27 each.
    splits = {GEE_JOON: 28, SEVENS: 56, EIGHTS: 120, NINES: 24, TEEN_DEY: 576}
    reading_161, reading_165 = f"{PAIR} table-games 161", f"{PAIR} table-games 165"
    assert sum(rows.values()) == 35_960
    assert rows[reading_161] == 29_120
    assert {row: rows[row] for row in splits} == splits
    assert rows[KEPT] == 8 * 105 * 4
    # What is left: 120 two pairs, and the 3,360 - 804 pairs that might have been split.
    assert rows[PAIR] + rows[reading_165] == 120 + 3_360 - 804


# --- the setter itself --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ("66 66 11", "3 tiles"),
        ("66 66 11 11 44", "5 tiles"),
        ("66 66 66 11", "66 lies 3 times"),
        ("63 63 11 44", "63 lies 2 times"),
    ],
)
def test_what_is_no_hand_is_refused(tiles: str, words: str) -> None:
    with pytest.raises(Refused, match=words) as refused:
        way(tiles)
    assert refused.value.cite


def test_the_order_of_the_tiles_does_not_matter() -> None:
    for text in ("66 66 31 41", "42 21 33 31", "66 63 55 31", "61 61 66 55"):
        a, b, c, d = parse_tiles(text)
        first = way(text)
        for order in ((b, a, d, c), (d, c, b, a), (c, a, d, b)):
            other = house_way(filing(), order)
            assert (value(other.low), value(other.high)) == (value(first.low), value(first.high))
            assert (other.row, other.cite) == (first.row, first.cite)


def test_another_houses_chart_needs_no_python() -> None:
    """Nines split from seven, Teen and Dey only by the low hand, Gee Joon never."""
    data: dict[str, Any] = read_toml(DATA / f"{TILES}.toml")
    data["id"] = "my-house/pai-gow-tiles"
    chart = data["game"]["house_way"]
    chart["split"] = chart["split"][1:]
    chart["split"][2]["low_from"] = 7
    del chart["split"][3]["or_beside"]
    chart["never_split"]["pairs"].append("Gee Joon")
    own = parse_filing(data, "my-house.toml")
    assert isinstance(own, PaiGowTiles)

    def low(text: str) -> Counter[str]:
        return stacks(write(house_way(own, parse_tiles(text)).low), "")[0]

    assert low("42 21 33 31") == Counter(["33", "31"])
    assert low("66 66 65 55") == Counter(["65", "55"])
    assert low("66 66 31 41") == Counter(["66", "31"])
    assert low("63 54 66 44") == Counter(["63", "44"])


def test_a_hand_without_a_row_is_said_to_be_ruled() -> None:
    """003:1160-1172 has rows for pairs; the rest rests on reading table-games 161."""
    filing = load("napa-valley/pai-gow-tiles")
    without = set_house_way(filing, "66 55 43 21")
    assert without["reading"] == "table-games 161"
    assert "reading" not in set_house_way(filing, "66 66 43 21")
    shown = CliRunner().invoke(app, ["set", "napa-valley/pai-gow-tiles", "66 55 43 21"])
    assert "Ruled, not filed" in shown.stdout

"""Pai gow tiles: the filed rankings, the rulings on copies, and counts over every hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product
from math import comb

import pytest

from houseway.cards import TILE_SET, TILES, Tile, parse_tiles, tile
from houseway.hands.tiles import (
    TILE_NAMES,
    TileHand,
    set_tiles,
    tile_hand,
    tile_name,
    tile_rank,
    tile_settings,
)

FACE_PAIRS = [(a, b) for a, b in combinations_with_replacement(TILES, 2)
              if a is not b or TILE_SET.count(a) == 2]  # fmt: skip


def hand(text: str) -> TileHand:
    one, other = parse_tiles(text)
    return tile_hand(one, other)


def strengths(*texts: str) -> list[int]:
    return [hand(text).strength for text in texts]


# --- the tiles -----------------------------------------------------------------------------


def test_filed_order_of_single_tiles() -> None:
    filed = (
        "Teen Dey Yun Gor Mooy Chong Bon Foo Ping Tit Look"
        "|Chop Gow|Chop Bot|Chop Chit|Chop Ng|Gee Joon"
    )
    first, *rest = filed.split("|")
    assert list(TILE_NAMES) == first.split() + rest
    assert [tile_rank(face) for face in TILES] == [
        *range(1, 12), 12, 12, 13, 13, 14, 14, 15, 15, 16, 16
    ]  # fmt: skip


def test_ranks_1_to_11_have_a_copy_and_make_22_tiles_of_32() -> None:
    copies = Counter(tile_rank(face) for face in TILE_SET)
    assert all(count == 2 for count in copies.values())
    twice = [face for face in TILES if TILE_SET.count(face) == 2]
    assert [tile_rank(face) for face in twice] == list(range(1, 12))
    assert sum(copies.values()) == 32


def test_ranks_12_to_15_differ_in_dots_but_share_name_and_number() -> None:
    for name, pips in {"Chop Gow": 9, "Chop Bot": 8, "Chop Chit": 7, "Chop Ng": 5}.items():
        one, other = TILE_NAMES[name]
        assert one is not other
        assert one.pips == other.pips == pips
        assert tile_name(one) == tile_name(other) == name


def test_filed_example_gor_of_four_dots_ranks_above_foo_of_eleven() -> None:
    (gor,), (foo,) = TILE_NAMES["Gor"], TILE_NAMES["Foo"]
    assert (gor.pips, foo.pips) == (4, 11)
    assert tile_rank(gor) < tile_rank(foo)


# --- the ranking of hands, against a second reading of the filed tables ----------------------

# The twenty ranks above points, high to low, spelled out by face.
FILED_RANKS: tuple[frozenset[frozenset[str]], ...] = tuple(
    frozenset(frozenset(pair.split("+")) for pair in rank.split())
    for rank in (
        "42+21",
        "66+66", "11+11", "44+44", "31+31", "55+55", "33+33", "22+22", "65+65", "64+64",
        "61+61", "51+51",
        "63+54", "62+53", "52+43", "41+32",
        "66+63 66+54", "11+63 11+54",
        "66+44 66+62 66+53", "11+44 11+62 11+53",
    )
)  # fmt: skip
SINGLE_ORDER = [
    "66", "11", "44", "31", "55", "33", "22", "65", "64", "61", "51",
    "63/54", "62/53", "52/43", "41/32", "42/21",
]  # fmt: skip
KINDS = (
    ["supreme pair"] + ["matched pair"] * 11 + ["unmatched pair"] * 4 + ["wong"] * 2 + ["gong"] * 2
)


def read_from_tables(one: Tile, other: Tile) -> tuple[int, int]:
    """The hand's place, better ones greater: its filed rank, or points and highest tile."""
    faces = frozenset((one.text, other.text))
    for rank, members in enumerate(FILED_RANKS, 1):
        if faces in members:
            return 100 - rank, 0
    numbers = [{"3", "6"} if face in ("42", "21") else {str(int(face[0]) + int(face[1]))}
               for face in (one.text, other.text)]  # fmt: skip
    points = max(int(str(int(a) + int(b))[-1]) for a, b in product(*numbers))
    places = [next(i for i, names in enumerate(SINGLE_ORDER) if face in names.split("/"))
              for face in (one.text, other.text)]  # fmt: skip
    return points, 0 if points == 0 else -min(places)


def test_every_two_hands_compare_as_the_filed_tables_say() -> None:
    assert len(FACE_PAIRS) == 221
    ours = {pair: tile_hand(*pair) for pair in FACE_PAIRS}
    filed = {pair: read_from_tables(*pair) for pair in FACE_PAIRS}
    for a, b in product(FACE_PAIRS, repeat=2):
        assert (ours[a] < ours[b]) is (filed[a] < filed[b])
        assert (ours[a] == ours[b]) is (filed[a] == filed[b])


def test_kinds_and_points_agree_with_the_filed_tables() -> None:
    for pair in FACE_PAIRS:
        place, _ = read_from_tables(*pair)
        value = tile_hand(*pair)
        if place > 9:
            assert (value.kind, value.points) == (KINDS[99 - place], 10)
        else:
            assert (value.kind, value.points) == ("points", place)


def test_a_hand_does_not_depend_on_the_order_of_its_tiles() -> None:
    for one, other in FACE_PAIRS:
        assert tile_hand(one, other) == tile_hand(other, one)
        assert tile_hand(one, other).name == tile_hand(other, one).name


def test_filed_order_of_categories() -> None:
    order = strengths("42 21", "66 66", "51 51", "63 54", "41 32", "66 63", "11 54", "66 44",
                      "11 53", "66 61", "64 65")  # fmt: skip
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == len(order)


def test_ruling_160_second_matched_pair_is_dey() -> None:
    assert hand("66 66") > hand("11 11") > hand("44 44")


def test_ruling_169_only_the_highest_tile_breaks_equal_points() -> None:
    assert hand("44 61") == hand("44 52")  # five with Yun, whichever seven is beside it
    assert hand("66 33") == hand("66 51") == hand("66 42")  # eight with Teen
    assert hand("31 61") > hand("65 64")  # one with Gor beats one with Foo
    assert hand("22 62") > hand("31 61")  # but points come first


def test_ruling_170_wongs_and_gongs_compare_the_twelve_or_the_two_only() -> None:
    assert hand("66 44") == hand("66 62") == hand("66 53")
    assert hand("11 63") == hand("11 54")
    assert hand("66 63") > hand("11 54") > hand("66 44") > hand("11 44")


def test_ruling_172_every_zero_is_equal() -> None:
    zeros = [pair for pair in FACE_PAIRS if tile_hand(*pair).points == 0]
    assert {tile_hand(*pair).strength for pair in zeros} == {0}
    assert (tile("66"), tile("44")) not in zeros  # twenty dots, but a gong
    assert len(zeros) == 7


def test_ruling_173_gee_joon_is_the_lowest_single_tile_even_as_a_six() -> None:
    for face in ("42", "21"):
        assert hand(f"{face} 43").name == "three, Chop Chit high"  # six and seven, not three
        assert hand(f"{face} 41").name == "eight, Chop Ng high"
    assert hand("42 33").points == 9  # counts three although it has six dots
    assert hand("21 33").points == 9
    assert hand("21 31").points == 7  # three and four
    assert hand("21 66").points == 8  # six and two


def test_gee_joon_counts_alike_whichever_face_it_shows() -> None:
    for other in TILES:
        if other.text not in ("42", "21"):
            assert tile_hand(tile("42"), other) == tile_hand(tile("21"), other)


def test_names_a_dealer_would_say() -> None:
    said = {
        "42 21": "supreme pair, Gee Joon", "11 11": "pair of Dey", "63 54": "pair of Chop Gow",
        "66 54": "wong, Teen with a nine", "53 11": "gong, Dey with an eight",
        "11 61": "nine, Dey high", "65 63": "zero", "55 64": "zero",
    }  # fmt: skip
    assert {text: hand(text).name for text in said} == said


# --- counts ---------------------------------------------------------------------------------


def test_counts_of_all_496_two_tile_hands_by_arithmetic() -> None:
    """The 496 hands by kind and points, from how many tiles there are of each number.

    Tiles by last digit: 2 (Teen, Dey), 8, 4, 0, 6 and 7 have four each, 1, 9 and 5 two each,
    and two Gee Joon count 3 or 6.
    """
    tiles = {2: 4, 8: 4, 4: 4, 0: 4, 6: 4, 7: 4, 1: 2, 9: 2, 5: 2}
    pairs_within = {2: 2, 8: 2, 4: 2, 0: 2, 6: 2, 7: 2, 1: 1, 9: 1, 5: 1}
    expected: Counter[object] = Counter(
        {"supreme pair": 1, "matched pair": 11, "unmatched pair": 4}
    )
    expected["wong"], expected["gong"] = 4 * 2, 4 * 4
    for (a, m), (b, n) in combinations(tiles.items(), 2):
        if {a, b} not in ({2, 9}, {2, 8}):
            expected[(a + b) % 10] += m * n
    for a, n in tiles.items():
        expected[2 * a % 10] += comb(n, 2) - pairs_within[a]
        expected[max((a + 3) % 10, (a + 6) % 10)] += 2 * n

    counted: Counter[object] = Counter()
    for one, other in combinations(TILE_SET, 2):
        value = tile_hand(one, other)
        counted[value.points if value.kind == "points" else value.kind] += 1
    assert counted == expected
    assert sum(counted.values()) == 496


def test_published_shares_of_two_tile_totals() -> None:
    """ "Pai Gow Tiles statistics", TigerWu, wizardofvegas.com forum, 25 May 2016.

    His percentages are of the 221 pairs of faces.
    """
    published = {
        "pair": 7.24, "wong": 1.8, "gong": 2.71, 9: 9.5, 8: 9.95, 7: 10.86, 6: 9.95, 5: 10.4,
        4: 10.4, 3: 10.86, 2: 7.69, 1: 5.43, 0: 3.17,
    }  # fmt: skip
    counted: Counter[object] = Counter()
    for pair in FACE_PAIRS:
        value = tile_hand(*pair)
        counted["pair" if "pair" in value.kind else
                value.points if value.kind == "points" else value.kind] += 1  # fmt: skip
    assert counted.keys() == published.keys()
    for what, percent in published.items():
        assert 100 * counted[what] / 221 == pytest.approx(percent, abs=0.011)


def four_tile_event(tiles: tuple[Tile, ...]) -> str:
    settings = tile_settings(tiles)
    pairs = sorted(
        {
            value.name
            for setting in settings
            for value in (setting.low_hand, setting.high_hand)
            if "pair" in value.kind
        }
    )
    gee_joon, teen, dey = "supreme pair, Gee Joon", "pair of Teen", "pair of Dey"
    if len(pairs) == 2:
        named = {(teen, gee_joon): "Gee Joon and Teen", (dey, gee_joon): "Gee Joon and Dey",
                 (dey, teen): "Teen and Dey"}  # fmt: skip
        a, b = pairs
        return named.get((a, b), "two pair")
    if pairs:
        return "high pair" if pairs[0] in (gee_joon, teen, dey) else "one pair"
    if any("wong" in (setting.low_hand.kind, setting.high_hand.kind) for setting in settings):
        return "wong"
    names = {tile_name(one) for one in tiles}
    if {"Chong", "Look"} < names and sorted(one.pips for one in tiles) == [4, 6, 6, 7]:
        return "lame duck"
    return "nothing"


def test_published_counts_of_all_four_tile_hands() -> None:
    """Bonanza Pai Gow table of the Wizard of Odds (wizardofodds.com/games/bonanza-pai-gow)."""
    assert Counter(map(four_tile_event, combinations(TILE_SET, 4))) == {
        "Gee Joon and Teen": 1, "Gee Joon and Dey": 1, "Teen and Dey": 1, "lame duck": 64,
        "two pair": 117, "high pair": 1260, "one pair": 5460, "wong": 2704, "nothing": 26352,
    }  # fmt: skip


def test_published_numbers_of_distinct_hands() -> None:
    """Wikipedia, "Pai gow": 136 two-tile and 3,620 four-tile hands, the tiles of a pair alike."""

    def distinct(size: int) -> int:
        return len({tuple(sorted(map(tile_rank, tiles))) for tiles in combinations(TILE_SET, size)})

    assert (distinct(2), distinct(4)) == (136, 3620)


# --- setting four tiles ------------------------------------------------------------------------


def test_all_35960_hands_are_set_three_ways_with_the_lower_combination_low() -> None:
    hands = 0
    for tiles in combinations(TILE_SET, 4):
        hands += 1
        settings = tile_settings(tiles)
        partners = []
        for setting in settings:
            assert setting.low_hand.strength <= setting.high_hand.strength
            assert setting.low_hand is tile_hand(*setting.low)
            assert setting.high_hand is tile_hand(*setting.high)
            assert sorted((*setting.low, *setting.high), key=id) == sorted(tiles, key=id)
            side = setting.low if tiles[0] in setting.low else setting.high
            partners.append(side)
        if len(set(tiles)) == 4:  # the first tile lies once beside each of the others
            assert [set(side) for side in partners] == [{tiles[0], one} for one in tiles[1:]]
    assert hands == 35960


def test_ruling_174_the_lower_combination_is_low_however_the_stacks_lie() -> None:
    low, high = (tile("52"), tile("66")), (tile("31"), tile("31"))
    assert set_tiles(low, high) == set_tiles(high, low)
    assert set_tiles(high, low).low == low


def test_tiles_stay_in_the_order_dealt() -> None:
    tiles = parse_tiles("55 64 64 11")
    assert [setting.low for setting in tile_settings(tiles)] == [
        parse_tiles("55 64"), parse_tiles("55 64"), parse_tiles("55 11")
    ]  # fmt: skip


def test_equal_stacks_keep_the_order_given() -> None:
    one, other = (tile("66"), tile("44")), (tile("66"), tile("62"))
    assert set_tiles(one, other).low == one
    assert set_tiles(other, one).low == other


def test_a_hand_of_three_tiles_is_refused() -> None:
    with pytest.raises(ValueError, match="3 tiles are given; a hand is set from four"):
        tile_settings(parse_tiles("66 11 44"))

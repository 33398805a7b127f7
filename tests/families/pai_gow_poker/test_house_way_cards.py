"""House ways of pai gow poker: every row of every filed chart, exceptions included, and no fouls.

The hands and their fronts were set by hand from the charts and the rulings; `house_way_twin`
holds the charts a second time for comparison over many hands.
"""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from houseway.cards import CARDS, JOKER, Card, cards_of, parse_cards, seeded_source, write
from houseway.errors import FilingError, HousewayError, Refused
from houseway.families.pai_gow_poker.house_way import HouseWay, HouseWaySetter, house_way, setter_of
from houseway.families.pai_gow_poker.schema import HouseWayChart, PaiGowPoker
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing
from houseway.filings.terms import make_terms
from houseway.hands.two_card import TwoCard
from tests.families.pai_gow_poker.house_way_twin import twin

NAPA = "napa-valley/fortune-pai-gow-poker-1.0"
CLUB = "500-club/fortune-pai-gow-poker"
FACE = "500-club/face-up-pai-gow-poker"
DOUBLE = "napa-valley/double-hand-poker"
CHARTS = (NAPA, CLUB, FACE)
TWINS = {NAPA: ("1.0", True), CLUB: ("hand-set", False), FACE: ("hand-set", True)}
DECK = cards_of("joker-53")

# Hands that all three charts set alike: the cards, and the front hand.
ALIKE = {
    "no pair": ("Ah Kd Jc Tc 7s 5h 3d", "Kd Jc"),
    "no pair, nine high": ("9h 8d 7c 5s 4h 3d 2c", "8d 7c"),
    "no pair, the joker is the ace behind": ("Jk Kd Jc 9c 7s 5h 3d", "Kd Jc"),
    "one pair": ("Ac Qd 3s 3c Jh 8d 4c", "Ac Qd"),
    "one pair of aces": ("Ac Ad Kh 9s 7d 4c 2h", "Kh 9s"),
    "one pair, ace and joker": ("Ac Jk Kh 9s 7d 4c 2h", "Kh 9s"),
    "two pairs, aces": ("Ac Ad 2d 2s Kc Qc 7h", "2d 2s"),
    "two pairs, aces by the joker": ("Ac Jk 5d 5s Kc 9h 7d", "5d 5s"),
    "two pairs, kings": ("Kh Ks 3d 3s Ac 6c 2d", "3d 3s"),
    "two pairs, queens beside ace and king": ("Qh Qs 3d 3s Ac Kc 7h", "3d 3s"),
    "two pairs, jacks with an ace": ("Jd Js 8c 8h Ac 7h 4s", "Ac 7h"),
    "two pairs, jacks with the joker": ("Jd Js 8c 8h Jk 7h 4s", "Jk 7h"),
    "two pairs, jacks without an ace": ("Jd Js 8c 8h Kc 7h 4s", "8c 8h"),
    "two pairs, tens with ace and king": ("Td Ts 3c 3h Ac Kh 4s", "Ac Kh"),
    "two pairs, nines without an ace": ("9d 9s 3c 3h Kc Qh 4s", "3c 3h"),
    "two pairs, eights with a king": ("8c 8d 4d 4h Ks 9s 7c", "Ks 9s"),
    "two pairs, eights with an ace": ("8c 8d 4d 4h As Ks 7c", "As Ks"),
    "two pairs, eights without a king": ("8c 8d 4d 4h Qs Js 7c", "4d 4h"),
    "two pairs, sevens with a king": ("7c 7d 6d 6h Ks Qs 2c", "Ks Qs"),
    "two pairs, sixes without a king": ("6c 6d 5d 5h Qs Js 9c", "5d 5h"),
    "two pairs, sixes with the joker": ("6c 6d 2d 2h Jk Js 9c", "Jk Js"),
    "two pairs, fives with a queen": ("5h 5s 4h 4c Qh 8c 2s", "Qh 8c"),
    "two pairs, fives without a queen": ("5h 5s 4h 4c Jh 8c 2s", "4h 4c"),
    "two pairs, fours with king and queen": ("4h 4c 3c 3d Kh Qs 8d", "Kh Qs"),
    "two pairs, threes with a queen": ("3h 3s 2h 2c Qd 9c 7s", "Qd 9c"),
    "two pairs, threes without a queen": ("3h 3s 2h 2c Jd 9c 7s", "2h 2c"),
    "three pairs": ("9c 9s 7d 7c 5h 5s Ac", "9c 9s"),
    "three pairs, aces by the joker, with a straight": ("Ac Jk Kh Kd Qs Qd Jc", "Ac Jk"),
    "three pairs, ace and joker with a royal flush": ("Ac Jk Kc Kd Qc Qd Jc", "Ac Jk"),
    "three aces": ("Ac Ad As 8d 5d 4c 2s", "As 8d"),
    "three aces by the joker": ("Ac Ad Jk Kd 9h 7c 2s", "Ad Kd"),
    "three kings": ("Kh Kd Kc Jh Tc 7s 5h", "Jh Tc"),
    "three twos with ace and king": ("2h 2d 2c Ah Kc 9s 7h", "Ah Kc"),
    "three nines with the joker": ("9h 9d 9c Jk Kc 6s 3h", "Jk Kc"),
    "three of a kind twice": ("Jc Jd Js 5s 5h 5c Ad", "Jc Jd"),
    "three of a kind twice, aces by the joker": ("Ac Ad Jk 5s 5h 5c Kd", "Ac Ad"),
    "straight or flush: the higher front": ("As 9s 6s 5s 4c 3d 2s", "As 9s"),
    "six-card straight": ("Kd Qs Jc Th 9d 8c 3h", "Kd 3h"),
    "seven-card straight": ("9c 8d 7h 6s 5c 4d 3h", "9c 8d"),
    "wheel": ("Ac 5d 4h 3s 2c Kd Qh", "Kd Qh"),
    "six-high straight and an ace": ("Ac 6d 5d 4h 3s 2c Kd", "Ac Kd"),
    "six-card straight with the joker, which is an ace in front": ("Jk Kd Qs Jc Th 9d 4c", "Jk 4c"),
    "flush of six": ("Ah Jh 9h 7h 5h 2h Kc", "Ah Kc"),
    "flush of five": ("Ah Jh 9h 7h 5h Kc Qd", "Kc Qd"),
    "straight flush": ("9h 8h 7h 6h 5h Tc Ad", "Ad Tc"),
    "straight flush by the joker": ("9h 8h Jk 6h 5h Ac Qd", "Ac Qd"),
    "straight with a pair that goes in front": ("Jc Td 9h 8s 7c 6d 6h", "6d 6h"),
    "straight with a pair in it": ("Kc Kd Qh Js Th 9c 2d", "Kc 2d"),
    "straight with a pair, the joker a seven": ("Jh 8d 9s 8h Jk 6s 5d", "Jh 8d"),
    "straight with a pair of aces": ("Ac Ad Kh Qs Jd Tc 4h", "Ac 4h"),
    "straight with ace and joker": ("Ac Jk 9d 8h 6s 5c 2d", "Ac 2d"),
    "flush with a pair in it": ("Kh 8h 6h 4h 2h 8c Js", "Js 8c"),
    "flush with a pair that goes in front": ("Qh 9h 7h 5h 3h 2c 2d", "2c 2d"),
    "straight with kings and queens": ("Kc Kd Qh Qs Jd Tc 9h", "Qh Qs"),
    "straight with nines and eights": ("9c 9d 8h 8s 7d 6c 5h", "8h 8s"),
    "straight with eights and sevens": ("8c 8d 7h 7s 6d 5c 4h", "7h 7s"),
    "straight by the joker behind a pair": ("Ac Jk Kd Qh Js 5c 5d", "5c 5d"),
    "flush with nines and sevens": ("9h 9d Qd Jd 4d 7d 7c", "7d 7c"),
    "flush with jacks and eights and an ace": ("Jd Jc 8d 8h Ad 7d 4d", "Ad 7d"),
    "straight with three fives": ("7d 6s 5d 4s 3h 5c 5h", "5c 5h"),
    "flush with three kings": ("Kh Kd Kc Qh 9h 7h 2h", "Kd Kc"),
    "straight with three aces": ("Ac Ad Ah Kd Qs Jh Tc", "Ac Ad"),
    "straight with two aces and the joker in it": ("Ac Ad Jk Kd Qs Jh Tc", "Ac Ad"),
    "wheel with three aces": ("Ac Ad Jk 5h 4s 3d 2c", "Ac Ad"),
    "wheel with two aces and the joker in it, king over": ("Ac Ad Jk 5h 4s 3d Kc", "Ac Kc"),
    "full house, threes higher": ("8h 8s 8d 4c 4h Ac Kh", "4c 4h"),
    "full house, pair higher": ("4h 4s 4d 8c 8h Ac Kh", "8c 8h"),
    "full house, three aces": ("Ah As Ad 5c 5h 9c 7h", "5c 5h"),
    "full house with two pairs, threes higher": ("Kh Ks Kd 5c 5h 4c 4h", "5c 5h"),
    "full house with two pairs, pairs higher": ("4h 4s 4d Kc Kh 9c 9h", "Kc Kh"),
    "full house by the joker, no pair before its straight": ("Ac Ad Jk Kc Kh Qs Jd", "Kc Kh"),
    "four aces": ("Ac Ad Ah As Kd Qc 9h", "Ac Ad"),
    "four aces by the joker": ("Ac Ad Ah Jk Kd Qc 9h", "Ac Ad"),
    "four aces with a pair of kings": ("Ac Ad Ah Jk Kd Kc 9h", "Kd Kc"),
    "four kings with a pair": ("Kc Kd Kh Ks 7d 7c 2h", "7d 7c"),
    "four queens": ("Qc Qd Qh Qs 9s 7d 5c", "Qc Qd"),
    "four queens with an ace": ("Qc Qd Qh Qs As 7d 5c", "Qc Qd"),
    "four jacks with a king": ("Jc Jd Jh Js Ks 7d 5c", "Ks 7d"),
    "four jacks without a king": ("Jc Jd Jh Js Qs Td 7c", "Jc Jd"),
    "four jacks with a pair of fours": ("Jc Jd Jh Js 4s 4d Qc", "4s 4d"),
    "four jacks with the joker": ("Jc Jd Jh Js Jk 7d 5c", "Jk 7d"),
    "four tens without a king": ("Tc Td Th Ts Qd Jc 8h", "Tc Td"),
    "four nines with an ace": ("9c 9d 9h 9s As 3d 2c", "As 3d"),
    "four eights with a queen": ("8c 8d 8h 8s Qd 7c 4h", "Qd 7c"),
    "four eights without a queen": ("8c 8d 8h 8s Jd 7c 4h", "8c 8d"),
    "four sevens with a pair of threes": ("7c 7d 7h 7s 3c 3d Jh", "3c 3d"),
    "four sixes with a king": ("6c 6d 6h 6s Kd 3c 2h", "Kd 3c"),
    "four fives": ("5s 5d 5h 5c 9h 8c 2s", "9h 8c"),
    "four fives with a pair": ("5h 5d 5c 5s 4c 4h 2s", "4c 4h"),
    "four threes": ("3s 3d 3h 3c Ah Kc 9s", "Ah Kc"),
    "four twos": ("2s 2d 2h 2c 7h 6c 4s", "7h 6c"),
    "four kings and three fours": ("Kc Kd Kh Ks 4c 4d 4h", "4c 4d"),
    "four fours and three kings": ("4c 4d 4h 4s Kc Kd Kh", "Kc Kd"),
    "five aces": ("Ac Ad Ah As Jk Ks 5c", "Ac Ad"),
    "five aces with a pair of kings": ("Ac Ad Ah As Jk Kd Kc", "Ac Ad"),
}  # fmt: skip

# Hands the charts, or their jokers, set apart: the front hand by chart.
APART = {
    "two aces and the joker in a straight, ruling 90 against 136": (
        "Ac Ad Jk Qs Jh Tc 5d", {NAPA: "Ac Qs", CLUB: "Ac 5d", FACE: "Ac 5d"},
    ),
    "three kings with ace and joker in a straight, ruling 89 against 138": (
        "Kc Kd Kh Ac Jk Qs Jd", {NAPA: "Kc Kd", CLUB: "Ac Jk", FACE: "Ac Jk"},
    ),
    "three kings with ace and joker in a flush": (
        "Kc Kd Kh Ah Jk 9h 4h", {NAPA: "Kc Kd", CLUB: "Ah Jk", FACE: "Ah Jk"},
    ),
    "the joker in a plain flush, ruling 127": (
        "Kc Jc 9c 4c Jk 8d 2h", {NAPA: "8d 2h", CLUB: "Kc Jc", FACE: "8d 2h"},
    ),
    "the joker in a plain flush with a pair": (
        "Kh Kd 9h 6h 2h Jk Qs", {NAPA: "Kd Qs", CLUB: "Jk Qs", FACE: "Kd Qs"},
    ),
    "the joker in a plain flush with three of a kind": (
        "Th Tc Td 8h 5h 2h Jk", {NAPA: "Tc Td", CLUB: "Jk 8h", FACE: "Tc Td"},
    ),
    "the joker in a plain flush with two aces": (
        "Ah Ac Jk 9h 7h 4h Qd", {NAPA: "Ac Qd", CLUB: "Ac Qd", FACE: "Ac Qd"},
    ),
    "two aces and the joker, the queen in the flush": (
        "Ah Ac Jk Qh 9h 7h 4d", {NAPA: "Ac Qh", CLUB: "Ac Qh", FACE: "Ac 4d"},
    ),
}  # fmt: skip


def filing(name: str) -> PaiGowPoker:
    found = load(name)
    assert isinstance(found, PaiGowPoker)
    return found


def chart_of(name: str) -> HouseWayChart:
    chart = filing(name).game.house_way
    assert chart is not None
    return chart


def setter(name: str) -> HouseWaySetter:
    found = setter_of(make_terms(filing(name)))
    assert found is not None
    return found


def ranks(cards: tuple[Card, ...]) -> list[int]:
    return sorted((card.rank or 14 for card in cards), reverse=True)


def set_text(name: str, cards: str, **options: Any) -> HouseWay:
    return house_way(filing(name), parse_cards(cards), options)


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("hand", ALIKE, ids=lambda hand: hand.replace(" ", "-"))
def test_row_of_every_chart(chart: str, hand: str) -> None:
    cards, front = ALIKE[hand]
    found = set_text(chart, cards)
    assert ranks(found.front) == ranks(parse_cards(front)), found.row
    assert sorted((found.front + found.back), key=str) == sorted(parse_cards(cards), key=str)


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("hand", APART, ids=lambda hand: hand.replace(" ", "-"))
def test_row_that_differs(chart: str, hand: str) -> None:
    cards, fronts = APART[hand]
    found = set_text(chart, cards)
    assert ranks(found.front) == ranks(parse_cards(fronts[chart])), found.row


@pytest.mark.parametrize("name", [CLUB, FACE])
def test_500_club_charts_examples_are_set_as_printed(name: str) -> None:
    rows = chart_of(name).row
    assert len(rows) == 21
    for row in rows:
        front, _, back = row.example.partition("/")
        found = set_text(name, front + back)
        assert ranks(found.front) == ranks(parse_cards(front)), row.hand
        assert f"{row.hand}: " in found.row


@pytest.mark.parametrize("name", CHARTS)
def test_every_way_of_every_row_has_a_hand_here(name: str) -> None:
    hands = [cards for cards, _ in (*ALIKE.values(), *APART.values())]
    decided = Counter(set_text(name, cards).row.rpartition("; ")[2] for cards in hands)
    ways = {f"{row.hand}: {way.says}" for row in chart_of(name).row for way in row.ways}
    # Ruling 137 provides for a hand that no deal can make: see the exhaustive proof below.
    never = {way for way in ways if "neither pair nor ace" in way}
    assert ways - never == set(decided)
    assert len(never) == (0 if name == NAPA else 1)


def test_napa_chart_has_a_row_for_every_line_of_the_filing() -> None:
    lines = {str(row.cite.lines) for row in chart_of(NAPA).row}
    golden = {way.cite.lines for row in chart_of(NAPA).row for way in row.ways if way.cite}
    assert lines | golden == {str(line) for line in (*range(780, 793), 794)}


@pytest.mark.parametrize(
    ("name", "cards", "row", "cite"),
    [
        (NAPA, "Jc Td 9h 8s 7c 6d 6h", "the pair in front of a complete", "Golden Rule"),
        (NAPA, "Jd Js 8c 8h Kc 7h 4s", "no ace for the front", "House Way, Two Pairs, item 2"),
        (NAPA, "Kc Kd Qh Qs Jd Tc 9h", "set as two pairs; Two pairs", "with 2 Pairs; House Way,"),
        (NAPA, "Ac Ad Jk Qs Jh Tc 5d", "Three aces: ", "Trips; House Way, Three of a Kind, item"),
        (CLUB, "8c 8d 4d 4h Ks 9s 7c", "8, 7 or 6: both pairs behind", "8s, 7s, or 6s"),
        (FACE, "Ac Ad Ah As Jk Ks 5c", "Five aces: pair of aces", "House Way Chart, Five Aces"),
    ],
)
def test_answer_names_the_row_that_decided(name: str, cards: str, row: str, cite: str) -> None:
    found = set_text(name, cards)
    assert row in found.row
    assert cite in found.cite


def test_napa_four_aces_keep_the_straight_behind_by_the_golden_rule() -> None:
    """Ruling table-games 87: the row for four of a kind, then the golden rule."""
    found = set_text(NAPA, "Ac Ad Ah Jk Kd Qc Jh")
    assert write(found.front) in ("Ad Ac", "Ah Ad", "Ah Ac")
    assert JOKER in found.back
    flush = set_text(NAPA, "Ac Ad Ah Jk Kh Qh 9h")
    assert set(flush.front) == set(parse_cards("Ac Ad"))


def test_suits_in_front_never_break_the_complete_hand_behind() -> None:
    for name in CHARTS:
        assert set(set_text(name, "Kh 8h 6h 4h 2h 8c Js").front) == set(parse_cards("Js 8c"))
        assert set(set_text(name, "Kh Kd Kc Qh 9h 7h 2h").front) == set(parse_cards("Kd Kc"))


def test_joker_flush_option_changes_the_500_club_fortune_house_way() -> None:
    cards = "Kc Jc 9c 4c Jk 8d 2h"
    assert write(set_text(CLUB, cards).front) == "Kc Jc"
    assert write(set_text(CLUB, cards, joker_flush=True).front) == "8d 2h"


def test_double_hand_poker_has_no_chart_of_its_own() -> None:
    with pytest.raises(Refused, match="no house-way chart"):
        set_text(DOUBLE, "Ah Kd Jc Tc 7s 5h 3d")


def test_double_hand_poker_reads_a_borrowed_chart_with_its_own_joker() -> None:
    found = set_text(DOUBLE, "Kc Jc 9c 4c Jk 8d 2h", house_way_chart=CLUB)
    assert write(found.front) == "8d 2h"
    with pytest.raises(FilingError, match="house_way_chart"):
        set_text(DOUBLE, "Kc Jc 9c 4c Jk 8d 2h", house_way_chart=DOUBLE)


@pytest.mark.parametrize(
    "cards", ["Ah Kd Jc Tc 7s 5h", "Ah Kd Jc Tc 7s 5h 3d 2c", "Ah Ah Jc Tc 7s 5h 3d"]
)
def test_seven_different_cards_are_asked_for(cards: str) -> None:
    with pytest.raises(Refused, match="seven different cards"):
        set_text(NAPA, cards)


def test_hands_are_written_as_a_dealer_reads_them() -> None:
    found = set_text(NAPA, "2c 8h Kd 8c Ac Kc 4d")
    assert (write(found.front), write(found.back)) == ("8h 8c", "Kd Kc Ac 4d 2c")
    straight = set_text(NAPA, "2d 9c 6h Jk 7d Ac 5s")
    assert write(straight.back) == "9c Jk 7d 6h 5s"


def _sample(seed: int, count: int) -> list[list[Card]]:
    """Random hands, and as many again of high cards with the joker, where the charts differ."""
    source = seeded_source(seed)
    plain = [source.sample(DECK, 7) for _ in range(count // 2)]
    return plain + [[JOKER, *source.sample(CARDS[24:], 6)] for _ in range(count - count // 2)]


def _assert_not_foul(found: HouseWay, way: HouseWaySetter) -> None:
    assert len(found.front) == 2
    assert len({*found.front, *found.back}) == 7
    assert TwoCard().strength(found.front) <= way.ranking.strength(found.back), found


@pytest.mark.parametrize(
    ("name", "number"),
    [*product(CHARTS, [4_000]), *(pytest.param(n, 20_000, marks=pytest.mark.long) for n in CHARTS)],
)
def test_hands_are_set_without_a_foul_and_as_the_twin_sets_them(name: str, number: int) -> None:
    way = setter(name)
    for hand in _sample(7, number):
        found = way.set(hand)
        _assert_not_foul(found, way)
        assert tuple(ranks(found.front)) == twin(TWINS[name][0], hand, TWINS[name][1]), write(hand)


@pytest.mark.parametrize("name", CHARTS)
def test_the_order_of_the_cards_does_not_matter(name: str) -> None:
    source = random.Random(3)
    way, fresh = setter(name), HouseWaySetter(chart_of(name), setter(name).ranking)
    for hand in _sample(11, 2_000):
        again = hand[:]
        source.shuffle(again)
        assert way.set(hand) == fresh.set(again)


@pytest.mark.long
@pytest.mark.parametrize("name", CHARTS)
def test_a_million_hands_are_set_without_a_foul(name: str) -> None:
    way = setter(name)
    source = seeded_source(2026)
    for _ in range(1_000_000):
        _assert_not_foul(way.set(source.sample(DECK, 7)), way)


@pytest.mark.long
@pytest.mark.parametrize("name", CHARTS)
def test_every_kind_of_hand_without_a_flush_is_set_as_the_twin_sets_it(name: str) -> None:
    """All 67,600 multisets of ranks, the joker with them, in suits that make no flush."""
    way = setter(name)
    kinds = 0
    for size, joker in ((7, []), (6, [JOKER])):
        for held in combinations_with_replacement(range(14, 1, -1), size):
            if max(Counter(held).values()) > 4:
                continue
            hand = [CARDS[4 * (rank - 2) + i % 4] for i, rank in enumerate(held)] + joker
            found = way.set(hand)
            _assert_not_foul(found, way)
            assert "neither pair nor ace" not in found.row
            assert tuple(ranks(found.front)) == twin(TWINS[name][0], hand, TWINS[name][1])
            kinds += 1
    assert kinds == 49_205 + 18_395


# Charts that do not load, and a house of its own.


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def _refused(data: dict[str, Any]) -> str:
    with pytest.raises(HousewayError) as refused:
        parse_filing(data, "mine.toml")
    return str(refused.value)


def test_a_chart_without_a_row_for_some_hand_does_not_load() -> None:
    data = _data(NAPA)
    rows = data["game"]["house_way"]["row"]
    data["game"]["house_way"]["row"] = [row for row in rows if row["sets"] != ["3+3"]]
    assert "no row is for hands with sets of 3+3, A" in _refused(data)


def test_a_chart_whose_ranks_leave_a_gap_does_not_load() -> None:
    data = _data(NAPA)
    for row in data["game"]["house_way"]["row"]:
        if row.get("ranks") == "876":
            row["ranks"] = "87"
    assert "sets of 2+2, 6" in _refused(data)


def test_a_row_that_says_nothing_does_not_load() -> None:
    data = _data(NAPA)
    data["game"]["house_way"]["row"][0] |= {"ways": []}
    assert "a row needs `ways`" in _refused(data)


def test_an_example_that_is_no_hand_does_not_load() -> None:
    data = _data(CLUB)
    data["game"]["house_way"]["row"][0]["example"] = "As 9s / 6s"
    assert "two cards, a slash and five cards" in _refused(data)


def test_a_bank_set_the_house_way_needs_a_chart() -> None:
    data = _data(DOUBLE)
    data["game"]["bank_sets"]["method"] = "house-way"
    assert "there is no chart" in _refused(data)


def test_a_winning_case_needs_its_pay() -> None:
    data = _data(DOUBLE)
    del data["game"]["both_higher"]["pays"]
    assert "needs `pays`" in _refused(data)


def test_a_fortune_spot_needs_its_rule_and_pay_table() -> None:
    data = _data(CLUB)
    data["pay_table"] = []
    assert "spot 'fortune' has no pay table" in _refused(data)


def test_envy_needs_fortune() -> None:
    data = _data(DOUBLE)
    data["game"]["envy"] = _data(CLUB)["game"]["envy"]
    assert "game.envy needs game.fortune" in _refused(data)


def test_a_joker_option_must_exist() -> None:
    data = _data(CLUB)
    data["option"] = []
    assert "game.joker.flush_option: there is no option 'joker_flush'" in _refused(data)

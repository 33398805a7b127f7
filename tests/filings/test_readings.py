"""The shared lists of readings: complete, and tied to filings, places and options that exist."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.errors import FilingError
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, read_toml, readings_of, shared_readings
from houseway.filings.schema.common import FilingBase
from houseway.filings.schema.said import Reading, ReadingList
from houseway.filings.terms import make_terms

Span = tuple[str, int, int]

# Shared collection schedules.
NAPA_TABLES: Span = ("003", 1188, 1407)
NAPA_POKER: Span = ("003", 1948, 2049)
CLUB_POKER: Span = ("004", 4033, 4753)

# The source text and lines of each filing and of its schedules.
LINES: dict[str, list[Span]] = {
    "casino-club/pure-21.5-blackjack": [("000", 3, 272)],
    "casino-club/three-card-poker-6-card-bonus": [("000", 273, 519)],
    "casino-club/ultimate-texas-holdem": [("000", 521, 745)],
    "generic/ultimate-texas-holdem": [("001", 1, 191)],
    "outlaws/holdem": [("002", 3, 63), ("002", 109, 147)],
    "outlaws/holdem-hi-lo": [("002", 3, 63), ("002", 109, 147)],
    "outlaws/draw-poker-hi-lo": [("002", 65, 147)],
    "outlaws/three-card-poker-6-card-bonus": [("002", 147, 356)],
    "outlaws/pure-21.5-blackjack": [("002", 358, 531)],
    "napa-valley/texas-holdem": [("003", 3, 11), NAPA_POKER],
    "napa-valley/no-bust-21st-century-blackjack": [("003", 13, 164), NAPA_TABLES],
    "napa-valley/double-hand-poker": [("003", 166, 233), NAPA_TABLES],
    "napa-valley/no-bust-21st-century-blackjack-4.3": [("003", 235, 384), NAPA_TABLES],
    "napa-valley/21st-century-blackjack-8.0": [("003", 386, 566), NAPA_TABLES],
    "napa-valley/three-card-poker-6-card-bonus-1.3": [("003", 566, 704), NAPA_TABLES],
    "napa-valley/fortune-pai-gow-poker-1.0": [("003", 706, 883), NAPA_TABLES],
    "napa-valley/omaha": [("003", 885, 891), NAPA_POKER],
    "napa-valley/omaha-hi-lo": [("003", 893, 899), NAPA_POKER],
    "napa-valley/ez-baccarat-panda-8": [("003", 901, 1048), NAPA_TABLES],
    "napa-valley/pai-gow-tiles": [("003", 1050, 1186), ("003", 1409, 1479)],
    "napa-valley/ultimate-texas-holdem": [("003", 1481, 1946), NAPA_TABLES],
    "500-club/pure-21.5-blackjack": [("004", 1, 200), ("004", 3768, 3840)],
    "500-club/pure-spanish-21.5": [("004", 200, 390), ("004", 3841, 3936)],
    "500-club/ez-baccarat": [("004", 392, 541), ("004", 3585, 3710)],
    "500-club/fortune-pai-gow-poker": [("004", 543, 781), ("004", 3711, 3767)],
    "500-club/three-card-poker-6-card-bonus": [("004", 783, 938), ("004", 3937, 3969)],
    "500-club/ultimate-texas-holdem": [("004", 940, 1147), ("004", 3970, 4032)],
    "500-club/face-up-pai-gow-poker": [("004", 4755, 5252)],
    "500-club/2-7-single-draw": [("004", 1149, 1243), CLUB_POKER],
    "500-club/2-7-triple-draw": [("004", 1245, 1360), CLUB_POKER],
    "500-club/badugi": [("004", 1362, 1494), CLUB_POKER],
    "500-club/big-o": [("004", 1496, 1613), CLUB_POKER],
    "500-club/crazy-pineapple": [("004", 1615, 1730), CLUB_POKER],
    "500-club/crazy-pineapple-hi-lo": [("004", 1732, 1873), CLUB_POKER],
    "500-club/face-up-chinese-poker": [("004", 1875, 2038), CLUB_POKER],
    "500-club/mexican-poker": [("004", 2040, 2147), CLUB_POKER],
    "500-club/omaha": [("004", 2149, 2266), CLUB_POKER],
    "500-club/omaha-hi-lo": [("004", 2268, 2405), CLUB_POKER],
    "500-club/pineapple": [("004", 2407, 2531), CLUB_POKER],
    "500-club/pineapple-hi-lo": [("004", 2533, 2680), CLUB_POKER],
    "500-club/pot-limit-omaha-8": [("004", 2682, 2818), CLUB_POKER],
    "500-club/razz": [("004", 2820, 2933), CLUB_POKER],
    "500-club/seven-card-stud": [("004", 2935, 3062), CLUB_POKER],
    "500-club/seven-card-stud-hi-lo": [("004", 3064, 3210), CLUB_POKER],
    "500-club/stud-8": [("004", 3212, 3347), CLUB_POKER],
    "500-club/texas-holdem": [("004", 3349, 3463), CLUB_POKER],
    "500-club/triple-draw-poker": [("004", 3465, 3581), CLUB_POKER],
}

# How many readings each page has under each letter.
POKER_LETTERS = {
    "G": 31,
    "O": 22,
    "N": 14,
    "D": 13,
    "B": 3,
    "P": 8,
    "L": 3,
    "H": 2,
    "R": 7,
    "S": 21,
    "M": 16,
    "C": 25,
}
EXPECTED = {
    "twenty-one": [
        *(f"twenty-one R{n}" for n in range(1, 6)),
        *(f"twenty-one P{n}" for n in range(1, 20)),
        *(f"twenty-one {n}" for n in range(1, 111)),
    ],
    "table-games": [
        *(f"table-games R{n}" for n in range(1, 7)),
        *(f"table-games {n}" for n in range(1, 181)),
    ],
    "poker": [
        "poker general",
        *(f"poker {letter}-{n}" for letter, k in POKER_LETTERS.items() for n in range(1, k + 1)),
    ],
}

ALL_IDS = {reading_id for ids in EXPECTED.values() for reading_id in ids}

# The published options, and the readings each belongs to.
OPTIONS = {
    "decks": {"twenty-one 20", "twenty-one 81", "table-games 66", "table-games 109"},
    "seats": {"table-games 67"},
    "limits": {
        "twenty-one 46",
        "twenty-one 97",
        "table-games 5",
        "table-games 6",
        "table-games 143",
    },
    "backline": {"table-games 34", "table-games 57", "table-games 70"},
    "double_double_down": {"twenty-one 53"},
    "late_surrender": {"twenty-one 58"},
    "match_dealer": {"twenty-one 64"},
    "push_totals": {"twenty-one P5", "twenty-one 89"},
    "natural_ends_drawing": {"table-games 97"},
    "banker_three_card_seven": {"table-games 100"},
    "joker_flush": {"table-games 127"},
    "house_way_chart": {"table-games 48"},
    "bring_in": {"poker R-1"},
    "heads_up_blinds": {"poker G-1"},
    "coverage": {"twenty-one 18", "table-games R1"},
}


def covers(filing_id: str, place: str) -> bool:
    """Whether the place lies in the filing's text or its schedules."""
    seed, _, lines = place.partition(":")
    first, _, last = lines.partition("-")
    return any(
        seed == text and low <= int(first) <= int(last or first) <= high
        for text, low, high in LINES[filing_id]
    )


def named(reading_id: str) -> Reading:
    (found,) = (r for r in shared_readings() if r.id == reading_id)
    return found


@pytest.mark.parametrize("page", sorted(EXPECTED))
def test_every_ruling_of_a_page_is_there_once_and_in_order(page: str) -> None:
    listed = ReadingList.model_validate(read_toml(DATA / "readings" / f"{page}.toml")).reading
    assert [reading.id for reading in listed] == EXPECTED[page]


def test_the_lists_hold_nothing_else() -> None:
    ids = [r.id for r in shared_readings()]
    assert len(ids) == len(ALL_IDS) == 486
    assert set(ids) == ALL_IDS


def test_readings_say_something_and_touch_known_filings() -> None:
    for reading in shared_readings():
        texts = [reading.title, reading.doubt, reading.taken, *reading.others]
        assert all(text == text.strip() and text for text in texts), reading.id
        assert len({text.lower() for text in texts}) == len(texts), reading.id
        assert reading.touches, reading.id
        assert len(set(reading.touches)) == len(reading.touches), reading.id
        assert set(reading.touches) <= set(LINES), reading.id


def test_places_lie_in_the_filings_touched() -> None:
    for reading in shared_readings():
        assert len(set(reading.places)) == len(reading.places), reading.id
        strays = [
            place
            for place in reading.places
            if not any(covers(filing_id, place) for filing_id in reading.touches)
        ]
        assert strays == [], reading.id


@pytest.mark.parametrize(
    ("filing_id", "place", "inside"),
    [
        ("casino-club/pure-21.5-blackjack", "000:272", True),
        ("casino-club/pure-21.5-blackjack", "000:273", False),
        ("casino-club/pure-21.5-blackjack", "002:100", False),
        ("napa-valley/omaha", "003:1952", True),
        ("napa-valley/pai-gow-tiles", "003:1180-1190", False),
    ],
)
def test_covers_tells_inside_from_outside(filing_id: str, place: str, inside: bool) -> None:
    assert covers(filing_id, place) is inside


def test_catalogue_has_47_filings_and_each_is_touched() -> None:
    assert len(LINES) == 47
    assert {filing_id for r in shared_readings() for filing_id in r.touches} == set(LINES)


def test_options_belong_to_the_readings_they_change() -> None:
    found: dict[str, set[str]] = {}
    for reading in shared_readings():
        if reading.option:
            found.setdefault(reading.option, set()).add(reading.id)
    assert found == OPTIONS


def test_twenty_one_doubts_are_weighed_and_base_rulings_are_not() -> None:
    doubts = [f"twenty-one {n}" for n in range(1, 111) if n != 108]  # 108 has no weight filed
    assert all(named(reading_id).weight for reading_id in doubts)
    rest = ALL_IDS - set(doubts)
    assert not any(named(reading_id).weight for reading_id in rest)


@pytest.mark.parametrize(
    ("reading_id", "touched"),
    [
        ("twenty-one 98", {"napa-valley/21st-century-blackjack-8.0"}),
        ("table-games 59", {"napa-valley/three-card-poker-6-card-bonus-1.3"}),
        ("table-games 97", {"napa-valley/ez-baccarat-panda-8", "500-club/ez-baccarat"}),
        ("table-games 161", {"napa-valley/pai-gow-tiles"}),
        ("poker R-1", {"500-club/razz"}),
    ],
)
def test_overrulings_touch_their_filings(reading_id: str, touched: set[str]) -> None:
    assert set(named(reading_id).touches) == touched


def test_general_rulings_touch_every_filing_of_their_kind() -> None:
    twenty_one = set(named("twenty-one R1").touches)
    tables = set(named("table-games R1").touches)
    poker = set(named("poker general").touches)
    assert (len(twenty_one), len(tables), len(poker)) == (7, 15, 24)
    assert set(LINES) - twenty_one - tables - poker == {"500-club/face-up-chinese-poker"}


def test_filing_gets_the_readings_that_touch_it_and_those_it_adopts() -> None:
    own = Reading(id="own 1", title="Title", doubt="Doubt", taken="Taken")
    facts: dict[str, Any] = {"id": "500-club/razz", "readings": ["poker M-3"], "reading": [own]}
    filing = FilingBase.model_construct(**facts)
    ids = [reading.id for reading in readings_of(filing)]
    assert {"poker general", "poker R-1", "poker M-3"} <= set(ids)
    assert "poker M-4" not in ids
    assert ids[-1] == "own 1"


def test_a_refused_value_of_an_option_lists_those_that_may_be_written() -> None:
    filing = load("500-club/ez-baccarat")
    with pytest.raises(FilingError, match=r"'maybe' is not allowed.*; allowed are true, false"):
        make_terms(filing, options={"natural_ends_drawing": "maybe"})

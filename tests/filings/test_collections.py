"""The collection data: counts per set, and values read by eye from the texts of the filings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import houseway.filings
from houseway.filings.schema.collection import (
    BlindsGroup,
    CaliforniaGroup,
    CaliforniaOption,
    CollectionDocument,
    PotGroup,
    PotOption,
    ScheduleSet,
    TimedGroup,
    TimedOption,
)

FOLDER = Path(houseway.filings.__file__).parent / "data" / "collections"


def read(name: str) -> CollectionDocument:
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    return CollectionDocument.model_validate(tomllib.loads(text, parse_float=Decimal))


DOCUMENTS = {path.stem: read(path.stem) for path in sorted(FOLDER.glob("*.toml"))}


def schedule_set(name: str) -> ScheduleSet:
    document, _, one = name.partition("/")
    found = DOCUMENTS[document].find(one)
    assert found is not None, name
    return found


def names() -> Iterator[str]:
    for key, document in DOCUMENTS.items():
        yield from (f"{key}/{one.name}" for one in document.set)


COUNTS = {
    "casino-club/pure-21.5-blackjack": 12,
    "casino-club/three-card-poker": 5,
    "casino-club/ultimate-texas-holdem": 1,
    "outlaws/poker": 0,
    "outlaws/three-card-poker": 5,
    "outlaws/pure-21.5-blackjack": 5,
    "napa-valley-california-games/california-games": 42,
    "napa-valley-california-games/pai-gow-tiles": 12,
    "napa-valley-poker/poker": 46,
    "500-club-pure-21.5-blackjack/game": 3,
    "500-club-pure-spanish-21.5/game": 8,
    "500-club-california-games/ez-baccarat": 22,
    "500-club-california-games/fortune-pai-gow-poker": 7,
    "500-club-california-games/pure-21.5-blackjack": 12,
    "500-club-california-games/pure-spanish-21.5": 17,
    "500-club-california-games/three-card-poker": 4,
    "500-club-california-games/ultimate-texas-holdem": 8,
    "500-club-poker/pineapple-and-omaha-hi-lo": 166,
    "500-club-poker/omaha-and-big-o": 176,
    "500-club-poker/texas-holdem": 177,
    "500-club-poker/draw-and-stud": 60,
    "500-club-poker/face-up-chinese-poker": 1,
    "500-club-face-up-pai-gow/face-up-pai-gow-poker": 36,
}


def test_every_set_has_as_many_options_as_its_text() -> None:
    assert {name: len(schedule_set(name).options()) for name in names()} == COUNTS
    assert sum(COUNTS.values()) == 825


@pytest.mark.parametrize("name", COUNTS)
def test_options_are_numbered_from_one_without_gap_or_double(name: str) -> None:
    numbers = [option.number for _, option in schedule_set(name).options()]
    assert numbers == list(range(1, COUNTS[name] + 1))


@pytest.mark.parametrize("name", COUNTS)
def test_no_two_options_of_a_set_claim_the_same_line(name: str) -> None:
    claimed: list[int] = []
    for _, option in schedule_set(name).options():
        for part in option.lines.split(","):
            first, _, last = part.strip().partition("-")
            claimed += range(int(first), int(last or first) + 1)
    assert len(claimed) == len(set(claimed))


@pytest.mark.parametrize("name", COUNTS)
def test_every_set_has_at_most_five_rates_and_brackets_in_order(name: str) -> None:
    for _, option in schedule_set(name).options():
        if isinstance(option, CaliforniaOption):
            for brackets in (option.bank, option.player):
                starts = [bracket.span.low for bracket in brackets]
                assert starts == sorted(starts), option
                assert len(brackets) <= 5, option


# (option, lines, table limit, fees of the bank, fees of the player), as printed.
CALIFORNIA: dict[str, list[tuple[int, str, str, str, str]]] = {
    "casino-club/pure-21.5-blackjack": [
        (1, "247-251", "5-500", "5-100: .5, 101-200: 1, 201-300: 2, 301-400: 3, 401+: 5", ""),
        (4, "202-206", "5-500", "5-100: 1, 51-250: 2, 251-300: 4, 301-600: 5, 601+: 8", ""),
        (6, "212-216", "5-1000", "5-100: .5, 101-200: 1, 201-300: 2, 301-400: 3, 401+: 5", ""),
        (12, "265-269", "25-2000", "5-100: 1, 51-250: 2, 251-300: 4, 301-800: 5, 801+: 8", ""),
    ],
    "casino-club/three-card-poker": [
        (1, "439-443", "5-500", "5-50: .5, 51-100: 1, 101-300: 2, 301-500: 4, 501+: 5", ""),
        (3, "449-453", "5-500", "5-100: 1, 101-300: 2, 301-600: 5, 601-1000: 8, 1001+: 10", ""),
        (5, "464-468", "5-500", "5-100: 1, 101-300: 3, 301-600: 8, 601-1000: 12, 1001+: 15", ""),
    ],
    "casino-club/ultimate-texas-holdem": [
        (1, "730-734", "5-500", "5-100: 1, 101-300: 2, 301-600: 5, 601-1000: 8, 1001+: 10", ""),
    ],
    "outlaws/three-card-poker": [
        (
            1, "330-334", "5-500",
            "5-100: .5, 101-200: 1, 201-300: 1.5, 301-400: 2, 401+: 3", "5-300: .5, 301-500: 1",
        ),
        (
            2, "335-339", "5-500",
            "5-100: 1, 101-200: 1, 201-300: 2, 301-400: 3, 401+: 4", "5-300: .5, 301-500: 1",
        ),
        (3, "340-344", "5-500", "5-34: 1, 35-99: 2, 100-199: 3, 200-299: 4, 300+: 5", ""),
        (4, "345-348", "5-500", "5-49: 1, 50-100: 2, 101-300: 3, 301+: 5", ""),
        (5, "349-354", "5-500", "5-100: .5, 101-200: 1, 201-300: 3, 301+: 5", ""),
    ],
    "outlaws/pure-21.5-blackjack": [
        (1, "512-514", "5-50", "5-50: .5, 51-200: 1, 201+: 2", "0+: .5"),
        (3, "518-520", "100-200", "100-300: 2, 301-500: 3, 501+: 5", "0+: 2"),
        (5, "527-530", "5-500", "10-100: 1, 105-300: 2, 305-500: 4, 505+: 7", "0+: 1"),
    ],
    "napa-valley-california-games/california-games": [
        (1, "1199-1200, 1729-1730", "", "1-100: 1, 101+: 2", "0+: .5"),
        (7, "1211-1212, 1741-1742", "", "1-500: 3, 501+: 6", "0+: 1"),
        (
            21, "1292-1296, 1822-1826", "",
            "5-100: 2, 101-400: 5, 401-800: 9, 801-1200: 15, 1201+: 25", "",
        ),
        (
            42, "1403-1407, 1933-1937", "",
            "5-500: 5, 501-1000: 15, 1001-2000: 35, 2001-4000: 60, 4001+: 85", "",
        ),
    ],
    "napa-valley-california-games/pai-gow-tiles": [
        (1, "1418-1419", "10+", "10-500: 1, 501+: 3", "10-1000: 1, 1001+: 2"),
        (3, "1425-1427", "10+", "10-500: 2", "10-1000: 1, 1001-2000: 2, 2001+: 3"),
        (6, "1433-1435", "50+", "50-5000: 5", "50-1000: 1, 1001-2000: 2, 2001+: 3"),
        (
            8, "1439-1441", "100+",
            "10-5000: 5, 5001+: 10", "100-2000: 2, 2001-4000: 4, 4001+: 6",
        ),
        (
            12, "1464-1468", "",
            "50-1000: 5, 1001-4000: 10, 4001-8000: 20, 8001-15000: 35, 15001+: 50", "",
        ),
    ],
    "500-club-pure-21.5-blackjack/game": [
        (1, "181-185", "5-800", "5-99: .5, 100-199: 1, 200-399: 2, 400-599: 5, 600+: 8", ""),
        (2, "187-191", "5-800", "5-49: .5, 50-100: 1, 101-300: 2, 301-500: 5, 501+: 8", ""),
        (3, "192-196", "5-1000", "5-49: .5, 50-200: 1, 201-400: 2, 401-800: 5, 801+: 8", ""),
    ],
    "500-club-pure-spanish-21.5/game": [
        (1, "347-351", "5-1000", "5-99: .5, 100-199: 1, 200-399: 2, 400-599: 5, 600+: 8", ""),
        (4, "362-364", "5-1000", "5-49: .5, 50-399: 2, 400+: 5", ""),
        (8, "381-384", "50-1000", "50-400: 2, 401-1000: 5, 1001-2999: 10, 3000+: 25", ""),
    ],
    "500-club-california-games/ez-baccarat": [
        (1, "3594-3598", "", "1-49: .5, 50-200: 2, 201-400: 3, 401-800: 7, 801+: 10", ""),
        (3, "3604-3608", "", "1-50: .5, 50-100: 2, 101-200: 4, 201-400: 7, 401+: 10", ""),
        (11, "3647-3651", "", "1-300: 5, 301-600: 15, 601-1000: 25, 1001-2000: 40, 2001+: 50", ""),
        (
            22, "3705-3709", "",
            "1-500: 5, 501-1000: 15, 1001-2000: 25, 2001-4000: 50, 4001+: 75", "",
        ),
    ],
    "500-club-california-games/fortune-pai-gow-poker": [
        (1, "3720-3724", "", "0+: 2", "1-49: .5, 50-99: 1, 100-200: 2, 201-400: 3, 401+: 4"),
        (4, "3738-3742", "", "0+: 2", "1-51: .5, 51-100: 1, 101-200: 2, 201-300: 3, 301+: 4"),
        (7, "3760-3764", "", "1-100: 2, 101-200: 3, 201-300: 5, 301-600: 7, 601+: 10", ""),
    ],
    "500-club-california-games/pure-21.5-blackjack": [
        (1, "3777-3781", "", "1-49: .5, 50-100: 2, 101-300: 3, 301-500: 7, 501+: 10", ""),
        (6, "3802-3806", "", "1-49: .5, 50-200: 2, 201-400: 3, 401-800: 7, 801+: 10", ""),
        (12, "3835-3839", "", "1-49: 3, 50-100: 4, 101-300: 8, 301-500: 20, 501+: 32", ""),
    ],
    "500-club-california-games/pure-spanish-21.5": [
        (1, "3850-3854", "", "1-49: .5, 50-100: 2, 101-300: 3, 301-500: 7, 501+: 10", ""),
        (9, "3893-3897", "", "1-49: .5, 50-200: 1, 201-400: 2, 401-800: 5, 801+: 8", ""),
        (13, "3912-3916", "", "1-50: .5, 51-200: 1, 201-400: 2, 401-800: 5, 801+: 8", ""),
        (17, "3931-3935", "", "1-49: 3, 50-100: 4, 101-300: 8, 301-500: 20, 501+: 32", ""),
    ],
    "500-club-california-games/three-card-poker": [
        (1, "3946-3950", "", "1-34: 1, 35-99: 2, 100-199: 4, 200-299: 5, 300+: 7", ""),
        (2, "3951-3955", "", "1-49: 1, 50-100: 2, 101-300: 3, 301-500: 5, 501+: 8", ""),
        (4, "3964-3968", "", "1-49: 1, 50-200: 2, 201-400: 5, 401-800: 8, 801+: 10", ""),
    ],
    "500-club-california-games/ultimate-texas-holdem": [
        (1, "3978-3982", "", "1-49: 1, 50-100: 2, 101-300: 3, 301-500: 5, 501+: 8", ""),
        (4, "3993-3997", "", "1-49: 1, 50-200: 2, 201-400: 5, 401-800: 8, 801+: 10", ""),
        (8, "4016-4020", "", "1-50: 1, 51-300: 2, 301-500: 5, 501-700: 8, 701+: 10", ""),
    ],
    "500-club-face-up-pai-gow/face-up-pai-gow-poker": [
        (1, "5032-5036", "", "0+: 1", "1-100: 1, 101-200: 2, 201-300: 3, 301-400: 4, 401+: 5"),
        (
            8, "5078-5082", "",
            "1-100: 1, 101+: 2", "1-200: 1, 201-400: 2, 401-600: 3, 601-800: 4, 801+: 5",
        ),
        (
            10, "5088-5092", "",
            "1-100: 1, 101-300: 3, 301+: 4",
            "1-200: 1, 201-400: 2, 401-600: 3, 601-800: 4, 801+: 5",
        ),
        (18, "5139-5143", "", "1-74: 1, 75-99: 2, 100-199: 3, 200-299: 4, 300+: 6", ""),
        (
            36, "5235-5239", "",
            "1-999: 15, 1000-1999: 25, 2000-2999: 35, 3000-3999: 50, 4000+: 70", "",
        ),
    ],
}  # fmt: skip


def as_read(brackets: str) -> list[tuple[int, int | None, Decimal]]:
    """`"5-50: .5, 51+: 1"` as (from, to, fee), in dollars."""
    found = []
    for part in filter(None, brackets.split(", ")):
        span, fee = part.split(": ")
        low, _, high = span.rstrip("+").partition("-")
        found.append((int(low), int(high) if high else None, Decimal(fee)))
    return found


@pytest.mark.parametrize("name", CALIFORNIA)
def test_options_of_player_dealer_games_are_those_printed(name: str) -> None:
    for number, lines, limits, bank, player in CALIFORNIA[name]:
        pair = schedule_set(name).find(number)
        assert pair is not None
        option = pair[1]
        assert isinstance(option, CaliforniaOption)
        assert option.lines == lines
        for held, printed in ((option.bank, bank), (option.player, player)):
            whole = [
                (b.span.low // 100, b.span.high and b.span.high // 100, Decimal(b.fee) / 100)
                for b in held
            ]
            assert whole == as_read(printed), (name, number)
        assert option.model_dump()["limits"] == (limits or None), (name, number)


# (option, line, players, fees: regular, turn, river, modified, second, third), as printed.
POT: dict[str, list[tuple[int, str, str, tuple[int, int, int, int, int, int]]]] = {
    "napa-valley-poker/poker": [
        (1, "1961", "7 or more", (5, 0, 0, 1, 0, 0)),
        (17, "1977", "4 or less", (6, 0, 0, 1, 0, 0)),
        (24, "2006", "7 or more", (5, 0, 0, 1, 0, 0)),
        (40, "2022", "4 or less", (6, 0, 0, 1, 0, 0)),
    ],
    "500-club-poker/pineapple-and-omaha-hi-lo": [
        (1, "4043", "7 or more", (15, 1, 1, 1, 0, 0)),
        (83, "4138", "4 or less", (4, 0, 0, 1, 0, 0)),
        (84, "4147", "7 or more", (15, 1, 1, 1, 0, 0)),
        (153, "4219", "4 or less", (7, 0, 0, 1, 0, 0)),
        (166, "4245", "4 or less", (4, 0, 0, 1, 0, 0)),
    ],
    "500-club-poker/omaha-and-big-o": [
        (1, "4256", "7 or more", (15, 1, 1, 1, 0, 0)),
        (83, "4344", "7 or more", (5, 5, 5, 1, 0, 0)),
        (88, "4349", "4 or less", (5, 1, 0, 1, 0, 0)),
        (176, "4450", "4 or less", (5, 0, 0, 1, 0, 0)),
    ],
    "500-club-poker/texas-holdem": [
        (1, "4461", "7 or more", (15, 1, 1, 1, 0, 0)),
        (84, "4550", "7 or more", (4, 0, 0, 1, 0, 0)),
        (89, "4555", "4 or less", (5, 0, 0, 1, 0, 0)),
        (177, "4656", "4 or less", (4, 0, 0, 1, 0, 0)),
    ],
    "500-club-poker/draw-and-stud": [
        (1, "4665", "7 or more", (11, 0, 0, 0, 1, 1)),
        (19, "4683", "5 to 6", (6, 0, 0, 0, 1, 1)),
        (30, "4697", "4 or less", (5, 0, 0, 0, 0, 0)),
        (60, "4734", "4 or less", (5, 0, 0, 0, 0, 0)),
    ],
}


@pytest.mark.parametrize("name", POT)
def test_options_of_poker_games_are_those_printed(name: str) -> None:
    for number, lines, players, fees in POT[name]:
        pair = schedule_set(name).find(number)
        assert pair is not None
        o = pair[1]
        assert isinstance(o, PotOption)
        assert (o.lines, str(o.players)) == (lines, players)
        held = (o.regular, o.turn, o.river, o.modified, o.second, o.third)
        assert held == tuple(100 * fee for fee in fees), (name, number)


TIMED = [
    ("napa-valley-poker/poker", 18, "1988", 7, 30),
    ("napa-valley-poker/poker", 23, "1993", 12, 30),
    ("napa-valley-poker/poker", 46, "2038", 12, 30),
    ("500-club-poker/face-up-chinese-poker", 1, "4743", 10, 40),
]


@pytest.mark.parametrize(("name", "number", "lines", "fee", "minutes"), TIMED)
def test_timed_fees_are_those_printed(
    name: str, number: int, lines: str, fee: int, minutes: int
) -> None:
    pair = schedule_set(name).find(number)
    assert pair is not None
    group, option = pair
    assert isinstance(group, TimedGroup)
    assert isinstance(option, TimedOption)
    assert (option.lines, option.fee, group.minutes) == (lines, 100 * fee, minutes)


def test_poker_n4_option_23_is_timed_though_a_pot_paragraph_names_it() -> None:
    groups = [g for g in schedule_set("napa-valley-poker/poker").group if g.options == "23-40"]
    assert len(groups) == 1
    assert isinstance(groups[0], PotGroup)
    assert groups[0].option[0].number == 24


def test_table_games_178_upper_bracket_of_tiles_3_and_6_has_no_fee() -> None:
    tiles = schedule_set("napa-valley-california-games/pai-gow-tiles")
    missing = {
        option.number: [(span.low, span.high) for span in option.bank_missing]
        for _, option in tiles.options()
        if isinstance(option, CaliforniaOption) and option.bank_missing
    }
    assert missing == {3: [(50100, None)], 6: [(500100, None)]}


def test_outlaws_fees_are_the_blinds_and_the_day_sets_the_bets() -> None:
    (group,) = schedule_set("outlaws/poker").group
    assert isinstance(group, BlindsGroup)
    assert group.blinds == [100, 300]
    weekdays = {day: game.bets for game in group.game for day in game.days}
    assert weekdays["sunday"] == weekdays["wednesday"] == [300, 300, 600, 600]
    assert weekdays["monday"] == weekdays["saturday"] == [300, 300, 600, 1200]
    assert len(weekdays) == 7
    assert [game.most[-1] for game in group.game] == [2400, 4800]


def california_group(name: str, options: str) -> CaliforniaGroup:
    found = next(g for g in schedule_set(name).group if g.options == options)
    assert isinstance(found, CaliforniaGroup)
    return found


def test_who_pays_by_what_measure() -> None:
    measures = {
        ("napa-valley-california-games/california-games", "1-7"): ("table-action", "flat", True),
        ("napa-valley-california-games/california-games", "8-42"): ("table-action", "none", False),
        ("napa-valley-california-games/pai-gow-tiles", "1-8"): ("table-action", "base-wager", True),
        ("500-club-california-games/fortune-pai-gow-poker", "1-4"): ("flat", "base-wager", True),
        ("500-club-face-up-pai-gow/face-up-pai-gow-poker", "1-4"): ("flat", "base-wager", False),
        ("outlaws/three-card-poker", "1-2"): ("table-action", "base-wager", False),
        ("outlaws/pure-21.5-blackjack", "1-3"): ("table-action", "betting-square", False),
        ("outlaws/pure-21.5-blackjack", "4-5"): ("table-action", "half-hour", False),
    }
    for (name, options), expected in measures.items():
        group = california_group(name, options)
        assert (group.bank_basis, group.player_basis, group.backline_pays) == expected, name


def test_twenty_one_46_city_limit_binds_the_games_own_set_and_warns_in_the_other() -> None:
    own = california_group("500-club-pure-21.5-blackjack/game", "1-3")
    later = california_group("500-club-california-games/pure-21.5-blackjack", "1-12")
    assert (own.wager_cap, own.wager_cap_is) == (20000, "refused")
    assert (later.wager_cap, later.wager_cap_is) == (20000, "warned")


def test_twenty_one_61_bonus_wagers_count_by_the_set_of_the_option() -> None:
    own = california_group("500-club-pure-spanish-21.5/game", "1-8")
    later = california_group("500-club-california-games/pure-spanish-21.5", "1-17")
    assert (own.action, later.action) == ("base-wagers", "all-wagers")


def test_fee_timing_that_contradicts_itself_is_on_record() -> None:
    for name, options in (
        ("outlaws/pure-21.5-blackjack", "1-3"),
        ("outlaws/pure-21.5-blackjack", "4-5"),
        ("500-club-pure-21.5-blackjack/game", "1-3"),
    ):
        group = california_group(name, options)
        assert group.taken == "after-first-cards"
        assert [clause.taken for clause in group.taken_elsewhere] == ["before-deal"]


def test_bureau_reviews_the_four_sets_whose_text_says_so() -> None:
    assert {name for name in names() if schedule_set(name).notices} == {
        "casino-club/pure-21.5-blackjack",
        "casino-club/three-card-poker",
        "outlaws/three-card-poker",
        "500-club-pure-spanish-21.5/game",
    }


def test_stakes_of_poker_options() -> None:
    draw = schedule_set("500-club-poker/draw-and-stud").group
    flop = schedule_set("500-club-poker/texas-holdem").group
    held = [
        g.model_dump(include={"structures", "buy_in", "smallest_game", "largest_game"})
        for g in (*draw, *flop)
    ]
    pot = {"structures": ["no-limit", "pot-limit"], "smallest_game": None, "largest_game": None}
    limit = {"structures": ["limit"], "buy_in": None, "smallest_game": "4-8"}
    assert held == [
        pot | {"buy_in": "40-100000"},
        limit | {"largest_game": "100-200"},
        pot | {"buy_in": "20-100000"},
        limit | {"largest_game": "1000-2000"},
    ]


def test_each_game_is_named_by_one_governing_set_and_at_most_one_of_its_own() -> None:
    named = [game for name in names() for game in schedule_set(name).games]
    twice = {game for game in named if named.count(game) > 1}
    assert twice == {"500-club/pure-21.5-blackjack", "500-club/pure-spanish-21.5"}
    assert len(set(named)) == 46  # all but generic/ultimate-texas-holdem, which files no fees


def test_a_set_found_carries_what_its_document_says_for_all() -> None:
    document = DOCUMENTS["500-club-california-games"]
    found = document.find("ez-baccarat")
    assert found is not None
    assert found.source == "004"
    assert len(found.procedures) == 8
    assert [clause.cite.lines for clause in found.posted] == ["4032"]
    assert document.find("baccarat") is None


# What the schema refuses.

GROUP: dict[str, Any] = {
    "kind": "california",
    "options": "1",
    "bank_basis": "table-action",
    "cite": "Fees | 3",
    "option": [{"number": 1, "bank": ["5-50: 1", "51+: 2"], "lines": "4-5"}],
}


def document(**group: Any) -> dict[str, Any]:
    one = {"name": "a", "title": "A", "cite": "Fees | 1", "group": [GROUP | group]}
    return {"house": "h", "title": "Fees", "source": "000", "set": [one]}


def option(**changes: Any) -> dict[str, Any]:
    return document(option=[GROUP["option"][0] | changes])


def test_a_small_document_loads_and_its_brackets_print_as_written() -> None:
    loaded = CollectionDocument.model_validate(document())
    ((_, only),) = loaded.set[0].options()
    assert only.model_dump()["bank"] == ["5-50: 1", "51+: 2"]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (option(bank=["5+: 2%"]), "337j"),
        (option(bank=["5-50"]), "no fee bracket"),
        (option(bank=["50-5: 1"]), "ends below its beginning"),
        (option(bank=[]), "at least 1 item"),
        (option(player=["0+: 1"]), "player_basis 'none'"),
        (document(player_basis="flat"), "player_basis 'flat'"),
        (document(bank_basis="flat"), "one bracket from zero upwards"),
        (option(lines=""), "string_pattern_mismatch"),
        (document(options="1 to 7"), "string_pattern_mismatch"),
        (document(readings=["ruling 7"]), "string_pattern_mismatch"),
        (document(kind="rake"), "union_tag_invalid"),
        (document(percentage=5), "337j"),
        (document() | {"set": [*document()["set"], *document()["set"]]}, "two sets are named 'a'"),
        (
            document(
                kind="pot", structures=["limit"], taken="flop-turn-river",
                option=[{"number": 1, "players": "seven", "regular": 5, "lines": "4"}],
            ),
            "no number of players",
        ),
        (
            document(kind="timed", minutes=30, option=[{"number": 1, "fee": "5%", "lines": "4"}]),
            "337j",
        ),
        (
            document(
                kind="blinds", blinds=[1, 3],
                game=[{"days": ["sunday"], "title": "A", "bets": [3], "most": [], "lines": "4"}],
            ),
            "at least 1 item",
        ),
        (
            document(
                kind="blinds", blinds=[1, 3],
                game=[{"days": ["friday"], "title": "", "bets": [3, 3], "most": [9], "lines": "4"}],
            ),
            "one amount for each round",
        ),
    ],
)  # fmt: skip
def test_a_bad_document_is_refused_with_the_reason(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError) as refused:
        CollectionDocument.model_validate(data)
    found = [f"{e['type']} {e['msg']}" for e in refused.value.errors()]
    assert any(message in one for one in found), found

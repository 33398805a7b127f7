"""What lint reports on the shipped filings: the defects of the texts, each seen by eye there."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from houseway.filings.catalogue import filing_ids
from houseway.filings.lint import Finding, lint_filing, lint_filings
from houseway.filings.loader import load, readings_of


@cache
def everything() -> list[Finding]:
    return lint_filings([])


def of(code: str, severity: str = "") -> list[Finding]:
    return [one for one in everything() if one.code == code and severity in ("", one.severity)]


def places(code: str) -> set[tuple[str, str]]:
    return {(one.filing, one.where) for one in of(code)}


OUTLAWS_POKER = ("holdem", "holdem-hi-lo", "draw-poker-hi-lo")
NAPA_POKER = ("napa-valley/omaha", "napa-valley/omaha-hi-lo", "napa-valley/texas-holdem")
PURE = {house: f"{house}/pure-21.5-blackjack" for house in ("casino-club", "outlaws", "500-club")}
TILES = "napa-valley/pai-gow-tiles"
DRAWS = ("2-7-single-draw", "2-7-triple-draw", "triple-draw-poker")
STUDS = ("razz", "seven-card-stud", "seven-card-stud-hi-lo", "stud-8")
OTHER_DRAWS = ("badugi", "mexican-poker")
OMAHAS = ("big-o", "omaha", "pot-limit-omaha-8")
PINEAPPLES = (
    "crazy-pineapple", "crazy-pineapple-hi-lo", "omaha-hi-lo", "pineapple", "pineapple-hi-lo",
)  # fmt: skip
NAPA_POTS = ("1-17", "23-40")
FORTUNES = (
    "500-club/face-up-pai-gow-poker",
    "500-club/fortune-pai-gow-poker",
    "napa-valley/fortune-pai-gow-poker-1.0",
)

# Every error and warning, with the place in the text where it was confirmed by eye.
CONFIRMED: dict[str, set[tuple[str, str]]] = {
    # 000:202-203, 207-208, 227-228, 232-233, 265-266; 004:3604-3605; 004:3738-3739
    "brackets-overlap": {
        *((PURE["casino-club"], f"schedule pure-21.5-blackjack/{n}, bank fee") for n in (4, 5, 9)),
        *((PURE["casino-club"], f"schedule pure-21.5-blackjack/{n}, bank fee") for n in (10, 12)),
        ("500-club/ez-baccarat", "schedule ez-baccarat/3, bank fee"),
        ("500-club/fortune-pai-gow-poker", "schedule fortune-pai-gow-poker/4, player fee"),
    },
    # 002:523-530: 100 is followed by 105, 300 by 305, 500 by 505
    "brackets-gap": {
        (PURE["outlaws"], f"schedule pure-21.5-blackjack/{n}, bank fee") for n in (4, 5)
    },
    # 000:260, 265: limit from 25; 002:523, 527: bracket from 10; 003:1436, 1439 and 1454-1464
    "brackets-start": {
        *((PURE["casino-club"], f"schedule pure-21.5-blackjack/{n}, bank fee") for n in (11, 12)),
        *((PURE["outlaws"], f"schedule pure-21.5-blackjack/{n}, bank fee") for n in (4, 5)),
        *((TILES, f"schedule pai-gow-tiles/{n}, bank fee") for n in (7, 8, 10, 11, 12)),
    },
    # 003:1426 and 1434
    "fee-missing": {(TILES, f"schedule pai-gow-tiles/{n}, bank fee") for n in (3, 6)},
    # 003:1413-1415 beside brackets to 4,001; 004:178 beside limits of 800, 1,000 and 10,000
    "limits-contradict": {
        (TILES, "set pai-gow-tiles, options 1-8"),
        (PURE["500-club"], "set game, options 1-3"),
        (PURE["500-club"], "set pure-21.5-blackjack, options 1-12"),
    },
    # 004:3755-3764
    "identical-options": {("500-club/fortune-pai-gow-poker", "schedule fortune-pai-gow-poker/7")},
    # 003:1997 names 23 through 40, the table begins at 24 (2006); 23 is timed (1993)
    "paragraph-numbers": {(one, "set poker, options 23-40") for one in NAPA_POKER},
    "paragraphs-overlap": {(one, "set poker, options 23-40") for one in NAPA_POKER},
    # 004:2001: the middle's royal flush needs a better hand below it (1883)
    "row-unreachable": {("500-club/face-up-chinese-poker", "game.bonus, royal-flush")},
    # 000:419-428 and 002:290-299
    "one-name-two-tables": {
        (f"{house}/three-card-poker-6-card-bonus", "pay_table six_card_bonus")
        for house in ("casino-club", "outlaws")
    },
    # 002:403 against 509; 004:42 against 178
    "timing-contradicts": {
        (PURE["outlaws"], "set pure-21.5-blackjack, options 1-3"),
        (PURE["outlaws"], "set pure-21.5-blackjack, options 4-5"),
        (PURE["500-club"], "set game, options 1-3"),
    },
    # 004:180-196 and 3776-3839; 004:346-384 and 3849-3935
    "two-sets": {
        (PURE["500-club"], "sets pure-21.5-blackjack and game"),
        ("500-club/pure-spanish-21.5", "sets pure-spanish-21.5 and game"),
    },
    # insurance 002:509, 004:178, 004:344; glossary 003:692, 697; odd chip 004:2929; the stud
    # games' community card in draw games 004:1228, 1348, 3569
    "words-of-another-game": {
        (PURE["outlaws"], "set pure-21.5-blackjack, procedures"),
        (PURE["500-club"], "set game, procedures"),
        ("500-club/pure-spanish-21.5", "set game, procedures"),
        ("napa-valley/three-card-poker-6-card-bonus-1.3", "term Action button"),
        ("napa-valley/three-card-poker-6-card-bonus-1.3", "term Hand"),
        ("500-club/razz", "game.odd_chips"),
        ("500-club/2-7-single-draw", "rule deck-runs-out"),
        ("500-club/2-7-triple-draw", "rule deck-runs-out"),
        ("500-club/triple-draw-poker", "rule deck-runs-out"),
    },
    # 003:119: the disc bears another house's mark
    "words-of-another-house": {
        ("napa-valley/no-bust-21st-century-blackjack", "rule free-collection-button")
    },
    # Counted exactly: the banker line wins more than it loses, at even money; tiles set well beat
    # a bank set by chart; with two decks or more Napa's bonuses pay too much.
    "favours-bettor": {
        ("500-club/ez-baccarat", "spot banker"),
        ("napa-valley/ez-baccarat-panda-8", "spot banker"),
        (TILES, "spot game"),
        ("napa-valley/three-card-poker-6-card-bonus-1.3", "spot pair_plus"),
        ("napa-valley/three-card-poker-6-card-bonus-1.3", "spot six_card_bonus"),
    },
    # 003:1160-1172 speaks of pairs only
    "chart-incomplete": {(TILES, "game.house_way")},
    # 001:17 has seven positions, 001:34 eight
    "seats-contradict": {("generic/ultimate-texas-holdem", "table.seats")},
    # 003:112 and 285, 340 allow three rates; 003:1221 and after have five
    "rates-over-filed": {
        ("napa-valley/no-bust-21st-century-blackjack", "set california-games"),
        ("napa-valley/no-bust-21st-century-blackjack-4.3", "set california-games"),
    },
    # 004:123 leaves the limits of Red Flex to the schedule; 004:178 has none
    "bonus-limit-missing": {(PURE["500-club"], "set game, options 1-3, red_flex")},
    # 004:4658-4697: for seven players and more at games for six; no and pot limit at limit games
    "option-unusable": {
        *((f"500-club/{game}", "set draw-and-stud, options 1-10, 31-40") for game in DRAWS),
        *((f"500-club/{game}", "set draw-and-stud, options 1-30") for game in STUDS),
        ("500-club/pot-limit-omaha-8", "set omaha-and-big-o, options 91-176"),
    },
    # 004:4658: fee 3 after the third round; 004:1211-1226: single draw has two
    "fee-never-due": {("500-club/2-7-single-draw", "set draw-and-stud, options 1-60")},
    # 003:1956: bets from $1 beside fees from $2 (003:1961-1977, 2006-2022); 004:4238: bets from
    # $4 beside fees from $8
    "fee-takes-pot": {
        *((one, f"set poker, options {numbers}") for one in NAPA_POKER for numbers in NAPA_POTS),
        *((f"500-club/{game}", "set draw-and-stud, options 1-60") for game in (*DRAWS, *STUDS)),
        *((f"500-club/{game}", "set draw-and-stud, options 1-60") for game in OTHER_DRAWS),
        *((f"500-club/{g}", "set omaha-and-big-o, options 1-176") for g in OMAHAS),
        *((f"500-club/{g}", "set pineapple-and-omaha-hi-lo, options 84-163") for g in PINEAPPLES),
        ("500-club/texas-holdem", "set texas-holdem, options 1-177"),
        # 002:113: the blinds are taken before the deal; if all fold, nothing is left to win
        *((f"outlaws/{game}", "set poker") for game in OUTLAWS_POKER),
    },
}


@pytest.mark.parametrize("code", CONFIRMED)
def test_lint_reports_the_defects_of_the_texts(code: str) -> None:
    assert places(code) == CONFIRMED[code]


def test_lint_reports_no_other_error_or_warning() -> None:
    codes = {one.code for one in everything() if one.severity != "note"}
    assert codes == set(CONFIRMED)


def test_what_is_only_odd_is_a_note() -> None:
    # 002:335-336
    assert places("fee-repeated") == {
        ("outlaws/three-card-poker-6-card-bonus", "schedule three-card-poker/2, bank fee")
    }
    # 003:878-879, 004:770-771, 004:4996-4997: straight 2, three of a kind 3
    assert places("higher-pays-less") == {(one, "pay_table fortune, straight") for one in FORTUNES}
    # 000:436, 000:727, 002:327
    assert places("limit-from-zero") == {
        ("casino-club/three-card-poker-6-card-bonus", "spot pair_plus"),
        ("casino-club/three-card-poker-6-card-bonus", "spot six_card_bonus"),
        ("casino-club/ultimate-texas-holdem", "spot trips"),
        ("outlaws/three-card-poker-6-card-bonus", "spot pair_plus"),
        ("outlaws/three-card-poker-6-card-bonus", "spot six_card_bonus"),
    }


def test_texts_that_never_name_third_party_players() -> None:
    # The others cite Business and Professions Code 19984, thirteen times in all.
    assert {filing for filing, _ in places("silent-third-party")} == {
        "500-club/ultimate-texas-holdem",
        "casino-club/three-card-poker-6-card-bonus",
        "generic/ultimate-texas-holdem",
        "napa-valley/double-hand-poker",
        "napa-valley/ez-baccarat-panda-8",
        "napa-valley/fortune-pai-gow-poker-1.0",
        "napa-valley/pai-gow-tiles",
        "napa-valley/three-card-poker-6-card-bonus-1.3",
        "outlaws/three-card-poker-6-card-bonus",
    }


def test_texts_that_never_name_backline_bets() -> None:
    assert {filing for filing, _ in places("silent-backline")} == {
        "generic/ultimate-texas-holdem",
        "napa-valley/double-hand-poker",
        "napa-valley/three-card-poker-6-card-bonus-1.3",
    }


def test_games_without_a_player_fee_are_noted_with_the_bureau_s_notice() -> None:
    noticed = {
        one.filing for one in of("zero-collection") if "has the Bureau's notice" in one.message
    }
    assert noticed == {
        PURE["casino-club"],  # 000:242
        "casino-club/three-card-poker-6-card-bonus",  # 000:434
        "outlaws/three-card-poker-6-card-bonus",  # 002:325
        "500-club/pure-spanish-21.5",  # 004:342
    }
    silent = {one.filing for one in of("zero-collection")} - noticed
    assert "napa-valley/ez-baccarat-panda-8" in silent


@pytest.mark.parametrize("filing_id", filing_ids())
def test_every_reading_taken_is_noted_with_its_number(filing_id: str) -> None:
    noted = [one.cite for one in everything() if one.filing == filing_id and one.code == "reading"]
    assert noted == [reading.id for reading in readings_of(load(filing_id))]


def test_generic_has_no_schedule() -> None:
    assert places("no-schedule") == {("generic/ultimate-texas-holdem", "collection")}


def test_a_finding_says_what_where_why_and_under_which_clause() -> None:
    found = lint_filing(load("500-club/ez-baccarat"))[0]
    assert json.loads(json.dumps(found.as_json())) == {
        "filing": "500-club/ez-baccarat",
        "severity": "error",
        "code": "brackets-overlap",
        "message": "$50 is in two brackets, at $0.50 and at $2: two fees for one amount; taken is "
        "the upper bracket, whose start is reached",
        "where": "schedule ez-baccarat/3, bank fee",
        "cite": "EZ Baccarat (GEGR-002039), schedule options 1 through 22",
    }


def test_every_error_and_warning_has_its_clause() -> None:
    assert all(one.cite for one in everything() if one.severity != "note")


def test_the_worst_stands_first() -> None:
    order = [one.severity for one in lint_filing(load(TILES))]
    assert order == sorted(order, key=("error", "warning", "note").index)


def test_a_percentage_is_refused_with_the_law() -> None:
    bad = Path(__file__).parent / "bad" / "percentage-fee.toml"
    (found,) = lint_filings([str(bad)])
    assert (found.severity, found.code) == ("error", "percentage-fee")
    assert "Penal Code 337j" in found.message
    assert found.where.endswith("collection.set[0].group[0].option[0].bank[0]")

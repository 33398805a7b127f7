"""The filing of face-up Chinese poker: its figures against the text, and what does not load."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cards.card import RANK_NAMES
from houseway.cli import app
from houseway.errors import FilingError
from houseway.families.chinese_poker.schema import ChinesePoker, front_row
from houseway.filings.catalogue import DATA
from houseway.filings.loader import load, parse_filing, readings_of, schedule_sets
from houseway.filings.schema.collection import TimedGroup
from tests.families.chinese_poker.chinese_hands import FILING

RAW = tomllib.loads((DATA / f"{FILING}.toml").read_text())


def filing() -> ChinesePoker:
    found = load(FILING)
    assert isinstance(found, ChinesePoker)
    return found


def test_deck_seats_and_deal_004_1887_to_1942() -> None:
    found = filing()
    assert (found.deck.kind, found.table.seats, found.active) == ("standard-52", 4, 3)
    game = found.game
    assert [(one.name, one.cards) for one in game.segment] == [
        ("top", 3),
        ("middle", 5),
        ("bottom", 5),
    ]
    assert game.first_cards.cards == 5
    assert (game.later_cards.cards, game.later_cards.placed, game.later_rounds) == (3, 2, 4)
    assert (game.stakes.least_points, game.stakes.buy_in_limits) == (9, 30)


def test_bonus_table_row_by_row_004_1974_to_2001() -> None:
    bonus = filing().game.bonus
    assert len(bonus.rows) == 28
    for rank in RANK_NAMES:
        assert bonus.points("top", front_row("one-pair", rank)) == max(0, rank - 5)
        assert bonus.points("top", front_row("three-of-a-kind", rank)) == rank + 8
    five = {
        "straight": (4, 2), "flush": (8, 4), "full-house": (12, 6), "four-of-a-kind": (16, 8),
        "straight-flush": (20, 10), "royal-flush": (40, 20), "three-of-a-kind": (0, 0),
        "two-pair": (0, 0), "one-pair": (0, 0), "high-card": (0, 0),
    }  # fmt: skip
    for hand, (middle, bottom) in five.items():
        assert (bonus.points("middle", hand), bonus.points("bottom", hand)) == (middle, bottom)
        assert bonus.points("top", hand) == 0


def test_sweeps_in_the_order_of_the_text_004_2018() -> None:
    assert [(row.hand, row.points) for row in filing().game.clean_sweep.rows] == [
        ("super-dragon", 26),
        ("dragon", 13),
        ("six-pairs", 3),
        ("three-straights", 3),
        ("three-flushes", 3),
    ]


def test_ten_dollars_every_forty_minutes_004_4740() -> None:
    (one,) = schedule_sets(filing())
    ((group, option),) = one.options()
    assert isinstance(group, TimedGroup)
    assert group.minutes == 40
    assert option.number == 1
    assert option.fee == 1_000  # type: ignore[union-attr]


def test_every_ruling_of_section_c_is_among_the_readings() -> None:
    ids = {reading.id for reading in readings_of(filing())}
    assert {f"poker C-{number}" for number in range(1, 26)} <= ids
    cited = {
        reading
        for part in (RAW["game"], *RAW["game"].values(), *RAW["game"]["fantasy_land"].values())
        if isinstance(part, dict)
        for reading in part.get("readings", ())
    }
    assert cited <= ids


def test_every_citation_lies_in_the_filing() -> None:
    lines = []

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            if "cite" in value:
                lines.extend(value["cite"].rpartition("|")[2].split(","))
            for one in value.values():
                walk(one)
        elif isinstance(value, list):
            for one in value:
                walk(one)

    walk(RAW)
    assert len(lines) > 50
    for part in lines:
        first, _, last = part.strip().partition("-")
        assert 1875 <= int(first) <= int(last or first) <= 2038


Change = Callable[[dict[str, Any]], Any]


def game(path: str, value: Any) -> Change:
    """Set one key of the game, by a dotted path with numbers for places in lists."""

    def change(data: dict[str, Any]) -> None:
        node: Any = data
        *parts, last = path.split(".")
        for part in parts:
            node = node[int(part) if part.isdigit() else part]
        node[int(last) if last.isdigit() else last] = value

    return change


SWEEPS = "game.clean_sweep.rows"
NO_POINTS = {"hand": "straight", "label": "Straight"}


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        (game("game.segment", RAW["game"]["segment"][:2]), "game.segment", "middle and bottom"),
        (game("game.segment.0.cards", 5), "game.segment", "top segment takes 3 cards"),
        (game("game.segment.0.ranking", "high"), "game.segment", "ranks as chinese-front"),
        (game("game.first_cards.cards", 6), "game.later_cards", "never make 13"),
        (game("game.later_cards.placed", 4), "game.later_cards", "more cards are placed"),
        (game("game.fantasy_land.cards", 14), "game.fantasy_land.cards", "a hand has 13 cards"),
        (game("game.fantasy_land.entry.pair_from", "10"), "game.fantasy_land.entry.pair_from", ""),
        (game("game.fantasy_land.stay.top", ["trips"]), "game.fantasy_land.stay.top[0]", ""),
        (game("game.bonus.rows.0.hand", "pair-of-ones"), "game.bonus.rows[0].hand", "no hand"),
        (game("game.bonus.rows.22.hand", "pair-of-sixes"), "game.bonus.rows[22].hand", "no hand"),
        (game("game.bonus.rows.0.middle", 2), "game.bonus.rows[0].top", "the five-card ones"),
        (game("game.bonus.rows.0.top", 0), "game.bonus.rows[0].top", "greater than or equal to 1"),
        (game("game.bonus.rows.1.hand", "pair-of-sixes"), "game.bonus.rows", "stands twice"),
        (game("game.bonus.rows.22", NO_POINTS), "game.bonus.rows[22].hand", "no points"),
        (game(f"{SWEEPS}.1.hand", "super-dragon"), SWEEPS, "stands twice"),
        (game(f"{SWEEPS}.1.hand", "four-straights"), f"{SWEEPS}[1].hand", ""),
        (game("game.points.button_tie", "loses"), "game.points.button_tie", ""),
        (game("game.stakes.least_points", 0), "game.stakes.least_points", ""),
        (game("table.active", 4), "deck", "4 hands of 17 cards"),
        (game("deck.kind", "joker-53"), "deck", "standard deck of 52"),
        (game("game.foul.penalty", 9), "game.foul.penalty", "not part of the schema"),
        (lambda data: data["game"]["foul"].pop("cite"), "game.foul.cite", "citation"),
    ],
)  # fmt: skip
def test_a_bad_filing_does_not_load(change: Change, where: str, words: str) -> None:
    data = copy.deepcopy(RAW)
    change(data)
    with pytest.raises(FilingError) as caught:
        parse_filing(data, "bad.toml")
    assert caught.value.where == f"bad.toml: {where}"
    assert words in caught.value.message


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["show", FILING], 0, "Super Dragon"),
        (["show", FILING, "--find", "fantasy"], 0, "Fantasy Land"),
        (["sign", FILING, "--schedule", "1", "--limits", "5-5"], 0, "40 minutes"),
        (["lint", FILING], 0, "Royal Flush in the middle"),
    ],
)
def test_catalogue_commands_know_the_filing(words: list[str], status: int, said: str) -> None:
    result = CliRunner().invoke(app, words, env={"COLUMNS": "200"})
    assert said in result.stdout
    assert result.exit_code == status

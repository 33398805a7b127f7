"""Chinese-poker files: the settled example, what is refused and where, writing, the command."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import HandRefused, HousewayError, Problems
from houseway.families.chinese_poker.hand_file import (
    read_chinese,
    reads,
    replayed,
    write_chinese,
)
from houseway.histories.replay import brief_answer, replay_file
from tests.families.chinese_poker.chinese_hands import FILING, file, table

CASES = sorted(
    (Path(__file__).parents[2] / "cases" / "poker").glob("500-face-up-chinese-poker-*.toml")
)
ONE = "Qd8d3s AsAc6d5c2c KdKc9d9sTs"
OTHER = "Qh8h3c AhAd6h5d2d KhKs9h9cTd"
THIRD = "2h3d4d Jc8c7c6c4h 5h5s7dJs3h"
FOURTH = "7h4c2s JdTc8s6s4s QsQcJhTh7s"
DRAGON = "2h3d4h 5d6h7d8h9d TdJhQhKdAd"


def test_there_is_a_settled_example() -> None:
    assert CASES


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_settled_example(path: Path) -> None:
    expected = tomllib.loads(path.read_text())["expect"]
    (answer,) = replay_file(path)
    if expected.get("error"):
        assert isinstance(answer, HousewayError)
        assert answer.where
        assert answer.cite
        return
    assert isinstance(answer, dict)
    assert answer["points"] == expected["points"]
    assert list(map(Decimal, answer["finishing_stacks"])) == expected["finishing_stacks"]
    assert answer["fantasy_land_next"] == expected["fantasy_land_next"]


# Refusals: what is changed, the code, the field, the place, the clause.

Change = Callable[[dict[str, Any]], Any]


def player(number: int, **fields: Any) -> Change:
    return lambda data: data["player"][number - 1].update(fields)


def field(**fields: Any) -> Change:
    return lambda data: data.update(fields)


def without(name: str) -> Change:
    return lambda data: data.pop(name)


TABLE = "Description of Table Used and Total Number of Seated Positions"
ITEM_3 = f"{TABLE}; Dealing Procedures and Round of Play, item 3"
DECK = "Description of the Deck and Number of Decks Used"
ITEM_1 = "Dealing Procedures and Round of Play, item 1"
SWEEP, POINTS, TIMED = "Clean Sweep", "Point System", "Poker Collection Rates, Timed Collection"
FRONT, STACKS = "Card Values and Hand Rankings, Front Hand Rankings", "starting_stacks"
ITEM_7 = "Card Values and Hand Rankings, Back Hand and Middle Hand Rankings; Dealing Procedures and"


@pytest.mark.parametrize(
    ("change", "code", "where", "cite"),
    [
        (player(1, top="Qd8d"), "wrong-count", "p1, top", FRONT),
        (player(1, top="Qd8d3s4s"), "wrong-count", "p1, top", FRONT),
        (player(2, middle="AhAd6h5d"), "wrong-count", "p2, middle", ITEM_7),
        (player(2, bottom="KhKs9h9cTd2s"), "wrong-count", "p2, bottom", ITEM_7),
        (player(2, top=""), "wrong-count", "p2, top", FRONT),
        (player(2, top="Qh8hXx"), "not-cards", "p2, top", FRONT),
        (player(2, top="Qh8h1c"), "not-cards", "p2, top", FRONT),
        (player(2, top="Qh8hJk"), "not-in-deck", "p2, top", FRONT),
        (player(2, top=["Qh", "8h", "3c"]), "missing-field", "p2, top", FRONT),
        (lambda data: data["player"][0].pop("bottom"), "missing-field", "p1, bottom", ITEM_7),
        (player(2, top="Qd8h3c"), "card-twice", "p1, top", DECK),  # p1 has the queen
        (player(2, top="Qh8h6h"), "card-twice", "p2, top", DECK),  # in one hand
        (player(2, top="QhQh3c"), "card-twice", "p2, top", DECK),  # in one segment
        (player(1, clean_sweep="full-dragon"), "unknown-sweep", "p1, clean_sweep", SWEEP),
        (player(1, clean_sweep=""), "unknown-sweep", "p1, clean_sweep", SWEEP),
        (player(1, clean_sweep=True), "unknown-sweep", "p1, clean_sweep", SWEEP),
        (player(2, clean_sweep="dragon"), "no-such-sweep", "p2, clean_sweep", SWEEP),
        (player(2, clean_sweep="six-pairs"), "no-such-sweep", "p2, clean_sweep", SWEEP),
        (player(1, fantasy_land="yes"), "bad-field", "p1, fantasy_land", "Fantasy Land"),
        (player(1, fantasy_land=1), "bad-field", "p1, fantasy_land", "Fantasy Land"),
        (player(1, clean_sweeep="dragon"), "unknown-field", "p1, clean_sweeep", ""),
        (field(button=0), "button", "button", ITEM_1),
        (field(button=3), "button", "button", ITEM_1),
        (field(button="1"), "button", "button", ITEM_1),
        (field(button=True), "button", "button", ITEM_1),
        (without("button"), "button", "button", ITEM_1),
        (field(starting_stacks=[100, 8]), "short-stack", STACKS, ITEM_3),
        (field(starting_stacks=[Decimal("8.99"), 100]), "short-stack", STACKS, ITEM_3),
        (field(point_value=12, starting_stacks=[200, 100]), "short-stack", STACKS, ITEM_3),
        (field(starting_stacks=[100]), "wrong-length", STACKS, ITEM_3),
        (field(starting_stacks=[100, 100, 100]), "wrong-length", STACKS, ITEM_3),
        (field(starting_stacks=100), "missing-field", STACKS, ITEM_3),
        (field(starting_stacks=[100, Decimal("99.999")]), "bad-field", STACKS, ITEM_3),
        (field(starting_stacks=[100, True]), "bad-field", STACKS, ITEM_3),
        (field(starting_stacks=[100, Decimal("inf")]), "bad-field", STACKS, ITEM_3),
        (field(starting_stacks=[100, -100]), "short-stack", STACKS, ITEM_3),
        (without("starting_stacks"), "missing-field", STACKS, ITEM_3),
        (field(point_value=0), "point-value", "point_value", POINTS),
        (field(point_value=-1), "point-value", "point_value", POINTS),
        (field(point_value=Decimal("0.001")), "bad-field", "point_value", POINTS),
        (field(point_value="a dollar"), "bad-field", "point_value", POINTS),
        (field(point_value=10**40), "bad-field", "point_value", POINTS),
        (without("point_value"), "missing-field", "point_value", POINTS),
        (field(_filing="500-club/no-such-game"), "unknown-filing", "_filing", ""),
        (field(_filing="500-club/omaha"), "not-chinese-poker", "_filing", ""),
        (without("_filing"), "missing-field", "_filing", ""),
        (field(_schedule=2), "unknown-schedule", "_schedule", TIMED),
        (field(_options={"joker": True}), "unknown-option", "_options", ""),
        (field(_options={"win_limit": "pot"}), "bad-option", "_options", "Dealing Procedures"),
        (field(_options=3), "bad-field", "_options", ""),
    ],
)  # fmt: skip
def test_file_is_refused(change: Change, code: str, where: str, cite: str) -> None:
    data = file(ONE, OTHER)
    change(data)
    with pytest.raises(HandRefused) as caught:
        replayed(data)
    error, refused = caught.value, where.rpartition(" ")[2]
    assert (error.code, error.refused, error.where) == (code, refused, where)
    assert error.cite.startswith(cite)
    assert error.as_json()["refused"] == refused


@pytest.mark.parametrize("hands", [(ONE,), (ONE, OTHER, THIRD, FOURTH)])
def test_two_or_three_hands_poker_c_21(hands: tuple[str, ...]) -> None:
    with pytest.raises(HandRefused) as caught:
        replayed(file(*hands))
    assert (caught.value.code, caught.value.refused) == ("players", "player")
    assert caught.value.cite == TABLE
    assert f"{len(hands)} hands; two to 3 players" in caught.value.message


@pytest.mark.parametrize("players", [None, "p1", {"top": "Qd8d3s"}, ["Qd8d3s"]])
def test_players_are_tables(players: Any) -> None:
    data = file(ONE, OTHER, button=1)
    data["player"] = players
    with pytest.raises(HousewayError) as caught:
        replayed(data)
    assert caught.value.where == "player"


def test_every_defect_is_told_at_once() -> None:
    data = file("Qd8d AsAc6d5c2c KdKc9d9sTs", OTHER + " dragon", button=7)
    with pytest.raises(Problems) as caught:
        replayed(data)
    assert [error.where for error in caught.value.found] == [
        "p1, top",
        "p2, clean_sweep",
        "button",
    ]
    assert caught.value.as_json()["refused"] == "top"  # the first speaks for all


def test_nine_points_are_enough_poker_c_20() -> None:
    answer = replayed(file(ONE, OTHER, stacks=[9, 9]))
    assert answer["finishing_stacks"] == ["12.00", "6.00"]
    # Thirty times the limit is asked of a first buy-in, not of a hand.
    assert replayed(file(ONE, OTHER, stacks=[18, 18], point=2))["points"] == ["p1 p2 3"]


def test_timed_collection_takes_nothing_from_the_hand_004_4740() -> None:
    answer = replayed(file(ONE, OTHER, _schedule=1))
    assert answer["fee"] == "0.00"
    assert answer["finishing_stacks"] == ["103.00", "97.00"]


def test_fields_of_others_are_passed_over() -> None:
    data = file(ONE, OTHER, _table="4", author="somebody", expect={"points": []})
    data["player"][0]["_name"] = "A"
    assert replayed(data)["points"] == ["p1 p2 3"]


def test_cards_may_be_written_with_spaces() -> None:
    data = file(ONE, OTHER)
    data["player"][0]["top"] = "Qd 8d 3s"
    assert replayed(data)["points"] == ["p1 p2 3"]


# Writing.


def test_hand_is_written_as_the_format_has_it() -> None:
    data = file(
        f"{DRAGON} dragon", "Jc7s3c AcAs6c5c4c JsJc8c8s9c".replace("JsJc", "JsJd") + " fantasy",
        button=2, stacks=[100, Decimal("87.50")], point=Decimal("0.50"),
        _schedule=1, _options={"win_limit": "opponent"},
    )  # fmt: skip
    hand = read_chinese(data)
    assert write_chinese(hand) == (
        f'_filing = "{FILING}"\n'
        "_schedule = 1\n"
        '_options = { win_limit = "opponent" }\n'
        "point_value = 0.50\n"
        "button = 2\n"
        "starting_stacks = [100, 87.50]\n"
        "\n"
        "[[player]]\n"
        'top = "2h3d4h"\n'
        'middle = "5d6h7d8h9d"\n'
        'bottom = "TdJhQhKdAd"\n'
        'clean_sweep = "dragon"\n'
        "\n"
        "[[player]]\n"
        'top = "Jc7s3c"\n'
        'middle = "AcAs6c5c4c"\n'
        'bottom = "JsJd8c8s9c"\n'
        "fantasy_land = true\n"
    )
    again = tomllib.loads(write_chinese(hand), parse_float=Decimal)
    assert read_chinese(again) == hand
    assert again["player"] == [table(f"{DRAGON} dragon"), data["player"][1]]


# Dispatch and the command.


def test_which_files_are_chinese_poker() -> None:
    assert reads(file(ONE, OTHER))
    assert reads({"_filing": FILING})
    assert not reads({"_filing": "500-club/omaha"})
    assert not reads({"_filing": "nowhere/none"})
    assert not reads({"variant": "NT", "actions": []})


def written(folder: Path, text: str) -> Path:
    path = folder / "hand.toml"
    path.write_text(text)
    return path


def test_replay_json_answers_with_points_and_stacks(tmp_path: Path) -> None:
    path = written(tmp_path, write_chinese(read_chinese(file(ONE, OTHER, THIRD, button=3))))
    result = CliRunner().invoke(app, ["replay", str(path), "--json"])
    assert result.exit_code == 0
    answer = json.loads(result.stdout)
    assert answer["points"] == ["p3 p1 -3", "p3 p2 -3", "p1 p2 0"]
    assert answer["finishing_stacks"] == ["103.00", "103.00", "94.00"]
    assert answer["fantasy_land_next"] == [False, False, False]
    assert answer["fee"] == "0.00"


def test_replay_for_a_person(tmp_path: Path) -> None:
    queens = "QdQc3s AsAc6d5c2c KdKc9d9sTs"
    path = written(tmp_path, write_chinese(read_chinese(file(queens, OTHER))))
    result = CliRunner().invoke(app, ["replay", str(path)])
    assert result.stdout == "p1 110.00, p2 90.00; fee 0.00; p1 p2 10; Fantasy Land next: p1\n"


def test_replay_refuses_with_status_2_place_and_rule(tmp_path: Path) -> None:
    hand = write_chinese(read_chinese(file(ONE, OTHER)))
    path = written(tmp_path, hand.replace("button = 1", "button = 4"))
    result = CliRunner().invoke(app, ["replay", str(path), "--json"])
    assert result.exit_code == 2
    error = json.loads(result.stdout)["error"]
    assert error["where"] == error["refused"] == "button"
    assert error["cite"] == "Dealing Procedures and Round of Play, item 1"


def test_file_of_the_filing_without_players_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, f'_filing = "{FILING}"\nvariant = "NT"\nactions = []\n')
    (answer,) = replay_file(path)
    assert isinstance(answer, Problems)
    assert answer.found[0].where == "player"


def test_many_hands_in_one_file_each_by_its_own_rules(tmp_path: Path) -> None:
    one = write_chinese(read_chinese(file(ONE, OTHER))).replace("[[player]]", "[[1.player]]")
    other = (
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        'starting_stacks = [100, 100]\nactions = ["d dh p1 AhKh", "d dh p2 7c2d", "p2 f"]\n'
    )
    path = written(tmp_path, f"[1]\n{one}\n[2]\n{other}")
    first, second = replay_file(path)
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert first["points"] == ["p1 p2 3"]
    assert second["winners"] == ["p1 pot 2"]
    assert brief_answer(second) == "p1 101.00, p2 99.00; fee 0.00; p1 pot 2"

"""Round files as people write them: form, errors, own filings, many at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import HousewayError, Problems
from houseway.filings.catalogue import DATA
from houseway.histories.adjudicate import adjudicate, adjudicate_file
from houseway.histories.round_file import parse_round

CASES = Path(__file__).parent.parent / "cases"

# The example of the round-file format, whose answer the format prints.
EXAMPLE = """
filing   = "casino-club/three-card-poker-6-card-bonus"
schedule = 1

[bank]
seat  = 4
wager = 5000
cards = "Qd 8c 3s"

[[seat]]
number  = 1
cards   = "Ah Kh Qh"
wagers  = { ante = 10, pair_plus = 5, six_card_bonus = 5 }
actions = ["play"]

[[seat.backline]]
name   = "B1"
wagers = { ante = 20 }

[[seat]]
number  = 2
cards   = "2c 3d 7s"
wagers  = { ante = 25 }
actions = ["fold"]
"""


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.stdout, result.stderr


def test_the_example_of_the_format_comes_out_as_printed() -> None:
    answer = adjudicate(parse_round(EXAMPLE)).as_json()
    assert answer["filing"] == "casino-club/three-card-poker-6-card-bonus"
    assert answer["first_action"] == 1
    assert answer["fees"] == {"bank": "1.00", "seats": {}}
    assert answer["net"] == {"1": "1015.00", "1/B1": "40.00", "2": "-25.00", "bank": "-1030.00"}
    assert answer["warnings"] == []
    first = answer["lines"][0]
    assert {name: first[name] for name in ("seat", "bettor", "hand", "wager", "staked")} == {
        "seat": 1, "bettor": "1", "hand": 1, "wager": "play", "staked": "10.00",
    }  # fmt: skip
    assert (first["outcome"], first["odds"], first["net"]) == ("win", "1:1", "10.00")
    assert first["uncovered"] == "0.00"
    assert first["because"]
    assert first["cite"]
    lost = next(line for line in answer["lines"] if line["wager"] == "six_card_bonus")
    assert (lost["outcome"], lost["odds"], lost["net"]) == ("lose", None, "-5.00")


@pytest.mark.parametrize(
    ("change", "code", "where"),
    [
        (("seat  = 4", "seet  = 4"), "unknown-key", "bank seet"),
        (("wager = 5000", "wager = -5"), "bad-value", "bank wager"),
        (("wager = 5000", 'wager = "lots"'), "bad-value", "bank wager"),
        (("wager = 5000", "wager = 0.001"), "bad-value", "bank wager"),
        (("wager = 5000", ""), "missing-key", "bank wager"),
        (("schedule = 1", "schedule = 99"), "unknown-schedule", "schedule"),
        (("schedule = 1", 'schedule = "nine/1"'), "unknown-schedule", "schedule"),
        (("schedule = 1", "schedule = true"), "bad-value", "schedule"),
        (("schedule = 1", "dice = [1, 2, true]"), "bad-value", "dice entry 3"),
        (("schedule = 1", "dice = [1, 2, 3]"), "no-dice-thrown", "dice"),
        (("schedule = 1", 'schedule = 1\nlimits = "5-501"'), "limits-not-permitted", "limits"),
        (("schedule = 1", 'schedule = 1\nlimits = "4-500"'), "limits-not-permitted", "limits"),
        (("schedule = 1", "decks = 2"), "bad-option", "decks"),
        (("schedule = 1", "options = { seats = 9 }"), "unknown-option", "options.seats"),
        (("schedule = 1", "options = { coverage = [1] }"), "bad-option", "options.coverage"),
        (("schedule = 1", 'options = { coverage = "all" }'), "bad-option", "options.coverage"),
        (("schedule = 1", 'limits = "many"'), "bad-limits", "limits"),
        (("casino-club/", "casino/"), "unknown-filing", "filing"),
        (("casino-club/three-card-poker-6-card-bonus", "500-club/omaha"),
         "not-a-player-dealer-game", "filing"),
        (("number  = 2", "number  = 1"), "seat-twice", "seat 1"),
        (("{ ante = 25 }", "{ ante = -25 }"), "bad-wager", "seat 2, ante"),
        (("{ ante = 25 }", "{}"), "empty-seat", "seat 2"),  # yet it folds
        (('number  = 2\ncards   = "2c 3d 7s"\nwagers  = { ante = 25 }\nactions = ["fold"]',
          "number  = 4"), "empty-seat", "seat 4"),
        (('"B1"', '""'), "bad-value", "seat entry 1 backline entry 1 name"),
    ],
)  # fmt: skip
def test_a_defect_is_named_with_its_place(change: tuple[str, str], code: str, where: str) -> None:
    assert change[0] in EXAMPLE
    with pytest.raises(HousewayError) as error:
        adjudicate(parse_round(EXAMPLE.replace(*change)))
    found = error.value.found if isinstance(error.value, Problems) else [error.value]
    assert (code, where) in [(one.code, one.where) for one in found]


def test_not_toml_is_an_error_with_its_line() -> None:
    with pytest.raises(HousewayError, match="line 2"):
        parse_round('filing = "a"\nschedule = = 1')


def test_every_defect_of_a_file_is_reported_at_once() -> None:
    text = EXAMPLE.replace("pair_plus = 5", "pair_plus = 60").replace("2c 3d 7s", "8c 3d 7s")
    with pytest.raises(Problems) as error:
        adjudicate(parse_round(text))
    assert {one.code for one in error.value.found} == {"off-limits", "card-too-often"}


def test_one_file_prints_one_document(tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(EXAMPLE)
    status, out, _ = run("adjudicate", str(file), "--json")
    assert status == 0
    assert json.loads(out)["net"]["bank"] == "-1030.00"
    status, out, _ = run("adjudicate", str(file))
    assert status == 0
    assert "Mini royal flush pays 200:1" in out


def test_a_refused_file_ends_with_status_2_and_the_place(tmp_path: Path) -> None:
    file = tmp_path / "round.toml"
    file.write_text(EXAMPLE.replace("pair_plus = 5", "pair_plus = 60"))
    status, out, _ = run("adjudicate", str(file), "--json")
    assert status == 2
    error = json.loads(out)["error"]
    assert set(error) == {"code", "message", "where", "cite"}
    assert error["where"] == "seat 1, pair_plus"
    assert error["cite"]
    status, out, err = run("adjudicate", str(file))
    assert (status, out) == (2, "")
    assert f"{file}: seat 1, pair_plus" in err


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    assert "this is a folder" in run("adjudicate", str(tmp_path))[2]
    assert "there is no such file" in run("adjudicate", str(tmp_path / "none.toml"))[2]
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    assert "no text in UTF-8" in run("adjudicate", str(tmp_path / "binary.toml"))[2]


def test_among_many_files_a_refusal_is_printed_with_place_and_rule() -> None:
    files = sorted(CASES.glob("twentyone/casino-club-*.toml"))
    status, out, _ = run("adjudicate", *map(str, files))
    assert status == 1
    assert "refused: seat 1, buster: $60 is outside the limits of $1 to $50 [Buster" in out


def test_many_files_give_one_line_each_and_a_bad_one_does_not_stop_the_rest() -> None:
    files = sorted(CASES.glob("twentyone/*.toml"))
    status, out, _ = run("adjudicate", *map(str, files), "--json")
    assert status == 1
    answers: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    assert [answer["file"] for answer in answers] == [str(file) for file in files]
    assert {("error" in answer) == ("error = true" in file.read_text())
            for answer, file in zip(answers, files, strict=True)} == {True}  # fmt: skip


def test_a_round_may_name_a_filing_of_the_users_own(tmp_path: Path) -> None:
    real = (DATA / "casino-club/three-card-poker-6-card-bonus.toml").read_text()
    (tmp_path / "mine.toml").write_text(real.replace('id = "casino-club/', 'id = "my-house/'))
    file = tmp_path / "round.toml"
    file.write_text(EXAMPLE.replace("casino-club/three-card-poker-6-card-bonus", "mine.toml"))
    assert adjudicate_file(file).as_json()["filing"] == "my-house/three-card-poker-6-card-bonus"
    # What is not read from a file of the user's never opens one.
    with pytest.raises(HousewayError, match="no id of the catalogue"):
        adjudicate(parse_round(file.read_text()))


def test_a_bank_above_the_filed_maximum_is_refused_with_its_clause(tmp_path: Path) -> None:
    """The example's bank is $500; a filing that allows $499 refuses it as a table would."""
    real = (DATA / "casino-club/three-card-poker-6-card-bonus.toml").read_text()
    mine = real.replace("\n[bank]\n", "\n[bank]\nwager_maximum = 499\n")
    assert mine != real
    (tmp_path / "mine.toml").write_text(mine.replace('id = "casino-club/', 'id = "my-house/'))
    file = tmp_path / "round.toml"
    file.write_text(EXAMPLE.replace("casino-club/three-card-poker-6-card-bonus", "mine.toml"))
    with pytest.raises(HousewayError) as caught:
        adjudicate_file(file)
    assert (caught.value.code, caught.value.where) == ("off-limits", "bank.wager")
    assert caught.value.cite

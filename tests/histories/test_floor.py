"""Rulings as they are printed, explained and asked for on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from houseway.histories.adjudicate import adjudicate, adjudicate_file
from houseway.histories.explain import explained
from houseway.histories.round_file import check_round
from tests.command_line.running import run

CASES = Path(__file__).parent.parent / "cases" / "irregular"
ACE = CASES / "napa-double-hand-05-exposed-ace-misdeal.toml"
SILENT = CASES / "casino-club-tcp-01-exposed-card.toml"
OPEN = CASES / "casino-club-tcp-08-king-high-depends.toml"
PAID = CASES / "napa-double-hand-19-misread-loser-paid.toml"
BUTTON = CASES / "napa-no-bust-02-button-for-a-winner.toml"
TOUCHED = CASES / "napa-tiles-01-touched-winning-hand.toml"


@pytest.mark.parametrize(
    ("path", "printed"),
    [
        (ACE, ["Void", "misdeals (a)", "Goes back", "+30.00"]),
        (SILENT, ["the floor decides", "napa-valley/double-hand-poker", "not filed"]),
        (OPEN, ["win 0.723404, lose 0.276596", "the bank's second card decides"]),
        (PAID, ["Played on", "Must still move", "-60.00"]),
        (BUTTON, ["5 gets a free-collection button"]),
        (TOUCHED, ["Played on", "item 11"]),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else "",
)
def test_the_sheet_says_what_is_ruled(path: Path, printed: list[str]) -> None:
    status, out, _ = run("adjudicate", str(path))
    assert status == 0
    text = " ".join(out.split())
    for words in printed:
        assert words in text


def test_every_step_has_a_fact_and_what_follows() -> None:
    for path in (ACE, SILENT, OPEN, PAID, BUTTON, TOUCHED):
        reasons = explained(adjudicate_file(path))
        assert reasons
        assert all(fact and follows for fact, _, follows in reasons)
    assert any("misdeals (a)" in one.clause for one in explained(adjudicate_file(ACE)))
    assert any("at the unused pile 5 (As)" in one.fact for one in explained(adjudicate_file(ACE)))
    assert any("floor decides" in one.follows for one in explained(adjudicate_file(SILENT)))
    assert any("must give back 60.00" in one.follows for one in explained(adjudicate_file(PAID)))


def test_explain_is_asked_for_on_the_command_line() -> None:
    status, out, _ = run("adjudicate", str(ACE), "--explain", "--json")
    assert status == 0
    answer = json.loads(out)
    assert answer["explain"][-1] == {
        "fact": "seat 3 had put up 25.00",
        "clause": "Object of the game, misdeals (a)",
        "follows": "it goes back",
    }
    status, out, _ = run("adjudicate", str(ACE), "--explain")
    assert status == 0
    assert "Step by step" in out


def test_house_procedures_are_marked_wherever_they_are_applied() -> None:
    status, out, _ = run("adjudicate", str(SILENT), "--procedures", "player-dealer", "--json")
    assert status == 0
    answer = json.loads(out)
    assert answer["ruling"] == "played-on"
    assert answer["remedy"]["source"] == "house"
    assert answer["remedy"]["cite"] == "house procedure, not filed"
    assert "lines" not in answer["remedy"]
    status, out, _ = run("adjudicate", str(SILENT), "--procedures", "player-dealer")
    assert "house procedure, not filed" in " ".join(out.split())
    status, _, err = run("adjudicate", str(SILENT), "--procedures", "nobodys")
    assert status == 2
    assert "nobodys" in err


def test_several_files_say_their_ruling_in_a_line() -> None:
    status, out, _ = run("adjudicate", str(ACE), str(SILENT), str(PAID))
    assert status == 0
    text = " ".join(out.split())
    assert "void: 1 0.00" in text
    assert "floor" in text


def test_show_lists_every_kind_with_what_is_ordered() -> None:
    status, out, _ = run("show", "napa-valley/double-hand-poker", "--errors")
    assert status == 0
    text = " ".join(out.split())
    assert "a joker or an ace boxed or exposed is a" in text
    assert "The filing orders nothing for these, and the floor decides" in text
    status, out, _ = run("show", "casino-club/pure-21.5-blackjack", "--errors", "--json")
    errors = json.loads(out)["errors"]
    assert all(one.get("silent") for one in errors)


def test_set_names_the_reading_under_which_the_hand_lies_otherwise() -> None:
    # Reading table-games 127: the joker is an ace here, or completes a flush as well. With an ace
    # king and queen go in front; beside a flush of hearts only queen and two are left for it.
    hand = "Jk Kh 9h 7h 4h Qc 2s"
    status, out, _ = run("set", "500-club/fortune-pai-gow-poker", hand, "--json")
    assert status == 0
    answer = json.loads(out)
    assert sorted(answer["front"].split()) == ["Kh", "Qc"]
    (other,) = answer["readings"]
    assert (other["reading"], other["option"], other["value"]) == (
        "table-games 127", "joker_flush", True,
    )  # fmt: skip
    assert sorted(other["front"].split()) == ["2s", "Qc"]
    status, out, _ = run("set", "500-club/fortune-pai-gow-poker", hand)
    assert "otherwise with joker_flush = true (table-games 127)" in " ".join(out.split())
    status, out, _ = run("set", "500-club/fortune-pai-gow-poker", "8c 4d Ks 9s 8d 7c 4h", "--json")
    assert "readings" not in json.loads(out)


def test_a_foul_hand_is_lost_where_too_much_of_another_is_unknown() -> None:
    """Double hand, 003:207-213: seats are then settled one by one, each without the others."""
    answer = adjudicate(
        check_round(
            {
                "filing": "napa-valley/double-hand-poker",
                "dice": [1, 3, 4],
                "bank": {
                    "seat": 7, "wager": 1000, "cards": "Kd Ks 9c 7h 4d Ah Qc", "set": "Ah Qc"
                },
                "seat": [
                    {"number": 1, "cards": "8c 8h 7c 5s Ac Jh 2h", "wagers": {"game": 20},
                     "set": "8c 8h"},
                    {"number": 2, "cards": "?? ?? ?? ?? 2d Qd Jd", "wagers": {"game": 30},
                     "set": "Qd Jd"},
                ],
                "error": [{"kind": "foul-hand", "place": 1, "noticed": "settling"}],
            }
        )
    ).as_json()  # fmt: skip
    assert answer["ruling"] == "open"
    assert answer["net"] == {"1": "-20.00"}
    (one,) = answer["open"]
    # Queen and jack in front are lower than ace and queen: seat 2 cannot win.
    assert (one["bettor"], one["possible"].keys() <= {"push", "lose"}) == ("2", True)
    assert one["estimated"]


def test_a_hand_nobody_kept_is_not_made_up() -> None:
    """One way it can have lain is tried behind an exhausted bank; nobody is told that it did."""
    round_file = {
        "filing": "napa-valley/double-hand-poker",
        "dice": [1, 3, 4],
        "bank": {
            "seat": 7, "wager": 20, "cards": "Kd Ks 9c 7h 4d Ah Qc", "set": "Ah Qc",
        },
        "seat": [
            {"number": 1, "cards": "5c 5d 5h Ts 2c Ac Kc", "wagers": {"game": 20}, "set": "Ac Kc"},
            {"number": 3, "wagers": {"game": 25}},
        ],
    }  # fmt: skip
    answer = adjudicate(check_round(round_file))
    assert answer.as_json()["net"] == {"1": "20.00", "3": "0.00", "bank": "-20.00"}
    (line,) = [line for line in answer.settlement.lines if line.seat == 3]
    assert line.because == "the same whatever the unknown cards were"
    assert "house_way" not in answer.as_json()

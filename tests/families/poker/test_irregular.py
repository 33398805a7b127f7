"""Hands in which something went wrong: house procedures, steps, readings, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from houseway.cli import app
from houseway.errors import HandRefused
from houseway.families.chinese_poker.hand_file import replayed as scored
from houseway.families.poker.hand_file import explained, replayed
from houseway.families.poker.phh import write_hand
from houseway.families.poker.phh_write import variant_code, written_hand
from houseway.filings.irregular import HOUSE, procedures
from houseway.filings.loader import load
from houseway.histories.replay import replay_file
from houseway.reading import parse_toml
from tests.families.poker.hands import POKER_FILINGS
from tests.families.poker.playing import play_random_hand

CASES = Path(__file__).parents[2] / "cases" / "irregular-poker"
SILENT = sorted(CASES.glob("*-silent-*.toml"))
EXPOSED = CASES / "500-texas-holdem-01-exposed-card.toml"
RUNNER = CliRunner()


def case(name: str) -> dict[str, Any]:
    (path,) = CASES.glob(f"{name}-*.toml")
    return parse_toml(path.read_text(encoding="utf-8"), where=path.name)


# What only a house orders.


def test_nothing_unfiled_is_applied_unless_chosen() -> None:
    for path in SILENT:
        (answer,) = replay_file(path)
        assert isinstance(answer, dict)
        assert answer["ruling"] == "floor"
        assert "remedy" not in answer


@pytest.mark.parametrize("path", SILENT, ids=lambda path: path.stem)
def test_what_a_chosen_house_orders_is_marked(path: Path) -> None:
    (answer,) = replay_file(path, procedures="poker")
    if isinstance(answer, dict) and answer["ruling"] != "floor":
        assert answer["remedy"]["source"] == "house"
        assert answer["remedy"]["cite"] == HOUSE
        assert "lines" not in answer["remedy"]


def test_the_house_set_speaks_of_what_rooms_commonly_hold() -> None:
    kinds = {kind for order in procedures("poker").order for kind in order.kinds}
    assert kinds >= {
        "wrong-number", "boxed-card", "exposed-card", "early-board", "out-of-turn", "string-bet",
        "single-chip", "missed-blind", "straddle", "kill",
    }  # fmt: skip


def test_procedures_of_another_kind_of_game_are_refused() -> None:
    hand = case("500-texas-holdem-01") | {"_procedures": "player-dealer"}
    error = _refusal(hand)
    assert (error["code"], error["refused"]) == ("wrong-procedures", "_procedures")
    error = _refusal(hand | {"_procedures": "ours"})
    assert (error["code"], error["refused"]) == ("unknown-procedures", "_procedures")


def _refusal(hand: dict[str, Any]) -> dict[str, Any]:
    with pytest.raises(HandRefused) as caught:
        replayed(hand)
    return caught.value.as_json()


def test_a_hand_of_no_filing_is_the_floors() -> None:
    hand = case("500-texas-holdem-01")
    del hand["_filing"]
    answer = replayed(hand)
    assert answer["ruling"] == "floor"
    assert answer["silent"]["about"] == "exposed-card"


# Filings.


@pytest.mark.parametrize("name", POKER_FILINGS)
def test_orders_are_cited_within_the_filings_own_lines(name: str) -> None:
    filing = load(name)
    spans = [part.strip().split("-") for part in filing.source.lines.split(",")]
    for order in filing.orders:
        for part in order.cite.lines.split(","):
            first, _, last = part.strip().partition("-")
            assert any(
                int(low) <= int(first) <= int(last or first) <= int(high) for low, high in spans
            )


# Telling.


def test_explain_gives_facts_clause_and_consequence() -> None:
    steps = explained(case("outlaws-holdem-20"))
    assert "early-board at the board (Td)" in steps[0].fact
    assert steps[0].clause == "Rules, early turn"
    assert "not in play" in steps[0].follows
    assert steps[-1].follows == "p1 receives 44.00"


def test_the_command_explains() -> None:
    found = RUNNER.invoke(app, ["replay", str(EXPOSED), "--explain"])
    assert found.exit_code == 0
    assert "nothing is filed about exposed-card" in found.stdout
    assert "outlaws/holdem has a rule for it" in found.stdout
    told = RUNNER.invoke(app, ["replay", str(EXPOSED), "--explain", "--json"])
    document = json.loads(told.stdout)
    assert document["ruling"] == "floor"
    assert {"fact", "clause", "follows"} == set(document["explain"][0])


def test_the_command_takes_house_procedures() -> None:
    # The hand as written keeps the exposed card, which the house's rule does not let p2 do.
    found = RUNNER.invoke(app, ["replay", str(EXPOSED), "--procedures", "poker"])
    assert found.exit_code == 2
    assert HOUSE in found.stderr


def test_a_limit_of_table_stakes_read_otherwise_c17() -> None:
    # p1 began with 10 and both others are foul: nine points from each. Over the whole hand p1
    # may win 10; read as 10 from each opponent, both nines.
    hand = {
        "_filing": "500-club/face-up-chinese-poker", "point_value": 1, "button": 1,
        "starting_stacks": [10, 100, 100],
        "player": [
            {"top": "Qd8d3s", "middle": "AsAc6d5c2c", "bottom": "KdKc9d9sTs"},
            {"top": "Qh8h3c", "middle": "KhKs9h9cTd", "bottom": "AhAd6h5d2d"},
            {"top": "2h3d4d", "middle": "JcJd7c7d4h", "bottom": "5h5s8cJs3h"},
        ],
    }  # fmt: skip
    (reading,) = scored(hand)["readings"]
    assert (reading["option"], reading["value"]) == ("win_limit", "opponent")
    assert reading["net"] == {"p1": "18.00", "p3": "-9.00"}


# What is refused.


@pytest.mark.parametrize(
    ("error", "field"),
    [
        ({"player": "p1"}, "_errors[0].kind"),
        ({"kind": "exposed-card", "plyer": "p1"}, "_errors[0].plyer"),
        ({"kind": "exposed-card", "player": "p9"}, "_errors[0].player"),
        ({"kind": "exposed-card", "place": "roof"}, "_errors[0].place"),
        ({"kind": "exposed-card", "player": "p1", "after": 99}, "_errors[0].after"),
        ({"kind": "exposed-card", "player": "p1", "cards": "Zz"}, "_errors[0].cards"),
        ({"kind": "exposed-card", "player": "p1", "cards": 5}, "_errors[0].cards"),
        ({"kind": "exposed-card", "player": "p1", "number": -1}, "_errors[0].number"),
        ({"kind": "exposed-card", "player": "p1", "noticed": "soon"}, "_errors[0].noticed"),
        ({"kind": "exposed-card", "player": "p1", "place": "p2"}, "_errors[0].place"),
        ({"kind": "board-too-large", "cards": "TdQd5d6d", "number": 3}, "_errors[0].number"),
    ],
)
def test_an_entry_of_another_form_is_refused(error: dict[str, Any], field: str) -> None:
    assert _refusal(case("outlaws-holdem-41") | {"_errors": [error]})["refused"] == field


def test_so_many_exposed_cards_are_as_many_that_nobody_can_name() -> None:
    """002:41: two are a misdeal, named or not: the bets after it are refused."""
    two = {"kind": "exposed-card", "player": "p1", "after": 2}
    by_number = _refusal(case("outlaws-holdem-41") | {"_errors": [two | {"number": 2}]})
    unnamed = _refusal(case("outlaws-holdem-41") | {"_errors": [two | {"cards": "????"}]})
    assert by_number == unnamed


def test_whose_discard_was_changed_is_seen_from_its_place_d8() -> None:
    """004:1424-1426: p1's discard, noticed before anything follows it."""
    hand = case("500-badugi-02") | {"_errors": [{"kind": "changed-discard", "after": 6}]}
    assert replayed(hand)["remedy"]["says"].startswith("a discard may be changed until")


@pytest.mark.parametrize("name", ["_error", "errors", "_payed", "paid", "_schedul"])
def test_a_field_nobody_reads_is_told(name: str) -> None:
    for file in ("500-texas-holdem-11", "500-face-up-chinese-poker-24"):
        hand = case(file) | {name: []}
        told = (scored if "player" in hand else replayed)(hand)["warnings"]
        assert any(one.startswith(f"{name} is passed over; did you mean _") for one in told)


def test_a_dead_hand_that_acts_is_told_why() -> None:
    hand = case("outlaws-holdem-49")
    player = hand["_errors"][0]["player"]
    error = _refusal(
        hand | {"actions": [*hand["actions"][: hand["_errors"][0]["after"] + 1], f"{player} f"]}
    )
    assert error["refused"] == f"{player} f"
    assert "declared dead" in error["reason"]


@pytest.mark.parametrize("paid", [[1, 2], ["a", 0, 0], "5", [-1, 0, 0]])
def test_payments_are_an_amount_for_each(paid: Any) -> None:
    assert _refusal(case("outlaws-holdem-41") | {"_paid": paid})["refused"] == "_paid"


def test_errors_are_a_list_of_tables() -> None:
    assert _refusal(case("outlaws-holdem-41") | {"_errors": "exposed"})["refused"] == "_errors"


def test_a_card_of_an_error_cannot_lie_elsewhere() -> None:
    hand = case("outlaws-holdem-20") | {
        "_errors": [{"kind": "early-board", "place": "board", "cards": "Kh", "after": 8}]
    }
    assert _refusal(hand)["refused"] == "_errors[0]"


# What each text names, read from it: outlaws 002:19-59 and 81-107, badugi 004:1424,
# Mexican poker 004:2052, razz 004:2919.
HOLDEM_NAMES = {
    "boxed-card", "exposed-card", "wrong-number", "board-too-large", "early-board",
    "miscalled-hand", "string-bet", "single-chip", "wrong-order-shown", "unshown-hand",
    "missed-blind",
}  # fmt: skip
NAMED = {
    "outlaws/holdem": HOLDEM_NAMES,
    "outlaws/holdem-hi-lo": HOLDEM_NAMES,
    "outlaws/draw-poker-hi-lo": HOLDEM_NAMES - {"board-too-large", "early-board", "missed-blind"},
    "500-club/badugi": {"changed-discard"},
    "500-club/mexican-poker": {"machine-fault"},
    "500-club/razz": {"early-burn"},
    "500-club/face-up-chinese-poker": {"foul-hand", "changed-setting"},
}


@pytest.mark.parametrize("name", [*POKER_FILINGS, "500-club/face-up-chinese-poker"])
def test_every_kind_a_text_names_is_ordered_and_no_other(name: str) -> None:
    ordered = {kind for order in load(name).orders for kind in order.kinds}
    assert ordered == NAMED.get(name, set())


@pytest.mark.parametrize("name", POKER_FILINGS)
def test_cards_named_when_a_hand_is_shown_are_those_that_were_dealt(name: str) -> None:
    """Nobody wrote a player's cards down until they were shown: all comes out as if somebody had,
    the odd chip that goes by the cards face up too."""
    for seed in (1, 2, 3, 2102745297):
        played = play_random_hand(name, seed)
        code = variant_code(played.filing.game, played.stakes.structure)
        written = written_hand(
            played.round.events, played.stakes, played.stacks, variant=code, filing=name
        )
        hand = parse_toml(write_hand(written), where="hand")
        actions: list[str] = hand["actions"]
        for shown in [one.split()[0] for one in actions if " sm " in one]:
            if any(one.startswith(f"{shown} sd ") for one in actions):
                continue  # what was discarded is not shown
            unknown = [
                f"d dh {shown} {'??' * (len(one.split()[-1]) // 2)}"
                if one.startswith(f"d dh {shown} ")
                else one
                for one in actions
            ]
            answer = replayed(hand | {"actions": unknown})
            assert answer == replayed(hand), (seed, shown)
